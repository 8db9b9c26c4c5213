// Constraints that repeat or contradict each other are named, whatever the solver.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/change.h"

namespace slipstick::testing {
namespace {

const char* const implicit[] = {
    R"({"type": "dynamic"})", R"({"type": "dynamic", "solver": "TrapezoidalIndex2"})", R"({"type": "dynamic", "linearSolver": "sparse"})",
    R"({"type": "dynamic", "generalizedAlpha": {"computeInitialAccelerations": false}})", R"({"type": "static"})"};

std::string messageOf(Json document, const std::string& analysis) {
  document["analysis"] = Json::parse(analysis);
  const Recorded stopped = attempt(document.dump());
  EXPECT_EQ(stopped.status(), Simulation::Status::failed) << analysis;
  return stopped.stop().message;
}
void expectSaid(const std::string& message, const std::string& part) { EXPECT_NE(message.find(part), std::string::npos) << message; }

/// A mass at 1 m from the origin, on two rods.
Json rods(double first, double second) {
  Json document = Json::parse(
      R"({"slipstick": 1, "nodes": [{"type": "PointGround"}, {"type": "Point", "name": "bob", "referenceCoordinates": [1, 0, 0]}],
    "objects": [{"type": "MassPoint", "name": "bob", "physicsMass": 2, "nodeNumber": "bob"},
                {"type": "ConnectorDistance", "name": "rod", "markerNumbers": [0, 1]}, {"type": "ConnectorDistance", "name": "spare", "markerNumbers": [1, 0]}],
    "markers": [{"type": "NodePosition", "nodeNumber": 0}, {"type": "NodePosition", "nodeNumber": 1}]})");
  document["objects"][1]["distance"] = first, document["objects"][2]["distance"] = second;
  return document;
}

TEST(Redundancy, NamesTwoEqualRods) {
  for (const char* analysis : implicit) {
    const std::string message = messageOf(rods(1, 1), analysis);
    expectSaid(message, "constraints repeat each other: the equation of 'spare' follows from 'rod'");
  }
}

TEST(Redundancy, SaysOnceThatItStoppedAndWhen) {
  const std::string message = messageOf(rods(1, 1), R"({"startTime": 0.5})");
  EXPECT_EQ(message.rfind("Stopped at 0.5", 0), 0u) << message;
  EXPECT_EQ(message.find("topped", 7), std::string::npos) << message;
}

TEST(Redundancy, NamesDistancesThatContradictEachOther) {
  for (const char* analysis : implicit) {
    const std::string message = messageOf(rods(1, 1.25), analysis);
    expectSaid(message, "constraints contradict each other: the equation of 'spare' cannot hold together with 'rod' (off by 0.25)");
  }
  expectSaid(messageOf(rods(1, 1.25), R"({"type": "eigenvalues"})"), "'spare' cannot hold together with 'rod'");
}

/// A door on two hinges, one above the other.
Json door(const std::string& upper) {
  Json document =
      Json::parse(R"({"slipstick": 1, "nodes": [{"type": "RigidBodyEP", "name": "leaf", "referenceCoordinates": [0.5, 0, 0, 1, 0, 0, 0]}],
    "objects": [{"type": "Ground", "name": "wall"},
                {"type": "RigidBody", "name": "leaf", "nodeNumber": "leaf", "physicsMass": 12, "physicsInertia": [0.7, 1, 0.4, 0, 0, 0]},
                {"type": "JointRevoluteZ", "name": "lower hinge", "markerNumbers": [0, 1]}],
    "markers": [{"type": "BodyRigid", "bodyNumber": "wall", "localPosition": [0, 0, -0.5]}, {"type": "BodyRigid", "bodyNumber": "leaf", "localPosition": [-0.5, 0, -0.5]},
                {"type": "BodyRigid", "bodyNumber": "wall", "localPosition": [0, 0, 0.5]}, {"type": "BodyRigid", "bodyNumber": "leaf", "localPosition": [-0.5, 0, 0.5]}]})");
  document["objects"].push_back(Json::parse(upper));
  document["objects"].back()["markerNumbers"] = {2, 3}, document["objects"].back()["name"] = "upper hinge";
  return document;
}

