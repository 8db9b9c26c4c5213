// Contact with stick-slip friction between a circle and a cable in the xy plane.
//
// Source: Exudyn documentation, ObjectContactFrictionCircleCable2D, and its source code if the two differ: the normal points from the
// centre to the cable, the sliding speed counts the surface of the turning circle, and the sticking position has the sign of rolling.
//
// Compiled for speed: large models have many of this item.

#include "core/items/cable/circle_cable.h"

namespace slipstick {
namespace {

/// The second data coordinate of a segment.
namespace state {
constexpr double undefined = -2, stick = 0;  // ±1: slip
}

struct ContactFrictionCircleCable2D {
  std::array<MarkerIndex, 2> markerNumbers;
  NodeIndex nodeNumber;  // data: gaps of all segments, then their states, then their last sticking positions
  int numberOfContactSegments;
  double contactStiffness;
  double contactDamping;
  double frictionVelocityPenalty;
  double frictionStiffness;
  double frictionCoefficient;
  double circleRadius;
  bool useSegmentNormals;
  bool activeConnector;

  double radius() const { return circleRadius; }
  bool segmentNormals() const { return useSegmentNormals; }
  bool turnsCircle() const { return true; }

  auto normalForce(const auto& contact) const { return contactStiffness * contact.gap + contactDamping * contact.normalSpeed; }
  /// The displacement of the segment from its last sticking position.
  auto displacement(const auto& view, double lastSticking) const { return withinHalfTurn(view.sticking() - lastSticking, circleRadius); }
  bool tracksSticking(double stickSlip) const { return stickSlip == state::stick && frictionStiffness != 0; }

  /// Uses the state of the last PostNewton evaluation: during sticking the force may exceed the friction limit.
  template <class View, class S = typename View::Scalar>
  SegmentForce<S> force(const View& view, const double* data) const {
    const double stickSlip = data[numberOfContactSegments];
    const S normal = normalForce(view.contact);
    if (std::abs(stickSlip) == 1) return {normal, (frictionCoefficient * stickSlip) * abs(normal)};
    S tangential = frictionVelocityPenalty * view.contact.tangentialSpeed;
    if (tracksSticking(stickSlip)) tangential += frictionStiffness * displacement(view, data[2 * numberOfContactSegments]);
    return {normal, tangential};
  }

  double postNewton(double newGap, const auto& look, double* data, const double* start) const {
    const int n = numberOfContactSegments;
    double &gap = data[0], &stickSlip = data[n], &lastSticking = data[2 * n];
    double error = 0;
    if ((newGap > 0) != (gap > 0)) error += contactStiffness * std::abs(newGap - gap);
    gap = newGap;
    if (gap > 0 || (frictionStiffness == 0 && frictionVelocityPenalty == 0)) {
      stickSlip = state::undefined;
      return error;
    }
    const SegmentView view = look();
    const SegmentContact<double>& contact = view.contact;
    // Relative to the sticking position at the start of the step: a slip state found in between may be reverted.
    double position = start[2 * n], last = position;
    double moved = contact.tangentialSpeed, tangential = frictionVelocityPenalty * contact.tangentialSpeed;
    if (frictionStiffness != 0) {
      position = view.sticking();
      if (start[n] == state::undefined) last = position;
      moved = withinHalfTurn(position - last, circleRadius);
      tangential += frictionStiffness * moved;
    }
    const double limit = frictionCoefficient * std::abs(normalForce(contact));
    const double excess = std::abs(tangential) - limit;
    double next = state::stick;
    lastSticking = last;
    if (excess > 0) {
      next = moved > 0 ? 1 : moved < 0 ? -1 : 0;
      // Stretches the spring to the limit for the time at which the segment sticks again.
      lastSticking = frictionStiffness != 0 ? position - next * limit / frictionStiffness : position;
    }
    if (frictionCoefficient == 0 && next == state::stick) next = 1;  // in the sticking state its spring would hold it
    if (stickSlip != next) error += std::abs(excess);
    stickSlip = next;
    return error;
  }

