#include "tests/core/support/examples.h"

#include <fstream>
#include <stdexcept>

#include "core/model/items.h"
#include "core/model/tables.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {

std::string typeName(const ItemType& type) { return listName(type.kind) + "/" + type.name; }
std::string examplePath(const ItemType& type) { return "tests/data/items/" + typeName(type) + ".json"; }

std::string exampleText(const ItemType& type) {
  if (std::ifstream(sourcePath(examplePath(type)))) return readFile(examplePath(type));
  const Json made = madeExample(type);
  if (made.is_null())
    throw std::runtime_error(std::string(kindName(type.kind)) + " type " + type.name + " has no example: add a small model that runs as " +
                             examplePath(type));
  return made.dump();
}

namespace {

/// The node, body and marker of a generated example that provide these capabilities.
struct Carrier {
  Capabilities provides;
  const char *node, *body, *marker;
};
constexpr Carrier carriers[] = {{capability::position | capability::orientation, "RigidBodyEP", "RigidBody", "BodyRigid"},
                                {capability::coordinate, "1D", "Mass1D", "NodeCoordinate"},
                                {capability::position | capability::mass, "Point", "MassPoint", "BodyMass"}};

/// A body at x = 2 · number with a marker on it; false if no carrier provides the capabilities.
bool addMarker(Json& document, Capabilities needs, int number) {
  for (const Carrier& carrier : carriers) {
    if ((carrier.provides & needs) != needs) continue;
    const bool rigid = carrier.node == std::string("RigidBodyEP"), scalar = carrier.node == std::string("1D");
    const double x = 2.0 * number;
    Json node{{"type", carrier.node}, {"referenceCoordinates", {x, 0.0, 0.0}}};
    if (rigid) node["referenceCoordinates"] = {x, 0, 0, 1, 0, 0, 0};
    if (scalar) node["referenceCoordinates"] = {x};
    Json body{{"type", carrier.body}, {"nodeNumber", number}, {"physicsMass", 1}};
    if (rigid) body["physicsInertia"] = {1, 1, 1, 0, 0, 0};
    Json marker{{"type", carrier.marker}};
    if (scalar)
      marker["nodeNumber"] = number, marker["coordinate"] = 0;
    else
      marker["bodyNumber"] = number;
    document["nodes"].push_back(node), document["objects"].push_back(body), document["markers"].push_back(marker);
    return true;
  }
  return false;
}

/// A value of a required parameter.
Json someValue(const Parameter& parameter) {
  RowValue value(parameter);
  const Json start = toJson(value.target());
  if (parameter.range.kind == Range::Kind::unitVector) return {0, 0, 1};
  if (parameter.type == typeNumber<std::vector<Vector3>>) return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (parameter.type == typeNumber<VectorX>) return Json::array({1});
  if (start.is_array()) return std::vector<double>(start.size(), 1.0);
  return 1;
}

}  // namespace

Json madeExample(const ItemType& type) {
  if (type.kind != ItemKind::object && type.kind != ItemKind::load) return nullptr;
  Json document{{"slipstick", 1}, {"title", type.name}, {"description", type.summary.words()}};
  for (const char* list : {"nodes", "objects", "markers"}) document[list] = Json::array();
  Json item{{"type", type.name}, {"name", "example"}};
  int markers = 0;
  for (const Parameter& parameter : type.parameters) {
    const Target target = RowValue(parameter).target();
    const bool pair = parameter.type == typeNumber<std::array<MarkerIndex, 2>>;
    if (pair || parameter.type == typeNumber<MarkerIndex>) {
      Json numbers = Json::array();
      for (int i = 0; i < (pair ? 2 : 1); ++i, ++markers) {
        const Capabilities needs = i == 1 && parameter.needsOfLast ? parameter.needsOfLast : parameter.needs;
        if (!addMarker(document, needs, markers)) return nullptr;
        numbers.push_back(markers);
      }
      item[std::string(parameter.name)] = pair ? numbers : numbers[0];
    } else if (parameter.presence == Presence::required) {
      if (referredKind(target)) return nullptr;
      item[std::string(parameter.name)] = someValue(parameter);
    }
  }
  if (markers == 0) return nullptr;
  document[type.kind == ItemKind::object ? "objects" : "loads"].push_back(item);
  Json sensor{{"type", type.kind == ItemKind::object ? "Object" : "Load"}, {"name", "measured"}};
  sensor[type.kind == ItemKind::object ? "objectNumber" : "loadNumber"] = "example";
  if (type.kind == ItemKind::object && !type.outputs.empty())
    sensor["outputVariableType"] = outputVariableName(type.outputs.front().variable);
  document["sensors"] = Json::array({sensor});  // without the name, clang takes it for a copy
  document["analysis"] = {{"type", "dynamic"}, {"endTime", 0.2}, {"stepSize", 0.01}};
  return document;
}

Example example(const ItemType& type) {
  Example result{load(exampleText(type)), -1};
  const auto& items = result.model->of(type.kind);
  for (std::size_t i = 0; i < items.size() && result.item < 0; ++i)
    if (items[i].type == &type) result.item = static_cast<int>(i);
  if (result.item < 0) throw std::runtime_error(examplePath(type) + " holds no item of the type");
  return result;
}

std::vector<const ItemType*> allTypes() {
  std::vector<const ItemType*> types;
  for (int kind = 0; kind < itemKinds; ++kind)
    for (const ItemType* type : Registry::instance().types(static_cast<ItemKind>(kind))) types.push_back(type);
  return types;
}

}  // namespace slipstick::testing
