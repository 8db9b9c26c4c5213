// Names that the code of the page is written with.
#pragma once

#include "core/model/model.h"

namespace slipstick {

/// {"lists": what each list of a document has, "display": the pages of the reference about each key of `display`, "plots": kinds of plots,
/// each known by the key of its name, the last one otherwise, "remarks": English sentences on answers by code}.
Json catalogue();

}  // namespace slipstick
