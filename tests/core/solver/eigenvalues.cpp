// Eigenvalues of stiff and soft, damped and undamped, conservative and non-conservative systems.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/math/complex.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

using Matrix = std::vector<std::vector<double>>;

/// The eigenvalues of M q̈ + D q̇ + K q = 0 with a positive imaginary part, in their order.
std::vector<Eigenvalue> eigenvaluesOf(const Matrix& mass, const Matrix& damping, const Matrix& stiffness) {
  const std::vector<double> zeros(mass.size(), 0.0);
  const Json document{
      {"slipstick", 1},
      {"nodes",
       {{{"type", "GenericODE2"},
         {"numberOfODE2Coordinates", mass.size()},
         {"initialCoordinates", zeros},
         {"initialCoordinates_t", zeros}}}},
      {"objects",
       {{{"type", "GenericODE2"}, {"nodeNumbers", {0}}, {"massMatrix", mass}, {"stiffnessMatrix", stiffness}, {"dampingMatrix", damping}}}},
      {"analysis", {{"type", "eigenvalues"}}}};
  Recorded motion = run(document.dump());
  std::vector<Eigenvalue> values;
  for (const Eigenvalue& value : motion.simulation().eigenvalues().at(0))
    if (value.imaginary > 0) values.push_back(value);
  std::sort(values.begin(), values.end(), [](const Eigenvalue& a, const Eigenvalue& b) { return a.imaginary < b.imaginary; });
  return values;
}

// m λ² + d λ + k = 0 with k 0.01 N/m, m 0.01 kg, d 9e-4 N s/m: single, with an equal one, and with one that is 1e12 times as stiff.
TEST(Eigenvalues, KeepSmallDampingBesideLargeStiffness) {
  const double real = -0.045, imaginary = std::sqrt(1 - real * real);
  for (const double stiffness : {1.0, 1e6, 1e10}) {
    const auto values = eigenvaluesOf({{1, 0}, {0, 0.01}}, {{0, 0}, {0, 9e-4}}, {{stiffness, 0}, {0, 0.01}});
    ASSERT_EQ(values.size(), 2u);
    const double rounding = 1e-14 * std::sqrt(stiffness);
    const Eigenvalue& soft = values[0];
    EXPECT_NEAR(soft.real, real, 1e-14 + rounding) << stiffness;
    EXPECT_NEAR(soft.imaginary, imaginary, 1e-14 + rounding) << stiffness;
    EXPECT_NEAR(values[1].imaginary, std::sqrt(stiffness), 1e-15 * stiffness + 1e-6) << stiffness;
  }
}

// Eigenvalues of undamped vibrations have an exactly zero real part, in any units.
TEST(Eigenvalues, AreRefusedForTooLargeMatrices) {
  Json document{{"slipstick", 1}, {"analysis", {{{"type", "eigenvalues"}}}}};
  for (int i = 0; i < 6667; ++i) {
    const std::string name = "m" + std::to_string(i);
    document["nodes"].push_back({{"type", "Point"}, {"name", name}});
    document["objects"].push_back({{"type", "MassPoint"}, {"nodeNumber", i}, {"physicsMass", 1}});
  }
  const Recorded large = attempt(document.dump());
  EXPECT_EQ(large.status(), Simulation::Status::failed);
  EXPECT_NE(large.stop().message.find("20001 coordinates and constraints; eigenvalues are computed for at most 20000"), std::string::npos)
      << large.stop().message;
}

TEST(Eigenvalues, OfConservativeSystemsAreImaginary) {
  for (const double unit : {1e-9, 1.0, 1e9}) {
    const auto values = eigenvaluesOf({{unit, 0}, {0, 2 * unit}}, {{0, 0}, {0, 0}}, {{200 * unit, -100 * unit}, {-100 * unit, 100 * unit}});
    ASSERT_EQ(values.size(), 2u);
    // λ⁴ + 250 λ² + 5000 = 0
    const double squares[] = {125 - std::sqrt(125 * 125 - 5000), 125 + std::sqrt(125 * 125 - 5000)};
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(values[i].real, 0);
      EXPECT_NEAR(values[i].imaginary, std::sqrt(squares[i]), 1e-13);
    }
  }
}

// K = [a b; −b c]: −λ² = (a + c)/2 ± √((a − c)²/4 − b²), which becomes complex if b outweighs the difference of a and c.
TEST(Eigenvalues, SeeFlutterBesideLargeStiffness) {
  for (const double stiffness : {1.0, 1e10}) {
    const double a = 1, c = 1.2, b = 0.2;
    const auto values = eigenvaluesOf({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, Matrix(3, std::vector<double>(3, 0.0)),
                                      {{a, b, 0}, {-b, c, 0}, {0, 0, 7 * stiffness}});
    ASSERT_EQ(values.size(), 3u);
    const double half = (a + c) / 2, beside = std::sqrt(b * b - (a - c) * (a - c) / 4), size = std::sqrt(half * half + beside * beside);
    const double imaginary = std::sqrt((size + half) / 2), real = std::sqrt((size - half) / 2);
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(std::abs(values[i].real), real, 1e-9) << stiffness;
      EXPECT_NEAR(values[i].imaginary, imaginary, 1e-9) << stiffness;
    }
    EXPECT_NEAR(values[0].real + values[1].real, 0, 1e-9);
  }
}

