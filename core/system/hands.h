// What a person does to bodies while a run goes on: a hand that holds a point, and pushes.
//
// The hand pulls a point p of an object to a target z by a spring and a damper, F = m ω² (z − p) + 2 m ω (ż − ṗ), where m is the effective
// mass of the point when it was taken. Targets are reached at constant speed within the duration of the grab. A push is a constant
// force. Both act on a frame that is there as long as they are.
#pragma once

#include <vector>

#include "core/model/model.h"
#include "core/system/sweep.h"

namespace slipstick {

struct Tangent;

/// A force on a point; forces in N, times in s.
struct Touch {
  bool isHand = false;
  int object = -1, link = -1;
  Vector3 at;      // local
  int frame = -1;  // of the point
  // Of a hand.
  double stiffness = 0, damping = 0;
  Vector3 from, to;
  double start = 0, duration = 0;  // of the way between them
  // Of a push.
  Vector3 force;
  double until = 0;  // acts in steps that begin before

  bool arrived(double time) const;
  Vector3 target(double time) const;
  Vector3 targetVelocity(double time) const;
};

class Hands {
 public:
  const std::vector<Touch>& all() const { return touches_; }
  std::vector<Touch>& all() { return touches_; }
  /// The hand, if it holds something.
  Touch* hand();
  const Touch* hand() const { return const_cast<Hands*>(this)->hand(); }

  void laws(Sweep<double>& sweep) const;
  /// The part of the tangent, and the forces.
  void tangent(Tangent& tangent, Sweep<double>& sweep) const;
  /// What a sensor of the hand gives: its force, its power, its target; zero while it holds nothing.
  void output(OutputVariable variable, const Sweep<double>& sweep, double* out) const;

 private:
  std::vector<Touch> touches_;  // in the order in which they began
};

}  // namespace slipstick
