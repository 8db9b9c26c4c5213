// Loaded on demand: few models are assembled before they run.
// Compiled for size: this runs once, before a run.

#include "core/solver/node_motions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "core/math/cholesky.h"

namespace slipstick {
namespace {

constexpr double massless = 1e-6;     // relative to the largest weight in a block, for massless directions
constexpr double strayWeight = 1e-3;  // relative to the largest weight of all, for massless nodes

bool hasEulerParameters(const VariationBlock& block) { return block.directions == 6 && block.size == 7; }

double mapEntry(const VariationBlock& block, int coordinate, int direction) {
  if (block.map.empty()) return coordinate == direction ? 1 : 0;
  return block.map[coordinate * block.directions + direction];
}

}  // namespace

NodeMotions::NodeMotions(const System& system, const State& state, const std::vector<char>& held, Workspace& workspace)
    : system_(system), workspace_(workspace), blockOf_(system.coordinates()), atVelocityLevel_(system.velocityConstraints()) {
  for (VariationBlock& variation : system.variations(state)) {
    Block block;
    static_cast<VariationBlock&>(block) = std::move(variation);
    std::fill_n(blockOf_.begin() + block.first, block.size, static_cast<int>(blocks_.size()));
    block.weight.assign(static_cast<std::size_t>(block.directions) * block.directions, 0.0);
    const bool isHeld = (block.node < static_cast<int>(held.size()) && held[block.node]) || block.first >= system.secondOrderCoordinates();
    if (!isHeld) {
      block.column = size_;
      size_ += block.directions;
    }
    blocks_.push_back(std::move(block));
  }
  weigh(state, workspace);
}

/// Computes the weights of all blocks from the mass matrix at a state.
void NodeMotions::weigh(const State& state, Workspace& workspace) {
  std::vector<double> forces(system_.coordinates()), constraints(system_.multipliers());
  const Evaluation at = system_.residual(state, {}, forces.data(), constraints.data(), workspace);
  TangentFactors factors;
  factors.mass = 1, factors.massOnly = true;
  std::vector<MatrixSink::Position> positions;
  system_.tangent(at, factors, MatrixSink::recorder(positions));
  std::vector<int> slots(positions.size());
  for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = static_cast<int>(i);
  std::vector<double> entries(positions.size());
  system_.tangent(at, factors, MatrixSink::sparse(entries.data(), slots.data()));
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto [row, column] = positions[i];
    Block& block = blocks_[blockOf_[row]];
    if (entries[i] == 0 || blockOf_[row] != blockOf_[column]) continue;
    for (int a = 0; a < block.directions; ++a)
      for (int b = 0; b < block.directions; ++b)
        block.weight[a * block.directions + b] +=
            mapEntry(block, row - block.first, a) * entries[i] * mapEntry(block, column - block.first, b);
  }
  double heaviest = 0;
  const auto largest = [](const Block& block) {
    double most = 0;
    for (int i = 0; i < block.directions; ++i) most = std::max(most, block.weight[i * (block.directions + 1)]);
    return most;
  };
  for (const Block& block : blocks_) heaviest = std::max(heaviest, largest(block));
  if (!(heaviest > 0)) heaviest = 1;
  for (Block& block : blocks_) {
    const double own = largest(block), added = own > 0 ? massless * own : strayWeight * heaviest;
    for (int i = 0; i < block.directions; ++i) block.weight[i * (block.directions + 1)] += added;
    block.factor = block.weight;
    if (factorizeSymmetric(block.factor.data(), block.directions)) continue;
    std::fill(block.weight.begin(), block.weight.end(), 0.0);  // the model's masses are not positive
    for (int i = 0; i < block.directions; ++i) block.weight[i * (block.directions + 1)] = heaviest;
    block.factor = block.weight;
    factorizeSymmetric(block.factor.data(), block.directions);
  }
}

void NodeMotions::look(const State& state) {
  std::vector<VariationBlock> variations = system_.variations(state);
  for (std::size_t i = 0; i < blocks_.size(); ++i) blocks_[i].map = std::move(variations[i].map);
}

