// Joints in runs: reaction forces compared with hand-computed statics, drift of the constraints, prescribed motion.

#include <gtest/gtest.h>

#include <cmath>

#include "core/math/rotations.h"
#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

Json list(const Vector3& v) { return {v.x, v.y, v.z}; }
Json rows(const Matrix3& m) {
  Json json = Json::array();
  for (int i = 0; i < 3; ++i) json.push_back({m[i][0], m[i][1], m[i][2]});
  return json;
}
Vector3 vector(const std::vector<double>& v) { return {v[0], v[1], v[2]}; }
void expectNear(const Vector3& found, const Vector3& expected, double tolerance, const std::string& what) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << what << " " << i;
}

// A body hangs on the ground by one joint. A force at one of its points and a torque are chosen so that the joint carries a given wrench.

const Matrix3 bodyRotation = rotationX(0.3) * rotationY(-0.5) * rotationZ(0.8);
const Matrix3 jointRotation = rotationZ(1.0) * rotationX(0.6);  // both joint frames
const Vector3 jointPoint{0.3, 0.2, 0.1};                        // global
const Vector3 onBody{-0.4, 0.2, 0.3}, ofForce{0.1, 0.5, -0.2};  // the points of the joint and the force, in the body

Json held(Json joint, const std::string& node, const Vector3& force, const Vector3& torque, const std::string& analysis) {
  const Vector3 position = jointPoint - bodyRotation * onBody;
  Json reference = list(position);
  double parameters[4];
  quaternion(bodyRotation, parameters);
  if (node == "RigidBodyEP")
    for (double p : parameters) reference.push_back(p);
  else if (node == "RigidBodyRxyz")
    for (double angle : {0.3, -0.5, 0.8}) reference.push_back(angle);
  else {
    const double turn = 2 * std::acos(parameters[0]), scale = turn / std::sin(turn / 2);
    for (int i = 1; i < 4; ++i) reference.push_back(scale * parameters[i]);
  }
  joint["name"] = "joint", joint["markerNumbers"] = {"support", "held"};
  if (joint["type"] != "JointSpherical")
    joint["rotationMarker0"] = rows(jointRotation), joint["rotationMarker1"] = rows(transpose(bodyRotation) * jointRotation);
  Json document{{"slipstick", 1}, {"nodes", {{{"type", node}, {"referenceCoordinates", reference}}}}};
  document["objects"] = {{{"type", "Ground"}, {"name", "ground"}},
                         {{"type", "RigidBody"},
                          {"name", "body"},
                          {"nodeNumber", 0},
                          {"physicsMass", 2},
                          {"physicsInertia", {0.1, 0.2, 0.15, 0.01, 0.02, 0.03}}},
                         joint};
  document["markers"] = {{{"type", "BodyRigid"}, {"name", "support"}, {"bodyNumber", "ground"}, {"localPosition", list(jointPoint)}},
                         {{"type", "BodyRigid"}, {"name", "held"}, {"bodyNumber", "body"}, {"localPosition", list(onBody)}},
                         {{"type", "BodyRigid"}, {"name", "pulled"}, {"bodyNumber", "body"}, {"localPosition", list(ofForce)}}};
  const Vector3 lever = bodyRotation * (ofForce - onBody);
  document["loads"] = {{{"type", "ForceVector"}, {"markerNumber", "pulled"}, {"loadVector", list(force)}},
                       {{"type", "TorqueVector"}, {"markerNumber", "pulled"}, {"loadVector", list(torque - cross(lever, force))}}};
  document["sensors"] = Json::array();
  for (const Output& output : Registry::instance().find(ItemKind::object, joint["type"].get<std::string>())->outputs)
    document["sensors"].push_back({{"type", "Object"},
                                   {"name", outputVariableName(output.variable)},
                                   {"objectNumber", "joint"},
                                   {"outputVariableType", outputVariableName(output.variable)}});
  document["analysis"] = Json::parse(analysis);
  return document;
}
const std::string oneStep =
    R"({"type": "dynamic", "endTime": 0.01, "numberOfSteps": 1, "newton": {"relativeTolerance": 1e-12, "absoluteTolerance": 1e-11}})";
