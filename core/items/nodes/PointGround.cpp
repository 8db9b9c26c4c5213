// Node of a point fixed to the ground.

#include "core/items/registration.h"

namespace slipstick {
namespace {

struct PointGround {
  Vector3 referenceCoordinates;
};

class Loop final : public LoopOf<Loop, PointGround, role::Node, role::Carrier, role::Moving, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly&) override { keep(modelItem); }
  CoordinateKind coordinateKind() const override { return CoordinateKind::displacement; }
  int firstCoordinate(int) const override { return -1; }
  int coordinateCount(int) const override { return 0; }
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    const int slot = assembly.addFrame({});
    frames_.push_back({slot, items_[index].referenceCoordinates + localPosition});
    return slot;
  }
  void dropFrame(int slot) override { dropFrom(frames_, slot); }
  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) {
      FrameKinematics<S>& out = sweep.frames[frame.slot];
      out = {};
      for (int i = 0; i < 3; ++i) out.position[i] = S(frame.position[i]);
      out.rotation = Mat3<S>::identity();
    }
  }
  // Nothing depends on coordinates.
  template <class S>
  void backOf(Sweep<S>&) const {}
  void jacobians(Tangent&, const Sweep<double>&) const override {}
  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>&, double* out) const {
    if (variable == OutputVariable::RotationMatrix) return writeMatrix(Matrix3::identity(), out);
    for (int i = 0; i < 3; ++i) out[i] = variable == OutputVariable::Position ? items_[index].referenceCoordinates[i] + local[i] : 0.0;
  }

 private:
  struct Frame {
    int slot;
    Vector3 position;
  };
  std::vector<Frame> frames_;
};

constexpr ParameterOf<PointGround> parameters[] = {
    {"referenceCoordinates", &PointGround::referenceCoordinates, unit::metre, anyNumber, Vector3{}, "position"}};

constexpr ItemDescription<PointGround> description = {
    .type = "PointGround",
    .summary = "Node of a point fixed to the ground; its coordinates are zero.",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "global position"},
                {OutputVariable::Displacement, unit::metre, 3, "zero"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "zero"}},
    .provides = capability::position | capability::orientation | capability::coordinate | capability::pointNode | capability::pointNode2D,
    .drawnAs = {"ground", {{"position", "referenceCoordinates"}}},
    .count = [](const PointGround&) { return 0; }};

const ItemType& registered = registerItem<Loop>(ItemKind::node, description, parameters);

}  // namespace

const ItemType& nodes::PointGround = registered;

}  // namespace slipstick
