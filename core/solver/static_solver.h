// Static equilibrium; see static_solver.cpp for the method.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/solver/discontinuous.h"
#include "core/solver/newton_equations.h"
#include "core/solver/solver.h"
#include "core/solver/step_clock.h"
#include "core/solver/step_size.h"
#include "core/system/bytes.h"

namespace slipstick {

class StaticSolver final : public Solver {
 public:
  StaticSolver(const System& system, Workspace& workspace, const AnalysisStep& settings, const State& initial, Statistics& statistics);

  bool start() override;
  Result step() override;
  std::unique_ptr<Solver> clone() const override { return std::make_unique<StaticSolver>(*this); }
  std::size_t bytes() const override {
    return sizeof *this + bytesOf(state_, startOfStep_, lastIncrement_, increment_, anchor_) + equations_.bytes();
  }
  const State& state() const override { return state_; }
  double startTime() const override { return settings_.staticSolver.loadStepStart; }
  double endTime() const override { return startTime() + settings_.staticSolver.loadStepDuration; }
  double stepSize() const override { return stepSize_.size(); }

  // The interface that Newton and the discontinuous iteration require of a problem.
  void predict();
  static bool guess() { return false; }
  static bool repeat() { return false; }
  double residual();
  bool factorize();
  double update();
  static double lastPart() { return 1; }
  static bool needsLastResidual() { return true; }
  bool tooLarge(double bound) const;
  double rounding() {
    return equations_.rounding(state_, [this] { residual(); });
  }
  void finish() {}
  PostNewton postNewton();
  void restart();

 private:
  StepClock::Step nextStep() const;
  void setLoad(double time);
  Result accept(const StepClock::Step& step, const DiscontinuousOutcome& outcome);
  bool leavesDeadCentre(double h);
  double evaluate();
  DiscontinuousOutcome solve(double h);
  DiscontinuousOutcome solveWithHold(double h);
  void describeHold(const DiscontinuousOutcome& freely);
  void describeImbalance(const DiscontinuousOutcome& outcome);
  void returnToStart();
  void describeStop(const DiscontinuousOutcome& outcome, double time, double h);
  bool stopFor(const Message& redundancy);
  State aheadOf(double h) const;
  bool turnsOff(double h) const;

  const System& system_;
  Workspace& workspace_;
  Evaluation at_;  // the last evaluation of forces
  const AnalysisStep& settings_;
  AnalysisStep holdSettings_;
  Statistics& statistics_;
  StepSize stepSize_;
  StepClock clock_;
  NewtonEquations equations_;
  State state_, startOfStep_;
  std::vector<double> lastIncrement_;  // increment of the coordinates in the last accepted step; empty before the first one
  double lastSize_ = 0;                // and its size
  std::vector<double> increment_;
  double loadFactor_ = 1, stabilizer_ = 0;
  std::vector<double> anchor_;  // origin of the stabiliser's force: the coordinates at the start of the load step
  double hold_ = 0;             // weight of the additional force towards startOfStep_, which is updated
  std::int64_t steps_ = 0;
  int tinySteps_ = 0;  // consecutive accepted ones
};

}  // namespace slipstick
