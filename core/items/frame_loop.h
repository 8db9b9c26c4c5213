// A loop whose frames map motion to markers and forces on markers back to coordinates.
#pragma once

#include "core/system/loop.h"

namespace slipstick {

/// Base: a LoopOf<…> with role::Moving and role::Turning. Frames has the four functions.
template <class Base, class Frames>
class FrameLoop : public Base {
 public:
  template <class... Arguments>
  explicit FrameLoop(Arguments... arguments) : frames_(arguments...) {}

  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    frames_.kinematics(sweep);
  }
  template <class S>
  void backOf(Sweep<S>& sweep) const {
    frames_.back(sweep);
  }
  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const override { frames_.jacobians(tangent, sweep); }
  void backTangent(Tangent& tangent, Sweep<double>& sweep) const override { frames_.backTangent(tangent, sweep); }

 protected:
  Frames frames_;
};

}  // namespace slipstick
