// Contact of a sphere with a torus around it, for example a ball in the groove of a bearing ring. Gap, slip speed and impact velocity of
// the last PostNewton evaluation select the regime during Newton's method.
//
// Source: Exudyn documentation, ObjectContactSphereTorus, for the parameters; its source code for the law.
//
// Compiled for size: few models have this item.
// Loaded on demand: few models have this item.

#include "core/items/contact/sphere_contact.h"

namespace slipstick {
namespace {

struct ContactSphereTorus : SphereContact {
  static constexpr law::Kind kind = law::Kind::betweenFrames;
  static constexpr unsigned has = law::data | law::postNewton | law::touches;

  std::array<MarkerIndex, 2> markerNumbers;
  NodeIndex nodeNumber;  // data: gap, slip speed, impact velocity, one unused
  double radiusSphere;
  double torusMajorRadius;
  double torusMinorRadius;
  Vector3 torusAxis;
  bool activeConnector;

  template <class S>
  struct Contact {
    Vec3<S> radial;  // from the centre of the torus to the centre line of its tube, of length 1; zero on the axis, where it is undefined
    S gap;
    Vec3<S> normal;    // from the centre line of the tube to the centre of the sphere
    Vec3<S> arm;       // from the centre of the sphere to the contact point
    Vec3<S> slip;      // tangential velocity of the torus relative to the surface of the sphere
    S normalVelocity;  // positive if they separate
  };

  bool touches(const double* data) const { return data[0] < 0; }

  template <class S>
  Contact<S> contact(const FramePair<S>& pair) const {
    const Vec3<S> axis = pair.frame1.rotation * torusAxis, center = pair.frame0.position - pair.frame1.position;
    const S along = dot(axis, center);
    const Vec3<S> across = center - along * axis;
    const S distance = norm(across), beyond = distance - torusMajorRadius;
    Contact<S> contact{};
    if (valueOf(distance) != 0) contact.radial = (S(1.0) / distance) * across;
    const S eccentricity = sqrt(along * along + beyond * beyond);
    if (valueOf(eccentricity) != 0) contact.normal = (S(1.0) / eccentricity) * (along * axis + beyond * contact.radial);
    contact.gap = torusMinorRadius - radiusSphere - eccentricity;
    contact.arm = (radiusSphere + 0.5 * contact.gap) * contact.normal;
    Vec3<S> velocity = pair.frame1.velocity + cross(pair.frame1.angularVelocity, center + contact.arm) - pair.frame0.velocity;
    if (dynamicFriction != 0) velocity -= cross(pair.frame0.angularVelocity, contact.arm);
    contact.normalVelocity = dot(contact.normal, velocity);
    contact.slip = velocity - contact.normalVelocity * contact.normal;
    return contact;
  }
  template <class S>
  S normalForce(const Contact<S>& contact, const double* data) const {
    return sphereRepulsion(*this, contact.gap, contact.normalVelocity, data);
  }
  /// Force on the sphere, global.
  template <class S>
  Vec3<S> force(const Contact<S>& contact, const double* data) const {
    return sphereForce(*this, contact.normal, contact.slip, data[1], normalForce(contact, data));
  }

  template <class S>
  void wrenches(const FramePair<S>& pair, const LawContext<S>& context, FrameForce<S>& on0, FrameForce<S>& on1) const {
    const Contact<S> contact = this->contact(pair);
    sphereWrenches(*this, pair, contact.arm, force(contact, context.data), on0, on1);
  }
  double postNewton(const FramePair<double>& pair, const LawContext<double>&, double* data, const double* startOfStep,
                    PostNewton& post) const {
    const Contact<double> contact = this->contact(pair);
    return judgeSphere(*this, contact.gap, contact.normalVelocity, norm(contact.slip), data, startOfStep, post,
                       [&] { return normalForce(contact, data); });
  }

