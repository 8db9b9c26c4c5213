// Evaluation of user functions; included where a law calls one.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/expression/program.h"
#include "core/registry/values.h"

namespace slipstick {

template <class S>
void UserFunction::evaluate(const S* arguments, const double* sensorValues, S* result) const {
  if (!host_) {
    for (const Formula& formula : components_) {
      formula.evaluate(arguments, sensorValues, result);
      result += formula.shape().size();
      for (const SensorInput& sensor : formula.sensors()) sensorValues += sensor.size;
    }
    return;
  }
  // A native function gives values only; its derivatives are central differences, 2 calls an argument that varies.
  thread_local std::vector<double> point, low, high;
  point.resize(argumentSize_), low.resize(resultSize_), high.resize(resultSize_);
  for (int i = 0; i < argumentSize_; ++i) point[i] = valueOf(arguments[i]);
  host_(point.data(), high.data());
  for (int k = 0; k < resultSize_; ++k) result[k] = S(high[k]);
  if constexpr (isDual<S>) {
    for (int i = 0; i < argumentSize_; ++i) {
      if (std::all_of(std::begin(arguments[i].derivative), std::end(arguments[i].derivative), [](const auto& d) { return d == 0.0; }))
        continue;
      const double step = 1e-6 * std::max(1.0, std::abs(point[i]));
      const double middle = point[i];
      const S variation = arguments[i] - middle;
      point[i] = middle + step, host_(point.data(), high.data());
      point[i] = middle - step, host_(point.data(), low.data());
      point[i] = middle;
      for (int k = 0; k < resultSize_; ++k) result[k] += ((high[k] - low[k]) / (2 * step)) * variation;
    }
  }
}

}  // namespace slipstick
