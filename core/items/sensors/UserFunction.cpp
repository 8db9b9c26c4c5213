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

class Loop final : public LoopOf<Loop, UserFunctionSensor, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const int index = keep(modelItem);
    assembly.sensors[number].place = {this, index};
  }
  void outputOf(int index, OutputVariable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const UserFunctionSensor& item = items_[index];
    thread_local std::vector<double> arguments;
    arguments.assign(1, sweep.time);
    for (const SensorIndex& sensor : item.sensorNumbers) arguments.push_back(sensor.index);
    for (const double factor : item.factors) arguments.push_back(factor);
    item.sensorUserFunction.evaluate(arguments.data(), sweep.sensorValues + item.sensorUserFunction.sensorOffset, out);
  }
};

constexpr ParameterOf<UserFunctionSensor> parameters[] = {
    {"sensorNumbers", &UserFunctionSensor::sensorNumbers, capability::none, Presence::optional,
     "sensor numbers passed to the formula, which reads sensors with sensor(\"name\")"},
    {"factors", &UserFunctionSensor::factors, unit::none, anyNumber, Presence::optional, "factors passed to the formula"},
    {"sensorUserFunction", &UserFunctionSensor::sensorUserFunction,
     [] {
       return Signature{.arguments = {{"t", {}}, {"sensorNumbers", {Size::parameter}}, {"factors", {Size::parameter}}},
                        .resultSize = Size::formula};
     },
     unit::mixed, "the value, of any size"}};

constexpr ItemDescription<UserFunctionSensor> description = {.type = "UserFunction",
                                                             .summary = "A value computed by a formula, usually from other sensors.",
                                                             .check = [](const UserFunctionSensor& sensor, const Complain& complain) {
                                                               if (!sensor.sensorUserFunction)
                                                                 complain("sensorUserFunction", "must be a formula");
                                                             }};

const ItemType& registered = registerItem<Loop>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
