// The grades of submissions as tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/program/commands.h"

namespace slipstick {

struct TaskGrade {
  std::string task;
  double points;
  bool isAnswered;
  std::optional<double> score;  // from 0 to 1; none: there is no answer that can be judged
};

/// A submission, or the reason why it is not graded.
struct GradedFile {
  std::string name, file, model, saved, verdict;
  ExitStatus status = solverFailed;
  bool isGraded = false;
  std::vector<TaskGrade> tasks = {};
  double score = 0;  // of all tasks
};

/// A row for each answered task of each submission.
std::vector<std::vector<std::string>> tasksTable(const std::vector<GradedFile>& files);
/// A row for each submission, by model and name, with the points of each task; ungraded ones come last. The page saves the same
/// table (`rowsOf` in web/src/grading/table.ts).
std::vector<std::vector<std::string>> gradesTable(std::vector<GradedFile> files);

}  // namespace slipstick