  void output(OutputVariable variable, const FramePair<double>& pair, const LawContext<double>& context, double* out) const {
    const Contact<double> contact = this->contact(pair);
    const Vector3 onSphere = activeConnector && touches(context.data) ? force(contact, context.data) : Vector3{};
    const Vector3 displacement = pair.frame1.position - pair.frame0.position;
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(pair.frame0.position + contact.arm, out);
      case OutputVariable::Displacement:
        return writeVector(displacement, out);
      case OutputVariable::DisplacementLocal:
        out[0] = contact.gap;
        return;
      case OutputVariable::Director1:
        return writeVector(norm(displacement) > 0 ? 1 / norm(displacement) * displacement : displacement, out);
      case OutputVariable::Director2:
        return writeVector(contact.radial, out);
      case OutputVariable::Director3:
        return writeVector(contact.normal, out);
      case OutputVariable::Force:
        return writeVector(onSphere, out);
      default:
        return writeVector(-cross(contact.arm, onSphere), out);
    }
  }
};

using Law = ContactSphereTorus;

constexpr ParameterOf<Law> parameters[] = {
    {"markerNumbers", &Law::markerNumbers, capability::position, capability::position | capability::orientation, Presence::required,
     "marker at the centre of the sphere (with an orientation if there is friction), and marker at the centre of the torus"},
    {"nodeNumber", &Law::nodeNumber, capability::data, Presence::optional,
     "GenericData node with 4 coordinates: gap, slip speed, impact velocity, one unused"},
    {"radiusSphere", &Law::radiusSphere, unit::metre, positive, Presence::required, "radius of the sphere"},
    {"torusMajorRadius", &Law::torusMajorRadius, unit::metre, positive, Presence::required,
     "distance of the centre line of the tube from the axis of the torus"},
    {"torusMinorRadius", &Law::torusMinorRadius, unit::metre, positive, Presence::required, "radius of the tube"},
    {"torusAxis", &Law::torusAxis, unit::none, unitVector, Presence::required, "axis of the torus in the frame of marker 1, a unit vector"},
    frictionParameter<Law>(),
    frictionZoneParameter<Law>(),
    stiffnessParameter<Law>(),
    dampingParameter<Law>(),
    exponentParameter<Law>(),
    restitutionParameter<Law>(),
    impactVelocityParameter<Law>(unit::metrePerSecond),
    impactModelParameter<Law>(impactText),
    activeConnectorParameter<Law>()};

constexpr ItemDescription<Law> description = {
    .type = "ContactSphereTorus",
    .summary = "Contact of a sphere inside a torus, like a ball in the groove of a bearing, with restitution and friction.",
    .equation =
        "f_n = k_c\\, \\delta^n \\left(1 + \\frac{\\lambda(e)}{\\dot\\delta_-}\\, v_n\\right) - d_c\\, v_n, \\quad "
        "f_t = -\\mu_d\\, f_n \\frac{v_t}{\\max(|v_t|, v_{reg})}, \\quad \\delta = |p_0 - p_C| + r_S - r_m, \\quad |p_C - p_1| = r_M",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "contact point, midway in the overlap, global"},
                {OutputVariable::Displacement, unit::metre, 3, "vector between the centres, from the sphere to the torus, global"},
                {OutputVariable::DisplacementLocal, unit::metre, 1, "gap; negative is overlap"},
                {OutputVariable::Director1, unit::none, 3, "direction between the centres, from the sphere to the torus, global"},
                {OutputVariable::Director2, unit::none, 3,
                 "direction from the centre of the torus to the centre line of its tube at the sphere, global"},
                {OutputVariable::Director3, unit::none, 3,
                 "contact normal, from the centre line of the tube to the centre of the sphere, global"},
                {OutputVariable::Force, unit::newton, 3, "contact force on the sphere, global"},
                {OutputVariable::Torque, unit::newtonMetre, 3, "negative of the friction torque on the sphere, global"}},
    .drawnAs =
        {"torus",
         {{"radius", "radiusSphere"}, {"majorRadius", "torusMajorRadius"}, {"minorRadius", "torusMinorRadius"}, {"axis", "torusAxis"}}},
    .initialData =
        [](const Law&, const InitialCoordinate&) {
          return std::vector<double>{0.1, 0, 0, 0};
        },
    .dataUnit = [](const Law&, int i) { return i == 1 || i == 2 ? unit::metrePerSecond : unit::metre; },
    .warn =
        [](const Law& law, const Complain& complain) {
          if (law.contactStiffness == 0) complain("contactStiffness", "the torus exerts no elastic force: contactStiffness is 0");
          warnOfRestitution(law, complain);
        },
    .orientationFor = [](const Law& law) { return law.dynamicFriction != 0 ? "dynamicFriction" : nullptr; }};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace
}  // namespace slipstick
