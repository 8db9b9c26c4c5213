// A set of contacts: many spheres among themselves and with triangles, by the laws of ContactSphereSphere and ContactSphereTriangle.
//
// Pairs that are near each other are found anew when something has moved half as far as the search reached; what acts is only those that
// touch. They stand in State::contacts as long as they last, for each set their number and then for each contact the pair, gap, slip
// speed, impact velocity and plastic overlap, in the order of the pairs, so that sums have the same bits however the neighbours were
// found. Explicit solvers judge at each evaluation what touches; Newton's method holds what the last PostNewton evaluation said.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <span>

#include "core/items/contact/neighbours.h"
#include "core/items/contact/sphere_triangle.h"
#include "core/items/contact/two_spheres.h"
#include "core/system/bytes.h"

namespace slipstick {
namespace {

struct ContactSpheres : AdhesiveContact {
  std::vector<MarkerIndex> markerNumbers;
  VectorX spheresRadii;
  std::vector<MarkerIndex> triangleMarkers;
  std::vector<Vector3> trianglePoints;
  bool activeConnector;

  int spheres() const { return static_cast<int>(markerNumbers.size()); }
  int triangles() const { return static_cast<int>(trianglePoints.size()) / 3; }
  double radius(int sphere) const { return spheresRadii[spheresRadii.size() == 1 ? 0 : sphere]; }
  std::vector<double> radii() const {
    std::vector<double> list;
    for (int i = 0; i < spheres(); ++i) list.push_back(radius(i));
    return list;
  }
  MarkerIndex triangleMarker(int triangle) const { return triangleMarkers[triangleMarkers.size() == 1 ? 0 : triangle]; }

  TwoSpheres between(int first, int second) const { return {*this, radius(first), radius(second)}; }
};
using Law = ContactSpheres;

/// A contact that acts, as it stands in State::contacts. The pair is one number: first · (spheres + triangles) + second.
struct Contact {
  double pair;
  double data[4];
};
constexpr int contactNumbers = sizeof(Contact) / sizeof(double);

/// The contacts of one set within those of all.
struct ContactList {
  const double* numbers = nullptr;
  int count = 0;

  Contact operator[](int i) const {
    Contact contact;
    std::copy_n(numbers + i * contactNumbers, contactNumbers, &contact.pair);
    return contact;
  }
  double pair(int i) const { return numbers[i * contactNumbers]; }
  const double* data(int i) const { return numbers + i * contactNumbers + 1; }
  /// Those of the next set, in an array that begins at `begin`.
  static ContactList after(const std::vector<double>& all, std::size_t& begin) {
    if (begin >= all.size()) return {};
    const ContactList list{all.data() + begin + 1, static_cast<int>(all[begin])};
    begin += 1 + static_cast<std::size_t>(list.count) * contactNumbers;
    return list;
  }
};

/// A triangle with the planes around it: normals of the face and, in it, of the edges.
struct BoundedFace : TriangleFace {
  Vector3 normal, outward[3];

  explicit BoundedFace(const Vector3* points) : TriangleFace(points), normal((1 / norm(up)) * up) {
    for (int e = 0; e < 3; ++e) {
      const Vector3 side = cross(points[(e + 1) % 3] - points[e], up);
      outward[e] = (1 / norm(side)) * side;
    }
  }
  /// Whether a centre is farther from the triangle than `distance`; some that are pass as near.
  bool isFar(const Vector3* points, const Vector3& center, double distance) const {
    if (std::abs(dot(normal, center - points[0])) > distance) return true;
    for (int e = 0; e < 3; ++e)
      if (dot(outward[e], center - points[e]) > distance) return true;
    return false;
  }
};

/// What of a set follows from its parameters.
struct Set {
  std::vector<int> frames;  // of the spheres, then of the triangles
  std::vector<BoundedFace> faces;
  double leastReach = 0;
  long version = 0;  // changes with the parameters
};
/// Which pairs of a set are near: a cache, kept from one evaluation to the next.
struct Neighbourhood {
  std::vector<NearPair> near;
  std::vector<Vector3> positions, searched;  // of spheres and of the corners of triangles: now, and when neighbours were searched
  double reach = 0;
  int evaluations = 0;  // since then
  long version = -1;    // of the set

