#include "core/exchange/robot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/math/elementary.h"

namespace slipstick {
namespace {

Json listOf(const Vector3& v) { return Json::array({v.x, v.y, v.z}); }
Json listOf(const Matrix3& m) { return Json::array({listOf(m.row(0)), listOf(m.row(1)), listOf(m.row(2))}); }

Json diagonal(const std::vector<double>& values) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::vector<double> row(values.size(), 0);
    row[i] = values[i];
    rows.push_back(row);
  }
  return rows;
}

/// A rotation that takes z to a direction.
Matrix3 towards(const Vector3& axis) {
  const Vector3 z = 1 / norm(axis) * axis;
  if (z.z > 1 - 1e-14) return Matrix3::identity();
  const Vector3 other = std::abs(z.x) < 0.9 ? Vector3{1, 0, 0} : Vector3{0, 1, 0};
  const Vector3 y = 1 / norm(cross(z, other)) * cross(z, other);
  return Matrix3::fromColumns(cross(y, z), y, z);
}

/// The inertia of a mass at a point, about the origin of the point's frame.
Matrix3 ofPoint(double mass, const Vector3& at) {
  Matrix3 tensor;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) tensor[i][j] = mass * ((i == j ? dot(at, at) : 0.0) - at[i] * at[j]);
  return tensor;
}

}  // namespace

Frame operator*(const Frame& a, const Frame& b) { return {a.turn * b.turn, a.place + a.turn * b.place}; }

Matrix3 rotationAbout(const Vector3& axis, double angle) {
  const Matrix3 n = skew(1 / norm(axis) * axis);
  return Matrix3::identity() + sin(angle) * n + (1 - cos(angle)) * (n * n);
}

Matrix3 rotationOf(const std::vector<double>& q) {
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double w = q[0] / length;
  const Matrix3 n = skew(Vector3{q[1] / length, q[2] / length, q[3] / length});
  return Matrix3::identity() + 2 * w * n + 2.0 * (n * n);
}

std::string rgbText(const std::vector<double>& rgb) {
  char text[8];
  const auto part = [&](int i) { return static_cast<int>(std::lround(255 * std::clamp(rgb[i], 0.0, 1.0))); };
  std::snprintf(text, sizeof text, "#%02x%02x%02x", part(0), part(1), part(2));
  return text;
}

Inertia& Inertia::operator+=(const Inertia& other) {
  const double sum = mass + other.mass;
  if (!(sum > 0)) return *this;
  const Vector3 middle = mass / sum * center + other.mass / sum * other.center;
  tensor += ofPoint(mass, center - middle);
  tensor += other.tensor;
  tensor += ofPoint(other.mass, other.center - middle);
  mass = sum, center = middle;
  return *this;
}

Inertia Inertia::in(const Frame& frame) const {
  return {mass, frame.place + frame.turn * center, frame.turn * tensor * transpose(frame.turn)};
}

Mount Robot::addJoint(const Mount& parent, const Vector3& axis, const Vector3& anchor, RobotJoint joint) {
  const Matrix3 align = towards(axis);
  Link link{parent.link, joint.slides, parent.frame * Frame{align, anchor}, {}};
  if (parent.link >= 0) ++links_[parent.link].children;
  links_.push_back(std::move(link));
  joints_.push_back(std::move(joint));
  const Matrix3 back = transpose(align);
  return {static_cast<int>(links_.size()) - 1, {back, -(back * anchor)}};
}

void Robot::addInertia(const Mount& mount, const Inertia& inertia) {
  if (mount.link >= 0) links_[mount.link].inertia += inertia.in(mount.frame);
}

void Robot::addSolid(const Mount& mount, const Frame& at, Json solid, const std::string& color, double opacity) {
  const Frame frame = mount.frame * at;
  solid["position"] = listOf(frame.place);
  solid["rotation"] = listOf(frame.turn);
  if (!color.empty()) solid["color"] = color;
  if (opacity < 1) solid["opacity"] = opacity;
  (mount.link < 0 ? ground_ : links_[mount.link].graphics).push_back(std::move(solid));
}

int Robot::jointNumber(const std::string& name) const {
  for (std::size_t i = 0; i < joints_.size(); ++i)
    if (joints_[i].name == name) return static_cast<int>(i);
  return -1;
}

void Robot::couple(int joint0, int joint1, double factor, double offset) {
  const auto marker = [&](int joint) {
    const std::string name = "coordinate of " + joints_[joint].name;
    for (const Json& each : markers)
      if (each["name"] == name) return name;
    markers.push_back({{"type", "NodeCoordinate"}, {"name", name}, {"nodeNumber", "joints"}, {"coordinate", joint}});
    return name;
  };
  // q1·k − q0 = offset: with k = 1 and the driving joint as the second coordinate.
  const std::string driven = marker(joint1), driving = marker(joint0);
  constraints.push_back({{"type", "ConnectorCoordinate"},
                         {"name", joints_[joint1].name + " follows " + joints_[joint0].name},
                         {"markerNumbers", {driven, driving}},
                         {"factorValue1", factor},
                         {"offset", -offset}});
}

void Robot::addSensor(const std::string& name, const Mount& mount) {
  if (mount.link < 0) return;
  sensors_.push_back({{"type", "KinematicTree"},
                      {"name", name},
                      {"objectNumber", "robot"},
                      {"linkNumber", mount.link},
                      {"localPosition", listOf(mount.frame.place)},
                      {"outputVariableType", "Position"}});
}

