// A disc that rolls on a plane, with the ideal joint and with the penalty contact.
//
// Steady rolling on a circle (Routh, Advanced Rigid Dynamics, ch. V; Neimark and Fufaev, Dynamics of Nonholonomic Systems, ch. II), derived
// from Newton and Euler: the plane of the disc is tilted by θ from the vertical and rotates with Ω about it; n is the total angular
// velocity about the axis e. Moments of inertia are J about the axis and T = J/2 about a diameter. Rolling: the centre runs with R Ω = r n
// on a circle of radius R. The plane carries m g and pulls with m Ω² R to the middle; about the centre their moment is m g r sin θ − m Ω² R
// r cos θ. It rotates the angular momentum J n along e (which points sin θ downwards) and T Ω cos θ along the diameter: m g r sin θ − m Ω²
// R r cos θ = Ω cos θ (J n + T Ω sin θ), that is (J + m r²) n Ω cos θ = m g r sin θ − T Ω² sin θ cos θ.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/change.h"

namespace slipstick::testing {
namespace {

constexpr double m = 1, r = 0.05, g = 9.81, J = 0.5 * m * r * r, T = 0.5 * J;

/// The total axial spin for steady rolling with tilt and precession.
double spinOfSteadyRolling(double tilt, double precession) {
  return (m * g * r * std::sin(tilt) - T * precession * precession * std::sin(tilt) * std::cos(tilt)) /
         ((J + m * r * r) * precession * std::cos(tilt));
}

std::string number(double value) { return Json(value).dump(); }

/// A disc of axis x in its frame, tilted about y, that rolls along −y and rotates about z. `contact` is the connector, which determines all
/// friction losses.
std::string disc(const std::string& contact, double tilt, double spin, double precession, const std::string& analysis, double height = 0) {
  // Local spin: axial n, and the precession Ω e_z, which has the component Ω cos θ along the diameter z' in the frame.
  const double half = tilt / 2, c = std::cos(half), s = std::sin(half), local[3] = {spin, 0, precession * std::cos(tilt)};
  // θ̇ = ½ Ḡᵀ ω̄ with Ḡ = 2 […] of θ = (c, 0, s, 0)
  const double rates[4] = {-0.5 * s * local[1], 0.5 * (c * local[0] + s * local[2]), 0.5 * c * local[1],
                           0.5 * (c * local[2] - s * local[0])};
  std::string velocities = "[0, " + number(-r * spin) + ", 0";
  for (double rate : rates) velocities += ", " + number(rate);
  return R"({"slipstick": 1,
    "nodes": [{"type": "RigidBodyEP", "name": "disc", "referenceCoordinates": [)" +
         number(r * std::sin(tilt)) + ", 0, " + number(r * std::cos(tilt) + height) + ", " + number(c) + ", 0, " + number(s) +
         R"(, 0], "initialVelocities": )" + velocities + R"(]}],
    "objects": [{"type": "Ground", "name": "plane"}, {"type": "RigidBody", "name": "disc", "nodeNumber": "disc", "physicsMass": 1, "physicsInertia": [)" +
         number(J) + ", " + number(T) + ", " + number(T) +
         R"(, 0, 0, 0]}, {"name": "contact", "markerNumbers": ["plane", "disc"], "discRadius": )" + number(r) + ", " + contact + R"(}],
    "markers": [{"type": "BodyRigid", "name": "plane", "bodyNumber": "plane"}, {"type": "BodyRigid", "name": "disc", "bodyNumber": "disc"},
                {"type": "BodyMass", "name": "weight", "bodyNumber": "disc"}],
    "loads": [{"type": "MassProportional", "markerNumber": "weight", "loadVector": [0, 0, -9.81]}],
    "sensors": [{"type": "Body", "name": "position", "bodyNumber": "disc", "outputVariableType": "Position"},
                {"type": "Body", "name": "velocity", "bodyNumber": "disc", "outputVariableType": "Velocity"},
                {"type": "Body", "name": "spin", "bodyNumber": "disc", "outputVariableType": "AngularVelocityLocal"},
                {"type": "Object", "name": "directions", "objectNumber": "contact", "outputVariableType": "RotationMatrix"},
                {"type": "Body", "name": "axis", "bodyNumber": "disc", "outputVariableType": "RotationMatrix"},
                {"type": "Object", "name": "force", "objectNumber": "contact", "outputVariableType": "ForceLocal"}],
    "analysis": )" +
         analysis + "}";
}
const std::string joint = R"("type": "JointRollingDisc")";
const std::string tight = R"("newton": {"relativeTolerance": 1e-11, "absoluteTolerance": 1e-13}})";
std::string trapezoidal(double h, double end) {
  return R"({"type": "dynamic", "solver": "TrapezoidalIndex2", "endTime": )" + number(end) + R"(, "stepSize": )" + number(h) +
         R"(, "sensorsWritePeriod": 0, )" + tight;
}

double energyOf(const Recorded& motion, int sample) {
  const auto v = motion.sample("velocity", sample), w = motion.sample("spin", sample);
  return 0.5 * m * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + 0.5 * (J * w[0] * w[0] + T * (w[1] * w[1] + w[2] * w[2])) +
         m * g * motion.sample("position", sample)[2];
}

TEST(RollingDisc, RollsStraightWhenUpright) {
  const Recorded motion = run(disc(joint, 0, 20, 0, trapezoidal(1e-3, 0.5)));
  EXPECT_NEAR(motion.last("position", 1), -r * 20 * 0.5, 1e-9);  // uniform motion is exact up to the Newton tolerance
  EXPECT_NEAR(motion.last("position", 0), 0, 1e-12);
  EXPECT_NEAR(motion.last("position", 2), r, 1e-12);
  EXPECT_NEAR(motion.last("force", 2), m * g, 1e-8);
  EXPECT_NEAR(motion.last("force", 0), 0, 1e-9);
}

TEST(RollingDisc, RollsOnTheCircleOfTheClosedForm) {
  const double tilt = 0.2, precession = 1.5, spin = spinOfSteadyRolling(tilt, precession), radius = r * spin / precession;
  ASSERT_GT(radius, 2 * r);
  const auto error = [&](double h) {
    const Recorded motion = run(disc(joint, tilt, spin, precession, trapezoidal(h, 1)));
    const double middle = motion.first("position", 0) + radius;  // it leans towards +x
    double largest = 0;
    for (int i = 0; i < motion.samples(); ++i) {
      const auto at = motion.sample("position", i);
      const double angle = precession * motion.time()[i];
      largest = std::max({largest, std::abs(std::hypot(at[0] - middle, at[1]) - radius), std::abs(at[2] - r * std::cos(tilt)),
                          std::abs(std::abs(at[1]) - radius * std::abs(std::sin(angle)))});
    }
    // Friction guides the disc around, the plane carries its weight. Initial accelerations omit the convective part of the rolling
    // condition, and the trapezoidal rule keeps that error as an alternation from step to step: the test averages two neighbours.
    const auto last = motion.sample("force", -1), before = motion.sample("force", -2);
    EXPECT_NEAR(0.5 * (last[0] + before[0]), m * precession * precession * radius, 1e-3);
    EXPECT_NEAR(0.5 * (last[2] + before[2]), m * g, 1e-3);
    return largest;
  };
  EXPECT_LT(error(1e-3), 1e-4);
  EXPECT_NEAR(std::log2(error(4e-3) / error(2e-3)), 2, 0.2);
}

TEST(RollingDisc, KeepsItsEnergyToSecondOrder) {
  const auto error = [](double h) {
    const Recorded motion = run(disc(joint, 0.2, 20, 0, trapezoidal(h, 0.5)));
    double largest = 0;
    for (int i = 0; i < motion.samples(); ++i) largest = std::max(largest, std::abs(energyOf(motion, i) - energyOf(motion, 0)));
    return largest;
  };
  EXPECT_LT(error(5e-4), 1e-3 * m * g * r);
  EXPECT_GT(std::log2(error(2e-3) / error(1e-3)), 1.8);
}

/// Without friction and damping the penalty contact is a spring: it only exchanges energy, without loss, also through a drop.
TEST(RollingDisc, BouncesWithoutLossIfNothingTakesEnergy) {
  const auto error = [](int steps) {
    const Recorded motion =
        run(disc(R"("type": "ConnectorRollingDiscPenalty", "contactStiffness": 1e4)", 0.3, 20, 1,
                 R"({"type": "dynamic", "solver": "TrapezoidalIndex2", "endTime": 0.4, "sensorsWritePeriod": 0, "numberOfSteps": )" +
                     std::to_string(steps) + ", " + tight,
                 0.01));
    double largest = 0;
    int contacts = 0;
    for (int i = 0; i < motion.samples(); ++i) {
      const double force = motion.sample("force", i)[2], spring = 0.5 * force * force / 1e4;
      contacts += force > 0;
      largest = std::max(largest, std::abs(energyOf(motion, i) + spring - energyOf(motion, 0)));
    }
    EXPECT_GT(contacts, 10);
    return largest / (m * g * 0.01);
  };
  EXPECT_LT(error(8000), 0.02);  // contact is switched at whole steps: first order
  EXPECT_LT(error(8000), 0.7 * error(2000));
}

/// With friction and without rolling friction the stiff contact follows the ideal joint.
TEST(RollingDisc, OnAStiffContactFollowsTheIdealJoint) {
  const std::string penalty =
      R"("type": "ConnectorRollingDiscPenalty", "contactStiffness": 1e6, "contactDamping": 2e3, "dryFriction": [1, 1], "dryFrictionProportionalZone": 1e-3)";
  const Recorded ideal = run(disc(joint, 0.2, 20, 0, trapezoidal(2e-4, 0.3))),
                 stiff = run(disc(penalty, 0.2, 20, 0, trapezoidal(2e-4, 0.3)));
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(stiff.last("position", i), ideal.last("position", i), 2e-3 * r * 20 * 0.3) << i;  // creep in the zone: 1e-3 m/s of 1 m/s
  for (int i = 0; i < stiff.samples(); ++i) {
    const auto force = stiff.sample("force", i);
    EXPECT_LE(std::hypot(force[0], force[1]), std::abs(force[2]) * (1 + 1e-9)) << "never above the friction limit";
  }
}

/// A wheel locked by a brake slides along y from 0.2 m/s. In a step of 1 ms, friction changes the velocity by 4.9 mm/s, far more than the
/// proportional zone, so each slip direction would reverse when it comes to rest. `step`: members of the analysis step.
Recorded slideToRest(const std::string& step) {
  return run(R"({"slipstick": 1,
    "nodes": [{"type": "RigidBodyEP", "name": "wheel", "referenceCoordinates": [0, 0, 0.05, 1, 0, 0, 0],
               "initialVelocities": [0, 0.2, 0, 0, 0, 0, 0]}],
    "objects": [{"type": "Ground", "name": "plane"},
                {"type": "RigidBody", "name": "wheel", "nodeNumber": "wheel", "physicsMass": 1, "physicsInertia": [1e-3, 1e-3, 1e-3, 0, 0, 0]},
                {"type": "JointGeneric", "markerNumbers": ["plane", "wheel"], "constrainedAxes": [1, 0, 0, 1, 1, 1]},
                {"type": "ConnectorRollingDiscPenalty", "name": "contact", "markerNumbers": ["plane", "wheel"], "discRadius": 0.05,
                 "contactStiffness": 1e5, "contactDamping": 100, "dryFriction": [0.5, 0.5], "dryFrictionProportionalZone": 1e-3}],
    "markers": [{"type": "BodyRigid", "name": "plane", "bodyNumber": "plane"}, {"type": "BodyRigid", "name": "wheel", "bodyNumber": "wheel"},
                {"type": "BodyMass", "name": "weight", "bodyNumber": "wheel"}],
    "loads": [{"type": "MassProportional", "markerNumber": "weight", "loadVector": [0, 0, -9.81]}],
    "sensors": [{"type": "Body", "name": "position", "bodyNumber": "wheel", "outputVariableType": "Position"},
                {"type": "Body", "name": "velocity", "bodyNumber": "wheel", "outputVariableType": "Velocity"}],
    "analysis": {"type": "dynamic", "endTime": 0.1, "stepSize": 1e-3)" +
             step + "}}");
}

TEST(RollingDisc, ComesToRestFromSliding) {
  const double distance = 0.2 * 0.2 / (2 * 0.5 * g);
  for (const char* tolerances : {"", R"(, "newton": {"relativeTolerance": 1e-11, "absoluteTolerance": 1e-13})"}) {
    const Recorded motion = slideToRest(tolerances);
    EXPECT_LT(motion.statistics().discontinuousIterations, 20) << "contact states settle" << tolerances;
    EXPECT_NEAR(motion.last("velocity", 1), 0, 1e-6) << tolerances;
    EXPECT_NEAR(motion.last("position", 1), distance, 1e-4) << tolerances;
  }
  // As in Exudyn, the slip direction alternates until the iterations of a step are exhausted.
  const Recorded exudyn = slideToRest(R"(, "exudynWays": true)");
  EXPECT_GT(exudyn.statistics().discontinuousIterations, 100);
}

// A heavy disc that spins about its axis. Before it touches the plane, all forces are zero except for rounding, which exceeds the
// tolerance.
TEST(HeavyDisc, SpinsInContactThoughForcesStartAsRounding) {
  const Recorded disc = run(R"({"slipstick": 1,
    "nodes": [{"type": "RigidBodyEP",
      "referenceCoordinates": [0, 0, 0.5528898032996042, 0.8020903065571019, -0.19576012605717522, 0.43037277027743837, 0.3648402277393988],
      "initialVelocities": [0.1, 0.2, 0, 0.9788006302858763, 4.01045153278551, 1.8242011386969939, -2.1518638513871915]}],
    "objects": [{"type": "Ground"},
      {"type": "RigidBody", "nodeNumber": 0, "physicsMass": 1e7, "physicsInertia": [5e6, 2.5e6, 2.5e6, 0, 0, 0]},
      {"type": "ConnectorRollingDiscPenalty", "name": "contact", "markerNumbers": [0, 1], "discRadius": 1, "contactStiffness": 1e7,
       "contactDamping": 1e5}],
    "markers": [{"type": "BodyRigid", "bodyNumber": 0}, {"type": "BodyRigid", "bodyNumber": 1}],
    "sensors": [{"type": "Object", "name": "force", "objectNumber": "contact", "outputVariableType": "ForceLocal"}],
    "analysis": {"endTime": 0.002, "stepSize": 1e-5}})");
  EXPECT_NEAR(disc.last("force", 2), 247, 0.05);  // the penetration at the start; 25 μm/s² change it little in 2 ms
  EXPECT_EQ(disc.statistics().rejectedSteps, 0);
}

}  // namespace
}  // namespace slipstick::testing
