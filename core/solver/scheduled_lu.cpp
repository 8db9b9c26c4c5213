#include "core/solver/scheduled_lu.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

#include "core/math/pairs.h"
#include "core/system/loop.h"

namespace slipstick {
namespace {

constexpr int mostRows = 4;               // of a group
constexpr double smallestPivot = 1e-300;  // only matrices that are singular in floating-point arithmetic are rejected
constexpr double largePivot = 0.1;        // fraction of the largest entry in its column that makes a pivot acceptable
constexpr double largestFactor = 1e7;     // factor of a subtracted row above which a pivot is weak and too many digits would be lost

/// The remaining matrix while pivots are chosen: its numbers, and which of them may become nonzero in later matrices.
class Remainder {
 public:
  explicit Remainder(int size)
      : size_(size),
        numbers_(static_cast<std::size_t>(size) * size, 0.0),
        there_(numbers_.size(), 0),
        rows_(size),
        columns_(size),
        lengths_(size, 0),
        candidates_(size),
        changed_(size, 1) {}

  void put(int row, int column, double number) {
    const std::size_t place = at(row, column);
    numbers_[place] = number;
    if (!there_[place]) mark(row, column);
  }

  /// Chooses the pivot with the least fill among those that are large in their columns; returns false if the remainder is zero.
  bool choose(int& row, int& column) {
    Candidate best;
    for (int j = 0; j < size_; ++j)
      if (!changed_[j] && candidates_[j].isBetterThan(best)) best = candidates_[j];
    for (int j = 0; j < size_; ++j) {
      if (!changed_[j] || leastFill(j) > best.fill) continue;
      candidates_[j] = candidateIn(j), changed_[j] = 0;
      if (candidates_[j].isBetterThan(best)) best = candidates_[j];
    }
    row = best.row, column = best.column;
    return row >= 0;
  }

  const std::vector<int>& columnsOf(int row) const { return columns_[row]; }

  /// Subtracts the pivot's row from the others and removes its row and column. Returns the affected rows.
  std::vector<int> eliminate(int row, int column) {
    const std::vector<int> list = std::move(columns_[row]);
    std::vector<int> reached = std::move(rows_[column]);
    columns_[row].clear(), rows_[column].clear(), candidates_[column] = {};
    takeOut(reached, row);
    for (const int j : list)
      if (j != column) takeOut(rows_[j], row), changed_[j] = 1;
    const double* numbers = &numbers_[at(row, 0)];
    for (const int i : reached) {
      takeOut(columns_[i], column), --lengths_[i];
      for (const int j : columns_[i]) changed_[j] = 1;
      double* target = &numbers_[at(i, 0)];
      const char* there = &there_[at(i, 0)];
      const double factor = target[column] / numbers[column];
      for (const int j : list) {
        if (j == column) continue;
        target[j] -= factor * numbers[j];
        if (!there[j]) mark(i, j);
      }
    }
    return reached;
  }

 private:
  static constexpr int most = std::numeric_limits<int>::max();

  /// The best pivot of a column: an upper bound of its fill, and its ratio to the largest entry of the column.
  struct Candidate {
    int fill = most;
    double share = 0;
    int row = -1, column = -1;

    bool isBetterThan(const Candidate& other) const {
      if (fill != other.fill || share != other.share) return fill < other.fill || (fill == other.fill && share > other.share);
      return column < other.column;
    }
  };

  /// Returns the least fill of any pivot in a column, including small ones.
  int leastFill(int column) const {
    int shortest = most;
    for (const int i : rows_[column]) shortest = std::min(shortest, lengths_[i]);
    return (static_cast<int>(rows_[column].size()) - 1) * (shortest - 1);
  }
  Candidate candidateIn(int column) const {
    const std::vector<int>& rows = rows_[column];
    const double* numbers = &numbers_[column];
    double largest = 0;
    for (const int i : rows) largest = std::max(largest, std::abs(numbers[at(i, 0)]));
    Candidate best;
    if (!(largest > smallestPivot) || !std::isfinite(largest)) return best;
    for (const int i : rows) {
      const int fill = (static_cast<int>(rows.size()) - 1) * (lengths_[i] - 1);
      if (fill > best.fill) continue;
      const double share = std::abs(numbers[at(i, 0)]) / largest;
      if (share >= largePivot && (fill < best.fill || share > best.share)) best = {fill, share, i, column};
    }
    return best;
  }

