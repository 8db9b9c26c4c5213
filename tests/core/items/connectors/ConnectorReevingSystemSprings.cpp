// Ropes of EA = 1000 N over sheaves, with hand-computed tangents and arcs.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/document/load.h"
#include "core/math/rotations.h"
#include "tests/core/support/bench.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

using std::numbers::pi;
using Variable = OutputVariable;

/// A rope past rigid bodies with prescribed motion, and the winches (coordinates) at its ends.
class Rope {
 public:
  Rope(int sheaves, const std::string& members, bool winches = false)
      : sheaves_(sheaves), bench_(load(document(sheaves, members, winches))) {
    for (int i = 0; i < sheaves; ++i) frame(i).rotation = Matrix3::identity();
  }
  FrameKinematics<double>& frame(int i) { return sweep_->frames[bench_.markers()[i].frame]; }
  ScalarKinematics<double>& winch(int k) { return sweep_->scalars[bench_.markers()[sheaves_ + k].scalar]; }
  void evaluate() { bench_.laws(*sweep_); }
  Vector3 force(int i) const { return -1.0 * sweep_->frameForces[bench_.markers()[i].frame].force; }
  Vector3 torque(int i) const { return -1.0 * sweep_->frameForces[bench_.markers()[i].frame].torque; }
  double onWinch(int k) const { return -sweep_->scalarForces[bench_.markers()[sheaves_ + k].scalar]; }
  double output(Variable variable) const {
    const Place place = bench_.place(ItemKind::object, static_cast<int>(bench_.model().objects().size()) - 1);
    double value;
    place.output(variable, {}, *sweep_, &value);
    return value;
  }

 private:
  static std::string document(int sheaves, const std::string& members, bool winches) {
    std::string nodes, objects, markers, numbers;
    for (int i = 0; i < sheaves; ++i) {
      const std::string n = std::to_string(i);
      nodes += R"({"type": "RigidBodyEP", "referenceCoordinates": [0, 0, 0, 1, 0, 0, 0]},)";
      objects += R"({"type": "RigidBody", "physicsMass": 1, "physicsInertia": [1, 1, 1, 0, 0, 0], "nodeNumber": )" + n + "},";
      markers += std::string(i ? "," : "") + R"({"type": "BodyRigid", "bodyNumber": )" + n + "}";
      numbers += (i ? "," : "") + n;
    }
    for (int k = 0; k < 2 && winches; ++k) {
      const std::string n = std::to_string(sheaves + k);
      nodes += R"({"type": "1D"},)";
      objects += R"({"type": "Mass1D", "physicsMass": 1, "nodeNumber": )" + n + "},";
      markers += R"(,{"type": "NodeCoordinate", "coordinate": 0, "nodeNumber": )" + n + "}";
      numbers += "," + n;
    }
    nodes.pop_back();
    return R"({"slipstick": 1, "nodes": [)" + nodes + R"(], "markers": [)" + markers + R"(], "objects": [)" + objects +
           R"({"type": "ConnectorReevingSystemSprings", "markerNumbers": [)" + numbers + "]" +
           (winches ? R"(, "hasCoordinateMarkers": true)" : "") + ", " + members +
           (members.find("stiffness") == std::string::npos ? R"(, "stiffnessPerLength": 1000)" : "") + "}]}";
  }
  int sheaves_;
  Bench bench_;
  Sweep<double>* sweep_ = &bench_.kinematics<double>();
};

void expectVector(const Vector3& found, const Vector3& expected, const std::string& what, double tolerance = 1e-10) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << what << " [" << i << "]";
}

TEST(ConnectorReevingSystemSprings, IsASpringBetweenTwoPoints) {
  Rope rope(2, R"("referenceLength": 3, "dampingPerLength": 60)");
  rope.frame(1).position = {0, 4, 0};
  rope.frame(1).velocity = {7, 0.5, 0};
  rope.evaluate();
  const double force = (4 - 3) * 1000.0 / 3 + 0.5 * 60 / 3;
  EXPECT_NEAR(rope.output(Variable::Distance), 4, 1e-14);
  EXPECT_NEAR(rope.output(Variable::VelocityLocal), 0.5, 1e-14);
  EXPECT_NEAR(rope.output(Variable::ForceLocal), force, 1e-11);
  expectVector(rope.force(0), {0, force, 0}, "on the start");
  expectVector(rope.force(1), {0, -force, 0}, "on the end");
}

