// Quantities along cables and belts for the display of a model.
#pragma once

#include <string>
#include <vector>

#include "core/registry/values.h"

namespace slipstick {

/// A quantity along a line of cable elements: the elements named "belt" or "belt.…", in order.
struct Profile {
  std::string over;                                // name of the line
  bool contact = false;                            // at the contacts with circles, summed over the circles; otherwise on the elements
  OutputVariable variable = OutputVariable::none;  // none if there is a formula
  int component = 0;
  std::string formula;            // of t, s and position; or ""
  std::string unit;               // "" if it is not known
  std::vector<double> positions;  // arc length of each point in the reference configuration, m
  std::vector<int> objects;       // the element of each point
  double length = 0;              // length of the whole line, m
  bool closed = false;            // its end coincides with its start

  /// A source of values. Values of contacts are summed.
  struct Source {
    int object;
    Vector3 localPosition;
    int firstPoint;
    int points;  // the output holds `stride` numbers for each point
    int stride;
  };
  std::vector<Source> sources;
  UserFunction function;  // for the formula
};

}  // namespace slipstick
