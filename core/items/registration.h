// Functions with which item files register their types.
#pragma once

#include "core/items/capabilities.h"
#include "core/items/types.h"
#include "core/registry/registry.h"
#include "core/system/loop.h"

namespace slipstick {

/// Registers an item type whose items are computed by Loop. `shared`: parameters shared by several types; they come first.
template <class Loop, class Item, std::size_t count>
ItemType& registerItem(ItemKind kind, const ItemDescription<Item>& description, const ParameterOf<Item> (&parameters)[count],
                       std::type_identity_t<std::span<const ParameterOf<Item>>> shared = {}) {
  ItemType& type = Registry::instance().add(kind, ofAny(description));
  type.construct = []() -> std::shared_ptr<void> { return std::make_shared<Item>(); };
  type.loop = []() -> std::unique_ptr<ItemLoop> { return std::make_unique<Loop>(); };
  addParameters<Item>(type, shared);
  addParameters<Item>(type, parameters);
  return type;
}

/// The outputs of coordinates that every node with coordinates has.
constexpr Outputs coordinateOutputs() {
  return {{OutputVariable::Coordinates, unit::coordinate, Size::coordinates, "displacement coordinates, without the reference values"},
          {OutputVariable::CoordinatesTotal, unit::coordinate, Size::coordinates, "reference values plus displacement coordinates"},
          {OutputVariable::Coordinates_t, unit::coordinateRate, Size::coordinates, "velocity coordinates"},
          {OutputVariable::Coordinates_tt, unit::coordinateRate / unit::second, Size::coordinates, "acceleration coordinates"}};
}
/// The outputs of a moving point.
constexpr Outputs pointOutputs() {
  return {{OutputVariable::Position, unit::metre, 3, "global position"},
          {OutputVariable::Displacement, unit::metre, 3, "global displacement from the reference configuration"},
          {OutputVariable::Velocity, unit::metrePerSecond, 3, "global velocity"},
          {OutputVariable::Acceleration, unit::metrePerSecondSquared, 3, "global acceleration"}};
}
/// The outputs of a rotating frame.
constexpr Outputs rotationOutputs() {
  return {{OutputVariable::Rotation, unit::radian, 3, "Tait-Bryan angles of the rotation matrix Rx Ry Rz"},
          {OutputVariable::RotationMatrix, unit::none, 9, "rotation matrix from the local to the global frame, by rows"},
          {OutputVariable::AngularVelocity, unit::radianPerSecond, 3, "global angular velocity"},
          {OutputVariable::AngularVelocityLocal, unit::radianPerSecond, 3, "local angular velocity"},
          {OutputVariable::AngularAcceleration, unit::radianPerSecondSquared, 3, "global angular acceleration"}};
}

}  // namespace slipstick
