// Measures the distance along a ray to the first surface of a set of contacts.
// Compiled for size: few models have this item, and few of it.
// Loaded on demand: few models have this item.
//
// Triangles that share a frame never move relative to each other. They are stored in a tree in that frame, which is built at the first
// query, and rebuilt when a parameter of the set has changed.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/items/contact/circle_on_cable.h"
#include "core/items/contact/triangle_tree.h"
#include "core/model/issues.h"

namespace slipstick {
namespace {

enum class Seen { all, spheres, triangles, cables };
constexpr Choice kinds[] = {{0, "All"}, {1, "Spheres"}, {2, "Triangles"}, {3, "Cables"}};

struct Distance {
  ObjectIndex objectNumber;
  MarkerIndex markerNumber;
  Vector3 position, dirSensor;
  double minDistance, maxDistance, cylinderRadius;
  int surfaces;
  bool measureVelocity;

  bool sees(Seen kind) const { return surfaces == 0 || surfaces == static_cast<int>(kind); }
};

/// The first hit of a ray.
struct Hit {
  double distance, velocity;

  void nearer(double other, double otherVelocity) { distance = other, velocity = otherVelocity; }
};

/// The triangles of a set: a tree for each sequence of triangles with one frame.
struct Trees {
  struct Root {
    int frame, node;
  };
  std::vector<Root> roots;
  TriangleTrees trees;
  std::int64_t version = -1;  // of the set

