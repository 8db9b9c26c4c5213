// JSON Schema of documents, from the registry and the tables of creators and settings.
#include "core/model/analysis.h"
#include "core/model/creators/belts.h"
#include "core/model/creators/inertia.h"
#include "core/model/description.h"
#include "core/model/items.h"

namespace slipstick {
namespace {

Json object(Json properties) { return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}}; }

Json numberOrFormula() { return Json::parse(R"({"anyOf": [{"type": "number"}, {"$ref": "#/$defs/formula"}]})"); }

Json numbers(int size, int rows = 0) {
  Json list{{"type", "array"}, {"items", numberOrFormula()}};
  if (size > 0) list["minItems"] = size, list["maxItems"] = size;
  if (rows > 0) list = {{"type", "array"}, {"items", list}, {"minItems", rows}, {"maxItems", rows}};
  Json schema = numberOrFormula();
  schema["anyOf"][0] = std::move(list);
  return schema;
}

/// Properties of parameters, with description and default.
Json properties(const std::vector<Parameter>& parameters, void* defaults, Json& required) {
  Json result = Json::object();
  for (const Parameter& parameter : parameters) {
    const Target target = parameter.target(defaults);
    Json property = valueSchema(target, parameter);
    property["description"] = described(parameter.text, parameter.unit);
    const bool plain =
        !referredKind(target) && !std::holds_alternative<OutputVariable*>(target) && !std::holds_alternative<UserFunction*>(target);
    if (parameter.presence == Presence::required)
      required.push_back(parameter.name);
    else if (plain)
      property["default"] = toJson(target);
    result[parameter.name] = std::move(property);
  }
  return result;
}

Json itemSchema(const ItemType& type) {
  const auto item = type.create();
  Json required = Json::array({"type"});
  Json all = Json::parse(
      R"({"type": {}, "name": {"$ref": "#/$defs/name"}, "visualization": {"type": "object", "description": "how it is drawn"}})");
  all["type"]["const"] = type.name;
  const Json parameters = properties(type.parameters, item.get(), required);
  all.update(parameters);
  Json schema = object(std::move(all));
  schema["description"] = type.summary;
  schema["required"] = std::move(required);
  return schema;
}

/// A schema that refers to a definition.
Json definition(const std::string& name) {
  Json schema;
  schema["$ref"] = "#/$defs/" + name;
  return schema;
}

Json argumentSchema(const CreatorArgument& argument);

Json inertiaSchema() {
  Json shapes = Json::array();
  const auto shape = [](const std::vector<CreatorArgument>& arguments, Json all, Json required) {
    for (const CreatorArgument& argument : arguments) {
      all[argument.name] = argumentSchema(argument);
      if (argument.presence == Presence::required) required.push_back(argument.name);
    }
    Json schema = object(std::move(all));
    schema["required"] = std::move(required);
    return schema;
  };
  shapes.push_back(shape(inertiaArguments(), Json::object(), Json::array()));
  for (const InertiaShape& entry : inertiaShapes())
    shapes.push_back(shape(entry.arguments, {{"shape", {{"const", entry.name}}}}, Json::array({"shape"})));
  return {{"anyOf", std::move(shapes)}};
}

Json circleSchema() {
  Json all{{"name", {{"$ref", "#/$defs/name"}}}, {"visualization", {{"type", "object"}, {"description", "how its body is drawn"}}}};
  Json required = Json::array();
  for (const CreatorArgument& argument : circleArguments()) {
    all[argument.name] = argumentSchema(argument);
    if (argument.presence == Presence::required) required.push_back(argument.name);
  }
  Json schema = object(std::move(all));
  schema["required"] = std::move(required);
  return schema;
}

Json argumentSchema(const CreatorArgument& argument) {
  const Json body = Json::parse(R"({"anyOf": [{"$ref": "#/$defs/reference.object"}, {"type": "null"}]})");
  Json schema;
  switch (argument.kind) {
    case ArgumentKind::number:
      schema = numberOrFormula();
      break;
    case ArgumentKind::flag:
      schema = Json::parse(R"({"anyOf": [{"type": "boolean"}, {"$ref": "#/$defs/formula"}]})");
      break;
    case ArgumentKind::vector:
      schema = numbers(3);
      break;
    case ArgumentKind::matrix:
      schema = numbers(3, 3);
      break;
    case ArgumentKind::vector6:
      schema = numbers(6);
      break;
    case ArgumentKind::matrix6:
      schema = numbers(6, 6);
      break;
    case ArgumentKind::coordinates:
    case ArgumentKind::radii:
      schema = numbers(2);
      break;
    case ArgumentKind::axes:
      schema = numbers(0);
      break;
    case ArgumentKind::body:
      schema = body;
      break;
    case ArgumentKind::bodies:
      schema = Json::parse(R"({"type": "array", "items": {}, "minItems": 2, "maxItems": 2})");
      schema["items"] = body;
      break;
    case ArgumentKind::word:
      schema["enum"] = argument.words;
      break;
    case ArgumentKind::inertia:
      schema = inertiaSchema();
      break;
    case ArgumentKind::count:
      schema = {{"anyOf", Json::array({Json{{"type", "integer"}, {"minimum", 1}}, Json{{"$ref", "#/$defs/formula"}}})}};
      break;
    case ArgumentKind::circles:
      schema = {{"type", "array"}, {"items", circleSchema()}, {"minItems", 2}};
      break;
    case ArgumentKind::userFunction:
      schema = definition("userFunction");
      break;
  }
  schema["description"] = described(argument.text, argument.unit);
  if (!argument.defaultValue.is_null()) schema["default"] = argument.defaultValue;
  return schema;
}

Json creatorSchema(const Creator& creator) {
  Json all = Json::parse(
      R"({"type": {}, "name": {"$ref": "#/$defs/name"}, "visualization": {"type": "object", "description": "how its object is drawn"}})");
  all["type"]["const"] = creator.name;
  Json required = Json::array({"type"}), eitherName = Json::array();
  for (const CreatorArgument& argument : creator.arguments) {
    all[argument.name] = argumentSchema(argument);
    if (!argument.alias().empty()) {
      all[argument.alias()] = argumentSchema(argument);
      for (const std::string& name : {std::string(argument.name), argument.alias()})
        eitherName.push_back({{"required", Json::array({name})}});
    } else if (argument.presence == Presence::required) {
      required.push_back(argument.name);
    }
  }
  Json schema = object(std::move(all));
  schema["description"] = creator.summary;
  schema["required"] = std::move(required);
  if (!eitherName.empty()) schema["anyOf"] = std::move(eitherName);
  return schema;
}

/// Settings of the tables of one type of step, groups as objects.
Json settingsSchema(const std::string& step, const std::string& group) {
  Json all = Json::object(), required = Json::array();
  for (const SettingsTable& table : settingsTables()) {
    bool here = false;
    for (const std::string& word : table.steps) here |= word == step;
    if (!here) continue;
    const auto defaults = table.create();
    if (table.group == group) all.update(properties(table.settings, defaults.get(), required));
    if (table.parent == group && table.group != group) all[table.group] = object(settingsSchema(step, table.group));
  }
  if (all.contains("computeLoadsJacobian")) all["computeLoadsJacobian"]["anyOf"].push_back({{"type", "boolean"}});
  return all;
}

Json stepSchema(const std::string& type) {
  const auto choice = [](const std::vector<std::string>& words) {
    Json schema = Json::object();
    schema["enum"] = words, schema["default"] = words[0];
    return schema;
  };
  Json all = Json::object();
  all["type"]["const"] = type;
  all["linearSolver"] = choice(linearSolverNames());
  all["set"] =
      Json::parse(R"({"type": "array", "items": {"type": "object"}, "description": "parameters of items that change before the step"})");
  if (type == "dynamic") {
    all["solver"] = choice(solverNames());
    all["stepSize"] = numberOrFormula();
    all["stepSize"]["description"] = "length of a time step, instead of numberOfSteps (s)";
  }
  all.update(settingsSchema(type, ""));
  Json schema = object(std::move(all));
  if (type != "dynamic") schema["required"] = Json::array({"type"});
  return schema;
}

}  // namespace

Json documentSchema() {
  Json definitions = Json::parse(R"({
    "formula": {"type": "string", "description": "a formula"},
    "name": {"type": "string", "description": "unique among the items of its kind"},
    "userFunction": {
      "description": "a formula, or a list with a formula for each component",
      "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": ["string", "number"]}}, {"const": 0}]
    }
  })");
  Json outputs = Json::array();
  for (int i = 1; i < static_cast<int>(OutputVariable::count); ++i) outputs.push_back(outputVariableName(static_cast<OutputVariable>(i)));
  for (const ItemKind kind : {ItemKind::node, ItemKind::object, ItemKind::marker, ItemKind::load, ItemKind::sensor}) {
    Json& reference = definitions[std::string("reference.") + kindName(kind)];
    reference = Json::parse(R"({"type": ["string", "integer"]})");
    reference["title"] = kindName(kind);
    reference["description"] = std::string("name or number of ") + (kind == ItemKind::object ? "an " : "a ") + kindName(kind);
  }
  definitions["outputVariable"]["enum"] = outputs;
  definitions["outputVariable"]["description"] = "what is measured";

  Json all = Json::parse(R"({
    "slipstick": {"const": 1, "description": "version of the format"},
    "title": {"type": "string", "description": "name of the model"},
    "description": {"type": "string", "description": "Markdown with $KaTeX$ formulas"},
    "parameters": {
      "type": "object",
      "description": "named constants a person may change",
      "additionalProperties": {
        "anyOf": [
          {"type": "number"},
          {
            "type": "object",
            "properties": {
              "value": {"type": "number"},
              "min": {"type": "number"},
              "max": {"type": "number"},
              "step": {"type": "number", "exclusiveMinimum": 0},
              "unit": {"type": "string", "description": "unit shown beside the value"},
              "label": {"type": "string", "description": "what a person reads"},
              "description": {"type": "string", "description": "explanation"},
              "choices": {"type": "array", "minItems": 1, "items": {"type": ["number", "object"]}}
            },
            "additionalProperties": false,
            "required": ["value"]
          }
        ]
      }
    },
    "definitions": {
      "type": "object",
      "description": "named expressions, in order; \"name(argument)\" is a function",
      "additionalProperties": {"type": ["string", "number", "array"]}
    },
    "create": {"type": "array", "items": {}, "description": "entries that expand into items"}
  })");
  Json create = Json::array();
  for (const Creator& creator : creators()) {
    definitions[std::string("create.") + creator.name] = creatorSchema(creator);
    create.push_back(definition(std::string("create.") + creator.name));
  }
  all["create"]["items"]["oneOf"] = std::move(create);
  for (const ItemKind kind : {ItemKind::node, ItemKind::object, ItemKind::marker, ItemKind::load, ItemKind::sensor}) {
    Json types = Json::array();
    for (const ItemType* type : Registry::instance().types(kind)) {
      const std::string key = std::string(kindName(kind)) + "." + type->name;
      definitions[key] = itemSchema(*type);
      types.push_back(definition(key));
    }
    Json& list = all[listName(kind)];
    list["type"] = "array";
    list["items"]["oneOf"] = std::move(types);
  }
  Json steps = Json::array();
  for (const std::string& type : stepTypes()) {
    definitions["analysis." + type] = stepSchema(type);
    steps.push_back(definition("analysis." + type));
  }
  all["analysis"] = Json::parse(R"({"anyOf": [{}, {"type": "array", "items": {}, "minItems": 1}]})");
  all["analysis"]["anyOf"][0]["oneOf"] = all["analysis"]["anyOf"][1]["items"]["oneOf"] = std::move(steps);
  all["display"] = Json::parse(R"({"type": "object", "description": "plots, camera, graphics: never changes a computed number"})");

  Json schema = Json::parse(R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Slipstick model"})");
  schema.update(object(std::move(all)));
  schema["required"] = Json::array({"slipstick"});
  schema["$defs"] = std::move(definitions);
  return schema;
}

}  // namespace slipstick
