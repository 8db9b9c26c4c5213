// The functions of FMI 2.0 for co-simulation, as its standard names them.
#include "core/fmu/instance.h"

using namespace slipstick;

namespace {

enum Status { ok, warning, discard, error, fatal, pending };
enum Kind { modelExchange, coSimulation };
enum StatusKind { doStepStatus, pendingStatus, lastSuccessfulTime, terminated };
using ValueReference = unsigned int;
using Logger = void (*)(void* environment, const char* instance, Status status, const char* category, const char* message, ...);

struct Callbacks {
  Logger logger;
  void* (*allocateMemory)(std::size_t, std::size_t);
  void (*freeMemory)(void*);
  void (*stepFinished)(void*, Status);
  void* environment;
};

struct Instance : FmuInstance {
  bool hasEnded = false;
};

Instance& of(void* component) { return *static_cast<Instance*>(component); }

Status attempt(void* component, const std::function<void()>& work) {
  if (!component) return error;
  return of(component).guarded(work) ? ok : error;
}

Status unsupported(void* component, const char* what) {
  return attempt(component, [&] { throw FmuError(std::string("the unit has no ") + what); });
}

}  // namespace

SLIPSTICK_FMI const char* fmi2GetTypesPlatform() { return "default"; }
SLIPSTICK_FMI const char* fmi2GetVersion() { return "2.0"; }
SLIPSTICK_FMI Status fmi2SetDebugLogging(void*, int, std::size_t, const char* const[]) { return ok; }

SLIPSTICK_FMI void* fmi2Instantiate(const char* name, Kind kind, const char* guid, const char* resources, const Callbacks* callbacks, int,
                                    int) {
  auto instance = std::make_unique<Instance>();
  if (callbacks && callbacks->logger)
    instance->log = [logger = callbacks->logger, environment = callbacks->environment,
                     called = std::string(name ? name : "")](const std::string& message) {
      logger(environment, called.c_str(), error, "logStatusError", "%s", message.c_str());
    };
  const bool good = instance->guarded([&] {
    if (kind != coSimulation) throw FmuError("the unit is for co-simulation only");
    if (!guid || !resources) throw FmuError("the token or the location of the resources is missing");
    instance->unit = unitOf(pathOfUri(resources), guid);
  });
  return good ? instance.release() : nullptr;
}
SLIPSTICK_FMI void fmi2FreeInstance(void* component) { delete static_cast<Instance*>(component); }

SLIPSTICK_FMI Status fmi2SetupExperiment(void* component, int, double, double start, int, double) {
  return attempt(component, [&] { of(component).unit->setStart(start); });
}
SLIPSTICK_FMI Status fmi2EnterInitializationMode(void* component) {
  return attempt(component, [] {});
}
SLIPSTICK_FMI Status fmi2ExitInitializationMode(void* component) {
  return attempt(component, [&] {
    of(component).unit->begin();
    of(component).time = of(component).unit->time();
  });
}
SLIPSTICK_FMI Status fmi2Terminate(void* component) {
  return attempt(component, [] {});
}
SLIPSTICK_FMI Status fmi2Reset(void* component) {
  return attempt(component, [&] {
    of(component).unit->reset();
    of(component).hasEnded = false;
  });
}

SLIPSTICK_FMI Status fmi2GetReal(void* component, const ValueReference references[], std::size_t count, double values[]) {
  return attempt(component, [&] {
    for (std::size_t i = 0; i < count; ++i) values[i] = of(component).unit->get(references[i]);
  });
}
SLIPSTICK_FMI Status fmi2SetReal(void* component, const ValueReference references[], std::size_t count, const double values[]) {
  return attempt(component, [&] {
    for (std::size_t i = 0; i < count; ++i) of(component).unit->set(references[i], values[i]);
  });
}
#define SLIPSTICK_NO_VARIABLES(Type, Value)                                                                       \
  SLIPSTICK_FMI Status fmi2Get##Type(void* component, const ValueReference[], std::size_t count, Value[]) {       \
    return count == 0 ? ok : unsupported(component, "variables of the type " #Type);                              \
  }                                                                                                               \
  SLIPSTICK_FMI Status fmi2Set##Type(void* component, const ValueReference[], std::size_t count, const Value[]) { \
    return count == 0 ? ok : unsupported(component, "variables of the type " #Type);                              \
  }
