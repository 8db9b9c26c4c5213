// A free rigid body: momentum and kinetic energy are conserved, and a symmetric body precesses as in the closed form (Goldstein, Classical
// Mechanics, 5.6). With J1 = J2 = J and J3, the spin ω3 is constant and (ω1, ω2) rotates with Ω = (J3 − J) / J ω3.

#include <gtest/gtest.h>

#include <cmath>

#include "core/math/vector.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

constexpr double inertia[3] = {0.01, 0.02, 0.03};

/// Spin (1, 2, 3) rad/s and velocity (1, −1, 0.5) m/s for 2 s, in the given parametrisation; angles stay away from the singularity.
Recorded freeBody(const std::string& node, const std::string& spin, double step,
                  const std::string& tensor = "[0.01, 0.02, 0.03, 0, 0, 0]") {
  const std::string reference = node == "RigidBodyEP" ? "[0, 0, 0, 1, 0, 0, 0]" : "[0, 0, 0, 0, 0, 0]";
  return run(R"({"slipstick": 1, "parameters": {"h": )" + std::to_string(step) + R"(},
    "nodes": [{"type": ")" +
             node + R"(", "referenceCoordinates": )" + reference + R"(, "initialVelocities": [1, -1, 0.5, )" + spin + R"(]}],
    "objects": [{"type": "RigidBody", "name": "body", "nodeNumber": 0, "physicsMass": 2, "physicsInertia": )" +
             tensor + R"(}],
    "sensors": [{"type": "Body", "name": "spin", "bodyNumber": "body", "outputVariableType": "AngularVelocityLocal"},
                {"type": "Body", "name": "rotation", "bodyNumber": "body", "outputVariableType": "RotationMatrix"},
                {"type": "Body", "name": "position", "bodyNumber": "body", "outputVariableType": "Position"},
                {"type": "Body", "name": "velocity", "bodyNumber": "body", "outputVariableType": "Velocity"}],
    "analysis": {"type": "dynamic", "endTime": 2, "stepSize": "h", "sensorsWritePeriod": 0.1,
                 "generalizedAlpha": {"spectralRadius": 1}, "newton": {"relativeTolerance": 1e-11, "absoluteTolerance": 1e-13}}})");
}
/// Euler parameters: θ̇ = ½ (0, ω) at the identity.
const std::string spinEP = "0, 0.25, 0.5, 0.75", spinAngles = "0.5, 1, 1.5";

double kineticEnergy(const Recorded& motion, int sample) {
  const auto spin = motion.sample("spin", sample);
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += 0.5 * inertia[i] * spin[i] * spin[i];
  return sum;
}
std::vector<double> angularMomentum(const Recorded& motion, int sample) {
  const auto spin = motion.sample("spin", sample), rotation = motion.sample("rotation", sample);
  std::vector<double> momentum(3, 0.0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) momentum[i] += rotation[3 * i + j] * inertia[j] * spin[j];
  return momentum;
}
double driftOfMomentum(const Recorded& motion) {
  const auto start = angularMomentum(motion, 0);
  double largest = 0;
  for (int k = 0; k < motion.samples(); ++k)
    for (int i = 0; i < 3; ++i) largest = std::max(largest, std::abs(angularMomentum(motion, k)[i] - start[i]));
  return largest;
}

TEST(FreeRotation, KeepsAngularMomentumAndEnergyToSecondOrder) {
  for (const auto& [node, spin] : {std::pair<std::string, std::string>{"RigidBodyEP", spinEP}, {"RigidBodyRxyz", spinAngles}}) {
    const Recorded coarse = freeBody(node, spin, 0.01), fine = freeBody(node, spin, 0.005);
    const double size = 0.03 * 1.5;                         // of the momentum
    EXPECT_LT(driftOfMomentum(fine), 1e-3 * size) << node;  // h² times the squared spin
    EXPECT_GT(std::log2(driftOfMomentum(coarse) / driftOfMomentum(fine)), 1.8) << node;
    EXPECT_NEAR(kineticEnergy(fine, -1), kineticEnergy(fine, 0), 1e-3 * kineticEnergy(fine, 0)) << node;
    EXPECT_GT(kineticEnergy(fine, 0), 0.01);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(fine.last("velocity", i), fine.first("velocity", i), 1e-9) << node;
    EXPECT_NEAR(fine.last("position", 0), 2, 1e-9) << node;
  }
}

