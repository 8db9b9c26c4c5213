// MJCF: bodies inside each other, with the joints that they move on.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "core/exchange/mesh.h"
#include "core/exchange/robot.h"
#include "core/math/elementary.h"

namespace slipstick {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr std::size_t mostTriangles = 4000;
constexpr int mostIncludes = 100;

std::string number(double value) { return Json(value).dump(); }

Vector3 vectorOf(const std::vector<double>& n, const Vector3& otherwise) { return n.empty() ? otherwise : Vector3{n[0], n[1], n[2]}; }

class MjcfReader {
 public:
  MjcfReader(const XmlElement& root, const ReadFile& read) : root_(root), read_(read) {
    robot_.title = root_.text("model", "MuJoCo model");
    robot_.source = "MJCF";
    include(root_);
  }

  Robot run() {
    for (const XmlElement& part : root_.children)
      if (part.name == "compiler") readCompiler(part);
    for (const XmlElement& part : root_.children) {
      if (part.name == "option") robot_.gravity = vectorOf(part.numbers("gravity", 3, 3), robot_.gravity);
      if (part.name == "default") readDefaults(part, part.text("class", "main"), {});
      if (part.name == "asset") readAssets(part);
    }
    for (const XmlElement& part : root_.children)
      if (part.name == "worldbody") addContents(part, {}, "");
    for (const XmlElement& part : root_.children) {
      static const std::set<std::string> known{"compiler", "option",  "default", "asset",     "worldbody", "actuator",
                                               "equality", "include", "size",    "statistic", "visual"};
      if (part.name == "actuator")
        for (const XmlElement& each : part.children) addActuator(each);
      else if (part.name == "equality")
        for (const XmlElement& each : part.children) addEquality(each);
      else if (!known.count(part.name))
        robot_.leave("<" + part.name + ">");
    }
    return std::move(robot_);
  }

 private:
  using Attributes = std::map<std::string, std::string>;
  using Defaults = std::map<std::string, Attributes>;  // by element

  /// Puts the contents of other files in place of <include>.
  void include(XmlElement& element) {
    for (std::size_t i = 0; i < element.children.size(); ++i) {
      if (element.children[i].name != "include") {
        include(element.children[i]);
        continue;
      }
      const XmlElement command = element.children[i];
      if (++includes_ > mostIncludes)
        command.fail("more than " + std::to_string(mostIncludes) + " files are included: one includes itself");
      const std::string name = command.text("file");
      const std::optional<std::string> text = read_(name);
      if (!text) command.fail("cannot read the included file '" + name + "'");
      XmlElement other = parseXml(*text, name);
      element.children.erase(element.children.begin() + static_cast<long>(i));
      element.children.insert(element.children.begin() + static_cast<long>(i), other.children.begin(), other.children.end());
      --i;
    }
  }

  void readCompiler(const XmlElement& compiler) {
    inDegrees_ = compiler.text("angle", inDegrees_ ? "degree" : "radian") != "radian";
    eulerOrder_ = compiler.text("eulerseq", eulerOrder_);
    meshFolder_ = compiler.text("meshdir", compiler.text("assetdir", meshFolder_));
    const std::string from = compiler.text("inertiafromgeom", "auto");
    inertiaFromGeoms_ = from;
    leastMass_ = compiler.number("boundmass", leastMass_), leastInertia_ = compiler.number("boundinertia", leastInertia_);
    for (const char* each : {"settotalmass", "fusestatic"})
      if (compiler.find(each)) robot_.leave(std::string("compiler ") + each);
    if (compiler.text("coordinate", "local") != "local") compiler.fail("coordinates must be local");
    if (eulerOrder_.size() != 3 || eulerOrder_.find_first_not_of("xyzXYZ") != std::string::npos)
      compiler.fail("eulerseq must be three of xyzXYZ, got '" + eulerOrder_ + "'");
  }

  void readDefaults(const XmlElement& element, const std::string& name, Defaults inherited) {
    for (const XmlElement& each : element.children)
      if (each.name != "default")
        for (const auto& [key, value] : each.attributes) inherited[each.name][key] = value;
    defaults_[name] = inherited;
    for (const XmlElement& each : element.children)
      if (each.name == "default") readDefaults(each, each.text("class"), inherited);
  }

