// The energy stored in forces that depend only on positions.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/registry/values.h"

namespace slipstick {

inline constexpr double storesNothing = std::numeric_limits<double>::quiet_NaN();

/// Returns ∫ force(x) dx, exact for polynomials of degree 9, by Gauss's formula with five points in each of 16 equal parts.
template <class Force>
double integralOf(const Force& force, double from, double to) {
  constexpr double at[] = {0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640, -0.9061798459386640};
  constexpr double weights[] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665, 0.2369268850561891, 0.2369268850561891};
  constexpr int parts = 16;
  const double half = (to - from) / (2 * parts);
  double sum = 0;
  for (int part = 0; part < parts; ++part)
    for (int i = 0; i < 5; ++i) sum += weights[i] * force(from + half * (2 * part + 1 + at[i]));
  return half * sum;
}

/// Whether a user function depends only on a position: not on the time, argument 0, a velocity, or sensors.
inline bool dependsOnPosition(const UserFunction& function, int velocity) {
  return !function.reads(0) && !function.reads(velocity) && !function.reads(-1);
}

/// Whether an n × n matrix, by rows, is symmetric except for rounding. Otherwise its product with coordinates has no potential.
inline bool isSymmetric(const double* matrix, int n) {
  double largest = 0, difference = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      largest = std::max(largest, std::abs(matrix[n * i + j]));
      difference = std::max(difference, std::abs(matrix[n * i + j] - matrix[n * j + i]));
    }
  return difference <= 1e-9 * largest;
}

}  // namespace slipstick
