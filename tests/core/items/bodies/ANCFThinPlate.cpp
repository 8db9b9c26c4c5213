// Compiled separately: other elements define the same names. The thin plate: hand-computed values and published deflections.

#include <gtest/gtest.h>

#include <cmath>

#include "core/math/rotations.h"
#include "tests/core/items/bodies/element.h"

namespace slipstick::testing {
namespace {

const Vector3 corners[4] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}};

/// Nine coordinates of a node.
Values node(const Vector3& place, const Vector3& x, const Vector3& y) {
  Values result;
  for (const Vector3& v : {place, x, y}) result.insert(result.end(), {v.x, v.y, v.z});
  return result;
}

/// One element of 2 m along x and 1 m along y, between nodes with given coordinates and velocities.
struct Plate {
  std::array<Values, 4> references, coordinates, rates;
  Json more = {{"physicsThickness", {0.1}},
               {"physicsStrainCoefficients", Json::array({{{1000, 300, 0}, {300, 800, 0}, {0, 0, 350}}})},
               {"physicsCurvatureCoefficients", Json::array({{{5, 1, 0}, {1, 4, 0}, {0, 0, 2}}})}};

  Plate() {
    for (int i = 0; i < 4; ++i) {
      references[i] = coordinates[i] = node(corners[i], {1, 0, 0}, {0, 1, 0});
      rates[i] = Values(9, 0.0);
    }
  }
  std::string document(const std::string& output = "", const Vector3& at = {}) const {
    Json json{{"slipstick", 1}};
    for (int i = 0; i < 4; ++i) {
      Values displacement = coordinates[i];
      for (int k = 0; k < 9; ++k) displacement[k] -= references[i][k];
      json["nodes"].push_back({{"type", "PointSlope12"},
                               {"referenceCoordinates", references[i]},
                               {"initialCoordinates", displacement},
                               {"initialVelocities", rates[i]}});
    }
    Json element{{"type", "ANCFThinPlate"}, {"name", "element"}, {"nodeNumbers", {0, 1, 2, 3}}};
    element.update(more);
    json["objects"] = {element};
    if (!output.empty())
      json["sensors"] = {
          {{"type", "Body"}, {"bodyNumber", "element"}, {"localPosition", {at.x, at.y, at.z}}, {"outputVariableType", output}}};
    return json.dump();
  }
  Values forces() const { return forcesOf(document()); }
  Values output(const std::string& variable, const Vector3& at = {}, const Values& accelerations = {}) const {
    return outputOf(document(variable, at), accelerations);
  }
  /// Moves all nodes as f maps positions, with its derivatives along x and y.
  template <class F>
  void deform(F f) {
    const double step = 1e-4;  // exact to rounding: f is a polynomial of second order
    for (int i = 0; i < 4; ++i) {
      const auto& [x, y, z] = corners[i];
      const auto slope = [&](double dx, double dy) { return (1 / (2 * step)) * (f(x + dx, y + dy) - f(x - dx, y - dy)); };
      coordinates[i] = node(f(x, y), slope(step, 0), slope(0, step));
    }
  }
};

/// The work of forces for changes of the coordinates.
double work(const Values& forces, const std::array<Values, 4>& from, const std::array<Values, 4>& to) {
  double sum = 0;
  for (int i = 0; i < 36; ++i) sum += forces[i] * (to[i / 9][i % 9] - from[i / 9][i % 9]);
  return sum;
}

TEST(ANCFThinPlate, ResistsStretchAndShear) {
  Plate plate, shifted;
  plate.deform([](double x, double y) { return Vector3{1.1 * x + 0.2 * y, 0.9 * y, 0}; });
  const Vector3 strain{(1.21 - 1) / 2, (0.85 - 1) / 2, 0.22};  // r_x = (1.1, 0), r_y = (0.2, 0.9)
  const Vector3 force{1000 * strain.x + 300 * strain.y, 300 * strain.x + 800 * strain.y, 350 * strain.z};
  for (const Vector3& at : {Vector3{0, 0, 0}, {0.7, -0.4, 0.5}}) {
    expectNear(plate.output("StrainLocal", at), {strain.x, strain.y, 0, 0, 0, strain.z}, 1e-11);
    expectNear(plate.output("ForceLocal", at), {force.x, force.y, force.z}, 1e-8);
    expectNear(plate.output("StressLocal", at), {10 * force.x, 10 * force.y, 0, 0, 0, 10 * force.z}, 1e-7);
    expectNear(plate.output("Director2", at), {0.2, 0.9, 0}, 1e-11);
  }
  // The forces do the work of N on the rates of strain over 2 m²: δr_x = (0.3, 0) and δr_y = (0, 0.5) per unit.
  shifted.deform([](double x, double y) { return Vector3{1.4 * x + 0.2 * y, 1.4 * y, 0}; });
  const double rate = force.x * 0.33 + force.y * 0.45 + force.z * (0.3 * 0.2);
  EXPECT_NEAR(work(plate.forces(), plate.coordinates, shifted.coordinates), 2 * rate, 1e-7);
}

