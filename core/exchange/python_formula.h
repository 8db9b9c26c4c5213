// Formulas and values of a document in the syntax of Python.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/shared_json.h"

namespace slipstick {

/// A model that cannot be written for another program. The message names the reason.
struct ExportError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// A name or an expression.
struct PythonTerm {
  std::string text;
  bool isScalar = false;  // known to be a number, not a vector or matrix
};

/// A formula: statements that bind local names, then the value.
struct PythonFormula {
  std::vector<std::string> statements;
  PythonTerm value;
};

/// The meanings of the names in a formula.
struct PythonNames {
  /// The Python name of a constant, a definition or an argument; functions are called "name()". Nothing if there is none.
  std::function<std::optional<PythonTerm>(const std::string& name)> find;
  std::function<std::string(const std::string& name)> sensor;  // the expression for its values
  std::function<std::string(const std::string& name)> input;   // its value
};

/// Throws ExportError if `formula` is not a formula, or contains a name without a meaning.
PythonFormula pythonFormula(const std::string& formula, const PythonNames& names);

/// The shortest text of a number.
std::string pythonNumber(double value);
/// A number, a flag, a text, or a list of them. Throws ExportError for other values.
std::string pythonValue(const Json& value);
/// A name that is valid in Python and has no other meaning in a script for Exudyn.
std::string safeName(const std::string& name);
/// The text of a function with this body.
std::string pythonFunction(const std::string& name, const std::vector<std::string>& parameters, const std::vector<std::string>& lines);

/// Python functions that scripts call: functions of formulas that NumPy lacks, and functions that prepare arguments for Exudyn.
struct PythonHelper {
  const char* name;
  const char* text;
};
const std::vector<PythonHelper>& pythonHelpers();
/// Whether a script calls this function.
bool callsFunction(std::string_view script, std::string_view name);
/// "a, b": `texts` with `separator` between them; empty ones are skipped.
std::string joinedTexts(const std::vector<std::string>& texts, const char* separator = ", ");

}  // namespace slipstick
