#include <gtest/gtest.h>

#include <cmath>

#include "core/document/load.h"
#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

constexpr double tiny = 1e-12;  // rounding of sums of products of numbers of size 1

/// A document with one unsupported flexible body.
Json freeBody(const Json& body, int modes) {
  Json document{{"slipstick", 1}};
  document["nodes"] = {{{"type", "RigidBodyEP"}, {"name", "frame"}, {"referenceCoordinates", {0, 0, 0, 1, 0, 0, 0}}},
                       {{"type", "GenericODE2"}, {"name", "modes"}, {"numberOfODE2Coordinates", modes}}};
  Json object{{"type", "FFRFreducedOrder"}, {"name", "body"}, {"nodeNumbers", {"frame", "modes"}}};
  object.update(body);
  document["objects"] = Json::array({object});
  return document;
}
/// Two masses of 2 kg at x = ±0.5 m on a massless rod of 100 N/m, which stretches equally on both sides.
Json twoMasses() {
  return freeBody({{"modeBasis", {{-1}, {0}, {0}, {1}, {0}, {0}}},
                   {"referencePositions", {-0.5, 0, 0, 0.5, 0, 0}},
                   {"massMatrixFF", "2*identity(6)"},
                   {"stiffnessMatrixReduced", {{100}}},
                   {"dampingMatrixReduced", {{7}}}},
                  1);
}
Json example(const char* list, const char* type) {
  return Json::parse(readFile(std::string("tests/data/items/") + list + "/" + type + ".json"));
}
/// The beam of the example, without support.
Json beam() {
  Json document = example("objects", "FFRFreducedOrder");
  for (const char* list : {"markers", "loads", "sensors"}) document.erase(list);
  document["objects"] = Json::array({document["objects"][1]});
  return document;
}
Json withSensors(Json document, const char* variable, int nodes) {
  document["sensors"] = Json::array();
  for (int i = 0; i < nodes; ++i)
    document["sensors"].push_back({{"type", "SuperElement"}, {"bodyNumber", 0}, {"meshNodeNumber", i}, {"outputVariableType", variable}});
  return document;
}

struct Motion {
  std::vector<double> q, q_t, q_tt;
};
/// An arbitrary position, rotated by 0.8 rad about (0.6, 0, 0.8), with these modes; the rates keep the norm of the Euler parameters.
Motion motion(const std::vector<double>& modes, const std::vector<double>& rates, const std::vector<double>& accelerations) {
  const double c = std::cos(0.4), s = std::sin(0.4);
  const double p[4] = {c, 0.6 * s, 0, 0.8 * s}, spin[3] = {0.7, -1.1, 1.3};
  double g[3][4];
  EulerParameters::localRates(p, g);
  Motion result{{0.3, -0.2, 0.5, c - 1, p[1], p[2], p[3]}, {0.4, 0.9, -0.6, 0, 0, 0, 0}, {1.2, -0.7, 0.3, 0.5, -0.2, 0.8, 0.1}};
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 3; ++i) result.q_t[3 + j] += 0.25 * g[i][j] * spin[i];
  result.q.insert(result.q.end(), modes.begin(), modes.end());
  result.q_t.insert(result.q_t.end(), rates.begin(), rates.end());
  result.q_tt.insert(result.q_tt.end(), accelerations.begin(), accelerations.end());
  return result;
}
State stateOf(const EvaluatedSystem& system, const Motion& motion) {
  State state = system.initial();
  state.q = motion.q, state.q_t = motion.q_t, state.q_tt = motion.q_tt;
  return state;
}
/// M q̈ + f
std::vector<double> residual(const Json& document, const Motion& motion) {
  EvaluatedSystem system(load(document.dump()));
  std::vector<double> forces(motion.q.size());
  std::vector<double> constraints(system.multipliers());
  system.residual(stateOf(system, motion), ConstraintLevel::position, 1, forces.data(), constraints.data());
  return forces;
}
/// The values of all sensors, three numbers each.
std::vector<Vector3> sensed(const Json& document, const Motion& motion) {
  EvaluatedSystem system(load(document.dump()));
  const State state = stateOf(system, motion);
  system.update(state);
  std::vector<Vector3> values(document["sensors"].size());
  for (std::size_t i = 0; i < values.size(); ++i) system.sensor(static_cast<int>(i), &values[i].x);
  return values;
}
void expectNear(const std::vector<double>& found, const std::vector<double>& expected, double tolerance = tiny) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << "entry " << i;
}

