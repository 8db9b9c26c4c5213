// Mechanisms are assembled such that all constraints hold, as close as possible to the drawing: closed forms, both branches, random starts.

#include "core/solver/assemble.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <random>

#include "core/simulation/assembled.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

constexpr double pi = std::numbers::pi;

/// A planar bar of a length, drawn with its middle at a position and an angle.
struct Bar {
  const char* name;
  double length, x, y, angle;
};
Json bars(const std::vector<Bar>& list) {
  Json document = Json::parse(R"({"slipstick": 1, "nodes": [], "objects": [{"type": "Ground", "name": "ground"}], "markers": []})");
  for (const Bar& bar : list) {
    document["nodes"].push_back({{"type", "RigidBody2D"}, {"name", bar.name}, {"referenceCoordinates", {bar.x, bar.y, bar.angle}}});
    document["objects"].push_back({{"type", "RigidBody2D"},
                                   {"name", bar.name},
                                   {"nodeNumber", bar.name},
                                   {"physicsMass", bar.length},
                                   {"physicsInertia", bar.length * bar.length * bar.length / 12}});
  }
  return document;
}
/// A hinge between points at fractions of the half lengths of two bars. A bar "" is the ground, at a position.
void hinge(Json& document, const char* name, const Bar& bar, double end, const Bar* other, double otherEnd, double x = 0, double y = 0) {
  const int first = static_cast<int>(document["markers"].size());
  const auto marker = [&](const char* body, double px, double py) {
    document["markers"].push_back({{"type", "BodyPosition"}, {"bodyNumber", body}, {"localPosition", {px, py, 0}}});
  };
  if (other)
    marker(other->name, otherEnd * other->length / 2, 0);
  else
    marker("ground", x, y);
  marker(bar.name, end * bar.length / 2, 0);
  document["objects"].push_back({{"type", "JointRevolute2D"}, {"name", name}, {"markerNumbers", {first, first + 1}}});
}

/// Crank, coupler and rocker between (0, 0) and (ground, 0).
Json fourBar(const std::vector<Bar>& b, double ground) {
  Json document = bars(b);
  hinge(document, "A", b[0], -1, nullptr, 0, 0, 0);
  hinge(document, "B", b[1], -1, &b[0], 1);
  hinge(document, "C", b[2], 1, &b[1], 1);
  hinge(document, "D", b[2], -1, nullptr, 0, ground, 0);
  return document;
}

AssembledModel assembled(const Json& document, const std::vector<std::string>& held = {}) {
  return assembleModel(load(document.dump()), held);
}

/// The coordinate of a node: drawn value plus found displacement.
double placeOf(const Json& document, const AssembledModel& model, int node, int i) {
  return document["nodes"][node]["referenceCoordinates"][i].get<double>() + model.nodes[node].coordinates[i];
}

TEST(Assemble, ClosesAFourBarOnTheDrawnBranch) {
  const double a = 0.3, b = 0.8, c = 0.6, d = 0.9;
  for (const double crank : {0.4, 1.3, 2.5, -1.1}) {
    for (const double side : {1.0, -1.0}) {
      // Closed form: C is the intersection of circles about B and D on one of the sides of the line from B to D.
      const double bx = a * std::cos(crank), by = a * std::sin(crank), far = std::hypot(d - bx, by), line = std::atan2(-by, d - bx);
      const double turn = line + side * std::acos((b * b + far * far - c * c) / (2 * b * far));
      const double cx = bx + b * std::cos(turn), cy = by + b * std::sin(turn), rocker = std::atan2(cy, cx - d);
      const std::vector<Bar> drawn{{"crank", a, bx / 2, by / 2, crank},
                                   {"coupler", b, (bx + cx) / 2 + 0.07, (by + cy) / 2 - 0.05, turn + 0.3},
                                   {"rocker", c, (cx + d) / 2 - 0.1, cy / 2 + 0.06, rocker - 0.25}};
      const Json document = fourBar(drawn, d);
      const AssembledModel model = assembled(document, {"crank"});
      EXPECT_TRUE(model.result.closed) << model.result.message;
      EXPECT_EQ(model.result.attempt, 0);
      EXPECT_LT(model.result.gap, 1e-12);
      for (int i = 0; i < 3; ++i) EXPECT_EQ(model.nodes[0].coordinates[i], 0);  // held
      EXPECT_NEAR(placeOf(document, model, 1, 2), turn, 1e-11) << crank << " " << side;
      EXPECT_NEAR(placeOf(document, model, 1, 0), (bx + cx) / 2, 1e-12);
      EXPECT_NEAR(placeOf(document, model, 2, 2), rocker, 1e-11);
      EXPECT_EQ(model.mobility.degreesOfFreedom, 1);
    }
  }
}

