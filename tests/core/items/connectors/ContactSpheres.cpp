// Sets of spheres: agreement with one item per pair, conservation of momentum and energy, edges of triangles, and messages.

#include <gtest/gtest.h>

#include <cmath>

#include "core/document/load.h"
#include "core/items/contact/neighbours.h"
#include "core/system/system.h"
#include "tests/core/count_allocations.h"
#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"
#include "tests/core/support/variation.h"

namespace slipstick::testing {
namespace {

struct Ball {
  Vector3 position, velocity, spin;
  double radius;
};
struct Options {
  bool turns = true;
  Vector3 gravity = {};
  std::vector<Vector3> triangles = {};
  Json law = {}, analysis = {};
};

Json list(const Vector3& v) { return {v.x, v.y, v.z}; }
Json list(std::span<const Vector3> points) {
  Json json = Json::array();
  for (const Vector3& point : points) json.push_back(list(point));
  return json;
}
double massOf(const Ball& ball) { return 4000 * std::pow(ball.radius, 3); }

/// The balls with one set of contacts, or with an item for each pair.
std::string document(const std::vector<Ball>& balls, const Options& options, bool asSet) {
  Json json{{"slipstick", 1}, {"nodes", Json::array()}, {"markers", Json::array()}, {"loads", Json::array()}, {"sensors", Json::array()}};
  json["objects"] = Json::array({{{"type", "Ground"}}});
  json["markers"].push_back({{"type", "BodyRigid"}, {"bodyNumber", 0}});
  Json markers = Json::array(), radii = Json::array();
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const Ball& ball = balls[i];
    const double mass = massOf(ball), inertia = 0.4 * mass * ball.radius * ball.radius;
    Json node{{"type", options.turns ? "RigidBodyRotVecLG" : "Point"}}, body{{"type", options.turns ? "RigidBody" : "MassPoint"}};
    node["referenceCoordinates"] = list(ball.position), node["initialVelocities"] = list(ball.velocity);
    for (int k = 0; k < 3 && options.turns; ++k)
      node["referenceCoordinates"].push_back(0), node["initialVelocities"].push_back(ball.spin[k]);
    body["physicsMass"] = mass, body["nodeNumber"] = i;
    if (options.turns) body["physicsInertia"] = {inertia, inertia, inertia, 0, 0, 0};
    json["nodes"].push_back(node), json["objects"].push_back(body);
    markers.push_back(json["markers"].size()), radii.push_back(ball.radius);
    json["markers"].push_back({{"type", options.turns ? "BodyRigid" : "BodyPosition"}, {"bodyNumber", i + 1}});
    if (!(options.gravity == Vector3{})) {
      json["loads"].push_back(
          {{"type", "MassProportional"}, {"markerNumber", json["markers"].size()}, {"loadVector", list(options.gravity)}});
      json["markers"].push_back({{"type", "BodyMass"}, {"bodyNumber", i + 1}});
    }
    for (const char* variable : {"Position", "Velocity", "AngularVelocity"})
      json["sensors"].push_back(
          {{"type", "Body"}, {"name", std::string(variable) + std::to_string(i)}, {"bodyNumber", i + 1}, {"outputVariableType", variable}});
  }
  const auto add = [&](Json item) {
    item.update(options.law);
    json["objects"].push_back(item);
  };
  if (asSet) {
    json["sensors"].push_back(
        {{"type", "Object"}, {"name", "force"}, {"objectNumber", json["objects"].size()}, {"outputVariableType", "Force"}});
    json["sensors"].push_back(
        {{"type", "Object"}, {"name", "gap"}, {"objectNumber", json["objects"].size()}, {"outputVariableType", "DisplacementLocal"}});
    Json set{{"type", "ContactSpheres"}, {"markerNumbers", markers}, {"spheresRadii", radii}};
    if (!options.triangles.empty()) set["triangleMarkers"] = Json::array({0}), set["trianglePoints"] = list(options.triangles);
    add(set);
  } else {
    for (std::size_t i = 0; i < balls.size(); ++i) {
      for (std::size_t j = i + 1; j < balls.size(); ++j)
        add({{"type", "ContactSphereSphere"}, {"markerNumbers", {markers[i], markers[j]}}, {"spheresRadii", {radii[i], radii[j]}}});
      for (std::size_t c = 0; c < options.triangles.size(); c += 3)
        add({{"type", "ContactSphereTriangle"},
             {"markerNumbers", {markers[i], 0}},
             {"radiusSphere", radii[i]},
             {"trianglePoints", list(std::span(options.triangles).subspan(c, 3))},
             {"includeEdges", 0}});
    }
  }
  json["analysis"] = options.analysis;
  return json.dump();
}

/// Balls in a grid with random velocities and spins, some of them close enough to collide soon.
std::vector<Ball> cloud(int count, Random& random, double speed) {
  std::vector<Ball> balls;
  for (int i = 0; i < count; ++i) {
    const auto jitter = [&](double by) { return Vector3{random.between(-by, by), random.between(-by, by), random.between(-by, by)}; };
    const Vector3 place{0.22 * (i % 3), 0.22 * (i / 3 % 3), 0.15 + 0.22 * (i / 9)};
    balls.push_back({place + jitter(0.01), jitter(speed), jitter(5), random.between(0.07, 0.1)});
  }
  return balls;
}
const std::vector<Vector3> plate{{-2, -2, 0}, {5, -2, 0}, {-2, 6, 0}};

Json steps(const char* solver, double endTime, int count) {
  return {{"type", "dynamic"},
          {"solver", solver},
          {"endTime", endTime},
          {"numberOfSteps", count},
          {"adaptiveStep", false},
          {"automaticStepSize", false},
          {"sensorsWritePeriod", endTime},
          {"discontinuous", {{"iterationTolerance", 0}, {"useRecommendedStepSize", false}, {"maxIterations", 20}}}};
}

double largestDifference(const Recorded& one, const Recorded& other, std::size_t balls, const char* variable) {
  double largest = 0;
  for (std::size_t i = 0; i < balls; ++i)
    for (int k = 0; k < 3; ++k) {
      const std::string sensor = variable + std::to_string(i);
      largest = std::max(largest, std::abs(one.last(sensor, k) - other.last(sensor, k)));
    }
  return largest;
}

class SetsAndPairs : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

/// Equal to rounding for explicit steps, which add in another order, and to the tolerance for Newton's method.
TEST_P(SetsAndPairs, AreTheSame) {
  const auto& [solver, law] = GetParam();
  Random random(3);
  const std::vector<Ball> balls = cloud(12, random, 1);
  Options options{.gravity = {0, 0, -10}, .triangles = plate};
  options.law = Json::parse(law);
  if (options.law.contains("contactPlasticityRatio")) options.triangles.clear();  // not available for triangles
  options.turns = options.law.value("dynamicFriction", 0.0) != 0;
  options.analysis = steps(solver, 0.2, 2000);
  options.analysis["newton"] = {{"relativeTolerance", 1e-10}, {"absoluteTolerance", 1e-10}};
  const Recorded set = run(document(balls, options, true)), pairs = run(document(balls, options, false));
  EXPECT_LT(largestDifference(set, pairs, balls.size(), "Position"), 1e-9);
  EXPECT_LT(largestDifference(set, pairs, balls.size(), "Velocity"), 1e-7);
  Options apart = options;
  apart.law["activeConnector"] = false;
  const Recorded free = run(document(balls, apart, true));
  EXPECT_GT(largestDifference(set, free, balls.size(), "Velocity"), 0.5) << "they touched";
}
INSTANTIATE_TEST_SUITE_P(
    Laws, SetsAndPairs,
    ::testing::Values(
        std::pair{"VelocityVerlet", R"({"contactStiffness": 2e4, "contactDamping": 10})"},
        std::pair{"VelocityVerlet",
                  R"({"contactStiffness": 2e4, "contactDamping": 5, "dynamicFriction": 0.4, "frictionProportionalZone": 0.02})"},
        std::pair{"GeneralizedAlpha", R"({"contactStiffness": 2e4, "contactDamping": 10})"},
        std::pair{"GeneralizedAlpha",
                  R"({"contactStiffness": 2e4, "contactDamping": 5, "dynamicFriction": 0.4, "frictionProportionalZone": 0.05})"},
        std::pair{
            "GeneralizedAlpha",
            R"({"contactStiffness": 2e4, "contactPlasticityRatio": 0.5, "adhesionCoefficient": 1000, "adhesionExponent": 1.1, "constantPullOffForce": 0.2, "contactDamping": 1})"}));

double energy(const Recorded& recorded, const std::vector<Ball>& balls, int sample) {
  double sum = 0;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const auto v = recorded.sample("Velocity" + std::to_string(i), sample),
               w = recorded.sample("AngularVelocity" + std::to_string(i), sample);
    const double mass = massOf(balls[i]), inertia = 0.4 * mass * balls[i].radius * balls[i].radius;
    for (int k = 0; k < 3; ++k) sum += 0.5 * mass * v[k] * v[k] + 0.5 * inertia * w[k] * w[k];
  }
  return sum;
}
Vector3 vectorOf(const std::vector<double>& numbers) { return {numbers[0], numbers[1], numbers[2]}; }
/// Linear momentum, and angular momentum about the origin.
std::pair<Vector3, Vector3> momentum(const Recorded& recorded, const std::vector<Ball>& balls, int sample) {
  Vector3 linear, angular;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const std::string number = std::to_string(i);
    const Vector3 v = vectorOf(recorded.sample("Velocity" + number, sample)), p = vectorOf(recorded.sample("Position" + number, sample));
    const double mass = massOf(balls[i]);
    linear += mass * v;
    angular += cross(p, mass * v) +
               (0.4 * mass * balls[i].radius * balls[i].radius) * vectorOf(recorded.sample("AngularVelocity" + number, sample));
  }
  return {linear, angular};
}

