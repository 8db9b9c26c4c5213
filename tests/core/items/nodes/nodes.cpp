// Nodes: their coordinates and outputs.

#include <gtest/gtest.h>

#include <numbers>

#include "core/document/load.h"
#include "tests/core/support/eigen.h"
#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"
#include "tests/core/support/variation.h"

namespace slipstick::testing {
namespace {

/// All outputs of node 0 at a state.
class Measured {
 public:
  explicit Measured(const std::string& nodes) : model_(plainCopy(*load(R"({"slipstick": 1, "nodes": [)" + nodes + "]}"))) {
    outputs_ = addSensors(*model_, ItemKind::node, 0, {});
    system_ = std::make_unique<EvaluatedSystem>(model_);
    state = system_->initial();
  }
  std::vector<double> operator()(OutputVariable variable) {
    system_->update(state);
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      if (outputs_[i]->variable != variable) continue;
      std::vector<double> values(system_->sensorSize(static_cast<int>(i)));
      system_->sensor(static_cast<int>(i), values.data());
      return values;
    }
    throw std::runtime_error(std::string("no output ") + outputVariableName(variable));
  }
  EvaluatedSystem& system() { return *system_; }
  State state;

 private:
  std::shared_ptr<Model> model_;
  std::vector<const Output*> outputs_;
  std::unique_ptr<EvaluatedSystem> system_;
};

using Variable = OutputVariable;
using Numbers = std::vector<double>;

void expectNear(const Numbers& found, const Numbers& expected, double tolerance = 1e-14) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << "component " << i;
}

TEST(Point, HasReferencePlusDisplacement) {
  Measured point(
      R"({"type": "Point", "referenceCoordinates": [1, 2, 3], "initialCoordinates": [0.5, 0, 0], "initialVelocities": [0, 7, 0]})");
  EXPECT_EQ(point(Variable::Position), (Numbers{1.5, 2, 3}));
  EXPECT_EQ(point(Variable::Displacement), (Numbers{0.5, 0, 0}));
  EXPECT_EQ(point(Variable::Coordinates), (Numbers{0.5, 0, 0}));
  EXPECT_EQ(point(Variable::CoordinatesTotal), (Numbers{1.5, 2, 3}));
  EXPECT_EQ(point(Variable::Velocity), (Numbers{0, 7, 0}));
  EXPECT_EQ(point(Variable::Coordinates_t), (Numbers{0, 7, 0}));
  point.state.q_tt = {1, 2, 3};
  EXPECT_EQ(point(Variable::Acceleration), (Numbers{1, 2, 3}));
  EXPECT_EQ(point(Variable::Coordinates_tt), (Numbers{1, 2, 3}));
}

TEST(PointGround, DoesNotMove) {
  Measured point(R"({"type": "PointGround", "referenceCoordinates": [1, 2, 3]})");
  EXPECT_EQ(point.system().coordinates(), 0);
  EXPECT_EQ(point(Variable::Position), (Numbers{1, 2, 3}));
  EXPECT_EQ(point(Variable::Velocity), (Numbers{0, 0, 0}));
  EXPECT_EQ(point(Variable::Displacement), (Numbers{0, 0, 0}));
}

TEST(GenericData, HoldsDataThatAreNotUnknowns) {
  Measured data(R"({"type": "GenericData", "numberOfDataCoordinates": 2, "initialCoordinates": [3, 4]})");
  EXPECT_EQ(data.system().unknowns(), 0);
  EXPECT_EQ(data(Variable::Coordinates), (Numbers{3, 4}));
  EXPECT_FALSE(
      loadModel(R"({"slipstick": 1, "nodes": [{"type": "GenericData", "numberOfDataCoordinates": 3, "initialCoordinates": [3, 4]}]})")
          .model);
}

/// Compared with Eigen's quaternions: rotation matrix, ω = 2 θ̇ θ*, α = 2 θ̈ θ*.
TEST(RigidBodyEP, TurnsAsItsQuaternion) {
  Measured node(R"({"type": "RigidBodyEP", "referenceCoordinates": [1, 2, 3, 0.6, 0, 0.8, 0]})");
  Random random(31);
  using Eigen::Quaterniond, Eigen::Vector3d;
  Eigen::Vector4d theta(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
  theta.normalize();
  const double reference[4] = {0.6, 0, 0.8, 0};
  for (int i = 0; i < 4; ++i) {
    node.state.q[3 + i] = theta[i] - reference[i];
    node.state.q_t[3 + i] = random.between(-1, 1);
    node.state.q_tt[3 + i] = random.between(-1, 1);
  }
  const Quaterniond turn(theta[0], theta[1], theta[2], theta[3]);
  const auto spin = [&](const Numbers& rates) {
    return Vector3d(2 * (Quaterniond(rates[3], rates[4], rates[5], rates[6]) * turn.conjugate()).vec());
  };
  const auto numbers = [](const Vector3d& v) { return Numbers{v[0], v[1], v[2]}; };
  const Eigen::Matrix3d rotation = turn.toRotationMatrix();
  Numbers rows;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) rows.push_back(rotation(i, j));
  expectNear(node(Variable::RotationMatrix), rows);
  expectNear(node(Variable::AngularVelocity), numbers(spin(node.state.q_t)));
  expectNear(node(Variable::AngularVelocityLocal), numbers(rotation.transpose() * spin(node.state.q_t)));
  expectNear(node(Variable::AngularAcceleration), numbers(spin(node.state.q_tt)));
  const auto angles = node(Variable::Rotation);
  const Eigen::Matrix3d again = (Eigen::AngleAxisd(angles[0], Vector3d::UnitX()) * Eigen::AngleAxisd(angles[1], Vector3d::UnitY()) *
                                 Eigen::AngleAxisd(angles[2], Vector3d::UnitZ()))
                                    .toRotationMatrix();
  EXPECT_NEAR((again - rotation).norm(), 0, 1e-14);
}