const Vector3 carriedForce{3, -5, 7}, carriedTorque{-2, 4, 6};  // by the ground, in the joint frame

/// Torque on body 0 in the joint frame, from the multipliers of the rotations: an equation a0ᵀ b1 = 0 gives λ b × a.
Vector3 torqueOf(const std::vector<double>& lambda, const int free[3]) {
  const Vector3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::vector<int> unlocked, locked;
  for (int i = 0; i < 3; ++i) (free[i] ? unlocked : locked).push_back(i);
  const auto by = [&](int equation, int a, int b) { return lambda[equation] * cross(axes[b], axes[a]); };
  switch (locked.size()) {
    case 3:
      return by(0, 2, 1) + by(1, 2, 0) + by(2, 0, 1);
    case 2:
      return by(locked[0], unlocked[0], locked[0]) + by(locked[1], unlocked[0], locked[1]);
    case 1:
      return by(locked[0], unlocked[0], unlocked[1]);
    default:
      return {};
  }
}

TEST(JointGeneric, CarriesTheStaticReactionsAlongEveryLockedAxis) {
  for (int bits = 0; bits < 64; ++bits) {
    Vector3 force = carriedForce, torque = carriedTorque;
    int free[6];
    Json axes = Json::array();
    for (int i = 0; i < 6; ++i) {
      free[i] = !(bits >> i & 1);
      axes.push_back(bits >> i & 1);
      if (free[i]) (i < 3 ? force[i] : torque[i - 3]) = 0;
    }
    const Recorded motion = run(
        held({{"type", "JointGeneric"}, {"constrainedAxes", axes}}, "RigidBodyEP", jointRotation * force, jointRotation * torque, oneStep)
            .dump());
    const std::string what = axes.dump();
    for (const int sample : {0, -1}) {  // the first one is from the initial accelerations
      expectNear(vector(motion.sample("ForceLocal", sample)), force, 1e-9, what);
      expectNear(torqueOf(motion.sample("TorqueLocal", sample), free + 3), torque, 1e-9, what);
      expectNear(vector(motion.sample("DisplacementLocal", sample)), {}, 1e-11, what);
    }
  }
}

TEST(JointGeneric, CarriesTheSameOnEveryRigidNodeAndInStatics) {
  for (const char* node : {"RigidBodyEP", "RigidBodyRxyz", "RigidBodyRotVecLG"}) {
    const auto carried = [&](const std::string& analysis, double sign) {
      const Recorded motion =
          run(held({{"type", "JointGeneric"}}, node, jointRotation * carriedForce, jointRotation * carriedTorque, analysis).dump());
      const int locked[3] = {};
      expectNear(sign * vector(motion.sample("ForceLocal", -1)), carriedForce, 1e-9, node + analysis);
      expectNear(sign * torqueOf(motion.sample("TorqueLocal", -1), locked), carriedTorque, 1e-9, node + analysis);
    };
    carried(oneStep, 1);
    carried(R"({"type": "static", "newton": {"relativeTolerance": 1e-12, "absoluteTolerance": 1e-11}})",
            -1);  // statics has the opposite sign
  }
}

TEST(JointRevoluteZ, CarriesTheStaticReactions) {
  const Vector3 torque{-2, 4, 0};
  const Recorded motion =
      run(held({{"type", "JointRevoluteZ"}}, "RigidBodyEP", jointRotation * carriedForce, jointRotation * torque, oneStep).dump());
  expectNear(vector(motion.sample("ForceLocal", -1)), carriedForce, 1e-9, "force");
  expectNear(vector(motion.sample("TorqueLocal", -1)), {-4, -2, 0}, 1e-9, "multipliers");  // z0ᵀx1 carries −y, z0ᵀy1 carries x
}

TEST(JointPrismaticX, CarriesTheStaticReactions) {
  const Vector3 force{0, -5, 7};
  const Recorded motion =
      run(held({{"type", "JointPrismaticX"}}, "RigidBodyEP", jointRotation * force, jointRotation * carriedTorque, oneStep).dump());
  expectNear(vector(motion.sample("ForceLocal", -1)), force, 1e-9, "force");
  expectNear(vector(motion.sample("TorqueLocal", -1)), {-2, -4, -6}, 1e-9, "multipliers");  // of z0ᵀy1, z0ᵀx1, x0ᵀy1
}

