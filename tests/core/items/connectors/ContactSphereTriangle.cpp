// Compiled separately: other tests of contacts and connectors have helpers of the same names. A sphere of 0.5 m against the triangle (0,
// 0), (2, 0), (0, 1) in the plane z = 0 of marker 1.

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

Connector sphere(const Vector3& center, const std::string& more = "") {
  Connector sphere =
      connector(R"({"type": "ContactSphereTriangle", "radiusSphere": 0.5, "trianglePoints": [[0, 0, 0], [2, 0, 0], [0, 1, 0]],
                                   "contactStiffness": 1000)" +
                more + "}");
  sphere.frame0.position = center;
  sphere.data = {-1, 0, 0, 0};
  return sphere;
}
void expectVector(const std::vector<double>& found, const Vector3& expected, const std::string& what) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], tiny) << what << " [" << i << "]";
}

TEST(ContactSphereTriangle, TouchesTheFaceFromBothSides) {
  for (const double side : {1.0, -1.0}) {
    Connector face = sphere({0.4, 0.3, side * 0.45});
    const auto forces = face.forces();
    EXPECT_NEAR(face.output(Variable::DisplacementLocal)[0], -0.05, tiny);
    expectVector(face.output(Variable::Director1), {0, 0, -side}, "normal");
    expectVector(face.output(Variable::Displacement), {0, 0, -side * 0.45}, "displacement");
    expectVector(face.output(Variable::Position), {0.4, 0.3, -side * 0.025}, "midway in the overlap");
    expectVector(face.output(Variable::Force), {0, 0, side * 50}, "force on the sphere");
    EXPECT_NEAR(forces.on0.force.z, side * 50, tiny);
    EXPECT_NEAR(forces.on1.force.z, -side * 50, tiny);
    // The force acts at (0.4, 0.3) on the triangle.
    EXPECT_NEAR(forces.on1.torque.x, -side * 50 * 0.3, tiny);
    EXPECT_NEAR(forces.on1.torque.y, side * 50 * 0.4, tiny);
    EXPECT_EQ(forces.on0.torque.x, 0);
  }
}

TEST(ContactSphereTriangle, FindsTheNearestPointOfEdgesAndCorners) {
  const std::pair<Vector3, Vector3> places[] = {
      {{0.4, -0.2, 0.4}, {0.4, 0, 0}}, {{-0.2, 0.4, 0.4}, {0, 0.4, 0}}, {{1.1, 0.7, 0.3}, {1, 0.5, 0}}, {{-0.2, -0.2, 0.3}, {0, 0, 0}},
      {{2.2, -0.05, 0.3}, {2, 0, 0}},  {{-0.1, 1.1, 0.3}, {0, 1, 0}},   {{0.1, 1.3, 0.1}, {0, 1, 0}},
  };
  for (const auto& [center, nearest] : places) {
    const Vector3 displacement = nearest - center;
    expectVector(sphere(center).output(Variable::Displacement), displacement, "to the nearest point");
    const double distance = norm(displacement);
    expectVector(sphere(center).output(Variable::Force), (1000 * (distance - 0.5) / distance) * displacement, "force");
  }
}

/// Edge e counts 2^e; a corner belongs to the first of the edges 2, 0 and 1 beyond which the centre is.
TEST(ContactSphereTriangle, LeavesOutEdges) {
  const std::pair<Vector3, int> places[] = {{{0.4, -0.2, 0.4}, 0},  {{1.1, 0.7, 0.3}, 1},   {{-0.2, 0.4, 0.4}, 2},
                                            {{-0.2, -0.2, 0.3}, 2}, {{2.2, -0.05, 0.3}, 0}, {{2.1, 0.2, 0.3}, 1},
                                            {{-0.1, 1.1, 0.3}, 2},  {{0.1, 1.3, 0.1}, 1},   {{0.4, 0.3, 0.4}, -1}};
  for (const auto& [center, edge] : places)
    for (int included = 0; included < 8; ++included) {
      Connector contact = sphere(center, R"(, "includeEdges": )" + std::to_string(included));
      contact.postNewton({0.1, 0, 0, 0});
      const double gap = contact.output(Variable::DisplacementLocal)[0];
      const bool touches = edge < 0 || (included >> edge & 1);
      EXPECT_NEAR(contact.data[0], touches ? gap : gap + 0.5, tiny) << "edge " << edge << " of " << included;
      EXPECT_EQ(norm(contact.forces().on0.force) > 0, touches);
    }
}

TEST(ContactSphereTriangle, MovesWithItsMarker) {
  // Rotated by 90° about z, the triangle is in x ≤ 0, y ≤ 2.
  Connector turned = sphere({-0.3, 0.4, 10.4});
  turned.frame1.position = {0, 0, 10};
  turned.frame1.rotation = rotationZ(std::acos(0.0));
  expectVector(turned.output(Variable::Force), {0, 0, 100}, "force");
}

