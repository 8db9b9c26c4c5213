// A cylinder of 2 cm² and 1 cm² from the origin, with chambers of 1 l and 0.5 l and oil of 1 GPa.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "core/document/load.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// The cylinder between the origin and a mass of 50 kg at (0.3, 0, 0.4) m, 0.5 m away, with these parameters.
Json cylinder(const Json& more, const Json& pressures = {3e5, 1e5}) {
  Json document = Json::parse(R"({"slipstick": 1,
    "nodes": [{"type": "Point", "name": "mass", "referenceCoordinates": [0.3, 0, 0.4]},
              {"type": "GenericODE1", "name": "pressures", "numberOfODE1Coordinates": 2}],
    "objects": [{"type": "Ground", "name": "ground"},
                {"type": "MassPoint", "name": "mass", "physicsMass": 50, "nodeNumber": "mass"},
                {"type": "ConnectorHydraulicActuatorSimple", "name": "cylinder", "markerNumbers": ["base", "rod"], "nodeNumbers": ["pressures"],
                 "offsetLength": 0.4, "strokeLength": 0.3, "chamberCrossSection0": 2e-4, "chamberCrossSection1": 1e-4, "hoseVolume0": 1e-3,
                 "hoseVolume1": 5e-4, "oilBulkModulus": 1e9, "nominalFlow": 1e-7, "systemPressure": 1e6, "tankPressure": 5e4}],
    "markers": [{"type": "BodyPosition", "name": "base", "bodyNumber": "ground"}, {"type": "BodyPosition", "name": "rod", "bodyNumber": "mass"}],
    "sensors": [{"type": "Object", "name": "force", "objectNumber": "cylinder", "outputVariableType": "Force"},
                {"type": "Object", "name": "length", "objectNumber": "cylinder", "outputVariableType": "Distance"},
                {"type": "Object", "name": "rate", "objectNumber": "cylinder", "outputVariableType": "VelocityLocal"},
                {"type": "Node", "name": "pressures", "nodeNumber": "pressures", "outputVariableType": "Coordinates"},
                {"type": "Node", "name": "slopes", "nodeNumber": "pressures", "outputVariableType": "Coordinates_t"},
                {"type": "Node", "name": "place", "nodeNumber": "mass", "outputVariableType": "Displacement"},
                {"type": "Node", "name": "acceleration", "nodeNumber": "mass", "outputVariableType": "Acceleration"}],
    "analysis": {"endTime": 0.01, "numberOfSteps": 100, "sensorsWritePeriod": 0, "newton": {"relativeTolerance": 1e-10, "absoluteTolerance": 1e-5}}})");
  document["nodes"][1]["initialCoordinates"] = pressures;
  if (!more.is_null()) document["objects"][2].update(more);
  return document;
}
/// The same between two points of the ground, so that the length is fixed.
Json held(const Json& more, const Json& pressures = {3e5, 1e5}) {
  Json document = cylinder(more, pressures);
  document["markers"][1] = {{"type", "BodyPosition"}, {"name", "rod"}, {"bodyNumber", "ground"}, {"localPosition", {0.3, 0, 0.4}}};
  return document;
}

TEST(ConnectorHydraulicActuatorSimple, PushesByThePressureAtTheHeadAndPullsByThatAtTheRod) {
  Json document = cylinder({{"actuatorDamping", 100}});
  document["nodes"][0]["initialVelocities"] = {0.6, 5, 0.8};  // 1 m/s along the cylinder
  const Recorded start = run(document.dump());
  const double tension = -3e5 * 2e-4 + 1e5 * 1e-4 + 100;  // 50 N
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(start.first("force", i), tension * (i == 0 ? 0.6 : i == 1 ? 0 : 0.8), 1e-9);
  EXPECT_NEAR(start.first("acceleration", 0), -tension / 50 * 0.6, 1e-12);
  EXPECT_NEAR(start.first("acceleration", 1), 0, 1e-12);
  EXPECT_NEAR(start.first("acceleration", 2), -tension / 50 * 0.8, 1e-12);
  EXPECT_NEAR(start.first("rate"), 1, 1e-14);
  // The displaced volume gives ∓A L̇ K / V.
  EXPECT_NEAR(start.first("slopes", 0), -2e-4 * 1e9 / 1e-3, 1e-4);
  EXPECT_NEAR(start.first("slopes", 1), 1e-4 * 1e9 / 5e-4, 1e-4);
  document["objects"][2]["activeConnector"] = false;
  const Recorded off = run(document.dump());
  EXPECT_EQ(off.first("force"), 0);
  EXPECT_EQ(off.last("pressures", 0), 3e5);
  EXPECT_EQ(off.first("acceleration", 0), 0);
}