TEST(JointSpherical, CarriesTheStaticReactions) {
  const Recorded ball = run(held({{"type", "JointSpherical"}}, "RigidBodyEP", carriedForce, {}, oneStep).dump());
  expectNear(vector(ball.sample("Force", -1)), carriedForce, 1e-9, "force");
  const Vector3 inPlane{3, -5, 0};
  const Recorded plane =
      run(held({{"type", "JointSpherical"}, {"constrainedAxes", {1, 1, 0}}}, "RigidBodyEP", inPlane, {}, oneStep).dump());
  expectNear(vector(plane.sample("Force", -1)), inPlane, 1e-9, "force in the plane");
}

/// A beam of 4 kg and 2 m on a fixed and a sliding support: 1 m to the fixed one, 0.5 m to the other, which is tilted by 30° from upright.
TEST(PlanarJoints, CarryABeamOnTwoSupports) {
  const double g = 10, weight = 4 * g, tilt = std::acos(-1) / 6;
  Json document = Json::parse(R"({"slipstick": 1, "nodes": [{"type": "RigidBody2D"}],
    "objects": [{"type": "Ground", "name": "ground"}, {"type": "RigidBody2D", "name": "beam", "nodeNumber": 0, "physicsMass": 4, "physicsInertia": 1.3},
                {"type": "JointRevolute2D", "name": "fixed", "markerNumbers": ["left support", "left end"]},
                {"type": "JointPrismatic2D", "name": "sliding", "markerNumbers": ["right end", "right support"], "constrainRotation": false}],
    "markers": [{"type": "BodyRigid", "name": "left support", "bodyNumber": "ground", "localPosition": [-1, 0, 0]},
                {"type": "BodyRigid", "name": "left end", "bodyNumber": "beam", "localPosition": [-1, 0, 0]},
                {"type": "BodyRigid", "name": "right support", "bodyNumber": "ground", "localPosition": [0.5, 0, 0]},
                {"type": "BodyRigid", "name": "right end", "bodyNumber": "beam", "localPosition": [0.5, 0, 0]}, {"type": "BodyMass", "name": "mass", "bodyNumber": "beam"}],
    "loads": [{"type": "MassProportional", "markerNumber": "mass", "loadVector": [0, -10, 0]}],
    "sensors": [{"type": "Object", "name": "fixed", "objectNumber": "fixed", "outputVariableType": "Force"},
                {"type": "Object", "name": "sliding", "objectNumber": "sliding", "outputVariableType": "Force"}]})");
  document["objects"][3]["normalMarker1"] = {std::sin(tilt), std::cos(tilt), 0};
  document["analysis"] = Json::parse(oneStep);
  // Moments about the fixed support: 1.5 m · N cos 30° = 1 m · weight.
  const double normal = weight / 1.5 / std::cos(tilt);
  for (const char* type : {"dynamic", "static"}) {
    document["analysis"] = Json::parse(type == std::string("dynamic") ? oneStep : R"({"type": "static"})");
    const double sign = type == std::string("dynamic") ? 1 : -1;
    const Recorded motion = run(document.dump());
    // The outputs are forces on body 0: on the beam's right end, and on the left support.
    expectNear(sign * vector(motion.sample("sliding", -1)), {normal * std::sin(tilt), normal * std::cos(tilt), 0}, 1e-9, type);
    expectNear(sign * vector(motion.sample("fixed", -1)), {normal * std::sin(tilt), normal * std::cos(tilt) - weight, 0}, 1e-9, type);
  }
}

