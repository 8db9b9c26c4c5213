// Compiled separately: other tests of contacts and connectors have helpers of the same names. A circle of 0.1 m against segments. The
// longest, from (1, 0) to (-0.5, 1), has length sqrt(3.25) m and normal (2, 3) / sqrt(13).

#include <gtest/gtest.h>

#include <cmath>

#include "core/document/load.h"
#include "core/math/rotations.h"
#include "tests/core/support/connector.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

using Variable = OutputVariable;
constexpr double tiny = 1e-11;  // rounding of forces of about 100 N
const double root = std::sqrt(13.0);
const Vector3 normal{2 / root, 3 / root, 0}, across{-3 / root, 2 / root, 0};
const Vector3 middle{0.25, 0.5, 0};

Connector slope(const Vector3& center, const std::string& more = "") {
  Connector slope = connector(R"({"type": "ContactCurveCircles", "circlesRadii": [0.1], "segmentsData": [[1, 0, -0.5, 1]],
                                  "contactStiffness": 1000)" +
                              more + "}");
  slope.frame1.position = center;
  slope.data = {0, -0.01, 0};
  return slope;
}
void expectVector(const Vector3& found, const Vector3& expected, const std::string& what) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], tiny) << what << " [" << i << "]";
}

TEST(ContactCurveCircles, PressesByTheLengthOfTheSegmentFromBothSides) {
  for (const double side : {1.0, -1.0}) {
    Connector pressed = slope(middle + (0.09 * side) * normal);
    const auto forces = pressed.forces();
    EXPECT_NEAR(pressed.output(Variable::DisplacementLocal)[0], -0.01, tiny);
    // sqrt(3.25) · 1000 · 0.01 along the normal
    expectVector(forces.on1.force, {side * 10, side * 15, 0}, "on the circle");
    expectVector(forces.on0.force, {-side * 10, -side * 15, 0}, "on the curve");
    expectVector(forces.on0.torque, {0, 0, side * (0.25 * -15 + 0.5 * 10)}, "about the marker of the curve");
    expectVector(forces.on1.torque, {}, "none on the circle");
    const auto local = pressed.output(Variable::ForceLocal);
    EXPECT_NEAR(local[0], side * 10, tiny);
    EXPECT_NEAR(local[1], side * 15, tiny);
  }
}

TEST(ContactCurveCircles, TouchesItsEndsFromEveryDirection) {
  const double length = std::sqrt(3.25);
  for (const double angle : {-2.0, -1.5, -0.5, 0.3}) {
    const Vector3 direction{std::cos(angle), std::sin(angle), 0};
    expectVector(slope(Vector3{1, 0, 0} + 0.08 * direction).forces().on1.force, (length * 1000 * 0.02) * direction, "from the start");
  }
  const Vector3 up{0, 1, 0};
  expectVector(slope(Vector3{-0.5, 1, 0} + 0.08 * up).forces().on1.force, (length * 1000 * 0.02) * up, "from the end");
}

TEST(ContactCurveCircles, IsInThePlaneOfItsMarker) {
  Connector turned = slope({});
  const Vector3 origin{1, 2, 3};
  turned.frame0.position = origin;
  turned.frame0.rotation = rotationX(0.4) * rotationZ(-1.1);
  turned.frame1.position = origin + turned.frame0.rotation * (middle + 0.09 * normal + Vector3{0, 0, 0.7});
  const auto forces = turned.forces();
  expectVector(forces.on1.force, turned.frame0.rotation * Vector3{10, 15, 0}, "in the plane, however far beside it");
  expectVector(forces.on0.torque, turned.frame0.rotation * Vector3{0, 0, 1.25}, "about its normal");
  EXPECT_NEAR(turned.output(Variable::ForceLocal)[1], 15, tiny);
  EXPECT_NEAR(turned.output(Variable::Force)[2], forces.on1.force.z, tiny);
}

TEST(ContactCurveCircles, DampsTheRateOfTheGap) {
  Connector damped = slope(middle + 0.09 * normal, R"(, "contactDamping": 10)");
  damped.frame1.velocity = 0.3 * normal + 2.0 * across;
  EXPECT_NEAR(damped.output(Variable::VelocityLocal)[0], 0.3, tiny);
  expectVector(damped.forces().on1.force, (std::sqrt(3.25) * (10 - 3)) * normal, "less where they part");
  // The surface of a rotating cam moves: the point (0.25, 0.5) at 2 · (−0.5, 0.25) m/s.
  damped.frame1.velocity = {};
  damped.frame0.angularVelocity = {0, 0, 2};
  const double rate = -dot(normal, Vector3{-1, 0.5, 0});
  EXPECT_NEAR(damped.output(Variable::VelocityLocal)[0], rate, tiny);
  // The gap itself, a short time later.
  const double h = 1e-6, before = damped.output(Variable::DisplacementLocal)[0];
  damped.frame0.rotation = rotationZ(2 * h);
  EXPECT_NEAR((damped.output(Variable::DisplacementLocal)[0] - before) / h, rate, 1e-5);
}

