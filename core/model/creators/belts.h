// Arguments of one circle of a belt, for schema and reference.
#pragma once

#include "core/model/creators/creator.h"

namespace slipstick {

const std::vector<CreatorArgument>& circleArguments();

}  // namespace slipstick
