// Dual numbers: forward-mode differentiation by N directions at once.
//
// A Dual carries a value and its derivative in N directions; every operation applies the chain rule, so a law written once as
// a template gives its force with double and its exact tangent with Dual. Duals nest: Dual<12, Dual<1>> differentiates twice.
#pragma once

#include <cmath>
#include <numbers>
#include <type_traits>

namespace slipstick {

template <int N, class T = double>
struct Dual {
  T value{};
  T derivative[N]{};

  Dual() = default;
  Dual(double constant) : value(constant) {}  // NOLINT(google-explicit-constructor): constants mix freely with duals
  template <class U>
  requires(std::is_same_v<U, T> && !std::is_same_v<U, double>) Dual(const U& constant)
      : value(constant) {}  // NOLINT(google-explicit-constructor)

  /// The variable that direction `direction` differentiates by.
  static Dual variable(const T& value, int direction) {
    Dual result;
    result.value = value;
    result.derivative[direction] = T(1.0);
    return result;
  }
  /// f(value) whose derivative f'(value) is `slope`.
  Dual chain(const T& function, const T& slope) const {
    Dual result;
    result.value = function;
    for (int i = 0; i < N; ++i) result.derivative[i] = slope * derivative[i];
    return result;
  }

  Dual& operator+=(const Dual& other) {
    value += other.value;
    for (int i = 0; i < N; ++i) derivative[i] += other.derivative[i];
    return *this;
  }
  Dual& operator-=(const Dual& other) {
    value -= other.value;
    for (int i = 0; i < N; ++i) derivative[i] -= other.derivative[i];
    return *this;
  }
  Dual& operator*=(const Dual& other) { return *this = *this * other; }
  Dual& operator/=(const Dual& other) { return *this = *this / other; }

  friend Dual operator-(const Dual& a) {
    Dual result;
    result.value = -a.value;
    for (int i = 0; i < N; ++i) result.derivative[i] = -a.derivative[i];
    return result;
  }
  friend Dual operator+(const Dual& a, const Dual& b) {
    Dual result;
    result.value = a.value + b.value;
    for (int i = 0; i < N; ++i) result.derivative[i] = a.derivative[i] + b.derivative[i];
    return result;
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    Dual result;
    result.value = a.value - b.value;
    for (int i = 0; i < N; ++i) result.derivative[i] = a.derivative[i] - b.derivative[i];
    return result;
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    Dual result;
    result.value = a.value * b.value;
    for (int i = 0; i < N; ++i) result.derivative[i] = a.derivative[i] * b.value + a.value * b.derivative[i];
    return result;
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    Dual result;
    const T inverse = T(1.0) / b.value;
    result.value = a.value * inverse;
    for (int i = 0; i < N; ++i) result.derivative[i] = (a.derivative[i] - result.value * b.derivative[i]) * inverse;
    return result;
  }
  friend Dual operator+(const Dual& a, double b) { return shifted(a, b); }
  friend Dual operator+(double a, const Dual& b) { return shifted(b, a); }
  friend Dual operator-(const Dual& a, double b) { return shifted(a, -b); }
  friend Dual operator-(double a, const Dual& b) { return shifted(-b, a); }
  friend Dual operator*(const Dual& a, double b) { return scaled(a, b); }
  friend Dual operator*(double a, const Dual& b) { return scaled(b, a); }
  friend Dual operator/(const Dual& a, double b) { return scaled(a, 1.0 / b); }
  friend Dual operator/(double a, const Dual& b) { return Dual(a) / b; }

  // Comparisons look at the value alone: a branch of a law is chosen by numbers, not by directions.
  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend bool operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }

 private:
  static Dual shifted(Dual a, double b) {
    a.value += b;
    return a;
  }
  static Dual scaled(const Dual& a, double b) {
    Dual result;
    result.value = a.value * b;
    for (int i = 0; i < N; ++i) result.derivative[i] = a.derivative[i] * b;
    return result;
  }
};

inline double valueOf(double x) { return x; }
template <int N, class T>
double valueOf(const Dual<N, T>& x) {
  return valueOf(x.value);
}

template <class S>
inline constexpr bool isDual = false;
template <int N, class T>
inline constexpr bool isDual<Dual<N, T>> = true;

using std::abs, std::sqrt, std::exp, std::log, std::sin, std::cos, std::tan, std::asin, std::acos, std::atan, std::atan2;
using std::sinh, std::cosh, std::tanh, std::pow, std::hypot, std::log10;

