#include "core/solver/scheduled_lu.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace slipstick {
namespace {

constexpr double smallestPivot = 1e-300;  // only a matrix that is singular in floating-point numbers is called so
constexpr double largePivot = 0.1;        // of the largest number in its column: may be chosen
constexpr double largestFactor = 1e6;     // of a row that is subtracted: beyond, a pivot is weak and digits would be lost

/// What is left of a matrix while pivots are chosen: numbers, and which of them may be other than zero another time.
class Remainder {
 public:
  explicit Remainder(int size)
      : size_(size), numbers_(static_cast<std::size_t>(size) * size, 0.0), there_(numbers_.size(), 0), rows_(size), columns_(size) {}

  void put(int row, int column, double number) {
    numbers_[at(row, column)] = number;
    mark(row, column);
  }

  /// The pivot that fills least among those that are large in their columns; false if all that is left is zero.
  bool choose(int& row, int& column) const {
    std::size_t least = std::numeric_limits<std::size_t>::max();
    double ratio = 0;
    for (int j = 0; j < size_; ++j) {
      if (rows_[j].empty()) continue;
      const std::size_t beside = rows_[j].size() - 1;
      double largest = 0;
      for (const int i : rows_[j]) largest = std::max(largest, std::abs(numbers_[at(i, j)]));
      if (!(largest > smallestPivot) || !std::isfinite(largest)) continue;
      for (const int i : rows_[j]) {
        const double share = std::abs(numbers_[at(i, j)]) / largest;
        const std::size_t cost = beside * (columns_[i].size() - 1);
        if (share >= largePivot && (cost < least || (cost == least && share > ratio))) least = cost, ratio = share, row = i, column = j;
      }
    }
    return ratio > 0;
  }

  const std::vector<int>& columnsOf(int row) const { return columns_[row]; }

  /// Subtracts the pivot's row from the others and takes row and column away. Returns the rows that it reached.
  std::vector<int> eliminate(int row, int column) {
    const std::vector<int> list = columns_[row];
    std::vector<int> reached = rows_[column];
    std::erase(reached, row);
    for (const int i : reached) {
      const double factor = numbers_[at(i, column)] / numbers_[at(row, column)];
      for (const int j : list) {
        if (j == column) continue;
        numbers_[at(i, j)] -= factor * numbers_[at(row, j)];
        mark(i, j);
      }
      std::erase(columns_[i], column);
    }
    for (const int j : list) std::erase(rows_[j], row);
    rows_[column].clear(), columns_[row].clear();
    return reached;
  }

 private:
  std::size_t at(int row, int column) const { return static_cast<std::size_t>(column) * size_ + row; }
  void mark(int row, int column) {
    if (there_[at(row, column)]) return;
    there_[at(row, column)] = 1;
    rows_[column].push_back(row), columns_[row].push_back(column);
  }

  int size_;
  std::vector<double> numbers_;
  std::vector<char> there_;
  std::vector<std::vector<int>> rows_, columns_;  // of a column, of a row: what is left
};

}  // namespace

void ScheduledLu::analyse(int size, const std::vector<MatrixSink::Position>& positions, int) {
  size_ = size;
  std::vector<std::pair<std::int64_t, int>> order;
  order.reserve(positions.size());
  for (std::size_t n = 0; n < positions.size(); ++n)
    order.emplace_back(static_cast<std::int64_t>(positions[n].row) * size + positions[n].column, static_cast<int>(n));
  std::sort(order.begin(), order.end());
  entries_.clear(), entryOf_.assign(positions.size(), 0);
  for (const auto& [place, n] : order) {
    const MatrixSink::Position position = positions[n];
    if (entries_.empty() || entries_.back().row != position.row || entries_.back().column != position.column) entries_.push_back(position);
    entryOf_[n] = static_cast<int>(entries_.size()) - 1;
  }
  work_.assign(size, 0.0), inverse_.assign(size, 0.0);
  orders_ = 0;
  dropOrder();
}

/// The next matrix is assembled entry by entry, for a new order.
void ScheduledLu::dropOrder() {
  ordered_ = tried_ = false;
  slots_ = entryOf_;
  values_.assign(entries_.size(), 0.0);
}

double* ScheduledLu::clear() {
  std::fill(values_.begin(), values_.end(), 0.0);
  return values_.data();
}

