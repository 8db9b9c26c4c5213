// With all solvers, redundant constraints share their load or are reported by name; contradictory constraints are reported.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/core/support/change.h"

namespace slipstick::testing {
namespace {

const char* const implicit[] = {
    R"({"type": "dynamic"})", R"({"type": "dynamic", "solver": "TrapezoidalIndex2"})", R"({"type": "dynamic", "linearSolver": "sparse"})",
    R"({"type": "dynamic", "generalizedAlpha": {"computeInitialAccelerations": false}})", R"({"type": "static"})"};

/// The message of a run that stops; by default because redundant constraints are to be rejected.
std::string messageOf(Json document, const std::string& analysis, const std::string& redundant = "stop") {
  document["analysis"] = Json::parse(analysis);
  document["analysis"]["redundantConstraints"] = redundant;
  const Recorded stopped = attempt(document.dump());
  EXPECT_EQ(stopped.status(), Simulation::Status::failed) << analysis;
  return stopped.stop().message;
}
void expectMessage(const std::string& message, const std::string& part) { EXPECT_NE(message.find(part), std::string::npos) << message; }

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
    expectMessage(message, "constraints are redundant: the equation of 'spare' follows from 'rod'");
  }
}

TEST(Redundancy, KeepsItemsOfOneNameApart) {
  Json document = rods(1, 1);
  document["nodes"][1]["name"] = document["objects"][0]["nodeNumber"] = "rod";
  for (const char* analysis : implicit)
    expectMessage(messageOf(document, analysis), "constraints are redundant: the equation of 'spare' follows from 'rod'");
}

TEST(Redundancy, ReportsTheStopOnceWithTheTime) {
  const std::string message = messageOf(rods(1, 1), R"({"startTime": 0.5})");
  EXPECT_EQ(message.rfind("Stopped at 0.5", 0), 0u) << message;
  EXPECT_EQ(message.find("topped", 7), std::string::npos) << message;
}

TEST(Redundancy, NamesDistancesThatContradictEachOther) {
  for (const char* analysis : implicit) {
    for (const char* redundant : {"stop", "share"}) {
      const std::string message = messageOf(rods(1, 1.25), analysis, redundant);
      expectMessage(message,
                    "constraints contradict each other: the equation of 'spare' cannot be satisfied together with 'rod' (off by 0.25)");
    }
  }
  expectMessage(messageOf(rods(1, 1.25), R"({"type": "eigenvalues"})"), "'spare' cannot be satisfied together with 'rod'");
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
    expectMessage(messageOf(door(R"({"type": "JointRevoluteZ"})"), analysis), "all 5 equations of 'upper hinge' follow from 'lower hinge'");
    expectMessage(messageOf(door(R"({"type": "JointSpherical"})"), analysis), "all 3 equations of 'upper hinge' follow from 'lower hinge'");
    expectMessage(messageOf(door(R"({"type": "JointGeneric"})"), analysis),
                  "5 of the 6 equations of 'upper hinge' follow from 'lower hinge'");
  }
}

TEST(Redundancy, IsAbsentWithLessConstrainingJoints) {
  // The lower hinge does not constrain the rotation about z.
  Json free = door(R"({"type": "JointGeneric", "constrainedAxes": [0, 0, 0, 0, 0, 1]})");
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
  expectMessage(messageOf(document, implicit[0]), "the equation of 'spare' acts only on parts that cannot move");
}

/// Crank of 0.2 m, coupler, rocker: planar, with joints between them and to the frame. `planar` selects planar bodies and joints.
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

/// Four revolute joints give 20 equations for 18 coordinates and leave one degree of freedom: 3 too many.
TEST(Redundancy, NamesTheJointThatClosesAFourBarInSpace) {
  for (const char* analysis : implicit)
    expectMessage(messageOf(fourBar(false, rocking), analysis), "3 of the 5 equations of 'D' follow from 'A', 'B' and 'C'");
}

TEST(Redundancy, IsFoundInAMechanismOfMillimetres) {
  std::vector<std::array<double, 2>> small = rocking;
  for (auto& [x, y] : small) x *= 1e-3, y *= 1e-3;
  for (const char* analysis : implicit)
    expectMessage(messageOf(fourBar(false, small), analysis), "3 of the 5 equations of 'D' follow from 'A', 'B' and 'C'");
}

