// A set of contacts: many spheres with each other and with triangles, by the laws of ContactSphereSphere and ContactSphereTriangle, and
// with cables in the xy plane, which treat them as circles.
//
// The neighbour list is rebuilt when something has moved by half the search distance. Only touching pairs exert forces. State::contacts
// stores active contacts: for each set their number and then for each contact the pair, gap, slip speed, impact velocity and plastic
// overlap (for a cable segment the data of CircleOnCable). They are sorted by pair, so that sums are bit-identical for every neighbour
// list. Explicit solvers detect contacts in each evaluation; Newton's method holds the contacts of the last PostNewton evaluation.
//
// Compiled for speed: large models have many of this item.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>

#include "core/items/contact/circle_on_cable.h"
#include "core/items/contact/neighbours.h"
#include "core/items/contact/sphere_triangle.h"
#include "core/items/contact/two_spheres.h"
#include "core/system/bytes.h"

namespace slipstick {
namespace {

/// Differences between a set and one item per pair.
enum class Model { pairs, pushes };
constexpr Choice contactModels[] = {{0, "Pairs"}, {1, "Pushes"}};

struct ContactSpheres : AdhesiveContact {
  std::vector<MarkerIndex> markerNumbers;
  VectorX spheresRadii;
  std::vector<MarkerIndex> triangleMarkers;
  std::vector<Vector3> trianglePoints;
  std::vector<MarkerIndex> cableMarkers;
  VectorX cableHalfHeights;
  std::vector<int> spheresMaterials, triangleMaterials, cableMaterials;
  MatrixX frictionPairings, stiffnessPairings, dampingPairings, cableStiffnessPairings, cableDampingPairings;
  int contactModel;
  bool sphereSphereContact;
  bool activeConnector;

  int spheres() const { return static_cast<int>(markerNumbers.size()); }
  int triangles() const { return static_cast<int>(trianglePoints.size()) / 3; }
  int cables() const { return static_cast<int>(cableMarkers.size()); }
  /// The number of spheres and triangles; cables follow after these.
  int bodies() const { return spheres() + triangles(); }
  bool isCable(const NearPair& pair) const { return pair.second >= bodies(); }
  /// The number of contacts that a pair may have.
  int slots() const { return cableMarkers.empty() ? 1 : mostCableSegments; }
  double radius(int sphere) const { return spheresRadii[spheresRadii.size() == 1 ? 0 : sphere]; }
  std::vector<double> radii() const {
    std::vector<double> list;
    for (int i = 0; i < spheres(); ++i) list.push_back(radius(i));
    return list;
  }
  MarkerIndex triangleMarker(int triangle) const { return triangleMarkers[triangleMarkers.size() == 1 ? 0 : triangle]; }
  bool onlyPushes() const { return contactModel == static_cast<int>(Model::pushes); }

  static int material(const std::vector<int>& list, int i) { return list.empty() ? 0 : list[list.size() == 1 ? 0 : i]; }
  int materials() const {
    return std::max(
        {1, frictionPairings.rows, stiffnessPairings.rows, dampingPairings.rows, cableStiffnessPairings.rows, cableDampingPairings.rows});
  }
  double halfHeight(int cable) const { return cableHalfHeights.empty() ? 0 : cableHalfHeights[cableHalfHeights.size() == 1 ? 0 : cable]; }
  /// The contact parameters of two materials.
  Pairing pairing(int material0, int material1) const {
    Pairing pair{*this, 0, 0};
    const auto take = [&](double& value, const MatrixX& of) {
      if (of.rows > 0) value = of.values[material0 * of.columns + material1];
    };
    take(pair.dynamicFriction, frictionPairings), take(pair.contactStiffness, stiffnessPairings),
        take(pair.contactDamping, dampingPairings);
    take(pair.cableStiffness, cableStiffnessPairings), take(pair.cableDamping, cableDampingPairings);
    return pair;
  }
};
using Law = ContactSpheres;

/// An active contact, as stored in State::contacts. The pair is encoded as one number, see numberOf().
struct Contact {
  double pair;
  double data[4];
};
constexpr int contactNumbers = sizeof(Contact) / sizeof(double);

/// The contacts of one set within the contacts of all sets.
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
  /// The contacts of the next set, in an array that starts at `begin`.
  static ContactList after(const std::vector<double>& all, std::size_t& begin) {
    if (begin >= all.size()) return {};
    const ContactList list{all.data() + begin + 1, static_cast<int>(all[begin])};
    begin += 1 + static_cast<std::size_t>(list.count) * contactNumbers;
    return list;
  }
};

/// A triangle with its bounding planes: normals of the face and, in the face, of the edges.
struct BoundedFace : TriangleFace {
  Vector3 normal, outward[3];