  std::size_t at(int row, int column) const { return static_cast<std::size_t>(row) * size_ + column; }
  void mark(int row, int column) {
    there_[at(row, column)] = 1;
    rows_[column].push_back(row), columns_[row].push_back(column), ++lengths_[row];
  }
  static void takeOut(std::vector<int>& list, int number) { list.erase(std::find(list.begin(), list.end(), number)); }

  int size_;
  std::vector<double> numbers_;
  std::vector<char> there_;
  std::vector<std::vector<int>> rows_, columns_;  // of a column, of a row: the remaining entries
  std::vector<int> lengths_;                      // of the rows
  std::vector<Candidate> candidates_;             // of the columns
  std::vector<char> changed_;                     // columns whose candidate has to be updated
};

using Number = std::vector<int>::const_iterator;
std::vector<int> united(const std::vector<int>& sorted, Number begin, Number end) {
  std::vector<int> all(sorted.size() + static_cast<std::size_t>(end - begin));
  all.erase(std::set_union(sorted.begin(), sorted.end(), begin, end, all.begin()), all.end());
  return all;
}

/// The columns of some rows of the factors, by place.
struct Columns {
  std::vector<int> below, right;  // of the pivots of these rows

  /// Adds the columns of the next row, `place`.
  SLIPSTICK_SMALL void add(const Columns& row, int place, int first) {
    below = united(below, row.below.begin(), std::lower_bound(row.below.begin(), row.below.end(), first));
    right = united(right, row.right.begin(), row.right.end());
    std::erase(right, place);
  }
};

/// Returns the number of instructions that a group of rows takes in a solution; zeros cost as much as other numbers.
double cost(int rows, const Columns& columns) {
  constexpr double own = 10, perColumn[] = {0, 5, 5.5, 0, 8};
  return own + perColumn[rows] * static_cast<double>(columns.below.size() + columns.right.size()) + 2 * rows * rows;
}

/// Returns the number of rows of the group that begins at each place (1, 2 or 4), with the least total cost.
SLIPSTICK_SMALL std::vector<int> findGroups(const std::vector<Columns>& rows) {
  const int size = static_cast<int>(rows.size());
  std::vector<double> least(size + mostRows, 0.0);
  std::vector<int> best(size, 1);
  for (int first = size - 1; first >= 0; --first) {
    Columns columns;
    for (int n = 1; n <= mostRows && first + n <= size; ++n) {
      columns.add(rows[first + n - 1], first + n - 1, first);
      if (n == 3) continue;
      const double sum = cost(n, columns) + least[first + n];
      if (n == 1 || sum < least[first]) least[first] = sum, best[first] = n;
    }
  }
  return best;
}

/// Returns the positions ordered by row and column; repeated ones keep their order.
SLIPSTICK_SMALL std::vector<int> byRows(int size, const std::vector<MatrixSink::Position>& positions) {
  std::vector<int> order(positions.size()), sorted(positions.size());
  std::iota(order.begin(), order.end(), 0);
  for (int MatrixSink::Position::*key : {&MatrixSink::Position::column, &MatrixSink::Position::row}) {
    std::vector<int> next(size + 1, 0);
    for (const MatrixSink::Position& position : positions) ++next[position.*key + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (const int n : order) sorted[next[positions[n].*key]++] = n;
    order.swap(sorted);
  }
  return order;
}

bool allZero(const double* numbers, int count) {
  for (int i = 0; i < count; ++i)
    if (numbers[i] != 0) return false;
  return true;
}

}  // namespace

SLIPSTICK_SMALL void ScheduledLu::analyse(int size, const std::vector<MatrixSink::Position>& positions, int) {
  size_ = size;
  const std::vector<int> order = byRows(size, positions);
  entries_.clear(), entryOf_.assign(positions.size(), 0);
  for (const int n : order) {
    const MatrixSink::Position position = positions[n];
    if (entries_.empty() || entries_.back().row != position.row || entries_.back().column != position.column) entries_.push_back(position);
    entryOf_[n] = static_cast<int>(entries_.size()) - 1;
  }
  work_.assign(static_cast<std::size_t>(mostRows) * size, 0.0), inverse_.assign(size, 0.0);
  orders_ = 0;
  dropOrder();
}

/// Discards the order; the next matrix is assembled entry by entry, for a new one.
void ScheduledLu::dropOrder() {
  ordered_ = tried_ = false;
  slots_ = entryOf_;
  values_.assign(entries_.size(), 0.0);
}

double* ScheduledLu::clear() {
  std::fill(values_.begin(), values_.end(), 0.0);
  return values_.data();
}

/// Chooses pivots of the matrix that was assembled entry by entry.
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
    fill[row].push_back(-1);  // columns begin after this
    fill[row].insert(fill[row].end(), columns.begin(), columns.end());
  }
  ++orders_;
  layout(fill);
  return true;
}

