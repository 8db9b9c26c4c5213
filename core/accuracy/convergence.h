// Estimates the error of a curve and of a number from three runs with ever finer steps and tolerances, by Richardson extrapolation.
//
// Run 0 is the run itself; runs 1 and 2 have a half and a quarter of its step. With errors c h^p, the differences d1 = |y0 − y1| and
// d2 = |y1 − y2| satisfy d1/d2 = 2^p, so p = log2(d1/d2) is observed, and the error of run 0 is d1 2^p/(2^p − 1).
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace slipstick {

constexpr int accuracyRuns = 3;
/// Factor of all estimates; scripts/accuracy.mjs measures the part of the errors that they cover.
constexpr double accuracySafety = 1.5;
/// The least observed order of a converging sequence; below, the next run could differ as much again.
constexpr double leastOrder = 0.5;

constexpr double notEstimated = std::numeric_limits<double>::quiet_NaN();

/// The values of a sensor in the three runs at common times: all components of the first sample, then of the second.
using CurveRuns = std::array<std::vector<double>, accuracyRuns>;

/// The cause of the remaining error: the steps, the tolerances of the solvers, or rounding. `none`: the runs do not converge.
enum class ErrorSource { steps, tolerances, rounding, none };

struct CurveError {
  ErrorSource source = ErrorSource::none;
  double order = 0;                  // observed; only of `steps`
  std::vector<double> band;          // estimated error of each value of run 0; NaN: no estimate at this time
  double largest = 0;                // of the band
  std::optional<std::size_t> apart;  // first sample at which the runs do not converge
  bool recovers = false;             // the runs converge again after it: they differ only at a few times, as in an impact
};

/// Sizes with which differences are compared.
struct CurveScale {
  double own;   // largest absolute value of the curve
  double unit;  // of all curves with its unit, which determine its rounding: a force that should be zero is a difference of other forces
};

/// `size`: components of the curve; `highestOrder`: of the integrator.
CurveError errorOfCurve(const CurveRuns& runs, std::size_t size, const CurveScale& scale, double highestOrder);

struct NumberError {
  double order;  // observed, or NaN if its own differences do not show one
  double error;
  bool converges;  // false: the runs have little in common
};

/// `order`: the order of the curves from which the number is computed.
NumberError errorOfNumber(const std::array<double, accuracyRuns>& runs, double order);

}  // namespace slipstick
