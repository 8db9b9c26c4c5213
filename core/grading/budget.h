// The limit on the computation for one submission.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/document/load.h"
#include "core/simulation/simulation.h"

namespace slipstick {

/// The computation that one submission may use in all its runs. It is counted, not timed, so that every computer stops at the same point.
///
/// A unit of work is one item or coordinate in one evaluation of forces; matrices and formulas count by their size (budget.cpp). Every step
/// takes at least one evaluation.
///
/// Gallery models with tasks take at most 5e7 units per run (Newton's cradle), all gallery models at most 2.3e8 (angle of repose), and the
/// examples in tests/data at most 5e6. They record at most 7e5 numbers. The budget leaves room for several runs of the largest of them. A
/// desktop computer takes 0.01 to 0.08 µs for a unit, so that it spends the whole budget in 10 to 80 s. Plates and constraints that depend
/// on each other take three to five times as long.
struct GradingBudget {
  double work = 1e9;
  double recorded = 5e6;  // numbers of one run: two such runs fit into the memory of an engine in a page, 512 MB
};

/// Runs computations for one submission within its budget. Never throws: see cmake/wasm.cmake.
class Allowance {
 public:
  explicit Allowance(const GradingBudget& budget) : budget_(budget) {}

  /// Whether the budget was exceeded. In that case nothing more is computed, and all results are invalid.
  bool isOver() const { return !problem_.empty(); }
  /// A sentence for the user on why the budget is exceeded, or "".
  const std::string& problem() const { return problem_; }

  /// Returns no model and no issues if the budget is exceeded.
  LoadedModel load(std::string_view document, const std::map<std::string, double>& parameters);
  /// Runs to the end, or until the budget is exceeded.
  Simulation::Status run(Simulation& simulation);
  /// The measures of a run; without values if the budget is exceeded.
  std::vector<MeasureValue> measures(const Simulation& simulation);
  /// Returns whether the budget covers the work.
  bool spend(double work);

 private:
  GradingBudget budget_;
  double spent_ = 0;  // a whole number
  std::string problem_;
};

}  // namespace slipstick
