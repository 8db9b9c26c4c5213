// Collects the scalar operations of a formula while it is compiled, then numbers the registers of those that the result needs.
//
// A Term stands for one scalar: a number, an argument, an entry of a sensor or an operation on other terms. Equal terms exist once.
// Operations on numbers are done at once, with the same code that evaluates a program.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/expression/program.h"

namespace slipstick::expression {

using Term = int;

class Builder {
 public:
  Term number(double value);
  Term argument(int index) { return leaf(Kind::argument, index); }
  Term sensorValue(int index) { return leaf(Kind::sensorValue, index); }
  /// Throws Failure when the formula has become too large.
  Term apply(Operation operation, Term a, Term b = 0, Term c = 0);

  bool isNumber(Term term) const { return terms_[term].kind == Kind::number; }
  double value(Term term) const { return terms_[term].number; }
  /// Whether it depends on a sensor or on argument 0, the time of a measure.
  bool varies(Term term) const;
  /// A number that is positive where the condition holds and negative where it does not: as far from 0 as its comparisons are from
  /// equality.
  Term margin(Term condition);
  Term marginOfLink(Term condition);

  /// Where the formula is being compiled, for messages about its size.
  void setPosition(int position) { position_ = position; }
  /// To be told before work that is no operation: entries to be copied, nodes to be visited.
  void countEntries(int entries);

  /// The instructions that `results` need, with their loads. The rest of the program is left to the caller.
  Program finish(const std::vector<Term>& results) const;

 private:
  enum class Kind : unsigned char { number, argument, sensorValue, operation };
  struct Node {
    Kind kind;
    Operation operation = Operation::add;
    int a = 0, b = 0, c = 0;  // terms, or the index of an argument or sensor value
    double number = 0;
    bool operator==(const Node& other) const;
  };
  struct Hash {
    size_t operator()(const Node& node) const;
  };

  Term leaf(Kind kind, int index) { return insert({.kind = kind, .a = index}); }
  Term insert(const Node& node);
  Term insert(Operation operation, Term a, Term b = 0, Term c = 0, double number = 0) {
    return insert({.kind = Kind::operation, .operation = operation, .a = a, .b = b, .c = c, .number = number});
  }
  Term simplified(Operation operation, Term a, Term b, Term c);
  Term power(Term base, double exponent);
  static void fuseProducts(std::vector<Node>& nodes, std::vector<int>& uses);

  std::vector<Node> terms_;
  std::unordered_map<Node, Term, Hash> known_;
  int operations_ = 0;
  int entries_ = 0;
  int position_ = 0;
};

/// How many of a, b, c an operation reads.
int operandCount(Operation operation);

}  // namespace slipstick::expression
