// Cables in space against closed forms: elastica in an oblique plane, frequencies of a hanging rope.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// A straight cable of equal elements from the origin along a unit vector; the first coordinates of its start are fixed.
Json line(int elements, double length, const Vector3& along, const Json& properties, int fixed) {
  Json json{{"slipstick", 1}};
  for (int i = 0; i <= elements; ++i) {
    const Vector3 at = (length * i / elements) * along;
    json["nodes"].push_back({{"type", "PointSlope1"}, {"referenceCoordinates", {at.x, at.y, at.z, along.x, along.y, along.z}}});
  }
  for (int i = 0; i < elements; ++i) {
    Json cable{{"type", "ANCFCable"}, {"physicsLength", length / elements}, {"nodeNumbers", {i, i + 1}}};
    cable.update(properties);
    json["objects"].push_back(cable);
  }
  json["nodes"].push_back({{"type", "PointGround"}});
  json["markers"] = {{{"type", "NodeCoordinates"}, {"nodeNumber", elements + 1}}, {{"type", "NodeCoordinates"}, {"nodeNumber", 0}}};
  Json rows = Json::array(), offset = Json::array();
  for (int i = 0; i < fixed; ++i) {
    rows.push_back(Json::array({0, 0, 0, 0, 0, 0}));
    rows[i][i] = 1;
    offset.push_back(json["nodes"][0]["referenceCoordinates"][i]);
  }
  json["objects"].push_back(
      {{"type", "ConnectorCoordinateVector"}, {"markerNumbers", {0, 1}}, {"scalingMarker1", rows}, {"offset", offset}});
  return json;
}

/// A cantilever bent by a force with P L²/EI = 10 in an oblique plane: deflection 0.81061 and shortening 0.55500 of its length (Mattiasson
/// 1981). Clamping the whole slope changes nothing, because the axial force is zero there.
TEST(CableInSpace, BendsAsTheElasticaInAnyPlane) {
  const Vector3 along{0.48, 0.6, 0.64}, across{0.8, 0, -0.6};
  ASSERT_NEAR(dot(along, across), 0, 1e-15);
  constexpr int elements = 32;
  Json json =
      line(elements, 1, along, {{"physicsBendingStiffness", 1}, {"physicsAxialStiffness", 1e6}, {"useReducedOrderIntegration", 2}}, 6);
  json["markers"].push_back({{"type", "NodePosition"}, {"nodeNumber", elements}});
  json["loads"].push_back({{"type", "ForceVector"}, {"markerNumber", 2}, {"loadVector", {8, 0, -6}}});
  json["sensors"].push_back({{"type", "Node"}, {"name", "end"}, {"nodeNumber", elements}, {"outputVariableType", "Position"}});
  json["analysis"] = {{"type", "static"},
                      {"numberOfLoadSteps", 5},
                      {"newton", {{"relativeTolerance", 1e-11}, {"absoluteTolerance", 1e-11}, {"maxIterations", 50}}}};
  const Recorded bent = run(json.dump());
  const auto values = bent.sample("end", bent.samples() - 1);
  const Vector3 end{values[0], values[1], values[2]};
  EXPECT_NEAR(dot(end, across), 0.81061, 1e-4);
  EXPECT_NEAR(dot(end, along), 1 - 0.55500, 1e-4);
  EXPECT_NEAR(dot(end, cross(along, across)), 0, 1e-9);
}

/// A hanging rope oscillates in both planes with j/2 √(g/L), where j are the zeros 2.404826 and 5.520078 of the Bessel function J0.
TEST(CableInSpace, SwingsAsAHangingRope) {
  constexpr int elements = 16;
  Json json =
      line(elements, 2, {0, 0, -1}, {{"physicsMassPerLength", 0.5}, {"physicsBendingStiffness", 1e-7}, {"physicsAxialStiffness", 1e5}}, 3);
  for (int i = 0; i < elements; ++i) {
    json["markers"].push_back({{"type", "BodyMass"}, {"bodyNumber", i}});
    json["loads"].push_back({{"type", "MassProportional"}, {"markerNumber", 2 + i}, {"loadVector", {0, 0, -9.81}}});
  }
  json["analysis"] = {{{"type", "static"}}, {{"type", "eigenvalues"}}};
  Recorded hanging = run(json.dump());
  const auto& values = hanging.simulation().eigenvalues().at(0);
  ASSERT_GE(values.size(), 8u);
  for (int i = 0; i < 8; ++i) {
    const double expected = (i < 4 ? 2.404826 : 5.520078) / 2 * std::sqrt(9.81 / 2);
    EXPECT_NEAR(std::hypot(values[i].real, values[i].imaginary), expected, 1e-4 * expected) << i;
  }
}

}  // namespace
}  // namespace slipstick::testing
