// Static equilibrium; see static_solver.cpp for the method.
#pragma once

#include <memory>
#include <vector>

#include "core/solver/discontinuous.h"
#include "core/solver/linear_solver.h"
#include "core/solver/redundancy.h"
#include "core/solver/solver.h"
#include "core/solver/step_size.h"

namespace slipstick {

class StaticSolver final : public Solver {
 public:
  StaticSolver(System& system, const AnalysisStep& settings, const State& initial, Statistics& statistics);

  bool start() override;
  Result step() override;
  const State& state() const override { return state_; }
  double startTime() const override { return settings_.staticSolver.loadStepStart; }
  double endTime() const override { return startTime() + settings_.staticSolver.loadStepDuration; }
  double stepSize() const override { return stepSize_.size(); }

  // What Newton and the discontinuous iteration ask of a problem.
  void predict();
  double residual();
  bool factorize();
  double update();
  bool tooLarge(double bound) const;
  void finish() {}
  PostNewton postNewton();
  void restart();

 private:
  double nextTime(double h) const;
  double evaluate();
  DiscontinuousOutcome solve(double h);
  DiscontinuousOutcome solveWithHold(double h);
  void describeStop(const DiscontinuousOutcome& outcome, double time, double h);
  bool stopForRedundancy(bool contradictoryOnly = false);
  bool beginSharing();
  void findShared(int known);

  System& system_;
  const AnalysisStep& settings_;
  AnalysisStep holdSettings_;
  Statistics& statistics_;
  StepSize stepSize_;
  std::unique_ptr<LinearSolver> linear_;
  State state_, startOfStep_;
  std::vector<double> increment_, rightSide_;
  double loadFactor_ = 1, stabilizer_ = 0;
  std::vector<double> anchor_;  // coordinates from which the stabiliser pulls: those at the start of the load step
  double hold_ = 0;             // pulls to startOfStep_, which follows
  bool tangentIsOld_ = true;
  bool redundantAtStart_ = false;
  SharedLoads shared_;
  bool sharing_ = false;  // constraints that follow from others were met
  double defect_ = 0;     // of equations that the others hold
  long steps_ = 0;
  int tinySteps_ = 0;  // accepted one after the other
};

}  // namespace slipstick
