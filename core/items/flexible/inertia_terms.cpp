// Loaded on demand: few models have flexible bodies.
// Compiled for size: this runs once in a run.

#include "core/items/flexible/inertia_terms.h"

namespace slipstick {

InertiaTerms::InertiaTerms(int modeCount)
    : modes(modeCount),
      shifts(modeCount),
      levers(modeCount),
      turns(modeCount),
      couplings(modeCount),
      gyroscopic(static_cast<std::size_t>(modeCount) * modeCount),
      quadratic(static_cast<std::size_t>(modeCount) * modeCount),
      flexible(static_cast<std::size_t>(modeCount) * modeCount) {}

static double entry(const MatrixX& matrix, int row, int column) {
  return matrix.values[static_cast<std::size_t>(row) * matrix.columns + column];
}
static Matrix3 blockAt(const MatrixX& matrix, int row, int column) {
  Matrix3 block;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) block[i][j] = entry(matrix, row + i, column + j);
  return block;
}

std::vector<Matrix3> blocksOf(const MatrixX& matrix) {
  std::vector<Matrix3> blocks;
  for (int row = 0; row < matrix.rows; row += 3)
    for (int column = 0; column < matrix.columns; column += 3) blocks.push_back(blockAt(matrix, row, column));
  return blocks;
}
std::vector<Vector3> columnsOf(const MatrixX& matrix) {
  std::vector<Vector3> columns;
  for (int row = 0; row < matrix.rows; row += 3)
    for (int column = 0; column < matrix.columns; ++column)
      columns.push_back({entry(matrix, row, column), entry(matrix, row + 1, column), entry(matrix, row + 2, column)});
  return columns;
}

namespace {

/// The columns of a matrix with three rows for each mesh node: Φ, x̃, x, Ψ, Ψ̃.
struct Fields {
  int modes;
  static constexpr int shift = 0, turn = 3, place = 6, mode = 7;
  int lever() const { return mode + modes; }
  int count() const { return mode + 4 * modes; }
};

void setBlock(MatrixX& matrix, int row, int column, const Matrix3& block) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) matrix.values[static_cast<std::size_t>(row + i) * matrix.columns + column + j] = block[i][j];
}

MatrixX fieldsOf(const Fields& at, const MatrixX& modeBasis, const VectorX& positions) {
  const int rows = modeBasis.rows;
  MatrixX fields{rows, at.count(), std::vector<double>(static_cast<std::size_t>(rows) * at.count())};
  for (int row = 0; row < rows; row += 3) {
    setBlock(fields, row, Fields::shift, Matrix3::identity());
    setBlock(fields, row, Fields::turn, skew(Vector3{positions[row], positions[row + 1], positions[row + 2]}));
    for (int k = 0; k < at.modes; ++k)
      setBlock(fields, row, at.lever() + 3 * k,
               skew(Vector3{entry(modeBasis, row, k), entry(modeBasis, row + 1, k), entry(modeBasis, row + 2, k)}));
    for (int i = row; i < row + 3; ++i) {
      double* numbers = fields.values.data() + static_cast<std::size_t>(i) * at.count();
      numbers[Fields::place] = positions[i];
      for (int k = 0; k < at.modes; ++k) numbers[Fields::mode + k] = entry(modeBasis, i, k);
    }
  }
  return fields;
}

MatrixX product(const MatrixX& a, const MatrixX& b) {
  MatrixX result{a.rows, b.columns, std::vector<double>(static_cast<std::size_t>(a.rows) * b.columns)};
  for (int i = 0; i < a.rows; ++i)
    for (int k = 0; k < a.columns; ++k)
      if (const double factor = entry(a, i, k); factor != 0)
        for (int j = 0; j < b.columns; ++j) result.values[static_cast<std::size_t>(i) * b.columns + j] += factor * entry(b, k, j);
  return result;
}
MatrixX transposed(const MatrixX& a) {
  MatrixX result{a.columns, a.rows, {}};
  for (int j = 0; j < a.columns; ++j)
    for (int i = 0; i < a.rows; ++i) result.values.push_back(entry(a, i, j));
  return result;
}
/// The mean of a square matrix and its transpose.
MatrixX symmetric(const MatrixX& a) {
  MatrixX result = transposed(a);
  for (std::size_t i = 0; i < result.values.size(); ++i) result.values[i] = 0.5 * (result.values[i] + a.values[i]);
  return result;
}
Vector3 columnAt(const MatrixX& matrix, int row, int column) {
  return {entry(matrix, row, column), entry(matrix, row + 1, column), entry(matrix, row + 2, column)};
}

}  // namespace

InertiaTerms inertiaTerms(const MatrixX& meshMass, const MatrixX& modeBasis, const VectorX& positions) {
  const Fields at{modeBasis.columns};
  const MatrixX fields = fieldsOf(at, modeBasis, positions);
  const MatrixX sums = symmetric(product(transposed(fields), product(meshMass, fields)));
  InertiaTerms terms(at.modes);
  terms.mass = entry(sums, Fields::shift, Fields::shift);
  terms.firstMoment = skew(columnAt(sums, Fields::shift, Fields::place));
  terms.inertia = blockAt(sums, Fields::turn, Fields::turn);
  for (int k = 0; k < at.modes; ++k) {
    const int lever = at.lever() + 3 * k;
    terms.shifts[k] = columnAt(sums, Fields::shift, Fields::mode + k);
    terms.levers[k] = blockAt(sums, Fields::shift, lever);
    terms.turns[k] = columnAt(sums, Fields::turn, Fields::mode + k);
    terms.couplings[k] = blockAt(sums, Fields::turn, lever);
    for (int l = 0; l < at.modes; ++l) {
      terms.gyroscopic[k * at.modes + l] = columnAt(sums, lever, Fields::mode + l);
      terms.quadratic[k * at.modes + l] = blockAt(sums, lever, at.lever() + 3 * l);
      terms.flexible[k * at.modes + l] = entry(sums, Fields::mode + k, Fields::mode + l);
    }
  }
  return terms;
}

}  // namespace slipstick
