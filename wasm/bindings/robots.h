// Descriptions of robots and files of meshes, which the light engine cannot read.
#pragma once

#include <string>

#include "core/model/model.h"

namespace slipstick {

/// `files`: by path, each byte of a file as the character of its number; `name`: the path of the description. {"document", "left"} as
/// ImportedRobot of wasm/engine/types.ts has them, or {"problem"}.
using RobotReader = Json (*)(const Json& files, const std::string& name);
extern RobotReader robotReader;  // null in the light engine

/// A mesh in STL or OBJ, by the ending of its name: {"corners"}, nine numbers for each triangle, or {"problem"}.
using MeshReader = Json (*)(const std::string& bytes, const std::string& name, int mostTriangles);
extern MeshReader meshReader;  // null in the light engine

}  // namespace slipstick
