#include "core/model/measures.h"

#include <nlohmann/json.hpp>

#include "core/model/parameters.h"
#include "core/model/tables.h"

namespace slipstick {
namespace {

constexpr std::size_t mostMeasures = 100;

constexpr Row rows[] = {textRow("formula", Says::formula, Presence::required,
                                "value computed from the samples by functionals: max(x), mean(x, from, to), first(condition), …"),
                        textRow("unit", Says::text, Presence::optional, "unit shown beside the value"),
                        textRow("label", Says::localised, Presence::optional, "name shown to the reader")};
constexpr Table table{"measure", "a number computed from a run", rows};

}  // namespace

const Table& measureTable() { return table; }

std::vector<Measure> readMeasures(const Json& document, const Model& model, const ValueReader& reader, const FindReaction& reaction) {
  std::vector<Measure> measures;
  if (!document.contains("measures")) return measures;
  Issues& issues = reader.issues();
  const Json& list = document["measures"];
  const DocumentPlace place("/measures");
  const bool good = issues.errors() == 0;
  if (!list.is_object() || list.size() > mostMeasures) {
    issues.error(place, "must be an object with at most " + std::to_string(mostMeasures) + " named measures, got " + found(list));
    return measures;
  }
  const ItemNames& names = *reader.names();
  Scope scope = reader.scope();
  scope.sensorNames = names.names(ItemKind::sensor);
  scope.sensor = [&](std::string_view name) -> std::optional<SensorInput> {
    const int number = names.find(ItemKind::sensor, std::string(name));
    if (number < 0) return std::nullopt;
    return SensorInput{number, static_cast<int>(sensorLayout(model, number).components.size())};
  };
  const TableReader tables(reader, TableReader::Strict::refused);
  for (auto entry = list.begin(); entry != list.end(); ++entry) {
    const DocumentPlace here = place.at(entry.key());
    const bool isNew = isNewName(entry.key(), scope, here, issues);
    const Json resolved = tables.read(entry.value(), table, here);
    if (!isNew || !good || resolved.is_null() || !resolved["formula"].is_string()) continue;
    const std::string text = resolved["formula"];
    auto compiled = compileMeasure(text, scope, reaction);
    if (const auto* error = std::get_if<FormulaError>(&compiled))
      issues.error(here.at("formula"), formulaMessage(text, *error));
    else
      measures.push_back({entry.key(), resolved["label"], resolved["unit"], std::move(std::get<MeasureFormula>(compiled))});
  }
  return measures;
}

}  // namespace slipstick
