// Rotations: parametrisations against elementary rotations, and back.

#include "core/math/rotations.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/core/support/variation.h"

namespace slipstick::testing {
namespace {

void expectNear(const Matrix3& a, const Matrix3& b, double tolerance = 1e-14) {
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(a[i / 3][i % 3], b[i / 3][i % 3], tolerance) << i;
}

TEST(Rotations, TurnByTheRightHand) {
  const double quarter = std::numbers::pi / 2;
  const Vector3 z = rotationX(quarter) * Vector3{0, 1, 0}, x = rotationY(quarter) * Vector3{0, 0, 1},
                y = rotationZ(quarter) * Vector3{1, 0, 0};
  EXPECT_NEAR(z.z, 1, 1e-15);
  EXPECT_NEAR(x.x, 1, 1e-15);
  EXPECT_NEAR(y.y, 1, 1e-15);
}

TEST(Rotations, ComposeWithoutLosingSmallAngles) {
  for (const double size : {1e-9, 1e-6, 1e-3}) {
    const Vector3 turn = size * Vector3{1, 2, -3};
    const Vector3 found = composeRotations({}, turn), none = composeRotations(turn, -turn);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], turn[i], 1e-15 * norm(turn)) << size;
    EXPECT_LT(norm(none), 1e-15 * norm(turn)) << size;
  }
  Random random(43);
  for (int trial = 0; trial < 50; ++trial) {
    Vector3 first, second;
    for (int i = 0; i < 3; ++i) first[i] = random.between(-2, 2), second[i] = random.between(-2, 2);
    expectNear(rotationExp(composeRotations(first, second)), rotationExp(first) * rotationExp(second));
  }
}

TEST(Rotations, ReturnTheirTaitBryanAngles) {
  Random random(41);
  for (int trial = 0; trial < 50; ++trial) {
    const Vector3 angles{random.between(-3, 3), random.between(-1.5, 1.5), random.between(-3, 3)};
    const Vector3 found = taitBryanAngles(rotationX(angles.x) * rotationY(angles.y) * rotationZ(angles.z));
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], angles[i], 1e-13);  // the second angle comes near the singularity: 1e-15 / cos 1.5
  }
}

TEST(Rotations, ReturnTheirQuaternionForAnyAngle) {
  Random random(42);
  for (int trial = 0; trial < 200; ++trial) {
    // Half turns, too, for which the trace gives no information.
    const Vector3 axis = trial < 3 ? Vector3{trial == 0 ? 1.0 : 0.0, trial == 1 ? 1.0 : 0.0, trial == 2 ? 1.0 : 0.0} : random.direction();
    const double half = trial < 10 ? std::numbers::pi / 2 : random.between(0, std::numbers::pi / 2);
    const double expected[4] = {std::cos(half), std::sin(half) * axis.x, std::sin(half) * axis.y, std::sin(half) * axis.z};
    const Matrix3 matrix = EulerParameters::matrix(expected);
    double found[4];
    quaternion(matrix, found);
    EXPECT_NEAR(found[0] * found[0] + found[1] * found[1] + found[2] * found[2] + found[3] * found[3], 1, 1e-15);
    expectNear(EulerParameters::matrix(found), matrix);
  }
}

/// Angles on both sides of the switch to series, and near half a turn.
TEST(Rotations, HaveALogarithmWithItsDerivatives) {
  Random random(44);
  for (const double angle : {0.0, 1e-9, 1e-4, 1.99e-3, 2.01e-3, 0.0199, 0.0201, 0.3, 1.5, 3.0, 3.141})
    for (int trial = 0; trial < 10; ++trial) {
      const Vector3 vector = angle * random.direction(), change = random.direction(), displacement = random.direction();
      Vec3<Dual1> varied;
      for (int i = 0; i < 3; ++i) varied[i].value = vector[i], varied[i].derivative[0] = change[i];
      const Mat3<Dual1> rotation = rotationExp(varied);
      const RotationLogarithm<Dual1> logarithm(rotation);
      const Mat3<Dual1> twice = logarithm.half * logarithm.half;
      const Vec3<Dual1> d{Dual1(displacement.x), Dual1(displacement.y), Dual1(displacement.z)};
      const Vec3<Dual1> found = logarithm.displacement(d), expected = transposeTimes(inverseTangentOperator(varied), d);
      for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(logarithm.vector[i].value, vector[i], 1e-14) << angle;
        EXPECT_NEAR(logarithm.vector[i].derivative[0], change[i], 1e-11) << angle;
        EXPECT_NEAR(found[i].value, expected[i].value, 1e-13) << angle;
        EXPECT_NEAR(found[i].derivative[0], expected[i].derivative[0], 1e-11) << angle;
        for (int j = 0; j < 3; ++j) {
          EXPECT_NEAR(twice[i][j].value, rotation[i][j].value, 1e-14) << angle;
          EXPECT_NEAR(twice[i][j].derivative[0], rotation[i][j].derivative[0], 1e-13) << angle;
        }
      }
    }
}

/// A, G and Ḡ of each parametrisation are consistent: Ȧ = ω̃ A = A ω̄~ along the rates; the differences have rounding errors of 1e-16 /
/// 1e-6.
template <class P>
void expectRatesOfMatrix(const double* p, const double* rates) {
  double high[P::size], low[P::size], global[3][P::size], local[3][P::size];
  for (int i = 0; i < P::size; ++i) high[i] = p[i] + 1e-6 * rates[i], low[i] = p[i] - 1e-6 * rates[i];
  const Matrix3 a = P::matrix(p), rate = 0.5e6 * (P::matrix(high) + -1.0 * P::matrix(low));
  P::globalRates(p, global), P::localRates(p, local);
  Vector3 omega, omegaLocal;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < P::size; ++j) omega[i] += global[i][j] * rates[j], omegaLocal[i] += local[i][j] * rates[j];
  expectNear(skew(omega) * a, rate, 1e-9);
  expectNear(a * skew(omegaLocal), rate, 1e-9);
}
TEST(Rotations, HaveRatesThatBelongToTheMatrix) {
  const double theta[4] = {0.1, -0.7, 0.5, 0.5}, rates[4] = {0.7, 0.1, 0.4, -0.4};  // of norm 1, and across
  expectRatesOfMatrix<EulerParameters>(theta, rates);
  const double angles[3] = {0.5, -1.1, 2}, angleRates[3] = {0.3, 0.8, -0.6};
  expectRatesOfMatrix<TaitBryanAngles>(angles, angleRates);
}

}  // namespace
}  // namespace slipstick::testing
