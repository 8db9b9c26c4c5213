// Compiled separately: other elements define a Beam, too. The beam element with cross-section slopes: hand-computed values and published
// results.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/math/rotations.h"
#include "tests/core/items/bodies/element.h"

namespace slipstick::testing {
namespace {

constexpr double pi = std::numbers::pi;

/// The nine coordinates of a node: position and slopes.
Values node(const Vector3& place, const Matrix3& turn = Matrix3::identity()) {
  Values result;
  for (const Vector3& v : {place, turn.column(1), turn.column(2)}) result.insert(result.end(), {v.x, v.y, v.z});
  return result;
}

/// An element of length 2 from (0, 0, 0) along x, between nodes with given coordinates and velocities.
struct Beam {
  Values start = node({}), end = node({2, 0, 0});
  Values startRates = Values(9, 0.0), endRates = Values(9, 0.0);
  Json more = {{"physicsAxialShearStiffness", {50, 30, 20}}, {"physicsTorsionalBendingStiffness", {3, 5, 7}}};

  std::string document(const std::string& output = "", const Vector3& at = {}) const {
    Json json{{"slipstick", 1}};
    const auto entry = [](const Values& reference, const Values& coordinates, const Values& rates) {
      Values displacements = coordinates;
      for (int i = 0; i < 9; ++i) displacements[i] -= reference[i];
      return Json{{"type", "PointSlope23"},
                  {"referenceCoordinates", reference},
                  {"initialCoordinates", displacements},
                  {"initialVelocities", rates}};
    };
    json["nodes"] = {entry(node({}), start, startRates), entry(node({2, 0, 0}), end, endRates)};
    return withElement(std::move(json), "ANCFBeam", more, output, at);
  }
  Values forces() const { return forcesOf(document()); }
  Values output(const std::string& variable, const Vector3& at = {}, const Values& accelerations = {}) const {
    return outputOf(document(variable, at), accelerations);
  }
};

TEST(ANCFBeam, ResistsStretchAndShear) {
  Beam beam;
  beam.end = node({2.2, 0, 0});  // 10 % strain
  expectNear(beam.forces(), {-5, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0});
  expectNear(beam.output("StrainLocal"), {0.1, 0, 0, 0, 0, 0});
  beam.end = node({2, 0.4, 0});  // γ = 0.2, Q = 6; the couple of the shear forces rotates the sections, by r_y
  expectNear(beam.forces(), {0, -6, 0, 6, 0, 0, 0, 0, 0, 0, 6, 0, 6, 0, 0, 0, 0, 0});
  expectNear(beam.output("ForceLocal"), {0, 6, 0});
  beam.end = node({2, 0, 0.4});  // the same along z, by r_z
  expectNear(beam.forces(), {0, 0, -4, 0, 0, 0, 4, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0});
  expectNear(beam.output("StrainLocal"), {0, 0, 0, 0, 0.2, 0});
}

TEST(ANCFBeam, TwistsAndBends) {
  // Slopes vary linearly between the ends: their mean has the length cos(φ/2), and they rotate by 2 tan(φ/2)/L in the middle.
  const double angle = 0.6, rate = std::tan(0.3);
  const std::array<Matrix3, 3> turns{rotationX(angle), rotationY(angle), rotationZ(angle)};
  const double stiffness[] = {3, 5, 7};
  for (int i = 0; i < 3; ++i) {
    Beam beam;
    beam.end = node({2, 0, 0}, turns[i]);
    beam.more["physicsAxialShearStiffness"] = {0, 0, 0};
    Values curvature(3, 0.0), moment(3, 0.0), angles(3, 0.0);
    curvature[i] = rate, moment[i] = stiffness[i] * rate, angles[i] = angle / 2;
    expectNear(beam.output("CurvatureLocal"), curvature);
    expectNear(beam.output("TorqueLocal"), moment);
    expectNear(beam.output("Rotation"), angles);
    // The moment rotates the ends against each other: δκ = δφ (1 + tan²(φ/2))/L, the work of M L.
    const Values forces = beam.forces();
    Vector3 torque;
    for (int slope = 1; slope < 3; ++slope)
      torque += cross(turns[i].column(slope), Vector3{forces[9 + 3 * slope], forces[10 + 3 * slope], forces[11 + 3 * slope]});
    EXPECT_NEAR(torque[i], moment[i] * (1 + rate * rate), 1e-13);
  }
}

TEST(ANCFBeam, ResistsChangesOfItsCrossSection) {
  Beam beam;
  beam.more["crossSectionPenaltyFactor"] = {2, 3, 0.1};
  beam.end = node({2, 0, 0});
  beam.end[4] = 1.2;  // E_yy = 0.22, with 2 EA L/2
  expectNear(beam.forces(), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100 * 0.22 * 1.2, 0, 0, 0, 0});
  beam.end[4] = 1, beam.end[5] = 0.2;  // E_yy = 0.02, E_yz = 0.1 with 0.1 · 50: half of its force on each slope
  expectNear(beam.forces(), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0.4 + 0.25, 0, 0.25, 0.05});
  beam.end = node({2, 0, 0}), beam.endRates[8] = 0.5;
  beam.more["crossSectionDamping"] = {0, 0.02, 0};
  expectNear(beam.forces(), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5});
}

