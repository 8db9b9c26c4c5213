// Loaded on demand: few pages show a linear model.
#include "core/solver/linear_response.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/order.h"
#include "core/solver/linearised.h"

namespace slipstick {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

std::vector<Complex> eigenvaluesOf(MatrixXd a) {
  if (a.size() == 0) return {};
  balance(a);
  const Eigen::EigenSolver<MatrixXd> solver(a, false);
  std::vector<Complex> values, sorted;
  if (solver.info() != Eigen::Success) return values;
  for (const auto& value : solver.eigenvalues()) values.emplace_back(value.real(), value.imag());
  for (const int i : inOrder(static_cast<int>(values.size()), [&](int a, int b) { return abs(values[a]) < abs(values[b]) * (1 - 1e-12); }))
    sorted.push_back(values[i]);
  return sorted;
}

/// Returns e^a by its series for a/2^s, squared s times.
MatrixXd exponential(MatrixXd a) {
  const double size = a.cwiseAbs().rowwise().sum().maxCoeff();
  const int squarings = size > 0.5 ? std::ilogb(size) + 2 : 0;
  a *= std::ldexp(1.0, -squarings);
  MatrixXd term = MatrixXd::Identity(a.rows(), a.cols()), sum = term;
  for (int k = 1; k <= 16; ++k) sum += term = product(term, a) / k;
  for (int i = 0; i < squarings; ++i) sum = product(sum, sum);
  return sum;
}

}  // namespace

std::vector<Complex> polesOf(const LinearModel& model) { return eigenvaluesOf(model.a); }

double stabilityLimit(const std::vector<Complex>& poles) {
  constexpr double rounding = 1e-6;
  return poles.empty() ? 0 : rounding * abs(poles.back());
}

// With output 0, the last state of a basis in which C = (0 … 0 γ) is 0, and its equation is the output of a smaller system (for several
// inputs: Emami-Naeini and Van Dooren, Automatica 18, 1982). Once D differs from 0, u = −C x/D, and the zeros are eigenvalues.
Zeros zerosOf(const LinearModel& model, int output, int input) {
  constexpr double rounding = 1e-10, nothing = 1e-13;
  MatrixXd a = model.a;
  const VectorXd scale = balance(a);
  VectorXd b = model.b.col(input).cwiseQuotient(scale), c = model.c.row(output).transpose().cwiseProduct(scale);
  double d = model.d(output, input);
  const double size = std::max(a.norm(), 1e-300), force = b.norm();
  for (bool first = true;; first = false) {
    if (std::abs(d) > std::max(rounding * c.norm() * b.norm() / size, first ? 0 : nothing * force))
      return {true, eigenvaluesOf(a - b * c.transpose() / d)};
    const Eigen::Index n = a.rows();
    if (n == 0 || !(c.norm() > (first ? 0 : nothing * size))) return {false, {}};
    VectorXd mirror = c;  // the reflection that turns C into (0 … 0 γ)
    mirror[n - 1] += std::copysign(c.norm(), c[n - 1]);
    mirror.normalize();
    a -= 2 * mirror * (mirror.transpose() * a);
    a -= 2 * (a * mirror) * mirror.transpose();
    b -= 2 * mirror * mirror.dot(b);
    d = b[n - 1], c = a.row(n - 1).head(n - 1).transpose();
    a.conservativeResize(n - 1, n - 1), b.conservativeResize(n - 1);
  }
}

FrequencyResponse::FrequencyResponse(const LinearModel& model) : a_(model.a), b_(model.b), c_(model.c), d_(model.d) {
  if (a_.rows() == 0) return;
  const VectorXd scale = balance(a_);
  b_ = scale.cwiseInverse().asDiagonal() * b_, c_ = c_ * scale.asDiagonal();
  if (a_.rows() < 3) return;
  const Eigen::HessenbergDecomposition<MatrixXd> reduced(a_);
  const MatrixXd q = reduced.matrixQ();
  a_ = reduced.matrixH(), b_ = product(q.transpose(), b_), c_ = product(c_, q);
}

