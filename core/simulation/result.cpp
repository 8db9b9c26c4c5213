#include "core/simulation/result.h"

#include <cmath>

#include "core/math/decimal.h"
#include "core/simulation/json.h"

namespace slipstick {
namespace {

const char* statusName(Simulation::Status status) {
  switch (status) {
    case Simulation::Status::finished:
      return "ok";
    case Simulation::Status::failed:
      return "failed";
    default:
      return "running";
  }
}

Json sensorJson(const History& history, const Channel& sensor) {
  Json time = Json::array(), values = Json::array();
  for (int sample = 0; sample < history.samples(); ++sample) {
    const double* row = history.row(sample);
    Json components = Json::array();
    for (int i = 0; i < sensor.size; ++i) components.push_back(finite(row[sensor.column + i]));
    time.push_back(finite(row[0]));
    values.push_back(std::move(components));
  }
  Json json = toJson(sensor);
  json["time"] = std::move(time);
  json["values"] = std::move(values);
  return json;
}

}  // namespace

std::string csvCell(const std::string& text) {
  const bool isFormula = text.size() > 1 && std::string("=+-@\t\r\n").find(text[0]) != std::string::npos && !decimalNumber(text);
  const std::string cell = (isFormula ? "'" : "") + text;
  if (cell.find_first_of(",\"\n\r") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

Json resultJson(const Simulation& simulation, double wallSeconds) {
  const Message& message = simulation.status() == Simulation::Status::failed ? simulation.stop().message : simulation.statistics().ended;
  Json result{{"slipstick", formatVersion},
              {"status", statusName(simulation.status())},
              {"message", message},
              {"statistics", toJson(simulation.statistics())}};
  addCode(result, message);
  result["statistics"]["wallSeconds"] = finite(wallSeconds);
  Json sensors = Json::array();
  for (const Channel& sensor : simulation.history().sensors()) sensors.push_back(sensorJson(simulation.history(), sensor));
  const History& history = simulation.history();
  Json profiles = toJson(simulation.model().profiles);
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    Json time = Json::array(), values = Json::array();
    for (int sample = 0; sample < history.samples(); ++sample) {
      const double* row = history.row(sample);
      Json points = Json::array();
      for (int k = 0; k < history.profiles()[i].size; ++k) points.push_back(finite(row[history.profiles()[i].column + k]));
      time.push_back(finite(row[0]));
      values.push_back(std::move(points));
    }
    profiles[i]["time"] = std::move(time);
    profiles[i]["values"] = std::move(values);
  }
  Json eigenvalues = Json::array();
  for (const auto& step : simulation.eigenvalues()) {
    Json values = Json::array();
    for (const Eigenvalue& value : step) values.push_back({finite(value.real), finite(value.imaginary)});
    eigenvalues.push_back(std::move(values));
  }
  result["sensors"] = std::move(sensors);
  if (!profiles.empty()) result["profiles"] = std::move(profiles);
  result["eigenvalues"] = std::move(eigenvalues);
  if (Json measures = measuresJson(simulation); !measures.empty()) result["measures"] = std::move(measures);
  return result;
}

std::string resultCsv(const Simulation& simulation) {
  const History& history = simulation.history();
  std::string text = "t (s)";
  for (const Channel& sensor : history.sensors()) {
    for (int i = 0; i < sensor.size; ++i) {
      std::string head = sensor.name;
      if (sensor.size > 1) head += "." + sensor.components[i];
      if (!sensor.unit.empty()) head += " (" + sensor.unit + ")";
      text += "," + csvCell(head);
    }
  }
  text += "\n";
  for (int sample = 0; sample < history.samples(); ++sample) {
    const double* row = history.row(sample);
    const auto cell = [&](double value) { return std::isfinite(value) ? Json(value).dump() : std::string(); };
    text += cell(row[0]);
    for (const Channel& sensor : history.sensors())
      for (int i = 0; i < sensor.size; ++i) text += "," + cell(row[sensor.column + i]);
    text += "\n";
  }
  return text;
}

}  // namespace slipstick
