// Moving cables and joints that slide along them, against closed forms.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/document/load.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// A straight horizontal chain of cables at rest with all nodes held, plus the items of the test.
Json heldChain(int elements, double length, bool moving, double angle = 0) {
  Json json{{"slipstick", 1}};
  const double c = std::cos(angle), s = std::sin(angle);
  json["nodes"].push_back({{"type", "PointGround"}, {"name", "ground"}});
  json["markers"].push_back({{"type", "NodeCoordinate"}, {"name", "fixed"}, {"nodeNumber", "ground"}, {"coordinate", 0}});
  if (moving) json["nodes"].push_back({{"type", "GenericODE2"}, {"name", "axial"}, {"numberOfODE2Coordinates", 1}});
  for (int i = 0; i <= elements; ++i) {
    const std::string node = "n" + std::to_string(i);
    json["nodes"].push_back({{"type", "Point2DSlope1"}, {"name", node}, {"referenceCoordinates", {i * length * c, i * length * s, c, s}}});
    for (int k = 0; k < 4; ++k) {
      const std::string marker = node + "." + std::to_string(k);
      json["markers"].push_back({{"type", "NodeCoordinate"}, {"name", marker}, {"nodeNumber", node}, {"coordinate", k}});
      json["objects"].push_back({{"type", "ConnectorCoordinate"}, {"markerNumbers", {"fixed", marker}}});
    }
  }
  Json chain = Json::array(), offsets = Json::array();
  for (int i = 0; i < elements; ++i) {
    const std::string name = "c" + std::to_string(i);
    Json nodes{"n" + std::to_string(i), "n" + std::to_string(i + 1)};
    if (moving) nodes.push_back("axial");
    json["objects"].push_back({{"type", moving ? "ALEANCFCable2D" : "ANCFCable2D"},
                               {"name", name},
                               {"physicsLength", length},
                               {"physicsMassPerLength", 0.25},
                               {"physicsAxialStiffness", 1000},
                               {"physicsBendingStiffness", 1},
                               {"nodeNumbers", nodes}});
    json["markers"].push_back({{"type", "BodyCable2DCoordinates"}, {"name", name}, {"bodyNumber", name}});
    chain.push_back(name), offsets.push_back(i * length);
  }
  json["nodes"].push_back({{"type", "RigidBody2D"}, {"name", "cart"}, {"referenceCoordinates", {0, 0, angle}}});
  json["objects"].push_back(
      {{"type", "RigidBody2D"}, {"name", "cart"}, {"physicsMass", 2}, {"physicsInertia", 0.1}, {"nodeNumber", "cart"}});
  json["markers"].push_back({{"type", "BodyRigid"}, {"name", "cart"}, {"bodyNumber", "cart"}});
  json["markers"].push_back({{"type", "BodyMass"}, {"name", "weight"}, {"bodyNumber", "cart"}});
  json["objects"].push_back({{"type", moving ? "JointALEMoving2D" : "JointSliding2D"},
                             {"name", "joint"},
                             {"markerNumbers", {"cart", "c0"}},
                             {"slidingMarkerNumbers", chain},
                             {"slidingMarkerOffsets", offsets}});
  json["sensors"] = {{{"type", "Body"}, {"name", "cart"}, {"bodyNumber", "cart"}, {"outputVariableType", "Position"}},
                     {{"type", "Body"}, {"name", "velocity"}, {"bodyNumber", "cart"}, {"outputVariableType", "Velocity"}},
                     {{"type", "Object"}, {"name", "place"}, {"objectNumber", "joint"}, {"outputVariableType", "SlidingCoordinate"}},
                     {{"type", "Object"}, {"name", "force"}, {"objectNumber", "joint"}, {"outputVariableType", "Force"}}};
  json["analysis"] = {{"type", "dynamic"}, {"endTime", 1}, {"numberOfSteps", 200}, {"discontinuous", {{"maxIterations", 5}}}};
  return json;
}