// A point mass on a circle moves to the nearest point of it. On the ellipse of an ellipsograph with two rods, the first step does not lead
// to the nearest point.
TEST(Assemble, FindsTheNearestPosition) {
  const Json pendulum = Json::parse(R"({"slipstick": 1, "nodes": [{"type": "PointGround"},
      {"type": "Point", "referenceCoordinates": [0.9, 1.2, 0]}],
    "objects": [{"type": "MassPoint", "name": "bob", "physicsMass": 2, "nodeNumber": 1},
      {"type": "ConnectorDistance", "name": "rod", "markerNumbers": [0, 1], "distance": 1}],
    "markers": [{"type": "NodePosition", "nodeNumber": 0}, {"type": "NodePosition", "nodeNumber": 1}]})");
  const AssembledModel model = assembled(pendulum);
  EXPECT_NEAR(model.nodes[0].coordinates[0], 0.6 - 0.9, 1e-12);
  EXPECT_NEAR(model.nodes[0].coordinates[1], 0.8 - 1.2, 1e-12);

  // A bar of length 1 with its ends on the x and y axes: its middle is on the circle of radius 1/2. It is drawn at (0.9, 0.2, -1). Of all
  // positions φ, the result minimises m ((x − cos φ / 2)² + (y + sin φ / 2)²) + J (φ + 1)², so the derivative by φ is zero.
  const std::vector<Bar> bar{{"bar", 1, 0.9, 0.2, -1}};
  Json trammel = bars(bar);
  for (const double end : {-1.0, 1.0}) {
    trammel["markers"].push_back({{"type", "BodyPosition"}, {"bodyNumber", "ground"}});
    trammel["markers"].push_back({{"type", "BodyPosition"}, {"bodyNumber", "bar"}, {"localPosition", {end / 2, 0, 0}}});
    const int first = static_cast<int>(trammel["markers"].size()) - 2;
    trammel["objects"].push_back({{"type", "JointSpherical"},
                                  {"name", end < 0 ? "left" : "right"},
                                  {"constrainedAxes", {end < 0 ? 1 : 0, end < 0 ? 0 : 1, 0}},
                                  {"markerNumbers", {first, first + 1}}});
  }
  const AssembledModel slid = assembled(trammel);
  ASSERT_TRUE(slid.result.closed) << slid.result.message;
  const double phi = placeOf(trammel, slid, 0, 2), x = placeOf(trammel, slid, 0, 0), y = placeOf(trammel, slid, 0, 1);
  EXPECT_NEAR(x, std::cos(phi) / 2, 1e-12);
  EXPECT_NEAR(y, -std::sin(phi) / 2, 1e-12);
  const double derivative = (0.9 - x) * std::sin(phi) / 2 + (0.2 - y) * std::cos(phi) / 2 + (phi + 1) / 12;
  EXPECT_NEAR(derivative, 0, 1e-5);  // the correction ends at 1e-6 of the distance
}

TEST(Assemble, FindsVelocitiesOfASliderCrank) {
  const double r = 0.2, l = 0.5, angle = 0.7, speed = 3;
  const double y = r * std::sin(angle), rod = -std::asin(y / l), x = r * std::cos(angle) + l * std::cos(rod);
  const std::vector<Bar> drawn{{"crank", r, r * std::cos(angle) / 2, y / 2, angle},
                               {"rod", l, r * std::cos(angle) + l / 2, 0.02, rod + 0.1},
                               {"piston", 0.1, x + 0.1, 0.03, 0.05}};
  Json document = bars(drawn);
  hinge(document, "A", drawn[0], -1, nullptr, 0);
  hinge(document, "B", drawn[1], -1, &drawn[0], 1);
  hinge(document, "C", drawn[2], 0, &drawn[1], 1);
  document["markers"].push_back({{"type", "BodyRigid"}, {"bodyNumber", "ground"}});
  document["markers"].push_back({{"type", "BodyRigid"}, {"bodyNumber", "piston"}});
  document["objects"].push_back({{"type", "JointPrismatic2D"}, {"name", "guide"}, {"markerNumbers", {6, 7}}});
  document["nodes"][0]["initialVelocities"] = {-speed * y / 2, speed * r * std::cos(angle) / 2, speed};
  const AssembledModel model = assembled(document, {"crank"});
  ASSERT_TRUE(model.result.closed && model.result.moves) << model.result.message;
  EXPECT_NEAR(placeOf(document, model, 2, 0), x, 1e-11);
  EXPECT_NEAR(model.nodes[1].velocities[2], -speed * r * std::cos(angle) / (l * std::cos(rod)), 1e-10);
  EXPECT_NEAR(model.nodes[2].velocities[0], -speed * y - speed * r * std::cos(angle) * -std::tan(rod), 1e-10);
  EXPECT_EQ(model.mobility.degreesOfFreedom, 1);
  EXPECT_EQ(model.mobility.redundant, 0);
  EXPECT_NE(model.mobility.text.find("'crank'"), std::string::npos) << model.mobility.text;
}