TEST(ANCFBeam, IsDampedByRatesOfStrain) {
  Beam beam;
  beam.more["physicsAxialShearDamping"] = {3, 4, 5}, beam.more["physicsTorsionalBendingDamping"] = {0.3, 0.4, 0.5};
  beam.endRates = {0.2, 0.4, 0.6, 0, 0, 0, 0, 0, 0};
  expectNear(beam.output("ForceLocal"), {0.3, 0.8, 1.5});
  // Far from the straight beam, damping forces are those of the strain rates, which are computed by differences.
  beam.start = node({0.1, 0.2, -0.1}, rotationX(0.3) * rotationZ(-0.2)), beam.end = node({1.8, 0.5, 0.4}, rotationY(0.5) * rotationX(0.9));
  for (int i = 0; i < 9; ++i) beam.startRates[i] = 0.1 * std::sin(i + 1), beam.endRates[i] = 0.2 * std::cos(2 * i);
  const double step = 1e-6;
  const auto moved = [&](double time, const char* output) {
    Beam result = beam;
    result.more["physicsAxialShearDamping"] = result.more["physicsTorsionalBendingDamping"] = {0, 0, 0};
    for (int i = 0; i < 9; ++i) result.start[i] += time * beam.startRates[i], result.end[i] += time * beam.endRates[i];
    return result.output(output);
  };
  const Values factors[] = {{3 / 50.0, 4 / 30.0, 5 / 20.0}, {0.1, 0.08, 0.5 / 7}};  // of the rates of elastic forces
  for (const char* output : {"ForceLocal", "TorqueLocal"}) {
    const Values after = moved(step, output), before = moved(-step, output), still = moved(0, output), found = beam.output(output);
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(found[k] - still[k], factors[output[0] == 'T'][k] * (after[k] - before[k]) / (2 * step), 1e-8) << output << k;
  }
}

TEST(ANCFBeam, FeelsNoForceInRigidMotion) {
  Beam beam;
  const Matrix3 turn = rotationX(0.7) * (rotationY(-1.1) * rotationZ(0.4));
  const Vector3 start{3, 4, 5}, along = turn.column(0), spin{0.5, -0.3, 2};
  beam.start = node(start, turn), beam.end = node(start + 2.0 * along, turn);
  const auto rates = [&](const Vector3& arm) {
    Values result;
    for (const Vector3& v : {arm, turn.column(1), turn.column(2)}) {
      const Vector3 rate = cross(spin, v);
      result.insert(result.end(), {rate.x, rate.y, rate.z});
    }
    return result;
  };
  beam.startRates = rates({}), beam.endRates = rates(2.0 * along);
  beam.more["physicsAxialShearDamping"] = beam.more["physicsTorsionalBendingDamping"] = beam.more["crossSectionDamping"] = {1, 1, 1};
  expectNear(beam.forces(), Values(18, 0.0), 1e-12);
  const Vector3 at{0.5, 0.2, -0.3}, arm = turn * Vector3{1.5, 0.2, -0.3}, velocity = cross(spin, arm);
  expectNear(beam.output("Position", at), {3 + arm.x, 4 + arm.y, 5 + arm.z});
  expectNear(beam.output("Velocity", at), {velocity.x, velocity.y, velocity.z});
  expectNear(beam.output("AngularVelocity", at), {spin.x, spin.y, spin.z});
  const Vector3 local = transposeTimes(turn, velocity);
  expectNear(beam.output("VelocityLocal", at), {local.x, local.y, local.z});
}

