// LU factors of sparse matrices with a constant pattern, in memory that is allocated once.
#pragma once

#include <vector>

#include "core/system/bytes.h"
#include "core/system/matrix_sink.h"

namespace slipstick {

/// Multifrontal LU on the pattern of A + Aᵀ (Duff, Reid, The multifrontal solution of indefinite sparse symmetric linear equations,
/// 1983).
///
/// Unknowns with equal neighbours (the coordinates of a node) form blocks. Blocks are ordered by minimum degree, with multipliers after
/// the coordinates that they constrain. Each block, or several of them, is a front: a small dense matrix of its pivots and of the later
/// unknowns coupled to them (its border). Rows are exchanged among the pivots of a front. If a front has no sufficiently large pivot, it
/// joins its parent, which offers more rows, and the matrix has to be assembled again. In the extreme case one dense matrix with partial
/// pivoting remains. Large fronts accept weaker pivots before they join; solutions are then refined. Unconnected parts of the pattern
/// have separate trees; small parts are one front. Of a border, only unknowns with entries in the current matrix are computed, so that
/// potential couplings of open contacts cost next to nothing.
class SparseLu {
 public:
  enum class Outcome { done, reordered, singular };

  /// Orders a matrix with entries at `positions` (repeated ones count once). Unknowns from `firstMultiplier` on are multipliers.
  void analyse(int size, std::vector<MatrixSink::Position> positions, int firstMultiplier);
  bool analysed() const { return size_ >= 0; }
  /// Returns the entries for assembly, set to zero; slots()[n] is the index of the n-th position. Both change after reordering.
  double* clear();
  const int* slots() const { return slots_.data(); }
  /// Factorises the assembled matrix. After `reordered` it has to be assembled again, with the new slots.
  Outcome factorize();
  /// Replaces the right-hand side by the solution.
  void solve(double* x);
  /// After `singular`: returns the unknown without a pivot.
  int singularUnknown() const { return singular_; }

  /// Return the number of entries of the factors and the size of the largest front: for tests and benchmarks.
  std::size_t stored() const { return values_.size(); }
  /// Returns how many of these entries the last factorize() computed.
  std::size_t used() const;
  int largestFront() const { return largestFront_; }
  int fronts() const { return static_cast<int>(fronts_.size()); }
  /// Returns the number of heap bytes that a copy takes.
  std::size_t bytes() const;

 private:
  /// A node of the elimination tree, in terms of blocks; the layout is derived from it.
  struct Node {
    std::vector<int> pivots, border;  // blocks
    int parent = -1;                  // a later node
    bool joined = false;              // its pivots now belong to a later node
  };
  /// A front, in terms of positions in the order of elimination.
  struct Front {
    int node;
    int first, pivots;         // unknowns that it eliminates
    int border, borderSize;    // in borders_: positions of the unknowns that its contribution affects
    int parentRows;            // in parentRows_: positions of the border in the parent
    int inParentPivots;        // how many of them are pivots there
    int firstChild, sibling;   // fronts, -1: none
    std::size_t lower, upper;  // in values_: (pivots + border) × pivots and pivots × border, by columns
    std::size_t contribution;  // in contributions_: border × border, by columns; the first live × live entries are used
    int live;                  // number of currently nonzero unknowns of the border; first in liveBorders_ and liveRows_
    int liveInParentPivots;    // how many of them are pivots in the parent
    bool inLine;               // the border follows the pivots in the order of elimination
    bool inOrder;              // the rows of pivots were not exchanged
  };
  enum class Pivoting : char { fine, weak, waiting, singular };

  std::vector<std::vector<int>> findBlocks(int firstMultiplier);
  void order(const std::vector<std::vector<int>>& neighbours, const std::vector<char>& isMultiplier);
  int weight(const std::vector<int>& blocks) const;
  void join(int node, int parent);
  void joinAlike();
  void joinSmallParts();
  void joinWeak();
  int parentOf(int node) const;
  void layout();
  std::vector<int> childrenFirst() const;
  void numberUnknowns(const std::vector<int>& sequence);
  std::size_t placeFactors();
  int rowIn(const Front& front, int position) const;
  void linkFronts();
  std::size_t placeContributions();
  int slot(int row, int column) const;
  void findLive(Front& front);
  void assemble(Front& front);
  Pivoting eliminatePivots(Front& front);
  void eliminateBorder(const Front& front, const double* columns);
  void keepEntries();
  void solveOnce(double* x);
  double* packForward(const Front& front, double* to) const;
  double* packBack(const Front& front, double* to) const;

  int size_ = -1;
  std::vector<MatrixSink::Position> pattern_;
  std::vector<std::vector<int>> blocks_;  // unknowns of each block
  std::vector<Node> nodes_;
  std::vector<int> place_, frontOf_;  // position of an unknown in the order; front of a position
  std::vector<Front> fronts_;
  std::vector<int> borders_, parentRows_, slots_, pivotRows_;
  std::vector<int> liveBorders_, liveRows_, liveNumber_;       // as borders_ and parentRows_; index among the live unknowns of a front
  std::vector<double> values_, contributions_, work_, front_;  // front_: entries of the current front
  std::vector<double> packed_;                                 // the factors, in the order of access
  std::vector<Pivoting> pivoting_;                             // pivoting state of a front; waiting: a front below it is weak
  struct Entry {
    MatrixSink::Position at;
    double value;
  };
  std::vector<Entry> entries_;  // entries of the matrix, if solutions may be refined
  std::vector<double> right_;
  bool poor_ = false;     // some pivots of the factors are weak
  bool refines_ = false;  // pivots have been weak before
  int joinedLevels_ = 1;
  int largestFront_ = 0;
  int singular_ = -1;
};

}  // namespace slipstick
