// Answers to the tasks of a document: what they are worth, and whether a submission is what its document and answers give.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/grading/budget.h"
#include "core/model/model.h"

namespace slipstick {

/// What a submission says (docs/tasks.md): {"document", "name", "saved", "seed", "answers": {id: {"answer", "tries", "hints"}}, "events"}
/// comes back (an answer that is a run may have "events" of its own; "parameters" and "events" of the whole are those of the run handed in)
/// with "engine", the "values" that the seed draws, the "points" of all tasks, for each answer a "score" and a remark (remark.h: "code",
/// "values", "message") and a "score" of all; with `whole` also the "digest" of the run and the "seals" over the parts. Where the document
/// is wrong there is an "error" instead. Runs what it needs to run; if this exceeds the budget, there is a sentence "notGraded" instead of
/// values, points, answers and scores.
Json graded(const Json& given, bool whole, const GradingBudget& budget = {});

/// Whether it is a submission, right or wrong.
bool isSubmission(const Json& json);

/// The text of a submission. Null where it is no JSON, or nested more deeply than any submission is.
Json parsedSubmission(std::string_view text);

struct Regraded {
  Json submission;                     // as graded() gives it
  std::vector<std::string> different;  // parts that were changed: "answer of task tune", "seed", "digest", …
  std::string engine;                  // the version of the engine that computed it, if it is another one, else ""
  std::vector<std::string> otherwise;  // parts that this other version computed with another result
};
/// Grades a submission once more. `document`, if not null, is the one that was handed out: answers are graded with it, whatever the
/// submission says, and no other one is run.
Regraded regraded(const Json& submission, const Json& document, const GradingBudget& budget = {});
/// "yes", "no: " with the parts that were changed, or which version of the engine computed the submission; "not graded: " with the reason.
std::string verdictOf(const Regraded& again);

}  // namespace slipstick
