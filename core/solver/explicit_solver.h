// Explicit integrators; see explicit_solver.cpp for the methods.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/solver/exudyn_ways.h"
#include "core/solver/linear_solver.h"
#include "core/solver/solver.h"
#include "core/solver/step_clock.h"
#include "core/solver/step_size.h"
#include "core/system/bytes.h"

namespace slipstick {

struct Tableau;  // of a Runge-Kutta method

class ExplicitSolver final : public Solver {
 public:
  ExplicitSolver(const System& system, Workspace& workspace, const AnalysisStep& settings, const State& initial, Statistics& statistics);

  bool start() override;
  Result step() override;
  std::unique_ptr<Solver> clone() const override { return std::make_unique<ExplicitSolver>(*this); }
  std::size_t bytes() const override {
    return sizeof *this + mass_.get()->bytes() + bytesOf(state_, startOfStep_, fixed_, holdingRates_, positionRates_, velocityRates_) +
           bytesOf(increment_, forces_, constraints_, otherPosition_, otherVelocity_, diagonal_);
  }
  const State& state() const override { return state_; }
  double startTime() const override { return settings_.startTime; }
  double endTime() const override { return settings_.endTime; }
  double stepSize() const override { return lastStep_; }

 private:
  bool stages(double h);
  bool velocityVerlet(const StepClock::Step& step);
  bool grown() const;
  void divideByMass(double* x);
  bool accelerations(std::vector<double>& out);
  void takeRates(std::vector<double>& accelerations, std::vector<double>& rates) const;
  void fixCoordinates(std::vector<double>& values) const;
  void hold(std::vector<double>& accelerations, std::size_t count) const;
  void combine(std::span<const double> weights, int count, double h, const std::vector<std::vector<double>>& rates,
               std::vector<double>& out) const;
  double errorEstimate(double h);
  bool attempt(const StepClock::Step& step, double& recommended);
  void reject(double size);
  Result failed(Stop::Reason reason, double time, double h, const Message& why);
  Result failedWithoutNumbers(double time, double h);

  const System& system_;
  Workspace& workspace_;
  Evaluation at_;  // the last evaluation of forces
  const AnalysisStep& settings_;
  Statistics& statistics_;
  const ExudynWays ways_;
  const Tableau* tableau_;  // null for VelocityVerlet
  StepClock clock_;
  StepSize stepSize_;
  double lastStep_ = 0;
  bool losesTurns_ = false;  // in the last attempt, see PostNewton
  bool warnedAtSmallest_ = false;
  bool massFactorised_ = false, massIsConstant_ = false;
  OwnLinearSolver mass_;
  std::vector<double> diagonal_;                   // diagonal of the mass matrix if it is constant and diagonal
  std::vector<int> fixed_;                         // coordinates held at zero
  int withoutForce_ = -1;                          // a coordinate whose force is not finite at the state
  std::vector<std::vector<double>> holdingRates_;  // accelerations due to a unit reaction on each, earlier ones held

  State state_, startOfStep_;
  std::vector<std::vector<double>> positionRates_, velocityRates_;  // k_i
  std::vector<double> increment_, forces_, constraints_, otherPosition_, otherVelocity_;
  std::int64_t steps_ = 0;
};

}  // namespace slipstick