/// The root's slope at zero is infinite; there the derivative is taken as zero, so that |v| of a body at rest has a tangent.
template <int N, class T>
Dual<N, T> sqrt(const Dual<N, T>& x) {
  const T root = sqrt(x.value);
  return x.chain(root, valueOf(root) > 0 ? T(0.5) / root : T(0.0));
}
template <int N, class T>
Dual<N, T> abs(const Dual<N, T>& x) {
  return valueOf(x) < 0 ? -x : x;
}
template <int N, class T>
Dual<N, T> exp(const Dual<N, T>& x) {
  const T value = exp(x.value);
  return x.chain(value, value);
}
template <int N, class T>
Dual<N, T> log(const Dual<N, T>& x) {
  return x.chain(log(x.value), T(1.0) / x.value);
}
template <int N, class T>
Dual<N, T> log10(const Dual<N, T>& x) {
  return x.chain(log10(x.value), T(1.0) / (std::numbers::ln10 * x.value));
}
template <int N, class T>
Dual<N, T> sin(const Dual<N, T>& x) {
  return x.chain(sin(x.value), cos(x.value));
}
template <int N, class T>
Dual<N, T> cos(const Dual<N, T>& x) {
  return x.chain(cos(x.value), -sin(x.value));
}
template <int N, class T>
Dual<N, T> tan(const Dual<N, T>& x) {
  const T value = tan(x.value);
  return x.chain(value, T(1.0) + value * value);
}
/// At ±1 the slope is infinite and taken as zero, like that of the root; the same for acos.
template <int N, class T>
Dual<N, T> asin(const Dual<N, T>& x) {
  const T root = sqrt(T(1.0) - x.value * x.value);
  return x.chain(asin(x.value), valueOf(root) == 0 ? T(0.0) : T(1.0) / root);
}
template <int N, class T>
Dual<N, T> acos(const Dual<N, T>& x) {
  const T root = sqrt(T(1.0) - x.value * x.value);
  return x.chain(acos(x.value), valueOf(root) == 0 ? T(0.0) : T(-1.0) / root);
}
template <int N, class T>
Dual<N, T> atan(const Dual<N, T>& x) {
  return x.chain(atan(x.value), T(1.0) / (T(1.0) + x.value * x.value));
}
template <int N, class T>
Dual<N, T> sinh(const Dual<N, T>& x) {
  return x.chain(sinh(x.value), cosh(x.value));
}
template <int N, class T>
Dual<N, T> cosh(const Dual<N, T>& x) {
  return x.chain(cosh(x.value), sinh(x.value));
}
template <int N, class T>
Dual<N, T> tanh(const Dual<N, T>& x) {
  const T value = tanh(x.value);
  return x.chain(value, T(1.0) - value * value);
}
template <int N, class T>
Dual<N, T> atan2(const Dual<N, T>& y, const Dual<N, T>& x) {
  Dual<N, T> result;
  result.value = atan2(y.value, x.value);
  const T square = x.value * x.value + y.value * y.value;
  if (valueOf(square) == 0) return result;
  const T inverse = T(1.0) / square;
  for (int i = 0; i < N; ++i) result.derivative[i] = (y.derivative[i] * x.value - x.derivative[i] * y.value) * inverse;
  return result;
}
/// Constant exponent: the usual case in contact laws; |x|^p with p > 0 has slope 0 at x = 0 here unless p = 1.
template <int N, class T>
Dual<N, T> pow(const Dual<N, T>& x, double exponent) {
  if (exponent == 1) return x;
  if (exponent == 2) return x * x;
  const T value = pow(x.value, exponent);
  return x.chain(value, valueOf(x) == 0 ? T(0.0) : exponent * pow(x.value, exponent - 1));
}
/// Variable exponent. Where x is not positive the logarithm does not exist and the exponent's direction counts nothing.
template <int N, class T>
Dual<N, T> pow(const Dual<N, T>& x, const Dual<N, T>& exponent) {
  Dual<N, T> result;
  T slope{};
  if (valueOf(x) != 0) {
    slope = exponent.value * pow(x.value, exponent.value - 1.0);
  } else if (valueOf(exponent) == 1) {
    slope = T(1.0);
  } else if (valueOf(exponent) == 2) {
    slope = 2.0 * x.value;
  }
  result.value = pow(x.value, exponent.value);
  const T growth = valueOf(x) > 0 ? result.value * log(x.value) : T(0.0);
  for (int i = 0; i < N; ++i) result.derivative[i] = slope * x.derivative[i] + growth * exponent.derivative[i];
  return result;
}
/// At the origin the derivative is taken as zero, like that of |v|.
template <int N, class T>
Dual<N, T> hypot(const Dual<N, T>& a, const Dual<N, T>& b) {
  Dual<N, T> result;
  result.value = hypot(a.value, b.value);
  if (valueOf(result.value) == 0) return result;
  const T inverse = T(1.0) / result.value;
  for (int i = 0; i < N; ++i) result.derivative[i] = (a.value * a.derivative[i] + b.value * b.derivative[i]) * inverse;
  return result;
}

}  // namespace slipstick
