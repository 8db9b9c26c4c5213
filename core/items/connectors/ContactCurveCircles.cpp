// Contact of circles with a curve of straight segments. Each segment touches one circle: the one with the deepest penetration among those
// it pushes.
//
// Source: Exudyn documentation, ObjectContactCurveCircles, for the parameters; its source code for the law. Data of a segment: number of
// the circle that it touches (-1: none), gap, one unused. They are updated at the end of Newton's method.
//
// Compiled for speed: large models have many of this item.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/items/connector.h"

namespace slipstick {
namespace {

struct ContactCurveCircles {
  std::vector<MarkerIndex> markerNumbers;
  NodeIndex nodeNumber;
  VectorX circlesRadii;
  MatrixX segmentsData;
  MatrixX polynomialData;
  double dynamicFriction;
  double frictionProportionalZone;
  double contactStiffness;
  double contactDamping;
  int contactModel;
  bool activeConnector;

  int circles() const { return static_cast<int>(markerNumbers.size()) - 1; }
  int segments() const { return segmentsData.rows; }
  Vec2<double> end(int segment, int which) const {
    const double* row = segmentsData.values.data() + 4 * segment + 2 * which;
    return {row[0], row[1]};
  }
  /// The circle touched by the segment, -1: none.
  int touched(const double* data, int segment) const {
    const double* state = data + 3 * segment;
    return state[0] >= 0 && state[0] < circles() && state[1] < 0 ? static_cast<int>(state[0]) : -1;
  }
};
using Law = ContactCurveCircles;

double length(const Vec2<double>& a) { return std::sqrt(dot(a, a)); }

struct Segment {
  Vec2<double> start, along;
  double perSquare;

  Segment(const Law& law, int number) : start(law.end(number, 0)), along(law.end(number, 1) - start), perSquare(1 / dot(along, along)) {}
  /// The point of the segment nearest to a given point.
  template <class S>
  Vec2<S> nearest(const Vec2<S>& center) const {
    const S place = perSquare * dot(center - start, along);
    if (valueOf(place) <= 0) return {S(start.x), S(start.y)};
    if (valueOf(place) >= 1) return {S(start.x + along.x), S(start.y + along.y)};
    return start + place * along;
  }
};

/// A circle in the frame of the curve.
template <class S>
Vec3<S> centerOf(const FrameKinematics<S>& curve, const FrameKinematics<S>& circle) {
  return transposeTimes(curve.rotation, circle.position - curve.position);
}

/// A segment and a circle, in the frame of the curve.
template <class S>
struct Touch {
  Vec2<S> point;    // of the segment, nearest to the centre
  S gap{}, rate{};  // between the circle and this point
  S pressure{};     // force per length of the segment; positive in compression
  S normalForce{};
  Vec2<S> forceOnCircle;
};
template <class S>
[[gnu::noinline]] Touch<S> touch(const Law& law, int segment, int circle, const FramePair<S>& pair) {
  const FrameKinematics<S>&curve = pair.frame0, &other = pair.frame1;
  const Vec3<S> place = centerOf(curve, other), moved = transposeTimes(curve.rotation, other.velocity - curve.velocity);
  const Vec2<S> center{place.x, place.y};
  const Segment line(law, segment);
  Touch<S> touch;
  touch.point = line.nearest(center);
  const Vec2<S> arm = center - touch.point;
  const S distance = sqrt(dot(arm, arm));
  touch.gap = distance - law.circlesRadii[circle];
  if (valueOf(distance) == 0) return touch;
  const Vec2<S> normal = (S(1.0) / distance) * arm, across = perpendicular(normal);
  const S spin = dot(curve.rotation.column(2), curve.angularVelocity);
  const Vec2<S> velocity = Vec2<S>{moved.x, moved.y} - spin * perpendicular(touch.point);
  touch.rate = dot(normal, velocity);
  touch.pressure = -(law.contactStiffness * touch.gap + law.contactDamping * touch.rate);
  touch.normalForce = length(line.along) * touch.pressure;
  touch.forceOnCircle = touch.normalForce * normal;
  if (law.dynamicFriction != 0) {
    const S slip = dot(across, velocity);
    const double zone = law.frictionProportionalZone, speed = valueOf(slip);
    const S share = std::abs(speed) < zone ? slip / zone : S(speed > 0 ? 1.0 : speed < 0 ? -1.0 : 0.0);
    touch.forceOnCircle -= (law.dynamicFriction * touch.normalForce * share) * across;
  }
  return touch;
}
/// Adds the forces on segment and circle; the circle gets no torque.
template <class S>
void addWrenches(const Law& law, int segment, int circle, const FramePair<S>& pair, FrameForce<S>& on0, FrameForce<S>& on1) {
  const Touch<S> touch = slipstick::touch(law, segment, circle, pair);
  const Vec3<S> force = pair.frame0.rotation * Vec3<S>{touch.forceOnCircle.x, touch.forceOnCircle.y, S(0.0)};
  on0 += {force, cross(touch.point, touch.forceOnCircle) * pair.frame0.rotation.column(2)};
  on1.force -= force;
}

/// A circle with all segments that touch it, for its part of the tangent.
struct TouchedSegments {
  const Law& law;
  int circle;
  const std::vector<int>& segments;

