// Names that the code of the page uses.
#pragma once

#include "core/model/model.h"

namespace slipstick {

/// {"lists": the content of each list of a document, "display": the pages of the reference about each key of `display`, "plots": kinds of
/// plots, each identified by a key, the last one being the default, "types": typeFacts(), "remarks": English sentences on answers by
/// code}.
Json catalogue();

}  // namespace slipstick
