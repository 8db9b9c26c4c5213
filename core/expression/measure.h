// A formula over what a run recorded: functionals such as max(x) and mean(x, 1, 2), and what is made of the numbers that they give.
#pragma once

#include "core/expression/formula.h"

namespace slipstick {

struct MeasureFormula {
  enum class Kind { maximum, minimum, mean, rms, integral, initial, final, at, first, last, count, period, settle };
  /// One number for all samples. Its formulas are given t, then the values of the functionals before it.
  struct Functional {
    Kind kind;
    std::string_view name;
    Formula of;        // its argument; of a condition (first … settle) whether it holds, and a number that is positive where it does
    Formula settings;  // the time of `at`, or the limits of time: from, to, or less
  };
  std::vector<Functional> functionals;  // those inside another one before it
  Formula result;                       // all formulas have the same sensors
};

/// `scope.arguments` is not used: the names are constants, functions, t and sensors, whose values stand inside functionals only. A name of
/// a functional that the scope defines as a function is that function.
std::variant<MeasureFormula, FormulaError> compileMeasure(std::string_view text, const Scope& scope);

}  // namespace slipstick