// A string under N0 = 20 N that runs with v through two eyes L = 2 m apart: ω_n = n π/L c (1 − v²/c²) with c² = N0/ρA (Miranker 1960).
TEST(ALEANCFCable2D, VibratesAsAMovingString) {
  const double c = std::sqrt(20 / 0.7);
  const auto error = [&](int elements, double speed, int n) {
    Json json{{"slipstick", 1}, {"analysis", {{"type", "eigenvalues"}}}};
    json["nodes"] = {{{"type", "PointGround"}, {"name", "ground"}},
                     {{"type", "GenericODE2"}, {"name", "axial"}, {"numberOfODE2Coordinates", 1}, {"initialCoordinates_t", {speed}}}};
    json["markers"] = {{{"type", "NodeCoordinate"}, {"name", "fixed"}, {"nodeNumber", "ground"}, {"coordinate", 0}}};
    for (int i = 0; i <= elements; ++i) {
      const std::string node = "n" + std::to_string(i);
      json["nodes"].push_back({{"type", "Point2DSlope1"}, {"name", node}, {"referenceCoordinates", {2.0 * i / elements, 0, 1, 0}}});
      if (i < elements)
        json["objects"].push_back({{"type", "ALEANCFCable2D"},
                                   {"physicsLength", 2.0 / elements},
                                   {"physicsMassPerLength", 0.7},
                                   {"physicsAxialStiffness", 1000},
                                   {"physicsBendingStiffness", 1e-9},
                                   {"physicsReferenceAxialStrain", -0.02},
                                   {"useReducedOrderIntegration", 2},
                                   {"nodeNumbers", {node, "n" + std::to_string(i + 1), "axial"}}});
      for (int k = 0; (i == 0 || i == elements) && k < 2; ++k) {
        const std::string marker = node + "." + std::to_string(k);
        json["markers"].push_back({{"type", "NodeCoordinate"}, {"name", marker}, {"nodeNumber", node}, {"coordinate", k}});
        json["objects"].push_back({{"type", "ConnectorCoordinate"}, {"markerNumbers", {"fixed", marker}}});
      }
    }
    Recorded result = run(json.dump());
    std::vector<double> frequencies;
    for (const auto& each : result.simulation().eigenvalues().back()) {
      EXPECT_NEAR(each.real, 0, 1e-5);  // it neither grows nor decays
      if (each.imaginary > 1e-3) frequencies.push_back(each.imaginary);
    }
    std::sort(frequencies.begin(), frequencies.end());
    return frequencies[n - 1] / (n * std::numbers::pi / 2 * c * (1 - speed * speed / (c * c))) - 1;
  };
  EXPECT_LT(error(16, 0, 1), 1e-6);
  EXPECT_LT(error(16, 3, 1), 1e-5);
  EXPECT_LT(error(16, 4.5, 1), 3e-5);  // near c = 5.35 m/s
  EXPECT_LT(error(16, 3, 3), 1e-3);
  EXPECT_NEAR(std::log2(error(8, 3, 1) / error(16, 3, 1)), 4, 0.3);
}

