// Contact of a convex roll with a plane: a body of revolution about the x axis of its marker, as the roller of a Mecanum wheel.
//
// Source: Exudyn documentation, ObjectContactConvexRoll, for the parameters; its source code for the law. The contact state of the last
// PostNewton evaluation is held during Newton's method.
//
// Compiled for size: few models have this item.
// Loaded on demand: few models have this item.

#include <algorithm>
#include <cmath>

#include "core/items/connector.h"
#include "core/items/friction.h"

namespace slipstick {
namespace {

/// A polynomial, highest power first, with its first two derivatives.
template <class S>
struct Polynomial {
  S value{}, slope{}, curvature{};

  Polynomial(const VectorX& coefficients, const S& x) {
    for (const double coefficient : coefficients) {
      curvature = curvature * x + 2.0 * slope;
      slope = slope * x + value;
      value = value * x + coefficient;
    }
  }
};

struct ContactConvexRoll {
  static constexpr law::Kind kind = law::Kind::betweenFrames;
  static constexpr unsigned has = law::data | law::postNewton | law::touches;

  std::array<MarkerIndex, 2> markerNumbers;
  NodeIndex nodeNumber;  // data: gap, two unused
  double contactStiffness;
  double contactDamping;
  double dynamicFriction;
  double staticFrictionOffset;
  double viscousFriction;
  double exponentialDecayStatic;
  double frictionProportionalZone;
  double rollLength;
  VectorX coefficientsHull;
  bool activeConnector;

  template <class S>
  struct Contact {
    Vec3<S> normal;        // of the plane, upwards
    Vec3<S> arm;           // from the centre of the roll to its lowest point
    Vec3<S> contactPoint;  // from marker 0 to the same point
    Vec3<S> velocity;      // of the roll at that point, relative to the plane
    S gap;
  };

  bool touches(const double* data) const { return data[0] < 0; }

  /// The axial position at which the outline of the roll has this slope, or the end closest to it.
  double placeOf(double slope) const {
    double low = -rollLength / 2, high = rollLength / 2;
    if (!(Polynomial<double>(coefficientsHull, low).slope > slope)) return low;
    if (!(Polynomial<double>(coefficientsHull, high).slope < slope)) return high;
    double x = 0;
    for (int i = 0; i < 100; ++i) {
      const Polynomial<double> at(coefficientsHull, x);
      (at.slope > slope ? low : high) = x;
      double next = x + (slope - at.slope) / at.curvature;
      if (!(next > low && next < high)) next = (low + high) / 2;
      if (next == x) break;
      x = next;
    }
    return x;
  }
  /// The same position with its derivative, from one more step of Newton's method.
  template <class S>
  S placeOf(const S& slope) const {
    const double x = placeOf(valueOf(slope));
    const Polynomial<double> at(coefficientsHull, x);
    return std::abs(x) < rollLength / 2 && at.curvature < 0 ? S(x + (slope - at.slope) / at.curvature) : S(x);
  }

  /// The lowest point in the frame of the roll; `up` is the normal of the plane in that frame.
  template <class S>
  Vec3<S> lowest(const Vec3<S>& up) const {
    const S across = sqrt(up.y * up.y + up.z * up.z);
    if (valueOf(across) == 0) return {S(valueOf(up.x) > 0 ? -rollLength / 2 : rollLength / 2), S(0.0), S(0.0)};
    const S x = placeOf(S(up.x / across));
    const S out = -Polynomial<S>(coefficientsHull, x).value / across;
    return {x, out * up.y, out * up.z};
  }
  template <class S>
  Contact<S> contact(const FramePair<S>& pair) const {
    const auto& [plane, roll] = pair;
    Contact<S> contact{};
    contact.normal = plane.rotation.column(2);
    contact.arm = roll.rotation * lowest(transposeTimes(roll.rotation, contact.normal));
    contact.contactPoint = roll.position + contact.arm - plane.position;
    contact.velocity =
        roll.velocity + cross(roll.angularVelocity, contact.arm) - (plane.velocity + cross(plane.angularVelocity, contact.contactPoint));
    contact.gap = dot(contact.normal, contact.contactPoint);
    return contact;
  }

  /// The left-hand side on the roll, which is the force on the plane, in global axes. The damper uses the velocity of the roll's centre.
  template <class S>
  Vec3<S> force(const Contact<S>& contact, const FramePair<S>& pair) const {
    const Vec3<S> centre = contact.contactPoint - contact.arm;
    const Vec3<S> approach = pair.frame1.velocity - pair.frame0.velocity - cross(pair.frame0.angularVelocity, centre);
    const S normalForce = contactStiffness * contact.gap + contactDamping * dot(contact.normal, approach);
    const Vec3<S> slip = contact.velocity - dot(contact.normal, contact.velocity) * contact.normal;
    return normalForce * contact.normal + (abs(normalForce) * frictionPerSlip(slip)) * slip;
  }
  /// Friction coefficient divided by the slip speed.
  template <class S>
  S frictionPerSlip(const Vec3<S>& slip) const {
    const S speed = norm(slip);
    if (frictionProportionalZone != 0 && speed <= S(frictionProportionalZone))
      return S((dynamicFriction + staticFrictionOffset) / frictionProportionalZone);
    if (valueOf(speed) == 0) return S(0.0);
    const S excess = speed - frictionProportionalZone;
    return stribeck(dynamicFriction, staticFrictionOffset, viscousFriction, exponentialDecayStatic, excess) / speed;
  }

