// The syntax tree of a formula. Names mean nothing yet and shapes are unknown.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/expression/token.h"

namespace slipstick::expression {

struct Node {
  enum class Kind : unsigned char {
    number,  // `text` as written
    text,    // in quotes
    name,    // `text`
    call,    // `text` with operands as arguments
    list,    // [operands]
    entry,   // first operand, with the others as indices one after the other
    negate,
    logicalNot,
    operators,    // operands joined by binary operators, from left to right
    conditional,  // condition, then, else
  };
  struct Operator {
    Symbol symbol;
    int position;
  };

  Kind kind;
  int position;  // where it starts
  int depth;     // how deep it is nested
  std::string_view text = {};
  double number = 0;
  std::vector<int> operands = {};        // numbers of nodes
  std::vector<Operator> operators = {};  // between the operands; of a condition the '?'
};

/// `name = expression;`
struct Binding {
  std::string_view name;
  int position;
  int node;
};

struct Tree {
  std::vector<Node> nodes;
  std::vector<Binding> bindings;
  int result = 0;
  int depth = 0;  // of the deepest node
};

/// The tree points into `text`. Throws Failure.
Tree parse(std::string_view text);
/// None where `text` is no formula.
std::optional<Tree> parseIfFormula(std::string_view text);

}  // namespace slipstick::expression