TEST(Redundancy, AcceptsPlanarAndNonRedundantFourBars) {
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
  EXPECT_NEAR(spatial[0].real, planar[0].real, 1e-8);  // rounding, amplified by the null space of 20 equations
  EXPECT_NEAR(spatial[0].imaginary, planar[0].imaginary, 1e-8);
}

TEST(Redundancy, StopsEigenvaluesIfRequested) {
  expectMessage(messageOf(fourBar(false, rocking), R"({"type": "eigenvalues"})"),
                "3 of the 5 equations of 'D' follow from 'A', 'B' and 'C'");
}

/// A parallelogram laid flat: only in this position is the fourth joint redundant.
TEST(Redundancy, OfOnePositionDoesNotStopAMotionThroughIt) {
  Json flat = fourBar(true, {{0, 0}, {0.2, 0}, {0.6, 0}, {0.4, 0}});
  const double spin = 3;
  const double lever[] = {0.1, 0.2, 0.1};  // crank and rocker rotate, the coupler translates
  for (int i = 0; i < 3; ++i) flat["nodes"][i]["initialVelocities"] = {0, spin * lever[i], i == 1 ? 0 : spin};
  flat["analysis"] = {{"type", "dynamic"}, {"endTime", 0.1}, {"stepSize", 0.001}};
  const Recorded motion = attempt(flat.dump());
  EXPECT_EQ(motion.status(), Simulation::Status::finished) << motion.stop().message;
  EXPECT_GT(motion.last("coupler", 1), 0.03);
}

TEST(Redundancy, OfCoordinatesHeldTwiceIsNamedByExplicitSolvers) {
  Json document =
      Json::parse(R"({"slipstick": 1, "nodes": [{"type": "PointGround"}, {"type": "Point", "name": "bob", "initialVelocities": [1, 2, 0]}],
    "objects": [{"type": "MassPoint", "name": "bob", "physicsMass": 2, "nodeNumber": "bob"},
                {"type": "ConnectorCoordinate", "name": "rail", "markerNumbers": [0, 1]}, {"type": "ConnectorCoordinate", "name": "guide", "markerNumbers": [1, 0]}],
    "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}, {"type": "NodeCoordinate", "nodeNumber": 1, "coordinate": 2}],
    "sensors": [{"type": "Body", "name": "bob", "bodyNumber": "bob", "outputVariableType": "Position"}]})");
  expectMessage(messageOf(document, R"({"type": "dynamic", "solver": "RK44"})"), "the equation of 'guide' follows from 'rail'");
  document["analysis"] = {{"type", "dynamic"}, {"solver", "RK44"}};
  const Recorded motion = run(document.dump());
  EXPECT_NEAR(motion.last("bob", 0), 1, 1e-14);
  EXPECT_EQ(motion.last("bob", 2), 0);
  expectMessage(motion.statistics().sharedLoads, "the equation of 'guide' follows from 'rail'");
  document["objects"][2]["offset"] = 0.1, document["objects"][1]["activeConnector"] = false;
  expectMessage(messageOf(document, R"({"type": "dynamic", "solver": "RK44"})"), "'guide' prescribes an offset or a rate");
}

// Shared loads: the forces balance, and no smaller forces do.

/// The analysis with additional settings.
Json with(const char* analysis, const Json& more) {
  Json settings = Json::parse(analysis);
  settings.merge_patch(more);
  return settings;
}

TEST(SharedLoads, OfTwoEqualRodsAreEqual) {
  Json document = rods(1, 1);
  document["markers"].push_back({{"type", "BodyMass"}, {"bodyNumber", "bob"}});
  document["loads"] = {{{"type", "MassProportional"}, {"markerNumber", 2}, {"loadVector", {0, -9.81, 0}}}};
  for (const char* sensor : {"rod", "spare"})
    document["sensors"].push_back({{"type", "Object"}, {"name", sensor}, {"objectNumber", sensor}, {"outputVariableType", "Force"}});
  document["sensors"].push_back({{"type", "Body"}, {"name", "bob"}, {"bodyNumber", "bob"}, {"outputVariableType", "Position"}});
  for (const char* analysis : {implicit[0], implicit[1], implicit[2], implicit[3]}) {
    document["analysis"] = with(analysis, {{"endTime", 0.5}, {"numberOfSteps", 200}, {"keepTangents", false}});
    document["objects"][2]["activeConnector"] = true;
    const Recorded shared = run(document.dump());
    document["objects"][2]["activeConnector"] = false;
    const Recorded alone = run(document.dump());
    EXPECT_EQ(shared.statistics().newtonIterations, alone.statistics().newtonIterations) << analysis;
    for (int sample = 1; sample < shared.samples(); ++sample) {
      const double tension = alone.sample("rod", sample)[0];
      EXPECT_NEAR(shared.sample("rod", sample)[0], tension / 2, 1e-6 * std::abs(tension)) << analysis << sample;
      EXPECT_NEAR(shared.sample("spare", sample)[0], tension / 2, 1e-6 * std::abs(tension)) << analysis << sample;
      for (int i = 0; i < 3; ++i) EXPECT_NEAR(shared.sample("bob", sample)[i], alone.sample("bob", sample)[i], 1e-9);
    }
    expectMessage(shared.statistics().sharedLoads, "the equation of 'spare' follows from 'rod'");
    EXPECT_EQ(alone.statistics().sharedLoads, "");
  }
}

