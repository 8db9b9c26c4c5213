#pragma once

#include "core/model/model.h"

namespace slipstick {

/// Returns the JSON Schema (draft 2020-12) of documents, generated from the registry.
Json documentSchema();

}  // namespace slipstick
