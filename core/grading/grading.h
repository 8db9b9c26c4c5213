// Answers to the tasks of a document: their scores, and whether a submission agrees with its document and answers.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/grading/budget.h"
#include "core/model/model.h"

namespace slipstick {

/// Returns the content of a submission (docs/tasks.md), {"document", "name", "saved", "seed", "answers": {id: {"answer", "tries",
/// "hints"}}, "events"} (an answer that is a run may have its own "events"; the top-level "parameters" and "events" belong to the run
/// handed in), with "engine", the "values" that the seed draws, the "points" of all tasks, for each answer a "score" and a remark
/// (remark.h: "code", "values", "message") and a total "score"; with `whole` also the "digest" of the run and the "seals" over the parts.
/// If the document is wrong, "error" is returned instead. Performs the runs that it needs. If they exceed the budget, a sentence
/// "notGraded" replaces values, points, answers and scores.
Json graded(const Json& given, bool whole, const GradingBudget& budget = {});

/// Whether it is a submission, correct or not.
bool isSubmission(const Json& json);

/// The text of a submission. Null if it is not JSON, or nested more deeply than any submission.
Json parsedSubmission(std::string_view text);

struct Regraded {
  Json submission;                     // as graded() gives it
  std::vector<std::string> different;  // parts that were changed: "answer of task tune", "seed", "digest", …
  std::string engine;                  // the version of the engine that computed it, if it differs from this version, else ""
  std::vector<std::string> otherwise;  // parts for which this other version computed a different result
};
/// Grades a submission again. `document`, if not null, is the document that was handed out: answers are graded with it, whatever document
/// the submission contains, and no other document is run.
Regraded regraded(const Json& submission, const Json& document, const GradingBudget& budget = {});
/// "yes", "no: " with the parts that were changed, or which version of the engine computed the submission; "not graded: " with the reason.
std::string verdictOf(const Regraded& again);

}  // namespace slipstick
