// The formula language: compile once, evaluate often.
//
// A formula is checked and compiled to a flat program over numbered registers; all shapes are known then, so that evaluating it
// neither allocates nor branches on types. The same program runs with double and with Dual, which gives exact tangents.
// The language itself is described in the format's documentation: no loops, no recursion, no state.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

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
  std::vector<double> values;  // shape.size(), by rows
};

/// `"name(a, b)": "a + b"` of a document's definitions. It is inlined where it is used.
struct FunctionDefinition {
  std::vector<std::string> arguments;
  std::string body;
};

/// A sensor that `sensor("name")` may read: its number and its size. What `input("name")` reads stands among them, with a negative number.
struct SensorInput {
  int index;
  int size;

  static SensorInput ofInput(int number) { return {-1 - number, 1}; }
  /// The number of the input of the document, or -1.
  int input() const { return index < 0 ? -1 - index : -1; }
};

/// What the names in a formula mean.
struct Scope {
  std::map<std::string, Constant, std::less<>> constants;                   // parameters and definitions
  std::map<std::string, FunctionDefinition, std::less<>> functions;         // definitions with arguments
  std::vector<Argument> arguments;                                          // of a user function, in the order of their values
  std::function<std::optional<SensorInput>(std::string_view name)> sensor;  // empty: `sensor` is not allowed here
  std::vector<std::string> sensorNames;                                     // for suggestions
  std::vector<std::string> inputs;                                          // of the document, by number
};

struct FormulaError {
  int position;  // offset in the text, in bytes
  std::string message;
};

namespace expression {
struct Program;  // core/expression/program.h
}

class Formula {
 public:
  explicit Formula(std::shared_ptr<const expression::Program> program) : program_(std::move(program)) {}

  Shape shape() const;
  /// How many numbers evaluate() reads from `arguments`: the arguments of the scope, one after the other.
  int argumentSize() const;
  /// The sensors read, each once; `sensorValues` of evaluate() holds their values one after the other in this order.
  const std::vector<SensorInput>& sensors() const;
  /// Operations of one evaluation: known here, since there are no loops.
  int operations() const;

  /// Writes shape().size() values. S is double or a Dual; neither allocates after the first call with that S.
  /// Defined in core/expression/program.h.
  template <class S>
  void evaluate(const S* arguments, const double* sensorValues, S* result) const;

 private:
  std::shared_ptr<const expression::Program> program_;
};

/// Within the limits of core/expression/limits.h.
std::variant<Formula, FormulaError> compileFormula(std::string_view text, const Scope& scope);
/// A formula without arguments and sensors, evaluated now. The result is finite.
std::variant<Constant, FormulaError> evaluateConstant(std::string_view text, const Scope& scope);
/// What can be said of a definition before it is called: its syntax, its names and the numbers of arguments; not its shapes.
std::optional<FormulaError> checkDefinition(const FunctionDefinition& definition, const Scope& scope);
/// Whether `name` can be the name of a parameter or definition: a letter or _, then letters, digits and _, and no word of the language.
bool isValidName(std::string_view name);
/// The candidate that `name` was probably meant to be (small edit distance), or empty.
std::string nearestName(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace slipstick
