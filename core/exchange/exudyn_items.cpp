#include "core/exchange/exudyn_items.h"

#include <algorithm>

#include "core/exchange/exudyn_names.h"
#include "core/exchange/python_formula.h"
#include "core/expression/syntax.h"
#include "core/items/types.h"
#include "core/model/items.h"

namespace slipstick::exudyn {
namespace {

int placeIn(const std::vector<int>& list, int number) {
  const auto found = std::find(list.begin(), list.end(), number);
  return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

/// Returns whether a formula, or any formula of a list, contains sensor("name").
bool reads(const Json& formulas, const std::string& name) {
  if (formulas.is_array()) return std::any_of(formulas.begin(), formulas.end(), [&](const Json& formula) { return reads(formula, name); });
  if (!formulas.is_string()) return false;
  const auto tree = expression::parseIfFormula(formulas.get_ref<const std::string&>());
  if (!tree) return false;
  return std::any_of(tree->nodes.begin(), tree->nodes.end(), [&](const expression::Node& node) {
    return node.kind == expression::Node::Kind::call && node.text == "sensor" && tree->nodes[node.operands[0]].text == name;
  });
}

}  // namespace

ScriptItems::ScriptItems(const Model& model, const Json& document) : model_(model), document_(document) {
  for (int number = 0; number < count(ItemKind::object); ++number) (isContactSet(number) ? contacts_ : objects_).push_back(number);
  // Measures may add sensors, which are not in the document.
  const auto own = document.find(listName(ItemKind::sensor));
  const int written = own == document.end() ? 0 : static_cast<int>(own->size());
  for (int number = 0; number < written; ++number) {
    const std::string reason = missing(number);
    if (reason.empty())
      sensors_.push_back(number);
    else
      leftOut_.push_back("sensor " + label(ItemKind::sensor, number) + ": " + reason);
  }
}

const Json& ScriptItems::item(ItemKind kind, int number) const { return document_.at(listName(kind)).at(number); }

std::string ScriptItems::label(ItemKind kind, int number) const {
  const Json& entry = item(kind, number);
  return pythonValue(entry.value("name", Json(number)));
}

bool ScriptItems::isContactSet(int object) const { return &type(ItemKind::object, object) == &objects::ContactSpheres; }

int ScriptItems::numberInScript(ItemKind kind, int number) const {
  if (kind == ItemKind::sensor) return placeIn(sensors_, number);
  if (kind != ItemKind::object || number < 0) return number;
  return placeIn(isContactSet(number) ? contacts_ : objects_, number);
}

std::string ScriptItems::missing(int sensor) const {
  const ItemType& own = type(ItemKind::sensor, sensor);
  if (own.name == "Hand" || own.name == "Input") return "events during a run";
  for (const char* name : {"KineticEnergy", "PotentialEnergy", "Dissipation", "WorkOfLoads", "ForceOnBody"})
    if (own.name == name) return "energies and forces on a body";
  const Json& entry = item(ItemKind::sensor, sensor);
  const auto value = own.create();
  for (const Parameter& parameter : own.parameters) {
    const auto kind = referredKind(parameter.target(value.get()));
    const auto referred = entry.find(std::string(parameter.name));
    if (!kind || referred == entry.end() || !referred->is_number() || referred->get<int>() < 0) continue;
    const ItemType& measured = type(*kind, referred->get<int>());
    if (&measured == &objects::ContactSpheres && own.name != "Distance") return "there is no sensor of a " + measured.name;
    const std::string output = entry.value("outputVariableType", "");
    if (lacksOutput(measured, output)) return "there is no " + output + " of " + measured.name;
  }
  for (int other = 0; other < sensor; ++other)
    if (placeIn(sensors_, other) < 0 && readsSensor(sensor, other)) return "it reads " + label(ItemKind::sensor, other);
  return "";
}

bool ScriptItems::readsSensor(int sensor, int other) const {
  const Json& entry = item(ItemKind::sensor, sensor);
  const Json& name = item(ItemKind::sensor, other).value("name", Json());
  const Json numbers = entry.value("sensorNumbers", Json());
  if (numbers.is_array() && std::find(numbers.begin(), numbers.end(), Json(other)) != numbers.end()) return true;
  return name.is_string() && reads(entry.value("sensorUserFunction", Json()), name.get<std::string>());
}

std::string titleOf(ItemKind kind) {
  std::string name = kindName(kind);
  name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

std::string indexText(ItemKind kind, int number) { return "exu." + titleOf(kind) + "Index(" + std::to_string(number) + ")"; }

}  // namespace slipstick::exudyn
