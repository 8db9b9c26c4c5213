// Dual numbers: forward-mode differentiation by N directions at once.
//
// A Dual carries a value and its derivative in N directions; every operation applies the chain rule, so a law written once as
// a template gives its force with double and its exact tangent with Dual. Duals nest: Dual<12, Dual<1>> differentiates twice.
#pragma once

#include <cmath>
#include <numbers>
#include <type_traits>

#include "core/math/elementary.h"
#include "core/math/pairs.h"

namespace slipstick {

template <int N, class T = double>
struct Dual {
  T value;
  T derivative[N];

  constexpr Dual() : value{}, derivative{} {}
  Dual(double constant) : value(constant), derivative{} {}  // constants mix freely with duals
  template <class U>
  requires(std::is_same_v<U, T> && !std::is_same_v<U, double>) Dual(const U& constant) : value(constant), derivative{} {}
  /// Returns `value`, with the derivative f of the others' derivatives in each direction.
  template <class F, class... Others>
  Dual(const T& value, F f, const Others&... others) : value(value) {
    each(N, derivative, f, others.derivative...);
  }

  /// Returns the variable for differentiation in direction `direction`.
  static Dual variable(const T& value, int direction) {
    Dual result;
    result.value = value;
    result.derivative[direction] = T(1.0);
    return result;
  }
  /// Returns f(value) with the derivative f'(value) = `slope`.
  Dual chain(const T& function, const T& slope) const {
    return {function, [s = uniform(slope)](const auto& a) { return s * a; }, *this};
  }

  Dual& operator+=(const Dual& other) {
    value += other.value;
    each(N, derivative, plus, derivative, other.derivative);
    return *this;
  }
  Dual& operator-=(const Dual& other) {
    value -= other.value;
    each(N, derivative, minus, derivative, other.derivative);
    return *this;
  }
  Dual& operator*=(const Dual& other) { return *this = *this * other; }
  Dual& operator/=(const Dual& other) { return *this = *this / other; }

  friend Dual operator-(const Dual& a) {
    return {-a.value, [](const auto& x) { return -x; }, a};
  }
  friend Dual operator+(const Dual& a, const Dual& b) { return apply<sum>(a, b); }
  friend Dual operator-(const Dual& a, const Dual& b) { return apply<difference>(a, b); }
  friend Dual operator*(const Dual& a, const Dual& b) { return apply<product>(a, b); }
  friend Dual operator/(const Dual& a, const Dual& b) { return apply<quotient>(a, b); }
  friend Dual operator+(const Dual& a, double b) { return shifted(a, b); }
  friend Dual operator+(double a, const Dual& b) { return shifted(b, a); }
  friend Dual operator-(const Dual& a, double b) { return shifted(a, -b); }
  friend Dual operator-(double a, const Dual& b) { return shifted(-b, a); }
  friend Dual operator*(const Dual& a, double b) { return apply<times>(a, b); }
  friend Dual operator*(double a, const Dual& b) { return apply<times>(b, a); }
  friend Dual operator/(const Dual& a, double b) { return apply<times>(a, 1.0 / b); }
  friend Dual operator/(double a, const Dual& b) { return Dual(a) / b; }

  // Comparisons use only the value: the branch of a law depends on numbers, not on directions.
  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend bool operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }

 private:
  static constexpr auto plus = [](const auto& x, const auto& y) { return x + y; };
  static constexpr auto minus = [](const auto& x, const auto& y) { return x - y; };

  static Dual sum(const Dual& a, const Dual& b) { return {a.value + b.value, plus, a, b}; }
  static Dual difference(const Dual& a, const Dual& b) { return {a.value - b.value, minus, a, b}; }
  static Dual product(const Dual& a, const Dual& b) {
    const T u = uniform(a.value), v = uniform(b.value);
    return {u * v, [u, v](const auto& x, const auto& y) { return x * v + u * y; }, a, b};
  }
  static Dual quotient(const Dual& a, const Dual& b) {
    const T inverse = uniform(T(1.0) / b.value), value = uniform(a.value * inverse);
    return {value, [inverse, value](const auto& x, const auto& y) { return (x - value * y) * inverse; }, a, b};
  }
  static Dual times(const Dual& a, double b) {
    return {a.value * b, [b = uniform(b)](const auto& x) { return x * b; }, a};
  }

