// Values of a model in a script for Exudyn.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/exchange/exudyn_items.h"
#include "core/exchange/python_formula.h"

namespace slipstick::exudyn {

/// Writes values, and collects the constants and functions on which they depend. Numbers given as formulas remain formulas.
class ScriptValues {
 public:
  /// Starts with the parameters and definitions of the document.
  explicit ScriptValues(const ScriptItems& items);

  /// The lines at the start of the script, and the functions that values use.
  const std::vector<std::string>& constants() const { return constantLines_; }
  const std::vector<std::string>& functions() const { return functions_; }

  /// A number, a flag, a formula of constants, or an array of them.
  PythonTerm expression(const Json& value);
  /// The same, with lists as lists of Python.
  std::string entries(const Json& value);
  /// The value of a parameter, as Exudyn requires it for `target`.
  std::string value(const Parameter& parameter, const Target& target, const Json& value);
  /// Defines a user function of an item and returns its name.
  std::string userFunction(ItemKind kind, int number, const Parameter& parameter, const Json& value);
  void addFunction(const std::string& text) { functions_.push_back(text); }

 private:
  using Arguments = std::map<std::string, PythonTerm>;
  void addInputs();
  void addDefinition(const std::string& head, const Json& value);
  /// The meaning of the names in a formula, including its arguments.
  PythonNames names(const Arguments& arguments) const;
  /// A number is its own formula.
  PythonFormula formula(const Json& value, const Arguments& arguments) const;
  std::string sensorValues(const std::string& name) const;
  Arguments argumentsOf(const Signature& signature) const;

  const ScriptItems& items_;
  std::map<std::string, PythonTerm> constants_;
  std::vector<std::string> constantLines_, functions_;
};

}  // namespace slipstick::exudyn
