// The flat program of a compiled formula.
//
// Every register holds one scalar; vectors and matrices are lists of registers and exist only during compilation. A program first loads
// the required arguments, sensor values and numbers, then runs its instructions from first to last, then copies the result out. Both
// branches of a condition are computed; `select` copies one, so that the other affects neither values nor derivatives.
#pragma once

#include <vector>

#include "core/expression/formula.h"

namespace slipstick {
namespace expression {

/// The effect of an instruction on registers a, b, c; `n` is the constant operand in forms with a number.
enum class Operation : unsigned char {
  add,                 // a + b
  subtract,            // a - b
  multiply,            // a b
  divide,              // a / b
  negate,              // -a
  addNumber,           // a + n
  multiplyNumber,      // a n
  divideByNumber,      // a / n
  subtractFromNumber,  // n - a
  divideNumber,        // n / a
  multiplyAdd,         // a b + c
  power,               // a^b
  powerNumber,         // a^n
  modulo,              // a - b floor(a/b)
  minimum,
  maximum,
  arcTangent2,  // of a/b in all quadrants
  hypotenuse,   // √(a² + b²)
  equal,
  notEqual,
  less,
  lessEqual,
  logicalAnd,
  logicalOr,
  logicalNot,
  select,  // a ? b : c
  absolute,
  sign,
  floor,
  ceil,
  round,
  squareRoot,
  exponential,
  logarithm,
  logarithm10,
  sine,
  cosine,
  tangent,
  arcSine,
  arcCosine,
  arcTangent,
  hyperbolicSine,
  hyperbolicCosine,
  hyperbolicTangent,
};

struct Instruction {
  Operation operation;
  int result = 0, a = 0, b = 0, c = 0;  // registers
  double number = 0;
};

struct Program {
  /// Initialises the register `target` with number `source` of the arguments or sensor values.
  struct Load {
    int target;
    int source;
  };
  struct Number {
    int target;
    double value;
  };

  Shape shape;
  int argumentSize = 0;
  std::vector<SensorInput> sensors;
  std::vector<Load> arguments;
  std::vector<Load> sensorValues;
  std::vector<Number> numbers;
  std::vector<Instruction> instructions;
  std::vector<int> results;  // registers of the result's entries, by rows
  int registers = 0;
};

/// Executes an instruction on numbers.
void execute(const Instruction& instruction, double* registers);

}  // namespace expression
}  // namespace slipstick
