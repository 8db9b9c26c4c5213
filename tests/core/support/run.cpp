#include "tests/core/support/run.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "core/document/load.h"

namespace slipstick::testing {

std::string sourcePath(const std::string& path) { return std::string(SLIPSTICK_SOURCE_DIR) + "/" + path; }

std::string readFile(const std::string& path) {
  std::ifstream file(sourcePath(path));
  if (!file) throw std::runtime_error("cannot read " + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::shared_ptr<const Model> load(const std::string& document, const std::map<std::string, double>& parameters) {
  const bool isText = document.find('{') != std::string::npos;
  const LoadedModel loaded = loadModel(isText ? document : readFile("tests/data/" + document), parameters);
  if (loaded.model) return loaded.model;
  std::string text = "the document has errors:";
  for (const Issue& issue : loaded.issues) text += "\n  " + issue.pointer + ": " + issue.message;
  throw std::runtime_error(text);
}

const Channel& Recorded::channel(const std::string& sensor) const {
  for (const Channel& candidate : simulation_.history().sensors())
    if (candidate.name == sensor) return candidate;
  throw std::runtime_error("the model has no sensor '" + sensor + "'");
}

std::vector<double> Recorded::time() const {
  std::vector<double> values;
  for (int i = 0; i < samples(); ++i) values.push_back(simulation_.history().row(i)[0]);
  return values;
}
std::vector<double> Recorded::column(const std::string& sensor, int component) const {
  std::vector<double> values;
  for (int i = 0; i < samples(); ++i) values.push_back(simulation_.history().row(i)[channel(sensor).column + component]);
  return values;
}
std::vector<double> Recorded::sample(const std::string& sensor, int number) const {
  const Channel& found = channel(sensor);
  const double* row = simulation_.history().row(number < 0 ? samples() + number : number);
  return {row + found.column, row + found.column + found.size};
}

Recorded attempt(const std::string& document, const std::map<std::string, double>& parameters) {
  Recorded result(load(document, parameters));
  result.simulation().run();
  return result;
}
Recorded run(const std::string& document, const std::map<std::string, double>& parameters) {
  Recorded result = attempt(document, parameters);
  if (result.status() != Simulation::Status::finished) throw std::runtime_error("the run stopped: " + result.stop().message);
  return result;
}

void expectSameRows(const History& a, const History& b, int from) {
  ASSERT_EQ(a.samples(), b.samples());
  for (int i = from; i < a.samples(); ++i) ASSERT_EQ(std::memcmp(a.row(i), b.row(i), a.width() * sizeof(double)), 0) << "sample " << i;
}

}  // namespace slipstick::testing