/// Lays out the rows of the factors consecutively and finds the places of the matrix entries among them.
SLIPSTICK_SMALL void ScheduledLu::layout(const std::vector<std::vector<int>>& fill) {
  std::vector<int> placeOfRow(size_), placeOfColumn(size_);
  for (int k = 0; k < size_; ++k) placeOfRow[rowAt_[k]] = k, placeOfColumn[columnAt_[k]] = k;
  std::vector<Columns> rows(size_);
  for (int k = 0; k < size_; ++k) {
    const std::vector<int>& list = fill[rowAt_[k]];
    const auto middle = std::find(list.begin(), list.end(), -1);
    rows[k].below.assign(list.begin(), middle);
    for (auto column = middle + 1; column != list.end(); ++column)
      if (placeOfColumn[*column] != k) rows[k].right.push_back(placeOfColumn[*column]);
    std::sort(rows[k].right.begin(), rows[k].right.end());
  }
  const std::vector<int> groupSizes = findGroups(rows);
  groups_.clear(), rests_.clear(), columns_.clear();
  groupOf_.assign(size_, 0);
  int values = 0;
  for (int k = 0; k < size_;) {
    Group group{k, groupSizes[k], static_cast<int>(columns_.size()), 0, 0, values};
    Columns columns;
    for (int row = k; row < k + group.rows; ++row) columns.add(rows[row], row, k);
    columns_.insert(columns_.end(), columns.below.begin(), columns.below.end());
    group.diagonal = static_cast<int>(columns_.size());
    for (int row = k; row < k + group.rows; ++row) columns_.push_back(row);
    columns_.insert(columns_.end(), columns.right.begin(), columns.right.end());
    group.end = static_cast<int>(columns_.size());
    for (int i = 0; i < group.rows; ++i) {
      const int next = group.diagonal + i + 1;
      rests_.push_back({values + (next - group.begin) * group.rows + i, group.rows, next, group.end});
      groupOf_[k + i] = static_cast<int>(groups_.size());
    }
    values += (group.end - group.begin) * group.rows;
    groups_.push_back(group);
    k += group.rows;
  }
  std::vector<int> slotOf(entries_.size());
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    const int row = placeOfRow[entries_[e].row], column = placeOfColumn[entries_[e].column];
    const Group& group = groups_[groupOf_[row]];
    const auto begin = columns_.begin() + group.begin;
    const auto at = std::lower_bound(begin, columns_.begin() + group.end, column) - begin;
    slotOf[e] = group.values + static_cast<int>(at) * group.rows + row - group.first;
  }
  for (std::size_t n = 0; n < entryOf_.size(); ++n) slots_[n] = slotOf[entryOf_[n]];
  values_.assign(values, 0.0);
  ordered_ = true;
}

namespace {

template <class F, int... i>
[[gnu::always_inline]] inline void call(F& f, std::integer_sequence<int, i...>) {
  (f(std::integral_constant<int, i>{}), ...);
}
template <class F, int... i>
[[gnu::always_inline]] inline bool callWhileTrue(F& f, std::integer_sequence<int, i...>) {
  return (f(std::integral_constant<int, i>{}) && ...);
}
/// f(0), f(1) … f(count − 1), with compile-time arguments, so that indexed values stay in registers.
template <int count, class F>
[[gnu::always_inline]] inline void unroll(F f) {
  call(f, std::make_integer_sequence<int, count>{});
}
/// The same until one returns false.
template <int count, class F>
[[gnu::always_inline]] inline bool every(F f) {
  return callWhileTrue(f, std::make_integer_sequence<int, count>{});
}

}  // namespace

/// The numbers of a group of rows in one column.
template <int rows>
struct ScheduledLu::Numbers {
  static constexpr int count = (rows + 1) / 2;
  using Part = std::conditional_t<rows == 1, double, Pair>;
  Part parts[count];

