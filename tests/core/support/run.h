// Runs small models from JSON text and returns sensor columns.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/simulation/simulation.h"

namespace slipstick::testing {

/// The path of a project file, from its path in the repository.
std::string sourcePath(const std::string& path);
/// The text of a file, by its path in the repository.
std::string readFile(const std::string& path);

/// The model of a document: JSON text, or the name of a file below tests/data. Throws with all issues if there is an error.
std::shared_ptr<const Model> load(const std::string& document, const std::map<std::string, double>& parameters = {});

/// A run and its recorded columns.
class Recorded {
 public:
  explicit Recorded(std::shared_ptr<const Model> model) : simulation_(std::move(model)) {}

  Simulation& simulation() { return simulation_; }
  const Statistics& statistics() const { return simulation_.statistics(); }
  const Stop& stop() const { return simulation_.stop(); }
  Simulation::Status status() const { return simulation_.status(); }
  int samples() const { return simulation_.history().samples(); }

  std::vector<double> time() const;
  std::vector<double> column(const std::string& sensor, int component = 0) const;
  /// All components of a sensor in a sample; negative numbers count from the end.
  std::vector<double> sample(const std::string& sensor, int number) const;
  double last(const std::string& sensor, int component = 0) const { return sample(sensor, -1)[component]; }
  double first(const std::string& sensor, int component = 0) const { return sample(sensor, 0)[component]; }

 private:
  const Channel& channel(const std::string& sensor) const;
  Simulation simulation_;
};

/// Loads and runs to the end. Throws if the document has an error or the run stops early.
Recorded run(const std::string& document, const std::map<std::string, double>& parameters = {});
/// Loads and runs; the run may stop early.
Recorded attempt(const std::string& document, const std::map<std::string, double>& parameters = {});
/// Expects identical bits in all samples from a given one.
void expectSameRows(const History& a, const History& b, int from = 0);

}  // namespace slipstick::testing
