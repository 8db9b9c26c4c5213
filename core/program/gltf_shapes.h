// Solids of `visualization` as triangles.
#pragma once

#include "core/math/vector.h"
#include "core/program/gltf_file.h"

namespace slipstick {

/// Reads two or three numbers.
Vector3 pointOf(const Json& json);
/// Adds a resolved solid of `visualization`. `size`: of the scene in m, for solids without a size.
void addSolid(Triangles& to, const Json& solid, double size);
void addBox(Triangles& to, const Vector3& center, const Vector3& edges);
void addSphere(Triangles& to, const Vector3& center, double radius);
/// The surface of revolution, as a solid of `visualization`, of an outline about an axis through `center`. Each outline point has the
/// position along the axis and the distance from it. A closed outline makes a ring.
Json revolved(const Vector3& center, const Vector3& axis, const std::vector<std::pair<double, double>>& outline, bool closed);
/// Adds a cylinder, a cone (`tip` 0) or a truncated cone, with its ends.
void addRod(Triangles& to, const Vector3& from, const Vector3& end, double radius, double tip);
/// A tube on the joints of a skin, with one ring for each joint: each corner is given in the frame of its joint, whose x axis points along
/// the tube.
Triangles tubeOnJoints(int joints, double height, double width, bool round);

}  // namespace slipstick