  template <class S>
  void wrenches(const FramePair<S>& pair, const LawContext<S>&, FrameForce<S>& on0, FrameForce<S>& on1) const {
    for (const int segment : segments) addWrenches(law, segment, circle, pair, on0, on1);
  }
};

class Loop final : public LoopOf<Loop, Law, role::Acting, role::Discontinuous, role::Connecting, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly&) override { keep(modelItem); }
  void connect(Assembly& assembly) override {
    assembly.add(work_);
    for (const Law& law : items_) {
      Ends& ends = ends_.emplace_back();
      for (const MarkerIndex marker : law.markerNumbers) {
        ends.frames.push_back(assembly.markers[marker.index].frame);
        assembly.frameJacobians[ends.frames.back()] = 1;
      }
      const Place node = assembly.node(law.nodeNumber);
      ends.data = node.firstCoordinate();
      std::vector<int>& order = work_.empty->orders.emplace_back(law.circles());
      std::iota(order.begin(), order.end(), 0);
      ends.largestRadius = *std::max_element(law.circlesRadii.begin(), law.circlesRadii.end());
      for (int segment = 0; segment < law.segments(); ++segment) ends.segments.emplace_back(law, segment);
      work_.empty->centers.resize(std::max(work_.empty->centers.size(), ends.frames.size()));
    }
  }

  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Law& law = items_[i];
      const Ends& ends = ends_[i];
      if (!law.activeConnector) continue;
      for (int segment = 0; segment < law.segments(); ++segment) {
        const int circle = law.touched(sweep.data + ends.data, segment);
        if (circle < 0) continue;
        addWrenches(law, segment, circle, ends.pair(sweep, circle), sweep.frameForces[ends.frames[0]],
                    sweep.frameForces[ends.frames[1 + circle]]);
      }
    }
  }
  /// Entries are reserved for every circle, so that the sparsity pattern does not change when contacts begin and end.
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    std::vector<int>& touching = sweep[work_].touched;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Law& law = items_[i];
      const Ends& ends = ends_[i];
      for (int circle = 0; circle < law.circles(); ++circle) {
        const int curve = ends.frames[0], other = ends.frames[1 + circle];
        touching.clear();
        for (int segment = 0; segment < law.segments() && law.activeConnector; ++segment)
          if (law.touched(sweep.data + ends.data, segment) == circle) touching.push_back(segment);
        if (touching.empty())
          skipPairTangent(tangent, (*tangent.frames)[curve], (*tangent.frames)[other]);
        else
          addWrenchesTangent(TouchedSegments{law, circle, touching}, tangent, sweep, curve, other, sweep.law(ends.data));
      }
    }
  }

  bool isDiscontinuous() const override { return true; }
  void postNewton(PostNewton& post, const Sweep<double>& sweep) const override {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Law& law = items_[i];
      const Ends& ends = ends_[i];
      if (!law.activeConnector) continue;
      const Around around = findCenters(i, sweep);
      for (int segment = 0; segment < law.segments(); ++segment) {
        double* state = post.data->data() + ends.data + 3 * segment;
        const auto [circle, gap] = deepest(law, ends, around, segment);
        const bool changes = (gap <= 0) != (state[1] <= 0);
        const double pressure = changes || gap < 0 ? touch(law, segment, circle, ends.pair(sweep, circle)).pressure : 0;
        if (changes) post.error = std::max(post.error, std::abs(pressure));
        state[0] = gap >= 0 ? -1 : pressure > 0 ? circle : deepestPushing(law, ends, segment, sweep);
        state[1] = gap;
      }
    }
  }

  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Law& law = items_[index];
    const Ends& ends = ends_[index];
    Vec2<double> sum;
    const Around around = findCenters(index, sweep);
    for (int segment = 0; segment < law.segments(); ++segment) {
      const int acting = law.activeConnector ? law.touched(sweep.data + ends.data, segment) : -1;
      const bool forces = variable == OutputVariable::Force || variable == OutputVariable::ForceLocal;
      const int circle = forces && acting >= 0 ? acting : deepest(law, ends, around, segment).circle;
      const Touch<double> now = touch(law, segment, circle, ends.pair(sweep, circle));
      const Vec2<double> force = acting >= 0 ? now.forceOnCircle : Vec2<double>{};
      if (variable == OutputVariable::Force)
        sum += force;
      else if (variable == OutputVariable::ForceLocal)
        out[2 * segment] = force.x, out[2 * segment + 1] = force.y;
      else
        out[segment] = variable == OutputVariable::VelocityLocal ? now.rate : now.gap;
    }
    if (variable == OutputVariable::Force) writeVector(sweep.frames[ends.frames[0]].rotation * Vector3{sum.x, sum.y, 0.0}, out);
  }

 private:
  struct Ends {
    std::vector<int> frames;  // of the curve, then of the circles
    int data = 0;
    std::vector<Segment> segments;
    double largestRadius = 0;

    template <class S>
    FramePair<S> pair(const Sweep<S>& sweep, int circle) const {
      return {sweep.frames[frames[0]], sweep.frames[frames[1 + circle]]};
    }
  };

  /// Centres of circles in the frame of a curve, and the circles by the x of their centres.
  struct Around {
    const std::vector<Vec2<double>>& centers;
    const std::vector<int>& order;
  };
  struct Nearest {
    int circle;
    double gap;
  };

  /// The centres of the circles in the frame of the curve, and their order, which hardly changes between evaluations.
  Around findCenters(std::size_t item, const Sweep<double>& sweep) const {
    const Law& law = items_[item];
    std::vector<Vec2<double>>& centers = sweep[work_].centers;
    for (int circle = 0; circle < law.circles(); ++circle) {
      const FramePair<double> pair = ends_[item].pair(sweep, circle);
      const Vector3 center = centerOf(pair.frame0, pair.frame1);
      centers[circle] = {center.x, center.y};
    }
    std::vector<int>& order = sweep[work_].orders[item];
    for (std::size_t i = 1; i < order.size(); ++i)
      for (std::size_t k = i; k > 0 && centers[order[k]].x < centers[order[k - 1]].x; --k) std::swap(order[k], order[k - 1]);
    return {centers, order};
  }
  /// The circle with the smallest gap from the segment, the first one if equal. Searches to the left and right of the middle of the segment
  /// until even the largest circle could not be nearer. Only candidates need a square root.
  static Nearest deepest(const Law& law, const Ends& ends, const Around& around, int segment) {
    const Segment& line = ends.segments[segment];
    const double end = line.start.x + line.along.x, low = std::min(line.start.x, end), high = std::max(line.start.x, end);
    int best = -1;
    double gap = 0;
    const auto consider = [&](int circle) {
      const Vec2<double> arm = around.centers[circle] - line.nearest(around.centers[circle]);
      const double reach = gap + law.circlesRadii[circle], squared = dot(arm, arm);
      constexpr double rounding = 1 + 1e-14;
      if (best >= 0 && (reach < 0 || squared > rounding * reach * reach)) return;
      const double own = std::sqrt(squared) - law.circlesRadii[circle];
      if (best < 0 || own < gap || (own == gap && circle < best)) best = circle, gap = own;
    };
    const auto tooFar = [&](double distance) { return best >= 0 && distance - ends.largestRadius > gap; };
    const auto begin = around.order.begin(), end_ = around.order.end();
    const auto place = [&](int circle) { return around.centers[circle].x; };
    const auto middle = std::partition_point(begin, end_, [&](int circle) { return place(circle) < 0.5 * (low + high); });
    for (auto right = middle; right != end_ && !tooFar(place(*right) - high); ++right) consider(*right);
    for (auto left = middle; left != begin && !tooFar(low - place(left[-1])); --left) consider(left[-1]);
    return {best, gap};
  }

  /// The circle with the smallest gap among those on which the segment pushes; -1 if damping would make it pull on all of them.
  static int deepestPushing(const Law& law, const Ends& ends, int segment, const Sweep<double>& sweep) {
    int best = -1;
    double gap = 0;
    for (int circle = 0; circle < law.circles(); ++circle) {
      const Touch<double> other = touch(law, segment, circle, ends.pair(sweep, circle));
      if (other.gap < gap && other.normalForce > 0) best = circle, gap = other.gap;
    }
    return best;
  }

  std::vector<Ends> ends_;
  struct Work {
    std::vector<Vec2<double>> centers;     // of one item
    std::vector<std::vector<int>> orders;  // by item
    std::vector<int> touched;              // workspace of tangent()
  };
  Drawer<Work> work_;
};

