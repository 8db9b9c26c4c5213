// Times whole runs of the models given on the command line; loading is not counted.
//   benchmarks --benchmark_format=json web/models/*.json
// A file may also hold a reference case: {"model": …, "expected": …}. Without files, belts of many cables and falls of many spheres are
// timed.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "core/simulation/simulation.h"
#include "tests/bench/belts.h"
#include "tests/bench/spheres.h"

using namespace slipstick;

namespace {

std::shared_ptr<const Model> readModel(const std::string& file) {
  std::ifstream stream(file);
  std::stringstream text;
  text << stream.rdbuf();
  std::string document = text.str();
  const Json json = Json::parse(document, nullptr, false);
  if (json.is_object() && json.contains("model")) document = json["model"].dump();
  const LoadedModel loaded = loadModel(document);
  for (const Issue& issue : loaded.issues) std::fprintf(stderr, "%s: %s: %s\n", file.c_str(), issue.pointer.c_str(), issue.message.c_str());
  return loaded.model;
}

void runModel(benchmark::State& state, const std::shared_ptr<const Model>& model) {
  for (auto _ : state) {
    state.PauseTiming();
    Simulation simulation(model);
    state.ResumeTiming();
    if (simulation.run() == Simulation::Status::failed) state.SkipWithError(simulation.stop().message.c_str());
    state.PauseTiming();
    state.counters["steps"] = static_cast<double>(simulation.statistics().steps);
    state.counters["newtonIterations"] = static_cast<double>(simulation.statistics().newtonIterations);
    state.ResumeTiming();
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc == 1) registerBelts(), registerSpheres();
  for (int i = 1; i < argc; ++i) {
    const std::shared_ptr<const Model> model = readModel(argv[i]);
    if (!model) return 2;
    const std::string name = std::filesystem::path(argv[i]).stem().string();
    benchmark::RegisterBenchmark(name.c_str(), runModel, model)->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
}
