#include "core/document/schema.h"

#include "core/creators/creator.h"
#include "core/display/display.h"
#include "core/display/display_tables.h"
#include "core/display/tasks.h"
#include "core/model/analysis.h"
#include "core/model/description.h"
#include "core/model/events.h"
#include "core/model/items.h"
#include "core/model/measures.h"
#include "core/model/study_plan.h"
#include "core/model/tables.h"

namespace slipstick {
namespace {

Json object(Json properties) { return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}}; }

/// Returns the properties of parameters, with description and default.
Json properties(const std::vector<Parameter>& parameters, void* defaults, Json& required) {
  Json result = Json::object();
  for (const Parameter& parameter : parameters) {
    const Target target = parameter.target(defaults);
    Json property = valueSchema(target, parameter);
    property["description"] = described(parameter.text.words(), parameter.unit);
    const bool plain = !referredKind(target) && !target.is<OutputVariable>() && !target.is<UserFunction>();
    if (parameter.presence == Presence::required)
      required.push_back(parameter.name);
    else if (plain)
      property["default"] = toJson(target);
    result[parameter.name] = std::move(property);
  }
  return result;
}

/// Prefix of the definitions of drawn things.
constexpr const char* drawn = "display.";

Json itemSchema(const ItemType& type, Json& definitions) {
  const auto item = type.create();
  Json required = Json::array({"type"});
  Json all = Json::parse(
      R"({"type": {}, "name": {"$ref": "#/$defs/name"}, "visualization": {"type": "object", "description": "how it is drawn"}})");
  all["type"]["const"] = type.name;
  all["visualization"]["properties"] = rowProperties(visualizationRows(type), drawn, definitions);
  const Json parameters = properties(type.parameters, item.get(), required);
  all.update(parameters);
  Json schema = object(std::move(all));
  schema["description"] = type.summary.words();
  schema["required"] = std::move(required);
  return schema;
}

/// Returns a schema that refers to a definition.
Json definition(const std::string& name) {
  Json schema;
  schema["$ref"] = "#/$defs/" + name;
  return schema;
}

/// Returns the schema of a creator's argument. Bodies may be null, which is the ground; objects inside have no keys except those in
/// their tables.
Json argumentSchema(const Row& argument, Json& definitions) {
  static const std::string prefix = "create.";
  Json schema = rowSchema(argument, prefix, definitions);
  if (argument.type == typeNumber<ObjectIndex> && argument.tables.empty()) {
    Json& one = argument.form == Form::list ? schema["items"] : schema;
    Json words = one.contains("description") ? one["description"] : Json();
    one = {{"anyOf", Json::array({definition("reference.object"), Json{{"type", "null"}}})}};
    if (!words.is_null()) one["description"] = std::move(words);
    if (argument.form == Form::list) schema["minItems"] = schema["maxItems"] = 2;
  }
  for (const Table& table : argument.tables) {
    for (const Row& row : table.rows) {
      Json inner = argumentSchema(row, definitions);
      definitions[prefix + table.name]["properties"][std::string(row.name)] = std::move(inner);
    }
    definitions[prefix + table.name]["additionalProperties"] = false;
  }
  return schema;
}

Json creatorSchema(const Creator& creator, Json& definitions) {
  Json all = Json::parse(R"({"type": {}, "name": {"$ref": "#/$defs/name"}, "visualization": {"$ref": "#/$defs/display.visualization"}})");
  all["type"]["const"] = creator.name;
  Json required = Json::array({"type"}), eitherName = Json::array();
  for (const Row& argument : creator.arguments) {
    const std::string name(argument.name), alias = aliasOf(argument);
    all[name] = argumentSchema(argument, definitions);
    if (!alias.empty()) {
      all[alias] = all[name];
      for (const std::string& each : {name, alias}) eitherName.push_back({{"required", Json::array({each})}});
    } else if (argument.presence == Presence::required) {
      required.push_back(name);
    }
  }
  Json schema = object(std::move(all));
  schema["description"] = creator.summary.words();
  schema["required"] = std::move(required);
  if (!eitherName.empty()) schema["anyOf"] = std::move(eitherName);
  return schema;
}

/// Returns the settings in the tables of one type of step, groups as objects.
Json settingsSchema(const std::string& step, const std::string& group) {
  Json all = Json::object(), required = Json::array();
  for (const SettingsTable& table : settingsTables()) {
    bool here = false;
    for (const std::string& word : table.steps) here |= word == step;
    if (!here) continue;
    const auto defaults = table.create();
    if (table.group == group) all.update(properties(table.settings, defaults.get(), required));
    if (table.parent != group || table.group == group) continue;
    all[table.group] = object(settingsSchema(step, table.group));
    all[table.group]["description"] = table.text.words();
  }
  return all;
}

Json stepSchema(const std::string& type, Json& definitions) {
  Json all = Json::object();
  all["type"]["const"] = type;
  all.update(rowProperties(stepRows(type), "analysis.", definitions));
  all.update(settingsSchema(type, ""));
  Json schema = object(std::move(all));
  if (type != stepTypes()[0]) schema["required"] = Json::array({"type"});
  return schema;
}

constexpr ItemKind kinds[] = {ItemKind::node, ItemKind::object, ItemKind::marker, ItemKind::load, ItemKind::sensor};

/// Returns the definitions to which the schemas of values refer.
Json valueDefinitions() {
  Json definitions = Json::parse(R"({
    "formula": {"type": "string", "format": "formula", "description": "a formula"},
    "text": {
      "description": "a text, or an object with a text for each language",
      "anyOf": [{"type": "string"}, {"$ref": "#/$defs/languages"}]
    },
    "languages": {
      "type": "object",
      "description": "texts by the tags of their languages, such as en, de or zh-Hans",
      "minProperties": 1,
      "propertyNames": {"pattern": "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$"},
      "additionalProperties": {"type": "string"}
    },
    "name": {"type": "string", "description": "unique among the items of its kind"},
    "color": {"type": ["string", "array"], "items": {"type": ["number", "string"]}},
    "userFunction": {
      "description": "a formula, or a list with a formula for each component",
      "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": ["string", "number"]}}, {"const": 0}]
    }
  })");
  Json outputs = Json::array();
  for (int i = 1; i < static_cast<int>(OutputVariable::count); ++i) outputs.push_back(outputVariableName(static_cast<OutputVariable>(i)));
  for (const ItemKind kind : kinds) {
    Json& reference = definitions[std::string("reference.") + kindName(kind)];
    reference = Json::parse(R"({"type": ["string", "integer"]})");
    reference["refersTo"] = listName(kind);
    reference["description"] = std::string("name or number of ") + (kind == ItemKind::object ? "an " : "a ") + kindName(kind);
  }
  definitions["outputVariable"]["enum"] = outputs;
  definitions["outputVariable"]["description"] = "quantity to measure";
  return definitions;
}

