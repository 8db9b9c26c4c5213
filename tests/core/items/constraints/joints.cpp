// Joints between two frames: properties of all joints, and hand-computed equations and outputs.

#include <gtest/gtest.h>

#include "core/math/rotations.h"
#include "tests/core/support/connector.h"
#include "tests/core/support/variation.h"

namespace slipstick::testing {
namespace {

using Variable = OutputVariable;

const std::string turned = R"json(, "rotationMarker0": "rotX(0.4)*rotZ(-0.7)", "rotationMarker1": "rotY(1.1)*rotX(0.2)")json";
const std::string offsets = R"json(, "offsetUserFunctionParameters": [0.3, 2, 0, 0, 0, 0],
    "offsetUserFunction": ["offsetUserFunctionParameters[0]*sin(2*t)", "t", "-0.2*t^2", "0.3*t", "sin(t)", "0.1*cos(offsetUserFunctionParameters[1]*t)"])json";
const std::string rates = R"json(, "offsetUserFunction_t": ["2*offsetUserFunctionParameters[0]*cos(2*t)", "1", "-0.4*t", "0.3", "cos(t)",
    "-0.1*offsetUserFunctionParameters[1]*sin(offsetUserFunctionParameters[1]*t)"])json";

std::string axesText(int bits) {
  std::string text = "[";
  for (int i = 0; i < 6; ++i) text += (i ? ", " : "") + std::string(bits >> i & 1 ? "1" : "0");
  return text + "]";
}
std::string generic(int bits, const std::string& more = "") {
  return R"({"type": "JointGeneric", "constrainedAxes": )" + axesText(bits) + turned + more + "}";
}
/// All joints between frames; the generic joint with all 64 choices of axes, with and without offsets.
std::vector<std::string> joints() {
  std::vector<std::string> items{
      R"({"type": "JointRevoluteZ")" + turned + "}",
      R"({"type": "JointPrismaticX")" + turned + "}",
      R"({"type": "JointSpherical"})",
      R"({"type": "JointSpherical", "constrainedAxes": [1, 0, 1]})",
      R"({"type": "JointRollingDisc", "discRadius": 0.4, "discAxis": [0, 0.6, 0.8], "planeNormal": [0.6, 0, 0.8]})",
      R"({"type": "JointRevolute2D"})",
      R"({"type": "JointPrismatic2D", "axisMarker0": [0.6, 0.8, 0], "normalMarker1": [-0.8, 0.6, 0]})",
      R"({"type": "JointPrismatic2D", "constrainRotation": false})",
      R"({"type": "ConnectorDistance", "distance": 0.7})"};
  for (int bits = 0; bits < 64; ++bits) items.push_back(generic(bits));
  for (int bits : {63, 7, 56, 0b101011, 0b010111, 0b111101}) {
    items.push_back(generic(bits, offsets));
    items.push_back(generic(bits, offsets + rates));
  }
  return items;
}
/// Both frames at random positions in random motion.
Connector moving(const std::string& item, Random& random) {
  Connector joint = connector(item);
  for (FrameKinematics<double>* frame : {&joint.frame0, &joint.frame1}) {
    frame->position = random.between(0.5, 2) * random.direction(), frame->rotation = random.rotation();
    frame->velocity = random.between(0.5, 2) * random.direction(), frame->angularVelocity = random.between(0.5, 3) * random.direction();
  }
  joint.time = random.between(0.2, 1);
  return joint;
}

TEST(EveryJoint, DoesWorkAtTheRateOfItsEquationsOnly) {
  Random random(1);
  for (const std::string& item : joints()) {
    Connector joint = moving(item, random);
    for (double& lambda : joint.lambda) lambda = random.between(-5, 5);
    Connector still = joint;
    for (FrameKinematics<double>* frame : {&still.frame0, &still.frame1}) frame->velocity = frame->angularVelocity = {};
    const auto forces = joint.forces();
    const double power = dot(forces.on0.force, joint.frame0.velocity) + dot(forces.on0.torque, joint.frame0.angularVelocity) +
                         dot(forces.on1.force, joint.frame1.velocity) + dot(forces.on1.torque, joint.frame1.angularVelocity);
    const auto rate = joint.equations(ConstraintLevel::velocity), prescribed = still.equations(ConstraintLevel::velocity);
    double expected = 0;
    for (std::size_t e = 0; e < rate.size(); ++e) expected -= joint.lambda[e] * (rate[e] - prescribed[e]);
    // A free equation equals λ in both and does no work.
    EXPECT_NEAR(power, expected, 1e-12) << item;
  }
}

