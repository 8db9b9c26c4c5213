// Loaded on demand: computed on request
#include "core/accuracy/convergence.h"

#include <algorithm>
#include <cmath>

#include "core/math/elementary.h"

namespace slipstick {
namespace {

constexpr double roundedApart = 1e-13;  // relative difference of runs that differ only by rounding
constexpr double rounded = 1e-12;       // relative error that rounding leaves: all runs share a part of it
constexpr double tolerances = 1e-8;     // relative difference that the tolerances of Newton's method may leave
constexpr double pooled = 1e-12;        // the same, relative to all curves with the unit
constexpr double unlike = 0.2;          // relative difference of runs that have little in common
constexpr double windows = 40;          // a window has this part of the samples, see envelope()
constexpr double slight = 0.02;         // differences below this part of their mean square root need not show an order
constexpr double mostApart = 0.2;       // of the samples may lack an order if the others show one

double logOf2(double ratio) { return log(ratio) / log(2.0); }

/// The largest value within a window around each sample: an error that oscillates has zeros, where its estimate would be too small.
std::vector<double> envelope(const std::vector<double>& values) {
  const std::size_t count = values.size(), half = std::max<std::size_t>(2, static_cast<std::size_t>(static_cast<double>(count) / windows));
  std::vector<double> largest(count);
  std::vector<std::size_t> queue;  // samples with decreasing values
  std::size_t first = 0;
  for (std::size_t next = 0, sample = 0; sample < count; ++sample) {
    for (; next < count && next <= sample + half; ++next) {
      while (queue.size() > first && values[queue.back()] <= values[next]) queue.pop_back();
      queue.push_back(next);
    }
    while (queue[first] + half < sample) ++first;
    largest[sample] = values[queue[first]];
  }
  return largest;
}

/// The absolute differences of two runs in one component, or the norm over all components.
std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b, std::size_t size,
                                std::optional<std::size_t> component) {
  std::vector<double> all(a.size() / size);
  for (std::size_t sample = 0; sample < all.size(); ++sample) {
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const double difference = a[sample * size + i] - b[sample * size + i];
      if (!component || *component == i) sum += difference * difference;
    }
    all[sample] = std::sqrt(sum);
  }
  return all;
}

/// Factor from the difference of the first two runs to the error of the first.
double extrapolation(double order) {
  const double ratio = pow(2.0, order);
  return ratio / (ratio - 1);
}

/// The difference between the first two runs as both pairs of runs show it.
double firstDifference(double d1, double d2, double order) { return std::max(d1, pow(2.0, order) * d2); }

double meanSquareRoot(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(1, values.size())));
}

/// The samples at which the runs converge.
std::vector<char> convergingSamples(const std::vector<double>& d1, const std::vector<double>& d2, double noise, double most) {
  const std::vector<double> e1 = envelope(d1), e2 = envelope(d2);
  const double little = slight * meanSquareRoot(d1), ratio = pow(2.0, leastOrder);
  std::vector<char> converging(d1.size());
  for (std::size_t i = 0; i < d1.size(); ++i) {
    const double larger = std::max(e1[i], e2[i]);
    converging[i] = larger <= noise || (larger <= most && (larger <= little || ratio * e2[i] <= e1[i]));
  }
  return converging;
}

/// Decides from which sample on there is no estimate, or at which samples if only few do not converge. Returns false without any estimate.
bool settle(std::vector<char>& converging, CurveError& result) {
  const auto first = std::find(converging.begin(), converging.end(), 0);
  if (first == converging.end()) return true;
  result.apart = static_cast<std::size_t>(first - converging.begin());
  const auto apart = static_cast<double>(std::count(converging.begin(), converging.end(), 0));
  result.recovers = apart <= mostApart * static_cast<double>(converging.size()) && converging.back();
  if (result.recovers) return true;
  std::fill(first, converging.end(), 0);
  return static_cast<double>(*result.apart) >= mostApart * static_cast<double>(converging.size());
}

}  // namespace

CurveError errorOfCurve(const CurveRuns& runs, std::size_t size, const CurveScale& scale, double highestOrder) {
  CurveError result;
  result.band.assign(runs[0].size(), notEstimated);
  const std::vector<double> d1 = differences(runs[0], runs[1], size, {}), d2 = differences(runs[1], runs[2], size, {});
  const auto largestOf = [](const std::vector<double>& values) {
    return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  };
  const double differ = std::max(largestOf(d1), largestOf(d2));
  for (const std::vector<double>& run : runs)
    for (const double value : run)
      if (!std::isfinite(value)) return result.apart = 0, result;
  const double largest = std::max(scale.own, scale.unit), least = rounded * largest;
  const double noise = std::max(tolerances * scale.own, pooled * largest);
  if (differ <= roundedApart * largest) {
    result.source = ErrorSource::rounding, result.largest = least;
    std::fill(result.band.begin(), result.band.end(), result.largest);
    return result;
  }
  std::vector<char> converging = convergingSamples(d1, d2, noise, unlike * scale.own);
  if (!settle(converging, result)) return result;

  double sum1 = 0, sum2 = 0, left = 0;
  for (std::size_t i = 0; i < d1.size(); ++i)
    if (converging[i]) sum1 += d1[i] * d1[i], sum2 += d2[i] * d2[i], left = std::max({left, d1[i], d2[i]});
  const double ratio = sum1 > 0 ? std::sqrt(sum1 / sum2) : 0;  // infinite if the finer runs are equal
  result.order = ratio > 0 ? logOf2(ratio) : 0;
  constexpr double orderOfImplicit = 2;  // solvers with a Newton iteration
  const bool isOrder = result.order >= leastOrder && !(left <= noise && highestOrder <= orderOfImplicit);
  if (!isOrder && left > noise) return result;
  result.source = isOrder ? ErrorSource::steps : ErrorSource::tolerances;
  const double order = isOrder ? std::min(result.order, highestOrder) : leastOrder;
  const double factor = accuracySafety * extrapolation(order);
  for (std::size_t component = 0; component < size; ++component) {
    const std::vector<double> e1 = envelope(differences(runs[0], runs[1], size, component));
    const std::vector<double> e2 = envelope(differences(runs[1], runs[2], size, component));
    for (std::size_t i = 0; i < e1.size(); ++i) {
      if (!converging[i]) continue;
      const double difference = isOrder ? firstDifference(e1[i], e2[i], order) : left;
      const double band = std::max(least, factor * difference);
      result.band[i * size + component] = band, result.largest = std::max(result.largest, band);
    }
  }
  return result;
}

NumberError errorOfNumber(const std::array<double, accuracyRuns>& runs, double order) {
  const double d1 = std::abs(runs[0] - runs[1]), d2 = std::abs(runs[1] - runs[2]);
  const double scale = std::max({std::abs(runs[0]), std::abs(runs[1]), std::abs(runs[2])});
  const double observed = d1 > roundedApart * scale && d2 > 0 ? logOf2(d1 / d2) : notEstimated;
  const double error = accuracySafety * extrapolation(order) * firstDifference(d1, d2, order);
  const bool isOrder = observed >= leastOrder;
  return {isOrder ? observed : notEstimated, std::max(error, rounded * scale), isOrder || std::max(d1, d2) <= unlike * scale};
}

}  // namespace slipstick
