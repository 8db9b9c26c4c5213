// Coordinates at w0 = 0.5 and w1, in contact for w1 − w0 ≤ 0.2.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/connector.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

using Variable = OutputVariable;

ScalarConnector stop(double gap, double rate, const std::string& more = "", const std::string& initial = "{}") {
  ScalarConnector stop(R"({"type": "ContactCoordinate", "contactStiffness": 100, "contactDamping": 2, "offset": 0.2)" + more + "}",
                       initial);
  stop.coordinate0 = {0.5, 1};
  stop.coordinate1 = {0.7 + gap, 1 + rate};
  stop.data[0] = gap;
  return stop;
}

TEST(ContactCoordinate, PushesTheCoordinatesApartWhileTheGapIsClosed) {
  ScalarConnector closed = stop(-0.01, -0.3);
  EXPECT_NEAR(closed.output(Variable::Distance), -0.01, 1e-15);
  EXPECT_NEAR(closed.output(Variable::Force), -100 * 0.01 - 2 * 0.3, 1e-13);
  EXPECT_NEAR(closed.forces()[0], -1.6, 1e-13);
  EXPECT_NEAR(closed.forces()[1], 1.6, 1e-13);
  EXPECT_EQ(stop(0.01, -0.3).forces()[1], 0);
}

TEST(ContactCoordinate, KeepsItsStateWhileNewtonIterates) {
  ScalarConnector open = stop(-0.01, -0.3);
  open.data[0] = 0.05;
  EXPECT_EQ(open.forces()[1], 0);
  const PostNewton judged = open.postNewton({0.06});
  EXPECT_NEAR(judged.error, 100 * 0.01, 1e-13);
  EXPECT_NEAR(judged.recommendedStep, 0.06 / 0.3, 1e-13) << "to where they met";
  EXPECT_NEAR(open.data[0], -0.01, 1e-15);
  EXPECT_EQ(open.postNewton({0.06}).error, 0);
}

TEST(ContactCoordinate, StartsAsItsCoordinatesDo) {
  EXPECT_NEAR(ScalarConnector(R"({"type": "ContactCoordinate", "offset": 0.2})", R"({"initialCoordinates": [0.5]})").data[0], 0.3, 1e-15);
}

/// λ = 3/2 (e − 1) by Hunt and Crossley.
TEST(ContactCoordinate, LosesEnergyByTheCoefficientOfRestitution) {
  ScalarConnector impact = stop(-0.04, 0.3, R"(, "contactStiffnessExponent": 1.5, "impactModel": 1, "restitutionCoefficient": 0.8)");
  impact.data = {-0.04, 0.6};
  EXPECT_NEAR(impact.output(Variable::Force), -100 * 0.008 * (1 - 0.3 * 0.3 / 0.6) + 2 * 0.3, 1e-13);
  impact.coordinate1.rate = 0.5;
  impact.postNewton({0.01, 0});
  EXPECT_NEAR(impact.data[1], 0.5, 1e-15) << "approach of the coordinates where they met";
  impact.postNewton({-0.01, 0.7});
  EXPECT_EQ(impact.data[1], 0.7) << "as long as they touch";
}

/// A mass of 1 kg hits a stop of 10⁴ N/m at 1 m/s: half a period later, at π/100 s, it leaves with −e.
TEST(ContactCoordinate, ReflectsAMass) {
  for (const double e : {1.0, 0.6, 0.2}) {
    const Recorded bounce = run(R"json({"slipstick": 1, "parameters": {"restitution": 1},
      "nodes": [{"type": "PointGround"}, {"type": "1D", "name": "mass", "initialCoordinates": [0.01], "initialVelocities": [-1]}],
      "objects": [{"type": "Mass1D", "physicsMass": 1, "nodeNumber": "mass"},
                  {"type": "ContactCoordinate", "markerNumbers": [0, 1], "contactStiffness": 1e4, "impactModel": 2, "restitutionCoefficient": "restitution"}],
      "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}, {"type": "NodeCoordinate", "nodeNumber": 1, "coordinate": 0}],
      "sensors": [{"type": "Node", "name": "v", "nodeNumber": "mass", "outputVariableType": "Coordinates_t"}],
      "analysis": {"endTime": 0.1, "numberOfSteps": 10000, "generalizedAlpha": {"spectralRadius": 1}}})json",
                                {{"restitution", e}});
    EXPECT_NEAR(bounce.last("v", 0), e, 0.02) << e;
  }
}

}  // namespace
}  // namespace slipstick::testing
