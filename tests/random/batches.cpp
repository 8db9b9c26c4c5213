#include "tests/random/batches.h"

#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

namespace slipstick::fuzz {
namespace {

constexpr int mostSeconds = 60;  // of CPU time per case, with sanitizers on a slow computer
constexpr std::uint64_t batch = 1000;

struct Options {
  std::uint64_t from = 0, count = 1000;
  bool print = false, outcomes = false;
};

/// Shared with the processes that run the cases.
struct Counts {
  std::uint64_t seed;  // of the present case
  std::array<std::uint64_t, 16> of;
};

/// The kernel ends this process with SIGPROF after this CPU time, however long that takes on a busy computer.
void limitTime(int seconds) {
  const itimerval limit{{0, 0}, {seconds, 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
}

class Runner {
 public:
  Runner(const Cases& cases, const Options& options) : cases_(cases), options_(options), outcomes_(cases.right) {
    outcomes_.insert(outcomes_.end(), cases.faults.begin(), cases.faults.end());
    for (const char* fault : {"threw", "hung", "crashed"}) outcomes_.emplace_back(fault);
    void* memory = mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no shared memory");
    counts_ = new (memory) Counts{};
  }

  int run() {
    const std::uint64_t end = options_.from + options_.count;
    for (std::uint64_t seed = options_.from; seed < end;) {
      const std::uint64_t next = std::min(end, seed + batch);
      const std::string fault = faultOfBatch(seed, next);
      if (!fault.empty()) note(counts_->seed, {fault, ""});
      seed = fault.empty() ? next : counts_->seed + 1;
    }
    std::string text = "{\"" + cases_.name + "\":" + std::to_string(options_.count);
    std::uint64_t faults = 0;
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      text += ",\"" + outcomes_[i] + "\":" + std::to_string(counts_->of[i]);
      if (i >= cases_.right.size()) faults += counts_->of[i];
    }
    std::printf("%s,\"faults\":%llu}\n", text.c_str(), static_cast<unsigned long long>(faults));
    return faults > 0;
  }

 private:
  void note(std::uint64_t seed, const Outcome& outcome) {
    const auto found = std::find(outcomes_.begin(), outcomes_.end(), outcome.name);
    if (found == outcomes_.end()) throw std::logic_error("unknown outcome '" + outcome.name + "'");
    const std::size_t number = found - outcomes_.begin();
    ++counts_->of[number];
    if (number < cases_.right.size()) return;
    const std::string text = outcome.text.empty() ? "" : ": " + outcome.text.substr(0, 500);
    std::printf("%s: %s --from %llu --count 1%s\n", outcome.name.c_str(), program_.c_str(), static_cast<unsigned long long>(seed),
                text.c_str());
  }
  void runCase(std::uint64_t seed) {
    counts_->seed = seed;
    limitTime(mostSeconds);
    try {
      note(seed, cases_.run(seed));
    } catch (const std::exception& error) {
      note(seed, {"threw", error.what()});
    }
  }
  /// Runs cases in a child process until one ends it. Returns "" if none did.
  std::string faultOfBatch(std::uint64_t from, std::uint64_t end) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no process: fork() failed");
    if (child == 0) {
      for (std::uint64_t seed = from; seed < end; ++seed) runCase(seed);
      std::fflush(stdout);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF ? "hung" : "crashed";
  }

  const Cases& cases_;
  const Options options_;
  std::vector<std::string> outcomes_;
  std::string program_ = "random_" + cases_.name;
  Counts* counts_;
};

bool read(int count, char** words, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const bool isNumber = i + 1 < count && std::strspn(words[i + 1], "0123456789") == std::strlen(words[i + 1]);
    if (word == "--from" && isNumber)
      options.from = std::strtoull(words[++i], nullptr, 10);
    else if (word == "--count" && isNumber)
      options.count = std::strtoull(words[++i], nullptr, 10);
    else if (word == "--print")
      options.print = true;
    else if (word == "--outcomes")
      options.outcomes = true;
    else
      return false;
  }
  return true;
}

}  // namespace

int runCases(const Cases& cases, int count, char** words) {
  Options options;
  if (!read(count, words, options)) {
    std::fprintf(stderr, "usage: random_%s [--from SEED] [--count NUMBER] [--print | --outcomes]\n", cases.name.c_str());
    return 2;
  }
  const auto& line = options.print ? cases.print : cases.outcome;
  if (!options.print && !options.outcomes) return Runner(cases, options).run();
  for (std::uint64_t i = 0; i < options.count; ++i) std::printf("%s\n", line(options.from + i).c_str());
  return 0;
}

}  // namespace slipstick::fuzz
