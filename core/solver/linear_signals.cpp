// Loaded on demand: few pages show a linear model.
#include "core/solver/linear_signals.h"

#include <algorithm>

#include "core/model/issues.h"
#include "core/solver/open_constraints.h"

namespace slipstick {
namespace {

const char* const axes[] = {"x", "y", "z"};

/// The name of a component; that of an only one is the name itself.
std::string named(const std::string& name, const std::string& component, std::size_t components) {
  return components == 1 ? name : name + "." + component;
}

void addLoads(const Model& model, std::vector<LinearInput>& inputs) {
  for (std::size_t i = 0; i < model.loads().size(); ++i) {
    const ModelItem& load = model.loads()[i];
    const Output& output = load.type->outputs.front();
    const Unit& unit = output.unit;
    const std::size_t size = output.size.number;
    for (std::size_t k = 0; k < size; ++k)
      inputs.push_back({.name = named(load.name, axes[k], size),
                        .unit = unit.isOne() ? unit.text() : "",
                        .kind = LinearInput::Kind::load,
                        .number = static_cast<int>(i),
                        .component = static_cast<int>(k)});
  }
}

void addMotions(const System& system, std::vector<LinearInput>& inputs) {
  const std::vector<char> atVelocityLevel = system.velocityConstraints();
  for (int first = 0, end = 0; first < system.multipliers(); first = end) {
    const ItemAddress owner = system.multiplierOwner(first);
    while (end < system.multipliers() && system.multiplierOwner(end) == owner) ++end;
    if (owner.kind != ItemKind::object) continue;
    const ModelItem& item = system.model().of(owner.kind)[owner.number];
    for (int i = first; i < end; ++i) {
      const std::string name = named(item.name, std::to_string(i - first), end - first), unit = equationUnit(item, i - first);
      const auto add = [&](int derivative, const char* suffix) {
        const int order = derivative + (atVelocityLevel[i] ? 1 : 0);
        const char* const per[] = {"", "/s", "/s²"};
        inputs.push_back({.name = name + suffix,
                          .unit = unit.empty() ? "" : unit + per[order],
                          .kind = LinearInput::Kind::motion,
                          .number = i,
                          .derivative = derivative});
      };
      add(0, "");
      if (!atVelocityLevel[i]) add(1, ":velocity");
      add(atVelocityLevel[i] ? 1 : 2, ":acceleration");
    }
  }
}

template <class Signal>
std::string chosenAmong(const std::string& name, const char* what, const std::vector<Signal>& all, std::vector<Signal>& chosen) {
  const std::size_t before = chosen.size();
  std::vector<std::string> names;
  for (const Signal& signal : all) {
    names.push_back(signal.name);
    if (signal.name == name) chosen.push_back(signal);
  }
  const std::size_t found = chosen.size() - before;
  if (found > 1) return "'" + name + "' names " + std::to_string(found) + " " + what + "s of the model: rename one of them";
  if (found == 1) return "";
  for (const Signal& signal : all)
    if (signal.name.compare(0, name.size() + 1, name + ".") == 0 && signal.name.find_first_of(".:", name.size() + 1) == std::string::npos)
      chosen.push_back(signal);
  if (chosen.size() > before) return "";
  std::string message = std::string("the model has no ") + what + " '" + name + "'" + suggestion(name, names);
  if (message.find('?') != std::string::npos || names.empty()) return message;
  constexpr std::size_t most = 12;
  message += "; it has ";
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) message += (i == 0 ? "'" : ", '") + names[i] + "'";
  return message + (names.size() > most ? " and " + std::to_string(names.size() - most) + " more" : "");
}

}  // namespace

std::vector<LinearInput> linearInputs(const System& system) {
  std::vector<LinearInput> inputs;
  const std::vector<ModelInput>& own = system.model().inputs;
  for (std::size_t i = 0; i < own.size(); ++i)
    inputs.push_back({.name = own[i].name, .unit = own[i].unit, .kind = LinearInput::Kind::input, .number = static_cast<int>(i)});
  addLoads(system.model(), inputs);
  addMotions(system, inputs);
  return inputs;
}

std::vector<LinearOutput> linearOutputs(const System& system) {
  std::vector<LinearOutput> outputs;
  const Model& model = system.model();
  for (std::size_t i = 0; i < model.sensors().size(); ++i) {
    const SensorLayout layout = sensorLayout(model, static_cast<int>(i));
    for (std::size_t k = 0; k < layout.components.size(); ++k)
      outputs.push_back({.name = named(model.sensors()[i].name, layout.components[k], layout.components.size()),
                         .unit = layout.unit,
                         .sensor = static_cast<int>(i),
                         .component = static_cast<int>(k)});
  }
  return outputs;
}

std::string choose(const std::string& name, const std::vector<LinearInput>& all, std::vector<LinearInput>& chosen) {
  return chosenAmong(name, "input", all, chosen);
}
std::string choose(const std::string& name, const std::vector<LinearOutput>& all, std::vector<LinearOutput>& chosen) {
  return chosenAmong(name, "sensor", all, chosen);
}

}  // namespace slipstick