/// A ring of 16 cables, R = 0.5 m, that starts unstrained and runs with 3 m/s. Its mesh rotates with it, or is held while the material
/// flows through it. Returns the radius in 21 samples over about a period and a half.
std::vector<double> spinningRing(bool flowing, double stiffness, const std::string& solver = "GeneralizedAlpha", int steps = 400) {
  constexpr int elements = 16;
  constexpr double radius = 0.5, speed = 3, length = 2 * std::numbers::pi * radius / elements;
  Json json{{"slipstick", 1}};
  json["nodes"] = {{{"type", "PointGround"}, {"name", "ground"}},
                   {{"type", "GenericODE2"}, {"name", "axial"}, {"numberOfODE2Coordinates", 1}, {"initialCoordinates_t", {speed}}}};
  if (!flowing) json["nodes"].erase(1);
  json["markers"] = {{{"type", "NodeCoordinate"}, {"name", "fixed"}, {"nodeNumber", "ground"}, {"coordinate", 0}}};
  for (int i = 0; i < elements; ++i) {
    const double c = std::cos(2 * std::numbers::pi * i / elements), s = std::sin(2 * std::numbers::pi * i / elements);
    Json node{{"type", "Point2DSlope1"}, {"name", "n" + std::to_string(i)}, {"referenceCoordinates", {radius * c, radius * s, -s, c}}};
    if (!flowing) node["initialVelocities"] = {-speed * s, speed * c, -speed / radius * c, -speed / radius * s};
    json["nodes"].push_back(node);
    Json ends{"n" + std::to_string(i), "n" + std::to_string((i + 1) % elements)};
    if (flowing) ends.push_back("axial");
    json["objects"].push_back({{"type", flowing ? "ALEANCFCable2D" : "ANCFCable2D"},
                               {"nodeNumbers", ends},
                               {"physicsLength", length},
                               {"physicsMassPerLength", 0.3},
                               {"physicsAxialStiffness", stiffness},
                               {"physicsBendingStiffness", 0.01},
                               {"useReducedOrderIntegration", 2}});
  }
  for (const auto& [node, coordinate] : {std::pair{0, 1}, {elements / 2, 1}, {elements / 4, 0}}) {
    if (!flowing) break;
    const std::string marker = "m" + std::to_string(node);
    json["markers"].push_back(
        {{"type", "NodeCoordinate"}, {"name", marker}, {"nodeNumber", "n" + std::to_string(node)}, {"coordinate", coordinate}});
    json["objects"].push_back({{"type", "ConnectorCoordinate"}, {"markerNumbers", {"fixed", marker}}});
  }
  json["sensors"] = {{{"type", "Node"}, {"name", "n0"}, {"nodeNumber", "n0"}, {"outputVariableType", "Position"}}};
  const double end = 0.1 * std::sqrt(800 / stiffness);
  json["analysis"] = {{"type", "dynamic"},      {"solver", solver},      {"endTime", end},
                      {"numberOfSteps", steps}, {"adaptiveStep", false}, {"sensorsWritePeriod", end / 20}};
  const Recorded motion = run(json.dump());
  std::vector<double> result;
  for (int sample = 0; sample < motion.samples(); ++sample)
    result.push_back(std::hypot(motion.sample("n0", sample)[0], motion.sample("n0", sample)[1]));
  return result;
}
double largestDifference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// Both describe the same ring. The remaining difference is the mass m L of the axial coordinate instead of m ∫|r'|² dx: of the order of the
// strain.
TEST(ALEANCFCable2D, MovesAsTheCableWhoseMeshMovesWithIt) {
  const auto difference = [](double stiffness) {
    const std::vector<double> turning = spinningRing(false, stiffness);
    const double amplitude = *std::max_element(turning.begin(), turning.end()) - 0.5;
    EXPECT_NEAR(amplitude, 0.5 * 2 * 0.3 * 9 / stiffness, 0.1 * amplitude);  // twice the strain ρA v²/EA of the steady state
    return largestDifference(turning, spinningRing(true, stiffness)) / amplitude;
  };
  const double soft = difference(800), stiff = difference(3200);
  EXPECT_LT(soft, 0.01);
  EXPECT_LT(stiff, 0.001);
}

TEST(ANCFCable2D, IsIntegratedExplicitlyToo) {
  const std::vector<double> implicit = spinningRing(false, 800, "GeneralizedAlpha", 4000);
  for (const char* solver : {"ExplicitMidpoint", "RK44"})
    EXPECT_LT(largestDifference(spinningRing(false, 800, solver, 4000), implicit), 1e-6);
}

TEST(JointSliding2D, LetsACartRollDownAnIncline) {
  // Down a wire at −30°: x = g sin 30° t²/2 along it, over three elements; the wire carries m g cos 30°.
  for (const bool classical : {true, false}) {
    Json json = heldChain(4, 0.8, false, -std::numbers::pi / 6);
    json["objects"].back()["classicalFormulation"] = classical;
    json["objects"].back()["constrainRotation"] = true;
    json["loads"].push_back({{"type", "MassProportional"}, {"markerNumber", "weight"}, {"loadVector", {0, -9.81, 0}}});
    const Recorded motion = run(json.dump());
    const double distance = 9.81 / 4;  // constant acceleration is integrated exactly
    EXPECT_NEAR(std::hypot(motion.last("cart", 0), motion.last("cart", 1)), distance, 1e-6) << classical;
    EXPECT_NEAR(motion.last("place"), distance, 1e-6) << classical;
    EXPECT_NEAR(motion.last("cart", 1), -distance / 2, 1e-6) << classical;
    if (classical) {
      EXPECT_NEAR(motion.last("force", 0), 2 * 9.81 * std::cos(std::numbers::pi / 6) * 0.5, 1e-3);
    }
  }
}

