// A model put together before it runs: `assemble` of the solver for programs and pages.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/model/node_start.h"
#include "core/solver/assemble.h"
#include "core/solver/mobility.h"

namespace slipstick {

struct AssembledModel {
  std::string problem;  // "the model has no body and no node 'x'", or "": then all else is empty
  AssembleResult result;
  Mobility mobility;             // at the assembled positions; without text where nobody asked
  std::vector<NodeStart> nodes;  // all that have coordinates
};

/// Positions and velocities with which the first step of the analysis starts if it assembles. `held`: names of bodies or nodes that stay
/// as they are drawn. `mobilityOf`: null where nobody asks how the mechanism moves. `attempts`: 0 where it must not jump.
AssembledModel assembleModel(std::shared_ptr<const Model> model, const std::vector<std::string>& held = {},
                             decltype(&findMobility) mobilityOf = &findMobility, int attempts = AssembleSettings{}.attempts);

/// The time at which a step of the analysis begins.
double startOf(const AnalysisStep& step);

/// {"closed", "moves", "iterations", "attempt", "gap", "open": [{"item", "gap", "unit"}], "message", "mobility": {"degreesOfFreedom",
/// "equations", "redundant", "motions": [{"text", "parts": [{"name", "velocity", "angular", "coordinates"}]}], "redundancy", "text"},
/// "nodes": [{"node", "name", "coordinates", "velocities"}]}
Json assembledJson(const AssembledModel& assembled, const Model& model);

}  // namespace slipstick
