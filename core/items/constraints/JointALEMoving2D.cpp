// A point that moves with the material of an axially moving cable.
// Compiled for size: few models have this item, and few of it.
// Loaded on demand: few models have this item.

#include "core/items/cable/sliding.h"

namespace slipstick {
namespace {

struct JointALEMoving2D {
  std::array<MarkerIndex, 2> markerNumbers;
  std::vector<MarkerIndex> slidingMarkerNumbers;
  VectorX slidingMarkerOffsets;
  double slidingOffset;
  std::array<NodeIndex, 2> nodeNumbers;  // data: number of the cable in the chain; axial coordinate
  bool usePenaltyFormulation;
  double penaltyStiffness;
  bool activeConnector;

  static constexpr int dimension = 2, along = -1, firstForce = 0;
  int equations() const { return 2; }
  double start() const { return slidingOffset; }
  bool hasRates() const { return true; }
  bool staysAtPosition(int) const { return usePenaltyFormulation; }  // gap and force belong together
  bool movesOn(int) const { return false; }                          // its coordinate moves
  NodeIndex dataNode() const { return nodeNumbers[0]; }
  NodeIndex alongNode() const { return nodeNumbers[1]; }

  template <class S>
  void residual(const SlidingMotion<S>& motion, SlidingForces<S>& out) const {
    const Vec2<S> gap = motion.position() - motion.point;
    const Vec2<S> lambda{motion.lambda[0], motion.lambda[1]};
    for (int k = 0; k < 2; ++k) {
      out.equations[k] = gap[k];
      if (usePenaltyFormulation && penaltyStiffness != 0) out.equations[k] -= lambda[k] / penaltyStiffness;
    }
    out.addForce(motion, lambda);
    out.along = dot(motion.slope(), lambda);
  }
};

constexpr ParameterOf<JointALEMoving2D> parameters[] = {
    {"slidingOffset", &JointALEMoving2D::slidingOffset, unit::metre, anyNumber, 0.0,
     "position of the joint along the chain when the axial coordinate is 0"},
    {"nodeNumbers", &JointALEMoving2D::nodeNumbers, capability::data, capability::genericNode, Presence::required,
     "data node with the number of the cable that carries the joint, and the node of the axial coordinate"},
    {"usePenaltyFormulation", &JointALEMoving2D::usePenaltyFormulation, unit::none, anyNumber, false,
     "whether an elastic force replaces the constraint"},
    {"penaltyStiffness", &JointALEMoving2D::penaltyStiffness, unit::newtonPerMetre, nonNegative, 0.0,
     "force per distance with usePenaltyFormulation"}};

constexpr ItemDescription<JointALEMoving2D> description = {
    .type = "JointALEMoving2D",
    .summary = "Ties a point to the material of a chain of axially moving cables, also from one cable to the next.",
    .equation = "C = S(x)\\,q - p_{m0} = 0, \\quad x = s + s_0 - o_i",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "global position of marker 0"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "global velocity of this point"},
                {OutputVariable::SlidingCoordinate, unit::metre, 1, "position along the chain, axial coordinate plus slidingOffset"},
                {OutputVariable::Coordinates, unit::mixed, 2, "number of the cable in the chain, and axial coordinate"},
                {OutputVariable::Coordinates_t, unit::metrePerSecond, 1, "rate of the axial coordinate"},
                {OutputVariable::Force, unit::newton, 3, "Lagrange multipliers: the force on marker 0"}},
    .dataUnit = [](const JointALEMoving2D&, int) { return unit::none; },
    .equations = [](const JointALEMoving2D&) -> std::span<const EquationUnits> {
      static constexpr EquationUnits units[] = {{unit::metre, unit::newton}, {unit::metre, unit::newton}};
      return units;
    },
    .check =
        [](const JointALEMoving2D& item, const Complain& complain) {
          checkChain(item, complain);
          if (item.usePenaltyFormulation && item.penaltyStiffness == 0)
            complain("penaltyStiffness", "must be more than 0 with usePenaltyFormulation, got 0");
        }};

const ItemType& registered = registerItem<SlidingLoop<JointALEMoving2D>>(ItemKind::object, description, parameters,
                                                                         slidingParameters<JointALEMoving2D, capability::position>);

}  // namespace
}  // namespace slipstick
