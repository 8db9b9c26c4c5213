// The creator of many spheres: bodies in a grid or at given places, and the contacts among them and with triangles.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "core/creators/arguments.h"

namespace slipstick {
namespace {

using std::numbers::pi;
constexpr double mostSpheres = 100000;

constexpr Row wallRows[] = {
    bodyRow("body", Presence::optional, "the body that carries the wall; null or left out: the ground"),
    row<std::vector<Vector3>>("quadPoints", unit::metre, anyNumber, Presence::optional,
                              "corners of quadrilaterals in the frame of the body, four for each, in order around it"),
    row<std::vector<Vector3>>("trianglePoints", unit::metre, anyNumber, Presence::optional,
                              "corners of triangles in the frame of the body, three for each"),
};
constexpr Table wallTable{"wall", "quadrilaterals and triangles on a body, which the spheres touch", wallRows};

std::span<const char* const> nodeTypes() {
  static const char* const names[] = {nodes::RigidBodyRotVecLG.type, nodes::RigidBodyEP.type, nodes::RigidBodyRxyz.type, nodes::Point.type};
  return names;
}

/// Numbers between -1 and 1 that look random and are the same everywhere (xorshift; Marsaglia, J. Stat. Softw. 8 (2003)).
class Disorder {
 public:
  double operator()() {
    state_ ^= state_ << 13, state_ ^= state_ >> 7, state_ ^= state_ << 17;
    return static_cast<double>(state_ >> 11) * (2.0 / 9007199254740992.0) - 1;
  }

