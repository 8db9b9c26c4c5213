// The command-line program without its process: takes arguments and streams, returns the exit status.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace slipstick {

struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool terminal;  // whether a person watches `err`
};

/// `otherEngine`: the result to compare was computed by another version of the engine, with different numbers.
enum ExitStatus { solved = 0, solverFailed = 1, wrongInput = 2, otherEngine = 3 };

/// Runs a command such as {"run", "model.json"}.
ExitStatus runProgram(const std::vector<std::string>& arguments, const Streams& streams);

}  // namespace slipstick
