// Loaded on demand: few runs are checked for their balance.
#include "core/study/energy_balance.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/model/added_sensor.h"
#include "core/model/analysis.h"
#include "core/model/items.h"
#include "core/simulation/json.h"
#include "core/simulation/simulation.h"
#include "core/solver/solver.h"

namespace slipstick {
namespace {

constexpr std::size_t mostItems = 40;   // whose energies are followed to name one
constexpr int mostCoordinates = 20000;  // each energy takes several evaluations of the whole model

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

/// The numerical damping of a step's integrator, as a noun phrase, or "".
std::string dampingOf(const AnalysisStep& step) {
  if (step.type != AnalysisType::dynamic || step.solver != DynamicSolver::GeneralizedAlpha) return "";
  const GeneralizedAlphaSettings& alpha = step.generalizedAlpha;
  if (alpha.useNewmark) return alpha.newmarkGamma > 0.5 ? "Newmark's method (newmarkGamma " + number(alpha.newmarkGamma) + ")" : "";
  return alpha.spectralRadius < 1 ? "generalized-alpha (spectralRadius " + number(alpha.spectralRadius) + ")" : "";
}

/// The reason that fits: numerical damping, or steps that are too long.
std::string reasonOf(const Model& model, const EnergyBalance& balance) {
  const double last = balance.unexplained.back();
  const double largest = std::abs(*std::min_element(balance.unexplained.begin(), balance.unexplained.end()));
  const bool falls = last < 0 && -last > 0.5 * largest;
  for (const AnalysisStep& step : model.analysis)
    if (const std::string damping = dampingOf(step); falls && !damping.empty())
      return " The numerical damping of " + damping + " takes energy from motions that the steps hardly resolve.";
  return " Shorter steps, or smaller tolerances, reduce it.";
}

/// Whether a force depends on more than a position, so that it has no potential. Functions of several coordinates count as such.
bool hasNoPotential(const UserFunction& force, const Signature& signature) {
  for (std::size_t i = 0; i < signature.arguments.size(); ++i) {
    const UserFunctionArgument& argument = signature.arguments[i];
    const std::string_view name = argument.name;
    const bool isScalar = argument.shape.rows.isFixed() && argument.shape.rows.number * argument.shape.columns == 1;
    const bool isRate = name == "velocity" || name == "angularVelocity" || (name.size() > 2 && name.substr(name.size() - 2) == "_t");
    if (!isScalar || ((name == "t" || isRate) && force.reads(static_cast<int>(i)))) return true;
  }
  return force.reads(-1);
}

/// A sentence about user functions of forces without a potential, or "".
std::string lossesOf(const Model& model) {
  std::string names;
  int count = 0;
  for (const ModelItem& object : model.objects())
    for (const Parameter& parameter : object.type->parameters) {
      const auto* function = parameter.target(const_cast<void*>(object.value.get())).as<UserFunction>();  // only read
      const bool isForce = parameter.name.find("orce") != std::string_view::npos ||
                           parameter.name.find("oment") != std::string_view::npos || parameter.name.find("orque") != std::string_view::npos;
      if (!function || !*function || !isForce || !hasNoPotential(*function, parameter.signature())) continue;
      if (++count <= 3) names += (names.empty() ? "'" : ", '") + object.name + "'";
    }
  if (count == 0) return "";
  return " The work of the user functions of " + names + (count > 3 ? " …" : "") +
         " counts as dissipation: they depend on more than a position.";
}

int coordinatesOf(const Model& model) {
  int sum = 0;
  for (std::size_t i = 0; i < model.nodes().size(); ++i) sum += coordinateCount(model, ItemKind::node, static_cast<int>(i));
  return sum;
}

std::string textOf(const Model& model, const EnergyBalance& balance) {
  const double kinetic = *std::max_element(balance.kinetic.begin(), balance.kinetic.end());
  if (balance.exchanged == 0 && kinetic == 0) return "No energy is exchanged in this run.";
  const bool isExchange = balance.exchanged >= kinetic;
  std::string text = percent(balance.relative) + " of the " + (isExchange ? "exchanged energy of " : "kinetic energy of ") +
                     number(std::max(balance.exchanged, kinetic)) + " J is unexplained";
  if (!balance.isLarge) return text + "." + lossesOf(model);
  text += ", most of it at " + number(balance.at) + " s";
  if (!balance.item.empty()) text += ", when the energy of '" + balance.item + "' changes most";
  return text + "." + reasonOf(model, balance) + lossesOf(model);
}

}  // namespace

EnergyBalance energyBalance(const Model& model, const std::function<bool()>& cancelled) {
  EnergyBalance balance;
  const auto moves = [](const AnalysisStep& step) { return step.type == AnalysisType::dynamic; };
  if (std::none_of(model.analysis.begin(), model.analysis.end(), moves)) {
    balance.problem = "There is no balance of energy: the analysis has no dynamic step.";
    return balance;
  }
  if (const int coordinates = coordinatesOf(model); coordinates > mostCoordinates) {
    balance.problem = "There is no balance of energy: the model has " + std::to_string(coordinates) + " coordinates, more than " +
                      std::to_string(mostCoordinates) + ".";
    return balance;
  }
  auto measured = std::make_shared<Model>(model);
  measured->profiles.clear();
  const std::size_t first = model.sensors().size();
  addSensor(*measured, "KineticEnergy");
  addSensor(*measured, "PotentialEnergy");
  addSensor(*measured, "Dissipation", {}, OutputVariable::Energy);
  addSensor(*measured, "WorkOfLoads", {}, OutputVariable::Energy);
  std::vector<int> followed;
  for (std::size_t i = 0; i < model.objects().size() && followed.size() < mostItems; ++i)
    if (!model.objects()[i].type->parameters.empty()) followed.push_back(static_cast<int>(i));
  for (const int object : followed) {
    const bool isBody = (model.objects()[object].type->provides & capability::body) != 0;
    addSensor(*measured, isBody ? "KineticEnergy" : "PotentialEnergy", {{"objectNumber", object}});
    addSensor(*measured, "Dissipation", {{"objectNumber", object}}, OutputVariable::Power);
  }
  Simulation simulation(measured);
  bool isCancelled = false;
  simulation.advance([&] { return isCancelled = cancelled && cancelled(); });
  const History& history = simulation.history();
  if (isCancelled || history.samples() < 2) {
    const std::string& stopped = simulation.stop().message;
    balance.problem = isCancelled
                          ? "The balance of energy was cancelled."
                          : "There is no balance of energy: the run has fewer than two samples." + (stopped.empty() ? "" : " " + stopped);
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
