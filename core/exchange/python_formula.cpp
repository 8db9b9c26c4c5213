#include "core/exchange/python_formula.h"

#include <algorithm>
#include <map>

#include "core/expression/syntax.h"

namespace slipstick {
namespace {

using expression::Node;
using expression::Symbol;
using expression::Tree;

/// Precedence of operators in Python.
enum Level { choice, logicalOr, logicalAnd, logicalNot, comparison, sum, product, sign, power, atom };

struct Term {
  std::string text;
  Level level;
  bool isScalar;
};

struct FunctionName {
  std::string_view name;
  const char* python;
  bool isScalar = true;
};
constexpr FunctionName functions[] = {
    {"abs", "abs"},
    {"sign", "np.sign"},
    {"floor", "np.floor"},
    {"ceil", "np.ceil"},
    {"sqrt", "np.sqrt"},
    {"exp", "np.exp"},
    {"log", "np.log"},
    {"log10", "np.log10"},
    {"sin", "np.sin"},
    {"cos", "np.cos"},
    {"tan", "np.tan"},
    {"asin", "np.arcsin"},
    {"acos", "np.arccos"},
    {"atan", "np.arctan"},
    {"atan2", "np.arctan2"},
    {"sinh", "np.sinh"},
    {"cosh", "np.cosh"},
    {"tanh", "np.tanh"},
    {"hypot", "np.hypot"},
    {"pow", "pow"},
    {"mod", "np.mod"},
    {"min", "min"},
    {"max", "max"},
    {"degrees", "np.degrees"},
    {"radians", "np.radians"},
    {"dot", "np.dot"},
    {"norm", "np.linalg.norm"},
    {"round", "roundAway"},
    {"clamp", "clamp"},
    {"step", "step"},
    {"smoothstep", "smoothstep"},
    {"cross", "np.cross", false},
    {"transpose", "np.transpose", false},
    {"inverse", "np.linalg.inv", false},
    {"identity", "np.eye", false},
    {"diag", "np.diag", false},
    {"normalize", "normalize", false},
    {"zeros", "zeros", false},
    {"skew", "skew", false},
    {"rotX", "rotX", false},
    {"rotY", "rotY", false},
    {"rotZ", "rotZ", false},
};
constexpr FunctionName constants[] = {{"pi", "np.pi"}, {"e", "np.e"}, {"true", "1"}, {"false", "0"}};

template <std::size_t count>
const FunctionName* findIn(const FunctionName (&table)[count], std::string_view name) {
  const auto found = std::find_if(std::begin(table), std::end(table), [&](const FunctionName& each) { return each.name == name; });
  return found == std::end(table) ? nullptr : found;
}

/// Words of Python, names that every script has, and functions that formulas use.
const char* const taken[] = {"False", "None",     "True",  "and",    "as",     "assert", "async",  "await",    "break",
                             "class", "continue", "def",   "del",    "elif",   "else",   "except", "finally",  "for",
                             "from",  "global",   "if",    "import", "in",     "is",     "lambda", "nonlocal", "not",
                             "or",    "pass",     "raise", "return", "try",    "while",  "with",   "np",       "exu",
                             "mbs",   "SC",       "node",  "obj",    "marker", "load",   "sensor", "settings", "simulationSettings",
                             "abs",   "min",      "max",   "pow",    "float",  "len",    "print",  "inputs"};

std::string within(const Term& term, Level least) { return term.level < least ? "(" + term.text + ")" : term.text; }

Term binary(const Term& left, const std::string& symbol, const Term& right, Level level) {
  const bool isScalar = level < sum || (left.isScalar && right.isScalar);
  const auto above = static_cast<Level>(level + 1);
  // Python chains comparisons; formulas compare the result of the first one.
  return {within(left, level == comparison ? above : level) + " " + symbol + " " + within(right, above), level, isScalar};
}

Level levelOf(Symbol symbol) {
  switch (symbol) {
    case Symbol::logicalOr:
      return logicalOr;
    case Symbol::logicalAnd:
      return logicalAnd;
    case Symbol::plus:
    case Symbol::minus:
      return sum;
    case Symbol::times:
    case Symbol::over:
      return product;
    default:
      return comparison;
  }
}

/// Turns a term into a condition: formulas yield 0 or 1, but `or` and `and` in Python yield one of their operands.
Term conditionOf(const Term& term) {
  const bool isCondition = term.level >= logicalOr && term.level <= comparison;
  return isCondition ? term : Term{within(term, sum) + " != 0", comparison, true};
}

Term joined(const Term& left, Symbol symbol, const Term& right) {
  if (symbol == Symbol::caret) return {within(left, atom) + "**" + within(right, sign), power, true};
  if (symbol == Symbol::times && !left.isScalar && !right.isScalar) return {"mul(" + left.text + ", " + right.text + ")", atom, false};
  const Level level = levelOf(symbol);
  const bool isLogical = level == logicalOr || level == logicalAnd;
  return binary(isLogical ? conditionOf(left) : left, std::string(spellingOf(symbol)), isLogical ? conditionOf(right) : right, level);
}

Term chosen(const Term& condition, const Term& yes, const Term& no) {
  return {within(yes, logicalOr) + " if " + within(condition, logicalOr) + " else " + within(no, choice), choice,
          yes.isScalar && no.isScalar};
}

class FormulaWriter {
 public:
  FormulaWriter(const Tree& tree, const PythonNames& names) : tree_(tree), names_(names) {}