  /// An element with what its class says where it says nothing itself.
  XmlElement complete(const XmlElement& element, const std::string& childClass) const {
    XmlElement whole = element;
    const std::string name = element.text("class", childClass.empty() ? "main" : childClass);
    const auto found = defaults_.find(name);
    if (found == defaults_.end()) {
      if (name != "main") element.fail("there is no default class '" + name + "'");
      return whole;
    }
    const auto attributes = found->second.find(element.name);
    if (attributes == found->second.end()) return whole;
    const bool turned = hasTurn(element);
    for (const auto& [key, value] : attributes->second)
      if (!whole.find(key) && !(turned && isTurn(key)) && key != "class") whole.attributes.emplace_back(key, value);
    return whole;
  }
  static bool isTurn(const std::string& key) {
    return key == "quat" || key == "euler" || key == "axisangle" || key == "xyaxes" || key == "zaxis";
  }
  static bool hasTurn(const XmlElement& element) {
    return std::any_of(element.attributes.begin(), element.attributes.end(), [](const auto& each) { return isTurn(each.first); });
  }

  void readAssets(const XmlElement& assets) {
    for (const XmlElement& each : assets.children) {
      if (each.name == "mesh") {
        const std::string file = each.text("file");
        const std::size_t slash = file.find_last_of('/'), dot = file.find_last_of('.');
        const std::size_t start = slash == std::string::npos ? 0 : slash + 1;
        meshes_[each.text("name", file.substr(start, dot == std::string::npos ? dot : dot - start))] = complete(each, "");
      } else if (each.name == "material") {
        materials_[each.text("name")] = complete(each, "");
      } else {
        robot_.leave("assets <" + each.name + ">");
      }
    }
  }

  double angle(double value) const { return inDegrees_ ? value * pi / 180 : value; }

  Matrix3 turnOf(const XmlElement& element) const {
    if (element.find("quat")) {
      const auto q = element.numbers("quat", 4, 4);
      if (!(std::abs(q[0]) + std::abs(q[1]) + std::abs(q[2]) + std::abs(q[3]) > 0)) element.fail("quat must not be 0 0 0 0");
      return rotationOf(q);
    }
    if (element.find("axisangle")) {
      const auto n = element.numbers("axisangle", 4, 4);
      if (!(norm(Vector3{n[0], n[1], n[2]}) > 0)) element.fail("axisangle has an axis without direction");
      return rotationAbout({n[0], n[1], n[2]}, angle(n[3]));
    }
    if (element.find("euler")) {
      const auto n = element.numbers("euler", 3, 3);
      Matrix3 turn = Matrix3::identity();
      for (int i = 0; i < 3; ++i) {
        const char letter = eulerOrder_[i];
        const bool fixedAxes = letter < 'a';
        const char lower = fixedAxes ? static_cast<char>(letter - 'A' + 'a') : letter;
        Vector3 axis;
        axis[lower - 'x'] = 1;
        const Matrix3 part = rotationAbout(axis, angle(n[i]));
        turn = fixedAxes ? part * turn : turn * part;
      }
      return turn;
    }
    if (element.find("xyaxes")) {
      const auto n = element.numbers("xyaxes", 6, 6);
      const Vector3 a{n[0], n[1], n[2]}, b{n[3], n[4], n[5]};
      if (!(norm(cross(a, b)) > 0)) element.fail("xyaxes must be two directions");
      const Vector3 x = 1 / norm(a) * a, rest = b - dot(x, b) * x, y = 1 / norm(rest) * rest;
      return Matrix3::fromColumns(x, y, cross(x, y));
    }
    if (element.find("zaxis")) return upTo(element, vectorOf(element.numbers("zaxis", 3, 3), {0, 0, 1}));
    return Matrix3::identity();
  }

  /// The smallest rotation that takes z to a direction.
  static Matrix3 upTo(const XmlElement& element, const Vector3& direction) {
    const double length = norm(direction);
    if (!(length > 0)) element.fail("a direction must not be 0 0 0");
    const Vector3 z = 1 / length * direction, axis = cross(Vector3{0, 0, 1}, z);
    const double sine = norm(axis);
    if (sine < 1e-14) return z.z > 0 ? Matrix3::identity() : rotationAbout({1, 0, 0}, pi);
    return rotationAbout(axis, atan2(sine, z.z));
  }

