// Points on a cable; contact treats it as straight between them.

#include "core/items/cable/cable_shape.h"
#include "core/items/markers/cable_marker.h"
#include "core/model/issues.h"

namespace slipstick {
namespace {

struct BodyCable2DShape {
  ObjectIndex bodyNumber;
  int numberOfSegments;
  double verticalOffset;
};

class Loop final : public CableMarkerLoop<Loop, BodyCable2DShape> {
 public:
  void complete(const BodyCable2DShape& item, CablePlace& cable, Assembly&) {
    cable.segments = item.numberOfSegments;
    cable.verticalOffset = item.verticalOffset;
  }

  /// The marker position is the start of the cable.
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Place body = cables_[index].body;
    body.output(variable, {}, sweep, out);
  }
};

constexpr ParameterOf<BodyCable2DShape> parameters[] = {
    {"bodyNumber", &BodyCable2DShape::bodyNumber, capability::cable, Presence::required, "cable"},
    ParameterOf<BodyCable2DShape>{"numberOfSegments", &BodyCable2DShape::numberOfSegments, unit::none, positive, 3,
                                  "number of segments, which have equal length; at most 12"}
        .fixedAtAssembly(),
    {"verticalOffset", &BodyCable2DShape::verticalOffset, unit::metre, anyNumber, 0.0,
     "distance of the points from the centre line, along its normal"}};

constexpr ItemDescription<BodyCable2DShape> description = {
    .type = "BodyCable2DShape",
    .summary = "The shape of a cable in the plane as a line of straight segments, for contact.",
    .equation = "p_i = S(x_i)\\,q + v_o\\,n(x_i), \\quad x_i = i\\,L / n_{seg}",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "global position of the start of the cable"},
                {OutputVariable::Displacement, unit::metre, 3, "its displacement"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "global velocity of this point"}},
    .provides = capability::cableShape,
    .count = [](const BodyCable2DShape& marker) { return marker.numberOfSegments; },
    .check =
        [](const BodyCable2DShape& item, const Complain& complain) {
          if (item.numberOfSegments > mostCableSegments)
            complain("numberOfSegments",
                     "must be at most " + std::to_string(mostCableSegments) + ", got " + std::to_string(item.numberOfSegments));
        },
    .checkAmong =
        [](const BodyCable2DShape& item, const Neighbours& others, const Complain& complain) {
          if (item.verticalOffset != 0 && movesAxially(others(item.bodyNumber)))
            complain("verticalOffset", "must be 0 on a cable that moves axially, got " + numberText(item.verticalOffset));
        }};

const ItemType& registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace

const ItemType& markers::BodyCable2DShape = registered;

}  // namespace slipstick
