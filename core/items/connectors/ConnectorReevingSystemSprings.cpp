// A rope over sheaves: one massless spring through all of them, without friction.
// Compiled for speed: with -Os a crane takes twice as long.

#include <cmath>
#include <limits>

#include "core/items/registration.h"
#include "core/items/stored_energy.h"
#include "core/math/rotations.h"
#include "core/model/issues.h"
#include "core/system/frame_tangent.h"

namespace slipstick {
namespace {

constexpr double turn = 6.283185307179586;

struct ConnectorReevingSystemSprings {
  std::vector<MarkerIndex> markerNumbers;
  bool hasCoordinateMarkers;
  Vector2 coordinateFactors;
  double stiffnessPerLength;
  double dampingPerLength;
  double dampingTorsional;
  double dampingShear;
  double regularizationForce;
  double referenceLength;
  std::vector<Vector3> sheavesAxes;
  VectorX sheavesRadii;
  bool activeConnector;

  int sheaves() const { return static_cast<int>(markerNumbers.size()) - (hasCoordinateMarkers ? 2 : 0); }
  double radius(int sheave) const { return sheavesRadii.empty() ? 0.0 : sheavesRadii[sheave]; }
};

using Law = ConnectorReevingSystemSprings;

/// The rope between two sheaves A and B.
template <class S>
struct Span {
  Vec3<S> axisA;
  Vec3<S> armA, armB;  // from the centres to the points at which the rope leaves A and reaches B
  Vec3<S> direction;
  S length{};
  Vec3<S> velocity;  // of the point at which it reaches B relative to the point at which it leaves A; both rotate with their bodies
  S twist{};         // angular velocity of B relative to A about the rope