 private:
  std::uint64_t state_ = 88172645463325252u;
};

/// The positions of the spheres: `positions`, then the places of a grid, layer by layer in z. None where something is wrong.
std::vector<Vector3> places(const Expansion& expansion) {
  std::vector<Vector3> list;
  const bool isGrid = expansion.has("numberOfSpheres");
  if (expansion.has("positions")) {
    list = expansion.points("positions");
  } else if (!isGrid) {
    expansion.fail("positions", "is missing; alternatively, give 'numberOfSpheres' and 'spacing' of a grid");
    return {};
  }
  const Vector3 number = isGrid ? expansion.vector("numberOfSpheres") : Vector3{};
  for (int k = 0; k < 3; ++k)
    if (isGrid && (!(number[k] >= 1) || number[k] != std::floor(number[k]))) {
      expansion.fail("numberOfSpheres", "must be three whole numbers of at least 1, along x, y and z, got " + numberText(number[k]));
      return {};
    }
  const double count = static_cast<double>(list.size()) + number.x * number.y * number.z;
  if (count > mostSpheres) {
    expansion.fail(isGrid ? "numberOfSpheres" : "positions", "makes " + numberText(count) + " spheres, more than 100000");
    return {};
  }
  if (!isGrid) return list;
  const Vector3 first = expansion.vector("firstPosition"), spacing = expansion.vector("spacing");
  for (int z = 0; z < number.z; ++z)
    for (int y = 0; y < number.y; ++y)
      for (int x = 0; x < number.x; ++x) list.push_back(first + Vector3{x * spacing.x, y * spacing.y, z * spacing.z});
  return list;
}

/// One for each of `count` spheres: the last one given is for all others.
std::vector<double> radii(const Expansion& expansion, std::size_t count) {
  std::vector<double> list = expansion.numbers("spheresRadii");
  if (!list.empty() && list.size() <= count) {
    list.resize(count, list.back());
    return list;
  }
  expansion.fail("spheresRadii", "must have at least one radius and at most one for each of " + std::to_string(count) + " spheres, got " +
                                     std::to_string(list.size()));
  return {};
}

/// The triangles of `walls`, each with the marker of its body.
void addWalls(Expansion& expansion, NewItem& contact) {
  if (!expansion.has("walls")) return;
  const Json& walls = expansion.raw("walls");
  if (!walls.is_array()) {
    expansion.fail("walls", "must be a list of walls, got " + found(walls));
    return;
  }
  Json markers = Json::array(), corners = Json::array();
  for (std::size_t i = 0; i < walls.size(); ++i) {
    const DocumentPlace place = expansion.place().at("walls").at(static_cast<int>(i));
    if (!walls[i].is_object()) {
      expansion.reader().issues().error(place, "must be an object with 'quadPoints' or 'trianglePoints', got " + found(walls[i]));
      continue;
    }
    const ArgumentReader arguments(walls[i], wallRows, place, expansion.reader());
    arguments.checkKeys("a wall", {});
    const auto quads = arguments.value("quadPoints", std::vector<Vector3>{});
    const auto triangles = arguments.value("trianglePoints", std::vector<Vector3>{});
    if (quads.size() % 4 != 0)
      arguments.fail("quadPoints", "must have four points for each quadrilateral, got " + std::to_string(quads.size()));
    if (triangles.size() % 3 != 0)
      arguments.fail("trianglePoints", "must have three points for each triangle, got " + std::to_string(triangles.size()));
    const int body = arguments.has("body") ? expansion.body(walls[i]["body"], place.at("body")) : expansion.body(Json(), place);
    const std::string part = "wall" + std::to_string(i);
    const int marker = expansion.addMarker(markers::BodyRigid, body, {}, part.c_str());
    const auto add = [&](const Vector3& corner) {
      if (corners.size() % 3 == 0) markers.push_back(marker);
      corners.push_back(toJson(corner));
    };
    for (std::size_t c = 0; c + 3 < quads.size(); c += 4)
      for (const int k : {0, 1, 2, 2, 3, 0}) add(quads[c + k]);
    for (std::size_t c = 0; c + 2 < triangles.size(); c += 3)
      for (std::size_t k = 0; k < 3; ++k) add(triangles[c + k]);
  }
  if (corners.empty()) return;
  contact["triangleMarkers"] = std::move(markers);
  contact["trianglePoints"] = std::move(corners);
}

void expandSpheres(Expansion& expansion) {
  std::vector<Vector3> positions = places(expansion);
  std::vector<double> sizes = positions.empty() ? std::vector<double>{} : radii(expansion, positions.size());
  const double spread = expansion.number("radiusSpread"), shift = expansion.number("disorder");
  const ItemType& nodeType = expansion.nodeType("nodeType");
  const bool turns = &nodeType != &nodes::Point;
  const Vector3 velocity = expansion.vector("initialVelocity"), gravity = expansion.vector("gravity");
  const double density = expansion.number("density");
  if (spread >= 1)
    expansion.fail("radiusSpread", "must be less than 1: radii are multiplied by factors between 1 minus and 1 plus this value");
  if (sizes.empty() || !expansion.roomFor(static_cast<double>(positions.size()) * (gravity == Vector3{} ? 3 : 5) + 1)) return;
  Disorder disorder;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    sizes[i] *= 1 + spread * disorder();
    positions[i] += shift * Vector3{disorder(), disorder(), disorder()};
  }
  const Json colors = expansion.has("colors") ? expansion.raw("colors") : Json::array();
  if (!colors.is_array()) {
    expansion.fail("colors", "must be a list of colours, got " + found(colors));
    return;
  }
  const bool bySize = colors.size() == expansion.numbers("spheresRadii").size();
  Json markers = Json::array();
  const bool heavy = !(gravity == Vector3{});
  for (const ItemKind kind : {ItemKind::node, ItemKind::object}) expansion.reserve(kind, positions.size());
  expansion.reserve(ItemKind::marker, (heavy ? 2 : 1) * positions.size());
  if (heavy) expansion.reserve(ItemKind::load, positions.size());
  const std::string base = expansion.name();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::string name = base.empty() ? "" : base + "." + std::to_string(i);
    const auto add = [&](NewItem item) { return expansion.addCalled(name, std::move(item), expansion.entry(), expansion.place()); };
    const double mass = density * 4 / 3 * pi * sizes[i] * sizes[i] * sizes[i], inertia = 0.4 * mass * sizes[i] * sizes[i];
    std::vector<double> reference{positions[i].x, positions[i].y, positions[i].z}, rates{velocity.x, velocity.y, velocity.z};
    if (turns) {
      const std::size_t size = &nodeType == &nodes::RigidBodyEP ? 7 : 6;
      reference.resize(size, 0.0), rates.resize(size, 0.0);
      if (size == 7) reference[3] = 1;
    }
    NewItem node{nodeType, {{"referenceCoordinates", reference}}};
    if (!(velocity == Vector3{})) node["initialVelocities"] = rates;
    const int number = add(std::move(node));
    NewItem body{turns ? objects::RigidBody : objects::MassPoint, {{"physicsMass", mass}, {"nodeNumber", number}}};
    if (turns) body["physicsInertia"] = std::vector<double>{inertia, inertia, inertia, 0, 0, 0};
    if (!colors.empty())
      body["visualization"] = {{"color", colors[bySize ? std::min(i, colors.size() - 1) : i * colors.size() / positions.size()]}};
    const int object = add(std::move(body));
    markers.push_back(add({turns ? markers::BodyRigid : markers::BodyPosition, {{"bodyNumber", object}}}));
    if (!heavy) continue;
    const int weight = expansion.addCalled(name.empty() ? name : name + ".mass", {markers::BodyMass, {{"bodyNumber", object}}},
                                           expansion.entry(), expansion.place());
    add({loads::MassProportional, {{"markerNumber", weight}, {"loadVector", toJson(gravity)}}});
  }
  NewItem contact{objects::ContactSpheres, {{"markerNumbers", std::move(markers)}, {"spheresRadii", sizes}}};
  addWalls(expansion, contact);
  expansion.pass(contact);
  expansion.add(std::move(contact));
}

}  // namespace

