#include <gtest/gtest.h>

#include <cmath>

#include "core/document/load.h"
#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// A mesh of four points without inertia or stiffness, with a frame on three of them.
Json pointMesh() {
  Json document{{"slipstick", 1}};
  document["nodes"] = Json::array();
  for (const Json& place : {Json{0, 1, 1}, Json{0, -1, 1}, Json{0, 0, -1}, Json{2, 0, 0}})
    document["nodes"].push_back({{"type", "Point"}, {"referenceCoordinates", place}});
  document["objects"] = {{{"type", "GenericODE2"}, {"name", "mesh"}, {"nodeNumbers", {0, 1, 2, 3}}}};
  document["markers"] = {{{"type", "SuperElementRigid"},
                          {"name", "mean"},
                          {"bodyNumber", "mesh"},
                          {"meshNodeNumbers", {0, 1, 2}},
                          {"weightingFactors", {0.25, 0.25, 0.5}},
                          {"offset", {0, 0, 0.2}}},
                         {{"type", "SuperElementPosition"},
                          {"name", "between"},
                          {"bodyNumber", "mesh"},
                          {"meshNodeNumbers", {2, 3}},
                          {"weightingFactors", {0.25, 0.75}}}};
  return document;
}

std::vector<Vector3> markerValues(Json document, const char* marker, const std::vector<const char*>& variables, const State& state) {
  document["sensors"] = Json::array();
  for (const char* variable : variables)
    document["sensors"].push_back({{"type", "Marker"}, {"markerNumber", marker}, {"outputVariableType", variable}});
  EvaluatedSystem system(load(document.dump()));
  system.update(state);
  std::vector<Vector3> values(variables.size());
  for (std::size_t i = 0; i < values.size(); ++i) system.sensor(static_cast<int>(i), &values[i].x);
  return values;
}
State someState(const Json& document) {
  State state = EvaluatedSystem(load(document.dump())).initial();
  for (std::size_t i = 0; i < state.q.size(); ++i) {
    const double number = static_cast<double>(i);
    state.q[i] = 0.3 * std::sin(2.3 * number), state.q_t[i] = std::cos(1.7 * number), state.q_tt[i] = 0.2 * number - 1;
  }
  return state;
}

/// Displacements 0.3 e_x × x of the points about their mean rotate the frame by 0.3 rad; the offset does not rotate with them.
TEST(GenericODE2, IsAMeshWhoseFramesTurnWithTheirNodes) {
  const Json mesh = pointMesh();
  State state = EvaluatedSystem(load(mesh.dump())).initial();
  const double places[3][2] = {{1, 1}, {-1, 1}, {0, -1}};  // y, z
  for (int node = 0; node < 3; ++node) {
    state.q[3 * node] = 0.1;
    state.q[3 * node + 1] = -0.3 * places[node][1], state.q[3 * node + 2] = 0.3 * places[node][0];
    state.q_t[3 * node + 1] = -2 * places[node][1], state.q_t[3 * node + 2] = 2 * places[node][0];
  }
  const auto values = markerValues(mesh, "mean", {"Rotation", "AngularVelocity", "Position", "Velocity"}, state);
  const Vector3 expected[] = {{0.3, 0, 0}, {2, 0, 0}, {0.1, 0, 0.2}, {0, 0, 0}};
  for (std::size_t i = 0; i < values.size(); ++i)
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(values[i][k], expected[i][k], 1e-14) << i << ", " << k;
  EXPECT_NEAR(markerValues(mesh, "between", {"Position"}, state)[0].x, 0.25 * 0.1 + 0.75 * 2, 1e-15);
}

