// The inputs and outputs that a linear model may have, by name.
#pragma once

#include <string>
#include <vector>

#include "core/system/system.h"

namespace slipstick {

/// An input: a component of a load in addition to its value, an input of the model, or the value of a constraint's equation, which moves
/// its parts (prescribed motion).
struct LinearInput {
  enum class Kind { load, input, motion };
  std::string name;  // "force.x", "throttle", "drive", "drive:velocity"
  std::string unit;
  Kind kind = Kind::load;
  int number = 0;      // of the load, of the input, of the multiplier
  int component = 0;   // of the load
  int derivative = 0;  // of a motion: 1 if its rate is the input, 2 its acceleration
};
/// A component of a sensor.
struct LinearOutput {
  std::string name;  // "position.x"
  std::string unit;
  int sensor = 0;
  int component = 0;
};

std::vector<LinearInput> linearInputs(const System& system);
std::vector<LinearOutput> linearOutputs(const System& system);

/// Adds the inputs or outputs of a name to `chosen`: a full name, or the name of a load or sensor for all of its components. Returns what
/// is wrong with the name, with a suggestion, or "".
std::string choose(const std::string& name, const std::vector<LinearInput>& all, std::vector<LinearInput>& chosen);
std::string choose(const std::string& name, const std::vector<LinearOutput>& all, std::vector<LinearOutput>& chosen);

}  // namespace slipstick
