// Loaded on demand: computed on request
#include "core/accuracy/accuracy_json.h"

#include <cmath>

#include "core/simulation/json.h"

namespace slipstick {
namespace {

const char* sourceName(ErrorSource source) {
  constexpr const char* names[] = {"steps", "tolerances", "rounding", "none"};
  return names[static_cast<int>(source)];
}

Json numberOrNull(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json sensorJson(const Accuracy& accuracy, std::size_t number, bool withBands) {
  const auto& [error, scale, sentence] = accuracy.sensors()[number];
  Json sensor = toJson(accuracy.channels()[number]);
  const bool isEstimated = error.source != ErrorSource::none;
  sensor["source"] = sourceName(error.source);
  sensor["error"] = isEstimated ? Json(error.largest) : Json();
  sensor["largest"] = scale;
  sensor["order"] = error.source == ErrorSource::steps ? numberOrNull(error.order) : Json();
  sensor["apartFrom"] = error.apart ? Json(accuracy.time()[*error.apart]) : Json();
  sensor["recovers"] = error.recovers;
  sensor["sentence"] = sentence;
  if (!withBands) return sensor;
  const auto size = static_cast<std::size_t>(accuracy.channels()[number].size);
  Json bands = Json::array();
  for (std::size_t i = 0; i < size; ++i) {
    Json band = Json::array();
    for (std::size_t at = i; at < error.band.size(); at += size) band.push_back(numberOrNull(error.band[at]));
    bands.push_back(std::move(band));
  }
  sensor["bands"] = std::move(bands);
  return sensor;
}

}  // namespace

Json accuracyJson(const Accuracy& accuracy, bool withBands) {
  Json sensors = Json::array(), measures = Json::array(), tasks = Json::array();
  for (std::size_t i = 0; i < accuracy.sensors().size(); ++i) sensors.push_back(sensorJson(accuracy, i, withBands));
  for (std::size_t i = 0; i < accuracy.measures().size(); ++i) {
    const MeasureAccuracy& found = accuracy.measures()[i];
    Json measure = toJson(accuracy.model().measures[i]);
    measure["value"] = found.value.value ? Json(*found.value.value) : Json();
    measure["error"] = found.error ? Json(*found.error) : Json();
    measure["order"] = numberOrNull(found.order);
    measure["sentence"] = found.sentence;
    measures.push_back(std::move(measure));
  }
  for (const TaskAccuracy& task : accuracy.tasks())
    tasks.push_back(object({{"id", task.id}, {"tolerance", task.tolerance}, {"error", task.error}, {"sentence", task.sentence}}));
  Json steps = Json::array();
  for (const std::int64_t count : accuracy.steps()) steps.push_back(count);
  Json report = object({{"problem", accuracy.problem()},
                        {"steps", std::move(steps)},
                        {"sensors", std::move(sensors)},
                        {"measures", std::move(measures)},
                        {"tasks", std::move(tasks)}});
  if (withBands) report["time"] = accuracy.time();
  return report;
}

std::string accuracyText(const Accuracy& accuracy) {
  if (!accuracy.problem().empty()) return accuracy.problem() + "\n";
  std::string text;
  for (const MeasureAccuracy& measure : accuracy.measures()) text += measure.sentence + "\n";
  for (const SensorAccuracy& sensor : accuracy.sensors()) text += sensor.sentence + "\n";
  for (const TaskAccuracy& task : accuracy.tasks())
    if (!task.sentence.empty()) text += task.sentence + "\n";
  return text;
}

}  // namespace slipstick