TEST(Redundancy, CountsTheEquationsThatFollow) {
  for (const char* analysis : implicit) {
    expectSaid(messageOf(door(R"({"type": "JointRevoluteZ"})"), analysis), "all 5 equations of 'upper hinge' follow from 'lower hinge'");
    expectSaid(messageOf(door(R"({"type": "JointSpherical"})"), analysis), "all 3 equations of 'upper hinge' follow from 'lower hinge'");
    expectSaid(messageOf(door(R"({"type": "JointGeneric"})"), analysis), "5 of the 6 equations of 'upper hinge' follow from 'lower hinge'");
  }
}

TEST(Redundancy, IsGoneWithJointsThatLeaveMoreFree) {
  Json free = door(R"({"type": "JointGeneric", "constrainedAxes": [0, 0, 0, 0, 0, 1]})");  // the lower hinge does not hold this turn
  free["analysis"] = {{"type", "dynamic"}};
  EXPECT_EQ(attempt(free.dump()).status(), Simulation::Status::finished);
  Json off = door(R"({"type": "JointRevoluteZ", "activeConnector": false})");
  off["analysis"] = {{"type", "dynamic"}};
  EXPECT_EQ(attempt(off.dump()).status(), Simulation::Status::finished);
}

TEST(Redundancy, IsFoundBetweenItemsOnTheGround) {
  Json document = rods(1, 1);
  document["objects"][2]["markerNumbers"] = {0, 2};
  document["nodes"].push_back({{"type", "PointGround"}, {"referenceCoordinates", {0, 1, 0}}});
  document["markers"].push_back({{"type", "NodePosition"}, {"nodeNumber", 2}});
  expectSaid(messageOf(document, implicit[0]), "the equation of 'spare' ties nothing that can move");
}

/// Crank of 0.2 m, coupler, rocker: one plane, joints between them and to the frame. `planar` takes planar bodies and joints.
Json fourBar(bool planar, const std::vector<std::array<double, 2>>& points) {
  Json document{{"slipstick", 1}, {"objects", {{{"type", "Ground"}, {"name", "frame"}}}}};
  Json& nodes = document["nodes"];
  Json& objects = document["objects"];
  Json& markers = document["markers"];
  const char* const names[] = {"crank", "coupler", "rocker"};
  for (int i = 0; i < 3; ++i) {
    const auto [x, y] = points[i];
    const double dx = points[i + 1][0] - x, dy = points[i + 1][1] - y, angle = std::atan2(dy, dx), length = std::hypot(dx, dy);
    Json node{{"type", planar ? "RigidBody2D" : "RigidBodyEP"}, {"name", names[i]}};
    if (planar)
      node["referenceCoordinates"] = {x + dx / 2, y + dy / 2, angle};
    else
      node["referenceCoordinates"] = {x + dx / 2, y + dy / 2, 0, std::cos(angle / 2), 0, 0, std::sin(angle / 2)};
    nodes.push_back(node);
    Json body{{"type", planar ? "RigidBody2D" : "RigidBody"}, {"name", names[i]}, {"nodeNumber", names[i]}, {"physicsMass", 1}};
    if (planar)
      body["physicsInertia"] = 0.01;
    else
      body["physicsInertia"] = {0.001, 0.01, 0.01, 0, 0, 0};
    objects.push_back(body);
    for (const double end : {-0.5, 0.5})
      markers.push_back({{"type", "BodyRigid"}, {"bodyNumber", names[i]}, {"localPosition", {end * length, 0, 0}}});
  }
  for (const auto& point : {points.front(), points.back()})
    markers.push_back({{"type", "BodyRigid"}, {"bodyNumber", "frame"}, {"localPosition", {point[0], point[1], 0}}});
  const int pairs[4][2] = {{6, 0}, {1, 2}, {3, 4}, {5, 7}};
  for (int i = 0; i < 4; ++i)
    objects.push_back({{"type", planar ? "JointRevolute2D" : "JointRevoluteZ"},
                       {"name", std::string(1, static_cast<char>('A' + i))},
                       {"markerNumbers", {pairs[i][0], pairs[i][1]}}});
  markers.push_back({{"type", "BodyMass"}, {"name", "mass"}, {"bodyNumber", "coupler"}});
  document["loads"] = {{{"type", "MassProportional"}, {"markerNumber", "mass"}, {"loadVector", {0, -9.81, 0}}}};
  document["sensors"] = {{{"type", "Body"}, {"name", "coupler"}, {"bodyNumber", "coupler"}, {"outputVariableType", "Position"}}};
  return document;
}
const std::vector<std::array<double, 2>> rocking{{0, 0}, {0.12, 0.16}, {0.55, 0.4}, {0.5, 0}};

