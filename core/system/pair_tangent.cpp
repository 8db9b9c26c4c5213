// From derivatives by marker motion to blocks of coordinates: the chain rule of connectors and constraints.

#include "core/system/constraints.h"

namespace slipstick {
namespace {

/// Largest number of coordinates of one marker that is handled on the stack; larger ones (long trees) take the heap.
constexpr int stackColumns = 32;

struct Scratch {
  explicit Scratch(int numbers) {
    if (numbers > static_cast<int>(sizeof(local) / sizeof(double))) {
      heap.resize(numbers);
      data = heap.data();
    }
  }
  double local[12 * stackColumns];
  std::vector<double> heap;
  double* data = local;
};

}  // namespace

void addPairTangent(Tangent& tangent, const FrameJacobian& jacobian0, const FrameJacobian& jacobian1, const double derivative[2][6][24],
                    int rows) {
  const FrameJacobian* jacobians[2] = {&jacobian0, &jacobian1};
  const double stiffness = tangent.factors.stiffness, damping = tangent.factors.damping;
  for (int k = 0; k < 2; ++k) {
    const FrameJacobian& by = *jacobians[k];
    const int n = by.size;
    if (n == 0) continue;
    // Motion of frame k by its coordinates: stiffness and damping in one, since position and velocity are varied together.
    Scratch motion(12 * n);
    for (int r = 0; r < 3; ++r)
      for (int j = 0; j < n; ++j) {
        const int at = r * n + j;
        motion.data[at] = stiffness * by.position[at];
        motion.data[3 * n + at] = stiffness * by.rotation[at];
        motion.data[6 * n + at] = stiffness * by.velocity[at] + damping * by.position[at];
        motion.data[9 * n + at] = stiffness * by.angularVelocity[at] + damping * by.rotation[at];
      }
    for (int m = 0; m < 2; ++m) {
      const FrameJacobian& on = *jacobians[m];
      if (on.size == 0) continue;
      Scratch wrench(6 * n), block(on.size * n);
      for (int r = 0; r < rows; ++r) {
        double* out = wrench.data + r * n;
        std::fill_n(out, n, 0.0);
        for (int d = 0; d < 12; ++d) {
          const double factor = derivative[m][r][12 * k + d];
          if (factor == 0) continue;
          const double* row = motion.data + d * n;
          for (int j = 0; j < n; ++j) out[j] += factor * row[j];
        }
      }
      std::fill_n(block.data, on.size * n, 0.0);
      for (int r = 0; r < rows; ++r) {
        const double* transpose = r < 3 ? on.position + r * on.size : on.rotation + (r - 3) * on.size;
        const double* row = wrench.data + r * n;
        for (int i = 0; i < on.size; ++i) {
          const double factor = transpose[i];
          if (factor == 0) continue;
          double* out = block.data + i * n;
          for (int j = 0; j < n; ++j) out[j] += factor * row[j];
        }
      }
      tangent.sink.add(on.coordinates, on.size, by.coordinates, n, block.data, n);
    }
  }
}

void addConstraintTangent(Tangent& tangent, const FrameJacobian& jacobian0, const FrameJacobian& jacobian1, const double* gradient, int count,
                          int multiplier, double rowFactor) {
  const FrameJacobian* jacobians[2] = {&jacobian0, &jacobian1};
  int rows[6];
  for (int e = 0; e < count; ++e) rows[e] = multiplier + e;
  for (int m = 0; m < 2; ++m) {
    const FrameJacobian& by = *jacobians[m];
    const int n = by.size;
    if (n == 0) continue;
    Scratch block(count * n), scaled(count * n);
    for (int e = 0; e < count; ++e)
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int r = 0; r < 3; ++r)
          sum += gradient[12 * e + 6 * m + r] * by.position[r * n + j] + gradient[12 * e + 6 * m + 3 + r] * by.rotation[r * n + j];
        block.data[e * n + j] = tangent.factors.constraintForce * sum;
        scaled.data[e * n + j] = rowFactor * sum;
      }
    tangent.sink.add(rows, count, by.coordinates, n, scaled.data, n);
    tangent.sink.addTransposed(rows, count, by.coordinates, n, block.data, n);
  }
}

}  // namespace slipstick
