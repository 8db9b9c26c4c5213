// Triangle meshes in files: STL and OBJ.
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

/// More triangles than in descriptions of robots, but few enough for the memory of the WebAssembly engine.
constexpr std::size_t mostTrianglesRead = 2'000'000;

/// Reads a file according to its extension and merges equal points. Throws an ImportError if it is damaged, of another kind or has more
/// triangles.
MeshFile readMesh(const std::string& bytes, const std::string& name, std::size_t most = mostTrianglesRead);
/// A mesh as a solid of `visualization`, scaled and reduced to at most so many triangles.
Json meshSolid(MeshFile mesh, const Vector3& scale, std::size_t mostTriangles);
/// The part of a mesh that has mass: the volume inside, pyramids from the middle of the mesh to its triangles, whose volumes are added
/// without their sign (MuJoCo's default, "legacy"), or the surface itself.
enum class MeshMass { volume, pyramids, shell };

/// Whether each edge has a triangle on both sides, so that the mesh has an inside.
bool isClosed(const MeshFile& mesh);
/// The inertia at a density of 1, so that the mass is the volume or the area.
Inertia inertiaOfMesh(const MeshFile& mesh, const Vector3& scale, MeshMass what);

}  // namespace slipstick
