#include "core/model/parameters.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/expression/names.h"
#include "core/expression/syntax.h"
#include "core/message/messages.h"
#include "core/model/values.h"

namespace slipstick {

bool isNewName(const std::string& name, const Scope& scope, const DocumentPlace& place, Issues& issues) {
  if (const Message reserved = expression::reservedAs(name); !reserved.empty()) {
    issues.error(place, messages::reserved({quote(name), reserved}));
    return false;
  }
  if (!isValidName(name)) {
    issues.error(place, messages::noName({quote(name)}));
    return false;
  }
  if (scope.constants.count(name) || scope.functions.count(name)) {
    issues.error(place, messages::definedTwice({quote(name)}));
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
                                (json_.is_string() ? "; define values that depend on others in 'definitions'" : ""));
      return std::nullopt;
    }
    const int errorsBefore = issues_.errors();
    static const std::vector<std::string> known{"value", "min", "max", "step", "unit", "label", "description", "choices"};
    for (auto entry = json_.begin(); entry != json_.end(); ++entry)
      if (std::find(known.begin(), known.end(), entry.key()) == known.end())
        issues_.error(place_.at(entry.key()), withSuggestion(messages::unknownKey({quote(entry.key())}), entry.key(), known));
    const auto value = number("value");
    parameter.min = number("min"), parameter.max = number("max"), parameter.step = number("step");
    parameter.unit = text("unit"), parameter.label = text("label"), parameter.description = text("description");
    if (!json_.contains("value")) issues_.error(place_, messages::missing({"value"}));
    if (parameter.min && parameter.max && *parameter.min > *parameter.max)
      issues_.error(place_.at("max"), messages::mustNotBeBelowMin({numberText(*parameter.min), numberText(*parameter.max)}));
    if (parameter.step && !(*parameter.step > 0))
      issues_.error(place_.at("step"), messages::mustBe({messages::moreThanZero(), numberText(*parameter.step)}));
    if (json_.contains("choices")) readChoices(parameter);
    if (issues_.errors() != errorsBefore) return std::nullopt;
    parameter.value = parameter.defaultValue = *value;
    return parameter;
  }

 private:
  std::optional<double> number(const char* key) {
    if (!json_.contains(key)) return std::nullopt;
    if (json_[key].is_number()) return json_[key].get<double>();
    issues_.error(place_.at(key), messages::mustBe({messages::aNumber(), found(json_[key])}));
    return std::nullopt;
  }
  std::string text(const char* key) {
    if (!json_.contains(key)) return "";
    if (json_[key].is_string()) return json_[key].get<std::string>();
    issues_.error(place_.at(key), messages::mustBe({messages::aText(), found(json_[key])}));
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

/// Returns whether the value is between min and max and one of the choices; otherwise reports an issue.
bool checkValue(const ModelParameter& parameter, const DocumentPlace& place, Issues& issues) {
  const std::string unit = parameter.unit.empty() ? "" : " (" + parameter.unit + ")";
  const bool low = parameter.min && parameter.value < *parameter.min;
  const bool high = parameter.max && parameter.value > *parameter.max;
  if (low || high) {
    const std::string got = numberText(parameter.value);
    const auto bound = [&](double limit) { return withUnit(numberText(limit), unit); };
    issues.error(place, parameter.min && parameter.max ? messages::mustBeBetween({numberText(*parameter.min), bound(*parameter.max), got})
                        : low                          ? messages::mustBeAtLeast({bound(*parameter.min), got})
                                                       : messages::mustBeAtMost({bound(*parameter.max), got}));
    return false;
  }
  if (parameter.choices.empty()) return true;
  std::vector<std::string> values;
  for (const ModelParameter::Choice& choice : parameter.choices) {
    if (choice.value == parameter.value) return true;
    values.push_back(numberText(choice.value));
  }
  issues.error(place, messages::mustBeOneOf({joined(values) + unit, numberText(parameter.value)}));
  return false;
}

/// Splits `name(a, b)` into name and arguments; returns false if it does not have that form.
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
    issues.error(place, "write a function as \"name(argument, …)\", got " + quote(head));
    return;
  }
  if (!isNewName(name, scope, place, issues)) return;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!isValidName(arguments[i])) {
      issues.error(place, quote(arguments[i]) + " cannot be the name of an argument");
      return;
    }
    if (std::find(arguments.begin(), arguments.begin() + i, arguments[i]) != arguments.begin() + i) {
      issues.error(place, "another argument is called " + quote(arguments[i]) + " too");
      return;
    }
  }
  if (!body.is_string()) {
    issues.error(place, "must be a formula in a text, got " + found(body));
    return;
  }
  scope.functions[name] = {arguments, body.get<std::string>()};
}

