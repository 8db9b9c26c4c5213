// Gradients of all constraints are eliminated one after the other, sparse and with the largest entry of a row as its pivot. The rows are
// extended by the values of the equations and an identity matrix. If a gradient vanishes, these parts show the equations of which it is
// a combination, and whether its value is the same combination of their values. The identity fills along chains, so it is omitted at
// first, until an equation is known to be redundant. Gradients with a small remainder are deferred until all others are eliminated;
// among them, the one with the largest remainder comes first.
//
// Combinations N with Nᵀ C_q = 0 are the loads that joints can exert on each other without moving anything: the multipliers are
// determined only up to N y. Newton's matrix is bordered by the combinations, [A N; Nᵀ 0] (Govaerts, Numerical Methods for Bifurcations
// of Dynamical Equilibria, 3.1). Then increments of the multipliers are orthogonal to N, the smallest that balance, and the residual of
// the equations along N is removed. The other equations satisfy that part: if N was found in a special position, such as a dead centre,
// the defect Nᵀ C grows as the mechanism moves on.
//
// Compiled for size: this runs once in a run.

#include "core/solver/redundancy.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/math/cholesky.h"
#include "core/solver/equation_scales.h"
#include "core/solver/solver.h"

namespace slipstick {
namespace {

// Remainders of gradients scaled to a largest entry of 1.
constexpr double enoughLeft = 1e-2;             // to be a pivot at once
constexpr double nothingLeft = 1e-6;            // an equation is redundant: initial values have about as many digits
constexpr double smallestShare = 1e-6;          // minimum share of an equation in a combination for it to be named
constexpr double rounding = 1e-13;              // of shares
constexpr double smallestContradiction = 1e-6;  // rad, or lengths over the size of the model (equation_scales.h)
constexpr double largestDefect = 1e-5;          // defect of the equations that others satisfy, in the same units

using Entries = std::vector<std::pair<int, double>>;

/// A redundant equation.
struct Dependent {
  int equation;
  std::vector<int> others;
  double contradiction;
  Entries combination;  // of gradients that cancel, including its own; of length 1
};

class Elimination {
 public:
  /// `combines`: whether to compute combinations, at a cost of the square of a chain's length.
  Elimination(int columns, int equations, bool combines)
      : columns_(columns), combines_(combines), work_(columns + 2 + equations), scales_(equations), rowAt_(columns, -1) {}

  /// Adds the next equation with its gradient and its values at position level and at the solved level.
  void add(int equation, const Entries& gradient, double position, double value) {
    double scale = 0;
    for (const auto& [column, entry] : gradient) addTo(column, entry);
    for (const int column : touched_) scale = std::max(scale, std::abs(work_[column]));
    if (!(scale > 0)) scale = 1;
    scales_[equation] = scale;
    for (const int column : touched_) work_[column] /= scale;
    addTo(columns_, position / scale), addTo(columns_ + 1, value / scale);
    if (combines_) addTo(columns_ + 2 + equation, 1);
    reduce();
    const int pivot = largest();
    if (pivot >= 0 && std::abs(work_[pivot]) > enoughLeft)
      keep(pivot);
    else
      waiting_.push_back({equation, take()});
    clear();
  }
  /// Eliminates the deferred gradients. The last `known` of them are treated as redundant even if their remainder is not small enough;
  /// `left` becomes its largest value.
  std::vector<Dependent> finish(int known, double& left) {
    left = 0;
    while (!waiting_.empty()) {
      std::size_t best = 0;
      int bestPivot = -1;
      double most = -1;
      for (std::size_t i = 0; i < waiting_.size(); ++i) {
        put(waiting_[i].entries);
        reduce();
        const int pivot = largest();
        const double size = pivot < 0 ? 0 : std::abs(work_[pivot]);
        if (size > most) most = size, best = i, bestPivot = pivot;
        waiting_[i].entries = take();
        clear();
      }
      const bool follows = most <= nothingLeft || (static_cast<int>(waiting_.size()) <= known && most <= enoughLeft);
      left = most;
      if (follows) break;
      put(waiting_[best].entries);
      keep(bestPivot);
      clear();
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(best));
    }
    std::vector<Dependent> dependents;
    for (const Waiting& row : waiting_) dependents.push_back(describe(row));
    return dependents;
  }

