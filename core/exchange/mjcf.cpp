// MJCF: nested bodies, with the joints on which they move.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <set>

#include "core/exchange/coverage.h"
#include "core/exchange/mesh.h"
#include "core/exchange/robot.h"
#include "core/math/elementary.h"

namespace slipstick {
namespace {

using std::numbers::pi;
constexpr std::size_t mostTriangles = 4000;
constexpr const char* gainsOf = " gains of";  // the type of actuators whose defaults set the gains; no attribute has this name
constexpr int mostIncludes = 100;
constexpr std::size_t mostIncluded = std::size_t{64} << 20, mostClasses = 2000;  // bytes of all included files; classes of defaults

std::string number(double value) {
  if (!std::isfinite(value)) throw ImportError("the file has numbers that cannot be used: the formula of a force is infinite or undefined");
  return Json(value).dump();
}

Vector3 vectorOf(const std::vector<double>& n, const Vector3& otherwise) { return n.empty() ? otherwise : Vector3{n[0], n[1], n[2]}; }

class MjcfReader {
 public:
  MjcfReader(const XmlElement& root, const ReadFile& read) : root_(root), read_(read) {
    robot_.title = root_.text("model", "MuJoCo model");
    robot_.source = "MJCF";
    include(root_, 0);
  }

  Robot run() {
    forEach("compiler", [&](const XmlElement& part) { readCompiler(part); });
    forEach("option", [&](const XmlElement& part) { readOption(part); });
    if (isOff("gravity")) robot_.gravity = {};
    forEach("default", [&](const XmlElement& part) { readDefaults(part, part.text("class", "main"), defaults_["main"]); });
    forEach("asset", [&](const XmlElement& part) { readAssets(part); });
    places_["world"] = {};
    forEach("worldbody", [&](const XmlElement& part) { addBody(part, "world", {}, ""); });
    forEachIn("actuator", [&](const XmlElement& each) { addMotor(each); });
    robot_.tuneSprings();
    for (RobotJoint& joint : robot_.joints()) {
      if (isOff("spring")) joint.stiffness = 0;
      if (isOff("damper")) joint.damping = 0;
    }
    forEachIn("actuator", [&](const XmlElement& each) { addActuator(each); });
    if (!isOff("equality") && !isOff("constraint")) forEachIn("equality", [&](const XmlElement& each) { addEquality(each); });
    listLeft(Format::mjcf, root_, robot_);
    return std::move(robot_);
  }

 private:
  using Attributes = std::map<std::string, std::string>;
  using Defaults = std::map<std::string, Attributes>;  // by element

  /// The total mass and inertia of the geoms and the inertial of a body, in the frame of the body.
  struct Body {
    std::string name;
    Mount mount;
    bool hasInertial = false;
    Inertia geoms, inertial;
    int unnamed = 0;  // number of joints without a name
  };

  template <class Use>
  void forEach(const char* section, const Use& use) {
    for (const XmlElement& part : root_.children)
      if (part.name == section) use(part);
  }
  template <class Use>
  void forEachIn(const char* section, const Use& use) {
    forEach(section, [&](const XmlElement& part) { std::for_each(part.children.begin(), part.children.end(), use); });
  }

