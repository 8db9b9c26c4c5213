#include "core/model/parameters.h"

#include <algorithm>
#include <cmath>

#include "core/model/values.h"

namespace slipstick {

bool isNewName(const std::string& name, const Scope& scope, const DocumentPlace& place, Issues& issues) {
  if (!isValidName(name)) {
    issues.error(place,
                 quote(name) + " cannot be a name: a name is a letter or _, then letters, digits and _, and no word of the language");
    return false;
  }
  if (scope.constants.count(name) || scope.functions.count(name)) {
    issues.error(place, quote(name) + " is defined twice");
    return false;
  }
  return true;
}

namespace {

/// One entry of "parameters".
class ParameterReader {
 public:
  ParameterReader(const Json& json, const DocumentPlace& place, Issues& issues) : json_(json), place_(place), issues_(issues) {}

  std::optional<ModelParameter> read(const std::string& name) {
    ModelParameter parameter{.name = name,
                             .value = 0,
                             .defaultValue = 0,
                             .min = {},
                             .max = {},
                             .step = {},
                             .unit = {},
                             .label = {},
                             .description = {},
                             .choices = {}};
    if (json_.is_number()) {
      parameter.value = parameter.defaultValue = json_.get<double>();
      return parameter;
    }
    if (!json_.is_object()) {
      issues_.error(place_, "must be a number or an object with 'value', got " + found(json_) +
                                (json_.is_string() ? "; a value computed from others belongs in 'definitions'" : ""));
      return std::nullopt;
    }
    const int errorsBefore = issues_.errors();
    static const std::vector<std::string> known{"value", "min", "max", "step", "unit", "label", "description", "choices"};
    for (auto entry = json_.begin(); entry != json_.end(); ++entry)
      if (std::find(known.begin(), known.end(), entry.key()) == known.end())
        issues_.error(place_.at(entry.key()), "unknown key " + quote(entry.key()) + suggestion(entry.key(), known));
    const auto value = number("value");
    parameter.min = number("min"), parameter.max = number("max"), parameter.step = number("step");
    parameter.unit = text("unit"), parameter.label = text("label"), parameter.description = text("description");
    if (!json_.contains("value")) issues_.error(place_, "'value' is missing");
    if (parameter.min && parameter.max && *parameter.min > *parameter.max)
      issues_.error(place_.at("max"), "must not be below min, " + numberText(*parameter.min) + ", got " + numberText(*parameter.max));
    if (parameter.step && !(*parameter.step > 0))
      issues_.error(place_.at("step"), "must be more than 0, got " + numberText(*parameter.step));
    if (json_.contains("choices")) readChoices(parameter);
    if (issues_.errors() != errorsBefore) return std::nullopt;
    parameter.value = parameter.defaultValue = *value;
    return parameter;
  }

 private:
  std::optional<double> number(const char* key) {
    if (!json_.contains(key)) return std::nullopt;
    if (json_[key].is_number()) return json_[key].get<double>();
    issues_.error(place_.at(key), "must be a number, got " + found(json_[key]));
    return std::nullopt;
  }
  std::string text(const char* key) {
    if (!json_.contains(key)) return "";
    if (json_[key].is_string()) return json_[key].get<std::string>();
    issues_.error(place_.at(key), "must be a text, got " + found(json_[key]));
    return "";
  }
  void readChoices(ModelParameter& parameter) {
    const Json& choices = json_["choices"];
    if (!choices.is_array() || choices.empty()) {
      issues_.error(place_.at("choices"), "must be a list of numbers or of objects with 'value' and 'label', got " + found(choices));
      return;
    }
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const Json& choice = choices[i];
      const Json& value = choice.is_object() && choice.contains("value") ? choice["value"] : choice;
      const Json label = choice.is_object() ? choice.value("label", Json("")) : Json("");
      if (value.is_number() && label.is_string())
        parameter.choices.push_back({value.get<double>(), label.get<std::string>()});
      else
        issues_.error(place_.at("choices").at(static_cast<int>(i)),
                      "must be a number or an object with 'value' and 'label', got " + found(choice));
    }
  }

