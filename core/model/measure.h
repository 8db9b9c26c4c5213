// A number that a run gives: a formula over what it recorded.
#pragma once

#include <string>

#include "core/expression/measure.h"

namespace slipstick {

struct Measure {
  std::string name, label, unit;
  MeasureFormula formula;  // its sensors are numbers of the model's
};

}  // namespace slipstick
