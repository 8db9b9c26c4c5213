// Node of a cable in the xy plane: a point and the slope vector r' there.

#include "core/items/cable/section_frames.h"
#include "core/items/registration.h"

namespace slipstick {
namespace {

struct Point2DSlope1 {
  Vector4 referenceCoordinates;  // x, y, x', y'
  Vector4 initialCoordinates;
  Vector4 initialVelocities;
};

class Loop final : public SectionLoop<2, Loop, Point2DSlope1, role::Node, role::Carrier, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Point2DSlope1& item = items_[keep(modelItem)];
    first_.push_back(assembly.addCoordinates(item.referenceCoordinates, item.initialCoordinates, item.initialVelocities));
  }
  CoordinateKind coordinateKind() const override { return CoordinateKind::displacement; }
  int firstCoordinate(int index) const override { return first_[index]; }
  int coordinateCount(int) const override { return 4; }
  /// A frame rotated by the angle of the slope. Only points of masses have an offset from the node, and they do not rotate.
  int addFrame(int index, const Vector3& place, Assembly& assembly) override {
    const bool beside = place.x != 0 || place.y != 0 || place.z != 0;
    return frames_.slot(frames_.add({first_[index]}, {{1, 0}, {0, 1}}, 0,
                                    beside ? SectionFrames<2>::Kind::point : SectionFrames<2>::Kind::section, assembly, place));
  }

  void dropFrame(int slot) override { frames_.drop(slot); }

  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    const double* reference = items_[index].referenceCoordinates.data();
    const int first = first_[index];
    if (coordinateOutput(variable, sweep, first, 4, reference, out)) return;
    if (variable == OutputVariable::RotationMatrix) return writeMatrix(Matrix3::identity(), out);  // of a mass point, which does not rotate
    out[2] = variable == OutputVariable::Position ? local.z : 0.0;
    for (int i = 0; i < 2; ++i) switch (variable) {
        case OutputVariable::Position:
          out[i] = reference[i] + sweep.q[first + i] + local[i];
          break;
        case OutputVariable::Displacement:
          out[i] = sweep.q[first + i];
          break;
        case OutputVariable::Velocity:
          out[i] = sweep.q_t[first + i];
          break;
        case OutputVariable::Acceleration:
          out[i] = sweep.q_tt ? sweep.q_tt[first + i] : 0.0;
          break;
        default:
          out[i] = 0.0;
      }
  }

 private:
  std::vector<int> first_;
};

constexpr ParameterOf<Point2DSlope1> parameters[] = {
    {"referenceCoordinates", &Point2DSlope1::referenceCoordinates, unit::coordinate, anyNumber, Vector4{0, 0, 1, 0},
     "reference position x, y and slope x', y'"},
    {"initialCoordinates", &Point2DSlope1::initialCoordinates, unit::coordinate, anyNumber, Vector4{},
     "initial displacement and change of slope"},
    {"initialVelocities", &Point2DSlope1::initialVelocities, unit::coordinateRate, anyNumber, Vector4{}, "initial velocities of these"}};

constexpr ItemDescription<Point2DSlope1> description = {
    .type = "Point2DSlope1",
    .summary = "Node of a cable in the xy plane: two displacements, and the change of the slope vector r'.",
    .equation = "p = p_{ref} + u, \\quad r' = r'_{ref} + u', \\quad \\varphi = \\operatorname{atan2}(r'_y, r'_x)",
    .outputs = pointOutputs() + coordinateOutputs(),
    .provides = capability::position | capability::orientation | capability::coordinate | capability::slopeNode | capability::pointNode2D,
    .count = [](const Point2DSlope1&) { return 4; },
    .coordinateUnit = [](const Point2DSlope1&, int i) { return i < 2 ? unit::metre : unit::none; }};

const ItemType& registered = registerItem<Loop>(ItemKind::node, description, parameters);

}  // namespace

const ItemType& nodes::Point2DSlope1 = registered;

}  // namespace slipstick
