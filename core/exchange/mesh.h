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

/// Reads a file by its ending. Throws an ImportError where it is damaged, or of another kind.
MeshFile readMesh(const std::string& bytes, const std::string& name);
/// As a solid of `visualization`, scaled; thinned to so many triangles.
Json meshSolid(MeshFile mesh, const Vector3& scale, std::size_t mostTriangles);
/// Of the volume inside the surface, at a density of 1; the mass is the volume.
Inertia inertiaOfMesh(const MeshFile& mesh, const Vector3& scale);

}  // namespace slipstick
