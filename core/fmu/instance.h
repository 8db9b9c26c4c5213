// Code for a unit shared by both versions of the interface: finds its document, turns errors into messages, stores the requested step.
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
  double time = 0;     // end of the last step, s
  std::string answer;  // text returned to the caller

  /// Runs `work`; false if it threw, after the message was logged.
  bool guarded(const std::function<void()>& work);
};

/// States as the interface passes them, as addresses. `give` stores a state at the caller's address, or allocates one.
using SharedState = std::shared_ptr<const FmuUnit::State>;
void give(SharedState state, void** place);
const FmuUnit::State& stateAt(void* place);
void forget(void** place);

/// The unit in the folder of resources, to which this token must belong. Throws FmuError.
std::unique_ptr<FmuUnit> unitOf(const std::string& folder, const std::string& token);
/// The document in the folder of resources of an unpacked unit. Throws FmuError.
std::string documentOfResources(const std::string& folder);
/// The path in an address such as "file:///home/ann/my%20unit/resources". Throws FmuError.
std::string pathOfUri(const std::string& uri);

}  // namespace slipstick