/// The power of forces on frames equals the power of the forces on the nodes, for large rotations; the tangent is the difference quotient.
TEST(GenericODE2, TakesForcesOnItsFramesBackByTheirWork) {
  const Json mesh = pointMesh();
  Json loaded = mesh;
  loaded["loads"] = {{{"type", "ForceVector"}, {"markerNumber", "mean"}, {"loadVector", {0.5, -1, 2}}, {"bodyFixed", true}},
                     {{"type", "TorqueVector"}, {"markerNumber", "mean"}, {"loadVector", {-2, 0.7, 1.1}}},
                     {{"type", "ForceVector"}, {"markerNumber", "between"}, {"loadVector", {1, 2, 3}}}};
  const State state = someState(mesh);
  EvaluatedSystem system(load(loaded.dump()));
  const int n = static_cast<int>(state.q.size());
  const auto forces = [&](const State& at) {
    std::vector<double> found(n), constraints;
    system.residual(at, ConstraintLevel::position, 1, found.data(), constraints.data());
    return found;
  };
  const std::vector<double> found = forces(state);
  std::vector<double> tangent(static_cast<std::size_t>(n) * n);
  system.tangent({.stiffness = 1, .loads = true}, MatrixSink::dense(tangent.data(), n));
  EvaluatedSystem plain(load(mesh.dump()));
  Json frame = mesh;
  frame["sensors"] = {{{"type", "Marker"}, {"markerNumber", "mean"}, {"outputVariableType", "RotationMatrix"}}};
  EvaluatedSystem turned(load(frame.dump()));
  turned.update(state);
  double rotation[9];
  turned.sensor(0, rotation);
  Vector3 force;
  for (int i = 0; i < 3; ++i) force[i] = 0.5 * rotation[3 * i] - rotation[3 * i + 1] + 2 * rotation[3 * i + 2];
  for (int j = 0; j < n; ++j) {
    State along = state;
    along.q_t.assign(n, 0.0), along.q_t[j] = 1;
    const auto mean = markerValues(mesh, "mean", {"Velocity", "AngularVelocity"}, along);
    const Vector3 between = markerValues(mesh, "between", {"Velocity"}, along)[0];
    EXPECT_NEAR(-found[j], dot(mean[0], force) + dot(mean[1], Vector3{-2, 0.7, 1.1}) + dot(between, Vector3{1, 2, 3}), 1e-14) << j;
    State before = state, after = state;
    const double step = 1e-6;
    before.q[j] -= step, after.q[j] += step;
    const std::vector<double> low = forces(before), high = forces(after);
    for (int i = 0; i < n; ++i) EXPECT_NEAR(tangent[j * n + i], (high[i] - low[i]) / (2 * step), 1e-9) << i << ", " << j;
  }
}

/// Zeros of the matrices do not enter the tangent; the other entries do, as M, D and K.
TEST(GenericODE2, HasTheMatricesAsTangent) {
  Json document = pointMesh();
  document.erase("markers");
  document["objects"][0]["stiffnessMatrix"] = "3*identity(12)", document["objects"][0]["massMatrix"] = "2*identity(12)";
  Json damping = Json::parse("[]");
  for (int i = 0; i < 12; ++i) damping.push_back(std::vector<double>(12, 0.0));
  damping[4][7] = 5;
  document["objects"][0]["dampingMatrix"] = damping;
  EvaluatedSystem system(load(document.dump()));
  State state = someState(document);
  std::vector<double> forces(12), constraints, tangent(144);
  system.residual(state, ConstraintLevel::position, 1, forces.data(), constraints.data());
  for (int i = 0; i < 12; ++i) EXPECT_DOUBLE_EQ(forces[i], 2 * state.q_tt[i] + 3 * state.q[i] + (i == 4 ? 5 * state.q_t[7] : 0.0)) << i;
  system.tangent({.mass = 100, .stiffness = 1, .damping = 10}, MatrixSink::dense(tangent.data(), 12));
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j) EXPECT_EQ(tangent[j * 12 + i], i == j ? 203 : i == 4 && j == 7 ? 50 : 0) << i << ", " << j;
  std::vector<MatrixSink::Position> pattern;
  system.tangent({.mass = 100, .stiffness = 1, .damping = 10}, MatrixSink::recorder(pattern));
  EXPECT_EQ(pattern.size(), 12u + 12u + 1u);
}

TEST(GenericODE2, ReportsMarkersThatNeedAMesh) {
  Json document = pointMesh();
  document["nodes"][3] = {{"type", "Point2D"}, {"referenceCoordinates", {2, 0}}};
  std::string text;
  for (const Issue& issue : loadModel(document.dump()).issues) text += issue.pointer + " " + issue.message + "\n";
  for (const char* marker : {"/markers/0", "/markers/1"})
    EXPECT_NE(text.find(std::string(marker) + "/bodyNumber must be a body with a mesh, whose nodes are Point nodes"), std::string::npos)
        << text;
}

}  // namespace
}  // namespace slipstick::testing
