// The system: numbering, names of equations, parameter changes, native user functions.

#include "tests/core/support/evaluated.h"

#include <gtest/gtest.h>

#include "core/document/load.h"
#include "tests/core/support/change.h"

namespace slipstick::testing {
namespace {

const std::string twoMasses = R"({"slipstick": 1,
  "nodes": [{"type": "RigidBodyEP", "name": "wheel", "referenceCoordinates": [0, 0, 0, 1, 0, 0, 0]}, {"type": "Point", "name": "mass", "referenceCoordinates": [1, 0, 0]}],
  "objects": [{"type": "RigidBody", "nodeNumber": "wheel", "physicsMass": 1, "physicsInertia": [1, 1, 1, 0, 0, 0]},
              {"type": "MassPoint", "name": "mass", "nodeNumber": "mass", "physicsMass": 1},
              {"type": "ConnectorSpringDamper", "name": "spring", "markerNumbers": [0, 1], "stiffness": 100},
              {"type": "ConnectorDistance", "name": "rod", "markerNumbers": [0, 1], "distance": 1}],
  "markers": [{"type": "NodePosition", "nodeNumber": "wheel"}, {"type": "NodePosition", "nodeNumber": "mass"}],
  "sensors": [{"type": "Object", "name": "force", "objectNumber": "spring", "outputVariableType": "ForceLocal"}],
  "analysis": [{"type": "dynamic", "endTime": 0.1, "numberOfSteps": 10},
               {"type": "dynamic", "startTime": 0.1, "endTime": 0.2, "numberOfSteps": 10, "set": [{"object": "spring", "stiffness": 300}]}]})";

TEST(System, NumbersNodesThenConstraints) {
  EvaluatedSystem system(load(twoMasses));
  EXPECT_EQ(system.coordinates(), 7 + 3);
  EXPECT_EQ(system.multipliers(), 1 + 1);  // norm of the Euler parameters before the rod
  EXPECT_EQ(system.equationName(0), "node 'wheel'");
  EXPECT_EQ(system.equationName(7), "node 'mass'");
  EXPECT_NE(system.equationName(10).find("'wheel'"), std::string::npos);
  EXPECT_NE(system.equationName(11).find("'rod'"), std::string::npos);
}

TEST(System, TakesParameterChangesBetweenStepsOfTheAnalysis) {
  const Recorded motion = run(twoMasses);
  const auto time = motion.time(), force = motion.column("force");
  for (std::size_t i = 0; i < time.size(); ++i)
    EXPECT_NEAR(force[i], time[i] < 0.1 - 1e-9 || i == 10 ? 100 : 300, 1e-6) << time[i];  // the rod keeps 1 m; row 10 ends the first step
}

// Nodes share their items with the model until one changes.
TEST(System, ChangesOnlyItsCopyOfANode) {
  const auto model = load(R"({"slipstick": 1,
    "nodes": [{"type": "Point", "name": "mass", "referenceCoordinates": [1, 0, 0]}, {"type": "Point", "name": "other", "referenceCoordinates": [2, 0, 0]}],
    "objects": [{"type": "MassPoint", "nodeNumber": "mass", "physicsMass": 1}, {"type": "MassPoint", "nodeNumber": "other", "physicsMass": 1}],
    "sensors": [{"type": "Node", "nodeNumber": "mass", "outputVariableType": "CoordinatesTotal"}],
    "analysis": [{"type": "dynamic"}, {"type": "dynamic", "set": [{"node": "mass", "referenceCoordinates": [5, 0, 0]}]}]})");
  EvaluatedSystem changed(model);
  const ParameterChange& change = model->analysis[1].set[0];
  const std::vector<ParameterChange> before = changed.present(change);
  const auto place = [](EvaluatedSystem& system) {
    double out[3];
    system.update(system.initial());
    system.sensor(0, out);
    return out[0];
  };
  changed.apply(change);
  EXPECT_EQ(place(changed), 5);
  EvaluatedSystem later(model);
  EXPECT_EQ(place(later), 1);
  changed.apply(before[0]);
  EXPECT_EQ(place(changed), 1);
}

TEST(System, TakesANativeUserFunction) {
  EvaluatedSystem system(load(twoMasses));
  UserFunction* slot = system.userFunction(ItemKind::object, 2, "springForceUserFunction");
  ASSERT_NE(slot, nullptr);
  EXPECT_EQ(system.userFunction(ItemKind::object, 2, "stiffness"), nullptr) << "not a user function";
  *slot = UserFunction([](const double* a, double* result) { result[0] = a[0] + 7 * a[1] * a[1]; }, 6, 1);  // t + 7 ΔL²
  State state = system.initial();
  state.time = 0.5, state.q[7] = 1;  // L = 2
  std::vector<double> residual(10), constraints(2);
  system.residual(state, ConstraintLevel::position, 1, residual.data(), constraints.data());
  EXPECT_NEAR(residual[7], 0.5 + 28, 1e-13);
  EXPECT_NEAR(constraints[1], 1, 1e-15);
  // Its tangent comes from central differences: 14 ΔL = 28.
  std::vector<double> matrix(144, 0.0);
  TangentFactors factors;
  factors.stiffness = 1;
  system.tangent(factors, MatrixSink::dense(matrix.data(), 12));
  EXPECT_NEAR(matrix[7 * 12 + 7], 28, 1e-7);
}

/// The part of C̈ without accelerations: for the rod w² / L − (w·e)² / L with relative velocity w.
TEST(System, GivesTheConvectivePartOfConstraintAccelerations) {
  EvaluatedSystem system(load(twoMasses));
  State state = system.initial();
  state.q_t[7] = 0.5, state.q_t[8] = 2, state.q_t[9] = 1;
  double convective[2];
  system.convectiveAcceleration(state, convective);
  EXPECT_NEAR(convective[1], 2 * 2 + 1 * 1, 1e-14);
  EXPECT_NEAR(convective[0], 0, 1e-15);
  state.q_t[4] = 3;
  system.convectiveAcceleration(state, convective);
  EXPECT_NEAR(convective[0], 2 * 9, 1e-14);  // 2 θ̇ᵀθ̇
}

// A chain of the maximum length of a document; recursion that deep would crash the program.
TEST(System, FollowsALongChainOfSensorsThatReadEachOther) {
  Json document = Json::parse(readFile("tests/data/oscillator.json"));
  Json& sensors = document["sensors"];
  sensors = Json::array();
  constexpr int links = 50000;
  for (int i = 0; i < links; ++i)
    sensors.push_back({{"type", "UserFunction"},
                       {"name", "s" + std::to_string(i)},
                       {"sensorUserFunction", i == 0 ? "t" : "sensor(\"s" + std::to_string(i - 1) + "\")"}});
  document["loads"] = Json::array({{{"type", "Coordinate"}, {"markerNumber", 0}, {"loadUserFunction", "sensor(\"s49999\")"}}});
  const LoadedModel loaded = loadModel(document.dump());
  ASSERT_TRUE(loaded.model) << loaded.issues[0].message;
  System system(loaded.model);
}

}  // namespace
}  // namespace slipstick::testing
