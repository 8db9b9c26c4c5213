// One run of a study and its row.
#pragma once

#include <map>
#include <string>

#include "core/model/study_plan.h"

namespace slipstick {

/// What all runs of a study have in common.
struct StudyJob {
  std::string document;                 // its text, but for what no result depends on: it is read for each run
  std::map<std::string, double> fixed;  // parameters that have another value than there
  Study study;
  bool withSeconds = false;  // each row ends with its computing time
};

/// The document of a study's runs.
Json documentOfRuns(const std::string& document);

struct StudyRow {
  bool good;         // the run reached its end
  std::string text;  // with its line break
};

/// Computes a run: the document with the values of the plan and nothing else. A run that fails, or a document that is refused with these
/// values, is a row too.
StudyRow computeStudyRow(const StudyJob& job, const StudyPlan& plan, long run);

}  // namespace slipstick
