// Markers of whole cables.

#include <gtest/gtest.h>

#include <cmath>

#include "core/document/load.h"
#include "core/items/cable/cable_shape.h"
#include "tests/core/support/bench.h"
#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// The parabola y = 0.15 x² on 0 … 2, with r' = (1, 0.3 x), and a marker on it.
std::string documentOf(const std::string& marker) {
  return R"({"slipstick": 1,
    "nodes": [{"type": "Point2DSlope1", "initialVelocities": [0.1, 0.2, -0.3, 0.4]},
              {"type": "Point2DSlope1", "referenceCoordinates": [2, 0, 1, 0], "initialCoordinates": [0, 0.6, 0, 0.6], "initialVelocities": [0.5, -0.6, 0.7, 0.8]}],
    "objects": [{"type": "ANCFCable2D", "physicsLength": 2, "nodeNumbers": [0, 1]}],
    "markers": [{)" +
         marker + R"(, "bodyNumber": 0}]})";
}

/// The document's cable with a shape marker of `segments` segments.
CablePlace shapeOf(const Bench& bench, int segments, double offset) {
  CablePlace cable = bench.place(ItemKind::object, 0).loop->roles().cable->cable(0, Assembly(bench.model()));
  cable.segments = segments, cable.verticalOffset = offset;
  return cable;
}
const std::string shape = R"("type": "BodyCable2DShape")";

TEST(BodyCable2DShape, GivesPointsOfTheCableToContact) {
  for (double offset : {0.0, 0.1}) {
    Bench bench(load(documentOf(shape)));
    const CablePlace cable = shapeOf(bench, 4, offset);
    const CableShape<double> strip(cable, bench.kinematics<double>());
    for (int i = 0; i < 5; ++i) {
      const double x = 0.5 * i, length = std::hypot(1, 0.3 * x);
      const Two position = strip.point(i).position;
      EXPECT_NEAR(position[0], x - offset * 0.3 * x / length, 1e-14);
      EXPECT_NEAR(position[1], 0.15 * x * x + offset / length, 1e-14);
    }
    const Two velocity = strip.point(0, strip.rates()).velocity;
    EXPECT_NEAR(velocity[0], 0.1 - offset * 0.4, 1e-14);  // φ̇ = 0.4 at the start, where r' = (1, 0)
    EXPECT_NEAR(velocity[1], 0.2, 1e-14);
  }
}

/// Velocities are J q̇, the derivative by q equals the Jacobian, and forces act by its transpose.
TEST(BodyCable2DShape, MovesItsPointsByTheirJacobian) {
  for (double offset : {0.0, 0.1}) {
    Bench bench(load(documentOf(shape)));
    const CablePlace cable = shapeOf(bench, 3, offset);
    State direction = bench.state;
    direction.q = {1, -2, 3, -4, 5, -6, 7, -8};
    std::fill(direction.q_t.begin(), direction.q_t.end(), 0.0);
    const CableShape<Dual1> varied(cable, bench.kinematics<Dual1>(&direction));
    const CableShape<double> plain(cable, bench.kinematics<double>());
    const Vec2<double> force{2, -3};
    for (int i = 0; i < 4; ++i) {
      const ShapePoint<double> point = plain.point(i, plain.rates());
      const ShapePoint<Dual1> variedPoint = varied.point(i, varied.rates());
      const CablePointJacobian jacobian = plain.jacobian(point, plain.rates());
      for (int k = 0; k < 2; ++k) {
        double velocity = 0, position = 0, change = 0;
        for (int j = 0; j < 8; ++j) {
          velocity += jacobian.position[k][j] * bench.state.q_t[j];
          position += jacobian.position[k][j] * direction.q[j];
          change += jacobian.velocity[k][j] * direction.q[j];
        }
        EXPECT_NEAR(point.velocity[k], velocity, 1e-14);
        EXPECT_NEAR(variedPoint.position[k].derivative[0], position, 1e-13);
        EXPECT_NEAR(variedPoint.velocity[k].derivative[0], change, 1e-13);
      }
      double residual[8] = {}, block[9][8] = {};  // the ninth row belongs to an axial coordinate
      Dual1 variedResidual[8] = {};
      plain.add(point, {force.x, force.y}, residual);
      plain.addForceTangent(point, force, 1, &block[0][0], 8);
      varied.add(variedPoint, {Dual1(force.x), Dual1(force.y)}, variedResidual);
      for (int j = 0; j < 8; ++j) {
        EXPECT_NEAR(residual[j], jacobian.position[0][j] * force.x + jacobian.position[1][j] * force.y, 1e-14);
        double change = 0;
        for (int l = 0; l < 8; ++l) change += block[j][l] * direction.q[l];
        EXPECT_NEAR(variedResidual[j].derivative[0], change, 1e-13);
      }
    }
  }
}

TEST(BodyCable2DShape, HasAtMostTwelveSegments) {
  EXPECT_TRUE(loadModel(documentOf(R"("type": "BodyCable2DShape", "numberOfSegments": 12)")).model);
  EXPECT_FALSE(loadModel(documentOf(R"("type": "BodyCable2DShape", "numberOfSegments": 13)")).model);
}

TEST(BodyCable2DCoordinates, AreTotalCoordinates) {
  Json json = Json::parse(documentOf(R"("type": "BodyCable2DCoordinates")"));
  json["sensors"] = {{{"type", "Marker"}, {"markerNumber", 0}, {"outputVariableType", "Coordinates"}}};
  EvaluatedSystem system(load(json.dump()));
  std::vector<double> values(system.sensorSize(0));
  system.update(system.initial());
  system.sensor(0, values.data());
  EXPECT_EQ(values, (std::vector<double>{0, 0, 1, 0, 2, 0.6, 1, 0.6}));
}

TEST(BodyBeamShape, IsTotalCoordinatesInSpace) {
  EvaluatedSystem system(load(R"({"slipstick": 1,
    "nodes": [{"type": "PointSlope1", "initialVelocities": [1, 2, 3, 4, 5, 6]},
              {"type": "PointSlope1", "referenceCoordinates": [2, 0, 0, 1, 0, 0], "initialCoordinates": [0, 0.6, 0.2, 0, 0.5, 0.1]}],
    "objects": [{"type": "ANCFCable", "physicsLength": 2, "nodeNumbers": [0, 1]}],
    "markers": [{"type": "BodyBeamShape", "bodyNumber": 0}],
    "sensors": [{"type": "Marker", "markerNumber": 0, "outputVariableType": "Coordinates"},
                {"type": "Marker", "markerNumber": 0, "outputVariableType": "Coordinates_t"}]})"));
  const auto values = [&](int sensor) {
    std::vector<double> result(system.sensorSize(sensor));
    system.sensor(sensor, result.data());
    return result;
  };
  system.update(system.initial());
  EXPECT_EQ(values(0), (std::vector<double>{0, 0, 0, 1, 0, 0, 2, 0.6, 0.2, 1, 0.5, 0.1}));
  EXPECT_EQ(values(1), (std::vector<double>{1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace slipstick::testing