  PythonFormula write() {
    PythonFormula formula;
    for (const expression::Binding& binding : tree_.bindings) formula.statements.push_back(bind(std::string(binding.name), binding.node));
    const Term result = term(tree_.result);
    formula.value = {result.text, result.isScalar};
    return formula;
  }

 private:
  /// A name that is bound anywhere in a Python function is local from its first line on, so that it must not hide another meaning.
  std::string bind(const std::string& name, int node) {
    const Term value = term(node);
    const bool isKnown = names_.find(name) || names_.find(name + "()");
    const std::string python = isKnown ? name + "Here" : safeName(name);
    locals_[name] = {python, value.isScalar};
    return python + " = " + value.text;
  }

  Term term(int number) {
    const Node& node = tree_.nodes[number];
    const std::string text(node.text);
    if (node.kind == Node::Kind::number) return {text, atom, true};
    if (node.kind == Node::Kind::name) return name(text);
    if (node.kind == Node::Kind::call) return call(text, node.operands);
    if (node.kind == Node::Kind::text) throw ExportError("the text \"" + text + "\" is used as a number");
    std::vector<Term> operands;
    for (const int operand : node.operands) operands.push_back(term(operand));
    return operation(node, operands);
  }

  static Term operation(const Node& node, const std::vector<Term>& operands) {
    switch (node.kind) {
      case Node::Kind::list:
        return {"np.array([" + textsOf(operands) + "])", atom, false};
      case Node::Kind::entry:
        return entry(operands);
      case Node::Kind::negate:
        return {"-" + within(operands[0], sign), sign, operands[0].isScalar};
      case Node::Kind::logicalNot:
        return {"not " + within(operands[0], logicalNot), logicalNot, true};
      case Node::Kind::conditional:
        return chosen(operands[0], operands[1], operands[2]);
      default:
        break;
    }
    Term all = operands[0];
    for (std::size_t i = 0; i < node.operators.size(); ++i) all = joined(all, node.operators[i].symbol, operands[i + 1]);
    return all;
  }

  static Term entry(const std::vector<Term>& operands) {
    std::string text = within(operands[0], atom);
    for (std::size_t i = 1; i < operands.size(); ++i) text += "[" + operands[i].text + "]";
    return {text, atom, false};
  }

  static std::string textsOf(const std::vector<Term>& terms) {
    std::vector<std::string> texts;
    for (const Term& each : terms) texts.push_back(each.text);
    return joinedTexts(texts);
  }

  Term name(const std::string& name) {
    if (const auto local = locals_.find(name); local != locals_.end()) return {local->second.text, atom, local->second.isScalar};
    if (const auto known = names_.find(name)) return {known->text, atom, known->isScalar};
    if (const FunctionName* constant = findIn(constants, name)) return {constant->python, atom, true};
    throw ExportError("a formula uses \"" + name + "\", which is not known");
  }

