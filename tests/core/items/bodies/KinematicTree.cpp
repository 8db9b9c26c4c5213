// Compiled separately: the tests of FFRFreducedOrder have helpers of the same names.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/math/rotations.h"
#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

constexpr double tiny = 1e-12;  // rounding of sums of products of numbers of size 1 … 10
const Json unity{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/// A document with a chain of links of mass 1 and no inertia, each joint at the origin of its parent, unless `more` states otherwise.
Json treeOf(const std::vector<std::string>& joints, const Json& more = Json::object()) {
  const std::size_t n = joints.size();
  Json tree{{"type", "KinematicTree"}, {"name", "tree"}, {"nodeNumber", "joints"}, {"jointTypes", joints}};
  Json parents = Json::array();
  for (std::size_t i = 0; i < n; ++i) parents.push_back(static_cast<int>(i) - 1);
  const Json zero3{0, 0, 0}, zero33{zero3, zero3, zero3};
  tree["linkParents"] = parents;
  tree["jointTransformations"] = std::vector<Json>(n, unity);
  tree["jointOffsets"] = tree["linkCOMs"] = std::vector<Json>(n, zero3);
  tree["linkInertiasCOM"] = std::vector<Json>(n, zero33);
  tree["linkMasses"] = std::vector<double>(n, 1.0);
  tree.update(more);
  Json document{{"slipstick", 1}};
  document["nodes"] = {{{"type", "GenericODE2"}, {"name", "joints"}, {"numberOfODE2Coordinates", n}}};
  document["objects"] = Json::array({tree});
  return document;
}
Json inertia(double x, double y, double z) { return {{x, 0, 0}, {0, y, 0}, {0, 0, z}}; }

/// M q̈ + f at a state.
std::vector<double> residual(const Json& document, const std::vector<double>& q, const std::vector<double>& q_t,
                             const std::vector<double>& q_tt) {
  EvaluatedSystem system(load(document.dump()));
  State state = system.initial();
  state.q = q, state.q_t = q_t, state.q_tt = q_tt;
  std::vector<double> forces(q.size());
  system.residual(state, ConstraintLevel::position, 1, forces.data(), nullptr);
  return forces;
}
/// The value of a sensor on a link at a state.
std::vector<double> sensed(Json document, int link, const Json& local, const char* variable, const std::vector<double>& q,
                           std::vector<double> q_t = {}, std::vector<double> q_tt = {}) {
  document["sensors"] = {{{"type", "KinematicTree"},
                          {"objectNumber", "tree"},
                          {"linkNumber", link},
                          {"localPosition", local},
                          {"outputVariableType", variable}}};
  EvaluatedSystem system(load(document.dump()));
  State state = system.initial();
  state.q = q;
  if (!q_t.empty()) state.q_t = q_t;
  if (!q_tt.empty()) state.q_tt = q_tt;
  system.update(state);
  std::vector<double> value(system.sensorSize(0));
  system.sensor(0, value.data());
  return value;
}
void expectNear(const std::vector<double>& found, const std::vector<double>& expected, double tolerance = tiny) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << "entry " << i;
}

TEST(KinematicTree, SwingsAsAPendulum) {
  const Json pendulum =
      treeOf({"RevoluteZ"},
             {{"linkCOMs", {{0.4, 0, 0}}}, {"linkMasses", {2}}, {"linkInertiasCOM", {inertia(9, 9, 0.3)}}, {"gravity", {0, -10, 0}}});
  const double q = 0.7, q_tt = 1.5;
  expectNear(residual(pendulum, {q}, {3}, {q_tt}), {(0.3 + 2 * 0.4 * 0.4) * q_tt + 2 * 10 * 0.4 * std::cos(q)});
}

