#include "core/expression/functions.h"

#include <cmath>
#include <numbers>

#include "core/expression/failure.h"

namespace slipstick::expression {
namespace {

constexpr int largestSize = 1000;  // bound for the size of identity(n), zeros(n); the limits of the formula are reached first

[[noreturn]] void failAtArgument(const Call& call, int i, const std::string& expected) {
  fail(call.positions[i], std::string(call.function.usage) + ": expected " + expected + ", got " + nameOf(call[i].shape));
}

template <Operation operation>
Value ofOne(const Call& call) {
  return call.builder.apply(operation, call.scalar(0));
}
template <Operation operation>
Value ofTwo(const Call& call) {
  const Term a = call.scalar(0);
  return call.builder.apply(operation, a, call.scalar(1));
}

/// min and max: of several numbers, or of the entries of one vector.
template <Operation operation>
Value extremum(const Call& call) {
  std::vector<Term> candidates;
  if (call.size() == 1) {
    if (!call[0].isVector() || call[0].entries.empty()) failAtArgument(call, 0, "numbers or one vector");
    candidates = call[0].entries;
  } else {
    for (int i = 0; i < call.size(); ++i) candidates.push_back(call.scalar(i));
  }
  Term result = candidates[0];
  for (size_t i = 1; i < candidates.size(); ++i) result = call.builder.apply(operation, result, candidates[i]);
  return result;
}

Term clamped(Builder& builder, Term x, Term low, Term high) {
  return builder.apply(Operation::minimum, builder.apply(Operation::maximum, x, low), high);
}

Value clamp(const Call& call) {
  const Term x = call.scalar(0), low = call.scalar(1);
  return clamped(call.builder, x, low, call.scalar(2));
}

/// step(x) = 1 for x ≥ 0; step(edge, x) = 1 for x ≥ edge.
Value step(const Call& call) {
  const Term edge = call.size() == 1 ? call.builder.number(0) : call.scalar(0);
  return call.builder.apply(Operation::lessEqual, edge, call.scalar(call.size() - 1));
}

/// s² (3 - 2 s) with s = (x - from)/(to - from) between 0 and 1.
Value smoothstep(const Call& call) {
  Builder& builder = call.builder;
  const Term from = call.scalar(0), to = call.scalar(1), x = call.scalar(2);
  const Term ratio =
      builder.apply(Operation::divide, builder.apply(Operation::subtract, x, from), builder.apply(Operation::subtract, to, from));
  const Term s = clamped(builder, ratio, builder.number(0), builder.number(1));
  const Term slope = builder.apply(Operation::subtract, builder.number(3), builder.apply(Operation::multiply, builder.number(2), s));
  return builder.apply(Operation::multiply, builder.apply(Operation::multiply, s, s), slope);
}

Value condition(const Call& call) {
  const Term chosen = call.scalar(0);
  if (call[1].shape != call[2].shape) failAtArgument(call, 2, nameOf(call[1].shape) + " like the second argument");
  Value result = call[1];
  for (size_t i = 0; i < result.entries.size(); ++i) {
    result.entries[i] = call.builder.apply(Operation::select, chosen, call[1].entries[i], call[2].entries[i]);
  }
  return result;
}

void requireVectors(const Call& call, int length) {
  for (int i = 0; i < call.size(); ++i) {
    const Shape& shape = call[i].shape;
    const bool fits = call[i].isVector() && (length == 0 || shape.rows == length);
    if (!fits) failAtArgument(call, i, length == 0 ? "a vector" : nameOf({length, 1}));
  }
}

Value dot(const Call& call) {
  requireVectors(call, 0);
  if (call[0].shape != call[1].shape) failAtArgument(call, 1, nameOf(call[0].shape) + " like the first argument");
  return sumOfProducts(call.builder, call[0].entries, call[1].entries);
}

Value cross(const Call& call) {
  requireVectors(call, 3);
  Value result({3, 1}, {});
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const Term first = call.builder.apply(Operation::multiply, call[0].entries[j], call[1].entries[k]);
    const Term second = call.builder.apply(Operation::multiply, call[0].entries[k], call[1].entries[j]);
    result.entries.push_back(call.builder.apply(Operation::subtract, first, second));
  }
  return result;
}

Term norm(Builder& builder, const Value& v) {
  if (v.isScalar()) return builder.apply(Operation::absolute, v.entries[0]);
  return builder.apply(Operation::squareRoot, sumOfProducts(builder, v.entries, v.entries));
}

Value norm(const Call& call) {
  requireVectors(call, 0);
  return norm(call.builder, call[0]);
}

/// The zero vector remains zero, with derivative zero.
Value normalize(const Call& call) {
  requireVectors(call, 0);
  Builder& builder = call.builder;
  const Term length = norm(builder, call[0]);
  const Term inverseLength =
      builder.apply(Operation::select, length, builder.apply(Operation::divide, builder.number(1), length), builder.number(0));
  return scaled(builder, Operation::multiply, call[0], inverseLength);
}

Value transpose(const Call& call) { return transposed(call.builder, call[0]); }

Value inverse(const Call& call) {
  const Shape& shape = call[0].shape;
  if (shape.rows != shape.columns) failAtArgument(call, 0, "a square matrix");
  return inverse(call.builder, call[0]);
}

/// Returns a size that is known during compilation.
int constantSize(const Call& call, int i) {
  const Term term = call.scalar(i);
  const double size = call.builder.isNumber(term) ? call.builder.value(term) : 0;
  if (!(size >= 1 && size <= largestSize && size == std::floor(size))) {
    fail(call.positions[i],
         std::string(call.function.usage) + ": a size must be a constant whole number from 1 to " + std::to_string(largestSize));
  }
  return static_cast<int>(size);
}

Value filled(Builder& builder, Shape shape) {
  builder.countEntries(shape.size());
  return {shape, std::vector<Term>(shape.size(), builder.number(0))};
}

Value diagonal(Builder& builder, const std::vector<Term>& entries) {
  const int size = static_cast<int>(entries.size());
  Value result = filled(builder, {size, size});
  for (int i = 0; i < size; ++i) result.entries[i * size + i] = entries[i];
  return result;
}

Value identity(const Call& call) { return diagonal(call.builder, std::vector<Term>(constantSize(call, 0), call.builder.number(1))); }

Value diag(const Call& call) {
  requireVectors(call, 0);
  if (call[0].shape.rows > largestSize) failAtArgument(call, 0, "at most " + std::to_string(largestSize) + " entries");
  return diagonal(call.builder, call[0].entries);
}

Value zeros(const Call& call) {
  const int rows = constantSize(call, 0);
  return filled(call.builder, {rows, call.size() == 1 ? 1 : constantSize(call, 1)});
}

/// Returns ṽ with ṽ w = v × w.
Value skew(const Call& call) {
  requireVectors(call, 3);
  const std::vector<Term>& v = call[0].entries;
  const auto minus = [&](Term term) { return call.builder.apply(Operation::negate, term); };
  const Term zero = call.builder.number(0);
  return {{3, 3}, {zero, minus(v[2]), v[1], v[2], zero, minus(v[0]), minus(v[1]), v[0], zero}};
}

/// Rotation about axis 0, 1 or 2: from the rotated frame to the fixed one.
template <int axis>
Value rotation(const Call& call) {
  const Term angle = call.scalar(0);
  const Term c = call.builder.apply(Operation::cosine, angle), s = call.builder.apply(Operation::sine, angle);
  constexpr int j = (axis + 1) % 3, k = (axis + 2) % 3;
  Value result = filled(call.builder, {3, 3});
  result.entries[axis * 3 + axis] = call.builder.number(1);
  result.entries[j * 3 + j] = result.entries[k * 3 + k] = c;
  result.entries[j * 3 + k] = call.builder.apply(Operation::negate, s);
  result.entries[k * 3 + j] = s;
  return result;
}

Value degrees(const Call& call) {
  return call.builder.apply(Operation::multiply, call.scalar(0), call.builder.number(180 / std::numbers::pi));
}
Value radians(const Call& call) {
  return call.builder.apply(Operation::multiply, call.scalar(0), call.builder.number(std::numbers::pi / 180));
}

constexpr Function functions[] = {
    {"abs", 1, 1, "abs(x)", ofOne<Operation::absolute>},
    {"sign", 1, 1, "sign(x)", ofOne<Operation::sign>},
    {"min", 1, anyNumber, "min(a, b, ...)", extremum<Operation::minimum>},
    {"max", 1, anyNumber, "max(a, b, ...)", extremum<Operation::maximum>},
    {"floor", 1, 1, "floor(x)", ofOne<Operation::floor>},
    {"ceil", 1, 1, "ceil(x)", ofOne<Operation::ceil>},
    {"round", 1, 1, "round(x)", ofOne<Operation::round>},
    {"sqrt", 1, 1, "sqrt(x)", ofOne<Operation::squareRoot>},
    {"exp", 1, 1, "exp(x)", ofOne<Operation::exponential>},
    {"log", 1, 1, "log(x)", ofOne<Operation::logarithm>},
    {"log10", 1, 1, "log10(x)", ofOne<Operation::logarithm10>},
    {"sin", 1, 1, "sin(x)", ofOne<Operation::sine>},
    {"cos", 1, 1, "cos(x)", ofOne<Operation::cosine>},
    {"tan", 1, 1, "tan(x)", ofOne<Operation::tangent>},
    {"asin", 1, 1, "asin(x)", ofOne<Operation::arcSine>},
    {"acos", 1, 1, "acos(x)", ofOne<Operation::arcCosine>},
    {"atan", 1, 1, "atan(x)", ofOne<Operation::arcTangent>},
    {"atan2", 2, 2, "atan2(y, x)", ofTwo<Operation::arcTangent2>},
    {"sinh", 1, 1, "sinh(x)", ofOne<Operation::hyperbolicSine>},
    {"cosh", 1, 1, "cosh(x)", ofOne<Operation::hyperbolicCosine>},
    {"tanh", 1, 1, "tanh(x)", ofOne<Operation::hyperbolicTangent>},
    {"hypot", 2, 2, "hypot(a, b)", ofTwo<Operation::hypotenuse>},
    {"pow", 2, 2, "pow(x, exponent)", ofTwo<Operation::power>},
    {"mod", 2, 2, "mod(a, b)", ofTwo<Operation::modulo>},
    {"clamp", 3, 3, "clamp(x, low, high)", clamp},
    {"step", 1, 2, "step(edge, x)", step},
    {"smoothstep", 3, 3, "smoothstep(from, to, x)", smoothstep},
    {"if", 3, 3, "if(condition, a, b)", condition},
    {"dot", 2, 2, "dot(v, w)", dot},
    {"cross", 2, 2, "cross(v, w)", cross},
    {"norm", 1, 1, "norm(v)", norm},
    {"normalize", 1, 1, "normalize(v)", normalize},
    {"transpose", 1, 1, "transpose(M)", transpose},
    {"inverse", 1, 1, "inverse(M)", inverse},
    {"identity", 1, 1, "identity(n)", identity},
    {"diag", 1, 1, "diag(v)", diag},
    {"zeros", 1, 2, "zeros(rows, columns)", zeros},
    {"skew", 1, 1, "skew(v)", skew},
    {"rotX", 1, 1, "rotX(angle)", rotation<0>},
    {"rotY", 1, 1, "rotY(angle)", rotation<1>},
    {"rotZ", 1, 1, "rotZ(angle)", rotation<2>},
    {"degrees", 1, 1, "degrees(angle)", degrees},
    {"radians", 1, 1, "radians(angle)", radians},
};

}  // namespace

Term Call::scalar(int i) const {
  if (!arguments[i].isScalar()) failAtArgument(*this, i, "a number");
  return arguments[i].entries[0];
}

const Function* findFunction(std::string_view name) {
  for (const Function& function : functions) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

std::vector<std::string> functionNames() {
  std::vector<std::string> names;
  for (const Function& function : functions) names.emplace_back(function.name);
  return names;
}

}  // namespace slipstick::expression