/// A clamped column of length 1 m, EI 1 N m² and 1 kg/m in 24 elements, with a follower load on its end. Returns the largest real part.
double growth(double load) {
  constexpr int elements = 24;
  Json nodes = Json::array({{{"type", "PointGround"}}}), objects = Json::array(), markers = Json::array();
  for (int i = 0; i <= elements; ++i) nodes.push_back({{"type", "RigidBody2D"}, {"referenceCoordinates", {double(i) / elements, 0, 0}}});
  for (int i = 1; i <= elements; ++i)
    objects.push_back({{"type", "BeamGeometricallyExact2D"},
                       {"nodeNumbers", {i, i + 1}},
                       {"physicsLength", 1.0 / elements},
                       {"physicsMassPerLength", 1},
                       {"physicsCrossSectionInertia", 1e-8},
                       {"physicsBendingStiffness", 1},
                       {"physicsAxialStiffness", 1e6},
                       {"physicsShearStiffness", 1e6}});
  markers.push_back({{"type", "NodeCoordinate"}, {"nodeNumber", 0}, {"coordinate", 0}});
  for (int i = 0; i < 3; ++i) {
    markers.push_back({{"type", "NodeCoordinate"}, {"nodeNumber", 1}, {"coordinate", i}});
    objects.push_back({{"type", "ConnectorCoordinate"}, {"markerNumbers", {0, i + 1}}});
  }
  markers.push_back({{"type", "NodeRigid"}, {"nodeNumber", elements + 1}});
  const Json loads = Json::array({{{"type", "ForceVector"}, {"markerNumber", 4}, {"loadVector", {-load, 0, 0}}, {"bodyFixed", true}}});
  const Json document{{"slipstick", 1},     {"nodes", nodes}, {"objects", objects},
                      {"markers", markers}, {"loads", loads}, {"analysis", {{{"type", "static"}}, {{"type", "eigenvalues"}}}}};
  Recorded motion = run(document.dump());
  double largest = 0;
  for (const Eigenvalue& value : motion.simulation().eigenvalues().at(0)) largest = std::max(largest, value.real);
  return largest;
}

// Beck's column flutters from 20.05 EI / L² (M. Beck, Z. angew. Math. Phys. 3 (1952), 225-228) and never buckles: Euler's load would be
// 2.47 EI / L². Elements of constant curvature have an error of about (π / 24)².
TEST(Eigenvalues, FindTheCriticalLoadOfBecksColumn) {
  EXPECT_LT(growth(10), 1e-4);
  EXPECT_LT(growth(19.6), 1e-4);
  EXPECT_GT(growth(20.5), 0.5);
}

/// A constraint at velocity level fixes the only coordinate's velocity, but not its position.
TEST(Eigenvalues, AreZeroForPositionsWhoseSpeedIsHeld) {
  Recorded held = run(R"({"slipstick": 1, "nodes": [{"type": "1D"}, {"type": "PointGround"}],
    "objects": [{"type": "Mass1D", "nodeNumber": 0, "physicsMass": 2},
                {"type": "ConnectorCoordinate", "markerNumbers": [1, 0], "velocityLevel": true}],
    "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}, {"type": "NodeCoordinate", "nodeNumber": 1, "coordinate": 0}],
    "analysis": {"type": "eigenvalues", "computeModes": true}})");
  const auto& values = held.simulation().eigenvalues().at(0);
  ASSERT_EQ(values.size(), 1u);
  EXPECT_EQ(values[0].real, 0);
  EXPECT_EQ(values[0].imaginary, 0);
}

// A pendulum that swings about the y axis, with its centre of mass 0.5 m from the hinge: position and rotation are coupled.
TEST(Eigenvalues, MovePosesAsTheBodySwings) {
  for (const char* node : {"RigidBodyEP", "RigidBodyRxyz", "RigidBodyRotVecLG"}) {
    const Json body{{"type", "RigidBody"},
                    {"name", "rod"},
                    {"nodeType", node},
                    {"inertia", {{"mass", 2}, {"inertia6D", {0.1, 0.1, 0.1, 0, 0, 0}}}},
                    {"referencePosition", {0, 0, -0.5}},
                    {"gravity", {0, 0, -9.81}}};
    const Json hinge{{"type", "RevoluteJoint"}, {"bodies", {nullptr, "rod"}}, {"position", {0, 0, 0}}, {"axis", {0, 1, 0}}};
    Recorded motion = run(Json{{"slipstick", 1}, {"create", {body, hinge}}, {"analysis", {{"type", "eigenvalues"}}}}.dump());
    const ModeShapes& modes = motion.simulation().modeShapes().at(0);
    ASSERT_EQ(modes.poses.size(), 7u) << node;
    EXPECT_NEAR(modes.poses[2], -0.5, 1e-15);
    ASSERT_EQ(modes.shapes.size(), 2u) << node;
    const auto& shape = modes.shapes[0];
    const double turn = 2 * shape[5].real();  // about y: a quarter turn has (√½, 0, √½, 0)
    EXPECT_GT(std::abs(turn), 0.1) << node;
    EXPECT_NEAR(shape[0].real(), -0.5 * turn, 1e-9) << node;
    for (const int still : {1, 2, 3, 4, 6}) EXPECT_NEAR(abs(shape[still]), 0, 1e-9) << node << " " << still;
  }
}

}  // namespace
}  // namespace slipstick::testing
