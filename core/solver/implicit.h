// Implicit integrator; see implicit.cpp for the method.
#pragma once

#include <memory>
#include <vector>

#include "core/solver/discontinuous.h"
#include "core/solver/linear_solver.h"
#include "core/solver/redundancy.h"
#include "core/solver/solver.h"
#include "core/solver/step_size.h"

namespace slipstick {

/// Coefficients of generalized-alpha (from the spectral radius at infinite frequency) or Newmark.
struct ImplicitCoefficients {
  explicit ImplicitCoefficients(const GeneralizedAlphaSettings& settings);
  double alphaM, alphaF, beta, gamma;
};

class ImplicitSolver final : public Solver {
 public:
  ImplicitSolver(System& system, const AnalysisStep& settings, const State& initial, Statistics& statistics);

  bool start() override;
  Result step() override;
  const State& state() const override { return state_; }
  double startTime() const override { return settings_.startTime; }
  double endTime() const override { return settings_.endTime; }
  double stepSize() const override { return stepSize_.size(); }

  // What Newton and the discontinuous iteration ask of a problem.
  void predict();
  double residual();
  bool factorize();
  double update();
  bool tooLarge(double bound) const;
  void finish();
  PostNewton postNewton();
  void restart();

 private:
  static GeneralizedAlphaSettings withSolver(const AnalysisStep& settings);
  void computeInitialAccelerations();
  void setStep(double h);
  int worstEquation() const;
  void describeStop(const DiscontinuousOutcome& outcome, double time, double h, int worst);
  bool stopForRedundancy(bool contradictoryOnly = false);
  bool beginSharing();
  void findShared(int known);

  System& system_;
  const AnalysisStep& settings_;
  Statistics& statistics_;
  const GeneralizedAlphaSettings alpha_;
  const ImplicitCoefficients coefficients_;
  StepSize stepSize_;
  const ConstraintLevel level_;
  std::unique_ptr<LinearSolver> linear_;

  State state_, startOfStep_;
  std::vector<double> algorithmic_, algorithmicAtStart_;  // a of generalized-alpha
  std::vector<double> increment_;                         // of the coordinates: the last one, or the sum of the step's
  std::vector<double> rightSide_;                         // residual, then solution of the linear system
  double step_ = -1, betaPrime_ = 0, gammaPrime_ = 0, scale_ = 0;
  double recommendedStep_ = -1;  // of the last executed PostNewton
  bool tangentIsOld_ = true;
  bool redundantAtStart_ = false;
  SharedLoads shared_;
  bool sharing_ = false;  // constraints that follow from others were met
  double defect_ = 0;     // of equations that the others hold
  long steps_ = 0;
};

}  // namespace slipstick
