// How much one submission may compute.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/document/load.h"
#include "core/simulation/simulation.h"

namespace slipstick {

/// The computing that one submission may take, in all of its runs together. It is counted and not timed, so that every computer stops at
/// the same place.
///
/// A unit of work is one item or coordinate in one evaluation of forces; matrices and formulas count by their size (budget.cpp). Every step
/// takes at least one evaluation.
///
/// Runs of gallery models with tasks take at most 5e7 units (Newton's cradle), those of all gallery models 2.3e8 (angle of repose), those
/// of the examples in tests/data 5e6. They record at most 7e5 numbers. The budget leaves room for several runs of the largest of them. A
/// desktop computer takes 0.01 to 0.08 µs for a unit, so that it spends the whole budget in 10 to 80 s. Plates and constraints that depend
/// on each other take three to five times as long.
struct GradingBudget {
  double work = 1e9;
  double recorded = 5e6;  // numbers of one run: two such runs fit into the memory of an engine in a page, 512 MB
};

/// Computes for one submission, as far as its budget goes. Nothing is thrown: see cmake/wasm.cmake.
class Allowance {
 public:
  explicit Allowance(const GradingBudget& budget) : budget_(budget) {}

  /// Whether the budget was exceeded; then nothing more is computed, and all results are worthless.
  bool isOver() const { return !problem_.empty(); }
  /// A sentence for a person: why it is over, or "".
  const std::string& problem() const { return problem_; }

  /// Without a model and issues if it is over.
  LoadedModel load(std::string_view document, const std::map<std::string, double>& parameters);
  /// Runs to the end, or until it is over.
  Simulation::Status run(Simulation& simulation);
  /// The measures of a run; without values if it is over.
  std::vector<MeasureValue> measures(const Simulation& simulation);
  /// Returns whether there was so much left.
  bool spend(double work);

 private:
  GradingBudget budget_;
  double spent_ = 0;  // a whole number
  std::string problem_;
};

}  // namespace slipstick