  void follow(const role::Surfaces& set) {
    if (version == set.version) return;
    version = set.version;
    roots.clear(), trees.clear();
    const auto& frames = set.triangleFrames;
    for (std::size_t first = 0, next = 0; first < frames.size(); first = next) {
      while (next < frames.size() && frames[next] == frames[first]) ++next;
      roots.push_back({frames[first], trees.grow(set.corners.subspan(3 * first, 3 * (next - first)))});
    }
  }
};

void lookAtTriangles(const Trees& trees, const Line& line, const Sweep<double>& sweep, Hit& hit) {
  for (const auto& [number, root] : trees.roots) {
    const FrameKinematics<double>& frame = sweep.frames[number];
    const Line local{transposeTimes(frame.rotation, line.start - frame.position), transposeTimes(frame.rotation, line.direction),
                     line.least};
    const double distance = trees.trees.meet(root, local, hit.distance);
    if (!(distance < hit.distance)) continue;
    const Vector3 velocity = frame.velocity + cross(frame.angularVelocity, line.at(distance) - frame.position);
    hit.nearer(distance, dot(line.direction, velocity));
  }
}

/// The near side of spheres whose surface is closer to the line than `reach`. If the centre is, the full radius is used.
void lookAtSpheres(const role::Surfaces& set, const Line& line, double reach, const Sweep<double>& sweep, Hit& hit) {
  for (std::size_t i = 0; i < set.sphereFrames.size(); ++i) {
    const FrameKinematics<double>& frame = sweep.frames[set.sphereFrames[i]];
    const double radius = set.radii[set.radii.size() == 1 ? 0 : i];
    const Vector3 centre = frame.position - line.start;
    const double along = dot(line.direction, centre);
    if (along - radius >= hit.distance) continue;
    const Vector3 beside = centre - along * line.direction;
    const double gap = std::max(norm(beside) - reach, 0.0);
    if (gap > radius) continue;
    const double distance = along - std::sqrt(radius * radius - gap * gap);
    if (distance >= line.least && distance < hit.distance) hit.nearer(distance, dot(line.direction, frame.velocity));
  }
}

/// The zeros between 0 and 1 of a cubic c0 + c1 x + c2 x² + c3 x³ with the values `ends` at 0 and 1; returns their number.
int zeros(const std::array<double, 4>& c, const std::array<double, 2>& ends, double* found) {
  const auto value = [&](double x) { return c[0] + x * (c[1] + x * (c[2] + x * c[3])); };
  // The cubic is monotonic between the zeros of its derivative.
  double places[4] = {0, 1, 1, 1}, values[4] = {ends[0]};
  int count = 1;
  const double a = 3 * c[3], b = c[2], inside = b * b - a * c[1];
  if (inside > 0) {
    const double root = b + std::copysign(std::sqrt(inside), b);
    const double turns[2] = {root != 0 ? -c[1] / root : -1.0, a != 0 ? -root / a : -1.0};
    for (const double turn : {std::min(turns[0], turns[1]), std::max(turns[0], turns[1])})
      if (turn > 0 && turn < 1) places[count] = turn, values[count] = value(turn), ++count;
  }
  places[count] = 1, values[count] = ends[1];
  int zeros = 0;
  for (int i = 0; i < count; ++i) {
    double from = places[i], to = places[i + 1];
    if (values[i] == 0 && values[i + 1] == 0) continue;  // the line is along the cable
    if (values[i] * values[i + 1] > 0) continue;
    const bool rises = values[i] < values[i + 1];
    for (int halvings = 0; halvings < 60; ++halvings) {
      const double middle = 0.5 * (from + to);
      ((value(middle) < 0) == rises ? from : to) = middle;
    }
    found[zeros++] = values[i] == 0 ? places[i] : values[i + 1] == 0 ? places[i + 1] : 0.5 * (from + to);
  }
  return zeros;
}

/// The axes of cables: sheets parallel to z, as for contact.
void lookAtCables(const role::Surfaces& set, const Line& line, const Sweep<double>& sweep, Hit& hit) {
  const Vec2<double> direction{line.direction.x, line.direction.y}, start{line.start.x, line.start.y};
  const double slope = std::sqrt(dot(direction, direction));
  if (slope == 0) return;
  const Vec2<double> along = (1 / slope) * direction;
  for (const CablePlace& cable : set.cables) {
    const CableMotion motion(cable, sweep);
    double across[4];
    for (int j = 0; j < 4; ++j) {
      const Vec2<double> point = j % 2 ? motion.position[j] : motion.position[j] - start;
      across[j] = along.x * point.y - along.y * point.x;
    }
    const std::array<double, 4> cubic{across[0], across[1], 3 * (across[2] - across[0]) - 2 * across[1] - across[3],
                                      2 * (across[0] - across[2]) + across[1] + across[3]};
    double found[3];
    const int count = zeros(cubic, {across[0], across[2]}, found);
    for (int i = 0; i < count; ++i) {
      const std::array<double, 4> shape = cable::shape(found[i]);
      const double distance = dot(along, cable::sum(shape, motion.position) - start) / slope;
      if (distance >= line.least && distance < hit.distance) hit.nearer(distance, dot(direction, cable::sum(shape, motion.velocity)));
    }
  }
}

class Loop final : public LoopOf<Loop, Distance, role::Connecting, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const int index = keep(modelItem);
    const Distance& sensor = items_[index];
    Source source{assembly.object(sensor.objectNumber), 0, -1, false};
    const auto isSame = [&](const Source& other) { return other.set.loop == source.set.loop && other.set.index == source.set.index; };
    source.trees = sets_;
    for (const Source& other : sources_)
      if (isSame(other)) source.trees = other.trees;
    if (source.trees == sets_) ++sets_;
    if (sensor.markerNumber) {
      source.frame = assembly.markers[sensor.markerNumber.index].frame;
      source.turns = assembly.model.of(ItemKind::marker)[sensor.markerNumber.index].type->provides & capability::orientation;
    }
    sources_.push_back(source);
    assembly.sensors[number].place = {this, index};
  }
  void connect(Assembly& assembly) override {
    assembly.add(memory_);
    memory_.empty->resize(sets_);
  }
  void outputOf(int index, OutputVariable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Distance& sensor = items_[index];
    const Source& source = sources_[index];
    const role::Surfaces set = source.set.loop->roles().surfaced->surfaces(source.set.index);
    const Line line = lineOf(sensor, source, sweep);
    Hit hit{sensor.maxDistance, 0};
    if (sensor.sees(Seen::spheres)) lookAtSpheres(set, line, sensor.cylinderRadius, sweep, hit);
    if (sensor.sees(Seen::triangles)) {
      Trees& trees = sweep[memory_][source.trees];
      trees.follow(set);
      lookAtTriangles(trees, line, sweep, hit);
    }
    if (sensor.sees(Seen::cables)) lookAtCables(set, line, sweep, hit);
    out[0] = hit.distance;
    if (sensor.measureVelocity) out[1] = hit.velocity;
  }