  static Numbers load(const double* from) {
    Numbers numbers;
    unroll<count>([&](auto i) { __builtin_memcpy(&numbers.parts[i], from + 2 * i, sizeof(Part)); });
    return numbers;
  }
  void store(double* to) const {
    unroll<count>([&](auto i) { __builtin_memcpy(to + 2 * i, &parts[i], sizeof(Part)); });
  }
  /// Returns get(0) … as pairs.
  template <class F>
  static Numbers gather(F get) {
    Numbers numbers;
    if constexpr (rows == 1)
      numbers.parts[0] = get(0);
    else
      unroll<count>([&](auto i) { numbers.parts[i] = makePair(get(2 * i), get(2 * i + 1)); });
    return numbers;
  }
  double get(int row) const {
    if constexpr (rows == 1)
      return parts[0];
    else
      return parts[row / 2][row % 2];
  }
  void subtract(double factor, const Numbers& other) {
    const double f = uniform(factor);
    unroll<count>([&](auto i) { parts[i] -= f * other.parts[i]; });
  }
  /// Raises each entry to the square of another if that is larger.
  void raise(const Numbers& others) {
    unroll<count>([&](auto i) {
      const Part square = others.parts[i] * others.parts[i];
      parts[i] = square > parts[i] ? square : parts[i];
    });
  }
};

namespace {

/// `sums` minus the products of the numbers in `count` columns with their operands. Two partial sums hide the latency of additions.
template <int rows, class Numbers>
[[gnu::always_inline]] inline void subtractProducts(Numbers& sums, const double* numbers, const int* columns, int count, const double* y) {
  Numbers odd{};
  int t = 0;
  for (; t + 2 <= count; t += 2) {
    sums.subtract(y[columns[t]], Numbers::load(numbers + t * rows));
    odd.subtract(y[columns[t + 1]], Numbers::load(numbers + (t + 1) * rows));
  }
  if (t < count) sums.subtract(y[columns[t]], Numbers::load(numbers + t * rows));
  unroll<Numbers::count>([&](auto i) { sums.parts[i] += odd.parts[i]; });
}

}  // namespace

/// Subtracts rows of one group, `first` and later, from a row of a later group: all of them from a number while it is in a register.
/// Raises the squares of the largest factors.
template <int rows, int count>
void ScheduledLu::subtractRows(int first, Numbers<rows>& squares) {
  using Several = Numbers<rows>;
  double* work = work_.data();
  const auto at = [work](int place) { return work + place * rows; };
  const int* columns = columns_.data();
  Several factors[count];
  unroll<count>([&](auto i) {
    Several own = Several::load(at(first + i));
    unroll<i>([&](auto j) {
      const Rest& rest = rests_[first + j];
      own.subtract(values_[rest.value + (i - j - 1) * rest.stride], factors[j]);
    });
    factors[i] = {};
    factors[i].subtract(-inverse_[first + i], own);
    factors[i].store(at(first + i));
    squares.raise(factors[i]);
  });
  const Rest& rest = rests_[first + count - 1];  // the columns to the right of the last row are common to all
  const int stride = count == 1 ? rest.stride : count;
  const double* numbers = values_.data() + rest.value - (count - 1);
  for (int s = rest.begin; s < rest.end; ++s, numbers += stride) {
    Several target = Several::load(at(columns[s]));
    unroll<count>([&](auto i) { target.subtract(numbers[i], factors[i]); });
    target.store(at(columns[s]));
  }
}

