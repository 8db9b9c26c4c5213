// Sparse matrices typical of mechanisms, and reference solutions by dense elimination.
#pragma once

#include <random>
#include <vector>

#include "core/system/matrix_sink.h"
#include "tests/core/support/eigen.h"

namespace slipstick {

struct Entry {
  int row, column;
  double value;
};
using Entries = std::vector<Entry>;

inline Eigen::MatrixXd dense(int size, const Entries& entries) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
  for (const Entry& entry : entries) matrix(entry.row, entry.column) += entry.value;
  return matrix;
}

template <class Lu>
typename Lu::Outcome factorize(Lu& lu, int size, const Entries& entries, int firstMultiplier) {
  if (!lu.analysed()) {
    std::vector<MatrixSink::Position> positions;
    for (const Entry& entry : entries) positions.push_back({entry.row, entry.column});
    lu.analyse(size, positions, firstMultiplier);
  }
  typename Lu::Outcome outcome;
  do {
    double* values = lu.clear();
    for (std::size_t i = 0; i < entries.size(); ++i) values[lu.slots()[i]] += entries[i].value;
    outcome = lu.factorize();
  } while (outcome == Lu::Outcome::reordered);
  return outcome;
}

/// The largest difference from the solution by Eigen's full pivoting, relative to its largest entry.
template <class Lu>
double difference(Lu& lu, int size, const Entries& entries, int firstMultiplier) {
  if (factorize(lu, size, entries, firstMultiplier) != Lu::Outcome::done) return 1;
  Eigen::VectorXd right = Eigen::VectorXd::LinSpaced(size, -1, 2);
  const Eigen::VectorXd expected = dense(size, entries).fullPivLu().solve(right);
  lu.solve(right.data());
  return (right - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

template <class Lu>
double difference(int size, const Entries& entries, int firstMultiplier) {
  Lu lu;
  return difference(lu, size, entries, firstMultiplier);
}

/// A ring of nodes with `coordinates` each, connected to their neighbours and to one body of 3 coordinates that `multipliers` hold.
class Ring {
 public:
  Ring(int nodes, int coordinates, int multipliers) : nodes_(nodes), coordinates_(coordinates), multipliers_(multipliers) {
    for (int i = 0; i < nodes; ++i) {
      const int here = coordinates * i, next = coordinates * ((i + 1) % nodes), body = coordinates * nodes;
      for (int a = 0; a < coordinates; ++a) {
        for (int b = 0; b < coordinates; ++b) {
          add(here + a, here + b, a == b ? 8 : 0);
          add(here + a, next + b), add(next + a, here + b);
        }
        for (int b = 0; b < 3; ++b) add(here + a, body + b), add(body + b, here + a);
      }
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) add(body + a, body + b, a == b ? 8 : 0);
    }
    for (int m = 0; m < multipliers; ++m)
      for (int b = 0; b < 3; ++b) add(firstMultiplier() + m, coordinates * nodes + b), add(coordinates * nodes + b, firstMultiplier() + m);
  }
  int size() const { return firstMultiplier() + multipliers_; }
  int firstMultiplier() const { return coordinates_ * nodes_ + 3; }
  Entries entries;

 private:
  void add(int row, int column, double plus = 0) { entries.push_back({row, column, plus + uniform_(random_)}); }

  int nodes_, coordinates_, multipliers_;
  std::mt19937 random_{7};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

}  // namespace slipstick