TEST(ContactSpheres, KeepsMomentumAndItsMoment) {
  Random random(5);
  std::vector<Ball> balls = cloud(27, random, 2);
  Options options;
  options.law = {{"contactStiffness", 2e4}, {"contactDamping", 5}, {"dynamicFriction", 0.4}, {"frictionProportionalZone", 0.02}};
  options.analysis = steps("VelocityVerlet", 0.3, 6000);
  const Recorded recorded = run(document(balls, options, true));
  const auto [linear0, angular0] = momentum(recorded, balls, 0);
  const auto [linear1, angular1] = momentum(recorded, balls, -1);
  EXPECT_LT(norm(linear1 - linear0), 1e-12);
  // Second-order steps have an error of h² in the moment.
  EXPECT_LT(norm(angular1 - angular0), 1e-4 * norm(angular0));
  EXPECT_LT(energy(recorded, balls, -1), 0.9 * energy(recorded, balls, 0)) << "the energy left by friction and damping";
}

TEST(ContactSpheres, KeepsEnergyWithoutDampingAndFriction) {
  Random random(6);
  const std::vector<Ball> balls = cloud(27, random, 2);
  Options options{.turns = false};
  options.law = {{"contactStiffness", 2e4}};
  options.analysis = steps("VelocityVerlet", 1, 20000);
  const Recorded recorded = run(document(balls, options, true));
  // At the end they have separated: all energy is kinetic again.
  EXPECT_EQ(recorded.last("gap"), 0);
  EXPECT_NEAR(energy(recorded, balls, -1) / energy(recorded, balls, 0), 1, 1e-3);
}