/// The textbook two-link arm: M q̈ + h (2 q̇₁ q̇₂ + q̇₂², −q̇₁²) + g, angles from the horizontal.
TEST(KinematicTree, MovesAsATwoLinkArm) {
  const double m1 = 2, m2 = 1.5, l1 = 0.5, c1 = 0.3, c2 = 0.2, J1 = 0.1, J2 = 0.05, g = 10;
  const Json arm = treeOf({"RevoluteZ", "RevoluteZ"}, {{"jointOffsets", {{0, 0, 0}, {l1, 0, 0}}},
                                                       {"linkCOMs", {{c1, 0, 0}, {c2, 0, 0}}},
                                                       {"linkMasses", {m1, m2}},
                                                       {"linkInertiasCOM", {inertia(7, 8, J1), inertia(5, 6, J2)}},
                                                       {"gravity", {0, -g, 0}}});
  const double a = 0.4, b = -1.1, da = 1.3, db = -0.7, dda = 0.6, ddb = 2.1;
  const double M11 = J1 + J2 + m1 * c1 * c1 + m2 * (l1 * l1 + c2 * c2 + 2 * l1 * c2 * std::cos(b));
  const double M12 = J2 + m2 * (c2 * c2 + l1 * c2 * std::cos(b)), M22 = J2 + m2 * c2 * c2, h = -m2 * l1 * c2 * std::sin(b);
  const double g2 = m2 * c2 * g * std::cos(a + b), g1 = (m1 * c1 + m2 * l1) * g * std::cos(a) + g2;
  expectNear(residual(arm, {a, b}, {da, db}, {dda, ddb}),
             {M11 * dda + M12 * ddb + h * (2 * da * db + db * db) + g1, M12 * dda + M22 * ddb - h * da * da + g2});
  EXPECT_EQ(sensed(arm, 1, {0, 0, 0}, "Position", {a, b})[0], l1 * std::cos(a));
}

/// A mass on a rotating rail: polar coordinates.
TEST(KinematicTree, SlidesAlongATurningRail) {
  const Json rail =
      treeOf({"RevoluteZ", "PrismaticX"}, {{"linkMasses", {0, 2}}, {"linkInertiasCOM", {inertia(0, 0, 0.5), inertia(0, 0, 0)}}});
  const double r = 0.8, dr = 0.6, ddr = -0.4, dphi = 3, ddphi = 1.2;
  expectNear(residual(rail, {0.3, r}, {dphi, dr}, {ddphi, ddr}),
             {(0.5 + 2 * r * r) * ddphi + 2 * 2 * r * dr * dphi, 2 * ddr - 2 * r * dphi * dphi});
}

TEST(KinematicTree, HasJointsAboutAndAlongAllAxes) {
  for (int k = 0; k < 3; ++k) {
    const std::string axis = std::string(1, static_cast<char>('X' + k));
    const auto turned = sensed(treeOf({"Revolute" + axis}), 0, {0, 0, 0}, "RotationMatrix", {0.6});
    const Matrix3 rotation = k == 0 ? rotationX(0.6) : k == 1 ? rotationY(0.6) : rotationZ(0.6);
    for (int i = 0; i < 9; ++i) EXPECT_NEAR(turned[i], rotation[i / 3][i % 3], tiny) << axis;
    std::vector<double> expected{0, 0, 0};
    expected[k] = 0.6;
    expectNear(sensed(treeOf({"Prismatic" + axis}), 0, {0, 0, 0}, "Position", {0.6}), expected);
    EXPECT_EQ(sensed(treeOf({"Prismatic" + axis}), 0, {0, 0, 0}, "RotationMatrix", {0.6})[0], 1);
    // The numbers of the types, as written by other programs.
    Json numbered = treeOf({"RevoluteX"});
    numbered["objects"][0]["jointTypes"] = {1 + k};
    expectNear(sensed(numbered, 0, {0, 0, 0}, "RotationMatrix", {0.6}), turned);
    numbered["objects"][0]["jointTypes"] = {4 + k};
    expectNear(sensed(numbered, 0, {0, 0, 0}, "Position", {0.6}), expected);
  }
}

