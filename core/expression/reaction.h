// `reaction("joint", "body")` in measures: the force of a joint or connector on a body.
#pragma once

#include <variant>

#include "core/expression/measure.h"

namespace slipstick {

/// Why there is no such reaction; `argument` is the number of the wrong name.
struct ReactionError {
  int argument;
  Message message;
};

/// Returns the sensor of a reaction. `body`: empty if the formula does not name it.
using FindReaction = std::function<std::variant<SensorInput, ReactionError>(std::string_view item, std::string_view body)>;

/// `scope.arguments` is not used: the names are constants, functions, t and sensors. Sensor values may only be used inside functionals.
/// If the scope defines a function with the name of a functional, the name refers to that function.
std::variant<MeasureFormula, FormulaError> compileMeasure(std::string_view text, const Scope& scope, const FindReaction& reaction);

}  // namespace slipstick
