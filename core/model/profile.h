// Quantities along cables and belts that the display of a model shows.
#pragma once

#include <string>
#include <vector>

#include "core/registry/values.h"

namespace slipstick {

/// A quantity along a line of cable elements: those called "belt" or "belt.…", one after the other.
struct Profile {
  std::string over;                                // name of the line
  bool contact = false;                            // in the contacts with circles, summed over these; else on the elements
  OutputVariable variable = OutputVariable::none;  // none with a formula
  int component = 0;
  std::string formula;            // of t, s and position; "" if there is none
  std::string unit;               // "" where it is not known
  std::vector<double> positions;  // arc length of each point in the reference configuration, m
  std::vector<int> objects;       // the element on which each point lies
  double length = 0;              // of the whole line, m
  bool closed = false;            // its end is its start

  /// Where values come from. Those of contacts are added up.
  struct Source {
    int object;
    Vector3 localPosition;
    int firstPoint;
    int points;  // the output holds `stride` numbers for each
    int stride;
  };
  std::vector<Source> sources;
  UserFunction function;  // of the formula
};

}  // namespace slipstick
