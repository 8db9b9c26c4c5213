// Constants of the elementary functions. scripts/elementary_tables.py writes their values; this file documents them.
//
// They are stored in memory, including polynomials: browsers load a number faster than they create one from code.
#pragma once

#include <cstdint>

namespace slipstick::elementary {

/// π/2 in parts of 33, 33 and 53 bits, so that products with a 20-bit number are exact; also in two doubles.
extern const double quarterTurn1, quarterTurn2, quarterTurn3, halfPi, halfPiRest;
extern const double twoOverPi;
/// 2/π = Σ word[i] 2^(−32 (i + 1)).
extern const std::uint32_t twoOverPiWords[40];

/// sin r = r + r³ p(r²), |r| ≤ 1/4; the same and cos d = 1 + d² p(d²) for |d| ≤ 1/128.
extern const double smallSineTerms[5], sineTerms[2], cosineTerms[3];
/// Sine and cosine of j/64, each as a double and its error.
struct SineAndCosine {
  double sine, cosine;
  float sineRest, cosineRest;
};
extern const SineAndCosine sines[52];

/// ln 2/64 in two parts, the first short enough for exact products with integers up to 2^17.
extern const double expStep, expStepRest, expStepInverse;
/// exp r = 1 + r + r²/2 + r³ p(r), |r| ≤ ln 2/128.
extern const double expTerms[4];
/// 2^(j/64) = head (1 + rest).
struct Power {
  double head;
  float rest;
};
extern const Power powers[64];

/// ln 2 in two parts, the first a multiple of 2^−42 like the heads of `logarithms`, so that k ln 2 + ln c is exact there. 1/ln 10, with
/// a short first part.
extern const double logTwo, logTwoRest, logTenInverse, logTenInverseRest;
/// ln(1 + r) = r − r²/2 + r³ p(r), |r| ≤ 0.0056.
extern const double logTerms[7];
/// 1/c in 9 bits with c near 1 + i/128 (half of that from i = 53), and ln c = head + rest.
struct Logarithm {
  double inverse, head, rest;
};
extern const Logarithm logarithms[128];

/// atan x = x + x³ p(x²), |x| ≤ 0.2.
extern const double arcTangentTerms[8];
/// atan((i + 25)/128).
struct ArcTangent {
  double head;
  float rest;
};
extern const ArcTangent arcTangents[104];
/// asin x = x + x³ p(x²), |x| ≤ 0.25.
extern const double arcSineTerms[9];
/// asin n and √(1 − n²) of n = (i + 32)/128.
struct ArcSine {
  double head, cosine;
  float rest;
};
extern const ArcSine arcSines[59];

/// sinh x = x + x³ p(x²), |x| ≤ 0.3; tanh in the same way, |x| ≤ 0.15.
extern const double hyperbolicSineTerms[5], hyperbolicTangentTerms[7];

}  // namespace slipstick::elementary
