// An item of a system: the loop that computes its type, and the item's number in the loop.
#pragma once

#include <vector>

#include "core/system/sweep.h"

namespace slipstick {

class ItemLoop;
struct Assembly;
enum class OutputVariable;

struct Place {
  ItemLoop* loop = nullptr;
  int index = -1;

  // The functions that the item's loop provides by its roles (core/system/roles.h).
  int firstCoordinate() const;
  int coordinateCount() const;
  std::vector<int> coordinates() const;
  int addFrame(const Vector3& localPosition, Assembly& assembly) const;
  void output(OutputVariable variable, const Vector3& localPosition, const Sweep<double>& sweep, double* out) const;
};

}  // namespace slipstick