TEST(ConnectorReevingSystemSprings, HardlyPushes) {
  Rope rope(2, R"("referenceLength": 3)");
  rope.frame(1).position = {0, 2.9999, 0};
  EXPECT_NEAR(rope.output(Variable::ForceLocal), 0.1 * std::tanh(-1e-4 / 3 * 1000 / 0.1), 1e-10);
  rope.frame(1).position = {0, 2, 0};
  EXPECT_NEAR(rope.output(Variable::ForceLocal), -0.1, 1e-14);
  Rope spring(2, R"("referenceLength": 3, "regularizationForce": 0)");
  spring.frame(1).position = {0, 2, 0};
  EXPECT_NEAR(spring.output(Variable::ForceLocal), -1000.0 / 3, 1e-10);
}

/// The ends are vertically below the rim: half a turn over the sheave, which carries both ends.
TEST(ConnectorReevingSystemSprings, GoesOverASheave) {
  Rope rope(3, R"("referenceLength": 6, "sheavesRadii": [0, 0.5, 0], "sheavesAxes": [[0, 0, 1], [0, 0, -1], [0, 0, 1]])");
  rope.frame(0).position = {-0.5, -2, 0};
  rope.frame(2).position = {0.5, -3, 0};
  rope.evaluate();
  const double length = 2 + 0.5 * pi + 3, force = (length - 6) * 1000 / 6;
  EXPECT_NEAR(rope.output(Variable::Distance), length, 1e-13);
  expectVector(rope.force(0), {0, force, 0}, "start");
  expectVector(rope.force(1), {0, -2 * force, 0}, "sheave");
  expectVector(rope.torque(1), {}, "torque on the sheave");
  expectVector(rope.force(2), {0, force, 0}, "end");
}

/// A body rotated by 90° about x turns the axis from y to z; about +z the rope passes the sheave on its right.
TEST(ConnectorReevingSystemSprings, TakesTheAxisWithItsBody) {
  Rope rope(3, R"("referenceLength": 5, "sheavesRadii": [0, 0.5, 0], "sheavesAxes": [[0, 0, 1], [0, 1, 0], [0, 0, 1]])");
  rope.frame(0).position = {0.5, -2, 0};
  rope.frame(1).rotation = rotationX(pi / 2);
  rope.frame(2).position = {-0.5, -3, 0};
  EXPECT_NEAR(rope.output(Variable::Distance), 2 + 0.5 * pi + 3, 1e-13);
}

/// Inner tangents of circles of 0.5 and 0.3, 2 m apart: length √(4 − 0.64), and the angle between centre line and radius is acos(0.4).
TEST(ConnectorReevingSystemSprings, CrossesBetweenSheavesOfOppositeSense) {
  Rope rope(4, R"("referenceLength": 5, "sheavesRadii": [0, 0.5, 0.3, 0], "sheavesAxes": [[0, 0, 1], [0, 0, -1], [0, 0, 1], [0, 0, 1]])");
  rope.frame(0).position = {-0.5, -1, 0};
  rope.frame(2).position = {2, 0, 0};
  rope.frame(3).position = {2.3, 1, 0};
  const double free = std::sqrt(4 - 0.64), turn = pi - std::acos(0.4);
  EXPECT_NEAR(rope.output(Variable::Distance), 1 + 0.5 * turn + free + 0.3 * turn + 1, 1e-12);
}

/// Vertical between rims of 0.5 and 0.25. The rope pulls and rotates with them, but is not wound up.
TEST(ConnectorReevingSystemSprings, RunsOntoDrumsAtItsEnds) {
  Rope rope(2, R"("referenceLength": 2, "sheavesRadii": [0.5, 0.25], "sheavesAxes": [[0, 0, 1], [0, 0, -1]])");
  rope.frame(1).position = {-0.75, -3, 0};
  rope.frame(1).angularVelocity = {0, 0, 2};
  rope.evaluate();
  const double force = (3 - 2) * 1000.0 / 2;
  EXPECT_NEAR(rope.output(Variable::Distance), 3, 1e-13);
  EXPECT_NEAR(rope.output(Variable::VelocityLocal), -0.25 * 2, 1e-13);
  expectVector(rope.force(0), {0, -force, 0}, "on the start");
  expectVector(rope.torque(0), {0, 0, 0.5 * force}, "on the start");
  expectVector(rope.torque(1), {0, 0, 0.25 * force}, "on the end");
}

