// Compiles the syntax tree to terms: looks up names, checks shapes, inlines definitions.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "core/expression/failure.h"
#include "core/expression/functions.h"
#include "core/expression/limits.h"
#include "core/expression/measure.h"
#include "core/expression/names.h"
#include "core/expression/program.h"
#include "core/expression/reaction.h"
#include "core/expression/syntax.h"
#include "core/message/messages.h"

namespace slipstick {
namespace expression {
namespace {

std::string countOf(int number, const std::string& what) { return std::to_string(number) + " " + what + (number == 1 ? "" : "s"); }

const NamedNumber* findNamedNumber(std::string_view name) {
  const auto isIt = [name](const NamedNumber& number) { return number.name == name; };
  const auto found = std::find_if(std::begin(namedNumbers), std::end(namedNumbers), isIt);
  return found == std::end(namedNumbers) ? nullptr : found;
}

/// "ramp(t)"
std::string usageOf(std::string_view name, const FunctionDefinition& definition) {
  std::string usage(name);
  for (size_t i = 0; i < definition.arguments.size(); ++i) usage += (i == 0 ? "(" : ", ") + definition.arguments[i];
  return usage + (definition.arguments.empty() ? "()" : ")");
}

/// The arguments of a functional: the samples, then `own` more, then time limits.
struct FunctionalType {
  MeasureFormula::Kind kind;
  std::string_view name;
  int own;
  const char* usage;
};
constexpr FunctionalType functionalTypes[] = {
    {MeasureFormula::Kind::maximum, "max", 0, "max(x, from, to)"},
    {MeasureFormula::Kind::minimum, "min", 0, "min(x, from, to)"},
    {MeasureFormula::Kind::mean, "mean", 0, "mean(x, from, to)"},
    {MeasureFormula::Kind::rms, "rms", 0, "rms(x, from, to)"},
    {MeasureFormula::Kind::integral, "integral", 0, "integral(x, from, to)"},
    {MeasureFormula::Kind::initial, "initial", 0, "initial(x, from, to)"},
    {MeasureFormula::Kind::final, "final", 0, "final(x, from, to)"},
    {MeasureFormula::Kind::at, "at", 1, "at(x, time)"},
    {MeasureFormula::Kind::amplitude, "amplitude", 1, "amplitude(x, frequency, from, to)"},
    {MeasureFormula::Kind::first, "first", 0, "first(condition, from, to)"},
    {MeasureFormula::Kind::last, "last", 0, "last(condition, from, to)"},
    {MeasureFormula::Kind::count, "count", 0, "count(condition, from, to)"},
    {MeasureFormula::Kind::period, "period", 0, "period(x, from, to)"},
    {MeasureFormula::Kind::settle, "settle", 1, "settle(x, band, from, to)"},
};

class Compiler {
 public:
  enum class Purpose { constant, function, measure };

  /// `reaction`: null if `reaction` is not allowed.
  Compiler(const Scope& scope, Purpose purpose, const FindReaction* reaction = nullptr)
      : scope_(scope), purpose_(purpose), reaction_(reaction) {}

  Value compile(std::string_view text) {
    const Tree tree = parse(text);
    Frame frame{.tree = tree};
    if (purpose_ != Purpose::constant) bindArguments(frame);
    return compile(frame);
  }

  MeasureFormula measure(std::string_view text) {
    const Value result = compile(text);
    if (!result.isScalar()) fail(0, "a measure must be a number, got " + nameOf(result.shape));
    if (builder_.varies(result.entries[0])) fail(0, messages::functionalNeeded());
    MeasureFormula formula{{}, made(result)};
    for (const Functional& each : functionals_)
      formula.functionals.push_back({each.type->kind, each.type->name, made(column(each.of)), made(column(each.settings))});
    return formula;
  }

  Formula made(const Value& value) {
    auto program = std::make_shared<Program>(builder_.finish(value.entries));
    program->shape = value.shape;
    program->argumentSize = argumentSize_;
    program->sensors = sensors_;
    return Formula(std::move(program));
  }