  template <class T>
  static Span constant(const Span<T>& other) {
    Span span;
    for (int i = 0; i < 3; ++i) {
      span.axisA[i] = S(other.axisA[i]), span.armA[i] = S(other.armA[i]), span.armB[i] = S(other.armB[i]);
      span.direction[i] = S(other.direction[i]), span.velocity[i] = S(other.velocity[i]);
    }
    span.length = S(other.length), span.twist = S(other.twist);
    return span;
  }
};

template <class S>
struct Sheave {
  const FrameKinematics<S>& frame;
  Vec3<S> axis;
  double radius;
};

/// The contact point of a rope with direction t on a sheave: normal to t and to the axis.
template <class S>
Vec3<S> armOf(const Vec3<S>& axis, double radius, const Vec3<S>& t) {
  if (radius == 0) return {};
  const Vec3<S> normal = cross(axis, t);
  return (-radius / norm(normal)) * normal;
}
/// ∂r/∂t of armOf().
Matrix3 armGradient(const Vector3& axis, double radius, const Vector3& t) {
  if (radius == 0) return {};
  const Vector3 normal = cross(axis, t);
  const double length = norm(normal);
  Matrix3 projector = Matrix3::identity();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) projector[i][j] -= normal[i] * normal[j] / (length * length);
  return (-radius / length) * (projector * skew(axis));
}

/// Newton's method for t = c + r_B(t) − r_A(t) with plain numbers; a last step with S gives the derivatives.
template <class S>
[[gnu::noinline]] Span<S> spanBetween(const Sheave<S>& a, const Sheave<S>& b) {
  const Vec3<S> c = b.frame.position - a.frame.position;
  const auto residual = [&](const auto& axisA, const auto& axisB, const auto& c, const auto& t) {
    return t - c - armOf(axisB, b.radius, t) + armOf(axisA, a.radius, t);
  };
  Span<S> span;
  span.axisA = a.axis;
  Vec3<S> t = c;
  if (a.radius != 0 || b.radius != 0) {
    const Vector3 axisA = valueOf(a.axis), axisB = valueOf(b.axis), center = valueOf(c);
    Vector3 at = center;
    Vector3 rows[3];
    double square = HUGE_VAL, converged = 1e-30 * dot(center, center);
    for (int iteration = 0; iteration < 30 && !(square <= converged); ++iteration) {
      Matrix3 jacobian = Matrix3::identity() + (-1.0) * armGradient(axisB, b.radius, at) + armGradient(axisA, a.radius, at);
      const double determinant = dot(jacobian.column(0), cross(jacobian.column(1), jacobian.column(2)));
      for (int i = 0; i < 3; ++i) rows[i] = (1 / determinant) * cross(jacobian.column((i + 1) % 3), jacobian.column((i + 2) % 3));
      const Vector3 error = residual(axisA, axisB, center, at);
      for (int i = 0; i < 3; ++i) at[i] -= dot(rows[i], error);
      square = dot(error, error);
    }
    // If no tangent exists, for example between overlapping sheaves, the force is NaN, which the solver reports.
    const double none = square <= 1e10 * converged ? 0 : std::numeric_limits<double>::quiet_NaN();
    t = {S(at.x + none), S(at.y), S(at.z)};
    const Vec3<S> error = residual(a.axis, b.axis, c, t);
    for (int i = 0; i < 3; ++i) t[i] -= dot(rows[i], error);
  }
  span.armA = armOf(a.axis, a.radius, t), span.armB = armOf(b.axis, b.radius, t);
  span.length = norm(t);
  span.direction = (S(1.0) / span.length) * t;
  span.velocity =
      b.frame.velocity + cross(b.frame.angularVelocity, span.armB) - a.frame.velocity - cross(a.frame.angularVelocity, span.armA);
  span.twist = dot(span.direction, b.frame.angularVelocity - a.frame.angularVelocity);
  return span;
}

template <class S>
struct Tension {
  S length{}, rate{}, force{};
};

class Loop final : public LoopOf<Loop, Law, role::Acting, role::Connecting, role::Measured, role::Storing> {
 public:
  void add(const ModelItem& modelItem, int, Assembly&) override { keep(modelItem); }
  void connect(Assembly& assembly) override {
    std::size_t most = 0;
    for (const Law& law : items_) {
      Ends ends;
      const int sheaves = law.sheaves();
      for (int i = 0; i < sheaves; ++i) {
        ends.frames.push_back(assembly.markers[law.markerNumbers[i].index].frame);
        assembly.frameJacobians[ends.frames.back()] = 1;
      }
      for (int k = 0; k < 2 && law.hasCoordinateMarkers; ++k)
        ends.scalars[k] = assembly.markers[law.markerNumbers[sheaves + k].index].scalar;
      most = std::max(most, ends.frames.size());
      ends_.push_back(ends);
    }
    assembly.add(work_);
    work_.empty->spans.resize(most), work_.empty->dualSpans.resize(most);
  }

  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < items_.size(); ++i)
      if (items_[i].activeConnector) addForces(i, sweep);
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    for (std::size_t i = 0; i < items_.size(); ++i) addTangent(i, tangent, sweep);
  }
  /// A rope that is let out takes or brings stressed material, so that it has no potential.
  SLIPSTICK_SMALL double stored(int index, const Sweep<double>& sweep) const override {
    const Law& law = items_[index];
    if (law.hasCoordinateMarkers) return storesNothing;
    if (!law.activeConnector || law.stiffnessPerLength == 0) return 0;
    const double elongation = measure(index, sweep).length - law.referenceLength;
    const double force = law.stiffnessPerLength * elongation / law.referenceLength, limit = law.regularizationForce;
    if (!(limit > 0) || force >= 0) return 0.5 * force * elongation;
    // ∫ limit tanh(f/limit) df; log cosh x = |x| + log((1 + e^(−2|x|))/2).
    const double x = std::abs(force / limit);
    return limit * limit * law.referenceLength / law.stiffnessPerLength * (x + log(0.5 + 0.5 * exp(-2 * x)));
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Tension<double> rope = measure(index, sweep);
    out[0] = variable == OutputVariable::Distance        ? rope.length
             : variable == OutputVariable::VelocityLocal ? rope.rate
             : items_[index].activeConnector             ? rope.force
                                                         : 0.0;
  }

 private:
  struct Ends {
    std::vector<int> frames;
    int scalars[2] = {-1, -1};
  };
  struct Work {
    std::vector<Span<double>> spans;  // of one rope
    std::vector<Span<Dual1>> dualSpans;
    std::vector<double> motion, columns;  // of its tangent
  };
  template <class S>
  Sheave<S> sheave(std::size_t item, int i, const FrameKinematics<S>& frame) const {
    const double radius = items_[item].radius(i);
    return {frame, radius == 0 ? Vec3<S>{} : frame.rotation * items_[item].sheavesAxes[i], radius};
  }

  /// The length and the force of the rope for known spans; `let` are the coordinates that let out rope.
  template <class S>
  [[gnu::noinline]] Tension<S> tension(std::size_t item, const Span<S>* spans, const ScalarKinematics<S>* let) const {
    const Law& law = items_[item];
    Tension<S> rope;
    for (int i = 0; i + 1 < law.sheaves(); ++i) {
      rope.length += spans[i].length, rope.rate += dot(spans[i].direction, spans[i].velocity);
      if (i == 0 || law.radius(i) == 0) continue;
      const Vec3<S>&reaches = spans[i - 1].armB, &leaves = spans[i].armA;
      S angle = atan2(dot(spans[i].axisA, cross(reaches, leaves)), dot(reaches, leaves));
      if (valueOf(angle) < 0) angle += turn;
      rope.length += law.radius(i) * angle;
    }
    S reference(law.referenceLength), rate(0.0);
    for (int k = 0; k < 2 && law.hasCoordinateMarkers; ++k)
      reference += law.coordinateFactors[k] * let[k].value, rate += law.coordinateFactors[k] * let[k].rate;
    // A rope of zero length has no stiffness to divide by; if stiffness or damping is given, the force is NaN, which the solver reports.
    const bool isFree = law.stiffnessPerLength == 0 && law.dampingPerLength == 0;
    const S inverse = isFree ? S(0.0) : S(1.0) / reference;
    rope.force = (law.stiffnessPerLength * (rope.length - reference) + law.dampingPerLength * (rope.rate - rate)) * inverse;
    if (law.regularizationForce > 0 && valueOf(rope.force) < 0)
      rope.force = law.regularizationForce * tanh(rope.force / law.regularizationForce);
    return rope;
  }
  /// Finds the spans, then length and force.
  Tension<double> measure(std::size_t item, const Sweep<double>& sweep) const {
    const Ends& ends = ends_[item];
    Span<double>* spans = sweep[work_].spans.data();
    const auto at = [&](int i) { return sheave(item, i, sweep.frames[ends.frames[i]]); };
    for (std::size_t i = 0; i + 1 < ends.frames.size(); ++i) spans[i] = spanBetween(at(i), at(i + 1));
    ScalarKinematics<double> let[2];
    for (int k = 0; k < 2 && items_[item].hasCoordinateMarkers; ++k) let[k] = sweep.scalars[ends.scalars[k]];
    return tension(item, spans, let);
  }
  /// The force at both ends of a span, and the torque about it, on the left-hand side of B.
  template <class S>
  FrameForce<S> pull(const Law& law, const Span<S>& span, const S& force) const {
    FrameForce<S> on{force * span.direction, {}};
    if (law.dampingShear != 0)
      on.force += (law.dampingShear / span.length) * (span.velocity - dot(span.velocity, span.direction) * span.direction);
    if (law.dampingTorsional != 0) on.torque = law.dampingTorsional * span.twist * span.direction;
    return on;
  }
  /// The forces that the spans at sheave i exert on it.
  template <class S>
  FrameForce<S> onSheave(const Law& law, const Span<S>* spans, int i, const S& force) const {
    FrameForce<S> on;
    if (i > 0) {
      const Span<S>& span = spans[i - 1];
      const FrameForce<S> end = pull(law, span, force);
      on += {end.force, end.torque + cross(span.armB, end.force)};
    }
    if (i + 1 < law.sheaves()) {
      const Span<S>& span = spans[i];
      const FrameForce<S> end = pull(law, span, force);
      on += {-end.force, -end.torque - cross(span.armA, end.force)};
    }
    return on;
  }
  void addForces(std::size_t item, Sweep<double>& sweep) const {
    const Law& law = items_[item];
    const Ends& ends = ends_[item];
    const double force = measure(item, sweep).force;
    const Span<double>* spans = sweep[work_].spans.data();
    for (int i = 0; i < law.sheaves(); ++i) sweep.frameForces[ends.frames[i]] += onSheave(law, spans, i, force);
    for (int k = 0; k < 2 && law.hasCoordinateMarkers; ++k) sweep.scalarForces[ends.scalars[k]] -= law.coordinateFactors[k] * force;
  }

  /// Column by column: the force of the rope depends on all coordinates.
  void addTangent(std::size_t item, Tangent& tangent, Sweep<double>& sweep) const {
    const Law& law = items_[item];
    Work& work = sweep[work_];
    Span<Dual1>* spans = work.dualSpans.data();
    const Ends& ends = ends_[item];
    const int count = law.sheaves();
    if (law.activeConnector) {
      addForces(item, sweep);
      for (int i = 0; i + 1 < count; ++i) spans[i] = Span<Dual1>::constant(work.spans[i]);
    }
    const auto at = [&](int i) { return constant<1>(sweep.frames[ends.frames[i]]); };
    ScalarKinematics<Dual1> let[2];
    for (int k = 0; k < 2 && law.hasCoordinateMarkers; ++k) {
      const ScalarKinematics<double>& end = sweep.scalars[ends.scalars[k]];
      let[k] = {Dual1(end.value), Dual1(end.rate)};
    }
    for (int by = 0; by < count; ++by) {
      const FrameJacobian& jacobian = (*tangent.frames)[ends.frames[by]];
      const int first = std::max(by - 1, 0), last = std::min(by + 1, count - 1), n = jacobian.size;
      work.motion.resize(12 * n);
      frameMotion(tangent, jacobian, work.motion.data());
      work.columns.assign(count * 6 * n + 2 * n, 0.0);
      for (int j = 0; j < n && law.activeConnector; ++j) {
        FrameKinematics<Dual1> moved = at(by);
        addMotion(moved, work.motion.data() + j, n);
        for (int i = first; i < last; ++i)
          spans[i] = i == by ? spanBetween(sheave(item, i, moved), sheave(item, i + 1, at(i + 1)))
                             : spanBetween(sheave(item, i, at(i)), sheave(item, i + 1, moved));
        writeColumn(item, work, let, j, n);
      }
      addColumns(item, tangent, jacobian.coordinates, n, work.columns.data());
      for (int i = first; i < last && law.activeConnector; ++i) spans[i] = Span<Dual1>::constant(work.spans[i]);
    }
    for (int by = 0; by < 2 && law.hasCoordinateMarkers; ++by) {
      const ScalarJacobian& jacobian = (*tangent.scalars)[ends.scalars[by]];
      const int n = jacobian.size;
      work.columns.assign(count * 6 * n + 2 * n, 0.0);
      for (int j = 0; j < n && law.activeConnector; ++j) {
        let[by].value.derivative[0] = tangent.factors.stiffness * jacobian.value[j];
        let[by].rate.derivative[0] = tangent.factors.stiffness * jacobian.rate[j] + tangent.factors.damping * jacobian.value[j];
        writeColumn(item, work, let, j, n);
      }
      let[by].value.derivative[0] = let[by].rate.derivative[0] = 0;
      addColumns(item, tangent, jacobian.coordinates, n, work.columns.data());
    }
  }
  /// The derivatives of all forces of the rope, in the direction of spans and `let`, as column j of n.
  void writeColumn(std::size_t item, Work& work, const ScalarKinematics<Dual1>* let, int j, int n) const {
    const Law& law = items_[item];
    const Dual1 force = tension(item, work.dualSpans.data(), let).force;
    double* column = work.columns.data() + j;
    for (int on = 0; on < law.sheaves(); ++on) {
      const FrameForce<Dual1> wrench = onSheave(law, work.dualSpans.data(), on, force);
      for (int r = 0; r < 3; ++r, column += n) column[0] = wrench.force[r].derivative[0], column[3 * n] = wrench.torque[r].derivative[0];
      column += 3 * n;
    }
    for (int k = 0; k < 2; ++k, column += n) column[0] = -law.coordinateFactors[k] * force.derivative[0];
  }
  void addColumns(std::size_t item, Tangent& tangent, const int* coordinates, int n, const double* block) const {
    const Ends& ends = ends_[item];
    for (const int frame : ends.frames) {
      addWrenchTangent(tangent, (*tangent.frames)[frame], block, coordinates, n);
      block += 6 * n;
    }
    for (int k = 0; k < 2 && items_[item].hasCoordinateMarkers; ++k, block += n) {
      const ScalarJacobian& on = (*tangent.scalars)[ends.scalars[k]];
      for (int i = 0; i < on.size; ++i)
        for (int j = 0; j < n; ++j) tangent.sink.add(on.coordinates[i], coordinates[j], on.value[i] * block[j]);
    }
  }

  std::vector<Ends> ends_;
  Drawer<Work> work_;
};

