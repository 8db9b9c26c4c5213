// Damped Gauss-Newton steps in the metric of mass (node_motions.h): the smallest motion y with A y = −c, for rows of length 1, is y =
// −Aᵀ (A Aᵀ + μ)⁻¹ c. The small μ makes redundant rows harmless; a larger one (Levenberg, Marquardt) leads past singular positions. A
// step is only as long as the equations follow their linearisation, so that the path from the drawn position stays on its branch
// (Deuflhard, Newton Methods for Nonlinear Problems, 4.3).
//
// Closed positions then move back towards the drawn ones along the free motions, with a closing step after each, until no free motion
// reduces the distance. If the drawn start does not close, other starts near it, and near the start with the smallest gap, are tried at
// growing distances. (The drawn position may be flat, so that no motion closes the gap to first order.) The starts are always the same.
// These attempts may jump: they accept any step that brings the equations nearer to zero.
//
// Velocities require only linear equations: one more step of the same kind.
//
// A Aᵀ + μ is sparse, and so is its factorisation (normal_equations.h): if joints form few loops, the time of a step is proportional to
// their number. On one core, 1000 random linkages of 4 to 40 bodies (tests/core/solver/assemble.cpp) take about a minute.

// Loaded on demand: few models are assembled before they run.
// Compiled for size: this runs once, before a run.

#include "core/solver/assemble.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/math/elementary.h"
#include "core/message/messages.h"
#include "core/model/analysis.h"
#include "core/solver/equation_scales.h"
#include "core/solver/node_motions.h"
#include "core/solver/normal_equations.h"

namespace slipstick {
namespace {

using Rows = std::vector<ConstraintRow>;

constexpr double leastDamping = 1e-11, mostDamping = 10;
constexpr double trusted = 0.5;  // allowed deviation after a step, as a fraction of the predicted change
constexpr double shortestStep = 1.0 / 512;
constexpr double closedGap = 1e-9;  // m or rad, for a model of 1 m
constexpr int mostSteps = 150;      // limit of closing steps
constexpr int mostReturns = 60;     // limit of moves towards the drawn position
constexpr double heldBack = 1e-3;   // weight of the constraint that collects the whole gap

double length(const std::vector<double>& x) {
  double sum = 0;
  for (const double each : x) sum += each * each;
  return std::sqrt(sum);
}

/// Factorises with this damping, or with the first tenfold larger one that succeeds.
void damp(NormalEquations& equations, double mu) {
  while (!equations.damp(mu) && mu < mostDamping) mu *= 10;
}

class Assembler {
 public:
  Assembler(const System& system, const State& drawn, const AssembleSettings& settings, Workspace& workspace)
      : system_(system), drawn_(drawn), settings_(settings), motions_(system, drawn, settings.held, workspace) {
    size_ = sizeOf(system, drawn), length_ = lengthScale(system), scales_ = equationScales(system);
  }

  AssembleResult run(State& state) {
    const std::vector<double> velocities = velocitiesOf(drawn_);
    state = drawn_;
    closePositions(state);
    if (!result_.closed) return std::move(result_);
    closeVelocities(state, velocities);
    return std::move(result_);
  }

 private:
  /// Returns the largest equation value at a state; lengths are divided by the model's length if that is below 1 m.
  double gapOf(const Rows& rows) const {
    double gap = 0;
    for (const ConstraintRow& row : rows)
      gap = std::max(gap, std::abs(row.scale > 0 ? row.value * row.scale : row.value) / scales_[row.equation]);
    return std::isfinite(gap) ? gap : HUGE_VAL;
  }
  /// Returns the same in m or rad.
  double largestOf(const State& state) {
    double gap = 0;
    for (const double value : motions_.values(state, ConstraintLevel::position)) gap = std::max(gap, std::abs(value));
    return gap;
  }
  /// Returns the rows of the constraints at position level, without those that no motion changes. Rows of `lighter_` have a smaller
  /// weight.
  Rows positionRows(const State& state, double* gap = nullptr) {
    Rows rows = motions_.rows(state, ConstraintLevel::position);
    if (gap) *gap = gapOf(rows);
    rows.erase(std::remove_if(rows.begin(), rows.end(), [](const ConstraintRow& row) { return !(row.scale > 0); }), rows.end());
    if (!lighter_) return rows;
    for (ConstraintRow& row : rows) {
      if (!(system_.multiplierOwner(row.equation) == *lighter_)) continue;
      row.value *= heldBack, row.scale /= heldBack;
      for (auto& [column, entry] : row.entries) entry *= heldBack;
    }
    return rows;
  }
  void closePositions(State& state) {
    double gap = 0;
    positionRows(state, &gap);
    if (gap <= 1e-12 * size_) {
      result_.closed = true, result_.gap = largestOf(state);
      return;
    }
    double best = HUGE_VAL;
    State nearest = state;
    for (int attempt = 0; attempt <= settings_.attempts; ++attempt) {
      State trial = attempt == 0 ? drawn_ : beside(attempt % 2 == 1 ? drawn_ : nearest, attempt, gap);
      jumps_ = attempt > 0;
      const double left = close(trial);
      if (left < best) best = left, nearest = trial;
      if (left > closedGap * size_) continue;
      result_.attempt = attempt, result_.closed = true;
      jumps_ = false;
      goBack(trial);
      state = trial;
      result_.gap = largestOf(state);
      return;
    }
    jumps_ = false;
    state = nearest;
    tellOpen(state);
  }