/// Masses at r = 0.5 + ζ rotate about z: angular momentum 4 r² ω, and a radial acceleration of each by two times 100/2 ζ.
TEST(FFRFreducedOrder, TurnsAndStretches) {
  const double stretch = 0.1, rate = 0.3, r = 0.5 + stretch, w = 2, spinning = 1.5, outwards = -0.4;
  // For Euler parameters (1, 0, 0, 0): θ̇₃ = ω/2, and θ̈₀ = −ω²/4.
  const Motion at{{0, 0, 0, 0, 0, 0, 0, stretch}, {0, 0, 0, 0, 0, 0, w / 2, rate}, {0, 0, 0, -w * w / 4, 0, 0, spinning / 2, outwards}};
  const double torque = 4 * r * r * spinning + 8 * r * rate * w;
  expectNear(residual(twoMasses(), at), {0, 0, 0, 0, 0, 0, 2 * torque, 4 * (outwards - r * w * w) + 100 * stretch + 7 * rate});
}

/// The work of inertia on each coordinate equals the sum over the nodal masses, computed only from the nodal motion.
TEST(FFRFreducedOrder, HasTheInertiaOfItsNodes) {
  const Motion at = motion({0.3, -0.5}, {0.8, 1.1}, {-0.6, 0.9});
  Motion springs{at.q, std::vector<double>(9, 0.0), std::vector<double>(9, 0.0)};
  springs.q_t[7] = at.q_t[7], springs.q_t[8] = at.q_t[8];
  std::vector<double> expected{0, 0, 0, 0, 0, 0, 0, 50 * 0.3 + 0.1 * 0.8, 80 * -0.5 + 0.16 * 1.1};
  const auto accelerations = sensed(withSensors(beam(), "Acceleration", 12), at);
  for (int j = 0; j < 9; ++j) {
    Motion along{at.q, std::vector<double>(9, 0.0), std::vector<double>(9, 0.0)};
    along.q_t[j] = 1;
    const auto velocities = sensed(withSensors(beam(), "Velocity", 12), along);
    for (int i = 0; i < 12; ++i) expected[j] += 0.1 * dot(accelerations[i], velocities[i]);
  }
  expectNear(residual(beam(), at), expected, 1e-9);  // its terms are written with ten digits
}

TEST(FFRFreducedOrder, FindsItsInertiaFromTheMassMatrixOfTheMesh) {
  const Motion at = motion({0.3, -0.5}, {0.8, 1.1}, {-0.6, 0.9});
  Json body = beam();
  Json& object = body["objects"][0];
  for (const char* term : {"massMatrixReduced", "physicsMass", "physicsInertia", "physicsCenterOfMass", "mPsiTildePsi", "mPsiTildePsiTilde",
                           "mPhitTPsi", "mPhitTPsiTilde", "mXRefTildePsi", "mXRefTildePsiTilde"})
    object.erase(term);
  object["massMatrixFF"] = "0.1*identity(36)";
  expectNear(residual(body, at), residual(beam(), at), 1e-9);
}

TEST(FFRFreducedOrder, LeavesItsTermsToUserFunctions) {
  Json body = beam();
  body["objects"][0]["computeFFRFterms"] = false;
  body["objects"][0]["forceUserFunction"] = "[1, 2, 3, 4, 5, 6, 7, q[7], q_t[8]]";
  expectNear(residual(body, motion({0.3, -0.5}, {0.8, 1.1}, {-0.6, 0.9})), {-1, -2, -3, -4, -5, -6, -7, -0.3, -1.1}, tiny);
}

TEST(FFRFreducedOrder, MovesAsARigidBodyWithoutDeformation) {
  const Motion at = motion({0, 0}, {0, 0}, {0, 0});
  Json rigid = beam();
  const Json flexible = beam()["objects"][0];
  const Json& inertia = flexible["physicsInertia"];
  rigid["objects"][0] = {{"type", "RigidBody"},
                         {"nodeNumber", "frame"},
                         {"physicsMass", flexible["physicsMass"]},
                         {"physicsCenterOfMass", flexible["physicsCenterOfMass"]},
                         {"physicsInertia", {inertia[0][0], inertia[1][1], inertia[2][2], 0, 0, 0}}};
  const auto found = residual(beam(), at), expected = residual(rigid, at);
  for (int i = 0; i < 7; ++i) EXPECT_NEAR(found[i], expected[i], 1e-9) << "entry " << i;
}