/// A lamp of 3 kg between two rods of 1 m, 30° below the horizontal: the tension is the weight.
TEST(ConnectorDistance, CarriesALampOnTwoRods) {
  Json document = Json::parse(R"({"slipstick": 1, "parameters": {"c": 0.8660254037844386},
    "nodes": [{"type": "Point", "referenceCoordinates": [0, -0.5, 0]}, {"type": "PointGround", "referenceCoordinates": ["-c", 0, 0]}, {"type": "PointGround", "referenceCoordinates": ["c", 0, 0]}],
    "objects": [{"type": "MassPoint", "physicsMass": 3, "nodeNumber": 0}, {"type": "ConnectorDistance", "name": "left", "markerNumbers": [1, 0], "distance": 1},
                {"type": "ConnectorDistance", "name": "right", "markerNumbers": [0, 2], "distance": 1}],
    "markers": [{"type": "NodePosition", "nodeNumber": 0}, {"type": "NodePosition", "nodeNumber": 1}, {"type": "NodePosition", "nodeNumber": 2}],
    "loads": [{"type": "ForceVector", "markerNumber": 0, "loadVector": [0, -30, 0]}],
    "sensors": [{"type": "Object", "name": "left", "objectNumber": "left", "outputVariableType": "Force"}, {"type": "Object", "name": "right", "objectNumber": "right", "outputVariableType": "Force"}]})");
  document["analysis"] = Json::parse(oneStep);
  const Recorded motion = run(document.dump());
  EXPECT_NEAR(motion.last("left"), 30, 1e-9);
  EXPECT_NEAR(motion.last("right"), 30, 1e-9);
}

// Drift: a rod on a ball joint, and a second rod connected to it by the tested joint, fall from rest.

Json chainOf(Json joint, const std::string& solver, double h) {
  joint["name"] = "joint", joint["markerNumbers"] = {"far end", "near end"};
  Json document = Json::parse(R"({"slipstick": 1,
    "nodes": [{"type": "RigidBodyEP", "name": "first", "referenceCoordinates": [0.5, 0, 0, 1, 0, 0, 0], "initialVelocities": [0, 0, 1.5, 0, 0, -1.5, 0]},
              {"type": "RigidBodyEP", "name": "second", "referenceCoordinates": [1, 0.4, 0, 0.7071067811865476, 0, 0, 0.7071067811865476], "initialVelocities": [0, 0, 3, 0, -1.0606601717798212, -1.0606601717798212, 0]}],
    "objects": [{"type": "Ground", "name": "ground"},
                {"type": "RigidBody", "name": "first", "nodeNumber": "first", "physicsMass": 1, "physicsInertia": [0.01, 0.08, 0.09, 0, 0, 0]},
                {"type": "RigidBody", "name": "second", "nodeNumber": "second", "physicsMass": 0.8, "physicsInertia": [0.01, 0.05, 0.06, 0, 0, 0]},
                {"type": "JointSpherical", "markerNumbers": ["support", "start"]}],
    "markers": [{"type": "BodyRigid", "name": "support", "bodyNumber": "ground"}, {"type": "BodyRigid", "name": "start", "bodyNumber": "first", "localPosition": [-0.5, 0, 0]},
                {"type": "BodyRigid", "name": "far end", "bodyNumber": "first", "localPosition": [0.5, 0, 0]}, {"type": "BodyRigid", "name": "near end", "bodyNumber": "second", "localPosition": [-0.4, 0, 0]},
                {"type": "BodyMass", "name": "mass 1", "bodyNumber": "first"}, {"type": "BodyMass", "name": "mass 2", "bodyNumber": "second"}],
    "loads": [{"type": "MassProportional", "markerNumber": "mass 1", "loadVector": [0, -9.81, 0]}, {"type": "MassProportional", "markerNumber": "mass 2", "loadVector": [0, -9.81, 0]}],
    "sensors": [{"type": "Node", "name": "q0", "nodeNumber": 0, "outputVariableType": "Coordinates"}, {"type": "Node", "name": "q1", "nodeNumber": 1, "outputVariableType": "Coordinates"},
                {"type": "Node", "name": "v0", "nodeNumber": 0, "outputVariableType": "Coordinates_t"}, {"type": "Node", "name": "v1", "nodeNumber": 1, "outputVariableType": "Coordinates_t"}]})");
  document["objects"].push_back(joint);
  document["analysis"] = {{"type", "dynamic"},       {"solver", solver},
                          {"endTime", 0.4},          {"stepSize", h},
                          {"sensorsWritePeriod", 0}, {"newton", {{"relativeTolerance", 1e-11}, {"absoluteTolerance", 1e-12}}}};
  return document;
}
/// The largest residual of the model's constraints over the samples.
double largestEquation(const Json& document, ConstraintLevel level) {
  const Recorded motion = run(document.dump());
  EvaluatedSystem system(load(document.dump()));
  State state = system.initial();
  std::vector<double> residual(system.coordinates()), equations(system.multipliers());
  double largest = 0;
  for (int sample = 0; sample < motion.samples(); ++sample) {
    for (const int node : {0, 1}) {
      const std::string number = std::to_string(node);
      const auto q = motion.sample("q" + number, sample), v = motion.sample("v" + number, sample);
      std::copy(q.begin(), q.end(), state.q.begin() + 7 * node), std::copy(v.begin(), v.end(), state.q_t.begin() + 7 * node);
    }
    system.residual(state, level, 1, residual.data(), equations.data());
    for (double equation : equations) largest = std::max(largest, std::abs(equation));  // free equations are λ = 0
  }
  return largest;
}
/// Joint frames that coincide at the start; the second rod is perpendicular to the first.
std::vector<Json> chainJoints() {
  const Json turn = rows(rotationX(0.5)), turnBack = rows(rotationZ(-std::acos(0.0)) * rotationX(0.5));
  std::vector<Json> joints;
  for (const std::vector<int>& axes : {std::vector<int>{1, 1, 1, 1, 1, 1},
                                       {1, 1, 1, 1, 1, 0},
                                       {1, 1, 1, 0, 0, 1},
                                       {0, 1, 1, 1, 0, 1},
                                       {1, 1, 0, 0, 0, 0},
                                       {0, 1, 1, 1, 1, 1}})
    joints.push_back({{"type", "JointGeneric"}, {"constrainedAxes", axes}, {"rotationMarker0", turn}, {"rotationMarker1", turnBack}});
  for (const char* type : {"JointRevoluteZ", "JointPrismaticX"})
    joints.push_back({{"type", type}, {"rotationMarker0", turn}, {"rotationMarker1", turnBack}});
  joints.push_back({{"type", "JointSpherical"}});
  joints.push_back({{"type", "JointSpherical"}, {"constrainedAxes", {1, 0, 1}}});
  return joints;
}