/// Chooses pivots on the matrix that was assembled entry by entry.
bool ScheduledLu::findOrder() {
  Remainder left(size_);
  for (std::size_t e = 0; e < entries_.size(); ++e) left.put(entries_[e].row, entries_[e].column, values_[e]);
  rowAt_.clear(), columnAt_.clear();
  std::vector<std::vector<int>> fill(size_);  // by row: places of the pivots below, then columns
  for (int k = 0; k < size_; ++k) {
    int row = -1, column = -1;
    if (!left.choose(row, column)) {
      std::vector<char> chosen(size_, 0);
      for (const int other : columnAt_) chosen[other] = 1;
      singular_ = static_cast<int>(std::find(chosen.begin(), chosen.end(), 0) - chosen.begin());
      return false;
    }
    rowAt_.push_back(row), columnAt_.push_back(column);
    const std::vector<int> columns = left.columnsOf(row);
    for (const int reached : left.eliminate(row, column)) fill[reached].push_back(k);
    fill[row].push_back(-1);  // here the columns begin
    fill[row].insert(fill[row].end(), columns.begin(), columns.end());
  }
  ++orders_;
  layout(fill);
  return true;
}

/// Puts the rows of the factors one behind the other and finds the places of the entries among them.
void ScheduledLu::layout(const std::vector<std::vector<int>>& fill) {
  std::vector<int> placeOfRow(size_), placeOfColumn(size_);
  for (int k = 0; k < size_; ++k) placeOfRow[rowAt_[k]] = k, placeOfColumn[columnAt_[k]] = k;
  rows_.clear(), columns_.clear();
  for (int k = 0; k < size_; ++k) {
    const std::vector<int>& list = fill[rowAt_[k]];
    const auto middle = std::find(list.begin(), list.end(), -1);
    Row row{};
    row.begin = static_cast<int>(columns_.size());
    columns_.insert(columns_.end(), list.begin(), middle);
    row.diagonal = static_cast<int>(columns_.size());
    for (auto column = middle + 1; column != list.end(); ++column) columns_.push_back(placeOfColumn[*column]);
    std::sort(columns_.begin() + row.diagonal, columns_.end());
    row.end = static_cast<int>(columns_.size());
    rows_.push_back(row);
  }
  std::vector<int> slotOf(entries_.size());
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    const Row& row = rows_[placeOfRow[entries_[e].row]];
    const int column = placeOfColumn[entries_[e].column];
    slotOf[e] = static_cast<int>(std::lower_bound(columns_.begin() + row.begin, columns_.begin() + row.end, column) - columns_.begin());
  }
  for (std::size_t n = 0; n < entryOf_.size(); ++n) slots_[n] = slotOf[entryOf_[n]];
  values_.assign(columns_.size(), 0.0);
  ordered_ = true;
}

ScheduledLu::Outcome ScheduledLu::factorize() {
  if (!ordered_) return findOrder() ? Outcome::reordered : Outcome::singular;
  const int* columns = columns_.data();
  double *values = values_.data(), *work = work_.data();
  for (int k = 0; k < size_; ++k) {
    const Row row = rows_[k];
    for (int t = row.begin; t < row.end; ++t) work[columns[t]] = values[t];
    double largest = 0;
    for (int t = row.begin; t < row.diagonal; ++t) {
      const int place = columns[t];
      const double number = work[place];
      if (number == 0) {
        values[t] = 0;
        continue;
      }
      const double factor = number * inverse_[place];
      values[t] = factor;
      largest = std::max(largest, std::abs(factor));
      const int end = rows_[place].end;
      for (int s = rows_[place].diagonal + 1; s < end; ++s) work[columns[s]] -= factor * values[s];
    }
    const double pivot = work[k];
    const bool none = !(std::abs(pivot) > smallestPivot) || !std::isfinite(pivot);
    if (none && !tried_) {
      singular_ = columnAt_[k];
      dropOrder();
      return Outcome::singular;
    }
    if (none || (largest > largestFactor && tried_)) {
      dropOrder();
      return Outcome::reordered;
    }
    inverse_[k] = 1 / pivot;
    for (int t = row.diagonal; t < row.end; ++t) values[t] = work[columns[t]];
  }
  tried_ = true;
  return Outcome::done;
}

namespace {

/// `start` less the products of entries begin … end − 1 with what they stand before, in two sums, since each waits for its last addition.
[[gnu::always_inline]] inline double lessProducts(double start, const double* values, const int* columns, int begin, int end,
                                                  const double* y) {
  double even = start, odd = 0;
  int t = begin;
  for (; t + 2 <= end; t += 2) even -= values[t] * y[columns[t]], odd += values[t + 1] * y[columns[t + 1]];
  if (t < end) even -= values[t] * y[columns[t]];
  return even - odd;
}

}  // namespace

void ScheduledLu::solve(double* x) {
  const int* columns = columns_.data();
  const double* values = values_.data();
  double* y = work_.data();
  for (int k = 0; k < size_; ++k) y[k] = lessProducts(x[rowAt_[k]], values, columns, rows_[k].begin, rows_[k].diagonal, y);
  for (int k = size_ - 1; k >= 0; --k) y[k] = lessProducts(y[k], values, columns, rows_[k].diagonal + 1, rows_[k].end, y) * inverse_[k];
  for (int k = 0; k < size_; ++k) x[columnAt_[k]] = y[k];
}

}  // namespace slipstick