  explicit BoundedFace(const Vector3* points) : TriangleFace(points), normal((1 / norm(up)) * up) {
    for (int e = 0; e < 3; ++e) {
      const Vector3 side = cross(points[(e + 1) % 3] - points[e], up);
      outward[e] = (1 / norm(side)) * side;
    }
  }
  /// Whether a centre is farther from the triangle than `distance`; conservative: some far centres count as near.
  bool isFar(const Vector3* points, const Vector3& center, double distance) const {
    if (std::abs(dot(normal, center - points[0])) > distance) return true;
    for (int e = 0; e < 3; ++e)
      if (dot(outward[e], center - points[e]) > distance) return true;
    return false;
  }
};

/// Data of a set derived from its parameters.
struct Set {
  std::vector<int> frames;  // of the spheres, then of the triangles
  std::vector<CablePlace> cables;
  std::vector<int> materials;  // of the spheres, the triangles, the cables
  std::vector<Pairing> pairings;
  int materialCount = 1;
  std::vector<BoundedFace> faces;
  double leastReach = 0;
  std::int64_t version = 0;  // changes with the parameters

  const Pairing& law(const NearPair& pair) const { return pairings[materials[pair.first] * materialCount + materials[pair.second]]; }
};
/// The neighbour list of a set: a cache that is reused between evaluations.
struct Neighbourhood {
  std::vector<NearPair> near;
  std::vector<Vector3> positions, searched;  // of spheres, corners and points around cables: current, and at the last search
  double reach = 0;
  int evaluations = 0;        // since the last search
  std::int64_t version = -1;  // of the set

