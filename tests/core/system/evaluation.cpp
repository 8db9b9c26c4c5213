// Evaluations of one system with several workspaces.

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "core/system/system.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// Residuals and sensor values of a system in consecutive states, with a separate workspace.
std::vector<double> along(const System& system, double speed) {
  Workspace workspace(system);
  std::vector<double> all, residual(system.coordinates()), constraints(system.multipliers());
  State state = system.initial();
  for (int step = 0; step < 20; ++step) {
    state.time += 1e-3;
    for (std::size_t i = 0; i < state.q.size(); ++i) state.q[i] += 1e-4 * speed * static_cast<double>(i % 3), state.q_t[i] += 1e-3 * speed;
    Evaluation at = system.residual(state, {}, residual.data(), constraints.data(), workspace);
    system.postNewton(at, state, state);
    std::vector<double> matrix(static_cast<std::size_t>(system.unknowns()) * system.unknowns(), 0.0);
    TangentFactors factors;
    factors.stiffness = factors.damping = factors.mass = 1;
    system.tangent(at, factors, MatrixSink::dense(matrix.data(), system.unknowns()));
    for (const auto& part : {residual, constraints, matrix}) all.insert(all.end(), part.begin(), part.end());
    at = system.motion(state, workspace);
    for (std::size_t sensor = 0; sensor < system.model().sensors().size(); ++sensor) {
      std::vector<double> values(system.sensorSize(static_cast<int>(sensor)));
      system.sensor(at, static_cast<int>(sensor), values.data());
      all.insert(all.end(), values.begin(), values.end());
    }
  }
  return all;
}

TEST(Evaluation, OfOneSystemRunsInTwoThreadsAtOnce) {
  for (const char* name : {"bicycle", "belt-two-pulleys", "cam", "robot-axis", "newtons-cradle"}) {
    const System system(load(readFile(std::string("web/models/") + name + ".json")));
    const std::vector<double> slow = along(system, 1), fast = along(system, 2);
    std::vector<double> first, second;
    std::thread other([&] { first = along(system, 1); });
    second = along(system, 2);
    other.join();
    EXPECT_EQ(first, slow) << name;
    EXPECT_EQ(second, fast) << name;
  }
}

TEST(Evaluation, HoldsUntilItsWorkspaceServesAnother) {
  const System system(load(R"({"slipstick": 1, "nodes": [{"type": "1D", "name": "n"}],
    "objects": [{"type": "Mass1D", "physicsMass": 2, "nodeNumber": "n"}]})"));
  Workspace workspace(system);
  double force = 0, matrix = 0;
  TangentFactors factors;
  factors.mass = 1;
  const Evaluation first = system.forces(system.initial(), {}, &force, nullptr, workspace);
  system.tangent(first, factors, MatrixSink::dense(&matrix, 1));
  EXPECT_EQ(matrix, 2);
  system.motion(system.initial(), workspace);
  EXPECT_THROW(system.tangent(first, factors, MatrixSink::dense(&matrix, 1)), std::logic_error);
}

}  // namespace
}  // namespace slipstick::testing