std::vector<Creator> sphereCreators() {
  return {{"Spheres", "Many spheres, in a grid or at given positions, and the contacts among them and with triangles.",
           std::vector<Row>{
               row<std::vector<Vector3>>("positions", unit::metre, anyNumber, Presence::optional,
                                         "initial centres of spheres; spheres of the grid come after these"),
               row<Vector3>("numberOfSpheres", unit::none, positive, Presence::optional, "of a grid: number of spheres along x, y and z"),
               row<Vector3>("firstPosition", unit::metre, anyNumber, Vector3{}, "of a grid: its first sphere, with the least x, y and z"),
               row<Vector3>("spacing", unit::metre, anyNumber, Vector3{}, "of a grid: distances between centres along x, y and z"),
               row<VectorX>("spheresRadii", unit::metre, positive, Presence::required,
                            "radii from the first sphere on; the last one applies to all further spheres"),
               row<double>("radiusSpread", unit::none, nonNegative, 0.0,
                           "radii are multiplied by factors between 1 minus and 1 plus this value, the same in every run"),
               row<double>("disorder", unit::metre, nonNegative, 0.0,
                           "centres are shifted by up to this value along x, y and z, the same in every run"),
               row<double>("density", product(unit::kilogram, unit::metre, -3), positive, 1000.0, "mass per volume of the spheres"),
               row<Vector3>("initialVelocity", unit::metrePerSecond, anyNumber, Vector3{}, "initial velocity of all spheres"),
               row<Vector3>("gravity", unit::metrePerSecondSquared, anyNumber, Vector3{},
                            "acceleration of gravity; adds a load for each sphere if it is not zero"),
               wordRow("nodeType", nodeTypes(), nodeTypes()[0],
                       "parametrisation of rotations at the nodes; Point: spheres that do not rotate and have no friction"),
               listOf(textRow("colors", Says::color, Presence::optional,
                              "colours of the spheres: one for each of the radii, or otherwise assigned in equal groups from the first "
                              "sphere to the last")),
               listOf(tableRow("walls", wallTable, Presence::optional, "walls that the spheres touch, besides each other"))} +
               passes(objects::ContactSpheres,
                      {"spheresRadii", "trianglePoints", "cableHalfHeights", "spheresMaterials", "triangleMaterials", "cableMaterials",
                       "frictionPairings", "stiffnessPairings", "dampingPairings", "cableStiffnessPairings", "cableDampingPairings"}),
           expandSpheres}};
}

}  // namespace slipstick
