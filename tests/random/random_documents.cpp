// Runs random documents (random_document.h) and counts what becomes of them. Each batch runs in a process of its own, so that a crash costs
// one document and is reported with its seed; a hang is more evaluations than any such model needs, counted and not timed.
//
//   random_documents --from 0 --count 1000 [--evaluations 2000000] [--print]
//
// --print writes the documents, one JSON text a line, for other engines. The last line of the output has the counts as JSON; the status is
// 1 if there was a crash, a hang, or a refusal without a message.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "core/document/load.h"
#include "core/simulation/digest.h"
#include "core/simulation/result.h"
#include "tests/random/random_document.h"

namespace slipstick::fuzz {
namespace {

struct Options {
  std::uint64_t from = 0, count = 1000;
  std::int64_t evaluations = 2000000;
  bool print = false;
};

/// Shared with the processes that run the documents.
struct Counts {
  std::uint64_t seed, done, refused, finished, stopped, hung, crashed, silent, threw, notRepeated;
};

std::string textOf(const Json& document) { return document.dump(-1, ' ', false, Json::error_handler_t::replace); }

void runModel(std::shared_ptr<const Model> model, std::int64_t evaluations, Counts& counts) {
  Simulation simulation(std::move(model));
  simulation.limitEvaluations(evaluations);
  int samples = 0;
  simulation.advance([&] { return ++samples > 4 * mostSteps; });
  if (simulation.stop().reason == Stop::Reason::budgetSpent) {
    std::printf("hang: seed %llu\n", static_cast<unsigned long long>(counts.seed));
    ++counts.hung;
  }
  if (simulation.status() == Simulation::Status::failed && simulation.stop().message.empty()) ++counts.silent;
  resultWithDigest(simulation, 0).dump(-1, ' ', false, Json::error_handler_t::replace);
  ++(simulation.status() == Simulation::Status::failed ? counts.stopped : counts.finished);
}

void runSeed(std::uint64_t seed, const Options& options, Counts& counts) {
  counts.seed = seed;
  const std::string text = textOf(randomDocument(seed));
  Json expanded;
  const LoadedModel loaded = loadModel(text, {}, smallLimits(), &expanded);
  if (!loaded.model) {
    ++counts.refused;
    if (loaded.issues.empty()) ++counts.silent, std::printf("no message: seed %llu\n", static_cast<unsigned long long>(seed));
    return;
  }
  if (!loadModel(textOf(expanded), {}, smallLimits()).model) {
    ++counts.notRepeated;
    std::printf("expanded document refused: seed %llu\n", static_cast<unsigned long long>(seed));
  }
  try {
    runModel(loaded.model, options.evaluations, counts);
  } catch (const std::exception& error) {
    ++counts.threw;
    std::printf("threw %s: seed %llu\n", error.what(), static_cast<unsigned long long>(seed));
  }
}

/// Runs seeds from counts.seed on in a child; returns whether it came to the end.
bool runInChild(std::uint64_t from, std::uint64_t end, const Options& options, Counts& counts) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    for (std::uint64_t seed = from; seed < end; ++seed) {
      runSeed(seed, options, counts);
      ++counts.done;
    }
    std::fflush(stdout);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

Options read(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto number = [&] { return std::strtoll(i + 1 < count ? words[++i] : "0", nullptr, 10); };
    if (word == "--from") options.from = number();
    if (word == "--count") options.count = number();
    if (word == "--evaluations") options.evaluations = number();
    if (word == "--print") options.print = true;
  }
  return options;
}

int main(int count, char** words) {
  const Options options = read(count, words);
  const std::uint64_t end = options.from + options.count;
  if (options.print) {
    for (std::uint64_t seed = options.from; seed < end; ++seed) std::printf("%s\n", textOf(randomDocument(seed)).c_str());
    return 0;
  }
  void* memory = mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  Counts& counts = *new (memory) Counts{};
  constexpr std::uint64_t batch = 1000;
  for (std::uint64_t seed = options.from; seed < end;) {
    const std::uint64_t next = std::min(end, seed + batch);
    if (runInChild(seed, next, options, counts)) {
      seed = next;
      continue;
    }
    std::printf("crash: seed %llu\n", static_cast<unsigned long long>(counts.seed));
    ++counts.crashed;
    seed = counts.seed + 1;
  }
  std::cout << Json{{"documents", options.count},      {"refused", counts.refused}, {"finished", counts.finished},
                    {"stopped", counts.stopped},       {"hung", counts.hung},       {"crashed", counts.crashed},
                    {"withoutMessage", counts.silent}, {"threw", counts.threw},     {"expandedRefused", counts.notRepeated}}
                   .dump()
            << "\n";
  return counts.hung || counts.crashed || counts.silent || counts.threw || counts.notRepeated;
}

}  // namespace
}  // namespace slipstick::fuzz

int main(int count, char** words) { return slipstick::fuzz::main(count, words); }