TEST(ANCFBeam, HasTheInertiaOfItsSectionsInAllDirections) {
  // The kinetic energy of a beam that rotates about its middle: ρA L³/12 and J L about the transverse axes, J_yy + J_zz about the
  // longitudinal axis.
  for (const Matrix3& turn : {Matrix3::identity(), rotationZ(pi / 2), rotationX(0.4) * rotationY(1.2)}) {
    Beam beam;
    beam.more = {{"physicsMassPerLength", 3}, {"physicsCrossSectionInertia", {{0.6, 0, 0}, {0, 0.2, -0.1}, {0, -0.1, 0.4}}}};
    beam.start = node(-1.0 * turn.column(0), turn), beam.end = node(turn.column(0), turn);
    const Matrix3 inertia{{{2 * 0.6, 0, 0}, {0, 3 * 8 / 12.0 + 2 * 0.2, -2 * 0.1}, {0, -2 * 0.1, 3 * 8 / 12.0 + 2 * 0.4}}};
    for (const Vector3& spin : {Vector3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.3, -0.7, 0.5}}) {
      EvaluatedSystem system(load(beam.document()));
      State state = system.initial();
      for (int i = 0; i < 6; ++i) {
        const Vector3 v = i % 3 == 0 ? Vector3{i == 0 ? -1.0 : 1.0, 0, 0} : Vector3{0, i % 3 == 1 ? 1.0 : 0, i % 3 == 2 ? 1.0 : 0};
        const Vector3 rate = turn * cross(spin, v);
        for (int k = 0; k < 3; ++k) state.q_tt[3 * i + k] = rate[k];
      }
      Values force(18);
      system.residual(state, ConstraintLevel::position, 1, force.data(), nullptr);
      double twice = 0;
      for (int i = 0; i < 18; ++i) twice += force[i] * state.q_tt[i];
      EXPECT_NEAR(twice, dot(spin, inertia * spin), 1e-13);
    }
  }
}

/// A massless cantilever of equal elements along x, with loads on its free end.
struct Cantilever {
  double length, axial, shearY, shearZ, torsion, bendingY, bendingZ;
  int elements;
  Vector3 force{}, torque{};
  double penalty = 1;
  int steps = 5;

  Recorded solved() const {
    Json json{{"slipstick", 1}};
    for (int i = 0; i <= elements; ++i)
      json["nodes"].push_back({{"type", "PointSlope23"}, {"referenceCoordinates", node({length * i / elements, 0, 0})}});
    json["nodes"].push_back({{"type", "PointGround"}, {"name", "ground"}});
    json["markers"] = {{{"type", "NodeRigid"}, {"name", "end"}, {"nodeNumber", elements}},
                       {{"type", "NodeCoordinate"}, {"name", "ground"}, {"nodeNumber", "ground"}, {"coordinate", 0}}};
    for (int i = 0; i < 9; ++i) {
      const std::string name = "start " + std::to_string(i);
      json["markers"].push_back({{"type", "NodeCoordinate"}, {"name", name}, {"nodeNumber", 0}, {"coordinate", i}});
      json["objects"].push_back({{"type", "ConnectorCoordinate"}, {"markerNumbers", {"ground", name}}});
    }
    for (int i = 0; i < elements; ++i)
      json["objects"].push_back({{"type", "ANCFBeam"},
                                 {"physicsLength", length / elements},
                                 {"nodeNumbers", {i, i + 1}},
                                 {"crossSectionPenaltyFactor", {penalty, penalty, penalty}},
                                 {"physicsAxialShearStiffness", {axial, shearY, shearZ}},
                                 {"physicsTorsionalBendingStiffness", {torsion, bendingY, bendingZ}}});
    json["loads"] = {{{"type", "ForceVector"}, {"markerNumber", "end"}, {"loadVector", {force.x, force.y, force.z}}},
                     {{"type", "TorqueVector"}, {"markerNumber", "end"}, {"loadVector", {torque.x, torque.y, torque.z}}}};
    for (const char* output : {"Displacement", "RotationMatrix"})
      json["sensors"].push_back({{"type", "Node"}, {"name", output}, {"nodeNumber", elements}, {"outputVariableType", output}});
    json["analysis"].push_back(
        {{"type", "static"}, {"numberOfLoadSteps", steps}, {"newton", {{"relativeTolerance", 1e-10}, {"absoluteTolerance", 1e-10}}}});
    return run(json.dump());
  }
};

