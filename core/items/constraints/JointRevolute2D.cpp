// Planar revolute joint: two points coincide in the xy plane.

#include "core/items/constraints/joint.h"

namespace slipstick {
namespace {

struct JointRevolute2D {
  static constexpr law::Kind kind = law::Kind::constraintOfFrames;
  static constexpr unsigned has = law::reactions;

  static constexpr EquationUnits units[] = {lengthEquation, lengthEquation};

  std::array<MarkerIndex, 2> markerNumbers;
  bool activeConnector;

  bool constrains(int) const { return true; }

  template <class S>
  void residual(const FramePair<S>& pair, const LawContext<S>&, S* c) const {
    c[0] = pair.frame1.position.x - pair.frame0.position.x;
    c[1] = pair.frame1.position.y - pair.frame0.position.y;
  }
  void act(const FramePair<double>& pair, const LawContext<double>& context, const double* lambda, double* c, FrameForce<double>& on0,
           FrameForce<double>& on1) const {
    residual(pair, context, c);
    pull({lambda[0], lambda[1], 0.0}, on0, on1);
  }
  template <class S>
  void gradient(const FramePair<S>&, const LawContext<S>&, S* w) const {
    displacementGradient(0, w);
    displacementGradient(1, w + 12);
  }
  void output(OutputVariable variable, const FramePair<double>& pair, const double* lambda, double* out) const {
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(pair.frame0.position, out);
      case OutputVariable::Displacement:
        return writeVector(pair.frame1.position - pair.frame0.position, out);
      default:
        return writeVector(Vector3{lambda[0], lambda[1], 0.0}, out);
    }
  }
};

constexpr ParameterOf<JointRevolute2D> parameters[] = {
    markerNumbersParameter<JointRevolute2D>(capability::position, "markers of the two points"),
    activeConnectorParameter<JointRevolute2D>()};

constexpr ItemDescription<JointRevolute2D> description = {
    .type = "JointRevolute2D",
    .summary = "Planar revolute joint: two points coincide in the xy plane.",
    .equation = "u_x = u_y = 0, \\quad u = p_1 - p_0",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "position of marker 0, global"},
                {OutputVariable::Displacement, unit::metre, 3, "displacement of marker 1 from marker 0, global"},
                {OutputVariable::Force, unit::newton, 3, "multipliers: the force on body 0, global"}},
    .visualization = {"show"},
    .drawnAs = {"hinge", {}}};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::JointRevolute2D = registered;

}  // namespace slipstick