TEST(EveryJoint, HasTheRateOfItsEquationsAtVelocityLevel) {
  Random random(2);
  for (const std::string& item : joints()) {
    if (item.find("Rolling") != std::string::npos) continue;  // defined at velocity level
    Connector joint = moving(item, random);
    const auto rate = joint.equations(ConstraintLevel::velocity);
    const auto at = [&](double dt) {
      Connector moved = joint;
      moved.time += dt;
      for (FrameKinematics<double>* frame : {&moved.frame0, &moved.frame1}) {
        frame->position += dt * frame->velocity;
        frame->rotation = rotationExp(dt * frame->angularVelocity) * frame->rotation;
      }
      return moved.equations();
    };
    const auto before = at(-1e-5), behind = at(1e-5);
    for (std::size_t e = 0; e < rate.size(); ++e) EXPECT_NEAR(rate[e], (behind[e] - before[e]) / 2e-5, 1e-8) << item << " " << e;
  }
}

/// Tested with coincident points: joints with global equations act at both points if these are apart.
TEST(EveryJoint, PushesBackOnTheOtherBody) {
  Random random(3);
  for (const std::string& item : joints()) {
    Connector joint = moving(item, random);
    for (double& lambda : joint.lambda) lambda = random.between(-5, 5);
    if (item.find("Distance") == std::string::npos) joint.frame1.position = joint.frame0.position;
    const bool planar = item.find("2D") != std::string::npos;  // has only torque about z
    const auto [on0, on1] = joint.forces();
    const Vector3 force = on0.force + on1.force;
    const Vector3 torque = on0.torque + on1.torque + cross(joint.frame0.position, on0.force) + cross(joint.frame1.position, on1.force);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(force[i], 0, 1e-12) << item;
    for (int i = planar ? 2 : 0; i < 3; ++i) EXPECT_NEAR(torque[i], 0, 1e-11) << item;
  }
}

TEST(EveryJoint, DoesNothingWhenInactive) {
  Random random(4);
  for (const std::string& item : joints()) {
    Connector joint = moving(item.substr(0, item.size() - 1) + R"(, "activeConnector": false})", random);
    for (double& lambda : joint.lambda) lambda = random.between(-5, 5);
    EXPECT_EQ(joint.equations(), joint.lambda) << item;
    EXPECT_EQ(joint.equations(ConstraintLevel::velocity), joint.lambda) << item;
    const auto [on0, on1] = joint.forces();
    for (const Vector3& part : {on0.force, on0.torque, on1.force, on1.torque}) EXPECT_EQ(part, Vector3{}) << item;
  }
}

TEST(JointGeneric, DoesNotConstrainFreeAxes) {
  Random random(5);
  for (int bits = 0; bits < 64; ++bits) {
    Connector joint = moving(generic(bits), random);
    for (int e = 0; e < 6; ++e) joint.lambda[e] = bits >> e & 1 ? 0 : 1 + e;
    const auto equations = joint.equations();
    const auto [on0, on1] = joint.forces();
    for (int e = 0; e < 6; ++e) {
      if (!(bits >> e & 1)) {
        EXPECT_EQ(equations[e], 1 + e) << bits;
      }
    }
    EXPECT_EQ(on1.force, Vector3{});
    EXPECT_EQ(on1.torque, Vector3{});
    EXPECT_EQ(on0.torque, Vector3{});
  }
}

/// Frame 0 rotated by 90° about z, frame 1 at (1, 2, 3) with small rotations.
Connector nearby(const std::string& item) {
  Connector joint = connector(item);
  joint.frame0.rotation = rotationZ(std::acos(0.0));
  joint.frame1.position = {1, 2, 3};
  joint.frame1.rotation = joint.frame0.rotation * rotationX(0.01) * rotationY(0.02) * rotationZ(0.03);
  return joint;
}
void expectNear(const std::vector<double>& found, const std::vector<double>& expected, double tolerance = 1e-15) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << i;
}

TEST(JointGeneric, MeasuresGloballyIfAllTranslationsAreLocked) {
  expectNear(nearby(R"({"type": "JointGeneric", "constrainedAxes": [1, 1, 1, 0, 0, 0]})").equations(), {1, 2, 3, 0, 0, 0});
  // In the axes of frame 0: x0 = (0, 1, 0), y0 = (−1, 0, 0).
  expectNear(nearby(R"({"type": "JointGeneric", "constrainedAxes": [1, 1, 0, 0, 0, 0]})").equations(), {2, -1, 0, 0, 0, 0});
  const std::string offset = R"(, "offsetUserFunction": ["0.1", "0.2", "0.3", "0", "0", "0"]})";
  expectNear(nearby(R"({"type": "JointGeneric", "constrainedAxes": [1, 1, 1, 0, 0, 0])" + offset).equations(), {0.9, 1.8, 2.7, 0, 0, 0});
  expectNear(nearby(R"({"type": "JointGeneric", "constrainedAxes": [0, 1, 1, 0, 0, 0])" + offset).equations(), {0, -1.2, 2.7, 0, 0, 0});
}

