// Formulas over recorded data: functionals such as max(x) and mean(x, 1, 2), and expressions in their values.
#pragma once

#include "core/expression/formula.h"

namespace slipstick {

struct MeasureFormula {
  enum class Kind { maximum, minimum, mean, rms, integral, initial, final, at, amplitude, first, last, count, period, settle };
  /// One number for all samples. The arguments of its formulas are t and the values of the preceding functionals.
  struct Functional {
    Kind kind;
    std::string_view name;
    Formula of;        // its argument; for a condition (first … settle) its truth value, and a number that is positive if it is true
    Formula settings;  // the time of `at`; or the frequency of `amplitude`, and the time limits: from, to; both are optional
  };
  std::vector<Functional> functionals;  // inner functionals precede outer ones
  Formula result;                       // all formulas have the same sensors
};

}  // namespace slipstick