  Frame frameOf(const XmlElement& element) const { return {turnOf(element), vectorOf(element.numbers("pos", 3, 3), {})}; }

  void addContents(const XmlElement& body, const Mount& mount, const std::string& childClass) {
    const bool explicitInertia = body.child("inertial") && inertiaFromGeoms_ != "true";
    Inertia total;
    for (const XmlElement& part : body.children) {
      if (part.name == "geom") {
        const Inertia own = addGeom(complete(part, childClass), mount);
        if (!explicitInertia && inertiaFromGeoms_ != "false") total += own;
      } else if (part.name == "body") {
        addBody(part, mount, childClass);
      } else if (part.name == "frame") {
        const Mount inner{mount.link, mount.frame * frameOf(part)};
        addContents(part, inner, part.text("childclass", childClass));
      } else if (part.name == "inertial" && explicitInertia) {
        total = inertiaOf(part);
      } else if (part.name != "joint" && part.name != "freejoint" && part.name != "inertial") {
        robot_.leave("<" + part.name + ">");
      }
    }
    if (total.mass > 0 || body.name == "body") {
      total.mass = std::max(total.mass, leastMass_);
      for (int i = 0; i < 3; ++i) total.tensor[i][i] = std::max(total.tensor[i][i], leastInertia_);
      robot_.addInertia(mount, total);
    }
  }

  void addBody(const XmlElement& body, const Mount& parent, const std::string& outerClass) {
    const std::string childClass = body.text("childclass", outerClass), name = body.text("name", "body" + std::to_string(++bodies_));
    Mount mount{parent.link, parent.frame * frameOf(body)};
    int unnamed = 0;
    for (const XmlElement& part : body.children) {
      if (part.name != "joint" && part.name != "freejoint") continue;
      const XmlElement joint = part.name == "joint" ? complete(part, childClass) : part;
      const std::string type = part.name == "freejoint" ? "free" : joint.text("type", "hinge");
      const std::string called = joint.text("name", name + (unnamed++ > 0 ? " joint " + std::to_string(unnamed) : " joint"));
      mount = addJoint(joint, type, called, mount);
    }
    addContents(body, mount, childClass);
    robot_.addSensor(name, mount);
  }

  Mount addJoint(const XmlElement& joint, const std::string& type, const std::string& name, Mount mount) {
    const Vector3 anchor = vectorOf(joint.numbers("pos", 3, 3), {}), axis = vectorOf(joint.numbers("axis", 3, 3), {0, 0, 1});
    const Vector3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    RobotJoint made;
    made.damping = joint.find("damping") ? joint.numbers("damping", 1, 3)[0] : 0;
    made.armature = joint.number("armature", 0);
    made.stiffness = joint.find("stiffness") ? joint.numbers("stiffness", 1, 3)[0] : 0;
    if (joint.number("frictionloss", 0) != 0) robot_.leave("dry friction of joints (frictionloss)");
    if (joint.find("range") && joint.text("limited", "auto") != "false") robot_.leave("limits of joints");
    if (type == "free") {
      const Matrix3 toBody = transpose(mount.frame.turn);  // from the world; slides do not turn it
      for (int i = 0; i < 3; ++i) {
        made.name = name + " " + "xyz"[i], made.slides = true;
        mount = robot_.addJoint(mount, toBody * axes[i], {}, made);
      }
      return threeHinges(mount, axes, {}, name, made);
    }
    if (type == "ball") return threeHinges(mount, axes, anchor, name, made);
    if (type != "hinge" && type != "slide") joint.fail("the type must be free, ball, slide or hinge, got '" + type + "'");
    if (!(norm(axis) > 0)) joint.fail("the axis has no direction");
    made.name = name, made.slides = type == "slide";
    const double reference = joint.number("ref", 0), rest = joint.number("springref", 0);
    made.rest = made.slides ? rest - reference : angle(rest - reference);
    offsets_[name] = made.slides ? reference : angle(reference);
    return robot_.addJoint(mount, axis, anchor, made);
  }