  // Duals with one direction differentiate whole sweeps, which is not part of every step. To keep the engine for the browser small,
  // their operations are functions there.
#ifdef __wasm__
  static constexpr bool isSmall = N == 1;
#else
  static constexpr bool isSmall = false;
#endif
  template <auto f, class B>
  static Dual apply(const Dual& a, const B& b) {
    if constexpr (isSmall) return called<f>(a, b);
    return f(a, b);
  }
  template <auto f>
  [[gnu::noinline]] static Dual called(const Dual& a, const Dual& b) {
    return f(a, b);
  }
  template <auto f>
  [[gnu::noinline]] static Dual called(const Dual& a, double b) {
    return f(a, b);
  }

  static Dual shifted(Dual a, double b) {
    a.value += b;
    return a;
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

using std::abs, std::sqrt;

template <int N, class T>
SineCosine<Dual<N, T>> sineCosine(const Dual<N, T>& x);

/// The slope of the root at zero is infinite; the derivative is defined as zero there, so that |v| of a body at rest has a tangent.
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
  const auto both = sineCosine(x.value);
  return x.chain(both.sine, both.cosine);
}
template <int N, class T>
Dual<N, T> cos(const Dual<N, T>& x) {
  const auto both = sineCosine(x.value);
  return x.chain(both.cosine, -both.sine);
}
template <int N, class T>
SineCosine<Dual<N, T>> sineCosine(const Dual<N, T>& x) {
  const auto both = sineCosine(x.value);
  return {x.chain(both.sine, both.cosine), x.chain(both.cosine, -both.sine)};
}
template <int N, class T>
Dual<N, T> tan(const Dual<N, T>& x) {
  const T value = tan(x.value);
  return x.chain(value, T(1.0) + value * value);
}
/// At ±1 the slope is infinite and defined as zero, as for the root; the same for acos.
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
  const T angle = atan2(y.value, x.value);
  const T square = x.value * x.value + y.value * y.value;
  if (valueOf(square) == 0) return angle;
  return {angle,
          [u = uniform(x.value), v = uniform(y.value), w = uniform(T(1.0) / square)](const auto& a, const auto& b) {
            return (b * u - a * v) * w;
          },
          x, y};
}
/// Constant exponent: the usual case in contact laws. |x|^p with p > 0 has slope 0 at x = 0, except for p = 1.
template <int N, class T>
Dual<N, T> pow(const Dual<N, T>& x, double exponent) {
  if (exponent == 1) return x;
  if (exponent == 2) return x * x;
  const T value = pow(x.value, exponent);
  return x.chain(value, valueOf(x) == 0 ? T(0.0) : exponent * pow(x.value, exponent - 1));
}
/// Variable exponent. If x is not positive, the logarithm does not exist and the derivative with respect to the exponent is zero.
template <int N, class T>
Dual<N, T> pow(const Dual<N, T>& x, const Dual<N, T>& exponent) {
  T slope{};
  if (valueOf(x) != 0) {
    slope = exponent.value * pow(x.value, exponent.value - 1.0);
  } else if (valueOf(exponent) == 1) {
    slope = T(1.0);
  } else if (valueOf(exponent) == 2) {
    slope = 2.0 * x.value;
  }
  const T value = pow(x.value, exponent.value);
  const T growth = valueOf(x) > 0 ? value * log(x.value) : T(0.0);
  return {value, [u = uniform(slope), v = uniform(growth)](const auto& a, const auto& b) { return u * a + v * b; }, x, exponent};
}
/// At the origin the derivative is defined as zero, as for |v|.
template <int N, class T>
Dual<N, T> hypot(const Dual<N, T>& a, const Dual<N, T>& b) {
  const T length = hypot(a.value, b.value);
  if (valueOf(length) == 0) return length;
  return {length,
          [u = uniform(a.value), v = uniform(b.value), w = uniform(T(1.0) / length)](const auto& x, const auto& y) {
            return (u * x + v * y) * w;
          },
          a, b};
}

}  // namespace slipstick
