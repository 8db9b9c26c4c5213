#include "core/model/items.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/message/messages.h"
#include "core/model/missing.h"

namespace slipstick {
namespace {

constexpr ItemKind allKinds[] = {ItemKind::node, ItemKind::object, ItemKind::marker, ItemKind::load, ItemKind::sensor};

std::string article(ItemKind kind) { return kind == ItemKind::object ? "an object" : std::string("a ") + kindName(kind); }

std::vector<std::string> typeNames(ItemKind kind) {
  std::vector<std::string> names;
  for (const ItemType* type : Registry::instance().types(kind)) names.push_back(type->name);
  return names;
}

/// Exudyn's class names start with the kind: ObjectRigidBody, NodePoint.
std::string unknownType(ItemKind kind, const std::string& name) {
  std::string message = std::string("unknown ") + kindName(kind) + " type " + quote(name);
  for (const ItemKind each : allKinds) {
    std::string prefix = kindName(each);
    prefix[0] = static_cast<char>(prefix[0] - 'a' + 'A');
    if (name.rfind(prefix, 0) != 0) continue;
    const std::string rest = name.substr(prefix.size());
    if (Registry::instance().find(kind, rest)) return message + "; did you mean '" + rest + "'?";
  }
  for (const ItemKind other : allKinds)
    if (Registry::instance().find(other, name)) return message + "; it is the type of " + article(other) + ", in " + quote(listName(other));
  return message + suggestion(name, typeNames(kind));
}

bool isUserFunction(const Target& target) { return target.is<UserFunction>(); }

void refuseUnknownKey(const ItemDraft& draft, const std::string& key, Issues& issues) {
  std::vector<std::string> known{"type", "name", "visualization"};
  for (const Parameter& parameter : draft.type->parameters) known.emplace_back(parameter.name);
  for (const std::string drawn : draft.type->visualization) {
    if (drawn != key) continue;
    issues.error(draft.place.at(key), quote(key) + " only affects drawing: move it to 'visualization'");
    return;
  }
  issues.error(draft.place.at(key), draft.type->name + " has no parameter " + quote(key) + suggestion(key, known));
}

void readItem(ItemDraft& draft, const ValueReader& reader, const DocumentLimits& limits, bool keepsValues) {
  Issues& issues = reader.issues();
  const int errorsBefore = issues.errors();
  draft.value = draft.type->create();
  for (auto entry = draft.json.begin(); entry != draft.json.end(); ++entry) {
    const std::string& key = entry.key();
    Json& json = entry.value();
    if (key == "type" || key == "name" || key == "visualization") continue;
    const DocumentPlace place = draft.place.at(key);
    const Parameter* parameter = draft.type->parameter(key);
    if (!parameter) {
      refuseUnknownKey(draft, key, issues);
      continue;
    }
    const Target target = parameter->target(draft.value.get());
    if (isUserFunction(target)) continue;
    if (!reader.read(json, *parameter, target, place)) continue;
    if (int* whole = target.as<int>(); whole && std::abs(static_cast<std::int64_t>(*whole)) > limits.coordinates) {
      issues.error(place, messages::mustBeAtMost({std::to_string(limits.coordinates), std::to_string(*whole)}));
      *whole = limits.coordinates;  // later checks multiply it
    }
    json = keepsValues ? toJson(target) : Json();
  }
  for (const Parameter& parameter : draft.type->parameters)
    if (parameter.presence == Presence::required && !draft.json.contains(parameter.name))
      issues.error(draft.place, missingText(parameter.name, parameter.text.words(), parameter.unit));
  draft.good = issues.errors() == errorsBefore;
}

/// Checks the data node of an item that keeps a number there and for which none is made.
void checkDataNode(ItemDraft& draft, Drafts& drafts, Issues& issues) {
  if (!draft.good || !draft.type->dataUnit || draft.type->initialData) return;
  for (const Parameter& parameter : draft.type->parameters) {
    if (!(parameter.needs & capability::data)) continue;
    const std::vector<int> nodes = referredItems(parameter.target(draft.value.get()));
    if (nodes.empty() || nodes[0] < 0) return;
    const ItemDraft& node = drafts.of(ItemKind::node)[nodes[0]];
    if (!node.good || nodeCoordinates(*node.type, node.value.get()) > 0) return;
    issues.error(draft.place.at(parameter.name), "needs a data node with 1 coordinate, got one with 0");
  }
}

/// Checks markers of which an item needs only the position, or, depending on its parameters, also the orientation.
void checkOrientation(ItemDraft& draft, Drafts& drafts, Issues& issues) {
  if (!draft.good || !draft.type->orientationFor) return;
  const char* cause = draft.type->orientationFor(draft.value.get());
  const Parameter* markers = draft.type->parameter("markerNumbers");
  if (!cause || !markers) return;
  const std::vector<int> numbers = referredItems(markers->target(draft.value.get()));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const ItemDraft& marker = drafts.of(ItemKind::marker)[numbers[i]];
    const Capabilities needs = i + 1 == numbers.size() && markers->needsOfLast ? markers->needsOfLast : markers->needs;
    if (!(needs & capability::position) || !marker.type || (marker.type->provides & capability::orientation)) continue;
    issues.error(draft.place.at("markerNumbers").at(static_cast<int>(i)),
                 "needs a marker with orientation because of " + quote(cause) + ", but marker " +
                     (marker.name.empty() ? std::to_string(numbers[i]) : quote(marker.name)) + " (" + marker.type->name + ") has only " +
                     capability::describe(marker.type->provides));
    draft.good = false;
  }
}

/// Returns an item's reference parameter that must provide `needs`, or null.
const Parameter* referenceTo(ItemDraft& draft, Capabilities needs) {
  for (const Parameter& parameter : draft.type->parameters)
    if ((parameter.needs & needs) && parameter.target(draft.value.get()).is<NodeIndex>()) return &parameter;
  return nullptr;
}

const ItemType* dataNodeType() {
  for (const ItemType* type : Registry::instance().types(ItemKind::node))
    if (type->provides & capability::data) return type;
  return nullptr;
}

/// Returns a marker's initial coordinate and rate: the marker's coordinate indexes the numbers of its node's parameters whose names
/// start with "initial", values first, then rates.
std::array<double, 2> initialCoordinate(Drafts& drafts, MarkerIndex marker) {
  std::array<double, 2> initial{};
  ItemDraft& draft = drafts.of(ItemKind::marker)[marker.index];
  if (!draft.good || !draft.type->coordinate) return initial;
  const Parameter* reference = referenceTo(draft, capability::coordinate);
  ItemDraft& node = drafts.of(ItemKind::node)[reference->target(draft.value.get()).as<NodeIndex>()->index];
  const int number = draft.type->coordinate(draft.value.get());
  if (!node.good) return initial;
  int found = 0;
  for (const Parameter& parameter : node.type->parameters) {
    if (parameter.name.rfind("initial", 0) != 0) continue;
    const Json values = toJson(parameter.target(node.value.get()));
    if (number < static_cast<int>(values.size()) && found < 2) initial[found] = values[number].get<double>();
    ++found;
  }
  return initial;
}

/// Makes a data node with these values, without an entry in the document.
ItemDraft makeDataNode(const ItemType& type, const std::vector<double>& values, const ItemDraft& owner) {
  ItemDraft node{Json::object(), owner.place};
  node.type = &type;
  node.value = type.create();
  node.json["type"] = type.name;
  if (!owner.name.empty()) node.json["name"] = node.name = owner.name + ".data";
  for (const Parameter& parameter : type.parameters) {
    const Target target = parameter.target(node.value.get());
    if (auto* size = target.as<int>()) *size = static_cast<int>(values.size());
    if (auto* list = target.as<VectorX>()) *list = values;
    node.json[parameter.name] = toJson(target);
  }
  return node;
}

/// Returns whether checkItems() will accept the item's own parameters.
bool passesCheck(const ItemDraft& draft) {
  bool passes = true;
  if (draft.type->check) draft.type->check(draft.value.get(), [&](const std::string&, const std::string&) { passes = false; });
  return passes;
}

/// Adds data nodes to connectors that need one and name none, and checks the size of named ones. Sensors can name the added ones.
void addDataNodes(Drafts& drafts, ItemNames& names, const DocumentLimits& limits, Issues& issues) {
  const ItemType* type = dataNodeType();
  if (!type) return;
  auto& nodes = drafts.of(ItemKind::node);
  std::int64_t added = 0;
  for (ItemDraft& draft : drafts.of(ItemKind::object)) {
    if (!draft.good || !draft.type->initialData || !passesCheck(draft)) continue;
    const Parameter* parameter = referenceTo(draft, capability::data);
    if (!parameter) continue;
    const std::vector<double> values =
        draft.type->initialData(draft.value.get(), [&](MarkerIndex marker) { return initialCoordinate(drafts, marker); });
    if (values.empty()) continue;
    NodeIndex& node = *parameter->target(draft.value.get()).as<NodeIndex>();
    if (node) {
      const ItemDraft& given = nodes[node.index];
      const int size = given.good ? nodeCoordinates(*given.type, given.value.get()) : static_cast<int>(values.size());
      if (size < static_cast<int>(values.size()))
        issues.error(draft.place.at(parameter->name),
                     "needs a data node with " + std::to_string(values.size()) + " coordinates, got one with " + std::to_string(size));
      continue;
    }
    added += static_cast<std::int64_t>(values.size());
    if (added > limits.coordinates || drafts.count() >= limits.items) {
      issues.error(draft.place, "with its data node, the model has more coordinates or items than possible");
      return;
    }
    node.index = static_cast<int>(nodes.size());
    draft.json[parameter->name] = node.index;
    nodes.push_back(makeDataNode(*type, values, draft));
    if (!names.add(ItemKind::node, nodes.back().name, type)) nodes.back().name.clear(), nodes.back().json.erase("name");
  }
}

}  // namespace