TEST(JointSliding2D, IsDrivenByItsAxialForce) {
  // 2 kg on a straight wire under 5 N along it. The force belongs to the joint's equations, which initial accelerations do not include. It
  // acts from the first step on, so rates are compared between two later samples.
  Json json = heldChain(2, 0.8, false);
  json["objects"].back()["axialForce"] = 5;
  const Recorded motion = run(json.dump());
  EXPECT_NEAR(motion.last("force", 0), 5, 1e-8);
  const std::vector<double> time = motion.time(), velocity = motion.column("velocity");
  const std::size_t early = time.size() / 2, late = time.size() - 1;
  EXPECT_NEAR((velocity[late] - velocity[early]) / (time[late] - time[early]), 2.5, 1e-6);
}

TEST(JointSliding2D, RefusesTheClassicalFormulationAtVelocityLevel) {
  Json json = heldChain(1, 0.8, false);
  json["analysis"]["solver"] = "TrapezoidalIndex2";
  const Recorded stopped = attempt(json.dump());
  EXPECT_EQ(stopped.stop().reason, Stop::Reason::unsupported);
}

TEST(JointSliding2D, RollsDownAnInclineAtVelocityLevel) {
  Json json = heldChain(4, 0.8, false, -std::numbers::pi / 6);
  json["objects"].back()["classicalFormulation"] = false;
  json["objects"].back()["constrainRotation"] = true;
  json["loads"].push_back({{"type", "MassProportional"}, {"markerNumber", "weight"}, {"loadVector", {0, -9.81, 0}}});
  json["analysis"]["solver"] = "TrapezoidalIndex2";
  const Recorded motion = run(json.dump());
  EXPECT_NEAR(std::hypot(motion.last("cart", 0), motion.last("cart", 1)), 9.81 / 4, 1e-6);
  EXPECT_NEAR(motion.last("place"), 9.81 / 4, 1e-6);
  EXPECT_NEAR(motion.last("velocity", 1), -9.81 / 4, 1e-6);
}

// A cart of 2 kg and 0.1 kg m² runs at v = 1.5 m/s around a wire of radius R = 1 m, 12 cables for one and a half radians, and rotates with
// it. Speed and angular velocity v/R are constant, and the wire carries m v²/R.
TEST(JointSliding2D, TurnsWithABentWireAtBothLevels) {
  constexpr double radius = 1, speed = 1.5, angle = 1.8 / 12;
  for (const std::string solver : {"GeneralizedAlpha", "TrapezoidalIndex2"}) {
    Json json = heldChain(12, radius * angle, false);
    for (int i = 0; i <= 12; ++i) {
      const double c = std::cos(i * angle), s = std::sin(i * angle);
      json["nodes"][i + 1]["referenceCoordinates"] = {radius * s, radius * (1 - c), c, s};
    }
    json["nodes"].back()["initialVelocities"] = {speed, 0, speed / radius};
    json["objects"].back()["classicalFormulation"] = false;
    json["objects"].back()["constrainRotation"] = true;
    json["sensors"].push_back({{"type", "Body"}, {"name", "turned"}, {"bodyNumber", "cart"}, {"outputVariableType", "Rotation"}});
    json["analysis"]["solver"] = solver, json["analysis"]["numberOfSteps"] = 800;
    const Recorded motion = run(json.dump());
    // A cubic with the nodes' positions and slopes deviates from the circle by R φ⁴/384, 1.3e-6 m, and its curvature by 1.9e-3 of 1/R. So
    // does the force, which has an additional error of 0.1 N with 200 steps and 0.012 N with 800.
    EXPECT_NEAR(motion.last("cart", 0), radius * std::sin(1.5), 1e-4) << solver;
    EXPECT_NEAR(motion.last("cart", 1), radius * (1 - std::cos(1.5)), 1e-4) << solver;
    EXPECT_NEAR(motion.last("turned"), 1.5, 1e-3) << solver;
    EXPECT_NEAR(motion.last("place"), 1.5, 1e-4) << solver;
    EXPECT_NEAR(std::hypot(motion.last("velocity", 0), motion.last("velocity", 1)), speed, 1e-4) << solver;
    EXPECT_NEAR(std::abs(motion.last("force", 1)), 2 * speed * speed / radius, 0.03) << solver;
  }
}

