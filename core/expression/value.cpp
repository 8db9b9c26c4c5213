#include "core/expression/value.h"

namespace slipstick::expression {
namespace {

/// Adjugate over determinant.
Value inverseOfTwo(Builder& builder, const Value& m) {
  const auto times = [&](Term a, Term b) { return builder.apply(Operation::multiply, a, b); };
  const Term determinant = builder.apply(Operation::subtract, times(m.at(0, 0), m.at(1, 1)), times(m.at(0, 1), m.at(1, 0)));
  const Value adjugate({2, 2}, {m.at(1, 1), builder.apply(Operation::negate, m.at(0, 1)),  //
                                builder.apply(Operation::negate, m.at(1, 0)), m.at(0, 0)});
  return scaled(builder, Operation::divide, adjugate, determinant);
}

Value inverseOfThree(Builder& builder, const Value& m) {
  Value adjugate({3, 3}, std::vector<Term>(9));
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      adjugate.entries[j * 3 + i] = builder.apply(Operation::subtract, builder.apply(Operation::multiply, m.at(i1, j1), m.at(i2, j2)),
                                                  builder.apply(Operation::multiply, m.at(i1, j2), m.at(i2, j1)));
    }
  }
  const Term determinant =
      sumOfProducts(builder, {m.at(0, 0), m.at(0, 1), m.at(0, 2)}, {adjugate.at(0, 0), adjugate.at(1, 0), adjugate.at(2, 0)});
  return scaled(builder, Operation::divide, adjugate, determinant);
}

/// Gauss-Jordan elimination on [m | 1]. Conditional row exchanges move the largest pivot up, since programs do not branch.
Value inverseByElimination(Builder& builder, const Value& m) {
  const int n = m.shape.rows;
  const int width = 2 * n;
  std::vector<std::vector<Term>> rows(n, std::vector<Term>(width, builder.number(0)));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) rows[i][j] = m.at(i, j);
    rows[i][n + i] = builder.number(1);
  }
  for (int pivot = 0; pivot < n; ++pivot) {
    for (int i = pivot + 1; i < n; ++i) {
      const Term exchange = builder.apply(Operation::less, builder.apply(Operation::absolute, rows[pivot][pivot]),
                                          builder.apply(Operation::absolute, rows[i][pivot]));
      for (int j = pivot; j < width; ++j) {
        const Term upper = rows[pivot][j], lower = rows[i][j];
        rows[pivot][j] = builder.apply(Operation::select, exchange, lower, upper);
        rows[i][j] = builder.apply(Operation::select, exchange, upper, lower);
      }
    }
    for (int j = pivot + 1; j < width; ++j) rows[pivot][j] = builder.apply(Operation::divide, rows[pivot][j], rows[pivot][pivot]);
    for (int i = 0; i < n; ++i) {
      if (i == pivot) continue;
      for (int j = pivot + 1; j < width; ++j) {
        rows[i][j] = builder.apply(Operation::subtract, rows[i][j], builder.apply(Operation::multiply, rows[i][pivot], rows[pivot][j]));
      }
    }
  }
  Value result(m.shape, {});
  for (const std::vector<Term>& row : rows) result.entries.insert(result.entries.end(), row.begin() + n, row.end());
  return result;
}

}  // namespace

std::string nameOf(const Shape& shape) {
  if (shape == Shape{1, 1}) return "a number";
  if (shape.columns == 1) return "a " + std::to_string(shape.rows) + "-vector";
  return "a " + std::to_string(shape.rows) + "x" + std::to_string(shape.columns) + " matrix";
}

Term sumOfProducts(Builder& builder, const std::vector<Term>& a, const std::vector<Term>& b) {
  Term sum = builder.number(0);
  for (size_t i = 0; i < a.size(); ++i) {
    const Term term = builder.apply(Operation::multiply, a[i], b[i]);
    sum = i == 0 ? term : builder.apply(Operation::add, sum, term);
  }
  return sum;
}

Value negated(Builder& builder, const Value& a) {
  Value result = a;
  for (Term& entry : result.entries) entry = builder.apply(Operation::negate, entry);
  return result;
}

Value transposed(Builder& builder, const Value& a) {
  builder.countEntries(a.shape.size());
  Value result({a.shape.columns, a.shape.rows}, {});
  for (int j = 0; j < a.shape.columns; ++j) {
    for (int i = 0; i < a.shape.rows; ++i) result.entries.push_back(a.at(i, j));
  }
  return result;
}

Value entrywise(Builder& builder, Operation operation, const Value& a, const Value& b) {
  Value result = a;
  for (int i = 0; i < a.shape.size(); ++i) result.entries[i] = builder.apply(operation, a.entries[i], b.entries[i]);
  return result;
}

Value scaled(Builder& builder, Operation operation, const Value& a, Term b) {
  Value result = a;
  for (Term& entry : result.entries) entry = builder.apply(operation, entry, b);
  return result;
}

Value product(Builder& builder, const Value& a, const Value& b) {
  builder.countEntries(a.shape.rows);
  Value result({a.shape.rows, b.shape.columns}, {});
  std::vector<Term> row(a.shape.columns), column(b.shape.rows);
  for (int i = 0; i < a.shape.rows; ++i) {
    for (int k = 0; k < a.shape.columns; ++k) row[k] = a.at(i, k);
    for (int j = 0; j < b.shape.columns; ++j) {
      for (int k = 0; k < b.shape.rows; ++k) column[k] = b.at(k, j);
      result.entries.push_back(sumOfProducts(builder, row, column));
    }
  }
  return result;
}

Value inverse(Builder& builder, const Value& a) {
  switch (a.shape.rows) {
    case 1:
      return builder.apply(Operation::divide, builder.number(1), a.entries[0]);
    case 2:
      return inverseOfTwo(builder, a);
    case 3:
      return inverseOfThree(builder, a);
    default:
      return inverseByElimination(builder, a);
  }
}

}  // namespace slipstick::expression
