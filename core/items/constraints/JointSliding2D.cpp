// A frame that slides along a chain of cables without friction.
// Compiled for size: few models have this item, and few of it.
// Loaded on demand: few models have this item.

#include "core/items/cable/sliding.h"

namespace slipstick {
namespace {

/// Unknowns: the force λ on the frame, the distance slid in the step, and the torque that keeps the frame along the cable.
struct JointSliding2D {
  std::array<MarkerIndex, 2> markerNumbers;
  std::vector<MarkerIndex> slidingMarkerNumbers;
  VectorX slidingMarkerOffsets;
  NodeIndex nodeNumber;  // data: number of the cable in the chain, position along the chain at the start of the step
  bool classicalFormulation;
  bool constrainRotation;
  double axialForce;
  bool activeConnector;

  static constexpr int dimension = 2, along = 2, firstForce = 0;
  int equations() const { return constrainRotation ? 4 : 3; }
  double start() const { return 0; }
  bool hasRates() const { return !classicalFormulation; }
  bool staysAtPosition(int e) const { return !classicalFormulation && (e == 0 || e == along); }
  /// Slope and normal rotate if the cable is bent.
  bool movesOn(int e) const { return !classicalFormulation && (e == 1 || e == 3); }
  NodeIndex dataNode() const { return nodeNumber; }

  template <class S>
  void residual(const SlidingMotion<S>& motion, SlidingForces<S>& out) const {
    const Vec2<S> gap = motion.position() - motion.point, slope = motion.slope();
    if (classicalFormulation) {
      // The point remains on the cable; the force along it is zero or prescribed.
      const Vec2<S> lambda{motion.lambda[0], motion.lambda[1]};
      out.equations[0] = gap.x, out.equations[1] = gap.y;
      out.equations[2] = dot(slope, lambda) - axialForce * sqrt(dot(slope, slope));
      out.addForce(motion, lambda);
    } else {
      // No force along the cable; the position is the point at which the distance is normal to it.
      const S& lambda = motion.lambda[1];
      out.equations[0] = motion.lambda[0];
      out.equations[1] = cross(slope, gap);
      out.equations[2] = dot(slope, gap);
      out.addForce(motion, lambda * perpendicular(slope));
      out.addSlopeForce(motion, -lambda * perpendicular(gap));
    }
    if (constrainRotation) {
      out.equations[3] = dot(slope, motion.axis);
      out.addSlopeForce(motion, motion.lambda[3] * motion.axis);
      out.torque += motion.lambda[3] * cross(motion.axis, slope);
    }
  }
};

constexpr ParameterOf<JointSliding2D> parameters[] = {
    {"nodeNumber", &JointSliding2D::nodeNumber, capability::data, Presence::optional,
     "data node: number of the cable that carries the joint, and position along the chain; created if left out"},
    ParameterOf<JointSliding2D>{
        "classicalFormulation", &JointSliding2D::classicalFormulation, unit::none, anyNumber, true,
        "true: multipliers in both directions, and axialForce along the cable; false: one multiplier, normal to the cable"}
        .fixedAtAssembly(),
    {"constrainRotation", &JointSliding2D::constrainRotation, unit::none, anyNumber, false,
     "whether the y axis of marker 0 stays normal to the cable; this needs a marker with an orientation"},
    {"axialForce", &JointSliding2D::axialForce, unit::newton, anyNumber, 0.0,
     "force along the cable on marker 0, with the classical formulation"}};

constexpr ItemDescription<JointSliding2D> description = {
    .type = "JointSliding2D",
    .summary = "Lets a frame slide without friction along a chain of cables, also from one cable to the next.",
    .equation = "S(x)\\,q - p_{m0} = 0, \\quad r'^T \\lambda = |r'|\\,F, \\quad x = s_0 + \\Delta s - o_i",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "global position of marker 0"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "global velocity of this point"},
                {OutputVariable::SlidingCoordinate, unit::metre, 1, "position along the chain"},
                {OutputVariable::Force, unit::newton, 3, "Lagrange multipliers: with the classical formulation the force on marker 0"}},
    .initialData = [](const JointSliding2D& joint, const InitialCoordinate&) { return startOfChain(joint); },
    .dataUnit = [](const JointSliding2D&, int i) { return i == 0 ? unit::none : unit::metre; },
    .equations = [](const JointSliding2D& joint) -> std::span<const EquationUnits> {
      // The third unknown is a position along the chain.
      static constexpr EquationUnits turn{unit::none, unit::newtonMetre};
      static constexpr EquationUnits classical[] = {
          {unit::metre, unit::newton}, {unit::metre, unit::newton}, {unit::newton, unit::metre}, turn};
      static constexpr EquationUnits normal[] = {
          {unit::newton, unit::newton}, {unit::metre, unit::newton}, {unit::metre, unit::metre}, turn};
      return std::span<const EquationUnits>(joint.classicalFormulation ? classical : normal).first(joint.equations());
    },
    .check = [](const JointSliding2D& item, const Complain& complain) { checkChain(item, complain); },
    .orientationFor = [](const JointSliding2D& joint) { return joint.constrainRotation ? "constrainRotation" : nullptr; }};

const ItemType& registered = registerItem<SlidingLoop<JointSliding2D>>(ItemKind::object, description, parameters,
                                                                       slidingParameters<JointSliding2D, capability::position>);

}  // namespace
}  // namespace slipstick
