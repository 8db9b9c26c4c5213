// Failures of compiler parts: thrown internally, caught by compileFormula, which returns them as values.
#pragma once

#include <string>
#include <string_view>

#include "core/expression/formula.h"

namespace slipstick::expression {

struct Failure {
  FormulaError error;
  bool insideDefinition = false;  // the message already names its definition
};

[[noreturn]] void fail(int position, const Message& message);

/// Returns 'text' for a message, cut to a readable length between two UTF-8 characters.
std::string quote(std::string_view text);

}  // namespace slipstick::expression
