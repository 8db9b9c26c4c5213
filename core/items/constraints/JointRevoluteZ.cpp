// Revolute joint about the z axis of the joint frames.

#include "core/items/constraints/joint.h"

namespace slipstick {
namespace {

struct JointRevoluteZ {
  static constexpr law::Kind kind = law::Kind::constraintOfFrames;
  static constexpr unsigned has = law::rates | law::reactions;

  static constexpr EquationUnits units[] = {lengthEquation, lengthEquation, lengthEquation, angleEquation, angleEquation};

  std::array<MarkerIndex, 2> markerNumbers;
  Matrix3 rotationMarker0;
  Matrix3 rotationMarker1;
  bool activeConnector;

  bool constrains(int) const { return true; }

  template <class S>
  void residual(const FramePair<S>& pair, const LawContext<S>&, S* c) const {
    const Vec3<S> u = pair.frame1.position - pair.frame0.position;
    const Vec3<S> z0 = pair.frame0.rotation * rotationMarker0.column(2);
    for (int i = 0; i < 3; ++i) c[i] = u[i];
    c[3] = dot(z0, pair.frame1.rotation * rotationMarker1.column(0));
    c[4] = dot(z0, pair.frame1.rotation * rotationMarker1.column(1));
  }
  template <class S>
  void gradient(const FramePair<S>& pair, const LawContext<S>&, S* w) const {
    for (int i = 0; i < 3; ++i) displacementGradient(i, w + 12 * i);
    const Vec3<S> z0 = pair.frame0.rotation * rotationMarker0.column(2);
    angleGradient(z0, pair.frame1.rotation * rotationMarker1.column(0), w + 36);
    angleGradient(z0, pair.frame1.rotation * rotationMarker1.column(1), w + 48);
  }
  void act(const FramePair<double>& pair, const LawContext<double>&, const double* lambda, double* c, FrameForce<double>& on0,
           FrameForce<double>& on1) const {
    const Vector3 u = pair.frame1.position - pair.frame0.position, z0 = pair.frame0.rotation * rotationMarker0.column(2);
    const Vector3 x1 = pair.frame1.rotation * rotationMarker1.column(0), y1 = pair.frame1.rotation * rotationMarker1.column(1);
    for (int i = 0; i < 3; ++i) c[i] = u[i];
    c[3] = dot(z0, x1), c[4] = dot(z0, y1);
    pull({lambda[0], lambda[1], lambda[2]}, on0, on1);
    turn(cross(z0, lambda[3] * x1 + lambda[4] * y1), on0, on1);
  }
  template <class S>
  void rates(const FramePair<S>& pair, const LawContext<S>&, S* c) const {
    for (int i = 0; i < 3; ++i) c[i] = pair.frame1.velocity[i] - pair.frame0.velocity[i];
    for (int i = 0; i < 2; ++i) c[3 + i] = angleRate(pair, rotationMarker0.column(2), rotationMarker1.column(i));
  }
  void output(OutputVariable variable, const FramePair<double>& pair, const double* lambda, double* out) const {
    const Vector3 force = transposeTimes(pair.frame0.rotation * rotationMarker0, Vector3{lambda[0], lambda[1], lambda[2]});
    jointOutput(variable, pair, rotationMarker0, rotationMarker1, force, {lambda[3], lambda[4], 0.0}, out);
  }
};

using Joint = JointRevoluteZ;

constexpr ParameterOf<Joint> parameters[] = {
    markerNumbersParameter<Joint>(capability::position | capability::orientation, "rigid markers of the two bodies"),
    rotationMarkerParameter("rotationMarker0", &Joint::rotationMarker0, "joint frame in the frame of marker 0"),
    rotationMarkerParameter("rotationMarker1", &Joint::rotationMarker1, "joint frame in the frame of marker 1"),
    activeConnectorParameter<Joint>()};

constexpr ItemDescription<Joint> description = {
    .type = "JointRevoluteZ",
    .summary = "Revolute joint: the markers coincide, and the bodies turn about the common z axis of the joint frames.",
    .equation = "p_1 - p_0 = 0, \\quad z_0^T x_1 = 0, \\quad z_0^T y_1 = 0",
    .outputs = jointOutputs(),
    .visualization = {"show"},
    .drawnAs = {"hinge", {{"rotation", "rotationMarker0"}}}};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::JointRevoluteZ = registered;

}  // namespace slipstick