/// Gravity acts on the mean of all nodes, wherever the modes have moved it.
TEST(FFRFreducedOrder, HasTheWeightOfItsNodes) {
  Json body = beam();
  body["markers"] = {{{"type", "BodyMass"}, {"name", "weight"}, {"bodyNumber", "body"}}};
  body["markers"][0]["bodyNumber"] = 0;
  body["loads"] = {{{"type", "MassProportional"}, {"markerNumber", "weight"}, {"loadVector", {1, -9, 2}}}};
  const Motion at = motion({0.3, -0.5}, {0, 0}, {0, 0});
  Motion still = at;
  std::fill(still.q_t.begin(), still.q_t.end(), 0.0), std::fill(still.q_tt.begin(), still.q_tt.end(), 0.0);
  const auto with = residual(body, still), without = residual(beam(), still);
  for (int j = 0; j < 9; ++j) {
    Motion along = still;
    along.q_t[j] = 1;
    double power = 0;
    for (const Vector3& velocity : sensed(withSensors(beam(), "Velocity", 12), along)) power += 0.1 * dot(velocity, Vector3{1, -9, 2});
    EXPECT_NEAR(without[j] - with[j], power, 1e-9) << "coordinate " << j;
  }
}

/// A mesh whose only mode is a rotation about x: its frame rotates by the same angle, and a torque does work on it.
TEST(SuperElementRigid, TurnsWithItsNodes) {
  const Json nodes{0, 1, 1, 0, -1, 1, 0, 0, -1}, weights{0.25, 0.25, 0.5};
  Json mesh = freeBody({{"modeBasis", {{0}, {-1}, {1}, {0}, {-1}, {-1}, {0}, {1}, {0}}},  // x × p
                        {"referencePositions", nodes},
                        {"massMatrixFF", "identity(9)"}},
                       1);
  for (const bool byInertia : {true, false}) {
    mesh["markers"] = {{{"type", "SuperElementRigid"},
                        {"name", "mean"},
                        {"bodyNumber", "body"},
                        {"meshNodeNumbers", {0, 1, 2}},
                        {"weightingFactors", weights},
                        {"useAlternativeApproach", byInertia},
                        {"offset", {0, 0, 0.2}}}};
    mesh["sensors"] = Json::array();
    for (const char* variable : {"Rotation", "AngularVelocityLocal", "Position"})
      mesh["sensors"].push_back({{"type", "Marker"}, {"markerNumber", "mean"}, {"outputVariableType", variable}});
    Motion at{std::vector<double>(8, 0.0), std::vector<double>(8, 0.0), std::vector<double>(8, 0.0)};
    at.q[7] = 0.3, at.q_t[7] = 2;
    const auto values = sensed(mesh, at);
    EXPECT_NEAR(values[0].x, 0.3, tiny) << byInertia;
    EXPECT_NEAR(values[1].x, 2, tiny) << byInertia;
    EXPECT_NEAR(values[2].z, 0.2, tiny) << byInertia;
  }
}

/// The power of a force and a torque on a frame equals the power of the generalised forces, in any direction and for large rotations of the
/// mesh.
TEST(SuperElementRigid, TakesForcesBackByTheirWork) {
  Json body = beam();
  body["markers"] = {{{"type", "SuperElementRigid"},
                      {"name", "tip"},
                      {"bodyNumber", 0},
                      {"meshNodeNumbers", {8, 9, 10, 11}},
                      {"weightingFactors", {0.25, 0.25, 0.25, 0.25}},
                      {"offset", {0.1, 0.2, 0}}}};
  const Vector3 force{0.5, -1, 2}, torque{-2, 0.7, 1.1};
  Json loaded = body;
  loaded["loads"] = {{{"type", "ForceVector"}, {"markerNumber", "tip"}, {"loadVector", {force.x, force.y, force.z}}},
                     {{"type", "TorqueVector"}, {"markerNumber", "tip"}, {"loadVector", {torque.x, torque.y, torque.z}}}};
  body["sensors"] = {{{"type", "Marker"}, {"markerNumber", "tip"}, {"outputVariableType", "Velocity"}},
                     {{"type", "Marker"}, {"markerNumber", "tip"}, {"outputVariableType", "AngularVelocity"}}};
  const Motion at = motion({0.4, -0.6}, {0, 0}, {0, 0});
  const auto with = residual(loaded, at), without = residual(body, at);
  for (int j = 0; j < 9; ++j) {
    Motion along{at.q, std::vector<double>(9, 0.0), at.q_tt};
    along.q_t[j] = 1;
    const auto velocity = sensed(body, along);
    EXPECT_NEAR(without[j] - with[j], dot(velocity[0], force) + dot(velocity[1], torque), tiny) << "coordinate " << j;
  }
}

TEST(SuperElement, MeasuresStressesOfTheModes) {
  Json body = beam();
  body["sensors"] = {{{"type", "SuperElement"}, {"bodyNumber", 0}, {"meshNodeNumber", 9}, {"outputVariableType", "StressLocal"}}};
  EvaluatedSystem system(load(body.dump()));
  const State state = stateOf(system, motion({0.01, 0.02}, {0, 0}, {0, 0}));
  system.update(state);
  std::vector<double> stress(6);
  system.sensor(0, stress.data());
  // Node 9 is at y = 0.05, z = −0.05: σ = −2·10⁶ (y ζ₀ + z ζ₁) Pa.
  expectNear(stress, {-2e6 * 0.05 * 0.01 + 2e6 * 0.05 * 0.02, 0, 0, 0, 0, 0}, 1e-9);
}