/// K (A0²/V0 + A1²/V1) = 60 kN/m, so the 50 kg oscillate with ω = √1200 rad/s about the pressure equilibrium.
TEST(ConnectorHydraulicActuatorSimple, IsASpringWhileItsValvesAreClosed) {
  const double omega = std::sqrt(1200.0);
  Json document = cylinder({}, {1e5, 2e5});
  document["nodes"][0]["initialVelocities"] = {0.006, 0, 0.008};  // 10 mm/s
  document["analysis"]["endTime"] = 0.2, document["analysis"]["numberOfSteps"] = 2000;
  for (const char* solver : {"GeneralizedAlpha", "TrapezoidalIndex2", "RK44"}) {
    document["analysis"]["solver"] = solver;
    const Recorded swing = run(document.dump());
    // Second order: (ω h)² / 12 of the phase of 7 rad
    EXPECT_NEAR(swing.last("length"), 0.5 + 0.01 / omega * std::sin(omega * 0.2), 0.01 / omega * 2e-5) << solver;
    EXPECT_NEAR(swing.last("place", 0) / swing.last("place", 2), 0.75, 1e-9);
  }
  document["analysis"] = {{"type", "eigenvalues"}};
  const Recorded modes = attempt(document.dump());
  ASSERT_EQ(modes.status(), Simulation::Status::finished) << modes.stop().message;
}

/// ṗ = c √(p_s − p) with c = K a Q_n / V: the square root of the pressure difference decreases by c / 2 in a second.
TEST(ConnectorHydraulicActuatorSimple, FillsFromThePumpAndEmptiesToTheTank) {
  const Recorded filling = run(held({{"valveOpening0", 0.5}, {"valveOpening1", -0.2}}).dump());
  const double time = 0.01, missing = std::sqrt(7e5) - 1e9 * 0.5 * 1e-7 / 1e-3 / 2 * time,
               left = std::sqrt(5e4) - 1e9 * 0.2 * 1e-7 / 5e-4 / 2 * time;
  EXPECT_NEAR(filling.first("slopes", 0), 1e9 * 0.5 * 1e-7 / 1e-3 * std::sqrt(7e5), 1e-3);
  EXPECT_NEAR(filling.last("pressures", 0), 1e6 - missing * missing, 1e-6);
  EXPECT_NEAR(filling.last("pressures", 1), 5e4 + left * left, 1e-6);
  // If the pressure is above the pump's or below the tank's, oil flows in the opposite direction.
  const Recorded back = run(held({{"valveOpening0", 1}, {"valveOpening1", -1}}, {1.04e6, 1e4}).dump());
  EXPECT_NEAR(back.first("slopes", 0), -1e9 * 1e-7 / 1e-3 * 200, 1e-6);
  EXPECT_NEAR(back.first("slopes", 1), 1e9 * 1e-7 / 5e-4 * 200, 1e-6);
  EXPECT_NEAR(back.last("pressures", 0), 1e6, 1) << "comes to rest with the pump";
  EXPECT_NEAR(back.last("pressures", 1), 5e4, 1) << "and the tank";
  const Recorded formula = run(held({{"valveOpeningUserFunction", {"if(t > -1, 0.5, 0)", "-0.2"}}}).dump());
  for (int k = 0; k < 2; ++k) EXPECT_EQ(formula.last("pressures", k), filling.last("pressures", k));
  const Recorded settled = run(held({{"valveOpening0", 1}, {"valveOpening1", -1}}, {1e6, 5e4}).dump());
  EXPECT_EQ(settled.last("pressures", 0), 1e6) << "at rest with the pump";
  EXPECT_EQ(settled.last("pressures", 1), 5e4) << "and the tank";
}

