// How the parts of the compiler give up: thrown inside, caught by compileFormula, which returns it as a value.
#pragma once

#include <string>
#include <string_view>

#include "core/expression/formula.h"

namespace slipstick::expression {

struct Failure {
  FormulaError error;
  bool insideDefinition = false;  // the message already names the definition it is about
};

[[noreturn]] inline void fail(int position, std::string message) { throw Failure{{position, std::move(message)}}; }

/// 'text' for a message, cut to a readable length between two characters of UTF-8.
std::string quote(std::string_view text);

}  // namespace slipstick::expression