std::vector<Complex> FrequencyResponse::at(double angularFrequency) const {
  const int n = static_cast<int>(a_.rows()), inputs = static_cast<int>(b_.cols()), width = n + inputs;
  std::vector<Complex> rows(static_cast<std::size_t>(n) * width);
  const auto entry = [&](int i, int j) -> Complex& { return rows[static_cast<std::size_t>(i) * width + j]; };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) entry(i, j) = Complex(-a_(i, j), i == j ? angularFrequency : 0);
    for (int j = 0; j < inputs; ++j) entry(i, n + j) = b_(i, j);
  }
  for (int k = 0; k + 1 < n; ++k) {  // below the diagonal there is one entry in each column
    if (abs(entry(k + 1, k)) > abs(entry(k, k)))
      for (int j = k; j < width; ++j) std::swap(entry(k, j), entry(k + 1, j));
    if (entry(k + 1, k) == Complex()) continue;
    const Complex factor = entry(k + 1, k) / entry(k, k);
    for (int j = k; j < width; ++j) entry(k + 1, j) -= factor * entry(k, j);
  }
  for (int column = n; column < width; ++column)
    for (int i = n - 1; i >= 0; --i) {
      Complex sum = entry(i, column);
      for (int j = i + 1; j < n; ++j) sum -= entry(i, j) * entry(j, column);
      entry(i, column) = sum / entry(i, i);
    }
  std::vector<Complex> values;
  for (int output = 0; output < c_.rows(); ++output)
    for (int j = 0; j < inputs; ++j) {
      Complex value = d_(output, j);
      for (int i = 0; i < n; ++i)
        if (c_(output, i) != 0) value += c_(output, i) * entry(i, n + j);
      values.push_back(value);
    }
  return values;
}

std::vector<double> frequenciesFor(const std::vector<Complex>& poles) {
  const double smallest = stabilityLimit(poles);
  double low = INFINITY, high = 0;
  for (const Complex& pole : poles)
    if (abs(pole) > smallest) low = std::min(low, abs(pole)), high = std::max(high, abs(pole));
  if (!(high > 0)) low = high = 1;
  constexpr int perDecade = 50;
  const double first = std::floor(log10(low / 10) * 2) / 2, last = std::min(std::ceil(log10(high * 10) * 2) / 2, first + 10);
  std::vector<double> all;
  const int count = static_cast<int>(std::lround((last - first) * perDecade));
  for (int i = 0; i <= count; ++i) all.push_back(pow(10.0, first + (last - first) * i / count));
  constexpr int mostResonances = 40;
  int resonances = 0;
  for (const Complex& pole : poles) {
    if (!(pole.imag() > 0) || ++resonances > mostResonances) continue;
    const double width = std::max(std::abs(pole.real()), 1e-4 * pole.imag());
    for (const double by : {-8.0, -4.0, -2.0, -1.0, -0.5, -0.25, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0})
      if (const double w = pole.imag() + by * width; w > all.front() && w < all[count]) all.push_back(w);
  }
  std::sort(all.begin(), all.end());
  return all;
}

double durationFor(const std::vector<Complex>& poles) {
  constexpr double decay = 5, periods = 12;
  const double limit = stabilityLimit(poles);
  double duration = 0, growth = 0;
  for (const Complex& pole : poles) {
    if (abs(pole) <= limit) continue;
    growth = std::max(growth, pole.real() > limit ? pole.real() : 0.0);
    const double decays = decay / std::max(std::abs(pole.real()), 1e-300);
    duration = std::max(duration, pole.imag() == 0 ? decays : std::min(decays, periods * 2 * std::numbers::pi / std::abs(pole.imag())));
  }
  return growth > 0 ? decay / growth : duration > 0 ? duration : 1;
}

StepResponse stepResponse(const LinearModel& model, double duration, int intervals) {
  const Eigen::Index n = model.a.rows(), m = model.b.cols();
  const double h = duration / intervals;
  MatrixXd whole = MatrixXd::Zero(n + m, n + m);  // of (x, u), whose u is constant
  whole.topLeftCorner(n, n) = model.a * h, whole.topRightCorner(n, m) = model.b * h;
  const MatrixXd step = exponential(whole);
  MatrixXd x = MatrixXd::Zero(n, m);
  StepResponse response;
  for (int k = 0; k <= intervals; ++k) {
    response.times.push_back(k * h);
    const MatrixXd y = product(model.c, x) + model.d;
    for (Eigen::Index i = 0; i < y.rows(); ++i)
      for (Eigen::Index j = 0; j < m; ++j) response.values.push_back(y(i, j));
    x = product(step.topLeftCorner(n, n), x) + step.topRightCorner(n, m);
  }
  return response;
}

}  // namespace slipstick
