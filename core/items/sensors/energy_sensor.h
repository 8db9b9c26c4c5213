// Sensors of energies. Integrals over time are sums by the trapezoidal rule over all accepted steps.
#pragma once

#include "core/items/registration.h"
#include "core/system/energies.h"

namespace slipstick {

struct EnergySensor {
  ObjectIndex objectNumber;
  LoadIndex loadNumber;
  OutputVariable outputVariableType = OutputVariable::none;
};

/// The results of a loop of energy sensors in a workspace.
struct EnergyMemory {
  /// A sum over time, of one sensor.
  struct Sum {
    double value = 0, time = 0, power = 0;
    bool begun = false;
  };
  std::vector<Sum> sums;
  std::shared_ptr<ItemForces> forces;
  std::vector<EnergyScope> scopes;
  std::int64_t changes = -1;  // of the system, when `forces` were made
};

using EnergyFunction = double (*)(ItemForces&, const EnergyScope&);

/// The loop of energy sensors of all kinds: `energyOf` is their value, or its rate for sensors with `role::Integrating`.
template <EnergyFunction energyOf, class... Own>
class EnergyLoop final : public LoopOf<EnergyLoop<energyOf, Own...>, EnergySensor, role::Connecting, role::Measured, Own...> {
 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const int index = this->keep(modelItem);
    assembly.sensors[number].place = {this, index};
    assembly.sensors[number].variable = this->items_[index].outputVariableType;
  }
  void connect(Assembly& assembly) override {
    system_ = assembly.system;
    assembly.add(memory_);
    memory_.empty->sums.resize(this->items_.size());
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    if (variable == OutputVariable::Energy)
      out[0] = sweep[memory_].sums[index].value;
    else
      out[0] = valueOf(index, sweep);
  }
  // role::Integrating of sensors that have it.
  void advance(const Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < this->items_.size(); ++i) {
      if (this->items_[i].outputVariableType != OutputVariable::Energy) continue;
      EnergyMemory::Sum& sum = sweep[memory_].sums[i];
      const double power = valueOf(static_cast<int>(i), sweep);
      if (sum.begun && sweep.time > sum.time) sum.value += 0.5 * (sum.power + power) * (sweep.time - sum.time);
      sum = {sum.value, sweep.time, power, true};
    }
  }
  // role::Remembering, for the sums.
  std::int64_t pattern(const Sweep<double>&) const { return 0; }
  LoopMemory memory(const Sweep<double>& sweep) const {
    const auto& sums = sweep[memory_].sums;
    return {std::make_shared<std::vector<EnergyMemory::Sum>>(sums), sums.size() * sizeof sums[0]};
  }
  void recall(const void* memory, Sweep<double>& sweep) const {
    sweep[memory_].sums = *static_cast<const std::vector<EnergyMemory::Sum>*>(memory);
  }

 private:
  double valueOf(int index, const Sweep<double>& sweep) const {
    EnergyMemory& memory = sweep[memory_];
    if (memory.changes != system_->changes()) {
      memory.forces = std::make_shared<ItemForces>(*system_);
      memory.scopes.clear();
      for (const EnergySensor& sensor : this->items_) memory.scopes.push_back(scopeOf(sensor, *memory.forces));
      memory.changes = system_->changes();
    }
    memory.forces->take(sweep);
    return energyOf(*memory.forces, memory.scopes[index]);
  }
  static EnergyScope scopeOf(const EnergySensor& sensor, const ItemForces& forces) {
    if (sensor.objectNumber) return EnergyScope::ofItem(forces, ItemKind::object, sensor.objectNumber.index);
    if (sensor.loadNumber) return EnergyScope::ofItem(forces, ItemKind::load, sensor.loadNumber.index);
    return EnergyScope::ofSystem(forces);
  }

  System* system_ = nullptr;
  Drawer<EnergyMemory> memory_;
};

/// The parameters that all kinds share.
constexpr ParameterOf<EnergySensor> energyOfObject = {"objectNumber", &EnergySensor::objectNumber, capability::none, Presence::optional,
                                                      "body, connector or constraint; left out: the whole system"};
constexpr ParameterOf<EnergySensor> energyOfLoad = {"loadNumber", &EnergySensor::loadNumber, capability::none, Presence::optional,
                                                    "load, instead of an object"};
constexpr ParameterOf<EnergySensor> energyOrPower = {"outputVariableType", &EnergySensor::outputVariableType,
                                                     "Energy, from the start of the run, or Power"};

/// The check of sensors with both references.
constexpr auto onlyOneItem = [](const EnergySensor& sensor, const Complain& complain) {
  if (sensor.objectNumber && sensor.loadNumber) complain("loadNumber", "is measured instead of an object: leave one of them out");
};

}  // namespace slipstick
