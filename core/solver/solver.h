// The interface of a solver for the simulation: steps, one after another.
#pragma once

#include <memory>

#include "core/solver/outcome.h"
#include "core/system/system.h"

namespace slipstick {

class Solver {
 public:
  enum class Result { advanced, finished, stopped };

  virtual ~Solver() = default;
  /// Prepares the start of the analysis step; the initial results may be recorded afterwards. Returns false if the run cannot start.
  virtual bool start() = 0;
  /// Computes one accepted step, in as many attempts as necessary.
  virtual Result step() = 0;
  /// Current state; valid after start().
  virtual const State& state() const = 0;
  /// Copies the solver in its current state, for the same system. Both continue with bit-identical results.
  virtual std::unique_ptr<Solver> clone() const = 0;
  /// Returns the number of bytes that clone() allocates.
  virtual std::size_t bytes() const = 0;
  /// Returns why the solver stopped.
  const Stop& stop() const { return stop_; }

  /// Sets whether the solver passes through the end and continues. Load steps never do.
  void stayOpen(bool open) { open_ = open; }
  /// Announces a change of loads, after which a reused tangent is of little use.
  virtual void disturbed() {}

  /// The time interval (load time for statics), and the current step size.
  virtual double startTime() const = 0;
  virtual double endTime() const = 0;
  virtual double stepSize() const = 0;

 protected:
  /// Called after an accepted step to `time`. `lost`: an angle changed too much in this step for its revolutions to be counted.
  void noteTurns(bool lost, double time, Statistics& statistics);

  Stop stop_;
  bool open_ = false;

 private:
  bool saysTurns_ = false;
};

/// Makes the solver for a dynamic or static analysis step that starts from `initial`. Accumulates statistics in `statistics`.
std::unique_ptr<Solver> makeSolver(const System& system, Workspace& workspace, const AnalysisStep& step, const State& initial,
                                   Statistics& statistics);

/// Formats a number for messages such as "A step below 5e-05 s may help."
std::string number(double value);

}  // namespace slipstick