/// Returns the properties that are not in tables: head, parameters and definitions of a document.
Json headProperties() {
  Json head = Json::parse(R"({
    "$schema": {"type": "string", "description": "address of this schema, for editors"},
    "slipstick": {"const": null, "description": "version of the format"},
    "title": {"$ref": "#/$defs/text", "description": "name of the model"},
    "description": {"$ref": "#/$defs/text", "description": "Markdown with $KaTeX$ formulas"},
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
              "label": {"$ref": "#/$defs/text", "description": "name shown to the reader"},
              "description": {"$ref": "#/$defs/text", "description": "explanation"},
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
  head["slipstick"]["const"] = formatVersion;
  return head;
}

/// Forbids other keys in objects of this definition.
void close(Json& definitions, const std::string& name) { definitions[name]["additionalProperties"] = false; }

/// Adds the changes and measurements during a run.
void addLive(Json& all, Json& definitions) {
  all["inputs"] = {{"type", "object"}, {"description", "numbers that change during the run"}};
  all["inputs"]["additionalProperties"] = tableSchema(inputTable(), "inputs.", definitions);
  close(definitions, "inputs.input");
  Row events = eventRow();
  events.form = Form::list;
  all["events"] = rowSchema(events, "events.", definitions);
  for (const Table& event : events.tables) close(definitions, std::string("events.") + event.name);
  all["measures"] = {{"type", "object"}, {"description", "numbers computed from a run"}};
  all["measures"]["additionalProperties"] = tableSchema(measureTable(), "measures.", definitions);
  close(definitions, "measures.measure");
}

void addTasks(Json& all, Json& definitions) {
  for (const Row& row : taskRows()) {
    all[std::string(row.name)] = rowSchema(row, "tasks.", definitions);
    for (const Table& task : row.tables) close(definitions, std::string("tasks.") + task.name);
  }
  for (const char* answer : {"choice", "number", "run", "curve", "choices"}) close(definitions, std::string("tasks.") + answer);
  Json value = definitions["tasks.number"]["properties"]["value"];
  definitions["tasks.number"]["properties"]["value"] = {{"anyOf", Json::array({Json{{"type", "number"}}, std::move(value)})}};
  all["variants"] = Json::parse(R"({"type": "object", "refersTo": "parameters",
    "description": "values of parameters drawn for each person: the ends of a range, or a list of three or more",
    "properties": {"seed": {"enum": ["name", "number"], "description": "what the reader enters"}},
    "additionalProperties": {"type": "array", "items": {"type": "number"}, "minItems": 2}})");
}