TEST(ANCFThinPlate, BendsAndTwists) {
  Plate plate;
  plate.deform([](double x, double y) {
    return Vector3{x, y, 0.1 * (x - 1) * (x - 1) + 0.05 * (y - 0.5) * (y - 0.5) + 0.07 * (x - 1) * (y - 0.5)};
  });
  const Vector3 curvature{0.2, 0.1, 0.14}, moment{5 * 0.2 + 0.1, 0.2 + 4 * 0.1, 2 * 0.14};  // in the middle, where the plate is level
  expectNear(plate.output("CurvatureLocal"), {curvature.x, curvature.y, curvature.z}, 1e-9);
  expectNear(plate.output("TorqueLocal"), {moment.x, moment.y, moment.z}, 1e-8);
  // ζ = 1 lies 0.05 above the middle surface, on the concave side, which is compressed.
  expectNear(plate.output("Position", {0, 0, 1}), {1, 0.5, 0.05}, 1e-9);
  expectNear(plate.output("StrainLocal", {0, 0, 1}), {-0.01, -0.005, 0, 0, 0, -0.007}, 1e-9);
  expectNear(plate.output("StressLocal", {0, 0, 1}), {-600 * moment.x, -600 * moment.y, 0, 0, 0, -600 * moment.z}, 1e-5);
}

TEST(ANCFThinPlate, HasForcesThatFollowFromItsEnergy) {
  // Far from the flat plate, for every integration rule, the forces are the gradient of the energy ½ N ε + ½ M κ, which the same rule sums
  // here at its points.
  const double g2 = std::sqrt(1 / 3.0);
  const std::vector<std::array<double, 2>> two{{-g2, 1}, {g2, 1}}, lobatto{{-1, 1 / 3.0}, {0, 4 / 3.0}, {1, 1 / 3.0}};
  Plate plate;
  plate.more["useReducedOrderIntegration"] = 1;
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 9; ++k) plate.coordinates[i][k] += 0.1 * std::sin(7 * i + 3 * k + 1);
  const auto energy = [&](double time) {
    Plate moved = plate;
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 9; ++k) moved.coordinates[i][k] += time * std::cos(5 * i + 2 * k);
    double sum = 0;
    const auto add = [&](const auto& rule, const char* strain, const char* force, bool engineering) {
      for (const auto& [x, wx] : rule)
        for (const auto& [y, wy] : rule) {
          const Values e = moved.output(strain, {x, y, 0}), n = moved.output(force, {x, y, 0});
          for (int k = 0; k < 3; ++k) sum += 0.5 * 0.5 * wx * wy * e[k == 2 && engineering ? 5 : k] * n[k];  // a quarter of 2 m²
        }
    };
    add(lobatto, "StrainLocal", "ForceLocal", true), add(two, "CurvatureLocal", "TorqueLocal", false);
    return sum;
  };
  const double step = 1e-5;
  const Values forces = plate.forces();
  double rate = 0;
  for (int i = 0; i < 36; ++i) rate += forces[i] * std::cos(5 * (i / 9) + 2 * (i % 9));
  EXPECT_NEAR(rate, (energy(step) - energy(-step)) / (2 * step), 1e-5);
}

TEST(ANCFThinPlate, FeelsNoForceInRigidMotion) {
  // A bent and skewed reference configuration, too.
  Plate plate;
  plate.deform([](double x, double y) { return Vector3{x + 0.1 * y, y, 0.1 * x * x}; });
  const Matrix3 turn = rotationX(0.7) * (rotationY(-1.1) * rotationZ(0.4));
  const Vector3 spin{0.5, -0.3, 2}, shift{3, 4, 5};
  plate.more["stiffnessProportionalDamping"] = 0.1;
  plate.references = plate.coordinates;
  for (int i = 0; i < 4; ++i)
    for (int v = 0; v < 3; ++v) {
      const double* from = plate.references[i].data() + 3 * v;
      const Vector3 turned = turn * Vector3{from[0], from[1], from[2]}, rate = cross(spin, turned);
      for (int k = 0; k < 3; ++k)
        plate.coordinates[i][3 * v + k] = turned[k] + (v == 0 ? shift[k] : 0), plate.rates[i][3 * v + k] = rate[k];
    }
  expectNear(plate.forces(), Values(36, 0.0), 1e-10);
  const Values position = plate.output("Position", {0.3, 0.5, 1}), velocity = plate.output("Velocity", {0.3, 0.5, 1});
  const Vector3 expected = cross(spin, Vector3{position[0], position[1], position[2]} - shift);
  expectNear(velocity, {expected.x, expected.y, expected.z}, 1e-12);
}

