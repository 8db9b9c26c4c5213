// Contact of a sphere with a triangle: its face, its edges and its corners.
//
// The point of the triangle that is nearest to the centre of the sphere decides, also which edge it belongs to. Velocities are taken at
// that point, forces act midway in the overlap. Gap, slip speed and impact velocity of the last PostNewton evaluation choose the regime
// while Newton iterates.

#include "core/items/contact/sphere_contact.h"

namespace slipstick {
namespace {

struct ContactSphereTriangle {
  std::array<MarkerIndex, 2> markerNumbers;
  NodeIndex nodeNumber;  // data: gap, slip speed, impact velocity, one unused
  double radiusSphere;
  std::vector<Vector3> trianglePoints;
  int includeEdges;
  double dynamicFriction;
  double frictionProportionalZone;
  double contactStiffness;
  double contactDamping;
  double contactStiffnessExponent;
  double restitutionCoefficient;
  double minimumImpactVelocity;
  int impactModel;
  bool activeConnector;

  template <class S>
  struct Contact {
    int edge;                // on which the nearest point lies, -1: on the face
    S gap, arm;              // arm: from the centre of the sphere to where the force acts, along the normal
    Vec3<S> normal;          // from the centre of the sphere to the nearest point
    Vec3<S> displacement;    // the same with its length
    Vec3<S> velocity, slip;  // of the triangle relative to the sphere, and its part along the surface
    S normalVelocity;        // positive: they separate
  };

  bool touches(const double* data) const { return data[0] < 0; }

  /// Where the nearest point is: origin + projection · centre, in the frame of marker 1, as long as it stays on the edge.
  struct Nearest {
    int edge;
    Vector3 origin;
    Matrix3 projection;
  };
  static Matrix3 dyad(const Vector3& a, double factor) {
    return Matrix3::fromColumns(factor * a.x * a, factor * a.y * a, factor * a.z * a);
  }
  Nearest nearest(const Vector3& center) const {
    const Vector3* points = trianglePoints.data();
    const Vector3 up = cross(points[1] - points[0], points[2] - points[0]);
    const Matrix3 across = dyad(up, 1 / dot(up, up));
    Nearest found{-1, across * points[0], Matrix3::identity() + (-1.0) * across};
    double best = 0;
    for (const int e : {2, 0, 1}) {  // in this order a corner belongs to one of two edges, as in Exudyn
      const Vector3 &start = points[e], &end = points[(e + 1) % 3], along = end - start;
      if (dot(cross(along, center - start), up) >= 0) continue;
      const double place = dot(center - start, along) / dot(along, along);
      Nearest other{e, place >= 1 ? end : start, {}};
      if (place > 0 && place < 1) {
        other.projection = dyad(along, 1 / dot(along, along));
        other.origin = start - other.projection * start;
      }
      const double distance = norm(other.origin + other.projection * center - center);
      if (found.edge >= 0 && distance >= best) continue;
      found = other, best = distance;
    }
    return found;
  }
  template <class S>
  Contact<S> contact(const FramePair<S>& pair) const {
    Contact<S> contact;
    const Vec3<S> center = transposeTimes(pair.frame1.rotation, pair.frame0.position - pair.frame1.position);
    const Nearest nearest = this->nearest(valueOf(center));
    const Vec3<S> point = nearest.projection * center + nearest.origin;
    contact.edge = nearest.edge;
    contact.displacement = pair.frame1.rotation * (point - center);
    const S distance = norm(contact.displacement);
    contact.gap = distance - radiusSphere;
    contact.arm = radiusSphere + 0.5 * contact.gap;
    if (valueOf(distance) != 0) contact.normal = (S(1.0) / distance) * contact.displacement;
    contact.velocity = pair.frame1.velocity + cross(pair.frame1.angularVelocity, pair.frame1.rotation * point) - pair.frame0.velocity;
    if (dynamicFriction != 0) contact.velocity -= cross(pair.frame0.angularVelocity, contact.displacement);
    contact.normalVelocity = dot(contact.normal, contact.velocity);
    contact.slip = contact.velocity - contact.normalVelocity * contact.normal;
    return contact;
  }
  template <class S>
  S normalForce(const Contact<S>& contact, const double* data) const {
    const S elastic = contactStiffness * signedPower(S(-contact.gap), contactStiffnessExponent);
    return repulsion(*this, elastic, contact.normalVelocity, data[2]);
  }
  /// Force on the sphere, global.
  template <class S>
  Vec3<S> force(const Contact<S>& contact, const double* data) const {
    return sphereForce(*this, contact.normal, contact.slip, data[1], normalForce(contact, data));
  }