/// Adds the names that formulas in a value use and call, except local ones.
void addNames(const Json& value, std::vector<std::string>& names) {
  if (value.is_array())
    for (const Json& entry : value) addNames(entry, names);
  if (!value.is_string()) return;
  const auto tree = expression::parseIfFormula(value.get_ref<const std::string&>());
  if (!tree) return;
  std::set<std::string_view> bound;
  for (const expression::Binding& binding : tree->bindings) bound.insert(binding.name);
  for (const expression::Node& node : tree->nodes)
    if ((node.kind == expression::Node::Kind::name || node.kind == expression::Node::Kind::call) && !bound.count(node.text))
      names.emplace_back(node.text);
}

/// The dependencies between definitions. No function recurses because a document may have long chains of them.
class Definitions {
 public:
  explicit Definitions(const Json& list) {
    std::map<std::string, std::vector<std::string>> arguments;
    for (auto entry = list.begin(); entry != list.end(); ++entry) {
      const std::string name = nameOf(entry.key());
      std::string unused;
      splitHead(entry.key(), unused, arguments[name]);
      addNames(entry.value(), reads_[name]);
    }
    for (auto& [name, reads] : reads_) {
      const auto isOwn = [&own = arguments[name]](const std::string& other) {
        return std::find(own.begin(), own.end(), other) != own.end();
      };
      const auto isNone = [&](const std::string& other) { return isOwn(other) || !reads_.count(other); };
      reads.erase(std::remove_if(reads.begin(), reads.end(), isNone), reads.end());
    }
  }

  static std::string nameOf(const std::string& head) {
    const std::string name = head.substr(0, head.find('('));
    return name.substr(0, name.find_last_not_of(' ') + 1);
  }

  /// Returns why the value of a definition cannot be computed at its position: it uses a later one, perhaps cyclically. "" if it can.
  std::string later(const std::string& name, const Scope& scope) const {
    for (const std::string& other : reads_.at(name)) {
      if (scope.constants.count(other) || scope.functions.count(other)) continue;
      const std::string chain = chainBetween(other, name);
      return chain.empty() ? quote(other) + " is defined later: a definition reads parameters and earlier definitions"
                           : "definitions cannot be recursive: " + name + " -> " + chain;
    }
    return "";
  }

  /// Returns the cycles of definitions, by the name at which each starts. Formulas must not call them.
  std::map<std::string, std::string> circles() const {
    std::map<std::string, std::string> found;
    std::map<std::string, int> walks;  // by name: the walk that reached it
    const std::set<std::string> open = endless();
    for (const std::string& start : open) {
      const int walk = static_cast<int>(walks.size()) + 1;
      std::vector<std::string> path;
      std::string name = start;
      for (; walks.emplace(name, walk).second; path.push_back(name), name = nextIn(open, name)) {
      }
      if (walks[name] != walk || path.empty()) continue;
      std::vector<std::string> circle(std::find(path.begin(), path.end(), name), path.end());
      circle.push_back(name);
      found.emplace(name, chainText(circle));
    }
    return found;
  }