TEST(ContactSphereTriangle, RubsAtTheNearestPoint) {
  Connector rubbing = sphere({0.4, 0.3, 0.45}, R"(, "contactDamping": 10, "dynamicFriction": 0.4, "frictionProportionalZone": 0.1)");
  rubbing.frame0.velocity = {1, 0, -0.5};
  rubbing.frame0.angularVelocity = {0, -2, 0};  // at the lowest point, 0.45 m below the centre: 0.9 m/s more
  rubbing.frame1.velocity = {0.1, 0, 0};
  expectVector(rubbing.output(Variable::Velocity), {0.1 - 1.9, 0, 0.5}, "velocity of the triangle's point");
  rubbing.data = {-0.05, 1.8, 0, 0};
  const double normal = 50 + 10 * 0.5;
  expectVector(rubbing.output(Variable::Force), {-0.4 * normal, 0, normal}, "slip");
  // The arm reaches to the middle of the overlap: (0, 0, −0.475) × F.
  expectVector(rubbing.output(Variable::Torque), {0, 0.475 * -0.4 * normal, 0}, "minus the torque");
  EXPECT_NEAR(rubbing.forces().on0.torque.y, 0.475 * 0.4 * normal, tiny);
  rubbing.data[1] = 0.05;
  expectVector(rubbing.output(Variable::Force), {-0.4 * normal * 18, 0, normal}, "proportional to the slip while it is assumed to be slow");
  const PostNewton judged = rubbing.postNewton({0.01, 0, 0, 0});
  EXPECT_NEAR(judged.error, 0.4 * normal * (1.8 - 0.1) / 0.1, 1e-10);
  EXPECT_NEAR(rubbing.data[1], 1.8, tiny);
  EXPECT_NEAR(rubbing.data[2], 0.5, tiny) << "impact velocity: it was apart when the step began";
}

TEST(ContactSphereTriangle, RecommendsTheStepToFirstContact) {
  Connector falling = sphere({0.4, 0.3, 0.45});
  falling.frame0.velocity = {0, 0, -2};
  falling.data = {0.1, 0, 0, 0};
  const PostNewton judged = falling.postNewton({0.1, 0, 0, 0});
  EXPECT_NEAR(judged.recommendedStep, 0.05, tiny);
  EXPECT_NEAR(judged.error, 1000 * 0.05, tiny);
}

TEST(ContactSphereTriangle, RefusesDegenerateTriangles) {
  const auto message = [](const std::string& members) {
    const LoadedModel loaded = loadModel(
        R"json({"slipstick": 1, "objects": [{"type": "Ground"}, {"type": "ContactSphereTriangle", "markerNumbers": [0, 0], "contactStiffness": 1, "radiusSphere": 1, )json" +
        members + R"json(}], "markers": [{"type": "BodyRigid", "bodyNumber": 0}]})json");
    return loaded.issues.empty() ? "" : loaded.issues[0].message;
  };
  EXPECT_EQ(message(R"("trianglePoints": [[0, 0, 0], [1, 0, 0]])"), "must have 3 points, got 2");
  EXPECT_EQ(message(R"("trianglePoints": [[0, 0, 0], [1, 1, 0], [2, 2, 0]])"), "the three points lie on a line");
  EXPECT_EQ(message(R"("trianglePoints": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "includeEdges": 8)"),
            "must be at most 7 = 1 + 2 + 4: there are three edges");
}

/// Dropped from 0.2 m, a ball rises to e² times that height.
TEST(ContactSphereTriangle, Bounces) {
  const Recorded bounce = run(R"json({"slipstick": 1,
    "create": [{"type": "MassPoint", "name": "ball", "physicsMass": 1, "referencePosition": [0.2, 0.2, 0.3], "gravity": [0, 0, -10]}, {"type": "Ground", "name": "ground"}],
    "markers": [{"type": "BodyPosition", "bodyNumber": "ball"}, {"type": "BodyRigid", "bodyNumber": "ground"}],
    "objects": [{"type": "ContactSphereTriangle", "markerNumbers": [0, 1], "radiusSphere": 0.1, "trianglePoints": [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
                 "contactStiffness": 1e6, "impactModel": 2, "restitutionCoefficient": 0.7}],
    "sensors": [{"type": "Body", "name": "z", "bodyNumber": "ball", "outputVariableType": "Position"}],
    "analysis": {"endTime": "0.2 + 0.14", "numberOfSteps": 20000, "sensorsWritePeriod": 0}})json");
  double highest = 0;
  const auto time = bounce.time(), z = bounce.column("z", 2);
  for (std::size_t i = 0; i < z.size(); ++i)
    if (time[i] > 0.25) highest = std::max(highest, z[i] - 0.1);
  EXPECT_NEAR(highest, 0.2 * 0.49, 0.002);
}

}  // namespace
}  // namespace slipstick::testing