  /// Beside the object itself.
  std::size_t bytes() const { return bytesOf(near, positions, searched); }
};

class Loop final
    : public LoopOf<Loop, Law, role::Acting, role::Discontinuous, role::Connecting, role::Deriving, role::Remembering, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly&) override { keep(modelItem); }
  void connect(Assembly& assembly) override {
    assembly.add(memory_);
    memory_.empty->around.resize(items_.size());
    for (const Law& law : items_) {
      Set& set = sets_.emplace_back();
      const auto join = [&](MarkerIndex marker) {
        set.frames.push_back(assembly.markers[marker.index].frame);
        assembly.frameJacobians[set.frames.back()] = 1;
      };
      for (const MarkerIndex marker : law.markerNumbers) join(marker);
      for (int t = 0; t < law.triangles(); ++t) join(law.triangleMarker(t));
    }
    for (std::size_t i = 0; i < items_.size(); ++i) changed(static_cast<int>(i));
  }
  void changed(int index) override {
    const Law& law = items_[index];
    Set& set = sets_[index];
    const std::vector<double> radii = law.radii();
    set.leastReach = radii.empty() ? 0 : 0.5 * *std::min_element(radii.begin(), radii.end());
    set.faces.clear();
    for (int t = 0; t < law.triangles(); ++t) set.faces.emplace_back(&law.trianglePoints[3 * t]);
    ++set.version;
  }

  long pattern(const Sweep<double>& sweep) const override { return sweep[memory_].pattern; }
  LoopMemory memory(const Sweep<double>& sweep) const override {
    const Memory& memory = sweep[memory_];
    return {std::make_shared<Memory>(memory), memory.bytes()};
  }
  void recall(const void* memory, Sweep<double>& sweep) const override {
    sweep[memory_] = *static_cast<const Memory*>(memory);
    for (std::size_t i = 0; i < sets_.size(); ++i) sweep[memory_].around[i].version = sets_[i].version;
  }
  bool isDiscontinuous() const override { return true; }