TEST(JointGeneric, HasTheRotationEquationsOfItsFreeAxes) {
  // Columns of the relative rotation, e_i of frame 0 against e_j of frame 1: R[i][j].
  const Matrix3 r = rotationX(0.01) * rotationY(0.02) * rotationZ(0.03);
  const auto rotations = [](const char* axes) {
    const auto all = nearby(std::string(R"({"type": "JointGeneric", "constrainedAxes": [0, 0, 0, )") + axes + "]}").equations();
    return std::vector<double>(all.begin() + 3, all.end());
  };
  expectNear(rotations("1, 1, 1"), {r[2][1], r[2][0], r[0][1]});
  expectNear(rotations("0, 1, 1"), {0, r[0][1], r[0][2]});
  expectNear(rotations("1, 0, 1"), {r[1][0], 0, r[1][2]});
  expectNear(rotations("1, 1, 0"), {r[2][0], r[2][1], 0});
  expectNear(rotations("1, 0, 0"), {r[1][2], 0, 0});
  expectNear(rotations("0, 1, 0"), {0, r[0][2], 0});
  expectNear(rotations("0, 0, 1"), {0, 0, r[0][1]});
  expectNear(rotations("0, 0, 0"), {0, 0, 0});
}

TEST(JointGeneric, IsSatisfiedByTheRotationThatItsOffsetsPrescribe) {
  Connector joint = connector(R"json({"type": "JointGeneric", "rotationMarker0": "rotX(1)", "rotationMarker1": "rotX(1)",
      "offsetUserFunction": ["0", "0", "0", "t", "0.5*t", "-0.2*t"]})json");
  joint.time = 0.4;
  joint.frame0.rotation = rotationY(0.3);
  joint.frame1.rotation = joint.frame0.rotation * rotationX(1.0) * rotationX(0.4) * rotationY(0.2) * rotationZ(-0.08) * rotationX(-1.0);
  expectNear(joint.equations(), {0, 0, 0, 0, 0, 0});
}

TEST(JointGeneric, HasAnAlternativeFormOfItsRotations) {
  Connector joint = nearby(R"({"type": "JointGeneric", "alternativeConstraints": true})");
  // e_i0 · (e_j1 × e_k0) − 1 = −e_j1 · (e_i0 × e_k0) − 1 = R[j][j] − 1.
  const Matrix3 r = rotationX(0.01) * rotationY(0.02) * rotationZ(0.03);
  expectNear(joint.equations(), {1, 2, 3, r[1][1] - 1, r[2][2] - 1, r[0][0] - 1});
  Connector standard = nearby(R"({"type": "JointGeneric"})");
  joint.lambda = standard.lambda = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(joint.forces().on1.torque, standard.forces().on1.torque);
  joint.frame1.angularVelocity = standard.frame1.angularVelocity = {1, 2, 3};
  EXPECT_EQ(joint.equations(ConstraintLevel::velocity), standard.equations(ConstraintLevel::velocity));
}

TEST(JointRevoluteZ, IsTheGenericJointWithOneRotationFree) {
  Random random(6);
  Connector generic = moving(R"({"type": "JointGeneric", "constrainedAxes": [1, 1, 1, 1, 1, 0])" + turned + "}", random);
  Connector revolute = connector(R"({"type": "JointRevoluteZ")" + turned + "}");
  revolute.frame0 = generic.frame0, revolute.frame1 = generic.frame1;
  revolute.lambda = {1, 2, 3, 4, 5}, generic.lambda = {1, 2, 3, 4, 5, 0};
  for (const ConstraintLevel level : {ConstraintLevel::position, ConstraintLevel::velocity}) {
    auto expected = generic.equations(level);
    expected.pop_back();
    expectNear(revolute.equations(level), expected, 1e-14);
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(revolute.forces().on0.torque[i], generic.forces().on0.torque[i], 1e-14);
    EXPECT_NEAR(revolute.forces().on1.force[i], generic.forces().on1.force[i], 1e-14);
  }
  expectNear(revolute.output(Variable::TorqueLocal), {4, 5, 0});
  expectNear(revolute.output(Variable::ForceLocal), generic.output(Variable::ForceLocal), 1e-14);
}