TEST(KinematicTree, PlacesLinksByOffsetsTransformationsAndReferenceValues) {
  const double half = std::numbers::pi / 2;
  Json tree =
      treeOf({"RevoluteZ", "PrismaticX"},
             {{"baseOffset", {10, 20, 30}}, {"jointOffsets", {{1, 0, 0}, {0, 2, 0}}}, {"jointTransformations", {unity, "rotZ(pi/2)"}}});
  // The base is at (10, 20, 30). The first joint is 1 m along x, rotated by 90°; along its y, now −x, 2 m follow; the rail along its local
  // x is rotated twice: −x.
  expectNear(sensed(tree, 1, {0, 0, 0}, "Position", {half, 0.5}), {10 + 1 - 2 - 0.5, 20, 30});
  tree["nodes"][0]["referenceCoordinates"] = {half, 0.25};
  expectNear(sensed(tree, 1, {0, 0, 0}, "Position", {0, 0.25}), {8.5, 20, 30});
  expectNear(sensed(tree, 1, {0, 0, 0}, "Displacement", {0, 0.25}), {-0.25, 0, 0});
  expectNear(sensed(tree, 1, {0, 0.1, 0}, "Position", {0, 0.25}), {8.5, 19.9, 30});
}

TEST(KinematicTree, Branches) {
  // Two arms on one rotating base: the force on the base is the sum of both.
  const auto base = [](const std::vector<int>& parents, double second) {
    Json tree = treeOf(std::vector<std::string>(parents.size(), "RevoluteZ"));
    tree["objects"][0]["linkParents"] = parents;
    tree["objects"][0]["linkMasses"][0] = 0;
    for (std::size_t i = 1; i < parents.size(); ++i) {
      tree["objects"][0]["jointOffsets"][i] = {0, i == 1 ? 1.0 : -1.0, 0};
      tree["objects"][0]["linkCOMs"][i] = {0.5, 0, 0};
    }
    std::vector<double> q{0.2, 0.3, second}, q_t{1, 2, -1}, q_tt{0.5, 0.1, 0.7};
    q.resize(parents.size()), q_t.resize(parents.size()), q_tt.resize(parents.size());
    return residual(tree, q, q_t, q_tt);
  };
  const auto both = base({-1, 0, 0}, 0.9), one = base({-1, 0}, 0);
  EXPECT_NEAR(both[1], one[1], tiny) << "an arm does not feel its neighbour";
  // The second arm without the first, rotated by 180° about z.
  Json mirrored = treeOf({"RevoluteZ", "RevoluteZ"},
                         {{"linkMasses", {0, 1}}, {"jointOffsets", {{0, 0, 0}, {0, -1, 0}}}, {"linkCOMs", {{0, 0, 0}, {0.5, 0, 0}}}});
  const auto other = residual(mirrored, {0.2, 0.9}, {1, -1}, {0.5, 0.7});
  EXPECT_NEAR(both[0], one[0] + other[0], tiny);
  EXPECT_NEAR(both[2], other[1], tiny);
}

TEST(KinematicTree, AddsForcesOfJoints) {
  const Json free = treeOf({"RevoluteZ", "PrismaticX"}, {{"linkInertiasCOM", {inertia(0, 0, 1), inertia(0, 0, 1)}}});
  const std::vector<double> q{0.3, 0.8}, q_t{0.5, -0.2}, none{0, 0};
  const auto inertial = residual(free, q, q_t, none);
  const auto with = [&](const Json& more) {
    Json document = free;
    document["objects"][0].update(more);
    const auto total = residual(document, q, q_t, none);
    return std::vector<double>{inertial[0] - total[0], inertial[1] - total[1]};
  };
  expectNear(with({{"jointForceVector", {3, -4}}}), {3, -4});
  const Json proportional{{"jointPControlVector", {10, 20}}, {"jointPositionOffsetVector", {1, 0.5}}};
  expectNear(with(proportional), {10 * (1 - 0.3), 20 * (0.5 - 0.8)});
  const Json derivative{{"jointDControlVector", {10, 20}}, {"jointVelocityOffsetVector", {0, 1}}};
  expectNear(with(derivative), {10 * (0 - 0.5), 20 * (1 + 0.2)});
  expectNear(with({{"jointPControlVector", {10, 20}}}), {0, 0});  // without a set point there is no control
  expectNear(with({{"jointDControlVector", {10, 20}}}), {0, 0});
  expectNear(with({{"forceUserFunction", "[q[0]*q_t[1], 2*q[1] + t]"}}), {0.3 * -0.2, 1.6});
  // The user function receives joint positions including their reference values, as the control does.
  Json shifted = free;
  shifted["nodes"][0]["referenceCoordinates"] = {0, 0.3};
  const auto same = residual(shifted, {0.3, 0.5}, q_t, none);
  expectNear(same, inertial);
  shifted["objects"][0]["forceUserFunction"] = "[0, q[1]]";
  EXPECT_NEAR(same[1] - residual(shifted, {0.3, 0.5}, q_t, none)[1], 0.8, tiny);
}

