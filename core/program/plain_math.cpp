#include "core/program/plain_math.h"

#include <algorithm>
#include <utility>

namespace slipstick {
namespace {

constexpr std::pair<std::string_view, std::string_view> symbols[] = {
    {"alpha", "α"},    {"beta", "β"},     {"gamma", "γ"}, {"delta", "δ"},  {"Delta", "Δ"}, {"varepsilon", "ε"}, {"zeta", "ζ"},
    {"theta", "θ"},    {"vartheta", "ϑ"}, {"kappa", "κ"}, {"lambda", "λ"}, {"mu", "μ"},    {"nu", "ν"},         {"rho", "ρ"},
    {"tau", "τ"},      {"varphi", "φ"},   {"omega", "ω"}, {"Psi", "Ψ"},    {"cdot", "·"},  {"times", "×"},      {"partial", "∂"},
    {"sum", "Σ"},      {"int", "∫"},      {"le", "≤"},    {"ge", "≥"},     {"pm", "±"},    {"mp", "∓"},         {"in", "∈"},
    {"triangle", "△"}, {"lvert", "|"},    {"rvert", "|"}, {"left", ""},    {"right", ""},  {"bigl", ""},        {"bigr", ""},
    {"quad", "\n"},    {",", " "},        {";", " "},     {"\\", "; "},    {"{", "{"},     {"}", "}"},
};
/// Combining marks, printed above the letter before them.
constexpr std::pair<std::string_view, std::string_view> marks[] = {
    {"dot", "\u0307"}, {"ddot", "\u0308"}, {"tilde", "\u0303"}, {"bar", "\u0304"}};

template <class Table>
const std::string_view* entryOf(const Table& table, std::string_view name) {
  for (const auto& [key, value] : table)
    if (key == name) return &value;
  return nullptr;
}

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The bytes of the first character of a UTF-8 text.
std::size_t firstCharacter(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (text[length] & 0xC0) == 0x80) ++length;
  return length;
}

class Reader {
 public:
  explicit Reader(std::string_view latex) : rest_(latex) {}

  /// Reads up to the end or a closing brace.
  std::string all() {
    std::string text;
    while (!rest_.empty() && rest_[0] != '}') text += part();
    return text;
  }

 private:
  bool take(std::string_view word) {
    if (rest_.substr(0, word.size()) != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  /// The argument of a command or an index: a group in braces, a command or a character.
  std::string argument() {
    while (take(" ")) {
    }
    if (!take("{")) return part();
    std::string text = all();
    take("}");
    return text;
  }

  /// Adds parentheses if the text is more than one name.
  static std::string factor(const std::string& text) {
    const bool isOne = text.find_first_of(" +-/·×") == std::string::npos;
    return isOne ? text : "(" + text + ")";
  }

  std::string part() {
    if (take("\\")) return command();
    if (take("{")) {
      std::string text = all();
      take("}");
      return text;
    }
    if (take("_")) return "_" + argument();
    if (take("^")) return raised(argument());
    if (take("&")) return ",";
    const std::size_t length = firstCharacter(rest_);
    const std::string text(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return text;
  }

  static std::string raised(const std::string& power) {
    if (power == "2") return "²";
    if (power == "T") return "ᵀ";
    return "^" + factor(power);
  }

  std::string command() {
    std::size_t length = 0;
    while (length < rest_.size() && isLetter(rest_[length])) ++length;
    const std::string name(rest_.substr(0, std::max<std::size_t>(length, 1)));
    rest_.remove_prefix(name.size());
    if (const std::string_view* symbol = entryOf(symbols, name)) return std::string(*symbol);
    if (const std::string_view* mark = entryOf(marks, name)) {
      const std::string under = argument();
      const std::size_t first = firstCharacter(under);
      return under.substr(0, first) + std::string(*mark) + under.substr(first);
    }
    if (name == "frac" || name == "tfrac") {
      const std::string above = factor(argument());
      return above + "/" + factor(argument());
    }
    if (name == "sqrt") return "√" + factor(argument());
    if (name == "text" || name == "operatorname" || name == "mathrm") return argument();
    if (name == "begin") return argument(), "(";
    if (name == "end") return argument(), ")";
    return name;  // max, exp and their like
  }

  std::string_view rest_;
};

/// Leaves single spaces, and none at the ends or inside parentheses next to them.
std::string tidy(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool afterOpen = result.empty() || result.back() == ' ' || result.back() == '(';
    if (c == ' ' && afterOpen) continue;
    if ((c == ')' || c == ',' || c == ';') && !result.empty() && result.back() == ' ') result.pop_back();
    result += c;
  }
  while (!result.empty() && (result.back() == ' ' || result.back() == ',')) result.pop_back();
  return result;
}

}  // namespace

std::vector<std::string> plainMath(std::string_view latex) {
  const std::string text = Reader(latex).all();
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    if (std::string line = tidy(text.substr(start, end - start)); !line.empty()) lines.push_back(std::move(line));
    start = end + 1;
  }
  return lines;
}

}  // namespace slipstick