TEST(JointPrismaticX, IsTheGenericJointWithOneTranslationFree) {
  Random random(7);
  Connector generic = moving(R"({"type": "JointGeneric", "constrainedAxes": [0, 1, 1, 1, 1, 1])" + turned + "}", random);
  Connector prismatic = connector(R"({"type": "JointPrismaticX")" + turned + "}");
  prismatic.frame0 = generic.frame0, prismatic.frame1 = generic.frame1;
  prismatic.lambda = {1, 2, 3, 4, 5}, generic.lambda = {0, 1, 2, 3, 4, 5};
  for (const ConstraintLevel level : {ConstraintLevel::position, ConstraintLevel::velocity}) {
    auto expected = generic.equations(level);
    expected.erase(expected.begin());
    expectNear(prismatic.equations(level), expected, 1e-14);
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(prismatic.forces().on0.torque[i], generic.forces().on0.torque[i], 1e-13);
    EXPECT_NEAR(prismatic.forces().on1.force[i], generic.forces().on1.force[i], 1e-14);
  }
  expectNear(prismatic.output(Variable::ForceLocal), {0, 1, 2});
  expectNear(prismatic.output(Variable::TorqueLocal), {3, 4, 5});
}

TEST(JointGeneric, ReportsMotionInJointFrameZero) {
  for (const char* type : {"JointGeneric", "JointRevoluteZ", "JointPrismaticX"}) {
    Connector joint =
        nearby(std::string("{\"type\": \"") + type + R"json(", "rotationMarker0": "rotZ(-pi/2)", "rotationMarker1": "rotZ(-pi/2)"})json");
    // The joint frame 0 has the global axes.
    joint.frame0.position = {0.1, 0.2, 0.3}, joint.frame0.velocity = {1, 0, 0}, joint.frame0.angularVelocity = {0, 0, 1};
    joint.frame1.velocity = {4, 5, 6}, joint.frame1.angularVelocity = {0.5, 0.6, 0.7};
    expectNear(joint.output(Variable::Position), {0.1, 0.2, 0.3});
    expectNear(joint.output(Variable::Velocity), {1, 0, 0});
    expectNear(joint.output(Variable::DisplacementLocal), {0.9, 1.8, 2.7});
    expectNear(joint.output(Variable::VelocityLocal), {3, 5, 6});
    expectNear(joint.output(Variable::AngularVelocityLocal), {0.5, 0.6, -0.3});
    // Relative rotation Rz(90°) Rx Ry Rz Rz(−90°): angles (0.01, 0.02, 0.03) about axes rotated by 90°, so about −y … to first order.
    const auto angles = joint.output(Variable::Rotation);
    expectNear(angles, {-0.02, 0.01, 0.03}, 1e-3);
    joint.frame1.rotation = rotationX(0.1) * rotationY(0.2) * rotationZ(0.3) * rotationZ(std::acos(0.0));
    expectNear(joint.output(Variable::Rotation), {0.1, 0.2, 0.3}, 1e-14);
  }
}

TEST(JointGeneric, ReportsItsMultipliers) {
  Connector joint = nearby(R"({"type": "JointGeneric"})");
  joint.lambda = {1, 2, 3, 4, 5, 6};
  expectNear(joint.output(Variable::ForceLocal), {2, -1, 3});  // global multipliers in the axes of frame 0
  expectNear(joint.output(Variable::TorqueLocal), {4, 5, 6});
  Connector local = nearby(R"({"type": "JointGeneric", "constrainedAxes": [1, 1, 0, 1, 1, 1]})");
  local.lambda = {1, 2, 0, 4, 5, 6};
  expectNear(local.output(Variable::ForceLocal), {1, 2, 0});  // these are in local axes already
  // λ is the force on body 0.
  expectNear({joint.forces().on0.force.x, joint.forces().on0.force.y, joint.forces().on0.force.z}, {1, 2, 3});
  expectNear({local.forces().on0.force.x, local.forces().on0.force.y, local.forces().on0.force.z}, {-2, 1, 0}, 1e-14);
}