  void lawsOf(Sweep<double>& sweep) const {
    if (!sweep.contactsFollow) return addForces(sweep);
    judge(sweep, *sweep.contacts, *sweep.contacts, sweep.frameForces);
    sweep[memory_].judgedAt = sweep.number;
  }

  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Law& law = items_[i];
      const Set& set = sets_[i];
      Neighbourhood& around = sweep[memory_].around[i];
      const ContactList acting = ContactList::after(*sweep.contacts, begin);
      include(acting, law, around, sweep[memory_].pattern);
      int next = 0;
      for (const NearPair& pair : around.near) {
        const int frame0 = set.frames[pair.first], frame1 = set.frames[pair.second];
        if (next == acting.count || acting.pair(next) != number(law, pair)) {
          skipPairTangent(tangent, (*tangent.frames)[frame0], (*tangent.frames)[frame1]);
          continue;
        }
        const LawContext<double> context{sweep.time, acting.data(next++), nullptr};
        withLaw(law, set, pair, [&](const auto& contact) { addWrenchesTangent(contact, tangent, sweep, frame0, frame1, context); });
      }
    }
  }

  void postNewton(PostNewton& post, const Sweep<double>& sweep) const override {
    Memory& memory = sweep[memory_];
    double error = 0;
    if (memory.judgedAt != sweep.number || !sweep.contactsFollow) error = judge(sweep, *post.contacts, *post.contactsAtStart);
    memory.judgedAt = -1;
    post.contacts->swap(memory.contacts);
    if (!sweep.contactsFollow && error > post.error) post.error = error;
  }

  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Law& law = items_[index];
    const Set& set = sets_[index];
    std::size_t begin = 0;
    ContactList acting;
    for (int i = 0; i <= index; ++i) acting = ContactList::after(*sweep.contacts, begin);
    Vector3 sum{};
    double deepest = 0;
    for (int k = 0; k < acting.count; ++k) {
      const NearPair pair = pairOf(law, acting.pair(k));
      deepest = std::max(deepest, -acting.data(k)[0]);
      if (variable != OutputVariable::Force || pair.second < law.spheres()) continue;
      FrameForce<double> on0, on1;
      wrenches(law, set, pair, sweep, acting.data(k), on0, on1);
      sum -= on1.force;
    }
    if (variable == OutputVariable::Force) return writeVector(sum, out);
    out[0] = -deepest;
  }

 private:
  /// The triangles that reach into a sphere.
  struct Touched {
    int triangle;
    SphereOnTriangle::Contact<double> contact;
    Vector3 point;  // nearest to the centre, global
  };
  struct Memory {
    std::vector<Neighbourhood> around;
    std::vector<double> contacts;  // judged last
    long judgedAt = -1;            // number of the evaluation in which they were
    long pattern = 0;
    std::vector<Touched> touched;  // work in judge()

    std::size_t bytes() const {
      std::size_t sum = sizeof *this + bytesOf(around, contacts);
      for (const Neighbourhood& each : around) sum += each.bytes();
      return sum;
    }
  };

  static double number(const Law& law, const NearPair& pair) {
    return static_cast<double>(pair.first) * (law.spheres() + law.triangles()) + pair.second;
  }
  static NearPair pairOf(const Law& law, double number) {
    const double all = law.spheres() + law.triangles(), first = std::floor(number / all);
    return {static_cast<int>(first), static_cast<int>(number - first * all)};
  }
  static SphereOnTriangle onTriangle(const Law& law, const Set& set, int sphere, int triangle) {
    return {law, law.radius(sphere), &law.trianglePoints[3 * triangle], set.faces[triangle]};
  }
  template <class Use>
  static void withLaw(const Law& law, const Set& set, const NearPair& pair, const Use& use) {
    if (pair.second < law.spheres())
      use(law.between(pair.first, pair.second));
    else
      use(onTriangle(law, set, pair.first, pair.second - law.spheres()));
  }
  static void wrenches(const Law& law, const Set& set, const NearPair& pair, const Sweep<double>& sweep, const double* data,
                       FrameForce<double>& on0, FrameForce<double>& on1) {
    const FramePair<double> frames{sweep.frames[set.frames[pair.first]], sweep.frames[set.frames[pair.second]]};
    const LawContext<double> context{sweep.time, data, nullptr};
    withLaw(law, set, pair, [&](const auto& contact) { contact.wrenches(frames, context, on0, on1); });
  }
  void addForces(Sweep<double>& sweep) const {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Law& law = items_[i];
      const Set& set = sets_[i];
      const ContactList acting = ContactList::after(*sweep.contacts, begin);
      for (int k = 0; k < acting.count; ++k) {
        const NearPair pair = pairOf(law, acting.pair(k));
        FrameForce<double> on0, on1;
        wrenches(law, set, pair, sweep, acting.data(k), on0, on1);
        sweep.frameForces[set.frames[pair.first]] += on0;
        sweep.frameForces[set.frames[pair.second]] += on1;
      }
    }
  }

  /// Writes what touches into the memory's contacts, and adds what it exerts to `forces` if given; returns the largest error in force of
  /// what was `assumed`.
  double judge(const Sweep<double>& sweep, const std::vector<double>& assumed, const std::vector<double>& atStart,
               FrameForce<double>* forces = nullptr) const {
    Memory& memory = sweep[memory_];
    memory.contacts.clear();
    double error = 0;
    std::size_t beginAssumed = 0, beginStart = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const ContactList before = ContactList::after(assumed, beginAssumed), start = ContactList::after(atStart, beginStart);
      const std::size_t count = memory.contacts.size();
      memory.contacts.push_back(0);
      if (items_[i].activeConnector) error = std::max(error, judgeSet(i, memory, sweep, before, start, forces));
      memory.contacts[count] = static_cast<double>((memory.contacts.size() - count - 1) / contactNumbers);
    }
    return error;
  }

  double judgeSet(std::size_t item, Memory& memory, const Sweep<double>& sweep, const ContactList& before, const ContactList& start,
                  FrameForce<double>* forces) const {
    const Law& law = items_[item];
    const Set& set = sets_[item];
    Neighbourhood& around = memory.around[item];
    std::vector<Touched>& touching = memory.touched;
    findNeighbours(law, set, around, sweep, memory.pattern);
    if (!sweep.contactsFollow) include(before, law, around, memory.pattern);
    constexpr double apart[4] = {1, 0, 0, 0};
    double error = 0;
    int nextBefore = 0, nextStart = 0, sphere = -1;
    PostNewton unused{};  // a set recommends no steps: among many contacts there is always one that begins
    for (auto pair = around.near.begin(); pair != around.near.end(); ++pair) {
      const double pairNumber = number(law, *pair);
      const bool acted = nextBefore < before.count && before.pair(nextBefore) == pairNumber, isTriangle = pair->second >= law.spheres();
      if (!acted && !isTriangle) {
        const Vector3 distance = around.positions[pair->second] - around.positions[pair->first];
        const double radii = law.radius(pair->first) + law.radius(pair->second);
        if (!(dot(distance, distance) < radii * radii)) continue;
      }
      Contact contact{pairNumber, {1, law.frictionProportionalZone, 0, 0}};  // of no regime of slip: to begin is no error of its own
      if (acted) contact = before[nextBefore++];
      while (nextStart < start.count && start.pair(nextStart) < pairNumber) ++nextStart;
      const double* atStart = nextStart < start.count && start.pair(nextStart) == pairNumber ? start.data(nextStart) : apart;
      const FramePair<double> frames = framesOf(set, *pair, sweep);
      FrameForce<double> on0, on1;
      if (!isTriangle) {
        const TwoSpheres spheres = law.between(pair->first, pair->second);
        const TwoSpheres::Contact<double> seen = spheres.seen(frames);
        error = std::max(error, spheres.judge(seen, contact.data, atStart, unused));
        if (forces && contact.data[0] < 0) spheres.wrenches(seen, contact.data, on0, on1);
      } else {
        if (pair->first != sphere) touch(law, set, around, pair, sweep, touching);
        sphere = pair->first;
        const int triangle = pair->second - law.spheres();
        const auto touched = std::find_if(touching.begin(), touching.end(), [&](const Touched& each) { return each.triangle == triangle; });
        if (!acted && touched == touching.end()) continue;
        const SphereOnTriangle on = onTriangle(law, set, sphere, triangle);
        const bool reaches = touched != touching.end(), leftOut = reaches && belongsToNearer(law, set, touching, *touched, sweep);
        const SphereOnTriangle::Contact<double> geometry = reaches ? touched->contact : on.contact(frames);
        error = std::max(error, on.judge(geometry, leftOut ? geometry.gap + on.radius : geometry.gap, contact.data, atStart, unused));
        if (forces && contact.data[0] < 0) on.wrenches(geometry, frames, contact.data, on0, on1);
      }
      if (!(contact.data[0] < 0)) continue;
      memory.contacts.insert(memory.contacts.end(), &contact.pair, &contact.pair + contactNumbers);
      if (!forces) continue;
      forces[set.frames[pair->first]] += on0;
      forces[set.frames[pair->second]] += on1;
    }
    return error;
  }

  /// Finds those of the sphere whose pairs with triangles begin here.
  static void touch(const Law& law, const Set& set, const Neighbourhood& around, std::vector<NearPair>::const_iterator pair,
                    const Sweep<double>& sweep, std::vector<Touched>& touching) {
    touching.clear();
    for (const int sphere = pair->first; pair != around.near.end() && pair->first == sphere; ++pair) {
      const int triangle = pair->second - law.spheres();
      const FramePair<double> frames = framesOf(set, *pair, sweep);
      const Vector3* corners = &law.trianglePoints[3 * triangle];
      const double reach = (1 + 1e-9) * law.radius(sphere);  // more than the radius by what rounding may do
      if (set.faces[triangle].isFar(corners, SphereOnTriangle::localCenter(frames), reach)) continue;
      const SphereOnTriangle on = onTriangle(law, set, sphere, triangle);
      auto contact = on.geometry(frames);
      if (!(contact.gap < 0)) continue;
      on.setVelocity(contact, frames);
      touching.push_back({triangle, contact, around.positions[sphere] + contact.displacement});
    }
  }
  /// Whether the point of a contact is one of another triangle too, which is nearer or comes first: neighbouring triangles share their
  /// edges, and these act once.
  static bool belongsToNearer(const Law& law, const Set& set, const std::vector<Touched>& touching, const Touched& one,
                              const Sweep<double>& sweep) {
    for (const Touched& other : touching) {
      if (other.triangle == one.triangle) continue;
      const Vector3* corners = &law.trianglePoints[3 * other.triangle];
      const double same = 1e-9 * norm(corners[1] - corners[0]);
      const double further = other.contact.gap - one.contact.gap;
      if (further > same || (further > -same && other.triangle > one.triangle)) continue;
      const FrameKinematics<double>& frame = sweep.frames[set.frames[law.spheres() + other.triangle]];
      const Vector3 point = transposeTimes(frame.rotation, one.point - frame.position);
      const NearestPoint nearest = SphereOnTriangle::nearest(corners, set.faces[other.triangle], point);
      if (norm(nearest.projection * point + nearest.origin - point) < same) return true;
    }
    return false;
  }

  static FramePair<double> framesOf(const Set& set, const NearPair& pair, const Sweep<double>& sweep) {
    return {sweep.frames[set.frames[pair.first]], sweep.frames[set.frames[pair.second]]};
  }

  /// Searches again where something has moved too far for what was found.
  static void findNeighbours(const Law& law, const Set& set, Neighbourhood& around, const Sweep<double>& sweep, long& pattern) {
    if (around.version != set.version) {
      around.version = set.version, around.reach = set.leastReach;
      around.searched.clear();
    }
    const int spheres = law.spheres(), corners = 3 * law.triangles();
    around.positions.resize(spheres + corners);
    for (int i = 0; i < spheres; ++i) around.positions[i] = sweep.frames[set.frames[i]].position;
    for (int c = 0; c < corners; ++c) {
      const FrameKinematics<double>& frame = sweep.frames[set.frames[spheres + c / 3]];
      around.positions[spheres + c] = frame.position + frame.rotation * law.trianglePoints[c];
    }
    ++around.evaluations;
    bool valid = around.searched.size() == around.positions.size();
    const double far = around.reach * around.reach / 4;
    for (std::size_t i = 0; valid && i < around.positions.size(); ++i) {
      const Vector3 moved = around.positions[i] - around.searched[i];
      valid = dot(moved, moved) < far;
    }
    if (valid) return;
    if (around.evaluations < often && around.reach < widest * set.leastReach) around.reach *= 2;
    if (around.evaluations > seldom && around.reach > set.leastReach) around.reach /= 2;
    around.evaluations = 0;
    around.searched = around.positions;
    std::vector<Box> boxes;
    for (int c = 0; c < corners; c += 3) {
      const Vector3* points = &around.positions[spheres + c];
      Box box{points[0], points[0]};
      for (int k = 0; k < 3; ++k) {
        box.least[k] = std::min({points[0][k], points[1][k], points[2][k]});
        box.most[k] = std::max({points[0][k], points[1][k], points[2][k]});
      }
      boxes.push_back(box);
    }
    const std::span<const Vector3> centers = std::span(around.positions).first(spheres);
    std::vector<NearPair> found = nearPairs(centers, law.radii(), boxes, around.reach);
    if (found == around.near) return;
    around.near = std::move(found);
    ++pattern;
  }

  /// Contacts that act are neighbours, wherever they were found.
  static void include(const ContactList& acting, const Law& law, Neighbourhood& around, long& pattern) {
    std::size_t next = 0;
    std::vector<NearPair> found;
    for (int i = 0; i < acting.count; ++i) {
      while (next < around.near.size() && number(law, around.near[next]) < acting.pair(i)) ++next;
      if (next == around.near.size() || number(law, around.near[next]) != acting.pair(i)) found.push_back(pairOf(law, acting.pair(i)));
    }
    if (found.empty()) return;
    around.near.insert(around.near.end(), found.begin(), found.end());
    std::sort(around.near.begin(), around.near.end());
    ++pattern;
  }

  // The reach of a search: doubled where searches are needed often, halved where seldom, between this and so many times this.
  static constexpr double widest = 4;
  static constexpr int often = 10, seldom = 200;  // evaluations between two searches

  std::vector<Set> sets_;
  Drawer<Memory> memory_;
};

