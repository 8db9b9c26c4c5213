// What both versions of the interface do with a unit: find its document, turn errors into messages, keep the step that was asked for.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/fmu/unit.h"

#define SLIPSTICK_FMI extern "C" __attribute__((visibility("default")))

namespace slipstick {

struct FmuInstance {
  std::unique_ptr<FmuUnit> unit;
  std::function<void(const std::string& message)> log;
  double time = 0;     // where the last step ended, s
  std::string answer;  // a text that was given out

  /// Runs `work`; false if it threw, after the message was logged.
  bool guarded(const std::function<void()>& work);
};

/// States as the interface hands them about, as addresses. `give` puts one where the caller has one, or makes room for it.
using SharedState = std::shared_ptr<const FmuUnit::State>;
void give(SharedState state, void** place);
const FmuUnit::State& stateAt(void* place);
void forget(void** place);

/// The unit in the folder of resources, which this token must belong to. Throws FmuError.
std::unique_ptr<FmuUnit> unitOf(const std::string& folder, const std::string& token);
/// The document in the folder of resources of an unpacked unit. Throws FmuError.
std::string documentOfResources(const std::string& folder);
/// The path in an address such as "file:///home/ann/my%20unit/resources". Throws FmuError.
std::string pathOfUri(const std::string& uri);

}  // namespace slipstick
