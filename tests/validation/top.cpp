// A fast symmetric top on a fixed point, with Euler parameters, Tait-Bryan angles and rotation vectors, implicit and explicit.
//
// Steady precession, e.g. Goldstein, Classical Mechanics, 5.7: the axis keeps its angle θ to the vertical and precesses with Ω, where m g l
// = Ω (J3 ω3 − J1 Ω cos θ), with J1 about the fixed point. Then A(t) = Rz(Ω t) Ry(θ) Rz((ω3 − Ω cos θ) t).

#include <gtest/gtest.h>

#include <cmath>

#include "core/math/rotations.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

const double mass = 2, lever = 0.2, gravity = 9.81, J1 = 0.1, J3 = 0.015;  // about the fixed point
const double tilt = std::acos(-1.0) / 6, precession = 6;
const double spin = (mass * gravity * lever / precession + J1 * precession * std::cos(tilt)) / J3;  // 78 rad/s
const Matrix3 startRotation = rotationY(tilt);
const Vector3 steadySpin{-precession * std::sin(tilt), 0, spin};  // local
const Vector3 nutatingSpin{3, -2, 40};

/// Reference coordinates and velocities of the rotation, for A = Ry(tilt) and a local angular velocity.
void setRotation(Json& node, const std::string& type, const Vector3& local) {
  Json parameters, rates;
  if (type == "RigidBodyEP") {
    const double p[4] = {std::cos(tilt / 2), 0, std::sin(tilt / 2), 0};
    double g[3][4];
    EulerParameters::localRates(p, g);
    for (int j = 0; j < 4; ++j)
      parameters.push_back(p[j]), rates.push_back((g[0][j] * local.x + g[1][j] * local.y + g[2][j] * local.z) / 4);
  } else if (type == "RigidBodyRxyz") {
    // ω̄ = Ḡ θ̇ with φ2 = 0: ω̄x = c1 φ0˙, ω̄y = φ1˙, ω̄z = s1 φ0˙ + φ2˙.
    const double first = local.x / std::cos(tilt);
    parameters = {0, tilt, 0}, rates = {first, local.y, local.z - std::sin(tilt) * first};
  } else {
    parameters = {0, tilt, 0}, rates = {local.x, local.y, local.z};
  }
  for (const Json& p : parameters) node["referenceCoordinates"].push_back(p);
  for (const Json& r : rates) node["initialVelocities"].push_back(r);
}

enum class Support { coordinates, joint, jointAtLever };  // node at the fixed point (first two) or at the centre of mass