TEST(ANCFBeam, BendsAsTheCantileverOfNachbagauerAndOthers) {
  // K. Nachbagauer, A. Pechstein, H. Irschik, J. Gerstmayr, A new locking-free formulation for planar, shear deformable, linear and
  // quadratic beam finite elements based on the absolute nodal coordinate formulation, Multibody Syst. Dyn. 26 (2011): shortening and
  // deflection of a thick cantilever under a small and a large force at its end, with 1, 2 and 4 linear elements.
  const double e = 2.07e11, width = 0.1, height = 0.5, nu = 0.3;
  const double area = width * height, shear = e / (2 * (1 + nu)) * area * 10 * (1 + nu) / (12 + 11 * nu);
  const double y = height * width * width * width / 12, z = width * height * height * height / 12;
  const double force = 5e5 * height * height * height;
  const double published[2][3][2] = {{{9.12273046e-8, 6.16666566e-4}, {1.61293091e-7, 7.61594059e-4}, {1.81763233e-7, 7.97825954e-4}},
                                     {{0.07140274, 0.54225823}, {0.12379212, 0.65687111}, {0.14346767, 0.69593561}}};
  for (int large = 0; large < 2; ++large)
    for (int i = 0; i < 3; ++i) {
      const Recorded result = Cantilever{
          .length = 2,
          .axial = e * area,
          .shearY = shear,
          .shearZ = shear,
          .torsion = e / (2 * (1 + nu)) * (y + z),
          .bendingY = e * y,
          .bendingZ = e * z,
          .elements = 1 << i,
          .force = {0, large ? 1000 * force : force,
                    0}}.solved();
      const auto& [shortening, deflection] = published[large][i];
      EXPECT_NEAR(-result.last("Displacement"), shortening, 1e-7 * shortening) << (1 << i);
      EXPECT_NEAR(result.last("Displacement", 1), deflection, 1e-8 * deflection + 5e-9 * large) << (1 << i);
    }
}

/// The angle between the ends of an element of length h and stiffness EI under a torque: M κ h has the rate of its work, with κ = 2 t/h, t
/// = tan(φ/2) and M = EI κ. Hence the torque is 2 EI/h · t (1 + t²).
double turnUnder(double torque, double stiffness, double h) {
  double t = 0;
  for (int i = 0; i < 50; ++i) t -= (t + t * t * t - torque * h / (2 * stiffness)) / (1 + 3 * t * t);
  return 2 * std::atan(t);
}

TEST(ANCFBeam, RollsUpUnderATorque) {
  // Each element bends by the same angle, and its straight axis rotates by half of it.
  for (const int axis : {1, 2}) {
    const double moment = 2 * pi * 2, h = 1.0 / 8, turn = turnUnder(moment, 2, h);
    double x = 0, across = 0;
    for (int i = 0; i < 8; ++i) x += h * std::cos((i + 0.5) * turn), across += h * std::sin((i + 0.5) * turn);
    Vector3 torque;
    torque[axis] = moment;
    const Recorded result = Cantilever{.length = 1,
                                       .axial = 1e4,
                                       .shearY = 400,
                                       .shearZ = 500,
                                       .torsion = 3,
                                       .bendingY = 2,
                                       .bendingZ = 2,
                                       .elements = 8,
                                       .torque = torque,
                                       .steps = 10}
                                .solved();
    EXPECT_NEAR(result.last("Displacement"), x - 1, 1e-8);
    EXPECT_NEAR(result.last("Displacement", 3 - axis), axis == 2 ? across : -across, 1e-8);
    EXPECT_NEAR(result.last("RotationMatrix"), std::cos(8 * turn), 1e-8);
  }
}

TEST(ANCFBeam, TwistsWithoutMovingItsAxis) {
  const Recorded result = Cantilever{
      .length = 1,
      .axial = 1e4,
      .shearY = 400,
      .shearZ = 500,
      .torsion = 3,
      .bendingY = 20,
      .bendingZ = 2,
      .elements = 3,
      .torque = {6, 0, 0}}.solved();
  expectNear({result.last("Displacement"), result.last("Displacement", 1), result.last("Displacement", 2)}, {0, 0, 0}, 1e-9);
  const double angle = 3 * turnUnder(6, 3, 1.0 / 3);
  expectNear({result.last("RotationMatrix", 4), result.last("RotationMatrix", 5)}, {std::cos(angle), -std::sin(angle)}, 1e-8);
}

