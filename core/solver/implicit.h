// Implicit integrator; see implicit.cpp for the method.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/solver/discontinuous.h"
#include "core/solver/exudyn_ways.h"
#include "core/solver/newton_equations.h"
#include "core/solver/solver.h"
#include "core/solver/step_clock.h"
#include "core/solver/step_size.h"
#include "core/system/bytes.h"

namespace slipstick {

/// Coefficients of generalized-alpha (from the spectral radius at infinite frequency) or Newmark.
struct ImplicitCoefficients {
  explicit ImplicitCoefficients(const GeneralizedAlphaSettings& settings);
  double alphaM, alphaF, beta, gamma;
};

class ImplicitSolver final : public Solver {
 public:
  ImplicitSolver(const System& system, Workspace& workspace, const AnalysisStep& settings, const State& initial, Statistics& statistics);

  bool start() override;
  Result step() override;
  std::unique_ptr<Solver> clone() const override { return std::make_unique<ImplicitSolver>(*this); }
  std::size_t bytes() const override {
    return sizeof *this + bytesOf(state_, startOfStep_, algorithmic_, algorithmicAtStart_, increment_, startJerk_, change_, norms_) +
           equations_.bytes();
  }
  void disturbed() override { equations_.newton.tangentIsOld = true, equations_.forgetSteps(); }
  const State& state() const override { return state_; }
  double startTime() const override { return settings_.startTime; }
  double endTime() const override { return settings_.endTime; }
  double stepSize() const override { return stepSize_.size(); }

  // The interface that Newton and the discontinuous iteration require of a problem.
  void predict();
  bool guess();
  bool repeat();
  double residual();
  bool factorize();
  double update();
  double lastPart() { return equations_.increments().lastPart(); }
  /// A change of contacts changes the equations, so the contraction of earlier solutions does not count.
  bool needsLastResidual() const { return wasJudged_ || equations_.redundancy().sharing(); }
  bool tooLarge(double bound) const;
  double rounding() {
    return equations_.rounding(state_, [this] { residual(); });
  }
  void finish();
  PostNewton postNewton();
  void restart();

 private:
  static GeneralizedAlphaSettings withSolver(const AnalysisStep& settings);
  void judgeContacts();
  void computeInitialAccelerations();
  void setStep(double h);
  std::vector<int> eulerParameters() const;
  void keepNorms();
  void noteSpin(double step);
  void noteAlternation();
  void noteUnsettled(double error);
  double apply(const double* x);
  Result accept(const StepClock::Step& step, const DiscontinuousOutcome& outcome);
  bool ahead(double time, State& end);
  int worstEquation() const;
  void describeStop(const DiscontinuousOutcome& outcome, double time, double h, int worst);
  bool stopFor(const Message& redundancy);

  const System& system_;
  Workspace& workspace_;
  Evaluation at_;  // the last evaluation of forces
  const AnalysisStep& settings_;
  Statistics& statistics_;
  const GeneralizedAlphaSettings alpha_;
  const ExudynWays ways_;
  const ImplicitCoefficients coefficients_;
  StepSize stepSize_;
  StepClock clock_;
  const ConstraintLevel level_;
  const bool isDiscontinuous_;  // the system
  const bool itemsLook_;        // at solutions of Newton
  const bool reactionsTurn_;    // whether the tangent includes the rotation of constraint reactions with bodies
  bool isPredicted_ = true;     // the state has no multipliers yet
  bool pathIsFree_ = false;     // Newton need not follow the path of the configured method
  bool isRestarted_ = false;    // the step was restarted with other contact states or another Newton method
  bool wasJudged_ = false;      // the contacts of the step were judged at a solution
  bool isEvaluated_ = false;    // at_ is an evaluation of the state
  bool losesTurns_ = false;     // in the last attempt, see PostNewton
  NewtonEquations equations_;

  State state_, startOfStep_;
  std::vector<double> algorithmic_, algorithmicAtStart_;  // a of generalized-alpha
  std::vector<double> increment_;                         // increment of the coordinates: the last one, or the sum over the step
  std::vector<double> startJerk_;                         // jerk of prescribed motion, for the first step; or empty
  std::vector<double> change_;                            // change of accelerations in the last step if they may alternate; or empty
  int alternations_ = 0;                                  // consecutive steps with alternating accelerations
  const std::vector<int> norms_;                          // first Euler parameters of nodes whose norm is a constraint at position level
  int farSteps_ = 0;                                      // steps in which a node rotated too far
  bool saysFar_ = false;
  double step_ = -1, betaPrime_ = 0, gammaPrime_ = 0, scale_ = 0;
  double sizeBeforeEnd_ = -1;               // size of a step before it was shortened to meet the end
  double recommendedStep_ = -1;             // by items that judged the last attempt
  std::int64_t steps_ = 0, calmSteps_ = 0;  // calmSteps_: steps since contacts last required a repeated solution
  std::int64_t unsettledSteps_ = 0;         // steps accepted with contact states that disagree with their solution
  double largestError_ = 0;                 // largest error of these contact states, N
  bool saysUnsettled_ = false;              // the caution has been reported
};

}  // namespace slipstick
