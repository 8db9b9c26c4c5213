// Constant distance between two points: a massless rod.

#include "core/items/constraints/joint.h"

namespace slipstick {
namespace {

struct ConnectorDistance {
  static constexpr law::Kind kind = law::Kind::constraintOfFrames;
  static constexpr unsigned has = law::nothingElse;

  static constexpr EquationUnits units[] = {lengthEquation};

  std::array<MarkerIndex, 2> markerNumbers;
  double distance;
  bool activeConnector;

  bool constrains(int) const { return true; }

  template <class S>
  void residual(const FramePair<S>& pair, const LawContext<S>&, S* c) const {
    c[0] = norm(pair.frame1.position - pair.frame0.position) - distance;
  }
  template <class S>
  void gradient(const FramePair<S>& pair, const LawContext<S>&, S* w) const {
    const Vec3<S> u = pair.frame1.position - pair.frame0.position;
    const S length = norm(u), slope = valueOf(length) > 0 ? 1.0 / length : S(0.0);  // coinciding points define no direction
    for (int k = 0; k < 3; ++k) w[6 + k] = u[k] * slope, w[k] = -w[6 + k];
  }
  void output(OutputVariable variable, const FramePair<double>& pair, const double* lambda, double* out) const {
    const Vector3 u = pair.frame1.position - pair.frame0.position;
    switch (variable) {
      case OutputVariable::Displacement:
        return writeVector(u, out);
      case OutputVariable::Velocity:
        return writeVector(pair.frame1.velocity - pair.frame0.velocity, out);
      case OutputVariable::Distance:
        out[0] = norm(u);
        return;
      default:
        out[0] = lambda[0];
    }
  }
};

constexpr ParameterOf<ConnectorDistance> parameters[] = {
    markerNumbersParameter<ConnectorDistance>(capability::position, "markers of the two points"),
    {"distance", &ConnectorDistance::distance, unit::metre, positive, Presence::required, "prescribed distance"},
    activeConnectorParameter<ConnectorDistance>()};

constexpr ItemDescription<ConnectorDistance> description = {
    .type = "ConnectorDistance",
    .summary = "A massless rod that keeps the distance between two points.",
    .equation = "|p_1 - p_0| - d_0 = 0",
    .outputs = {{OutputVariable::Displacement, unit::metre, 3, "vector from point 0 to point 1"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "relative velocity of point 1"},
                {OutputVariable::Distance, unit::metre, 1, "distance"},
                {OutputVariable::Force, unit::newton, 1, "multiplier: tension of the rod"}},
    .visualization = {"show", "color", "drawSize"},
    .drawnAs = {"rod", {}},
};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::ConnectorDistance = registered;

}  // namespace slipstick
