// What a body gives to those who draw it.
#pragma once

namespace slipstick {

/// What the numbers of a pose are. frame: position x y z and quaternion w x y z of a body; point: position; cable: position and slope
/// of both ends, 8 numbers in the xy plane, 12 in space. flexible: a frame, then the coordinates of the modes of its mesh.
enum class PoseKind { frame, point, cable, flexible };
/// How a body is drawn; size numbers per sample.
struct PoseSource {
  PoseKind kind;
  int size;
};

}  // namespace slipstick