/// Specified about the origin of the base, with the sign of the left-hand side.
TEST(KinematicTree, TakesWrenchesOnLinksAboutTheBase) {
  const auto by = [](const Json& more) { return residual(treeOf({"RevoluteZ"}, more), {0.4}, {0}, {0})[0]; };
  EXPECT_NEAR(by({{"linkTorques", {{0, 0, 3}}}}), 3, tiny);
  EXPECT_NEAR(by({{"linkTorques", {{3, 2, 0}}}}), 0, tiny);
  // The joint is at (2, 0, 0): the force along y at the base has the lever arm −2 m.
  EXPECT_NEAR(by({{"jointOffsets", {{2, 0, 0}}}, {"linkForces", {{0, 5, 0}}}}), -10, tiny);
  EXPECT_NEAR(by({{"jointOffsets", {{2, 0, 0}}}, {"baseOffset", {7, 0, 0}}, {"linkForces", {{0, 5, 0}}}}), -10, tiny);
}

TEST(KinematicTree, CarriesLoadsOnItsLinks) {
  // A rail rotated by 90° about z: a force along y drives it.
  Json document = treeOf({"RevoluteZ", "PrismaticX"}, {{"jointTransformations", {unity, "rotZ(pi/2)"}}});
  document["markers"] = {{{"type", "KinematicTreeRigid"}, {"objectNumber", "tree"}, {"linkNumber", 1}, {"localPosition", {0, -0.5, 0}}}};
  document["loads"] = {{{"type", "ForceVector"}, {"markerNumber", 0}, {"loadVector", {0, 3, 0}}},
                       {{"type", "TorqueVector"}, {"markerNumber", 0}, {"loadVector", {7, 0, 2}}}};
  // The marker is at (0.5, 0.8): the moment of the force is 1.5 N·m.
  expectNear(residual(document, {0, 0.8}, {0, 0}, {0, 0}), {-(3 * 0.5 + 2), -3});
}

/// Velocities and accelerations of a point, compared with second-order differences of its position along the motion.
TEST(KinematicTree, ReportsTheMotionOfItsLinks) {
  const Json tree = treeOf({"RevoluteX", "PrismaticY", "RevoluteZ"}, {{"baseOffset", {1, 2, 3}},
                                                                      {"gravity", {0, 0, -9.81}},
                                                                      {"jointOffsets", {{0.1, 0.2, 0.3}, {0.4, 0, 0.1}, {0, 0.3, 0.2}}},
                                                                      {"jointTransformations", {"rotY(0.4)", "rotZ(0.7)", "rotX(-0.5)"}}});
  const std::vector<double> q{0.3, 0.4, -0.8}, q_t{1.1, -0.6, 0.9}, q_tt{-0.5, 0.8, 1.4};
  const Json local{0.2, -0.1, 0.3};
  const auto at = [&](double time, const char* variable) {
    std::vector<double> moved = q;
    for (int i = 0; i < 3; ++i) moved[i] += time * q_t[i] + 0.5 * time * time * q_tt[i];
    return sensed(tree, 2, local, variable, moved);
  };
  const auto now = [&](const char* variable) { return sensed(tree, 2, local, variable, q, q_t, q_tt); };
  const double h = 1e-4;
  const auto before = at(-h, "Position"), here = at(0, "Position"), after = at(h, "Position");
  const auto velocity = now("Velocity"), acceleration = now("Acceleration");
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(velocity[i], (after[i] - before[i]) / (2 * h), 1e-7);                    // truncation h² / 6
    EXPECT_NEAR(acceleration[i], (after[i] - 2 * here[i] + before[i]) / (h * h), 1e-6);  // rounding 1e-15 / h²
  }
  const auto entries = now("RotationMatrix");
  Matrix3 rotation;
  for (int i = 0; i < 9; ++i) rotation[i / 3][i % 3] = entries[i];
  const auto inLink = [&](const std::vector<double>& v) {
    const Vector3 result = transposeTimes(rotation, Vector3{v[0], v[1], v[2]});
    return std::vector<double>{result.x, result.y, result.z};
  };
  expectNear(now("VelocityLocal"), inLink(velocity));
  expectNear(now("AccelerationLocal"), inLink(acceleration));
  expectNear(now("AngularVelocityLocal"), inLink(now("AngularVelocity")));
  expectNear(now("AngularAccelerationLocal"), inLink(now("AngularAcceleration")));
  // Ȧ = ω̃ A
  const auto spin = now("AngularVelocity"), spinRate = now("AngularAcceleration");
  const auto low = at(-h, "RotationMatrix"), high = at(h, "RotationMatrix");
  const Matrix3 rate = skew(Vector3{spin[0], spin[1], spin[2]}) * rotation;
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(rate[i / 3][i % 3], (high[i] - low[i]) / (2 * h), 1e-7);
  const auto spinAt = [&](double time) {
    std::vector<double> moved = q, rates = q_t;
    for (int i = 0; i < 3; ++i) moved[i] += time * q_t[i], rates[i] += time * q_tt[i];
    return sensed(tree, 2, local, "AngularVelocity", moved, rates);
  };
  const auto slow = spinAt(-h), fast = spinAt(h);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(spinRate[i], (fast[i] - slow[i]) / (2 * h), 1e-7);
}

