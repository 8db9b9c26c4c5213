// Descriptions of robots and mesh files, which the light engine cannot read.
#pragma once

#include <string>

#include "core/model/model.h"

namespace slipstick {

/// `files`: by path, with each byte of a file as the character of that code; `name`: the path of the description. Returns {"document",
/// "left"} as in ImportedRobot of wasm/engine/types.ts, or {"problem"}.
using RobotReader = Json (*)(const Json& files, const std::string& name);
extern RobotReader robotReader;  // null in the light engine

/// A mesh in STL or OBJ, according to the file extension: {"corners"}, nine numbers for each triangle, or {"problem"}.
using MeshReader = Json (*)(const std::string& bytes, const std::string& name, int mostTriangles);
extern MeshReader meshReader;  // null in the light engine

}  // namespace slipstick
