#include <gtest/gtest.h>

#include <map>
#include <numbers>

#include "tests/core/support/eigen.h"
#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"
#include "tests/core/support/variation.h"

namespace slipstick::testing {
namespace {

const std::string eccentric =
    R"("physicsMass": 2, "physicsInertia": [0.5, 0.6, 0.7, 0.05, -0.04, 0.03], "physicsCenterOfMass": [0.1, -0.2, 0.3])";

std::string bodyOn(const std::string& node, const std::string& body) {
  return R"({"slipstick": 1, "nodes": [)" + node + R"(], "objects": [{"type": "RigidBody", "nodeNumber": 0, )" + body + "}]}";
}

/// Newton and Euler equations at the centre of mass with quaternions, independent of G and of the equations about the node: for any virtual
/// velocity, the power of the inertia forces equals residual · virtual velocity.
TEST(RigidBody, FollowsNewtonAndEulerAtAnEccentricCentreOfMass) {
  const auto model = load(bodyOn(R"({"type": "RigidBodyEP", "referenceCoordinates": [0, 0, 0, 1, 0, 0, 0]})", eccentric));
  EvaluatedSystem system(model);
  Random random(21);
  for (int trial = 0; trial < 10; ++trial) {
    State state = system.initial();
    randomise(state, *model, random);
    std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
    std::vector<double> residual(7), constraints(1);
    system.residual(state, ConstraintLevel::position, 1, residual.data(), constraints.data());

    using Eigen::Matrix3d, Eigen::Quaterniond, Eigen::Vector3d;
    const Quaterniond turn(1 + state.q[3], state.q[4], state.q[5], state.q[6]);
    const auto spinOf = [&](const double* rates) {
      return Vector3d(2 * (Quaterniond(rates[3], rates[4], rates[5], rates[6]) * turn.conjugate()).vec());
    };
    const Vector3d omega = spinOf(state.q_t.data()), alpha = spinOf(state.q_tt.data()),
                   acceleration(state.q_tt[0], state.q_tt[1], state.q_tt[2]);
    const Matrix3d rotation = turn.toRotationMatrix();
    const Vector3d local(0.1, -0.2, 0.3), arm = rotation * local;
    Matrix3d about;  // about the node
    about << 0.5, 0.03, -0.04, 0.03, 0.6, 0.05, -0.04, 0.05, 0.7;
    const Matrix3d central =
        rotation * (about - 2 * (local.squaredNorm() * Matrix3d::Identity() - local * local.transpose())) * rotation.transpose();
    const Vector3d force = 2 * (acceleration + alpha.cross(arm) + omega.cross(omega.cross(arm)));
    const Vector3d moment = central * alpha + omega.cross(central * omega);
    for (int coordinate = 0; coordinate < 7; ++coordinate) {
      double virtualRates[7] = {};
      virtualRates[coordinate] = 1;
      const Vector3d spin = spinOf(virtualRates), velocity = Vector3d(virtualRates[0], virtualRates[1], virtualRates[2]) + spin.cross(arm);
      EXPECT_NEAR(residual[coordinate], force.dot(velocity) + moment.dot(spin), 1e-13) << coordinate;  // numbers of size 10
    }
  }
}

TEST(RigidBody, TakesInertiaInTheOrderXxYyZzYzXzXy) {
  // Products of inertia are tested with 2 on the diagonal, because no body has products of inertia only.
  const char* entries[6] = {"[1,0,0,0,0,0]", "[0,1,0,0,0,0]", "[0,0,1,0,0,0]", "[2,2,2,1,0,0]", "[2,2,2,0,1,0]", "[2,2,2,0,0,1]"};
  const int rows[6] = {0, 1, 2, 1, 0, 0}, columns[6] = {0, 1, 2, 2, 2, 1};
  for (int k = 0; k < 6; ++k) {
    EvaluatedSystem system(load(bodyOn(R"({"type": "RigidBodyRxyz"})", std::string(R"("physicsInertia": )") + entries[k])));
    for (int j = 0; j < 3; ++j) {
      State state = system.initial();
      state.q_tt[3 + j] = 1;  // at zero angles the moment is J e_j
      double residual[6];
      system.residual(state, ConstraintLevel::position, 1, residual, nullptr);
      for (int i = 0; i < 3; ++i)
        EXPECT_EQ(residual[3 + i], (rows[k] == i && columns[k] == j) || (rows[k] == j && columns[k] == i) ? 1
                                   : i == j && k >= 3                                                     ? 2
                                                                                                          : 0)
            << k << i << j;
    }
  }
}

/// All outputs at a point fixed to the body, from 90° about z with spin 2 rad/s and angular acceleration 3 rad/s².
TEST(RigidBody, MeasuresAtALocalPosition) {
  const auto model =
      plainCopy(*load(bodyOn(R"({"type": "RigidBodyRxyz", "referenceCoordinates": [1, 0, 0, 0, 0, 0]})", R"("physicsMass": 1)")));
  const auto outputs = addSensors(*model, ItemKind::object, 0, {0.5, 0, 0});
  EvaluatedSystem system(model);
  State state = system.initial();
  state.q = {0, 2, 0, 0, 0, std::numbers::pi / 2};
  state.q_t = {0.1, 0, 0, 0, 0, 2};
  state.q_tt = {0, 0.2, 0, 0, 0, 3};
  system.update(state);
  std::map<OutputVariable, std::vector<double>> expected{
      {OutputVariable::Position, {1, 2.5, 0}},
      {OutputVariable::Displacement, {-0.5, 2.5, 0}},
      {OutputVariable::Velocity, {0.1 - 1, 0, 0}},
      {OutputVariable::VelocityLocal, {0, 0.9, 0}},
      {OutputVariable::Acceleration, {-1.5, 0.2 - 2, 0}},  // α × arm along −x, ω² arm towards the centre
      {OutputVariable::AccelerationLocal, {-1.8, 1.5, 0}},
      {OutputVariable::Rotation, {0, 0, std::numbers::pi / 2}},
      {OutputVariable::RotationMatrix, {0, -1, 0, 1, 0, 0, 0, 0, 1}},
      {OutputVariable::AngularVelocity, {0, 0, 2}},
      {OutputVariable::AngularVelocityLocal, {0, 0, 2}},
      {OutputVariable::AngularAcceleration, {0, 0, 3}},
      {OutputVariable::AngularAccelerationLocal, {0, 0, 3}}};
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto found = expected.find(outputs[i]->variable);
    ASSERT_NE(found, expected.end()) << "say here what is expected of " << outputVariableName(outputs[i]->variable);
    double values[9];
    system.sensor(static_cast<int>(i), values);
    for (int k = 0; k < outputs[i]->size.number; ++k)
      EXPECT_NEAR(values[k], found->second[k], 1e-15) << outputVariableName(outputs[i]->variable) << k;
  }
  EXPECT_EQ(outputs.size(), expected.size());
}

TEST(RigidBody, IsPulledByGravityAtItsCentreOfMass) {
  // A body whose centre of mass is offset from its node: 2 kg · 9.81 at 0.1 m rotates it.
  const std::string document = R"({"slipstick": 1, "nodes": [{"type": "RigidBodyRxyz"}],
    "objects": [{"type": "RigidBody", "nodeNumber": 0, "physicsMass": 2, "physicsInertia": [1, 1, 1, 0, 0, 0], "physicsCenterOfMass": [0.1, 0, 0]}],
    "markers": [{"type": "BodyMass", "bodyNumber": 0}], "loads": [{"type": "MassProportional", "markerNumber": 0, "loadVector": [0, 0, -9.81]}]})";
  EvaluatedSystem system(load(document));
  double forces[6];
  system.forces(system.initial(), 1, forces, nullptr);
  EXPECT_NEAR(forces[2], 2 * 9.81, 1e-14);  // forces are left-hand sides: against gravity
  EXPECT_NEAR(forces[4], -0.1 * 2 * 9.81, 1e-14);
  EXPECT_EQ(forces[3], 0);
}

}  // namespace
}  // namespace slipstick::testing