void checkAmong(const Law& law, const Neighbours& others, const Complain& complain) {
  const int count = law.sheaves();
  if (count < 2) {
    complain("markerNumbers", "must name at least two markers that the rope passes, not counting the coordinate markers");
    return;
  }
  for (std::size_t i = 0; i < law.markerNumbers.size(); ++i) {
    const Neighbour marker = others(law.markerNumbers[i]);
    if (!marker) continue;
    const int number = static_cast<int>(i);
    const bool turns = number < count && (law.dampingTorsional != 0 || (i < law.sheavesRadii.size() && law.sheavesRadii[i] != 0));
    const Capabilities needs = number >= count ? capability::coordinate
                               : turns         ? capability::position | capability::orientation
                                               : capability::position;
    if ((marker.provides() & needs) != needs)
      complain("markerNumbers", "marker " + std::to_string(i) + " of the list must have " + capability::describe(needs) + ", but " +
                                    marker.type->name + " has only " + capability::describe(marker.provides()));
  }
  const auto sizes = [&](const char* name, std::size_t size) {
    if (static_cast<int>(size) != count)
      complain(name, "must have an entry for each marker that the rope passes, " + std::to_string(count) + ", got " + std::to_string(size));
  };
  if (law.referenceLength == 0 && !law.hasCoordinateMarkers && (law.stiffnessPerLength != 0 || law.dampingPerLength != 0))
    complain("referenceLength", "must not be 0: the stiffness of the rope is stiffnessPerLength divided by it");
  if (law.sheavesRadii.empty()) return;
  sizes("sheavesRadii", law.sheavesRadii.size());
  sizes("sheavesAxes", law.sheavesAxes.size());
  for (std::size_t i = 0; i < std::min(law.sheavesRadii.size(), law.sheavesAxes.size()); ++i) {
    if (law.sheavesRadii[i] != 0 && std::abs(norm(law.sheavesAxes[i]) - 1) > 1e-9)
      complain("sheavesAxes", "the axis of a sheave must have length 1, got " + numberText(norm(law.sheavesAxes[i])));
  }
}

