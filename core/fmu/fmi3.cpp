// The functions of FMI 3.0 for co-simulation, as its standard names them.
#include <cstdint>

#include "core/fmu/instance.h"

using namespace slipstick;

namespace {

enum Status { ok, warning, discard, error, fatal };
using ValueReference = std::uint32_t;
using Logger = void (*)(void* environment, Status status, const char* category, const char* message);

FmuInstance& of(void* instance) { return *static_cast<FmuInstance*>(instance); }

Status attempt(void* instance, const std::function<void()>& work) {
  if (!instance) return error;
  return of(instance).guarded(work) ? ok : error;
}

Status unsupported(void* instance, const char* what) {
  return attempt(instance, [&] { throw FmuError(std::string("the unit has no ") + what); });
}

}  // namespace

SLIPSTICK_FMI const char* fmi3GetVersion() { return "3.0"; }
SLIPSTICK_FMI Status fmi3SetDebugLogging(void*, bool, std::size_t, const char* const[]) { return ok; }

SLIPSTICK_FMI void* fmi3InstantiateCoSimulation(const char*, const char* token, const char* resources, bool, bool, bool events, bool,
                                                const ValueReference[], std::size_t, void* environment, Logger logger, void*) {
  auto instance = std::make_unique<FmuInstance>();
  if (logger)
    instance->log = [logger, environment](const std::string& message) { logger(environment, error, "logStatusError", message.c_str()); };
  const bool good = instance->guarded([&] {
    if (events) throw FmuError("the unit has no event mode");
    if (!token || !resources) throw FmuError("the token or the path of the resources is missing");
    instance->unit = unitOf(resources, token);
  });
  return good ? instance.release() : nullptr;
}
SLIPSTICK_FMI void* fmi3InstantiateModelExchange(const char*, const char*, const char*, bool, bool, void* environment, Logger logger) {
  if (logger) logger(environment, error, "logStatusError", "the unit is for co-simulation only");
  return nullptr;
}
SLIPSTICK_FMI void* fmi3InstantiateScheduledExecution(const char*, const char*, const char*, bool, bool, void* environment, Logger logger,
                                                      void*, void*, void*) {
  if (logger) logger(environment, error, "logStatusError", "the unit is for co-simulation only");
  return nullptr;
}
SLIPSTICK_FMI void fmi3FreeInstance(void* instance) { delete static_cast<FmuInstance*>(instance); }

SLIPSTICK_FMI Status fmi3EnterInitializationMode(void* instance, bool, double, double start, bool, double) {
  return attempt(instance, [&] { of(instance).unit->setStart(start); });
}
SLIPSTICK_FMI Status fmi3ExitInitializationMode(void* instance) {
  return attempt(instance, [&] {
    of(instance).unit->begin();
    of(instance).time = of(instance).unit->time();
  });
}
SLIPSTICK_FMI Status fmi3Terminate(void* instance) {
  return attempt(instance, [] {});
}
SLIPSTICK_FMI Status fmi3Reset(void* instance) {
  return attempt(instance, [&] { of(instance).unit->reset(); });
}

SLIPSTICK_FMI Status fmi3GetFloat64(void* instance, const ValueReference references[], std::size_t count, double values[], std::size_t) {
  return attempt(instance, [&] {
    for (std::size_t i = 0; i < count; ++i) values[i] = of(instance).unit->get(references[i]);
  });
}
SLIPSTICK_FMI Status fmi3SetFloat64(void* instance, const ValueReference references[], std::size_t count, const double values[],
                                    std::size_t) {
  return attempt(instance, [&] {
    for (std::size_t i = 0; i < count; ++i) of(instance).unit->set(references[i], values[i]);
  });
}
#define SLIPSTICK_NO_VARIABLES(Type, Value)                                                                                   \
  SLIPSTICK_FMI Status fmi3Get##Type(void* instance, const ValueReference[], std::size_t count, Value[], std::size_t) {       \
    return count == 0 ? ok : unsupported(instance, "variables of the type " #Type);                                           \
  }                                                                                                                           \
  SLIPSTICK_FMI Status fmi3Set##Type(void* instance, const ValueReference[], std::size_t count, const Value[], std::size_t) { \
    return count == 0 ? ok : unsupported(instance, "variables of the type " #Type);                                           \
  }
