// Rays against spheres, moving triangles and cables, compared with closed forms; and the messages about wrong sensors.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/document/load.h"
#include "core/items/contact/triangle_tree.h"
#include "tests/core/count_allocations.h"
#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// A ball of radius 0.1 m at the origin with a velocity of 0.5 m/s along x, a wall at x = 3 m that faces it, and one at x = -3 m.
Json ballBetweenWalls(const Json& sensors) {
  Json document = Json::parse(R"({"slipstick": 1,
    "nodes": [{"type": "Point", "name": "ball", "initialVelocities": [0.5, 0.25, 0]}],
    "objects": [{"type": "Ground", "name": "ground"}, {"type": "MassPoint", "name": "ball", "physicsMass": 1, "nodeNumber": "ball"},
                {"type": "ContactSpheres", "name": "set", "markerNumbers": ["ball"], "spheresRadii": [0.1], "contactStiffness": 1000, "contactModel": 1,
                 "triangleMarkers": ["ground"],
                 "trianglePoints": [[3, -5, -5], [3, 5, -5], [3, 0, 5], [-3, -5, -5], [-3, 5, -5], [-3, 0, 5]]}],
    "markers": [{"type": "BodyRigid", "name": "ground", "bodyNumber": "ground"}, {"type": "BodyPosition", "name": "ball", "bodyNumber": "ball"}],
    "analysis": {"type": "dynamic", "endTime": 0.2, "numberOfSteps": 4, "sensorsWritePeriod": 0}})");
  for (Json sensor : sensors) {
    sensor["type"] = "Distance", sensor["objectNumber"] = "set";
    if (!sensor.contains("dirSensor")) sensor["dirSensor"] = {3, 0, 0};
    if (!sensor.contains("maxDistance")) sensor["maxDistance"] = 100;
    document["sensors"].push_back(sensor);
  }
  return document;
}

TEST(Distance, MeetsTheNearSideOfASphere) {
  const Recorded motion =
      run(ballBetweenWalls(Json::array({{{"name", "d"}, {"position", {-2, 0.06, 0}}, {"measureVelocity", true}}})).dump());
  for (int i = 0; i < motion.samples(); ++i) {
    const double t = motion.time()[i], beside = 0.06 - 0.25 * t;
    EXPECT_NEAR(motion.column("d", 0)[i], 2 + 0.5 * t - std::sqrt(0.01 - beside * beside), 1e-13);
    EXPECT_NEAR(motion.column("d", 1)[i], 0.5, 1e-13);
  }
}

TEST(Distance, CountsHitsBetweenTheLimits) {
  const Recorded motion =
      run(ballBetweenWalls(Json::array({{{"name", "behind the ball"}, {"position", {-2, 0, 0}}, {"minDistance", 1.95}},
                                        {{"name", "nothing"}, {"position", {-2, 0, 0}}, {"maxDistance", 1.9}, {"measureVelocity", true}},
                                        {{"name", "inside"}, {"position", {0, 0, 0}}},
                                        {{"name", "from behind"}, {"position", {-2, 0, 0}}, {"minDistance", -0.5}},
                                        {{"name", "first of all"}, {"position", {-2, 0, 0}}, {"minDistance", -2}},
                                        {{"name", "beside"}, {"position", {-2, 0.2, 0}}},
                                        {{"name", "only triangles"}, {"position", {-2, 0, 0}}, {"surfaces", "Triangles"}},
                                        {{"name", "only spheres"}, {"position", {-2, 0.2, 0}}, {"surfaces", 1}}}))
              .dump());
  EXPECT_NEAR(motion.first("behind the ball"), 5, 1e-13);  // the ray starts beyond the outer surface
  EXPECT_EQ(motion.sample("nothing", 0), (std::vector<double>{1.9, 0}));
  EXPECT_NEAR(motion.first("inside"), 3, 1e-13);
  EXPECT_NEAR(motion.first("from behind"), 1.9, 1e-13);
  EXPECT_NEAR(motion.first("first of all"), -1, 1e-13);
  EXPECT_NEAR(motion.first("beside"), 5, 1e-13);
  EXPECT_NEAR(motion.first("only triangles"), 5, 1e-13);
  EXPECT_EQ(motion.first("only spheres"), 100);
}

TEST(Distance, MeetsSpheresWithinACylinder) {
  const auto distance = [](double radius) {
    const Json sensor{{"name", "d"}, {"position", {-2, 0.06, 0.08}}, {"cylinderRadius", radius}, {"surfaces", "Spheres"}};
    return run(ballBetweenWalls(Json::array({sensor})).dump()).first("d");
  };
  EXPECT_NEAR(distance(0.04), 2 - 0.08, 1e-12);  // the surface is 0.1 m from the ray, 0.06 m outside the cylinder
  EXPECT_NEAR(distance(0.2), 2 - 0.1, 1e-13);    // the centre is inside
  EXPECT_NEAR(distance(0), 2, 1e-7);             // tangent: the square root of a rounding error
}

