// Contact of two spheres, or of a sphere inside a hollow one: penalty force with restitution or adhesion, and friction.
//
// Impact models: linear spring and damper with the adhesive elasto-plastic law of Thakur, Morrissey, Sun, Chen, Ooi, Granular Matter 16
// (2014), 383-400; those of impact.h. Gap, slip speed, impact velocity and plastic overlap of the last PostNewton evaluation choose the
// regime while Newton iterates.

#include "core/items/contact/sphere_contact.h"

namespace slipstick {
namespace {

struct ContactSphereSphere {
  std::array<MarkerIndex, 2> markerNumbers;
  NodeIndex nodeNumber;  // data: gap, slip speed, impact velocity, plastic overlap
  Vector2 spheresRadii;
  bool isHollowSphere1;
  double dynamicFriction;
  double frictionProportionalZone;
  double contactStiffness;
  double contactDamping;
  double contactStiffnessExponent;
  double constantPullOffForce;
  double contactPlasticityRatio;
  double adhesionCoefficient;
  double adhesionExponent;
  double restitutionCoefficient;
  double minimumImpactVelocity;
  int impactModel;
  bool activeConnector;

  template <class S>
  struct Contact {
    S gap;
    Vec3<S> normal;    // from sphere 0 to sphere 1; the other way for a hollow sphere 1
    S arm0, arm1;      // contact point along the normal, from the centres
    Vec3<S> slip;      // tangential velocity of sphere 1's surface relative to that of sphere 0
    S normalVelocity;  // positive: the spheres separate
  };

  bool touches(const double* data) const { return data[0] < 0; }

  template <class S>
  Contact<S> geometry(const FramePair<S>& pair) const {
    const double side = isHollowSphere1 ? -1 : 1;
    const Vec3<S> distance = pair.frame1.position - pair.frame0.position;
    const S length = norm(distance);
    Contact<S> contact;
    contact.gap = side * length - (spheresRadii[0] + side * spheresRadii[1]);
    if (valueOf(length) != 0) contact.normal = (side / length) * distance;
    contact.arm0 = spheresRadii[0] + 0.5 * contact.gap;
    contact.arm1 = -side * spheresRadii[1] - 0.5 * contact.gap;
    return contact;
  }
  /// `turning`: velocities at the contact point, else those of the centres.
  template <class S>
  void setVelocity(Contact<S>& contact, const FramePair<S>& pair, bool turning) const {
    Vec3<S> velocity = pair.frame1.velocity - pair.frame0.velocity;
    contact.normalVelocity = dot(contact.normal, velocity);
    if (turning) velocity += cross(contact.arm1 * pair.frame1.angularVelocity - contact.arm0 * pair.frame0.angularVelocity, contact.normal);
    contact.slip = velocity - contact.normalVelocity * contact.normal;
  }

  /// Repulsive force along the normal.
  template <class S>
  S normalForce(const Contact<S>& contact, const double* data) const {
    const S overlap = -contact.gap;
    const S power = signedPower(overlap, contactStiffnessExponent);
    const S elastic = contactStiffness * power;
    const bool adhesive = impactModel == 0 && contactPlasticityRatio != 0;
    return repulsion(*this, adhesive ? adhesiveForce(elastic, power, overlap, data[3]) : elastic, contact.normalVelocity, data[2]);
  }
  /// Loading, unloading and reloading on the steeper branch, or the limit of adhesion.
  template <class S>
  S adhesiveForce(const S& elastic, const S& power, const S& overlap, double plasticOverlap) const {
    const double unloading = contactStiffness / (1 - contactPlasticityRatio);
    const S steep = unloading * (power - signedPower(plasticOverlap, contactStiffnessExponent));
    if (steep >= elastic) return elastic - constantPullOffForce;
    const S adhesion = -adhesionCoefficient * signedPower(overlap, adhesionExponent);
    return (steep > adhesion ? steep : adhesion) - constantPullOffForce;
  }
  /// Force on sphere 0, global.
  template <class S>
  Vec3<S> force(const Contact<S>& contact, const double* data) const {
    return sphereForce(*this, contact.normal, contact.slip, data[1], normalForce(contact, data));
  }
  template <class S>
  Contact<S> contactInNewton(const FramePair<S>& pair) const {
    Contact<S> contact = geometry(pair);
    setVelocity(contact, pair, dynamicFriction != 0);
    return contact;
  }

