// Any text as a document: it is accepted or refused, and an accepted document can be written and read again.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/document/load.h"
#include "core/model/model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  slipstick::Json expanded;
  const auto loaded = slipstick::loadModel(text, {}, {}, &expanded);
  if (!loaded.model) {
    if (loaded.issues.empty()) std::abort();
    return 0;
  }
  for (std::size_t i = 0; i < loaded.model->sensors().size(); ++i) slipstick::sensorLayout(*loaded.model, static_cast<int>(i));
  const auto again = slipstick::loadModel(expanded.dump());
  if (!again.model) std::abort();
  return 0;
}
