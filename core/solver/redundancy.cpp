// Gradients of all constraints are eliminated one after the other, sparse and with the largest entry of a row as its pivot. Beside them
// stand the equations' values and an identity matrix: where nothing is left of a gradient, they tell which equations it is a combination
// of, and whether its value is the same combination of theirs.

#include "core/solver/redundancy.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/solver/solver.h"

namespace slipstick {
namespace {

constexpr double smallestPivot = 1e-10;         // of gradients scaled to a largest entry of 1
constexpr double smallestShare = 1e-6;          // of an equation in a combination
constexpr double smallestContradiction = 1e-6;  // m or rad; initial values have that many digits

struct Row {
  int pivot;
  std::vector<std::pair<int, double>> entries;  // scaled to 1 at the pivot
};

/// An equation that follows from others.
struct Dependent {
  int equation;
  std::vector<int> others;
  double contradiction;
};

class Elimination {
 public:
  Elimination(int columns, int equations) : columns_(columns), work_(columns + 2 + equations), rowAt_(columns, -1) {}

  /// The next equation with its gradient and its values at position level and at the level that is solved.
  void add(int equation, const std::vector<std::pair<int, double>>& gradient, double position, double value) {
    double scale = 0;
    for (const auto& [column, entry] : gradient) addTo(column, entry);
    for (const int column : touched_) scale = std::max(scale, std::abs(work_[column]));
    if (scale > 0)
      for (const int column : touched_) work_[column] /= scale;
    addTo(columns_, position / (scale > 0 ? scale : 1)), addTo(columns_ + 1, value / (scale > 0 ? scale : 1));
    addTo(columns_ + 2 + equation, 1);
    while (!pending_.empty()) {
      const Row& row = rows_[*pending_.begin()];
      pending_.erase(pending_.begin());
      const double factor = work_[row.pivot];
      if (factor == 0) continue;
      for (const auto& [column, entry] : row.entries) addTo(column, -factor * entry);
      work_[row.pivot] = 0;
    }
    int pivot = -1;
    for (const int column : touched_)
      if (column < columns_ && std::abs(work_[column]) > (pivot < 0 ? smallestPivot : std::abs(work_[pivot]))) pivot = column;
    if (pivot >= 0)
      keep(pivot);
    else
      report(equation);
    for (const int column : touched_) work_[column] = 0;
    touched_.clear();
  }
  const std::vector<Dependent>& dependents() const { return dependents_; }

 private:
  void addTo(int column, double value) {
    if (work_[column] == 0) {
      touched_.push_back(column);
      if (column < columns_ && rowAt_[column] >= 0) pending_.insert(rowAt_[column]);
    }
    work_[column] += value;
  }
  void keep(int pivot) {
    Row row{pivot, {}};
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    for (const int column : touched_)
      if (work_[column] != 0) row.entries.push_back({column, work_[column] / work_[pivot]});
    rowAt_[pivot] = static_cast<int>(rows_.size());
    rows_.push_back(std::move(row));
  }
  void report(int equation) {
    Dependent dependent{equation, {}, std::max(std::abs(work_[columns_]), std::abs(work_[columns_ + 1]))};
    for (int other = 0; other < equation; ++other)
      if (std::abs(work_[columns_ + 2 + other]) > smallestShare) dependent.others.push_back(other);
    dependents_.push_back(std::move(dependent));
  }

  int columns_;
  std::vector<double> work_;  // gradient, two values, combination of equations
  std::vector<int> touched_;  // where work_ may be other than zero
  std::vector<int> rowAt_;    // by column: the row with its pivot there
  std::set<int> pending_;     // rows to be subtracted, in their order
  std::vector<Row> rows_;
  std::vector<Dependent> dependents_;
};

/// "'a', 'b' and 'c'"
std::string list(const std::vector<std::string>& names) {
  constexpr std::size_t most = 6;
  std::string text;
  const std::size_t count = names.size() > most ? most - 1 : names.size();
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  if (count < names.size()) text += " and " + std::to_string(names.size() - count) + " more";
  return text;
}

std::string describe(const System& system, const std::vector<Dependent>& dependents, bool contradictory) {
  std::string text;
  const auto addName = [](std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (std::size_t i = 0; i < dependents.size();) {
    const std::string name = system.multiplierOwner(dependents[i].equation);
    std::vector<std::string> others;
    int repeated = 0, equations = 0;
    double contradiction = 0;
    for (; i < dependents.size() && system.multiplierOwner(dependents[i].equation) == name; ++i) {
      ++repeated;
      contradiction = std::max(contradiction, dependents[i].contradiction);
      for (const int other : dependents[i].others) addName(others, system.multiplierOwner(other));
    }
    if (contradictory && contradiction < smallestContradiction) continue;
    for (int k = 0; k < system.multipliers(); ++k)
      if (system.multiplierOwner(k) == name) ++equations;
    const std::string share = equations == 1 ? "the equation of "
                              : repeated == equations
                                  ? "all " + std::to_string(equations) + " equations of "
                                  : std::to_string(repeated) + " of the " + std::to_string(equations) + " equations of ";
    text += text.empty() ? "" : "; ";
    if (others.empty())
      text += share + name +
              (contradictory   ? " cannot hold: nothing there can move"
               : repeated == 1 ? " ties nothing that can move"
                               : " tie nothing that can move");
    else if (contradictory)
      text += share + name + " cannot hold together with " + list(others) + " (off by " + number(contradiction) + ")";
    else
      text += share + name + (repeated == 1 ? " follows from " : " follow from ") + list(others);
  }
  return text;
}

}  // namespace

Redundancy findRedundancy(System& system, const State& state, ConstraintLevel level) {
  const int n = system.coordinates(), m = system.multipliers();
  if (m == 0) return {};
  std::vector<double> forces(n), position(m), values(m);
  system.residual(state, level, 1, forces.data(), values.data());
  system.residual(state, ConstraintLevel::position, 1, forces.data(), position.data());

  TangentFactors factors;
  factors.constraintForce = 0;
  std::vector<MatrixSink::Position> positions;
  system.tangent(factors, MatrixSink::recorder(positions));
  std::vector<int> slots(positions.size());
  for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = static_cast<int>(i);
  std::vector<double> entries(positions.size());
  system.tangent(factors, MatrixSink::sparse(entries.data(), slots.data()));
  std::vector<std::vector<std::pair<int, double>>> gradients(m);
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (positions[i].row >= n && entries[i] != 0) gradients[positions[i].row - n].push_back({positions[i].column, entries[i]});

  Elimination elimination(n + m, m);
  for (int i = 0; i < m; ++i) elimination.add(i, gradients[i], position[i], values[i]);
  const auto& dependents = elimination.dependents();
  if (dependents.empty()) return {};
  const bool contradictory =
      std::any_of(dependents.begin(), dependents.end(), [](const Dependent& one) { return !(one.contradiction < smallestContradiction); });
  const std::string text = describe(system, dependents, contradictory);
  if (contradictory) return {"constraints contradict each other: " + text + ". Deactivate one of them, or make their values agree.", true};
  return {"constraints repeat each other: " + text +
              ". The forces in them are not determined. Deactivate what is not needed, or choose joints that leave more directions free.",
          false};
}

}  // namespace slipstick
