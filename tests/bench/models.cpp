// Times whole runs of the models given on the command line, without loading, and reports their memory.
//
//   benchmarks --benchmark_format=json web/models/*.json
//
// A file may also contain a reference case: {"model": …, "expected": …}. Without files, belts of many cables and falls of many spheres are
// timed.
#include <benchmark/benchmark.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "core/document/load.h"
#include "core/simulation/simulation.h"
#include "tests/bench/belts.h"
#include "tests/bench/spheres.h"

using namespace slipstick;

namespace {

/// The memory in use, in bytes; 0 if the system does not report it.
double bytesInUse() {
#ifdef __GLIBC__
  const struct mallinfo2 memory = mallinfo2();
  return static_cast<double>(memory.uordblks + memory.hblkhd);
#else
  return 0;
#endif
}

/// A model and its memory.
struct Read {
  std::shared_ptr<const Model> model;
  double bytes = 0;
};

Read readModel(const std::string& file) {
  std::string document;
  {
    std::ifstream stream(file);
    std::stringstream text;
    text << stream.rdbuf();
    document = text.str();
    if (document.find("\"model\"") != std::string::npos)
      if (const Json json = Json::parse(document, nullptr, false); json.is_object() && json.contains("model"))
        document = json["model"].dump();
  }
  const double before = bytesInUse();
  const LoadedModel loaded = loadModel(document);
  for (const Issue& issue : loaded.issues) std::fprintf(stderr, "%s: %s: %s\n", file.c_str(), issue.pointer.c_str(), issue.message.c_str());
  return {loaded.model, bytesInUse() - before};
}

/// Runs to the end. Returns the CPU time in ms of the last analysis step, without its first time step.
double runToEnd(Simulation& simulation) {
  const int last = static_cast<int>(simulation.model().analysis.size()) - 1;
  std::clock_t start = 0;
  bool isLast = false;
  simulation.advance([&] {
    if (!isLast && simulation.progress().analysisStep == last) isLast = true, start = std::clock();
    return false;
  });
  return 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void runModel(benchmark::State& state, const Read& read) {
  for (auto _ : state) {
    state.PauseTiming();
    const double before = bytesInUse();
    Simulation simulation(read.model);
    state.ResumeTiming();
    const double last = runToEnd(simulation);
    if (simulation.status() == Simulation::Status::failed) state.SkipWithError(simulation.stop().message.c_str());
    state.PauseTiming();
    state.counters["steps"] = static_cast<double>(simulation.statistics().steps);
    state.counters["lastMilliseconds"] = last;
    state.counters["runBytes"] = bytesInUse() - before;
    state.counters["newtonIterations"] = static_cast<double>(simulation.statistics().newtonIterations);
    state.ResumeTiming();
  }
  state.counters["modelBytes"] = read.bytes;
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc == 1) registerBelts(), registerSpheres();
  for (int i = 1; i < argc; ++i) {
    const Read read = readModel(argv[i]);
    if (!read.model) return 2;
    const std::string name = std::filesystem::path(argv[i]).stem().string();
    benchmark::RegisterBenchmark(name.c_str(), runModel, read)->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
}
