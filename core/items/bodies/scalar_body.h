// Bodies with one coordinate, along or about an axis of a fixed frame.
#pragma once

#include "core/items/registration.h"
#include "core/math/rotations.h"

namespace slipstick {

/// Item has nodeNumber, referencePosition r0, referenceRotation A0 and a member `inertia()`; `turns` distinguishes a rotor from a slider.
template <class Item, bool turns>
class ScalarBodyLoop final : public LoopOf<ScalarBodyLoop<Item, turns>, Item, role::Carrier, role::Lumped, role::Moving, role::Turning,
                                           role::Massive, role::Measured, role::Drawn> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Item& item = this->items_[this->keep(modelItem)];
    const Place node = assembly.node(item.nodeNumber);
    const int coordinate = node.firstCoordinate();
    members_.push_back({coordinate, assembly.reference[coordinate]});
  }
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    const int slot = assembly.addFrame({members_[index].coordinate});
    frames_.push_back({index, slot, localPosition});
    return slot;
  }
  void dropFrame(int slot) override { dropFrom(this->frames_, slot); }
  MarkerPlace addMass(int index, Assembly& assembly) override {
    return {.frame = addFrame(index, {}, assembly), .mass = this->items_[index].massPointer()};
  }

  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) place(frame.item, frame.local, sweep, sweep.frames[frame.slot]);
  }
  bool massIsConstant() const override { return true; }
  void lawsOf(Sweep<double>& sweep) const {
    if (!sweep.q_tt) return;
    for (std::size_t i = 0; i < members_.size(); ++i)
      sweep.residual[members_[i].coordinate] += this->items_[i].inertia() * sweep.q_tt[members_[i].coordinate];
  }
  template <class S>
  void backOf(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) {
      const FrameForce<S>& wrench = sweep.frameForces[frame.slot];
      S& out = sweep.residual[members_[frame.item].coordinate];
      const Vector3 direction = axis(frame.item);
      if constexpr (turns)
        out += dot(direction, wrench.torque) + dot(cross(direction, sweep.frames[frame.slot].rotation * frame.local), wrench.force);
      else
        out += dot(direction, wrench.force);
    }
  }
  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const override {
    for (const Frame& frame : frames_) {
      FrameJacobian& jacobian = (*tangent.frames)[frame.slot];
      if (jacobian.size == 0) continue;
      const Vector3 direction = axis(frame.item);
      const Vector3 arm = sweep.frames[frame.slot].rotation * frame.local;
      const Vector3 position = turns ? cross(direction, arm) : direction;
      const double spin = turns ? sweep.q_t[members_[frame.item].coordinate] : 0;
      const Vector3 velocity = spin * cross(direction, cross(direction, arm));
      for (int i = 0; i < 3; ++i) {
        jacobian.position[i] = position[i];
        jacobian.rotation[i] = turns ? direction[i] : 0;
        jacobian.velocity[i] = velocity[i];
      }
    }
  }
  void tangent(Tangent& tangent, Sweep<double>&) const override {
    for (std::size_t i = 0; i < members_.size(); ++i)
      tangent.sink.add(members_[i].coordinate, members_[i].coordinate, tangent.factors.mass * this->items_[i].inertia());
  }
  void backTangent(Tangent& tangent, Sweep<double>& sweep) const override {
    if (!turns) return;
    for (const Frame& frame : frames_) {
      const Vector3 direction = axis(frame.item);
      const Vector3 arm = sweep.frames[frame.slot].rotation * frame.local;
      const int coordinate = members_[frame.item].coordinate;
      tangent.sink.add(coordinate, coordinate,
                       tangent.factors.stiffness * dot(cross(direction, cross(direction, arm)), sweep.frameForces[frame.slot].force));
    }
  }

  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    const FrameKinematics<double> frame = at(index, local, sweep);
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(frame.position, out);
      case OutputVariable::Displacement: {
        const Member& member = members_[index];
        const Item& item = this->items_[index];
        const Vector3 start = turns ? item.referenceRotation * (rotationZ(member.reference) * local) + item.referencePosition
                                    : item.referenceRotation * (Vector3{member.reference, 0, 0} + local) + item.referencePosition;
        return writeVector(frame.position - start, out);
      }
      case OutputVariable::Velocity:
        return writeVector(frame.velocity, out);
      case OutputVariable::RotationMatrix:
        return writeMatrix(frame.rotation, out);
      case OutputVariable::Rotation:
        if constexpr (turns)
          out[0] = members_[index].reference + sweep.q[members_[index].coordinate];
        else
          writeVector(taitBryanAngles(frame.rotation), out);
        return;
      case OutputVariable::AngularVelocityLocal:
        return writeVector(transposeTimes(frame.rotation, frame.angularVelocity), out);
      default:
        return writeVector(frame.angularVelocity, out);
    }
  }
  PoseSource pose(int) const override { return {PoseKind::frame, 7}; }
  void writePose(int index, const Sweep<double>& sweep, double* out) const override {
    const FrameKinematics<double> frame = at(index, {}, sweep);
    writeFramePose(frame.position, frame.rotation, out);
  }

 private:
  struct Member {
    int coordinate;
    double reference;
  };
  struct Frame {
    int item, slot;
    Vector3 local;
  };
  Vector3 axis(int index) const { return this->items_[index].referenceRotation.column(turns ? 2 : 0); }

  template <class S>
  FrameKinematics<S> at(int index, const Vector3& local, const Sweep<S>& sweep) const {
    FrameKinematics<S> frame;
    place(index, local, sweep, frame);
    return frame;
  }
  template <class S>
  void place(int index, const Vector3& local, const Sweep<S>& sweep, FrameKinematics<S>& frame) const {
    const Item& item = this->items_[index];
    const Member& member = members_[index];
    const S value = member.reference + sweep.q[member.coordinate];
    const S rate = sweep.q_t[member.coordinate];
    if constexpr (turns) {
      frame.rotation = item.referenceRotation * rotationZ(value);
      frame.position = frame.rotation * local + item.referencePosition;
      frame.angularVelocity = rate * axis(index);
      frame.angularVelocityLocal = {S(0.0), S(0.0), rate};
      frame.velocity = cross(frame.angularVelocity, frame.rotation * local);
    } else {
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) frame.rotation[i][j] = S(item.referenceRotation[i][j]);
      frame.position = item.referenceRotation * (Vec3<S>{value, S(0.0), S(0.0)} + local) + item.referencePosition;
      frame.velocity = rate * axis(index);
      frame.angularVelocity = frame.angularVelocityLocal = {};
    }
  }
  std::vector<Member> members_;
  std::vector<Frame> frames_;
};

// The parameters of every such body.
template <class Item>
constexpr ParameterOf<Item> scalarNodeParameter() {
  return {"nodeNumber", &Item::nodeNumber, capability::scalarNode, Presence::required, "1D node that carries it"};
}
template <class Item>
constexpr ParameterOf<Item> referencePositionParameter() {
  return {"referencePosition", &Item::referencePosition, unit::metre, anyNumber, Vector3{}, "position of the fixed frame"};
}
template <class Item>
constexpr ParameterOf<Item> referenceRotationParameter() {
  return {"referenceRotation", &Item::referenceRotation, unit::none, rotation, Matrix3::identity(), "rotation matrix of the fixed frame"};
}

}  // namespace slipstick
