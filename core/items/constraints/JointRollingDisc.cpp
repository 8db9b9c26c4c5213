// Ideal rolling of a rigid disc on a plane: no slip, no lift-off, at velocity level.

#include "core/items/constraints/joint.h"
#include "core/items/rolling/rolling_disc.h"

namespace slipstick {
namespace {

struct JointRollingDisc {
  static constexpr law::Kind kind = law::Kind::constraintOfFrames;
  static constexpr unsigned has = law::velocityLevel | law::reactions;

  static constexpr EquationUnits units[] = {lengthEquation, lengthEquation, lengthEquation};  // lateral, longitudinal, normal

  std::array<MarkerIndex, 2> markerNumbers;
  Vector3 constrainedAxes;
  double discRadius;
  Vector3 discAxis;
  Vector3 planeNormal;
  bool activeConnector;

  bool constrains(int equation) const { return constrainedAxes[equation] != 0; }

  template <class S>
  void residual(const FramePair<S>& pair, const LawContext<S>&, S* c) const {
    const DiscContact<S> contact = discContact(pair, discAxis, planeNormal, discRadius);
    c[0] = dot(contact.lateral, contact.slip);
    c[1] = dot(contact.longitudinal, contact.slip);
    c[2] = dot(contact.normal, contact.slip);
  }
  void act(const FramePair<double>& pair, const LawContext<double>&, const double* lambda, double* c, FrameForce<double>& on0,
           FrameForce<double>& on1) const {
    const DiscContact<double> contact = discContact(pair, discAxis, planeNormal, discRadius);
    c[0] = dot(contact.lateral, contact.slip);
    c[1] = dot(contact.longitudinal, contact.slip);
    c[2] = dot(contact.normal, contact.slip);
    const Vector3 force = lambda[0] * contact.lateral + lambda[1] * contact.longitudinal + lambda[2] * contact.normal;
    pull(force, on0, on1);
    on0.torque += cross(force, contact.contactPoint), on1.torque += cross(contact.arm, force);
  }
  template <class S>
  void gradient(const FramePair<S>& pair, const LawContext<S>&, S* w) const {
    const DiscContact<S> contact = discContact(pair, discAxis, planeNormal, discRadius);
    const Vec3<S> directions[] = {contact.lateral, contact.longitudinal, contact.normal};
    for (int e = 0; e < 3; ++e) {
      const Vec3<S>& d = directions[e];
      const Vec3<S> turn0 = cross(d, contact.contactPoint), turn1 = cross(contact.arm, d);
      for (int k = 0; k < 3; ++k)
        w[12 * e + k] = -d[k], w[12 * e + 3 + k] = turn0[k], w[12 * e + 6 + k] = d[k], w[12 * e + 9 + k] = turn1[k];
    }
  }
  void output(OutputVariable variable, const FramePair<double>& pair, const double* lambda, double* out) const {
    const DiscContact<double> contact = discContact(pair, discAxis, planeNormal, discRadius);
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(pair.frame0.position + contact.contactPoint, out);
      case OutputVariable::Velocity:
        return writeVector(trailVelocity(pair, contact, discRadius), out);
      case OutputVariable::RotationMatrix:
        return writeMatrix(Matrix3::fromColumns(contact.lateral, contact.longitudinal, contact.normal), out);
      default:
        for (int i = 0; i < 3; ++i) out[i] = -lambda[i];
    }
  }
};

using Disc = JointRollingDisc;

constexpr ParameterOf<Disc> parameters[] = {
    markerNumbersParameter<Disc>(capability::position | capability::orientation,
                                 "marker of a point of the plane, and marker of the disc's centre"),
    {"constrainedAxes",
     &Disc::constrainedAxes,
     unit::none,
     {Range::Kind::oneOf, {0, 1}},
     Vector3{1, 1, 1},
     "which directions are constrained: lateral, longitudinal, normal"},
    {"discRadius", &Disc::discRadius, unit::metre, positive, Presence::required, "radius of the disc"},
    {"discAxis", &Disc::discAxis, unit::none, unitVector, Vector3{1, 0, 0}, "axis of the disc in the frame of marker 1, a unit vector"},
    {"planeNormal", &Disc::planeNormal, unit::none, unitVector, Vector3{0, 0, 1},
     "normal of the plane in the frame of marker 0, a unit vector"},
    activeConnectorParameter<Disc>()};

constexpr ItemDescription<Disc> description = {
    .type = "JointRollingDisc",
    .summary = "Ideal rolling of a rigid disc (marker 1) on a plane (marker 0), without slip.",
    .equation = "[w_{lat}, w_2, n]^T (v_{C1} - v_{C0}) = 0",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "contact point, global"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3,
                 "velocity of the contact point along its trail relative to the plane, global directions"},
                {OutputVariable::ForceLocal, unit::newton, 3, "contact force on the disc: lateral, longitudinal, normal"},
                {OutputVariable::RotationMatrix, unit::none, 9, "lateral, longitudinal and normal direction as columns, by rows"}},
    .visualization = {"discWidth"},
    .drawnAs = {"disc", {{"radius", "discRadius"}, {"axis", "discAxis"}, {"normal", "planeNormal"}}},
};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::JointRollingDisc = registered;

}  // namespace slipstick