TEST(Assemble, NamesOpenConstraintsWithTheirGaps) {
  // 0.2 + 0.3 + 0.25 reaches 0.75 of 1 m.
  const std::vector<Bar> drawn{{"crank", 0.2, 0.1, 0.1, 0.5}, {"coupler", 0.3, 0.4, 0.2, 0.1}, {"rocker", 0.25, 0.9, 0.1, 2.5}};
  Json document = fourBar(drawn, 1);
  const AssembledModel model = assembled(document);
  EXPECT_FALSE(model.result.closed);
  ASSERT_EQ(model.result.open.size(), 1u) << model.result.message;
  EXPECT_NEAR(model.result.open[0].gap, 0.25, 1e-4);  // the other gaps share 1e-6 of it
  EXPECT_EQ(model.result.open[0].unit, "m");
  EXPECT_NE(model.result.message.find("'" + model.result.open[0].item + "' stays open by 0.25 m"), std::string::npos)
      << model.result.message;
}

// Stretched flat and apart: no motion closes the gap to first order.
TEST(Assemble, LeavesASingularStart) {
  const std::vector<Bar> drawn{{"crank", 0.3, 0.15, 0, 0}, {"coupler", 0.8, 0.7, 0, 0}, {"rocker", 0.6, 1.4, 0, pi}};
  const AssembledModel model = assembled(fourBar(drawn, 0.9));
  EXPECT_TRUE(model.result.closed) << model.result.message;
  EXPECT_LT(model.result.gap, 1e-12);
}

// The four-bar linkage of a watch closes to the same fraction of its size as that of a crane.
TEST(Assemble, ClosesASmallMechanismAsWellAsALargeOne) {
  for (const double scale : {1.0, 1e-3, 1e-5}) {
    const std::vector<Bar> drawn{{"crank", 0.3 * scale, 0.15 * std::cos(0.4) * scale, 0.15 * std::sin(0.4) * scale, 0.4},
                                 {"coupler", 0.8 * scale, 0.6 * scale, 0.3 * scale, 0.5},
                                 {"rocker", 0.6 * scale, 0.8 * scale, 0.25 * scale, 1.9}};
    const AssembledModel model = assembled(fourBar(drawn, 0.9 * scale), {"crank"});
    EXPECT_TRUE(model.result.closed) << model.result.message;
    EXPECT_LT(model.result.gap, 1e-11 * scale) << scale;
  }
}

TEST(Assemble, LeavesClosedMechanismsUnchangedToTheBit) {
  Json bricard = Json::parse(readFile("web/models/bricard.json"));
  const AssembledModel model = assembled(bricard);
  EXPECT_TRUE(model.result.closed && model.result.moves) << model.result.message;
  EXPECT_EQ(model.result.iterations, 0);
  EXPECT_EQ(model.mobility.degreesOfFreedom, 1) << model.mobility.text;
  EXPECT_EQ(model.mobility.redundant, 1) << model.mobility.text;
}

// With `assemble`, a step starts with the result of assembleModel, and the run keeps the mechanism closed.
TEST(Assemble, StartsARunOnRequest) {
  const std::vector<Bar> drawn{{"crank", 0.3, 0.1, 0.1, 0.5}, {"coupler", 0.8, 0.6, 0.4, 0.3}, {"rocker", 0.6, 0.8, 0.2, 1.9}};
  Json document = fourBar(drawn, 0.9);
  document["sensors"] = Json::array();
  for (const Bar& bar : drawn)
    document["sensors"].push_back({{"type", "Body"}, {"name", bar.name}, {"bodyNumber", bar.name}, {"outputVariableType", "Position"}});
  document["analysis"] = {{"assemble", true}, {"endTime", 0.1}, {"stepSize", 0.001}};
  const AssembledModel model = assembled(document);
  const Recorded recorded = run(document.dump());
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 2; ++k) EXPECT_EQ(recorded.first(drawn[i].name, k), placeOf(document, model, i, k));
  EXPECT_GT(std::abs(recorded.first("crank") - 0.1), 1e-3);
  // Without it, the run starts at the drawn positions and closes the gap by itself, or fails.
  document["analysis"]["assemble"] = false;
  EXPECT_EQ(attempt(document.dump()).first("crank"), 0.1);
}

