// Constraint between two coordinates, with factor and prescribed offset.

#include "core/items/connector.h"

namespace slipstick {
namespace {

struct ConnectorCoordinate {
  static constexpr law::Kind kind = law::Kind::constraintOfCoordinates;
  static constexpr unsigned has = law::nothingElse;

  std::array<MarkerIndex, 2> markerNumbers;
  double offset;
  double factorValue1;
  bool velocityLevel;
  UserFunction offsetUserFunction;
  UserFunction offsetUserFunction_t;
  bool activeConnector;

  double factorOf(int marker) const { return marker == 0 ? 1.0 : factorValue1; }
  /// Whether a coordinate constrained to the ground is fixed at zero.
  bool holdsAtZero() const { return offset == 0 && factorValue1 != 0 && !velocityLevel && !offsetUserFunction && !offsetUserFunction_t; }

  template <class S>
  S evaluate(const UserFunction& function, const LawContext<S>& context) const {
    const S arguments[] = {context.time, S(offset)};
    S result;
    function.evaluate(arguments, context.sensorValues + function.sensorOffset, &result);
    return result;
  }
  template <class S>
  S offsetRate(const LawContext<S>& context) const {
    if (offsetUserFunction_t) return evaluate(offsetUserFunction_t, context);
    if (velocityLevel || !offsetUserFunction) return S(velocityLevel ? offset : 0.0);
    using D = Dual<1, S>;
    const LawContext<D> along{D::variable(context.time, 0), context.data, context.sensorValues};
    return evaluate(offsetUserFunction, along).derivative[0];
  }
  template <class S>
  S residual(const ScalarPair<S>& pair, const LawContext<S>& context, bool atVelocityLevel) const {
    if (!atVelocityLevel)
      return factorValue1 * pair.marker1.value - pair.marker0.value -
             (offsetUserFunction ? evaluate(offsetUserFunction, context) : S(offset));
    return factorValue1 * pair.marker1.rate - pair.marker0.rate - offsetRate(context);
  }
  void output(OutputVariable variable, const ScalarPair<double>& pair, const LawContext<double>& context, double lambda,
              double* out) const {
    switch (variable) {
      case OutputVariable::Displacement:
        out[0] = pair.marker1.value - pair.marker0.value;
        return;
      case OutputVariable::Velocity:
        out[0] = pair.marker1.rate - pair.marker0.rate;
        return;
      case OutputVariable::ConstraintEquation:
        out[0] = residual(pair, context, false);
        return;
      default:
        out[0] = lambda;
    }
  }
};

using Law = ConnectorCoordinate;

constexpr ParameterOf<Law> parameters[] = {
    {"markerNumbers", &Law::markerNumbers, capability::coordinate, Presence::required, "coordinate markers"},
    {"offset", &Law::offset, unit::coordinate, anyNumber, 0.0, "offset, or its rate if velocityLevel"},
    {"factorValue1", &Law::factorValue1, unit::none, anyNumber, 1.0, "factor k of coordinate 1"},
    {"velocityLevel", &Law::velocityLevel, unit::none, anyNumber, false, "whether the rates are constrained instead of the values"},
    {"offsetUserFunction", &Law::offsetUserFunction,
     [] {
       return Signature{.arguments = {{"t", {}}, {"lOffset", {}}}};
     },
     unit::coordinate, "offset that replaces `offset`, for constraints at position level"},
    {"offsetUserFunction_t", &Law::offsetUserFunction_t,
     [] {
       return Signature{.arguments = {{"t", {}}, {"lOffset", {}}}};
     },
     unit::coordinateRate,
     "rate of the offset, for constraints at velocity level; if left out, the formula of the offset is differentiated"},
    {"activeConnector", &Law::activeConnector, unit::none, anyNumber, true, "whether the item acts"}};

constexpr ItemDescription<Law> description = {
    .type = "ConnectorCoordinate",
    .summary = "Constraint between two coordinates, with a factor and a prescribed offset.",
    .equation = "k\\,w_1 - w_0 - o(t) = 0 \\quad \\text{or} \\quad k\\,\\dot w_1 - \\dot w_0 - \\dot o(t) = 0",
    .outputs = {{OutputVariable::Displacement, unit::coordinate, 1, "difference of the coordinates, without the factor"},
                {OutputVariable::Velocity, unit::coordinateRate, 1, "difference of the rates, without the factor"},
                {OutputVariable::ConstraintEquation, unit::mixed, 1, "residual at position level"},
                {OutputVariable::Force, unit::coordinateForce, 1, "Lagrange multiplier"}},
    .equations = [](const Law&) -> std::span<const EquationUnits> {
      static constexpr EquationUnits units[] = {{unit::coordinate, unit::coordinateForce}};
      return units;
    }};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::ConnectorCoordinate = registered;

}  // namespace slipstick
