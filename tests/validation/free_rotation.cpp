// A free rigid body: momentum and energy are kept, and a symmetric one precesses as in the closed form (Goldstein, Classical
// Mechanics, 5.6): with J1 = J2 = J and J3 the spin ω3 stays and (ω1, ω2) turns with Ω = (J3 − J) / J ω3.

#include <gtest/gtest.h>

#include <cmath>

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

double energy(const Recorded& motion, int sample) {
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
double drift(const Recorded& motion) {
  const auto start = angularMomentum(motion, 0);
  double largest = 0;
  for (int k = 0; k < motion.samples(); ++k)
    for (int i = 0; i < 3; ++i) largest = std::max(largest, std::abs(angularMomentum(motion, k)[i] - start[i]));
  return largest;
}

TEST(FreeRotation, KeepsAngularMomentumAndEnergyToSecondOrder) {
  for (const auto& [node, spin] : {std::pair<std::string, std::string>{"RigidBodyEP", spinEP}, {"RigidBodyRxyz", spinAngles}}) {
    const Recorded coarse = freeBody(node, spin, 0.01), fine = freeBody(node, spin, 0.005);
    const double size = 0.03 * 1.5;               // of the momentum
    EXPECT_LT(drift(fine), 1e-3 * size) << node;  // h² times the squared spin
    EXPECT_GT(std::log2(drift(coarse) / drift(fine)), 1.8) << node;
    EXPECT_NEAR(energy(fine, -1), energy(fine, 0), 1e-3 * energy(fine, 0)) << node;
    EXPECT_GT(energy(fine, 0), 0.01);
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
    EXPECT_LT(difference(node, spinAngles, 0.0025), 1e-4) << node;  // each is off by its own error of order h²
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

}  // namespace
}  // namespace slipstick::testing