TEST(ContactCurveCircles, RubsAgainstTheVelocityOfTheCentre) {
  Connector rubbing = slope(middle + 0.09 * normal, R"(, "dynamicFriction": 0.3, "frictionProportionalZone": 0.01)");
  const double pressure = std::sqrt(3.25) * 10;
  rubbing.frame1.angularVelocity = {0, 0, 50};  // has no effect
  for (const double slip : {0.0, 0.005, -0.005, 0.5, -0.5}) {
    rubbing.frame1.velocity = slip * across;
    const double share = std::clamp(slip / 0.01, -1.0, 1.0);
    const auto forces = rubbing.forces();
    expectVector(forces.on1.force, pressure * normal - (0.3 * pressure * share) * across, "slip " + std::to_string(slip));
    expectVector(forces.on1.torque, {}, "none on the circle");
    expectVector(forces.on0.torque, cross(middle, -forces.on1.force), "at the point of the curve");
  }
  // The contact point on the curve moves, too.
  rubbing.frame1.velocity = {};
  rubbing.frame0.angularVelocity = {0, 0, 0.004};
  const double slip = -0.004 * dot(across, Vector3{-0.5, 0.25, 0});
  expectVector(rubbing.forces().on1.force, pressure * normal - (0.3 * pressure * slip / 0.01) * across, "turning curve");
}

TEST(ContactCurveCircles, KeepsTheStateOfTheLastSolution) {
  // Newton's method assumes a fixed contact state: the contact may pull or penetrate.
  Connector apart = slope(middle + 0.12 * normal);
  expectVector(apart.forces().on1.force, (std::sqrt(3.25) * -20) * normal, "until judged");
  const PostNewton parted = apart.postNewton();
  EXPECT_NEAR(parted.error, 20, tiny) << "force per length";
  EXPECT_EQ(apart.data[0], -1);
  EXPECT_NEAR(apart.data[1], 0.02, tiny);
  expectVector(apart.forces().on1.force, {}, "then not");
  EXPECT_EQ(apart.postNewton().error, 0);

  Connector met = slope(middle + 0.09 * normal, R"(, "contactDamping": 10)");
  met.data = {-1, 0.1, 0};
  expectVector(met.forces().on1.force, {}, "until judged");
  EXPECT_NEAR(met.postNewton().error, 10, tiny);
  EXPECT_EQ(met.data[0], 0);
  met.frame1.velocity = 5.0 * normal;  // damping would pull: 10 − 50
  EXPECT_EQ(met.postNewton().error, 0);
  EXPECT_EQ(met.data[0], -1);
}

/// Circles at fixed positions on a segment from (1, 0) to (-1, 0). Returns its force and the y of the circle on which it acts.
std::vector<double> deepest(const std::vector<std::pair<double, double>>& heightsAndRadii) {
  Json document{{"slipstick", 1}, {"objects", {{{"type", "Ground"}}}}, {"markers", Json::array()}};
  Json markers = {0}, radii = Json::array();
  document["markers"].push_back({{"type", "BodyRigid"}, {"bodyNumber", 0}});
  for (const auto& [height, radius] : heightsAndRadii) {
    markers.push_back(document["markers"].size()), radii.push_back(radius);
    document["markers"].push_back({{"type", "BodyRigid"}, {"bodyNumber", 0}, {"localPosition", {0.2, height, 0}}});
  }
  document["objects"].push_back({{"type", "ContactCurveCircles"},
                                 {"name", "contact"},
                                 {"markerNumbers", markers},
                                 {"circlesRadii", radii},
                                 {"segmentsData", {{1, 0, -1, 0}}},
                                 {"contactStiffness", 1000}});
  document["nodes"] = {{{"type", "Point"}}};
  document["objects"].push_back({{"type", "MassPoint"}, {"physicsMass", 1}, {"nodeNumber", 0}});
  for (const char* output : {"ForceLocal", "DisplacementLocal"})
    document["sensors"].push_back({{"type", "Object"}, {"name", output}, {"objectNumber", "contact"}, {"outputVariableType", output}});
  document["analysis"] = {{"type", "dynamic"}, {"endTime", 1e-3}, {"numberOfSteps", 1}};
  const Recorded recorded = run(document.dump());
  return {recorded.last("ForceLocal", 1), recorded.last("DisplacementLocal")};
}
TEST(ContactCurveCircles, TouchesTheDeepestCircleOnly) {
  const auto expect = [](const std::vector<double>& found, double force, double gap) {
    EXPECT_NEAR(found[0], force, tiny);
    EXPECT_NEAR(found[1], gap, tiny);
  };
  expect(deepest({{0.09, 0.1}, {0.28, 0.3}}), 40, -0.02);
  expect(deepest({{0.05, 0.1}, {0.28, 0.3}}), 100, -0.05);
  expect(deepest({{0.28, 0.3}, {0.05, 0.1}, {-0.09, 0.1}}), 100, -0.05);
  expect(deepest({{0.09, 0.1}, {-0.08, 0.1}, {0.5, 0.1}}), -40, -0.02);
  expect(deepest({{3, 1}, {0.15, 0.1}, {0.4, 0.3}}), 0, 0.05);
}

