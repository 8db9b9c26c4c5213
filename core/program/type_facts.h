// Facts about item types, by which the page groups them.
#pragma once

#include "core/model/model.h"

namespace slipstick {

/// By list ("nodes", "objects", "loads", "create") and type: {"family": "node", "body", "connector", "constraint", "load" or "system"
/// (coordinates without a place), "drawnAs": a look of the 3D view, "dimensions": of the space in which its nodes move, "turns": whether
/// it has an orientation, "line": whether quantities are recorded along it}. Facts that do not hold are missing. A creator has the facts of
/// the object or load that gets its name.
Json typeFacts();

}  // namespace slipstick
