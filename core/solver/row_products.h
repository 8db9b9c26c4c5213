// The products of sparse rows with each other, factorised.
#pragma once

#include <utility>
#include <vector>

namespace slipstick {

/// Entries of a row: column and value.
using SparseRow = std::vector<std::pair<int, double>>;

/// A Aᵀ + μ = L Lᵀ for rows A with few entries each. Rows are eliminated by minimum degree, so that chains and trees cause no fill, and
/// small loops very little. Order and pattern are reused while the columns of all rows remain the same. A Aᵀ + μ is positive definite,
/// so rows are not exchanged.
class RowProducts {
 public:
  /// Assembles the products. The caller keeps ownership of the rows.
  void assemble(const std::vector<const SparseRow*>& rows, int columns);
  /// Returns false if the matrix is not positive definite.
  bool factorize(double mu);
  /// x → (A Aᵀ + μ)⁻¹ x.
  void solve(std::vector<double>& x) const;

  /// Return the number of entries of L and the number of orderings: for tests.
  std::size_t stored() const { return columns_.size(); }
  int orders() const { return orders_; }

 private:
  void order(const std::vector<const SparseRow*>& rows, int columns);

  std::vector<int> pattern_;                                // the columns of the rows, each row preceded by −1
  std::vector<int> rowAt_;                                  // row at each place of the order
  std::vector<int> begin_, columns_;                        // L by rows: the places of its columns, ascending, the diagonal last
  std::vector<double> product_, factor_;                    // A Aᵀ, and L, at these places
  std::vector<std::vector<std::pair<int, double>>> above_;  // by column of A: its entries in the rows assembled so far, by place
  std::vector<double> work_;
  int orders_ = 0;
};

}  // namespace slipstick
