// Splits the text of a formula into tokens.
#pragma once

#include <string_view>
#include <vector>

namespace slipstick::expression {

enum class Symbol : unsigned char {
  number,
  name,
  text,
  end,
  plus,
  minus,
  times,
  over,
  caret,
  equal,
  notEqual,
  less,
  lessEqual,
  greater,
  greaterEqual,
  logicalAnd,
  logicalOr,
  logicalNot,
  wordNot,
  question,
  colon,
  comma,
  semicolon,
  assign,
  openParenthesis,
  closeParenthesis,
  openBracket,
  closeBracket,
};

struct Token {
  Symbol symbol;
  int position;           // in bytes
  std::string_view text;  // as written; for a text the part between the quotes
  double number = 0;
};

/// The last token is `end`. Throws Failure at an invalid token, and if the text is too long.
std::vector<Token> tokenize(std::string_view text);

/// Returns the spelling of an operator: "+", "and".
std::string_view spellingOf(Symbol symbol);

}  // namespace slipstick::expression