TEST(Constraints, HoldToRoundingInIndexThree) {
  for (const Json& joint : chainJoints())
    EXPECT_LT(largestEquation(chainOf(joint, "GeneralizedAlpha", 0.005), ConstraintLevel::position), 1e-13) << joint;
}

TEST(Constraints, HoldTheirRatesInIndexTwoAndDriftAtSecondOrder) {
  for (const Json& joint : chainJoints()) {
    EXPECT_LT(largestEquation(chainOf(joint, "TrapezoidalIndex2", 0.005), ConstraintLevel::velocity), 2e-10)
        << joint;  // Newton stops at 1e-11 of about 20 N
    const double coarse = largestEquation(chainOf(joint, "TrapezoidalIndex2", 0.004), ConstraintLevel::position);
    const double fine = largestEquation(chainOf(joint, "TrapezoidalIndex2", 0.002), ConstraintLevel::position);
    EXPECT_LT(fine, 1e-4) << joint;  // ω² h² = 1e-4 for the rotation at 5 rad/s
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1) << joint;
  }
}

// Prescribed motion.

const std::string swing =
    R"json("offsetUserFunction": ["0.1*sin(3*t)", "0", "0.2*(1 - cos(2*t))", "0.3*sin(2*t)", "0.1*sin(t)", "-0.4*t"])json";
const std::string swingRates =
    R"json(, "offsetUserFunction_t": ["0.3*cos(3*t)", "0", "0.4*sin(2*t)", "0.6*cos(2*t)", "0.1*cos(t)", "-0.4"])json";

