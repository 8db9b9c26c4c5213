#include "core/program/glb.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>

#include "core/math/elementary.h"
#include "core/math/rotations.h"
#include "core/program/gltf_shapes.h"
#include "core/simulation/json.h"

namespace slipstick {
namespace {

const char* const bodyColors[] = {"#d8b46c", "#6d8fb3", "#8aa68d"};
const char *const standingColor = "#a9b2bc", *const linkColor = "#5b6875", *const cableColor = "#3d4a57", *const meshColor = "#7f9cb8";
constexpr int sections = 4;  // of a cable element

bool has(const Json& json, const char* key) { return json.contains(key) && !json[key].is_null(); }

std::string wordOf(const Json& json, const char* key, const std::string& otherwise) {
  return has(json, key) ? json[key].get<std::string>() : otherwise;
}

double numberOf(const Json& json, const char* key, double otherwise) { return has(json, key) ? json[key].get<double>() : otherwise; }

/// The motion of a frame at all times.
struct Motion {
  Floats translation, rotation, scale;

  void add(const Vector3& at, const double* q) {  // q: w, x, y, z
    for (int i = 0; i < 3; ++i) translation.push_back(static_cast<float>(at[i]));
    const std::size_t last = rotation.size();
    double same = 0;
    if (last >= 4)
      for (int i = 0; i < 4; ++i) same += rotation[last - 4 + i] * q[(i + 1) % 4];
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; ++i) rotation.push_back(static_cast<float>((same < 0 ? -1 : 1) * q[(i + 1) % 4] / length));
  }
};

/// The position and direction of a cable element at a fraction of its length, from the positions and slopes of its ends.
std::pair<Vector3, Vector3> cableAt(const double* ends, int axes, double length, double s) {
  const double t = s * s;
  const double value[4] = {1 - 3 * t + 2 * t * s, length * (s - 2 * t + t * s), 3 * t - 2 * t * s, length * (t * s - t)};
  const double slope[4] = {6 * t - 6 * s, length * (1 - 4 * s + 3 * t), 6 * s - 6 * t, length * (3 * t - 2 * s)};
  Vector3 at, along;
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < axes; ++i) at[i] += value[k] * ends[axes * k + i], along[i] += slope[k] * ends[axes * k + i];
  return {at, along};
}

/// A rotation with x along a direction, and y in the xy plane if possible.
void quaternionAlong(const Vector3& along, double* q) {
  const double length = norm(along);
  const Vector3 x = length > 0 ? 1 / length * along : Vector3{1, 0, 0};
  const double flat = hypot(x.x, x.y);
  const Vector3 y = flat > 1e-9 ? Vector3{-x.y / flat, x.x / flat, 0} : Vector3{0, 1, 0};
  quaternion(Matrix3::fromColumns(x, y, cross(x, y)), q);
}

/// Writes the parts of a run one after the other.
class Writer {
 public:
  Writer(const Simulation& simulation, int mostFrames) : model_(simulation.model()), history_(simulation.history()), file_(model_.credits) {
    for (const ModelItem& item : model_.objects()) objects_.push_back(toJson(item));
    for (const ModelItem& item : model_.markers()) markers_.push_back(toJson(item));
    const int samples = history_.samples(), stride = std::max(1, (samples + mostFrames - 1) / std::max(1, mostFrames));
    Floats times;
    for (int i = 0; i < samples; i += stride) {
      const auto time = static_cast<float>(history_.row(i)[0] - history_.row(0)[0]);
      if (!times.empty() && !(time > times.back())) continue;
      times.push_back(time), frames_.push_back(i);
    }
    size_ = sizeOfScene();
    moves_ = frames_.size() > 1;
    if (moves_) times_ = file_.addTimes(times);
    // y is up in glTF.
    const Json up = model_.display->contains("camera") ? (*model_.display)["camera"]["up"] : Json{0, 0, 1};
    const bool upright = pointOf(up).y > pointOf(up).z;
    root_ = file_.addNode({{"name", model_.title.empty() ? "model" : model_.title}}, -1);
    if (!upright) file_.node(root_)["rotation"] = {-std::sqrt(0.5), 0, 0, std::sqrt(0.5)};
  }

  std::string write() {
    findBalls();
    for (std::size_t i = 0; i < objects_.size(); ++i)
      if (objects_[i]["visualization"].value("show", true)) addObject(static_cast<int>(i));
    return file_.bytes();
  }

