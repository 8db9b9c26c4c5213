// Spring, damper and constant force on the line between two points.
// Compiled for speed: large models have many of this item.

#include "core/items/connector.h"
#include "core/items/stored_energy.h"

namespace slipstick {
namespace {

/// Positive force pulls the two points together.
struct ConnectorSpringDamper {
  static constexpr law::Kind kind = law::Kind::alongLine;
  static constexpr unsigned has = law::stored;

  std::array<MarkerIndex, 2> markerNumbers;
  double referenceLength;  // L0
  double stiffness;        // k
  double damping;          // d
  double force;            // f0
  double velocityOffset;
  UserFunction springForceUserFunction;
  bool activeConnector;

  template <class S>
  S lineForce(const LineKinematics<S>& line, const LawContext<S>& context) const {
    const S elongation = line.length - referenceLength, rate = line.lengthRate - velocityOffset;
    if (!springForceUserFunction) return stiffness * elongation + damping * rate + force;
    const S arguments[] = {context.time, elongation, rate, S(stiffness), S(damping), S(force)};
    S result;
    springForceUserFunction.evaluate(arguments, context.sensorValues + springForceUserFunction.sensorOffset, &result);
    return result;
  }
  double storedEnergy(const LineKinematics<double>& line, const LawContext<double>& context) const {
    const double elongation = line.length - referenceLength;
    if (!springForceUserFunction) return 0.5 * stiffness * elongation * elongation + (force - damping * velocityOffset) * elongation;
    if (velocityOffset != 0 || !dependsOnPosition(springForceUserFunction, 2)) return storesNothing;
    return integralOf([&](double e) { return lineForce(LineKinematics<double>{referenceLength + e, 0}, context); }, 0, elongation);
  }
};

constexpr ParameterOf<ConnectorSpringDamper> parameters[] = {
    markerNumbersParameter<ConnectorSpringDamper>(capability::position, "markers of the two points"),
    {"referenceLength", &ConnectorSpringDamper::referenceLength, unit::metre, nonNegative, 0.0, "unstretched length of the spring"},
    {"stiffness", &ConnectorSpringDamper::stiffness, unit::newtonPerMetre, nonNegative, 0.0, "force per elongation"},
    {"damping", &ConnectorSpringDamper::damping, unit::newtonSecondPerMetre, nonNegative, 0.0, "force per lengthening rate"},
    {"force", &ConnectorSpringDamper::force, unit::newton, anyNumber, 0.0, "constant force, positive in tension"},
    {"velocityOffset", &ConnectorSpringDamper::velocityOffset, unit::metrePerSecond, anyNumber, 0.0,
     "lengthening rate at which the damping force is zero"},
    {"springForceUserFunction", &ConnectorSpringDamper::springForceUserFunction,
     [] {
       return Signature{.arguments = {{"t", {}}, {"deltaL", {}}, {"deltaL_t", {}}, {"stiffness", {}}, {"damping", {}}, {"force", {}}}};
     },
     unit::newton, "force on the line that replaces the law: deltaL is the elongation L − L0, deltaL_t its rate"},
    activeConnectorParameter<ConnectorSpringDamper>()};

constexpr ItemDescription<ConnectorSpringDamper> description = {
    .type = "ConnectorSpringDamper",
    .summary = "Spring and damper in parallel on the line between two points.",
    .equation = "f = k (L - L_0) + d (\\dot L - \\dot L_0) + f_0",
    .outputs = {{OutputVariable::Distance, unit::metre, 1, "length L"},
                {OutputVariable::Displacement, unit::metre, 3, "vector from point 0 to point 1"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "relative velocity of point 1"},
                {OutputVariable::Force, unit::newton, 3, "force vector, positive in tension"},
                {OutputVariable::ForceLocal, unit::newton, 1, "force on the line, positive in tension"}},
    .visualization = {"show", "color", "drawSize"},
    .drawnAs = {"spring", {}},
};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::ConnectorSpringDamper = registered;

}  // namespace slipstick