using FmiString = const char*;
SLIPSTICK_NO_VARIABLES(Float32, float)
SLIPSTICK_NO_VARIABLES(Int8, std::int8_t)
SLIPSTICK_NO_VARIABLES(UInt8, std::uint8_t)
SLIPSTICK_NO_VARIABLES(Int16, std::int16_t)
SLIPSTICK_NO_VARIABLES(UInt16, std::uint16_t)
SLIPSTICK_NO_VARIABLES(Int32, std::int32_t)
SLIPSTICK_NO_VARIABLES(UInt32, std::uint32_t)
SLIPSTICK_NO_VARIABLES(Int64, std::int64_t)
SLIPSTICK_NO_VARIABLES(UInt64, std::uint64_t)
SLIPSTICK_NO_VARIABLES(Boolean, bool)
SLIPSTICK_NO_VARIABLES(String, FmiString)
SLIPSTICK_FMI Status fmi3GetBinary(void* instance, const ValueReference[], std::size_t count, std::size_t[], const std::uint8_t*[],
                                   std::size_t) {
  return count == 0 ? ok : unsupported(instance, "variables of the type Binary");
}
SLIPSTICK_FMI Status fmi3SetBinary(void* instance, const ValueReference[], std::size_t count, const std::size_t[],
                                   const std::uint8_t* const[], std::size_t) {
  return count == 0 ? ok : unsupported(instance, "variables of the type Binary");
}
SLIPSTICK_FMI Status fmi3GetClock(void* instance, const ValueReference[], std::size_t count, bool[]) {
  return count == 0 ? ok : unsupported(instance, "clocks");
}
SLIPSTICK_FMI Status fmi3SetClock(void* instance, const ValueReference[], std::size_t count, const bool[]) {
  return count == 0 ? ok : unsupported(instance, "clocks");
}

SLIPSTICK_FMI Status fmi3GetFMUState(void* instance, void** state) {
  return attempt(instance, [&] { give(of(instance).unit->state(), state); });
}
SLIPSTICK_FMI Status fmi3SetFMUState(void* instance, void* state) {
  return attempt(instance, [&] {
    of(instance).unit->restore(stateAt(state));
    of(instance).time = of(instance).unit->time();
  });
}
SLIPSTICK_FMI Status fmi3FreeFMUState(void*, void** state) {
  forget(state);
  return ok;
}
SLIPSTICK_FMI Status fmi3SerializedFMUStateSize(void* instance, void* state, std::size_t* size) {
  return attempt(instance, [&] { *size = of(instance).unit->serialized(stateAt(state)).size(); });
}
SLIPSTICK_FMI Status fmi3SerializeFMUState(void* instance, void* state, std::uint8_t bytes[], std::size_t size) {
  return attempt(instance, [&] { of(instance).unit->serialized(stateAt(state), reinterpret_cast<char*>(bytes), size); });
}
SLIPSTICK_FMI Status fmi3DeserializeFMUState(void* instance, const std::uint8_t bytes[], std::size_t size, void** state) {
  return attempt(instance, [&] { give(of(instance).unit->deserialized(std::string(reinterpret_cast<const char*>(bytes), size)), state); });
}

