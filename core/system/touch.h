// A user's actions on bodies during a run: a hand that holds a point, and pushes. A system has a frame for each touched point; a
// separate law computes the forces (core/items/touches.cpp).
#pragma once

#include <vector>

#include "core/model/model.h"
#include "core/system/roles.h"

namespace slipstick {

/// A force on a point; forces in N, times in s.
struct Touch {
  bool isHand = false;
  int object = -1, link = -1;
  Vector3 at;      // local
  int frame = -1;  // frame of the point
  // For a hand, which moves its target from one point to another at constant speed.
  double stiffness = 0, damping = 0;
  Vector3 from, to;
  double start = 0, duration = 0;
  // For a push.
  Vector3 force;
  double until = 0;  // acts in steps that start earlier

  bool arrived(double time) const;
  Vector3 target(double time) const;
  Vector3 targetVelocity(double time) const;
};

/// In order of their start.
using Touches = std::vector<Touch>;
/// Returns the hand among them; null if it holds nothing.
const Touch* handAmong(const Touches& touches);

/// The law of touches, which reads Sweep::touches. It is registered once, before the first system is assembled.
const role::Acting& touchLaw();
bool registerTouchLaw(const role::Acting& law);

}  // namespace slipstick
