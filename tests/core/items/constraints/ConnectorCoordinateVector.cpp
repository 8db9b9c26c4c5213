#include <gtest/gtest.h>

#include <cmath>

#include "core/document/load.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// A point of 2 kg at (1, 2, 0), pushed by (3, 1, 0) N, whose coordinates are constrained.
std::string point(const std::string& equations, const std::string& velocities = "[0, 0, 0]") {
  return R"json({"slipstick": 1,
    "nodes": [{"type": "PointGround", "name": "ground"}, {"type": "Point", "name": "p", "referenceCoordinates": [1, 2, 0], "initialVelocities": )json" +
         velocities + R"json(}],
    "objects": [{"type": "MassPoint", "name": "p", "physicsMass": 2, "nodeNumber": "p"},
                {"type": "ConnectorCoordinateVector", "name": "c", "markerNumbers": ["ground", "all"], )json" +
         equations + R"json(}],
    "markers": [{"type": "NodeCoordinates", "name": "ground", "nodeNumber": "ground"}, {"type": "NodeCoordinates", "name": "all", "nodeNumber": "p"},
                {"type": "NodePosition", "name": "load", "nodeNumber": "p"}],
    "loads": [{"type": "ForceVector", "markerNumber": "load", "loadVector": [3, 1, 0]}],
    "sensors": [{"type": "Node", "name": "p", "nodeNumber": "p", "outputVariableType": "Position"},
                {"type": "Node", "name": "a", "nodeNumber": "p", "outputVariableType": "Acceleration"},
                {"type": "Marker", "name": "marker", "markerNumber": "all", "outputVariableType": "Coordinates"},
                {"type": "Object", "name": "u", "objectNumber": "c", "outputVariableType": "Displacement"},
                {"type": "Object", "name": "v", "objectNumber": "c", "outputVariableType": "Velocity"},
                {"type": "Object", "name": "residual", "objectNumber": "c", "outputVariableType": "ConstraintEquation"},
                {"type": "Object", "name": "lambda", "objectNumber": "c", "outputVariableType": "Force"}],
    "analysis": {"endTime": 0.5, "numberOfSteps": 100, "newton": {"relativeTolerance": 1e-10, "absoluteTolerance": 1e-12}}})json";
}

Vector3 at(const Recorded& run, const std::string& sensor, int sample) {
  const auto values = run.sample(sensor, sample);
  return {values[0], values[1], values[2]};
}

/// 3 x + 4 y = 11 holds at (1, 2): along (4, −3)/5 the force is 9/5 N; across it (3·3 + 4·1)/5 = 13/5 N, which λ (3, 4) balances.
TEST(ConnectorCoordinateVector, HoldsALinearEquation) {
  const Recorded moved = run(point(R"("scalingMarker1": [[3, 4, 0]], "offset": [11])"));
  const double s = 0.5 * (1.8 / 2) * 0.25;
  EXPECT_NEAR(moved.last("p", 0), 1 + 0.8 * s, 1e-9);
  EXPECT_NEAR(moved.last("p", 1), 2 - 0.6 * s, 1e-9);
  EXPECT_NEAR(moved.last("lambda", 0), 13.0 / 25, 1e-9);
  EXPECT_NEAR(moved.last("residual", 0), 0, 1e-12);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(moved.last("marker", i), moved.last("p", i), 1e-15) << "with reference values";
    EXPECT_NEAR(moved.last("u", i), moved.last("p", i), 1e-15);
  }
  EXPECT_NEAR(moved.last("v", 0), 0.8 * 0.9 * 0.5, 1e-9);
}

/// x² + y² = 5: a pendulum whose rod pulls with m v²/r minus the load along it.
TEST(ConnectorCoordinateVector, HoldsAnEquationOfSquares) {
  const Recorded swung = run(point(R"("quadraticTermMarker1": [[1, 1, 0]], "offset": [5])", "[0.4, -0.2, 0]"));
  for (int i = 0; i < swung.samples(); ++i) {
    const auto p = at(swung, "p", i), v = at(swung, "v", i);
    EXPECT_NEAR(p.x * p.x + p.y * p.y, 5, 1e-10);
    if (i == 0) continue;
    // m a + 2 λ p = F, and p·a = −v² on the circle: 2 λ p² = F·p + m v². The error of the multiplier is of the order of the step.
    EXPECT_NEAR(10 * swung.sample("lambda", i)[0], 3 * p.x + p.y + 2 * dot(v, v), 0.05);
  }
}

