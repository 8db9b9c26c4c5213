// User functions of items: formulas with the arguments declared by the type.
#include "core/model/drawing.h"
#include "core/model/items.h"

namespace slipstick {
namespace {

std::string numbers(int count) { return count == 1 ? "a number" : std::to_string(count) + " numbers"; }

/// Returns the number of coordinates of an item's data node; 0 without one.
int dataCount(const Model& model, const ModelItem& item) {
  for (const Parameter& parameter : item.type->parameters) {
    if (!(parameter.needs & capability::data)) continue;
    const std::vector<int> nodes = referredItems(parameter.target(const_cast<void*>(item.value.get())));
    if (nodes.size() == 1) return coordinateCount(model, ItemKind::node, nodes[0]);
  }
  return 0;
}

/// Returns the size of a list parameter: its numbers, or the items that it refers to.
int numbersOfParameter(const ModelItem& item, const char* name) {
  const Target target = item.type->parameter(name)->target(const_cast<void*>(item.value.get()));
  const auto* list = target.as<VectorX>();
  return static_cast<int>(list ? list->size() : referredItems(target).size());
}

int coordinatesOfMarkers(const Model& model, const ModelItem& item) {
  std::int64_t sum = 0;
  for (const int marker : refersTo(item, ItemKind::marker)) sum += coordinateCount(model, ItemKind::marker, marker);
  return wholeCount(sum);
}

}  // namespace

std::vector<Argument> userFunctionArguments(const Model& model, ItemKind kind, int index, const Parameter& parameter) {
  const ModelItem& item = model.of(kind)[index];
  std::vector<Argument> arguments;
  const Signature signature = parameter.signature();
  for (const UserFunctionArgument& argument : signature.arguments) {
    const auto& [rows, columns] = argument.shape;
    const int count = rows.per == Size::Per::parameter ? numbersOfParameter(item, argument.name) : countOf(rows, model, kind, index);
    arguments.push_back({argument.name, {count, columns}});
  }
  return arguments;
}

int countOf(const Size& size, const Model& model, ItemKind kind, int index) {
  const ModelItem& item = model.of(kind)[index];
  switch (size.per) {
    case Size::Per::coordinate:
      return coordinateCount(model, kind, index);
    case Size::Per::matrix: {
      const std::int64_t columns = item.type->equations ? coordinatesOfMarkers(model, item) : coordinateCount(model, kind, index);
      return wholeCount(columns * (item.type->equations ? item.type->count(item.value.get()) : columns));
    }
    case Size::Per::counted:
      return wholeCount(static_cast<std::int64_t>(size.number) * item.type->count(item.value.get()));
    case Size::Per::markerCoordinate:
      return coordinatesOfMarkers(model, item);
    case Size::Per::dataCoordinate:
      return wholeCount(static_cast<std::int64_t>(size.number) + dataCount(model, item));
    case Size::Per::formula:
      return static_cast<int>(sensorLayout(model, index).components.size());
    default:
      return size.number;
  }
}

int userFunctionResultSize(const Model& model, ItemKind kind, int index, const Parameter& parameter) {
  return countOf(parameter.signature().resultSize, model, kind, index);
}

UserFunctionReader::UserFunctionReader(const Model& model, const ValueReader& reader)
    : model_(model), names_(*reader.names()), issues_(reader.issues()), scope_(reader.scope()) {
  scope_.sensorNames = names_.names(ItemKind::sensor);
}

void UserFunctionReader::readAll(Drafts& drafts) {
  bool sensorsGood = true;
  for (const ItemDraft& sensor : drafts.of(ItemKind::sensor)) sensorsGood &= sensor.good;
  // Sensors first: the size of a user function sensor is known only with its formula.
  for (const ItemKind kind : {ItemKind::sensor, ItemKind::node, ItemKind::object, ItemKind::marker, ItemKind::load}) {
    auto& list = drafts.of(kind);
    for (std::size_t index = 0; index < list.size(); ++index) {
      ItemDraft& draft = list[index];
      if (!draft.type || !draft.value) continue;
      for (const Parameter& parameter : draft.type->parameters) {
        const Target target = parameter.target(draft.value.get());
        if (!target.is<UserFunction>() || !draft.json.contains(parameter.name)) continue;
        const Json& json = draft.json[parameter.name];
        // If a sensor is invalid, its size is unknown, so that formulas that use sensors cannot be checked.
        if (!sensorsGood && json.dump(-1, ' ', false, Json::error_handler_t::replace).find("sensor(") != std::string::npos) continue;
        const int errorsBefore = issues_.errors();
        read(json, draft.place.at(parameter.name), parameter, kind, static_cast<int>(index), *target.as<UserFunction>());
        if (issues_.errors() != errorsBefore) draft.good = false;
      }
    }
  }
}

void UserFunctionReader::read(const Json& json, const DocumentPlace& place, const Parameter& parameter, ItemKind kind, int index,
                              UserFunction& target) {
  scope_.arguments = userFunctionArguments(model_, kind, index, parameter);
  scope_.sensor = [this, kind, index](std::string_view name) -> std::optional<SensorInput> {
    const int number = names_.find(ItemKind::sensor, std::string(name));
    if (number < 0) return std::nullopt;
    if (kind == ItemKind::sensor && number >= index) {  // a sensor may only use earlier ones, which prevents cycles
      later_ = name;
      return std::nullopt;
    }
    return SensorInput{number, static_cast<int>(sensorLayout(model_, number).components.size())};
  };
  // A sensor has the size of its formula.
  std::optional<int> size;
  if (kind != ItemKind::sensor) size = userFunctionResultSize(model_, kind, index, parameter);
  if (size == 0 && issues_.errors()) size.reset();  // something that the size depends on may be wrong
  readComponents(json, place, size, target);
}

/// Reads one formula for the whole result or a list with a formula for each component; 0 means none. They determine the size if
/// `resultSize` does not.
void UserFunctionReader::readComponents(const Json& json, const DocumentPlace& place, std::optional<int> resultSize, UserFunction& target) {
  if ((json.is_number() && json.get<double>() == 0) || (json == Json::array() && resultSize == 0)) return;
  if (json.is_string()) {
    const auto formula = compile(json, place);
    if (!formula) return;
    if (resultSize && formula->shape().size() != *resultSize)
      issues_.error(place, "must give " + numbers(*resultSize) + ", but " + quote(json.get_ref<const std::string&>()) + " gives " +
                               numbers(formula->shape().size()));
    target = UserFunction({*formula});
    return;
  }
  if (!json.is_array()) {
    issues_.error(place, "must be a formula or a list of formulas, got " + found(json));
    return;
  }
  if (json.empty() || (resultSize && static_cast<int>(json.size()) != *resultSize)) {
    issues_.error(place,
                  (resultSize ? "must give " + numbers(*resultSize) : "must be a formula or a list of formulas") + ", got " + found(json));
    return;
  }
  std::vector<Formula> components;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const DocumentPlace entryPlace = place.at(static_cast<int>(i));
    const auto formula = compile(json[i], entryPlace);
    if (!formula) continue;
    if (formula->shape().size() != 1) issues_.error(entryPlace, "must be a number, but is " + numbers(formula->shape().size()));
    components.push_back(*formula);
  }
  target = UserFunction(std::move(components));
}

std::optional<Formula> UserFunctionReader::compile(const Json& json, const DocumentPlace& place) {
  if (!json.is_string() && !json.is_number()) {
    issues_.error(place, "must be a formula, got " + found(json));
    return std::nullopt;
  }
  const std::string text = json.is_string() ? json.get<std::string>() : json.dump();
  later_.clear();
  auto result = compileFormula(text, scope_);
  if (auto* formula = std::get_if<Formula>(&result)) return std::move(*formula);
  if (!later_.empty())
    issues_.error(place, "sensor " + quote(later_) + " cannot be read here: a sensor reads only earlier sensors");
  else
    issues_.error(place, formulaMessage(text, std::get<FormulaError>(result)));
  return std::nullopt;
}

}  // namespace slipstick