/// A ball rolls down a slope of angle α with 5/7 g sin α; if tan α > 7/2 μ, it slips with g (sin α − μ cos α).
TEST(ContactSpheres, RollsAndSlipsDownASlope) {
  const double angle = 0.4, g = 10, k = 1e5, radius = 0.1;
  Ball ball{{0, 0, 0}, {}, {}, radius};
  ball.position.z = radius - massOf(ball) * g * std::cos(angle) / k;
  for (const auto& [friction, acceleration] :
       {std::pair{0.6, 5.0 / 7 * g * std::sin(angle)}, {0.05, g * (std::sin(angle) - 0.05 * std::cos(angle))}}) {
    Options options{.gravity = {g * std::sin(angle), 0, -g * std::cos(angle)}, .triangles = plate};
    options.law = {{"contactStiffness", k}, {"dynamicFriction", friction}, {"frictionProportionalZone", 1e-3}, {"contactDamping", 100}};
    for (const char* solver : {"VelocityVerlet", "GeneralizedAlpha"}) {
      options.analysis = steps(solver, 0.5, 5000);
      // The overlap of 1/250 of a millimetre shortens the arm; sticking creeps by less than the zone velocity.
      EXPECT_NEAR(run(document({ball}, options, true)).last("Velocity0") / 0.5, acceleration, 5e-3) << solver << " " << friction;
    }
  }
}

TEST(ContactSpheres, RestsOnTheGroundWithItsWeight) {
  Random random(7);
  std::vector<Ball> balls = cloud(9, random, 0);
  double weight = 0;
  for (const Ball& ball : balls) weight += 10 * massOf(ball);
  Options options{.turns = false, .gravity = {0, 0, -10}, .triangles = plate};
  options.law = {{"contactStiffness", 2e4}, {"contactDamping", 200}};
  for (const char* solver : {"VelocityVerlet", "GeneralizedAlpha"}) {
    options.analysis = steps(solver, 1, 4000);
    const Recorded recorded = run(document(balls, options, true));
    EXPECT_NEAR(recorded.last("force", 2), -weight, 1e-3 * weight) << solver;
    EXPECT_NEAR(recorded.last("gap"), -10 * 4000 * 0.001 / 2e4, 1e-3);
  }
}

/// More than 100 unknowns are solved with a sparse matrix, whose pattern follows the neighbours. Two balls of 1 kg with a centre distance
/// of `distance`, radius 0.1 m and two materials. Returns the force on the second ball at the start.
double pushOfTwoBalls(const Json& law, double distance, double speed, const char* solver = "VelocityVerlet") {
  const double radius = 0.1;
  std::vector<Ball> balls{{{0, 0, 0}, {}, {}, radius}, {{distance, 0, 0}, {speed, 0, 0}, {}, radius}};
  Options options{.law = law, .analysis = steps(solver, 1e-6, 1)};
  const Recorded moved = run(document(balls, options, true));
  return massOf(balls[1]) * (moved.last("Velocity1", 0) - speed) / 1e-6;
}

TEST(ContactSpheres, EachTwoMaterialsHaveTheirPairing) {
  const Json law{{"spheresMaterials", {0, 1}},
                 {"stiffnessPairings", {{1000, 2000}, {2000, 4000}}},
                 {"dampingPairings", {{0, 30}, {30, 0}}},
                 {"frictionPairings", {{0, 0}, {0, 0}}}};
  EXPECT_NEAR(pushOfTwoBalls(law, 0.199, 0), 2000 * 0.001, 1e-4);  // the balls move slightly during the step
  EXPECT_NEAR(pushOfTwoBalls(law, 0.199, -0.1), 2000 * 0.001 + 30 * 0.1, 1e-3);
  Json alike = law;
  alike["spheresMaterials"] = {1};
  EXPECT_NEAR(pushOfTwoBalls(alike, 0.199, -0.1), 4000 * 0.001, 1e-3);
}

TEST(ContactSpheres, DampingPullsOnlyInModel0) {
  Json law{{"contactStiffness", 1000}, {"contactDamping", 30}};  // separating at 0.1 m/s: 1000 * 0.001 - 30 * 0.1 = -2 N
  EXPECT_NEAR(pushOfTwoBalls(law, 0.199, 0.1), -2, 1e-3);
  law["contactModel"] = 1;
  EXPECT_NEAR(pushOfTwoBalls(law, 0.199, 0.1), 0, 1e-12);
  EXPECT_NEAR(pushOfTwoBalls(law, 0.199, 0.01), 1 - 0.3, 1e-3) << "what pushes acts";
}

