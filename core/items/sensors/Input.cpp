// Measures an input of the document.

#include <algorithm>

#include "core/items/registration.h"

namespace slipstick {
namespace {

struct Input {
  std::string input;
};

class Loop final : public LoopOf<Loop, Input, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const Input& sensor = items_[keep(modelItem)];
    const auto& inputs = assembly.model.inputs;
    const auto found = std::find_if(inputs.begin(), inputs.end(), [&](const ModelInput& input) { return input.name == sensor.input; });
    assembly.sensors[number].place = {this, static_cast<int>(numbers_.size())};
    numbers_.push_back(static_cast<int>(found - inputs.begin()));
  }
  void outputOf(int index, OutputVariable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    out[0] = sweep.inputs[numbers_[index]];
  }

 private:
  std::vector<int> numbers_;
};

constexpr ParameterOf<Input> parameters[] = {{textRow("input", Says::input, Presence::required, "name of the input"), &Input::input}};

constexpr ItemDescription<Input> description = {.type = "Input", .summary = "The value of an input, which changes during the run."};

const ItemType& registered = registerItem<Loop>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
