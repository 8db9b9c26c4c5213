// The data of a body for drawing.
#pragma once

namespace slipstick {

/// The meaning of the numbers of a pose. frame: position x y z and quaternion w x y z of a body; point: position; cable: position and
/// slope of both ends, 8 numbers in the xy plane, 12 in space. flexible: a frame, then the modal coordinates of its mesh.
enum class PoseKind { frame, point, cable, flexible };
/// The pose type of a body; size numbers per sample.
struct PoseSource {
  PoseKind kind;
  int size;
};

}  // namespace slipstick