/// A body that rotates about z with 2 rad/s, with a plate at x' = 1 m, and a wall at x = 3 m.
Json turningPlate(const Json& sensors) {
  Json document = Json::parse(R"({"slipstick": 1,
    "nodes": [{"type": "RigidBodyRotVecLG", "name": "body", "referenceCoordinates": [0, 0, 0, 0, 0, 0], "initialVelocities": [0, 0.5, 0, 0, 0, 2]}],
    "objects": [{"type": "Ground", "name": "ground"}, {"type": "RigidBody", "name": "body", "physicsMass": 1, "physicsInertia": [1, 1, 1, 0, 0, 0], "nodeNumber": "body"},
                {"type": "ContactSpheres", "name": "plate", "triangleMarkers": ["plate"], "trianglePoints": [[0, -9, -9], [0, 9, -9], [0, 0, 9]]},
                {"type": "ContactSpheres", "name": "wall", "triangleMarkers": ["ground"], "trianglePoints": [[3, -9, -9], [3, 9, -9], [3, 0, 9]]}],
    "markers": [{"type": "BodyRigid", "name": "ground", "bodyNumber": "ground"}, {"type": "BodyRigid", "name": "plate", "bodyNumber": "body", "localPosition": [1, 0, 0]},
                {"type": "BodyRigid", "name": "eye", "bodyNumber": "body", "localPosition": [0, 0.3, 0]}, {"type": "BodyPosition", "name": "point", "bodyNumber": "body", "localPosition": [0, 0.3, 0]}],
    "analysis": {"type": "dynamic", "endTime": 0.4, "numberOfSteps": 8, "sensorsWritePeriod": 0}})");
  for (Json sensor : sensors) {
    sensor["type"] = "Distance", sensor["dirSensor"] = {2, 0, 0}, sensor["maxDistance"] = 100;
    document["sensors"].push_back(sensor);
  }
  return document;
}

TEST(Distance, FollowsTrianglesThatMove) {
  const Recorded motion =
      run(turningPlate(Json::array({{{"name", "d"}, {"objectNumber", "plate"}, {"position", {-2, 0.2, 0}}, {"measureVelocity", true}}}))
              .dump());
  for (int i = 0; i < motion.samples(); ++i) {
    const double t = motion.time()[i], angle = 2 * t, y = 0.2 - 0.5 * t;  // of the line above the centre
    EXPECT_NEAR(motion.column("d", 0)[i], 2 + (1 - y * std::sin(angle)) / std::cos(angle), 1e-12);
    EXPECT_NEAR(motion.column("d", 1)[i], -2 * y, 1e-12);
  }
}

TEST(Distance, LooksAlongTheAxesOfAMarkerThatHasSome) {
  const Recorded motion = run(turningPlate(Json::array({{{"name", "local"}, {"objectNumber", "wall"}, {"markerNumber", "eye"}},
                                                        {{"name", "global"}, {"objectNumber", "wall"}, {"markerNumber", "point"}}}))
                                  .dump());
  for (int i = 0; i < motion.samples(); ++i) {
    const double angle = 2 * motion.time()[i], x = -0.3 * std::sin(angle);
    EXPECT_NEAR(motion.column("local")[i], (3 - x) / std::cos(angle), 1e-12);
    EXPECT_NEAR(motion.column("global")[i], 3 - x, 1e-12);
  }
}

/// Two elements from x = 0 to 2 m, y = ξ - 3ξ² + 2ξ³ on each, which fall with 0.7 m/s.
Json waves(const Json& sensors) {
  Json document = Json::parse(R"({"slipstick": 1,
    "nodes": [{"type": "Point2DSlope1", "referenceCoordinates": [0, 0, 1, 0], "initialCoordinates": [0, 0, 0, 1], "initialVelocities": [0, -0.7, 0, 0]},
              {"type": "Point2DSlope1", "referenceCoordinates": [1, 0, 1, 0], "initialCoordinates": [0, 0, 0, 1], "initialVelocities": [0, -0.7, 0, 0]},
              {"type": "Point2DSlope1", "referenceCoordinates": [2, 0, 1, 0], "initialCoordinates": [0, 0, 0, 1], "initialVelocities": [0, -0.7, 0, 0]}],
    "objects": [{"type": "ANCFCable2D", "nodeNumbers": [0, 1], "physicsLength": 1, "physicsMassPerLength": 1},
                {"type": "ANCFCable2D", "nodeNumbers": [1, 2], "physicsLength": 1, "physicsMassPerLength": 1},
                {"type": "ContactSpheres", "name": "cables", "cableMarkers": [0, 1], "cableHalfHeights": [0.01]}],
    "markers": [{"type": "BodyCable2DShape", "bodyNumber": 0, "numberOfSegments": 3}, {"type": "BodyCable2DShape", "bodyNumber": 1, "numberOfSegments": 3}],
    "analysis": {"type": "dynamic", "endTime": 0.1, "numberOfSteps": 1}})");
  for (Json sensor : sensors) {
    sensor["type"] = "Distance", sensor["objectNumber"] = "cables", sensor["maxDistance"] = 100, sensor["measureVelocity"] = true;
    document["sensors"].push_back(sensor);
  }
  return document;
}