 private:
  struct Row {
    int pivot;
    Entries entries;  // scaled to 1 at the pivot
  };
  struct Waiting {
    int equation;
    Entries entries;
  };

  void addTo(int column, double value) {
    if (work_[column] == 0) {
      touched_.push_back(column);
      if (column < columns_ && rowAt_[column] >= 0) pending_.insert(rowAt_[column]);
    }
    work_[column] += value;
  }
  void put(const Entries& entries) {
    for (const auto& [column, value] : entries) addTo(column, value);
  }
  Entries take() {
    Entries entries;
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    for (const int column : touched_)
      if (work_[column] != 0) entries.push_back({column, work_[column]});
    return entries;
  }
  void clear() {
    for (const int column : touched_) work_[column] = 0;
    touched_.clear(), pending_.clear();
  }
  void reduce() {
    while (!pending_.empty()) {
      const Row& row = rows_[*pending_.begin()];
      pending_.erase(pending_.begin());
      const double factor = work_[row.pivot];
      if (factor == 0) continue;
      for (const auto& [column, entry] : row.entries) addTo(column, -factor * entry);
      work_[row.pivot] = 0;
    }
  }
  int largest() const {
    int pivot = -1;
    for (const int column : touched_)
      if (column < columns_ && work_[column] != 0 && (pivot < 0 || std::abs(work_[column]) > std::abs(work_[pivot]))) pivot = column;
    return pivot;
  }
  void keep(int pivot) {
    Row row{pivot, take()};
    const double value = work_[pivot];
    for (auto& [column, entry] : row.entries) entry /= value;
    rowAt_[pivot] = static_cast<int>(rows_.size());
    rows_.push_back(std::move(row));
  }
  Dependent describe(const Waiting& row) const {
    Dependent dependent{row.equation, {}, 0, {}};
    double square = 0;
    for (const auto& [column, value] : row.entries) {
      if (column < columns_) continue;
      if (column < columns_ + 2) {
        dependent.contradiction = std::max(dependent.contradiction, std::abs(value));
        continue;
      }
      const int equation = column - columns_ - 2;
      if (equation != row.equation && std::abs(value) > smallestShare) dependent.others.push_back(equation);
      if (std::abs(value) < rounding && equation != row.equation) continue;
      const double share = value / scales_[equation];  // of the unscaled gradients
      dependent.combination.push_back({equation, share});
      square += share * share;
    }
    for (auto& [equation, share] : dependent.combination) share /= std::sqrt(square);
    return dependent;
  }