/// Three circles in a freely floating triangle: action equals reaction.
TEST(ContactCurveCircles, KeepsMomentumItsMomentAndEnergy) {
  Json document{{"slipstick", 1}, {"objects", Json::array()}, {"markers", Json::array()}};
  const double masses[] = {5, 1, 2, 1}, speeds[][3] = {{0, 0, 1}, {1, 2, 0}, {-2, 0.5, 0}, {0.3, -1.5, 0}};
  const double places[][2] = {{0, 0}, {0.3, 0.2}, {-0.4, 0.2}, {0.1, -0.3}};
  Json markers = Json::array();
  for (int i = 0; i < 4; ++i) {
    const std::string name = std::to_string(i);
    document["nodes"].push_back({{"type", "RigidBody2D"},
                                 {"name", name},
                                 {"referenceCoordinates", {places[i][0], places[i][1], 0}},
                                 {"initialVelocities", {speeds[i][0], speeds[i][1], speeds[i][2]}}});
    document["objects"].push_back({{"type", "RigidBody2D"}, {"physicsMass", masses[i]}, {"physicsInertia", masses[i]}, {"nodeNumber", i}});
    document["markers"].push_back({{"type", "BodyRigid"}, {"bodyNumber", i}});
    markers.push_back(i);
    for (const char* output : {"Coordinates", "Coordinates_t", "CoordinatesTotal"})
      document["sensors"].push_back({{"type", "Node"}, {"name", output + name}, {"nodeNumber", i}, {"outputVariableType", output}});
  }
  const Json triangle = {{1.5, -1, 0, 1.5}, {0, 1.5, -1.5, -1}, {-1.5, -1, 1.5, -1}};
  document["objects"].push_back({{"type", "ContactCurveCircles"},
                                 {"markerNumbers", markers},
                                 {"circlesRadii", {0.1, 0.1, 0.1}},
                                 {"segmentsData", triangle},
                                 {"contactStiffness", 2e4}});
  document["analysis"] = {{"type", "dynamic"}, {"endTime", 3}, {"numberOfSteps", 60000}, {"sensorsWritePeriod", 3}};
  const Recorded recorded = run(document.dump());
  const auto sums = [&](int sample) {
    std::array<double, 4> sum{};  // momentum, its moment about the origin, energy
    for (int i = 0; i < 4; ++i) {
      const auto v = recorded.sample("Coordinates_t" + std::to_string(i), sample);
      const auto p = recorded.sample("CoordinatesTotal" + std::to_string(i), sample);
      sum[0] += masses[i] * v[0], sum[1] += masses[i] * v[1];
      sum[2] += masses[i] * (p[0] * v[1] - p[1] * v[0] + v[2]);
      sum[3] += 0.5 * masses[i] * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    return sum;
  };
  const auto start = sums(0), end = sums(-1);
  EXPECT_NEAR(end[0], start[0], 1e-10);
  EXPECT_NEAR(end[1], start[1], 1e-10);
  EXPECT_NEAR(end[2], start[2], 1e-4);
  EXPECT_NEAR(end[3], start[3], 0.01 * start[3]);
  const auto body = recorded.sample("Coordinates_t1", -1);
  EXPECT_GT(std::abs(body[0] - 1) + std::abs(body[1] - 2), 0.5) << "it has met the triangle";
}

TEST(ContactCurveCircles, ReportsErrors) {
  const auto message = [](const Json& change, const char* marker = "BodyRigid") {
    Json item{{"type", "ContactCurveCircles"},
              {"markerNumbers", {0, 1}},
              {"circlesRadii", {0.1}},
              {"segmentsData", {{1, 0, 0, 0}}},
              {"contactStiffness", 1}};
    item.update(change);
    const Json document{{"slipstick", 1},
                        {"objects", {{{"type", "Ground"}}, item}},
                        {"markers", {{{"type", marker}, {"bodyNumber", 0}}, {{"type", "BodyPosition"}, {"bodyNumber", 0}}}}};
    const LoadedModel loaded = loadModel(document.dump());
    return loaded.issues.empty() ? "" : loaded.issues[0].message;
  };
  EXPECT_EQ(message(Json::object()), "");
  EXPECT_EQ(message({{"markerNumbers", {0}}, {"circlesRadii", Json::array()}}),
            "must name the marker of the curve and the marker of at least one circle");
  EXPECT_EQ(message({{"circlesRadii", {0.1, 0.1}}}), "must have an entry for each circle, 1, got 2");
  EXPECT_EQ(message({{"segmentsData", {{1, 0, 0}}}}),
            "must have a row of 4 numbers for each segment: x and y of its start, x and y of its end");
  EXPECT_EQ(message({{"segmentsData", {{1, 0, 0, 0}, {1, 2, 1, 2}}}}), "segment 1 has no length");
  EXPECT_EQ(message({{"polynomialData", {{0, 0, 0, 0}}}}), "must be empty: segments are straight");
  EXPECT_NE(message({{"contactModel", 1}}), "");
  EXPECT_EQ(message(Json::object(), "BodyPosition"),
            "marker 0 of the list must have position and orientation, but BodyPosition has only position");
}

}  // namespace
}  // namespace slipstick::testing