SLIPSTICK_NO_VARIABLES(Integer, int)
SLIPSTICK_NO_VARIABLES(Boolean, int)
using FmiString = const char*;
SLIPSTICK_NO_VARIABLES(String, FmiString)

SLIPSTICK_FMI Status fmi2GetFMUstate(void* component, void** state) {
  return attempt(component, [&] { give(of(component).unit->state(), state); });
}
SLIPSTICK_FMI Status fmi2SetFMUstate(void* component, void* state) {
  return attempt(component, [&] {
    of(component).unit->restore(stateAt(state));
    of(component).time = of(component).unit->time();
    of(component).hasEnded = false;
  });
}
SLIPSTICK_FMI Status fmi2FreeFMUstate(void*, void** state) {
  forget(state);
  return ok;
}
SLIPSTICK_FMI Status fmi2SerializedFMUstateSize(void* component, void* state, std::size_t* size) {
  return attempt(component, [&] { *size = of(component).unit->serialized(stateAt(state)).size(); });
}
SLIPSTICK_FMI Status fmi2SerializeFMUstate(void* component, void* state, char bytes[], std::size_t size) {
  return attempt(component, [&] { of(component).unit->serialized(stateAt(state), bytes, size); });
}
SLIPSTICK_FMI Status fmi2DeSerializeFMUstate(void* component, const char bytes[], std::size_t size, void** state) {
  return attempt(component, [&] { give(of(component).unit->deserialized(std::string(bytes, size)), state); });
}

SLIPSTICK_FMI Status fmi2DoStep(void* component, double time, double size, int) {
  if (!component) return error;
  bool whole = true;
  const Status status = attempt(component, [&] {
    whole = of(component).unit->step(time, size);
    of(component).time = of(component).unit->time();
  });
  if (status != ok || whole) return status;
  of(component).hasEnded = true;
  return discard;
}
SLIPSTICK_FMI Status fmi2CancelStep(void* component) { return unsupported(component, "asynchronous steps"); }

SLIPSTICK_FMI Status fmi2GetStatus(void* component, StatusKind, Status* value) {
  if (value) *value = component && of(component).hasEnded ? discard : ok;
  return component ? ok : error;
}
SLIPSTICK_FMI Status fmi2GetRealStatus(void* component, StatusKind kind, double* value) {
  if (!component || kind != lastSuccessfulTime) return discard;
  *value = of(component).time;
  return ok;
}
SLIPSTICK_FMI Status fmi2GetIntegerStatus(void*, StatusKind, int*) { return discard; }
SLIPSTICK_FMI Status fmi2GetBooleanStatus(void* component, StatusKind kind, int* value) {
  if (!component || kind != terminated) return discard;
  *value = of(component).hasEnded;
  return ok;
}
SLIPSTICK_FMI Status fmi2GetStringStatus(void*, StatusKind, const char**) { return discard; }

SLIPSTICK_FMI Status fmi2GetDirectionalDerivative(void* component, const ValueReference[], std::size_t, const ValueReference[], std::size_t,
                                                  const double[], double[]) {
  return unsupported(component, "directional derivatives");
}
SLIPSTICK_FMI Status fmi2SetRealInputDerivatives(void* component, const ValueReference[], std::size_t, const int[], const double[]) {
  return unsupported(component, "derivatives of inputs");
}
SLIPSTICK_FMI Status fmi2GetRealOutputDerivatives(void* component, const ValueReference[], std::size_t, const int[], double[]) {
  return unsupported(component, "derivatives of outputs");
}