Recorded top(const std::string& type, Support support, const Vector3& local, const std::string& analysis) {
  const bool atCentre = support == Support::jointAtLever;
  const Vector3 centre = atCentre ? startRotation * Vector3{0, 0, lever} : Vector3{};
  const Vector3 velocity = atCentre ? startRotation * cross(local, Vector3{0, 0, lever}) : Vector3{};
  Json node{{"type", type},
            {"name", "top"},
            {"referenceCoordinates", {centre.x, centre.y, centre.z}},
            {"initialVelocities", {velocity.x, velocity.y, velocity.z}}};
  setRotation(node, type, local);
  const double across = atCentre ? J1 - mass * lever * lever : J1;
  const Json point{0, 0, atCentre ? -lever : 0};
  Json document{{"slipstick", 1}, {"nodes", {node, {{"type", "PointGround"}}}}};
  document["objects"] = {{{"type", "RigidBody"},
                          {"name", "top"},
                          {"nodeNumber", 0},
                          {"physicsMass", mass},
                          {"physicsInertia", {across, across, J3, 0, 0, 0}},
                          {"physicsCenterOfMass", {0, 0, atCentre ? 0 : lever}}}};
  document["markers"] = {{{"type", "BodyMass"}, {"bodyNumber", 0}}};
  document["loads"] = {{{"type", "MassProportional"}, {"markerNumber", 0}, {"loadVector", {0, 0, -gravity}}}};
  if (support == Support::coordinates) {
    document["markers"].push_back({{"type", "NodeCoordinate"}, {"nodeNumber", 1}, {"coordinate", 0}});
    for (int k = 0; k < 3; ++k) {
      document["markers"].push_back({{"type", "NodeCoordinate"}, {"nodeNumber", 0}, {"coordinate", k}});
      document["objects"].push_back({{"type", "ConnectorCoordinate"}, {"markerNumbers", {1, 2 + k}}});
    }
  } else {
    document["markers"].push_back({{"type", "NodePosition"}, {"nodeNumber", 1}});
    document["markers"].push_back({{"type", "BodyPosition"}, {"bodyNumber", 0}, {"localPosition", point}});
    document["objects"].push_back({{"type", "JointSpherical"}, {"markerNumbers", {1, 2}}});
  }
  document["sensors"] = {{{"type", "Body"}, {"name", "rotation"}, {"bodyNumber", 0}, {"outputVariableType", "RotationMatrix"}},
                         {{"type", "Body"}, {"name", "spin"}, {"bodyNumber", 0}, {"outputVariableType", "AngularVelocityLocal"}}};
  document["analysis"] = Json::parse(analysis);
  document["analysis"]["type"] = "dynamic", document["analysis"]["sensorsWritePeriod"] = 0.05;
  return run(document.dump());
}
std::string implicit(double h, const std::string& solver = "GeneralizedAlpha") {
  return R"({"solver": ")" + solver + R"(", "endTime": 0.5, "stepSize": )" + std::to_string(h) +
         R"(, "generalizedAlpha": {"spectralRadius": 0.8}, "newton": {"relativeTolerance": 1e-10, "absoluteTolerance": 1e-11}})";
}
std::string explicitly(const std::string& solver, int steps, const std::string& more = "") {
  return R"({"solver": ")" + solver + R"(", "endTime": 0.5, "numberOfSteps": )" + std::to_string(steps) + more + "}";
}

/// The largest deviation of a rotation matrix from steady precession.
double steadyError(const Recorded& motion) {
  double largest = 0;
  for (int i = 0; i < motion.samples(); ++i) {
    const double t = motion.time()[i];
    const Matrix3 expected = rotationZ(precession * t) * rotationY(tilt) * rotationZ((spin - precession * std::cos(tilt)) * t);
    const auto found = motion.sample("rotation", i);
    for (int k = 0; k < 9; ++k) largest = std::max(largest, std::abs(found[k] - expected[k / 3][k % 3]));
  }
  return largest;
}
double difference(const Recorded& a, const Recorded& b) {
  double largest = 0;
  const auto first = a.sample("rotation", -1), second = b.sample("rotation", -1);
  for (int k = 0; k < 9; ++k) largest = std::max(largest, std::abs(first[k] - second[k]));
  return largest;
}

const char* const nodes[] = {"RigidBodyEP", "RigidBodyRxyz", "RigidBodyRotVecLG"};

TEST(Top, PrecessesSteadilyAtSecondOrderWithEveryRigidNodeAndSupport) {
  for (const char* node : nodes)
    for (const Support support : {Support::coordinates, Support::joint, Support::jointAtLever}) {
      const double coarse = steadyError(top(node, support, steadySpin, implicit(5e-4))),
                   fine = steadyError(top(node, support, steadySpin, implicit(2.5e-4)));
      EXPECT_LT(fine, 2e-3) << node;  // (78 rad/s h)² / 12 per radian, over 39 radians: 1.2e-3
      EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1) << node;
    }
}

TEST(Top, PrecessesSteadilyWithVelocityConstraints) {
  for (const char* node : nodes) {
    const double coarse = steadyError(top(node, Support::joint, steadySpin, implicit(5e-4, "TrapezoidalIndex2")));
    const double fine = steadyError(top(node, Support::joint, steadySpin, implicit(2.5e-4, "TrapezoidalIndex2")));
    EXPECT_LT(fine, 2e-3) << node;
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1) << node;
  }
}

