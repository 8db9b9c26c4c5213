// The position and axes of a joint, for the creators of joints: markers and frames compatible with the reference configuration.
#pragma once

#include "core/creators/creator.h"

namespace slipstick {

struct JointFrame {
  Vector3 localPosition[2];  // of the joint in the frame of each body
  Matrix3 rotation[2];       // from the frame of the joint to the frame of each body
  bool planar = false;       // whether it joins planar bodies
};

/// Whether both bodies move in the xy plane: planar bodies, or one planar body and the ground, but not the ground twice.
bool movesInPlane(const Expansion& expansion, const std::array<int, 2>& bodies);

/// A joint at `position` with `axes` as columns, global or in the frame of the first body.
JointFrame jointFrame(Expansion& expansion, const std::array<int, 2>& bodies, const Vector3& position, const Matrix3& axes, bool global);
/// A joint from the arguments `position`, `axis` and `useGlobalFrame`; `basis` derives its frame from the axis.
JointFrame axisFrame(Expansion& expansion, const std::array<int, 2>& bodies, Matrix3 (*basis)(const Vector3& axis));
/// The argument `axis` of a joint that rotates about it.
Row turningAxisRow();
/// A basis with z along the axis, as needed by a revolute joint.
Matrix3 revoluteBasis(const Vector3& axis);
/// A basis with x along the axis, as needed by a prismatic joint.
Matrix3 prismaticBasis(const Vector3& axis);
std::array<int, 2> addJointMarkers(Expansion& expansion, const std::array<int, 2>& bodies, const JointFrame& frame, const ItemType& type);

/// The arguments `bodies`, `position` and `useGlobalFrame`, together with those that place the joint and those passed on to it.
std::vector<Row> jointArguments(const std::vector<Row>& place, const std::vector<Row>& passed);

}  // namespace slipstick