TEST(Assemble, StopsARunThatCannotStart) {
  const std::vector<Bar> drawn{{"crank", 0.2, 0.1, 0.1, 0.5}, {"coupler", 0.3, 0.4, 0.2, 0.1}, {"rocker", 0.25, 0.9, 0.1, 2.5}};
  Json document = fourBar(drawn, 1);
  document["analysis"] = Json::array({{{"type", "static"}, {"assemble", true}}});
  const Recorded recorded = attempt(document.dump());
  EXPECT_EQ(recorded.status(), Simulation::Status::failed);
  EXPECT_NE(recorded.stop().message.find("The mechanism does not close: '"), std::string::npos) << recorded.stop().message;
}

/// Twenty bars in ten crossed pairs, stacked.
TEST(Assemble, KeepsAScissorLiftOfTwentyBars) {
  std::vector<Bar> list;
  static std::vector<std::string> names;
  names.clear();
  for (int i = 0; i < 20; ++i) names.push_back("bar" + std::to_string(i));
  for (int i = 0; i < 20; ++i) {
    const double off = 0.03 * std::sin(7 * i);
    list.push_back({names[i].c_str(), 1, 0.4 + off, 0.3 + 0.6 * (i / 2) - off, (i % 2 ? pi - 0.6435 : 0.6435) + off});
  }
  Json document = bars(list);
  hinge(document, "foot", list[0], -1, nullptr, 0, 0, 0);
  document["markers"].push_back({{"type", "BodyPosition"}, {"bodyNumber", "ground"}});
  document["markers"].push_back({{"type", "BodyPosition"}, {"bodyNumber", "bar1"}, {"localPosition", {-0.5, 0, 0}}});
  document["objects"].push_back(
      {{"type", "JointSpherical"}, {"name", "roller"}, {"constrainedAxes", {0, 1, 0}}, {"markerNumbers", {2, 3}}});
  for (int stage = 0; stage < 10; ++stage) {
    hinge(document, ("cross" + std::to_string(stage)).c_str(), list[2 * stage], 0, &list[2 * stage + 1], 0);
    if (stage == 9) break;
    hinge(document, ("left" + std::to_string(stage)).c_str(), list[2 * stage + 2], -1, &list[2 * stage + 1], 1);
    hinge(document, ("right" + std::to_string(stage)).c_str(), list[2 * stage + 3], -1, &list[2 * stage], 1);
  }
  const AssembledModel model = assembled(document);
  EXPECT_TRUE(model.result.closed) << model.result.message;
  EXPECT_EQ(model.result.attempt, 0);
  EXPECT_EQ(model.mobility.degreesOfFreedom, 1) << model.mobility.text;
  const double lift = placeOf(document, model, 0, 2);
  for (int i = 0; i < 20; ++i) {
    const double angle = std::remainder(placeOf(document, model, i, 2), 2 * pi);
    EXPECT_NEAR(angle, i % 2 ? pi - lift : lift, 1e-10);
    EXPECT_NEAR(placeOf(document, model, i, 1), std::sin(lift) * (0.5 + i / 2), 1e-10);
  }
}