  /// Replaces <include> by the contents of other files.
  void include(XmlElement& element, int depth) {
    if (depth > deepestXml) element.fail("elements are nested more than " + std::to_string(deepestXml) + " deep");
    for (std::size_t i = 0; i < element.children.size(); ++i) {
      if (element.children[i].name != "include") {
        include(element.children[i], depth + 1);
        continue;
      }
      const XmlElement command = element.children[i];
      if (++includes_ > mostIncludes)
        command.fail("more than " + std::to_string(mostIncludes) + " files are included: one includes itself");
      const std::string name = command.text("file");
      const std::optional<std::string> text = read_(name);
      if (!text) command.fail("cannot read the included file '" + name + "'");
      if ((included_ += text->size()) > mostIncluded)
        command.fail("the included files have more than " + std::to_string(mostIncluded >> 20) + " MiB");
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
    stripsPaths_ = compiler.text("strippath", stripsPaths_ ? "true" : "false") == "true";
    limitsAlone_ = compiler.text("autolimits", limitsAlone_ ? "true" : "false") == "true";
    inertiaFromGeoms_ = compiler.text("inertiafromgeom", inertiaFromGeoms_);
    if (const auto groups = compiler.numbers("inertiagrouprange", 2, 2); !groups.empty()) lowGroup_ = groups[0], highGroup_ = groups[1];
    leastMass_ = compiler.number("boundmass", leastMass_), leastInertia_ = compiler.number("boundinertia", leastInertia_);
    if (compiler.text("coordinate", "local") != "local") compiler.fail("coordinates must be local");
    if (eulerOrder_.size() != 3 || eulerOrder_.find_first_not_of("xyzXYZ") != std::string::npos)
      compiler.fail("eulerseq must be three of xyzXYZ, got " + inQuotes(eulerOrder_));
  }

  void readOption(const XmlElement& option) {
    robot_.gravity = vectorOf(option.numbers("gravity", 3, 3), robot_.gravity);
    if (const XmlElement* flag = option.child("flag"))
      for (const auto& [name, value] : flag->attributes) flags_[name] = value;
  }
  bool isOff(const std::string& flag) const {
    const auto found = flags_.find(flag);
    return found != flags_.end() && found->second == "disable";
  }
  bool isPassiveOff() const { return isOff("passive") || (isOff("spring") && isOff("damper")); }

  /// A section adds to the values inherited from the classes around it, and nested classes start with the values so far.
  void readDefaults(const XmlElement& element, const std::string& name, Defaults values) {
    if (defaults_.size() > mostClasses) element.fail("there are more than " + std::to_string(mostClasses) + " classes of defaults");
    for (const XmlElement& each : element.children) {
      if (each.name == "default") continue;
      for (const auto& [key, value] : each.attributes)
        if (key != "kp" && key != "kv") values[kindOf(each.name, key)][key] = value;
      setGains(each, values["actuator"]);
    }
    defaults_[name] = values;
    for (const XmlElement& each : element.children)
      if (each.name == "default") readDefaults(each, each.text("class"), values);
  }

  /// Defaults of motors and of position and velocity actuators set gains and biases, as in MuJoCo; other actuators inherit them.
  static void setGains(const XmlElement& element, Attributes& shared) {
    XmlElement before;
    before.name = element.name, before.file = element.file, before.line = element.line;
    before.attributes = {shared.begin(), shared.end()};
    const double gain = gainOf(before), rate = rateOf(before);
    const auto set = [&](double kp, double bias1, double bias2) {
      shared[gainsOf] = element.name;
      shared["gainprm"] = number(kp), shared["biasprm"] = "0 " + number(bias1) + " " + number(bias2);
      shared["biastype"] = bias1 == 0 && bias2 == 0 ? "none" : "affine";
    };
    if (element.name == "motor") set(1, 0, 0);
    if (element.name == "position") set(element.number("kp", gain), -element.number("kp", gain), -element.number("kv", rate));
    if (element.name == "velocity") set(element.number("kv", gain), 0, -element.number("kv", gain));
  }
  /// Whether the default gains of an actuator were set by another actuator type.
  static bool hasOtherGains(const XmlElement& actuator) {
    return actuator.name != "general" && actuator.text(gainsOf, actuator.name) != actuator.name;
  }
  static double gainOf(const XmlElement& actuator) {
    const std::vector<double> gains = actuator.numbers("gainprm", 1, 10);
    return gains.empty() || hasOtherGains(actuator) ? 1 : gains[0];
  }
  static double rateOf(const XmlElement& actuator) {
    const std::vector<double> biases = actuator.numbers("biasprm", 1, 10);
    return biases.size() > 2 && !hasOtherGains(actuator) ? -biases[2] : 0;
  }

  /// Actuators of all types share their common defaults.
  static std::string kindOf(const std::string& element, const std::string& attribute) {
    static const std::set<std::string> actuators{"general", "motor",  "position", "velocity", "intvelocity", "orientation",
                                                 "pid",     "damper", "cylinder", "muscle",   "adhesion",    "dcmotor"},
        own{"dampratio", "timeconst"};
    return actuators.count(element) && !own.count(attribute) ? "actuator" : element;
  }

  /// An element with the values of its class for missing attributes. `kinds`: the element of its defaults, if it is not its name.
  XmlElement complete(const XmlElement& element, const std::string& childClass, std::vector<std::string> kinds = {}) const {
    if (kinds.empty()) kinds = {element.name};
    XmlElement whole = element;
    const std::string name = element.text("class", childClass.empty() ? "main" : childClass);
    const auto found = defaults_.find(name);
    if (found == defaults_.end()) {
      if (name != "main") element.fail("there is no default class '" + name + "'");
      return whole;
    }
    const bool turned = hasTurn(element);
    for (const std::string& each : kinds) {
      const auto attributes = found->second.find(each);
      if (attributes == found->second.end()) continue;
      for (const auto& [key, value] : attributes->second)
        if (!whole.find(key) && !(turned && isTurn(key)) && key != "class") whole.attributes.emplace_back(key, value);
    }
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
      }
    }
  }

