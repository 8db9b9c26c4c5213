// A rod of 0.5 m hinged at its end and released horizontally: energy, and the angular velocity at the lowest point.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

Recorded pendulum(const std::string& solver, double h) {
  return run(R"({"slipstick": 1, "parameters": {"h": )" + std::to_string(h) + R"(},
    "nodes": [{"type": "RigidBodyEP", "referenceCoordinates": [0.25, 0, 0, 1, 0, 0, 0]}],
    "objects": [{"type": "Ground", "name": "ground"},
                {"type": "RigidBody", "name": "rod", "nodeNumber": 0, "physicsMass": 1.2, "physicsInertia": [1e-5, 0.025, 0.025, 0, 0, 0]},
                {"type": "JointRevoluteZ", "name": "hinge", "markerNumbers": ["support", "end"]}],
    "markers": [{"type": "BodyRigid", "name": "support", "bodyNumber": "ground"}, {"type": "BodyRigid", "name": "end", "bodyNumber": "rod", "localPosition": [-0.25, 0, 0]},
                {"type": "BodyMass", "name": "weight", "bodyNumber": "rod"}],
    "loads": [{"type": "MassProportional", "markerNumber": "weight", "loadVector": [0, -9.81, 0]}],
    "sensors": [{"type": "Body", "name": "centre", "bodyNumber": "rod", "outputVariableType": "Position"},
                {"type": "Body", "name": "velocity", "bodyNumber": "rod", "outputVariableType": "Velocity"},
                {"type": "Body", "name": "turning", "bodyNumber": "rod", "outputVariableType": "AngularAcceleration"},
                {"type": "Object", "name": "force", "objectNumber": "hinge", "outputVariableType": "ForceLocal"},
                {"type": "Body", "name": "spin", "bodyNumber": "rod", "outputVariableType": "AngularVelocity"}],
    "analysis": {"type": "dynamic", "solver": ")" +
             solver + R"(", "endTime": 2, "stepSize": "h", "sensorsWritePeriod": 0,
                 "newton": {"relativeTolerance": 1e-11, "absoluteTolerance": 1e-13}}})");
}
/// The largest change of the energy; m g l / 2 = 2.9 J are exchanged.
double energyError(const Recorded& motion) {
  double largest = 0;
  const auto height = motion.column("centre", 1), vx = motion.column("velocity", 0), vy = motion.column("velocity", 1),
             spin = motion.column("spin", 2);
  for (int i = 0; i < motion.samples(); ++i)
    largest = std::max(largest, std::abs(0.6 * (vx[i] * vx[i] + vy[i] * vy[i]) + 0.0125 * spin[i] * spin[i] + 1.2 * 9.81 * height[i]));
  return largest;
}

TEST(Pendulum, StartsWithTheAccelerationAndForceOfTheTextbook) {
  const Recorded motion = pendulum("TrapezoidalIndex2", 0.01);
  EXPECT_NEAR(motion.first("turning", 2), -1.5 * 9.81 / 0.5, 1e-10);  // −3 g / (2 l)
  EXPECT_NEAR(motion.first("force", 1), -1.2 * 9.81 / 4, 1e-10);      // m g / 4 carried by the hinge; the output is the force on body 0
}

TEST(Pendulum, KeepsItsEnergyToSecondOrder) {
  for (const char* solver : {"TrapezoidalIndex2", "GeneralizedAlpha"}) {
    const double coarse = energyError(pendulum(solver, 0.01)), fine = energyError(pendulum(solver, 0.005));
    EXPECT_LT(fine, 3e-3) << solver;  // 1e-3 of the energy exchanged, for h² ω² = 1e-3
    EXPECT_GT(std::log2(coarse / fine), 1.8) << solver;
  }
}

TEST(Pendulum, StaysOnItsCircle) {
  // Index 3 enforces the position itself; index 2 lets it drift with the error of the rule.
  for (const auto& [solver, bound] : {std::pair{"GeneralizedAlpha", 1e-10}, std::pair{"TrapezoidalIndex2", 1e-4}}) {
    const Recorded motion = pendulum(solver, 0.005);
    for (int i = 1; i < motion.samples(); ++i) {
      const auto centre = motion.sample("centre", i);
      EXPECT_NEAR(std::hypot(centre[0], centre[1]), 0.25, bound) << solver;
      EXPECT_NEAR(centre[2], 0, 1e-12) << solver;
    }
  }
}

}  // namespace
}  // namespace slipstick::testing
