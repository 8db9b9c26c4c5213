// Any text is compiled or refused, and compiled formulas can be evaluated. The first line of the input is the formula, the following lines
// are the bodies of definitions f0(x), f1(x), …
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/expression/formula.h"

namespace slipstick {
namespace {

Scope scopeWithDefinitions(std::string_view bodies) {
  Scope scope;
  scope.constants["radius"] = {{1, 1}, {0.5}};
  scope.constants["inertia"] = {{3, 3}, {1, 0, 0, 0, 2, 0, 0, 0, 3}};
  scope.arguments = {{"t", {1, 1}}, {"v", {3, 1}}, {"m", {3, 3}}, {"empty", {0, 1}}};
  scope.sensor = [](std::string_view name) -> std::optional<SensorInput> {
    return name == "s" ? std::optional<SensorInput>({0, 3}) : std::nullopt;
  };
  scope.sensorNames = {"s"};
  for (int i = 0; !bodies.empty() && i < 100; ++i) {
    const std::string_view body = bodies.substr(0, bodies.find('\n'));
    bodies.remove_prefix(std::min(bodies.size(), body.size() + 1));
    scope.functions["f" + std::to_string(i)] = {{"x"}, std::string(body)};
  }
  return scope;
}

template <class S>
void evaluateWithZeros(const Formula& formula) {
  const std::vector<S> arguments(formula.argumentSize());
  int sensorSize = 0;
  for (const SensorInput& sensor : formula.sensors()) sensorSize += sensor.size;
  const std::vector<double> sensorValues(sensorSize);
  std::vector<S> result(formula.shape().size());
  formula.evaluate(arguments.data(), sensorValues.data(), result.data());
}

void checkError(const FormulaError& error, std::string_view text) {
  if (error.message.empty() || error.position < 0 || error.position > static_cast<int>(text.size())) std::abort();
}

}  // namespace
}  // namespace slipstick

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace slipstick;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string_view text = input.substr(0, input.find('\n'));
  const Scope scope = scopeWithDefinitions(input.substr(std::min(input.size(), text.size() + 1)));

  const auto formula = compileFormula(text, scope);
  if (const auto* error = std::get_if<FormulaError>(&formula)) {
    checkError(*error, text);
  } else {
    evaluateWithZeros<double>(std::get<Formula>(formula));
    evaluateWithZeros<Dual<2>>(std::get<Formula>(formula));
  }
  const auto constant = evaluateConstant(text, scope);
  if (const auto* error = std::get_if<FormulaError>(&constant)) checkError(*error, text);
  for (const auto& [name, definition] : scope.functions) {
    if (const auto error = checkDefinition(definition, scope)) checkError(*error, definition.body);
  }
  return 0;
}
