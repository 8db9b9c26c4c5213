// LU factors of sparse matrices whose pattern stays, in memory taken once.
#pragma once

#include <vector>

#include "core/system/bytes.h"
#include "core/system/matrix_sink.h"

namespace slipstick {

/// Multifrontal LU on the pattern of A + Aᵀ (Duff, Reid, The multifrontal solution of indefinite sparse symmetric linear equations, 1983).
///
/// Unknowns with equal neighbours (the coordinates of a node) form blocks, ordered by minimum degree, multipliers after the coordinates
/// that they tie. Each block, or several of them, is a front: a small dense matrix of its pivots and of the later unknowns they touch
/// (its border). Rows are exchanged within the pivots of a front. Where no pivot of a front is large enough, the front joins its parent,
/// which has more rows to choose from, and the matrix has to be assembled anew; at the end of this stands one dense matrix with
/// partial pivoting. Large fronts take weaker pivots before they join, and solutions are refined then. Parts of the pattern that do not
/// touch each other have trees of their own; small parts are one front. Of a border only the unknowns are computed that have entries this
/// time: what an open contact could couple costs next to nothing.
class SparseLu {
 public:
  enum class Outcome { done, reordered, singular };

  /// Orders a matrix with entries at `positions` (repeated ones count once). Unknowns from `firstMultiplier` on are multipliers.
  void analyse(int size, std::vector<MatrixSink::Position> positions, int firstMultiplier);
  bool analysed() const { return size_ >= 0; }
  /// Where assembly puts the entries: set to zero here; slots()[n] is the place of the n-th position. Both change when reordered.
  double* clear();
  const int* slots() const { return slots_.data(); }
  /// Factorises what was assembled. After `reordered` it has to be assembled again, with the new slots.
  Outcome factorize();
  /// Replaces the right-hand side by the solution.
  void solve(double* x);
  /// After `singular`: the unknown for which no pivot was found.
  int singularUnknown() const { return singular_; }

  /// Numbers stored for the factors, and unknowns of the largest front: for tests and benchmarks.
  std::size_t stored() const { return values_.size(); }
  /// How many of them were not left out by the last factorize().
  std::size_t used() const;
  int largestFront() const { return largestFront_; }
  int fronts() const { return static_cast<int>(fronts_.size()); }
  /// Bytes that a copy takes beside itself.
  std::size_t bytes() const;

 private:
  /// In terms of blocks: what the layout is made from.
  struct Node {
    std::vector<int> pivots, border;  // blocks
    int parent = -1;                  // a later node
    bool joined = false;              // its pivots belong to a later node now
  };
  /// In terms of positions in the order of elimination.
  struct Front {
    int node;
    int first, pivots;         // unknowns that it eliminates
    int border, borderSize;    // in borders_: positions of unknowns that it passes on to
    int parentRows;            // in parentRows_: where the border stands in the parent
    int inParentPivots;        // how many of those are pivots there
    int firstChild, sibling;   // fronts, -1: none
    std::size_t lower, upper;  // in values_: (pivots + border) × pivots and pivots × border, by columns
    std::size_t contribution;  // in contributions_: border × border, by columns; live × live of it are used
    int live;                  // unknowns of the border that are not zero this time, first in liveBorders_ and liveRows_
    int liveInParentPivots;    // how many of those are pivots in the parent
    bool inLine;               // they follow the pivots, in the order of elimination
    bool inOrder;              // no rows of pivots were exchanged
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
  std::vector<int> place_, frontOf_;  // of an unknown: position in the order; of a position: its front
  std::vector<Front> fronts_;
  std::vector<int> borders_, parentRows_, slots_, pivotRows_;
  std::vector<int> liveBorders_, liveRows_, liveNumber_;  // as borders_ and parentRows_; of a border in work: number among the live ones
  std::vector<double> values_, contributions_, work_, front_;  // front_: numbers of a front in work
  std::vector<double> packed_;                                 // the factors, in the order in which they are read
  std::vector<Pivoting> pivoting_;                             // of a front; waiting: a front below it is weak
  struct Entry {
    MatrixSink::Position at;
    double value;
  };
  std::vector<Entry> entries_;  // of the matrix, where solutions may be refined
  std::vector<double> right_;
  bool poor_ = false;     // the factors: some pivots are weak
  bool refines_ = false;  // they were so once
  int joinedLevels_ = 1;
  int largestFront_ = 0;
  int singular_ = -1;
};

}  // namespace slipstick