/// Two equations between two points: they have the same x and y; the third coordinate is free.
TEST(ConnectorCoordinateVector, TiesTwoNodes) {
  const std::string model = R"json({"slipstick": 1,
    "nodes": [{"type": "Point", "name": "a", "referenceCoordinates": [1, 0, 0]}, {"type": "Point", "name": "b", "referenceCoordinates": [0, 1, 0], "initialVelocities": [0, 0, 1]}],
    "objects": [{"type": "MassPoint", "physicsMass": 1, "nodeNumber": "a"}, {"type": "MassPoint", "physicsMass": 3, "nodeNumber": "b"},
                {"type": "ConnectorCoordinateVector", "name": "c", "markerNumbers": [0, 1], "scalingMarker0": [[1, 0, 0], [0, 1, 0]],
                 "scalingMarker1": [[1, 0, 0], [0, 1, 0]], "offset": [-1, 1]}],
    "markers": [{"type": "NodeCoordinates", "nodeNumber": "a"}, {"type": "NodeCoordinates", "nodeNumber": "b"}, {"type": "NodePosition", "nodeNumber": "a"}],
    "loads": [{"type": "ForceVector", "markerNumber": 2, "loadVector": [8, -4, 0]}],
    "sensors": [{"type": "Node", "name": "b", "nodeNumber": "b", "outputVariableType": "Displacement"},
                {"type": "Object", "name": "u", "objectNumber": "c", "outputVariableType": "Displacement"},
                {"type": "Object", "name": "lambda", "objectNumber": "c", "outputVariableType": "Force"}],
    "analysis": {"endTime": 1, "numberOfSteps": 50}})json";
  const Recorded tied = run(model);
  const double expected[3] = {0.5 * 2, -0.5 * 1, 1};
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(tied.last("b", i), expected[i], 1e-8);
  EXPECT_NEAR(tied.last("u", 0), -1, 1e-9);
  EXPECT_NEAR(tied.last("u", 1), 1, 1e-9);
  EXPECT_NEAR(tied.last("u", 2), 1, 1e-9);
  EXPECT_NEAR(tied.last("lambda", 0), -3 * 2, 1e-7) << "b is pulled with 6 N";
  EXPECT_NEAR(tied.last("lambda", 1), 3 * 1, 1e-7);
}

TEST(ConnectorCoordinateVector, ConstrainsRates) {
  // 3 vx + 4 vy = 5.
  const Recorded driven = run(point(R"("scalingMarker1": [[3, 4, 0]], "offset": [5], "velocityLevel": true)", "[0.6, 0.8, 0]"));
  EXPECT_NEAR(3 * driven.last("v", 0) + 4 * driven.last("v", 1), 5, 1e-9);
  EXPECT_NEAR(driven.last("residual", 0), 0, 1e-9);
}

/// The largest difference between the sensor records of two runs.
double largestDifference(const Recorded& a, const Recorded& b) {
  double worst = 0;
  for (const char* sensor : {"p", "v", "residual", "lambda"})
    for (int i = 0; i < std::min(a.samples(), b.samples()); ++i) {
      const auto x = a.sample(sensor, i), y = b.sample(sensor, i);
      for (std::size_t k = 0; k < x.size(); ++k) worst = std::max(worst, std::abs(x[k] - y[k]));
    }
  return worst;
}

