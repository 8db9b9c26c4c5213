// What a linear model shows: poles, zeros, frequency response, step response.
#pragma once

#include <vector>

#include "core/math/complex.h"
#include "core/solver/linear_model.h"

namespace slipstick {

/// The eigenvalues of A, ascending by absolute value.
std::vector<Complex> polesOf(const LinearModel& model);
/// The real part above which a pole counts as unstable: multiple poles at 0 have rounding errors of both signs.
double stabilityLimit(const std::vector<Complex>& poles);

struct Zeros {
  bool responds = true;  // whether the output depends on the input
  std::vector<Complex> values;
};
/// The zeros of the transfer function from an input to an output, and the poles that it does not contain.
Zeros zerosOf(const LinearModel& model, int output, int input);

/// Evaluates C (iω − A)⁻¹ B + D. A is reduced to Hessenberg form once, so each frequency takes only n² operations.
class FrequencyResponse {
 public:
  explicit FrequencyResponse(const LinearModel& model);
  /// Returns the value for each output and input, by rows; not finite at an undamped pole.
  std::vector<Complex> at(double angularFrequency) const;

 private:
  Eigen::MatrixXd a_, b_, c_, d_;
};
/// Returns angular frequencies from a tenth of the slowest pole to ten times the fastest one, denser at resonances.
std::vector<double> frequenciesFor(const std::vector<Complex>& poles);

struct StepResponse {
  std::vector<double> times;
  std::vector<double> values;  // by time, then by output, then by input
};
/// Returns the outputs after a unit step of each input, exact at its times: with x(t + h) = Φ x(t) + Γ u, Φ = e^{Ah}.
StepResponse stepResponse(const LinearModel& model, double duration, int intervals);
/// Returns the time in which the slowest motion decays, oscillates several times, or grows.
double durationFor(const std::vector<Complex>& poles);

}  // namespace slipstick
