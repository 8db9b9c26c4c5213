// The products of sparse rows with each other, factorised.
#pragma once

#include <utility>
#include <vector>

namespace slipstick {

/// Entries of a row: column and value.
using SparseRow = std::vector<std::pair<int, double>>;

/// A Aᵀ + μ = L Lᵀ of rows A that tie few columns each. Rows are eliminated by minimum degree, so that chains and trees do not fill, and
/// small loops hardly. Order and pattern stay as long as the columns of all rows do. A Aᵀ + μ is positive definite: no row is exchanged.
class RowProducts {
 public:
  /// Takes rows, which stay with their owner.
  void assemble(const std::vector<const SparseRow*>& rows, int columns);
  /// False if it is not positive definite.
  bool factorize(double mu);
  /// x → (A Aᵀ + μ)⁻¹ x.
  void solve(std::vector<double>& x) const;

  /// Numbers of L, and how often an order was found: for tests.
  std::size_t stored() const { return columns_.size(); }
  int orders() const { return orders_; }

 private:
  void order(const std::vector<const SparseRow*>& rows, int columns);

  std::vector<int> pattern_;                                // the columns of the rows, each row behind a −1
  std::vector<int> rowAt_;                                  // by place in the order
  std::vector<int> begin_, columns_;                        // L by rows: the places of its columns, ascending, the diagonal last
  std::vector<double> product_, factor_;                    // A Aᵀ, and L, at those places
  std::vector<std::vector<std::pair<int, double>>> above_;  // by column of A: its entries in the rows so far, by place
  std::vector<double> work_;
  int orders_ = 0;
};

}  // namespace slipstick
