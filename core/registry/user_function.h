// Evaluation of user functions; included by laws that call one.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/expression/formula.h"
#include "core/math/dual.h"
#include "core/registry/values.h"

namespace slipstick {

template <class S>
inline constexpr bool hasManyDirections = false;
template <int N>
inline constexpr bool hasManyDirections<Dual<N>> = N > 1;

/// Adds the second derivative of a native function along two directions, for nested dual numbers.
template <class Host, class S>
void addSecondDerivative(const Host&, const S*, int, int, S*) {}
template <class Host>
void addSecondDerivative(const Host& host, const Dual<1, Dual<1>>* arguments, int argumentSize, int resultSize, Dual<1, Dual<1>>* result) {
  double size = 1, length = 0;
  for (int i = 0; i < argumentSize; ++i) {
    size = std::max(size, std::abs(valueOf(arguments[i])));
    length = std::max({length, std::abs(arguments[i].value.derivative[0]), std::abs(arguments[i].derivative[0].value)});
  }
  if (length == 0) return;
  const double step = 1e-4 * size / length;
  std::vector<double> point(argumentSize), values(resultSize);
  for (const double first : {1.0, -1.0})
    for (const double second : {1.0, -1.0}) {
      for (int i = 0; i < argumentSize; ++i)
        point[i] = valueOf(arguments[i]) + step * (first * arguments[i].value.derivative[0] + second * arguments[i].derivative[0].value);
      host(point.data(), values.data());
      for (int k = 0; k < resultSize; ++k) result[k].derivative[0].derivative[0] += first * second * values[k] / (4 * step * step);
    }
}

template <class S>
void UserFunction::evaluate(const S* arguments, const double* sensorValues, S* result) const {
  const auto& [components, host, argumentSize, resultSize] = *definition_;
  const auto evaluateFormulas = [&formulas = components, sensorValues](const auto* at, auto* out) {
    const double* values = sensorValues;
    for (const Formula& formula : formulas) {
      formula.evaluate(at, values, out);
      out += formula.shape().size();
      for (const SensorInput& sensor : formula.sensors()) values += sensor.size;
    }
  };
  if constexpr (!hasManyDirections<S>)
    if (!host) return evaluateFormulas(arguments, result);
  thread_local std::vector<double> point, values, low;
  point.resize(argumentSize), values.resize(resultSize), low.resize(resultSize);
  for (int i = 0; i < argumentSize; ++i) point[i] = valueOf(arguments[i]);
  if (host)
    host(point.data(), values.data());
  else
    evaluateFormulas(point.data(), values.data());
  for (int k = 0; k < resultSize; ++k) result[k] = S(values[k]);
  if constexpr (isDual<S>) {
    for (int i = 0; i < argumentSize; ++i) {
      if (std::all_of(std::begin(arguments[i].derivative), std::end(arguments[i].derivative), [](const auto& d) { return d == 0.0; }))
        continue;
      const S variation = arguments[i] - point[i];
      if (host) {
        // A native function returns only values; its derivatives are central differences.
        const double middle = point[i], step = 1e-6 * std::max(1.0, std::abs(middle));
        point[i] = middle + step, host(point.data(), values.data());
        point[i] = middle - step, host(point.data(), low.data());
        point[i] = middle;
        for (int k = 0; k < resultSize; ++k) result[k] += ((values[k] - low[k]) / (2 * step)) * variation;
      } else {
        // One argument after another, so that formulas need not be compiled for all numbers of directions.
        thread_local std::vector<Dual<1>> varied, slopes;
        varied.assign(point.begin(), point.end()), slopes.resize(resultSize);
        varied[i].derivative[0] = 1;
        evaluateFormulas(varied.data(), slopes.data());
        for (int k = 0; k < resultSize; ++k) result[k] += slopes[k].derivative[0] * variation;
      }
    }
    if (host) addSecondDerivative(host, arguments, argumentSize, resultSize, result);
  }
}

}  // namespace slipstick