  /// Closes from a state, and returns the remaining gap.
  double close(State& state) {
    double damping = jumps_ ? 1e-3 : leastDamping, gap = 0;
    int slow = 0;
    Rows rows = positionRows(state, &gap);
    for (int step = 0; step < mostSteps; ++step) {
      if (gap <= 1e-13 * size_ || rows.empty() || !std::isfinite(gap)) return gap;
      const double before = gap;
      if (!closingStep(rows, state, damping)) return gap;
      ++result_.iterations;
      rows = positionRows(state, &gap);
      slow = gap > 0.98 * before ? slow + 1 : 0;
      if (slow > (jumps_ ? 25 : 12) && !lighter_) return gap;
    }
    return gap;
  }

  /// Takes one step as long as the linearisation is valid. Returns false if no step closes anything.
  bool closingStep(const Rows& rows, State& state, double& damping) {
    NormalEquations equations(rows, motions_.size());
    std::vector<double> values(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) values[i] = -rows[i].value;
    const double before = length(values);
    State next = state;
    for (; damping <= mostDamping; damping *= jumps_ ? 10 : 100) {
      damp(equations, damping);
      const std::vector<double> y = equations.smallest(values), change = equations.change(y);
      const double predicted = length(change);
      if (!(predicted > 1e-9 * before)) return false;  // no motion closes the gap to first order
      std::vector<double> part = y;
      for (double by = 1; by >= (jumps_ ? 0.25 : shortestStep); by /= 2) {
        for (std::size_t i = 0; i < y.size(); ++i) part[i] = by * y[i];
        motions_.move(state, part, next);
        const std::vector<double> after = motions_.values(next, ConstraintLevel::position);
        double miss = 0, left = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
          const double value = after[rows[i].equation] / rows[i].scale, expected = -values[i] + by * change[i];
          miss += (value - expected) * (value - expected), left += value * value;
        }
        const bool isNearer = std::sqrt(left) < before * (jumps_ ? 1 - 1e-3 * by : 1);
        if (!isNearer || !(jumps_ || std::sqrt(miss) <= trusted * by * predicted)) continue;
        state = next;
        damping = by == 1 ? std::max(damping / (jumps_ ? 10 : 100), leastDamping) : damping;
        return true;
      }
    }
    damping = leastDamping;
    return false;
  }

  /// Moves from closed positions towards the drawn ones, as far as the free motions allow.
  void goBack(State& state) {
    for (int turn = 0; turn < mostReturns; ++turn) {
      const Rows rows = positionRows(state);
      std::vector<double> y = motions_.towards(state, drawn_);
      const double all = length(y);
      if (!(all > 1e-12 * size_)) return;
      if (!rows.empty()) {
        NormalEquations equations(rows, motions_.size());
        damp(equations, leastDamping);
        const std::vector<double> locked = equations.smallest(equations.change(y));
        for (std::size_t i = 0; i < y.size(); ++i) y[i] -= locked[i];
      }
      if (!(length(y) > 1e-6 * all)) return;
      if (!returnStep(state, y, motions_.distance(state, drawn_), all)) return;
    }
  }
  bool returnStep(State& state, const std::vector<double>& y, double distance, double all) {
    std::vector<double> part = y;
    const double along = length(y);
    for (double by = 1; by >= 1.0 / 64; by /= 2) {
      for (std::size_t i = 0; i < y.size(); ++i) part[i] = by * y[i];
      State next = state;
      motions_.look(state);
      motions_.move(state, part, next);
      if (close(next) > closedGap * size_) continue;
      motions_.look(next);
      if (!(motions_.distance(next, drawn_) < distance - 0.1 * by * along * along)) continue;
      state = next;
      return along > 1e-9 * all;
    }
    return false;
  }

