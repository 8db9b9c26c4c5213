// Planar prismatic joint: a point slides along a line of the other body.

#include "core/items/constraints/joint.h"

namespace slipstick {
namespace {

struct JointPrismatic2D {
  static constexpr law::Kind kind = law::Kind::constraintOfFrames;
  static constexpr unsigned has = law::rates;

  static constexpr EquationUnits units[] = {lengthEquation, angleEquation};

  std::array<MarkerIndex, 2> markerNumbers;
  Vector3 axisMarker0;    // t
  Vector3 normalMarker1;  // n
  bool constrainRotation;
  bool activeConnector;

  bool constrains(int equation) const { return equation == 0 || constrainRotation; }

  template <class S>
  void residual(const FramePair<S>& pair, const LawContext<S>&, S* c) const {
    const Vec3<S> n1 = pair.frame1.rotation * normalMarker1;
    c[0] = (pair.frame1.position.x - pair.frame0.position.x) * n1.x + (pair.frame1.position.y - pair.frame0.position.y) * n1.y;
    c[1] = dot(pair.frame0.rotation * axisMarker0, n1);
  }
  template <class S>
  void gradient(const FramePair<S>& pair, const LawContext<S>&, S* w) const {
    const Vec3<S> n1 = pair.frame1.rotation * normalMarker1, u = pair.frame1.position - pair.frame0.position;
    const Vec3<S> turn = cross(n1, Vec3<S>{u.x, u.y, S(0.0)});
    for (int k = 0; k < 2; ++k) w[k] = -n1[k], w[6 + k] = n1[k];
    for (int k = 0; k < 3; ++k) w[9 + k] = turn[k];
    angleGradient(pair.frame0.rotation * axisMarker0, n1, w + 12);
  }
  template <class S>
  void rates(const FramePair<S>& pair, const LawContext<S>&, S* c) const {
    const Vec3<S> u = pair.frame1.position - pair.frame0.position, v = pair.frame1.velocity - pair.frame0.velocity;
    const Vec3<S> n1 = pair.frame1.rotation * normalMarker1, turning = axisRate(pair.frame1, normalMarker1);
    c[0] = v.x * n1.x + v.y * n1.y + u.x * turning.x + u.y * turning.y;
    c[1] = angleRate(pair, axisMarker0, normalMarker1);
  }
  void output(OutputVariable variable, const FramePair<double>& pair, const double* lambda, double* out) const {
    const Vector3 n1 = pair.frame1.rotation * normalMarker1;
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(pair.frame0.position, out);
      case OutputVariable::Displacement:
        return writeVector(pair.frame1.position - pair.frame0.position, out);
      default:
        return writeVector(lambda[0] * n1, out);
    }
  }
};

using Joint = JointPrismatic2D;

constexpr ParameterOf<Joint> parameters[] = {
    markerNumbersParameter<Joint>(capability::position | capability::orientation, "rigid markers of the two bodies"),
    {"axisMarker0", &Joint::axisMarker0, unit::none, unitVector, Vector3{1, 0, 0}, "sliding direction in the frame of marker 0"},
    {"normalMarker1", &Joint::normalMarker1, unit::none, unitVector, Vector3{0, 1, 0},
     "normal to the sliding direction, in the frame of marker 1"},
    {"constrainRotation", &Joint::constrainRotation, unit::none, anyNumber, true, "whether the relative rotation is locked"},
    activeConnectorParameter<Joint>()};

constexpr ItemDescription<Joint> description = {
    .type = "JointPrismatic2D",
    .summary =
        "Planar prismatic joint: marker 0 stays on the line through marker 1 with the given normal; the relative rotation may be locked.",
    .equation = "u^T A_1 n = 0, \\quad (A_0 t)^T A_1 n = 0, \\quad u = p_1 - p_0",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "position of marker 0, global"},
                {OutputVariable::Displacement, unit::metre, 3, "displacement of marker 1 from marker 0, global"},
                {OutputVariable::Force, unit::newton, 3, "normal force on body 0, global"}},
    .visualization = {"show"},
    .drawnAs = {"slide", {{"axis", "axisMarker0"}}}};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::JointPrismatic2D = registered;

}  // namespace slipstick