/// Subtracts earlier rows from the rows of a group, and these from each other; returns false if a pivot is zero.
template <int rows>
bool ScheduledLu::eliminate(const Group& group) {
  using Several = Numbers<rows>;
  const int* columns = columns_.data();
  double *values = values_.data() + group.values, *work = work_.data();
  const auto at = [work](int place) { return work + place * rows; };
  for (int t = group.begin; t < group.end; ++t) Several::load(values + (t - group.begin) * rows).store(at(columns[t]));
  Several squares{};  // of the largest factors
  for (int t = group.begin; t < group.diagonal;) {
    const Group& earlier = groups_[groupOf_[columns[t]]];
    const bool whole = earlier.first == columns[t] && t + earlier.rows <= group.diagonal &&
                       columns[t + earlier.rows - 1] == earlier.first + earlier.rows - 1;
    const int count = whole && rows > 1 ? earlier.rows : 1;
    if (!allZero(at(columns[t]), count * rows)) {
      if (count == 1) subtractRows<rows, 1>(columns[t], squares);
      if constexpr (rows > 1) {
        if (count == 2) subtractRows<rows, 2>(columns[t], squares);
        if (count == 4) subtractRows<rows, 4>(columns[t], squares);
      }
    }
    t += count;
  }
  const bool all = every<rows>([&](auto i) {
    const int place = group.first + i;
    const Several own = Several::load(at(place));
    const double pivot = own.get(i);
    if (!(std::abs(pivot) > smallestPivot) || !std::isfinite(pivot)) {
      singular_ = columnAt_[place];
      return false;
    }
    const double inverse = inverse_[place] = 1 / pivot;
    if constexpr (i + 1 < rows) {
      const auto factors = Several::gather([&](int j) { return j > i ? own.get(j) * inverse : 0; });
      Several::gather([&](int j) { return j > i ? factors.get(j) : own.get(j); }).store(at(place));
      squares.raise(factors);
      for (int s = group.diagonal + i + 1; s < group.end; ++s) {
        Several target = Several::load(at(columns[s]));
        target.subtract(target.get(i), factors);
        target.store(at(columns[s]));
      }
    }
    return true;
  });
  if (!all) return false;
  for (int t = group.begin; t < group.end; ++t) Several::load(at(columns[t])).store(values + (t - group.begin) * rows);
  weak_ = false;
  for (int i = 0; i < rows; ++i) weak_ = weak_ || squares.get(i) > largestFactor * largestFactor;
  return true;
}

ScheduledLu::Outcome ScheduledLu::factorize() {
  if (!ordered_) return findOrder() ? Outcome::reordered : Outcome::singular;
  for (const Group& group : groups_) {
    const bool all = group.rows == 1 ? eliminate<1>(group) : group.rows == 2 ? eliminate<2>(group) : eliminate<4>(group);
    if (all && !(weak_ && tried_)) continue;
    const bool held = tried_;
    dropOrder();
    return held ? Outcome::reordered : Outcome::singular;
  }
  tried_ = true;
  return Outcome::done;
}

/// Forward substitution: right-hand sides of the group's rows minus the products below the diagonal.
template <int rows>
void ScheduledLu::solveBelow(const Group& group, const double* x) {
  const int below = group.diagonal - group.begin;
  const double* values = values_.data() + group.values;
  double* y = work_.data();
  auto sums = Numbers<rows>::gather([&](int i) { return x[rowAt_[group.first + i]]; });
  subtractProducts<rows>(sums, values, columns_.data() + group.begin, below, y);
  values += below * rows;
  double solved[rows];
  unroll<rows>([&](auto i) {
    solved[i] = sums.get(i);
    unroll<i>([&](auto j) { solved[i] -= values[j * rows + i] * solved[j]; });
    y[group.first + i] = solved[i];
  });
}

/// Backward substitution: minus the products to the right, divided by the pivots.
template <int rows>
void ScheduledLu::solveAbove(const Group& group) {
  const double* values = values_.data() + group.values + (group.diagonal - group.begin) * rows;
  double* y = work_.data();
  const int right = group.diagonal + rows;
  auto sums = Numbers<rows>::gather([&](int i) { return y[group.first + i]; });
  subtractProducts<rows>(sums, values + rows * rows, columns_.data() + right, group.end - right, y);
  double solved[rows];
  unroll<rows>([&](auto later) {
    constexpr int i = rows - 1 - later;
    solved[i] = sums.get(i);
    unroll<later>([&](auto j) { solved[i] -= values[(rows - 1 - j) * rows + i] * solved[rows - 1 - j]; });
    y[group.first + i] = solved[i] *= inverse_[group.first + i];
  });
}

void ScheduledLu::solve(double* x) {
  for (const Group& group : groups_) {
    if (group.rows == 1) solveBelow<1>(group, x);
    if (group.rows == 2) solveBelow<2>(group, x);
    if (group.rows == 4) solveBelow<4>(group, x);
  }
  for (auto group = groups_.rbegin(); group != groups_.rend(); ++group) {
    if (group->rows == 1) solveAbove<1>(*group);
    if (group->rows == 2) solveAbove<2>(*group);
    if (group->rows == 4) solveAbove<4>(*group);
  }
  for (int k = 0; k < size_; ++k) x[columnAt_[k]] = work_[k];
}

}  // namespace slipstick