/// Where a marker is at the start, if it is at the origin of its node or body.
std::optional<Vector3> startOf(Neighbour item, const Neighbours& others) {
  const auto valueOf = [&](const char* name) -> std::optional<Target> {
    const Parameter* parameter = item.type->parameter(name);
    return parameter ? std::optional(parameter->target(const_cast<void*>(item.value))) : std::nullopt;
  };
  for (const char* carrier : {"bodyNumber", "nodeNumber"}) {
    if (!item) return {};
    const auto target = valueOf(carrier);
    if (!target) continue;
    if (const auto local = valueOf("localPosition"); local && !(*local->as<Vector3>() == Vector3{})) return {};
    if (const auto* body = target->as<ObjectIndex>())
      item = others(*body);
    else if (const auto* node = target->as<NodeIndex>())
      item = others(*node);
    else
      return {};
  }
  if (!item) return {};
  Vector3 place{};
  for (const char* part : {"referenceCoordinates", "initialCoordinates"}) {
    const auto target = valueOf(part);
    if (!target) continue;
    const double* numbers = nullptr;
    if (const auto* point = target->as<Vector3>()) numbers = &point->x;
    if (const auto* six = target->as<Vector6>()) numbers = six->data();
    if (const auto* seven = target->as<Vector7>()) numbers = seven->data();
    if (!numbers) return {};
    place += Vector3{numbers[0], numbers[1], numbers[2]};
  }
  return place;
}