  Builder& builder() { return builder_; }
  void check(const FunctionDefinition& definition);

 private:
  /// One text being compiled, of the formula or of a definition, and the meanings of its local names.
  struct Frame {
    const Tree& tree;
    std::map<std::string, Value, std::less<>> names = {};  // arguments and local names
    std::set<std::string, std::less<>> arguments = {};     // the names that are arguments
    int depth = 0;                                         // nesting depth outside
    int callPosition = -1;                                 // position in the formula of the definition's call; -1 in the formula itself
  };

  void bindArguments(Frame& frame) {
    for (const Argument& argument : scope_.arguments) {
      Value value(argument.shape, {});
      builder_.countEntries(argument.shape.size());
      for (int i = 0; i < argument.shape.size(); ++i) value.entries.push_back(builder_.argument(argumentSize_ + i));
      argumentSize_ += argument.shape.size();
      frame.names.insert_or_assign(argument.name, std::move(value));
      frame.arguments.insert(argument.name);
    }
  }

  Value compile(Frame& frame) {
    for (const Binding& binding : frame.tree.bindings) {
      checkLocalName(binding, frame.arguments.count(binding.name) > 0, frame.names.count(binding.name) > 0);
      Value value = compile(frame, binding.node);
      frame.names.emplace(binding.name, std::move(value));
    }
    return compile(frame, frame.tree.result);
  }

  static void checkLocalName(const Binding& binding, bool isArgument, bool isBound) {
    if (!isValidName(binding.name)) fail(binding.position, quote(binding.name) + " is a word of the language and cannot be bound");
    if (isArgument) fail(binding.position, quote(binding.name) + " is an argument and cannot be bound again");
    if (isBound) fail(binding.position, quote(binding.name) + " is already bound");
  }

  Value compile(Frame& frame, int number) {
    const Node& node = frame.tree.nodes[number];
    builder_.setPosition(frame.callPosition < 0 ? node.position : frame.callPosition);
    builder_.countEntries(1);
    switch (node.kind) {
      case Node::Kind::number:
        return builder_.number(node.number);
      case Node::Kind::text:
        fail(node.position, "a text in quotes is only allowed in sensor(\"name\"), input(\"name\") and reaction(\"name\")");
      case Node::Kind::name:
        return valueOfName(frame, node);
      case Node::Kind::call:
        return compileCall(frame, node);
      case Node::Kind::list:
        return compileList(frame, node);
      case Node::Kind::entry:
        return compileEntry(frame, node);
      case Node::Kind::negate:
        return negated(builder_, compile(frame, node.operands[0]));
      case Node::Kind::logicalNot: {
        const Value operand = compile(frame, node.operands[0]);
        if (!operand.isScalar()) fail(node.position, "'not' needs a number, got " + nameOf(operand.shape));
        return builder_.apply(Operation::logicalNot, operand.entries[0]);
      }
      case Node::Kind::operators: {
        Value result = compile(frame, node.operands[0]);
        for (size_t i = 0; i < node.operators.size(); ++i) {
          const Value right = compile(frame, node.operands[i + 1]);
          builder_.setPosition(frame.callPosition < 0 ? node.operators[i].position : frame.callPosition);
          result = compileOperator(node.operators[i], result, right);
        }
        return result;
      }
      case Node::Kind::conditional:
        return compileConditional(frame, node);
    }
    return {};
  }

  Value copied(const Value& value) {
    builder_.countEntries(value.shape.size());
    return value;
  }

  Value valueOfName(const Frame& frame, const Node& node) {
    if (const auto own = frame.names.find(node.text); own != frame.names.end()) return copied(own->second);
    if (const auto constant = scope_.constants.find(node.text); constant != scope_.constants.end()) {
      builder_.countEntries(constant->second.shape.size());
      Value value(constant->second.shape, {});
      for (const double entry : constant->second.values) value.entries.push_back(builder_.number(entry));
      return value;
    }
    if (const NamedNumber* named = findNamedNumber(node.text)) return builder_.number(named->value);
    failAtUnknownName(frame, node);
  }