/// x² + y² = 5 as a formula gives the same motion as with matrices, also at velocity level and with the rate as the constraint.
TEST(ConnectorCoordinateVector, AcceptsFormulasInsteadOfMatrices) {
  const std::string squares = R"("quadraticTermMarker1": [[1, 1, 0]], "offset": [5])";
  const std::string formula = R"("scalingMarker1": [[0, 0, 0]], "constraintUserFunction": "q[0]^2 + q[1]^2 - 5")";
  for (const char* solver : {"GeneralizedAlpha", "TrapezoidalIndex2"}) {
    const auto moved = [&](const std::string& equations) {
      Json document = Json::parse(point(equations, "[0.4, -0.2, 0]"));
      document["analysis"]["solver"] = solver;
      return run(document.dump());
    };
    EXPECT_LT(largestDifference(moved(squares), moved(formula)), 1e-8) << solver;  // multipliers, within Newton's tolerance
  }
  const std::string rates =
      R"("scalingMarker1": [[0]], "velocityLevel": true, "constraintUserFunction": ["2*q[0]*q_t[0] + 2*q[1]*q_t[1]"])";
  const Recorded kept = run(point(rates, "[0.4, -0.2, 0]"));
  const Recorded squared = run(point(squares.substr(0, squares.find(", \"offset")) + R"(, "velocityLevel": true)", "[0.4, -0.2, 0]"));
  EXPECT_LT(largestDifference(kept, squared), 1e-9);
}

/// y = 2 + sin(t)²: the bead is driven; at velocity level by the rate of the formula.
TEST(ConnectorCoordinateVector, LeadsByTheTimeInAFormula) {
  for (const char* solver : {"GeneralizedAlpha", "TrapezoidalIndex2"}) {
    Json document = Json::parse(point(R"("scalingMarker0": [[0]], "constraintUserFunction": ["q[1] - 2 - sin(t)^2"])"));
    document["analysis"]["solver"] = solver;
    const Recorded led = run(document.dump());
    EXPECT_NEAR(led.last("p", 1), 2 + std::pow(std::sin(0.5), 2), solver[0] == 'G' ? 1e-10 : 1e-5) << solver;
  }
}

/// The arguments are the coordinates of marker 0, then of marker 1; the opposite order gives another motion.
TEST(ConnectorCoordinateVector, GivesFormulasTheCoordinatesOfBothMarkers) {
  const auto tied = [](const std::string& equations) {
    return run(R"json({"slipstick": 1,
      "nodes": [{"type": "Point", "referenceCoordinates": [1, 0, 0]}, {"type": "1D", "initialCoordinates": [2]}],
      "objects": [{"type": "MassPoint", "physicsMass": 1, "nodeNumber": 0}, {"type": "Mass1D", "physicsMass": 3, "nodeNumber": 1},
                  {"type": "ConnectorCoordinateVector", "markerNumbers": [0, 1], )json" +
               equations + R"json(}],
      "markers": [{"type": "NodeCoordinates", "nodeNumber": 0}, {"type": "NodeCoordinates", "nodeNumber": 1}, {"type": "NodePosition", "nodeNumber": 0}],
      "loads": [{"type": "ForceVector", "markerNumber": 2, "loadVector": [8, -4, 0]}],
      "sensors": [{"type": "Node", "name": "p", "nodeNumber": 0, "outputVariableType": "Position"},
                  {"type": "Node", "name": "v", "nodeNumber": 1, "outputVariableType": "Coordinates_t"},
                  {"type": "Object", "name": "residual", "objectNumber": 2, "outputVariableType": "ConstraintEquation"},
                  {"type": "Object", "name": "lambda", "objectNumber": 2, "outputVariableType": "Force"}],
      "analysis": {"endTime": 0.5, "numberOfSteps": 100, "newton": {"relativeTolerance": 1e-10, "absoluteTolerance": 1e-12}}})json");
  };
  const Recorded matrices = tied(R"("scalingMarker0": [[2, 1, 0], [0, 0, 1]], "scalingMarker1": [[1], [0]], "offset": [0, 0])");
  const Recorded formulas = tied(R"("scalingMarker0": [[0], [0]], "constraintUserFunction": ["q[3] - 2*q[0] - q[1]", "-q[2]"])");
  EXPECT_LT(largestDifference(matrices, formulas), 1e-8);  // multipliers
  EXPECT_GT(std::abs(matrices.last("v", 0)), 0.1);
}

