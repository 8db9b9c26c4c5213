// Loaded on demand: few models are assembled before they run.

#include "core/simulation/assembled.h"

#include "core/simulation/json.h"
#include "wasm/bindings/on_demand.h"

namespace slipstick {
namespace {

/// Without jumps, or with the best possible assembly and its mobility.
Json assembledInfo(const std::shared_ptr<const Model>& model, bool mayJump) {
  const AssembledModel assembled = mayJump ? assembleModel(model) : assembleModel(model, {}, nullptr, 0);
  Json nodes = Json::array();
  for (const NodeStart& start : assembled.nodes)
    nodes.push_back(object({{"node", start.node}, {"coordinates", start.coordinates}, {"velocities", start.velocities}}));
  const AssembleResult& result = assembled.result;
  return object(
      {{"closed", result.closed}, {"message", result.message}, {"mobility", assembled.mobility.text}, {"nodes", std::move(nodes)}});
}

[[maybe_unused]] const bool hasAssembly = (onDemand.assemble = &assembledInfo, true);

}  // namespace
}  // namespace slipstick
