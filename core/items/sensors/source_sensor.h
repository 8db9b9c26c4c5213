// Sensors that read an output of one item.
#pragma once

#include "core/items/registration.h"

namespace slipstick {

/// `Reference` is the member that refers to the item, of kind `kind`.
template <class Sensor, auto Reference, ItemKind kind>
class SourceSensorLoop final : public LoopOf<SourceSensorLoop<Sensor, Reference, kind>, Sensor> {
 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const Sensor& sensor = this->items_[this->keep(modelItem)];
    SensorSource source;
    source.place = assembly.place(kind, (sensor.*Reference).index);
    if constexpr (requires { sensor.outputVariableType; }) source.variable = sensor.outputVariableType;
    if constexpr (requires { sensor.localPosition; }) source.localPosition = sensor.localPosition;
    assembly.sensors[number] = source;
  }
};

}  // namespace slipstick