SLIPSTICK_FMI Status fmi3EnterStepMode(void* instance) { return instance ? ok : error; }
SLIPSTICK_FMI Status fmi3DoStep(void* instance, double time, double size, bool, bool* events, bool* terminate, bool* early, double* last) {
  *events = *terminate = *early = false;
  const Status status = attempt(instance, [&] {
    const bool whole = of(instance).unit->step(time, size);
    of(instance).time = of(instance).unit->time();
    *terminate = *early = !whole;
  });
  if (instance) *last = of(instance).time;
  return status;
}
SLIPSTICK_FMI Status fmi3GetOutputDerivatives(void* instance, const ValueReference[], std::size_t, const std::int32_t[], double[],
                                              std::size_t) {
  return unsupported(instance, "derivatives of outputs");
}
SLIPSTICK_FMI Status fmi3GetNumberOfVariableDependencies(void* instance, ValueReference, std::size_t*) {
  return unsupported(instance, "dependencies");
}
SLIPSTICK_FMI Status fmi3GetVariableDependencies(void* instance, ValueReference, std::size_t[], ValueReference[], std::size_t[], int[],
                                                 std::size_t) {
  return unsupported(instance, "dependencies");
}
using References = const ValueReference[];
SLIPSTICK_FMI Status fmi3GetDirectionalDerivative(void* instance, References, std::size_t, References, std::size_t, const double[],
                                                  std::size_t, double[], std::size_t) {
  return unsupported(instance, "derivatives");
}
SLIPSTICK_FMI Status fmi3GetAdjointDerivative(void* instance, References, std::size_t, References, std::size_t, const double[], std::size_t,
                                              double[], std::size_t) {
  return unsupported(instance, "derivatives");
}
SLIPSTICK_FMI Status fmi3EnterConfigurationMode(void* instance) { return unsupported(instance, "structural parameters"); }
SLIPSTICK_FMI Status fmi3ExitConfigurationMode(void* instance) { return unsupported(instance, "structural parameters"); }
SLIPSTICK_FMI Status fmi3EnterEventMode(void* instance) { return unsupported(instance, "event mode"); }
SLIPSTICK_FMI Status fmi3EvaluateDiscreteStates(void* instance) { return unsupported(instance, "event mode"); }
SLIPSTICK_FMI Status fmi3UpdateDiscreteStates(void* instance, bool*, bool*, bool*, bool*, bool*, double*) {
  return unsupported(instance, "event mode");
}
SLIPSTICK_FMI Status fmi3GetIntervalDecimal(void* instance, References, std::size_t, double[], int[]) {
  return unsupported(instance, "clocks");
}
SLIPSTICK_FMI Status fmi3GetIntervalFraction(void* instance, References, std::size_t, std::uint64_t[], std::uint64_t[], int[]) {
  return unsupported(instance, "clocks");
}
SLIPSTICK_FMI Status fmi3GetShiftDecimal(void* instance, References, std::size_t, double[]) { return unsupported(instance, "clocks"); }
SLIPSTICK_FMI Status fmi3GetShiftFraction(void* instance, References, std::size_t, std::uint64_t[], std::uint64_t[]) {
  return unsupported(instance, "clocks");
}
SLIPSTICK_FMI Status fmi3SetIntervalDecimal(void* instance, References, std::size_t, const double[]) {
  return unsupported(instance, "clocks");
}
SLIPSTICK_FMI Status fmi3SetIntervalFraction(void* instance, References, std::size_t, const std::uint64_t[], const std::uint64_t[]) {
  return unsupported(instance, "clocks");
}
SLIPSTICK_FMI Status fmi3SetShiftDecimal(void* instance, References, std::size_t, const double[]) {
  return unsupported(instance, "clocks");
}
SLIPSTICK_FMI Status fmi3SetShiftFraction(void* instance, References, std::size_t, const std::uint64_t[], const std::uint64_t[]) {
  return unsupported(instance, "clocks");
}
SLIPSTICK_FMI Status fmi3EnterContinuousTimeMode(void* instance) { return unsupported(instance, "model exchange"); }
SLIPSTICK_FMI Status fmi3CompletedIntegratorStep(void* instance, bool, bool*, bool*) { return unsupported(instance, "model exchange"); }
SLIPSTICK_FMI Status fmi3SetTime(void* instance, double) { return unsupported(instance, "model exchange"); }
SLIPSTICK_FMI Status fmi3SetContinuousStates(void* instance, const double[], std::size_t) {
  return unsupported(instance, "model exchange");
}
SLIPSTICK_FMI Status fmi3GetContinuousStateDerivatives(void* instance, double[], std::size_t) {
  return unsupported(instance, "model exchange");
}
SLIPSTICK_FMI Status fmi3GetEventIndicators(void* instance, double[], std::size_t) { return unsupported(instance, "model exchange"); }
SLIPSTICK_FMI Status fmi3GetContinuousStates(void* instance, double[], std::size_t) { return unsupported(instance, "model exchange"); }
SLIPSTICK_FMI Status fmi3GetNominalsOfContinuousStates(void* instance, double[], std::size_t) {
  return unsupported(instance, "model exchange");
}
SLIPSTICK_FMI Status fmi3GetNumberOfEventIndicators(void* instance, std::size_t* count) {
  if (count) *count = 0;
  return instance ? ok : error;
}
SLIPSTICK_FMI Status fmi3GetNumberOfContinuousStates(void* instance, std::size_t* count) {
  if (count) *count = 0;
  return instance ? ok : error;
}
SLIPSTICK_FMI Status fmi3ActivateModelPartition(void* instance, ValueReference, double) { return unsupported(instance, "partitions"); }
