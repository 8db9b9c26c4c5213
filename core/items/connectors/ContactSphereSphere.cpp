// Contact of two spheres, or of a sphere inside a hollow one; the law is in two_spheres.h. Gap, slip speed, impact velocity and plastic
// overlap of the last PostNewton evaluation select the regime during Newton's method.
// Compiled for speed: large models have many of this item.

#include "core/items/contact/two_spheres.h"

namespace slipstick {
namespace {

struct ContactSphereSphere : AdhesiveContact {
  static constexpr law::Kind kind = law::Kind::betweenFrames;
  static constexpr unsigned has = law::data | law::postNewton | law::touches;

  std::array<MarkerIndex, 2> markerNumbers;
  NodeIndex nodeNumber;  // data: gap, slip speed, impact velocity, plastic overlap
  Vector2 spheresRadii;
  bool isHollowSphere1;
  bool activeConnector;

  TwoSpheres law() const { return {*this, spheresRadii[0], spheresRadii[1], isHollowSphere1}; }
  bool touches(const double* data) const { return data[0] < 0; }

  template <class S>
  void wrenches(const FramePair<S>& pair, const LawContext<S>& context, FrameForce<S>& on0, FrameForce<S>& on1) const {
    law().wrenches(pair, context, on0, on1);
  }
  double postNewton(const FramePair<double>& pair, const LawContext<double>&, double* data, const double* startOfStep,
                    PostNewton& post) const {
    return law().judge(law().seen(pair), data, startOfStep, post);
  }

  void output(OutputVariable variable, const FramePair<double>& pair, const LawContext<double>& context, double* out) const {
    const TwoSpheres::Contact<double> contact = law().contact(pair);
    const bool acts = activeConnector && touches(context.data);
    const Vector3 forceOn0 = acts ? law().force(contact, context.data) : Vector3{};
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
                                    "markers at the centres of sphere 0 and sphere 1; friction needs markers with an orientation"),
    {"nodeNumber", &Spheres::nodeNumber, capability::data, Presence::optional,
     "GenericData node with 4 coordinates: gap, slip speed, impact velocity, plastic overlap"},
    {"spheresRadii", &Spheres::spheresRadii, unit::metre, positive, Presence::required, "radii of sphere 0 and sphere 1"},
    {"isHollowSphere1", &Spheres::isHollowSphere1, unit::none, anyNumber, false, "whether sphere 0 is inside sphere 1"},
    frictionParameter<Spheres>(),
    frictionZoneParameter<Spheres>(),
    stiffnessParameter<Spheres>(),
    dampingParameter<Spheres>(),
    exponentParameter<Spheres>(),
    pullOffParameter<Spheres>(),
    plasticityParameter<Spheres>(),
    adhesionParameter<Spheres>(),
    adhesionExponentParameter<Spheres>(),
    restitutionParameter<Spheres>(),
    impactVelocityParameter<Spheres>(unit::metrePerSecond),
    impactModelParameter<Spheres>(sphereImpactText),
    activeConnectorParameter<Spheres>()};

constexpr ItemDescription<Spheres> description = {
    .type = "ContactSphereSphere",
    .summary = "Contact of two spheres, or of a sphere inside a hollow sphere, with restitution or adhesion, and friction.",
    .equation =
        "f_n = k_c\\, \\delta^n \\left(1 + \\frac{\\lambda(e)}{\\dot\\delta_-}\\, v_n\\right) - d_c\\, v_n, \\quad "
        "f_t = -\\mu\\, f_n \\frac{v_t}{\\max(|v_t|, v_{reg})}, \\quad \\delta = r_0 + r_1 - |p_1 - p_0|",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "contact point, midway in the overlap, global"},
                {OutputVariable::Displacement, unit::metre, 3, "vector between the centres, from sphere 0 to sphere 1, global"},
                {OutputVariable::DisplacementLocal, unit::metre, 1, "gap; negative is overlap"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "relative velocity of the centre of sphere 1, global"},
                {OutputVariable::Director1, unit::none, 3,
                 "contact normal, from sphere 0 to sphere 1 (away from sphere 1 if it is hollow)"},
                {OutputVariable::Director3, unit::none, 3, "direction between the centres, from sphere 0 to sphere 1, global"},
                {OutputVariable::Force, unit::newton, 3, "contact force on sphere 0, global"},
                {OutputVariable::Torque, unit::newtonMetre, 3, "negative of the friction torque on sphere 0, global"}},
    .drawnAs = {"spheres", {{"radii", "spheresRadii"}, {"hollow", "isHollowSphere1"}}},
    .initialData =
        [](const Spheres&, const InitialCoordinate&) {
          return std::vector<double>{0.1, 0, 0, 0};
        },
    .dataUnit = [](const Spheres&, int i) { return i == 1 || i == 2 ? unit::metrePerSecond : unit::metre; },
    .check =
        [](const Spheres& spheres, const Complain& complain) {
          checkPlasticity(spheres, complain);
          if (spheres.isHollowSphere1 && spheres.spheresRadii[0] >= spheres.spheresRadii[1])
            complain("spheresRadii", "sphere 0 must be smaller than the hollow sphere 1 around it");
        },
    .warn =
        [](const Spheres& spheres, const Complain& complain) {
          if (spheres.contactStiffness == 0) complain("contactStiffness", "the spheres exert no elastic force: contactStiffness is 0");
          warnOfRestitution(spheres, complain);
          warnOfAdhesion(spheres, complain);
        },
    .orientationFor = [](const Spheres& spheres) { return spheres.dynamicFriction != 0 ? "dynamicFriction" : nullptr; }};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::ContactSphereSphere = registered;

}  // namespace slipstick
