// Registers the laws of connectors and constraints between two markers (core/system/law.h).
#pragma once

#include "core/items/registration.h"
#include "core/registry/user_function.h"
#include "core/system/constraints.h"
#include "core/system/scalar_connectors.h"

namespace slipstick {

/// The parameters of every connector between two markers.
template <class Law>
constexpr ParameterOf<Law> markerNumbersParameter(Capabilities needs, const char* text) {
  return {"markerNumbers", &Law::markerNumbers, needs, Presence::required, text};
}
template <class Law>
constexpr ParameterOf<Law> activeConnectorParameter() {
  return {"activeConnector", &Law::activeConnector, unit::none, anyNumber, true, "whether the item acts"};
}

/// The loop that computes the items of a law.
template <class Law>
constexpr auto loopOf() {
  if constexpr (Law::kind == law::Kind::alongLine || Law::kind == law::Kind::betweenPoints)
    return std::type_identity<PointConnectorLoop<Law>>();
  else if constexpr (Law::kind == law::Kind::betweenFrames)
    return std::type_identity<FrameConnectorLoop<Law>>();
  else if constexpr (Law::kind == law::Kind::betweenCoordinates)
    return std::type_identity<ScalarConnectorLoop<Law>>();
  else if constexpr (Law::kind == law::Kind::constraintOfFrames)
    return std::type_identity<FrameConstraintLoop<Law>>();
  else
    return std::type_identity<ScalarConstraintLoop<Law>>();
}

/// Registers an item type by its law.
template <class Law, std::size_t count>
const ItemType& registerLaw(const ItemDescription<Law>& description, const ParameterOf<Law> (&parameters)[count]) {
  law::check<Law>();
  ItemType& type = registerItem<typename decltype(loopOf<Law>())::type>(ItemKind::object, description, parameters);
  if constexpr (Law::kind == law::Kind::constraintOfFrames)
    type.equations =
        ItemFunction<Law, std::span<const EquationUnits>>([](const Law&) -> std::span<const EquationUnits> { return Law::units; });
  return type;
}

}  // namespace slipstick
