#pragma once

#include "core/model/model.h"

namespace slipstick {

/// Reference of one item type, of one table of the display, or of all (""): parameters, units, defaults, outputs.
Json itemReference(std::string_view type = "");
/// {"items": itemReference(), "creators": [{"name", "text", "rows"}], "steps": [{"name", "rows"}] of the analysis, "live": the same of what
/// changes while a run goes on, "tables": what stands inside rows}; rows and tables as addTableReference() writes them.
Json documentReference();

}  // namespace slipstick
