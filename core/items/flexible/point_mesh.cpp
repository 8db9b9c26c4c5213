// Compiled for size: few models have meshes.
#include "core/items/flexible/point_mesh.h"

namespace slipstick {

int PointMesh::addFrame(const role::MeshPoint& point, const std::vector<int>& first, Assembly& assembly) {
  const auto placeOf = [&](int node) {
    const double* x = &assembly.reference[first[node]];
    return Vector3{x[0], x[1], x[2]};
  };
  Frame frame{.slot = 0, .coordinates = {}, .place = {}, .weights = {point.weights.begin(), point.weights.end()}, .turns = {}};
  for (std::size_t i = 0; i < point.nodes.size(); ++i) {
    frame.place += point.weights[i] * placeOf(point.nodes[i]);
    for (int axis = 0; axis < 3; ++axis) frame.coordinates.push_back(first[point.nodes[i]] + axis);
  }
  if (point.turns) {
    const Matrix3 inverse = inverseSpread(point, frame.place, placeOf);
    for (std::size_t i = 0; i < point.nodes.size(); ++i) {
      const Matrix3 turn = point.weights[i] * (inverse * skew(placeOf(point.nodes[i]) - frame.place));
      for (int axis = 0; axis < 3; ++axis) frame.turns.push_back(turn.column(axis));
    }
  }
  frame.place += point.offset;
  frame.slot = assembly.addFrame(frame.coordinates);
  assembly.add(block_);
  block_.empty->resize(std::max(block_.empty->size(), frame.coordinates.size() * frame.coordinates.size()));
  frames_.push_back(std::move(frame));
  return frames_.back().slot;
}

void PointMesh::jacobians(Tangent& tangent, const Sweep<double>& sweep) const {
  for (const Frame& frame : frames_) {
    FrameJacobian& jacobian = (*tangent.frames)[frame.slot];
    const int size = jacobian.size;
    if (size == 0) continue;  // not differentiated
    for (int k = 0; k < size; ++k) jacobian.position[k % 3 * size + k] = frame.weights[k / 3];
    if (frame.turns.empty()) continue;
    const FiniteTurn<double> turn(frame.turned(sweep.q));
    const Matrix3 bySpin = turnDerivative(turn, frame.turned(sweep.q_t), false);
    for (int k = 0; k < size; ++k) {
      const Vector3 rotation = turn.times(frame.turns[k]), angularVelocity = bySpin * frame.turns[k];
      for (int i = 0; i < 3; ++i)
        jacobian.rotation[i * size + k] = rotation[i], jacobian.angularVelocity[i * size + k] = angularVelocity[i];
    }
  }
}

void PointMesh::backTangent(Tangent& tangent, Sweep<double>& sweep) const {
  for (const Frame& frame : frames_) {
    if (frame.turns.empty()) continue;
    const FiniteTurn<double> turn(frame.turned(sweep.q));
    const Matrix3 byTurn = turnDerivative(turn, sweep.frameForces[frame.slot].torque, true);
    const int size = static_cast<int>(frame.coordinates.size());
    std::vector<double>& block = sweep[block_];
    for (int j = 0; j < size; ++j) {
      const Vector3 change = tangent.factors.stiffness * (byTurn * frame.turns[j]);
      for (int i = 0; i < size; ++i) block[i * size + j] = dot(frame.turns[i], change);
    }
    tangent.sink.add(frame.coordinates.data(), size, frame.coordinates.data(), size, block.data(), size);
  }
}

}  // namespace slipstick
