// Recursive descent, one level of precedence after another. Chains such as a + b - c become one node, so that only real nesting is deep.
// The parser limits the nesting depth, and with it the depth of every later recursion over the tree.
#include <algorithm>
#include <string>
#include <utility>

#include "core/expression/failure.h"
#include "core/expression/limits.h"
#include "core/expression/syntax.h"
#include "core/message/messages.h"

namespace slipstick::expression {
namespace {

/// Levels of binary operators from loose to tight. `not` is between `and` and the comparisons; signs and ^ bind tighter than all.
enum Level { disjunction, conjunction, comparison, sum, product, tightest };

int levelOf(Symbol symbol) {
  switch (symbol) {
    case Symbol::logicalOr:
      return disjunction;
    case Symbol::logicalAnd:
      return conjunction;
    case Symbol::equal:
    case Symbol::notEqual:
    case Symbol::less:
    case Symbol::lessEqual:
    case Symbol::greater:
    case Symbol::greaterEqual:
      return comparison;
    case Symbol::plus:
    case Symbol::minus:
      return sum;
    case Symbol::times:
    case Symbol::over:
      return product;
    default:
      return tightest;
  }
}

class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(tokenize(text)) {}

  Tree parseAll() {
    if (at(Symbol::end)) fail(0, messages::emptyFormula());
    while (at(Symbol::name) && peek(1).symbol == Symbol::assign) parseBinding();
    tree_.result = parseExpression();
    if (at(Symbol::semicolon)) {
      fail(token().position, peek(1).symbol == Symbol::end ? "nothing may follow the result: remove the last ';'"
                                                           : "only 'name = expression;' is allowed before the result");
    }
    if (!at(Symbol::end)) failAfterValue("or the end of the formula");
    return std::move(tree_);
  }

 private:
  /// Counts one level of nesting during its lifetime.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > maxDepth) {
        fail(parser_.token().position, "the formula is nested deeper than " + std::to_string(maxDepth) + " levels");
      }
      parser_.tree_.depth = std::max(parser_.tree_.depth, parser_.depth_);
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  const Token& peek(int ahead) const { return tokens_[std::min(next_ + ahead, static_cast<int>(tokens_.size()) - 1)]; }
  const Token& token() const { return peek(0); }
  bool at(Symbol symbol) const { return token().symbol == symbol; }
  Token take() {
    const Token taken = token();
    if (!at(Symbol::end)) ++next_;
    return taken;
  }
  bool takeIf(Symbol symbol) {
    if (!at(symbol)) return false;
    ++next_;
    return true;
  }
  Message found() const {
    if (at(Symbol::end)) return messages::theEnd();
    return at(Symbol::text) ? "a text in quotes" : quote(token().text);
  }

  int add(Node node) {
    node.depth = depth_;
    tree_.nodes.push_back(std::move(node));
    return static_cast<int>(tree_.nodes.size()) - 1;
  }
  int add(Node::Kind kind, int position, std::vector<int> operands) {
    return add({.kind = kind, .position = position, .depth = 0, .operands = std::move(operands)});
  }

  /// Fails because an invalid token follows a value.
  [[noreturn]] void failAfterValue(const std::string& expected) const {
    const bool valueStarts = at(Symbol::number) || at(Symbol::name) || at(Symbol::openParenthesis) || at(Symbol::text);
    if (valueStarts) fail(token().position, messages::expectedOperator({found()}));
    if (at(Symbol::assign)) {
      fail(token().position, "'=' only binds a name, as in 'name = expression; result'; write equality as '=='");
    }
    if (at(Symbol::wordNot)) fail(token().position, "expected an operator, got 'not'");
    fail(token().position, "expected an operator " + expected + ", got " + found());
  }
  void expectClosing(Symbol closing, const Token& opening, const char* what) {
    if (takeIf(closing)) return;
    const std::string bracket = closing == Symbol::closeParenthesis ? "')'" : "']'";
    if (at(Symbol::end)) fail(opening.position, messages::openBracket({quote(opening.text)}));
    failAfterValue(what + std::string("or ") + bracket);
  }

  void parseBinding() {
    const Token name = take();
    take();
    const int node = parseExpression();
    if (at(Symbol::end)) fail(token().position, "the formula ends without a result: expected ';' and an expression");
    if (!at(Symbol::semicolon)) failAfterValue("or ';'");
    take();
    if (at(Symbol::end)) fail(token().position, "the formula ends without a result after ';'");
    tree_.bindings.push_back({name.text, name.position, node});
  }

  /// condition ? a : b, right-associative.
  int parseExpression() {
    const int start = token().position;
    const int condition = parseOperators(disjunction);
    if (!at(Symbol::question)) return condition;
    const Token question = take();
    const Nesting nesting(*this);
    const int then = parseExpression();
    if (!at(Symbol::colon)) {
      if (at(Symbol::end)) fail(question.position, "'?' has no ':'");
      failAfterValue("or ':'");
    }
    take();
    const int otherwise = parseExpression();
    return add({.kind = Node::Kind::conditional,
                .position = start,
                .depth = 0,
                .operands = {condition, then, otherwise},
                .operators = {{question.symbol, question.position}}});
  }

