// The evaluation of formulas with any scalar.
// Compiled for steps: laws with user functions spend most of their time here.
#include "core/expression/program.h"

#include <cmath>

#include "core/math/dual.h"

namespace slipstick {
namespace expression {
namespace {

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
[[gnu::always_inline]] inline void executeOn(const Instruction& instruction, S* r) {
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

}  // namespace

void execute(const Instruction& instruction, double* registers) { executeOn(instruction, registers); }

}  // namespace expression

template <class S>
void Formula::evaluate(const S* arguments, const double* sensorValues, S* result) const {
  S* const r = expression::registerMemory<S>(program_->registers);
  for (const expression::Program::Load& load : program_->arguments) r[load.target] = arguments[load.source];
  for (const expression::Program::Load& load : program_->sensorValues) r[load.target] = S(sensorValues[load.source]);
  for (const expression::Program::Number& number : program_->numbers) r[number.target] = S(number.value);
  for (const expression::Instruction& instruction : program_->instructions) expression::executeOn(instruction, r);
  for (const int entry : program_->results) *result++ = r[entry];
}

template void Formula::evaluate(const double*, const double*, double*) const;
template void Formula::evaluate(const Dual<1>*, const double*, Dual<1>*) const;
template void Formula::evaluate(const Dual<1, Dual<1>>*, const double*, Dual<1, Dual<1>>*) const;

}  // namespace slipstick