  template <class S>
  void wrenches(const FramePair<S>& pair, const LawContext<S>&, FrameForce<S>& on0, FrameForce<S>& on1) const {
    const Contact<S> contact = this->contact(pair);
    const Vec3<S> force = this->force(contact, pair);
    on0.force = -force, on0.torque = -cross(contact.contactPoint, force);
    on1.force = force, on1.torque = cross(contact.arm, force);
  }
  /// The error in force of a wrong contact state. Steps need not end at the time of impact: no law depends on the impact velocity.
  double postNewton(const FramePair<double>& pair, const LawContext<double>&, double* data, const double*, PostNewton&) const {
    const double gap = contact(pair).gap;
    const double error = (gap > 0) == (data[0] > 0) ? 0 : std::abs(gap * contactStiffness);
    data[0] = gap;
    return error;
  }

  void output(OutputVariable variable, const FramePair<double>& pair, const LawContext<double>& context, double* out) const {
    const Contact<double> contact = this->contact(pair);
    const Vector3 onPlane = activeConnector && touches(context.data) ? force(contact, pair) : Vector3{};
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(pair.frame1.position + contact.arm, out);
      case OutputVariable::Velocity:
        return writeVector(cross(pair.frame1.angularVelocity, contact.arm), out);
      case OutputVariable::Force:
        return writeVector(onPlane, out);
      default:
        return writeVector(cross(contact.arm, onPlane), out);
    }
  }

  /// Calls `visit` with the outline at positions from end to end.
  template <class Visit>
  void alongRoll(const Visit& visit) const {
    constexpr int places = 200;
    for (int i = 0; i <= places; ++i) visit(Polynomial<double>(coefficientsHull, rollLength * (static_cast<double>(i) / places - 0.5)));
  }
};

using Law = ContactConvexRoll;

constexpr ParameterOf<Law> parameters[] = {
    markerNumbersParameter<Law>(
        capability::position | capability::orientation,
        "marker of a point of the plane, with its z axis normal to the plane, and marker of the centre of the roll"),
    {"nodeNumber", &Law::nodeNumber, capability::data, Presence::optional, "GenericData node with 3 coordinates: gap, two unused"},
    {"contactStiffness", &Law::contactStiffness, unit::newtonPerMetre, nonNegative, 0.0, "normal force per overlap"},
    {"contactDamping", &Law::contactDamping, unit::newtonSecondPerMetre, nonNegative, 0.0,
     "normal force per approach velocity of the centre of the roll"},
    {"dynamicFriction", &Law::dynamicFriction, unit::none, nonNegative, 0.0, "friction coefficient"},
    {"staticFrictionOffset", &Law::staticFrictionOffset, unit::none, nonNegative, 0.0,
     "increase of the friction coefficient at the onset of slip"},
    {"viscousFriction", &Law::viscousFriction, unit::secondPerMetre, nonNegative, 0.0,
     "increase of the friction coefficient with the slip speed"},
    {"exponentialDecayStatic", &Law::exponentialDecayStatic, unit::metrePerSecond, positive, 1e-3,
     "slip speed at which staticFrictionOffset has dropped to 1/e"},
    {"frictionProportionalZone", &Law::frictionProportionalZone, unit::metrePerSecond, nonNegative, 1e-3,
     "slip speed up to which friction is proportional to it"},
    {"rollLength", &Law::rollLength, unit::metre, positive, Presence::required,
     "length of the roll, half of it on each side of its centre"},
    {"coefficientsHull", &Law::coefficientsHull, unit::mixed, anyNumber, Presence::required,
     "coefficients of the radius (m) as a polynomial of the position (m) along the axis, highest power first"},
    activeConnectorParameter<Law>()};

constexpr ItemDescription<Law> description = {
    .type = "ContactConvexRoll",
    .summary = "Contact with friction of a convex roll (marker 1), whose radius is a polynomial, and a plane (marker 0).",
    .equation =
        "f_n = -(k_c\\, g + d_c\\, \\dot z_1), \\quad f_t = -\\mu(|v_t|)\\, |f_n|\\, \\frac{v_t}{|v_t|}, \\quad "
        "r(x) = \\sum_{i=0}^{n} k_i\\, x^{n-i}",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "lowest point of the roll, global"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3,
                 "velocity of the roll at this point, relative to its centre, global directions"},
                {OutputVariable::Force, unit::newton, 3, "force of the roll on the plane, global"},
                {OutputVariable::Torque, unit::newtonMetre, 3, "torque of this force about the centre of the roll, global"}},
    .drawnAs = {"roll", {{"length", "rollLength"}, {"hull", "coefficientsHull"}}},
    .initialData =
        [](const Law&, const InitialCoordinate&) {
          return std::vector<double>{0, 0, 0};
        },
    .dataUnit = [](const Law&, int) { return unit::metre; },
    .check =
        [](const Law& law, const Complain& complain) {
          double smallest = 1;
          law.alongRoll([&](const Polynomial<double>& outline) { smallest = std::min(smallest, outline.value); });
          if (law.coefficientsHull.empty())
            complain("coefficientsHull", "must have at least one coefficient, the radius in the middle");
          else if (!(smallest >= 0))
            complain("coefficientsHull", "the radius is negative within the length of the roll");
        },
    .warn =
        [](const Law& law, const Complain& complain) {
          double largest = -1;
          law.alongRoll([&](const Polynomial<double>& outline) { largest = std::max(largest, outline.curvature); });
          if (!(largest < 0) && !law.coefficientsHull.empty())
            complain("coefficientsHull", "the roll is not strictly convex: its lowest point jumps when it tilts");
          if (law.contactStiffness == 0) complain("contactStiffness", "the plane exerts no elastic force: contactStiffness is 0");
        },
};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace
}  // namespace slipstick
