// A sensor whose value is a formula, usually of other sensors.

#include "core/items/registration.h"
#include "core/registry/user_function.h"

namespace slipstick {
namespace {

struct UserFunctionSensor {
  std::vector<SensorIndex> sensorNumbers;
  VectorX factors;
  UserFunction sensorUserFunction;
};

class Loop final : public LoopOf<Loop, UserFunctionSensor> {
 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const int index = keep(modelItem);
    assembly.sensors[number].place = {this, index};
  }
  template <class S>
  void outputOf(int index, OutputVariable, const Vector3&, const Sweep<S>& sweep, S* out) const {
    const UserFunction& function = items_[index].sensorUserFunction;
    function.evaluate(&sweep.time, sweep.sensorValues + function.sensorOffset, out);
  }
};

const bool registered = registerItem<Loop, UserFunctionSensor>(
    ItemKind::sensor, {.type = "UserFunction",
                       .summary = "A value computed by a formula, usually from other sensors.",
                       .parameters = {{"sensorNumbers", &UserFunctionSensor::sensorNumbers, capability::none, Presence::optional,
                                       "sensors, for exchange; a formula reads them by sensor(\"name\")"},
                                      {"factors", &UserFunctionSensor::factors, unit::none, anyNumber, VectorX{}, "factors, for exchange"},
                                      {"sensorUserFunction", &UserFunctionSensor::sensorUserFunction,
                                       [] {
                                         return Signature{.arguments = {{"t", {}}}, .resultSize = 0};
                                       },
                                       unit::mixed, "the value, of any size"}},
                       .check = [](const UserFunctionSensor& sensor, const Complain& complain) {
                         if (!sensor.sensorUserFunction) complain("sensorUserFunction", "is required");
                       }});

}  // namespace
}  // namespace slipstick