TEST(ANCFThinPlate, IsDampedByRatesOfStrain) {
  Plate plate;
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 9; ++k) plate.coordinates[i][k] += 0.1 * std::sin(7 * i + 3 * k + 1), plate.rates[i][k] = std::cos(5 * i + 2 * k);
  const double step = 1e-6;
  const auto moved = [&](double time, const char* output) {
    Plate result = plate;
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 9; ++k) result.coordinates[i][k] += time * plate.rates[i][k];
    return result.output(output, {0.3, -0.6, 0});
  };
  Plate damped = plate;
  damped.more["stiffnessProportionalDamping"] = 0.02;
  for (const double bending : {-1.0, 0.05}) {
    damped.more["bendingStiffnessProportionalDamping"] = bending;
    for (const char* output : {"ForceLocal", "TorqueLocal"}) {
      const Values after = moved(step, output), before = moved(-step, output), still = moved(0, output);
      const Values found = damped.output(output, {0.3, -0.6, 0});
      const double factor = output[0] == 'T' && bending > 0 ? 0.05 : 0.02;
      for (int k = 0; k < 3; ++k) EXPECT_NEAR(found[k] - still[k], factor * (after[k] - before[k]) / (2 * step), 1e-5) << output << k;
    }
  }
}

TEST(ANCFThinPlate, HasTheMassOfItsThickness) {
  // Thickness 0.1 to 0.3 along x: ρ ∫h dA = 5 · 0.2 · 2. For rotation about the middle line x = 1, the inertia is ρ ∫h (x − 1)² dA.
  Plate plate;
  plate.more["physicsDensity"] = 5;
  plate.more["physicsMassProportionalDamping"] = 0.5;
  for (const Json& thickness : {Json{0.1, 0.3, 0.3, 0.1}, Json{0.1, 0.1, 0, 0.3, 0.1, 0, 0.3, 0.1, 0, 0.1, 0.1, 0}}) {
    plate.more["physicsThickness"] = thickness;
    EvaluatedSystem system(load(plate.document()));
    State state = system.initial();
    const auto twiceEnergy = [&](const Vector3& spin, const Vector3& speed) {
      for (int i = 0; i < 12; ++i) {
        const Vector3 v = i % 3 == 0 ? corners[i / 3] - Vector3{1, 0, 0} : Vector3{i % 3 == 1 ? 1.0 : 0, i % 3 == 2 ? 1.0 : 0, 0};
        const Vector3 rate = cross(spin, v) + (i % 3 == 0 ? speed : Vector3{});
        for (int k = 0; k < 3; ++k) state.q_tt[3 * i + k] = rate[k];
      }
      Values force(36);
      system.residual(state, ConstraintLevel::position, 1, force.data(), nullptr);
      double sum = 0;
      for (int i = 0; i < 36; ++i) sum += force[i] * state.q_tt[i];
      return sum;
    };
    EXPECT_NEAR(twiceEnergy({}, {0, 0, 1}), 2, 1e-13);
    EXPECT_NEAR(twiceEnergy({0, 1, 0}, {}), 5 * 0.2 * 2 / 3, 1e-13);
    expectNear(plate.output("ForceLocal", {1, 0, 0}), {0, 0, 0});
  }
  plate.rates[0] = plate.rates[1] = plate.rates[2] = plate.rates[3] = {0, 0, 1, 0, 0, 0, 0, 0, 0};
  const Values forces = plate.forces();
  EXPECT_NEAR(forces[2] + forces[11] + forces[20] + forces[29], 0.5 * 2, 1e-13);
}

