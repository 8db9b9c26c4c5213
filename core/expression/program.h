// The flat program of a compiled formula, and its evaluation with any scalar.
//
// Every register holds one scalar; vectors and matrices are lists of registers and exist only during compilation. A program first loads
// the required arguments, sensor values and numbers, then runs its instructions from first to last, then copies the result out. Both
// branches of a condition are computed; `select` copies one, so that the other affects neither values nor derivatives.
#pragma once

#include <cmath>
#include <vector>

#include "core/expression/formula.h"
#include "core/math/dual.h"

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

/// Of two equal numbers returns the first, including its derivative; not-a-number takes precedence, to remain visible.
template <class S>
const S& larger(const S& a, const S& b) {
  return a >= b || a != a ? a : b;
}
template <class S>
const S& smaller(const S& a, const S& b) {
  return a <= b || a != a ? a : b;
}

template <class S>
[[gnu::always_inline]] inline void execute(const Instruction& instruction, S* r) {
  S& result = r[instruction.result];
  const S& a = r[instruction.a];
  const S& b = r[instruction.b];
  const double number = instruction.number;
  const auto truth = [](bool condition) { return S(condition ? 1.0 : 0.0); };
  // clang-format off
  switch (instruction.operation) {
    case Operation::add: result = a + b; return;
    case Operation::subtract: result = a - b; return;
    case Operation::multiply: result = a * b; return;
    case Operation::divide: result = a / b; return;
    case Operation::negate: result = -a; return;
    case Operation::addNumber: result = a + number; return;
    case Operation::multiplyNumber: result = a * number; return;
    case Operation::divideByNumber: result = a / number; return;
    case Operation::subtractFromNumber: result = number - a; return;
    case Operation::divideNumber: result = number / a; return;
    case Operation::multiplyAdd: result = a * b + r[instruction.c]; return;
    case Operation::power: result = pow(a, b); return;
    case Operation::powerNumber: result = pow(a, number); return;
    case Operation::modulo: result = a - b * std::floor(valueOf(a) / valueOf(b)); return;
    case Operation::minimum: result = smaller(a, b); return;
    case Operation::maximum: result = larger(a, b); return;
    case Operation::arcTangent2: result = atan2(a, b); return;
    case Operation::hypotenuse: result = hypot(a, b); return;
    case Operation::equal: result = truth(a == b); return;
    case Operation::notEqual: result = truth(a != b); return;
    case Operation::less: result = truth(a < b); return;
    case Operation::lessEqual: result = truth(a <= b); return;
    case Operation::logicalAnd: result = truth(valueOf(a) != 0 && valueOf(b) != 0); return;
    case Operation::logicalOr: result = truth(valueOf(a) != 0 || valueOf(b) != 0); return;
    case Operation::logicalNot: result = truth(valueOf(a) == 0); return;
    case Operation::select: result = valueOf(a) != 0 ? b : r[instruction.c]; return;
    case Operation::absolute: result = abs(a); return;
    case Operation::sign: result = S(valueOf(a) > 0 ? 1.0 : valueOf(a) < 0 ? -1.0 : valueOf(a)); return;
    case Operation::floor: result = S(std::floor(valueOf(a))); return;
    case Operation::ceil: result = S(std::ceil(valueOf(a))); return;
    case Operation::round: result = S(std::round(valueOf(a))); return;
    case Operation::squareRoot: result = sqrt(a); return;
    case Operation::exponential: result = exp(a); return;
    case Operation::logarithm: result = log(a); return;
    case Operation::logarithm10: result = log10(a); return;
    case Operation::sine: result = sin(a); return;
    case Operation::cosine: result = cos(a); return;
    case Operation::tangent: result = tan(a); return;
    case Operation::arcSine: result = asin(a); return;
    case Operation::arcCosine: result = acos(a); return;
    case Operation::arcTangent: result = atan(a); return;
    case Operation::hyperbolicSine: result = sinh(a); return;
    case Operation::hyperbolicCosine: result = cosh(a); return;
    case Operation::hyperbolicTangent: result = tanh(a); return;
  }
  // clang-format on
}

/// Memory for registers: one block for each scalar type and thread, of the size of the largest program so far.
template <class S>
S* registerMemory(int size) {
  thread_local std::vector<S> memory;
  if (static_cast<int>(memory.size()) < size) memory.resize(size);
  return memory.data();
}

template <class S>
void run(const Program& program, const S* arguments, const double* sensorValues, S* result) {
  S* const r = registerMemory<S>(program.registers);
  for (const Program::Load& load : program.arguments) r[load.target] = arguments[load.source];
  for (const Program::Load& load : program.sensorValues) r[load.target] = S(sensorValues[load.source]);
  for (const Program::Number& number : program.numbers) r[number.target] = S(number.value);
  for (const Instruction& instruction : program.instructions) execute(instruction, r);
  for (const int entry : program.results) *result++ = r[entry];
}

}  // namespace expression

template <class S>
void Formula::evaluate(const S* arguments, const double* sensorValues, S* result) const {
  expression::run(*program_, arguments, sensorValues, result);
}

}  // namespace slipstick