TEST(RigidBodyEP, KeepsTheNormOfItsParametersByOneEquation) {
  Measured node(R"({"type": "RigidBodyEP", "referenceCoordinates": [0, 0, 0, 1, 0, 0, 0]})");
  ASSERT_EQ(node.system().multipliers(), 1);
  node.state.q = {0, 0, 0, 0.5, 1, 0, 0};
  node.state.q_t = {0, 0, 0, 2, 3, 0, 0};
  node.state.lambda = {10};
  Numbers residual(7), constraint(1);
  node.system().residual(node.state, ConstraintLevel::position, 1, residual.data(), constraint.data());
  EXPECT_NEAR(constraint[0], 1.5 * 1.5 + 1 - 1, 1e-15);
  EXPECT_NEAR(residual[3], 2 * 1.5 * 10, 1e-13);
  EXPECT_NEAR(residual[4], 2 * 1 * 10, 1e-13);
  node.system().residual(node.state, ConstraintLevel::velocity, 1, residual.data(), constraint.data());
  EXPECT_NEAR(constraint[0], 2 * (1.5 * 2 + 1 * 3), 1e-14);
  EXPECT_EQ(Measured(R"({"type": "RigidBodyEP", "referenceCoordinates": [0, 0, 0, 1, 0, 0, 0], "addConstraintEquation": false})")
                .system()
                .multipliers(),
            0);
}

TEST(RigidBodyEP, RefusesParametersWithoutNormOne) {
  EXPECT_FALSE(loadModel(R"({"slipstick": 1, "nodes": [{"type": "RigidBodyEP"}]})").model);
  EXPECT_FALSE(
      loadModel(R"({"slipstick": 1, "nodes": [{"type": "RigidBodyEP", "referenceCoordinates": [0, 0, 0, 1, 0.001, 0, 0]}]})").model);
}

TEST(RigidBodyRxyz, TurnsAboutXThenYThenZOfTheTurnedFrame) {
  Measured node(R"({"type": "RigidBodyRxyz", "referenceCoordinates": [0, 0, 0, 0.1, 0.2, 7]})");
  node.state.q[3] = 0.5, node.state.q[4] = -0.4;
  const Eigen::Matrix3d rotation = (Eigen::AngleAxisd(0.6, Eigen::Vector3d::UnitX()) * Eigen::AngleAxisd(-0.2, Eigen::Vector3d::UnitY()) *
                                    Eigen::AngleAxisd(7, Eigen::Vector3d::UnitZ()))
                                       .toRotationMatrix();
  const auto found = node(Variable::RotationMatrix);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(found[i], rotation(i / 3, i % 3), 1e-15);
  expectNear(node(Variable::Rotation), {0.6, -0.2, 7});  // the parameters themselves, beyond half a turn
}

/// ω from the change of the rotation matrix, α from the change of ω, along the motion of the coordinates.
TEST(RigidBodyRxyz, GivesTheRatesOfItsRotation) {
  Measured node(R"({"type": "RigidBodyRxyz"})");
  node.state.q = {0, 0, 0, 0.3, 0.7, -0.5}, node.state.q_t = {0, 0, 0, 1.1, -0.6, 0.9}, node.state.q_tt = {0, 0, 0, 0.4, 0.8, -1.2};
  const State middle = node.state;
  const auto at = [&](double time, Variable variable) {
    for (int i = 3; i < 6; ++i) {
      node.state.q[i] = middle.q[i] + time * middle.q_t[i] + 0.5 * time * time * middle.q_tt[i];
      node.state.q_t[i] = middle.q_t[i] + time * middle.q_tt[i];
    }
    return node(variable);
  };
  const double h = 1e-6;
  Eigen::Matrix3d rotation, rate;
  const auto now = at(0, Variable::RotationMatrix), after = at(h, Variable::RotationMatrix), before = at(-h, Variable::RotationMatrix);
  for (int i = 0; i < 9; ++i) rotation(i / 3, i % 3) = now[i], rate(i / 3, i % 3) = (after[i] - before[i]) / (2 * h);
  const Eigen::Matrix3d spin = rate * rotation.transpose();
  expectNear(at(0, Variable::AngularVelocity), {spin(2, 1), spin(0, 2), spin(1, 0)}, 1e-9);  // rounding 1e-16 / h
  const auto high = at(h, Variable::AngularVelocity), low = at(-h, Variable::AngularVelocity);
  Numbers alpha;
  for (int i = 0; i < 3; ++i) alpha.push_back((high[i] - low[i]) / (2 * h));
  expectNear(at(0, Variable::AngularAcceleration), alpha, 1e-9);
}

}  // namespace
}  // namespace slipstick::testing
