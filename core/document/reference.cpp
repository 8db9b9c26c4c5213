#include "core/document/reference.h"

#include <algorithm>

#include "core/creators/creator.h"
#include "core/display/display_tables.h"
#include "core/display/tasks.h"
#include "core/expression/functions.h"
#include "core/model/analysis.h"
#include "core/model/events.h"
#include "core/model/measures.h"
#include "core/model/study_plan.h"
#include "core/model/tables.h"

namespace slipstick {
namespace {

Json parameterJson(const Parameter& parameter, void* item) {
  const Target target = parameter.target(item);
  Json json = rowReference(parameter, target);
  if (parameter.needs) json["needs"] = capability::describe(parameter.needs);
  if (parameter.needsOfLast) json["needsOfLast"] = capability::describe(parameter.needsOfLast);
  return json;
}

Json typeJson(const ItemType& type) {
  const auto item = type.create();
  Json parameters = Json::array(), outputs = Json::array(), visualization = Json::array();
  for (const Parameter& parameter : type.parameters) parameters.push_back(parameterJson(parameter, item.get()));
  for (const Output& output : type.outputs) {
    outputs.push_back({{"name", outputVariableName(output.variable)},
                       {"unit", output.unit.text()},
                       {"size", output.size.isFixed() ? Json(output.size.number) : Json()},
                       {"text", output.text.words()}});
    if (output.size.per == Size::Per::counted) outputs.back()["sizePerSegment"] = output.size.number;
  }
  for (const char* name : type.visualization) visualization.push_back(name);
  return {{"kind", kindName(type.kind)},
          {"type", type.name},
          {"summary", type.summary.words()},
          {"equation", type.equation.words()},
          {"parameters", parameters},
          {"outputs", outputs},
          {"provides", capability::describe(type.provides)},
          {"visualization", visualization}};
}

/// Returns rows in the form of addTableReference(), and adds the tables inside.
Json rowsReference(std::span<const Row> rows, Json& tables) {
  Json own = Json::array();
  const Table table{"", "", rows};
  addTableReference(table, own);
  Json result = own[0]["rows"];
  for (std::size_t i = 1; i < own.size(); ++i) {
    bool known = false;
    for (const Json& other : tables) known |= other["name"] == own[i]["name"];
    if (!known) tables.push_back(own[i]);
  }
  return result;
}

/// Returns the settings of a step, or of a group in it; groups are tables.
Json settingsReference(const std::string& step, const std::string& group, Json& tables) {
  Json rows = group.empty() ? rowsReference(stepRows(step), tables) : Json::array();
  for (const SettingsTable& table : settingsTables()) {
    if (std::find(table.steps.begin(), table.steps.end(), step) == table.steps.end()) continue;
    const auto defaults = table.create();
    if (table.group == group)
      for (const Parameter& setting : table.settings) rows.push_back(rowReference(setting, setting.target(defaults.get())));
    if (table.parent != group || table.group == group) continue;
    rows.push_back({{"name", table.group},
                    {"takes", "an object"},
                    {"form", {{"is", "object"}}},
                    {"unit", ""},
                    {"range", ""},
                    {"required", false},
                    {"text", table.text.words()},
                    {"tables", Json::array({table.group})}});
    bool known = false;
    for (const Json& other : tables) known |= other["name"] == table.group;
    if (known) continue;
    const std::size_t place = tables.size();
    tables.push_back({{"name", table.group}, {"text", table.text.words()}, {"rows", Json::array()}});
    Json inner = settingsReference(step, table.group, tables);
    tables[place]["rows"] = std::move(inner);
  }
  return rows;
}

}  // namespace

Json documentReference() {
  Json all{{"items", itemReference()}, {"creators", Json::array()}, {"steps", Json::array()},
           {"live", Json::array()},    {"tables", Json::array()},   {"functions", Json::array()}};
  Json& tables = all["tables"];
  for (const Creator& creator : creators())
    all["creators"].push_back(
        {{"name", creator.name}, {"text", creator.summary.words()}, {"rows", rowsReference(creator.arguments, tables)}});
  for (const char* type : stepTypes()) all["steps"].push_back({{"name", type}, {"rows", settingsReference(type, "", tables)}});
  all["live"].push_back({{"name", "inputs"}, {"text", inputTable().text.words()}, {"rows", rowsReference(inputTable().rows, tables)}});
  all["live"].push_back({{"name", "events"}, {"text", eventRow().text.words()}, {"rows", rowsReference({&eventRow(), 1}, tables)}});
  all["live"].push_back(
      {{"name", "measures"}, {"text", measureTable().text.words()}, {"rows", rowsReference(measureTable().rows, tables)}});
  const Table tasks{"tasks", "Questions whose answers are checked, and parameters that are fixed or hidden.", taskRows()};
  all["live"].push_back({{"name", "tasks"}, {"text", tasks.text.words()}, {"rows", rowsReference(tasks.rows, tables)}});
  all["live"].push_back({{"name", "study"}, {"text", studyTable().text.words()}, {"rows", rowsReference(studyTable().rows, tables)}});
  for (const std::string& name : expression::functionNames())
    all["functions"].push_back({{"name", name}, {"usage", expression::findFunction(name)->usage}});
  return all;
}

Json itemReference(std::string_view name) {
  Json types = Json::array();
  for (const ItemKind kind : {ItemKind::node, ItemKind::object, ItemKind::marker, ItemKind::load, ItemKind::sensor})
    for (const ItemType* type : Registry::instance().types(kind))
      if (name.empty() || type->name == name) types.push_back(typeJson(*type));
  Json shown = Json::array();
  addTableReference(drawing::display, shown);
  addTableReference(drawing::visualization, shown);
  addTableReference(drawing::about, shown);
  for (Json& table : shown) {
    if (!name.empty() && table["name"] != name) continue;
    Json entry = Json::object();
    entry["kind"] = "display", entry["type"] = table["name"], entry["summary"] = table["text"], entry["equation"] = "";
    entry["parameters"] = std::move(table["rows"]);
    entry["outputs"] = Json::array(), entry["provides"] = "", entry["visualization"] = Json::array();
    types.push_back(std::move(entry));
  }
  return types;
}

}  // namespace slipstick
