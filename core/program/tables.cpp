#include "core/program/tables.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include "core/document/reference.h"
#include "core/math/elementary.h"
#include "core/simulation/result.h"

namespace slipstick {
namespace {

/// The number of characters of a UTF-8 text, for alignment.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Columns aligned to the left, two spaces between them.
std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += row[i] + std::string(widths[i] - width(row[i]) + 2, ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

/// Indents every line by two spaces.
std::string indented(const std::string& lines) {
  std::string text;
  for (const char c : lines) text += text.empty() || text.back() == '\n' ? std::string("  ") + c : std::string(1, c);
  return text;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

}  // namespace

std::string alignedText(const std::vector<std::vector<std::string>>& rows) { return table(rows); }

std::string csvText(const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? "," : "") + csvCell(row[i]);
    text += "\n";
  }
  return text;
}

std::string roundedText(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string measuresText(const Simulation& simulation) {
  std::vector<std::vector<std::string>> rows;
  const std::vector<MeasureValue> values = simulation.measures();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Measure& measure = simulation.model().measures[i];
    rows.push_back(
        {measure.name, values[i].value ? number(*values[i].value) : "no value", values[i].value ? measure.unit : values[i].reason});
  }
  return table(rows);
}

std::vector<std::string> remarksOn(const Simulation& simulation) {
  const Statistics& said = simulation.statistics();
  std::vector<std::string> remarks;
  for (const std::string& remark :
       std::vector<std::string>{said.ended, said.notReached, said.held, said.unbalanced, said.caution, said.sharedLoads, said.advice})
    if (!remark.empty()) remarks.push_back(remark);
  return remarks;
}

std::string summaryTable(const Simulation& simulation, double wallSeconds) {
  const History& history = simulation.history();
  std::string text;
  if (!simulation.model().title.empty()) text += simulation.model().title + "\n\n";
  std::vector<std::vector<std::string>> rows;
  for (const std::string& remark : remarksOn(simulation)) text += remark + "\n\n";
  if (history.samples() > 0) {
    const double* last = history.row(history.samples() - 1);
    text += "at t = " + number(last[0]) + " s\n";
    for (const Channel& sensor : history.sensors()) {
      std::vector<std::string> row{"  " + sensor.name, sensor.unit};
      for (int i = 0; i < sensor.size; ++i) row.push_back(number(last[sensor.column + i]));
      rows.push_back(std::move(row));
    }
    text += table(rows);
  }
  rows.clear();
  int step = 0;
  for (const auto& values : simulation.eigenvalues()) {
    text += "eigenvalues " + std::to_string(++step) + "\n";
    rows.push_back({"  real part (1/s)", "imaginary part (1/s)", "natural frequency (Hz)", "damping ratio"});
    for (const Eigenvalue& value : values) {
      const double size = hypot(value.real, value.imaginary);
      rows.push_back({"  " + number(value.real), number(value.imaginary), roundedText(size / (2 * std::numbers::pi)),
                      size > 0 ? roundedText(-value.real / size) : "-"});
    }
    text += table(rows);
    rows.clear();
  }
  if (!simulation.model().measures.empty()) text += "measures\n" + indented(measuresText(simulation));
  const Statistics& statistics = simulation.statistics();
  rows = {{"  steps", std::to_string(statistics.steps)},
          {"  Newton iterations", std::to_string(statistics.newtonIterations)},
          {"  discontinuous iterations", std::to_string(statistics.discontinuousIterations)},
          {"  jacobians", std::to_string(statistics.jacobians)},
          {"  rejected steps", std::to_string(statistics.rejectedSteps)},
          {"  wall time", number(wallSeconds) + " s"}};
  return text + "statistics\n" + table(rows);
}

}  // namespace slipstick
