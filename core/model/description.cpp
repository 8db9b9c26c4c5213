#include "core/model/description.h"

#include <nlohmann/json.hpp>

namespace slipstick {
namespace {

const Json formula{{"$ref", "#/$defs/formula"}};

Json numberSchema(const Range& range, const char* type) {
  Json number{{"type", type}};
  if (range.kind == Range::Kind::positive) number["exclusiveMinimum"] = 0;
  if (range.kind == Range::Kind::nonNegative) number["minimum"] = 0;
  if (range.kind == Range::Kind::belowOne || range.kind == Range::Kind::upToOne || range.kind == Range::Kind::atLeastOne)
    number["exclusiveMinimum"] = 0;
  if (range.kind == Range::Kind::unitInterval) number["minimum"] = 0, number["maximum"] = 1;
  if (range.kind == Range::Kind::oneOf) {
    number = {{"enum", std::vector<double>(range.choices().begin(), range.choices().end())}};
    for (const Choice& choice : range.named()) number["enum"].push_back(choice.name);
  }
  return {{"anyOf", Json::array({number, formula})}};
}

Json listSchema(Json entry, int size) {
  Json list{{"type", "array"}, {"items", std::move(entry)}};
  if (size >= 0) list["minItems"] = size, list["maxItems"] = size;
  return list;
}

Json orFormula(Json schema) { return {{"anyOf", Json::array({std::move(schema), formula})}}; }

bool isOneReference(const Target& target) {
  return target.is<NodeIndex>() || target.is<ObjectIndex>() || target.is<MarkerIndex>() || target.is<LoadIndex>();
}

/// Returns the number of entries in a list of references; -1 for any.
int referenceCount(const Target& target) {
  const bool free = target.is<std::vector<NodeIndex>>() || target.is<std::vector<MarkerIndex>>() || target.is<std::vector<SensorIndex>>();
  return free ? -1 : static_cast<int>(referredItems(target).size());
}

Json reference(ItemKind kind) { return {{"$ref", std::string("#/$defs/reference.") + kindName(kind)}}; }

/// Returns rows and columns of an evaluated value: 0 columns for a list.
std::pair<int, int> dimensions(const Json& value) {
  if (!value.is_array() || value.empty() || !value[0].is_array()) return {value.is_array() ? static_cast<int>(value.size()) : 0, 0};
  return {static_cast<int>(value.size()), static_cast<int>(value[0].size())};
}

Json textSchema(const Row& row) {
  Json schema{{"type", "string"}};
  if (row.says == Says::word) schema = {{"enum", std::vector<std::string>(row.words.begin(), row.words.end())}};
  if (row.says == Says::localised) schema = {{"$ref", "#/$defs/text"}};
  if (row.says == Says::color) schema = {{"$ref", "#/$defs/color"}};
  if (row.says == Says::output) schema = {{"$ref", "#/$defs/outputVariable"}};
  if (row.says == Says::formula) schema = formula;
  if (row.says == Says::sensor) schema["refersTo"] = "sensors";
  if (row.says == Says::line) schema["refersTo"] = "lines";
  if (row.says == Says::object) schema["refersTo"] = "objects";
  if (row.says == Says::parameter) schema["refersTo"] = "parameters";
  if (row.says == Says::input) schema["refersTo"] = "inputs";
  return schema;
}

const char* textForm(Says says) {
  switch (says) {
    case Says::text:
    case Says::localised:
      return "text";
    case Says::word:
      return "word";
    case Says::color:
      return "color";
    case Says::output:
      return "output";
    case Says::formula:
      return "formula";
    case Says::sensor:
    case Says::line:
    case Says::object:
    case Says::parameter:
    case Says::input:
      return "name";
  }
  return "";
}

Json listForm(const char* is, int count = -1) { return {{"is", is}, {"count", count < 0 ? Json() : Json(count)}}; }

}  // namespace

std::string takes(const Target& target, const Row& row) {
  Row plain = row;
  plain.unit = unit::none;
  std::string text = expected(target, plain);
  for (const char* start : {"a ", "an ", "the "})
    if (text.rfind(start, 0) == 0) return text.substr(std::string(start).size());
  return text;
}

Json form(const Target& target, const Row& row) {
  if (target.is<std::string>()) {
    Json text{{"is", textForm(row.says)}};
    if (row.says == Says::word) text["words"] = std::vector<std::string>(row.words.begin(), row.words.end());
    return text;
  }
  if (isOneReference(target)) return {{"is", "reference"}};
  if (referredKind(target)) return listForm("reference", referenceCount(target));
  if (target.is<double>() || target.is<Vector1>()) return {{"is", "number"}};
  if (target.is<int>()) return {{"is", "wholeNumber"}};
  if (target.is<bool>()) return {{"is", "flag"}};
  if (target.is<UserFunction>()) return {{"is", "userFunction"}};
  if (target.is<OutputVariable>()) return {{"is", "output"}};
  if (target.is<std::vector<int>>()) return listForm("wholeNumber");
  if (target.is<std::vector<Vector3>>()) return listForm("vector");
  if (target.is<std::vector<Matrix3>>()) return listForm("matrix");
  const auto [rows, columns] = dimensions(toJson(target));
  if (target.is<MatrixX>() || columns > 0) return {{"is", "matrix"}};
  return listForm("number", rows > 0 ? rows : -1);
}

Json valueSchema(const Target& target, const Row& row) {
  const Range& range = row.range;
  if (target.is<std::string>()) return textSchema(row);
  if (const auto kind = referredKind(target)) {
    if (isOneReference(target)) return reference(*kind);
    return listSchema(reference(*kind), referenceCount(target));
  }
  if (target.is<double>()) return numberSchema(range, "number");
  if (target.is<int>()) {
    Json number = numberSchema(range, "integer");
    if (row.orFlag) number["anyOf"].push_back({{"type", "boolean"}});
    return number;
  }
  if (target.is<bool>()) return {{"anyOf", Json::array({Json{{"type", "boolean"}}, formula})}};
  if (target.is<UserFunction>()) return {{"$ref", "#/$defs/userFunction"}};
  if (target.is<OutputVariable>()) return {{"$ref", "#/$defs/outputVariable"}};
  if (target.is<std::vector<int>>()) return orFormula(listSchema(numberSchema(range, "integer"), -1));
  if (target.is<MatrixX>()) return orFormula(listSchema(listSchema(numberSchema(range, "number"), -1), -1));
  if (target.is<std::vector<Vector3>>()) return orFormula(listSchema(orFormula(listSchema(numberSchema(range, "number"), 3)), -1));
  if (target.is<std::vector<Matrix3>>()) return listSchema(orFormula(listSchema(listSchema(numberSchema(range, "number"), 3), 3)), -1);
  const auto [rows, columns] = dimensions(toJson(target));
  const bool free = target.is<VectorX>() && rows == 0;
  if (columns > 0) return orFormula(listSchema(listSchema(numberSchema(range, "number"), columns), rows));
  return orFormula(listSchema(numberSchema(range, "number"), free ? -1 : rows));
}

std::string described(const std::string& text, const Unit& unit) { return text + unitText(unit); }

}  // namespace slipstick