/// A door of 12 kg, 1 m wide, on hinges 1 m from each other. Each carries half of its weight W. A pair of forces F at a lever of 1 m and
/// the torques T of the hinges balance the moment M = W · 0.5 m, F + 2 T = M: 2 F² + 2 T² is least for T = 2 F, so F = M/5.
TEST(SharedLoads, OfADoorOnTwoHingesAreLeast) {
  Json document = door(R"({"type": "JointRevoluteZ"})");
  document["markers"].push_back({{"type", "BodyMass"}, {"name", "weight"}, {"bodyNumber", "leaf"}});
  document["loads"] = {{{"type", "MassProportional"}, {"markerNumber", "weight"}, {"loadVector", {0, 0, -9.81}}}};
  for (const char* hinge : {"lower hinge", "upper hinge"})
    for (const char* variable : {"ForceLocal", "TorqueLocal"})
      document["sensors"].push_back(
          {{"type", "Object"}, {"name", std::string(hinge) + " " + variable}, {"objectNumber", hinge}, {"outputVariableType", variable}});
  const double weight = 12 * 9.81, moment = weight * 0.5;
  for (const char* analysis : implicit) {
    document["analysis"] = Json::parse(analysis);
    const bool isStatic = document["analysis"]["type"] == "static";
    if (isStatic) document["objects"].push_back({{"type", "ConnectorTorsionalSpringDamper"}, {"markerNumbers", {0, 1}}, {"stiffness", 3}});
    const Recorded held = run(document.dump());
    if (isStatic) document["objects"].erase(4);
    for (int sample = isStatic ? held.samples() - 1 : 1; sample < held.samples(); ++sample) {
      const auto lower = held.sample("lower hinge ForceLocal", sample), upper = held.sample("upper hinge ForceLocal", sample);
      EXPECT_NEAR(std::abs(lower[2]), weight / 2, 1e-6) << analysis;
      EXPECT_NEAR(upper[2], lower[2], 1e-6);
      EXPECT_NEAR(std::abs(lower[0]), moment / 5, 1e-6) << analysis;
      EXPECT_NEAR(upper[0], -lower[0], 1e-6);
      const auto first = held.sample("lower hinge TorqueLocal", sample), second = held.sample("upper hinge TorqueLocal", sample);
      EXPECT_NEAR(std::abs(first[0]), 2 * moment / 5, 1e-6) << analysis;
      EXPECT_NEAR(second[0], first[0], 1e-6);
      for (const double zero : {lower[1], upper[1], first[1], second[1]}) EXPECT_NEAR(zero, 0, 1e-6);
    }
    expectMessage(held.statistics().sharedLoads, "all 5 equations of 'upper hinge' follow from 'lower hinge'");
  }
}

