// Descriptions of robots as documents, which the light engine cannot read.
#pragma once

#include <string>

#include "core/model/model.h"

namespace slipstick {

/// `files`: by path, each byte of a file as the character of its number; `name`: the path of the description. {"document", "left"} as
/// ImportedRobot of wasm/engine/types.ts has them, or {"problem"}.
using RobotReader = Json (*)(const Json& files, const std::string& name);
extern RobotReader robotReader;  // null in the light engine

}  // namespace slipstick
