// A step of a belt drive with an increasing number of cables in the belt. The time per cable should stay constant.
#include "tests/bench/belts.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "core/document/load.h"
#include "core/simulation/simulation.h"

using namespace slipstick;

namespace {

constexpr double radius = 0.25, distance = 0.6, height = 0.002;

/// Point and direction of the belt at s, from 0 to its length. It runs clockwise around two equal pulleys.
struct Place {
  double x, y, direction;
};
constexpr double length = 2 * distance + 2 * std::numbers::pi * radius;
Place beltAt(double s) {
  const double half = std::numbers::pi * radius;
  if (s < distance) return {s, radius, 0};
  if (s < distance + half) {
    const double angle = (s - distance) / radius;
    return {distance + radius * std::sin(angle), radius * std::cos(angle), -angle};
  }
  if (s < 2 * distance + half) return {distance - (s - distance - half), -radius, std::numbers::pi};
  const double angle = (s - 2 * distance - half) / radius;
  return {-radius * std::sin(angle), -radius * std::cos(angle), std::numbers::pi - angle};
}

std::shared_ptr<const Model> belt(int cables) {
  Json nodes = Json::array({{{"type", "RigidBody2D"}, {"name", "driver"}},
                            {{"type", "RigidBody2D"}, {"name", "driven"}, {"referenceCoordinates", {distance, 0, 0}}},
                            {{"type", "PointGround"}, {"name", "ground"}}});
  Json objects = Json::array({{{"type", "Ground"}, {"name", "ground"}}});
  Json markers = Json::array({{{"type", "NodeCoordinate"}, {"name", "still"}, {"nodeNumber", "ground"}, {"coordinate", 0}},
                              {{"type", "NodeCoordinate"}, {"name", "drive"}, {"nodeNumber", "driver"}, {"coordinate", 2}}});
  for (int i = 0; i < cables; ++i) {
    const Place at = beltAt(i * length / cables);
    nodes.push_back({{"type", "Point2DSlope1"},
                     {"name", "belt" + std::to_string(i)},
                     {"referenceCoordinates", {at.x, at.y, std::cos(at.direction), std::sin(at.direction)}}});
  }
  for (int i = 0; i < cables; ++i) {
    const std::string name = "belt" + std::to_string(i);
    objects.push_back({{"type", "ANCFCable2D"},
                       {"name", name},
                       {"nodeNumbers", {name, "belt" + std::to_string((i + 1) % cables)}},
                       {"physicsLength", length / cables},
                       {"physicsMassPerLength", 0.004},
                       {"physicsBendingStiffness", 4e9 / 3 * std::pow(height / 2, 4)},
                       {"physicsAxialStiffness", 4000},
                       {"physicsAxialDamping", 40},
                       {"physicsReferenceAxialStrain", -0.005},
                       {"useReducedOrderIntegration", 2}});
    markers.push_back(
        {{"type", "BodyCable2DShape"}, {"name", name}, {"bodyNumber", name}, {"numberOfSegments", 2}, {"verticalOffset", -height / 2}});
  }
  double place = 0;
  for (const std::string pulley : {"driver", "driven"}) {
    objects.push_back({{"type", "RigidBody2D"}, {"name", pulley}, {"physicsMass", 1}, {"physicsInertia", 0.01}, {"nodeNumber", pulley}});
    markers.push_back({{"type", "BodyRigid"}, {"name", pulley + " bearing"}, {"bodyNumber", "ground"}, {"localPosition", {place, 0, 0}}});
    markers.push_back({{"type", "NodeRigid"}, {"name", pulley}, {"nodeNumber", pulley}});
    objects.push_back({{"type", "JointRevolute2D"}, {"name", pulley + " bearing"}, {"markerNumbers", {pulley + " bearing", pulley}}});
    for (int i = 0; i < cables; ++i)
      objects.push_back({{"type", "ContactFrictionCircleCable2D"},
                         {"name", pulley + std::to_string(i)},
                         {"markerNumbers", {pulley, "belt" + std::to_string(i)}},
                         {"numberOfContactSegments", 2},
                         {"contactStiffness", 4e6 / cables},
                         {"contactDamping", 4e3 / cables},
                         {"frictionStiffness", 8e5 / cables},
                         {"frictionVelocityPenalty", 80.0 / cables},
                         {"frictionCoefficient", 0.2},
                         {"circleRadius", radius}});
    place = distance;
  }
  objects.push_back(
      {{"type", "ConnectorCoordinate"}, {"name", "drive"}, {"markerNumbers", {"still", "drive"}}, {"velocityLevel", true}, {"offset", 1}});
  const Json document{{"slipstick", 1},
                      {"nodes", nodes},
                      {"objects", objects},
                      {"markers", markers},
                      {"analysis",
                       {{{"type", "dynamic"},
                         {"endTime", 1},
                         {"numberOfSteps", 4000},
                         {"sensorsWritePeriod", 10},
                         {"generalizedAlpha", {{"spectralRadius", 0.5}}},
                         {"discontinuous", {{"maxIterations", 7}}},
                         {"newton", {{"useModifiedNewton", true}}}}}}};
  const LoadedModel loaded = loadModel(document.dump());
  for (const Issue& issue : loaded.issues) std::fprintf(stderr, "%s: %s\n", issue.pointer.c_str(), issue.message.c_str());
  return loaded.model;
}

/// 40 steps after the first 10.
void stepBelt(benchmark::State& state) {
  const std::shared_ptr<const Model> model = belt(static_cast<int>(state.range(0)));
  if (!model) return state.SkipWithError("the model has errors");
  constexpr int first = 10, steps = 40;
  const auto advance = [](Simulation& simulation, int count) { return simulation.advance([&] { return --count == 0; }); };
  long iterations = 0;
  for (auto _ : state) {
    state.PauseTiming();
    Simulation simulation(model);
    advance(simulation, first);
    iterations = simulation.statistics().newtonIterations;
    state.ResumeTiming();
    if (advance(simulation, steps) == Simulation::Status::failed) state.SkipWithError(simulation.stop().message.c_str());
    iterations = simulation.statistics().newtonIterations - iterations;
  }
  state.counters["newtonIterationsPerStep"] = static_cast<double>(iterations) / steps;
  state.counters["secondsPerStepAndCable"] = benchmark::Counter(
      static_cast<double>(steps * state.range(0)), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace

void registerBelts() {
  benchmark::RegisterBenchmark("belt", stepBelt)
      ->Arg(50)
      ->Arg(100)
      ->Arg(200)
      ->Arg(500)
      ->Arg(1000)
      ->Arg(2000)
      ->Unit(benchmark::kMillisecond);
}
