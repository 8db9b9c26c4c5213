// Rigid disc that rolls and slips on a plane: penalty contact with regularised dry friction.
//
// Friction law: Géradin, Cardona, Flexible Multibody Dynamics, section 7.9.3. Contact and slip of the last PostNewton evaluation select the
// regime during Newton's method, so that the tangent does not jump between iterations. If each assumed direction of slip leads to the
// opposite one, the disc sticks: then the slip is held.
//
// Compiled for speed: large models have many of this item.

#include "core/items/connector.h"
#include "core/items/rolling/rolling_disc.h"

namespace slipstick {
namespace {

struct ConnectorRollingDiscPenalty {
  static constexpr law::Kind kind = law::Kind::betweenFrames;
  static constexpr unsigned has = law::data | law::postNewton | law::touches | law::closedTangent | law::derived;

  std::array<MarkerIndex, 2> markerNumbers;
  NodeIndex nodeNumber;  // data: lateral slip, longitudinal slip, gap
  double discRadius;
  Vector3 discAxis;
  Vector3 planeNormal;
  double dryFrictionAngle;
  double contactStiffness;
  double contactDamping;
  Vector2 dryFriction;
  double dryFrictionProportionalZone;
  Vector2 viscousFriction;
  double rollingFrictionViscous;
  bool useLinearProportionalZone;
  bool activeConnector;
  double cosine, sine;  // of dryFrictionAngle

  void derive() { cosine = cos(dryFrictionAngle), sine = sin(dryFrictionAngle); }

  static constexpr double heldPart = 1e-100;  // of a slip that data contains while it is held
  static bool isHeld(double regimeSpeed) { return regimeSpeed < 1e-80; }

  bool touches(const double* data) const { return data[2] < 0; }

  /// The force on the disc in the contact's directions: lateral, longitudinal, normal. `gap` determines contact, `slip` the regime.
  template <class S>
  Vec3<S> contactForce(const DiscContact<S>& contact, double gap, const double* slip) const {
    if (!(gap < 0)) return {};
    const S normalForce =
        -(contactStiffness * dot(contact.contactPoint, contact.normal) + contactDamping * dot(contact.slip, contact.normal));
    const S velocity[2] = {dot(contact.slip, contact.lateral), dot(contact.slip, contact.longitudinal)};
    S lateral, longitudinal;
    friction(velocity, normalForce, slip, lateral, longitudinal);
    return {lateral, longitudinal, normalForce};
  }

  template <class S>
  void friction(const S slip[2], const S& normalForce, const double* regime, S& lateral, S& longitudinal) const {
    const S speed = sqrt(slip[0] * slip[0] + slip[1] * slip[1]);
    const double regimeSpeed = std::sqrt(regime[0] * regime[0] + regime[1] * regime[1]);
    lateral = longitudinal = S(0.0);
    if (regimeSpeed == 0) return;
    const S size = abs(normalForce);
    S force[2];
    if (dryFrictionProportionalZone != 0 && regimeSpeed <= dryFrictionProportionalZone) {
      // φ(v)/v times the slip avoids the division by a small speed.
      const double zone = dryFrictionProportionalZone;
      S factor = useLinearProportionalZone ? size / zone : size * (2.0 - speed / zone) / zone;
      if (isHeld(regimeSpeed) && !useLinearProportionalZone) factor = 2.0 * size / zone;
      for (int i = 0; i < 2; ++i) force[i] = factor * slip[i];
    } else {
      if (valueOf(speed) == 0) return;
      for (int i = 0; i < 2; ++i) force[i] = (regime[i] / regimeSpeed) * size;
    }
    const S coefficient[2] = {dryFriction[0] + viscousFriction[0] * speed, dryFriction[1] + viscousFriction[1] * speed};
    if (dryFrictionAngle == 0) {
      lateral = -(coefficient[0] * force[0]);
      longitudinal = -(coefficient[1] * force[1]);
      return;
    }
    const double c = cosine, s = sine;
    const S rolled[2] = {coefficient[0] * (c * force[0] - s * force[1]), coefficient[1] * (s * force[0] + c * force[1])};
    lateral = -(c * rolled[0] + s * rolled[1]);
    longitudinal = -(c * rolled[1] - s * rolled[0]);
  }

