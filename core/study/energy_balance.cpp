// Loaded on demand: few runs are checked for their balance.
#include "core/study/energy_balance.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/model/analysis.h"
#include "core/simulation/json.h"
#include "core/simulation/simulation.h"
#include "core/solver/solver.h"

namespace slipstick {
namespace {

constexpr std::size_t mostItems = 40;  // whose energies are followed to name one

void addSensor(Model& model, const char* type, const char* reference, int number, OutputVariable variable) {
  ModelItem sensor{Registry::instance().find(ItemKind::sensor, type), "", nullptr, {}};
  const std::shared_ptr<void> value = sensor.type->create();
  if (reference) sensor.type->parameter(reference)->target(value.get()).as<ObjectIndex>()->index = number;
  if (variable != OutputVariable::none) *sensor.type->parameter("outputVariableType")->target(value.get()).as<OutputVariable>() = variable;
  sensor.value = value;
  model.items[static_cast<int>(ItemKind::sensor)].push_back(std::move(sensor));
}

/// Half the total variation of several energies.
double variation(const std::vector<const std::vector<double>*>& energies) {
  double sum = 0;
  for (const std::vector<double>* energy : energies)
    for (std::size_t i = 1; i < energy->size(); ++i) sum += 0.5 * std::abs((*energy)[i] - (*energy)[i - 1]);
  return sum;
}

/// The sample after the interval in which the unexplained energy changes most.
std::size_t worst(const std::vector<double>& unexplained) {
  std::size_t found = 1;
  for (std::size_t i = 1; i < unexplained.size(); ++i)
    if (std::abs(unexplained[i] - unexplained[i - 1]) > std::abs(unexplained[found] - unexplained[found - 1])) found = i;
  return found;
}

std::string percent(double part) { return number(100 * part) + " %"; }

/// The reason that fits: numerical damping, or steps that are too long.
std::string reasonOf(const Model& model, const EnergyBalance& balance) {
  const double last = balance.unexplained.back();
  const double largest = std::abs(*std::min_element(balance.unexplained.begin(), balance.unexplained.end()));
  const bool falls = last < 0 && -last > 0.5 * largest;
  for (const AnalysisStep& step : model.analysis)
    if (falls && step.type == AnalysisType::dynamic && step.solver == DynamicSolver::GeneralizedAlpha &&
        step.generalizedAlpha.spectralRadius < 1)
      return " The numerical damping of generalized-alpha (spectralRadius " + number(step.generalizedAlpha.spectralRadius) +
             ") takes energy from motions that the steps hardly resolve.";
  return " Shorter steps, or smaller tolerances, reduce it.";
}

std::string textOf(const Model& model, const EnergyBalance& balance) {
  const double kinetic = *std::max_element(balance.kinetic.begin(), balance.kinetic.end());
  if (balance.exchanged == 0 && kinetic == 0) return "No energy is exchanged in this run.";
  const bool isExchange = balance.exchanged >= kinetic;
  std::string text = percent(balance.relative) + " of the " + (isExchange ? "exchanged energy of " : "kinetic energy of ") +
                     number(std::max(balance.exchanged, kinetic)) + " J is unexplained";
  if (!balance.isLarge) return text + ".";
  text += ", most of it at " + number(balance.at) + " s";
  if (!balance.item.empty()) text += ", when the energy of '" + balance.item + "' changes most";
  return text + "." + reasonOf(model, balance);
}

}  // namespace

EnergyBalance energyBalance(const Model& model, const std::function<bool()>& cancelled) {
  EnergyBalance balance;
  const auto moves = [](const AnalysisStep& step) { return step.type == AnalysisType::dynamic; };
  if (std::none_of(model.analysis.begin(), model.analysis.end(), moves)) {
    balance.problem = "There is no balance of energy: the analysis has no dynamic step.";
    return balance;
  }
  auto measured = std::make_shared<Model>(model);
  measured->profiles.clear();
  const std::size_t first = model.sensors().size();
  addSensor(*measured, "KineticEnergy", nullptr, 0, OutputVariable::none);
  addSensor(*measured, "PotentialEnergy", nullptr, 0, OutputVariable::none);
  addSensor(*measured, "Dissipation", nullptr, 0, OutputVariable::Energy);
  addSensor(*measured, "WorkOfLoads", nullptr, 0, OutputVariable::Energy);
  std::vector<int> followed;
  for (std::size_t i = 0; i < model.objects().size() && followed.size() < mostItems; ++i)
    if (!model.objects()[i].type->parameters.empty()) followed.push_back(static_cast<int>(i));
  for (const int object : followed) {
    const bool isBody = (model.objects()[object].type->provides & capability::body) != 0;
    addSensor(*measured, isBody ? "KineticEnergy" : "PotentialEnergy", "objectNumber", object, OutputVariable::none);
    addSensor(*measured, "Dissipation", "objectNumber", object, OutputVariable::Power);
  }
  Simulation simulation(measured);
  bool isCancelled = false;
  simulation.advance([&] { return isCancelled = cancelled && cancelled(); });
  const History& history = simulation.history();
  if (isCancelled || history.samples() < 2) {
    balance.problem =
        isCancelled ? "The balance of energy was cancelled." : "There is no balance of energy: the run has fewer than two samples.";
    return balance;
  }
  const auto column = [&](std::size_t sensor) {
    std::vector<double> values;
    for (int i = 0; i < history.samples(); ++i) values.push_back(history.row(i)[history.sensors()[sensor].column]);
    return values;
  };
  for (int i = 0; i < history.samples(); ++i) balance.times.push_back(history.row(i)[0]);
  balance.kinetic = column(first), balance.potential = column(first + 1);
  balance.dissipated = column(first + 2), balance.supplied = column(first + 3);
  double largest = 0, start = 0;
  for (std::size_t i = 0; i < balance.times.size(); ++i) {
    const double sum = balance.kinetic[i] + balance.potential[i] + balance.dissipated[i] - balance.supplied[i];
    if (i == 0) start = sum;
    balance.unexplained.push_back(sum - start);
    largest = std::max(largest, std::abs(sum - start));
  }
  balance.exchanged = variation({&balance.kinetic, &balance.potential, &balance.dissipated, &balance.supplied});
  const double kinetic = *std::max_element(balance.kinetic.begin(), balance.kinetic.end());
  const double scale = std::max(balance.exchanged, kinetic);
  balance.relative = scale > 0 ? largest / scale : 0;
  const std::size_t at = worst(balance.unexplained);
  balance.at = balance.times[at], balance.isLarge = balance.relative > balanceTolerance(model);
  double most = 0;
  for (std::size_t i = 0; i < followed.size(); ++i) {
    const double* now = history.row(static_cast<int>(at));
    const double* before = history.row(static_cast<int>(at) - 1);
    const int energy = history.sensors()[first + 4 + 2 * i].column, power = history.sensors()[first + 5 + 2 * i].column;
    const double change = std::abs(now[energy] - before[energy]) + std::abs(now[power]) * (now[0] - before[0]);
    if (change > most) most = change, balance.item = model.objects()[followed[i]].name;
  }
  balance.text = textOf(model, balance);
  return balance;
}

Json toJson(const EnergyBalance& balance) {
  if (!balance.problem.empty()) return object({{"problem", balance.problem}});
  return object({{"times", balance.times},
                 {"kinetic", balance.kinetic},
                 {"potential", balance.potential},
                 {"dissipated", balance.dissipated},
                 {"supplied", balance.supplied},
                 {"unexplained", balance.unexplained},
                 {"exchanged", balance.exchanged},
                 {"relative", balance.relative},
                 {"at", balance.at},
                 {"item", balance.item},
                 {"isLarge", balance.isLarge},
                 {"text", balance.text}});
}

}  // namespace slipstick