  template <class S>
  void wrenches(const FramePair<S>& pair, const LawContext<S>& context, FrameForce<S>& on0, FrameForce<S>& on1) const {
    const Contact<S> contact = this->contact(pair);
    const Vec3<S> onSphere = force(contact, context.data), arm = contact.arm * contact.normal;
    on0.force = -onSphere, on1.force = onSphere;
    if (dynamicFriction != 0) on0.torque = -cross(arm, onSphere);
    on1.torque = cross(pair.frame0.position + arm - pair.frame1.position, onSphere);
  }

  double postNewton(const FramePair<double>& pair, const LawContext<double>&, double* data, const double* startOfStep,
                    PostNewton& post) const {
    const Contact<double> contact = this->contact(pair);
    const bool excluded = contact.edge >= 0 && !(includeEdges >> contact.edge & 1);
    const double gap = excluded ? contact.gap + radiusSphere : contact.gap;
    return judgeSphere(*this, gap, contact.normalVelocity, norm(contact.slip), data, startOfStep, post,
                       [&] { return normalForce(contact, data); });
  }

  template <class S>
  void output(OutputVariable variable, const FramePair<S>& pair, const LawContext<S>& context, S* out) const {
    const Contact<S> contact = this->contact(pair);
    const Vec3<S> onSphere = activeConnector && touches(context.data) ? force(contact, context.data) : Vec3<S>{};
    const Vec3<S> arm = contact.arm * contact.normal;
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
     "marker at the centre of the sphere, which with friction needs an orientation, and marker in whose frame the triangle lies"},
    {"nodeNumber", &Law::nodeNumber, capability::data, Presence::optional,
     "node GenericData with 4 coordinates: gap, slip speed, impact velocity, one unused"},
    {"radiusSphere", &Law::radiusSphere, unit::metre, positive, Presence::required, "radius of the sphere"},
    {"trianglePoints", &Law::trianglePoints, unit::metre, anyNumber, Presence::required, "the three corners, in the frame of marker 1"},
    {"includeEdges", &Law::includeEdges, unit::none, nonNegative, 7,
     "sum of the edges that touch: 1 for that from point 0 to point 1, 2 for that from 1 to 2, 4 for that from 2 to 0"},
    {"dynamicFriction", &Law::dynamicFriction, unit::none, nonNegative, 0.0, "friction coefficient"},
    {"frictionProportionalZone", &Law::frictionProportionalZone, unit::metrePerSecond, nonNegative, 1e-3,
     "slip speed up to which friction is proportional to it"},
    ParameterOf<Law>{"contactStiffness", &Law::contactStiffness, unit::newtonPerMetre, nonNegative, 0.0,
                     "force per overlap to the power of contactStiffnessExponent; the unit is that of exponent 1"}
        .perPowerOf("contactStiffnessExponent"),
    {"contactDamping", &Law::contactDamping, unit::newtonSecondPerMetre, nonNegative, 0.0,
     "force per approach velocity, in all impact models"},
    {"contactStiffnessExponent", &Law::contactStiffnessExponent, unit::none, positive, 1.0, "exponent n of the overlap; 1.5 is Hertz"},
    restitutionParameter<Law>(),
    impactVelocityParameter<Law>(unit::metrePerSecond),
    {"impactModel", &Law::impactModel, unit::none, impactModels, 0,
     "0: linear damping; 1: Hunt-Crossley, for little loss; 2: Gonthier and Carvalho-Martins, for any restitution"},
    activeConnectorParameter<Law>()};

constexpr ItemDescription description = {
    .type = "ContactSphereTriangle",
    .summary = "Contact of a sphere with a triangle, its edges and corners, with restitution and friction.",
    .equation =
        "f_n = k_c\\, \\delta^n \\left(1 + \\frac{\\lambda(e)}{\\dot\\delta_-}\\, v_n\\right) - d_c\\, v_n, \\quad "
        "f_t = -\\mu\\, f_n \\frac{v_t}{\\max(|v_t|, v_{reg})}, \\quad \\delta = r - \\min_{p \\in \\triangle} |p - p_0|",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "contact point, midway in the overlap, global"},
                {OutputVariable::Displacement, unit::metre, 3,
                 "from the centre of the sphere to the nearest point of the triangle, global"},
                {OutputVariable::DisplacementLocal, unit::metre, 1, "gap; negative is overlap"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3,
                 "velocity of the nearest point relative to the sphere, with friction to its surface, global"},
                {OutputVariable::Director1, unit::none, 3, "direction from the centre of the sphere to the nearest point, global"},
                {OutputVariable::Force, unit::newton, 3, "contact force on the sphere, global"},
                {OutputVariable::Torque, unit::newtonMetre, 3, "minus the torque of friction on the sphere, global"}},
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

const bool registered = Connectors::add(description, parameters);

}  // namespace
}  // namespace slipstick