  template <class S>
  void wrenches(const FramePair<S>& pair, const LawContext<S>& context, FrameForce<S>& on0, FrameForce<S>& on1) const {
    const DiscContact<S> contact = discContact(pair, discAxis, planeNormal, discRadius);
    const Vec3<S> local = contactForce(contact, context.data[2], context.data);
    Vec3<S> force = -(local.x * contact.lateral + local.y * contact.longitudinal + local.z * contact.normal);
    on1.torque = cross(contact.arm, force);
    on0.torque = -cross(contact.contactPoint, force);
    if (rollingFrictionViscous != 0) {
      // Opposite to the velocity of the disc's centre along the plane; a force without torque.
      const Vec3<S> velocity = pair.frame1.velocity - (pair.frame0.velocity + cross(pair.frame0.angularVelocity, contact.contactPoint));
      const Vec3<S> tangential = velocity - dot(velocity, contact.normal) * contact.normal;
      force += (rollingFrictionViscous * abs(local.z)) * tangential;
    }
    on1.force = force;
    on0.force = -force;
  }

  /// As seen from a rotating plane, the disc's motion differs from the relative motion of the frames. With dual numbers, a car on four
  /// discs takes 7 % more instructions.
  void differentiate(const FramePair<double>& pair, const LawContext<double>& context, MovedFrame moved[2],
                     FrameForce<double> on[2]) const {
    wrenches(pair, context, on[0], on[1]);
    Linearised at;
    at.contact = discContact(pair, discAxis, planeNormal, discRadius);
    const DiscContact<double>& contact = at.contact;
    at.local = contactForce(contact, context.data[2], context.data);
    using D = Dual<3>;
    const D slip[2] = {D::variable(dot(contact.slip, contact.lateral), 0), D::variable(dot(contact.slip, contact.longitudinal), 1)};
    friction(slip, D::variable(at.local.z, 2), context.data, at.friction[0], at.friction[1]);
    for (int m = 0; m < 2; ++m)
      for (int k = 0; k < moved[m].columns; ++k) {
        FrameForce<double> changes[2];
        change(pair, at, m, FrameChange(moved[m], k), changes);
        moved[m].write(changes, k);
      }
  }
  /// The forces of a contact and what their derivative needs.
  struct Linearised {
    DiscContact<double> contact;
    Vector3 local;        // lateral, longitudinal and normal force
    Dual<3> friction[2];  // by lateral slip, longitudinal slip and normal force
  };
  /// The change of the forces by a motion of the plane (frame 0) or the disc (frame 1).
  void change(const FramePair<double>& pair, const Linearised& at, int moved, const FrameChange& by, FrameForce<double> result[2]) const {
    const auto& [contact, local, frictionForce] = at;
    const Vector3 directions[3] = {contact.lateral, contact.longitudinal, contact.normal};
    const Vector3 force = -(local.x * contact.lateral + local.y * contact.longitudinal + local.z * contact.normal);
    // Geometry: the disc rotates its axis, the plane its normal.
    const Vector3 axis = moved == 1 ? cross(by.rotation, contact.axis) : Vector3{};
    const Vector3 normal = moved == 0 ? cross(by.rotation, contact.normal) : Vector3{};
    const Vector3 forward = cross(axis, contact.normal) + cross(contact.axis, normal);
    const double inverseLength = 1 / norm(cross(contact.axis, contact.normal));
    const Vector3 longitudinal = inverseLength * (forward - dot(contact.longitudinal, forward) * contact.longitudinal);
    const Vector3 arm = discRadius * (cross(axis, contact.longitudinal) + cross(contact.axis, longitudinal));
    const Vector3 lateral = cross(normal, contact.longitudinal) + cross(contact.normal, longitudinal);
    const Vector3 point = moved == 1 ? arm + by.position : arm - by.position;
    const Vector3 spin0 = pair.frame0.angularVelocity;
    Vector3 velocityChange = -cross(spin0, point), slipChange = cross(pair.frame1.angularVelocity, arm);
    if (moved == 1) {
      velocityChange += by.velocity;
      slipChange += cross(by.angularVelocity, contact.arm);
    } else {
      velocityChange -= by.velocity + cross(by.angularVelocity, contact.contactPoint);
    }
    slipChange += velocityChange;
    // Forces in the contact's directions.
    const double changes[3] = {dot(slipChange, contact.lateral) + dot(contact.slip, lateral),
                               dot(slipChange, contact.longitudinal) + dot(contact.slip, longitudinal),
                               -(contactStiffness * (dot(point, contact.normal) + dot(contact.contactPoint, normal)) +
                                 contactDamping * (dot(slipChange, contact.normal) + dot(contact.slip, normal)))};
    Vector3 localChange{0, 0, changes[2]};
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) localChange[i] += frictionForce[i].derivative[j] * changes[j];
    Vector3 forceChange = -(local.x * lateral + local.y * longitudinal + local.z * normal);
    for (int i = 0; i < 3; ++i) forceChange -= localChange[i] * directions[i];
    result[1].torque = cross(arm, force) + cross(contact.arm, forceChange);
    result[0].torque = -(cross(point, force) + cross(contact.contactPoint, forceChange));
    if (rollingFrictionViscous != 0) {
      const Vector3 velocity = pair.frame1.velocity - (pair.frame0.velocity + cross(spin0, contact.contactPoint));
      const double along = dot(velocity, contact.normal);
      const double alongChange = dot(velocityChange, contact.normal) + dot(velocity, normal);
      const double size = std::abs(local.z), sizeChange = local.z < 0 ? -changes[2] : changes[2];
      forceChange += (rollingFrictionViscous * sizeChange) * (velocity - along * contact.normal) +
                     (rollingFrictionViscous * size) * (velocityChange - alongChange * contact.normal - along * normal);
    }
    result[1].force = forceChange, result[0].force = -forceChange;
  }

