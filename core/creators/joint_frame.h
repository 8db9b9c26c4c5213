// Where a joint is, for the creators of joints: markers and frames compatible with the reference configuration.
#pragma once

#include "core/creators/creator.h"

namespace slipstick {

struct JointFrame {
  Vector3 localPosition[2];  // of the joint in each body's frame
  Matrix3 rotation[2];       // from the joint's frame to each body's
  bool planar = false;       // whether it joins planar bodies
};

/// Whether both bodies move in the plane x, y: planar ones and the ground, but not the ground alone.
bool movesInPlane(const Expansion& expansion, const std::array<int, 2>& bodies);

/// A joint at `position` with `axes` as columns, global or in the frame of the first body.
JointFrame jointFrame(Expansion& expansion, const std::array<int, 2>& bodies, const Vector3& position, const Matrix3& axes, bool global);
/// A joint from the arguments `position`, `axis` and `useGlobalFrame`; `basis` makes its frame from the axis.
JointFrame axisFrame(Expansion& expansion, const std::array<int, 2>& bodies, Matrix3 (*basis)(const Vector3& axis));
/// `axis` of a joint that turns about it.
Row turningAxisRow();
/// z along the axis, as a revolute joint wants it.
Matrix3 revoluteBasis(const Vector3& axis);
/// x along the axis, as a prismatic joint wants it.
Matrix3 prismaticBasis(const Vector3& axis);
std::array<int, 2> addJointMarkers(Expansion& expansion, const std::array<int, 2>& bodies, const JointFrame& frame, const ItemType& type);

/// `bodies`, `position` and `useGlobalFrame` around what places a joint and what is passed on to it.
std::vector<Row> jointArguments(const std::vector<Row>& place, const std::vector<Row>& passed);

}  // namespace slipstick
