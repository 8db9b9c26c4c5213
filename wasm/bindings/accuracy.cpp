// Loaded on demand: computed on request.

#include "core/accuracy/accuracy.h"

#include <emscripten.h>

#include "core/accuracy/accuracy_json.h"
#include "core/simulation/json.h"
#include "wasm/bindings/on_demand.h"

namespace slipstick {
namespace {

std::unique_ptr<Accuracy> comparison;  // a worker computes only one at a time

void open(const std::shared_ptr<const Model>& model) { comparison = std::make_unique<Accuracy>(model); }

Json advance(double milliseconds) {
  if (!comparison) return Json();
  const double end = emscripten_get_now() + milliseconds;
  const bool ended = comparison->advance([end] { return emscripten_get_now() >= end; });
  Json state = object({{"fraction", comparison->fraction()}, {"run", comparison->level()}});
  if (ended) state["report"] = accuracyJson(*comparison, true), comparison.reset();
  return state;
}

[[maybe_unused]] const bool hasAccuracy = (onDemand.openAccuracy = &open, onDemand.advanceAccuracy = &advance, true);

}  // namespace
}  // namespace slipstick