/// The power of the rope's forces equals rope force times length rate, in space with rotating bodies.
TEST(ConnectorReevingSystemSprings, DoesWorkAtItsRateOnly) {
  Rope rope(4, R"("referenceLength": 4, "dampingPerLength": 30, "coordinateFactors": [1.5, -2], "sheavesRadii": [0, 0.5, 0.3, 0],
                  "sheavesAxes": [[0, 0, 1], [0.36, 0.48, -0.8], [0, 0.6, -0.8], [0, 0, 1]])",
            true);
  const Vector3 places[] = {{0, 0, 0}, {2, 1, 0.3}, {4, 1.2, -0.2}, {5, 0, 0.5}};
  for (int i = 0; i < 4; ++i) {
    rope.frame(i).position = places[i];
    rope.frame(i).rotation = rotationX(0.1 * i);
    rope.frame(i).velocity = {0.1 * i, 0.3 - 0.2 * i, 0.4 * i * i};
    rope.frame(i).angularVelocity = {0.5 - 0.3 * i, 0.2 * i, 0.7};
  }
  rope.winch(0) = {0.3, 0.5}, rope.winch(1) = {-0.1, 0.7};
  rope.evaluate();
  const double force = rope.output(Variable::ForceLocal), let = 1.5 * 0.5 - 2 * 0.7, reference = 4 + 1.5 * 0.3 + 2 * 0.1;
  EXPECT_NEAR(force, (1000 * (rope.output(Variable::Distance) - reference) + 30 * (rope.output(Variable::VelocityLocal) - let)) / reference,
              1e-9);
  double power = rope.onWinch(0) * 0.5 + rope.onWinch(1) * 0.7;
  Vector3 sum{}, moment{};
  for (int i = 0; i < 4; ++i) {
    power += dot(rope.force(i), rope.frame(i).velocity) + dot(rope.torque(i), rope.frame(i).angularVelocity);
    sum += rope.force(i), moment += rope.torque(i) + cross(rope.frame(i).position, rope.force(i));
  }
  EXPECT_NEAR(power, -force * (rope.output(Variable::VelocityLocal) - let), 1e-9);
  EXPECT_NEAR(rope.onWinch(0), 1.5 * force, 1e-10);
  expectVector(sum, {}, "sum of forces");
  expectVector(moment, {}, "sum of moments", 1e-9);
}

TEST(ConnectorReevingSystemSprings, DampsTwistAndShearOfItsSpans) {
  Rope rope(2, R"("referenceLength": 2, "stiffnessPerLength": 0, "dampingTorsional": 3, "dampingShear": 5)");
  rope.frame(1).position = {2, 0, 0};
  rope.frame(1).velocity = {1, 0.4, 0};
  rope.frame(1).angularVelocity = {0.7, 9, 0};
  rope.evaluate();
  expectVector(rope.force(0), {0, 5 * 0.4 / 2, 0}, "shear");
  expectVector(rope.force(1), {0, -5 * 0.4 / 2, 0}, "shear");
  expectVector(rope.torque(0), {3 * 0.7, 0, 0}, "twist");
  expectVector(rope.torque(1), {-3 * 0.7, 0, 0}, "twist");
}

