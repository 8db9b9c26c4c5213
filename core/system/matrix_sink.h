// The destination of the system's tangent blocks: a dense matrix, the values of a sparse one, or a diagonal.
#pragma once

#include <vector>

namespace slipstick {

/// The blocks of a system come in the same order at each assembly. Therefore the positions in a sparse matrix are recorded once, and
/// later assemblies fill it in that order without searching.
class MatrixSink {
 public:
  struct Position {
    int row, column;
  };

  /// Collects the positions of all entries into `pattern`.
  static MatrixSink recorder(std::vector<Position>& pattern) {
    MatrixSink sink;
    sink.pattern_ = &pattern;
    return sink;
  }
  /// Adds to a dense matrix, stored by columns and previously set to zero.
  static MatrixSink dense(double* values, int size) {
    MatrixSink sink;
    sink.values_ = values, sink.size_ = size;
    return sink;
  }
  /// Adds to values[slot] for the n-th recorded entry; `slots` has the length of the pattern.
  static MatrixSink sparse(double* values, const int* slots) {
    MatrixSink sink;
    sink.values_ = values, sink.slots_ = slots;
    return sink;
  }

  /// Adds to a diagonal that was set to zero; `isDiagonal` becomes false if there are other entries.
  static MatrixSink diagonal(double* values, bool& isDiagonal) {
    MatrixSink sink;
    sink.diagonal_ = values, sink.isDiagonal_ = &isDiagonal;
    return sink;
  }

  /// Adds a block stored by rows with a row stride of `stride`.
  void add(const int* rows, int rowCount, const int* columns, int columnCount, const double* block, int stride) {
    if (slots_) {
      for (int i = 0; i < rowCount; ++i)
        for (int j = 0; j < columnCount; ++j) values_[*slots_++] += block[i * stride + j];
    } else if (values_) {
      for (int j = 0; j < columnCount; ++j) {
        double* column = values_ + static_cast<std::size_t>(columns[j]) * size_;
        for (int i = 0; i < rowCount; ++i) column[rows[i]] += block[i * stride + j];
      }
    } else {
      for (int i = 0; i < rowCount; ++i)
        for (int j = 0; j < columnCount; ++j) note(rows[i], columns[j], block[i * stride + j]);
    }
  }
  /// Adds a block of zeros.
  void skip(const int* rows, int rowCount, const int* columns, int columnCount) {
    if (slots_)
      slots_ += static_cast<std::ptrdiff_t>(rowCount) * columnCount;
    else if (pattern_)
      for (int i = 0; i < rowCount; ++i)
        for (int j = 0; j < columnCount; ++j) note(rows[i], columns[j], 0);
  }
  /// Adds the transpose of a block: its entry (i, j) goes to row columns[j], column rows[i].
  void addTransposed(const int* rows, int rowCount, const int* columns, int columnCount, const double* block, int stride) {
    if (slots_) {
      for (int i = 0; i < rowCount; ++i)
        for (int j = 0; j < columnCount; ++j) values_[*slots_++] += block[i * stride + j];
    } else if (values_) {
      for (int i = 0; i < rowCount; ++i) {
        double* column = values_ + static_cast<std::size_t>(rows[i]) * size_;
        for (int j = 0; j < columnCount; ++j) column[columns[j]] += block[i * stride + j];
      }
    } else {
      for (int i = 0; i < rowCount; ++i)
        for (int j = 0; j < columnCount; ++j) note(columns[j], rows[i], block[i * stride + j]);
    }
  }
  void add(int row, int column, double value) { add(&row, 1, &column, 1, &value, 1); }

 private:
  /// For a recorder or a diagonal.
  void note(int row, int column, double value);

  double* values_ = nullptr;
  int size_ = 0;
  const int* slots_ = nullptr;
  std::vector<Position>* pattern_ = nullptr;
  double* diagonal_ = nullptr;
  bool* isDiagonal_ = nullptr;
};

}  // namespace slipstick
