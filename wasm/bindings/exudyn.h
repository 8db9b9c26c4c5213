// Scripts for Exudyn, which the light engine cannot write.
#pragma once

#include <memory>

#include "core/model/model.h"

namespace slipstick {

/// The model of `document` as {"script"}, or {"problem"} if Exudyn lacks a necessary part of it.
using ExudynWriter = Json (*)(const std::shared_ptr<const Model>& model, const char* document);
extern ExudynWriter exudynWriter;  // null in the light engine

}  // namespace slipstick
