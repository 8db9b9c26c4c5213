// Node of a point in the xy plane.

#include "core/items/registration.h"

namespace slipstick {
namespace {

struct Point2D {
  Vector2 referenceCoordinates;
  Vector2 initialCoordinates;
  Vector2 initialVelocities;
};

class Loop final : public LoopOf<Loop, Point2D> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Point2D& item = items_[keep(modelItem)];
    first_.push_back(assembly.addCoordinates(item.referenceCoordinates, item.initialCoordinates, item.initialVelocities));
  }
  int firstCoordinate(int index) const override { return first_[index]; }
  int coordinateCount(int) const override { return 2; }
  /// A point fixed to a frame that moves with the node and never rotates.
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    const int slot = assembly.addFrame(Assembly::range(first_[index], 2));
    const Vector2& reference = items_[index].referenceCoordinates;
    frames_.push_back({first_[index], slot, Vector3{reference[0], reference[1], 0} + localPosition});
    return slot;
  }

  template <class S>
  void kinematicsOf(Sweep<S>& sweep) {
    for (const Frame& frame : frames_) {
      FrameKinematics<S>& out = sweep.frames[frame.slot];
      const S* q = sweep.q + frame.coordinate;
      const S* q_t = sweep.q_t + frame.coordinate;
      out.position = Vec3<S>{q[0], q[1], S(0.0)} + frame.reference;
      out.velocity = {q_t[0], q_t[1], S(0.0)};
      out.angularVelocity = out.angularVelocityLocal = {};
      out.rotation = Mat3<S>::identity();
    }
  }
  template <class S>
  void backOf(Sweep<S>& sweep) {
    for (const Frame& frame : frames_) {
      S* out = sweep.residual + frame.coordinate;
      const Vec3<S>& force = sweep.frameForces[frame.slot].force;
      out[0] += force.x, out[1] += force.y;
    }
  }
  void jacobians(Tangent& tangent, const Sweep<double>&) override {
    for (const Frame& frame : frames_)
      for (int i = 0; i < (*tangent.frames)[frame.slot].size; ++i) (*tangent.frames)[frame.slot].position[i * 2 + i] = 1;
  }

  template <class S>
  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<S>& sweep, S* out) const {
    const Point2D& item = items_[index];
    const int first = first_[index];
    if (coordinateOutput(variable, sweep, first, 2, item.referenceCoordinates.data(), out)) return;
    const S* q = sweep.q + first;
    for (int i = 0; i < 3; ++i) out[i] = S(0.0);  // rotation, angular velocity and z
    if (variable == OutputVariable::Position) out[2] = S(local.z);
    for (int i = 0; i < 2; ++i) switch (variable) {
        case OutputVariable::Position:
          out[i] = item.referenceCoordinates[i] + local[i] + q[i];
          break;
        case OutputVariable::Displacement:
          out[i] = q[i];
          break;
        case OutputVariable::Velocity:
          out[i] = sweep.q_t[first + i];
          break;
        case OutputVariable::Acceleration:
          out[i] = sweep.q_tt ? sweep.q_tt[first + i] : S(0.0);
          break;
        default:
          break;
      }
    if (variable == OutputVariable::RotationMatrix) writeMatrix(Mat3<S>::identity(), out);
  }

 private:
  struct Frame {
    int coordinate, slot;
    Vector3 reference;
  };
  std::vector<int> first_;
  std::vector<Frame> frames_;
};

const bool registered = registerItem<Loop, Point2D>(
    ItemKind::node,
    {.type = "Point2D",
     .summary = "Node of a point in the xy plane with two displacement coordinates.",
     .equation = "p = p_{ref} + u",
     .parameters = {{"referenceCoordinates", &Point2D::referenceCoordinates, unit::metre, anyNumber, Vector2{}, "reference position"},
                    {"initialCoordinates", &Point2D::initialCoordinates, unit::metre, anyNumber, Vector2{}, "displacement at the start"},
                    {"initialVelocities", &Point2D::initialVelocities, unit::metrePerSecond, anyNumber, Vector2{},
                     "velocity at the start"}},
     .outputs = pointOutputs() + coordinateOutputs(),
     .provides = capability::position | capability::coordinate | capability::pointNode2D});

}  // namespace
}  // namespace slipstick
