// Elementary functions with the same bits on every computer: made of + − × ÷ √ and whole numbers alone, which IEEE 754 rounds in one way.
//
// The C library's are not used in core: each library, and each version of one, rounds a little differently.
// Errors stay below 0.55 units in the last place; tests/core/math/elementary.cpp measures them. Special values are those of annex F of
// the C standard. What IEEE 754 prescribes itself (sqrt, floor, remainder …) stays with the library.
#pragma once

namespace slipstick {

double exp(double x);
/// Natural logarithm, and the one to base 10, which is exact for powers of 10.
double log(double x);
double log10(double x);
double pow(double x, double exponent);

/// Angles in rad, however large.
double sin(double angle);
double cos(double angle);
double tan(double angle);
double asin(double x);
double acos(double x);
double atan(double x);
double atan2(double y, double x);

double sinh(double x);
double cosh(double x);
double tanh(double x);

/// √(x² + y²), without overflow on the way.
double hypot(double x, double y);

template <class S>
struct SineCosine {
  S sine, cosine;
};
/// Both at the cost of little more than one.
SineCosine<double> sineCosine(double angle);

/// e with 2^e ≤ |x| < 2^(e + 1); x is finite and not 0.
int binaryExponent(double x);
/// 2^e, 0 or infinite where that is no double.
double powerOfTwo(int e);

}  // namespace slipstick