/// A block of 20 kg on two falls of a rope with EA = 10⁵ N; each fall carries half of the weight.
TEST(ConnectorReevingSystemSprings, HalvesTheLoadOfABlock) {
  const Recorded hung = run(R"json({"slipstick": 1,
    "nodes": [{"type": "PointGround", "name": "ground"}, {"type": "RigidBody2D", "name": "block", "referenceCoordinates": [0, -2, 0]}],
    "objects": [{"type": "Ground", "name": "ground"}, {"type": "RigidBody2D", "name": "block", "physicsMass": 20, "physicsInertia": 1, "nodeNumber": "block"},
                {"type": "ConnectorReevingSystemSprings", "name": "rope", "markerNumbers": ["a", "block", "b"], "stiffnessPerLength": 1e5,
                 "referenceLength": "4 + 0.25*pi", "sheavesRadii": [0, 0.25, 0], "sheavesAxes": [[0, 0, 1], [0, 0, 1], [0, 0, 1]]},
                {"type": "ConnectorCoordinate", "markerNumbers": ["still", "angle"]}],
    "markers": [{"type": "BodyPosition", "name": "a", "bodyNumber": "ground", "localPosition": [-0.25, 0, 0]}, {"type": "BodyRigid", "name": "block", "bodyNumber": "block"},
                {"type": "BodyPosition", "name": "b", "bodyNumber": "ground", "localPosition": [0.25, 0, 0]}, {"type": "BodyMass", "name": "mass", "bodyNumber": "block"},
                {"type": "NodeCoordinate", "name": "still", "nodeNumber": "ground", "coordinate": 0}, {"type": "NodeCoordinate", "name": "angle", "nodeNumber": "block", "coordinate": 2}],
    "loads": [{"type": "MassProportional", "markerNumber": "mass", "loadVector": [0, -10, 0]}],
    "sensors": [{"type": "Object", "name": "force", "objectNumber": "rope", "outputVariableType": "ForceLocal"},
                {"type": "Body", "name": "y", "bodyNumber": "block", "outputVariableType": "Position"}],
    "analysis": [{"type": "static"}]})json");
  EXPECT_NEAR(hung.last("force", 0), 100, 1e-6);
  EXPECT_NEAR(hung.last("y", 1), -2 - 0.5 * (4 + 0.25 * pi) * 100 / 1e5, 1e-9);
}

TEST(ConnectorReevingSystemSprings, ReportsMarkersAndSizesThatDoNotFit) {
  const auto message = [](const std::string& members) {
    const LoadedModel loaded = loadModel(R"json({"slipstick": 1, "nodes": [{"type": "PointGround"}], "objects": [{"type": "Ground"},
      {"type": "ConnectorReevingSystemSprings", )json" +
                                         members + R"json(}], "markers": [{"type": "BodyPosition", "bodyNumber": 0},
      {"type": "BodyPosition", "bodyNumber": 0, "localPosition": [1, 0, 0]}, {"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}]})json");
    return loaded.issues.empty() ? "" : loaded.issues[0].pointer + ": " + loaded.issues[0].message;
  };
  EXPECT_EQ(message(R"("markerNumbers": [0])"),
            "/objects/1/markerNumbers: must name at least two markers that the rope passes, not counting the coordinate markers");
  EXPECT_EQ(message(R"("markerNumbers": [0, 2])"),
            "/objects/1/markerNumbers: marker 1 of the list must have position, but NodeCoordinate has only coordinate");
  EXPECT_EQ(message(R"("markerNumbers": [0, 1, 2, 1], "hasCoordinateMarkers": true)"),
            "/objects/1/markerNumbers: marker 3 of the list must have coordinate, but BodyPosition has only position");
  EXPECT_EQ(message(R"("markerNumbers": [0, 1, 0], "sheavesRadii": [0, 1, 0], "sheavesAxes": [[0, 0, 1], [0, 0, 1], [0, 0, 1]])"),
            "/objects/1/markerNumbers: marker 1 of the list must have position and orientation, but BodyPosition has only position");
  EXPECT_EQ(message(R"("markerNumbers": [0, 1], "sheavesRadii": [0, 0, 0], "sheavesAxes": [[0, 0, 1], [0, 0, 1]])"),
            "/objects/1/sheavesRadii: must have an entry for each marker that the rope passes, 2, got 3");
  EXPECT_EQ(message(R"("markerNumbers": [0, 1], "stiffnessPerLength": 1000)"),
            "/objects/1: 'referenceLength' is missing: must not be 0: the stiffness of the rope is stiffnessPerLength divided by it");
}

}  // namespace
}  // namespace slipstick::testing