 private:
  /// Returns "b -> c -> a" from b to a; "" if no chain connects them.
  std::string chainBetween(const std::string& from, const std::string& to) const {
    std::map<std::string, std::string> before{{from, ""}};
    std::vector<std::string> reached{from};
    for (std::size_t i = 0; i < reached.size() && !before.count(to); ++i)
      for (const std::string& next : reads_.at(reached[i]))
        if (before.emplace(next, reached[i]).second) reached.push_back(next);
    if (!before.count(to)) return "";
    std::vector<std::string> chain{to};
    for (std::string step = before[to]; !step.empty(); step = before[step]) chain.push_back(step);
    std::reverse(chain.begin(), chain.end());
    return chainText(chain);
  }

  static std::string chainText(const std::vector<std::string>& chain) {
    constexpr std::size_t most = 8;
    std::string text;
    for (std::size_t i = 0; i + 1 < std::min(most, chain.size()); ++i) text += chain[i] + " -> ";
    return text + (chain.size() > most ? "… -> " : "") + chain.back();
  }

  /// Returns the definitions from which an endless chain starts.
  std::set<std::string> endless() const {
    std::map<std::string, std::vector<std::string>> readBy;
    std::map<std::string, std::size_t> left;
    std::set<std::string> names;
    std::vector<std::string> ended;
    for (const auto& [name, reads] : reads_) {
      names.insert(name), left[name] = reads.size();
      for (const std::string& other : reads) readBy[other].push_back(name);
      if (reads.empty()) ended.push_back(name);
    }
    while (!ended.empty()) {
      const std::string name = ended.back();
      ended.pop_back(), names.erase(name);
      for (const std::string& reader : readBy[name])
        if (--left[reader] == 0) ended.push_back(reader);
    }
    return names;
  }

  const std::string& nextIn(const std::set<std::string>& open, const std::string& name) const {
    const auto& reads = reads_.at(name);
    return *std::find_if(reads.begin(), reads.end(), [&](const std::string& other) { return open.count(other) > 0; });
  }

  std::map<std::string, std::vector<std::string>> reads_;
};

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
      const bool isNew = isNewName(entry.key(), scope, entryPlace, issues);
      if (entry.key() == "t")
        issues.warning(entryPlace, "in user functions and measures 't' is the time, not this parameter: give it another name");
      auto parameter = ParameterReader(entry.value(), entryPlace, issues).read(entry.key());
      // A name remains defined if its value is invalid, so that formulas that use it do not produce further issues.
      scope.constants[entry.key()] = {{1, 1}, {1.0}};
      if (!parameter || !isNew) continue;
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
      issues.error(place.at(given.first),
                   withSuggestion(messages::notCalled({messages::parameter(), quote(given.first)}), given.first, names));
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
  const Definitions definitions(list);
  for (auto entry = list.begin(); entry != list.end(); ++entry) {
    const std::string& name = entry.key();
    const DocumentPlace entryPlace = place.at(name);
    if (name.find('(') != std::string::npos) {
      readFunction(name, entry.value(), entryPlace, scope, issues);
      continue;
    }
    const bool isNew = isNewName(name, scope, entryPlace, issues);
    if (name == "t")
      issues.warning(entryPlace, "in user functions and measures 't' is the time, not this definition: give it another name");
    const std::string later = isNew && !issues.full() ? definitions.later(name, scope) : "";
    if (!later.empty()) issues.error(entryPlace, later);
    auto value = isNew && later.empty() ? ValueReader(scope, issues).constant(entry.value(), entryPlace) : std::nullopt;
    scope.constants.emplace(name, value ? std::move(*value) : Constant{{1, 1}, {1.0}});
  }
  const std::map<std::string, std::string> circles = definitions.circles();
  for (auto entry = list.begin(); entry != list.end(); ++entry)
    if (const auto circle = circles.find(Definitions::nameOf(entry.key())); circle != circles.end() && circle->first != entry.key())
      issues.warning(place.at(entry.key()), "no formula can call this function, which calls itself: " + circle->second);
}

}  // namespace slipstick
