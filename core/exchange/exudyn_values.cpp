#include "core/exchange/exudyn_values.h"

#include <algorithm>

#include "core/model/values.h"

namespace slipstick::exudyn {
namespace {

/// The names in the head of a definition: "half(x)" is {"half", "x"}.
std::vector<std::string> namesIn(const std::string& head) {
  constexpr const char* separators = " \t\r\n(),";
  std::vector<std::string> names;
  std::size_t end = 0;
  for (std::size_t start = head.find_first_not_of(separators); start != std::string::npos;
       start = head.find_first_not_of(separators, end)) {
    end = std::min(head.find_first_of(separators, start), head.size());
    names.push_back(head.substr(start, end - start));
  }
  return names;
}

bool isNumber(const UserFunctionArgument::Shape& shape) { return shape.rows.isFixed() && shape.rows.number == 1 && shape.columns == 1; }

bool isMatrix(const Target& target) { return target.is<Matrix3>() || target.is<Matrix6>() || target.is<MatrixX>(); }

/// The word for a number of a parameter, such as a type of joint; null if it has none.
const Choice* choiceOf(const Parameter& parameter, const Json& value) {
  for (const Choice& choice : parameter.range.named())
    if (value == choice.value || value == choice.name) return &choice;
  return nullptr;
}

}  // namespace

ScriptValues::ScriptValues(const ScriptItems& items) : items_(items) {
  const Json& document = items.document();
  addInputs();
  const Json parameters = document.value("parameters", Json::object()), definitions = document.value("definitions", Json::object());
  if (!parameters.empty() || !definitions.empty()) constantLines_.push_back("# parameters and definitions");
  for (auto entry = parameters.begin(); entry != parameters.end(); ++entry) {
    const std::string name = safeName(entry.key());
    constants_[entry.key()] = {name, true};
    constantLines_.push_back(name + " = " + pythonValue(entry->is_object() ? entry->at("value") : *entry));
  }
  for (auto entry = definitions.begin(); entry != definitions.end(); ++entry) addDefinition(entry.key(), *entry);
}

/// The inputs are entries of a dictionary, because an input may have the name of a parameter.
void ScriptValues::addInputs() {
  std::vector<std::string> texts;
  for (const ModelInput& each : items_.model().inputs) texts.push_back(pythonValue(each.name) + ": " + pythonNumber(each.value));
  if (!texts.empty()) constantLines_.push_back("# values of the inputs\ninputs = {" + joinedTexts(texts) + "}");
}

void ScriptValues::addDefinition(const std::string& head, const Json& value) {
  std::vector<std::string> names = namesIn(head);
  const std::string name = names.at(0), python = safeName(name);
  if (head.find('(') == std::string::npos) {
    const PythonTerm term = expression(value);
    constants_[name] = {python, term.isScalar};
    constantLines_.push_back(python + " = " + term.text);
    return;
  }
  names.erase(names.begin());
  Arguments arguments;
  std::vector<std::string> called, lines;
  for (const std::string& argument : names) {
    called.push_back(safeName(argument));
    arguments[argument] = {called.back(), false};
  }
  const PythonFormula formula = this->formula(value, arguments);
  lines = formula.statements;
  lines.push_back("return " + formula.value.text);
  constants_[name + "()"] = {python, formula.value.isScalar};
  constantLines_.push_back(pythonFunction(python, called, lines));
}

PythonNames ScriptValues::names(const Arguments& arguments) const {
  const auto find = [&](const std::string& name) -> std::optional<PythonTerm> {
    if (const auto argument = arguments.find(name); argument != arguments.end()) return argument->second;
    const auto constant = constants_.find(name);
    return constant == constants_.end() ? std::nullopt : std::optional(constant->second);
  };
  const auto input = [&](const std::string& name) {
    for (const ModelInput& each : items_.model().inputs)
      if (each.name == name) return "inputs[" + pythonValue(name) + "]";
    throw ExportError("no input is called \"" + name + "\"");
  };
  return {find, [&](const std::string& name) { return sensorValues(name); }, input};
}

std::string ScriptValues::sensorValues(const std::string& name) const {
  const auto& sensors = items_.model().sensors();
  const auto found = std::find_if(sensors.begin(), sensors.end(), [&](const ModelItem& sensor) { return sensor.name == name; });
  if (found == sensors.end()) throw ExportError("no sensor is called \"" + name + "\"");
  const int number = items_.numberInScript(ItemKind::sensor, static_cast<int>(found - sensors.begin()));
  if (number < 0) throw ExportError("a user function reads the sensor \"" + name + "\", which Exudyn does not have");
  return "sensorValues(mbs, " + std::to_string(number) + ")";
}

PythonFormula ScriptValues::formula(const Json& value, const Arguments& arguments) const {
  if (value.is_number()) return {{}, {pythonNumber(value.get<double>()), true}};
  if (!value.is_string()) throw ExportError("cannot read the formula " + value.dump());
  return pythonFormula(value.get<std::string>(), names(arguments));
}

PythonTerm ScriptValues::expression(const Json& value) {
  if (value.is_array()) {
    std::vector<std::string> texts;
    for (const Json& entry : value) texts.push_back(expression(entry).text);
    return {"np.array([" + joinedTexts(texts) + "])", false};
  }
  if (!value.is_string()) return {pythonValue(value), value.is_number()};
  PythonFormula formula = this->formula(value, {});
  if (formula.statements.empty()) return formula.value;
  const std::string name = "formula" + std::to_string(functions_.size());
  formula.statements.push_back("return " + formula.value.text);
  functions_.push_back(pythonFunction(name, {}, formula.statements));
  return {name + "()", formula.value.isScalar};
}

std::string ScriptValues::entries(const Json& value) {
  if (!value.is_array()) return expression(value).text;
  std::vector<std::string> texts;
  for (const Json& entry : value) texts.push_back(entries(entry));
  return "[" + joinedTexts(texts) + "]";
}

std::string ScriptValues::value(const Parameter& parameter, const Target& target, const Json& value) {
  std::vector<std::string> texts;
  if (value.is_array() && !parameter.range.named().empty()) {
    for (const Json& entry : value)
      if (const Choice* choice = choiceOf(parameter, entry)) texts.push_back(std::string("exu.JointType.") + choice->name);
    return "[" + joinedTexts(texts) + "]";
  }
  if (target.is<OutputVariable>() || parameter.says == Says::word) return "exu.OutputVariableType." + value.get<std::string>();
  if (const auto kind = referredKind(target)) {
    if (value.is_number()) return indexText(*kind, items_.numberInScript(*kind, value.get<int>()));
    for (const Json& entry : value) texts.push_back(indexText(*kind, items_.numberInScript(*kind, entry.get<int>())));
    return "[" + joinedTexts(texts) + "]";
  }
  if (target.is<std::vector<Vector3>>() || target.is<std::vector<Matrix3>>()) {
    for (const Json& entry : value) texts.push_back("np.array(" + entries(entry) + ")");
    return std::string(target.is<std::vector<Vector3>>() ? "exu.Vector3DList([" : "exu.Matrix3DList([") + joinedTexts(texts) + "])";
  }
  if (const Choice* choice = value.is_string() ? choiceOf(parameter, value) : nullptr) return pythonNumber(choice->value);
  const std::string text = entries(value);
  if (isMatrix(target)) return text == "[]" ? text : "np.array(" + text + ")";
  if (!value.is_string() || target.is<double>()) return text;
  return (target.is<bool>() ? "bool(" : target.is<int>() ? "int(" : "list(") + text + ")";
}

ScriptValues::Arguments ScriptValues::argumentsOf(const Signature& signature) const {
  Arguments arguments;
  for (const UserFunctionArgument& argument : signature.arguments) {
    std::string name = safeName(argument.name);
    // A definition of the model with the same name as an argument remains accessible, except one with the name of the time.
    const auto isName = [&](const auto& constant) { return constant.second.text == name; };
    if (name != "t" && std::any_of(constants_.begin(), constants_.end(), isName)) name = std::string(argument.name) + "Given";
    arguments[argument.name] = {name, isNumber(argument.shape)};
  }
  return arguments;
}

std::string ScriptValues::userFunction(ItemKind kind, int number, const Parameter& parameter, const Json& value) {
  const Signature signature = parameter.signature();
  const Arguments arguments = argumentsOf(signature);
  const bool isScalar = signature.resultSize.isFixed() && signature.resultSize.number == 1;
  const bool isMatrix = signature.resultSize.per == Size::Per::matrix;
  std::vector<std::string> lines, entries, called{"mbs", "t"};
  if (kind == ItemKind::object) called.push_back("itemNumber");
  for (const UserFunctionArgument& argument : signature.arguments) {
    const PythonTerm& term = arguments.at(argument.name);
    if (!term.isScalar) lines.push_back(term.text + " = np.array(" + term.text + ")");
    if (argument.name != std::string_view("t")) called.push_back(term.text);
  }
  if (kind == ItemKind::sensor) called.push_back("configuration");
  for (const Json& each : value.is_array() ? value : Json::array({value})) {
    const PythonFormula part = formula(each, arguments);
    lines.insert(lines.end(), part.statements.begin(), part.statements.end());
    // A sensor with one component is a number in a formula, and an array with one entry in Python.
    const bool unpacks = !isMatrix && part.value.text.find("sensorValues") != std::string::npos;
    entries.push_back(value.is_array() && unpacks ? "*np.ravel(" + part.value.text + ")" : part.value.text);
  }
  const std::string result = value.is_array() ? "[" + joinedTexts(entries) + "]" : entries.at(0);
  lines.push_back("return " + (isScalar ? result : isMatrix ? "np.array(" + result + ")" : "list(np.atleast_1d(" + result + "))"));
  const std::string name = std::string(parameter.name) + titleOf(kind) + std::to_string(number);
  functions_.push_back(pythonFunction(name, called, lines));
  return name;
}

}  // namespace slipstick::exudyn
