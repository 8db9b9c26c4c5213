// Compiled separately: BeamGeometricallyExact2D defines a Beam, too. The spatial beam element: hand-computed values.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/core/items/bodies/element.h"

namespace slipstick::testing {
namespace {

constexpr double pi = std::numbers::pi;

/// An element of length 2 on nodes at (0, 0, 0) and (2, 0, 0) with rotation vectors, and with given displacements and velocities.
struct Beam {
  Values start = Values(6, 0.0), end = Values(6, 0.0);
  Values startRates = Values(6, 0.0), endRates = Values(6, 0.0);
  Json more = {{"physicsAxialShearStiffness", {50, 30, 20}}, {"physicsTorsionalBendingStiffness", {3, 5, 7}}};

  std::string document(const std::string& output = "", const Vector3& at = {}) const {
    Json json{{"slipstick", 1}};
    const auto node = [](int x, const Values& coordinates, const Values& rates) {
      return Json{{"type", "RigidBodyRotVecLG"},
                  {"referenceCoordinates", {x, 0, 0, 0, 0, 0}},
                  {"initialCoordinates", coordinates},
                  {"initialVelocities", rates}};
    };
    json["nodes"] = {node(0, start, startRates), node(2, end, endRates)};
    return withElement(std::move(json), "BeamGeometricallyExact3D", more, output, at);
  }
  Values forces() const { return forcesOf(document()); }
  Values output(const std::string& variable, const Vector3& at = {}) const { return outputOf(document(variable, at)); }
};

TEST(BeamGeometricallyExact3D, ResistsStretchShearAndTorsion) {
  Beam beam;
  beam.end = {0.2, 0, 0, 0, 0, 0};  // 10 % strain
  expectNear(beam.forces(), {-5, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0});
  expectNear(beam.output("StrainLocal"), {0.1, 0, 0, 0, 0, 0});
  beam.end = {0, 0.4, 0, 0, 0, 0};  // γ = 0.2, Q = 6; the couple of the shear forces rotates the ends
  expectNear(beam.forces(), {0, -6, 0, 0, 0, -6, 0, 6, 0, 0, 0, -6});
  expectNear(beam.output("ForceLocal"), {0, 6, 0});
  beam.end = {0, 0, 0.4, 0, 0, 0};  // the same along z
  expectNear(beam.forces(), {0, 0, -4, 0, 4, 0, 0, 0, 4, 0, 4, 0});
  expectNear(beam.output("StrainLocal"), {0, 0, 0, 0, 0.2, 0});
  beam.end = {0, 0, 0, 0.5, 0, 0};  // twist of 0.25 rad/m
  expectNear(beam.forces(), {0, 0, 0, -0.75, 0, 0, 0, 0, 0, 0.75, 0, 0});
  expectNear(beam.output("CurvatureLocal"), {0.25, 0, 0});
  expectNear(beam.output("TorqueLocal"), {0.75, 0, 0});
}

/// An arc about z of radius 2/0.6.
Beam arc() {
  Beam beam;
  beam.end = {2 * (std::sin(0.6) / 0.6 - 1), 2 * (1 - std::cos(0.6)) / 0.6, 0, 0, 0, 0.6};
  return beam;
}

TEST(BeamGeometricallyExact3D, BendsIntoAnArc) {
  const Beam beam = arc();
  expectNear(beam.forces(), {0, 0, 0, 0, 0, -2.1, 0, 0, 0, 0, 0, 2.1});
  expectNear(beam.output("StrainLocal"), Values(6, 0.0));
  expectNear(beam.output("TorqueLocal"), {0, 0, 2.1});
  const double radius = 2 / 0.6;
  for (const double x : {-1.0, -0.4, 0.0, 1.0}) {
    const double angle = 0.3 * (x + 1), across = radius - 0.05;  // of a point 0.05 nearer to the centre of the arc
    expectNear(beam.output("Position", {x, 0.05, 0.1}), {across * std::sin(angle), radius - across * std::cos(angle), 0.1});
    expectNear(beam.output("Displacement", {x, 0.05, 0.1}),
               {across * std::sin(angle) - (x + 1), radius - across * std::cos(angle) - 0.05, 0});
    expectNear(beam.output("Rotation", {x, 0, 0}), {0, 0, angle});
  }
}

TEST(BeamGeometricallyExact3D, FeelsNoForceInRigidMotion) {
  Beam beam;
  // Rotated by 2π/3 about (1, 1, 1): x becomes y. With spin about z, the end at (3, 6, 5) moves along −x.
  const double turn = 2 * pi / 3 / std::sqrt(3.0);
  beam.start = {3, 4, 5, turn, turn, turn}, beam.end = {1, 6, 5, turn, turn, turn};
  beam.startRates = {0, 0, 0, 0, 5, 0}, beam.endRates = {-10, 0, 0, 0, 5, 0};  // local spins: z is the local y
  expectNear(beam.forces(), Values(12, 0.0), 1e-13);
  // The middle is 1 from the start along y; the point is offset by 0.5 along the local y.
  expectNear(beam.output("Position", {0, 0.5, 0}), {3, 5, 5.5});
  expectNear(beam.output("Velocity", {0.5, 0, 0.25}), {-7.5, 1.25, 0});
  expectNear(beam.output("AngularVelocity"), {0, 0, 5});
}

TEST(BeamGeometricallyExact3D, MovesOnArcsInTime) {
  // The velocity of a section is the rate of its position, also far from a rigid motion.
  Beam beam = arc();
  beam.startRates = {0.1, -0.3, 0.2, 0.5, -0.4, 0.3}, beam.endRates = {-0.2, 0.4, 0.6, -0.3, 0.2, 0.7};
  const Vector3 at{0.3, 0.1, -0.2};
  const double step = 1e-6;
  const auto moved = [&](double time) {
    EvaluatedSystem system(load(beam.document("Position", at)));
    State state = system.initial();
    Values increment = state.q_t;
    for (double& value : increment) value *= time;
    const Values q = state.q;
    system.compose(q.data(), increment.data(), state.q.data());
    system.update(state);
    Values result(3);
    system.sensor(0, result.data());
    return result;
  };
  const Values after = moved(step), before = moved(-step), velocity = beam.output("Velocity", at);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(velocity[i], (after[i] - before[i]) / (2 * step), 1e-9) << i;
}

TEST(BeamGeometricallyExact3D, HasTheMassOfItsLength) {
  Beam beam;
  beam.more = {{"physicsMassPerLength", 3}, {"physicsCrossSectionInertia", {{0.6, 0, 0}, {0, 0.2, 0.1}, {0, 0.1, 0.4}}}};
  EvaluatedSystem system(load(beam.document()));
  State state = system.initial();
  Values force(12);
  state.q_tt = {1, 2, 4, 1, 0, 0, 0, 0, 0, 0, 1, 0};  // a third of the length 2 for the node itself, a sixth for the other
  system.residual(state, ConstraintLevel::position, 1, force.data(), nullptr);
  const double third = 2.0 / 3, sixth = 1.0 / 3;
  expectNear(force, {3 * third, 6 * third, 12 * third, 0.6 * third, 0.2 * sixth, 0.1 * sixth,  //
                     3 * sixth, 6 * sixth, 12 * sixth, 0.6 * sixth, 0.2 * third, 0.1 * third});
  // ω × J ω of a spin about y that grows from 0 to 1: 0.1 about x times s². The nodes receive ∫(1 − s) s² 2 ds and ∫s³ 2 ds of it.
  beam.endRates = {0, 0, 0, 0, 1, 0};
  expectNear(beam.forces(), {0, 0, 0, 0.1 / 6, 0, 0, 0, 0, 0, 0.1 / 2, 0, 0});
}

TEST(BeamGeometricallyExact3D, TurnsItsInertiaWithItsSections) {
  // A beam twisted by 90° from end to end. Both ends accelerate about the global x, y or z. The total is the sum over the sections, whose
  // axes y and z are rotated by the angle φ: J = 0.2 cos² φ + 0.6 sin² φ about the global y. Gauss's two points have φ = 45° ∓ 26°.
  Beam beam;
  beam.more = {{"physicsCrossSectionInertia", {{0.5, 0, 0}, {0, 0.2, 0}, {0, 0, 0.6}}}};
  beam.end = {0, 0, 0, pi / 2, 0, 0};
  EvaluatedSystem system(load(beam.document()));
  State state = system.initial();
  Values force(12);
  state.q_tt = {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, -1};  // the second node's z is the global −y
  system.residual(state, ConstraintLevel::position, 1, force.data(), nullptr);
  double sum = 0;
  for (const double sign : {-1.0, 1.0}) {
    const double angle = pi / 4 * (1 + sign / std::sqrt(3.0));
    sum += 0.2 * std::pow(std::cos(angle), 2) + 0.6 * std::pow(std::sin(angle), 2);
  }
  EXPECT_NEAR(force[4] - force[11], sum, 1e-14);
}

/// A massless cantilever of length 1 along x of equal elements, with a load on its free end.
std::string cantilever(int elements, const Json& load, const char* node = "RigidBodyEP") {
  Json json{{"slipstick", 1}};
  json["objects"].push_back({{"type", "Ground"}, {"name", "wall"}});
  for (int i = 0; i <= elements; ++i) {
    Json place{static_cast<double>(i) / elements, 0, 0};
    for (const double value : {1, 0, 0, 0}) place.push_back(value);
    if (node != std::string("RigidBodyEP")) place.erase(3);
    json["nodes"].push_back({{"type", node}, {"referenceCoordinates", place}});
  }
  json["markers"] = {{{"type", "BodyRigid"}, {"name", "wall"}, {"bodyNumber", "wall"}},
                     {{"type", "NodeRigid"}, {"name", "start"}, {"nodeNumber", 0}},
                     {{"type", "NodeRigid"}, {"name", "end"}, {"nodeNumber", elements}}};
  json["objects"].push_back({{"type", "JointGeneric"}, {"markerNumbers", {"wall", "start"}}});
  for (int i = 0; i < elements; ++i)
    json["objects"].push_back({{"type", "BeamGeometricallyExact3D"},
                               {"physicsLength", 1.0 / elements},
                               {"nodeNumbers", {i, i + 1}},
                               {"physicsAxialShearStiffness", {1e4, 400, 500}},
                               {"physicsTorsionalBendingStiffness", {3, 20, 2}}});
  json["loads"].push_back(load);
  for (const char* output : {"Displacement", "RotationMatrix"})
    json["sensors"].push_back({{"type", "Node"}, {"name", output}, {"nodeNumber", elements}, {"outputVariableType", output}});
  json["analysis"].push_back({{"type", "static"}, {"numberOfLoadSteps", 10}});
  return json.dump();
}

TEST(BeamGeometricallyExact3D, BendsAndShearsAsTimoshenkosBeam) {
  // w = F L³/(3 EI) + F L/GA, about z and about y; mean strains of n elements yield (1 − 1/(4 n²)) of the first term.
  for (const int elements : {4, 16}) {
    const double part = 1 - 0.25 / (elements * elements);
    const Recorded across = run(cantilever(elements, {{"type", "ForceVector"}, {"markerNumber", "end"}, {"loadVector", {0, -1e-4, 2e-4}}}));
    EXPECT_NEAR(across.last("Displacement", 1), -1e-4 * (part / 6 + 1.0 / 400), 1e-9) << elements;
    EXPECT_NEAR(across.last("Displacement", 2), 2e-4 * (part / 60 + 1.0 / 500), 1e-9) << elements;
  }
}

TEST(BeamGeometricallyExact3D, RollsUpToAFullCircle) {
  // M = 2π EI/L. Elements are arcs, so any number of them closes the circle exactly.
  const Json torque{{"type", "TorqueVector"}, {"markerNumber", "end"}, {"loadVector", {0, 0, 2 * pi * 2}}};
  for (const char* node : {"RigidBodyEP", "RigidBodyRxyz"}) {
    const Recorded result = run(cantilever(5, torque, node));
    expectNear({result.last("Displacement"), result.last("Displacement", 1), result.last("Displacement", 2)}, {-1, 0, 0}, 1e-8);
    expectNear({result.last("RotationMatrix"), result.last("RotationMatrix", 1)}, {1, 0}, 1e-8);
  }
}

TEST(BeamGeometricallyExact3D, TwistsWithoutMovingItsAxis) {
  // ϑ = T L/GJ = 2
  const Recorded result = run(cantilever(3, {{"type", "TorqueVector"}, {"markerNumber", "end"}, {"loadVector", {6, 0, 0}}}));
  expectNear({result.last("Displacement"), result.last("Displacement", 1), result.last("Displacement", 2)}, {0, 0, 0}, 1e-9);
  expectNear({result.last("RotationMatrix", 4), result.last("RotationMatrix", 5)}, {std::cos(2.0), -std::sin(2.0)}, 1e-8);
}

/// The momentum of three elements of 1 kg at the first or last sample.
Vector3 momentum(const Recorded& result, bool last) {
  const double masses[] = {0.5, 1, 1, 0.5};
  Vector3 sum;
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 3; ++k) {
      const std::string name = "Velocity" + std::to_string(i);
      sum[k] += masses[i] * (last ? result.last(name, k) : result.first(name, k));
    }
  return sum;
}
/// The kinetic energy and strain energy of the elements, from ∫½ ρA v² of linear velocities and ½ N ε + ½ M κ, without spins.
double energy(const Recorded& result, bool last) {
  const auto value = [&](const std::string& name, int k) { return last ? result.last(name, k) : result.first(name, k); };
  double sum = 0;
  for (int e = 0; e < 3; ++e) {
    const std::string a = "Velocity" + std::to_string(e), b = "Velocity" + std::to_string(e + 1), element = std::to_string(e);
    for (int k = 0; k < 3; ++k) {
      const double u = value(a, k), v = value(b, k);
      sum += 0.5 * (u * u + u * v + v * v) / 3;
      sum += 0.5 * 0.5 * value("TorqueLocal" + element, k) * value("CurvatureLocal" + element, k);
      sum += 0.5 * 0.5 * value("ForceLocal" + element, k) * value("StrainLocal" + element, k == 0 ? 0 : 6 - k);
    }
  }
  return sum;
}

TEST(BeamGeometricallyExact3D, KeepsMomentumAndEnergyWithoutLoads) {
  // On nodes of all kinds.
  const char* kinds[] = {"RigidBodyRotVecLG", "RigidBodyEP", "RigidBodyRxyz", "RigidBodyRotVecLG"};
  Json json{{"slipstick", 1}};
  for (int i = 0; i < 4; ++i) {
    Json place{0.5 * i, 0, 0, 0, 0, 0}, rates{0, 0.5 * i, 0.2 * i * i, 0, 0.5, 0};
    if (i == 1) place = {0.5, 0, 0, 1, 0, 0, 0}, rates = {0, 0.5, 0.3, 0, 0.2, 0, 0};
    json["nodes"].push_back({{"type", kinds[i]}, {"referenceCoordinates", place}, {"initialVelocities", rates}});
    json["sensors"].push_back(
        {{"type", "Node"}, {"name", "Velocity" + std::to_string(i)}, {"nodeNumber", i}, {"outputVariableType", "Velocity"}});
  }
  for (int i = 0; i < 3; ++i) {
    for (const char* output : {"StrainLocal", "CurvatureLocal", "ForceLocal", "TorqueLocal"})
      json["sensors"].push_back(
          {{"type", "Body"}, {"name", output + std::to_string(i)}, {"bodyNumber", i}, {"outputVariableType", output}});
    json["objects"].push_back({{"type", "BeamGeometricallyExact3D"},
                               {"physicsLength", 0.5},
                               {"nodeNumbers", {i, i + 1}},
                               {"physicsMassPerLength", 2},
                               {"physicsCrossSectionInertia", {{2e-6, 0, 0}, {0, 1e-6, 0}, {0, 0, 1.5e-6}}},
                               {"physicsAxialShearStiffness", {400, 200, 300}},
                               {"physicsTorsionalBendingStiffness", {3, 2, 4}}});
  }
  json["analysis"].push_back({{"type", "dynamic"}, {"endTime", 1}, {"numberOfSteps", 2000}});
  const Recorded result = run(json.dump());
  const Vector3 before = momentum(result, false), after = momentum(result, true);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(after[k], before[k], 1e-9) << k;
  EXPECT_NEAR(energy(result, true), energy(result, false), 2e-3 * energy(result, false));  // the method has damping, and spins are left out
}

}  // namespace
}  // namespace slipstick::testing