  [[noreturn]] void failAtUnknownName(const Frame& frame, const Node& node) const {
    if (const Function* function = findFunction(node.text)) {
      fail(node.position, messages::needsArguments({quote(node.text), std::string(function->usage)}));
    }
    if (node.text == "sensor") fail(node.position, "'sensor' needs the name of a sensor: sensor(\"name\")");
    if (node.text == "reaction" && purpose_ == Purpose::measure)
      fail(node.position, "'reaction' needs the name of a joint or connector: reaction(\"name\")");
    if (node.text == "input" && !scope_.inputs.empty()) fail(node.position, "'input' needs the name of an input: input(\"name\")");
    if (const auto definition = scope_.functions.find(node.text); definition != scope_.functions.end()) {
      fail(node.position, messages::needsArguments({quote(node.text), usageOf(node.text, definition->second)}));
    }
    const Message unknown = messages::unknownName({quote(node.text)});
    std::vector<std::string> candidates;
    for (const auto& [name, value] : frame.names) candidates.push_back(name);
    for (const auto& [name, constant] : scope_.constants) candidates.push_back(name);
    for (const NamedNumber& number : namedNumbers) candidates.emplace_back(number.name);
    if (!nearestName(node.text, candidates).empty()) fail(node.position, withSuggestion(unknown, node.text, candidates));
    if (node.text == "t") fail(node.position, unknown + "; the time is known in user functions only");
    const std::string known = knownNames(frame);
    fail(node.position, known.empty() ? unknown : messages::knownNames({unknown, known}));
  }

