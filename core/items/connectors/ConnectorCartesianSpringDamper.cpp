// Springs and dampers along the three global axes.
// Compiled for speed: large models have many of this item.

#include "core/items/connector.h"
#include "core/items/stored_energy.h"

namespace slipstick {
namespace {

struct ConnectorCartesianSpringDamper {
  static constexpr law::Kind kind = law::Kind::betweenPoints;
  static constexpr unsigned has = law::stored;

  std::array<MarkerIndex, 2> markerNumbers;
  Vector3 stiffness;
  Vector3 damping;
  Vector3 offset;
  UserFunction springForceUserFunction;
  bool activeConnector;

  template <class S>
  Vec3<S> pointForce(const PointPair<S>& pair, const LawContext<S>& context) const {
    const Vec3<S> displacement = pair.displacement - offset;
    Vec3<S> force;
    if (!springForceUserFunction) {
      for (int i = 0; i < 3; ++i) force[i] = stiffness[i] * displacement[i] + damping[i] * pair.velocity[i];
      return force;
    }
    S arguments[16] = {context.time};
    for (int i = 0; i < 3; ++i) {
      arguments[1 + i] = displacement[i], arguments[4 + i] = pair.velocity[i];
      arguments[7 + i] = stiffness[i], arguments[10 + i] = damping[i], arguments[13 + i] = offset[i];
    }
    springForceUserFunction.evaluate(arguments, context.sensorValues + springForceUserFunction.sensorOffset, &force.x);
    return force;
  }
  /// A user function of a displacement in space need not have an energy.
  double storedEnergy(const PointPair<double>& pair, const LawContext<double>&) const {
    if (springForceUserFunction) return storesNothing;
    double energy = 0;
    for (int i = 0; i < 3; ++i) energy += 0.5 * stiffness[i] * (pair.displacement[i] - offset[i]) * (pair.displacement[i] - offset[i]);
    return energy;
  }
  void output(OutputVariable variable, const PointPair<double>& pair, const LawContext<double>& context, double* out) const {
    switch (variable) {
      case OutputVariable::Displacement:
        return writeVector(pair.displacement - offset, out);
      case OutputVariable::Distance:
        out[0] = norm(pair.displacement - offset);
        return;
      case OutputVariable::Velocity:
        return writeVector(pair.velocity, out);
      default:
        return writeVector(activeConnector ? pointForce(pair, context) : Vector3{}, out);
    }
  }
};

constexpr ParameterOf<ConnectorCartesianSpringDamper> parameters[] = {
    markerNumbersParameter<ConnectorCartesianSpringDamper>(capability::position, "markers of the two points"),
    {"stiffness", &ConnectorCartesianSpringDamper::stiffness, unit::newtonPerMetre, anyNumber, Vector3{}, "stiffness of each axis"},
    {"damping", &ConnectorCartesianSpringDamper::damping, unit::newtonSecondPerMetre, anyNumber, Vector3{}, "damping of each axis"},
    {"offset", &ConnectorCartesianSpringDamper::offset, unit::metre, anyNumber, Vector3{},
     "displacement at which the spring forces are zero"},
    {"springForceUserFunction", &ConnectorCartesianSpringDamper::springForceUserFunction,
     [] {
       return Signature{
           .arguments =
               {{"t", {}}, {"displacement", {3, 1}}, {"velocity", {3, 1}}, {"stiffness", {3, 1}}, {"damping", {3, 1}}, {"offset", {3, 1}}},
           .resultSize = 3};
     },
     unit::newton, "force vector that replaces the law; displacement is u − o"},
    activeConnectorParameter<ConnectorCartesianSpringDamper>()};

constexpr ItemDescription<ConnectorCartesianSpringDamper> description = {
    .type = "ConnectorCartesianSpringDamper",
    .summary = "Springs and dampers along the three global axes between two points.",
    .equation = "f_i = k_i (u_i - o_i) + d_i \\dot u_i",
    .outputs = {{OutputVariable::Displacement, unit::metre, 3, "displacement minus the offset"},
                {OutputVariable::Distance, unit::metre, 1, "length of the displacement minus the offset"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "relative velocity of point 1"},
                {OutputVariable::Force, unit::newton, 3, "force vector, positive in tension"}},
    .visualization = {"show", "color", "drawSize"},
    .drawnAs = {"spring", {{"stiffness", "stiffness"}, {"force", "springForceUserFunction"}}},
};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::ConnectorCartesianSpringDamper = registered;

}  // namespace slipstick