 private:
  struct Source {
    Place set;
    int trees;  // index among the trees of all sets
    int frame;  // of the marker; -1: none
    bool turns;
  };

  static Line lineOf(const Distance& sensor, const Source& source, const Sweep<double>& sweep) {
    const Vector3 direction = (1 / norm(sensor.dirSensor)) * sensor.dirSensor;
    if (source.frame < 0) return {sensor.position, direction, sensor.minDistance};
    const FrameKinematics<double>& frame = sweep.frames[source.frame];
    return {frame.position, source.turns ? frame.rotation * direction : direction, sensor.minDistance};
  }

  std::vector<Source> sources_;
  int sets_ = 0;
  Drawer<std::vector<Trees>> memory_;
};

void check(const Distance& sensor, const Complain& complain) {
  if (!(norm(sensor.dirSensor) > 0)) complain("dirSensor", "must not be zero: it is a direction");
  if (!(sensor.minDistance < sensor.maxDistance))
    complain("maxDistance", "must be more than minDistance, " + numberText(sensor.minDistance) + ", got " + numberText(sensor.maxDistance));
  if (sensor.cylinderRadius > 0 && sensor.surfaces != static_cast<int>(Seen::spheres))
    complain("cylinderRadius", "applies to spheres only: set surfaces to \"Spheres\"");
}

void warn(const Distance& sensor, const Complain& complain) {
  if (sensor.markerNumber && !(sensor.position == Vector3{})) complain("position", "has no effect with markerNumber");
}

constexpr ParameterOf<Distance> parameters[] = {
    {"objectNumber", &Distance::objectNumber, capability::surfaces, Presence::required, "set of contacts with the surfaces"},
    {"markerNumber", &Distance::markerNumber, capability::position, Presence::optional,
     "marker at which the line starts; left out: at `position`"},
    {"position", &Distance::position, unit::metre, anyNumber, Vector3{}, "point at which the line starts if there is no marker, global"},
    {"dirSensor", &Distance::dirSensor, unit::none, anyNumber, Presence::required,
     "direction of the line, of any length; in the frame of the marker if it has an orientation, else global"},
    {"minDistance", &Distance::minDistance, unit::metre, anyNumber, 0.0,
     "nearer surfaces are ignored; negative: the line begins behind its start"},
    {"maxDistance", &Distance::maxDistance, unit::metre, anyNumber, Presence::required,
     "surfaces at this distance or farther are ignored; also the value if no surface is detected"},
    {"cylinderRadius", &Distance::cylinderRadius, unit::metre, nonNegative, 0.0,
     "radius of a cylinder around the line, within which spheres are detected; with surfaces \"Spheres\" only"},
    {"surfaces", &Distance::surfaces, unit::none, kinds, 0, "surfaces to detect: 0 all, 1 spheres, 2 triangles, 3 cables"},
    {"measureVelocity", &Distance::measureVelocity, unit::none, anyNumber, false,
     "whether the velocity of the surface along the line is added as a second number"}};

constexpr ItemDescription<Distance> description = {
    .type = "Distance",
    .summary = "Measures the distance along a line to the first surface of a set of contacts, and its velocity, like a laser scanner.",
    .equation =
        "s = \\min \\{ s \\ge s_{min} : p + s\\, e \\text{ on a surface} \\}, \\quad e = \\frac{A\\, d}{|d|}, \\quad v = e \\cdot v_s",
    .outputs = {{OutputVariable::none, unit::metre, Size::counted,
                 "distance s along the line, maxDistance if no surface is detected; with measureVelocity also the velocity v, 0 if none is "
                 "detected"}},
    .drawnAs = {"ray", {{"direction", "dirSensor"}, {"position", "position"}, {"radius", "cylinderRadius"}, {"most", "maxDistance"}}},
    .count = [](const Distance& sensor) { return sensor.measureVelocity ? 2 : 1; },
    .coordinateUnit = [](const Distance&, int number) { return number == 0 ? unit::metre : unit::metrePerSecond; },
    .check = [](const Distance& sensor, const Complain& complain) { check(sensor, complain); },
    .warn = [](const Distance& sensor, const Complain& complain) { warn(sensor, complain); }};

const ItemType& registered = registerItem<Loop>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
