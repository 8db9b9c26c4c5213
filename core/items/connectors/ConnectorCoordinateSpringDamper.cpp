// Spring and damper between two coordinates.
// Compiled for speed: large models have many of this item.

#include "core/items/connector.h"
#include "core/items/stored_energy.h"

namespace slipstick {
namespace {

struct ConnectorCoordinateSpringDamper {
  static constexpr law::Kind kind = law::Kind::betweenCoordinates;
  static constexpr unsigned has = law::stored;

  std::array<MarkerIndex, 2> markerNumbers;
  double stiffness;
  double damping;
  double offset;
  UserFunction springForceUserFunction;
  bool activeConnector;

  double factorOf(int) const { return 1.0; }

  template <class S>
  S scalarForce(const ScalarPair<S>& pair, const LawContext<S>& context) const {
    const S displacement = pair.marker1.value - pair.marker0.value, velocity = pair.marker1.rate - pair.marker0.rate;
    if (!springForceUserFunction) return stiffness * (displacement - offset) + damping * velocity;
    const S arguments[] = {context.time, displacement, velocity, S(stiffness), S(damping), S(offset)};
    S result;
    springForceUserFunction.evaluate(arguments, context.sensorValues + springForceUserFunction.sensorOffset, &result);
    return result;
  }
  double storedEnergy(const ScalarPair<double>& pair, const LawContext<double>& context) const {
    const double displacement = pair.marker1.value - pair.marker0.value;
    if (!springForceUserFunction) return 0.5 * stiffness * (displacement - offset) * (displacement - offset);
    if (!dependsOnPosition(springForceUserFunction, 2)) return storesNothing;
    return integralOf([&](double x) { return scalarForce(ScalarPair<double>{{}, {x, 0}}, context); }, offset, displacement);
  }
  void output(OutputVariable variable, const ScalarPair<double>& pair, const LawContext<double>& context, double* out) const {
    switch (variable) {
      case OutputVariable::Displacement:
        out[0] = pair.marker1.value - pair.marker0.value;
        return;
      case OutputVariable::Velocity:
        out[0] = pair.marker1.rate - pair.marker0.rate;
        return;
      default:
        out[0] = activeConnector ? scalarForce(pair, context) : 0.0;
    }
  }
};

using Law = ConnectorCoordinateSpringDamper;

constexpr ParameterOf<Law> parameters[] = {
    {"markerNumbers", &Law::markerNumbers, capability::coordinate, Presence::required, "coordinate markers"},
    {"stiffness", &Law::stiffness, unit::coordinateStiffness, anyNumber, 0.0, "force per displacement, or torque per angle"},
    {"damping", &Law::damping, unit::coordinateDamping, anyNumber, 0.0, "force per velocity, or torque per angular velocity"},
    {"offset", &Law::offset, unit::coordinate, anyNumber, 0.0, "displacement at which the spring force is zero"},
    {"springForceUserFunction", &Law::springForceUserFunction,
     [] {
       return Signature{
           .arguments = {{"t", {}}, {"displacement", {}}, {"velocity", {}}, {"stiffness", {}}, {"damping", {}}, {"offset", {}}}};
     },
     unit::coordinateForce, "force that replaces the law; the offset is not subtracted from displacement"},
    {"activeConnector", &Law::activeConnector, unit::none, anyNumber, true, "whether the item acts"}};

constexpr ItemDescription<Law> description = {
    .type = "ConnectorCoordinateSpringDamper",
    .summary = "Spring and damper between two coordinates.",
    .equation = "f = k (w_1 - w_0 - o) + d (\\dot w_1 - \\dot w_0)",
    .outputs = {{OutputVariable::Displacement, unit::coordinate, 1, "difference of the coordinates"},
                {OutputVariable::Velocity, unit::coordinateRate, 1, "difference of the rates"},
                {OutputVariable::Force, unit::coordinateForce, 1, "force, positive in tension"}},
    .visualization = {"show", "color", "drawSize"},
    .drawnAs = {"coordinateSpring", {}}};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::ConnectorCoordinateSpringDamper = registered;

}  // namespace slipstick