/// A ball moves 10 mm per step, towards a ball that is 5 mm away. If contacts are counted, a new one is within a tolerance of 1, and the
/// step ends in free flight; the force of 50 N at 5 mm is not within 1 N.
TEST(ContactSpheres, CountNewContactsWithExudynWays) {
  const std::vector<Ball> balls{{{0, 0, 0}, {}, {}, 0.1}, {{0.205, 0, 0}, {-1, 0, 0}, {}, 0.1}};
  const auto speed = [&](bool ways, double tolerance, int model) {
    Options options{.turns = false, .law = {{"contactStiffness", 1e4}, {"contactModel", model}}};
    options.analysis = steps("GeneralizedAlpha", 0.01, 1);
    options.analysis["exudynWays"] = ways, options.analysis["discontinuous"]["iterationTolerance"] = tolerance;
    return run(document(balls, options, true)).last("Velocity1", 0);
  };
  EXPECT_EQ(speed(true, 1, 1), -1);
  const double judged = speed(false, 1, 1);
  EXPECT_GT(judged, -0.99);
  EXPECT_NEAR(speed(true, 0.5, 1), judged, 1e-12);
  EXPECT_NEAR(speed(true, 1, 0), judged, 1e-12) << "items for pairs judge forces in either program";
}

TEST(ContactSpheres, SpheresThatDoNotTouchEachOtherTouchTriangles) {
  const Json law{{"contactStiffness", 1000}, {"sphereSphereContact", false}};
  EXPECT_EQ(pushOfTwoBalls(law, 0.199, 0), 0);
  Options options{.triangles = plate, .law = law, .analysis = steps("VelocityVerlet", 1e-6, 1)};
  const Ball ball{{0, 0, 0.099}, {}, {}, 0.1};
  const Recorded moved = run(document({ball}, options, true));
  EXPECT_NEAR(massOf(ball) * moved.last("Velocity0", 2) / 1e-6, 1, 1e-6);
}

TEST(ContactSpheres, TrianglesPushOnTheSideOfTheirNormalInModel1) {
  for (const double side : {1.0, -1.0})
    for (const int model : {0, 1}) {
      Options options{.triangles = plate, .law = {{"contactStiffness", 1000}, {"contactModel", model}}};
      options.analysis = steps("VelocityVerlet", 1e-6, 1);
      const Ball ball{{0, 0, side * 0.099}, {}, {}, 0.1};
      const Recorded moved = run(document({ball}, options, true));
      EXPECT_NEAR(massOf(ball) * moved.last("Velocity0", 2) / 1e-6, side > 0 ? 1 : model == 0 ? -1 : 0, 1e-6) << side << " " << model;
    }
}

/// A sphere touches the convex edge of two triangles that slope down from it: each takes half.
TEST(ContactSpheres, EdgesExertHalfForEachTriangleInModel1) {
  const std::vector<Vector3> roof{{-1, 0, 0}, {1, 0, 0}, {0, 1, -1}, {1, 0, 0}, {-1, 0, 0}, {0, -1, -1}};
  for (const int count : {3, 6})
    for (const int model : {0, 1}) {
      Options options{.law = {{"contactStiffness", 1000}, {"contactModel", model}}};
      options.triangles.assign(roof.begin(), roof.begin() + count);
      options.analysis = steps("VelocityVerlet", 1e-6, 1);
      const Ball ball{{0, 0, 0.099}, {}, {}, 0.1};
      const Recorded moved = run(document({ball}, options, true));
      EXPECT_NEAR(massOf(ball) * moved.last("Velocity0", 2) / 1e-6, count == 3 && model == 1 ? 0.5 : 1, 1e-4) << count << " " << model;
    }
}

/// A cable from (-1, 0) to (1, 0) in four segments, and below it a circle of radius 0.3 m and 2 kg at height -0.299 + shift, rotating with
/// `spin`.
std::string circleUnderCable(double shift, double spin, const Json& law, const Json& analysis) {
  Json json{{"slipstick", 1}};
  json["nodes"] = {{{"type", "Point2DSlope1"}, {"referenceCoordinates", {-1, 0, 1, 0}}},
                   {{"type", "Point2DSlope1"}, {"referenceCoordinates", {1, 0, 1, 0}}},
                   {{"type", "RigidBody2D"}, {"referenceCoordinates", {0.25, -0.299 + shift, 0}}, {"initialVelocities", {0, 0, spin}}}};
  json["objects"] = {{{"type", "ANCFCable2D"},
                      {"physicsLength", 2},
                      {"physicsMassPerLength", 0.5},
                      {"physicsBendingStiffness", 4},
                      {"physicsAxialStiffness", 300},
                      {"nodeNumbers", {0, 1}}},
                     {{"type", "RigidBody2D"}, {"physicsMass", 2}, {"physicsInertia", 0.1}, {"nodeNumber", 2}}};
  json["markers"] = {{{"type", "BodyCable2DShape"}, {"bodyNumber", 0}, {"numberOfSegments", 4}},
                     {{"type", "BodyRigid"}, {"bodyNumber", 1}}};
  Json set{{"type", "ContactSpheres"}, {"markerNumbers", {1}}, {"spheresRadii", {0.3}}, {"cableMarkers", {0}}};
  set.update(law);
  json["objects"].push_back(set);
  json["sensors"] = {{{"type", "Body"}, {"name", "circle"}, {"bodyNumber", 1}, {"outputVariableType", "Velocity"}},
                     {{"type", "Body"}, {"name", "spin"}, {"bodyNumber", 1}, {"outputVariableType", "AngularVelocity"}},
                     {{"type", "Node"}, {"name", "left"}, {"nodeNumber", 0}, {"outputVariableType", "Coordinates_t"}},
                     {{"type", "Node"}, {"name", "right"}, {"nodeNumber", 1}, {"outputVariableType", "Coordinates_t"}}};
  json["analysis"] = analysis;
  return json.dump();
}