  /// Memory in addition to the object itself.
  std::size_t bytes() const { return bytesOf(near, positions, searched); }
};

class Loop final : public LoopOf<Loop, Law, role::Acting, role::Surfaced, role::Discontinuous, role::Connecting, role::Deriving,
                                 role::Remembering, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly&) override { keep(modelItem); }
  void connect(Assembly& assembly) override {
    assembly.add(memory_);
    memory_.empty->around.resize(items_.size());
    std::size_t columns = 0;
    for (const Law& law : items_) {
      Set& set = sets_.emplace_back();
      const auto join = [&](MarkerIndex marker) {
        set.frames.push_back(assembly.markers[marker.index].frame);
        if (law.spheres() > 0) assembly.frameJacobians[set.frames.back()] = 1;
      };
      for (const MarkerIndex marker : law.markerNumbers) join(marker);
      for (int t = 0; t < law.triangles(); ++t) join(law.triangleMarker(t));
      for (const MarkerIndex marker : law.cableMarkers) {
        set.cables.push_back(assembly.cables[assembly.markers[marker.index].cable]);
      }
      if (!set.cables.empty())
        for (const int frame : set.frames) columns = std::max(columns, 8 + assembly.frames[frame].size());
    }
    memory_.empty->block.resize(columns * columns), memory_.empty->coordinates.resize(columns);
    for (std::size_t i = 0; i < items_.size(); ++i) changed(static_cast<int>(i));
  }
  void changed(int index) override {
    const Law& law = items_[index];
    Set& set = sets_[index];
    const std::vector<double> radii = law.radii();
    set.leastReach = radii.empty() ? 0 : 0.5 * *std::min_element(radii.begin(), radii.end());
    set.faces.clear();
    for (int t = 0; t < law.triangles(); ++t) set.faces.emplace_back(&law.trianglePoints[3 * t]);
    set.materials.clear(), set.pairings.clear();
    for (int i = 0; i < law.spheres(); ++i) set.materials.push_back(Law::material(law.spheresMaterials, i));
    for (int t = 0; t < law.triangles(); ++t) set.materials.push_back(Law::material(law.triangleMaterials, t));
    for (int c = 0; c < law.cables(); ++c) set.materials.push_back(Law::material(law.cableMaterials, c));
    set.materialCount = law.materials();
    for (int i = 0; i < set.materialCount; ++i)
      for (int k = 0; k < set.materialCount; ++k) set.pairings.push_back(law.pairing(i, k));
    ++set.version;
  }

  /// First includes the active contacts, so that tangent() does not change the pattern afterwards.
  std::int64_t pattern(const Sweep<double>& sweep) const override {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < items_.size(); ++i)
      include(ContactList::after(*sweep.contacts, begin), items_[i], sweep[memory_].around[i], sweep[memory_].pattern);
    return sweep[memory_].pattern;
  }
  LoopMemory memory(const Sweep<double>& sweep) const override {
    const Memory& memory = sweep[memory_];
    return {std::make_shared<Memory>(memory), memory.bytes()};
  }
  void recall(const void* memory, Sweep<double>& sweep) const override {
    sweep[memory_] = *static_cast<const Memory*>(memory);
    for (std::size_t i = 0; i < sets_.size(); ++i) sweep[memory_].around[i].version = sets_[i].version;
  }
  bool isDiscontinuous() const override {
    return std::any_of(items_.begin(), items_.end(), [](const Law& law) { return law.spheres() > 0; });
  }
  role::Surfaces surfaces(int index) const override {
    const Law& law = items_[index];
    const Set& set = sets_[index];
    const std::span<const int> frames = set.frames;
    return {frames.first(law.spheres()), frames.subspan(law.spheres()), law.spheresRadii, law.trianglePoints, set.cables, set.version};
  }

  void lawsOf(Sweep<double>& sweep) const {
    if (!sweep.contactsFollow) return addForces(sweep);
    judge(sweep, *sweep.contacts, *sweep.contacts, {}, sweep.frameForces);
    sweep[memory_].judgedAt = sweep.number;
  }

  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    pattern(sweep);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Law& law = items_[i];
      const Set& set = sets_[i];
      const ContactList acting = ContactList::after(*sweep.contacts, begin);
      int next = 0;
      for (const NearPair& pair : sweep[memory_].around[i].near) {
        if (law.isCable(pair)) {
          cableTangent(law, set, pair, acting, next, tangent, sweep);
          continue;
        }
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
    if (memory.judgedAt != sweep.number || !sweep.contactsFollow) error = judge(sweep, *post.contacts, *post.contactsAtStart, post.ways);
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
      if (law.isCable(pair)) continue;
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
  /// The triangles that overlap a sphere.
  struct Touched {
    int triangle;
    SphereOnTriangle::Contact<double> contact;
    Vector3 point;  // nearest to the centre, global
  };
  struct Memory {
    std::vector<Neighbourhood> around;
    std::vector<double> contacts;  // from the last judge()
    std::int64_t judgedAt = -1;    // number of that evaluation
    std::int64_t pattern = 0;
    std::vector<Touched> touched;  // workspace of judge()
    std::vector<double> block;     // workspace of tangent()
    std::vector<int> coordinates;  // the same

    std::size_t bytes() const {
      std::size_t sum = sizeof *this + bytesOf(around, contacts);
      for (const Neighbourhood& each : around) sum += each.bytes();
      return sum;
    }
  };

  /// (first · things + second) · slots + segment.
  static double number(const Law& law, const NearPair& pair, int segment = 0) {
    const double things = law.bodies() + law.cables();
    return (static_cast<double>(pair.first) * things + pair.second) * law.slots() + segment;
  }
  static NearPair pairOf(const Law& law, double number) {
    const double things = law.bodies() + law.cables(), pair = std::floor(number / law.slots()), first = std::floor(pair / things);
    return {static_cast<int>(first), static_cast<int>(pair - first * things)};
  }
  static TwoSpheres between(const Law& law, const Set& set, const NearPair& pair) {
    return {set.law(pair), law.radius(pair.first), law.radius(pair.second)};
  }
  static SphereOnTriangle onTriangle(const Law& law, const Set& set, const NearPair& pair) {
    const int triangle = pair.second - law.spheres();
    return {set.law(pair), law.radius(pair.first), &law.trianglePoints[3 * triangle], set.faces[triangle], law.onlyPushes()};
  }
  static CircleOnCable onCable(const Law& law, const Set& set, const NearPair& pair) {
    const int cable = pair.second - law.bodies();
    return {set.law(pair), law.radius(pair.first), law.halfHeight(cable), set.cables[cable]};
  }
  template <class Use>
  static void withLaw(const Law& law, const Set& set, const NearPair& pair, const Use& use) {
    if (pair.second < law.spheres())
      use(between(law, set, pair));
    else
      use(onTriangle(law, set, pair));
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
        if (law.isCable(pair)) {
          addCableForces(onCable(law, set, pair), set.frames[pair.first], acting.data(k), sweep, sweep.frameForces);
          continue;
        }
        FrameForce<double> on0, on1;
        wrenches(law, set, pair, sweep, acting.data(k), on0, on1);
        sweep.frameForces[set.frames[pair.first]] += on0;
        sweep.frameForces[set.frames[pair.second]] += on1;
      }
    }
  }

  static void addCableForces(const CircleOnCable& on, int frame, const double* data, const Sweep<double>& sweep,
                             FrameForce<double>* forces) {
    on.addForces(CableMotion(on.cable, sweep), sweep.frames[frame], data, sweep.residual, forces[frame]);
  }
  /// Handles the contacts of one pair, which begin at `next`, and moves `next` past them.
  void cableTangent(const Law& law, const Set& set, const NearPair& pair, const ContactList& acting, int& next, Tangent& tangent,
                    Sweep<double>& sweep) const {
    const CircleOnCable on = onCable(law, set, pair);
    const int frame = set.frames[pair.first];
    const FrameJacobian& jacobian = (*tangent.frames)[frame];
    const int columns = 8 + jacobian.size;
    std::vector<double>& block = sweep[memory_].block;
    int* coordinates = sweep[memory_].coordinates.data();
    std::copy_n(on.cable.coordinates.begin(), 8, coordinates);
    std::copy_n(jacobian.coordinates, jacobian.size, coordinates + 8);
    const double end = number(law, pair, law.slots());
    if (next == acting.count || acting.pair(next) >= end) return tangent.sink.skip(coordinates, columns, coordinates, columns);
    std::fill_n(block.begin(), columns * columns, 0.0);
    const CableMotion motion(on.cable, sweep);
    for (; next < acting.count && acting.pair(next) < end; ++next)
      on.addTangent(tangent.factors, motion, sweep.frames[frame], jacobian, acting.data(next), block.data(), sweep.frameForces[frame]);
    tangent.sink.add(coordinates, columns, coordinates, columns, block.data(), columns);
  }

  /// Writes the touching pairs into the memory's contacts, and adds their forces to `forces` if given. Returns the largest error in force
  /// of the `assumed` contacts, or of those that count the change of their number.
  double judge(const Sweep<double>& sweep, const std::vector<double>& assumed, const std::vector<double>& atStart, const JudgingWays& ways,
               FrameForce<double>* forces = nullptr) const {
    Memory& memory = sweep[memory_];
    memory.contacts.clear();
    double error = 0;
    std::size_t beginAssumed = 0, beginStart = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const ContactList before = ContactList::after(assumed, beginAssumed), start = ContactList::after(atStart, beginStart);
      const std::size_t count = memory.contacts.size();
      memory.contacts.push_back(0);
      const double missed = items_[i].activeConnector && items_[i].spheres() > 0 ? judgeSet(i, memory, sweep, before, start, forces) : 0;
      const double acting = memory.contacts[count] = static_cast<double>((memory.contacts.size() - count - 1) / contactNumbers);
      error = std::max(error, ways.counts && items_[i].onlyPushes() ? std::abs(acting - before.count) : missed);
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
    for (auto pair = around.near.begin(); pair != around.near.end(); ++pair) {
      if (law.isCable(*pair)) {
        error = std::max(error, judgeCable(law, set, *pair, memory, sweep, before, nextBefore, forces));
        continue;
      }
      const double pairNumber = number(law, *pair);
      const bool acted = nextBefore < before.count && before.pair(nextBefore) == pairNumber, isTriangle = pair->second >= law.spheres();
      if (!acted && !isTriangle) {
        const Vector3 distance = around.positions[pair->second] - around.positions[pair->first];
        const double radii = law.radius(pair->first) + law.radius(pair->second);
        if (!(dot(distance, distance) < radii * radii)) continue;
      }
      Contact contact{pairNumber, {1, law.frictionProportionalZone, 0, 0}};  // no slip regime: a new contact is not an error
      if (acted) contact = before[nextBefore++];
      while (nextStart < start.count && start.pair(nextStart) < pairNumber) ++nextStart;
      const double* atStart = nextStart < start.count && start.pair(nextStart) == pairNumber ? start.data(nextStart) : apart;
      const FramePair<double> frames = framesOf(set, *pair, sweep);
      FrameForce<double> on0, on1;
      const bool mustPush = law.onlyPushes() && !(isTriangle && sweep.contactsFollow);
      const auto acts = [&](const auto& pairLaw, const auto& geometry) {
        return settle(mustPush, pairLaw, geometry, acted, contact.data, atStart, error);
      };
      bool touches = false;
      if (!isTriangle) {
        const TwoSpheres spheres = between(law, set, *pair);
        const TwoSpheres::Contact<double> seen = spheres.seen(frames);
        touches = acts(spheres, seen);
        if (forces && touches) spheres.wrenches(seen, contact.data, on0, on1);
      } else {
        if (pair->first != sphere) touch(law, set, around, pair, sweep, touching);
        sphere = pair->first;
        const int triangle = pair->second - law.spheres();
        const auto touched = std::find_if(touching.begin(), touching.end(), [&](const Touched& each) { return each.triangle == triangle; });
        if (!acted && touched == touching.end()) continue;
        const SphereOnTriangle on = onTriangle(law, set, *pair);
        const bool reaches = touched != touching.end();
        const bool leftOut = reaches ? isLeftOut(law, set, touching, *touched, sweep) : on.isBehind(frames);
        SphereOnTriangle::Contact<double> geometry = reaches ? touched->contact : on.contact(frames);
        if (leftOut) geometry.gap += on.radius;
        touches = acts(on, geometry);
        if (forces && touches) on.wrenches(geometry, frames, contact.data, on0, on1);
      }
      if (!touches) continue;
      memory.contacts.insert(memory.contacts.end(), &contact.pair, &contact.pair + contactNumbers);
      if (!forces) continue;
      forces[set.frames[pair->first]] += on0;
      forces[set.frames[pair->second]] += on1;
    }
    return error;
  }

  /// Judges the segments of a cable, like judgeSet().
  static double judgeCable(const Law& law, const Set& set, const NearPair& pair, Memory& memory, const Sweep<double>& sweep,
                           const ContactList& before, int& nextBefore, FrameForce<double>* forces) {
    const CircleOnCable on = onCable(law, set, pair);
    const int frame = set.frames[pair.first];
    const FrameKinematics<double>& circle = sweep.frames[frame];
    const CableMotion motion(on.cable, sweep);
    double error = 0;
    for (int segment = 0; segment < on.cable.segments; ++segment) {
      Contact contact{number(law, pair, segment), {}};
      const bool acted = nextBefore < before.count && before.pair(nextBefore) == contact.pair;
      if (acted) ++nextBefore;
      const bool reaches = on.cut(motion, {circle.position.x, circle.position.y}, segment, contact.data);
      const double push = reaches ? on.judge(motion, circle, contact.data) : 0;
      if ((push > 0) != acted) error += std::abs(push);
      if (!(push > 0)) continue;
      memory.contacts.insert(memory.contacts.end(), &contact.pair, &contact.pair + contactNumbers);
      if (forces) on.addForces(motion, circle, contact.data, sweep.residual, forces[frame]);
    }
    return error;
  }

  /// Updates the data of a contact. Returns whether it is active; if this differs from `acted`, `error` is updated.
  template <class PairLaw>
  static bool settle(bool mustPush, const PairLaw& pairLaw, const typename PairLaw::template Contact<double>& contact, bool acted,
                     double* data, const double* atStart, double& error) {
    PostNewton unused{};                  // a set recommends no steps: among many contacts, one begins at almost every step
    if (mustPush) data[0] = contact.gap;  // contact is determined by the force, not by the gap
    double missed = pairLaw.judge(contact, data, atStart, unused);
    bool acts = data[0] < 0;
    if (mustPush) {
      const double push = pairLaw.normalForce(contact, data);
      acts = acts && push > 0;
      if (acts != acted) missed += std::abs(push);
    }
    error = std::max(error, missed);
    return acts;
  }

  /// Finds the contacts of the sphere whose pairs with triangles begin at this position.
  static void touch(const Law& law, const Set& set, const Neighbourhood& around, std::vector<NearPair>::const_iterator pair,
                    const Sweep<double>& sweep, std::vector<Touched>& touching) {
    touching.clear();
    for (const int sphere = pair->first; pair != around.near.end() && pair->first == sphere && !law.isCable(*pair); ++pair) {
      const int triangle = pair->second - law.spheres();
      const FramePair<double> frames = framesOf(set, *pair, sweep);
      const Vector3* corners = &law.trianglePoints[3 * triangle];
      const double reach = (1 + 1e-9) * law.radius(sphere);  // radius with a margin for rounding errors
      if (set.faces[triangle].isFar(corners, SphereOnTriangle::localCenter(frames), reach)) continue;
      const SphereOnTriangle on = onTriangle(law, set, *pair);
      auto contact = on.geometry(frames);
      if (!(contact.gap < 0) || on.isBehind(frames)) continue;
      on.setVelocity(contact, frames);
      touching.push_back({triangle, contact, around.positions[sphere] + contact.displacement});
    }
  }
  /// Whether other contacts replace this contact: neighbouring triangles share their edges. With onlyPushes(), each of two triangles takes
  /// half the force of their common edge, unless the sphere rests on a face of the same marker that covers the edge.
  static bool isLeftOut(const Law& law, const Set& set, const std::vector<Touched>& touching, const Touched& one,
                        const Sweep<double>& sweep) {
    if (!law.onlyPushes() || one.contact.edge < 0) return belongsToNearer(law, set, touching, one, sweep);
    const int frame = set.frames[law.spheres() + one.triangle];
    for (const Touched& other : touching) {
      if (other.contact.edge >= 0 || set.frames[law.spheres() + other.triangle] != frame) continue;
      const Vector3 above = sweep.frames[frame].rotation * set.faces[other.triangle].normal;
      if (dot(above, one.point - other.point) <= 1e-12 * norm(one.point - other.point)) return true;
    }
    return false;
  }
  /// Whether the contact point also belongs to another triangle that is nearer or has a smaller number.
  static bool belongsToNearer(const Law& law, const Set& set, const std::vector<Touched>& touching, const Touched& one,
                              const Sweep<double>& sweep) {
    for (const Touched& other : touching) {
      if (other.triangle == one.triangle || (law.onlyPushes() && other.contact.edge >= 0)) continue;
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

  /// The positions of the spheres, the corners of the triangles, and four points around each cable.
  static void place(const Law& law, const Set& set, const Sweep<double>& sweep, std::vector<Vector3>& positions) {
    const int spheres = law.spheres(), corners = 3 * law.triangles();
    positions.resize(spheres + corners + 4 * law.cables());
    for (int i = 0; i < spheres; ++i) positions[i] = sweep.frames[set.frames[i]].position;
    for (int c = 0; c < corners; ++c) {
      const FrameKinematics<double>& frame = sweep.frames[set.frames[spheres + c / 3]];
      positions[spheres + c] = frame.position + frame.rotation * law.trianglePoints[c];
    }
    for (int c = 0; c < law.cables(); ++c) {
      // A cubic curve is contained in the convex hull of its Bézier control points.
      const CableMotion motion(set.cables[c], sweep);
      const auto& r = motion.position;
      const Vec2<double> points[4] = {r[0], r[0] + (1 / 3.) * r[1], r[2] - (1 / 3.) * r[3], r[2]};
      for (int k = 0; k < 4; ++k) positions[spheres + corners + 4 * c + k] = {points[k].x, points[k].y, 0};
    }
  }

  /// Rebuilds the neighbour list if something has moved too far.
  static void findNeighbours(const Law& law, const Set& set, Neighbourhood& around, const Sweep<double>& sweep, std::int64_t& pattern) {
    if (around.version != set.version) {
      around.version = set.version, around.reach = set.leastReach;
      around.searched.clear();
    }
    place(law, set, sweep, around.positions);
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
    const int spheres = law.spheres();
    std::vector<Box> boxes;
    const auto addBox = [&](std::span<const Vector3> points, double around) {
      Box box{points[0], points[0]};
      for (const Vector3& point : points)
        for (int k = 0; k < 3; ++k) box.least[k] = std::min(box.least[k], point[k]), box.most[k] = std::max(box.most[k], point[k]);
      for (int k = 0; k < 2; ++k) box.least[k] -= around, box.most[k] += around;
      boxes.push_back(box);
    };
    const std::span<const Vector3> points = std::span<const Vector3>(around.positions).subspan(spheres);
    for (int t = 0; t < law.triangles(); ++t) addBox(points.subspan(3 * t, 3), 0);
    for (int c = 0; c < law.cables(); ++c) addBox(points.subspan(3 * law.triangles() + 4 * c, 4), law.halfHeight(c));
    const std::span<const Vector3> centers = std::span(around.positions).first(spheres);
    std::vector<NearPair> found = nearPairs(centers, law.radii(), boxes, around.reach);
    if (!law.sphereSphereContact) std::erase_if(found, [&](const NearPair& pair) { return pair.second < spheres; });
    if (found == around.near) return;
    around.near = std::move(found);
    ++pattern;
  }

  /// Active contacts are neighbours, independent of the search that found them.
  static void include(const ContactList& acting, const Law& law, Neighbourhood& around, std::int64_t& pattern) {
    std::size_t next = 0;
    std::vector<NearPair> found;
    for (int i = 0; i < acting.count; ++i) {
      while (next < around.near.size() && around.near[next] < pairOf(law, acting.pair(i))) ++next;
      const NearPair pair = pairOf(law, acting.pair(i));
      const bool known = next < around.near.size() && around.near[next] == pair;
      if (!known && (found.empty() || !(found.back() == pair))) found.push_back(pair);
    }
    if (found.empty()) return;
    around.near.insert(around.near.end(), found.begin(), found.end());
    std::sort(around.near.begin(), around.near.end());
    ++pattern;
  }

  // The search distance is doubled if searches are frequent and halved if they are rare, between this value and so many times this value.
  static constexpr double widest = 4;
  static constexpr int often = 10, seldom = 200;  // evaluations between two searches

  std::vector<Set> sets_;
  Drawer<Memory> memory_;
};

std::optional<Target> valueOf(const Neighbour& item, const char* name) {
  const Parameter* parameter = item.type->parameter(name);
  return parameter ? std::optional(parameter->target(const_cast<void*>(item.value))) : std::nullopt;
}

/// The position of a marker at the start, if it is at the origin of its node or body.
std::optional<Vector3> startOf(Neighbour item, const Neighbours& others) {
  for (const char* carrier : {"bodyNumber", "nodeNumber"}) {
    if (!item) return {};
    const auto target = valueOf(item, carrier);
    if (!target) continue;
    if (const auto local = valueOf(item, "localPosition"); local && !(*local->as<Vector3>() == Vector3{})) return {};
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
    const auto target = valueOf(item, part);
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

/// Calls `use` with pairs of spheres that overlap at the start, and with their distance.
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

void checkMaterials(const Law& law, const Complain& complain) {
  const int count = law.materials();
  for (const auto& [name, matrix] : {std::pair{"frictionPairings", &law.frictionPairings},
                                     {"stiffnessPairings", &law.stiffnessPairings},
                                     {"dampingPairings", &law.dampingPairings},
                                     {"cableStiffnessPairings", &law.cableStiffnessPairings},
                                     {"cableDampingPairings", &law.cableDampingPairings}}) {
    const MatrixX& of = *matrix;
    if (of.rows == 0) continue;
    if (of.rows != count || of.columns != count)
      complain(name, "must have a row and a column for each of " + std::to_string(count) + " materials, got " + std::to_string(of.rows) +
                         " x " + std::to_string(of.columns));
    else
      for (int i = 0; i < count; ++i)
        for (int k = 0; k < i; ++k)
          if (of.values[i * count + k] != of.values[k * count + i])
            complain(name, "must be symmetric: materials " + std::to_string(k) + " and " + std::to_string(i) + " have two values");
  }
  for (const auto& [name, list, things, what] : {std::tuple{"spheresMaterials", &law.spheresMaterials, law.spheres(), "spheres"},
                                                 std::tuple{"triangleMaterials", &law.triangleMaterials, law.triangles(), "triangles"},
                                                 std::tuple{"cableMaterials", &law.cableMaterials, law.cables(), "cables"}}) {
    if (list->size() > 1 && static_cast<int>(list->size()) != things)
      complain(name, std::string("must have one material for all ") + what + " or one for each of " + std::to_string(things) + ", got " +
                         std::to_string(list->size()));
    for (const int material : *list)
      if (material >= count)
        return complain(name, "names material " + std::to_string(material) + ", but the pairings have " + std::to_string(count) +
                                  ": materials count from 0");
  }
}

void check(const Law& law, const Complain& complain) {
  checkPlasticity(law, complain);
  checkMaterials(law, complain);
  if (law.markerNumbers.empty() && law.trianglePoints.empty() && law.cableMarkers.empty())
    complain("markerNumbers", "must name at least one marker: the centre of a sphere");
  std::vector<int> markers;
  for (const MarkerIndex marker : law.markerNumbers) markers.push_back(marker.index);
  std::sort(markers.begin(), markers.end());
  if (const auto twice = std::adjacent_find(markers.begin(), markers.end()); twice != markers.end())
    complain("markerNumbers", "names marker " + std::to_string(*twice) + " twice");
  if (!radiiFit(law) && law.spheres() > 0)
    complain("spheresRadii", "must have one radius for all spheres or one for each of " + std::to_string(law.spheres()) + ", got " +
                                 std::to_string(law.spheresRadii.size()));
  if (law.cableHalfHeights.size() > 1 && static_cast<int>(law.cableHalfHeights.size()) != law.cables())
    complain("cableHalfHeights", "must have one for all cables or one for each of " + std::to_string(law.cables()) + ", got " +
                                     std::to_string(law.cableHalfHeights.size()));
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
  for (const MarkerIndex number : law.cableMarkers) {
    const Neighbour marker = others(number);
    if (marker && movesAxially(others(*valueOf(marker, "bodyNumber")->as<ObjectIndex>())))
      complain("cableMarkers", "must not be on cables that move axially: these have no contact with spheres");
  }
  if (!radiiFit(law)) return;
  bool said = false;
  overlapsAtStart(law, others, [&](int first, int second, double distance) {
    if (distance > 0 || said) return;
    said = true;
    complain("markerNumbers", named(first, second) + " start at the same place, so the direction of the contact force is undefined");
  });
}
void warnAmong(const Law& law, const Neighbours& others, const Complain& complain) {
  if (!radiiFit(law)) return;
  constexpr double deep = 0.05;  // relative to the smaller radius; resting spheres overlap by much less
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

const char* causeOfFriction(const Law& law) {
  const std::vector<double>& pairings = law.frictionPairings.values;
  if (pairings.empty()) return law.dynamicFriction != 0 ? "dynamicFriction" : nullptr;
  return std::any_of(pairings.begin(), pairings.end(), [](double friction) { return friction != 0; }) ? "frictionPairings" : nullptr;
}

constexpr ParameterOf<Law> parameters[] = {
    {"markerNumbers", &Law::markerNumbers, capability::position, Presence::optional,
     "markers at the centres of the spheres; friction needs markers with an orientation; without spheres, the set only serves Distance "
     "sensors"},
    {"spheresRadii", &Law::spheresRadii, unit::metre, positive, Presence::optional, "radii of the spheres: one for all, or one for each"},
    {"triangleMarkers", &Law::triangleMarkers, capability::position | capability::orientation, Presence::optional,
     "markers whose frames carry the triangles: one for all, or one for each"},
    {"trianglePoints", &Law::trianglePoints, unit::metre, anyNumber, Presence::optional,
     "corners of the triangles, three for each, in the frames of their markers"},
    {"cableMarkers", &Law::cableMarkers, capability::cableShape, Presence::optional,
     "shapes of cables (BodyCable2DShape); spheres touch their straight segments like circles in the xy plane"},
    {"cableHalfHeights", &Law::cableHalfHeights, unit::metre, nonNegative, Presence::optional,
     "distance of the surface of a cable from its axis: one for all, or one for each; left out: 0"},
    frictionParameter<Law>(),
    frictionZoneParameter<Law>(),
    stiffnessParameter<Law>(),
    dampingParameter<Law>(),
    {"spheresMaterials", &Law::spheresMaterials, unit::none, nonNegative, Presence::optional,
     "numbers of the materials of the spheres, from 0: one for all, or one for each; left out: 0"},
    {"triangleMaterials", &Law::triangleMaterials, unit::none, nonNegative, Presence::optional,
     "numbers of the materials of the triangles, from 0: one for all, or one for each; left out: 0"},
    {"frictionPairings", &Law::frictionPairings, unit::none, nonNegative, Presence::optional,
     "dynamicFriction for each pair of materials, as a symmetric matrix; left out: the same for all"},
    ParameterOf<Law>("stiffnessPairings", &Law::stiffnessPairings, unit::newtonPerMetre, nonNegative, Presence::optional,
                     "contactStiffness for each pair of materials, in the same way")
        .perPowerOf("contactStiffnessExponent"),
    {"dampingPairings", &Law::dampingPairings, unit::newtonSecondPerMetre, nonNegative, Presence::optional,
     "contactDamping for each pair of materials, in the same way"},
    {"cableMaterials", &Law::cableMaterials, unit::none, nonNegative, Presence::optional,
     "numbers of the materials of the cables, from 0: one for all, or one for each; left out: 0"},
    {"cableStiffnessPairings", &Law::cableStiffnessPairings, unit::newtonPerMetre / unit::metre, nonNegative, Presence::optional,
     "normal force per overlap and length of the cable for each pair of materials, as a symmetric matrix; [[k]] for one material"},
    {"cableDampingPairings", &Law::cableDampingPairings, unit::newtonSecondPerMetre / unit::metre, nonNegative, Presence::optional,
     "normal force per approach velocity and length of the cable, in the same way"},
    {"contactModel", &Law::contactModel, unit::none, contactModels, 0,
     "0: same forces as one item for each pair; 1: contacts only push, and triangles act only on the side of their normal"},
    {"sphereSphereContact", &Law::sphereSphereContact, unit::none, anyNumber, true, "whether the spheres touch each other"},
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
    .summary = "Contact of many spheres among themselves, with triangles and with cables, with restitution or adhesion, and friction.",
    .equation =
        "f_n = k_c\\, \\delta^n \\left(1 + \\frac{\\lambda(e)}{\\dot\\delta_-}\\, v_n\\right) - d_c\\, v_n, \\quad "
        "f_t = -\\mu\\, f_n \\frac{v_t}{\\max(|v_t|, v_{reg})} \\quad \\text{for each pair with } \\delta > 0",
    .outputs = {{OutputVariable::Force, unit::newton, 3, "force of the spheres on the triangles, global"},
                {OutputVariable::DisplacementLocal, unit::metre, 1,
                 "smallest gap, the negative of the largest overlap; 0 if nothing touches"}},
    .provides = capability::surfaces,
    .visualization = {"color"},
    .drawnAs = {"sphereSet", {{"radii", "spheresRadii"}, {"points", "trianglePoints"}, {"triangleMarkers", "triangleMarkers"}}},
    .check = [](const Law& law, const Complain& complain) { check(law, complain); },
    .checkAmong = [](const Law& law, const Neighbours& others, const Complain& complain) { checkAmong(law, others, complain); },
    .warn =
        [](const Law& law, const Complain& complain) {
          if (law.spheres() > 0 && law.contactStiffness == 0 && law.stiffnessPairings.rows == 0 && law.cableStiffnessPairings.rows == 0)
            complain("contactStiffness", "the spheres exert no elastic force: contactStiffness is 0");
          if (law.trianglePoints.empty() && !law.triangleMarkers.empty())
            complain("triangleMarkers", "has no effect without trianglePoints");
          warnOfRestitution(law, complain);
          warnOfAdhesion(law, complain);
        },
    .warnAmong = [](const Law& law, const Neighbours& others, const Complain& complain) { warnAmong(law, others, complain); },
    // with contacts that only push, bodies without rotation do not rotate
    .orientationFor = [](const Law& law) { return law.onlyPushes() ? nullptr : causeOfFriction(law); }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace

const ItemType& objects::ContactSpheres = registered;

}  // namespace slipstick