void addStudy(Json& all, Json& definitions) {
  all["study"] = tableSchema(studyTable(), "study.", definitions);
  close(definitions, "study.study");
  close(definitions, "study.range");
  definitions["study.study"]["required"] = Json::array({"vary"});
  Json& axis = definitions["study.study"]["properties"]["vary"]["additionalProperties"];
  axis = {{"anyOf", Json::array({Json::parse(R"({"type": "array", "items": {"type": ["number", "string"]}, "minItems": 1})"), axis})}};
}

void addCreators(Json& all, Json& definitions) {
  Json create = Json::array();
  for (const Creator& creator : creators()) {
    Json schema = creatorSchema(creator, definitions);
    definitions[std::string("create.") + creator.name] = std::move(schema);
    create.push_back(definition(std::string("create.") + creator.name));
  }
  all["create"]["items"]["oneOf"] = std::move(create);
  // Exceptions from the tables: an inertia given by numbers has no shape, a circle has a name and a look.
  definitions["create.inertia"]["properties"].erase("shape");
  definitions["create.circle"]["properties"].update(
      Json::parse(R"({"name": {"$ref": "#/$defs/name"}, "visualization": {"type": "object", "description": "how its body is drawn"}})"));
}

void addItems(Json& all, Json& definitions) {
  for (const ItemKind kind : kinds) {
    Json types = Json::array();
    for (const ItemType* type : Registry::instance().types(kind)) {
      const std::string key = std::string(kindName(kind)) + "." + type->name;
      definitions[key] = itemSchema(*type, definitions);
      types.push_back(definition(key));
    }
    Json& list = all[listName(kind)];
    list["type"] = "array";
    list["items"]["oneOf"] = std::move(types);
  }
}

void addAnalysis(Json& all, Json& definitions) {
  Json steps = Json::array();
  for (const std::string type : stepTypes()) {
    Json schema = stepSchema(type, definitions);
    definitions["analysis." + type] = std::move(schema);
    steps.push_back(definition("analysis." + type));
  }
  all["analysis"] = Json::parse(R"({"anyOf": [{}, {"type": "array", "items": {}, "minItems": 1}]})");
  all["analysis"]["anyOf"][0]["oneOf"] = all["analysis"]["anyOf"][1]["items"]["oneOf"] = std::move(steps);
}

}  // namespace

Json documentSchema() {
  Json definitions = valueDefinitions(), all = headProperties();
  addLive(all, definitions);
  addTasks(all, definitions);
  addStudy(all, definitions);
  addCreators(all, definitions);
  addItems(all, definitions);
  addAnalysis(all, definitions);
  all["display"] = tableSchema(drawing::display, drawn, definitions);
  tableSchema(drawing::visualization, drawn, definitions);
  all["about"] = tableSchema(drawing::about, drawn, definitions);
  close(definitions, "display.about");
  close(definitions, "display.basedOn");

  Json schema = Json::parse(R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Slipstick model"})");
  schema.update(object(std::move(all)));
  schema["required"] = Json::array({"slipstick"});
  schema["$defs"] = std::move(definitions);
  return schema;
}

}  // namespace slipstick
