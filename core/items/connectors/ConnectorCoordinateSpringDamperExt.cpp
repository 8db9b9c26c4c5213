// Spring and damper between two coordinates with friction (regularised or by bristles) and limit stops.
//
// Bristle friction and limit stops depend on data coordinates that are constant during Newton's method:
//   0  friction: 0 while it sticks, otherwise the friction force of the last solution, whose sign is the direction of slip
//   1  position in which it stuck last; while it slips the present one
//   2  limit stop: 0 apart, below 0 past the lower stop, above 0 past the upper one; its size is the penetration
// Law and states as in Exudyn (ObjectConnectorCoordinateSpringDamperExt, version 1.11).
//
// Compiled for speed: large models have many of this item.

#include "core/items/connector.h"
#include "core/items/friction.h"
#include "core/items/stored_energy.h"
#include "core/model/issues.h"

namespace slipstick {
namespace {

struct ConnectorCoordinateSpringDamperExt {
  static constexpr law::Kind kind = law::Kind::betweenCoordinates;
  static constexpr unsigned has = law::data | law::postNewton | law::choice | law::coarseTangent | law::stored;

  std::array<MarkerIndex, 2> markerNumbers;
  NodeIndex nodeNumber;
  double stiffness;
  double damping;
  double offset;
  double velocityOffset;
  double factor0;
  double factor1;
  double fDynamicFriction;
  double fStaticFrictionOffset;
  double stickingStiffness;
  double stickingDamping;
  double exponentialDecayStatic;
  double fViscousFriction;
  double frictionProportionalZone;
  double limitStopsUpper;
  double limitStopsLower;
  double limitStopsStiffness;
  double limitStopsDamping;
  bool useLimitStops;
  UserFunction springForceUserFunction;
  bool activeConnector;

  double factorOf(int marker) const { return marker == 0 ? factor0 : factor1; }
  bool hasBristles() const { return frictionProportionalZone == 0 && (fDynamicFriction != 0 || fStaticFrictionOffset != 0); }
  bool isDiscontinuous() const { return hasBristles() || useLimitStops; }

  /// Exudyn's tangent of the plain spring and damper takes the factors as 1. Its Newton iteration, and hence the time step control, follow
  /// from this tangent; the solution of a step does not depend on it.
  bool coarseTangent(double& byDisplacement, double& byVelocity) const {
    if (springForceUserFunction || useLimitStops || fDynamicFriction != 0 || fStaticFrictionOffset != 0 || fViscousFriction != 0)
      return false;
    byDisplacement = stiffness, byVelocity = damping;
    return true;
  }

  /// q = f1 w1 − f0 w0 and its rate.
  template <class S>
  ScalarKinematics<S> relative(const ScalarPair<S>& pair) const {
    return {factor1 * pair.marker1.value - factor0 * pair.marker0.value, factor1 * pair.marker1.rate - factor0 * pair.marker0.rate};
  }

  /// Stribeck's curve: the friction force during slip with velocity v, with the sign of v.
  template <class S>
  S slipForce(const S& v) const {
    if (valueOf(v) == 0 && frictionProportionalZone == 0) return fViscousFriction * v;
    if (abs(v) <= frictionProportionalZone) return ((fDynamicFriction + fStaticFrictionOffset) / frictionProportionalZone) * v;
    const S excess = abs(v) - frictionProportionalZone;
    const S force = stribeck(fDynamicFriction, fStaticFrictionOffset, fViscousFriction, exponentialDecayStatic, excess);
    return valueOf(v) < 0 ? -force : force;
  }
  template <class S>
  S bristleForce(const S& q, const S& v, double stuckAt) const {
    return stickingStiffness * (q - stuckAt) + stickingDamping * v;
  }
  template <class S>
  S frictionForce(const S& q, const S& v, const double* data) const {
    if (!hasBristles()) return slipForce(v);
    if (data[0] == 0) return bristleForce(q, v, data[1]);
    const S size = abs(slipForce(v));
    return data[0] < 0 ? -size : size;
  }
  template <class S>
  S stopForce(const S& q, const S& v, double state) const {
    if (!useLimitStops || state == 0) return S(0.0);
    return limitStopsStiffness * (q - (state < 0 ? limitStopsLower : limitStopsUpper)) + limitStopsDamping * v;
  }

  template <class S>
  S scalarForce(const ScalarPair<S>& pair, const LawContext<S>& context) const {
    const auto [q, v] = relative(pair);
    if (!springForceUserFunction)
      return stiffness * (q - offset) + damping * (v - velocityOffset) + frictionForce(q, v, context.data) +
             stopForce(q, v, context.data[2]);
    const S arguments[] = {context.time,
                           q,
                           v,
                           S(stiffness),
                           S(damping),
                           S(offset),
                           S(velocityOffset),
                           S(fDynamicFriction),
                           S(fStaticFrictionOffset),
                           S(exponentialDecayStatic),
                           S(fViscousFriction),
                           S(frictionProportionalZone)};
    S result;
    springForceUserFunction.evaluate(arguments, context.sensorValues + springForceUserFunction.sensorOffset, &result);
    return result;
  }