/// Lobatto's rule at a chord 2 s, s² = r² - c²: the overlap is zero at the ends and r - c in the middle, so the force is 4/6 k (r - c) 2 s.
TEST(ContactSpheres, CirclesPressCablesPerLength) {
  const double step = 1e-6, overlap = 0.001, length = 2 * std::sqrt(0.3 * 0.3 - 0.299 * 0.299);
  Json law{{"cableStiffnessPairings", {{5000}}}, {"frictionProportionalZone", 0.1}};
  const Recorded pressed = run(circleUnderCable(0, 0, law, steps("VelocityVerlet", step, 1)));
  const double force = 4 / 6. * 5000 * overlap * length;
  EXPECT_NEAR(2 * pressed.last("circle", 1) / step, -force, 1e-4 * force);
  EXPECT_NEAR(pressed.last("spin", 2), 0, 1e-15);
  law["cableHalfHeights"] = {0.01};  // the same circle cuts off a longer chord
  const double thicker = 2 * std::sqrt(0.31 * 0.31 - 0.299 * 0.299), ends = 0.011;
  const Recorded thick = run(circleUnderCable(0, 0, law, steps("VelocityVerlet", step, 1)));
  EXPECT_NEAR(2 * thick.last("circle", 1) / step, -4 / 6. * 5000 * ends * thicker, 1e-3 * 4 / 6. * 5000 * ends * thicker);
}

/// At 2 rad/s the surface slides at 0.299 * 2 = 0.598 m/s in the middle, beyond the zone. Friction is mu times the pressure and brakes the
/// circle with the arm 0.3 m.
TEST(ContactSpheres, CablesBrakeCirclesThatTurn) {
  const double step = 1e-6, force = 4 / 6. * 5000 * 0.001 * 2 * std::sqrt(0.3 * 0.3 - 0.299 * 0.299);
  const Json law{{"cableStiffnessPairings", {{5000}}}, {"frictionPairings", {{0.4}}}, {"frictionProportionalZone", 0.1}};
  const Recorded braked = run(circleUnderCable(0, 2, law, steps("VelocityVerlet", step, 1)));
  EXPECT_NEAR(0.1 * (braked.last("spin", 2) - 2) / step, -0.4 * force * 0.3, 1e-3 * force);
  EXPECT_NEAR(2 * braked.last("circle", 0) / step, 0.4 * force, 1e-3 * force) << "above the centre the surface moves to the left";
}

/// A circle overlaps a chord of 2 √(2 r δ), 1e-7 or 3e-6 of a segment; the first may be due to rounding only.
TEST(ContactSpheres, CirclesThatOnlyGrazeACableDoNotTouchIt) {
  for (const auto& [overlap, touching] : {std::pair{1e-15, 0}, {1e-12, 1}}) {
    const LoadedModel loaded =
        loadModel(circleUnderCable(overlap - 0.001, 0, {{"cableStiffnessPairings", {{5000}}}}, steps("GeneralizedAlpha", 1, 1)));
    ASSERT_TRUE(loaded.model);
    EvaluatedSystem system(loaded.model);
    State state = system.initial();
    system.update(state);
    const State start = state;
    system.postNewton(state, start);
    EXPECT_EQ(state.contacts.at(0), touching) << overlap;
  }
}

/// With fixed contact states, sticking and sliding, the tangent equals central differences of the residual.
TEST(ContactSpheres, CablesHaveAnExactTangent) {
  for (const double spin : {0.05, 2.0}) {
    Json law{{"cableStiffnessPairings", {{5000}}}, {"cableDampingPairings", {{20}}}, {"frictionPairings", {{0.4}}}};
    law["frictionProportionalZone"] = 0.1;
    const LoadedModel loaded = loadModel(circleUnderCable(0.01, spin, law, steps("GeneralizedAlpha", 1, 1)));
    ASSERT_TRUE(loaded.model);
    EvaluatedSystem system(loaded.model);
    const int n = system.coordinates();
    State state = system.initial();
    std::vector<double> residual(n), low(n), tangent(static_cast<std::size_t>(n) * n);
    const auto evaluate = [&](const State& at, std::vector<double>& out) {
      system.residual(at, ConstraintLevel::position, 1, out.data(), nullptr);
    };
    evaluate(state, residual);
    const State start = state;
    system.postNewton(state, start);
    ASSERT_EQ(state.contacts.at(0), 1) << "the circle reaches into one segment";
    for (const bool rates : {false, true}) {
      std::fill(tangent.begin(), tangent.end(), 0.0);
      evaluate(state, residual);
      system.tangent({.stiffness = rates ? 0.0 : 1.0, .damping = rates ? 1.0 : 0.0}, MatrixSink::dense(tangent.data(), n));
      for (int j = 0; j < n; ++j) {
        const double step = 1e-6;
        State moved = state;
        std::vector<double>& part = rates ? moved.q_t : moved.q;
        part[j] += step, evaluate(moved, residual);
        part[j] -= 2 * step, evaluate(moved, low);
        for (int i = 0; i < n; ++i) EXPECT_NEAR(tangent[j * n + i], (residual[i] - low[i]) / (2 * step), 1e-4) << spin << rates << i << j;
      }
    }
  }
}

