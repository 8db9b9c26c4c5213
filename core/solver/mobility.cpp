// The gradients of all constraints with respect to motions of nodes (node_motions.h), scaled to length 1, are decomposed with column
// exchanges. Their rank is the number of independent equations; the vectors orthogonal to them are the free motions. Elimination with
// the largest pivots turns each free motion into a motion of as few bodies as possible, with one body as its reference.

// Loaded on demand: few models are assembled before they run.

#include "core/solver/mobility.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/math/eigen.h"
#include "core/model/drawing.h"
#include "core/solver/linear_solver.h"
#include "core/solver/node_motions.h"
#include "core/solver/redundancy.h"

namespace slipstick {
namespace {

constexpr double nothingLeft = 1e-6;  // remainder of a gradient of length 1
constexpr int mostMotions = 8;        // that are reported
constexpr double still = 1e-7;        // relative to the largest rate

std::string axisName(const Vector3& direction) {
  const double length = std::sqrt(dot(direction, direction));
  const char* const names[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i)
    if (std::abs(direction[i]) > (1 - 1e-9) * length) return names[i];
  char text[80];
  std::snprintf(text, sizeof text, "(%.3g, %.3g, %.3g)", direction.x / length + 0.0, direction.y / length + 0.0,
                direction.z / length + 0.0);
  return text;
}

std::string quoted(const std::string& name) { return "'" + name + "'"; }

std::string counted(int count, const char* one, const char* several) { return std::to_string(count) + " " + (count == 1 ? one : several); }

class Finder {
 public:
  Finder(const System& system, const State& state, Workspace& workspace)
      : system_(system), state_(state), workspace_(workspace), motions_(system, state, {}, workspace), names_(partNames(system.model())) {}

  Mobility find() {
    std::vector<ConstraintRow> rows = motions_.rows(state_, ConstraintLevel::velocity);
    rows.erase(std::remove_if(rows.begin(), rows.end(), [](const ConstraintRow& row) { return !(row.scale > 0); }), rows.end());
    mobility_.equations = static_cast<int>(rows.size());
    if (std::max(motions_.size(), mobility_.equations) > mostDenseRows) {
      mobility_.degreesOfFreedom = std::max(0, motions_.size() - mobility_.equations);
      mobility_.text = "The mechanism is too large for a check for redundant constraints: with " + std::to_string(motions_.size()) +
                       " motions and " + std::to_string(mobility_.equations) + " equations it has at least " +
                       counted(mobility_.degreesOfFreedom, "degree", "degrees") + " of freedom.";
      return std::move(mobility_);
    }
    Eigen::MatrixXd gradients = Eigen::MatrixXd::Zero(motions_.size(), mobility_.equations);
    for (int i = 0; i < mobility_.equations; ++i)
      for (const auto& [column, entry] : rows[i].entries) gradients(column, i) = entry;
    const Decomposition decomposition = decompose(gradients, nothingLeft);
    const int rank = rankOf(decomposition);
    mobility_.degreesOfFreedom = motions_.size() - rank;
    mobility_.redundant = mobility_.equations - rank;
    if (mobility_.redundant > 0) mobility_.redundancy = findRedundancy(system_, state_, ConstraintLevel::position, workspace_).which;
    if (mobility_.degreesOfFreedom > 0 && mobility_.degreesOfFreedom <= mostMotions) findMotions(complement(decomposition));
    mobility_.text = sentences();
    return std::move(mobility_);
  }

 private:
  /// Makes a motion from each column of a basis in y.
  void findMotions(const Eigen::MatrixXd& basis) {
    const int count = static_cast<int>(basis.cols());
    std::vector<std::vector<double>> byDirections;  // z of all blocks
    for (int j = 0; j < count; ++j) {
      std::vector<double> z(motions_.velocities(state_).size());
      motions_.addMotion({basis.col(j).begin(), basis.col(j).end()}, z);
      byDirections.push_back(std::move(z));
    }
    for (int j = 0; j < count; ++j) {
      std::size_t pivot = 0;
      int from = j;
      for (int k = j; k < count; ++k)
        for (std::size_t i = 0; i < byDirections[k].size(); ++i)
          if (std::abs(byDirections[k][i]) > std::abs(byDirections[from][pivot]) * (1 + 1e-9)) from = k, pivot = i;
      std::swap(byDirections[j], byDirections[from]);
      const double value = byDirections[j][pivot];
      for (double& rate : byDirections[j]) rate /= value;
      for (int k = 0; k < count; ++k) {
        const double factor = byDirections[k][pivot];
        if (k == j || factor == 0) continue;
        for (std::size_t i = 0; i < byDirections[k].size(); ++i) byDirections[k][i] -= factor * byDirections[j][i];
      }
      pivots_.push_back(pivot);
    }
    for (int j = 0; j < count; ++j) mobility_.motions.push_back(motion(byDirections[j], pivots_[j]));
  }