/// At a stroke of 0.1 m of 0.3 m: 1 l and 0.02 l, 0.5 l and 0.02 l.
TEST(ConnectorHydraulicActuatorSimple, IsSofterWithMoreOilAndWithWallsThatGiveWay) {
  const Json open = {{"valveOpening0", 1}, {"valveOpening1", -1}, {"useChamberVolumeChange", true}};
  const double flow0 = 1e-7 * std::sqrt(7e5), flow1 = -1e-7 * std::sqrt(5e4);
  const Recorded rigid = run(held(open).dump());
  EXPECT_NEAR(rigid.first("slopes", 0), flow0 * 1e9 / 1.02e-3, 1e-4);
  EXPECT_NEAR(rigid.first("slopes", 1), flow1 * 1e9 / 5.2e-4, 1e-4);
  Json softer = open;
  softer.update({{"cylinderBulkModulus", 2e9}, {"hoseBulkModulus", 5e8}});
  const Recorded soft = run(held(softer).dump());
  // 1/K = 1/K_oil + V_c / (V K_cyl) + V_h / (V K_hose)
  const double k0 = 1 / (1e-9 + 2e-5 / (1.02e-3 * 2e9) + 1e-3 / (1.02e-3 * 5e8)),
               k1 = 1 / (1e-9 + 2e-5 / (5.2e-4 * 2e9) + 5e-4 / (5.2e-4 * 5e8));
  EXPECT_NEAR(soft.first("slopes", 0), flow0 * k0 / 1.02e-3, 1e-4);
  EXPECT_NEAR(soft.first("slopes", 1), flow1 * k1 / 5.2e-4, 1e-4);
}

/// Newton's method with the exact tangent converges quadratically near the solution. At a length of 0.5 m, 0.2 m short of offsetLength, the
/// piston has displaced 40 ml of chamber 0. With 41 ml in the hose, 1 ml remains.
TEST(ConnectorHydraulicActuatorSimple, StopsIfAChamberHasNoOil) {
  const Json moves = {{"offsetLength", 0.7}, {"useChamberVolumeChange", true}};
  for (const char* solver : {"GeneralizedAlpha", "RK44"}) {
    Json document = held(moves);
    document["analysis"]["solver"] = solver;
    document["objects"][2]["hoseVolume0"] = 4.1e-5;
    EXPECT_EQ(attempt(document.dump()).status(), Simulation::Status::finished) << solver;
    document["objects"][2]["hoseVolume0"] = 3.9e-5;
    const Recorded stopped = attempt(document.dump());
    EXPECT_EQ(stopped.status(), Simulation::Status::failed) << solver;
    EXPECT_NE(stopped.stop().message.find("'pressures'"), std::string::npos) << stopped.stop().message;
  }
}

TEST(ConnectorHydraulicActuatorSimple, NeedsFewIterations) {
  Json document = cylinder({{"valveOpening0", 1}, {"valveOpening1", -1}, {"useChamberVolumeChange", true}, {"actuatorDamping", 50}});
  document["analysis"]["keepTangents"] = false;
  document["analysis"]["newton"] = {{"relativeTolerance", 1e-9}, {"absoluteTolerance", 1e-11}};
  const Recorded moved = run(document.dump());
  EXPECT_LE(moved.statistics().newtonIterations, 3 * moved.statistics().steps);
}

TEST(ConnectorHydraulicActuatorSimple, NeedsOneNodeWithTwoStates) {
  Json document = cylinder({});
  document["nodes"][1]["numberOfODE1Coordinates"] = 3, document["nodes"][1].erase("initialCoordinates");
  const auto issue = [&] {
    const LoadedModel loaded = loadModel(document.dump());
    return loaded.issues.empty() ? "" : loaded.issues[0].pointer + ": " + loaded.issues[0].message;
  };
  EXPECT_EQ(issue(), "/objects/2/nodeNumbers: must have 2 states, the pressures of both chambers, but has 3");
  document["nodes"][1]["numberOfODE1Coordinates"] = 2;
  document["objects"][2]["nodeNumbers"] = Json::array();
  EXPECT_EQ(issue(), "/objects/2/nodeNumbers: must be one node, got 0");
}

}  // namespace
}  // namespace slipstick::testing