TEST(JointALEMoving2D, CarriesACartWithTheCable) {
  // The cable is drawn through its eyes with 2.5 m/s from the start; the cart of 2 kg rides on it over four elements.
  Json json = heldChain(4, 0.8, true);
  json["nodes"][1]["initialCoordinates_t"] = {2.5};
  for (Json& node : json["nodes"])
    if (node["name"] == "cart") node["initialVelocities"] = {2.5, 0, 0};
  json["nodes"].push_back({{"type", "GenericData"}, {"name", "cable"}, {"numberOfDataCoordinates", 1}});
  json["objects"].back()["nodeNumbers"] = {"cable", "axial"};
  const Recorded motion = run(json.dump());
  EXPECT_NEAR(motion.last("cart", 0), 2.5, 1e-9);
  EXPECT_NEAR(motion.last("place"), 2.5, 1e-9);

  // From rest a force of 11.2 N accelerates cart and cable together: a = F/(2 kg + 3.2 m · 0.25 kg/m) = 4 m/s².
  json["nodes"][1].erase("initialCoordinates_t");
  for (Json& node : json["nodes"])
    if (node["name"] == "cart") node.erase("initialVelocities");
  json["loads"].push_back({{"type", "ForceVector"}, {"markerNumber", "cart"}, {"loadVector", {11.2, 0, 0}}});
  const Recorded pulled = run(json.dump());
  EXPECT_NEAR(pulled.last("cart", 0), 2, 1e-6);
  EXPECT_NEAR(pulled.last("velocity", 0), 4, 1e-6);
}

TEST(JointALEMoving2D, GivesWayElasticallyWithAPenalty) {
  // A cart of 2 kg at rest hangs on a held cable by k = 400 N/m: it starts at the cable and oscillates by m g/k about its equilibrium m g/k
  // below.
  Json json = heldChain(1, 0.8, true);
  json["nodes"].push_back({{"type", "GenericData"}, {"name", "cable"}, {"numberOfDataCoordinates", 1}});
  json["objects"].back()["nodeNumbers"] = {"cable", "axial"};
  json["objects"].back()["usePenaltyFormulation"] = true;
  json["objects"].back()["penaltyStiffness"] = 400;
  json["loads"].push_back({{"type", "MassProportional"}, {"markerNumber", "weight"}, {"loadVector", {0, -9.81, 0}}});
  json["analysis"]["endTime"] = std::numbers::pi * std::sqrt(2.0 / 400);  // half a period
  json["analysis"]["generalizedAlpha"] = {{"spectralRadius", 1}};
  EXPECT_NEAR(run(json.dump()).last("cart", 1), -2 * 2 * 9.81 / 400, 1e-5);
  json["analysis"]["solver"] = "TrapezoidalIndex2";
  EXPECT_NEAR(run(json.dump()).last("cart", 1), -2 * 2 * 9.81 / 400, 1e-5);
}