/// The derivative by the circle's position along the cable, at a chord s: the springs at its ends are tilted by x/r. In Exudyn the pressure
/// in the middle does not rotate.
TEST(ContactSpheres, CablesHaveTheTangentOfExudynIfRequested) {
  const double height = 0.299, half = std::sqrt(0.3 * 0.3 - height * height), k = 5000;
  EvaluatedSystem system(loadModel(circleUnderCable(0, 0, {{"cableStiffnessPairings", {{k}}}}, steps("GeneralizedAlpha", 1, 1))).model);
  const int n = system.coordinates(), circle = 8;
  State state = system.initial();
  system.update(state);
  const State start = state;
  system.postNewton(state, start);
  std::vector<double> residual(n);
  for (const bool coarse : {false, true}) {
    std::vector<double> tangent(static_cast<std::size_t>(n) * n);
    system.residual(state, ConstraintLevel::position, 1, residual.data(), nullptr);
    system.tangent({.stiffness = 1, .coarse = coarse}, MatrixSink::dense(tangent.data(), n));
    const double leaning = 2 / 6. * k * 2 * half * std::pow(half / 0.3, 2), turning = 4 / 6. * k * 2 * half * 0.001 / height;
    EXPECT_NEAR(tangent[circle * n + circle], coarse ? leaning : leaning - turning, 1e-9);
  }
}

/// Newton's method with its exact tangent converges to the motion of explicit steps, sticking and sliding. The held cable sections lag by
/// one step: with 400 steps the difference is ten times as large.
TEST(ContactSpheres, CablesMoveAlikeWithImplicitAndExplicitSteps) {
  for (const double spin : {0.05, 2.0}) {
    Json law{{"cableStiffnessPairings", {{5000}}}, {"cableDampingPairings", {{20}}}, {"frictionPairings", {{0.4}}}};
    law["frictionProportionalZone"] = 0.1;
    const Recorded implicit = run(circleUnderCable(0, spin, law, steps("GeneralizedAlpha", 0.01, 4000)));
    const Recorded explicitly = run(circleUnderCable(0, spin, law, steps("RK44", 0.01, 4000)));
    for (const char* sensor : {"circle", "left", "right"})
      for (int k = 0; k < 2; ++k)
        EXPECT_NEAR(implicit.last(sensor, k), explicitly.last(sensor, k), 2e-4 * (std::abs(explicitly.last(sensor, k)) + 0.01))
            << sensor << k;
    EXPECT_NEAR(implicit.last("spin", 2), explicitly.last("spin", 2), 2e-4 * spin);
  }
}

/// A ball at the height where its weight of 0.04 N balances the contact. This force is far below the tolerance of the discontinuous
/// iteration.
TEST(ContactSpheres, HoldFromTheStart) {
  const Ball ball{{0, 0, 0.01 - 4e-3 * 10 / 1000}, {}, {}, 0.01};
  Options options{.gravity = {0, 0, -10}, .triangles = plate, .law = {{"contactStiffness", 1000}}};
  options.analysis = steps("GeneralizedAlpha", 0.01, 10);
  options.analysis["discontinuous"]["iterationTolerance"] = 1;
  EXPECT_NEAR(massOf(ball), 4e-3, 1e-15);
  EXPECT_NEAR(run(document({ball}, options, true)).last("Velocity0", 2), 0, 1e-12);
}

TEST(ContactSpheres, SparseAndDenseSolversAgree) {
  Random random(8);
  const std::vector<Ball> balls = cloud(27, random, 2);
  Options options{.gravity = {0, 0, -10}, .triangles = plate};
  options.law = {{"contactStiffness", 2e4}, {"contactDamping", 5}, {"dynamicFriction", 0.4}, {"frictionProportionalZone", 0.05}};
  options.analysis = steps("GeneralizedAlpha", 0.15, 1500);
  options.analysis["newton"] = {{"relativeTolerance", 1e-10}, {"absoluteTolerance", 1e-10}};
  options.analysis["linearSolver"] = "dense";
  const Recorded dense = run(document(balls, options, true));
  options.analysis["linearSolver"] = "sparse";
  const Recorded sparse = run(document(balls, options, true));
  EXPECT_LT(largestDifference(dense, sparse, balls.size(), "Position"), 1e-7);
  EXPECT_LT(sparse.statistics().newtonIterations, 6 * sparse.statistics().steps) << "the tangent is exact";
}

