// Loaded on demand: few models are assembled before they run.

#include "core/solver/normal_equations.h"

#include "core/math/eigen.h"

#include <Eigen/SparseCholesky>

namespace slipstick {
namespace {

using Vector = Eigen::Map<const Eigen::VectorXd>;
std::vector<double> numbers(const Eigen::VectorXd& x) { return {x.begin(), x.end()}; }

}  // namespace

struct NormalEquations::Matrices {
  Eigen::SparseMatrix<double, Eigen::RowMajor> rows;
  Eigen::SparseMatrix<double> products;
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> factors;
};

NormalEquations::NormalEquations(const std::vector<ConstraintRow>& rows, int columns) : matrices_(std::make_unique<Matrices>()) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const auto& [column, entry] : rows[i].entries) entries.emplace_back(static_cast<int>(i), column, entry);
  matrices_->rows.resize(static_cast<int>(rows.size()), columns);
  matrices_->rows.setFromTriplets(entries.begin(), entries.end());
  matrices_->products = matrices_->rows * matrices_->rows.transpose();
  matrices_->factors.analyzePattern(matrices_->products);
}
NormalEquations::~NormalEquations() = default;

bool NormalEquations::damp(double mu) {
  matrices_->factors.setShift(mu);
  matrices_->factors.factorize(matrices_->products);
  return matrices_->factors.info() == Eigen::Success;
}

std::vector<double> NormalEquations::smallest(const std::vector<double>& c) const {
  const Eigen::VectorXd forces = matrices_->factors.solve(Vector(c.data(), static_cast<int>(c.size())));
  return numbers(matrices_->rows.transpose() * forces);
}

std::vector<double> NormalEquations::change(const std::vector<double>& y) const {
  return numbers(matrices_->rows * Vector(y.data(), static_cast<int>(y.size())));
}

}  // namespace slipstick