  template <class S>
  void wrenches(const FramePair<S>& pair, const LawContext<S>& context, FrameForce<S>& on0, FrameForce<S>& on1) const {
    const Contact<S> contact = contactInNewton(pair);
    const Vec3<S> forceOn0 = force(contact, context.data);
    on0.force = -forceOn0, on1.force = forceOn0;
    if (dynamicFriction == 0) return;
    const Vec3<S> moment = cross(contact.normal, forceOn0);
    on0.torque = -contact.arm0 * moment, on1.torque = contact.arm1 * moment;
  }

  double postNewton(const FramePair<double>& pair, const LawContext<double>&, double* data, const double* startOfStep,
                    PostNewton& post) const {
    Contact<double> contact = geometry(pair);
    const double gap = contact.gap;
    setVelocity(contact, pair, gap < 0 && dynamicFriction != 0);
    const double error = judgeSphere(*this, gap, contact.normalVelocity, norm(contact.slip), data, startOfStep, post,
                                     [&] { return normalForce(contact, data); });
    data[3] = gap < 0 && contactPlasticityRatio != 0
                  ? std::max(std::pow(contactPlasticityRatio, 1 / contactStiffnessExponent) * -gap, startOfStep[3])
                  : 0;
    return error;
  }

  template <class S>
  void output(OutputVariable variable, const FramePair<S>& pair, const LawContext<S>& context, S* out) const {
    const Contact<S> contact = contactInNewton(pair);
    const bool acts = activeConnector && touches(context.data);
    const Vec3<S> forceOn0 = acts ? force(contact, context.data) : Vec3<S>{};
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(pair.frame0.position + contact.arm0 * contact.normal, out);
      case OutputVariable::Displacement:
        return writeVector(pair.frame1.position - pair.frame0.position, out);
      case OutputVariable::DisplacementLocal:
        out[0] = contact.gap;
        return;
      case OutputVariable::Velocity:
        return writeVector(pair.frame1.velocity - pair.frame0.velocity, out);
      case OutputVariable::Director1:
        return writeVector(contact.normal, out);
      case OutputVariable::Director3:
        return writeVector(isHollowSphere1 ? -contact.normal : contact.normal, out);
      case OutputVariable::Force:
        return writeVector(forceOn0, out);
      default:
        return writeVector(-contact.arm0 * cross(contact.normal, forceOn0), out);
    }
  }
};

using Spheres = ContactSphereSphere;

constexpr ParameterOf<Spheres> parameters[] = {
    markerNumbersParameter<Spheres>(capability::position,
                                    "markers at the centres of sphere 0 and sphere 1; with friction they need an orientation"),
    {"nodeNumber", &Spheres::nodeNumber, capability::data, Presence::optional,
     "node GenericData with 4 coordinates: gap, slip speed, impact velocity, plastic overlap"},
    {"spheresRadii", &Spheres::spheresRadii, unit::metre, positive, Presence::required, "radii of sphere 0 and sphere 1"},
    {"isHollowSphere1", &Spheres::isHollowSphere1, unit::none, anyNumber, false, "sphere 0 is inside sphere 1"},
    {"dynamicFriction", &Spheres::dynamicFriction, unit::none, nonNegative, 0.0, "friction coefficient"},
    {"frictionProportionalZone", &Spheres::frictionProportionalZone, unit::metrePerSecond, nonNegative, 1e-3,
     "slip speed up to which friction is proportional to it"},
    ParameterOf<Spheres>{"contactStiffness", &Spheres::contactStiffness, unit::newtonPerMetre, nonNegative, 0.0,
                         "force per overlap to the power of contactStiffnessExponent; the unit is that of exponent 1"}
        .perPowerOf("contactStiffnessExponent"),
    {"contactDamping", &Spheres::contactDamping, unit::newtonSecondPerMetre, nonNegative, 0.0,
     "force per approach velocity, in all impact models"},
    {"contactStiffnessExponent", &Spheres::contactStiffnessExponent, unit::none, positive, 1.0, "exponent n of the overlap; 1.5 is Hertz"},
    {"constantPullOffForce", &Spheres::constantPullOffForce, unit::newton, nonNegative, 0.0,
     "adhesion that acts during contact, with impactModel 0 and a contactPlasticityRatio that is not 0"},
    {"contactPlasticityRatio", &Spheres::contactPlasticityRatio, unit::none, unitInterval, 0.0,
     "1 - k/k2 of the stiffness k in loading and k2 in unloading, less than 1; 0: no adhesion and no plasticity; impactModel 0 only"},
    ParameterOf<Spheres>{"adhesionCoefficient", &Spheres::adhesionCoefficient, unit::newtonPerMetre, nonNegative, 0.0,
                         "largest adhesion per overlap to the power of adhesionExponent; the unit is that of exponent 1"}
        .perPowerOf("adhesionExponent"),
    {"adhesionExponent", &Spheres::adhesionExponent, unit::none, positive, 1.0, "exponent of the overlap in the adhesion"},
    restitutionParameter<Spheres>(),
    impactVelocityParameter<Spheres>(unit::metrePerSecond),
    {"impactModel", &Spheres::impactModel, unit::none, impactModels, 0,
     "0: linear damping, plasticity and adhesion; 1: Hunt-Crossley, for little loss; 2: Gonthier and Carvalho-Martins, for any "
     "restitution"},
    activeConnectorParameter<Spheres>()};

constexpr ItemDescription description = {
    .type = "ContactSphereSphere",
    .summary = "Contact of two spheres, or of a sphere inside a hollow sphere, with restitution or adhesion, and friction.",
    .equation =
        "f_n = k_c\\, \\delta^n \\left(1 + \\frac{\\lambda(e)}{\\dot\\delta_-}\\, v_n\\right) - d_c\\, v_n, \\quad "
        "f_t = -\\mu\\, f_n \\frac{v_t}{\\max(|v_t|, v_{reg})}, \\quad \\delta = r_0 + r_1 - |p_1 - p_0|",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "contact point, midway in the overlap, global"},
                {OutputVariable::Displacement, unit::metre, 3, "from the centre of sphere 0 to that of sphere 1, global"},
                {OutputVariable::DisplacementLocal, unit::metre, 1, "gap; negative is overlap"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3,
                 "velocity of the centre of sphere 1 relative to that of sphere 0, global"},
                {OutputVariable::Director1, unit::none, 3, "contact normal, from sphere 0 to sphere 1 (away from it if that is hollow)"},
                {OutputVariable::Director3, unit::none, 3, "direction from the centre of sphere 0 to that of sphere 1, global"},
                {OutputVariable::Force, unit::newton, 3, "contact force on sphere 0, global"},
                {OutputVariable::Torque, unit::newtonMetre, 3, "minus the torque of friction on sphere 0, global"}},
    .drawnAs = {"spheres", {{"radii", "spheresRadii"}, {"hollow", "isHollowSphere1"}}},
    .initialData =
        [](const Spheres&, const InitialCoordinate&) {
          return std::vector<double>{0.1, 0, 0, 0};
        },
    .dataUnit = [](const Spheres&, int i) { return i == 1 || i == 2 ? unit::metrePerSecond : unit::metre; },
    .check =
        [](const Spheres& spheres, const Complain& complain) {
          if (spheres.contactPlasticityRatio >= 1)
            complain("contactPlasticityRatio", "must be less than 1: the stiffness in unloading is k / (1 - contactPlasticityRatio)");
          if (spheres.isHollowSphere1 && spheres.spheresRadii[0] >= spheres.spheresRadii[1])
            complain("spheresRadii", "sphere 0 must be smaller than the hollow sphere 1 around it");
        },
    .warn =
        [](const Spheres& spheres, const Complain& complain) {
          if (spheres.contactStiffness == 0) complain("contactStiffness", "the spheres exert no elastic force: contactStiffness is 0");
          warnOfRestitution(spheres, complain);
          const bool adhesive = spheres.impactModel == 0 && spheres.contactPlasticityRatio != 0;
          if (spheres.impactModel != 0 && spheres.contactPlasticityRatio != 0)
            complain("contactPlasticityRatio", "has no effect: there is plasticity with impactModel 0 only");
          for (const auto& [name, value] : {std::pair{"constantPullOffForce", spheres.constantPullOffForce},
                                            std::pair{"adhesionCoefficient", spheres.adhesionCoefficient}})
            if (!adhesive && value != 0)
              complain(name, "has no effect: there is adhesion with impactModel 0 and a contactPlasticityRatio that is not 0 only");
        },
    .orientationFor = [](const Spheres& spheres) { return spheres.dynamicFriction != 0 ? "dynamicFriction" : nullptr; }};

const bool registered = Connectors::add(description, parameters);

}  // namespace
}  // namespace slipstick