  Mount threeHinges(Mount mount, const Vector3 (&axes)[3], const Vector3& anchor, const std::string& name, RobotJoint joint) {
    if (joint.stiffness != 0) robot_.leave("stiffness of ball joints"), joint.stiffness = 0;
    if (joint.damping != 0) robot_.leave("damping of ball joints"), joint.damping = 0;
    if (joint.armature != 0) robot_.leave("armature of ball joints"), joint.armature = 0;
    for (int i = 0; i < 3; ++i) {
      joint.name = name + " about " + "xyz"[i], joint.slides = false;
      mount = robot_.addJoint(mount, axes[i], anchor, joint);
    }
    return mount;
  }

  Inertia inertiaOf(const XmlElement& element) const {
    Inertia inertia{.mass = element.number("mass", -1)};
    if (inertia.mass < 0) element.fail("mass is missing, or less than 0");
    if (element.find("fullinertia")) {
      const auto n = element.numbers("fullinertia", 6, 6);
      inertia.tensor = {{{n[0], n[3], n[4]}, {n[3], n[1], n[5]}, {n[4], n[5], n[2]}}};
    } else {
      const auto n = element.numbers("diaginertia", 3, 3);
      if (n.empty()) element.fail("diaginertia or fullinertia is missing");
      for (int i = 0; i < 3; ++i) inertia.tensor[i][i] = n[i];
    }
    return inertia.in(frameOf(element));
  }

  /// Draws a geom; answers with its mass and inertia in the frame of the body.
  Inertia addGeom(const XmlElement& geom, const Mount& mount) {
    const std::string type = geom.text("type", geom.find("mesh") ? "mesh" : "sphere");
    if (geom.text("contype", "1") != "0" || geom.text("conaffinity", "1") != "0") robot_.leave("contact of geoms");
    if (type == "plane" || type == "hfield" || type == "sdf") {
      robot_.leave("geoms of the type " + type);
      return {};
    }
    Frame frame = frameOf(geom);
    std::vector<double> size = geom.numbers("size", 1, 3);
    if (geom.find("fromto")) {
      const auto ends = geom.numbers("fromto", 6, 6);
      const Vector3 from{ends[0], ends[1], ends[2]}, to{ends[3], ends[4], ends[5]};
      // MuJoCo lets z point from the second end to the first.
      frame = {upTo(geom, from - to), 0.5 * (from + to)};
      if (size.empty()) geom.fail("size is missing");
      const double half = norm(to - from) / 2;
      size = type == "box" || type == "ellipsoid" ? std::vector<double>{size[0], size[0], half} : std::vector<double>{size[0], half};
    }
    std::vector<Json> solids;
    Inertia unit;  // at a density of 1
    if (type == "mesh")
      readMeshGeom(geom, solids, unit);
    else
      readShape(geom, type, size, solids, unit);
    std::string color;
    double opacity = 1;
    readColor(geom, color, opacity);
    if (opacity > 0)
      for (const Json& solid : solids) robot_.addSolid(mount, frame, solid, color, opacity);
    if (!(unit.mass > 0)) return {};
    const double factor = geom.find("mass") ? geom.number("mass", 0) / unit.mass : geom.number("density", 1000);
    unit.mass *= factor, unit.tensor = factor * unit.tensor;
    return unit.in(frame);
  }

