// A point mass in the xy plane.

#include "core/items/registration.h"

namespace slipstick {
namespace {

struct MassPoint2D {
  double physicsMass;
  NodeIndex nodeNumber;
};

class Loop final : public LoopOf<Loop, MassPoint2D> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const MassPoint2D& item = items_[keep(modelItem)];
    nodes_.push_back(assembly.place(ItemKind::node, item.nodeNumber.index));
  }
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    return nodes_[index].loop->addFrame(nodes_[index].index, localPosition, assembly);
  }
  MarkerPlace addMass(int index, Assembly& assembly) override {
    return {.frame = addFrame(index, {}, assembly), .mass = &items_[index].physicsMass};
  }

  bool hasMass() const override { return true; }
  template <class S>
  void lawsOf(Sweep<S>& sweep) {
    if (!sweep.q_tt) return;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const int first = nodes_[i].loop->firstCoordinate(nodes_[i].index);
      for (int k = 0; k < 2; ++k) sweep.residual[first + k] += items_[i].physicsMass * sweep.q_tt[first + k];
    }
  }
  void tangent(Tangent& tangent, Sweep<double>&) override {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const int first = nodes_[i].loop->firstCoordinate(nodes_[i].index);
      for (int k = 0; k < 2; ++k) tangent.sink.add(first + k, first + k, tangent.factors.mass * items_[i].physicsMass);
    }
  }

  template <class S>
  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<S>& sweep, S* out) const {
    nodes_[index].loop->output(nodes_[index].index, variable, local, sweep, out);
  }
  PoseSource pose(int) const override { return {PoseKind::point, 3}; }
  void writePose(int index, const Sweep<double>& sweep, double* out) const override {
    outputOf<double>(index, OutputVariable::Position, {}, sweep, out);
  }

 private:
  std::vector<Place> nodes_;
};

const bool registered = registerItem<Loop, MassPoint2D>(
    ItemKind::object,
    {.type = "MassPoint2D",
     .summary = "A point mass in the xy plane.",
     .equation = "m\\,\\ddot u = f",
     .parameters = {{"physicsMass", &MassPoint2D::physicsMass, unit::kilogram, nonNegative, 0.0, "mass"},
                    {"nodeNumber", &MassPoint2D::nodeNumber, capability::pointNode2D, Presence::required, "node Point2D that carries it"}},
     .outputs = pointOutputs() + std::vector<Output>{{OutputVariable::RotationMatrix, unit::none, 9, "identity: the frame never rotates"},
                                                     {OutputVariable::Rotation, unit::radian, 3, "zero"},
                                                     {OutputVariable::AngularVelocity, unit::radianPerSecond, 3, "zero"},
                                                     {OutputVariable::AngularVelocityLocal, unit::radianPerSecond, 3, "zero"}},
     .provides = capability::body | capability::position | capability::mass,
     .visualization = {"show", "color", "graphics"}});

}  // namespace
}  // namespace slipstick