  void output(OutputVariable variable, const SegmentView& view, const double* data, double* out) const {
    const SegmentContact<double>& contact = view.contact;
    switch (variable) {
      case OutputVariable::Coordinates:
        out[1] = contact.gap;
        if (data[numberOfContactSegments] != state::stick) return;
        out[0] = frictionStiffness != 0 ? displacement(view, data[2 * numberOfContactSegments]) : contact.tangentialSpeed;
        return;
      case OutputVariable::Coordinates_t:
        out[0] = contact.tangentialSpeed, out[1] = contact.normalSpeed;
        return;
      default: {
        const SegmentForce<double> acting = force(view, data);
        out[0] = acting.tangential, out[1] = acting.normal;
      }
    }
  }
};

using Law = ContactFrictionCircleCable2D;

constexpr ParameterOf<Law> parameters[] = {
    {"markerNumbers", &Law::markerNumbers, capability::position | capability::orientation, capability::cableShape, Presence::required,
     "centre of the circle (position and orientation) and shape of the cable (BodyCable2DShape)"},
    {"nodeNumber", &Law::nodeNumber, capability::data, Presence::optional,
     "data node with 3 coordinates for each segment: all gaps, all states (−2 undefined, 0 stick, ±1 slip), all last sticking positions"},
    ParameterOf<Law>{"numberOfContactSegments", &Law::numberOfContactSegments, unit::none, positive, 3,
                     "number of segments of the cable, the same as in its marker"}
        .fixedAtAssembly(),
    {"contactStiffness", &Law::contactStiffness, unit::newtonPerMetre, nonNegative, 0.0, "normal force per penetration, for each segment"},
    {"contactDamping", &Law::contactDamping, unit::newtonSecondPerMetre, nonNegative, 0.0,
     "normal force per normal speed, for each segment"},
    {"frictionVelocityPenalty", &Law::frictionVelocityPenalty, unit::newtonSecondPerMetre, nonNegative, 0.0,
     "tangential force per sliding speed during sticking, for each segment"},
    {"frictionStiffness", &Law::frictionStiffness, unit::newtonPerMetre, nonNegative, 0.0,
     "tangential force per displacement from the sticking position, for each segment; 0 for a cable that moves axially"},
    {"frictionCoefficient", &Law::frictionCoefficient, unit::none, nonNegative, 0.0, "largest ratio of tangential to normal force"},
    {"circleRadius", &Law::circleRadius, unit::metre, nonNegative, 0.0, "radius of the circle"},
    {"useSegmentNormals", &Law::useSegmentNormals, unit::none, anyNumber, true,
     "whether forces act along the normal and tangent of the segment; otherwise along the lines from the centre to its ends, which is "
     "better for segments much shorter than the radius"},
    {"activeConnector", &Law::activeConnector, unit::none, anyNumber, true, "whether the item acts"}};

constexpr ItemDescription<Law> description = {
    .type = "ContactFrictionCircleCable2D",
    .summary = "Contact with stick and slip between a circle and a cable, which is approximated by straight segments.",
    .equation =
        "f_n = k_c\\,g + d_c\\,v_n, \\quad f_t = \\mu_v v_t + \\mu_k \\Delta x_{stick} \\;\\text{(stick)}, \\quad "
        "f_t = \\pm\\mu\\,|f_n| \\;\\text{(slip)}",
    .outputs = {{OutputVariable::Coordinates, unit::mixed, perContactSegment(2),
                 "for each segment in contact, its displacement from the sticking position (without frictionStiffness: the sliding speed), "
                 "zero during slip, and its gap"},
                {OutputVariable::Coordinates_t, unit::metrePerSecond, perContactSegment(2),
                 "for each segment in contact, its tangential and normal speed"},
                {OutputVariable::ForceLocal, unit::newton, perContactSegment(2),
                 "for each segment in contact, its tangential and normal contact force; compression is negative"}},
    .drawnAs = {"circle", {{"radius", "circleRadius"}, {"friction", "frictionCoefficient"}}},
    .count = [](const Law& law) { return contactSegments(law); },
    .initialData =
        [](const Law& law, const InitialCoordinate&) {
          const std::size_t n = law.numberOfContactSegments;
          std::vector<double> values(3 * n, 0.0);
          std::fill_n(values.begin(), n, 0.1);
          std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(n), n, state::undefined);
          return values;
        },
    .dataUnit = [](const Law& law, int i) { return i / law.numberOfContactSegments == 1 ? unit::none : unit::metre; },
    .checkAmong = [](const Law& law, const Neighbours& others, const Complain& complain) { checkContactSegments(law, others, complain); }};

const ItemType& registered = registerItem<CircleCableLoop<Law>>(ItemKind::object, description, parameters);

}  // namespace

const ItemType& objects::ContactFrictionCircleCable2D = registered;

}  // namespace slipstick
