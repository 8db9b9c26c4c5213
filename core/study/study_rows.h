// The rows of a study as a file: a line that names the study, a line of column names, and a line for each run, in any order.
//
//   # slipstick study, engine 0.1.0, model 1f3b5c…, study 77ab02…, runs 60
//   run,mu,load (N),status,message,slip,steps,digest
//   17,0.4,10,ok,,0.0132,2000,pK3vN1x0a2Q
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/model/model.h"

namespace slipstick {

/// The two lines at the start of a file of rows. Equal heads belong to the same study.
struct StudyHead {
  std::string engine, model, study;
  std::int64_t runs = 0;
  std::string columns;

  std::string text() const;
  /// How another head differs from this one, in words; "" if they agree.
  std::string difference(const StudyHead& other) const;
};

/// `document` is the text of the model with its study; `fixed`: parameters overridden in all runs.
StudyHead studyHead(const std::string& document, const std::map<std::string, double>& fixed, const Model& model, bool withSeconds);

/// The content of a file of rows. `complete` is the size of the text up to the end of the last complete line; any text after it was cut
/// off.
struct StudyRows {
  StudyHead head;
  std::map<std::int64_t, std::string> rows;  // by run, each with its line break
  std::size_t complete = 0;
};

/// Returns false with a message that names the error and the line.
bool readStudyRows(const std::string& text, StudyRows& rows, std::string& message);

/// "3, 17–20 (5 in all)": the runs of a study that are not among the rows; "" if all are there.
std::string missingRuns(const StudyRows& rows);

}  // namespace slipstick
