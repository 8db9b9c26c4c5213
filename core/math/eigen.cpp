#include "core/math/eigen.h"

namespace slipstick {

using Eigen::MatrixXd;

Decomposition decompose(const MatrixXd& a, double threshold) {
  Decomposition decomposition(a.rows(), a.cols());
  if (threshold > 0) decomposition.setThreshold(threshold);
  if (a.size() > 0) decomposition.compute(a);
  return decomposition;
}

// Without columns, Eigen decomposes nothing.
int rankOf(const Decomposition& ofA) { return ofA.cols() > 0 ? static_cast<int>(ofA.rank()) : 0; }

MatrixXd complement(const Decomposition& ofA) {
  const Eigen::Index rows = ofA.rows(), rank = rankOf(ofA);
  MatrixXd basis = MatrixXd::Zero(rows, rows - rank);
  basis.bottomRows(rows - rank).setIdentity();
  if (rank > 0) basis.applyOnTheLeft(ofA.householderQ().setLength(rank));
  return basis;
}

MatrixXd smallestSolution(const Decomposition& ofA, const MatrixXd& b) {
  MatrixXd x = MatrixXd::Zero(ofA.rows(), b.cols());
  if (ofA.cols() == 0) return x;
  const Eigen::Index rank = ofA.rank();
  const MatrixXd chosen = ofA.colsPermutation().transpose() * b;
  x.topRows(rank) = chosen.topRows(rank);
  ofA.matrixR().topLeftCorner(rank, rank).triangularView<Eigen::Upper>().transpose().solveInPlace(x.topRows(rank));
  x.applyOnTheLeft(ofA.householderQ().setLength(rank));
  return x;
}

}  // namespace slipstick
