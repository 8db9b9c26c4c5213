// The functions of the language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/expression/value.h"

namespace slipstick::expression {

struct Function;

/// A call with compiled arguments.
struct Call {
  Builder& builder;
  const Function& function;
  std::vector<Value> arguments;
  std::vector<int> positions;  // positions of the arguments, for errors
  int position;

  int size() const { return static_cast<int>(arguments.size()); }
  const Value& operator[](int i) const { return arguments[i]; }
  /// Returns an argument that must be a number; otherwise fails.
  Term scalar(int i) const;
};

struct Function {
  std::string_view name;
  int minimumArguments;
  int maximumArguments;
  std::string_view usage;  // "clamp(x, low, high)"
  Value (*compile)(const Call&);
};

inline constexpr int anyNumber = 1'000'000;

/// Returns null if there is none with that name. `sensor` is not included because it reads the scope.
const Function* findFunction(std::string_view name);
std::vector<std::string> functionNames();

}  // namespace slipstick::expression