/// A constraint on all coordinates holds the first mode at 0.1 m; its multiplier balances the spring of 50 N/m.
TEST(FFRFreducedOrder, HasItsCoordinatesInEquations) {
  Json body = beam();
  body["nodes"].push_back({{"type", "PointGround"}, {"name", "ground"}});
  body["markers"] = {{{"type", "NodeCoordinates"}, {"nodeNumber", "ground"}}, {{"type", "ObjectODE2Coordinates"}, {"objectNumber", 0}}};
  const auto holding = [&](const Json& columns) {
    Json document = body;
    document["objects"].push_back({{"type", "ConnectorCoordinateVector"},
                                   {"name", "holds"},
                                   {"markerNumbers", {0, 1}},
                                   {"scalingMarker1", Json::array({columns})},
                                   {"offset", {0.1}}});
    document["sensors"] = {{{"type", "Object"}, {"name", "force"}, {"objectNumber", "holds"}, {"outputVariableType", "Force"}},
                           {{"type", "Object"}, {"name", "at"}, {"objectNumber", "holds"}, {"outputVariableType", "ConstraintEquation"}}};
    document["analysis"] = {{"endTime", 0.01}, {"numberOfSteps", 10}};
    document["nodes"][1]["initialCoordinates"] = {0.1, 0};
    return document;
  };
  const auto wrong = loadModel(holding({0, 0, 1}).dump()).issues;
  ASSERT_FALSE(wrong.empty());
  EXPECT_EQ(wrong[0].message, "must have 9 columns, as many as the marker has coordinates, got 3");
  const Recorded held = run(holding({0, 0, 0, 0, 0, 0, 0, 1, 0}).dump());
  EXPECT_NEAR(held.last("force"), -50 * 0.1, 1e-9);
  EXPECT_NEAR(held.last("at"), 0, 1e-12);
}

TEST(FFRFreducedOrder, ReportsInconsistentParameters) {
  const auto messages = [](const Json& document) {
    std::string text;
    for (const Issue& issue : loadModel(document.dump()).issues) text += issue.pointer + " " + issue.message + "\n";
    return text;
  };
  Json body = twoMasses();
  body["objects"][0]["stiffnessMatrixReduced"] = {{1, 0}, {0, 1}};
  EXPECT_EQ(messages(body), "/objects/0/stiffnessMatrixReduced must have 1 rows and 1 columns, got 2 and 2\n");
  body = twoMasses();
  body["objects"][0].erase("massMatrixFF"), body["objects"][0]["massMatrixReduced"] = {{4}};
  EXPECT_NE(messages(body).find("'mPsiTildePsi' is missing: must have 3 rows and 1 columns"), std::string::npos) << messages(body);
  body = withSensors(beam(), "StressLocal", 1);
  EXPECT_EQ(messages(body), "");
  body["objects"][0]["outputVariableTypeModeBasis"] = "StrainLocal";
  EXPECT_NE(messages(body).find("/sensors/0"), std::string::npos) << messages(body);
  body = twoMasses();
  body["nodes"][1]["referenceCoordinates"] = {1};
  EXPECT_EQ(messages(body), "/objects/0/nodeNumbers the second must have reference coordinates 0: modes are displacements\n");
  body = twoMasses();
  body["markers"] = {
      {{"type", "SuperElementRigid"}, {"bodyNumber", "body"}, {"meshNodeNumbers", {0, 1}}, {"weightingFactors", {0.5, 0.5}}}};
  EXPECT_EQ(messages(body), "/markers/0/meshNodeNumbers the nodes must not lie on a line: the rotation about it would be undefined\n");
  body["markers"][0] = {
      {"type", "SuperElementPosition"}, {"bodyNumber", "body"}, {"meshNodeNumbers", {0, 2}}, {"weightingFactors", {1, 1}}};
  EXPECT_EQ(messages(body),
            "/markers/0/meshNodeNumbers must be less than 2, the number of mesh nodes of the body, got 2\n"
            "/markers/0/weightingFactors must have the sum 1, got 2.000000\n");
  body = example("markers", "SuperElementRigid");
  for (Json& marker : body["markers"])
    if (marker["type"] == "SuperElementRigid") marker["rotationsExponentialMap"] = 0;
  EXPECT_NE(messages(body).find("/rotationsExponentialMap"), std::string::npos) << messages(body);
}

}  // namespace
}  // namespace slipstick::testing