int Drafts::count() const {
  std::size_t sum = 0;
  for (const auto& list : items) sum += list.size();
  return static_cast<int>(sum);
}

std::string listName(ItemKind kind) { return std::string(kindName(kind)) + "s"; }

void collectItems(Json& document, const DocumentLimits& limits, Drafts& drafts, Issues& issues) {
  for (const ItemKind kind : allKinds) {
    const std::string list = listName(kind);
    if (!document.contains(list)) continue;
    const DocumentPlace place = DocumentPlace("").at(list);
    Json& items = document[list];
    if (!items.is_array()) {
      issues.error(place, "must be a list of " + list + ", got " + found(items));
      continue;
    }
    if (drafts.count() + static_cast<int>(items.size()) > limits.items) {
      issues.error(place, "a document may have at most " + std::to_string(limits.items) + " items");
      return;
    }
    drafts.of(kind).reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) drafts.of(kind).push_back({std::move(items[i]), place.at(static_cast<int>(i))});
  }
}

void identifyItems(Drafts& drafts, ItemNames& names, bool (*isCreator)(const std::string& type), Issues& issues) {
  for (const ItemKind kind : allKinds) {
    for (ItemDraft& draft : drafts.of(kind)) {
      if (!draft.json.is_object()) {
        issues.error(draft.place, "must be an object with 'type', got " + found(draft.json));
      } else if (!draft.json.contains("type")) {
        issues.error(draft.place, "'type' is missing: the type of the " + std::string(kindName(kind)));
      } else if (const Json& type = draft.json["type"]; !type.is_string()) {
        issues.error(draft.place.at("type"), "must be the name of a type, got " + found(type));
      } else {
        draft.type = Registry::instance().find(kind, type.get_ref<const std::string&>());
        const std::string& word = type.get_ref<const std::string&>();
        if (!draft.type)
          issues.error(draft.place.at("type"), isCreator(word) ? std::string("unknown ") + kindName(kind) + " type " + quote(word) +
                                                                     "; it is a type of entries in 'create'"
                                                               : unknownType(kind, word));
      }
      draft.good = draft.type != nullptr;
      if (draft.json.is_object() && draft.json.contains("name")) {
        const Json& name = draft.json["name"];
        if (!name.is_string())
          issues.error(draft.place.at("name"), messages::mustBe({messages::aText(), found(name)}));
        else if (name.get_ref<const std::string&>().find('*') != std::string::npos)
          issues.error(draft.place.at("name"), "a name cannot contain '*', which matches any characters in 'set'");
        else
          draft.name = name.get<std::string>();
      }
      if (!names.add(kind, draft.name, draft.type)) {
        issues.error(draft.place.at("name"), messages::calledTwice({kindWord(kind), quote(draft.name)}));
        draft.name.clear();
      }
    }
  }
}