TEST(ANCFBeam, BendsAndTwistsAtOnceAsOtherProgramsSay) {
  // K. Nachbagauer, P. Gruber, J. Gerstmayr, Structural and Continuum Mechanics Approaches for a 3D Shear Deformable ANCF Beam Finite
  // Element, J. Comput. Nonlinear Dyn. 8 (2013), table 4: under two torques at its end a beam moves by 1.8117e-2 m, as in ANSYS.
  const double e = 2.07e11, height = 0.2, width = 0.4, nu = 0.3, area = height * width, g = e / (2 * (1 + nu));
  const double y = height * width * width * width / 12, z = width * height * height * height / 12;
  const Recorded result = Cantilever{.length = 2,
                                     .axial = e * area,
                                     .shearY = g * area * 0.8331,
                                     .shearZ = g * area * 0.7961,
                                     .torsion = g * (y + z) * 0.5768,
                                     .bendingY = e * y,
                                     .bendingZ = e * z,
                                     .elements = 32,
                                     .torque = {0.5e6, 2e6, 0},
                                     .penalty = 10}
                              .solved();
  EXPECT_NEAR(result.last("Displacement"), -1.0943e-4, 1e-4 * 1.8117e-2);
  EXPECT_NEAR(result.last("Displacement", 1), -1.8625e-4, 1e-4 * 1.8117e-2);
  EXPECT_NEAR(result.last("Displacement", 2), -1.8117e-2, 1e-4 * 1.8117e-2);
}

TEST(ANCFBeam, KeepsMomentumWithoutLoads) {
  // Two elements that bend and twist in free flight. Momentum and angular momentum come from the linear velocities, since the sections have
  // next to no inertia.
  Json json{{"slipstick", 1}};
  for (int i = 0; i < 3; ++i)
    json["nodes"].push_back({{"type", "PointSlope23"},
                             {"referenceCoordinates", node({0.5 * i, 0, 0})},
                             {"initialVelocities", {0.1 * i, 0.5 * i, 0.2 * i * i, 0, 0, 0.4 * i, 0, -0.4 * i, 0}}});
  for (int i = 0; i < 2; ++i)
    json["objects"].push_back({{"type", "ANCFBeam"},
                               {"physicsLength", 0.5},
                               {"nodeNumbers", {i, i + 1}},
                               {"physicsMassPerLength", 2},
                               {"physicsCrossSectionInertia", {{0, 0, 0}, {0, 1e-2, 0}, {0, 0, 2e-2}}},
                               {"physicsAxialShearStiffness", {400, 200, 300}},
                               {"physicsTorsionalBendingStiffness", {3, 2, 4}},
                               {"physicsTorsionalBendingDamping", {0.01, 0.01, 0.01}}});
  for (int i = 0; i < 3; ++i)
    for (const char* output : {"CoordinatesTotal", "Coordinates_t"})
      json["sensors"].push_back(
          {{"type", "Node"}, {"name", output + std::to_string(i)}, {"nodeNumber", i}, {"outputVariableType", output}});
  json["analysis"].push_back({{"type", "dynamic"}, {"endTime", 1}, {"numberOfSteps", 4000}});
  const Recorded result = run(json.dump());
  // Σ m_ij v_j and Σ m_ij r_i × v_j over positions, and the same with the inertia of each slope.
  const double pair[3][3] = {{1 / 6.0, 1 / 12.0, 0}, {1 / 12.0, 1 / 3.0, 1 / 12.0}, {0, 1 / 12.0, 1 / 6.0}}, mass[] = {2, 2e-2, 1e-2};
  const auto sums = [&](bool last) {
    std::array<Vector3, 2> momenta{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int part = 0; part < 3; ++part) {
          Vector3 r, v;
          for (int k = 0; k < 3; ++k) {
            const std::string place = "CoordinatesTotal" + std::to_string(i), rate = "Coordinates_t" + std::to_string(j);
            r[k] = last ? result.last(place, 3 * part + k) : result.first(place, 3 * part + k);
            v[k] = last ? result.last(rate, 3 * part + k) : result.first(rate, 3 * part + k);
          }
          if (part == 0) momenta[0] += (mass[part] * pair[i][j]) * v;
          momenta[1] += (mass[part] * pair[i][j]) * cross(r, v);
        }
    return momenta;
  };
  const auto before = sums(false), after = sums(true);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(after[0][k], before[0][k], 1e-10) << k;
    EXPECT_NEAR(after[1][k], before[1][k], 1e-6) << k;  // the method conserves it to second order in the step
  }
}

TEST(ANCFBeam, RefusesNodesWithoutAFrame) {
  const std::string text = R"({"slipstick": 1, "nodes": [{"type": "PointSlope23", "referenceCoordinates": [0, 0, 0, 1, 0, 0, 2, 0, 0]}]})";
  try {
    load(text);
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("the two slopes must not be parallel or zero"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace slipstick::testing