/// Calls `use` with pairs of spheres that overlap at the start, and their distance.
template <class Use>
void overlapsAtStart(const Law& law, const Neighbours& others, const Use& use) {
  std::vector<Vector3> centers;
  std::vector<double> radii;
  std::vector<int> spheres;
  for (int i = 0; i < law.spheres(); ++i) {
    const auto place = startOf(others(law.markerNumbers[i]), others);
    if (!place || !(law.radius(i) > 0)) continue;
    centers.push_back(*place), radii.push_back(law.radius(i)), spheres.push_back(i);
  }
  for (const NearPair& pair : nearPairs(centers, radii, {}, 0))
    use(spheres[pair.first], spheres[pair.second], norm(centers[pair.second] - centers[pair.first]));
}

std::string named(int first, int second) { return "spheres " + std::to_string(first) + " and " + std::to_string(second); }

bool radiiFit(const Law& law) { return law.spheresRadii.size() == 1 || law.spheresRadii.size() == law.markerNumbers.size(); }

void check(const Law& law, const Complain& complain) {
  checkPlasticity(law, complain);
  if (law.markerNumbers.empty()) complain("markerNumbers", "must name at least one marker: the centre of a sphere");
  std::vector<int> markers;
  for (const MarkerIndex marker : law.markerNumbers) markers.push_back(marker.index);
  std::sort(markers.begin(), markers.end());
  if (const auto twice = std::adjacent_find(markers.begin(), markers.end()); twice != markers.end())
    complain("markerNumbers", "names marker " + std::to_string(*twice) + " twice");
  if (!radiiFit(law))
    complain("spheresRadii", "must have one radius for all spheres or one for each of " + std::to_string(law.spheres()) + ", got " +
                                 std::to_string(law.spheresRadii.size()));
  const auto& points = law.trianglePoints;
  if (points.size() % 3 != 0) complain("trianglePoints", "must have three points for each triangle, got " + std::to_string(points.size()));
  const std::size_t markersOfTriangles = law.triangleMarkers.size();
  if (!points.empty() && markersOfTriangles != 1 && markersOfTriangles != points.size() / 3)
    complain("triangleMarkers", "must have one marker for all triangles or one for each of " + std::to_string(law.triangles()) + ", got " +
                                    std::to_string(markersOfTriangles));
  for (std::size_t c = 0; c + 2 < points.size(); c += 3)
    if (!(norm(cross(points[c + 1] - points[c], points[c + 2] - points[c])) > 0))
      complain("trianglePoints", "the three points of triangle " + std::to_string(c / 3) + " lie on a line");
}
void checkAmong(const Law& law, const Neighbours& others, const Complain& complain) {
  if (!radiiFit(law)) return;
  bool said = false;
  overlapsAtStart(law, others, [&](int first, int second, double distance) {
    if (distance > 0 || said) return;
    said = true;
    complain("markerNumbers", named(first, second) + " start at the same place, which gives no direction to push them apart");
  });
}
void warnAmong(const Law& law, const Neighbours& others, const Complain& complain) {
  if (!radiiFit(law)) return;
  constexpr double deep = 0.05;  // of the smaller radius; what lies on each other overlaps by much less
  int count = 0, worst[2] = {};
  double deepest = 0;
  overlapsAtStart(law, others, [&](int first, int second, double distance) {
    const double overlap = law.radius(first) + law.radius(second) - distance;
    if (overlap <= deep * std::min(law.radius(first), law.radius(second)) || distance == 0) return;
    ++count;
    if (overlap > deepest) deepest = overlap, worst[0] = first, worst[1] = second;
  });
  if (count == 0) return;
  char depth[32];
  std::snprintf(depth, sizeof depth, "%.3g", deepest);
  complain("markerNumbers", (count == 1 ? std::string() : std::to_string(count) + " pairs overlap at the start, most of them ") +
                                named(worst[0], worst[1]) + (count == 1 ? " overlap at the start" : "") + " by " + depth +
                                " m: they will fly apart");
}