/// The linkage moves like its planar version, and each joint carries the same load.
TEST(SharedLoads, LetAFourBarInSpaceMoveAsInItsPlane) {
  Json planar = fourBar(true, rocking), spatial = fourBar(false, rocking);
  for (Json* document : {&planar, &spatial})
    for (const char* joint : {"A", "B", "C", "D"}) {
      Json sensor{{"type", "Object"}, {"name", joint}, {"objectNumber", joint}};
      sensor["outputVariableType"] = document == &planar ? "Force" : "ForceLocal";
      (*document)["sensors"].push_back(sensor);
    }
  for (const char* analysis : {implicit[0], implicit[2]}) {
    planar["analysis"] = spatial["analysis"] = with(analysis, {{"endTime", 1}, {"numberOfSteps", 1000}, {"keepTangents", false}});
    const Recorded flat = run(planar.dump()), inSpace = run(spatial.dump());
    EXPECT_EQ(inSpace.statistics().rejectedSteps, 0);
    EXPECT_LE(inSpace.statistics().newtonIterations, 3 * inSpace.statistics().steps);
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(flat.last("coupler", i), inSpace.last("coupler", i), 1e-6);  // Newton's tolerance
    const auto height = flat.column("coupler", 1);
    EXPECT_GT(*std::max_element(height.begin(), height.end()) - *std::min_element(height.begin(), height.end()), 0.05) << "it moves";
    EXPECT_NEAR(inSpace.last("coupler", 2), 0, 1e-12);
    expectMessage(inSpace.statistics().sharedLoads, "3 of the 5 equations of 'D' follow from 'A', 'B' and 'C'");
  }
}

/// Bars of equal length: each turn passes both dead centres, with the whole linkage in one line. The linkage could fold there. Without
/// loads it keeps rotating, and the coupler must keep its direction.
TEST(SharedLoads, LetAParallelogramGoThroughItsDeadCentres) {
  for (const bool flat : {true, false}) {
    Json document = fourBar(flat, {{0, 0}, {0.1, 0.1}, {0.5, 0.1}, {0.4, 0}});
    const double spin = 10;
    for (int i = 0; i < 3; ++i) {
      Json velocity = flat ? Json{0, 0, 0} : Json{0, 0, 0, 0, 0, 0, 0};
      const double x = i == 1 ? 0.1 : 0.05, y = x;
      velocity[0] = -spin * y, velocity[1] = spin * x;
      if (i != 1) {
        const double half = (i == 0 ? std::atan2(0.1, 0.1) : std::atan2(-0.1, -0.1)) / 2;
        if (flat)
          velocity[2] = spin;
        else
          velocity[3] = -spin / 2 * std::sin(half), velocity[6] = spin / 2 * std::cos(half);
      }
      document["nodes"][i]["initialVelocities"] = velocity;
    }
    document["loads"] = Json::array();
    document["sensors"].push_back({{"type", "Body"}, {"name", "turn"}, {"bodyNumber", "coupler"}, {"outputVariableType", "Rotation"}});
    for (const double steps : {400, 500, 1000}) {  // in five turns; with 400, steps end at the dead centres up to the error of the method
      document["analysis"] = {{"type", "dynamic"}, {"endTime", 3.141592653589793}, {"numberOfSteps", steps}};
      const Recorded motion = attempt(document.dump());
      ASSERT_EQ(motion.status(), Simulation::Status::finished) << motion.stop().message;
      for (int sample = 0; sample < motion.samples(); ++sample) {
        EXPECT_NEAR(motion.sample("turn", sample).back(), 0, 1e-3) << flat << " " << steps << " " << sample;
        EXPECT_NEAR(std::hypot(motion.sample("coupler", sample)[0] - 0.2, motion.sample("coupler", sample)[1]), std::hypot(0.1, 0.1), 1e-3);
      }
    }
  }
}

/// `n` windows side by side, upright at first and pushed to the side: n + 1 links of 1 m and n bars, which could fold in as many ways when
/// all are in one line.
Json windows(int n) {
  const Json rod = {{"shape", "rod"}, {"mass", 1}, {"length", 1}}, gravity = {0, -9.81, 0}, axis = {0, 0, 1};
  Json create = Json::array({{{"type", "Ground"}, {"name", "ground"}}});
  const auto joint = [&](const std::string& a, const std::string& b, int x, int y) {
    create.push_back({{"type", "RevoluteJoint"}, {"bodies", {a, b}}, {"position", {x, y, 0}}, {"axis", axis}});
  };
  for (int i = 0; i <= n; ++i) {
    const std::string number = std::to_string(i), link = "link " + number, bar = "bar " + number;
    create.push_back({{"type", "RigidBody2D"}, {"name", link}, {"referencePosition", {i, 0.5, 0}}, {"inertia", rod}, {"gravity", gravity}});
    create.back().update(
        {{"referenceRotationMatrix", "rotZ(pi/2)"}, {"initialVelocity", {0.5, 0, 0}}, {"initialAngularVelocity", {0, 0, -1}}});
    joint("ground", link, i, 0);
    if (i == 0) continue;
    create.push_back(
        {{"type", "RigidBody2D"}, {"name", bar}, {"referencePosition", {i - 0.5, 1, 0}}, {"inertia", rod}, {"gravity", gravity}});
    create.back()["initialVelocity"] = {1, 0, 0};
    joint("link " + std::to_string(i - 1), bar, i - 1, 1);
    joint(bar, link, i, 1);
  }
  Json document = {{"slipstick", 1}, {"create", create}, {"sensors", Json::array()}};
  for (const int i : {0, n})
    document["sensors"].push_back({{"type", "Body"},
                                   {"name", i == 0 ? "first" : "last"},
                                   {"bodyNumber", "link " + std::to_string(i)},
                                   {"localPosition", {0.5, 0, 0}},
                                   {"outputVariableType", "Position"}});
  return document;
}

