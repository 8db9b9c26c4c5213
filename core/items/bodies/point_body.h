// Point masses, in space or in the xy plane.
#pragma once

#include "core/items/registration.h"

namespace slipstick {

/// Item has physicsMass and nodeNumber, a node with `dimension` displacements or one on the ground, which has none.
template <class Item, int dimension>
class PointBodyLoop final : public LoopOf<PointBodyLoop<Item, dimension>, Item> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Item& item = this->items_[this->keep(modelItem)];
    nodes_.push_back(assembly.place(ItemKind::node, item.nodeNumber.index));
  }
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    return nodes_[index].loop->addFrame(nodes_[index].index, localPosition, assembly);
  }
  MarkerPlace addMass(int index, Assembly& assembly) override {
    return {.frame = addFrame(index, {}, assembly), .mass = &this->items_[index].physicsMass};
  }

  bool hasMass() const override { return true; }
  void lawsOf(Sweep<double>& sweep) {
    if (!sweep.q_tt) return;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const int first = nodes_[i].loop->firstCoordinate(nodes_[i].index);
      if (first < 0) continue;
      for (int k = 0; k < dimension; ++k) sweep.residual[first + k] += this->items_[i].physicsMass * sweep.q_tt[first + k];
    }
  }
  void tangent(Tangent& tangent, Sweep<double>&) override {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const int first = nodes_[i].loop->firstCoordinate(nodes_[i].index);
      if (first < 0) continue;
      for (int k = 0; k < dimension; ++k) tangent.sink.add(first + k, first + k, tangent.factors.mass * this->items_[i].physicsMass);
    }
  }

  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    nodes_[index].loop->output(nodes_[index].index, variable, local, sweep, out);
  }
  PoseSource pose(int) const override { return {PoseKind::point, 3}; }
  void writePose(int index, const Sweep<double>& sweep, double* out) const override {
    outputOf(index, OutputVariable::Position, {}, sweep, out);
  }

 private:
  std::vector<Place> nodes_;
};

constexpr Outputs pointBodyOutputs() {
  return pointOutputs() + Outputs{{OutputVariable::RotationMatrix, unit::none, 9, "identity: the frame never rotates"},
                                  {OutputVariable::Rotation, unit::radian, 3, "zero"},
                                  {OutputVariable::AngularVelocity, unit::radianPerSecond, 3, "zero"},
                                  {OutputVariable::AngularVelocityLocal, unit::radianPerSecond, 3, "zero"}};
}

}  // namespace slipstick
