#include "core/math/inertia.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/math/rotations.h"
#include "tests/core/model/load.h"
#include "tests/core/support/run.h"

namespace slipstick {
namespace {

TEST(Inertia, HasThePrincipalMomentsOfATurnedTensor) {
  const Vector3 axis = {0.6, 0, 0.8};
  const Matrix3 k = skew(axis), r = Matrix3::identity() + std::sin(0.7) * k + (1 - std::cos(0.7)) * (k * k);
  const Matrix3 moments = {{{3, 0, 0}, {0, 1, 0}, {0, 0, 2}}};
  const Vector3 found = principalMoments(r * (moments * transpose(r)));
  EXPECT_NEAR(found.x, 1, 1e-14);
  EXPECT_NEAR(found.y, 2, 1e-14);
  EXPECT_NEAR(found.z, 3, 1e-14);
}

std::string body(const std::string& inertia) {
  return document(R"("create": [{"type": "RigidBody", "name": "b", "inertia": )" + inertia + "}]");
}

TEST(Inertia, AboutTheNodeMustBePossible) {
  // 10 kg at 1 m from the node have 10 kg m² about it.
  const Lines lines = issuesOf(body(R"({"mass": 10, "com": [1, 0, 0], "inertiaTensor": [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]})"));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("-9.9"), std::string::npos) << lines[0];
  EXPECT_NE(lines[0].find("inertiaTensorAtCOM"), std::string::npos) << lines[0];
  EXPECT_EQ(issuesOf(body(
                R"({"mass": 10, "com": [1, 0, 0], "inertiaTensorAtCOM": true, "inertiaTensor": [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]})")),
            Lines{});
  EXPECT_EQ(issuesOf(body(R"({"mass": 10, "com": [1, 0, 0], "inertiaTensor": [[0.1, 0, 0], [0, 10.1, 0], [0, 0, 10.1]]})")), Lines{});
}

TEST(Inertia, HasNoNegativeMoments) {
  const Lines lines = issuesOf(body(R"({"mass": 1, "inertia6D": [1, 1, -5, 0, 0, 0]})"));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("principal moments of 0 or more"), std::string::npos) << lines[0];
}

TEST(Inertia, CautionsAgainstABrokenTriangleInequality) {
  const Lines lines = issuesOf(body(R"({"mass": 1, "inertia6D": [1, 1, 3, 0, 0, 0]})"));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("warning: "), std::string::npos) << lines[0];
  EXPECT_NE(lines[0].find("sum of the other two"), std::string::npos) << lines[0];
  EXPECT_EQ(issuesOf(body(R"({"mass": 1, "inertia6D": [0, 0, 3, 0, 0, 0]})")), Lines{}) << "as planar models have it";
  EXPECT_EQ(issuesOf(body(R"({"mass": 1, "inertia6D": [1, 1, 2, 0, 0, 0]})")), Lines{}) << "a thin plate";
}

TEST(Inertia, CautionsAgainstABrokenTriangleInequalityOfALink) {
  Json tree = Json::parse(testing::readFile("tests/data/items/objects/KinematicTree.json"));
  for (Json& item : tree["objects"])
    if (item["type"] == "KinematicTree") item["linkInertiasCOM"][1] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 3}};
  const Lines lines = issuesOf(tree.dump());
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("/linkInertiasCOM: warning: link 1: the principal moments"), std::string::npos) << lines[0];
}

TEST(RotationRange, RefusesInvalidRotations) {
  const auto joint = [](const std::string& matrix) {
    return issuesOf(document(R"("objects": [{"type": "Ground", "name": "g", "referenceRotation": )" + matrix + "}]"));
  };
  EXPECT_EQ(joint("[[2, 0, 0], [0, 2, 0], [0, 0, 2]]"),
            Lines{"/objects/0/referenceRotation: must be a rotation matrix (orthonormal, determinant 1), got one whose product with its "
                  "transpose is off by 3"});
  EXPECT_EQ(joint("[[1, 0, 0], [0, 1, 0], [0, 0, -2]]"), Lines{"/objects/0/referenceRotation: must be a rotation matrix (orthonormal, "
                                                               "determinant 1), got one whose determinant is not positive"});
  EXPECT_EQ(joint("[[0, 1, 0], [1, 0, 0], [0, 0, 1]]"), Lines{"/objects/0/referenceRotation: warning: should be a rotation matrix "
                                                              "(orthonormal, determinant 1), but its determinant is -1: it mirrors"});
  EXPECT_EQ(joint("\"rotX(0.3)\""), Lines{});
  const Lines rounded = joint("[[1, 0, 0], [0, 0.7071, -0.7071], [0, 0.7071, 0.7071]]");
  ASSERT_EQ(rounded.size(), 1u);
  EXPECT_NE(rounded[0].find("warning"), std::string::npos) << rounded[0];
}

}  // namespace
}  // namespace slipstick
