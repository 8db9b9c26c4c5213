// Contact without friction between a circle and a cable in the xy plane.
// Compiled for speed: large models have many of this item.

#include "core/items/cable/circle_cable.h"

namespace slipstick {
namespace {

struct ContactCircleCable2D {
  std::array<MarkerIndex, 2> markerNumbers;
  NodeIndex nodeNumber;  // data: the gaps of the segments
  int numberOfContactSegments;
  double contactStiffness;
  double contactDamping;
  double circleRadius;
  double offset;
  bool activeConnector;

  double radius() const { return circleRadius + offset; }
  bool segmentNormals() const { return true; }
  bool turnsCircle() const { return false; }

  template <class View>
  SegmentForce<typename View::Scalar> force(const View& view, const double*) const {
    return {contactStiffness * view.contact.gap + contactDamping * view.contact.normalSpeed, 0.0};
  }
  /// The gap of a segment is stored until contact begins or ends.
  double postNewton(double gap, const auto&, double* data, const double*) const {
    if ((gap > 0) == (*data > 0)) return 0;
    const double error = contactStiffness * std::abs(gap - *data);
    *data = gap;
    return error;
  }
};

using Law = ContactCircleCable2D;

constexpr ParameterOf<Law> parameters[] = {
    {"markerNumbers", &Law::markerNumbers, capability::position, capability::cableShape, Presence::required,
     "centre of the circle (position) and shape of the cable (BodyCable2DShape)"},
    {"nodeNumber", &Law::nodeNumber, capability::data, Presence::optional, "data node with the gaps of the segments"},
    ParameterOf<Law>{"numberOfContactSegments", &Law::numberOfContactSegments, unit::none, positive, 3,
                     "number of segments of the cable, the same as in its marker"}
        .fixedAtAssembly(),
    {"contactStiffness", &Law::contactStiffness, unit::newtonPerMetre, nonNegative, 0.0, "normal force per penetration, for each segment"},
    {"contactDamping", &Law::contactDamping, unit::newtonSecondPerMetre, nonNegative, 0.0,
     "normal force per normal speed, for each segment"},
    {"circleRadius", &Law::circleRadius, unit::metre, nonNegative, 0.0, "radius of the circle"},
    {"offset", &Law::offset, unit::metre, anyNumber, 0.0, "added to the radius, such as half the height of the cable"},
    {"activeConnector", &Law::activeConnector, unit::none, anyNumber, true, "whether the item acts"}};

constexpr ItemDescription<Law> description = {
    .type = "ContactCircleCable2D",
    .summary = "Frictionless contact between a circle and a cable, which is approximated by straight segments.",
    .equation = "f_n = k_c\\,g + d_c\\,v_n, \\quad g = d - r - o",
    .drawnAs = {"circle", {{"radius", "circleRadius"}}},
    .count = [](const Law& law) { return contactSegments(law); },
    .initialData = [](const Law& law, const InitialCoordinate&) { return std::vector<double>(law.numberOfContactSegments, 0.1); },
    .dataUnit = [](const Law&, int) { return unit::metre; },
    .checkAmong = [](const Law& law, const Neighbours& others, const Complain& complain) { checkContactSegments(law, others, complain); }};

const ItemType& registered = registerItem<CircleCableLoop<Law>>(ItemKind::object, description, parameters);

}  // namespace
}  // namespace slipstick