/// The angle of the links of n windows from upright at a time: φ̈ = r sin φ from φ̇ = 1 rad/s, with a step of 0.1 ms.
double angleOfWindows(int n, double time) {
  const double ratio = (n + (n + 1) / 2.0) * 9.81 / (n + (n + 1) / 3.0);
  const int steps = static_cast<int>(std::ceil(time / 1e-4));
  const double h = time / steps;
  double angle = 0, rate = 1;
  for (int i = 0; i < steps; ++i) {
    const double a0 = ratio * std::sin(angle), v1 = rate + h / 2 * a0;
    const double a1 = ratio * std::sin(angle + h / 2 * rate), v2 = rate + h / 2 * a1;
    const double a2 = ratio * std::sin(angle + h / 2 * v1), v3 = rate + h * a2;
    const double a3 = ratio * std::sin(angle + h * v2);
    angle += h / 6 * (rate + 2 * v1 + 2 * v2 + v3), rate += h / 6 * (a0 + 2 * a1 + 2 * a2 + a3);
  }
  return angle;
}

/// Step sizes are chosen so that one step ends at the dead centre, or a fraction of 10⁻¹ to 10⁻⁷ of a step before or after it.
TEST(SharedLoads, LetWindowsGoThroughTheirDeadCentreHoweverNearAStepEnds) {
  struct Case {
    int windows, stepsUntil;
    const char* analysis;
    double error;  // error of the method: m
  };
  for (const Case& each : {Case{5, 2000, R"({"type": "dynamic"})", 4e-6}, Case{5, 700, R"({"solver": "TrapezoidalIndex2"})", 2e-5},
                           Case{12, 1500, R"({"adaptiveStep": false})", 7e-6}, Case{3, 400, R"({"linearSolver": "dense"})", 2e-4}}) {
    Json document = windows(each.windows);
    double before = 0.3, behind = 1;
    while (behind - before > 1e-12) {
      const double middle = (before + behind) / 2;
      (angleOfWindows(each.windows, middle) < std::acos(0.0) ? before : behind) = middle;
    }
    for (const double part : {0.0, 1e-7, -1e-7, 1e-5, -1e-5, 1e-4, -1e-4, 1e-3, -1e-3, 1e-2, -1e-2, 0.1, -0.1}) {
      SCOPED_TRACE(std::string(each.analysis) + " " + std::to_string(part));
      const double size = before / (each.stepsUntil - part);
      const int steps = each.stepsUntil + each.stepsUntil / 5;
      document["analysis"] =
          with(each.analysis, {{"endTime", size * steps}, {"numberOfSteps", steps}, {"sensorsWritePeriod", size * steps}});
      const Recorded motion = attempt(document.dump());
      ASSERT_EQ(motion.status(), Simulation::Status::finished) << motion.stop().message;
      EXPECT_EQ(motion.statistics().rejectedSteps, 0);
      const double angle = angleOfWindows(each.windows, size * steps);
      for (const char* corner : {"first", "last"}) {
        const double x = corner[0] == 'f' ? 0 : each.windows;
        EXPECT_NEAR(motion.last(corner, 0), x + std::sin(angle), each.error) << corner;
        EXPECT_NEAR(motion.last(corner, 1), std::cos(angle), each.error) << corner;
      }
    }
  }
}

