// Poses of bodies in the reference configuration, and rotation parameters from matrices.
#pragma once

#include <optional>

#include "core/creators/creator.h"

namespace slipstick {

/// The pose of an object and its node (or null), as written in the document. Returns nothing if the type is unknown in this build or a
/// value is wrong, which is reported when the item is read.
std::optional<ReferencePose> referencePose(const Json& object, const Json* node, const Scope& scope);
/// The same pose at the start of the run, with the initial coordinates.
std::optional<ReferencePose> startPose(const Json& object, const Json* node, const Scope& scope);

/// Euler parameters, normalised.
std::array<double, 4> eulerParameters(const Matrix3& rotation);
/// Tait-Bryan angles of Rx Ry Rz.
Vector3 taitBryanAngles(const Matrix3& rotation);
Vector3 rotationVector(const Matrix3& rotation);
/// Angle of a rotation about z.
double planarAngle(const Matrix3& rotation);

}  // namespace slipstick