  const Json& json_;
  const DocumentPlace place_;
  Issues& issues_;
};

/// Whether the value is between min and max and one of the choices; if not, it is reported.
bool checkValue(const ModelParameter& parameter, const DocumentPlace& place, Issues& issues) {
  const std::string unit = parameter.unit.empty() ? "" : " (" + parameter.unit + ")";
  const std::string got = ", got " + numberText(parameter.value);
  const bool low = parameter.min && parameter.value < *parameter.min;
  const bool high = parameter.max && parameter.value > *parameter.max;
  if (low || high) {
    const std::string range = parameter.min && parameter.max
                                  ? "between " + numberText(*parameter.min) + " and " + numberText(*parameter.max)
                              : low ? "at least " + numberText(*parameter.min)
                                    : "at most " + numberText(*parameter.max);
    issues.error(place, "must be " + range + unit + got);
    return false;
  }
  if (parameter.choices.empty()) return true;
  std::vector<std::string> values;
  for (const ModelParameter::Choice& choice : parameter.choices) {
    if (choice.value == parameter.value) return true;
    values.push_back(numberText(choice.value));
  }
  issues.error(place, "must be one of " + joined(values) + unit + got);
  return false;
}

/// `name(a, b)` into name and arguments; false if it is not of that form.
bool splitHead(const std::string& head, std::string& name, std::vector<std::string>& arguments) {
  const std::size_t open = head.find('(');
  const std::size_t last = head.find_last_not_of(' ');
  if (open == std::string::npos || head[last] != ')') return false;
  const auto trimmed = [](const std::string& word) {
    const std::size_t begin = word.find_first_not_of(' ');
    return begin == std::string::npos ? std::string() : word.substr(begin, word.find_last_not_of(' ') - begin + 1);
  };
  name = trimmed(head.substr(0, open));
  const std::string list = head.substr(open + 1, last - open - 1);
  if (trimmed(list).empty()) return false;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    arguments.push_back(trimmed(list.substr(begin, end - begin)));
    begin = end + 1;
  }
  return true;
}

void readFunction(const std::string& head, const Json& body, const DocumentPlace& place, Scope& scope, Issues& issues) {
  std::string name;
  std::vector<std::string> arguments;
  if (!splitHead(head, name, arguments)) {
    issues.error(place, "a function is written \"name(argument, …)\", got " + quote(head));
    return;
  }
  if (!isNewName(name, scope, place, issues)) return;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!isValidName(arguments[i])) {
      issues.error(place, quote(arguments[i]) + " cannot be the name of an argument");
      return;
    }
    if (std::find(arguments.begin(), arguments.begin() + i, arguments[i]) != arguments.begin() + i) {
      issues.error(place, "two arguments are called " + quote(arguments[i]));
      return;
    }
  }
  if (!body.is_string()) {
    issues.error(place, "must be a formula in a text, got " + found(body));
    return;
  }
  scope.functions[name] = {arguments, body.get<std::string>()};
}

}  // namespace

std::vector<ModelParameter> readParameters(const Json& document, const std::map<std::string, double>& overrides, Scope& scope,
                                           Issues& issues) {
  std::vector<ModelParameter> parameters;
  std::vector<std::string> names;
  const DocumentPlace place("/parameters");
  if (document.contains("parameters")) {
    const Json& list = document["parameters"];
    if (!list.is_object()) issues.error(place, "must be an object with named numbers, got " + found(list));
    for (auto entry = list.begin(); list.is_object() && entry != list.end(); ++entry) {
      const DocumentPlace entryPlace = place.at(entry.key());
      names.push_back(entry.key());
      if (!isNewName(entry.key(), scope, entryPlace, issues)) continue;
      auto parameter = ParameterReader(entry.value(), entryPlace, issues).read(entry.key());
      // A name stays known when its value is wrong, so that the formulas that use it are not reported as well.
      scope.constants[entry.key()] = {{1, 1}, {1.0}};
      if (!parameter) continue;
      bool good = checkValue(*parameter, entry.value().is_object() ? entryPlace.at("value") : entryPlace, issues);
      if (const auto given = overrides.find(entry.key()); given != overrides.end()) {
        parameter->value = given->second;
        good = std::isfinite(given->second);
        if (good)
          good = checkValue(*parameter, entryPlace, issues);
        else
          issues.error(entryPlace, "the given value is not a finite number");
      }
      scope.constants[entry.key()].values = {good ? parameter->value : parameter->defaultValue};
      parameters.push_back(std::move(*parameter));
    }
  }
  for (const auto& given : overrides)
    if (std::find(names.begin(), names.end(), given.first) == names.end())
      issues.error(place.at(given.first), "the model has no parameter " + quote(given.first) + suggestion(given.first, names));
  return parameters;
}

void readDefinitions(const Json& document, Scope& scope, Issues& issues) {
  if (!document.contains("definitions")) return;
  const Json& list = document["definitions"];
  const DocumentPlace place("/definitions");
  if (!list.is_object()) {
    issues.error(place, "must be an object with named expressions, got " + found(list));
    return;
  }
  for (auto entry = list.begin(); entry != list.end(); ++entry) {
    const std::string& name = entry.key();
    const DocumentPlace entryPlace = place.at(name);
    if (name.find('(') != std::string::npos) {
      readFunction(name, entry.value(), entryPlace, scope, issues);
      continue;
    }
    if (!isNewName(name, scope, entryPlace, issues)) continue;
    auto value = ValueReader(scope, issues).constant(entry.value(), entryPlace);
    scope.constants[name] = value ? std::move(*value) : Constant{{1, 1}, {1.0}};
  }
}

}  // namespace slipstick
