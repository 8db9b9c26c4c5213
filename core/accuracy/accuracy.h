// Accuracy of a run: computes it with ever finer steps and compares its sensors and measures (docs/how-far-to-trust.md).
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/accuracy/convergence.h"
#include "core/model/model.h"
#include "core/recorder/history.h"
#include "core/recorder/measures.h"

namespace slipstick {

class Simulation;

/// Why a run without these properties is refused; the limits keep the comparison in memory and within a night.
struct AccuracyLimits {
  double values = 4e6;     // of all sensors in a run
  double nodeSteps = 2e9;  // nodes times steps of all runs
};

struct SensorAccuracy {
  CurveError error;
  double scale = 0;      // its largest absolute value
  std::string sentence;  // for people
};

struct MeasureAccuracy {
  MeasureValue value;           // of the run
  std::optional<double> error;  // none: no estimate
  double order = 0;             // observed, or NaN
  std::string sentence;
};

/// A numeric task whose right answer follows from the run.
struct TaskAccuracy {
  std::string id;
  double tolerance = 0, error = 0;
  std::string sentence;  // "" unless the tolerance is below the error
};

class Accuracy {
 public:
  /// `prepare` is called with each simulation before its run.
  explicit Accuracy(std::shared_ptr<const Model> model, std::function<void(Simulation&)> prepare = {}, const AccuracyLimits& limits = {});
  ~Accuracy();
  Accuracy(const Accuracy&) = delete;
  Accuracy& operator=(const Accuracy&) = delete;

  /// Computes until the end or `enough()`, called after every step, returns true. Returns whether it has ended.
  bool advance(const std::function<bool()>& enough);
  /// Computes to the end.
  void run() {
    advance([] { return false; });
  }

  /// Part of the steps done, 0 … 1, and the current run, 0 … 2.
  double fraction() const;
  int level() const;
  /// Why there is no estimate at all, or "". The other results are empty then.
  const std::string& problem() const;
  /// Accepted steps of each run.
  const std::array<std::int64_t, accuracyRuns>& steps() const;
  const Model& model() const;
  const std::vector<Channel>& channels() const;
  /// Times at which the runs are compared: of the samples of the run.
  const std::vector<double>& time() const;
  const std::vector<SensorAccuracy>& sensors() const;
  const std::vector<MeasureAccuracy>& measures() const;
  const std::vector<TaskAccuracy>& tasks() const;

 private:
  struct Comparison;
  std::unique_ptr<Comparison> comparison_;
};

}  // namespace slipstick
