#pragma once

#include "core/model/model.h"

namespace slipstick {

/// Returns the reference of one item type, of one table of the display, or of all (""): parameters, units, defaults, outputs.
Json itemReference(std::string_view type = "");
/// Returns {"items": itemReference(), "creators": [{"name", "text", "rows"}], "steps": [{"name", "rows"}] of the analysis, "live": the
/// same for changes during a run, "tables": the tables inside rows}; rows and tables have the form of addTableReference().
Json documentReference();

}  // namespace slipstick