void readItems(Drafts& drafts, ItemNames& names, const ValueReader& reader, const DocumentLimits& limits, bool keepsValues) {
  const std::size_t given = drafts.of(ItemKind::node).size();
  for (const ItemKind kind : allKinds) {
    if (kind == ItemKind::sensor) addDataNodes(drafts, names, limits, reader.issues());
    for (ItemDraft& draft : drafts.of(kind))
      if (draft.type) readItem(draft, reader, limits, keepsValues);
  }
  std::int64_t coordinates = 0;
  for (std::size_t i = 0; i < given; ++i)
    if (const ItemDraft& node = drafts.of(ItemKind::node)[i]; node.good) coordinates += nodeCoordinates(*node.type, node.value.get());
  if (coordinates > limits.coordinates)
    reader.issues().error(DocumentPlace("/nodes"), "the nodes have " + std::to_string(coordinates) + " coordinates, at most " +
                                                       std::to_string(limits.coordinates) + " are possible");
}

void checkSensors(Drafts& drafts, Issues& issues) {
  for (ItemDraft& sensor : drafts.of(ItemKind::sensor)) {
    if (!sensor.good) continue;
    const Parameter* variableParameter = nullptr;
    OutputVariable variable = OutputVariable::none;
    const ItemDraft* watched = nullptr;
    for (const Parameter& parameter : sensor.type->parameters) {
      const Target target = parameter.target(sensor.value.get());
      if (const auto* output = target.as<OutputVariable>()) variableParameter = &parameter, variable = *output;
      const auto kind = referredKind(target);
      const auto items = referredItems(target);
      if (kind && items.size() == 1 && items[0] >= 0) watched = &drafts.of(*kind)[items[0]];
    }
    // A sensor of a part of an item, or of no item, has its own outputs.
    const ItemType* source = sensor.type->outputs.empty() ? (watched ? watched->type : nullptr) : sensor.type;
    if (!variableParameter || !source || (watched && !watched->type) || source->output(variable)) continue;
    std::vector<std::string> outputs;
    for (const Output& output : source->outputs) outputs.push_back(outputVariableName(output.variable));
    const std::string name = outputVariableName(variable);
    issues.error(sensor.place.at(variableParameter->name), (watched ? watched->type->name : sensor.type->name) + " has no output " +
                                                               quote(name) + (outputs.empty() ? "" : "; it has " + joined(outputs)));
    sensor.good = false;
  }
}