/// The largest deviation from the prescribed motion, in displacements and angles.
double offTrack(const std::string& rates, const std::string& solver, double h) {
  const Recorded motion = run(R"({"slipstick": 1, "nodes": [{"type": "RigidBodyEP", "referenceCoordinates": [0, 0, 0, 1, 0, 0, 0],
        "initialVelocities": [0.3, 0, 0, 0, 0.3, 0.05, -0.2]}],
    "objects": [{"type": "Ground", "name": "ground"}, {"type": "RigidBody", "name": "body", "nodeNumber": 0, "physicsMass": 2, "physicsInertia": [0.1, 0.2, 0.15, 0, 0, 0]},
                {"type": "JointGeneric", "name": "drive", "markerNumbers": [0, 1], )" +
                              swing + rates + R"(}],
    "markers": [{"type": "BodyRigid", "bodyNumber": "ground"}, {"type": "BodyRigid", "bodyNumber": "body"}],
    "sensors": [{"type": "Object", "name": "way", "objectNumber": "drive", "outputVariableType": "DisplacementLocal"},
                {"type": "Object", "name": "angles", "objectNumber": "drive", "outputVariableType": "Rotation"}],
    "analysis": {"type": "dynamic", "solver": ")" +
                              solver + R"(", "endTime": 1, "stepSize": )" + std::to_string(h) +
                              R"(, "sensorsWritePeriod": 0, "newton": {"relativeTolerance": 1e-11, "absoluteTolerance": 1e-12}}})");
  double largest = 0;
  for (int i = 0; i < motion.samples(); ++i) {
    const double t = motion.time()[i];
    const double way[] = {0.1 * std::sin(3 * t), 0, 0.2 * (1 - std::cos(2 * t))},
                 angles[] = {0.3 * std::sin(2 * t), 0.1 * std::sin(t), -0.4 * t};
    for (int k = 0; k < 3; ++k)
      largest = std::max({largest, std::abs(motion.sample("way", i)[k] - way[k]), std::abs(motion.sample("angles", i)[k] - angles[k])});
  }
  return largest;
}
TEST(JointGeneric, FollowsItsOffsets) {
  EXPECT_LT(offTrack("", "GeneralizedAlpha", 0.01), 1e-12);
  for (const std::string& rates : {std::string(), swingRates}) {
    const double coarse = offTrack(rates, "TrapezoidalIndex2", 0.01), fine = offTrack(rates, "TrapezoidalIndex2", 0.005);
    EXPECT_LT(fine, 3e-5);  // h² times the third derivative of the motion over 12: 2.5e-5 · 2.7 / 12 for the largest
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1);
  }
}

/// Two masses geared by w1 = w0 / k + …: 2 w1 − w0 = o.
Json gear(const std::string& more, const std::string& solver, double h) {
  Json document = Json::parse(R"({"slipstick": 1, "nodes": [{"type": "1D"}, {"type": "1D", "referenceCoordinates": [5]}],
    "objects": [{"type": "Mass1D", "physicsMass": 3, "nodeNumber": 0}, {"type": "Mass1D", "physicsMass": 4, "nodeNumber": 1},
                {"type": "ConnectorCoordinate", "name": "gear", "markerNumbers": [0, 1], "factorValue1": 2)" +
                              more + R"(}],
    "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}, {"type": "NodeCoordinate", "nodeNumber": 1, "coordinate": 0}],
    "loads": [{"type": "Coordinate", "markerNumber": 0, "load": 5}, {"type": "Coordinate", "markerNumber": 1, "load": 7}],
    "sensors": [{"type": "Node", "name": "w0", "nodeNumber": 0, "outputVariableType": "Coordinates"}, {"type": "Node", "name": "w1", "nodeNumber": 1, "outputVariableType": "Coordinates"},
                {"type": "Node", "name": "v0", "nodeNumber": 0, "outputVariableType": "Coordinates_t"}, {"type": "Node", "name": "v1", "nodeNumber": 1, "outputVariableType": "Coordinates_t"}]})");
  for (const char* output : {"Displacement", "Velocity", "ConstraintEquation", "Force"})
    document["sensors"].push_back({{"type", "Object"}, {"name", output}, {"objectNumber", "gear"}, {"outputVariableType", output}});
  document["analysis"] = {
      {"type", "dynamic"}, {"solver", solver},        {"endTime", 1},
      {"stepSize", h},     {"sensorsWritePeriod", 0}, {"newton", {{"relativeTolerance", 1e-11}, {"absoluteTolerance", 1e-12}}}};
  return document;
}

