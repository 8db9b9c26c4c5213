// Spherical joint: two points coincide, or do so along chosen global axes.

#include "core/items/constraints/joint.h"

namespace slipstick {
namespace {

struct JointSpherical {
  static constexpr law::Kind kind = law::Kind::constraintOfFrames;
  static constexpr unsigned has = law::reactions;

  static constexpr EquationUnits units[] = {lengthEquation, lengthEquation, lengthEquation};

  std::array<MarkerIndex, 2> markerNumbers;
  Vector3 constrainedAxes;
  bool activeConnector;

  bool constrains(int equation) const { return constrainedAxes[equation] != 0; }

  template <class S>
  void residual(const FramePair<S>& pair, const LawContext<S>&, S* c) const {
    for (int i = 0; i < 3; ++i) c[i] = pair.frame1.position[i] - pair.frame0.position[i];
  }
  void act(const FramePair<double>& pair, const LawContext<double>& context, const double* lambda, double* c, FrameForce<double>& on0,
           FrameForce<double>& on1) const {
    residual(pair, context, c);
    pull({lambda[0], lambda[1], lambda[2]}, on0, on1);
  }
  template <class S>
  void gradient(const FramePair<S>&, const LawContext<S>&, S* w) const {
    for (int i = 0; i < 3; ++i) displacementGradient(i, w + 12 * i);
  }
  void output(OutputVariable variable, const FramePair<double>& pair, const double* lambda, double* out) const {
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(pair.frame0.position, out);
      case OutputVariable::Velocity:
        return writeVector(pair.frame0.velocity, out);
      case OutputVariable::Displacement:
        return writeVector(pair.frame1.position - pair.frame0.position, out);
      default:
        return writeVector(Vector3{lambda[0], lambda[1], lambda[2]}, out);
    }
  }
};

constexpr ParameterOf<JointSpherical> parameters[] = {
    markerNumbersParameter<JointSpherical>(capability::position, "markers of the two points"),
    {"constrainedAxes", &JointSpherical::constrainedAxes, unit::none, zeroOrOne, Vector3{1, 1, 1}, "which global axes are constrained"},
    activeConnectorParameter<JointSpherical>()};

constexpr ItemDescription<JointSpherical> description = {
    .type = "JointSpherical",
    .summary = "Spherical joint: two points coincide, along all or some of the global axes.",
    .equation = "p_1 - p_0 = 0",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "position of marker 0, global"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "velocity of marker 0, global"},
                {OutputVariable::Displacement, unit::metre, 3, "displacement of marker 1 from marker 0, global"},
                {OutputVariable::Force, unit::newton, 3, "multipliers: the force on body 0, global"}},
    .visualization = {"show"},
    .drawnAs = {"ball", {}}};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::JointSpherical = registered;

}  // namespace slipstick
