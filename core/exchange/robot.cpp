#include "core/exchange/robot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/math/elementary.h"
#include "core/math/inertia.h"

namespace slipstick {
namespace {

constexpr std::size_t mostJoints = 2000;  // matrices of the joints are dense

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

/// The diagonal of the inverse of a symmetric matrix, by Cholesky's factorisation L Lᵀ: sums of squares of the columns of L⁻¹.
std::vector<double> inverseDiagonal(std::vector<double> a, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = 0; k < j; ++k)
      for (std::size_t i = j; i < n; ++i) a[i * n + j] -= a[i * n + k] * a[j * n + k];
    const double pivot = std::sqrt(a[j * n + j]);
    if (!(pivot > 0)) throw ImportError("the mass matrix is singular in the first position, so springdamper and dampratio have no meaning");
    for (std::size_t i = j; i < n; ++i) a[i * n + j] /= pivot;
  }
  std::vector<double> diagonal(n);
  for (std::size_t j = 0; j < n; ++j) {  // column j of L⁻¹
    std::vector<double> column(n, 0);
    for (std::size_t i = j; i < n; ++i) {
      double sum = i == j;
      for (std::size_t k = j; k < i; ++k) sum -= a[i * n + k] * column[k];
      column[i] = sum / a[i * n + i];
      diagonal[j] += column[i] * column[i];
    }
  }
  return diagonal;
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

void refuseNegativeMoments(const Matrix3& tensor, const XmlElement& element) {
  const Vector3 moments = principalMoments(tensor);
  if (moments.x >= -roundingOfMoments * moments.z) return;
  element.fail("the principal moments must be 0 or more, got " + textOfMoments(moments));
}

Inertia& Inertia::operator+=(const Inertia& other) {
  const double sum = mass + other.mass;
  if (!(sum > 0)) return tensor += other.tensor, *this;
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
  if (links_.size() == mostJoints) throw ImportError("the robot has more than " + std::to_string(mostJoints) + " joints");
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

std::string Robot::coordinateMarker(int joint) {
  const std::string name = joint < 0 ? "fixed coordinate" : "coordinate of " + joints_[joint].name;
  for (const Json& each : markers_)
    if (each["name"] == name) return name;
  isHeld_ = isHeld_ || joint < 0;
  markers_.push_back({{"type", "NodeCoordinate"},
                      {"name", name},
                      {"nodeNumber", joint < 0 ? "fixed point" : "joints"},
                      {"coordinate", std::max(0, joint)}});
  return name;
}

void Robot::couple(int joint0, int joint1, double factor, double offset, const std::string& name) {
  // q1·k − q0 = offset: with k = 1 and the driving joint as the second coordinate.
  const std::string driven = coordinateMarker(joint1), driving = coordinateMarker(joint0);
  constraints_.push_back({{"type", "ConnectorCoordinate"},
                          {"name", name.empty() ? joints_[joint1].name + " follows " + joints_[joint0].name : name},
                          {"markerNumbers", {driven, driving}},
                          {"factorValue1", factor},
                          {"offset", -offset}});
}

void Robot::hold(int joint, double coordinate, const std::string& name) {
  const std::string held = coordinateMarker(joint), fixed = coordinateMarker(-1);
  constraints_.push_back({{"type", "ConnectorCoordinate"},
                          {"name", name.empty() ? joints_[joint].name + " is held" : name},
                          {"markerNumbers", {held, fixed}},
                          {"offset", -coordinate}});
}

std::string Robot::frameMarker(const std::string& name, const Mount& mount) {
  Json marker{{"type", mount.link < 0 ? "BodyRigid" : "KinematicTreeRigid"}, {"name", name}};
  if (mount.link < 0)
    marker["bodyNumber"] = "ground";
  else
    marker["objectNumber"] = "robot", marker["linkNumber"] = mount.link;
  marker["localPosition"] = listOf(mount.frame.place);
  markers_.push_back(std::move(marker));
  return name;
}

void Robot::close(const std::string& name, const Mount& mount0, const Mount& mount1, bool isRigid) {
  const Frame pose0 = pose(mount0), pose1 = pose(mount1);
  double gap = norm(pose1.place - pose0.place);
  for (int i = 0; i < 3 && isRigid; ++i) gap = std::max(gap, norm(pose1.turn.row(i) - pose0.turn.row(i)));
  startsOpen_ = startsOpen_ || gap > 1e-9;
  Json joint{{"type", isRigid ? "JointGeneric" : "JointSpherical"}, {"name", name}};
  joint["markerNumbers"] = {frameMarker(name + ", first", mount0), frameMarker(name + ", second", mount1)};
  if (isRigid) joint["rotationMarker0"] = listOf(mount0.frame.turn), joint["rotationMarker1"] = listOf(mount1.frame.turn);
  constraints_.push_back(std::move(joint));
}

void Robot::addForce(const std::string& name, const Mount& mount, const Vector3& point, const Vector3& force) {
  if (mount.link < 0) return;
  const std::string marker = frameMarker("point of " + name, {mount.link, mount.frame * Frame{Matrix3::identity(), point}});
  loads_.push_back({{"type", "ForceVector"}, {"name", name}, {"markerNumber", marker}, {"loadVector", listOf(force)}});
}

Frame Robot::pose(const Mount& mount) const {
  Frame frame = mount.frame;
  for (int link = mount.link; link >= 0; link = links_[link].parent) frame = links_[link].frame * frame;
  return frame;
}

std::vector<double> Robot::mobilities() const {
  const std::size_t n = links_.size();
  std::vector<Frame> frames(n);
  for (std::size_t i = 0; i < n; ++i) frames[i] = links_[i].parent < 0 ? links_[i].frame : frames[links_[i].parent] * links_[i].frame;
  // All parts of a link move as one body; the joint's axis is z of the link's frame. M_ij follows from the motion of j, for the ancestors i
  // of j.
  std::vector<Inertia> carried(n);
  for (std::size_t i = n; i-- > 0;) {
    carried[i] += links_[i].inertia.in(frames[i]);
    if (links_[i].parent >= 0) carried[links_[i].parent] += carried[i];
  }
  std::vector<double> matrix(n * n, 0);
  const auto axisOf = [&](std::size_t i) { return frames[i].turn * Vector3{0, 0, 1}; };
  for (std::size_t j = 0; j < n; ++j) {
    const Inertia& body = carried[j];
    const Vector3 axis = axisOf(j), turning = links_[j].slides ? Vector3{} : axis;
    const Vector3 momentum = body.mass * (links_[j].slides ? axis : cross(axis, body.center - frames[j].place));
    const Vector3 spin = body.tensor * turning;  // about its centre of mass
    for (int i = static_cast<int>(j); i >= 0; i = links_[i].parent) {
      const Vector3 other = axisOf(i);
      const double value = links_[i].slides ? dot(other, momentum) : dot(other, spin + cross(body.center - frames[i].place, momentum));
      matrix[i * n + j] = matrix[j * n + i] = value;
    }
    matrix[j * n + j] += joints_[j].armature;
  }
  return inverseDiagonal(std::move(matrix), n);
}

void Robot::tuneSprings() {
  const auto isTuned = [](const RobotJoint& joint) { return joint.timeConstant > 0 && joint.dampingRatio > 0; };
  if (std::none_of(joints_.begin(), joints_.end(), isTuned)) return;
  checkMasses();
  const std::vector<double> found = mobilities();
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    RobotJoint& joint = joints_[i];
    if (!isTuned(joint)) continue;
    // m q" + d q' + k q = 0 with d = 2 m / T and k = m / (T ζ)², as MuJoCo has it
    const double length = joint.timeConstant * joint.dampingRatio;
    joint.damping = 2 / (found[i] * joint.timeConstant), joint.stiffness = 1 / (found[i] * length * length);
  }
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

void Robot::leave(const std::string& what, const std::string& name) {
  LeftOut& entry = left_[what];
  ++entry.count;
  if (!name.empty()) entry.names.insert(name);
}

std::vector<std::string> Robot::left() const {
  std::vector<std::string> list;
  for (const auto& [what, entry] : left_) {
    std::string detail = entry.names.empty() && entry.count > 1 ? std::to_string(entry.count) : "";
    for (const std::string& name : entry.names) detail += (detail.empty() ? "" : ", ") + name;
    list.push_back(detail.empty() ? what : what + " (" + detail + ")");
  }
  return list;
}

/// The last link of a chain must have mass or inertia.
void Robot::checkMasses() const {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    double largest = joints_[i].armature;
    for (int k = 0; k < 3; ++k) largest = std::max(largest, link.inertia.tensor[k][k]);
    if (link.children == 0 && !(link.inertia.mass > 0) && !(largest > 0))
      throw ImportError("joint '" + joints_[i].name + "' moves nothing: its parts have neither mass nor inertia");
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

/// Springs, dampers and rotors in the joints; null if there are none.
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

namespace {

/// The name of an entry with a number that is not finite, or "".
std::string notFinite(const Json& json, const std::string& name) {
  if (json.is_number()) return std::isfinite(json.get<double>()) ? "" : name;
  std::string found;
  if (json.is_structured())
    for (auto entry = json.begin(); entry != json.end() && found.empty(); ++entry)
      found = notFinite(entry.value(), json.is_object() ? entry.key() : name);
  return found;
}

void refuseInfinite(const Json& json) {
  if (const std::string name = notFinite(json, ""); !name.empty())
    throw ImportError("the file has numbers that cannot be used: '" + name + "' of the document is infinite or undefined");
}

}  // namespace

Json Robot::document() const {
  if (links_.empty()) throw ImportError("nothing in this file moves: it has no joint");
  refuseInfinite(treeItem());
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
  for (const Json& constraint : constraints_) document["objects"].push_back(constraint);
  if (isHeld_) document["nodes"].push_back({{"type", "PointGround"}, {"name", "fixed point"}});
  if (!markers_.empty()) document["markers"] = markers_;
  if (!loads_.empty()) document["loads"] = loads_;
  document["sensors"] =
      Json::array({{{"type", "Node"}, {"name", "joint positions"}, {"nodeNumber", "joints"}, {"outputVariableType", "Coordinates"}},
                   {{"type", "Node"}, {"name", "joint velocities"}, {"nodeNumber", "joints"}, {"outputVariableType", "Coordinates_t"}}});
  for (const Json& sensor : sensors_) document["sensors"].push_back(sensor);
  document["analysis"] = {{"endTime", 2}, {"stepSize", 0.001}, {"sensorsWritePeriod", 0.01}};
  if (startsOpen_) document["analysis"]["assemble"] = true;
  refuseInfinite(document);
  return document;
}

}  // namespace slipstick
