// How files of connectors between two frames register their laws.
#pragma once

#include "core/items/registration.h"
#include "core/registry/user_function.h"
#include "core/system/connectors.h"

namespace slipstick {

/// Parameters that every connector between two markers has.
template <class Law>
constexpr ParameterOf<Law> markerNumbersParameter(Capabilities needs, const char* text) {
  return {"markerNumbers", &Law::markerNumbers, needs, Presence::required, text};
}
template <class Law>
constexpr ParameterOf<Law> activeConnectorParameter() {
  return {"activeConnector", &Law::activeConnector, unit::none, anyNumber, true, "whether the item acts"};
}

namespace Connectors {
/// Registers a connector law; the loop follows from what the law offers.
template <class Law, std::size_t count>
const ItemType& add(const ItemDescription<Law>& description, const ParameterOf<Law> (&parameters)[count]) {
  if constexpr (FrameLaw<Law>) {
    return registerItem<FrameConnectorLoop<Law>>(ItemKind::object, description, parameters);
  } else {
    static_assert(LineLaw<Law> || PointLaw<Law>);
    return registerItem<PointConnectorLoop<Law>>(ItemKind::object, description, parameters);
  }
}
}  // namespace Connectors

}  // namespace slipstick