 private:
  const double* row(int frame) const { return history_.row(frames_[frame]); }
  std::vector<int> posesOf(int object) const {
    std::vector<int> found;
    for (std::size_t i = 0; i < history_.poses().size(); ++i)
      if (history_.poses()[i].object == object) found.push_back(static_cast<int>(i));
    return found;
  }

  /// The diagonal of the bounding box of all body positions.
  double sizeOfScene() const {
    Vector3 low{1e30, 1e30, 1e30}, high{-1e30, -1e30, -1e30};
    for (const int frame : frames_)
      for (const PoseChannel& pose : history_.poses())
        for (int i = 0; i < (pose.size == 8 ? 2 : 3); ++i) {
          const double at = history_.row(frame)[pose.column + i];
          low[i] = std::min(low[i], at), high[i] = std::max(high[i], at);
        }
    const double size = norm(high - low);
    return size > 0 && size < 1e15 ? size : 1;
  }

  void addObject(int number) {
    const Json& object = objects_[number];
    const std::string as = object["drawnAs"].is_object() ? object["drawnAs"].value("as", "") : "";
    const std::vector<int> poses = posesOf(number);
    if (as == "tree") return addTree(object, poses);
    if (as == "cable" || as == "beam") return addCable(object, poses);
    if (as == "flexible") return addFlexible(object, poses);
    if (as == "surface") return addFlexible(surfaceMesh(object), poses);
    if (as == "spring" || as == "rod") return addLink(object);
    if (as == "ground" || !poses.empty()) addBody(number, object, poses);
  }

  void addBody(int number, const Json& object, const std::vector<int>& poses) {
    const Json& look = object["visualization"];
    Json graphics = look.contains("graphics") ? look["graphics"] : Json::array();
    if (graphics.empty() && balls_.count(number)) graphics = balls_[number];
    if (graphics.empty()) graphics = plainLook(object["drawnAs"]);
    if (graphics.empty()) return;
    const std::string own = poses.empty() ? standingColor : bodyColors[uncoloured_ % 3];
    if (!poses.empty() && !has(look, "color")) ++uncoloured_;
    Json node{{"name", object["name"]}};
    if (poses.empty() && has(object["drawnAs"], "position")) node["translation"] = object["drawnAs"]["position"];
    addPosed(std::move(node), graphics, wordOf(look, "color", own), poses.empty() ? -1 : poses[0]);
  }

  void addTree(const Json& object, const std::vector<int>& poses) {
    const Json &look = object["visualization"], &drawn = object["drawnAs"];
    for (std::size_t link = 0; link < poses.size(); ++link) {
      const Json own = look.contains("links") && link < look["links"].size() ? look["links"][link] : Json::object();
      Json graphics = own.contains("graphics") ? own["graphics"] : Json::array();
      if (graphics.empty()) {
        graphics.push_back({{"type", "sphere"}, {"center", {0, 0, 0}}});
        for (std::size_t i = 0; i < drawn["parents"].size(); ++i)
          if (drawn["parents"][i] == static_cast<int>(link))
            graphics.push_back({{"type", "cylinder"}, {"from", {0, 0, 0}}, {"to", drawn["offsets"][i]}});
      }
      const std::string color = wordOf(own, "color", wordOf(look, "color", bodyColors[link % 3]));
      addPosed({{"name", object["name"].get<std::string>() + " link " + std::to_string(link)}}, graphics, color, poses[link]);
    }
  }

  /// A surface of three by three points, each of whose coordinates is a mode.
  static Json surfaceMesh(Json object) {
    Json& modes = object["drawnAs"]["modes"] = Json::array();
    for (int i = 0; i < 27; ++i) {
      std::vector<int> row(27, 0);
      row[i] = 1;
      modes.push_back(row);
    }
    object["drawnAs"]["positions"] = std::vector<int>(27, 0);
    Json& triangles = object["visualization"]["triangleMesh"] = Json::array();
    for (const int corner : {0, 1, 3, 4}) {
      triangles.push_back({corner, corner + 1, corner + 3});
      triangles.push_back({corner + 1, corner + 4, corner + 3});
    }
    return object;
  }