TEST(ANCFThinPlate, HasAStiffnessThatDependsOnItsThickness) {
  // D_ε = 1000 at h = 0.1: twice the thickness doubles D_ε and gives D_κ = 1000 · 2 · 0.2²/12.
  Plate plate;
  plate.more["physicsThickness"] = {0.1, 0.3, 0.3, 0.1};
  plate.deform([](double x, double y) { return Vector3{x, y, 0.1 * (x - 1) * (x - 1)}; });
  expectNear(plate.output("TorqueLocal"), {2000 * 0.04 / 12 * 0.2, 600 * 0.04 / 12 * 0.2, 0}, 1e-8);
  plate.deform([](double x, double y) { return Vector3{1.1 * x, y, 0}; });
  expectNear(plate.output("ForceLocal"), {2000 * 0.105, 600 * 0.105, 0}, 1e-8);
}

/// The central deflection of a square plate of n × n elements under a uniform load lumped to the nodes, as a multiple of q a⁴/D. Only
/// motion along z is free.
double deflection(int n, bool clamped) {
  const double stiffness = 2e11 * 1e-6 / (12 * (1 - 0.09));  // 10 mm of steel
  Json json{{"slipstick", 1}};
  json["nodes"].push_back({{"type", "PointGround"}, {"name", "ground"}});
  json["markers"].push_back({{"type", "NodeCoordinate"}, {"name", "ground"}, {"nodeNumber", "ground"}, {"coordinate", 0}});
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const int number = 1 + i + j * (n + 1);
      const double x = static_cast<double>(i) / n, y = static_cast<double>(j) / n;
      json["nodes"].push_back({{"type", "PointSlope12"}, {"referenceCoordinates", {x, y, 0, 1, 0, 0, 0, 1, 0}}});
      const bool left = i == 0 || i == n, below = j == 0 || j == n;
      const std::string place = "place " + std::to_string(number);
      json["markers"].push_back({{"type", "NodePosition"}, {"name", place}, {"nodeNumber", number}});
      json["loads"].push_back({{"type", "ForceVector"}, {"markerNumber", place}, {"loadVector", {0, 0, -1e-3 / (n * n)}}});
      std::vector<int> held{0, 1, 3, 4, 6, 7};
      if (left || below) held.push_back(2);
      if (below || (clamped && left)) held.push_back(5);
      if (left || (clamped && below)) held.push_back(8);
      for (const int coordinate : held) {
        const std::string name = std::to_string(number) + " " + std::to_string(coordinate);
        json["markers"].push_back({{"type", "NodeCoordinate"}, {"name", name}, {"nodeNumber", number}, {"coordinate", coordinate}});
        json["objects"].push_back({{"type", "ConnectorCoordinate"}, {"markerNumbers", {"ground", name}}});
      }
    }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const int first = 1 + i + j * (n + 1);
      const std::string name = "plate " + std::to_string(first);
      const auto matrix = [](double d) { return Json::array({Json::array({{d, 0.3 * d, 0}, {0.3 * d, d, 0}, {0, 0, 0.35 * d}})}); };
      json["objects"].push_back({{"type", "ANCFThinPlate"},
                                 {"name", name},
                                 {"nodeNumbers", {first, first + 1, first + n + 2, first + n + 1}},
                                 {"physicsThickness", {0.01}},
                                 {"physicsStrainCoefficients", matrix(12e4 * stiffness)},
                                 {"physicsCurvatureCoefficients", matrix(stiffness)}});
    }
  const int middle = 1 + n / 2 * (n + 2);
  json["sensors"].push_back({{"type", "Node"}, {"name", "middle"}, {"nodeNumber", middle}, {"outputVariableType", "Displacement"}});
  json["analysis"].push_back({{"type", "static"}, {"numberOfLoadSteps", 1}});
  return -run(json.dump()).last("middle", 2) * stiffness / 1e-3;  // q = 1 mPa, a = 1 m
}

TEST(ANCFThinPlate, SagsAsPublished) {
  // O. C. Zienkiewicz, The Finite Element Method, table of square plates with rectangular elements of 12 parameters, which have the same
  // shapes. Supported at all edges: 0.003446 with 2 × 2 elements, 0.003939 with 4 × 4 and 0.004062 exactly (Timoshenko). Clamped: 0.001480,
  // 0.001403 and 0.00126.
  EXPECT_NEAR(deflection(2, false), 0.003446, 5e-7);
  EXPECT_NEAR(deflection(4, false), 0.003939, 5e-7);
  EXPECT_NEAR(deflection(2, true), 0.001480, 5e-7);
  EXPECT_NEAR(deflection(4, true), 0.001403, 5e-7);
}

}  // namespace
}  // namespace slipstick::testing
