#include "core/registry/registry.h"

#include <algorithm>
#include <utility>

namespace slipstick {

const char* kindName(ItemKind kind) {
  static constexpr const char* names[itemKinds] = {"node", "object", "marker", "load", "sensor"};
  return names[static_cast<int>(kind)];
}

namespace capability {

std::string describe(Capabilities capabilities) {
  static constexpr std::pair<Capabilities, const char*> words[] = {
      {position, "position"},
      {orientation, "orientation"},
      {coordinate, "coordinate"},
      {mass, "mass"},
      {data, "data coordinates"},
      {body, "body"},
      {pointNode, "node Point"},
      {pointNode2D, "node Point2D"},
      {rigidNode, "rigid body node (RigidBodyEP, RigidBodyRxyz, RigidBodyRotVecLG)"},
      {rigidNode2D, "node RigidBody2D"},
      {scalarNode, "node 1D"},
      {genericNode, "node GenericODE2"},
      {slopeNode, "node Point2DSlope1"},
      {cable, "ANCF cable"},
      {cableShape, "cable shape"},
      {cableCoordinates, "cable coordinates"},
      {tree, "kinematic tree"},
      {coordinates, "all coordinates of a node or object"},
      {loadedCoordinate, "coordinate for loads"},
      {firstOrderNode, "node GenericODE1"},
      {slopeNodeInSpace, "node PointSlope1"},
      {line, "cable"},
  };
  if (capabilities & coordinate) capabilities &= ~loadedCoordinate;  // what connectors act on takes loads too
  std::string text;
  for (const auto& [bit, word] : words) {
    if (!(capabilities & bit)) continue;
    if (!text.empty()) text += " and ";
    text += word;
  }
  return text;
}

}  // namespace capability

const char* outputVariableName(OutputVariable variable) {
  static constexpr const char* names[] = {"",
                                          "Position",
                                          "Displacement",
                                          "DisplacementLocal",
                                          "Distance",
                                          "Velocity",
                                          "VelocityLocal",
                                          "Acceleration",
                                          "AccelerationLocal",
                                          "RotationMatrix",
                                          "Rotation",
                                          "AngularVelocity",
                                          "AngularVelocityLocal",
                                          "AngularAcceleration",
                                          "AngularAccelerationLocal",
                                          "Coordinates",
                                          "CoordinatesTotal",
                                          "Coordinates_t",
                                          "Coordinates_tt",
                                          "SlidingCoordinate",
                                          "Director1",
                                          "Director3",
                                          "Force",
                                          "ForceLocal",
                                          "Torque",
                                          "TorqueLocal",
                                          "StrainLocal",
                                          "CurvatureLocal",
                                          "ConstraintEquation",
                                          "Power"};
  static_assert(std::size(names) == static_cast<std::size_t>(OutputVariable::count));
  return names[static_cast<int>(variable)];
}

namespace {

template <int... type>
Target targetAt(int wanted, void* address, std::integer_sequence<int, type...>) {
  Target target;
  ((wanted == type ? void(target.emplace<type>(static_cast<std::variant_alternative_t<type, Target>>(address))) : void()), ...);
  return target;
}

}  // namespace

Target Parameter::target(void* item) const {
  return targetAt(type, static_cast<char*>(item) + offset, std::make_integer_sequence<int, std::variant_size_v<Target>>{});
}

void Parameter::setDefault(void* item) const {
  std::visit(
      [&](const auto& value) {
        using V = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<V, const char*>)
          *std::get<std::string*>(target(item)) = value;
        else if constexpr (!std::is_same_v<V, std::monostate>)
          *std::get<V*>(target(item)) = value;
      },
      defaultValue);
}

std::shared_ptr<void> ItemType::create() const {
  std::shared_ptr<void> item = construct();
  for (const Parameter& candidate : parameters) candidate.setDefault(item.get());
  return item;
}

std::optional<int> Neighbour::count() const { return type && type->count ? std::optional(type->count(value)) : std::nullopt; }
Capabilities Neighbour::provides() const { return type ? type->provides : capability::none; }

const Parameter* ItemType::parameter(std::string_view parameterName) const {
  for (const Parameter& candidate : parameters)
    if (candidate.name == parameterName) return &candidate;
  return nullptr;
}

const Output* ItemType::output(OutputVariable variable) const {
  for (const Output& candidate : outputs)
    if (candidate.variable == variable) return &candidate;
  return nullptr;
}

Registry& Registry::instance() {
  static Registry registry;
  return registry;
}

ItemType& Registry::add(ItemKind kind, const ItemDescription& description) {
  auto& list = types_[static_cast<int>(kind)];
  owned_.push_back(std::make_unique<ItemType>(ItemType{description, kind, description.type, {}}));
  ItemType* added = owned_.back().get();
  list.insert(std::upper_bound(list.begin(), list.end(), added, [](const ItemType* a, const ItemType* b) { return a->name < b->name; }),
              added);
  return *added;
}

const ItemType* Registry::find(ItemKind kind, std::string_view name) const {
  for (const ItemType* type : types(kind))
    if (type->name == name) return type;
  return nullptr;
}

}  // namespace slipstick