  /// A mesh with its modes as shapes.
  void addFlexible(const Json& object, const std::vector<int>& poses) {
    const Json &look = object["visualization"], &modes = object["drawnAs"]["modes"];
    if (poses.empty() || !has(look, "triangleMesh")) return;
    Triangles mesh;
    mesh.positions = object["drawnAs"]["positions"].get<Floats>();
    const auto corners = static_cast<std::uint32_t>(mesh.positions.size() / 3);
    for (const Json& triangle : look["triangleMesh"])
      if (std::all_of(triangle.begin(), triangle.end(), [&](const Json& node) { return node.get<double>() < corners; }))
        for (const Json& node : triangle) mesh.indices.push_back(node.get<std::uint32_t>());
    mesh.shapes.resize(modes.empty() ? 0 : modes[0].size());
    for (const Json& row : modes)
      for (std::size_t k = 0; k < mesh.shapes.size(); ++k) mesh.shapes[k].push_back(row[k]);
    Json node{{"name", object["name"]}, {"mesh", file_.addMesh({{mesh, file_.addMaterial(wordOf(look, "color", meshColor), 1)}})}};
    Motion motion;
    Floats weights;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      const double* numbers = row(static_cast<int>(i)) + history_.poses()[poses[0]].column;
      motion.add({numbers[0], numbers[1], numbers[2]}, numbers + 3);
      for (std::size_t k = 0; k < mesh.shapes.size(); ++k) weights.push_back(static_cast<float>(numbers[7 + k]));
    }
    if (!frames_.empty()) node["weights"] = Floats(weights.begin(), weights.begin() + static_cast<long>(mesh.shapes.size()));
    const int number = file_.addNode(std::move(node), root_);
    move(number, motion);
    if (moves_) file_.addChannel(number, "weights", times_, weights);
  }

  /// A node with solids, each part in its colour, that moves with a pose.
  void addPosed(Json node, const Json& graphics, const std::string& color, int pose) {
    std::map<int, Triangles> parts;
    for (const Json& solid : graphics)
      addSolid(parts[file_.addMaterial(wordOf(solid, "color", color), numberOf(solid, "opacity", 1))], solid, size_);
    std::vector<std::pair<Triangles, int>> filled;
    for (auto& [material, part] : parts)
      if (!part.indices.empty()) filled.emplace_back(std::move(part), material);
    if (filled.empty()) return;
    node["mesh"] = file_.addMesh(filled);
    const int number = file_.addNode(std::move(node), root_);
    if (pose < 0) return;
    Motion motion;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      const double* numbers = row(static_cast<int>(i)) + history_.poses()[pose].column;
      const double upright[4] = {1, 0, 0, 0};
      motion.add({numbers[0], numbers[1], numbers[2]}, history_.poses()[pose].size == 7 ? numbers + 3 : upright);
    }
    move(number, motion);
  }

  /// Places the node at the start of the motion and makes it follow the motion.
  void move(int node, const Motion& motion) {
    const auto first = [](const Floats& values, std::size_t count) {
      return Floats(values.begin(), values.begin() + static_cast<long>(count));
    };
    if (frames_.empty()) return;
    file_.node(node)["translation"] = first(motion.translation, 3);
    file_.node(node)["rotation"] = first(motion.rotation, 4);
    if (!motion.scale.empty()) file_.node(node)["scale"] = first(motion.scale, 3);
    if (!moves_) return;
    file_.addChannel(node, "translation", times_, motion.translation);
    file_.addChannel(node, "rotation", times_, motion.rotation);
    if (!motion.scale.empty()) file_.addChannel(node, "scale", times_, motion.scale);
  }

  /// A spring or rod between two markers: a rod of length 1 along x that is scaled.
  void addLink(const Json& object) {
    const Json& ends = object["markers"];
    if (ends.size() != 2 || !placeOf(ends[0], 0) || !placeOf(ends[1], 0)) return;
    const Json& look = object["visualization"];
    const double radius = numberOf(look, "drawSize", 0.012 * size_) / 2;
    Triangles rod;
    addRod(rod, {0, 0, 0}, {1, 0, 0}, radius, radius);
    const int mesh = file_.addMesh({{rod, file_.addMaterial(wordOf(look, "color", linkColor), 1)}});
    Motion motion;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      const Vector3 from = *placeOf(ends[0], static_cast<int>(i)), along = *placeOf(ends[1], static_cast<int>(i)) - from;
      double q[4];
      quaternionAlong(along, q);
      motion.add(from, q);
      for (const double factor : {norm(along), 1.0, 1.0}) motion.scale.push_back(static_cast<float>(factor));
    }
    move(file_.addNode({{"name", object["name"]}, {"mesh", mesh}}, root_), motion);
  }

  /// The position of a marker; nothing for a marker on a cable or without a body.
  std::optional<Vector3> placeOf(int number, int frame) const {
    if (number < 0 || frames_.empty()) return std::nullopt;
    const Json& marker = markers_[number];
    const int body = bodyOf(number);
    Vector3 local = has(marker, "drawnAs") && has(marker["drawnAs"], "position") ? pointOf(marker["drawnAs"]["position"]) : Vector3{};
    if (body < 0) return std::nullopt;
    const Json& drawn = objects_[body]["drawnAs"];
    if (has(drawn, "positions") && has(marker, "drawnAs")) local += meanOf(marker["drawnAs"], drawn["positions"]);
    const std::vector<int> poses = posesOf(body);
    if (poses.empty()) return has(drawn, "position") ? std::optional(pointOf(drawn["position"]) + local) : std::nullopt;
    const std::size_t link = has(marker, "drawnAs") ? marker["drawnAs"].value("link", 0) : 0;
    const PoseChannel& pose = history_.poses()[poses[std::min(link, poses.size() - 1)]];
    if (pose.kind == PoseKind::cable) return std::nullopt;
    const double* numbers = row(frame) + pose.column;
    const Vector3 at{numbers[0], numbers[1], numbers[2]};
    return pose.kind != PoseKind::point ? at + EulerParameters::matrix(numbers + 3) * local : at + local;
  }

  /// The mean undeformed position of a marker's mesh nodes.
  static Vector3 meanOf(const Json& marker, const Json& positions) {
    Vector3 mean;
    if (!has(marker, "meshNodes")) return mean;
    for (std::size_t i = 0; i < marker["meshNodes"].size(); ++i)
      for (int axis = 0; axis < 3; ++axis)
        mean[axis] += marker["weights"][i].get<double>() * positions[3 * marker["meshNodes"][i].get<std::size_t>() + axis].get<double>();
    return mean;
  }

  /// The object that carries a marker, including markers on nodes; -1: none.
  int bodyOf(int number) const {
    const Json& marker = markers_[number];
    if (!marker["objects"].empty()) return marker["objects"][0];
    if (marker["nodes"].empty()) return -1;
    for (std::size_t i = 0; i < objects_.size(); ++i)
      if (objects_[i]["nodes"].size() == 1 && objects_[i]["nodes"][0] == marker["nodes"][0]) return static_cast<int>(i);
    return -1;
  }

  /// A cable element: a tube on joints.
  void addCable(const Json& object, const std::vector<int>& poses) {
    if (poses.empty() || frames_.empty()) return;
    const PoseChannel& pose = history_.poses()[poses[0]];
    const Json& look = object["visualization"];
    const int axes = pose.size / 4;
    const double length = object["drawnAs"]["length"], height = numberOf(look, axes == 3 ? "drawSize" : "drawHeight", 0.012 * size_);
    const bool round = axes == 3 || !has(look, "width");
    const Triangles tube = tubeOnJoints(sections + 1, height, numberOf(look, "width", height), round);
    std::vector<int> joints;
    for (int i = 0; i <= sections; ++i) {
      Motion motion;
      for (std::size_t frame = 0; frame < frames_.size(); ++frame) {
        const auto [at, along] = cableAt(row(static_cast<int>(frame)) + pose.column, axes, length, static_cast<double>(i) / sections);
        double q[4];
        quaternionAlong(along, q);
        motion.add(at, q);
      }
      joints.push_back(file_.addNode({{"name", object["name"].get<std::string>() + " section " + std::to_string(i)}}, root_));
      move(joints.back(), motion);
    }
    const int mesh = file_.addMesh({{tube, file_.addMaterial(wordOf(look, "color", cableColor), 1)}});
    file_.addNode({{"name", object["name"]}, {"mesh", mesh}, {"skin", file_.addSkin(joints)}}, -1);
  }

  /// Finds balls, discs and tori that contacts define for bodies without graphics.
  void findBalls() {
    std::set<std::string> tori;  // each once
    const auto give = [&](const Json& marker, Json solid) {
      const int body = bodyOf(marker);
      if (body >= 0) balls_[body].push_back(std::move(solid));
    };
    const auto place = [&](int marker) {
      const Json& drawn = markers_[marker]["drawnAs"];
      return has(drawn, "position") ? drawn["position"] : Json{0, 0, 0};
    };
    const auto ball = [&](int marker, double radius) { return Json{{"type", "sphere"}, {"center", place(marker)}, {"radius", radius}}; };
    for (const Json& object : objects_) {
      const Json &drawn = object["drawnAs"], &markers = object["markers"];
      const std::string as = drawn.is_object() ? drawn.value("as", "") : "";
      if (as == "spheres" || as == "sphereSet") {
        const std::size_t count = drawn.contains("radii") ? std::min(drawn["radii"].size(), markers.size()) : 0;
        for (std::size_t i = 0; i < count; ++i) give(markers[i], ball(markers[i], drawn["radii"][i]));
      }
      if ((as == "triangle" || as == "torus") && markers.size() > 1 && has(drawn, "radius"))
        give(markers[0], ball(markers[0], drawn["radius"]));
      if (as == "torus" && markers.size() > 1) {
        const Json tube = torus(pointOf(place(markers[1])), drawn);
        if (tori.insert(markers[1].dump() + tube.dump()).second) give(markers[1], tube);
      }
      if (as == "roll" && markers.size() > 1) give(markers[1], roll(pointOf(place(markers[1])), drawn));
      if (as == "disc" && markers.size() > 1 && has(drawn, "radius")) {
        const double radius = drawn["radius"], width = numberOf(object["visualization"], "discWidth", 0.1 * radius);
        const Json axis = has(drawn, "axis") ? drawn["axis"] : Json{1, 0, 0};
        give(markers[1], {{"type", "disc"}, {"center", {0, 0, 0}}, {"axis", axis}, {"radius", radius}, {"width", width}});
      }
    }
  }

  /// A roll about its x axis whose radius is a polynomial.
  static Json roll(const Vector3& center, const Json& drawn) {
    const double length = drawn["length"];
    std::vector<std::pair<double, double>> outline{{-length / 2, 0}};
    for (int i = 0; i <= 24; ++i) {
      const double x = length * (i / 24.0 - 0.5);
      double radius = 0;
      for (const Json& coefficient : drawn["hull"]) radius = radius * x + coefficient.get<double>();
      outline.emplace_back(x, radius);
    }
    outline.emplace_back(length / 2, 0);
    return revolved(center, {1, 0, 0}, outline, false);
  }

  /// The tube of a torus, transparent so that its spheres remain visible.
  static Json torus(const Vector3& center, const Json& drawn) {
    const double major = drawn["majorRadius"], minor = drawn["minorRadius"];
    std::vector<std::pair<double, double>> tube;
    for (int i = 0; i < 24; ++i) {
      const double angle = i * std::numbers::pi / 12;
      tube.emplace_back(minor * sin(angle), major + minor * cos(angle));
    }
    Json solid = revolved(center, pointOf(drawn["axis"]), tube, true);
    solid["opacity"] = 0.25;
    return solid;
  }

  /// The default shape of a body without graphics: the box of its mass and inertia, or a ball.
  Json plainLook(const Json& drawn) const {
    if (!drawn.is_object() || drawn.value("as", "") == "ground") return Json::array();
    const double mass = numberOf(drawn, "mass", 0);
    const Json center = has(drawn, "center") ? drawn["center"] : Json{0, 0, 0};
    if (drawn.value("as", "") == "box" && mass > 0 && has(drawn, "inertia")) {
      Json edges = Json::array();
      double total = 0;
      for (int i = 0; i < 3; ++i) total += drawn["inertia"][i].get<double>();
      for (int i = 0; i < 3; ++i)
        edges.push_back(std::max(std::sqrt(std::max(0.0, 6 * (total - 2 * drawn["inertia"][i].get<double>()) / mass)), 1e-3 * size_));
      return Json::array({{{"type", "box"}, {"center", center}, {"size", edges}}});
    }
    const Vector3 at = pointOf(center);
    return Json::array({{{"type", "sphere"}, {"center", {at.x, at.y, at.z}}}});
  }

  const Model& model_;
  const History& history_;
  GltfFile file_;
  std::vector<Json> objects_, markers_;
  std::vector<int> frames_;  // written samples
  std::map<int, Json> balls_;
  double size_ = 1;
  int root_ = 0, times_ = -1, uncoloured_ = 0;
  bool moves_ = false;
};

}  // namespace

std::string glbOf(const Simulation& simulation, int mostFrames) { return Writer(simulation, mostFrames).write(); }

}  // namespace slipstick