constexpr ParameterOf<Law> parameters[] = {
    {"markerNumbers", &Law::markerNumbers, capability::none, Presence::required,
     "markers that the rope passes: its start, the centres of the sheaves in order, its end; then two coordinate markers if "
     "hasCoordinateMarkers"},
    ParameterOf<Law>{"hasCoordinateMarkers", &Law::hasCoordinateMarkers, unit::none, anyNumber, false,
                     "whether the last two markers are coordinate markers, whose coordinates pay out rope at the start and at the end"}
        .fixedAtAssembly(),
    {"coordinateFactors", &Law::coordinateFactors, unit::metre / unit::coordinate, anyNumber, Vector2{1, 1},
     "length of rope paid out per unit of each coordinate"},
    {"stiffnessPerLength", &Law::stiffnessPerLength, unit::newton, nonNegative, 0.0, "EA: force per strain"},
    {"dampingPerLength", &Law::dampingPerLength, unit::newtonSecond, nonNegative, 0.0, "DA: force per strain rate"},
    {"dampingTorsional", &Law::dampingTorsional, unit::newtonMetreSecond, nonNegative, 0.0,
     "torque about each span per relative angular velocity of its ends"},
    {"dampingShear", &Law::dampingShear, unit::newtonSecond, nonNegative, 0.0,
     "transverse force per angular velocity of each span; also damps rigid-body motion"},
    {"regularizationForce", &Law::regularizationForce, unit::newton, anyNumber, 0.1,
     "largest force of a rope in compression, approached smoothly; if not positive, the rope pushes like a spring"},
    {"referenceLength", &Law::referenceLength, unit::metre, anyNumber, 0.0, "unstretched length of the rope"},
    {"sheavesAxes", &Law::sheavesAxes, unit::none, anyNumber, Presence::optional,
     "axis of each sheave in the frame of its marker, also for start and end; the rope runs in the sense of positive rotation about it"},
    {"sheavesRadii", &Law::sheavesRadii, unit::metre, nonNegative, Presence::optional,
     "radius of each sheave; 0: a point; the first and the last are 0"},
    {"activeConnector", &Law::activeConnector, unit::none, anyNumber, true, "whether the item acts"}};

constexpr ItemDescription<Law> description = {
    .type = "ConnectorReevingSystemSprings",
    .summary = "A rope over frictionless sheaves: a massless spring with the same force along its whole length.",
    .equation = "F = \\frac{EA}{L_0} (L - L_0) + \\frac{DA}{L_0} (\\dot L - \\dot L_0), \\quad L_0 = L_{ref} + f_0\\, q_0 + f_1\\, q_1",
    .outputs = {{OutputVariable::Distance, unit::metre, 1, "length L of the rope"},
                {OutputVariable::VelocityLocal, unit::metrePerSecond, 1, "its rate"},
                {OutputVariable::ForceLocal, unit::newton, 1, "force in the rope"}},
    .visualization = {"show", "color", "drawSize"},
    .drawnAs = {"rope", {{"radii", "sheavesRadii"}, {"axes", "sheavesAxes"}, {"coordinates", "hasCoordinateMarkers"}}},
    .checkAmong = [](const Law& law, const Neighbours& others, const Complain& complain) { checkAmong(law, others, complain); }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace
}  // namespace slipstick
