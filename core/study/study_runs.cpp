#include "core/study/study_runs.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/document/load.h"
#include "core/simulation/digest.h"
#include "core/simulation/result.h"
#include "core/study/caught.h"
#include "core/study/study_rows.h"

namespace slipstick {
namespace {

using Clock = std::chrono::steady_clock;

std::string cell(double value) { return Json(value).dump(); }

/// A message on one line of CSV.
std::string cell(std::string message) {
  for (char& c : message)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return csvCell(message);
}

struct Outcome {
  bool good;
  std::string cells;  // of a row, after the values of the parameters
};

/// The outcome of a run that could not be started.
Outcome nothingOf(const StudyJob& job, const std::string& status, const std::string& message) {
  return {false, status + "," + cell(message) + std::string(job.study.measures.size(), ',') + ",0,"};
}

Outcome outcomeOf(const StudyJob& job, const std::map<std::string, double>& parameters) {
  const LoadedModel loaded = loadModel(job.document, parameters);
  if (!loaded.model) {
    const auto isError = [](const Issue& issue) { return issue.severity == Issue::Severity::error; };
    const auto issue = std::find_if(loaded.issues.begin(), loaded.issues.end(), isError);
    return nothingOf(job, "refused", issue->pointer + ": " + issue->message);
  }
  Simulation simulation(loaded.model);
  const bool good = simulation.run() == Simulation::Status::finished;
  std::string message = good ? simulation.statistics().ended : simulation.stop().message, values;
  const std::vector<MeasureValue> measured = simulation.measures();
  for (const std::string& name : job.study.measures)
    for (std::size_t i = 0; i < measured.size(); ++i) {
      if (loaded.model->measures[i].name != name) continue;
      values += "," + (measured[i].value ? cell(*measured[i].value) : "");
      if (!measured[i].value && good) message += (message.empty() ? "" : "; ") + name + ": " + measured[i].reason;
    }
  return {good, std::string(good ? "ok," : "failed,") + cell(message) + values + "," + std::to_string(simulation.statistics().steps) + "," +
                    (good ? resultHash(simulation) : "")};
}

}  // namespace

Json documentOfRuns(const std::string& document) {
  Json json = Json::parse(document.c_str(), nullptr, false);
  for (const char* key : {"study", "title", "description", "display", "tasks", "about", "$schema"}) json.erase(key);
  return json;
}

StudyRow computeStudyRow(const StudyJob& job, const StudyPlan& plan, std::int64_t run) {
  const auto start = Clock::now();
  std::map<std::string, double> parameters = job.fixed;
  std::string row = std::to_string(run);
  const std::vector<double> values = plan.values(run);
  for (std::size_t i = 0; i < values.size(); ++i) {
    parameters[job.study.axes[i].parameter] = values[i];
    row += "," + cell(values[i]);
  }
  Outcome outcome;
  const std::string thrown = caught([&] { outcome = outcomeOf(job, parameters); });
  if (!thrown.empty()) outcome = nothingOf(job, "failed", thrown);
  row += "," + outcome.cells;
  if (job.withSeconds) row += "," + cell(std::chrono::duration<double>(Clock::now() - start).count());
  return {outcome.good, row + "\n"};
}

StudyRuns::StudyRuns(const std::string& document, const std::map<std::string, double>& fixed, const Model& model, bool withSeconds)
    : job_{documentOfRuns(document).dump(), fixed, *model.study, withSeconds},
      plan_(job_.study),
      head_(studyHead(document, fixed, model, withSeconds).text()) {}

}  // namespace slipstick
