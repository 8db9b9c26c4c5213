// What the simulation sees of a solver: steps, one after another.
#pragma once

#include <memory>

#include "core/solver/outcome.h"
#include "core/system/system.h"

namespace slipstick {

class Solver {
 public:
  enum class Result { advanced, finished, stopped };

  virtual ~Solver() = default;
  /// Prepares the start of the analysis step; results may be recorded after it. Returns false if the run cannot start.
  virtual bool start() = 0;
  /// One accepted step, with as many attempts as it takes.
  virtual Result step() = 0;
  /// Current state; valid after start().
  virtual const State& state() const = 0;
  /// A solver that stands where this one does, for the same system: both go on to the same bits.
  virtual std::unique_ptr<Solver> clone() const = 0;
  /// Bytes that clone() takes.
  virtual std::size_t bytes() const = 0;
  /// Why the solver stopped.
  const Stop& stop() const { return stop_; }

  /// Whether it goes on beyond the end, through which it passes. Load steps never do.
  void stayOpen(bool open) { open_ = open; }
  /// Something else acts now: a tangent that is kept is not worth much.
  virtual void disturbed() {}

  /// Time interval (load time of statics), and the present step size.
  virtual double startTime() const = 0;
  virtual double endTime() const = 0;
  virtual double stepSize() const = 0;

 protected:
  /// After an accepted step to `time`. `lost`: an angle changed too far in it for its turns to be counted.
  void noteTurns(bool lost, double time, Statistics& statistics);

  Stop stop_;
  bool open_ = false;

 private:
  bool saysTurns_ = false;
};

/// The solver for a dynamic or static analysis step that starts from `initial`. Statistics are added up in `statistics`.
std::unique_ptr<Solver> makeSolver(const System& system, Workspace& workspace, const AnalysisStep& step, const State& initial,
                                   Statistics& statistics);

/// "A step below 5e-05 s may help." and the like.
std::string number(double value);

}  // namespace slipstick
