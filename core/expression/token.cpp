#include "core/expression/token.h"

#include <cmath>
#include <cstdio>
#include <string>

#include "core/expression/failure.h"
#include "core/expression/limits.h"
#include "core/expression/names.h"
#include "core/math/decimal.h"
#include "core/message/messages.h"

namespace slipstick::expression {
namespace {

struct Spelling {
  std::string_view text;
  Symbol symbol;
};
// Longer spellings precede their own prefixes.
constexpr Spelling spellings[] = {
    {"==", Symbol::equal},        {"!=", Symbol::notEqual},       {"<=", Symbol::lessEqual},
    {">=", Symbol::greaterEqual}, {"&&", Symbol::logicalAnd},     {"||", Symbol::logicalOr},
    {"+", Symbol::plus},          {"-", Symbol::minus},           {"*", Symbol::times},
    {"/", Symbol::over},          {"^", Symbol::caret},           {"<", Symbol::less},
    {">", Symbol::greater},       {"!", Symbol::logicalNot},      {"?", Symbol::question},
    {":", Symbol::colon},         {",", Symbol::comma},           {";", Symbol::semicolon},
    {"=", Symbol::assign},        {"(", Symbol::openParenthesis}, {")", Symbol::closeParenthesis},
    {"[", Symbol::openBracket},   {"]", Symbol::closeBracket},
};
constexpr Spelling words[] = {{"and", Symbol::logicalAnd}, {"or", Symbol::logicalOr}, {"not", Symbol::wordNot}};

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Returns the length of the number at the start: digits with a point, then an exponent if it has digits.
size_t numberLength(std::string_view text) {
  size_t length = 0;
  const auto skipDigits = [&text](size_t from) {
    while (from < text.size() && isDigit(text[from])) ++from;
    return from;
  };
  length = skipDigits(0);
  if (length < text.size() && text[length] == '.') length = skipDigits(length + 1);
  if (length < text.size() && (text[length] == 'e' || text[length] == 'E')) {
    size_t digits = length + 1;
    if (digits < text.size() && (text[digits] == '+' || text[digits] == '-')) ++digits;
    if (digits < text.size() && isDigit(text[digits])) length = skipDigits(digits);
  }
  return length;
}

[[noreturn]] void failAtCharacter(int position, std::string_view rest) {
  const size_t length = characterLength(rest);
  if (rest[0] == '&' || rest[0] == '|')
    fail(position, messages::didYouMean({messages::unknownCharacter({quote(rest.substr(0, 1))}), quote(std::string(2, rest[0]))}));
  if (rest[0] == '%') fail(position, "unknown character '%'; write the remainder as mod(a, b)");
  if (length == 0 || static_cast<unsigned char>(rest[0]) < ' ' || rest[0] == 0x7F) {
    char code[40];
    std::snprintf(code, sizeof code, "unknown character (byte 0x%02x)", static_cast<unsigned char>(rest[0]));
    fail(position, code);
  }
  fail(position, messages::unknownCharacter({quote(rest.substr(0, length))}));
}

Token nextToken(std::string_view text, int position) {
  const std::string_view rest = text.substr(position);
  if (isDigit(rest[0]) || (rest[0] == '.' && rest.size() > 1 && isDigit(rest[1]))) {
    const std::string digits(rest.substr(0, numberLength(rest)));
    const char* end;
    const double number = readDecimal(digits.c_str(), &end);
    if (!std::isfinite(number)) fail(position, "the number " + quote(digits) + " is too large");
    return {Symbol::number, position, rest.substr(0, digits.size()), number};
  }
  if (isNameStart(rest[0])) {
    size_t length = 1;
    while (length < rest.size() && isNamePart(rest[length])) ++length;
    const std::string_view name = rest.substr(0, length);
    for (const Spelling& word : words) {
      if (word.text == name) return {word.symbol, position, name};
    }
    return {Symbol::name, position, name};
  }
  if (rest[0] == '"' || rest[0] == '\'') {
    const size_t end = rest.find(rest[0], 1);
    if (end == std::string_view::npos) fail(position, messages::openQuote());
    return {Symbol::text, position, rest.substr(1, end - 1)};
  }
  if (rest.substr(0, 2) == "**") fail(position, messages::powerSign());
  for (const Spelling& spelling : spellings) {
    if (rest.substr(0, spelling.text.size()) == spelling.text) return {spelling.symbol, position, spelling.text};
  }
  failAtCharacter(position, rest);
}

/// Returns the width of a token in the text in bytes, including the quotes that `text` omits.
int width(const Token& token) { return static_cast<int>(token.text.size()) + (token.symbol == Symbol::text ? 2 : 0); }

}  // namespace

std::vector<Token> tokenize(std::string_view text) {
  if (text.size() > maxBytes) {
    fail(maxBytes, "the formula has " + std::to_string(text.size()) + " bytes; at most " + std::to_string(maxBytes) + " are allowed");
  }
  std::vector<Token> tokens;
  const int size = static_cast<int>(text.size());
  int position = 0;
  while (true) {
    while (position < size && isSpace(text[position])) ++position;
    if (position == size) break;
    tokens.push_back(nextToken(text, position));
    position += width(tokens.back());
  }
  tokens.push_back({Symbol::end, size, {}});
  return tokens;
}

std::string_view spellingOf(Symbol symbol) {
  for (const Spelling& word : words)
    if (word.symbol == symbol) return word.text;
  for (const Spelling& spelling : spellings)
    if (spelling.symbol == symbol) return spelling.text;
  return "";
}

}  // namespace slipstick::expression
