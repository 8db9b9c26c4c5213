// One evaluation of a system at one state: what it computed, as a value that its caller holds.
#pragma once

#include "core/system/sweep.h"

namespace slipstick {

struct Workspace;

/// What is evaluated.
struct Terms {
  ConstraintLevel level = ConstraintLevel::position;
  double loadFactor = 1;
  bool contactsFollow = false;  // sets of contacts judge at each evaluation what touches, as explicit steps want it
};

/// Valid as long as its state stands still and its workspace serves no other evaluation; who takes it later gets a failed assertion.
class Evaluation {
 public:
  Evaluation() = default;

 private:
  friend class System;
  Sweep<double> sweep_;
  Workspace* workspace_ = nullptr;
};

}  // namespace slipstick