/// A repeated step starts with contacts that the neighbour search at a later position no longer lists.
TEST(ContactSpheres, SparseTangentsHaveRoomForContactsOfRejectedSteps) {
  Json json = Json::parse(readFile("tests/data/items/objects/ContactSpheres.json"));
  json["analysis"] = {{{"type", "dynamic"}, {"endTime", 1}, {"numberOfSteps", 11}}, {{"type", "static"}}};
  for (const char* solver : {"sparse", "dense"}) {
    for (Json& step : json["analysis"]) step["linearSolver"] = solver;
    EXPECT_EQ(attempt(json.dump()).stop().message.find("No equilibrium found at load time 1e-08"), 0u) << solver;
  }
}

/// Shared edges of triangles act once, and not if a face is nearer.
TEST(ContactSpheres, SharedEdgesActOnce) {
  const double k = 1e4, radius = 0.1;
  const auto force = [&](const Vector3& center, const std::vector<Vector3>& triangles) {
    Options options{.turns = false, .triangles = triangles};
    options.law = {{"contactStiffness", k}};
    options.analysis = steps("VelocityVerlet", 1e-9, 1);
    return run(document({{center, {}, {}, radius}}, options, true)).sample("force", -1);
  };
  const std::vector<Vector3> quad{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}};
  for (const Vector3& place : {Vector3{0.3, 0.3, 0.09}, {0.31, 0.3, 0.09}, {0.29, 0.3, 0.09}, {-0.5, 0.5, 0.09}})
    EXPECT_NEAR(force(place, quad)[2], -k * 0.01, 1e-6) << place.x;
  // A ridge: the faces slope down on both sides of the y axis.
  const std::vector<Vector3> ridge{{0, -1, 0}, {0, 1, 0}, {-1, 0, -1}, {0, -1, 0}, {1, 0, -1}, {0, 1, 0}};
  EXPECT_NEAR(force({0, 0, 0.09}, ridge)[2], -k * 0.01, 1e-6) << "on the ridge";
  const double across = 0.09 / std::sqrt(2.0);
  const auto beside = force({0.05 + across, 0, -0.05 + across}, ridge);
  EXPECT_NEAR(norm(vectorOf(beside)), k * 0.01, 1e-6) << "on the face beside it";
  // A valley: both faces act.
  const std::vector<Vector3> valley{{0, -1, 0}, {0, 1, 0}, {-1, 0, 1}, {0, -1, 0}, {1, 0, 1}, {0, 1, 0}};
  EXPECT_NEAR(force({0, 0, 0.09 * std::sqrt(2.0)}, valley)[2], -k * 0.01 * std::sqrt(2.0), 1e-6) << "in the valley";
}

TEST(ContactSpheres, AllocatesOnlyToSearchNeighbours) {
  Random random(9);
  const std::vector<Ball> balls = cloud(18, random, 1);
  Options options{.gravity = {0, 0, -10}, .triangles = plate};
  options.law = {{"contactStiffness", 2e4}, {"contactDamping", 20}, {"dynamicFriction", 0.4}, {"frictionProportionalZone", 0.05}};
  options.analysis = steps("VelocityVerlet", 1, 10000);
  options.analysis["sensorsWritePeriod"] = 10;
  Simulation simulation(load(document(balls, options, true)));
  int steps = 0, allocating = 0;
  std::size_t before = allocations();
  simulation.advance([&] {
    allocating += allocations() != before, ++steps;
    before = allocations();
    return false;
  });
  // The balls are fast at first and then roll slowly, so about one step in fifty searches for neighbours. Searches free their memory.
  EXPECT_EQ(steps, 10000);
  EXPECT_LT(allocating, 300);
  EXPECT_GT(allocating, 0);
}

// The total memory that a run of spheres with weight allocates until its second step, including temporary memory: 3802 bytes each.
TEST(ContactSpheres, TakeLittleMemory) {
  const Json spheres{{"type", "Spheres"},     {"numberOfSpheres", {10, 10, 10}}, {"spacing", {0.2, 0.2, 0.2}},
                     {"spheresRadii", {0.1}}, {"gravity", {0, 0, -10}},          {"contactStiffness", 1000}};
  const Json document{{"slipstick", 1}, {"create", {spheres}}, {"analysis", {steps("VelocityVerlet", 1, 1000)}}};
  const auto model = load(document.dump());
  const std::size_t before = allocatedBytes();
  Simulation simulation(model);
  int count = 0;
  simulation.advance([&] { return ++count == 2; });
  EXPECT_LT(static_cast<double>(allocatedBytes() - before) / 1000, 4100) << "bytes a sphere";
}

