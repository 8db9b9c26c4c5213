// The formula language: compile once, evaluate often.
//
// A formula is checked and compiled to a flat program over numbered registers. All shapes are known then, so that evaluation neither
// allocates nor branches on types. The same program runs with double and with Dual, which gives exact tangents. The format's
// documentation describes the language: no loops, no recursion, no state.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/message/message.h"

namespace slipstick {

/// Rows × columns of a value; a scalar is 1×1, a vector n×1. Stored by rows.
struct Shape {
  int rows = 1;
  int columns = 1;
  int size() const { return rows * columns; }
  bool operator==(const Shape&) const = default;
};

struct Argument {
  std::string name;
  Shape shape;
};

struct Constant {
  Shape shape;
  std::vector<double> values;  // shape.size() values, by rows
};

/// `"name(a, b)": "a + b"` of a document's definitions. Its calls are inlined.
struct FunctionDefinition {
  std::vector<std::string> arguments;
  std::string body;
};

/// A sensor that `sensor("name")` may read: its number and its size. Inputs read by `input("name")` are included, with negative numbers.
struct SensorInput {
  int index;
  int size;

  static SensorInput ofInput(int number) { return {-1 - number, 1}; }
  /// Returns the number of the document's input, or -1.
  int input() const { return index < 0 ? -1 - index : -1; }
};

/// The meanings of the names in a formula.
struct Scope {
  std::map<std::string, Constant, std::less<>> constants;                   // parameters and definitions
  std::map<std::string, FunctionDefinition, std::less<>> functions;         // definitions with arguments
  std::vector<Argument> arguments;                                          // of a user function, in the order of their values
  std::function<std::optional<SensorInput>(std::string_view name)> sensor;  // empty: `sensor` is not allowed
  std::vector<std::string> sensorNames;                                     // for suggestions
  std::vector<std::string> inputs;                                          // of the document, by number
};

struct FormulaError {
  int position;  // offset in the text, in bytes
  Message message;
};

namespace expression {
struct Program;  // core/expression/program.h
}

class Formula {
 public:
  explicit Formula(std::shared_ptr<const expression::Program> program) : program_(std::move(program)) {}

  Shape shape() const;
  /// Returns the number of values that evaluate() reads from `arguments`: all arguments of the scope, in order.
  int argumentSize() const;
  /// Returns the sensors read, each once; `sensorValues` of evaluate() holds their values in this order.
  const std::vector<SensorInput>& sensors() const;
  /// Returns whether the result depends on this number of the arguments.
  bool reads(int argument) const;
  /// Returns the number of operations of one evaluation, which is known because there are no loops.
  int operations() const;

  /// Writes shape().size() values. S is double, Dual<1> or Dual<1, Dual<1>>; evaluation does not allocate after the first call with that S.
  template <class S>
  void evaluate(const S* arguments, const double* sensorValues, S* result) const;

 private:
  std::shared_ptr<const expression::Program> program_;
};

/// Within the limits of core/expression/limits.h.
std::variant<Formula, FormulaError> compileFormula(std::string_view text, const Scope& scope);
/// Compiles and evaluates a formula without arguments and sensors. The result is finite.
std::variant<Constant, FormulaError> evaluateConstant(std::string_view text, const Scope& scope);
/// Checks a definition before it is called: its syntax, its names and the numbers of arguments; not its shapes.
std::optional<FormulaError> checkDefinition(const FunctionDefinition& definition, const Scope& scope);
/// Returns whether `name` can be the name of a parameter or definition: a letter or _, then letters, digits and _, and no reserved word
/// of the language.
bool isValidName(std::string_view name);
/// Returns the candidate that was probably meant by `name` (small edit distance), or an empty string.
std::string nearestName(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace slipstick