/// 3 w0¨ = 5 + λ, 4 w1¨ = 7 − 2 λ, w0¨ = 2 w1¨: w1¨ = 17/16.
TEST(ConnectorCoordinate, GearsTwoCoordinates) {
  for (const char* solver : {"GeneralizedAlpha", "TrapezoidalIndex2"}) {
    const Recorded motion = run(gear("", solver, 0.1).dump());
    EXPECT_NEAR(motion.last("w1"), 17.0 / 32, 1e-12) << solver;  // constant acceleration is integrated exactly
    EXPECT_NEAR(motion.last("w0"), 17.0 / 16, 1e-12) << solver;
    for (const double force : motion.column("Force")) EXPECT_NEAR(force, 3 * 17.0 / 8 - 5, 1e-10) << solver;
    EXPECT_NEAR(motion.last("Displacement"), -17.0 / 32, 1e-12) << "w1 − w0, without the factor";
    EXPECT_NEAR(motion.last("Velocity"), -17.0 / 16, 1e-12);
    EXPECT_NEAR(motion.last("ConstraintEquation"), 0, 1e-13);
  }
}

TEST(ConnectorCoordinate, FollowsItsOffset) {
  const std::string offset =
      R"json(, "offset": 0.2, "offsetUserFunction": "lOffset*sin(3*t)", "offsetUserFunction_t": "3*lOffset*cos(3*t)")json";
  const auto error = [](const Recorded& motion) {
    double largest = 0;
    for (int i = 0; i < motion.samples(); ++i)
      largest = std::max(largest, std::abs(2 * motion.column("w1")[i] - motion.column("w0")[i] - 0.2 * std::sin(3 * motion.time()[i])));
    return largest;
  };
  EXPECT_LT(error(run(gear(offset, "GeneralizedAlpha", 0.01).dump())), 1e-13);
  Json coarse = gear(offset, "TrapezoidalIndex2", 0.02), fine = gear(offset, "TrapezoidalIndex2", 0.01);
  for (Json* document : {&coarse, &fine}) (*document)["nodes"][1]["initialVelocities"] = {0.3};  // consistent with the rate
  const Recorded followed = run(fine.dump());
  EXPECT_LT(error(followed), 1e-4);  // h²/12 times 3 · 0.6 / 3
  EXPECT_NEAR(std::log2(error(run(coarse.dump())) / error(followed)), 2, 0.1);
  EXPECT_NEAR(2 * followed.last("v1") - followed.last("v0"), 0.6 * std::cos(3), 1e-12) << "the rate itself holds";
  // If the rate is not given, it is the derivative of the offset.
  Json differentiated = gear(R"json(, "offset": 0.2, "offsetUserFunction": "lOffset*sin(3*t)")json", "TrapezoidalIndex2", 0.01);
  differentiated["nodes"][1]["initialVelocities"] = {0.3};
  const Recorded same = run(differentiated.dump());
  EXPECT_NEAR(same.last("w1"), followed.last("w1"), 1e-12);
  EXPECT_NEAR(2 * same.last("v1") - same.last("v0"), 0.6 * std::cos(3), 1e-12);
}

TEST(ConnectorCoordinate, DrivesRatesAtVelocityLevel) {
  for (const char* solver : {"GeneralizedAlpha", "TrapezoidalIndex2"}) {
    const Recorded constant = run(gear(R"(, "velocityLevel": true, "offset": 0.5)", solver, 0.02).dump());
    EXPECT_NEAR(2 * constant.last("v1") - constant.last("v0"), 0.5, 1e-12) << solver;
    const Recorded ramp = run(gear(R"(, "velocityLevel": true, "offset": 0.5, "offsetUserFunction_t": "lOffset*t")", solver, 0.02).dump());
    for (int i = 0; i < ramp.samples(); ++i)
      EXPECT_NEAR(2 * ramp.column("v1")[i] - ramp.column("v0")[i], 0.5 * ramp.time()[i], 1e-12) << solver;
    EXPECT_NEAR(2 * ramp.last("w1") - ramp.last("w0"), 0.25, 1e-3) << solver;  // its integral
  }
}

}  // namespace
}  // namespace slipstick::testing