/// Four revolute joints are 20 equations for 18 coordinates, and leave one free: 3 too many.
TEST(Redundancy, NamesTheJointThatClosesAFourBarInSpace) {
  for (const char* analysis : implicit)
    expectSaid(messageOf(fourBar(false, rocking), analysis), "3 of the 5 equations of 'D' follow from 'A', 'B' and 'C'");
}

TEST(Redundancy, LeavesTheFourBarOfPlanarBodiesAndThatWithASphereAndAUniversalJointAlone) {
  Json planar = fourBar(true, rocking), spatial = fourBar(false, rocking);
  spatial["objects"][6]["type"] = "JointSpherical";                                                               // C
  spatial["objects"][7]["type"] = "JointGeneric", spatial["objects"][7]["constrainedAxes"] = {1, 1, 1, 1, 0, 0};  // D: 20 − 2 − 1 equations
  planar["analysis"] = spatial["analysis"] = {{"type", "dynamic"}, {"endTime", 0.5}, {"numberOfSteps", 500}};
  const Recorded flat = run(planar.dump()), inSpace = run(spatial.dump());
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(flat.last("coupler", i), inSpace.last("coupler", i), 1e-6);  // Newton's tolerance
  EXPECT_GT(std::abs(flat.last("coupler", 1) - flat.first("coupler", 1)), 0.01) << "it moves";
}

TEST(Redundancy, DoesNoHarmToEigenvalues) {
  const auto values = [](Json document) {
    document["analysis"] = {{"type", "eigenvalues"}};
    Recorded motion = run(document.dump());
    return motion.simulation().eigenvalues()[0];
  };
  const auto spatial = values(fourBar(false, rocking)), planar = values(fourBar(true, rocking));
  ASSERT_EQ(spatial.size(), 2u);
  ASSERT_EQ(planar.size(), 2u);
  EXPECT_NEAR(spatial[0].real, planar[0].real, 1e-8);  // rounding, seen through the null space of 20 equations
  EXPECT_NEAR(spatial[0].imaginary, planar[0].imaginary, 1e-8);
}

/// A parallelogram laid flat: there, and only there, the fourth joint repeats the others.
TEST(Redundancy, OfOnePositionAloneDoesNotStopAMotionThroughIt) {
  Json flat = fourBar(true, {{0, 0}, {0.2, 0}, {0.6, 0}, {0.4, 0}});
  const double spin = 3;
  const double lever[] = {0.1, 0.2, 0.1};  // crank and rocker turn, the coupler translates
  for (int i = 0; i < 3; ++i) flat["nodes"][i]["initialVelocities"] = {0, spin * lever[i], i == 1 ? 0 : spin};
  flat["analysis"] = {{"type", "dynamic"}, {"endTime", 0.1}, {"stepSize", 0.001}};
  const Recorded motion = attempt(flat.dump());
  EXPECT_EQ(motion.status(), Simulation::Status::finished) << motion.stop().message;
  EXPECT_GT(motion.last("coupler", 1), 0.03);
}

TEST(Redundancy, OfCoordinatesHeldTwiceIsNamedByExplicitSolvers) {
  Json document = Json::parse(R"({"slipstick": 1, "nodes": [{"type": "PointGround"}, {"type": "Point", "name": "bob"}],
    "objects": [{"type": "MassPoint", "physicsMass": 2, "nodeNumber": "bob"},
                {"type": "ConnectorCoordinate", "name": "rail", "markerNumbers": [0, 1]}, {"type": "ConnectorCoordinate", "name": "guide", "markerNumbers": [1, 0]}],
    "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}, {"type": "NodeCoordinate", "nodeNumber": 1, "coordinate": 1}]})");
  expectSaid(messageOf(document, R"({"type": "dynamic", "solver": "RK44"})"), "'guide' repeats 'rail'");
  document["objects"][2]["offset"] = 0.1, document["objects"][1]["activeConnector"] = false;
  expectSaid(messageOf(document, R"({"type": "dynamic", "solver": "RK44"})"), "'guide' prescribes an offset or a rate");
}

}  // namespace
}  // namespace slipstick::testing