  Term call(const std::string& name, const std::vector<int>& operands) {
    const std::string asked = operands.empty() ? "" : std::string(tree_.nodes[operands[0]].text);
    if (name == "sensor") return {names_.sensor(asked), atom, false};
    const auto defined = names_.find(name + "()");
    if (!defined && name == "input") return {names_.input(asked), atom, true};
    std::vector<Term> given;
    for (const int operand : operands) given.push_back(term(operand));
    if (!defined && name == "if" && given.size() == 3) return chosen(given[0], given[1], given[2]);
    const FunctionName* function = findIn(functions, name);
    if (!defined && !function) throw ExportError("a formula uses the function \"" + name + "\", which is not known");
    return {(defined ? defined->text : function->python) + "(" + textsOf(given) + ")", atom,
            defined ? defined->isScalar : function->isScalar};
  }

  const Tree& tree_;
  const PythonNames& names_;
  std::map<std::string, PythonTerm> locals_;
};

/// The digits of a positive number without zeros at either end; the number is 0.digits times 10^exponent.
std::string digitsOf(const std::string& text, int& exponent) {
  const std::size_t e = std::min(text.find('e'), text.size());
  const std::size_t point = std::min(text.find('.'), e);
  std::string digits = text.substr(0, point);
  if (point < e) digits += text.substr(point + 1, e - point - 1);
  exponent = static_cast<int>(point) + (e < text.size() ? std::stoi(text.substr(e + 1)) : 0);
  const std::size_t first = digits.find_first_not_of('0');
  exponent -= static_cast<int>(first);
  return digits.substr(first, digits.find_last_not_of('0') + 1 - first);
}

}  // namespace

PythonFormula pythonFormula(const std::string& formula, const PythonNames& names) {
  const std::optional<Tree> tree = expression::parseIfFormula(formula);
  if (!tree) throw ExportError("cannot read the formula " + formula);
  return FormulaWriter(*tree, names).write();
}

std::string pythonNumber(double value) {
  if (value == 0) return "0";
  if (value < 0) return "-" + pythonNumber(-value);
  int exponent = 0;
  const std::string digits = digitsOf(Json(value).dump(), exponent);
  const int count = static_cast<int>(digits.size());
  if (exponent > 21 || exponent <= -6)
    return digits.substr(0, 1) + (count > 1 ? "." + digits.substr(1) : "") + (exponent > 0 ? "e+" : "e") + std::to_string(exponent - 1);
  if (exponent <= 0) return "0." + std::string(-exponent, '0') + digits;
  if (count <= exponent) return digits + std::string(exponent - count, '0');
  return digits.substr(0, exponent) + "." + digits.substr(exponent);
}

std::string pythonValue(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
  if (value.is_number()) return pythonNumber(value.get<double>());
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (value.is_string()) return text;
  if (!value.is_array()) throw ExportError("cannot write " + text + " in Python");
  std::vector<std::string> entries;
  for (const Json& entry : value) entries.push_back(pythonValue(entry));
  return "[" + joinedTexts(entries) + "]";
}

std::string safeName(const std::string& name) {
  const auto isName = [&](const char* word) { return name == word; };
  const auto isHelper = [&](const PythonHelper& helper) { return name == helper.name; };
  const auto& helpers = pythonHelpers();
  const bool isTaken = std::any_of(std::begin(taken), std::end(taken), isName) || std::any_of(helpers.begin(), helpers.end(), isHelper);
  return isTaken ? name + "_" : name;
}

std::string pythonFunction(const std::string& name, const std::vector<std::string>& parameters, const std::vector<std::string>& lines) {
  std::string text = "def " + name + "(" + joinedTexts(parameters) + "):";
  for (const std::string& line : lines) text += "\n    " + line;
  return text;
}

std::string joinedTexts(const std::vector<std::string>& texts, const char* separator) {
  std::string all;
  for (const std::string& text : texts)
    if (!text.empty()) all += (all.empty() ? "" : separator) + text;
  return all;
}

bool callsFunction(std::string_view script, std::string_view name) {
  const auto isPartOfName = [](char c) { return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z'); };
  const std::string call = std::string(name) + "(";
  for (std::size_t at = script.find(call); at != std::string_view::npos; at = script.find(call, at + 1))
    if (at == 0 || !isPartOfName(script[at - 1])) return true;
  return false;
}

}  // namespace slipstick