/// Finds the positions of constraint gradients in the tangent, for the blocks that move.
void NodeMotions::findParts(const Evaluation& at, const TangentFactors& factors) {
  const int n = system_.coordinates();
  system_.tangent(at, factors, MatrixSink::recorder(positions_));
  slots_.resize(positions_.size());
  parts_.resize(system_.multipliers());
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    slots_[i] = static_cast<int>(i);
    const auto [row, column] = positions_[i];
    if (row < n || column >= n) continue;
    const int number = blockOf_[column];
    if (blocks_[number].column < 0) continue;
    std::vector<Part>& parts = parts_[row - n];
    auto part = std::find_if(parts.begin(), parts.end(), [&](const Part& each) { return each.block == number; });
    if (part == parts.end()) part = parts.insert(part, {number, gradientSize_}), gradientSize_ += blocks_[number].directions;
    places_.push_back({slots_[i], number, column - blocks_[number].first, part->begin});
  }
}

std::vector<ConstraintRow> NodeMotions::rows(const State& state, ConstraintLevel level) {
  const int m = system_.multipliers();
  look(state);
  std::vector<double> forces(system_.coordinates()), values(m);
  const Evaluation at = system_.residual(state, {.level = level}, forces.data(), values.data(), workspace_);
  TangentFactors factors;
  factors.constraintForce = factors.multiplier = 0;
  if (positions_.empty()) findParts(at, factors);
  std::vector<double> entries(positions_.size()), gradients(gradientSize_);
  system_.tangent(at, factors, MatrixSink::sparse(entries.data(), slots_.data()));
  for (const auto& [entry, number, coordinate, begin] : places_) {
    const Block& block = blocks_[number];
    if (entries[entry] == 0) continue;
    for (int j = 0; j < block.directions; ++j) gradients[begin + j] += entries[entry] * mapEntry(block, coordinate, j);
  }
  std::vector<ConstraintRow> result;
  result.reserve(m);
  for (int i = 0; i < m; ++i) {
    if (level == ConstraintLevel::position && atVelocityLevel_[i]) continue;
    result.push_back({i, values[i], 0, {}});
    for (const Part& part : parts_[i]) addPart(blocks_[part.block], gradients.data() + part.begin, result.back());
    ConstraintRow& row = result.back();
    row.scale = std::sqrt(row.scale);
    if (!(row.scale > 0)) continue;
    row.value /= row.scale;
    for (auto& [column, entry] : row.entries) entry /= row.scale;
  }
  return result;
}

/// Adds a block's part of a gradient in terms of the block's directions, and the square of its length to the scale.
void NodeMotions::addPart(const Block& block, double* part, ConstraintRow& row) {
  // Rotations that preserve the length of Euler parameters do not change their norm, except for rounding.
  if (std::all_of(part, part + block.directions, [](double entry) { return std::abs(entry) < 1e-12; })) return;
  solveLower(block.factor.data(), block.directions, part);
  for (int j = 0; j < block.directions; ++j) {
    row.scale += part[j] * part[j];
    row.entries.push_back({block.column + j, part[j]});
  }
}

std::vector<double> NodeMotions::values(const State& state, ConstraintLevel level) {
  std::vector<double> forces(system_.coordinates()), values(system_.multipliers());
  system_.residual(state, {.level = level}, forces.data(), values.data(), workspace_);
  return values;
}

void NodeMotions::move(const State& from, const std::vector<double>& y, State& to) const {
  std::vector<double> increment(system_.coordinates());
  for (const Block& block : blocks_) {
    if (block.column < 0) continue;
    std::vector<double> z(y.begin() + block.column, y.begin() + block.column + block.directions);
    solveUpper(block.factor.data(), block.directions, z.data());
    for (int i = 0; i < block.size; ++i)
      for (int j = 0; j < block.directions; ++j) increment[block.first + i] += mapEntry(block, i, j) * z[j];
  }
  system_.compose(from.q.data(), increment.data(), to.q.data());
  for (const Block& block : blocks_) {
    if (!hasEulerParameters(block) || block.column < 0) continue;
    const double* reference = system_.reference().data() + block.first + 3;
    double* q = to.q.data() + block.first + 3;
    double square = 0;
    for (int k = 0; k < 4; ++k) square += (reference[k] + q[k]) * (reference[k] + q[k]);
    const double length = std::sqrt(square);
    for (int k = 0; k < 4; ++k) q[k] = (reference[k] + q[k]) / length - reference[k];
  }
}