constexpr ParameterOf<Law> parameters[] = {
    {"markerNumbers", &Law::markerNumbers, capability::position, Presence::required,
     "markers at the centres of the spheres; with friction they need an orientation"},
    {"spheresRadii", &Law::spheresRadii, unit::metre, positive, Presence::required, "radii of the spheres: one for all, or one for each"},
    {"triangleMarkers", &Law::triangleMarkers, capability::position | capability::orientation, Presence::optional,
     "markers in whose frames the triangles lie: one for all, or one for each"},
    {"trianglePoints", &Law::trianglePoints, unit::metre, anyNumber, Presence::optional,
     "corners of the triangles, three for each, in the frames of their markers"},
    frictionParameter<Law>(),
    frictionZoneParameter<Law>(),
    stiffnessParameter<Law>(),
    dampingParameter<Law>(),
    exponentParameter<Law>(),
    pullOffParameter<Law>(),
    plasticityParameter<Law>(),
    adhesionParameter<Law>(),
    adhesionExponentParameter<Law>(),
    restitutionParameter<Law>(),
    impactVelocityParameter<Law>(unit::metrePerSecond),
    impactModelParameter<Law>(sphereImpactText),
    activeConnectorParameter<Law>()};

constexpr ItemDescription<Law> description = {
    .type = "ContactSpheres",
    .summary = "Contact of many spheres among themselves and with triangles, with restitution or adhesion, and friction.",
    .equation =
        "f_n = k_c\\, \\delta^n \\left(1 + \\frac{\\lambda(e)}{\\dot\\delta_-}\\, v_n\\right) - d_c\\, v_n, \\quad "
        "f_t = -\\mu\\, f_n \\frac{v_t}{\\max(|v_t|, v_{reg})} \\quad \\text{for each pair with } \\delta > 0",
    .outputs = {{OutputVariable::Force, unit::newton, 3, "force of the spheres on the triangles, global"},
                {OutputVariable::DisplacementLocal, unit::metre, 1,
                 "the smallest gap: minus the deepest overlap; 0 where nothing touches"}},
    .visualization = {"color"},
    .drawnAs = {"sphereSet", {{"radii", "spheresRadii"}, {"points", "trianglePoints"}, {"triangleMarkers", "triangleMarkers"}}},
    .check = [](const Law& law, const Complain& complain) { check(law, complain); },
    .checkAmong = [](const Law& law, const Neighbours& others, const Complain& complain) { checkAmong(law, others, complain); },
    .warn =
        [](const Law& law, const Complain& complain) {
          if (law.contactStiffness == 0) complain("contactStiffness", "the spheres exert no elastic force: contactStiffness is 0");
          if (law.trianglePoints.empty() && !law.triangleMarkers.empty())
            complain("triangleMarkers", "has no effect without trianglePoints");
          warnOfRestitution(law, complain);
          warnOfAdhesion(law, complain);
        },
    .warnAmong = [](const Law& law, const Neighbours& others, const Complain& complain) { warnAmong(law, others, complain); },
    .orientationFor = [](const Law& law) { return law.dynamicFriction != 0 ? "dynamicFriction" : nullptr; }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace

const ItemType& objects::ContactSpheres = registered;

}  // namespace slipstick