TEST(Top, PrecessesSteadilyAtTheOrderOfEachExplicitMethod) {
  for (const char* node : {"RigidBodyRxyz", "RigidBodyRotVecLG"})
    for (const auto& [solver, order, steps] :
         {std::tuple{"ExplicitMidpoint", 2, 2000}, {"RK33", 3, 1000}, {"RK44", 4, 500}, {"RK67", 6, 250}, {"DOPRI5", 5, 300}}) {
      // Angles change uniformly in this motion, so a high-order method reaches rounding with fewer steps.
      const int base = node == std::string("RigidBodyRxyz") ? steps / 8 : steps;
      const auto at = [&, name = solver](int count) {
        return steadyError(top(node, Support::coordinates, steadySpin, explicitly(name, count, R"(, "absoluteTolerance": 1e9)")));
      };
      const double coarse = at(base), fine = at(2 * base);
      EXPECT_LT(fine, 0.02) << node << solver;
      EXPECT_GT(fine, 1e-11) << node << solver;
      EXPECT_GT(std::log2(coarse / fine), order - 0.2) << node << solver;
      EXPECT_LT(std::log2(coarse / fine), order + 0.4) << node << solver;
    }
}

TEST(Top, PrecessesSteadilyUnderErrorControl) {
  for (const char* node : {"RigidBodyRxyz", "RigidBodyRotVecLG"}) {
    const Recorded motion =
        top(node, Support::coordinates, steadySpin, explicitly("DOPRI5", 10, R"(, "absoluteTolerance": 1e-9, "relativeTolerance": 1e-9)"));
    EXPECT_LT(steadyError(motion), 1e-6) << node;
    EXPECT_GT(motion.statistics().rejectedSteps, 0) << node;  // the first attempted step is 0.05 s
  }
}

/// Without the relation between rotation vector and angular velocity in the stages, the order is only two.
TEST(Top, NeedsLieGroupIntegrationForTheOrderOfRotationVectors) {
  const auto error = [](const std::string& with, int steps) {
    return steadyError(top("RigidBodyRotVecLG", Support::coordinates, steadySpin,
                           explicitly("RK44", steps, R"(, "explicitIntegration": {"useLieGroupIntegration": )" + with + "}")));
  };
  EXPECT_GT(error("false", 1000), 20 * error("true", 1000));
  EXPECT_NEAR(std::log2(error("false", 1000) / error("false", 2000)), 2, 0.3);
}

TEST(Top, NutatesAlikeWithEveryRigidNodeAndSolver) {
  const Recorded reference = top("RigidBodyRotVecLG", Support::coordinates, nutatingSpin, explicitly("RK67", 2000));
  EXPECT_LT(difference(top("RigidBodyRxyz", Support::coordinates, nutatingSpin, explicitly("RK67", 2000)), reference), 1e-10);
  for (const char* node : nodes) {
    const double coarse = difference(top(node, Support::jointAtLever, nutatingSpin, implicit(5e-4)), reference);
    const double fine = difference(top(node, Support::jointAtLever, nutatingSpin, implicit(2.5e-4)), reference);
    EXPECT_LT(fine, 1e-3) << node;
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.15) << node;
  }
}

/// A hundred turns: rotation vectors exceed their maximum length of 2π many times.
TEST(Top, RotatesForManyTurns) {
  for (const char* node : nodes) {
    const bool hasExplicit = node != std::string("RigidBodyEP");
    const Vector3 upright{0, 0, 0};
    const Recorded motion =
        top(node, Support::coordinates, upright + Vector3{0, 0, 1300}, hasExplicit ? explicitly("RK44", 5000) : implicit(1e-4));
    // No torque acts about the axis of symmetry. Euler parameters conserve the spin to a relative error of (1300 · 1e-4)² / 12.
    EXPECT_NEAR(motion.last("spin", 2), 1300, hasExplicit ? 1e-6 : 2) << node;
    const auto r = motion.sample("rotation", -1);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        EXPECT_NEAR(r[3 * i] * r[3 * j] + r[3 * i + 1] * r[3 * j + 1] + r[3 * i + 2] * r[3 * j + 2], i == j, 1e-10) << node;
  }
}

}  // namespace
}  // namespace slipstick::testing
