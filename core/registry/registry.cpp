#include "core/registry/registry.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

#include "core/registry/words.h"

namespace slipstick {

const char* kindName(ItemKind kind) {
  static constexpr Words<ItemKind, itemKinds> names{{{ItemKind::node, "node"},
                                                     {ItemKind::object, "object"},
                                                     {ItemKind::marker, "marker"},
                                                     {ItemKind::load, "load"},
                                                     {ItemKind::sensor, "sensor"}}};
  return names[kind];
}

namespace capability {
namespace {

constexpr int bits = std::numeric_limits<Capabilities>::digits;

/// The word of each bit.
std::array<const char*, bits>& words() {
  static std::array<const char*, bits> all{};
  return all;
}

const bool named = name({{position, "position"},
                         {orientation, "orientation"},
                         {coordinate, "coordinate"},
                         {mass, "mass"},
                         {data, "data coordinates"},
                         {body, "body"},
                         {cableShape, "cable shape"},
                         {tree, "kinematic tree"},
                         {coordinates, "all coordinates of a node or object"},
                         {loadedCoordinate, "coordinate for loads"},
                         {line, "cable"}});

}  // namespace

bool name(std::initializer_list<Word> list) {
  for (const Word& each : list) {
    const char*& word = words()[std::countr_zero(each.bit)];
    if (word) std::abort();  // two capabilities share a bit: the program must not start
    word = each.word;
  }
  return true;
}

std::string describe(Capabilities capabilities) {
  if (capabilities & coordinate) capabilities &= ~loadedCoordinate;  // a coordinate for connectors accepts loads too
  std::string text;
  for (int bit = 0; bit < bits; ++bit) {
    if (!(capabilities >> bit & 1)) continue;
    if (!text.empty()) text += " and ";
    text += words()[bit];
  }
  return text;
}

}  // namespace capability

constexpr Words<OutputVariable, static_cast<int>(OutputVariable::count)> outputVariables{{
    {OutputVariable::none, ""},
    {OutputVariable::Position, "Position"},
    {OutputVariable::Displacement, "Displacement"},
    {OutputVariable::DisplacementLocal, "DisplacementLocal"},
    {OutputVariable::Distance, "Distance"},
    {OutputVariable::Velocity, "Velocity"},
    {OutputVariable::VelocityLocal, "VelocityLocal"},
    {OutputVariable::Acceleration, "Acceleration"},
    {OutputVariable::AccelerationLocal, "AccelerationLocal"},
    {OutputVariable::RotationMatrix, "RotationMatrix"},
    {OutputVariable::Rotation, "Rotation"},
    {OutputVariable::AngularVelocity, "AngularVelocity"},
    {OutputVariable::AngularVelocityLocal, "AngularVelocityLocal"},
    {OutputVariable::AngularAcceleration, "AngularAcceleration"},
    {OutputVariable::AngularAccelerationLocal, "AngularAccelerationLocal"},
    {OutputVariable::Coordinates, "Coordinates"},
    {OutputVariable::CoordinatesTotal, "CoordinatesTotal"},
    {OutputVariable::Coordinates_t, "Coordinates_t"},
    {OutputVariable::Coordinates_tt, "Coordinates_tt"},
    {OutputVariable::SlidingCoordinate, "SlidingCoordinate"},
    {OutputVariable::Director1, "Director1"},
    {OutputVariable::Director2, "Director2"},
    {OutputVariable::Director3, "Director3"},
    {OutputVariable::Force, "Force"},
    {OutputVariable::ForceLocal, "ForceLocal"},
    {OutputVariable::Torque, "Torque"},
    {OutputVariable::TorqueLocal, "TorqueLocal"},
    {OutputVariable::StrainLocal, "StrainLocal"},
    {OutputVariable::StressLocal, "StressLocal"},
    {OutputVariable::CurvatureLocal, "CurvatureLocal"},
    {OutputVariable::ConstraintEquation, "ConstraintEquation"},
    {OutputVariable::Power, "Power"},
    {OutputVariable::Energy, "Energy"},
}};

bool UserFunction::reads(int argument) const {
  if (!definition_) return false;
  if (definition_->host) return true;
  return std::any_of(definition_->components.begin(), definition_->components.end(),
                     [argument](const Formula& formula) { return argument < 0 ? !formula.sensors().empty() : formula.reads(argument); });
}

const char* outputVariableName(OutputVariable variable) { return outputVariables[variable]; }

void Parameter::setDefault(const Target& target) const {
  std::visit(
      [&](const auto& value) {
        using V = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<V, const char*>)
          *target.as<std::string>() = value;
        else if constexpr (!std::is_same_v<V, std::monostate>)
          *target.as<V>() = value;
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

ItemType& Registry::add(ItemKind kind, const ItemDescription<void>& description) {
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
