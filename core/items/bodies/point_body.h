// Point masses, in space or in the xy plane.
#pragma once

#include "core/items/registration.h"

namespace slipstick {

/// Item has physicsMass and nodeNumber, a node with `dimension` displacements or one on the ground without coordinates.
template <class Item, int dimension>
class PointBodyLoop final
    : public LoopOf<PointBodyLoop<Item, dimension>, Item, role::Carrier, role::Lumped, role::Massive, role::Measured, role::Drawn> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Item& item = this->items_[this->keep(modelItem)];
    nodes_.push_back(assembly.node(item.nodeNumber));
    first_.push_back(nodes_.back().firstCoordinate());
  }
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    return nodes_[index].addFrame(localPosition, assembly);
  }
  void dropFrame(int) override {}  // the frame belongs to the node
  MarkerPlace addMass(int index, Assembly& assembly) override {
    return {.frame = addFrame(index, {}, assembly), .mass = &this->items_[index].physicsMass};
  }

  bool massIsConstant() const override { return true; }
  void lawsOf(Sweep<double>& sweep) const {
    if (!sweep.q_tt) return;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const int first = first_[i];
      if (first < 0) continue;
      for (int k = 0; k < dimension; ++k) sweep.residual[first + k] += this->items_[i].physicsMass * sweep.q_tt[first + k];
    }
  }
  void tangent(Tangent& tangent, Sweep<double>&) const override {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const int first = first_[i];
      if (first < 0) continue;
      for (int k = 0; k < dimension; ++k) tangent.sink.add(first + k, first + k, tangent.factors.mass * this->items_[i].physicsMass);
    }
  }

  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    nodes_[index].output(variable, local, sweep, out);
  }
  PoseSource pose(int) const override { return {PoseKind::point, 3}; }
  void writePose(int index, const Sweep<double>& sweep, double* out) const override {
    outputOf(index, OutputVariable::Position, {}, sweep, out);
  }

 private:
  std::vector<Place> nodes_;
  std::vector<int> first_;  // coordinates; -1 on the ground
};

constexpr Outputs pointBodyOutputs() {
  return pointOutputs() + Outputs{{OutputVariable::RotationMatrix, unit::none, 9, "identity: the frame never rotates"},
                                  {OutputVariable::Rotation, unit::radian, 3, "zero"},
                                  {OutputVariable::AngularVelocity, unit::radianPerSecond, 3, "zero"},
                                  {OutputVariable::AngularVelocityLocal, unit::radianPerSecond, 3, "zero"}};
}

}  // namespace slipstick
