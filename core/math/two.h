// Two numbers computed at once, as a scalar type for templates: each is treated like a double.
#pragma once

#include "core/math/pairs.h"

namespace slipstick {

struct Two {
  Pair pair{};

  Two() = default;
  explicit Two(const Pair& numbers) : pair(numbers) {}
  explicit Two(double both) : pair(makePair(both, both)) {}
  Two(double first, double second) : pair(makePair(first, second)) {}
  double operator[](int i) const { return pair[i]; }

  Two& operator+=(const Two& b) {
    pair += b.pair;
    return *this;
  }
  Two& operator-=(const Two& b) {
    pair -= b.pair;
    return *this;
  }
};

inline Two operator+(const Two& a, const Two& b) { return Two(a.pair + b.pair); }
inline Two operator-(const Two& a, const Two& b) { return Two(a.pair - b.pair); }
inline Two operator-(const Two& a) { return Two(-a.pair); }
inline Two operator*(const Two& a, const Two& b) { return Two(a.pair * b.pair); }
inline Two operator/(const Two& a, const Two& b) { return Two(a.pair / b.pair); }
inline Two operator-(const Two& a, double b) { return Two(a.pair - uniform(b)); }
inline Two operator*(double a, const Two& b) { return Two(uniform(a) * b.pair); }
inline Two sqrt(const Two& a) { return {__builtin_sqrt(a[0]), __builtin_sqrt(a[1])}; }

}  // namespace slipstick
