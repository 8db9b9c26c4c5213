// Node of a point in space.

#include "core/items/registration.h"

namespace slipstick {
namespace {

struct Point {
  Vector3 referenceCoordinates;
  Vector3 initialCoordinates;
  Vector3 initialVelocities;
};

class Loop final : public LoopOf<Loop, Point> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Point& item = items_[keep(modelItem)];
    first_.push_back(
        assembly.addCoordinates({&item.referenceCoordinates.x, 3}, {&item.initialCoordinates.x, 3}, {&item.initialVelocities.x, 3}));
  }
  int firstCoordinate(int index) const override { return first_[index]; }
  int coordinateCount(int) const override { return 3; }
  /// A point fixed to a frame that moves with the node and never rotates.
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    const int slot = assembly.addFrame(Assembly::range(first_[index], 3));
    frames_.push_back({first_[index], slot, items_[index].referenceCoordinates + localPosition});
    return slot;
  }

  template <class S>
  void kinematicsOf(Sweep<S>& sweep) {
    for (const Frame& frame : frames_) {
      FrameKinematics<S>& out = sweep.frames[frame.slot];
      const S* q = sweep.q + frame.coordinate;
      const S* q_t = sweep.q_t + frame.coordinate;
      out.position = Vec3<S>{q[0], q[1], q[2]} + frame.reference;
      out.velocity = {q_t[0], q_t[1], q_t[2]};
      out.angularVelocity = out.angularVelocityLocal = {};
      out.rotation = Mat3<S>::identity();
    }
  }
  template <class S>
  void backOf(Sweep<S>& sweep) {
    for (const Frame& frame : frames_) {
      S* out = sweep.residual + frame.coordinate;
      const Vec3<S>& force = sweep.frameForces[frame.slot].force;
      out[0] += force.x, out[1] += force.y, out[2] += force.z;
    }
  }
  void jacobians(Tangent& tangent, const Sweep<double>&) override {
    for (const Frame& frame : frames_)
      for (int i = 0; i < (*tangent.frames)[frame.slot].size; ++i) (*tangent.frames)[frame.slot].position[i * 3 + i] = 1;
  }

  template <class S>
  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<S>& sweep, S* out) const {
    const Point& item = items_[index];
    const int first = first_[index];
    if (coordinateOutput(variable, sweep, first, 3, &item.referenceCoordinates.x, out)) return;
    const S* q = sweep.q + first;
    for (int i = 0; i < 3; ++i) switch (variable) {
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
          out[i] = S(0.0);  // rotation and angular velocity
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

const bool registered = registerItem<Loop, Point>(
    ItemKind::node,
    {.type = "Point",
     .summary = "Node of a point in space with three displacement coordinates.",
     .equation = "p = p_{ref} + u",
     .parameters = {{"referenceCoordinates", &Point::referenceCoordinates, unit::metre, anyNumber, Vector3{}, "reference position"},
                    {"initialCoordinates", &Point::initialCoordinates, unit::metre, anyNumber, Vector3{}, "displacement at the start"},
                    {"initialVelocities", &Point::initialVelocities, unit::metrePerSecond, anyNumber, Vector3{}, "velocity at the start"}},
     .outputs = pointOutputs() + coordinateOutputs(),
     .provides = capability::position | capability::coordinate | capability::pointNode});

}  // namespace
}  // namespace slipstick