  void readShape(const XmlElement& geom, const std::string& type, const std::vector<double>& s, std::vector<Json>& solids, Inertia& unit) {
    static const std::map<std::string, std::size_t> sizes{{"sphere", 1}, {"capsule", 2}, {"cylinder", 2}, {"box", 3}, {"ellipsoid", 3}};
    const auto wanted = sizes.find(type);
    if (wanted == sizes.end())
      geom.fail("the type must be plane, hfield, sphere, capsule, ellipsoid, cylinder, box or mesh, got '" + type + "'");
    if (s.size() < wanted->second)
      geom.fail("size must have " + std::to_string(wanted->second) + " numbers for a " + type + ", got " + std::to_string(s.size()));
    for (std::size_t i = 0; i < wanted->second; ++i)
      if (!(s[i] > 0)) geom.fail("size must be more than 0, got " + number(s[i]));
    const Json origin{0, 0, 0};
    const auto diagonal = [&](double x, double y, double z) { unit.tensor = {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; };
    const auto ball = [&](double z) { return Json{{"type", "sphere"}, {"center", {0, 0, z}}, {"radius", s[0]}}; };
    const auto rod = [&] { return Json{{"type", "cylinder"}, {"from", {0, 0, -s[1]}}, {"to", {0, 0, s[1]}}, {"radius", s[0]}}; };
    if (type == "sphere") {
      solids = {ball(0)};
      unit.mass = 4 * pi / 3 * s[0] * s[0] * s[0];
      diagonal(0.4 * unit.mass * s[0] * s[0], 0.4 * unit.mass * s[0] * s[0], 0.4 * unit.mass * s[0] * s[0]);
    } else if (type == "box") {
      solids = {{{"type", "box"}, {"center", origin}, {"size", {2 * s[0], 2 * s[1], 2 * s[2]}}}};
      unit.mass = 8 * s[0] * s[1] * s[2];
      const double x = s[0] * s[0], y = s[1] * s[1], z = s[2] * s[2];
      diagonal(unit.mass / 3 * (y + z), unit.mass / 3 * (x + z), unit.mass / 3 * (x + y));
    } else if (type == "ellipsoid") {
      Json drawn{{"type", "sphere"}, {"center", origin}, {"radius", pow(s[0] * s[1] * s[2], 1.0 / 3)}};
      if (s[0] != s[1] || s[1] != s[2]) robot_.leave("shape of ellipsoids, drawn as balls");
      solids = {std::move(drawn)};
      unit.mass = 4 * pi / 3 * s[0] * s[1] * s[2];
      const double x = s[0] * s[0], y = s[1] * s[1], z = s[2] * s[2];
      diagonal(unit.mass / 5 * (y + z), unit.mass / 5 * (x + z), unit.mass / 5 * (x + y));
    } else {
      const bool capsule = type == "capsule";
      const double r = s[0], height = 2 * s[1], middle = pi * r * r * height, ends = capsule ? 4 * pi / 3 * r * r * r : 0;
      solids = {rod()};
      if (capsule) solids.push_back(ball(-s[1])), solids.push_back(ball(s[1]));
      unit.mass = middle + ends;
      const double along = middle * r * r / 2 + ends * 0.4 * r * r;
      const double across = middle * (3 * r * r + height * height) / 12 + ends * (0.4 * r * r + height * (3 * r + 2 * height) / 8);
      diagonal(across, across, along);
    }
  }

  void readMeshGeom(const XmlElement& geom, std::vector<Json>& solids, Inertia& unit) {
    const auto found = meshes_.find(geom.text("mesh"));
    if (found == meshes_.end()) geom.fail("there is no mesh '" + geom.text("mesh") + "' among the assets");
    const XmlElement& asset = found->second;
    std::string name = asset.text("file");
    if (!meshFolder_.empty() && !name.empty() && name[0] != '/') name = meshFolder_ + (meshFolder_.back() == '/' ? "" : "/") + name;
    const std::optional<std::string> bytes = name.empty() ? std::nullopt : read_(name);
    if (!bytes) return robot_.leave("mesh '" + name + "', which is not there");
    try {
      const MeshFile mesh = readMesh(*bytes, name);
      const Vector3 scale = vectorOf(asset.numbers("scale", 3, 3), {1, 1, 1});
      solids = {meshSolid(mesh, scale, mostTriangles)};
      unit = inertiaOfMesh(mesh, scale);
    } catch (const ImportError& error) {
      robot_.leave(std::string("mesh ") + error.what());
    }
  }

  void readColor(const XmlElement& geom, std::string& color, double& opacity) const {
    std::vector<double> rgba = geom.numbers("rgba", 4, 4);
    const auto material = materials_.find(geom.text("material"));
    if (rgba.empty() && material != materials_.end()) rgba = material->second.numbers("rgba", 4, 4);
    if (rgba.empty()) return;
    color = rgbText(rgba), opacity = rgba[3];
  }

  /// force = gain·u + b0 + b1·length + b2·velocity, where length is gear times the coordinate.
  void addActuator(const XmlElement& element) {
    XmlElement actuator = complete(element, "");
    const std::string type = element.name, name = element.text("name", type + std::to_string(++actuators_));
    const std::string target = actuator.text("joint", actuator.text("jointinparent"));
    const int joint = robot_.jointNumber(target);
    const bool affine = type == "general" && actuator.text("biastype", "none") == "affine";
    const bool plain = type != "general" || (actuator.text("dyntype", "none") == "none" && actuator.text("gaintype", "fixed") == "fixed");
    if (!plain || (type != "motor" && type != "position" && type != "velocity" && type != "general") || (joint < 0 && target.empty()))
      return robot_.leave("actuator '" + name + "' (" + type + ")");
    if (joint < 0) return robot_.leave("actuator '" + name + "', whose joint '" + target + "' is no single hinge or slide");
    const std::vector<double> gears = actuator.numbers("gear", 1, 6), gains = actuator.numbers("gainprm", 1, 10),
                              biases = actuator.numbers("biasprm", 1, 10);
    const double gear = gears.empty() ? 1 : gears[0];
    const auto at = [](const std::vector<double>& list, std::size_t i, double otherwise) { return i < list.size() ? list[i] : otherwise; };
    double gain = 1, b[3] = {0, 0, 0};
    if (type == "position") gain = actuator.number("kp", 1), b[1] = -gain, b[2] = -actuator.number("kv", 0);
    if (type == "velocity") gain = actuator.number("kv", 1), b[2] = -gain;
    if (type == "general") gain = at(gains, 0, 1);
    if (affine)
      for (int i = 0; i < 3; ++i) b[i] = at(biases, i, 0);
    if (actuator.find("dampratio") || actuator.find("timeconst")) robot_.leave("dampratio and timeconst of actuator '" + name + "'");
    RobotInput input{name, {}, {}};
    const auto range = [&](const char* limit, const char* flag) {
      const std::vector<double> ends = actuator.numbers(limit, 2, 2);
      return actuator.text(flag, "auto") == "false" ? std::vector<double>{} : ends;
    };
    if (const auto ends = range("ctrlrange", "ctrllimited"); !ends.empty()) input.min = ends[0], input.max = ends[1];
    const std::string q = "q[" + std::to_string(joint) + "]", v = "q_t[" + std::to_string(joint) + "]";
    const auto offset = offsets_.find(target);
    std::string force = number(gain) + "*input(\"" + name + "\")";
    if (b[0] != 0) force += " + " + number(b[0]);
    if (b[1] != 0) force += " + " + number(b[1] * gear) + "*(" + q + " + " + number(offset == offsets_.end() ? 0 : offset->second) + ")";
    if (b[2] != 0) force += " + " + number(b[2] * gear) + "*" + v;
    if (const auto ends = range("forcerange", "forcelimited"); !ends.empty())
      force = "clamp(" + force + ", " + number(ends[0]) + ", " + number(ends[1]) + ")";
    std::string& sum = robot_.joints()[joint].force;
    sum += (sum.empty() ? "" : " + ") + number(gear) + "*(" + force + ")";
    robot_.inputs.push_back(std::move(input));
  }

  void addEquality(const XmlElement& element) {
    const XmlElement equality = complete(element, "");
    const int driven = robot_.jointNumber(equality.text("joint1")), driving = robot_.jointNumber(equality.text("joint2"));
    const std::vector<double> p = equality.numbers("polycoef", 1, 5);
    bool linear = true;
    for (std::size_t i = 2; i < p.size(); ++i) linear = linear && p[i] == 0;
    if (element.name != "joint" || driven < 0 || driving < 0 || !linear || equality.text("active", "true") == "false")
      return robot_.leave("equality <" + element.name + ">" + (element.text("name").empty() ? "" : " '" + element.text("name") + "'"));
    // Both count from their references.
    robot_.couple(driving, driven, p.size() > 1 ? p[1] : p.empty() ? 1 : 0, p.empty() ? 0 : p[0]);
  }

  XmlElement root_;
  const ReadFile& read_;
  Robot robot_;
  std::map<std::string, Defaults> defaults_;
  std::map<std::string, XmlElement> meshes_, materials_;
  std::map<std::string, double> offsets_;  // `ref` of joints
  bool inDegrees_ = true;
  std::string eulerOrder_ = "xyz", meshFolder_, inertiaFromGeoms_ = "auto";
  double leastMass_ = 0, leastInertia_ = 0;
  int bodies_ = 0, actuators_ = 0, includes_ = 0;
};

}  // namespace

Robot robotOfMjcf(const XmlElement& root, const ReadFile& read) { return MjcfReader(root, read).run(); }

}  // namespace slipstick
