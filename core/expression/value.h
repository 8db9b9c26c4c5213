// A value during compilation: a shape and the terms of its entries; and linear algebra on such values.
#pragma once

#include <string>
#include <vector>

#include "core/expression/builder.h"

namespace slipstick::expression {

struct Value {
  Shape shape;
  std::vector<Term> entries;  // by rows

  Value() = default;
  Value(Term scalar) : entries{scalar} {}  // a scalar is a 1×1 value
  Value(Shape size, std::vector<Term> terms) : shape(size), entries(std::move(terms)) {}

  bool isScalar() const { return shape == Shape{1, 1}; }
  bool isVector() const { return shape.columns == 1; }
  Term at(int row, int column) const { return entries[row * shape.columns + column]; }
};

/// Returns "a number", "a 3-vector", "a 2x3 matrix".
std::string nameOf(const Shape& shape);

Term sumOfProducts(Builder& builder, const std::vector<Term>& a, const std::vector<Term>& b);
Value negated(Builder& builder, const Value& a);
Value transposed(Builder& builder, const Value& a);
/// Combines two values of the same shape entry by entry.
Value entrywise(Builder& builder, Operation operation, const Value& a, const Value& b);
/// Combines every entry of `a` with the scalar `b`.
Value scaled(Builder& builder, Operation operation, const Value& a, Term b);
/// Multiplies rows by columns; a.columns = b.rows.
Value product(Builder& builder, const Value& a, const Value& b);
/// Inverts a square matrix. If it is singular, the result has entries that are not finite.
Value inverse(Builder& builder, const Value& a);

}  // namespace slipstick::expression
