#include "core/fmu/variables.h"

#include <cstdint>
#include <cstdio>
#include <set>

#include "core/simulation/simulation.h"

namespace slipstick {

std::vector<FmuVariable> fmuVariables(const Model& model) {
  using Kind = FmuVariable::Kind;
  std::vector<FmuVariable> variables{{Kind::time, "time", "s", "simulated time", 0, {}, {}, ""}};
  std::set<std::string> taken{"time"};
  const auto add = [&](FmuVariable variable) {
    while (!taken.insert(variable.name).second) variable.name += "'";
    variables.push_back(std::move(variable));
  };
  for (const ModelParameter& each : model.parameters)
    add({Kind::parameter, each.name, each.unit, each.label.empty() ? each.description : each.label, each.value, each.min, each.max,
         each.name});
  for (const ModelInput& each : model.inputs)
    if (each.follows < 0) add({Kind::input, each.name, each.unit, each.label, each.value, each.min, each.max, each.name});
  for (std::size_t i = 0; i < model.sensors().size(); ++i) {
    const SensorLayout layout = sensorLayout(model, static_cast<int>(i));
    const std::string& sensor = model.sensors()[i].name;
    for (const std::string& component : layout.components)
      add({Kind::output, layout.components.size() > 1 ? sensor + "." + component : sensor, layout.unit, "", 0, {}, {}, sensor});
  }
  return variables;
}

std::optional<FmuTiming> fmuTiming(const Model& model, std::string& message) {
  const AnalysisStep& last = model.analysis.back();
  if (last.type != AnalysisType::dynamic) {
    message = "a functional mock-up unit advances in time: the last step of the analysis must be dynamic";
    return std::nullopt;
  }
  return FmuTiming{static_cast<int>(model.analysis.size()) - 1, last.startTime, last.endTime,
                   (last.endTime - last.startTime) / static_cast<double>(last.numberOfSteps)};
}

std::string fmuToken(const std::string& document) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : document + engineVersion()) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  char text[40];
  std::snprintf(text, sizeof text, "{slipstick-%016llx}", static_cast<unsigned long long>(hash));
  return text;
}

}  // namespace slipstick
