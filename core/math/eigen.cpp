#include "core/math/eigen.h"

namespace slipstick {

using Eigen::MatrixXd;

Decomposition decompose(const MatrixXd& a, double threshold) {
  Decomposition decomposition(a.rows(), a.cols());
  if (threshold > 0) decomposition.setThreshold(threshold);
  if (a.size() > 0) decomposition.compute(a);
  return decomposition;
}

// Eigen cannot decompose a matrix without entries.
int rankOf(const Decomposition& ofA) { return ofA.rows() > 0 && ofA.cols() > 0 ? static_cast<int>(ofA.rank()) : 0; }

MatrixXd complement(const Decomposition& ofA) {
  const Eigen::Index rows = ofA.rows(), rank = rankOf(ofA);
  MatrixXd basis = MatrixXd::Zero(rows, rows - rank);
  basis.bottomRows(rows - rank).setIdentity();
  if (rank > 0) basis.applyOnTheLeft(ofA.householderQ().setLength(rank));
  return basis;
}

MatrixXd smallestSolution(const Decomposition& ofA, const MatrixXd& b) {
  MatrixXd x = MatrixXd::Zero(ofA.rows(), b.cols());
  const Eigen::Index rank = rankOf(ofA);
  if (rank == 0) return x;
  const MatrixXd chosen = ofA.colsPermutation().transpose() * b;
  x.topRows(rank) = chosen.topRows(rank);
  ofA.matrixR().topLeftCorner(rank, rank).triangularView<Eigen::Upper>().transpose().solveInPlace(x.topRows(rank));
  x.applyOnTheLeft(ofA.householderQ().setLength(rank));
  return x;
}

}  // namespace slipstick
