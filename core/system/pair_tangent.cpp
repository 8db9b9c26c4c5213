// From derivatives with respect to marker motion to blocks of coordinates: the chain rule of connectors and constraints.

#include "core/math/pairs.h"
#include "core/system/constraints.h"
#include "core/system/frame_tangent.h"

namespace slipstick {
namespace {

/// Largest number of coordinates of one marker that is handled on the stack; larger ones (long trees) use the heap.
constexpr int stackColumns = 12;

class Scratch {
 public:
  explicit Scratch(int numbers) {
    if (numbers > static_cast<int>(sizeof(local_) / sizeof(double))) {
      heap_.resize(numbers);
      data = heap_.data();
    }
  }
  double* data = local_;

 private:
  double local_[12 * stackColumns];
  std::vector<double> heap_;
};

void motionByCoordinates(const FrameJacobian& by, double stiffness, double damping, double* motion) {
  const int n = 3 * by.size;
  const auto scaled = [k = uniform(stiffness)](const auto& a) { return k * a; };
  const auto sum = [k = uniform(stiffness), d = uniform(damping)](const auto& a, const auto& b) { return k * a + d * b; };
  each(n, motion, scaled, by.position);
  each(n, motion + n, scaled, by.rotation);
  each(n, motion + 2 * n, sum, by.velocity, by.speed);
  each(n, motion + 3 * n, sum, by.angularVelocity, by.rotation);
}

/// out (rows × columns) = factors (rows × inner, `stride` apart) · right (inner × columns). N is the number of columns if known at
/// compile time (loops unroll), else 0.
template <int N>
void multiply(const double* factors, int rows, int stride, int inner, const double* right, int columns, double* out) {
  if constexpr (N > 0) {
    for (int r = 0; r < rows; ++r) {
      double sum[N] = {};
      for (int d = 0; d < inner; ++d) {
        const auto added = [f = uniform(factors[r * stride + d])](const auto& x, const auto& a) { return x + f * a; };
        each(N, sum, added, sum, right + d * N);
      }
      std::copy_n(sum, N, out + r * N);
    }
  } else {
    std::fill_n(out, rows * columns, 0.0);
    for (int r = 0; r < rows; ++r)
      for (int d = 0; d < inner; ++d)
        for (int j = 0; j < columns; ++j) out[r * columns + j] += factors[r * stride + d] * right[d * columns + j];
  }
}

auto weighted(const double w[3]) {
  return [u = uniform(w[0]), v = uniform(w[1]), w = uniform(w[2])](const auto& a, const auto& b, const auto& c) {
    return u * a + v * b + w * c;
  };
}

/// out (size × columns) = [J_pos; J_rot]ᵀ · wrench; without J_rot if there are only 3 rows.
template <int N>
void back(const FrameJacobian& on, int rows, const double* wrench, int columns, double* out) {
  const int n = N ? N : columns;
  for (int i = 0; i < on.size; ++i) {
    double* row = out + i * n;
    const double p[3] = {on.position[i], on.position[on.size + i], on.position[2 * on.size + i]};
    each(n, row, weighted(p), wrench, wrench + n, wrench + 2 * n);
    if (rows == 3) continue;
    const double r[3] = {on.rotation[i], on.rotation[on.size + i], on.rotation[2 * on.size + i]};
    const auto added = [w = weighted(r)](const auto& x, const auto& a, const auto& b, const auto& c) { return x + w(a, b, c); };
    each(n, row, added, row, wrench + 3 * n, wrench + 4 * n, wrench + 5 * n);
  }
}

template <int N>
void addPair(Tangent& tangent, const FrameJacobian* const jacobians[2], int k, const double derivative[2][6][24], int rows) {
  const FrameJacobian& by = *jacobians[k];
  const int n = N ? N : by.size;
  Scratch motion(12 * n);
  motionByCoordinates(by, tangent.factors.stiffness, tangent.factors.damping, motion.data);
  for (int m = 0; m < 2; ++m) {
    const FrameJacobian& on = *jacobians[m];
    if (on.size == 0) continue;
    Scratch wrench(6 * n), block(on.size * n);
    multiply<N>(&derivative[m][0][12 * k], rows, 24, 12, motion.data, n, wrench.data);
    back<N>(on, rows, wrench.data, n, block.data);
    tangent.sink.add(on.coordinates, on.size, by.coordinates, n, block.data, n);
  }
}

}  // namespace

void frameMotion(const Tangent& tangent, const FrameJacobian& by, double* motion) {
  motionByCoordinates(by, tangent.factors.stiffness, tangent.factors.damping, motion);
}

void addMotion(FrameKinematics<Dual1>& frame, const double* column, int stride) {
  const auto at = [&](int row) { return column[row * stride]; };
  addTurn(frame, {at(3), at(4), at(5)}, 0);
  for (int i = 0; i < 3; ++i) {
    frame.position[i].derivative[0] = at(i);
    frame.velocity[i].derivative[0] = at(6 + i);
    frame.angularVelocity[i].derivative[0] = at(9 + i);
  }
}

void addWrenchTangent(Tangent& tangent, const FrameJacobian& on, const double* wrench, const int* coordinates, int columns) {
  if (on.size == 0 || columns == 0) return;
  Scratch block(on.size * columns);
  const auto to = columns == 6 ? back<6> : columns == 7 ? back<7> : back<0>;
  to(on, 6, wrench, columns, block.data);
  tangent.sink.add(on.coordinates, on.size, coordinates, columns, block.data, columns);
}

void differentiateRelatively(int moved, const FramePair<double>& pair, const double* relative, const FrameForce<double> on[2],
                             MovedFrame& by) {
  const int columns = by.columns;
  const double* motion = by.motion;
  double* derivative = by.derivative;
  const auto product = columns == 6 ? multiply<6> : columns == 7 ? multiply<7> : multiply<0>;
  if (moved == 1) return product(relative, 12, 12, 12, motion, columns, derivative);
  // A motion of frame 0 is a rigid motion of both frames and all forces, followed by the opposite motion of frame 1.
  double relativeMotion[12 * frameDirections] = {};
  const Vector3 seen[4] = {pair.frame1.position - pair.frame0.position,
                           {},
                           pair.frame1.velocity - pair.frame0.velocity,
                           pair.frame1.angularVelocity - pair.frame0.angularVelocity};
  const auto turn = [&](int column) {
    const double* rotation = motion + 3 * columns + column;
    return Vector3{rotation[0], rotation[columns], rotation[2 * columns]};
  };
  for (int k = 0; k < columns; ++k)
    for (int part = 0; part < 4; ++part) {
      const Vector3 turned = cross(turn(k), seen[part]);
      for (int i = 0; i < 3; ++i) {
        const int entry = (3 * part + i) * columns + k;
        relativeMotion[entry] = -(motion[entry] + turned[i]);
      }
    }
  product(relative, 12, 12, 12, relativeMotion, columns, derivative);
  for (int k = 0; k < columns; ++k)
    for (int m = 0; m < 2; ++m) {
      const Vector3 force = cross(turn(k), on[m].force), torque = cross(turn(k), on[m].torque);
      for (int i = 0; i < 3; ++i) {
        derivative[(6 * m + i) * columns + k] += force[i];
        derivative[(6 * m + 3 + i) * columns + k] += torque[i];
      }
    }
}

void writeMotion(const Tangent& tangent, const FrameJacobian& by, MovedFrame& moved) {
  moved.columns = std::min(by.size, frameDirections);
  if (by.size <= frameDirections) return frameMotion(tangent, by, moved.motion);
  std::fill_n(moved.motion, 12 * frameDirections, 0.0);
  for (int d = 0; d < frameDirections; ++d) moved.motion[d * frameDirections + d] = 1;
}

void addPairWrenches(Tangent& tangent, const FrameJacobian* const on[2], const FrameJacobian& by, const MovedFrame& moved) {
  const int n = by.size;
  const double* derivative = moved.derivative;
  if (n <= frameDirections) {
    for (int m = 0; m < 2; ++m) addWrenchTangent(tangent, *on[m], derivative + 6 * m * n, by.coordinates, n);
    return;
  }
  Scratch motion(12 * n), wrench(6 * n);
  frameMotion(tangent, by, motion.data);
  for (int m = 0; m < 2; ++m) {
    multiply<0>(derivative + 6 * m * frameDirections, 6, frameDirections, frameDirections, motion.data, n, wrench.data);
    addWrenchTangent(tangent, *on[m], wrench.data, by.coordinates, n);
  }
}

void addPairTangent(Tangent& tangent, const FrameJacobian& jacobian0, const FrameJacobian& jacobian1, const double derivative[2][6][24],
                    int rows) {
  const FrameJacobian* jacobians[2] = {&jacobian0, &jacobian1};
  for (int k = 0; k < 2; ++k) switch (jacobians[k]->size) {
      case 0:
        break;
      case 3:
        addPair<3>(tangent, jacobians, k, derivative, rows);
        break;
      case 6:
        addPair<6>(tangent, jacobians, k, derivative, rows);
        break;
      case 7:
        addPair<7>(tangent, jacobians, k, derivative, rows);
        break;
      default:
        addPair<0>(tangent, jacobians, k, derivative, rows);
    }
}

void skipPairTangent(Tangent& tangent, const FrameJacobian& jacobian0, const FrameJacobian& jacobian1) {
  for (const FrameJacobian* by : {&jacobian0, &jacobian1})
    for (const FrameJacobian* on : {&jacobian0, &jacobian1})
      if (by->size && on->size) tangent.sink.skip(on->coordinates, on->size, by->coordinates, by->size);
}

void addConstraintTangent(Tangent& tangent, const FrameJacobian& jacobian0, const FrameJacobian& jacobian1, const double* gradient,
                          int count, int multiplier, double rowFactor) {
  const FrameJacobian* jacobians[2] = {&jacobian0, &jacobian1};
  int rows[6];
  for (int e = 0; e < count; ++e) rows[e] = multiplier + e;
  for (int m = 0; m < 2; ++m) {
    const FrameJacobian& by = *jacobians[m];
    const int n = by.size;
    if (n == 0) continue;
    Scratch block(count * n), scaled(count * n);
    for (int e = 0; e < count; ++e) {
      const double* w = gradient + 12 * e + 6 * m;
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int r = 0; r < 3; ++r) sum += w[r] * by.position[r * n + j] + w[3 + r] * by.rotation[r * n + j];
        block.data[e * n + j] = tangent.factors.constraintForce * sum;
        scaled.data[e * n + j] = rowFactor * sum;
      }
    }
    tangent.sink.add(rows, count, by.coordinates, n, scaled.data, n);
    tangent.sink.addTransposed(rows, count, by.coordinates, n, block.data, n);
  }
}

}  // namespace slipstick
