// LU factors of small sparse matrices by a schedule that is computed once.
#pragma once

#include <vector>

#include "core/system/bytes.h"
#include "core/system/matrix_sink.h"

namespace slipstick {

/// LU with a fixed pattern of the factors. The first matrix determines the order: among the large entries of the columns, the pivots
/// with the least fill (Markowitz, The elimination form of the inverse and its application to linear programming, 1957). Later matrices
/// reuse order and pattern, so that factorisation and solution pass once over their entries without searching. Up to four consecutive
/// rows with nearly the same pattern are eliminated together, two entries at a time; zeros fill the differences between their patterns.
/// Every factorisation monitors its pivots. If one has become weak, the order is discarded, and the matrix has to be assembled twice
/// more: once to find a new order and once to factorise.
class ScheduledLu {
 public:
  enum class Outcome { done, reordered, singular };

  /// Takes the places of the entries (repeated ones count once). The interface matches SparseLu; the index of the first multiplier is
  /// not used.
  void analyse(int size, const std::vector<MatrixSink::Position>& positions, int firstMultiplier = 0);
  bool analysed() const { return size_ >= 0; }
  /// Returns the entries for assembly, set to zero; slots()[n] is the index of the n-th position. Both change after reordering.
  double* clear();
  const int* slots() const { return slots_.data(); }
  /// Factorises the assembled matrix. After `reordered` it has to be assembled again, with the new slots.
  Outcome factorize();
  /// Replaces the right-hand side by the solution.
  void solve(double* x);
  /// After `singular`: returns an unknown without a pivot.
  int singularUnknown() const { return singular_; }

  /// Return the number of entries of the factors and the number of orderings: for tests and benchmarks.
  std::size_t stored() const { return values_.size(); }
  int orders() const { return orders_; }
  /// Returns the number of heap bytes that a copy takes.
  std::size_t bytes() const {
    return bytesOf(entries_, entryOf_, slots_, rowAt_, columnAt_, groups_, groupOf_, rests_, columns_, values_, inverse_, work_);
  }

 private:
  template <int rows>
  struct Numbers;
  /// Rows first … first + rows − 1 of the order; rows is 1, 2 or 4. values_ holds as many numbers for each of their columns.
  struct Group {
    int first, rows;
    int begin, diagonal, end;  // in columns_: columns below the diagonal, pivots, columns to the right
    int values;                // in values_: index of its first number
  };
  /// The part of a row to the right of its pivot.
  struct Rest {
    int value, stride;  // in values_: index of the first number, and distance to the next
    int begin, end;     // in columns_
  };

  bool findOrder();
  void layout(const std::vector<std::vector<int>>& fill);
  void dropOrder();
  template <int rows, int count>
  void subtractRows(int first, Numbers<rows>& squares);
  template <int rows>
  bool eliminate(const Group& group);
  template <int rows>
  void solveBelow(const Group& group, const double* x);
  template <int rows>
  void solveAbove(const Group& group);

  int size_ = -1;
  std::vector<MatrixSink::Position> entries_;  // by rows
  std::vector<int> entryOf_;                   // index of the entry of a position
  std::vector<int> slots_;
  bool ordered_ = false, tried_ = false;  // tried_: the order has been used for a matrix
  std::vector<int> rowAt_, columnAt_;     // by place in the order: row and column of the pivot
  std::vector<Group> groups_;
  std::vector<int> groupOf_;  // group of a row
  std::vector<Rest> rests_;   // right part of a row
  std::vector<int> columns_;  // places
  std::vector<double> values_, inverse_;
  std::vector<double> work_;  // the numbers of a group, at the places of its columns; also the right-hand side
  bool weak_ = false;         // the last elimination found a weak pivot
  int orders_ = 0;
  int singular_ = -1;
};

}  // namespace slipstick
