// LU factors of small sparse matrices by a schedule that is found once.
#pragma once

#include <vector>

#include "core/system/bytes.h"
#include "core/system/matrix_sink.h"

namespace slipstick {

/// On the pattern of the factors, which the first matrix decides: its pivots are those that fill least among the large ones of their
/// columns (Markowitz, The elimination form of the inverse and its application to linear programming, 1957). Later matrices keep order and
/// pattern, so that factors and solutions take one pass over their numbers without a search. Up to four rows that follow each other and
/// have nearly the same pattern are eliminated together, two numbers at a time; what they do not have in common are zeros between their
/// numbers. Every factorization watches its pivots: where one has become weak, the order is given up, and the matrix has to be assembled
/// twice more, to find a new order and to follow it.
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
  std::size_t bytes() const {
    return bytesOf(entries_, entryOf_, slots_, rowAt_, columnAt_, groups_, groupOf_, rests_, columns_, values_, inverse_, work_);
  }

 private:
  template <int rows>
  struct Numbers;
  /// Rows first … first + rows − 1 in the order; 1, 2 or 4. Of each of their columns there are as many numbers in values_.
  struct Group {
    int first, rows;
    int begin, diagonal, end;  // in columns_: those below the diagonal, of the pivots, to the right of them
    int values;                // in values_: where its numbers begin
  };
  /// Of one row: what is to the right of its pivot.
  struct Rest {
    int value, stride;  // in values_: the first number, and how far the next one is
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
  std::vector<int> entryOf_;                   // of a position
  std::vector<int> slots_;
  bool ordered_ = false, tried_ = false;  // tried: the order held for a matrix
  std::vector<int> rowAt_, columnAt_;     // by place in the order: the row and the column of its pivot
  std::vector<Group> groups_;
  std::vector<int> groupOf_;  // of a row
  std::vector<Rest> rests_;   // of a row
  std::vector<int> columns_;  // places
  std::vector<double> values_, inverse_;
  std::vector<double> work_;  // the numbers of a group, at the places of its columns; what is to be solved
  bool weak_ = false;         // a pivot of the last elimination
  int orders_ = 0;
  int singular_ = -1;
};

}  // namespace slipstick