void checkItems(Drafts& drafts, Issues& issues) {
  const Neighbours neighbours{[&](ItemKind kind, int index) {
    const ItemDraft& other = drafts.of(kind)[index];
    return other.good ? Neighbour{other.type, other.value.get()} : Neighbour{};
  }};
  for (auto& list : drafts.items) {
    for (ItemDraft& draft : list) {
      if (!draft.good) continue;
      const Complain warn = [&](const std::string& parameter, const std::string& message) {
        issues.warning(draft.json.contains(parameter) ? draft.place.at(parameter) : draft.place, message);
      };
      if (draft.type->warn) draft.type->warn(draft.value.get(), warn);
      if (draft.type->warnAmong) draft.type->warnAmong(draft.value.get(), neighbours, warn);
      const Complain complain = [&](const std::string& parameter, const std::string& message) {
        draft.good = false;
        if (parameter.empty() || draft.json.contains(parameter))
          issues.error(parameter.empty() ? draft.place : draft.place.at(parameter), message);
        else
          issues.error(draft.place, messages::missingWith({parameter, message}));
      };
      if (draft.type->check) draft.type->check(draft.value.get(), complain);
      if (draft.type->checkAmong) draft.type->checkAmong(draft.value.get(), neighbours, complain);
      checkOrientation(draft, drafts, issues);
      checkDataNode(draft, drafts, issues);
    }
  }
}

int nodeCoordinates(const ItemType& type, const void* node) { return type.count ? wholeCount(type.count(node)) : 0; }

int coordinateCount(const Model& model, ItemKind kind, int index) {
  const auto& items = model.of(kind);
  if (index < 0 || index >= static_cast<int>(items.size()) || !items[index].value) return 0;
  const ModelItem& item = items[index];
  if (kind == ItemKind::node) return nodeCoordinates(*item.type, item.value.get());
  std::int64_t sum = 0;
  for (const Parameter& parameter : item.type->parameters) {
    if (parameter.needs & capability::data) continue;  // data nodes have no coordinates of motion
    const Target target = parameter.target(const_cast<void*>(item.value.get()));
    const auto referred = referredKind(target);
    if (!referred || *referred == kind) continue;
    int most = 0;
    for (const int other : referredItems(target)) {
      const int count = coordinateCount(model, *referred, other);
      sum += count, most = std::max(most, count);
    }
    if (parameter.needs & capability::coordinates) return most;  // coordinates of two nodes are compared individually
  }
  return wholeCount(sum);
}

int wholeCount(std::int64_t count) { return static_cast<int>(std::clamp<std::int64_t>(count, 0, std::numeric_limits<int>::max())); }

}  // namespace slipstick