  int columns_;
  bool combines_;
  std::vector<double> work_;    // gradient, two values, combination of equations
  std::vector<double> scales_;  // largest entries of the gradients
  std::vector<int> touched_;    // indices at which work_ may be nonzero
  std::vector<int> rowAt_;      // by column: the row with its pivot there
  std::set<int> pending_;       // rows to be subtracted, in order
  std::vector<Row> rows_;
  std::vector<Waiting> waiting_;  // gradients whose remainder was too small for a pivot
};

/// Returns the redundant equations at the evaluated state, in order, and the largest remainder of their gradients.
std::vector<Dependent> findDependents(const System& system, const Evaluation& at, const double* position, const double* values, int known,
                                      double* most = nullptr) {
  const int n = system.coordinates(), m = system.multipliers();
  TangentFactors factors;
  factors.constraintForce = 0;
  std::vector<MatrixSink::Position> positions;
  system.tangent(at, factors, MatrixSink::recorder(positions));
  std::vector<int> slots(positions.size());
  for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = static_cast<int>(i);
  std::vector<double> entries(positions.size());
  system.tangent(at, factors, MatrixSink::sparse(entries.data(), slots.data()));
  std::vector<Entries> gradients(m);
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (positions[i].row >= n && entries[i] != 0) gradients[positions[i].row - n].push_back({positions[i].column, entries[i]});
  double left = 0;
  const auto eliminate = [&](bool combines) {
    Elimination elimination(n + m, m, combines);
    for (int i = 0; i < m; ++i) elimination.add(i, gradients[i], position[i], values[i]);
    return elimination.finish(known, left);
  };
  std::vector<Dependent> dependents = eliminate(known > 0);
  if (known == 0 && !dependents.empty()) dependents = eliminate(true);
  if (most) *most = left;
  std::sort(dependents.begin(), dependents.end(), [](const Dependent& a, const Dependent& b) { return a.equation < b.equation; });
  return dependents;
}

/// "'a', 'b' and 'c'"
std::string list(const std::vector<std::string>& names) {
  constexpr std::size_t most = 6;
  std::string text;
  const std::size_t count = names.size() > most ? most - 1 : names.size();
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  if (count < names.size()) text += " and " + std::to_string(names.size() - count) + " more";
  return text;
}

bool isContradiction(const Dependent& dependent, const std::vector<double>& scales) {
  return !(dependent.contradiction < smallestContradiction * scales[dependent.equation]);
}

std::string describe(const System& system, const std::vector<Dependent>& dependents, bool contradictory) {
  const std::vector<double> scales = equationScales(system);
  std::string text;
  const auto addName = [](std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (std::size_t i = 0; i < dependents.size();) {
    const ItemAddress owner = system.multiplierOwner(dependents[i].equation);
    const std::string name = system.multiplierOwnerName(dependents[i].equation);
    std::vector<std::string> others;
    int repeated = 0, equations = 0;
    double contradiction = 0;
    bool isContradictory = false;
    for (; i < dependents.size() && system.multiplierOwner(dependents[i].equation) == owner; ++i) {
      ++repeated;
      contradiction = std::max(contradiction, dependents[i].contradiction);
      isContradictory |= isContradiction(dependents[i], scales);
      for (const int other : dependents[i].others) addName(others, system.multiplierOwnerName(other));
    }
    if (contradictory && !isContradictory) continue;
    for (int k = 0; k < system.multipliers(); ++k)
      if (system.multiplierOwner(k) == owner) ++equations;
    const std::string share = equations == 1 ? "the equation of "
                              : repeated == equations
                                  ? "all " + std::to_string(equations) + " equations of "
                                  : std::to_string(repeated) + " of the " + std::to_string(equations) + " equations of ";
    text += text.empty() ? "" : "; ";
    if (others.empty())
      text += share + name +
              (contradictory   ? " cannot be satisfied: its parts cannot move"
               : repeated == 1 ? " acts only on parts that cannot move"
                               : " act only on parts that cannot move");
    else if (contradictory)
      text += share + name + " cannot be satisfied together with " + list(others) + " (off by " + number(contradiction) + ")";
    else
      text += share + name + (repeated == 1 ? " follows from " : " follow from ") + list(others);
  }
  return text;
}

}  // namespace

Redundancy findRedundancy(const System& system, const State& state, ConstraintLevel level, Workspace& workspace) {
  const int n = system.coordinates(), m = system.multipliers();
  if (m == 0) return {};
  std::vector<double> forces(n), position(m), values(m);
  system.residual(state, {.level = level}, forces.data(), values.data(), workspace);
  const Evaluation at = system.residual(state, {}, forces.data(), position.data(), workspace);
  const std::vector<Dependent> dependents = findDependents(system, at, position.data(), values.data(), 0);
  if (dependents.empty()) return {};
  const std::vector<double> scales = equationScales(system);
  const bool contradictory =
      std::any_of(dependents.begin(), dependents.end(), [&](const Dependent& one) { return isContradiction(one, scales); });
  const std::string text = describe(system, dependents, contradictory);
  if (contradictory)
    return {"constraints contradict each other: " + text + ". Deactivate one constraint, or make their values agree.", "", text, true};
  return {"constraints are redundant: " + text +
              ". Their reaction forces are undetermined. Deactivate some, or choose joints that leave more directions free.",
          "Constraints are redundant, so they can share their load in more than one way: " + text +
              ". The run uses the smallest reaction forces that balance.",
          text, false};
}

namespace {

/// Extends a combination with zeros for the equations of the previous one, so that the pattern of the matrix remains the same. Returns
/// false if it has other equations.
bool keepPlaces(const Entries& before, Entries& now) {
  const auto order = [](const auto& a, const auto& b) { return a.first < b.first; };
  if (!std::includes(before.begin(), before.end(), now.begin(), now.end(), order)) return false;
  Entries all = before;
  auto next = now.begin();
  for (auto& [equation, share] : all) share = next != now.end() && next->first == equation ? (next++)->second : 0;
  now = std::move(all);
  return true;
}

}  // namespace

SharedLoads::SharedLoads(const System& system, ConstraintLevel level, Workspace& workspace)
    : system_(system), workspace_(workspace), level_(level), scales_(equationScales(system)) {}

bool SharedLoads::find(const State& state, int known) {
  const int n = system_.coordinates(), m = system_.multipliers();
  std::vector<double> forces(n), values(m);
  const Evaluation at = system_.residual(state, {.level = level_}, forces.data(), values.data(), workspace_);
  std::vector<Entries> before;
  before.swap(combinations_);
  for (Dependent& dependent : findDependents(system_, at, values.data(), values.data(), known))
    combinations_.push_back(std::move(dependent.combination));
  const int k = count();
  bool changed = before.size() != combinations_.size();
  for (int i = 0; i < k && !changed; ++i) changed = !keepPlaces(before[i], combinations_[i]);
  products_.assign(static_cast<std::size_t>(k) * k, 0.0);
  std::vector<double> dense(m, 0.0);
  for (int i = 0; i < k; ++i) {
    for (const auto& [equation, share] : combinations_[i]) dense[equation] = share;
    for (int j = 0; j <= i; ++j) {
      double sum = 0;
      for (const auto& [equation, share] : combinations_[j]) sum += share * dense[equation];
      products_[i * k + j] = sum;
    }
    for (const auto& [equation, share] : combinations_[i]) dense[equation] = 0;
  }
  factorizeSymmetric(products_.data(), k);  // each combination is independent by its own equation
  shares_.assign(k, 0.0);
  return changed;
}

double SharedLoads::left(const State& state, int* count) {
  const int n = system_.coordinates(), m = system_.multipliers();
  std::vector<double> forces(n), values(m);
  const Evaluation at = system_.residual(state, {.level = level_}, forces.data(), values.data(), workspace_);
  double left = 0;
  const std::vector<Dependent> found = findDependents(system_, at, values.data(), values.data(), m, &left);
  if (count) *count = static_cast<int>(found.size());
  return found.empty() ? 1 : left;
}

double SharedLoads::leaveOut(double* equations) {
  const int k = count();
  if (k == 0) return 0;
  for (int i = 0; i < k; ++i) {
    shares_[i] = 0;
    for (const auto& [equation, share] : combinations_[i]) shares_[i] += share * equations[equation];
  }
  solveLower(products_.data(), k, shares_.data());
  solveUpper(products_.data(), k, shares_.data());
  double largest = 0;
  for (int i = k - 1; i >= 0; --i) {
    for (const auto& [equation, share] : combinations_[i]) {
      equations[equation] -= shares_[i] * share;
      largest = std::max(largest, std::abs(shares_[i] * share) / scales_[equation]);
    }
  }
  return largest;
}

bool SharedLoads::holds(double defect) { return defect < largestDefect; }

void SharedLoads::addBorder(MatrixSink& sink) const {
  const int n = system_.coordinates(), first = system_.unknowns();
  for (int i = 0; i < count(); ++i)
    for (const auto& [equation, share] : combinations_[i]) {
      const int row = n + equation, column = first + i;
      sink.add(row, column, share);
      sink.add(column, row, share);
    }
}

}  // namespace slipstick