/// Returns the directions that produce this change of a block's coordinates: the smallest least-squares solution.
std::vector<double> NodeMotions::byDirections(const Block& block, const double* coordinates) const {
  const int d = block.directions;
  std::vector<double> z(d), square(static_cast<std::size_t>(d) * d);
  for (int i = 0; i < block.size; ++i)
    for (int a = 0; a < d; ++a) {
      const double entry = mapEntry(block, i, a);
      z[a] += entry * coordinates[i];
      if (entry != 0)
        for (int b = 0; b < d; ++b) square[a * d + b] += entry * mapEntry(block, i, b);
    }
  if (block.map.empty()) return z;
  if (!factorizeSymmetric(square.data(), d)) return std::vector<double>(d);
  solveLower(square.data(), d, z.data());
  solveUpper(square.data(), d, z.data());
  return z;
}

/// Returns the motion in the block's directions from one state to another.
std::vector<double> NodeMotions::turned(const Block& block, const State& from, const State& to) const {
  std::vector<double> change(block.size);
  const double *a = from.q.data() + block.first, *b = to.q.data() + block.first, *reference = system_.reference().data() + block.first;
  for (int i = 0; i < block.size; ++i) change[i] = b[i] - a[i];
  if (hasEulerParameters(block)) {
    double product = 0;
    for (int k = 3; k < 7; ++k) product += (reference[k] + a[k]) * (reference[k] + b[k]);
    if (product < 0)
      for (int k = 3; k < 7; ++k) change[k] = -(reference[k] + b[k]) - (reference[k] + a[k]);
  }
  for (const int first : system_.lieGroup()) {
    if (first < block.first || first >= block.first + block.size) continue;
    const int k = first - block.first;
    const Vector3 back{-reference[k] - a[k], -reference[k + 1] - a[k + 1], -reference[k + 2] - a[k + 2]};
    const Vector3 turn = composeRotations(back, {reference[k] + b[k], reference[k + 1] + b[k + 1], reference[k + 2] + b[k + 2]});
    for (int i = 0; i < 3; ++i) change[k + i] = turn[i];
  }
  return byDirections(block, change.data());
}

std::vector<double> NodeMotions::towards(const State& from, const State& to) const {
  std::vector<double> y(size_);
  for (const Block& block : blocks_) {
    if (block.column < 0) continue;
    const int d = block.directions;
    const std::vector<double> z = turned(block, from, to);
    double* out = y.data() + block.column;
    for (int a = 0; a < d; ++a)
      for (int b = a; b < d; ++b) out[a] += block.factor[b * d + a] * z[b];
  }
  return y;
}

double NodeMotions::distance(const State& from, const State& to) const {
  double sum = 0;
  for (const Block& block : blocks_) {
    if (block.column < 0) continue;
    const std::vector<double> z = turned(block, from, to);
    for (int a = 0; a < block.directions; ++a)
      for (int b = 0; b < block.directions; ++b) sum += z[a] * block.weight[a * block.directions + b] * z[b];
  }
  return sum;
}

std::vector<double> NodeMotions::velocities(const State& state) const {
  std::vector<double> all;
  for (const Block& block : blocks_) {
    const std::vector<double> z = byDirections(block, state.q_t.data() + block.first);
    all.insert(all.end(), z.begin(), z.end());
  }
  return all;
}

void NodeMotions::setVelocities(const std::vector<double>& velocities, State& state) const {
  const double* z = velocities.data();
  for (const Block& block : blocks_) {
    if (block.column >= 0)
      for (int i = 0; i < block.size; ++i) {
        double& rate = state.q_t[block.first + i] = 0;
        for (int j = 0; j < block.directions; ++j) rate += mapEntry(block, i, j) * z[j];
      }
    z += block.directions;
  }
}

void NodeMotions::addMotion(const std::vector<double>& y, std::vector<double>& velocities) const {
  double* out = velocities.data();
  for (const Block& block : blocks_) {
    if (block.column >= 0) {
      std::vector<double> z(y.begin() + block.column, y.begin() + block.column + block.directions);
      solveUpper(block.factor.data(), block.directions, z.data());
      for (int j = 0; j < block.directions; ++j) out[j] += z[j];
    }
    out += block.directions;
  }
}

}  // namespace slipstick
