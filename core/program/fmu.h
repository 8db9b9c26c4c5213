// `slipstick fmu`: a model as a functional mock-up unit, a file that other simulators run.
#pragma once

#include <string>

#include "core/model/model.h"

namespace slipstick {

/// The description of a unit for other simulators, as XML. `version`: "2.0" or "3.0" of the interface.
std::string fmuDescription(const Model& model, const std::string& document, const std::string& version);

}  // namespace slipstick
