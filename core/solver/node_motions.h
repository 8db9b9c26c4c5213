// How far everything moves: small motions of nodes, measured by mass, and the constraints as rows on them.
//
// A node moves in its directions δz (displacements and turns in global axes of rigid nodes, coordinates of others; System::variations).
// Its block W of the mass matrix measures them: with W = L Lᵀ the motion is y = Lᵀ δz, and |y|² is twice the kinetic energy of doing it in
// a second. What has no mass counts little. What couples nodes, as in cables, is left out, so that every node has a block of its own.
#pragma once

#include <vector>

#include "core/solver/row_products.h"
#include "core/system/system.h"

namespace slipstick {

/// A constraint equation by y: its gradient, and its value over `scale`.
struct ConstraintRow {
  int equation = 0;
  double value = 0;
  double scale = 0;   // so long was the gradient before it was made one of length 1; 0: nothing there moves
  SparseRow entries;  // zeros too, so that the pattern stays
};

class NodeMotions {
 public:
  struct Block : VariationBlock {
    int column = -1;             // of its first direction; -1: it is held
    std::vector<double> weight;  // W, directions × directions
    std::vector<double> factor;  // L, by rows
  };

  /// Weights are those of masses at `state`. `held`: by node, whether it stays where it is; shorter lists hold no more.
  NodeMotions(const System& system, const State& state, const std::vector<char>& held, Workspace& workspace);

  int size() const { return size_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  /// The constraints at a state: those at position level, or all of them by velocities. What else is asked is asked at this state, until
  /// the next call or the next look().
  std::vector<ConstraintRow> rows(const State& state, ConstraintLevel level);
  /// Asks at this state from now on.
  void look(const State& state);
  /// Values of all equations at a state, over nothing.
  std::vector<double> values(const State& state, ConstraintLevel level);
  /// Goes by y from where rows() was asked, or look().
  void move(const State& from, const std::vector<double>& y, State& to) const;
  /// The motion y to another state.
  std::vector<double> towards(const State& from, const State& to) const;
  /// How far that is, squared, in kg m².
  double distance(const State& from, const State& to) const;
  /// Velocities by z, of blocks one after the other, and back.
  std::vector<double> velocities(const State& state) const;
  void setVelocities(const std::vector<double>& velocities, State& state) const;
  /// Adds y to velocities by z.
  void addMotion(const std::vector<double>& y, std::vector<double>& velocities) const;

 private:
  /// Of the gradient of an equation: where the numbers of a block begin.
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

/// A = L Lᵀ of a matrix by rows, in its lower part. False if it is not positive definite.
bool factorizeSymmetric(double* a, int size);
/// x → L⁻¹ x and x → L⁻ᵀ x.
void solveLower(const double* factor, int size, double* x);
void solveUpper(const double* factor, int size, double* x);

}  // namespace slipstick