void check(const Law& law, const Complain& complain) {
  const int markers = static_cast<int>(law.markerNumbers.size()), circles = static_cast<int>(law.circlesRadii.size());
  if (markers < 2) complain("markerNumbers", "must name the marker of the curve and the marker of at least one circle");
  if (circles != law.circles())
    complain("circlesRadii",
             "must have an entry for each circle, " + std::to_string(std::max(0, law.circles())) + ", got " + std::to_string(circles));
  if (law.segmentsData.columns != 4)
    complain("segmentsData", "must have a row of 4 numbers for each segment: x and y of its start, x and y of its end");
  else
    for (int segment = 0; segment < law.segments(); ++segment)
      if (!(length(Segment(law, segment).along) > 0)) complain("segmentsData", "segment " + std::to_string(segment) + " has no length");
  if (law.polynomialData.rows > 0) complain("polynomialData", "must be empty: segments are straight");
}
void checkAmong(const Law& law, const Neighbours& others, const Complain& complain) {
  for (std::size_t i = 0; i < law.markerNumbers.size(); ++i) {
    const Neighbour marker = others(law.markerNumbers[i]);
    const Capabilities needs = i == 0 ? capability::position | capability::orientation : capability::position;
    if (!marker || (marker.provides() & needs) == needs) continue;
    complain("markerNumbers", "marker " + std::to_string(i) + " of the list must have " + capability::describe(needs) + ", but " +
                                  marker.type->name + " has only " + capability::describe(marker.provides()));
  }
}