  /// Whether the step has already assumed a slip other than its initial slip, and the solution reverses it. If held, friction grows with
  /// slip as at rest, even beyond the zone. That solution is closer to rest than the required one, so that Newton's method converges from
  /// it.
  bool turnsAgain(const double slip[2], const double* assumed, const double* atStart) const {
    const bool isFirst = assumed[0] == atStart[0] && assumed[1] == atStart[1];
    const bool turns = slip[0] * assumed[0] + slip[1] * assumed[1] < 0;
    return !isFirst && turns && hypot(slip[0], slip[1]) > dryFrictionProportionalZone && dryFrictionProportionalZone > 0;
  }

  double postNewton(const FramePair<double>& pair, const LawContext<double>&, double* data, const double* atStart, PostNewton& post) const {
    const DiscContact<double> contact = discContact(pair, discAxis, planeNormal, discRadius);
    const double gap = dot(contact.contactPoint, contact.normal);
    const double slip[2] = {dot(contact.slip, contact.lateral), dot(contact.slip, contact.longitudinal)};
    const Vector3 force = contactForce(contact, gap, slip);
    double error = 0;
    if ((gap > 0 && data[2] <= 0) || (gap <= 0 && data[2] > 0)) {
      error = std::abs(gap * contactStiffness) + hypot(force.x, force.y);
    } else if (gap < 0) {
      const Vector3 assumed = contactForce(contact, gap, data);
      error = hypot(force.x - assumed.x, force.y - assumed.y);
    }
    const double kept = post.ways.holdsSlip && turnsAgain(slip, data, atStart) ? heldPart : 1;
    data[0] = kept * slip[0], data[1] = kept * slip[1], data[2] = gap;
    return error;
  }

  void output(OutputVariable variable, const FramePair<double>& pair, const LawContext<double>& context, double* out) const {
    const DiscContact<double> contact = discContact(pair, discAxis, planeNormal, discRadius);
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(contact.contactPoint, out);
      case OutputVariable::Velocity:
        return writeVector(trailVelocity(pair, contact, discRadius), out);
      case OutputVariable::VelocityLocal:
        return writeVector(
            Vector3{dot(contact.slip, contact.lateral), dot(contact.slip, contact.longitudinal), dot(contact.slip, contact.normal)}, out);
      case OutputVariable::RotationMatrix:
        return writeMatrix(Matrix3::fromColumns(contact.lateral, contact.longitudinal, contact.normal), out);
      default:
        // A step that used up its iterations may end with a held slip: then its direction counts, as at other ends.
        const double part = isHeld(hypot(context.data[0], context.data[1])) ? heldPart : 1;
        const double slip[2] = {context.data[0] / part, context.data[1] / part};
        return writeVector(activeConnector ? contactForce(contact, context.data[2], slip) : Vector3{}, out);
    }
  }
};

using Disc = ConnectorRollingDiscPenalty;

