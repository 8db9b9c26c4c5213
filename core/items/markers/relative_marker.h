// Code shared by markers of the relative motion of two bodies: a scalar coordinate that depends on two frames, and its loop.
//
// All quantities are differentiated along a column of a frame's Jacobian with dual numbers. A force on the coordinate multiplies the forces
// on the frames that are equivalent to a unit force on it.
#pragma once

#include "core/items/registration.h"
#include "core/system/frame_tangent.h"

namespace slipstick {

/// `Marker` has bodyNumbers, localPosition0, localPosition1 and, as templates of S, coordinate(frames, data) and unitForces(frames,
/// forces). A marker that counts turns has nodeNumber, which stores the coordinate at the end of Newton's method.
template <class Marker>
class RelativeMarkerLoop final : public LoopOf<RelativeMarkerLoop<Marker>, Marker, role::Moving, role::Turning, role::Measured,
                                               std::conditional_t<Marker::countsTurns, role::Discontinuous, NoRole>> {
 public:
  SLIPSTICK_SMALL void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const Marker& item = this->items_[this->keep(modelItem)];
    Entry entry;
    std::vector<int> coordinates;
    for (int k = 0; k < 2; ++k) {
      entry.frames[k] = assembly.object(item.bodyNumbers[k]).addFrame(k == 0 ? item.localPosition0 : item.localPosition1, assembly);
      assembly.frameJacobians[entry.frames[k]] = 1;
      const std::vector<int>& own = assembly.frames[entry.frames[k]];
      coordinates.insert(coordinates.end(), own.begin(), own.end());
    }
    entry.slot = assembly.addScalar(std::move(coordinates));
    if constexpr (Marker::countsTurns)
      if (item.nodeNumber) entry.data = assembly.node(item.nodeNumber).firstCoordinate();
    assembly.markers[number].scalar = entry.slot;
    entries_.push_back(entry);
  }
  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const FrameKinematics<S> frames[2] = {sweep.frames[entries_[i].frames[0]], sweep.frames[entries_[i].frames[1]]};
      sweep.scalars[entries_[i].slot] = this->items_[i].coordinate(frames, sweep.data + entries_[i].data);
    }
  }
  template <class S>
  void backOf(Sweep<S>& sweep) const {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const FrameKinematics<S> frames[2] = {sweep.frames[entries_[i].frames[0]], sweep.frames[entries_[i].frames[1]]};
      FrameForce<S> forces[2];
      this->items_[i].unitForces(frames, forces);
      const S& force = sweep.scalarForces[entries_[i].slot];
      for (int k = 0; k < 2; ++k) sweep.frameForces[entries_[i].frames[k]] += {force * forces[k].force, force * forces[k].torque};
    }
  }
  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const override {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Entry& entry = entries_[i];
      const FrameKinematics<double> frames[2] = {sweep.frames[entry.frames[0]], sweep.frames[entry.frames[1]]};
      FrameForce<double> forces[2];
      this->items_[i].unitForces(frames, forces);
      ScalarJacobian& scalar = (*tangent.scalars)[entry.slot];
      int column = 0;
      for (int k = 0; k < 2; ++k) {
        const FrameJacobian& jacobian = (*tangent.frames)[entry.frames[k]];
        for (int j = 0; j < jacobian.size; ++j, ++column) {
          scalar.value[column] = 0;
          for (int row = 0; row < 3; ++row)
            scalar.value[column] += forces[k].force[row] * jacobian.position[row * jacobian.size + j] +
                                    forces[k].torque[row] * jacobian.rotation[row * jacobian.size + j];
          FrameKinematics<Dual1> varied[2];
          vary(frames, k, jacobian, j, varied);
          scalar.rate[column] = this->items_[i].coordinate(varied, sweep.data + entry.data).rate.derivative[0];
        }
      }
    }
  }
  /// The change of the forces on the frames at a constant force on the coordinate.
  void backTangent(Tangent& tangent, Sweep<double>& sweep) const override {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Entry& entry = entries_[i];
      const FrameKinematics<double> frames[2] = {sweep.frames[entry.frames[0]], sweep.frames[entry.frames[1]]};
      const double factor = tangent.factors.stiffness * sweep.scalarForces[entry.slot];
      for (int by = 0; by < 2; ++by) {
        const FrameJacobian& jacobian = (*tangent.frames)[entry.frames[by]];
        std::vector<double> wrenches[2] = {std::vector<double>(6 * jacobian.size), std::vector<double>(6 * jacobian.size)};
        for (int j = 0; j < jacobian.size; ++j) {
          FrameKinematics<Dual1> varied[2];
          FrameForce<Dual1> forces[2];
          vary(frames, by, jacobian, j, varied);
          this->items_[i].unitForces(varied, forces);
          for (int on = 0; on < 2; ++on)
            for (int row = 0; row < 3; ++row) {
              wrenches[on][row * jacobian.size + j] = factor * forces[on].force[row].derivative[0];
              wrenches[on][(3 + row) * jacobian.size + j] = factor * forces[on].torque[row].derivative[0];
            }
        }
        for (int on = 0; on < 2; ++on)
          addWrenchTangent(tangent, (*tangent.frames)[entry.frames[on]], wrenches[on].data(), jacobian.coordinates, jacobian.size);
      }
    }
    backOf(sweep);
  }
  // role::Discontinuous of markers that count turns: they only store a number.
  void postNewton(PostNewton& post, const Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (!this->items_[i].nodeNumber) continue;
      const ScalarKinematics<double>& angle = sweep.scalars[entries_[i].slot];
      (*post.data)[entries_[i].data] = angle.value;
      post.noteTurning(angle.rate);
    }
  }
  bool isDiscontinuous() const { return false; }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const ScalarKinematics<double>& scalar = sweep.scalars[entries_[index].slot];
    out[0] = variable == OutputVariable::Coordinates ? scalar.value : scalar.rate;
  }

 private:
  struct Entry {
    int frames[2], slot, data = 0;
  };
  /// The two frames; one of them moves along a column of its Jacobian.
  static void vary(const FrameKinematics<double> (&frames)[2], int k, const FrameJacobian& jacobian, int j,
                   FrameKinematics<Dual1> (&varied)[2]) {
    double column[frameDirections];
    for (int row = 0; row < 3; ++row) {
      const int at = row * jacobian.size + j;
      column[row] = jacobian.position[at], column[3 + row] = jacobian.rotation[at];
      column[6 + row] = jacobian.velocity[at], column[9 + row] = jacobian.angularVelocity[at];
    }
    for (int i = 0; i < 2; ++i) varied[i] = constant<1>(frames[i]);
    addMotion(varied[k], column, 1);
  }
  std::vector<Entry> entries_;
};

/// The parameters of such markers.
template <class Marker>
constexpr ParameterOf<Marker> bodyNumbersParameter() {
  return {"bodyNumbers", &Marker::bodyNumbers, capability::body | capability::position | capability::orientation, Presence::required,
          "the two bodies"};
}

}  // namespace slipstick
