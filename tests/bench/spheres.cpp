// Steps of an increasing number of spheres that fall into a box and come to rest. The time per sphere should stay constant.
#include "tests/bench/spheres.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/document/load.h"
#include "core/simulation/simulation.h"

using namespace slipstick;

namespace {

/// A square column of spheres of 5 mm, twice as high as wide, above a box into which it fits.
std::shared_ptr<const Model> column(int count) {
  const double spacing = 0.0108;
  const int wide = static_cast<int>(std::lround(std::cbrt(count / 2.0)));
  const double edge = wide * spacing / 2 + 0.001, top = 1.5 * spacing * count / wide / wide;
  Json positions = Json::array(), quads = Json::array();
  for (int i = 0; i < count; ++i)
    positions.push_back(
        {(i % wide - 0.5 * (wide - 1)) * spacing, (i / wide % wide - 0.5 * (wide - 1)) * spacing, 0.02 + i / (wide * wide) * spacing});
  const double corners[4][2] = {{-edge, -edge}, {edge, -edge}, {edge, edge}, {-edge, edge}};
  for (const auto& [x, y] : corners) quads.push_back({x, y, 0});
  for (int i = 0; i < 4; ++i) {
    const double *a = corners[i], *b = corners[(i + 1) % 4];
    quads.push_back({a[0], a[1], 0}), quads.push_back({b[0], b[1], 0}), quads.push_back({b[0], b[1], top}),
        quads.push_back({a[0], a[1], top});
  }
  const Json document{{"slipstick", 1},
                      {"create",
                       {{{"type", "Spheres"},
                         {"positions", positions},
                         {"spheresRadii", {0.005}},
                         {"radiusSpread", 0.05},
                         {"disorder", 2e-4},
                         {"density", 2500},
                         {"gravity", {0, 0, -9.81}},
                         {"contactStiffness", 2000},
                         {"contactDamping", 0.5},
                         {"dynamicFriction", 0.4},
                         {"frictionProportionalZone", 0.01},
                         {"walls", {{{"quadPoints", quads}}}}}}},
                      {"analysis",
                       {{{"type", "dynamic"},
                         {"solver", "VelocityVerlet"},
                         {"endTime", 1},
                         {"numberOfSteps", 10000},
                         {"sensorsWritePeriod", 10},
                         {"adaptiveStep", false}}}}};
  const LoadedModel loaded = loadModel(document.dump());
  for (const Issue& issue : loaded.issues) std::fprintf(stderr, "%s: %s\n", issue.pointer.c_str(), issue.message.c_str());
  return loaded.model;
}

/// 0.2 s from the start: the lower spheres hit the floor after 0.05 s.
void fall(benchmark::State& state) {
  const std::shared_ptr<const Model> model = column(static_cast<int>(state.range(0)));
  if (!model) return state.SkipWithError("the model has errors");
  constexpr int steps = 2000;
  for (auto _ : state) {
    state.PauseTiming();
    Simulation simulation(model);
    state.ResumeTiming();
    simulation.advance([count = steps]() mutable { return --count == 0; });
    if (simulation.status() == Simulation::Status::failed) state.SkipWithError(simulation.stop().message.c_str());
  }
  state.counters["secondsPerStepAndSphere"] = benchmark::Counter(
      static_cast<double>(steps * state.range(0)), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace

void registerSpheres() { benchmark::RegisterBenchmark("spheres", fall)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond); }
