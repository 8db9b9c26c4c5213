// A point that slides along a chain of cables in space without friction.
// Compiled for size: few models have this item, and few of it.
// Loaded on demand: few models have this item.

#include "core/items/cable/sliding.h"
#include "core/items/constraints/joint.h"

namespace slipstick {
namespace {

/// Unknowns: the distance slid in the step, and the force λ on the point.
struct JointSliding {
  std::array<MarkerIndex, 2> markerNumbers;
  std::vector<MarkerIndex> slidingMarkerNumbers;
  VectorX slidingMarkerOffsets;
  NodeIndex nodeNumber;  // data: number of the cable in the chain, position along the chain at the start of the step
  Vector3 constrainRotations;
  Vector3 constrainTranslations;
  double axialForce;
  bool activeConnector;

  static constexpr int dimension = 3, along = 0, firstForce = 1;
  int equations() const { return 4; }
  double start() const { return 0; }
  bool hasRates() const { return false; }
  bool staysAtPosition(int) const { return false; }
  bool movesOn(int) const { return false; }
  NodeIndex dataNode() const { return nodeNumber; }
  bool holds(int axis) const { return constrainTranslations[axis] != 0; }

  template <class S>
  void residual(const SlidingMotion<S, 3>& motion, SlidingForces<S, 3>& out) const {
    const Vec3<S> gap = motion.position() - motion.point, slope = motion.slope();
    const Vec3<S> lambda{motion.lambda[1], motion.lambda[2], motion.lambda[3]};
    out.equations[0] = dot(slope, lambda) - axialForce * norm(slope);
    for (int k = 0; k < 3; ++k) out.equations[1 + k] = holds(k) ? gap[k] : lambda[k];
    out.addForce(motion, lambda);
  }
};

constexpr ParameterOf<JointSliding> parameters[] = {
    {"nodeNumber", &JointSliding::nodeNumber, capability::data, Presence::optional,
     "data node: number of the cable that carries the joint, and position along the chain; created if left out"},
    {"constrainRotations", &JointSliding::constrainRotations, unit::none, zeroOrOne, Vector3{},
     "accepted for exchange; must be zeros: the joint leaves rotations free"},
    {"constrainTranslations", &JointSliding::constrainTranslations, unit::none, zeroOrOne, Vector3{1, 1, 1},
     "whether the point is held on the cable along the global x, y and z: 1 or 0"},
    {"axialForce", &JointSliding::axialForce, unit::newton, anyNumber, 0.0, "force along the cable on marker 0"}};

using Equations = std::array<EquationUnits, 4>;
/// By the constrained directions, with x in the lowest bit. The first unknown is a position along the chain.
constexpr std::array<Equations, 8> units = [] {
  std::array<Equations, 8> result{};
  for (int held = 0; held < 8; ++held) {
    result[held][0] = {unit::newton, unit::metre};
    for (int k = 0; k < 3; ++k) result[held][1 + k] = {held >> k & 1 ? unit::metre : unit::newton, unit::newton};
  }
  return result;
}();

constexpr ItemDescription<JointSliding> description = {
    .type = "JointSliding",
    .summary = "Lets a point slide without friction along a chain of cables in space, also from one cable to the next.",
    .equation = "S(x)\\,q - p_{m0} = 0, \\quad r'^T \\lambda = |r'|\\,F, \\quad x = s_0 + \\Delta s - o_i",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "global position of marker 0"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "global velocity of this point"},
                {OutputVariable::SlidingCoordinate, unit::metre, 1, "position along the chain"},
                {OutputVariable::Force, unit::newton, 3, "Lagrange multipliers: the force on marker 0"}},
    .initialData = [](const JointSliding& joint, const InitialCoordinate&) { return startOfChain(joint); },
    .dataUnit = [](const JointSliding&, int i) { return i == 0 ? unit::none : unit::metre; },
    .equations = [](const JointSliding& joint) -> std::span<const EquationUnits> {
      return units[joint.holds(0) + 2 * joint.holds(1) + 4 * joint.holds(2)];
    },
    .check =
        [](const JointSliding& item, const Complain& complain) {
          checkChain(item, complain);
          for (int k = 0; k < 3; ++k)
            if (item.constrainRotations[k] != 0) return complain("constrainRotations", "must be zeros: the joint leaves rotations free");
        }};

const ItemType& registered = registerItem<SlidingLoop<JointSliding>>(
    ItemKind::object, description, parameters, slidingParameters<JointSliding, capability::position, capability::coordinatesInSpace>);

}  // namespace
}  // namespace slipstick