TEST(KinematicTree, ReportsCoordinatesWithReferenceValuesAndForcesWithoutInertia) {
  Json document = treeOf({"RevoluteZ"}, {{"linkCOMs", {{0.5, 0, 0}}}, {"gravity", {0, -10, 0}}});
  document["nodes"][0]["referenceCoordinates"] = {0.2};
  document["sensors"] = Json::array();
  for (const char* variable : {"Coordinates", "Coordinates_t", "Coordinates_tt", "Force"})
    document["sensors"].push_back({{"type", "Object"}, {"objectNumber", "tree"}, {"outputVariableType", variable}});
  EvaluatedSystem system(load(document.dump()));
  State state = system.initial();
  state.q = {0.3}, state.q_t = {2}, state.q_tt = {4};
  system.update(state);
  double value[4];
  for (int i = 0; i < 4; ++i) system.sensor(i, &value[i]);
  expectNear({value[0], value[1], value[2], value[3]}, {0.5, 2, 4, 10 * 0.5 * std::cos(0.5)});
}

TEST(KinematicTree, RefusesListsThatDoNotFit) {
  const auto message = [](const Json& document) {
    try {
      load(document.dump());
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto mentions = [&](const Json& document, const std::string& text) {
    EXPECT_NE(message(document).find(text), std::string::npos) << message(document);
  };
  mentions(treeOf({"RevoluteZ"}, {{"linkMasses", {1, 2}}}), "/objects/0/linkMasses: must have 1 entries");
  mentions(treeOf({"RevoluteZ", "RevoluteZ"}, {{"linkParents", {-1, 1}}}), "/objects/0/linkParents: the parent of link 1");
  mentions(treeOf({"RevoluteW"}),
           "/objects/0/jointTypes/0: must be one of RevoluteX (1), RevoluteY (2), RevoluteZ (3), PrismaticX (4), PrismaticY (5), "
           "PrismaticZ (6), got 'RevoluteW'; did you mean");
  Json few = treeOf({"RevoluteZ", "RevoluteZ"});
  few["nodes"][0]["numberOfODE2Coordinates"] = 1;
  mentions(few, "/objects/0/jointTypes: must have 1 entries, one for each coordinate of the node, got 2");
  Json far = treeOf({"RevoluteZ"});
  far["markers"] = {{{"type", "KinematicTreeRigid"}, {"objectNumber", "tree"}, {"linkNumber", 1}}};
  mentions(far, "/markers/0/linkNumber: must be less than 1, the number of links of the tree, got 1");
}

}  // namespace
}  // namespace slipstick::testing
