// Loaded on demand: few models are assembled before they run.
// Compiled for size: this runs once, before a run.

#include "core/solver/row_products.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

namespace slipstick {
namespace {

using Lists = std::vector<std::vector<int>>;

/// Returns by row the other rows that share a column with it, ascending.
Lists neighboursOf(const std::vector<const SparseRow*>& rows, int columns) {
  Lists rowsOf(columns), neighbours(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const auto& [column, entry] : *rows[i]) rowsOf[column].push_back(static_cast<int>(i));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<int>& list = neighbours[i];
    for (const auto& [column, entry] : *rows[i]) list.insert(list.end(), rowsOf[column].begin(), rowsOf[column].end());
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    list.erase(std::remove(list.begin(), list.end(), static_cast<int>(i)), list.end());
  }
  return neighbours;
}

/// Returns the union of two ascending lists, except two numbers.
std::vector<int> both(const std::vector<int>& a, const std::vector<int>& b, int without, int orThis) {
  std::vector<int> all;
  all.reserve(a.size() + b.size());
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  all.erase(std::remove_if(all.begin(), all.end(), [&](int each) { return each == without || each == orThis; }), all.end());
  return all;
}

}  // namespace

void RowProducts::order(const std::vector<const SparseRow*>& rows, int columns) {
  const int size = static_cast<int>(rows.size());
  Lists neighbours = neighboursOf(rows, columns), fill(size);  // by row: places of its columns in L
  using Candidate = std::pair<std::size_t, int>;               // neighbours, row
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates;
  for (int i = 0; i < size; ++i) candidates.push({neighbours[i].size(), i});
  std::vector<char> isDone(size, 0);
  rowAt_.clear();
  while (!candidates.empty()) {
    const auto [degree, row] = candidates.top();
    candidates.pop();
    if (isDone[row] || degree != neighbours[row].size()) continue;  // outdated: the row was queued again
    isDone[row] = 1;
    for (const int other : neighbours[row]) {
      fill[other].push_back(static_cast<int>(rowAt_.size()));
      neighbours[other] = both(neighbours[other], neighbours[row], row, other);
      candidates.push({neighbours[other].size(), other});
    }
    rowAt_.push_back(row);
  }
  begin_.assign(1, 0), columns_.clear();
  for (int i = 0; i < size; ++i) {
    const std::vector<int>& places = fill[rowAt_[i]];
    columns_.insert(columns_.end(), places.begin(), places.end());
    columns_.push_back(i);
    begin_.push_back(static_cast<int>(columns_.size()));
  }
  work_.assign(size, 0.0);
  ++orders_;
}

void RowProducts::assemble(const std::vector<const SparseRow*>& rows, int columns) {
  std::vector<int> pattern;
  for (const SparseRow* row : rows) {
    pattern.push_back(-1);
    for (const auto& [column, entry] : *row) pattern.push_back(column);
  }
  if (pattern != pattern_ || rowAt_.size() != rows.size()) order(rows, columns), pattern_ = std::move(pattern);
  above_.resize(columns);
  for (auto& list : above_) list.clear();
  product_.resize(columns_.size());
  for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
    for (const auto& [column, entry] : *rows[rowAt_[i]]) {
      above_[column].push_back({i, entry});
      for (const auto& [place, other] : above_[column]) work_[place] += entry * other;
    }
    for (int p = begin_[i]; p < begin_[i + 1]; ++p) product_[p] = work_[columns_[p]], work_[columns_[p]] = 0;
  }
}

bool RowProducts::factorize(double mu) {
  factor_ = product_;
  for (int i = 0; i < static_cast<int>(rowAt_.size()); ++i) {
    const int begin = begin_[i], diagonal = begin_[i + 1] - 1;
    double square = factor_[diagonal] + mu;
    for (int p = begin; p < diagonal; ++p) work_[columns_[p]] = factor_[p];
    for (int p = begin; p < diagonal; ++p) {
      const int j = columns_[p], otherDiagonal = begin_[j + 1] - 1;
      double rest = work_[j];
      for (int q = begin_[j]; q < otherDiagonal; ++q) rest -= factor_[q] * work_[columns_[q]];
      rest /= factor_[otherDiagonal];
      work_[j] = factor_[p] = rest;
      square -= rest * rest;
    }
    for (int p = begin; p < diagonal; ++p) work_[columns_[p]] = 0;
    if (!(square > 0)) return false;
    factor_[diagonal] = std::sqrt(square);
  }
  return true;
}

void RowProducts::solve(std::vector<double>& x) const {
  const int size = static_cast<int>(rowAt_.size());
  std::vector<double> y(size);
  for (int i = 0; i < size; ++i) {
    const int diagonal = begin_[i + 1] - 1;
    double rest = x[rowAt_[i]];
    for (int p = begin_[i]; p < diagonal; ++p) rest -= factor_[p] * y[columns_[p]];
    y[i] = rest / factor_[diagonal];
  }
  for (int i = size - 1; i >= 0; --i) {
    const int diagonal = begin_[i + 1] - 1;
    y[i] /= factor_[diagonal];
    for (int p = begin_[i]; p < diagonal; ++p) y[columns_[p]] -= factor_[p] * y[i];
  }
  for (int i = 0; i < size; ++i) x[rowAt_[i]] = y[i];
}

}  // namespace slipstick
