// The sensors of reactions that measures read.
#pragma once

#include "core/expression/reaction.h"
#include "core/model/values.h"

namespace slipstick {

/// Finds the sensor of the force of an object on a body, or adds it after the others, also to the names. Null in the light engine.
inline std::variant<SensorInput, ReactionError> (*findReaction)(Model& model, ItemNames& names, std::string_view item,
                                                                std::string_view body) = nullptr;

}  // namespace slipstick
