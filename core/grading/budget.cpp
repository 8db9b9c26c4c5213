#include "core/grading/budget.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/model/items.h"

namespace slipstick {
namespace {

// Costs in units of GradingBudget, measured with the gallery and with the examples in tests/data.
constexpr double perEvaluation = 10;      // besides the items: for the smallest models
constexpr double operationsPerUnit = 10;  // of a formula, evaluated with derivatives
constexpr double entriesPerUnit = 10;     // of a dense matrix that multiplies
constexpr double cubePerUnit = 200;       // of the rows of a dense matrix that is factorised
constexpr double evaluationsPerLoad = 100;
constexpr double samplesPerUnit = 2;  // of a measure

double cube(double n) { return n * n * n; }

/// Operations of the user functions of an item.
double operationsOf(const ModelItem& item) {
  double count = 0;
  for (const Parameter& parameter : item.type->parameters) {
    if (!parameter.signature) continue;
    const auto* function = parameter.target(const_cast<void*>(item.value.get())).as<UserFunction>();
    if (!function) continue;
    for (const Formula& formula : function->components()) count += formula.operations();
  }
  return count;
}

/// The work of parts of a run.
struct Effort {
  double load = 0, evaluation = 0, factorisation = 0, eigenvalues = 0;
};

Effort effortOf(const Model& model) {
  double items = perEvaluation, operations = 0, moving = 0;
  for (const auto& list : model.items) {
    items += static_cast<double>(list.size());
    for (const ModelItem& item : list) operations += operationsOf(item);
  }
  for (const ModelItem& node : model.nodes()) {
    const double count = nodeCoordinates(*node.type, node.value.get());
    items += count;
    if (!(node.type->provides & capability::data)) moving += count;
  }
  // The coordinates of a body are coupled by a small dense matrix. Bodies are coupled by a sparse one, which takes about as long as the
  // items, unless the model selects a dense solver.
  double squares = 0, cubes = 0;
  for (std::size_t i = 0; i < model.objects().size(); ++i) {
    if (!(model.objects()[i].type->provides & capability::body)) continue;
    const double own = coordinateCount(model, ItemKind::object, static_cast<int>(i));
    squares += own * own, cubes += cube(own);
  }
  Effort effort;
  for (const AnalysisStep& step : model.analysis) {
    if (step.type == AnalysisType::eigenvalues)
      effort.eigenvalues += cube(moving);
    else if (step.linearSolver == LinearSolverChoice::dense)
      squares = std::max(squares, moving * moving), cubes = std::max(cubes, cube(moving));
  }
  effort.load = evaluationsPerLoad * items;
  effort.evaluation = std::floor(items + operations / operationsPerUnit + squares / entriesPerUnit);
  effort.factorisation = std::floor(cubes / cubePerUnit);
  return effort;
}

}  // namespace

bool Allowance::spend(double work) {
  spent_ += std::floor(work);
  if (!isOver() && spent_ > budget_.work)
    problem_ = "The runs of this submission need more computing than grading allows. Use fewer steps.";
  return !isOver();
}

LoadedModel Allowance::load(std::string_view document, const std::map<std::string, double>& parameters) {
  if (!spend(static_cast<double>(document.size()))) return {};
  LoadedModel loaded = loadModel(document, parameters);
  if (loaded.model && !spend(effortOf(*loaded.model).load)) return {};
  return loaded;
}

Simulation::Status Allowance::run(Simulation& simulation) {
  const Effort effort = effortOf(simulation.model());
  // These are charged before the run starts, because a single one may take too long.
  if (!spend(effort.eigenvalues + effort.factorisation)) return simulation.status();
  const auto work = [&] {
    return static_cast<double>(simulation.evaluations()) * effort.evaluation +
           static_cast<double>(simulation.statistics().jacobians) * effort.factorisation;
  };
  const History& history = simulation.history();
  const auto recordsTooMuch = [&] { return static_cast<double>(history.samples()) * history.width() > budget_.recorded; };
  // Runs stop between steps, where they free their memory. They stop within a step only if it takes far more evaluations than usual.
  constexpr std::int64_t evaluationsOfStep = 100;
  simulation.limitEvaluations(static_cast<std::int64_t>((budget_.work - spent_) / effort.evaluation) + evaluationsOfStep);
  simulation.advance([&] { return spent_ + work() > budget_.work || recordsTooMuch(); });
  if (spend(work()) && recordsTooMuch()) problem_ = "A run of this submission records more numbers than grading allows. Record less often.";
  return simulation.status();
}

std::vector<MeasureValue> Allowance::measures(const Simulation& simulation) {
  const std::size_t count = simulation.model().measures.size();
  if (!spend(static_cast<double>(simulation.history().samples()) * static_cast<double>(count) / samplesPerUnit))
    return std::vector<MeasureValue>(count);
  return simulation.measures();
}

}  // namespace slipstick
