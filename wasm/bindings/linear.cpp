// Loaded on demand: few pages show a linear model.

#include "core/simulation/linear.h"

#include "core/simulation/json.h"
#include "wasm/bindings/on_demand.h"

namespace slipstick {
namespace {

Json linearInfo(const std::shared_ptr<const Model>& model, const Json& json) {
  if (json.empty()) return linearSignalsJson(model);
  LinearRequest request;
  if (const std::string problem = readLinearRequest(json, request); !problem.empty()) return object({{"problem", problem}});
  const LinearResult result = linearise(model, request);
  Json answer = linearJson(result, true);
  if (result.model.problem.empty()) answer["csv"] = linearCsv(result), answer["matlab"] = linearMatlab(result);
  return answer;
}

[[maybe_unused]] const bool hasLinearModels = (onDemand.linearise = &linearInfo, true);

}  // namespace
}  // namespace slipstick
