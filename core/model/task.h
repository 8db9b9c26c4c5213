// A question in a document, with its answer.
#pragma once

#include <optional>
#include <string>

#include "core/expression/formula.h"
#include "core/model/shared_json.h"

namespace slipstick {

struct Task {
  enum class Kind { choice, number, run, curve } kind = Kind::choice;
  std::string id;
  SharedJson shown;                // resolved: the content shown by the page
  std::optional<Formula> formula;  // the correct number, or the check of a run; its arguments are the measures of the model
};

}  // namespace slipstick