constexpr Choice contactModels[] = {{0, "Linear"}};

constexpr ParameterOf<Law> parameters[] = {
    {"markerNumbers", &Law::markerNumbers, capability::none, Presence::required,
     "marker whose xy plane contains the curve, then markers of the centres of the circles"},
    {"nodeNumber", &Law::nodeNumber, capability::data, Presence::optional,
     "data node with 3 coordinates for each segment: number of the circle that it touches (-1: none), gap, one unused"},
    {"circlesRadii", &Law::circlesRadii, unit::metre, positive, Presence::required, "radius of each circle"},
    {"segmentsData", &Law::segmentsData, unit::metre, anyNumber, Presence::required,
     "a row for each segment of the curve: x and y of its start, x and y of its end, in the frame of marker 0"},
    {"polynomialData", &Law::polynomialData, unit::mixed, anyNumber, Presence::optional,
     "accepted for exchange; must be empty: segments are straight"},
    {"dynamicFriction", &Law::dynamicFriction, unit::none, nonNegative, 0.0, "friction coefficient; circles do not turn"},
    {"frictionProportionalZone", &Law::frictionProportionalZone, unit::metrePerSecond, nonNegative, 1e-3,
     "slip speed up to which friction is proportional to it"},
    {"contactStiffness", &Law::contactStiffness, unit::newtonPerMetre / unit::metre, nonNegative, 0.0,
     "force per overlap and length of the segment"},
    {"contactDamping", &Law::contactDamping, unit::newtonSecondPerMetre / unit::metre, nonNegative, 0.0,
     "force per rate of the overlap and length of the segment"},
    {"contactModel", &Law::contactModel, unit::none, contactModels, 0,
     "accepted for exchange; must be 0: the whole length of a segment counts"},
    activeConnectorParameter<Law>()};

constexpr ItemDescription<Law> description = {
    .type = "ContactCurveCircles",
    .summary = "Contact of circles with a curve of straight segments, such as a cam or a sprocket, in the plane of the curve.",
    .equation =
        "f_n = l \\left(k_c\\,\\delta - d_c\\,\\dot g\\right), \\quad f_t = -\\mu_d\\, f_n \\frac{v_t}{\\max(|v_t|, v_{reg})}, \\quad "
        "\\delta = -g = r - \\min_{p \\in \\text{segment}} |c - p|",
    .outputs = {{OutputVariable::Force, unit::newton, 3, "sum of the forces on all circles, global"},
                {OutputVariable::DisplacementLocal, unit::metre, Size::perCounted(1),
                 "for each segment, the gap to the circle with the largest overlap; negative: overlap"},
                {OutputVariable::VelocityLocal, unit::metrePerSecond, Size::perCounted(1), "for each segment, the rate of this gap"},
                {OutputVariable::ForceLocal, unit::newton, Size::perCounted(2),
                 "for each segment, the force on its circle, x and y in the frame of the curve"}},
    .drawnAs = {"curve", {{"radii", "circlesRadii"}, {"points", "segmentsData"}}},
    .count = [](const Law& law) { return law.segments(); },
    .initialData =
        [](const Law& law, const InitialCoordinate&) {
          std::vector<double> values;
          for (int segment = 0; segment < law.segments(); ++segment) values.insert(values.end(), {-1, 0.1, 0});
          return values;
        },
    .dataUnit = [](const Law&, int i) { return i % 3 == 0   ? unit::none
                                               : i % 3 == 1 ? unit::metre
                                                            : unit::metrePerSecond; },
    .check = [](const Law& law, const Complain& complain) { check(law, complain); },
    .checkAmong = [](const Law& law, const Neighbours& others, const Complain& complain) { checkAmong(law, others, complain); },
    .warn =
        [](const Law& law, const Complain& complain) {
          if (law.contactStiffness == 0) complain("contactStiffness", "the curve exerts no elastic force: contactStiffness is 0");
        }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace
}  // namespace slipstick