TEST(Distance, MeetsTheAxisOfACable) {
  const auto down = [](double x) { return Json{{"name", std::to_string(x)}, {"position", {x, 1, 8}}, {"dirSensor", {0, -2, 0}}}; };
  Json sensors = Json::array();
  const std::vector<double> places = {0, 0.25, 0.5, 1, 1.25, 2};
  for (const double x : places) sensors.push_back(down(x));
  sensors.push_back({{"name", "outside"}, {"position", {2.1, 1, 0}}, {"dirSensor", {0, -1, 0}}});
  sensors.push_back({{"name", "slanted"}, {"position", {0.25, 1, 0}}, {"dirSensor", {0, -3, 4}}});
  const Recorded motion = run(waves(sensors).dump());
  for (const double x : places) {
    const double along = x - std::floor(x), y = along * (1 - 3 * along + 2 * along * along);
    EXPECT_NEAR(motion.first(std::to_string(x)), 1 - y, 1e-14) << x;
    EXPECT_NEAR(motion.first(std::to_string(x), 1), 0.7, 1e-14) << x;
  }
  EXPECT_EQ(motion.sample("outside", 0), (std::vector<double>{100, 0}));
  EXPECT_NEAR(motion.first("slanted"), (1 - 0.09375) / 0.6, 1e-14);  // a sheet along z
  EXPECT_NEAR(motion.first("slanted", 1), 0.7 * 0.6, 1e-14);
}

TEST(Distance, FindsEachOfThreePlacesOnACable) {
  Json sensors = Json::array();
  for (const double least : {0.0, 1.2, 1.7})
    sensors.push_back({{"name", std::to_string(least)}, {"position", {-1, 0.05, 0}}, {"dirSensor", {1, 0, 0}}, {"minDistance", least}});
  const Recorded motion = run(waves(sensors).dump());
  double before = -1;
  for (const double least : {0.0, 1.2, 1.7}) {
    const double x = motion.first(std::to_string(least)) - 1, along = x - std::floor(x);
    EXPECT_NEAR(along * (1 - 3 * along + 2 * along * along), 0.05, 1e-14) << least;
    EXPECT_GT(x, std::max(before, least - 1));
    before = x;
  }
  EXPECT_LT(before, 1.2);  // the second hill begins here
}

TEST(Distance, FindsTheFirstOfManyTriangles) {
  std::mt19937 random(7);
  const auto number = [&] { return static_cast<double>(random()) / 4294967296.0; };
  const auto vector = [&](double size) { return Vector3{size * (number() - 0.5), size * (number() - 0.5), size * (number() - 0.5)}; };
  std::vector<Vector3> corners;
  for (int i = 0; i < 3000; ++i) {
    const Vector3 place = vector(10);
    for (int k = 0; k < 3; ++k) corners.push_back(place + vector(0.8));
  }
  TriangleTrees tree;
  const int root = tree.grow(corners);
  int met = 0;
  for (int i = 0; i < 400; ++i) {
    const Vector3 to = vector(2);
    const Line line{vector(12), (1 / norm(to)) * to, i % 3 == 0 ? -2.0 : 0.0};
    double first = 8;
    for (std::size_t c = 0; c < corners.size(); c += 3) {
      // The point of the plane, and on which side of each edge it is.
      const Vector3 normal = cross(corners[c + 1] - corners[c], corners[c + 2] - corners[c]);
      const double distance = dot(normal, corners[c] - line.start) / dot(normal, line.direction);
      const Vector3 point = line.start + distance * line.direction;
      bool within = distance >= line.least && distance < first;
      for (int e = 0; e < 3; ++e)
        within = within && dot(cross(corners[c + (e + 1) % 3] - corners[c + e], point - corners[c + e]), normal) >= 0;
      if (within) first = distance;
    }
    met += first < 8;
    EXPECT_NEAR(tree.meet(root, line, 8), first, 1e-10) << i;
  }
  EXPECT_GT(met, 100);
  EXPECT_LT(met, 300);
}

