#include "core/expression/builder.h"

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "core/expression/failure.h"
#include "core/expression/limits.h"

namespace slipstick::expression {
namespace {

std::uint64_t bitsOf(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// The whole formula is too large, not only the definition in which this was detected.
[[noreturn]] void failTooLarge(int position) {
  throw Failure{{position, "the formula needs more than " + std::to_string(maxOperations) + " operations"}, true};
}

}  // namespace

int operandCount(Operation operation) {
  switch (operation) {
    case Operation::add:
    case Operation::subtract:
    case Operation::multiply:
    case Operation::divide:
    case Operation::power:
    case Operation::modulo:
    case Operation::minimum:
    case Operation::maximum:
    case Operation::arcTangent2:
    case Operation::hypotenuse:
    case Operation::equal:
    case Operation::notEqual:
    case Operation::less:
    case Operation::lessEqual:
    case Operation::logicalAnd:
    case Operation::logicalOr:
      return 2;
    case Operation::multiplyAdd:
    case Operation::select:
      return 3;
    default:
      return 1;
  }
}

// Compares bits, so that -0 and 0 remain distinct and not-a-number equals itself.
bool Builder::Node::operator==(const Node& other) const {
  return kind == other.kind && operation == other.operation && a == other.a && b == other.b && c == other.c &&
         bitsOf(number) == bitsOf(other.number);
}

size_t Builder::Hash::operator()(const Node& node) const {
  std::uint64_t hash = static_cast<std::uint64_t>(node.kind) * 64 + static_cast<std::uint64_t>(node.operation);
  for (const std::uint64_t part :
       {static_cast<std::uint64_t>(node.a), static_cast<std::uint64_t>(node.b), static_cast<std::uint64_t>(node.c), bitsOf(node.number)}) {
    hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  return static_cast<size_t>(hash);
}

Term Builder::insert(const Node& node) {
  const auto [place, isNew] = known_.try_emplace(node, static_cast<Term>(terms_.size()));
  if (isNew) terms_.push_back(node);
  return place->second;
}

Term Builder::number(double value) { return insert({.kind = Kind::number, .number = value}); }

void Builder::countEntries(int entries) {
  if (entries > maxEntriesMoved - entries_) failTooLarge(position_);
  entries_ += entries;
}

Term Builder::apply(Operation operation, Term a, Term b, Term c) {
  if (++operations_ > maxOperations) failTooLarge(position_);
  const int operands = operandCount(operation);
  if (isNumber(a) && (operands < 2 || isNumber(b)) && (operands < 3 || isNumber(c))) {
    double registers[4] = {0, value(a), operands < 2 ? 0 : value(b), operands < 3 ? 0 : value(c)};
    execute({.operation = operation, .result = 0, .a = 1, .b = 2, .c = 3}, registers);
    return number(registers[0]);
  }
  return simplified(operation, a, b, c);
}

/// Includes numbers in the instruction and drops operations without effect. A literal zero factor gives zero, so that sparse matrices
/// (rotations about an axis, skew) take only the necessary operations.
Term Builder::simplified(Operation operation, Term a, Term b, Term c) {
  switch (operation) {
    case Operation::add:
      if (isNumber(a)) std::swap(a, b);
      if (!isNumber(b)) break;
      return value(b) == 0 ? a : insert(Operation::addNumber, a, 0, 0, value(b));
    case Operation::subtract:
      if (isNumber(b)) return value(b) == 0 ? a : insert(Operation::addNumber, a, 0, 0, -value(b));
      if (!isNumber(a)) break;
      return value(a) == 0 ? insert(Operation::negate, b) : insert(Operation::subtractFromNumber, b, 0, 0, value(a));
    case Operation::multiply:
      if (isNumber(a)) std::swap(a, b);
      if (!isNumber(b)) break;
      if (value(b) == 0) return number(0);
      if (value(b) == 1) return a;
      if (value(b) == -1) return insert(Operation::negate, a);
      return insert(Operation::multiplyNumber, a, 0, 0, value(b));
    case Operation::divide:
      if (isNumber(b)) return value(b) == 1 ? a : insert(Operation::divideByNumber, a, 0, 0, value(b));
      if (isNumber(a)) return insert(Operation::divideNumber, b, 0, 0, value(a));
      break;
    case Operation::power:
      if (isNumber(b)) return power(a, value(b));
      break;
    case Operation::select:
      if (isNumber(a)) return value(a) != 0 ? b : c;
      if (b == c) return b;
      break;
    default:
      break;
  }
  return insert(operation, a, b, c);
}

/// Small integer exponents become products: faster, and exact for derivatives of any order.
Term Builder::power(Term base, double exponent) {
  if (exponent == 0) return number(1);
  if (exponent == 1) return base;
  if (exponent == -1) return insert(Operation::divideNumber, base, 0, 0, 1);
  if (exponent != 2 && exponent != 3 && exponent != 4) return insert(Operation::powerNumber, base, 0, 0, exponent);
  const Term square = insert(Operation::multiply, base, base);
  return exponent == 2 ? square : insert(Operation::multiply, square, exponent == 3 ? base : square);
}

bool Builder::varies(Term term) const {
  std::vector<bool> varying(term + 1);
  for (Term each = 0; each <= term; ++each) {
    const Node& node = terms_[each];
    const int operands = node.kind == Kind::operation ? operandCount(node.operation) : 0;
    varying[each] = node.kind == Kind::sensorValue || (node.kind == Kind::argument && node.a == 0) || (operands > 0 && varying[node.a]) ||
                    (operands > 1 && varying[node.b]) || (operands > 2 && varying[node.c]);
  }
  return varying[term];
}

/// Chains of `and` and `or` nest to the left and may be as long as a formula: a loop processes them.
Term Builder::margin(Term condition) {
  std::vector<Node> chain;
  while (terms_[condition].kind == Kind::operation &&
         (terms_[condition].operation == Operation::logicalAnd || terms_[condition].operation == Operation::logicalOr)) {
    chain.push_back(terms_[condition]);
    condition = chain.back().a;
  }
  Term term = marginOfLink(condition);
  for (auto node = chain.rbegin(); node != chain.rend(); ++node)
    term = apply(node->operation == Operation::logicalAnd ? Operation::minimum : Operation::maximum, term, margin(node->b));
  return term;
}

Term Builder::marginOfLink(Term condition) {
  const Node node = terms_[condition];
  if (node.kind == Kind::operation) {
    switch (node.operation) {
      case Operation::less:
      case Operation::lessEqual:
        return apply(Operation::subtract, node.b, node.a);
      case Operation::logicalNot:
        return apply(Operation::negate, margin(node.a));
      default:
        break;
    }
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return apply(Operation::select, condition, number(infinity), number(-infinity));
}

/// Fuses a b + c into one instruction if nothing else needs the product.
void Builder::fuseProducts(std::vector<Node>& nodes, std::vector<int>& uses) {
  for (size_t term = 0; term < nodes.size(); ++term) {
    Node& node = nodes[term];
    if (uses[term] == 0 || node.kind != Kind::operation || node.operation != Operation::add) continue;
    const auto isProduct = [&](Term operand) {
      return nodes[operand].kind == Kind::operation && nodes[operand].operation == Operation::multiply && uses[operand] == 1;
    };
    Term product = node.b, other = node.a;
    if (!isProduct(product)) std::swap(product, other);
    if (!isProduct(product)) continue;
    uses[product] = 0;
    node = {.kind = Kind::operation, .operation = Operation::multiplyAdd, .a = nodes[product].a, .b = nodes[product].b, .c = other};
  }
}

Program Builder::finish(const std::vector<Term>& results) const {
  std::vector<Node> nodes = terms_;
  std::vector<int> uses(nodes.size(), 0);
  for (const Term term : results) ++uses[term];
  for (size_t term = nodes.size(); term-- > 0;) {
    const Node& node = nodes[term];
    if (uses[term] == 0 || node.kind != Kind::operation) continue;
    const int operands = operandCount(node.operation);
    ++uses[node.a];
    if (operands > 1) ++uses[node.b];
    if (operands > 2) ++uses[node.c];
  }
  fuseProducts(nodes, uses);

  Program program;
  std::vector<int> registers(nodes.size(), 0);
  for (size_t term = 0; term < nodes.size(); ++term) {
    if (uses[term] == 0) continue;
    const Node& node = nodes[term];
    const int target = registers[term] = program.registers++;
    switch (node.kind) {
      case Kind::number:
        program.numbers.push_back({target, node.number});
        break;
      case Kind::argument:
        program.arguments.push_back({target, node.a});
        break;
      case Kind::sensorValue:
        program.sensorValues.push_back({target, node.a});
        break;
      case Kind::operation: {
        const int operands = operandCount(node.operation);
        program.instructions.push_back({.operation = node.operation,
                                        .result = target,
                                        .a = registers[node.a],
                                        .b = operands > 1 ? registers[node.b] : 0,
                                        .c = operands > 2 ? registers[node.c] : 0,
                                        .number = node.number});
      }
    }
  }
  for (const Term term : results) program.results.push_back(registers[term]);
  return program;
}

}  // namespace slipstick::expression
