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

/// compileMeasure for formulas that may contain reactions.
std::variant<MeasureFormula, FormulaError> compileMeasure(std::string_view text, const Scope& scope, const FindReaction& reaction);

}  // namespace slipstick