  /// The spring and the limit stops. Bristles store energy only while they stick, so an item with bristles stores none.
  double storedEnergy(const ScalarPair<double>& pair, const LawContext<double>& context) const {
    if (springForceUserFunction || hasBristles()) return storesNothing;
    const double q = relative(pair).value;
    double energy = 0.5 * stiffness * (q - offset) * (q - offset) - damping * velocityOffset * (q - offset);
    if (useLimitStops && context.data[2] != 0) {
      const double penetration = q - (context.data[2] < 0 ? limitStopsLower : limitStopsUpper);
      energy += 0.5 * limitStopsStiffness * penetration * penetration;
    }
    return energy;
  }

  double postNewton(const ScalarPair<double>& pair, const LawContext<double>&, double* data, const double* startOfStep, PostNewton&) const {
    const auto [q, v] = relative(pair);
    const double friction = updateFriction(q, v, data, startOfStep);  // regularised too, as in Exudyn with limit stops
    return friction + updateStop(q, data[2]);
  }
  /// Returns the error in force of the assumed state.
  double updateFriction(double q, double v, double* data, const double* startOfStep) const {
    const double sticking = bristleForce(q, v, data[1]), slipping = slipForce(v);
    if (data[0] == 0) {
      if (std::abs(sticking) <= fDynamicFriction + fStaticFrictionOffset) return 0;
      data[0] = slipping;
      return std::abs(sticking) - std::abs(slipping);
    }
    if (v * data[0] >= 0) {
      data[0] = slipping, data[1] = q;
      return 0;
    }
    // The slip came to rest and reversed. Bristles that held at the start of the step continue to hold; others start with the force of that
    // time.
    const bool stuckBefore = startOfStep[0] == 0;
    const double error = std::abs(stuckBefore ? std::abs(slipping) - std::abs(sticking) : startOfStep[0] - slipping);
    if (stuckBefore)
      data[1] = startOfStep[1];
    else
      data[1] = stickingStiffness > 0 ? q - (startOfStep[0] - stickingDamping * v) / stickingStiffness : q;
    data[0] = 0;
    return error;
  }
  double updateStop(double q, double& state) const {
    const double before = state;
    if (!useLimitStops) return state = 0;
    if (before == 0) {
      state = penetration(q);
      return limitStopsStiffness * std::abs(state);
    }
    const bool left = before < 0 ? q > limitStopsLower : q < limitStopsUpper;
    state = left ? 0 : q - (before < 0 ? limitStopsLower : limitStopsUpper);
    return left ? limitStopsStiffness * std::abs(before) : 0;
  }
  double penetration(double q) const { return q > limitStopsUpper ? q - limitStopsUpper : q < limitStopsLower ? q - limitStopsLower : 0; }

