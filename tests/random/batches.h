// Runs random cases, one for each seed, in child processes and counts the outcomes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace slipstick::fuzz {

/// The outcome of a case, and a text about it if it is a fault.
struct Outcome {
  std::string name, text;
};

struct Cases {
  std::string name;                 // "documents"
  std::vector<std::string> right;   // valid outcomes
  std::vector<std::string> faults;  // other outcomes; "threw", "hung" and "crashed" are added
  std::function<Outcome(std::uint64_t seed)> run;
  std::function<std::string(std::uint64_t seed)> print;    // input of the case
  std::function<std::string(std::uint64_t seed)> outcome;  // a line of JSON about the case, for other engines
};

/// The program of these cases:
///
///   --from 0 --count 1000   which seeds
///   --print                 writes the cases and runs none
///   --outcomes              writes a line of JSON for each case
///
/// It runs batches of cases in processes, so that a crash costs one case and is reported with its seed. A case hangs if it takes more than
/// a minute of processor time. The last line of the output has the counts as JSON; the status is 1 if there was a fault.
int runCases(const Cases& cases, int count, char** words);

}  // namespace slipstick::fuzz