  /// Parses binary operators of this level and the tighter ones.
  int parseOperators(int level) {
    if (level == tightest) return parseSigned();
    if (level == comparison && at(Symbol::wordNot)) {
      const Token word = take();
      const Nesting nesting(*this);
      return add(Node::Kind::logicalNot, word.position, {parseOperators(comparison)});
    }
    const int start = token().position;
    const int first = parseOperators(level + 1);
    if (levelOf(token().symbol) != level) return first;
    Node chain{.kind = Node::Kind::operators, .position = start, .depth = 0, .operands = {first}};
    while (levelOf(token().symbol) == level) {
      const Token symbol = take();
      if (level == comparison && !chain.operators.empty()) {
        fail(symbol.position, "comparisons cannot be chained: write a < b and b < c");
      }
      chain.operators.push_back({symbol.symbol, symbol.position});
      chain.operands.push_back(parseOperators(level + 1));
    }
    return add(std::move(chain));
  }

  /// Parses signs and !, which bind looser than ^.
  int parseSigned() {
    if (!at(Symbol::minus) && !at(Symbol::plus) && !at(Symbol::logicalNot)) return parsePower();
    const Token sign = take();
    const Nesting nesting(*this);
    const int operand = parseSigned();
    if (sign.symbol == Symbol::plus) return operand;
    return add(sign.symbol == Symbol::minus ? Node::Kind::negate : Node::Kind::logicalNot, sign.position, {operand});
  }

  /// a ^ b, right-associative; the exponent may have a sign.
  int parsePower() {
    const int start = token().position;
    const int base = parseEntry();
    if (!at(Symbol::caret)) return base;
    const Token caret = take();
    const Nesting nesting(*this);
    const int exponent = parseSigned();
    return add({.kind = Node::Kind::operators,
                .position = start,
                .depth = 0,
                .operands = {base, exponent},
                .operators = {{Symbol::caret, caret.position}}});
  }

  /// value[i][j]
  int parseEntry() {
    const int start = token().position;
    const int value = parseValue();
    if (!at(Symbol::openBracket)) return value;
    Node entry{.kind = Node::Kind::entry, .position = start, .depth = 0, .operands = {value}};
    while (at(Symbol::openBracket)) {
      const Token bracket = take();
      const Nesting nesting(*this);
      entry.operands.push_back(parseExpression());
      if (at(Symbol::comma)) fail(token().position, "one index per bracket: write an entry of a matrix as m[1][2]");
      expectClosing(Symbol::closeBracket, bracket, "");
    }
    return add(std::move(entry));
  }

  int parseValue() {
    switch (token().symbol) {
      case Symbol::number: {
        const Token number = take();
        return add({.kind = Node::Kind::number, .position = number.position, .depth = 0, .text = number.text, .number = number.number});
      }
      case Symbol::text: {
        const Token text = take();
        return add({.kind = Node::Kind::text, .position = text.position, .depth = 0, .text = text.text});
      }
      case Symbol::name: {
        const Token name = take();
        if (!at(Symbol::openParenthesis)) {
          return add({.kind = Node::Kind::name, .position = name.position, .depth = 0, .text = name.text});
        }
        Node call{.kind = Node::Kind::call, .position = name.position, .depth = 0, .text = name.text};
        call.operands = parseList(Symbol::closeParenthesis);
        return add(std::move(call));
      }
      case Symbol::openParenthesis: {
        const Token opening = take();
        const Nesting nesting(*this);
        const int inner = parseExpression();
        if (at(Symbol::comma)) fail(token().position, "write a vector in brackets: [a, b]");
        expectClosing(Symbol::closeParenthesis, opening, "");
        return inner;
      }
      case Symbol::openBracket: {
        const int position = token().position;
        std::vector<int> entries = parseList(Symbol::closeBracket);
        if (entries.empty()) fail(position, "a vector needs at least one entry");
        return add(Node::Kind::list, position, std::move(entries));
      }
      case Symbol::wordNot:
        fail(token().position, "'not' needs parentheses here: (not …)");
      default:
        fail(token().position, messages::expectedValue({found()}));
    }
  }

  /// Parses the contents between the current bracket and its partner, and consumes both.
  std::vector<int> parseList(Symbol closing) {
    const Token opening = take();
    std::vector<int> items;
    if (takeIf(closing)) return items;
    const Nesting nesting(*this);
    do {
      items.push_back(parseExpression());
    } while (takeIf(Symbol::comma));
    expectClosing(closing, opening, "',' ");
    return items;
  }

  std::vector<Token> tokens_;
  int next_ = 0;
  int depth_ = 0;
  Tree tree_;
};

}  // namespace

Tree parse(std::string_view text) { return Parser(text).parseAll(); }

std::optional<Tree> parseIfFormula(std::string_view text) {
  try {
    return parse(text);
  } catch (const Failure&) {
    return std::nullopt;
  }
}

}  // namespace slipstick::expression
