// One evaluation of a system at one state: its results, as a value held by the caller.
#pragma once

#include "core/system/sweep.h"

namespace slipstick {

struct Workspace;

/// Options of an evaluation.
struct Terms {
  ConstraintLevel level = ConstraintLevel::position;
  double loadFactor = 1;
  bool contactsFollow = false;  // contact sets update their active contacts at each evaluation, as explicit steps require
};

/// Valid while its state is unchanged and its workspace serves no other evaluation; later use throws std::logic_error.
class Evaluation {
 public:
  Evaluation() = default;

 private:
  friend class System;
  friend class ItemForces;
  Sweep<double> sweep_;
  Workspace* workspace_ = nullptr;
};

}  // namespace slipstick
