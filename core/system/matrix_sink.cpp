#include "core/system/matrix_sink.h"

namespace slipstick {

[[gnu::cold]] void MatrixSink::note(int row, int column, double value) {
  if (pattern_)
    pattern_->push_back({row, column});
  else if (row == column)
    diagonal_[row] += value;
  else if (value != 0)
    *isDiagonal_ = false;
}

}  // namespace slipstick
