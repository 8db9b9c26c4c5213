// Newtonian gravity between two masses, as between planets. Gravity near the ground is the load MassProportional.
// Compiled for size: few models have this item, and few of it.
// Loaded on demand: few models have this item.

#include "core/items/connector.h"
#include "core/items/stored_energy.h"

namespace slipstick {
namespace {

/// Positive force pulls the two points together.
struct ConnectorGravity {
  static constexpr law::Kind kind = law::Kind::alongLine;
  static constexpr unsigned has = law::stored;

  std::array<MarkerIndex, 2> markerNumbers;
  double gravitationalConstant;      // G
  double mass0;                      // m0
  double mass1;                      // m1
  double minDistanceRegularization;  // L_min
  bool activeConnector;

  template <class S>
  S lineForce(const LineKinematics<S>& line, const LawContext<S>&) const {
    S square = line.length * line.length;
    if (line.length < minDistanceRegularization) {
      const S missing = minDistanceRegularization - line.length;
      square += missing * missing;
    }
    return gravitationalConstant * mass0 * mass1 / square;
  }
  /// Zero at infinite distance.
  double storedEnergy(const LineKinematics<double>& line, const LawContext<double>& context) const {
    const double far = std::max(line.length, minDistanceRegularization);
    const double inside = integralOf(
        [&](double length) {
          return lineForce(LineKinematics<double>{length, 0}, context);
        },
        line.length, far);
    return -gravitationalConstant * mass0 * mass1 / far - inside;
  }
};

/// m³/(kg·s²)
constexpr Unit gravitation = unit::newton * unit::metre * unit::metre / unit::kilogram / unit::kilogram;

constexpr ParameterOf<ConnectorGravity> parameters[] = {
    markerNumbersParameter<ConnectorGravity>(capability::position, "markers of the two centres of mass"),
    {"gravitationalConstant", &ConnectorGravity::gravitationalConstant, gravitation, anyNumber, 6.6743e-11,
     "gravitational constant G; a negative value repels"},
    {"mass0", &ConnectorGravity::mass0, unit::kilogram, nonNegative, 0.0, "mass at marker 0, independent of the mass of its body"},
    {"mass1", &ConnectorGravity::mass1, unit::kilogram, nonNegative, 0.0, "mass at marker 1"},
    {"minDistanceRegularization", &ConnectorGravity::minDistanceRegularization, unit::metre, nonNegative, 0.0,
     "distance below which the force is reduced, so that bodies can pass through each other"},
    activeConnectorParameter<ConnectorGravity>()};

constexpr ItemDescription<ConnectorGravity> description = {
    .type = "ConnectorGravity",
    .summary = "Newtonian gravity: two masses attract each other along the line between them.",
    .equation = "f = \\frac{G\\, m_0\\, m_1}{L^2 + \\max(0, L_{min} - L)^2}",
    .outputs = {{OutputVariable::Distance, unit::metre, 1, "length L"},
                {OutputVariable::Displacement, unit::metre, 3, "vector from point 0 to point 1"},
                {OutputVariable::Force, unit::newton, 3, "force on the mass at marker 0, along the vector to marker 1"}},
    .visualization = {"show", "color", "drawSize"},
    .drawnAs = {"rod", {}},
};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace
}  // namespace slipstick