TEST(FreeRotation, IsTheSameWithEulerParametersAnglesAndRotationVectors) {
  const auto difference = [](const std::string& node, const std::string& spin, double h) {
    const auto a = freeBody("RigidBodyEP", spinEP, h).sample("rotation", -1), b = freeBody(node, spin, h).sample("rotation", -1);
    double largest = 0;
    for (int i = 0; i < 9; ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
  };
  for (const char* node : {"RigidBodyRxyz", "RigidBodyRotVecLG"}) {
    EXPECT_LT(difference(node, spinAngles, 0.0025), 1e-4) << node;  // each has its own error of order h²
    EXPECT_GT(std::log2(difference(node, spinAngles, 0.01) / difference(node, spinAngles, 0.005)), 1.8) << node;
  }
}

TEST(FreeRotation, OfASymmetricBodyPrecessesAsInTheClosedForm) {
  // J = 0.02, J3 = 0.03: Ω = ω3 / 2.
  const auto error = [](double h) {
    const Recorded motion = freeBody("RigidBodyEP", "0, 0.25, 0, 2", h, "[0.02, 0.02, 0.03, 0, 0, 0]");
    double largest = 0;
    for (int k = 0; k < motion.samples(); ++k) {
      const double angle = 0.5 * 4 * motion.time()[k];
      const auto spin = motion.sample("spin", k);
      largest =
          std::max({largest, std::abs(spin[0] - 0.5 * std::cos(angle)), std::abs(spin[1] - 0.5 * std::sin(angle)), std::abs(spin[2] - 4)});
    }
    return largest;
  };
  EXPECT_LT(error(0.0025), 1e-4);
  EXPECT_NEAR(std::log2(error(0.01) / error(0.005)), 2, 0.1);
}

/// A body that starts rotating about its middle axis, with a small disturbance, and tumbles for 10 s.
Recorded tumbling(double step, double spectralRadius, const std::string& settings = "") {
  return run(R"({"slipstick": 1,
    "nodes": [{"type": "RigidBodyEP", "referenceCoordinates": [0, 0, 0, 1, 0, 0, 0], "initialVelocities": [0, 0, 0, 0, 0.05, 5, 0.05]}],
    "objects": [{"type": "RigidBody", "name": "body", "nodeNumber": 0, "physicsMass": 2, "physicsInertia": [0.01, 0.02, 0.03, 0, 0, 0]}],
    "sensors": [{"type": "Body", "name": "spin", "bodyNumber": "body", "outputVariableType": "AngularVelocityLocal"},
                {"type": "Node", "name": "theta", "nodeNumber": 0, "outputVariableType": "CoordinatesTotal"},
                {"type": "Node", "name": "rates", "nodeNumber": 0, "outputVariableType": "Coordinates_t"}],
    "analysis": {"type": "dynamic", "endTime": 10, "stepSize": )" +
             std::to_string(step) + R"(, "sensorsWritePeriod": 0.1, "generalizedAlpha": {"spectralRadius": )" +
             std::to_string(spectralRadius) + "}" + settings + "}}");
}

// The norm of Euler parameters is a constraint at position level. Without damping of the method, its rates alternate with a growing error.
TEST(FreeRotation, KeepsItsEnergyWithEulerParametersWithoutDamping) {
  for (const double step : {1e-3, 2e-4})
    for (const double spectralRadius : {1.0, 0.999}) {
      const Recorded motion = tumbling(step, spectralRadius);
      for (int k = 0; k < motion.samples(); ++k)
        ASSERT_NEAR(kineticEnergy(motion, k) / kineticEnergy(motion, 0), 1, 50 * step * step)  // half of (ω h)²
            << step << " " << spectralRadius << " sample " << k;
      const auto theta = motion.sample("theta", -1), rates = motion.sample("rates", -1);
      double along = 0, norm = 0;
      for (int i = 3; i < 7; ++i) along += theta[i] * rates[i], norm += theta[i] * theta[i];
      EXPECT_NEAR(norm, 1, 1e-9);
      EXPECT_NEAR(along, 0, 1e-12);
      EXPECT_EQ(motion.statistics().caution, "");
      EXPECT_EQ(motion.statistics().rejectedSteps, 0);
    }
}

// Rotation vectors are composed from Newton's increments, so for large rotations per step the result also depends on the tangent. A body
// with its centre of mass away from the node hangs at one of its points and rotates by 0.1 rad per step. The numbers are from a separate
// program that implements the equations of the method, with the same tangent (without the change of M q̈) and initialisation.
TEST(RotationVectors, FollowTheMethodForLargeRotations) {
  const auto hanging = [](const std::string& variant) {
    return run(R"({"slipstick": 1,
      "nodes": [{"type": "RigidBodyRotVecLG", "referenceCoordinates": [0.1, 0.2, 0.3, 0.3, 0.2, -0.4], "initialVelocities": [0.1, 0.2, 0.3, 12, -9, 15]}],
      "objects": [{"type": "Ground"},
                  {"type": "RigidBody", "nodeNumber": 0, "physicsMass": 2, "physicsCenterOfMass": [0.1, 0.05, -0.08],
                   "physicsInertia": [0.0678, 0.0928, 0.105, 0.008, 0.016, -0.01]},
                  {"type": "JointSpherical", "markerNumbers": [0, 1]}],
      "markers": [{"type": "BodyRigid", "bodyNumber": 0, "localPosition": [0.24445290621982174, 0.2201577249047576, 0.3934185421172451]},
                  {"type": "BodyRigid", "bodyNumber": 1, "localPosition": [0.1, 0.1, 0.1]}],
      "sensors": [{"type": "Node", "name": "q", "nodeNumber": 0, "outputVariableType": "Coordinates"}],
      "analysis": {"endTime": 0.1, "numberOfSteps": 20, "exudynWays": true, "generalizedAlpha": {"spectralRadius": 0.8)" +
               variant + R"(}, "newton": {"relativeTolerance": 1e-12, "absoluteTolerance": 1e-13}}})");
  };
  const double full[] = {0.18780633944870978, 0.09927183593411776, -0.054437594932599524,
                         0.968695956832597,   -0.9666846078019373, 1.330870979469684};
  const double simplified[] = {0.18978458776846832, 0.09278511453848648, -0.05714805750884277,
                               0.924885855666624,   -0.9618584266200141, 1.3195217791018388};
  const Recorded first = hanging(""), second = hanging(R"(, "lieGroupSimplifiedKinematicRelations": true)");
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(first.last("q", i), full[i], 1e-8) << i;  // the other program uses difference tangents
    EXPECT_NEAR(second.last("q", i), simplified[i], 1e-9) << i;
  }
}

// At velocity level the norm of Euler parameters drifts; accelerations are G θ̈, with G of the drifted parameters.
TEST(EulerParameters, GiveAccelerationsFromTheirRatesWithADriftedNorm) {
  const Recorded motion = run(R"({"slipstick": 1,
    "nodes": [{"type": "RigidBodyEP", "referenceCoordinates": [0, 0, 0, 1, 0, 0, 0], "initialVelocities": [0, 0, 0, 0, 2.5, 4.5, 3]}],
    "objects": [{"type": "RigidBody", "nodeNumber": 0, "physicsMass": 2, "physicsInertia": [0.01, 0.02, 0.03, 0, 0, 0]}],
    "sensors": [{"type": "Node", "name": "q", "nodeNumber": 0, "outputVariableType": "CoordinatesTotal"},
                {"type": "Node", "name": "q_t", "nodeNumber": 0, "outputVariableType": "Coordinates_t"},
                {"type": "Node", "name": "q_tt", "nodeNumber": 0, "outputVariableType": "Coordinates_tt"},
                {"type": "Node", "name": "node", "nodeNumber": 0, "outputVariableType": "AngularAcceleration"},
                {"type": "Body", "name": "body", "bodyNumber": 0, "outputVariableType": "AngularAcceleration"},
                {"type": "Body", "name": "rotation", "bodyNumber": 0, "outputVariableType": "RotationMatrix"},
                {"type": "Body", "name": "local", "bodyNumber": 0, "outputVariableType": "AngularAccelerationLocal"},
                {"type": "Body", "name": "point", "bodyNumber": 0, "localPosition": [1, 0, 0], "outputVariableType": "Acceleration"}],
    "analysis": {"solver": "TrapezoidalIndex2", "endTime": 1, "numberOfSteps": 50}})");
  const auto theta = motion.sample("q", -1), q_t = motion.sample("q_t", -1), q_tt = motion.sample("q_tt", -1);
  const double *t = &theta[3], *rates = &q_t[3], *r = &q_tt[3];
  const double norm = t[0] * t[0] + t[1] * t[1] + t[2] * t[2] + t[3] * t[3];
  EXPECT_GT(std::abs(norm - 1), 1e-4);
  const auto times = [&](const double* x) {
    return Vector3{2 * (-t[1] * x[0] + t[0] * x[1] - t[3] * x[2] + t[2] * x[3]),
                   2 * (-t[2] * x[0] + t[3] * x[1] + t[0] * x[2] - t[1] * x[3]),
                   2 * (-t[3] * x[0] - t[2] * x[1] + t[1] * x[2] + t[0] * x[3])};
  };
  const Vector3 expected = times(r), spin = times(rates);
  const auto rotation = motion.sample("rotation", -1);
  const Vector3 arm{rotation[0], rotation[3], rotation[6]};
  const Vector3 ofPoint = cross(expected, arm) + cross(spin, cross(spin, arm));
  const double size = std::sqrt(dot(expected, expected));
  EXPECT_GT(size, 1);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(motion.last("node", i), expected[i], 1e-12 * size);
    EXPECT_NEAR(motion.last("body", i), expected[i], 1e-12 * size);
    EXPECT_NEAR(motion.last("local", i), rotation[i] * expected.x + rotation[3 + i] * expected.y + rotation[6 + i] * expected.z,
                1e-12 * size);
    EXPECT_NEAR(motion.last("point", i), ofPoint[i] + q_tt[i], 1e-12 * (size + dot(spin, spin)));
  }
}

}  // namespace
}  // namespace slipstick::testing
