// Surfaces of triangles in files: STL and OBJ.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/exchange/robot.h"

namespace slipstick {

struct MeshFile {
  std::vector<Vector3> points;
  std::vector<std::array<int, 3>> triangles;
};

/// More triangles than descriptions of robots have, and few enough for the memory of the WebAssembly engine.
constexpr std::size_t mostTrianglesRead = 2'000'000;

/// Reads a file by its ending, with all its points different. Throws an ImportError if it is damaged, of another kind or has more
/// triangles.
MeshFile readMesh(const std::string& bytes, const std::string& name, std::size_t most = mostTrianglesRead);
/// As a solid of `visualization`, scaled; thinned to so many triangles.
Json meshSolid(MeshFile mesh, const Vector3& scale, std::size_t mostTriangles);
/// What of a mesh has mass: the volume inside, pyramids from the middle of the mesh to its triangles, whose volumes count without a sign
/// (MuJoCo's default, "legacy"), or the surface itself.
enum class MeshMass { volume, pyramids, shell };

/// Whether each edge has a triangle on both sides, so that the mesh has an inside.
bool isClosed(const MeshFile& mesh);
/// At a density of 1, so that the mass is the volume or the area.
Inertia inertiaOfMesh(const MeshFile& mesh, const Vector3& scale, MeshMass what);

}  // namespace slipstick
