// A number computed from a run: a formula over recorded data.
#pragma once

#include <string>

#include "core/expression/measure.h"

namespace slipstick {

struct Measure {
  std::string name, label, unit;
  MeasureFormula formula;  // its sensor numbers refer to the model
};

}  // namespace slipstick