constexpr ParameterOf<Disc> parameters[] = {
    markerNumbersParameter<Disc>(capability::position | capability::orientation,
                                 "marker of a point of the plane, and marker of the disc's centre"),
    {"nodeNumber", &Disc::nodeNumber, capability::data, Presence::optional, "GenericData node with 3 coordinates: slip and gap"},
    {"discRadius", &Disc::discRadius, unit::metre, positive, Presence::required, "radius of the disc"},
    {"discAxis", &Disc::discAxis, unit::none, unitVector, Vector3{1, 0, 0}, "axis of the disc in the frame of marker 1, a unit vector"},
    {"planeNormal", &Disc::planeNormal, unit::none, unitVector, Vector3{0, 0, 1},
     "normal of the plane in the frame of marker 0, a unit vector"},
    {"dryFrictionAngle", &Disc::dryFrictionAngle, unit::radian, anyNumber, 0.0,
     "rotation of the friction directions, as for Mecanum rollers"},
    {"contactStiffness", &Disc::contactStiffness, unit::newtonPerMetre, nonNegative, 0.0, "normal force per penetration"},
    {"contactDamping", &Disc::contactDamping, unit::newtonSecondPerMetre, nonNegative, 0.0, "normal force per approach velocity"},
    {"dryFriction", &Disc::dryFriction, unit::none, nonNegative, Vector2{}, "friction coefficients, lateral and longitudinal"},
    {"dryFrictionProportionalZone", &Disc::dryFrictionProportionalZone, unit::metrePerSecond, nonNegative, 0.0,
     "slip speed up to which friction is regularised"},
    {"viscousFriction", &Disc::viscousFriction, unit::secondPerMetre, nonNegative, Vector2{},
     "increase of the friction coefficients with slip speed, lateral and longitudinal"},
    {"rollingFrictionViscous", &Disc::rollingFrictionViscous, unit::secondPerMetre, nonNegative, 0.0,
     "rolling friction: force per normal force and velocity of the disc's centre"},
    {"useLinearProportionalZone", &Disc::useLinearProportionalZone, unit::none, anyNumber, false,
     "whether friction is regularised linearly instead of quadratically"},
    activeConnectorParameter<Disc>()};

constexpr ItemDescription<Disc> description = {
    .type = "ConnectorRollingDiscPenalty",
    .summary = "A rigid disc (marker 1) that rolls and slips on a plane (marker 0), with penalty contact and friction.",
    .equation =
        "f_n = -(k_c\\, g + d_c\\, v_C \\cdot n), \\quad "
        "f_t = -T^T \\operatorname{diag}(\\mu_x + d_x |v_t|,\\; \\mu_y + d_y |v_t|)\\, T\\, \\varphi(|v_t|)\\, |f_n|\\, "
        "\\frac{v_t}{|v_t|}, \\quad "
        "\\varphi(v) = \\left(2 - \\frac{v}{v_\\mu}\\right) \\frac{v}{v_\\mu} \\text{ or linear } \\frac{v}{v_\\mu} \\text{ for } "
        "v \\le v_\\mu, \\text{ else } 1, \\quad f_r = -\\mu_r\\, |f_n|\\, v_g",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "contact point relative to marker 0, global directions"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3,
                 "velocity of the contact point along its trail relative to the plane, global directions"},
                {OutputVariable::VelocityLocal, unit::metrePerSecond, 3, "slip velocity: lateral, longitudinal, normal"},
                {OutputVariable::ForceLocal, unit::newton, 3, "contact force on the disc: lateral, longitudinal, normal"},
                {OutputVariable::RotationMatrix, unit::none, 9, "lateral, longitudinal and normal direction as columns, by rows"}},
    .visualization = {"discWidth"},
    .drawnAs = {"disc", {{"radius", "discRadius"}, {"axis", "discAxis"}, {"normal", "planeNormal"}}},
    .initialData =
        [](const Disc&, const InitialCoordinate&) {
          return std::vector<double>{0, 0, 0};
        },
    .dataUnit = [](const Disc&, int i) { return i < 2 ? unit::metrePerSecond : unit::metre; },
    .warn =
        [](const Disc& disc, const Complain& complain) {
          if (disc.contactStiffness == 0) complain("contactStiffness", "the plane exerts no elastic force: contactStiffness is 0");
        },
};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::ConnectorRollingDiscPenalty = registered;

}  // namespace slipstick
