// Prismatic joint along the x axis of joint frame 0.

#include "core/items/constraints/joint.h"

namespace slipstick {
namespace {

struct JointPrismaticX {
  static constexpr law::Kind kind = law::Kind::constraintOfFrames;
  static constexpr unsigned has = law::rates;

  static constexpr EquationUnits units[] = {lengthEquation, lengthEquation, angleEquation, angleEquation, angleEquation};

  std::array<MarkerIndex, 2> markerNumbers;
  Matrix3 rotationMarker0;
  Matrix3 rotationMarker1;
  bool activeConnector;

  bool constrains(int) const { return true; }

  template <class S>
  void residual(const FramePair<S>& pair, const LawContext<S>&, S* c) const {
    const Vec3<S> u = pair.frame1.position - pair.frame0.position;
    const Vec3<S> x0 = pair.frame0.rotation * rotationMarker0.column(0);
    const Vec3<S> z0 = pair.frame0.rotation * rotationMarker0.column(2);
    const Vec3<S> y1 = pair.frame1.rotation * rotationMarker1.column(1);
    c[0] = dot(pair.frame0.rotation * rotationMarker0.column(1), u);
    c[1] = dot(z0, u);
    c[2] = dot(z0, y1);
    c[3] = dot(z0, pair.frame1.rotation * rotationMarker1.column(0));
    c[4] = dot(x0, y1);
  }
  template <class S>
  void gradient(const FramePair<S>& pair, const LawContext<S>&, S* w) const {
    const Vec3<S> u = pair.frame1.position - pair.frame0.position;
    const Vec3<S> x0 = pair.frame0.rotation * rotationMarker0.column(0);
    const Vec3<S> z0 = pair.frame0.rotation * rotationMarker0.column(2);
    const Vec3<S> y1 = pair.frame1.rotation * rotationMarker1.column(1);
    projectionGradient(pair.frame0.rotation * rotationMarker0.column(1), u, w);
    projectionGradient(z0, u, w + 12);
    angleGradient(z0, y1, w + 24);
    angleGradient(z0, pair.frame1.rotation * rotationMarker1.column(0), w + 36);
    angleGradient(x0, y1, w + 48);
  }
  template <class S>
  void rates(const FramePair<S>& pair, const LawContext<S>&, S* c) const {
    const Vec3<S> u = pair.frame1.position - pair.frame0.position, v = pair.frame1.velocity - pair.frame0.velocity;
    for (int i = 0; i < 2; ++i) {
      const Vector3 axis = rotationMarker0.column(1 + i);
      c[i] = dot(axisRate(pair.frame0, axis), u) + dot(pair.frame0.rotation * axis, v);
    }
    c[2] = angleRate(pair, rotationMarker0.column(2), rotationMarker1.column(1));
    c[3] = angleRate(pair, rotationMarker0.column(2), rotationMarker1.column(0));
    c[4] = angleRate(pair, rotationMarker0.column(0), rotationMarker1.column(1));
  }
  void output(OutputVariable variable, const FramePair<double>& pair, const double* lambda, double* out) const {
    jointOutput(variable, pair, rotationMarker0, rotationMarker1, {0.0, lambda[0], lambda[1]}, {lambda[2], lambda[3], lambda[4]}, out);
  }
};

using Joint = JointPrismaticX;

constexpr ParameterOf<Joint> parameters[] = {
    markerNumbersParameter<Joint>(capability::position | capability::orientation, "rigid markers of the two bodies"),
    rotationMarkerParameter("rotationMarker0", &Joint::rotationMarker0, "joint frame in the frame of marker 0"),
    rotationMarkerParameter("rotationMarker1", &Joint::rotationMarker1, "joint frame in the frame of marker 1"),
    activeConnectorParameter<Joint>()};

constexpr ItemDescription<Joint> description = {
    .type = "JointPrismaticX",
    .summary = "Prismatic joint: the bodies slide along the x axis of joint frame 0 without relative rotation.",
    .equation = "y_0^T u = z_0^T u = 0, \\quad z_0^T y_1 = z_0^T x_1 = x_0^T y_1 = 0, \\quad u = p_1 - p_0",
    .outputs = jointOutputs(),
    .visualization = {"show"},
    .drawnAs = {"slide", {{"rotation", "rotationMarker0"}}}};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::JointPrismaticX = registered;

}  // namespace slipstick
