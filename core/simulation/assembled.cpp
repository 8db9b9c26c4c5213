// Loaded on demand: few models are assembled before they run.
#include "core/simulation/assembled.h"

#include <algorithm>
#include <cmath>

#include "core/model/drawing.h"
#include "core/simulation/json.h"

namespace slipstick {
namespace {

/// Returns by node whether it is held: nodes with these names, and nodes of bodies with these names. `problem`: an unknown name.
std::vector<char> heldNodes(const Model& model, const std::vector<std::string>& names, std::string& problem) {
  std::vector<char> held(model.nodes().size(), 0);
  for (const std::string& name : names) {
    bool isKnown = false;
    for (std::size_t i = 0; i < held.size(); ++i)
      if (model.nodes()[i].name == name) held[i] = 1, isKnown = true;
    for (const ModelItem& object : model.objects()) {
      if (object.name != name) continue;
      isKnown = true;
      for (const int node : refersTo(object, ItemKind::node)) held[node] = 1;
    }
    if (!isKnown) problem = "the model has no body and no node '" + name + "'";
  }
  return held;
}

Json listOf(const Vector3& v) { return {v.x, v.y, v.z}; }

Json mobilityJson(const Mobility& mobility) {
  Json motions = Json::array();
  for (const FreeMotion& motion : mobility.motions) {
    Json parts = Json::array();
    for (const MovingPart& part : motion.parts)
      parts.push_back(object({{"name", part.name},
                              {"velocity", listOf(part.velocity)},
                              {"angular", listOf(part.angular)},
                              {"coordinates", part.coordinates}}));
    motions.push_back(object({{"text", motion.text}, {"parts", std::move(parts)}}));
  }
  return object({{"degreesOfFreedom", mobility.degreesOfFreedom},
                 {"equations", mobility.equations},
                 {"redundant", mobility.redundant},
                 {"redundancy", mobility.redundancy},
                 {"motions", std::move(motions)},
                 {"text", mobility.text}});
}

}  // namespace

AssembledModel assembleModel(std::shared_ptr<const Model> model, const std::vector<std::string>& held, decltype(&findMobility) mobilityOf,
                             int attempts) {
  AssembledModel assembled;
  const AssembleSettings settings{.held = heldNodes(*model, held, assembled.problem), .attempts = attempts};
  if (!assembled.problem.empty()) return assembled;
  System system(model);
  for (const ParameterChange& change : model->analysis[0].set) system.apply(change);
  Workspace workspace(system);
  State state = system.initial();
  state.time = startOf(model->analysis[0]);
  assembled.result = assemble(system, state, settings, workspace);
  if (mobilityOf) assembled.mobility = mobilityOf(system, state, workspace);
  for (const VariationBlock& block : system.variations(state)) {
    if (block.first >= system.secondOrderCoordinates()) continue;
    const auto part = [&](const std::vector<double>& all) {
      return std::vector<double>(all.begin() + block.first, all.begin() + block.first + block.size);
    };
    assembled.nodes.push_back({block.node, part(state.q), part(state.q_t)});
  }
  return assembled;
}

Json assembledJson(const AssembledModel& assembled, const Model& model) {
  const AssembleResult& result = assembled.result;
  Json open = Json::array(), nodes = Json::array();
  for (const OpenConstraint& each : result.open) open.push_back(object({{"item", each.item}, {"gap", each.gap}, {"unit", each.unit}}));
  for (const NodeStart& start : assembled.nodes)
    nodes.push_back(object({{"node", start.node},
                            {"name", model.nodes()[start.node].name},
                            {"coordinates", start.coordinates},
                            {"velocities", start.velocities}}));
  Json entry = object({{"closed", result.closed},
                       {"moves", result.moves},
                       {"iterations", result.iterations},
                       {"attempt", result.attempt},
                       {"gap", finite(result.gap)},
                       {"open", std::move(open)},
                       {"message", result.message},
                       {"mobility", mobilityJson(assembled.mobility)},
                       {"nodes", std::move(nodes)}});
  addCode(entry, result.message);
  return entry;
}

}  // namespace slipstick