  FreeMotion motion(const std::vector<double>& z, std::size_t pivot) const {
    FreeMotion motion;
    State moving = state_;
    motions_.setVelocities(z, moving);
    double largest = 0;
    for (const double rate : z) largest = std::max(largest, std::abs(rate));
    std::size_t first = 0;
    for (const NodeMotions::Block& block : motions_.blocks()) {
      const std::size_t end = first + block.directions;
      const double* rates = z.data() + first;
      const bool moves = std::any_of(rates, rates + block.directions, [&](double rate) { return std::abs(rate) > still * largest; });
      if (moves && block.column >= 0) {
        const bool isMeasure = pivot >= first && pivot < end;
        motion.parts.insert(isMeasure ? motion.parts.begin() : motion.parts.end(), part(block, rates, still * largest));
      }
      first = end;
    }
    motion.rates = std::move(moving.q_t);
    motion.text = words(motion.parts);
    return motion;
  }

  MovingPart part(const NodeMotions::Block& block, const double* rates, double small) const {
    const ModelItem& node = system_.model().nodes()[block.node];
    MovingPart part;
    part.name = names_[block.node];
    const auto rate = [&](int i) { return std::abs(rates[i]) > small ? rates[i] : 0.0; };
    const bool isPoint = (node.type->provides & capability::position) != 0;
    if (block.directions == 6 && !block.map.empty()) {
      for (int i = 0; i < 3; ++i) part.velocity[i] = rate(i), part.angular[i] = rate(3 + i);
    } else if (isPoint && block.directions <= 3) {
      for (int i = 0; i < block.directions; ++i) {
        const bool turns = node.type->coordinateUnit && node.type->coordinateUnit(node.value.get(), i).sameDimension(unit::none);
        (turns ? part.angular.z : part.velocity[i]) = rate(i);
      }
    } else {
      for (int i = 0; i < block.directions; ++i) part.coordinates.push_back(rate(i));
    }
    return part;
  }
  static std::string words(const std::vector<MovingPart>& parts) {
    if (parts.empty()) return "";
    const MovingPart& first = parts[0];
    std::string text = quoted(first.name);
    if (dot(first.angular, first.angular) > 0)
      text += " turns about " + axisName(first.angular);
    else if (dot(first.velocity, first.velocity) > 0)
      text += " moves along " + axisName(first.velocity);
    else
      text += " moves";
    constexpr std::size_t most = 5;
    const std::size_t others = parts.size() - 1, listed = others > most ? most - 1 : others;
    for (std::size_t i = 1; i <= listed; ++i) text += (i == 1 ? ", and with it " : i == others ? " and " : ", ") + quoted(parts[i].name);
    if (listed < others) text += " and " + std::to_string(others - listed) + " more";
    return text;
  }

  std::string sentences() const {
    const int degrees = mobility_.degreesOfFreedom;
    std::string text =
        degrees == 0 ? "0 degrees of freedom: all motion is prescribed" : counted(degrees, "degree of freedom", "degrees of freedom");
    for (std::size_t i = 0; i < mobility_.motions.size(); ++i) text += (i == 0 ? ": " : "; ") + mobility_.motions[i].text;
    text += ".";
    if (mobility_.redundant == 0) return text;
    text += " " + counted(mobility_.redundant, "constraint equation is redundant", "constraint equations are redundant");
    return text + (mobility_.redundancy.empty() ? "." : ": " + mobility_.redundancy + ".");
  }

  const System& system_;
  const State& state_;
  Workspace& workspace_;
  NodeMotions motions_;
  std::vector<std::string> names_;  // names of the parts that move with each node
  std::vector<std::size_t> pivots_;
  Mobility mobility_;
};

}  // namespace

std::vector<std::string> partNames(const Model& model) {
  std::vector<std::string> names(model.nodes().size());
  for (const ModelItem& object : model.objects()) {
    const std::vector<int> nodes = refersTo(object, ItemKind::node);
    if (nodes.size() == 1 && (object.type->provides & capability::position) != 0 && names[nodes[0]].empty()) names[nodes[0]] = object.name;
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].empty()) names[i] = model.nodes()[i].name;
  return names;
}

Mobility findMobility(const System& system, const State& state, Workspace& workspace) { return Finder(system, state, workspace).find(); }

}  // namespace slipstick
