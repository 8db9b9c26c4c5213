// LU factors of small sparse matrices by a schedule that is found once.
#pragma once

#include <vector>

#include "core/system/bytes.h"
#include "core/system/matrix_sink.h"

namespace slipstick {

/// Row by row on the pattern of the factors, which the first matrix decides: its pivots are those that fill least among the large ones of
/// their columns (Markowitz, The elimination form of the inverse and its application to linear programming, 1957). Later matrices keep
/// order and pattern, so that factors and solutions take one pass over their numbers without a search. Every factorization watches its
/// pivots: where one has become weak, the order is given up, and the matrix has to be assembled twice more, to find a new order and to
/// follow it.
class ScheduledLu {
 public:
  enum class Outcome { done, reordered, singular };

  /// Takes the places of the entries (repeated ones count once); as SparseLu, though it needs no number of the first multiplier.
  void analyse(int size, const std::vector<MatrixSink::Position>& positions, int firstMultiplier = 0);
  bool analysed() const { return size_ >= 0; }
  /// Where assembly puts the entries: set to zero here; slots()[n] is the place of the n-th position. Both change when reordered.
  double* clear();
  const int* slots() const { return slots_.data(); }
  /// Factorises what was assembled. After `reordered` it has to be assembled again, with the new slots.
  Outcome factorize();
  /// Replaces the right-hand side by the solution.
  void solve(double* x);
  /// After `singular`: an unknown for which no pivot was found.
  int singularUnknown() const { return singular_; }

  /// Numbers of the factors, and how often an order was found: for tests and benchmarks.
  std::size_t stored() const { return values_.size(); }
  int orders() const { return orders_; }
  /// Bytes that a copy takes beside itself.
  std::size_t bytes() const { return bytesOf(entries_, entryOf_, slots_, rowAt_, columnAt_, rows_, columns_, values_, inverse_, work_); }

 private:
  struct Row {
    int begin, diagonal, end;  // in columns_ and values_: factors below the diagonal, the pivot, what is to its right
  };

  bool findOrder();
  void layout(const std::vector<std::vector<int>>& fill);
  void dropOrder();

  int size_ = -1;
  std::vector<MatrixSink::Position> entries_;  // by rows
  std::vector<int> entryOf_;                   // of a position
  std::vector<int> slots_;
  bool ordered_ = false, tried_ = false;  // tried: the order held for a matrix
  std::vector<int> rowAt_, columnAt_;     // by place in the order: the row and the column of its pivot
  std::vector<Row> rows_;
  std::vector<int> columns_;  // places
  std::vector<double> values_, inverse_, work_;
  int orders_ = 0;
  int singular_ = -1;
};

}  // namespace slipstick