TEST(Distance, MissesNothingAtTheEdgesOfTriangles) {
  // A triangle fan around the origin, hit at its edges and its hub.
  std::vector<Vector3> corners;
  constexpr int leaves = 17;
  const auto rim = [](double i) { return Vector3{std::cos(2 * M_PI * i / leaves), std::sin(2 * M_PI * i / leaves), 0.1}; };
  for (int i = 0; i < leaves; ++i) corners.insert(corners.end(), {Vector3{}, rim(i), rim(i + 1)});
  TriangleTrees tree;
  const int root = tree.grow(corners);
  EXPECT_NEAR(tree.meet(root, {{0, 0, 1}, {0, 0, -1}, 0}, 9), 1, 1e-15);
  for (int i = 0; i < leaves; ++i) {
    const Vector3 edge = 0.37 * rim(i), from{edge.x, edge.y, 2};
    EXPECT_NEAR(tree.meet(root, {from, {0, 0, -1}, 0}, 9), 2 - 0.037, 1e-14) << i;
  }
}

TEST(Distance, FollowsTrianglesThatAStepOfTheAnalysisMoves) {
  Json document = ballBetweenWalls(Json::array({{{"name", "d"}, {"position", {-2, 1, 0}}}}));
  const Json step = document["analysis"];
  Json second = step;
  second["set"] =
      Json::array({{{"object", "set"},
                    {"trianglePoints", Json::parse("[[2, -5, -5], [2, 5, -5], [2, 0, 5], [-3, -5, -5], [-3, 5, -5], [-3, 0, 5]]")}}});
  document["analysis"] = Json::array({step, second});
  const Recorded motion = run(document.dump());
  EXPECT_NEAR(motion.first("d"), 5, 1e-13);
  EXPECT_NEAR(motion.last("d"), 4, 1e-13);
}

TEST(Distance, ASetWithoutSpheresChangesNoBitAndNoIteration) {
  Json alone = Json::parse(readFile("tests/data/items/objects/JointRevoluteZ.json"));
  const Recorded before = run(alone.dump());
  const std::size_t marker = alone["markers"].size();
  alone["markers"].push_back({{"type", "BodyRigid"}, {"name", "the surface"}, {"bodyNumber", 1}});
  alone["objects"].push_back(
      {{"type", "ContactSpheres"}, {"triangleMarkers", {marker}}, {"trianglePoints", Json::parse("[[0, 0, 0], [1, 0, 0], [0, 1, 0]]")}});
  const Recorded after = run(alone.dump());
  const std::string sensor = alone["sensors"][0]["name"];
  EXPECT_EQ(before.column(sensor), after.column(sensor));
  EXPECT_EQ(before.statistics().newtonIterations, after.statistics().newtonIterations);
  EXPECT_EQ(before.statistics().discontinuousIterations, after.statistics().discontinuousIterations);
  EXPECT_FALSE(System(load(alone.dump())).isDiscontinuous());
}

TEST(Distance, AllocatesNothingInASample) {
  EvaluatedSystem system(load(turningPlate(Json::array({{{"name", "d"}, {"objectNumber", "plate"}, {"position", {-2, 0.2, 0}}}})).dump()));
  double distance = 0;
  system.update(system.initial());
  system.sensor(0, &distance);  // builds the tree
  const std::size_t before = allocations();
  for (int i = 0; i < 10; ++i) system.update(system.initial()), system.sensor(0, &distance);
  EXPECT_EQ(allocations(), before);
  EXPECT_NEAR(distance, 3, 1e-13);
}

std::string messagesOf(const Json& change) {
  Json document = ballBetweenWalls(Json::array({{{"name", "d"}}}));
  if (!change.empty()) document["sensors"][0].update(change);
  const LoadedModel loaded = loadModel(document.dump());
  std::string messages;
  for (const Issue& issue : loaded.issues) messages += issue.pointer + ": " + issue.message + "\n";
  return messages;
}

TEST(Distance, ReportsErrors) {
  EXPECT_EQ(messagesOf({}), "");
  EXPECT_EQ(messagesOf({{"dirSensor", {0, 0, 0}}}), "/sensors/0/dirSensor: must not be zero: it is a direction\n");
  EXPECT_EQ(messagesOf({{"minDistance", 200}}), "/sensors/0/maxDistance: must be more than minDistance, 200, got 100\n");
  EXPECT_EQ(messagesOf({{"cylinderRadius", 0.1}}), "/sensors/0/cylinderRadius: applies to spheres only: set surfaces to \"Spheres\"\n");
  EXPECT_EQ(messagesOf({{"markerNumber", "ball"}, {"position", {1, 0, 0}}}), "/sensors/0/position: has no effect with markerNumber\n");
  EXPECT_NE(messagesOf({{"objectNumber", "ball"}}).find("surfaces (ContactSpheres)"), std::string::npos);
}

}  // namespace
}  // namespace slipstick::testing