  /// Returns "t, x, mass": the names that a formula may use, local ones first; not too many.
  std::string knownNames(const Frame& frame) const {
    std::vector<std::string> names;
    for (const Argument& argument : scope_.arguments)
      if (frame.names.count(argument.name)) names.push_back(argument.name);
    const auto add = [&names](const auto& more) {
      for (const auto& [name, value] : more)
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    add(frame.names), add(scope_.constants);
    if (names.empty()) return "";
    constexpr size_t most = 20;
    std::string list;
    for (size_t i = 0; i < std::min(most, names.size()); ++i) list += (i == 0 ? "" : ", ") + names[i];
    return list + (names.size() > most ? " …" : "");
  }

  [[noreturn]] void failAtUnknownFunction(const Node& node, bool isValue) const {
    if (isValue) fail(node.position, messages::notAFunction({quote(node.text)}));
    std::vector<std::string> candidates = functionNames();
    candidates.emplace_back("sensor"), candidates.emplace_back("input");
    if (purpose_ == Purpose::measure) {
      candidates.emplace_back("reaction");
      for (const FunctionalType& type : functionalTypes) candidates.emplace_back(type.name);
    }
    for (const auto& [name, definition] : scope_.functions) candidates.push_back(name);
    fail(node.position, withSuggestion(messages::unknownFunction({quote(node.text)}), node.text, candidates));
  }

  static void checkArgumentCount(const Node& node, int minimum, int maximum, const std::string& usage) {
    const int found = static_cast<int>(node.operands.size());
    if (found >= minimum && found <= maximum) return;
    std::string expected = "at least " + countOf(minimum, "argument");
    if (minimum == maximum) expected = countOf(minimum, "argument");
    if (minimum < maximum && maximum < anyNumber) expected = std::to_string(minimum) + " or " + countOf(maximum, "argument");
    fail(node.position, messages::argumentCount({usage, expected, std::to_string(found)}));
  }

  bool isValueName(const Frame& frame, std::string_view name) const {
    return frame.names.count(name) > 0 || scope_.constants.count(name) > 0 || findNamedNumber(name);
  }

  using Definition = std::pair<const std::string, FunctionDefinition>;
  struct Callee {
    const Function* function;
    const Definition* definition;  // if it is not a function of the language
  };
  /// Returns the target of a call, after checking the number of arguments.
  Callee calleeOf(const Frame& frame, const Node& node) const {
    if (const Function* function = findFunction(node.text)) {
      checkArgumentCount(node, function->minimumArguments, function->maximumArguments, std::string(function->usage));
      return {function, nullptr};
    }
    const auto definition = scope_.functions.find(node.text);
    if (definition == scope_.functions.end()) failAtUnknownFunction(node, isValueName(frame, node.text));
    const int expected = static_cast<int>(definition->second.arguments.size());
    checkArgumentCount(node, expected, expected, usageOf(node.text, definition->second));
    return {nullptr, &*definition};
  }

  Value compileCall(Frame& frame, const Node& node) {
    if (node.text == "sensor") return compileSensor(frame, node);
    if (isInput(node)) return compileInput(frame, node);
    if (isReaction(node)) return compileReaction(frame, node);
    const FunctionalType* functional = functionalOf(node);
    const Callee callee = functional && !findFunction(node.text) ? Callee{} : calleeOf(frame, node);
    std::vector<Value> arguments;
    std::vector<int> positions;
    if (functional) ++functionalDepth_;
    for (const int operand : node.operands) {
      arguments.push_back(compile(frame, operand));
      positions.push_back(frame.tree.nodes[operand].position);
    }
    if (functional) --functionalDepth_;
    if (functional && (!callee.function || isOfSamples(arguments))) return ofSamples(node, *functional, arguments, positions);
    builder_.setPosition(frame.callPosition < 0 ? node.position : frame.callPosition);
    if (!callee.function) return inlined(frame, node, *callee.definition, std::move(arguments));
    return callee.function->compile({builder_, *callee.function, std::move(arguments), std::move(positions), node.position});
  }

  const FunctionalType* functionalOf(const Node& node) const {
    if (purpose_ != Purpose::measure || scope_.functions.count(node.text)) return nullptr;
    const auto isIt = [&node](const FunctionalType& type) { return type.name == node.text; };
    const auto found = std::find_if(std::begin(functionalTypes), std::end(functionalTypes), isIt);
    return found == std::end(functionalTypes) ? nullptr : found;
  }

  /// For max and min, which are also functions: returns whether they apply to samples. Inside another functional, several arguments
  /// belong to one sample.
  bool isOfSamples(const std::vector<Value>& arguments) const {
    const Value& first = arguments[0];
    return first.isScalar() && builder_.varies(first.entries[0]) && (functionalDepth_ == 0 || arguments.size() == 1);
  }

  /// Argument 0 is t, later ones are functionals.
  Value ofSamples(const Node& node, const FunctionalType& type, const std::vector<Value>& arguments, const std::vector<int>& positions) {
    using Kind = MeasureFormula::Kind;
    checkArgumentCount(node, 1 + type.own, type.kind == Kind::at ? 2 : 3 + type.own, type.usage);
    Functional functional{&type, {}, {}};
    for (size_t i = 0; i < arguments.size(); ++i) {
      const std::string usage = type.usage;
      if (!arguments[i].isScalar()) fail(positions[i], usage + ": expected a number, got " + nameOf(arguments[i].shape));
      const bool isSetting = i > 0 && (i > 1 || type.kind != Kind::settle);
      const char* const name = i == 1 && type.kind == Kind::amplitude ? "a frequency" : "a time";
      if (isSetting && builder_.varies(arguments[i].entries[0]))
        fail(positions[i], usage + ": " + name + " must be a single number, but this changes with time");
      if (isSetting) functional.settings.push_back(arguments[i].entries[0]);
    }
    const Term x = arguments[0].entries[0];
    if (type.kind == Kind::first || type.kind == Kind::last || type.kind == Kind::count) {
      functional.of = {x, builder_.margin(x)};
    } else if (type.kind == Kind::period) {
      functional.of = {builder_.apply(Operation::less, builder_.number(0), x), x};
    } else if (type.kind == Kind::settle) {
      const Term distance = builder_.apply(Operation::absolute, x), band = arguments[1].entries[0];
      functional.of = {builder_.apply(Operation::lessEqual, distance, band), builder_.apply(Operation::subtract, band, distance)};
    } else {
      functional.of = {x};
    }
    functionals_.push_back(std::move(functional));
    return builder_.argument(argumentSize_++);
  }

  static Value column(const std::vector<Term>& terms) { return {{static_cast<int>(terms.size()), 1}, terms}; }

  /// Inlines the body of a definition at its call. The body can use its arguments, the constants and the other definitions.
  Value inlined(const Frame& caller, const Node& call, const Definition& callee, std::vector<Value> arguments) {
    const auto& [name, definition] = callee;
    if (std::find(active_.begin(), active_.end(), name) != active_.end()) {
      std::string path;
      for (auto step = std::find(active_.begin(), active_.end(), name); step != active_.end(); ++step) path += *step + " -> ";
      fail(call.position, "definitions cannot be recursive: " + path + name);
    }
    const int position = caller.callPosition < 0 ? call.position : caller.callPosition;
    active_.push_back(name);
    try {
      const Tree& tree = parsed(callee);
      Frame frame{.tree = tree, .depth = caller.depth + call.depth + 1, .callPosition = position};
      if (frame.depth + tree.depth > maxDepth) {
        throw Failure{{position, "the definitions are nested deeper than " + std::to_string(maxDepth) + " levels"}, true};
      }
      for (size_t i = 0; i < arguments.size(); ++i) {
        frame.names.insert_or_assign(definition.arguments[i], std::move(arguments[i]));
        frame.arguments.insert(definition.arguments[i]);
      }
      Value result = compile(frame);
      active_.pop_back();
      return result;
    } catch (Failure& failure) {
      if (!failure.insideDefinition)
        failure.error.message = together({"in the definition of " + quote(name) + ": ", failure.error.message});
      throw Failure{{position, failure.error.message}, true};
    }
  }

  const Tree& parsed(const Definition& definition) {
    const auto known = trees_.find(definition.first);
    return known != trees_.end() ? known->second : trees_.emplace(definition.first, parse(definition.second.body)).first->second;
  }

  static void checkSensorCall(const Tree& tree, const Node& node) {
    const bool hasName = node.operands.size() == 1 && tree.nodes[node.operands[0]].kind == Node::Kind::text;
    const std::string what(node.text);
    if (!hasName) fail(node.position, "expected the name of one " + what + " in quotes: " + what + "(\"name\")");
  }
  /// Returns whether it reads an input; a document may have a definition with this name.
  bool isInput(const Node& node) const { return node.text == "input" && !scope_.functions.count(node.text); }

  static void checkReactionCall(const Tree& tree, const Node& node) {
    checkArgumentCount(node, 1, 2, "reaction(\"joint\", \"body\")");
    for (const int operand : node.operands)
      if (tree.nodes[operand].kind != Node::Kind::text)
        fail(tree.nodes[operand].position, "expected a name in quotes: reaction(\"joint\") or reaction(\"joint\", \"body\")");
  }
  /// Returns whether it is a force on a body; a document may have a definition with this name.
  bool isReaction(const Node& node) const { return node.text == "reaction" && !scope_.functions.count(node.text); }

  /// Returns the entries of a sensor or input, each loaded once.
  Value read(const SensorInput& source) {
    int offset = 0;
    const auto isIt = [&source](const SensorInput& other) { return other.index == source.index; };
    const auto known = std::find_if(sensors_.begin(), sensors_.end(), isIt);
    for (auto before = sensors_.begin(); before != known; ++before) offset += before->size;
    if (known == sensors_.end()) sensors_.push_back(source);
    builder_.countEntries(source.size);
    Value value({source.size, 1}, {});
    for (int i = 0; i < source.size; ++i) value.entries.push_back(builder_.sensorValue(offset + i));
    return value;
  }

  Value compileInput(const Frame& frame, const Node& node) {
    if (purpose_ == Purpose::constant)
      fail(node.position, "an input changes during the run, but this number is fixed before the run: use a parameter");
    checkSensorCall(frame.tree, node);
    if (purpose_ == Purpose::measure) fail(node.position, "a measure reads an input through a sensor of type Input");
    const Node& name = frame.tree.nodes[node.operands[0]];
    const auto found = std::find(scope_.inputs.begin(), scope_.inputs.end(), name.text);
    if (found == scope_.inputs.end())
      fail(name.position, withSuggestion(messages::notCalled({messages::input(), quote(name.text)}), name.text, scope_.inputs));
    return read(SensorInput::ofInput(static_cast<int>(found - scope_.inputs.begin())));
  }

  Value compileSensor(const Frame& frame, const Node& node) {
    if (purpose_ == Purpose::constant || !scope_.sensor) {
      fail(node.position, "sensor(\"name\") is not allowed here: only user functions and measures read sensors");
    }
    checkSensorCall(frame.tree, node);
    const Node& name = frame.tree.nodes[node.operands[0]];
    const std::optional<SensorInput> sensor = scope_.sensor(name.text);
    if (!sensor)
      fail(name.position, withSuggestion(messages::notCalled({messages::sensor(), quote(name.text)}), name.text, scope_.sensorNames));
    return read(*sensor);
  }

  Value compileReaction(const Frame& frame, const Node& node) {
    checkReactionCall(frame.tree, node);
    if (!reaction_) fail(node.position, "reaction(\"joint\") is not allowed here: only measures read reactions");
    const auto argument = [&](size_t i) -> const Node& { return frame.tree.nodes[node.operands[i]]; };
    const auto found = (*reaction_)(argument(0).text, node.operands.size() > 1 ? std::string_view(argument(1).text) : std::string_view());
    if (const auto* error = std::get_if<ReactionError>(&found)) fail(argument(error->argument).position, error->message);
    return read(std::get<SensorInput>(found));
  }

  /// Numbers form a vector, vectors of equal length the rows of a matrix.
  Value compileList(Frame& frame, const Node& node) {
    std::vector<Value> items;
    for (const int operand : node.operands) {
      items.push_back(compile(frame, operand));
      const Value &first = items.front(), &item = items.back();
      const int position = frame.tree.nodes[operand].position;
      if (!item.isVector())
        fail(position, "an entry of a vector must be a number, and a row of a matrix a vector, got " + nameOf(item.shape));
      if (item.shape != first.shape) {
        fail(position, first.isScalar() || item.isScalar() ? "numbers and vectors are mixed in one vector"
                                                           : "the rows of a matrix differ in length: " + std::to_string(first.shape.rows) +
                                                                 " and " + std::to_string(item.shape.rows));
      }
    }
    const int count = static_cast<int>(items.size());
    Value result(items[0].isScalar() ? Shape{count, 1} : Shape{count, items[0].shape.rows}, {});
    builder_.countEntries(result.shape.size());
    for (const Value& item : items) result.entries.insert(result.entries.end(), item.entries.begin(), item.entries.end());
    return result;
  }

  Value compileEntry(Frame& frame, const Node& node) {
    Value value = compile(frame, node.operands[0]);
    bool isEntry = false;  // an indexed number has no further entries
    for (size_t i = 1; i < node.operands.size(); ++i) {
      const int position = frame.tree.nodes[node.operands[i]].position;
      const Value index = compile(frame, node.operands[i]);
      if (isEntry) fail(position, "a number has no entries");
      const int chosen = constantIndex(index, value.shape, position);
      if (value.isVector()) {
        value = value.entries[chosen];
        isEntry = true;
      } else {
        const auto row = value.entries.begin() + chosen * value.shape.columns;
        value = Value({value.shape.columns, 1}, std::vector<Term>(row, row + value.shape.columns));
      }
    }
    return value;
  }

  int constantIndex(const Value& index, const Shape& shape, int position) const {
    if (!index.isScalar() || !builder_.isNumber(index.entries[0])) fail(position, "an index must be a constant whole number");
    const double number = builder_.value(index.entries[0]);
    if (number != std::floor(number)) fail(position, "an index must be a constant whole number");
    if (!(number >= 0 && number < shape.rows)) {
      std::string found = std::abs(number) < 1e9 ? std::to_string(static_cast<int>(number)) : "that large";
      if (shape.rows == 0) fail(position, "index " + found + " into an empty vector");
      fail(position, "index " + found + " is outside of " + nameOf(shape) + ": expected 0" +
                         (shape.rows == 1 ? "" : " to " + std::to_string(shape.rows - 1)));
    }
    return static_cast<int>(number);
  }

  Value compileOperator(const Node::Operator& op, const Value& a, const Value& b) {
    switch (op.symbol) {
      case Symbol::plus:
        return compileSum(op, Operation::add, "add", a, b);
      case Symbol::minus:
        return compileSum(op, Operation::subtract, "subtract", a, b);
      case Symbol::times:
        return compileProduct(op, a, b);
      case Symbol::over:
        if (!b.isScalar()) fail(op.position, "cannot divide by " + nameOf(b.shape) + (b.isVector() ? "" : "; use inverse(M)"));
        return scaled(builder_, Operation::divide, a, b.entries[0]);
      case Symbol::caret:
        return compileScalars(op, Operation::power, a, b);
      case Symbol::equal:
        return compileScalars(op, Operation::equal, a, b);
      case Symbol::notEqual:
        return compileScalars(op, Operation::notEqual, a, b);
      case Symbol::less:
        return compileScalars(op, Operation::less, a, b);
      case Symbol::lessEqual:
        return compileScalars(op, Operation::lessEqual, a, b);
      case Symbol::greater:
        return compileScalars(op, Operation::less, b, a);
      case Symbol::greaterEqual:
        return compileScalars(op, Operation::lessEqual, b, a);
      case Symbol::logicalAnd:
        return compileScalars(op, Operation::logicalAnd, a, b);
      default:
        return compileScalars(op, Operation::logicalOr, a, b);
    }
  }

  Value compileSum(const Node::Operator& op, Operation operation, const char* verb, const Value& a, const Value& b) {
    if (a.shape != b.shape) fail(op.position, std::string("cannot ") + verb + " " + nameOf(a.shape) + " and " + nameOf(b.shape));
    return entrywise(builder_, operation, a, b);
  }

  Value compileProduct(const Node::Operator& op, const Value& a, const Value& b) {
    if (a.isScalar()) return scaled(builder_, Operation::multiply, b, a.entries[0]);
    if (b.isScalar()) return scaled(builder_, Operation::multiply, a, b.entries[0]);
    if (a.shape.columns == b.shape.rows) return product(builder_, a, b);
    fail(op.position, "cannot multiply " + nameOf(a.shape) + " by " + nameOf(b.shape) +
                          (a.isVector() && b.isVector() ? "; use dot(v, w) or cross(v, w)" : ""));
  }

  Value compileScalars(const Node::Operator& op, Operation operation, const Value& a, const Value& b) {
    if (!a.isScalar() || !b.isScalar()) {
      const Value& wrong = a.isScalar() ? b : a;
      fail(op.position, quote(spellingOf(op.symbol)) + " needs numbers, got " + nameOf(wrong.shape));
    }
    return builder_.apply(operation, a.entries[0], b.entries[0]);
  }

  Value compileConditional(Frame& frame, const Node& node) {
    const int position = node.operators[0].position;
    const Value condition = compile(frame, node.operands[0]);
    if (!condition.isScalar()) fail(position, "a condition must be a number, got " + nameOf(condition.shape));
    Value then = compile(frame, node.operands[1]);
    const Value otherwise = compile(frame, node.operands[2]);
    if (then.shape != otherwise.shape) {
      fail(position, "the branches of '?' differ: " + nameOf(then.shape) + " and " + nameOf(otherwise.shape));
    }
    for (size_t i = 0; i < then.entries.size(); ++i) {
      then.entries[i] = builder_.apply(Operation::select, condition.entries[0], then.entries[i], otherwise.entries[i]);
    }
    return then;
  }

  struct Functional {
    const FunctionalType* type;
    std::vector<Term> of, settings;
  };

  const Scope& scope_;
  Purpose purpose_;
  const FindReaction* reaction_;
  Builder builder_;
  std::vector<Functional> functionals_;
  int functionalDepth_ = 0;  // number of enclosing functional calls
  std::vector<SensorInput> sensors_;
  int argumentSize_ = 0;
  std::map<std::string, Tree, std::less<>> trees_;  // syntax trees of definitions called so far
  std::vector<std::string> active_;                 // definitions being inlined
};

void Compiler::check(const FunctionDefinition& definition) {
  const Tree tree = parse(definition.body);
  Frame frame{.tree = tree};
  for (const std::string& argument : definition.arguments) {
    if (!isValidName(argument)) fail(0, quote(argument) + " cannot be the name of an argument");
    if (!frame.arguments.insert(argument).second) fail(0, "another argument is called " + quote(argument) + " too");
    frame.names.emplace(argument, Value());
  }
  // The nodes of a binding precede those of later bindings.
  int next = 0;
  const auto checkNodesTo = [&](int last) {
    for (; next <= last; ++next) {
      const Node& node = frame.tree.nodes[next];
      if (node.kind == Node::Kind::name && !isValueName(frame, node.text)) failAtUnknownName(frame, node);
      if (node.kind != Node::Kind::call) continue;
      if (node.text == "sensor" || isInput(node)) {
        checkSensorCall(frame.tree, node);
      } else if (isReaction(node)) {
        checkReactionCall(frame.tree, node);
      } else {
        calleeOf(frame, node);
      }
    }
  };
  for (const Binding& binding : frame.tree.bindings) {
    checkLocalName(binding, frame.arguments.count(binding.name) > 0, frame.names.count(binding.name) > 0);
    checkNodesTo(binding.node);
    frame.names.emplace(binding.name, Value());
  }
  checkNodesTo(static_cast<int>(frame.tree.nodes.size()) - 1);
}

}  // namespace
}  // namespace expression

using expression::Compiler;

std::variant<Formula, FormulaError> compileFormula(std::string_view text, const Scope& scope) {
  try {
    Compiler compiler(scope, Compiler::Purpose::function);
    return compiler.made(compiler.compile(text));
  } catch (expression::Failure& failure) {
    return std::move(failure.error);
  }
}

std::variant<MeasureFormula, FormulaError> compileMeasure(std::string_view text, const Scope& scope, const FindReaction& reaction) {
  Scope ofSamples = scope;
  ofSamples.arguments = {{"t", {}}};
  try {
    return Compiler(ofSamples, Compiler::Purpose::measure, reaction ? &reaction : nullptr).measure(text);
  } catch (expression::Failure& failure) {
    return std::move(failure.error);
  }
}

std::variant<Constant, FormulaError> evaluateConstant(std::string_view text, const Scope& scope) {
  try {
    Compiler compiler(scope, Compiler::Purpose::constant);
    const expression::Value result = compiler.compile(text);
    Constant constant{result.shape, {}};
    for (const expression::Term entry : result.entries) {
      // Without arguments and sensors, every operation was evaluated during compilation.
      constant.values.push_back(compiler.builder().value(entry));
      const double value = constant.values.back();
      if (!std::isfinite(value)) {
        const char* found = std::isnan(value) ? "not a number" : value > 0 ? "infinity" : "minus infinity";
        return FormulaError{0, std::string("the result must be finite, got ") + found};
      }
    }
    return constant;
  } catch (expression::Failure& failure) {
    return std::move(failure.error);
  }
}

std::optional<FormulaError> checkDefinition(const FunctionDefinition& definition, const Scope& scope) {
  try {
    Compiler(scope, Compiler::Purpose::function).check(definition);
    return std::nullopt;
  } catch (expression::Failure& failure) {
    return std::move(failure.error);
  }
}

Shape Formula::shape() const { return program_->shape; }
int Formula::argumentSize() const { return program_->argumentSize; }
const std::vector<SensorInput>& Formula::sensors() const { return program_->sensors; }
bool Formula::reads(int argument) const {
  return std::any_of(program_->arguments.begin(), program_->arguments.end(),
                     [argument](const expression::Program::Load& load) { return load.source == argument; });
}
int Formula::operations() const { return static_cast<int>(program_->instructions.size()); }

}  // namespace slipstick