  double angle(double value) const { return inDegrees_ ? value * pi / 180 : value; }

  static const std::vector<double>& checkedTurn(const XmlElement& element, const std::vector<double>& q) {
    if (!(std::abs(q[0]) + std::abs(q[1]) + std::abs(q[2]) + std::abs(q[3]) > 0)) element.fail("a quaternion must not be 0 0 0 0");
    return q;
  }

  Matrix3 turnOf(const XmlElement& element) const {
    if (element.find("quat")) {
      return rotationOf(checkedTurn(element, element.numbers("quat", 4, 4)));
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

  /// Adds the content of a body or of a frame in it; `frame`: its frame in the body, after the joints of the body.
  void addContents(const XmlElement& element, Body& body, const Frame& frame, const std::string& childClass) {
    const Mount mount{body.mount.link, body.mount.frame * frame};
    for (const XmlElement& part : element.children) {
      if (part.name == "geom")
        body.geoms += addGeom(complete(part, childClass), mount).in(frame);
      else if (part.name == "body")
        addBody(part, part.text("name", "body" + std::to_string(++bodies_)), mount, childClass);
      else if (part.name == "frame")
        addContents(part, body, frame * frameOf(part), part.text("childclass", childClass));
      else if (part.name == "inertial")
        body.hasInertial = true, body.inertial = inertiaOf(part).in(frame);
      else if (part.name == "site")
        sites_[part.text("name")] = {mount.link, mount.frame * siteFrame(complete(part, childClass))};
    }
  }

  /// The joints of a body are added before all other content, and their order matters.
  void addJoints(const XmlElement& element, Body& body, const Frame& frame, const std::string& childClass) {
    for (const XmlElement& part : element.children) {
      if (part.name == "frame") addJoints(part, body, frame * frameOf(part), part.text("childclass", childClass));
      if (part.name != "joint" && part.name != "freejoint") continue;
      const XmlElement joint = part.name == "joint" ? complete(part, childClass) : part;
      const std::string type = part.name == "freejoint" ? "free" : joint.text("type", "hinge");
      const bool isFirst = body.unnamed++ == 0 || joint.find("name");
      const std::string name = joint.text("name", body.name + (isFirst ? " joint" : " joint " + std::to_string(body.unnamed)));
      body.mount = addJoint(joint, type, name, body.mount, frame);
    }
  }

  void addBody(const XmlElement& element, const std::string& name, const Mount& parent, const std::string& outerClass) {
    const std::string childClass = element.text("childclass", outerClass);
    Body body;
    body.name = name, body.mount = {parent.link, parent.frame * frameOf(element)};
    addJoints(element, body, {}, childClass);
    places_[name] = body.mount;
    addContents(element, body, {}, childClass);
    if (element.name != "body") return;
    const bool fromGeoms = inertiaFromGeoms_ == "true" || (inertiaFromGeoms_ == "auto" && !body.hasInertial);
    Inertia inertia = fromGeoms ? body.geoms : body.inertial;
    inertia.mass = std::max(inertia.mass, leastMass_);
    for (int i = 0; i < 3; ++i) inertia.tensor[i][i] = std::max(inertia.tensor[i][i], leastInertia_);
    robot_.addInertia(body.mount, inertia);
    const Vector3 lift = -element.number("gravcomp", 0) * inertia.mass * robot_.gravity;
    if (norm(lift) > 0 && !isPassiveOff()) robot_.addForce("gravity compensation of " + name, body.mount, inertia.center, lift);
    robot_.addSensor(name, body.mount);
  }

  Frame siteFrame(const XmlElement& site) const {
    if (!site.find("fromto")) return frameOf(site);
    return betweenEnds(site, site.numbers("fromto", 6, 6));
  }

  /// In MuJoCo, z points from the second end to the first.
  static Frame betweenEnds(const XmlElement& element, const std::vector<double>& ends) {
    const Vector3 from{ends[0], ends[1], ends[2]}, to{ends[3], ends[4], ends[5]};
    return {upTo(element, from - to), 0.5 * (from + to)};
  }

  /// The first number of an attribute; coefficients of higher powers are omitted.
  double linear(const XmlElement& joint, const char* attribute) {
    const std::vector<double> numbers = joint.numbers(attribute, 1, 3);
    for (std::size_t i = 1; i < numbers.size(); ++i)
      if (numbers[i] != 0) return robot_.leave("higher powers of springs and dampers", attribute), numbers[0];
    return numbers.empty() ? 0 : numbers[0];
  }

  Mount addJoint(const XmlElement& joint, const std::string& type, const std::string& name, Mount mount, const Frame& frame) {
    const Vector3 anchor = frame.place + frame.turn * vectorOf(joint.numbers("pos", 3, 3), {});
    const Vector3 axis = frame.turn * vectorOf(joint.numbers("axis", 3, 3), {0, 0, 1});
    const Vector3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    RobotJoint made;
    made.damping = isOff("damper") || isPassiveOff() ? 0 : linear(joint, "damping");
    made.armature = joint.number("armature", 0);
    made.stiffness = isOff("spring") || isPassiveOff() ? 0 : linear(joint, "stiffness");
    if (const auto tuning = joint.numbers("springdamper", 2, 2); !tuning.empty() && !isPassiveOff())
      made.timeConstant = tuning[0], made.dampingRatio = tuning[1];
    if (type == "free") {
      const Matrix3 toBody = transpose(mount.frame.turn);  // from the world; slides do not rotate it
      for (int i = 0; i < 3; ++i) {
        made.name = name + " " + "xyz"[i], made.slides = true;
        mount = robot_.addJoint(mount, toBody * axes[i], {}, made);
      }
      return threeHinges(mount, axes, {}, name, made);
    }
    if (type == "ball") return threeHinges(mount, axes, anchor, name, made);
    if (type != "hinge" && type != "slide") joint.fail("the type must be free, ball, slide or hinge, got " + inQuotes(type));
    if (!(norm(axis) > 0)) joint.fail("the axis has no direction");
    made.name = name, made.slides = type == "slide";
    const double reference = joint.number("ref", 0), rest = joint.number("springref", 0);
    made.rest = made.slides ? rest - reference : angle(rest - reference);
    offsets_[name] = made.slides ? reference : angle(reference);
    if (auto range = joint.numbers("range", 2, 2); !range.empty()) {
      for (double& end : range) end = made.slides ? end : angle(end);
      ranges_[name] = range;
    }
    return robot_.addJoint(mount, axis, anchor, made);
  }

  Mount threeHinges(Mount mount, const Vector3 (&axes)[3], const Vector3& anchor, const std::string& name, RobotJoint joint) {
    if (joint.stiffness != 0) robot_.leave("stiffness of ball joints"), joint.stiffness = 0;
    if (joint.damping != 0) robot_.leave("damping of ball joints"), joint.damping = 0;
    if (joint.armature != 0) robot_.leave("armature of ball joints"), joint.armature = 0;
    if (joint.timeConstant > 0 && joint.dampingRatio > 0) robot_.leave("springdamper of ball joints");
    joint.timeConstant = 0;
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
      refuseNegativeMoments(inertia.tensor, element);
    } else {
      const auto n = element.numbers("diaginertia", 3, 3);
      if (n.empty()) element.fail("diaginertia or fullinertia is missing");
      for (int i = 0; i < 3; ++i) inertia.tensor[i][i] = n[i];
    }
    return inertia.in(frameOf(element));
  }

  /// Draws a geom; returns its mass and inertia in the frame of the body.
  Inertia addGeom(const XmlElement& geom, const Mount& mount) {
    const std::string type = geom.text("type", geom.find("mesh") ? "mesh" : "sphere");
    const bool mayTouch = geom.text("contype", "1") != "0" || geom.text("conaffinity", "1") != "0";
    if (mayTouch && !isOff("contact") && !isOff("constraint")) robot_.leave("contact of geoms");
    if (type == "plane" || type == "hfield" || type == "sdf") {
      robot_.leave("geoms of the type " + type);
      return {};
    }
    if (type != "mesh" && geom.find("mesh")) {
      robot_.leave("geoms that are fitted to meshes");
      return {};
    }
    Frame frame = frameOf(geom);
    std::vector<double> size = geom.numbers("size", 1, 3);
    if (geom.find("fromto")) {
      const auto ends = geom.numbers("fromto", 6, 6);
      frame = betweenEnds(geom, ends);
      if (size.empty()) geom.fail("size is missing");
      const double half = norm(Vector3{ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2]}) / 2;
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
    const double group = geom.number("group", 0);
    if (!(unit.mass > 0) || group < lowGroup_ || group > highGroup_) return {};
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
    const bool isShell = geom.text("shellinertia", "false") == "true";  // at a density of 1 kg/m²
    const auto diagonal = [&](double x, double y, double z) { unit.tensor = {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; };
    const auto ball = [&](double z) { return Json{{"type", "sphere"}, {"center", {0, 0, z}}, {"radius", s[0]}}; };
    const auto rod = [&] { return Json{{"type", "cylinder"}, {"from", {0, 0, -s[1]}}, {"to", {0, 0, s[1]}}, {"radius", s[0]}}; };
    if (type == "sphere") {
      solids = {ball(0)};
      const double square = s[0] * s[0];
      unit.mass = isShell ? 4 * pi * square : 4 * pi / 3 * square * s[0];
      const double moment = (isShell ? 2.0 / 3 : 0.4) * unit.mass * square;
      diagonal(moment, moment, moment);
    } else if (type == "box") {
      solids = {{{"type", "box"}, {"center", origin}, {"size", {2 * s[0], 2 * s[1], 2 * s[2]}}}};
      unit.mass = 8 * s[0] * s[1] * s[2];
      double x = unit.mass / 3 * s[0] * s[0], y = unit.mass / 3 * s[1] * s[1], z = unit.mass / 3 * s[2] * s[2];  // ∫ x² dm …
      if (isShell) {
        const double across[3] = {8 * s[1] * s[2], 8 * s[0] * s[2], 8 * s[0] * s[1]};  // both plates across each axis
        const auto second = [&](int i) { return s[i] * s[i] * (across[i] + (across[(i + 1) % 3] + across[(i + 2) % 3]) / 3); };
        unit.mass = across[0] + across[1] + across[2], x = second(0), y = second(1), z = second(2);
      }
      diagonal(y + z, x + z, x + y);
    } else if (type == "ellipsoid") {
      Json drawn{{"type", "sphere"}, {"center", origin}, {"radius", pow(s[0] * s[1] * s[2], 1.0 / 3)}};
      if (s[0] != s[1] || s[1] != s[2]) robot_.leave("shape of ellipsoids, drawn as balls");
      solids = {std::move(drawn)};
      const double product = s[0] * s[1] * s[2], faces = s[0] * s[1] + s[1] * s[2] + s[2] * s[0];
      unit.mass = 4 * pi / 3 * product;
      double second[3];  // ∫ x² dm / m
      for (int i = 0; i < 3; ++i) second[i] = (s[i] * s[i] + (isShell ? 2 * s[i] * product / faces : 0)) / 5;
      if (isShell) {  // as in MuJoCo: the area by Thomsen's formula, the mass between this ellipsoid and one with longer axes
        constexpr double power = 1.6075;
        const double mean = (pow(s[0] * s[1], power) + pow(s[1] * s[2], power) + pow(s[2] * s[0], power)) / 3;
        unit.mass = 4 * pi * pow(mean, 1 / power);
      }
      diagonal(unit.mass * (second[1] + second[2]), unit.mass * (second[0] + second[2]), unit.mass * (second[0] + second[1]));
    } else {
      const bool capsule = type == "capsule";
      const double r = s[0], height = 2 * s[1];
      solids = {rod()};
      if (capsule) solids.push_back(ball(-s[1])), solids.push_back(ball(s[1]));
      // The middle, and both ends: hemispheres or, for a cylinder's shell, discs. `at`: the distance from a hemisphere's flat side to its
      // centre of mass.
      const double middle = isShell ? 2 * pi * r * height : pi * r * r * height;
      const double ends = capsule ? (isShell ? 4 * pi * r * r : 4 * pi / 3 * r * r * r) : isShell ? 2 * pi * r * r : 0;
      const double ball2 = isShell ? 2.0 / 3 : 0.4, at = isShell ? r / 2 : 3 * r / 8;
      const double endsAlong = capsule ? ball2 * ends * r * r : ends * r * r / 2;
      const double endsAcross = capsule ? ends * (ball2 * r * r + height * height / 4 + height * at) : ends * (r * r + height * height) / 4;
      unit.mass = middle + ends;
      const double along = middle * r * r / (isShell ? 1 : 2) + endsAlong;
      const double across = middle * (r * r / (isShell ? 2 : 4) + height * height / 12) + endsAcross;
      diagonal(across, across, along);
    }
  }

  void readMeshGeom(const XmlElement& geom, std::vector<Json>& solids, Inertia& unit) {
    const auto found = meshes_.find(geom.text("mesh"));
    if (found == meshes_.end()) geom.fail("there is no mesh " + inQuotes(geom.text("mesh")) + " among the assets");
    if (geom.text("shellinertia", "false") == "true") robot_.leave("shells of meshes", "shellinertia");
    try {
      const std::optional<MeshFile> mesh = meshOf(found->second);
      if (!mesh) return;
      const Vector3 scale = vectorOf(found->second.numbers("scale", 3, 3), {1, 1, 1});
      const std::string kind = found->second.text("inertia", "legacy");
      if (kind == "convex") robot_.leave("inertia of convex hulls, computed for the meshes themselves", "inertia");
      solids = {meshSolid(*mesh, scale, mostTriangles)};
      const MeshMass what = kind == "shell" ? MeshMass::shell : kind == "legacy" ? MeshMass::pyramids : MeshMass::volume;
      if (what == MeshMass::volume && !isClosed(*mesh))
        robot_.leave("the volume of open meshes, whose mass depends on their position", geom.text("mesh"));
      unit = inertiaOfMesh(*mesh, scale, what);
    } catch (const ImportError& error) {
      robot_.leave(std::string("mesh ") + error.what());
    }
  }

  /// The surface of an asset before scaling; nothing if it is missing.
  std::optional<MeshFile> meshOf(const XmlElement& asset) {
    MeshFile mesh;
    if (asset.find("vertex")) {
      mesh = inlineMesh(asset);
    } else {
      std::string name = asset.text("file");
      if (stripsPaths_) name = name.substr(name.find_last_of("/\\") + 1);
      if (!meshFolder_.empty() && !name.empty() && name[0] != '/') name = meshFolder_ + (meshFolder_.back() == '/' ? "" : "/") + name;
      const std::optional<std::string> bytes = name.empty() ? std::nullopt : read_(name);
      if (!bytes) {
        robot_.leave(name.empty() ? "meshes without a file" : "mesh '" + name + "', which does not exist",
                     name.empty() ? asset.text("name") : "");
        return std::nullopt;
      }
      const std::string type = asset.text("content_type");
      mesh = readMesh(*bytes, type == "model/stl" ? name + ".stl" : type == "model/obj" ? name + ".obj" : name);
    }
    const Vector3 origin = vectorOf(asset.numbers("refpos", 3, 3), {});
    const auto turn = asset.numbers("refquat", 4, 4);
    const Matrix3 back = turn.empty() ? Matrix3::identity() : transpose(rotationOf(checkedTurn(asset, turn)));
    for (Vector3& point : mesh.points) point = back * (point - origin);
    return mesh;
  }

  /// The mesh given by the attributes `vertex` and `face`.
  static MeshFile inlineMesh(const XmlElement& asset) {
    const std::vector<double> values = asset.numbers("vertex", 12, 3 * mostTrianglesRead),
                              corners = asset.numbers("face", 3, 3 * mostTrianglesRead);
    const std::string name = inQuotes(asset.text("name"));
    if (values.size() % 3 != 0 || corners.size() % 3 != 0)
      asset.fail("vertex and face must have three numbers for each point and triangle, got " + std::to_string(values.size()) + " and " +
                 std::to_string(corners.size()));
    if (corners.empty()) throw ImportError(name + ": it has only points; give it faces, since convex hulls are not computed");
    MeshFile mesh;
    for (std::size_t i = 0; i < values.size(); i += 3) mesh.points.push_back({values[i], values[i + 1], values[i + 2]});
    for (std::size_t i = 0; i < corners.size(); i += 3) {
      std::array<int, 3> triangle{};
      for (int k = 0; k < 3; ++k) {
        const double corner = corners[i + k];
        if (!(corner >= 0 && corner < static_cast<double>(mesh.points.size())) || corner != std::floor(corner))
          asset.fail("face must have numbers of points from 0 to " + std::to_string(mesh.points.size() - 1) + ", got " + number(corner));
        triangle[k] = static_cast<int>(corner);
      }
      mesh.triangles.push_back(triangle);
    }
    return mesh;
  }

  void readColor(const XmlElement& geom, std::string& color, double& opacity) const {
    std::vector<double> rgba = geom.numbers("rgba", 4, 4);
    const auto material = materials_.find(geom.text("material"));
    if (rgba.empty() && material != materials_.end()) rgba = material->second.numbers("rgba", 4, 4);
    if (rgba.empty()) return;
    color = rgbText(rgba), opacity = rgba[3];
  }

  /// The joint of an actuator; -1 if the actuator is omitted.
  int jointOf(const XmlElement& actuator) const {
    static const std::set<std::string> types{"motor", "position", "velocity", "general"};
    const bool isPlain =
        actuator.name != "general" || (actuator.text("dyntype", "none") == "none" && actuator.text("gaintype", "fixed") == "fixed");
    return types.count(actuator.name) && isPlain ? robot_.jointNumber(actuator.text("joint", actuator.text("jointinparent"))) : -1;
  }
  static double gearOf(const XmlElement& actuator) {
    const std::vector<double> gears = actuator.numbers("gear", 1, 6);
    return gears.empty() ? 1 : gears[0];
  }

  /// Adds the rotor and bearings of an actuator, which rotate `gear` times as fast as the joint.
  void addMotor(const XmlElement& element) {
    const XmlElement actuator = complete(element, "", {"actuator", element.name});
    const int joint = jointOf(actuator);
    if (joint < 0) return;
    const double square = gearOf(actuator) * gearOf(actuator);
    robot_.joints()[joint].armature += square * actuator.number("armature", 0);
    if (!isOff("damper") && !isPassiveOff()) robot_.joints()[joint].damping += square * linear(actuator, "damping");
  }

  /// force = gain·u + b0 + b1·length + b2·velocity, where length is gear times the coordinate.
  void addActuator(const XmlElement& element) {
    if (isOff("actuation")) return;
    const XmlElement actuator = complete(element, "", {"actuator", element.name});
    const std::string type = element.name, name = element.text("name", type + std::to_string(++actuators_));
    const std::string target = actuator.text("joint", actuator.text("jointinparent"));
    const int joint = jointOf(actuator);
    if (joint < 0)
      return robot_.leave(robot_.jointNumber(target) >= 0 || target.empty()
                              ? "actuator '" + name + "' (" + type + ")"
                              : "actuator '" + name + "', whose joint '" + target + "' is not a single hinge or slide");
    const std::vector<double> biases = actuator.numbers("biasprm", 1, 10);
    const double gear = gearOf(actuator);
    double gain = 1, b[3] = {0, 0, 0};
    if (type == "position") {
      gain = actuator.number("kp", gainOf(actuator)), b[1] = -gain, b[2] = -actuator.number("kv", rateOf(actuator));
      if (actuator.find("dampratio")) {  // of the mass that the actuator moves
        const double mass = 1 / (gear * gear * robot_.mobilities()[joint]);
        b[2] = -2 * actuator.number("dampratio", 0) * std::sqrt(gain * mass);
      }
    }
    if (type == "velocity") gain = actuator.number("kv", gainOf(actuator)), b[2] = -gain;
    if (type == "general") gain = gainOf(actuator);
    if (type == "general" && actuator.text("biastype", "none") == "affine")
      for (std::size_t i = 0; i < std::min<std::size_t>(3, biases.size()); ++i) b[i] = biases[i];
    RobotInput input{name, {}, {}};
    const auto range = [&](const char* limit, const char* flag) {
      const std::vector<double> ends = actuator.numbers(limit, 2, 2);
      const std::string limited = actuator.text(flag, "auto");
      return limited == "false" || (limited == "auto" && !limitsAlone_) ? std::vector<double>{} : ends;
    };
    auto ends = range("ctrlrange", "ctrllimited");
    if (const auto known = ranges_.find(target); actuator.number("inheritrange", 0) > 0 && known != ranges_.end()) {
      const double middle = (known->second[0] + known->second[1]) / 2, half = (known->second[1] - known->second[0]) / 2;
      const double part = actuator.number("inheritrange", 0);
      ends = {middle - part * half, middle + part * half};
    }
    if (!ends.empty() && !isOff("clampctrl")) input.min = ends[0], input.max = ends[1];
    const std::string q = "q[" + std::to_string(joint) + "]", v = "q_t[" + std::to_string(joint) + "]";
    const auto offset = offsets_.find(target);
    std::string force = number(gain) + "*input(\"" + name + "\")";
    if (b[0] != 0) force += " + " + number(b[0]);
    if (b[1] != 0) force += " + " + number(b[1] * gear) + "*(" + q + " + " + number(offset == offsets_.end() ? 0 : offset->second) + ")";
    if (b[2] != 0) force += " + " + number(b[2] * gear) + "*" + v;
    if (const auto most = range("forcerange", "forcelimited"); !most.empty())
      force = "clamp(" + force + ", " + number(most[0]) + ", " + number(most[1]) + ")";
    std::string& sum = robot_.joints()[joint].force;
    sum += (sum.empty() ? "" : " + ") + number(gear) + "*(" + force + ")";
    robot_.inputs.push_back(std::move(input));
  }

  void addEquality(const XmlElement& element) {
    const XmlElement equality = complete(element, "", {"equality"});
    if (equality.text("active", "true") == "false") return leaveEquality(element);
    if (element.name == "joint") return coupleJoints(equality);
    if (element.name == "connect" || element.name == "weld") return closeLoop(equality);
    leaveEquality(element);
  }
  void leaveEquality(const XmlElement& element) {
    robot_.leave("equality <" + element.name + ">" + (element.text("name").empty() ? "" : " '" + element.text("name") + "'"));
  }

  /// Both coordinates are relative to their references.
  void coupleJoints(const XmlElement& equality) {
    const int driven = robot_.jointNumber(equality.text("joint1")), driving = robot_.jointNumber(equality.text("joint2"));
    const std::vector<double> p = equality.numbers("polycoef", 1, 5);
    bool isLinear = true;
    for (std::size_t i = 2; i < p.size(); ++i) isLinear = isLinear && p[i] == 0;
    if (driven < 0 || (driving < 0 && equality.find("joint2")) || (driving >= 0 && !isLinear)) return leaveEquality(equality);
    const double offset = p.empty() ? 0 : p[0];
    if (driving < 0) return robot_.hold(driven, offset, equality.text("name"));
    robot_.couple(driving, driven, p.size() > 1 ? p[1] : p.empty() ? 1 : 0, offset, equality.text("name"));
  }

  /// <connect>: a point of body1 coincides with a point of body2; <weld>: a frame does. Sites replace the bodies.
  void closeLoop(const XmlElement& equality) {
    const bool isRigid = equality.name == "weld";
    const std::string name = equality.text("name", equality.name + std::to_string(++loops_));
    if (equality.find("site1") || equality.find("site2"))
      return robot_.close(name, placeIn(sites_, equality, "site1"), placeIn(sites_, equality, "site2"), isRigid);
    const Mount body1 = placeIn(places_, equality, "body1");
    const Mount body2 = equality.find("body2") ? placeIn(places_, equality, "body2") : Mount{};
    const Frame pose1 = robot_.pose(body1), pose2 = robot_.pose(body2);
    // Without other values, the loop is closed in the drawn configuration of the bodies.
    const Frame inBody1{transpose(pose1.turn) * pose2.turn, transpose(pose1.turn) * (pose2.place - pose1.place)};
    if (!isRigid) {
      const auto anchor = equality.numbers("anchor", 3, 3);
      if (anchor.empty()) equality.fail("anchor is missing");
      const Frame point{Matrix3::identity(), vectorOf(anchor, {})};
      const Frame same{Matrix3::identity(), transpose(inBody1.turn) * (point.place - inBody1.place)};
      return robot_.close(name, {body1.link, body1.frame * point}, {body2.link, body2.frame * same}, false);
    }
    Frame fixed = inBody1;
    if (const auto pose = equality.numbers("relpose", 7, 7);
        !pose.empty() && norm(Vector3{pose[4], pose[5], pose[6]}) + std::abs(pose[3]) > 0)
      fixed = {rotationOf({pose[3], pose[4], pose[5], pose[6]}), {pose[0], pose[1], pose[2]}};
    robot_.close(name, {body1.link, body1.frame * fixed}, body2, true);
  }

  static Mount placeIn(const std::map<std::string, Mount>& places, const XmlElement& equality, const char* attribute) {
    const auto found = places.find(equality.text(attribute));
    if (found == places.end()) equality.fail("there is no " + std::string(attribute, 4) + " " + inQuotes(equality.text(attribute)));
    return found->second;
  }

  XmlElement root_;
  const ReadFile& read_;
  Robot robot_;
  std::map<std::string, Defaults> defaults_;
  std::map<std::string, XmlElement> meshes_, materials_;
  std::map<std::string, double> offsets_;              // `ref` of joints
  std::map<std::string, std::vector<double>> ranges_;  // of joints
  std::map<std::string, Mount> places_, sites_;        // of bodies, and of sites
  Attributes flags_;
  bool inDegrees_ = true, stripsPaths_ = false, limitsAlone_ = true;
  std::string eulerOrder_ = "xyz", meshFolder_, inertiaFromGeoms_ = "auto";
  double leastMass_ = 0, leastInertia_ = 0, lowGroup_ = 0, highGroup_ = 5;
  int bodies_ = 0, actuators_ = 0, includes_ = 0, loops_ = 0;
  std::size_t included_ = 0;
};

}  // namespace

Robot robotOfMjcf(const XmlElement& root, const ReadFile& read) { return MjcfReader(root, read).run(); }

}  // namespace slipstick