/// A bead of 2 kg at the start of a wire in space; `at` gives the position and unit direction of the wire at a length along it. The nodes
/// of its elements are held or free.
template <class F>
Json beadOnWire(int elements, double length, F at, bool held = true) {
  Json json{{"slipstick", 1}};
  json["nodes"].push_back({{"type", "PointGround"}, {"name", "ground"}});
  json["markers"].push_back({{"type", "NodeCoordinate"}, {"name", "fixed"}, {"nodeNumber", "ground"}, {"coordinate", 0}});
  for (int i = 0; i <= elements; ++i) {
    const std::string node = "n" + std::to_string(i);
    const auto [place, direction] = at(i * length);
    json["nodes"].push_back({{"type", "PointSlope1"},
                             {"name", node},
                             {"referenceCoordinates", {place.x, place.y, place.z, direction.x, direction.y, direction.z}}});
    for (int k = 0; k < 6 && held; ++k) {
      const std::string marker = node + "." + std::to_string(k);
      json["markers"].push_back({{"type", "NodeCoordinate"}, {"name", marker}, {"nodeNumber", node}, {"coordinate", k}});
      json["objects"].push_back({{"type", "ConnectorCoordinate"}, {"markerNumbers", {"fixed", marker}}});
    }
  }
  Json chain = Json::array(), offsets = Json::array();
  for (int i = 0; i < elements; ++i) {
    const std::string name = "c" + std::to_string(i);
    json["objects"].push_back({{"type", "ANCFCable"},
                               {"name", name},
                               {"physicsLength", length},
                               {"physicsMassPerLength", 0.25},
                               {"physicsAxialStiffness", 1000},
                               {"physicsBendingStiffness", 1},
                               {"nodeNumbers", {"n" + std::to_string(i), "n" + std::to_string(i + 1)}}});
    json["markers"].push_back({{"type", "BodyBeamShape"}, {"name", name}, {"bodyNumber", name}});
    chain.push_back(name), offsets.push_back(i * length);
  }
  const Vector3 start = at(0).first;
  json["nodes"].push_back({{"type", "Point"}, {"name", "bead"}, {"referenceCoordinates", {start.x, start.y, start.z}}});
  json["objects"].push_back({{"type", "MassPoint"}, {"name", "bead"}, {"physicsMass", 2}, {"nodeNumber", "bead"}});
  json["markers"].push_back({{"type", "BodyPosition"}, {"name", "bead"}, {"bodyNumber", "bead"}});
  json["objects"].push_back({{"type", "JointSliding"},
                             {"name", "joint"},
                             {"markerNumbers", {"bead", "c0"}},
                             {"slidingMarkerNumbers", chain},
                             {"slidingMarkerOffsets", offsets}});
  json["sensors"] = {{{"type", "Body"}, {"name", "bead"}, {"bodyNumber", "bead"}, {"outputVariableType", "Position"}},
                     {{"type", "Body"}, {"name", "velocity"}, {"bodyNumber", "bead"}, {"outputVariableType", "Velocity"}},
                     {{"type", "Object"}, {"name", "place"}, {"objectNumber", "joint"}, {"outputVariableType", "SlidingCoordinate"}},
                     {{"type", "Object"}, {"name", "force"}, {"objectNumber", "joint"}, {"outputVariableType", "Force"}}};
  json["analysis"] = {{"type", "dynamic"}, {"endTime", 1}, {"numberOfSteps", 200}, {"discontinuous", {{"maxIterations", 5}}}};
  return json;
}
const auto straight = [](double s) { return std::pair{s * Vector3{1 / 3., 2 / 3., 2 / 3.}, Vector3{1 / 3., 2 / 3., 2 / 3.}}; };

// Down a helix of radius R = 0.5 m that falls p = 0.3 m per radian, with an arc length of c = √(R² + p²) per radian: s = g p/c t²/2. The
// wire carries the bead against gravity across it, and towards the axis with m v² R/c².
TEST(JointSliding, LetsABeadSlideDownAHelix) {
  constexpr double radius = 0.5, fall = 0.3, gravity = 9.81, time = 0.5;
  const double arc = std::hypot(radius, fall), along = gravity * fall / arc, speed = along * time, distance = speed * time / 2;
  const auto helix = [&](double s) {
    const double c = std::cos(s / arc), sine = std::sin(s / arc);
    return std::pair{Vector3{radius * c, radius * sine, -fall * s / arc}, Vector3{-radius / arc * sine, radius / arc * c, -fall / arc}};
  };
  Json json = beadOnWire(16, 0.05, helix);
  json["loads"].push_back({{"type", "ForceVector"}, {"markerNumber", "bead"}, {"loadVector", {0, 0, -2 * gravity}}});
  json["analysis"]["endTime"] = time;
  const double coarse = run(json.dump()).last("place") - distance;
  json["analysis"]["numberOfSteps"] = 400;
  const Recorded motion = run(json.dump());
  EXPECT_NEAR(std::log2(coarse / (motion.last("place") - distance)), 2, 0.1);
  const auto [place, direction] = helix(distance);
  const double inwards = 2 * speed * speed * radius / (arc * arc);
  const Vector3 force =
      inwards * Vector3{-std::cos(distance / arc), -std::sin(distance / arc), 0} + 2 * along * direction + Vector3{0, 0, 2 * gravity};
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(motion.last("bead", k), place[k], 4e-6);
    EXPECT_NEAR(motion.last("velocity", k), speed * direction[k], 5e-5);
    EXPECT_NEAR(motion.last("force", k), force[k], 0.2);  // of 25 N; a quarter of the step leaves 0.01 N
  }
}

TEST(JointSliding, IsDrivenByItsAxialForce) {
  // 2 kg on a straight wire under 6 N along it: 3 m/s², from the first step on as in the plane.
  Json json = beadOnWire(3, 0.8, straight);
  json["objects"].back()["axialForce"] = 6;
  const Recorded motion = run(json.dump());
  EXPECT_NEAR(motion.last("force", 0), 2, 1e-8);
  EXPECT_NEAR(motion.last("force", 1), 4, 1e-8);
  EXPECT_NEAR(motion.last("force", 2), 4, 1e-8);
  const std::vector<double> time = motion.time(), velocity = motion.column("velocity");
  const std::size_t early = time.size() / 2, late = time.size() - 1;
  EXPECT_NEAR((velocity[late] - velocity[early]) / (time[late] - time[early]), 1, 1e-6);
}