/// The same without weight, rotated stepwise by half a turn; a load step ends at or near the dead centre. Beyond it each window could fold.
/// If the spring would need infinite forces to be held, the solution jumps across the dead centre.
TEST(SharedLoads, LetStaticStepsGoThroughADeadCentre) {
  struct Case {
    int windows;
    double spring;  // that holds the links in the dead centre: N·m/rad
    bool flat;      // in space, loops of hinges are redundant everywhere
  };
  for (const Case& each : {Case{1, 0, true}, Case{1, 3, true}, Case{2, 0, true}, Case{2, 3, true}, Case{3, 0, true}, Case{5, 0, true},
                           Case{5, 3, true}, Case{8, 3, true}, Case{1, 0, false}, Case{2, 0, false}, Case{3, 0, false}}) {
    Json document = windows(each.windows);
    for (Json& made : document["create"]) {
      if (made["type"] != "RigidBody2D") continue;
      made["gravity"] = {0, 0, 0};
      if (each.flat) continue;
      made["type"] = "RigidBody", made["inertia"] = {{"shape", "cuboid"}, {"mass", 1}, {"sideLengths", {1, 0.1, 0.1}}};
      made.erase("initialVelocity"), made.erase("initialAngularVelocity");
    }
    document["markers"] = {{{"type", "BodyRigid"}, {"name", "base"}, {"bodyNumber", "ground"}},
                           {{"type", "BodyRigid"}, {"name", "turn"}, {"bodyNumber", "link 0"}},
                           {{"type", "BodyRigid"}, {"name", "held"}, {"bodyNumber", "link 1"}}};
    const Json upright = {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};
    document["objects"] = {{{"type", "JointGeneric"},
                            {"markerNumbers", {"base", "turn"}},
                            {"constrainedAxes", {0, 0, 0, 0, 0, 1}},
                            {"rotationMarker1", upright},
                            {"offsetUserFunction", {"0", "0", "0", "0", "0", "-t"}}},
                           {{"type", "ConnectorTorsionalSpringDamper"}, {"markerNumbers", {"base", "held"}}, {"stiffness", each.spring}}};
    for (const double part : {0.0, 1e-7, -1e-7, 1e-4, -1e-4, 1e-2, -1e-2})
      for (const int half : {30, 50}) {
        SCOPED_TRACE((each.flat ? "" : "space ") + std::to_string(each.windows) + " " + std::to_string(part) + " " + std::to_string(half));
        const double size = std::acos(0.0) / (half - part), angle = 2 * half * size;
        document["analysis"] = {{"type", "static"}, {"numberOfLoadSteps", 2 * half}, {"loadStepDuration", angle}, {"useLoadFactor", false}};
        const Recorded turned = attempt(document.dump());
        ASSERT_EQ(turned.status(), Simulation::Status::finished) << turned.stop().message;
        for (const char* corner : {"first", "last"}) {
          const double x = corner[0] == 'f' ? 0 : each.windows;
          EXPECT_NEAR(turned.last(corner, 0), x + std::sin(angle), 1e-9) << corner;
          EXPECT_NEAR(turned.last(corner, 1), std::cos(angle), 1e-9) << corner;
        }
      }
  }
}

/// Two drives that agree at the start and diverge later.
TEST(SharedLoads, EndWithContradictoryConstraints) {
  Json document = Json::parse(R"({"slipstick": 1, "nodes": [{"type": "PointGround"}, {"type": "1D", "name": "slide"}],
    "objects": [{"type": "Mass1D", "physicsMass": 2, "nodeNumber": "slide"},
                {"type": "ConnectorCoordinate", "name": "drive", "markerNumbers": [0, 1], "offsetUserFunction": "0.1*t", "offsetUserFunction_t": "0.1"},
                {"type": "ConnectorCoordinate", "name": "other", "markerNumbers": [0, 1], "offsetUserFunction": "0.1*t + max(0, t - 0.5)^2",
                 "offsetUserFunction_t": "2*max(0, t - 0.5) + 0.1"}],
    "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}, {"type": "NodeCoordinate", "nodeNumber": 1, "coordinate": 0}],
    "sensors": [{"type": "Node", "name": "slide", "nodeNumber": "slide", "outputVariableType": "Coordinates"}]
})");
  document["analysis"] = {{"type", "dynamic"}, {"numberOfSteps", 100}};
  const Recorded stopped = attempt(document.dump());
  EXPECT_EQ(stopped.status(), Simulation::Status::failed);
  expectMessage(stopped.stop().message,
                "constraints contradict each other: the equation of 'other' cannot be satisfied together with 'drive'");
  EXPECT_NEAR(stopped.last("slide"), 0.05, 1e-3) << "as far as both agree";
}

}  // namespace
}  // namespace slipstick::testing
