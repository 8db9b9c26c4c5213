// Solids of `visualization` as triangles.
#pragma once

#include "core/math/vector.h"
#include "core/program/gltf_file.h"

namespace slipstick {

/// Adds a solid as `visualization` has it, resolved. `size`: of the scene in m, for solids without one.
void addSolid(Triangles& to, const Json& solid, double size);
void addBox(Triangles& to, const Vector3& center, const Vector3& edges);
void addSphere(Triangles& to, const Vector3& center, double radius);
/// The surface, as a solid of `visualization`, that an outline leaves as it turns about an axis through `center`: of its points the place
/// along the axis, and the distance from it. A closed outline makes a ring.
Json revolved(const Vector3& center, const Vector3& axis, const std::vector<std::pair<double, double>>& outline, bool closed);
/// Of a cylinder, a cone (`tip` 0) or a truncated cone, with its ends.
void addRod(Triangles& to, const Vector3& from, const Vector3& end, double radius, double tip);
/// A tube along joints of a skin, as many rings as joints: each corner in the frame of its joint, whose x axis points along the tube.
Triangles tubeOnJoints(int joints, double height, double width, bool round);

}  // namespace slipstick
