// The command-line program, apart from the process: arguments and streams in, exit status out.
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

/// `otherEngine`: another version of the engine computed what is compared, with other numbers.
enum ExitStatus { solved = 0, solverFailed = 1, wrongInput = 2, otherEngine = 3 };

/// Runs a command such as {"run", "model.json"}.
ExitStatus runProgram(const std::vector<std::string>& arguments, const Streams& streams);

}  // namespace slipstick
