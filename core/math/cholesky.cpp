#include "core/math/cholesky.h"

#include "core/math/eigen.h"

namespace slipstick {

using Eigen::Map, Eigen::MatrixXd, Eigen::VectorXd;

// By columns, the lower part by rows is the upper one.
bool factorizeSymmetric(double* a, int size) {
  Map<MatrixXd> matrix(a, size, size);
  return Eigen::LLT<Eigen::Ref<MatrixXd>, Eigen::Upper>(matrix).info() == Eigen::Success;
}
void solveLower(const double* factor, int size, double* x) {
  Map<VectorXd> solution(x, size);
  Map<const MatrixXd>(factor, size, size).transpose().triangularView<Eigen::Lower>().solveInPlace(solution);
}
void solveUpper(const double* factor, int size, double* x) {
  Map<VectorXd> solution(x, size);
  Map<const MatrixXd>(factor, size, size).triangularView<Eigen::Upper>().solveInPlace(solution);
}

}  // namespace slipstick