  /// Returns another start near the given one.
  State beside(const State& start, int attempt, double gap) {
    constexpr double farthest = 2.5;  // rad
    const double amplitude = farthest * (1 + (attempt - 1) % 12) / 12;
    State state = start;
    motions_.look(start);
    std::vector<double> y(motions_.size());
    for (const NodeMotions::Block& block : motions_.blocks()) {
      if (block.column < 0) continue;
      for (int j = 0; j < block.directions; ++j) {
        const bool turns = block.directions == 6 ? j >= 3 : isAngle(block, j);
        const double by = amplitude * (turns ? 1 : gap * length_) * random();
        for (int k = 0; k <= j; ++k) y[block.column + k] += block.factor[j * block.directions + k] * by;
      }
    }
    motions_.move(start, y, state);
    return state;
  }
  bool isAngle(const NodeMotions::Block& block, int coordinate) const {
    const ModelItem& node = system_.model().nodes()[block.node];
    return node.type->coordinateUnit && node.type->coordinateUnit(node.value.get(), coordinate).sameDimension(unit::none);
  }
  /// Returns a reproducible pseudo-random number in −1 … 1 (Knuth's MMIX generator).
  double random() {
    seed_ = seed_ * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<double>(seed_ >> 11) / 4503599627370496.0 - 1;
  }

  /// Returns the velocities of a state by directions.
  std::vector<double> velocitiesOf(const State& state) {
    motions_.look(state);
    return motions_.velocities(state);
  }
  void closeVelocities(State& state, std::vector<double> velocities) {
    Rows rows = motions_.rows(state, ConstraintLevel::velocity);
    const double fastest = std::max(1.0, length(velocities));
    const bool moved = state.q != drawn_.q;
    if (gapOf(rows) <= 1e-12 * size_ * fastest && !moved) {
      result_.moves = true;
      return;
    }
    if (moved) motions_.setVelocities(velocities, state);
    for (int turn = 0; turn < 3; ++turn) {
      rows = motions_.rows(state, ConstraintLevel::velocity);
      rows.erase(std::remove_if(rows.begin(), rows.end(), [](const ConstraintRow& row) { return !(row.scale > 0); }), rows.end());
      if (rows.empty()) break;
      NormalEquations equations(rows, motions_.size());
      damp(equations, leastDamping);
      std::vector<double> values(rows.size());
      for (std::size_t i = 0; i < rows.size(); ++i) values[i] = -rows[i].value;
      motions_.addMotion(equations.smallest(values), velocities);
      motions_.setVelocities(velocities, state);
    }
    const std::vector<double> left = motions_.values(state, ConstraintLevel::velocity);
    result_.moves = std::all_of(left.begin(), left.end(), [&](double value) { return std::abs(value) <= 1e-7 * size_ * fastest; });
    if (result_.moves) return;
    result_.open = openAmong(system_, left, "/s", 1e-7 * size_ * fastest);
    result_.message = "The mechanism closes, but no velocities satisfy all constraints: " + listed(result_.open, messages::staysOpen) + ".";
  }

  /// Reports the remaining gap: one constraint takes as much of it as possible, so that it appears in one place.
  void tellOpen(State& state) {
    std::vector<OpenConstraint> open = openAmong(system_, motions_.values(state, ConstraintLevel::position), "", closedGap * size_);
    if (!open.empty()) {
      lighter_ = open.front().owner;
      State gathered = state;
      close(gathered);
      std::vector<OpenConstraint> fewer = openAmong(system_, motions_.values(gathered, ConstraintLevel::position), "", closedGap * size_);
      lighter_.reset();
      if (!fewer.empty()) open = std::move(fewer), state = gathered;
    }
    result_.gap = largestOf(state);
    result_.open = std::move(open);
    result_.message = messages::doesNotClose({listed(result_.open, messages::staysOpen)});
  }
  const System& system_;
  const State& drawn_;
  const AssembleSettings& settings_;
  NodeMotions motions_;
  double size_ = 1;    // length of a model above 1 m, m
  double length_ = 1;  // length of a model below 1 m, m
  std::vector<double> scales_;
  std::optional<ItemAddress> lighter_;
  bool jumps_ = false;  // whether closing may leave its branch
  std::uint64_t seed_ = 2026;
  AssembleResult result_;
};

AssembleResult assembleNearest(const System& system, State& state, const AssembleSettings& settings, Workspace& workspace) {
  const State drawn = state;
  return Assembler(system, drawn, settings, workspace).run(state);
}
[[maybe_unused]] const bool isThere = (assemble = &assembleNearest, canAssemble = true);

}  // namespace
}  // namespace slipstick