TEST(JointSliding, HoldsThePointInSomeDirectionsOnly) {
  // The bead moves freely along z, across a wire along x.
  Json json = beadOnWire(3, 0.8, [](double s) { return std::pair{Vector3{s, 0, 0}, Vector3{1, 0, 0}}; });
  json["objects"].back()["constrainTranslations"] = {1, 1, 0};
  for (Json& node : json["nodes"])
    if (node["name"] == "bead") node["initialVelocities"] = {1, 0, 0.5};
  json["loads"].push_back({{"type", "ForceVector"}, {"markerNumber", "bead"}, {"loadVector", {0, -3, 4}}});
  const Recorded motion = run(json.dump());
  const double expected[] = {1, 0, 0.5 + 1};
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(motion.last("bead", k), expected[k], 1e-9);
  EXPECT_NEAR(motion.last("place"), 1, 1e-9);
  EXPECT_NEAR(motion.last("force", 1), 3, 1e-9);
  EXPECT_NEAR(motion.last("force", 2), 0, 1e-9);
}

// A bead runs along a free cable that spins about its start and bends it: the common centre of mass moves uniformly.
TEST(JointSliding, PassesMomentumOnWithoutLoss) {
  constexpr int elements = 4;
  constexpr double spin = 3, length = 0.25, mass = 0.25 * length;
  Json json = beadOnWire(elements, length, straight, false);
  const Vector3 drift{0.3, -0.2, 0.4}, across{0, spin / std::sqrt(2), -spin / std::sqrt(2)}, along = straight(1).second;
  const auto rate = [&](double s) { return drift + s * across; };
  for (Json& node : json["nodes"]) {
    const std::string name = node["name"];
    if (name == "ground") continue;
    const Vector3 velocity = name == "bead" ? rate(0) + 3 * along : rate(length * (name[1] - '0'));
    node["initialVelocities"] = {velocity.x, velocity.y, velocity.z};
    if (name != "bead")
      for (int k = 0; k < 3; ++k) node["initialVelocities"].push_back(across[k]);
  }
  for (int i = 0; i < elements; ++i) {
    const std::string name = "m" + std::to_string(i);
    json["markers"].push_back({{"type", "BodyMass"}, {"name", name}, {"bodyNumber", "c" + std::to_string(i)}});
    json["sensors"].push_back({{"type", "Marker"}, {"name", name}, {"markerNumber", name}, {"outputVariableType", "Position"}});
  }
  json["analysis"]["endTime"] = 0.25, json["analysis"]["numberOfSteps"] = 600;
  const Recorded motion = run(json.dump());
  EXPECT_GT(motion.last("place"), length);  // on the second element
  Vector3 momentum = 2 * (rate(0) + 3 * along);
  for (int i = 0; i < elements; ++i) momentum += mass * rate((i + 0.5) * length);
  for (int k = 0; k < 3; ++k) {
    double moved = 2 * (motion.last("bead", k) - motion.sample("bead", 0)[k]);
    for (int i = 0; i < elements; ++i) {
      const std::string name = "m" + std::to_string(i);
      moved += mass * (motion.last(name, k) - motion.sample(name, 0)[k]);
    }
    EXPECT_NEAR(moved, 0.25 * momentum[k], 1e-12);
  }
}

TEST(JointSliding, RefusesUnsupportedOptions) {
  Json json = beadOnWire(1, 0.8, straight);
  json["analysis"]["solver"] = "TrapezoidalIndex2";
  EXPECT_EQ(attempt(json.dump()).stop().reason, Stop::Reason::unsupported);
  json["objects"].back()["constrainRotations"] = {0, 1, 0};
  const auto refused = loadModel(json.dump());
  ASSERT_EQ(refused.issues.size(), 1u);
  EXPECT_EQ(refused.issues[0].pointer, "/objects/" + std::to_string(json["objects"].size() - 1) + "/constrainRotations");
}

}  // namespace
}  // namespace slipstick::testing