TEST(ContactSpheres, ReportsBadInput) {
  const auto messages = [](const Json& members, const Vector3& second = {1, 0, 0}) {
    std::vector<Ball> balls{{{0, 0, 0}, {}, {}, 0.1}, {second, {}, {}, 0.1}};
    Options options;
    options.law = members, options.analysis = steps("VelocityVerlet", 1, 10);
    std::string all;
    for (const Issue& issue : loadModel(document(balls, options, true)).issues) all += issue.pointer + ": " + issue.message + "\n";
    return all;
  };
  const Json good{{"contactStiffness", 1}};
  const auto with = [&](const Json& members) {
    Json json = good;
    json.update(members);
    return json;
  };
  EXPECT_EQ(messages(good), "");
  EXPECT_EQ(messages(with({{"spheresRadii", {0.1, 0.1, 0.1}}})),
            "/objects/3/spheresRadii: must have one radius for all spheres or one for each of 2, got 3\n");
  EXPECT_NE(messages(with({{"spheresRadii", {0.1, 0}}})).find("/objects/3/spheresRadii/1: must be more than 0"), std::string::npos)
      << messages(with({{"spheresRadii", {0.1, 0}}}));
  EXPECT_EQ(messages(with({{"markerNumbers", {1, 1}}})),
            "/objects/3/markerNumbers: names marker 1 twice\n/objects/3/markerNumbers: spheres 0 and 1 start at the same place, so the "
            "direction of the "
            "contact force is undefined\n");
  EXPECT_EQ(messages(with({{"markerNumbers", Json::array()}, {"spheresRadii", {0.1}}})),
            "/objects/3/markerNumbers: must name at least one marker: the centre of a sphere\n");
  EXPECT_EQ(messages(with({{"triangleMarkers", {0}}, {"trianglePoints", {{0, 0, 0}, {1, 0, 0}}}})),
            "/objects/3/trianglePoints: must have three points for each triangle, got 2\n");
  EXPECT_EQ(messages(with({{"triangleMarkers", {0}}, {"trianglePoints", {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}}})),
            "/objects/3/trianglePoints: the three points of triangle 0 lie on a line\n");
  EXPECT_EQ(messages(with({{"trianglePoints", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}})),
            "/objects/3: 'triangleMarkers' is missing: must have one marker for all triangles or one for each of 1, got 0\n");
  EXPECT_EQ(messages(with({{"frictionPairings", {{0, 1}, {1, 0}}}, {"stiffnessPairings", {{1}}}, {"contactModel", 1}})),
            "/objects/3/stiffnessPairings: must have a row and a column for each of 2 materials, got 1 x 1\n");
  EXPECT_EQ(messages(with({{"dampingPairings", {{0, 1}, {2, 0}}}})),
            "/objects/3/dampingPairings: must be symmetric: materials 0 and 1 have two values\n");
  EXPECT_EQ(messages(with({{"spheresMaterials", {0, 1}}})),
            "/objects/3/spheresMaterials: names material 1, but the pairings have 1: materials count from 0\n");
  EXPECT_EQ(messages(with({{"triangleMaterials", {0, 0}}})),
            "/objects/3/triangleMaterials: must have one material for all triangles or one for each of 0, got 2\n");
  EXPECT_EQ(messages(with({{"cableMaterials", {1}}})),
            "/objects/3/cableMaterials: names material 1, but the pairings have 1: materials count from 0\n");
  EXPECT_EQ(messages(with({{"cableHalfHeights", {0.1, 0.1}}})),
            "/objects/3/cableHalfHeights: must have one for all cables or one for each of 0, got 2\n");
  EXPECT_EQ(messages(good, {0, 0, 0}),
            "/objects/3/markerNumbers: spheres 0 and 1 start at the same place, so the direction of the contact force is undefined\n");
  EXPECT_EQ(messages(good, {0.15, 0, 0}),
            "/objects/3/markerNumbers: spheres 0 and 1 overlap at the start by 0.05 m: they will fly apart\n");
  EXPECT_EQ(messages(good, {0.1999, 0, 0}), "") << "resting spheres overlap slightly";
}

TEST(NearPairs, AreTheNeighbours) {
  Random random(11);
  for (const double largest : {0.1, 1.0, 100.0}) {
    const int count = 300;
    std::vector<Vector3> centers;
    std::vector<double> radii;
    std::vector<Box> boxes;
    for (int i = 0; i < count; ++i) {
      centers.push_back({random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)});
      radii.push_back(0.1 * std::pow(largest / 0.1, i % 50 == 0 ? random.between(0, 1) : 0.0));
    }
    centers[17].x = std::nan(""), centers[18].y = 1e300;
    for (int b = 0; b < 20; ++b) {
      const Vector3 at{random.between(-4, 4), random.between(-4, 4), random.between(-4, 4)};
      boxes.push_back({at, at + Vector3{random.between(0, 5), random.between(0, 5), 0}});
    }
    const double reach = 0.15;
    std::vector<NearPair> expected;
    for (int i = 0; i < count; ++i) {
      for (int j = i + 1; j < count; ++j)
        if (norm(centers[j] - centers[i]) - (radii[i] + radii[j]) < reach) expected.push_back({i, j});
      for (std::size_t b = 0; b < boxes.size(); ++b) {
        Vector3 outside;
        for (int k = 0; k < 3; ++k) outside[k] = std::max({boxes[b].least[k] - centers[i][k], centers[i][k] - boxes[b].most[k], 0.0});
        if (i != 17 && norm(outside) < radii[i] + reach) expected.push_back({i, count + static_cast<int>(b)});
      }
    }
    const std::vector<NearPair> found = nearPairs(centers, radii, boxes, reach);
    EXPECT_TRUE(found == expected) << largest << ": " << found.size() << " of " << expected.size();
    EXPECT_GT(found.size(), 50u);
  }
}

}  // namespace
}  // namespace slipstick::testing