/// The torque on body 0 is −Σ λ a × b over the equations aᵀb = 0; here a and b are axes of frames that coincide.
TEST(EveryJoint, TurnsBody0ByItsMultipliers) {
  const struct {
    std::string item;
    std::vector<double> lambda, torque;
  } cases[] = {{R"("JointGeneric")", {0, 0, 0, 1, 2, 3}, {1, -2, -3}},
               {R"("JointGeneric", "constrainedAxes": [1, 1, 1, 1, 1, 0])", {0, 0, 0, 1, 2, 0}, {2, -1, 0}},
               {R"("JointGeneric", "constrainedAxes": [1, 1, 1, 0, 1, 0])", {0, 0, 0, 0, 2, 0}, {0, 2, 0}},
               {R"("JointRevoluteZ")", {0, 0, 0, 1, 2}, {2, -1, 0}},
               {R"("JointPrismaticX")", {0, 0, 1, 2, 3}, {1, -2, -3}}};
  for (const auto& [item, lambda, torque] : cases) {
    Connector joint = connector("{\"type\": " + item + "}");
    joint.lambda = lambda;
    const Vector3 on0 = joint.forces().on0.torque, on1 = joint.forces().on1.torque;
    expectNear({on0.x, on0.y, on0.z}, torque, 1e-15);
    expectNear({-on1.x, -on1.y, -on1.z}, torque, 1e-15);
  }
}

TEST(JointSpherical, ReportsAndHoldsGlobally) {
  Connector joint = nearby(R"({"type": "JointSpherical", "constrainedAxes": [1, 0, 1]})");
  joint.lambda = {4, 7, 6};
  expectNear(joint.equations(), {1, 7, 3});
  const Vector3 expected{4, 0, 6};
  EXPECT_EQ(joint.forces().on0.force, expected);
  EXPECT_EQ(joint.forces().on0.torque, Vector3{});
  expectNear(joint.output(Variable::Displacement), {1, 2, 3});
  expectNear(joint.output(Variable::Force), {4, 7, 6});
  joint.frame0.velocity = {3, 2, 1};
  expectNear(joint.output(Variable::Position), {0, 0, 0});
  expectNear(joint.output(Variable::Velocity), {3, 2, 1});
}

TEST(JointPrismatic2D, KeepsMarkerZeroOnTheLineOfMarkerOne) {
  Connector joint = connector(R"({"type": "JointPrismatic2D"})");
  joint.frame1.position = {3, 0.5, 0};
  joint.frame1.rotation = rotationZ(0.1);
  joint.frame0.rotation = rotationZ(-0.2);
  // n = (−sin 0.1, cos 0.1), t = (cos 0.2, −sin 0.2).
  expectNear(joint.equations(), {-3 * std::sin(0.1) + 0.5 * std::cos(0.1), -std::sin(0.3)});
  joint.lambda = {2, 0};
  expectNear(joint.output(Variable::Force), {-2 * std::sin(0.1), 2 * std::cos(0.1), 0});
  expectNear(joint.output(Variable::Displacement), {3, 0.5, 0});
  const Vector3 onBody0 = joint.forces().on0.force;
  expectNear({onBody0.x, onBody0.y, onBody0.z}, joint.output(Variable::Force));
  Connector pin = connector(R"({"type": "JointPrismatic2D", "constrainRotation": false})");
  pin.lambda = {0, 5};
  expectNear(pin.equations(), {0, 5});
}

TEST(JointRevolute2D, ConstrainsOnlyTheXyPlane) {
  Connector joint = nearby(R"({"type": "JointRevolute2D"})");
  expectNear(joint.equations(), {1, 2});
  joint.lambda = {4, 5};
  expectNear(joint.output(Variable::Force), {4, 5, 0});
  const Vector3 expected{4, 5, 0};
  EXPECT_EQ(joint.forces().on0.force, expected);
  expectNear(joint.output(Variable::Position), {0, 0, 0});
  expectNear(joint.output(Variable::Displacement), {1, 2, 3});
}

TEST(ConnectorDistance, PullsAlongItsLine) {
  Connector rod = connector(R"({"type": "ConnectorDistance", "distance": 4})");
  rod.frame0.position = {1, 0, 0}, rod.frame1.position = {1, 3, 4};
  rod.frame1.velocity = {7, 1, 0};
  expectNear(rod.equations(), {1});
  expectNear(rod.equations(ConstraintLevel::velocity), {0.6});
  rod.lambda = {10};  // tension
  const Vector3 towards{0, -6, -8};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(rod.forces().on1.force[i], towards[i], 1e-14);
    EXPECT_NEAR(rod.forces().on0.force[i], -towards[i], 1e-14);
  }
  expectNear(rod.output(Variable::Distance), {5});
  expectNear(rod.output(Variable::Displacement), {0, 3, 4});
  expectNear(rod.output(Variable::Velocity), {7, 1, 0});
  expectNear(rod.output(Variable::Force), {10});
}

}  // namespace
}  // namespace slipstick::testing
