// The assembly of a mechanism before a run: the solver's `assemble` for programs and pages.
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
  std::string problem;  // "the model has no body and no node 'x'", or ""; in case of a problem all else is empty
  AssembleResult result;
  Mobility mobility;             // at the assembled positions; without text if it was not requested
  std::vector<NodeStart> nodes;  // all nodes that have coordinates
};

/// Returns positions and velocities at the start of the first analysis step, if it assembles. `held`: names of bodies or nodes that keep
/// their drawn positions. `mobilityOf`: null if the free motions are not requested. `attempts`: 0 if the mechanism must not jump.
AssembledModel assembleModel(std::shared_ptr<const Model> model, const std::vector<std::string>& held = {},
                             decltype(&findMobility) mobilityOf = &findMobility, int attempts = AssembleSettings{}.attempts);

/// Returns the start time of an analysis step.
inline double startOf(const AnalysisStep& step) {
  return step.type == AnalysisType::staticEquilibrium ? step.staticSolver.loadStepStart : step.startTime;
}

/// {"closed", "moves", "iterations", "attempt", "gap", "open": [{"item", "gap", "unit"}], "message", "mobility": {"degreesOfFreedom",
/// "equations", "redundant", "motions": [{"text", "parts": [{"name", "velocity", "angular", "coordinates"}]}], "redundancy", "text"},
/// "nodes": [{"node", "name", "coordinates", "velocities"}]}
Json assembledJson(const AssembledModel& assembled, const Model& model);

}  // namespace slipstick
