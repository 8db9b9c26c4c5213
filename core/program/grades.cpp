#include "core/program/grades.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

#include "core/program/tables.h"

namespace slipstick {
namespace {

std::string pointsText(double points) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", points);
  return text;
}

std::string withoutCase(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

auto placeOf(const GradedFile& file) {
  return std::make_tuple(!file.isGraded, withoutCase(file.isGraded ? file.model : ""), withoutCase(file.name));
}

std::vector<std::string> rowOf(const GradedFile& file, const std::vector<std::string>& tasks) {
  std::vector<std::string> row{file.name, file.file, file.model};
  double reached = 0, all = 0;
  for (const TaskGrade& each : file.tasks) reached += each.points * each.score.value_or(0), all += each.points;
  for (const std::string& task : tasks) {
    const auto found = std::find_if(file.tasks.begin(), file.tasks.end(), [&](const TaskGrade& each) { return each.task == task; });
    row.push_back(found != file.tasks.end() && found->score ? pointsText(found->points * *found->score) : "");
  }
  for (const double sum : {reached, all}) row.push_back(file.isGraded ? pointsText(sum) : "");
  row.push_back(file.saved), row.push_back(file.verdict);
  return row;
}

}  // namespace

std::vector<std::vector<std::string>> tasksTable(const std::vector<GradedFile>& files) {
  std::vector<std::vector<std::string>> rows{{"name", "task", "score", "reproduced"}};
  for (const GradedFile& file : files) {
    if (!file.isGraded) {
      rows.push_back({file.name, "", "", file.verdict});
      continue;
    }
    for (const TaskGrade& each : file.tasks)
      if (each.isAnswered) rows.push_back({file.name, each.task, each.score ? roundedText(*each.score) : "-", file.verdict});
    rows.push_back({file.name, "all", roundedText(file.score), file.verdict});
  }
  return rows;
}

std::vector<std::vector<std::string>> gradesTable(std::vector<GradedFile> files) {
  std::stable_sort(files.begin(), files.end(), [](const GradedFile& a, const GradedFile& b) { return placeOf(a) < placeOf(b); });
  std::vector<std::string> tasks;
  for (const GradedFile& file : files)
    for (const TaskGrade& each : file.tasks)
      if (std::find(tasks.begin(), tasks.end(), each.task) == tasks.end()) tasks.push_back(each.task);
  std::vector<std::string> head{"name", "file", "model"};
  head.insert(head.end(), tasks.begin(), tasks.end());
  for (const char* name : {"sum", "of", "saved", "reproduced"}) head.push_back(name);
  std::vector<std::vector<std::string>> rows{head};
  for (const GradedFile& file : files) rows.push_back(rowOf(file, tasks));
  return rows;
}

}  // namespace slipstick