std::vector<std::string> Robot::left() const {
  std::vector<std::string> list;
  for (const auto& [what, count] : left_) list.push_back(count > 1 ? what + " (" + std::to_string(count) + ")" : what);
  return list;
}

/// The last link of a chain must have something that moves.
void Robot::checkMasses() const {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    double largest = joints_[i].armature;
    for (int k = 0; k < 3; ++k) largest = std::max(largest, link.inertia.tensor[k][k]);
    if (link.children == 0 && !(link.inertia.mass > 0) && !(largest > 0))
      throw ImportError("joint '" + joints_[i].name + "' moves nothing: the parts on it have neither mass nor inertia");
  }
}

Json Robot::treeItem() const {
  Json types = Json::array(), parents = Json::array(), turns = Json::array(), offsets = Json::array(), inertias = Json::array(),
       centers = Json::array(), masses = Json::array(), looks = Json::array(), forces = Json::array();
  bool driven = false;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    types.push_back(link.slides ? "PrismaticZ" : "RevoluteZ");
    parents.push_back(link.parent);
    turns.push_back(listOf(link.frame.turn));
    offsets.push_back(listOf(link.frame.place));
    inertias.push_back(listOf(link.inertia.tensor));
    centers.push_back(listOf(link.inertia.center));
    masses.push_back(link.inertia.mass);
    looks.push_back({{"graphics", link.graphics}});
    driven = driven || !joints_[i].force.empty();
    forces.push_back(joints_[i].force.empty() ? "0" : joints_[i].force);
  }
  Json item{{"type", "KinematicTree"},     {"name", "robot"},        {"nodeNumber", "joints"},        {"gravity", listOf(gravity)},
            {"jointTypes", types},         {"linkParents", parents}, {"jointTransformations", turns}, {"jointOffsets", offsets},
            {"linkInertiasCOM", inertias}, {"linkCOMs", centers},    {"linkMasses", masses}};
  if (driven) item["forceUserFunction"] = forces;
  item["visualization"] = {{"links", looks}};
  return item;
}

/// Springs, dampers and rotors in the joints; null where there are none.
Json Robot::jointItem() const {
  std::vector<double> rotors, dampers, springs, forces;
  bool any = false;
  for (const RobotJoint& joint : joints_) {
    rotors.push_back(joint.armature), dampers.push_back(joint.damping), springs.push_back(joint.stiffness);
    forces.push_back(joint.stiffness * joint.rest);
    any = any || joint.armature != 0 || joint.damping != 0 || joint.stiffness != 0;
  }
  if (!any) return nullptr;
  return {{"type", "GenericODE2"},          {"name", "springs, dampers and rotors"}, {"nodeNumbers", {"joints"}},
          {"massMatrix", diagonal(rotors)}, {"dampingMatrix", diagonal(dampers)},    {"stiffnessMatrix", diagonal(springs)},
          {"forceVector", forces}};
}

Json Robot::document() const {
  if (links_.empty()) throw ImportError("nothing in this file moves: it has no joint");
  checkMasses();
  std::vector<double> start;
  for (const RobotJoint& joint : joints_) start.push_back(joint.start);
  std::string text = "Imported from " + source + ".\n\nCoordinates, in this order:\n";
  for (std::size_t i = 0; i < joints_.size(); ++i) text += "\n" + std::to_string(i) + ". " + joints_[i].name;
  if (!left_.empty()) text += "\n\nNot carried over:\n";
  for (const std::string& what : left()) text += "\n- " + what;
  Json document{{"slipstick", 1}, {"title", title.empty() ? "Robot" : title}, {"description", text}};
  for (const RobotInput& input : inputs) {
    Json entry{{"value", 0}};
    if (input.min) entry["min"] = *input.min, entry["value"] = std::max(0.0, *input.min);
    if (input.max) entry["max"] = *input.max, entry["value"] = std::min(entry["value"].get<double>(), *input.max);
    document["inputs"][input.name] = entry;
  }
  document["nodes"] = Json::array({{{"type", "GenericODE2"},
                                    {"name", "joints"},
                                    {"numberOfODE2Coordinates", joints_.size()},
                                    {"referenceCoordinates", std::vector<double>(joints_.size(), 0)},
                                    {"initialCoordinates", start}}});
  Json ground{{"type", "Ground"}, {"name", "ground"}};
  if (!ground_.empty()) ground["visualization"] = {{"graphics", ground_}};
  document["objects"] = Json::array({std::move(ground), treeItem()});
  if (Json item = jointItem(); !item.is_null()) document["objects"].push_back(std::move(item));
  for (const Json& constraint : constraints) document["objects"].push_back(constraint);
  if (!markers.empty()) document["markers"] = markers;
  document["sensors"] =
      Json::array({{{"type", "Node"}, {"name", "joint positions"}, {"nodeNumber", "joints"}, {"outputVariableType", "Coordinates"}},
                   {{"type", "Node"}, {"name", "joint velocities"}, {"nodeNumber", "joints"}, {"outputVariableType", "Coordinates_t"}}});
  for (const Json& sensor : sensors_) document["sensors"].push_back(sensor);
  document["analysis"] = {{"endTime", 2}, {"stepSize", 0.001}, {"sensorsWritePeriod", 0.01}};
  return document;
}

}  // namespace slipstick