/// A body on the nodes 2 and 0, with another node between them: 2 x2 + y2 − x0 = 1 through one marker on all of its coordinates, or through
/// two.
TEST(ConnectorCoordinateVector, TakesTheCoordinatesOfAnObjectInTheOrderOfItsNodes) {
  const auto tied = [](const std::string& markers, const std::string& equation) {
    return run(R"json({"slipstick": 1,
      "nodes": [{"type": "Point2D", "referenceCoordinates": [1, 0]}, {"type": "1D"}, {"type": "Point2D", "referenceCoordinates": [1, 0]}, {"type": "PointGround"}],
      "objects": [{"type": "GenericODE2", "nodeNumbers": [2, 0], "massMatrix": [[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 3, 0], [0, 0, 0, 4]], "forceVector": [1, -5, 2, 7]},
                  {"type": "Mass1D", "physicsMass": 1, "nodeNumber": 1},
                  {"type": "ConnectorCoordinateVector", "markerNumbers": [0, 1], )json" +
               equation + "}], \"markers\": [" + markers + R"json(],
      "sensors": [{"type": "Node", "name": "p", "nodeNumber": 0, "outputVariableType": "Position"},
                  {"type": "Node", "name": "v", "nodeNumber": 2, "outputVariableType": "Position"},
                  {"type": "Object", "name": "residual", "objectNumber": 2, "outputVariableType": "ConstraintEquation"},
                  {"type": "Object", "name": "lambda", "objectNumber": 2, "outputVariableType": "Force"},
                  {"type": "Marker", "name": "all", "markerNumber": 1, "outputVariableType": "Coordinates"}],
      "analysis": {"endTime": 0.5, "numberOfSteps": 100, "newton": {"relativeTolerance": 1e-10, "absoluteTolerance": 1e-12}}})json");
  };
  const std::string ground = R"({"type": "NodeCoordinates", "nodeNumber": 3}, )",
                    object = R"({"type": "ObjectODE2Coordinates", "objectNumber": 0})";
  const Recorded whole = tied(ground + object, R"("offset": [1], "scalingMarker1": [[2, 1, -1, 0]])");
  const Recorded parts = tied(R"({"type": "NodeCoordinates", "nodeNumber": 0}, {"type": "NodeCoordinates", "nodeNumber": 2})",
                              R"("offset": [1], "scalingMarker0": [[1, 0]], "scalingMarker1": [[2, 1]])");
  const Recorded formula =
      tied(ground + object, R"("scalingMarker1": [[0]], "offset": [0], "constraintUserFunction": ["2*q[0] + q[1] - q[2] - 1"])");
  EXPECT_LT(largestDifference(whole, parts), 1e-8);  // multipliers
  EXPECT_LT(largestDifference(whole, formula), 1e-8);
  EXPECT_GT(std::abs(whole.last("p", 0) - 1), 0.01);
  const std::vector<double> all = whole.sample("all", -1);
  ASSERT_EQ(all.size(), 4u);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(all[i], whole.last("v", i));
    EXPECT_EQ(all[2 + i], whole.last("p", i));
  }
}

TEST(ConnectorCoordinateVector, ReportsMatricesOfAWrongSize) {
  const auto message = [](const std::string& equations) {
    const LoadedModel loaded = loadModel(point(equations));
    return loaded.model || loaded.issues.empty() ? "" : loaded.issues[0].pointer + ": " + loaded.issues[0].message;
  };
  EXPECT_EQ(message(R"("scalingMarker1": [[3, 4]])"),
            "/objects/1/scalingMarker1: must have 3 columns, as many as the marker has coordinates, got 2");
  EXPECT_EQ(message(R"("scalingMarker1": [[3, 4, 0]], "quadraticTermMarker1": [[0, 0, 0], [1, 1, 1]])"),
            "/objects/1/scalingMarker1: must have as many rows as the other matrices, 2");
  EXPECT_EQ(message(R"("scalingMarker1": [[3, 4, 0]], "offset": [1, 2])"),
            "/objects/1/offset: must have 1 numbers, as many as the matrices have rows, got 2");
  EXPECT_NE(message(R"("velocityLevel": false)"), "");
  EXPECT_EQ(message(R"("scalingMarker1": [[0], [0]], "constraintUserFunction": ["q[0]"])"),
            "/objects/1/constraintUserFunction: must give 2 numbers, got a list of 1");
}

}  // namespace
}  // namespace slipstick::testing
