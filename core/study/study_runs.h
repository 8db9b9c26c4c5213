// One run of a study and its row.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/model/study_plan.h"

namespace slipstick {

/// The data shared by all runs of a study.
struct StudyJob {
  std::string document;                 // text without the parts that do not affect results, since each run parses it
  std::map<std::string, double> fixed;  // parameters overridden in all runs
  Study study;
  bool withSeconds = false;  // each row ends with its computing time
};

/// The document of a study's runs.
Json documentOfRuns(const std::string& document);

struct StudyRow {
  bool good;         // the run reached its end
  std::string text;  // with its line break
};

/// Computes a run: the document with the values of the plan. A run that fails, and a document that is rejected with these values, also give
/// a row.
StudyRow computeStudyRow(const StudyJob& job, const StudyPlan& plan, std::int64_t run);

/// The independent runs of a study, so that any of them can be computed anywhere.
class StudyRuns {
 public:
  /// `model` was read from the document with these parameters and has a study.
  StudyRuns(const std::string& document, const std::map<std::string, double>& fixed, const Model& model, bool withSeconds);

  std::int64_t runs() const { return plan_.runs(); }
  /// The columns of each row after the run number: names of the varied parameters, and of the measures.
  const Study& study() const { return job_.study; }
  /// The lines at the start of a file of rows.
  const std::string& head() const { return head_; }
  std::vector<double> values(std::int64_t run) const { return plan_.values(run); }
  std::string row(std::int64_t run) const { return computeStudyRow(job_, plan_, run).text; }

 private:
  StudyJob job_;
  StudyPlan plan_;
  std::string head_;
};

}  // namespace slipstick
