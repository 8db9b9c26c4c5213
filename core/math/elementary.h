// Elementary functions with bit-identical results on every computer: composed only of + − × ÷ √ and integers, whose rounding IEEE 754
// defines.
//
// core does not use the C library's functions because each library, and each version, rounds slightly differently. Errors are below 0.55
// units in the last place; tests/core/math/elementary.cpp measures them. Special values follow annex F of the C standard. Functions
// defined by IEEE 754 (sqrt, floor, remainder …) are taken from the library.
#pragma once

namespace slipstick {

double exp(double x);
/// Natural logarithm, and the logarithm to base 10, which is exact for powers of 10.
double log(double x);
double log10(double x);
double pow(double x, double exponent);

/// Angles in rad, of any size.
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

/// √(x² + y²), without intermediate overflow.
double hypot(double x, double y);

template <class S>
struct SineCosine {
  S sine, cosine;
};
/// Computes both at little more than the cost of one.
SineCosine<double> sineCosine(double angle);

/// Returns e with 2^e ≤ |x| < 2^(e + 1); x is finite and not 0.
int binaryExponent(double x);
/// Returns 2^e, or 0 or infinity outside the range of double.
double powerOfTwo(int e);

}  // namespace slipstick