/// A linkage that can close because its joints are consistent, but whose bodies are drawn at random positions.
Json randomLinkage(int seed, int& bodies) {
  std::mt19937 random(seed);
  const auto number = [&](double low, double high) { return low + (high - low) * (random() / 4294967296.0); };
  bodies = 4 + static_cast<int>(random() % 37);
  const bool planar = seed % 2 == 0;
  Json document{{"slipstick", 1}, {"create", Json::array()}};
  const auto turn = [&] {
    return "rotX(" + std::to_string(number(-pi, pi)) + ")*rotY(" + std::to_string(number(-1.5, 1.5)) + ")*rotZ(" +
           std::to_string(number(-pi, pi)) + ")";
  };
  const auto turnInPlane = [&] { return "rotZ(" + std::to_string(number(-pi, pi)) + ")"; };
  for (int i = 0; i < bodies; ++i) {
    const double mass = number(0.5, 2);
    Json body{{"type", "RigidBody"}, {"name", "b" + std::to_string(i)}, {"create2D", planar}};
    body["referencePosition"] = {number(-1, 1), number(-1, 1), planar ? 0 : number(-1, 1)};
    body["referenceRotationMatrix"] = planar ? turnInPlane() : turn();
    body["initialDisplacement"] = {number(-1, 1), number(-1, 1), planar ? 0 : number(-1, 1)};
    body["initialRotationMatrix"] = planar ? turnInPlane() : turn();
    body["inertia"] = {{"shape", "cuboid"}, {"sideLengths", {0.5, 0.2, 0.2}}, {"density", mass / 0.02}};
    document["create"].push_back(body);
  }
  const char* const nodeTypes[] = {"RigidBodyEP", "RigidBodyRxyz", "RigidBodyRotVecLG"};
  if (!planar)
    for (int i = 0; i < bodies; ++i) document["create"][i]["nodeType"] = nodeTypes[seed / 2 % 3];
  int joints = 0;
  std::vector<int> parent(bodies, -1), freedoms(bodies, 0);  // of the joint to the parent body
  const auto place = [&]() -> Json { return {number(-1, 1), number(-1, 1), planar ? 0 : number(-1, 1)}; };
  const auto join = [&](int first, int second, bool closes) {
    enum { revolute, spherical, prismatic, rod };
    const unsigned drawn = random() % 10;
    int kind = drawn < 6 ? revolute : drawn < 8 && !planar ? spherical : prismatic;
    if (!closes) {
      parent[second] = first, freedoms[second] = kind == spherical ? 3 : 1;
    } else {  // so that the loop remains movable
      int need = planar ? 2 : kind == spherical ? 3 : 5, have = 0;
      for (int i = second; i >= 0; i = parent[i]) have += freedoms[i];
      if (have <= need) need = 1, kind = rod;
      if (have <= need) return;
      for (int i = second; i >= 0; i = parent[i]) {
        const int taken = std::min(need, freedoms[i]);
        freedoms[i] -= taken, need -= taken;
      }
    }
    const char* const types[] = {"RevoluteJoint", "SphericalJoint", "PrismaticJoint", "DistanceConstraint"};
    Json joint{{"type", types[kind]},
               {"name", "j" + std::to_string(joints++)},
               {"bodies", {first < 0 ? Json() : Json("b" + std::to_string(first)), "b" + std::to_string(second)}}};
    joint[kind == rod ? "localPosition0" : "position"] = place();
    if (kind == revolute) joint["axis"] = planar ? Json{0, 0, 1} : Json{number(-1, 1), number(-1, 1), number(0.1, 1)};
    if (kind == prismatic) joint["axis"] = {number(0.1, 1), number(-1, 1), planar ? 0 : number(-1, 1)};
    document["create"].push_back(joint);
  };
  for (int i = 0; i < bodies; ++i) join(i == 0 ? -1 : static_cast<int>(random() % i), i, false);
  for (int loop = 0; loop < std::max(1, bodies / (planar ? 4 : 6)); ++loop) join(-1, bodies - 1 - loop, true);
  return document;
}

// SLIPSTICK_LINKAGES=1000 tries that many and prints a summary.
TEST(Assemble, ClosesRandomLinkagesFromRandomStarts) {
  const char* asked = std::getenv("SLIPSTICK_LINKAGES");
  const int count = asked ? std::atoi(asked) : 24;
  std::vector<int> iterations;
  int closed = 0, atOnce = 0;
  double largest = 0;
  for (int seed = 0; seed < count; ++seed) {
    int bodies = 0;
    const Json document = randomLinkage(seed, bodies);
    const AssembledModel model = assembled(document);
    if (asked && !model.result.closed) std::printf("seed %d: %d bodies, %s\n", seed, bodies, model.result.message.c_str());
    if (!model.result.closed) continue;
    ++closed, atOnce += model.result.attempt == 0;
    largest = std::max(largest, model.result.gap);
    iterations.push_back(model.result.iterations);
  }
  std::sort(iterations.begin(), iterations.end());
  if (asked)
    std::printf("%d of %d close, %d of them from the first start; steps: median %d, 95 %% %d, most %d; largest gap %.2g\n", closed, count,
                atOnce, iterations[iterations.size() / 2], iterations[iterations.size() * 95 / 100], iterations.back(), largest);
  EXPECT_GE(closed, count * 9 / 10);
  EXPECT_LT(largest, 1e-9);
}

}  // namespace
}  // namespace slipstick::testing
