// The model of a run with smaller steps and tighter tolerances.
#pragma once

#include <memory>

#include "core/model/model.h"

namespace slipstick {

/// Each level halves the steps of the time integration and takes a tenth of the tolerances. Every step is recorded.
std::shared_ptr<const Model> refinedModel(const Model& model, int level);

/// The order of convergence that the integrator of a step can have: a larger observed order is chance.
double orderOf(const AnalysisStep& step);

}  // namespace slipstick
