// Distances between states: small motions of nodes, measured by mass, and the constraints as rows on them.
//
// A node moves in its directions δz: displacements and rotations in global axes for rigid nodes, coordinates for others
// (System::variations). Its block W of the mass matrix is the metric: with W = L Lᵀ the motion is y = Lᵀ δz, and |y|² is twice the
// kinetic energy of performing it in one second. Massless directions have a small weight. Coupling between nodes, as in cables, is
// neglected, so that every node has its own block.
#pragma once

#include <utility>
#include <vector>

#include "core/system/system.h"

namespace slipstick {

/// A constraint equation in y: its gradient, and its value divided by `scale`.
struct ConstraintRow {
  int equation = 0;
  double value = 0;
  double scale = 0;                             // length of the gradient before normalisation; 0: no motion changes the equation
  std::vector<std::pair<int, double>> entries;  // column and value
};

class NodeMotions {
 public:
  struct Block : VariationBlock {
    int column = -1;             // of its first direction; -1: the node is fixed
    std::vector<double> weight;  // W, directions × directions
    std::vector<double> factor;  // L, by rows
  };

  /// Weights are the masses at `state`. `held`: by node, whether it is fixed; nodes beyond the end of the list are free.
  NodeMotions(const System& system, const State& state, const std::vector<char>& held, Workspace& workspace);

  int size() const { return size_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  /// Returns the constraints at a state: those at position level, or all of them in terms of velocities. Later queries refer to this
  /// state, until the next call of rows() or look().
  std::vector<ConstraintRow> rows(const State& state, ConstraintLevel level);
  /// Makes later queries refer to this state.
  void look(const State& state);
  /// Returns the unscaled values of all equations at a state.
  std::vector<double> values(const State& state, ConstraintLevel level);
  /// Moves by y from the state of the last rows() or look().
  void move(const State& from, const std::vector<double>& y, State& to) const;
  /// Returns the motion y to another state.
  std::vector<double> towards(const State& from, const State& to) const;
  /// Returns the squared length of that motion, in kg m².
  double distance(const State& from, const State& to) const;
  /// Returns the velocities in z, block by block; the second function converts back.
  std::vector<double> velocities(const State& state) const;
  void setVelocities(const std::vector<double>& velocities, State& state) const;
  /// Adds y to velocities in z.
  void addMotion(const std::vector<double>& y, std::vector<double>& velocities) const;

 private:
  /// The start of a block's entries in the gradient of an equation.
  struct Part {
    int block, begin;
  };
  /// An entry of the tangent that belongs to a part.
  struct Place {
    int entry, block, coordinate, begin;
  };

  void weigh(const State& state, Workspace& workspace);
  void findParts(const Evaluation& at, const TangentFactors& factors);
  static void addPart(const Block& block, double* part, ConstraintRow& row);
  std::vector<double> turned(const Block& block, const State& from, const State& to) const;
  std::vector<double> byDirections(const Block& block, const double* coordinates) const;

  const System& system_;
  Workspace& workspace_;
  std::vector<Block> blocks_;
  std::vector<int> blockOf_;  // by coordinate
  std::vector<char> atVelocityLevel_;
  int size_ = 0;
  std::vector<MatrixSink::Position> positions_;  // of the tangent
  std::vector<int> slots_;
  std::vector<std::vector<Part>> parts_;  // by equation
  std::vector<Place> places_;
  int gradientSize_ = 0;
};

}  // namespace slipstick
