// The syntax tree of a formula. Names are unresolved and shapes are unknown.
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
    entry,   // first operand, with the others as successive indices
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
  int position;  // start in the text
  int depth;     // nesting depth
  std::string_view text = {};
  double number = 0;
  std::vector<int> operands = {};        // numbers of nodes
  std::vector<Operator> operators = {};  // between the operands; for a condition the '?'
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
/// Returns nothing if `text` is not a formula.
std::optional<Tree> parseIfFormula(std::string_view text);

}  // namespace slipstick::expression
