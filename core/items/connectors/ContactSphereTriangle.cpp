// Contact of a sphere with a triangle; the law is in sphere_triangle.h. Gap, slip speed and impact velocity of the last PostNewton
// evaluation select the regime during Newton's method.
// Compiled for speed: the linker keeps one copy of the shared law, from here or from ContactSpheres.cpp, which large models use often.

#include "core/items/contact/sphere_triangle.h"

namespace slipstick {
namespace {

struct ContactSphereTriangle : SphereContact {
  static constexpr law::Kind kind = law::Kind::betweenFrames;
  static constexpr unsigned has = law::data | law::postNewton | law::touches;

  std::array<MarkerIndex, 2> markerNumbers;
  NodeIndex nodeNumber;  // data: gap, slip speed, impact velocity, one unused
  double radiusSphere;
  std::vector<Vector3> trianglePoints;
  int includeEdges;
  bool activeConnector;

  SphereOnTriangle law() const { return {*this, radiusSphere, trianglePoints.data(), TriangleFace(trianglePoints.data())}; }
  bool touches(const double* data) const { return data[0] < 0; }

  template <class S>
  void wrenches(const FramePair<S>& pair, const LawContext<S>& context, FrameForce<S>& on0, FrameForce<S>& on1) const {
    law().wrenches(pair, context, on0, on1);
  }
  double postNewton(const FramePair<double>& pair, const LawContext<double>&, double* data, const double* startOfStep,
                    PostNewton& post) const {
    SphereOnTriangle::Contact<double> contact = law().contact(pair);
    if (contact.edge >= 0 && !(includeEdges >> contact.edge & 1)) contact.gap += radiusSphere;
    return law().judge(contact, data, startOfStep, post);
  }

  void output(OutputVariable variable, const FramePair<double>& pair, const LawContext<double>& context, double* out) const {
    const SphereOnTriangle::Contact<double> contact = law().contact(pair);
    const Vector3 onSphere = activeConnector && touches(context.data) ? law().force(contact, context.data) : Vector3{};
    const Vector3 arm = contact.arm * contact.normal;
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(pair.frame0.position + arm, out);
      case OutputVariable::Displacement:
        return writeVector(contact.displacement, out);
      case OutputVariable::DisplacementLocal:
        out[0] = contact.gap;
        return;
      case OutputVariable::Velocity:
        return writeVector(contact.velocity, out);
      case OutputVariable::Director1:
        return writeVector(contact.normal, out);
      case OutputVariable::Force:
        return writeVector(onSphere, out);
      default:
        return writeVector(-cross(arm, onSphere), out);
    }
  }
};

using Law = ContactSphereTriangle;

constexpr ParameterOf<Law> parameters[] = {
    {"markerNumbers", &Law::markerNumbers, capability::position, capability::position | capability::orientation, Presence::required,
     "marker at the centre of the sphere (with an orientation if there is friction), and marker whose frame carries the triangle"},
    {"nodeNumber", &Law::nodeNumber, capability::data, Presence::optional,
     "GenericData node with 4 coordinates: gap, slip speed, impact velocity, one unused"},
    {"radiusSphere", &Law::radiusSphere, unit::metre, positive, Presence::required, "radius of the sphere"},
    {"trianglePoints", &Law::trianglePoints, unit::metre, anyNumber, Presence::required, "the three corners, in the frame of marker 1"},
    {"includeEdges", &Law::includeEdges, unit::none, nonNegative, 7,
     "sum over the edges that touch: 1 for the edge from point 0 to point 1, 2 for the edge from 1 to 2, 4 for the edge from 2 to 0"},
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
    .type = "ContactSphereTriangle",
    .summary = "Contact of a sphere with a triangle, its edges and corners, with restitution and friction.",
    .equation =
        "f_n = k_c\\, \\delta^n \\left(1 + \\frac{\\lambda(e)}{\\dot\\delta_-}\\, v_n\\right) - d_c\\, v_n, \\quad "
        "f_t = -\\mu\\, f_n \\frac{v_t}{\\max(|v_t|, v_{reg})}, \\quad \\delta = r - \\min_{p \\in \\triangle} |p - p_0|",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "contact point, midway in the overlap, global"},
                {OutputVariable::Displacement, unit::metre, 3,
                 "vector from the centre of the sphere to the nearest point of the triangle, global"},
                {OutputVariable::DisplacementLocal, unit::metre, 1, "gap; negative is overlap"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3,
                 "velocity of the nearest point relative to the centre of the sphere, or with friction to its surface, global"},
                {OutputVariable::Director1, unit::none, 3, "direction from the centre of the sphere to the nearest point, global"},
                {OutputVariable::Force, unit::newton, 3, "contact force on the sphere, global"},
                {OutputVariable::Torque, unit::newtonMetre, 3, "negative of the friction torque on the sphere, global"}},
    .drawnAs = {"triangle", {{"radius", "radiusSphere"}, {"points", "trianglePoints"}}},
    .initialData =
        [](const Law&, const InitialCoordinate&) {
          return std::vector<double>{0.1, 0, 0, 0};
        },
    .dataUnit = [](const Law&, int i) { return i == 1 || i == 2 ? unit::metrePerSecond : unit::metre; },
    .check =
        [](const Law& law, const Complain& complain) {
          if (law.includeEdges > 7) complain("includeEdges", "must be at most 7 = 1 + 2 + 4: there are three edges");
          const auto& points = law.trianglePoints;
          if (points.size() != 3)
            complain("trianglePoints", "must have 3 points, got " + std::to_string(points.size()));
          else if (!(norm(cross(points[1] - points[0], points[2] - points[0])) > 0))
            complain("trianglePoints", "the three points lie on a line");
        },
    .warn =
        [](const Law& law, const Complain& complain) {
          if (law.contactStiffness == 0) complain("contactStiffness", "the triangle exerts no elastic force: contactStiffness is 0");
          warnOfRestitution(law, complain);
        },
    .orientationFor = [](const Law& law) { return law.dynamicFriction != 0 ? "dynamicFriction" : nullptr; }};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::ContactSphereTriangle = registered;

}  // namespace slipstick
