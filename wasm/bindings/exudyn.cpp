// Loaded on demand: few visitors have Exudyn.
#include "core/exchange/exudyn_script.h"
#include "core/simulation/json.h"
#include "wasm/bindings/on_demand.h"

namespace slipstick {
namespace {

Json writeScript(const std::shared_ptr<const Model>& model, const char* document) {
  try {
    return object({{"script", exudynScript(model, document).text}});
  } catch (const ExportError& error) {
    return object({{"problem", error.what()}});
  }
}

[[maybe_unused]] const bool hasExudyn = (onDemand.writeExudyn = &writeScript, true);

}  // namespace
}  // namespace slipstick
