// Collects the scalar operations of a formula during compilation, then numbers the registers of those that the result needs.
//
// A Term is one scalar: a number, an argument, an entry of a sensor or an operation on other terms. Equal terms exist once. Operations
// on numbers are evaluated immediately, with the same code that evaluates a program.
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
  /// Throws Failure if the formula has become too large.
  Term apply(Operation operation, Term a, Term b = 0, Term c = 0);

  bool isNumber(Term term) const { return terms_[term].kind == Kind::number; }
  double value(Term term) const { return terms_[term].number; }
  /// Returns whether it depends on a sensor or on argument 0, the time of a measure.
  bool varies(Term term) const;
  /// Returns a number that is positive if the condition is true and negative if it is false; its magnitude is the distance of the
  /// comparisons from equality.
  Term margin(Term condition);
  Term marginOfLink(Term condition);

  /// Sets the position of the compiled text, for messages about its size.
  void setPosition(int position) { position_ = position; }
  /// Announces work that is not an operation: entries to be copied, nodes to be visited.
  void countEntries(int entries);

  /// Returns the instructions that `results` need, with their loads. The caller sets the rest of the program.
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

/// Returns how many of a, b, c an operation reads.
int operandCount(Operation operation);

}  // namespace slipstick::expression