  void output(OutputVariable variable, const ScalarPair<double>& pair, const LawContext<double>& context, double* out) const {
    switch (variable) {
      case OutputVariable::Displacement:
        out[0] = relative(pair).value;
        return;
      case OutputVariable::Velocity:
        out[0] = relative(pair).rate;
        return;
      default:
        out[0] = activeConnector ? scalarForce(pair, context) : 0.0;
    }
  }
};

using Law = ConnectorCoordinateSpringDamperExt;

/// Sticking at its position or slipping with its velocity, and in contact with the limit stop that it has passed.
std::vector<double> initialState(const Law& law, const InitialCoordinate& initial) {
  const auto [w0, rate0] = initial(law.markerNumbers[0]);
  const auto [w1, rate1] = initial(law.markerNumbers[1]);
  const auto [q, v] = law.relative(ScalarPair<double>{{w0, rate0}, {w1, rate1}});
  return {law.hasBristles() ? law.slipForce(v) : 0, q, law.useLimitStops ? law.penetration(q) : 0};
}

Signature forceSignature() {
  return {.arguments = {{"t", {}},
                        {"displacement", {}},
                        {"velocity", {}},
                        {"stiffness", {}},
                        {"damping", {}},
                        {"offset", {}},
                        {"velocityOffset", {}},
                        {"fDynamicFriction", {}},
                        {"fStaticFrictionOffset", {}},
                        {"exponentialDecayStatic", {}},
                        {"fViscousFriction", {}},
                        {"frictionProportionalZone", {}}}};
}

constexpr ParameterOf<Law> parameters[] = {
    {"markerNumbers", &Law::markerNumbers, capability::coordinate, Presence::required, "coordinate markers"},
    {"nodeNumber", &Law::nodeNumber, capability::data, Presence::optional,
     "GenericData node with 3 coordinates: friction state, last sticking position, limit stop state"},
    {"stiffness", &Law::stiffness, unit::coordinateStiffness, anyNumber, 0.0, "force per displacement, or torque per angle"},
    {"damping", &Law::damping, unit::coordinateDamping, anyNumber, 0.0, "force per velocity, or torque per angular velocity"},
    {"offset", &Law::offset, unit::coordinate, anyNumber, 0.0, "displacement at which the spring force is zero"},
    {"velocityOffset", &Law::velocityOffset, unit::coordinateRate, anyNumber, 0.0, "velocity at which the damping force is zero"},
    {"factor0", &Law::factor0, unit::none, anyNumber, 1.0, "factor of the coordinate of marker 0, such as a gear ratio"},
    {"factor1", &Law::factor1, unit::none, anyNumber, 1.0, "factor of the coordinate of marker 1"},
    {"fDynamicFriction", &Law::fDynamicFriction, unit::coordinateForce, nonNegative, 0.0, "dynamic friction force"},
    {"fStaticFrictionOffset", &Law::fStaticFrictionOffset, unit::coordinateForce, nonNegative, 0.0,
     "static friction force minus the dynamic one"},
    {"stickingStiffness", &Law::stickingStiffness, unit::coordinateStiffness, nonNegative, 0.0,
     "stiffness of the bristles during sticking; needed for friction without frictionProportionalZone"},
    {"stickingDamping", &Law::stickingDamping, unit::coordinateDamping, nonNegative, 0.0, "damping of the bristles"},
    {"exponentialDecayStatic", &Law::exponentialDecayStatic, unit::coordinateRate, positive, 1e-3,
     "velocity at which the static offset has dropped to 1/e"},
    {"fViscousFriction", &Law::fViscousFriction, unit::coordinateDamping, anyNumber, 0.0, "increase of friction with velocity"},
    {"frictionProportionalZone", &Law::frictionProportionalZone, unit::coordinateRate, nonNegative, 0.0,
     "velocity up to which friction is regularised; 0: bristles model sticking"},
    {"limitStopsUpper", &Law::limitStopsUpper, unit::coordinate, anyNumber, 0.0, "displacement at which the upper stop starts to act"},
    {"limitStopsLower", &Law::limitStopsLower, unit::coordinate, anyNumber, 0.0, "displacement at which the lower stop starts to act"},
    {"limitStopsStiffness", &Law::limitStopsStiffness, unit::coordinateStiffness, nonNegative, 0.0, "force per penetration of a stop"},
    {"limitStopsDamping", &Law::limitStopsDamping, unit::coordinateDamping, nonNegative, 0.0, "force per velocity in a stop"},
    {"useLimitStops", &Law::useLimitStops, unit::none, anyNumber, false, "whether the limit stops act"},
    {"springForceUserFunction", &Law::springForceUserFunction, forceSignature, unit::coordinateForce,
     "force that replaces the law, friction and stops; offsets are not subtracted"},
    {"activeConnector", &Law::activeConnector, unit::none, anyNumber, true, "whether the item acts"}};

constexpr ItemDescription<Law> description = {
    .type = "ConnectorCoordinateSpringDamperExt",
    .summary = "Spring and damper between two coordinates with friction, limit stops and gear ratios.",
    .equation =
        "f = k (q - x_{off}) + d (v - v_{off}) + f_{friction} + f_{stop}, \\quad q = f_1 w_1 - f_0 w_0, \\quad "
        "f_{slip} = \\mathrm{sgn}(v) \\left(f_d + f_{so}\\, e^{-s/v_{exp}} + f_v s\\right), \\quad s = |v| - v_{reg} \\ge 0, \\quad "
        "f_{reg} = (f_d + f_{so})\\,v/v_{reg} \\text{ for } |v| \\le v_{reg}, \\quad "
        "f_{stick} = k_\\mu (q - x_{stick}) + d_\\mu v \\text{ with } v_{reg} = 0",
    .outputs = {{OutputVariable::Displacement, unit::coordinate, 1, "relative displacement q"},
                {OutputVariable::Velocity, unit::coordinateRate, 1, "its rate v"},
                {OutputVariable::Force, unit::coordinateForce, 1, "force, positive in tension"}},
    .initialData = [](const Law& law, const InitialCoordinate& initial) { return initialState(law, initial); },
    .dataUnit = [](const Law&, int i) { return i == 0 ? unit::coordinateForce : unit::coordinate; },
    .check =
        [](const Law& law, const Complain& complain) {
          if (law.useLimitStops && law.limitStopsUpper < law.limitStopsLower)
            complain("limitStopsUpper",
                     "must not be below limitStopsLower, " + numberText(law.limitStopsLower) + ", got " + numberText(law.limitStopsUpper));
        },
    .warn =
        [](const Law& law, const Complain& complain) {
          if (law.springForceUserFunction) return;
          if (law.hasBristles() && law.stickingStiffness == 0)
            complain("stickingStiffness", "friction cannot stick: without frictionProportionalZone, stickingStiffness must be more than 0");
          if (law.useLimitStops && law.limitStopsStiffness == 0)
            complain("limitStopsStiffness", "the limit stops exert no elastic force: limitStopsStiffness is 0");
          if (!law.useLimitStops && law.limitStopsStiffness != 0) complain("limitStopsStiffness", "has no effect: useLimitStops is false");
          if (law.offset != 0 && law.stiffness == 0) complain("offset", "has no effect: stiffness is 0");
          if (law.velocityOffset != 0 && law.damping == 0) complain("velocityOffset", "has no effect: damping is 0");
        }};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace
}  // namespace slipstick
