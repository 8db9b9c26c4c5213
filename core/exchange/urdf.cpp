// URDF: a tree of links, joined by joints.
#include <algorithm>
#include <set>

#include "core/exchange/coverage.h"
#include "core/exchange/mesh.h"
#include "core/exchange/robot.h"

namespace slipstick {
namespace {

constexpr std::size_t mostTriangles = 4000;

Vector3 vectorOf(const XmlElement* element, const char* attribute, const Vector3& otherwise) {
  const std::vector<double> n = element ? element->numbers(attribute, 3, 3) : std::vector<double>{};
  return n.empty() ? otherwise : Vector3{n[0], n[1], n[2]};
}

/// <origin xyz rpy>
Frame originOf(const XmlElement& element) {
  const XmlElement* origin = element.child("origin");
  const Vector3 angles = vectorOf(origin, "rpy", {});
  const Matrix3 turn = rotationAbout({0, 0, 1}, angles.z) * rotationAbout({0, 1, 0}, angles.y) * rotationAbout({1, 0, 0}, angles.x);
  return {turn, vectorOf(origin, "xyz", {})};
}

double needed(const XmlElement& element, const char* attribute) {
  if (!element.find(attribute)) element.fail(std::string(attribute) + " is missing");
  return element.number(attribute, 0);
}

double positive(const XmlElement& element, const char* attribute) {
  const double value = needed(element, attribute);
  if (!(value > 0)) element.fail(std::string(attribute) + " must be more than 0, got " + element.text(attribute));
  return value;
}

class UrdfReader {
 public:
  UrdfReader(const XmlElement& root, const ReadFile& read) : root_(root), read_(read) {
    robot_.title = root.text("name");
    robot_.source = "URDF";
  }

  Robot run() {
    for (const XmlElement& each : root_.children) {
      if (each.name == "link") {
        if (!links_.emplace(each.text("name"), &each).second) each.fail("there is another link of this name");
      } else if (each.name == "joint") {
        joints_[nameIn(each, "parent")].push_back(&each);
        if (!children_.insert(nameIn(each, "child")).second)
          each.fail("link '" + nameIn(each, "child") + "' has two parent joints: loops are not possible");
      }
    }
    findMaterials(root_);
    if (links_.empty()) root_.fail("there is no <link>");
    for (const auto& [parent, joints] : joints_)
      if (!links_.count(parent)) joints[0]->fail("there is no link '" + parent + "'");
    std::vector<std::string> roots;
    for (const auto& [name, link] : links_)
      if (!children_.count(name)) roots.push_back(name);
    if (roots.size() != 1)
      root_.fail(roots.empty() ? "every link has a parent: there is no root"
                               : "there are two roots: '" + roots[0] + "' and '" + roots[1] + "'");
    // Each link after its parent, and before the parent's next child; a chain may be longer than the call stack allows.
    std::vector<Waiting> waiting{{links_[roots[0]], nullptr, {}}};
    while (!waiting.empty()) {
      const Waiting next = waiting.back();
      waiting.pop_back();
      addLink(*next.link, next.joint ? mountOf(*next.joint, next.parent) : next.parent, waiting);
    }
    for (const XmlElement* joint : mimics_) couple(*joint);
    listLeft(Format::urdf, root_, robot_);
    return std::move(robot_);
  }

 private:
  /// A link that is attached to a joint of its parent.
  struct Waiting {
    const XmlElement *link, *joint;
    Mount parent;
  };

  /// A material with a colour may be referenced anywhere; materials of the robot itself take precedence.
  void findMaterials(const XmlElement& element) {
    for (const XmlElement& child : element.children)
      if (child.name == "material" && child.child("color")) materials_.emplace(child.text("name"), &child);
    for (const XmlElement& child : element.children) findMaterials(child);
  }

  std::string nameIn(const XmlElement& joint, const char* which) {
    const XmlElement* child = joint.child(which);
    if (!child || !child->find("link")) joint.fail(std::string("<") + which + " link=…> is missing");
    return child->text("link");
  }

  void addLink(const XmlElement& link, const Mount& mount, std::vector<Waiting>& waiting) {
    const std::string name = link.text("name");
    for (const XmlElement& part : link.children) {
      if (part.name == "inertial") addInertial(part, mount);
      if (part.name == "visual") addVisual(part, mount);
    }
    robot_.addSensor(name, mount);
    const auto found = joints_.find(name);
    if (found == joints_.end()) return;
    const std::size_t first = waiting.size();
    for (const XmlElement* joint : found->second) {
      const auto child = links_.find(nameIn(*joint, "child"));
      if (child == links_.end()) joint->fail("there is no link '" + nameIn(*joint, "child") + "'");
      waiting.push_back({child->second, joint, mount});
    }
    std::reverse(waiting.begin() + static_cast<long>(first), waiting.end());
  }

  Mount mountOf(const XmlElement& joint, const Mount& parent) {
    const Mount place{parent.link, parent.frame * originOf(joint)};
    const std::string type = joint.text("type"), name = joint.text("name");
    if (type == "fixed") return place;
    const Vector3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (type == "floating") return slidesAndHinges(place, name, axes, axes, 3);
    const Vector3 axis = vectorOf(joint.child("axis"), "xyz", {1, 0, 0});
    if (!(norm(axis) > 0)) joint.fail("the axis has no direction: <axis xyz=\"0 0 0\">");
    if (type == "planar") {
      const Vector3 z = 1 / norm(axis) * axis, other = std::abs(z.x) < 0.9 ? Vector3{1, 0, 0} : Vector3{0, 1, 0};
      const Vector3 x = 1 / norm(other - dot(other, z) * z) * (other - dot(other, z) * z);
      const Vector3 inPlane[3] = {x, cross(z, x), z};
      return slidesAndHinges(place, name, inPlane, inPlane + 2, 1);
    }
    if (type != "revolute" && type != "continuous" && type != "prismatic")
      joint.fail("the type must be revolute, continuous, prismatic, planar, floating or fixed, got " + inQuotes(type));
    RobotJoint made{.name = name, .slides = type == "prismatic"};
    if (const XmlElement* dynamics = joint.child("dynamics")) made.damping = dynamics->number("damping", 0);
    if (joint.child("mimic")) mimics_.push_back(&joint);
    return robot_.addJoint(place, axis, {}, made);
  }

  /// Slides along `axes` (two for a planar joint), then hinges about `turns`.
  Mount slidesAndHinges(Mount mount, const std::string& name, const Vector3* axes, const Vector3* turns, int hinges) {
    const bool isPlanar = hinges == 1;
    for (int i = 0; i < (isPlanar ? 2 : 3); ++i)
      mount = robot_.addJoint(mount, axes[i], {}, {.name = name + " " + "xyz"[i], .slides = true});
    for (int i = 0; i < hinges; ++i)
      mount = robot_.addJoint(mount, turns[i], {}, {.name = name + (isPlanar ? " angle" : std::string(" about ") + "xyz"[i])});
    return mount;
  }

  void couple(const XmlElement& joint) {
    const XmlElement& mimic = *joint.child("mimic");
    const int driving = robot_.jointNumber(mimic.text("joint")), driven = robot_.jointNumber(joint.text("name"));
    if (driving < 0) mimic.fail("there is no joint '" + mimic.text("joint") + "' that moves");
    robot_.couple(driving, driven, mimic.number("multiplier", 1), mimic.number("offset", 0));
  }

  void addInertial(const XmlElement& element, const Mount& mount) {
    const XmlElement *mass = element.child("mass"), *tensor = element.child("inertia");
    if (!mass) element.fail("<mass value=…> is missing");
    Inertia inertia{.mass = needed(*mass, "value")};
    if (inertia.mass < 0) mass->fail("value must be 0 or more, got " + mass->text("value"));
    if (tensor) {
      const auto at = [&](const char* name) { return tensor->number(name, 0); };
      const double xy = at("ixy"), xz = at("ixz"), yz = at("iyz");
      inertia.tensor = {{{at("ixx"), xy, xz}, {xy, at("iyy"), yz}, {xz, yz, at("izz")}}};
      refuseNegativeMoments(inertia.tensor, *tensor);
    }
    robot_.addInertia(mount, inertia.in(originOf(element)));
  }

  void addVisual(const XmlElement& visual, const Mount& mount) {
    const XmlElement* geometry = visual.child("geometry");
    if (!geometry || geometry->children.empty()) visual.fail("<geometry> with a shape is missing");
    std::string color;
    double opacity = 1;
    if (const XmlElement* material = visual.child("material")) readColor(*material, color, opacity);
    const XmlElement& shape = geometry->children[0];
    Json solid;
    if (shape.name == "box") {
      const Vector3 size = vectorOf(&shape, "size", {-1, -1, -1});
      if (!(size.x > 0 && size.y > 0 && size.z > 0))
        shape.fail("size must be three lengths of more than 0, got " + inQuotes(shape.text("size")));
      solid = {{"type", "box"}, {"center", {0, 0, 0}}, {"size", {size.x, size.y, size.z}}};
    } else if (shape.name == "cylinder") {
      const double half = positive(shape, "length") / 2;
      solid = {{"type", "cylinder"}, {"from", {0, 0, -half}}, {"to", {0, 0, half}}, {"radius", positive(shape, "radius")}};
    } else if (shape.name == "sphere") {
      solid = {{"type", "sphere"}, {"center", {0, 0, 0}}, {"radius", positive(shape, "radius")}};
    } else if (shape.name == "mesh") {
      solid = meshOf(shape);
    } else {
      robot_.leave("shapes <" + shape.name + ">");
    }
    if (!solid.is_null()) robot_.addSolid(mount, originOf(visual), solid, color, opacity);
  }

  void readColor(const XmlElement& element, std::string& color, double& opacity) {
    const auto known = materials_.find(element.text("name"));
    const XmlElement* source = element.child("color");
    if (!source && known != materials_.end()) source = known->second->child("color");
    const std::vector<double> rgba = source ? source->numbers("rgba", 3, 4) : std::vector<double>{};
    if (rgba.empty()) return;
    color = rgbText(rgba);
    if (rgba.size() > 3) opacity = rgba[3];
  }

  Json meshOf(const XmlElement& shape) {
    std::string name = shape.text("filename");
    for (const char* scheme : {"package://", "file://", "model://"})
      if (name.rfind(scheme, 0) == 0) name = name.substr(std::char_traits<char>::length(scheme));
    const std::optional<std::string> bytes = read_(name);
    if (!bytes) {
      robot_.leave("mesh '" + shape.text("filename") + "', which does not exist");
      return nullptr;
    }
    try {
      return meshSolid(readMesh(*bytes, name), vectorOf(&shape, "scale", {1, 1, 1}), mostTriangles);
    } catch (const ImportError& error) {
      robot_.leave(std::string("mesh ") + error.what());
      return nullptr;
    }
  }

  const XmlElement& root_;
  const ReadFile& read_;
  Robot robot_;
  std::map<std::string, const XmlElement*> links_, materials_;
  std::map<std::string, std::vector<const XmlElement*>> joints_;  // by their parents
  std::set<std::string> children_;
  std::vector<const XmlElement*> mimics_;
};

}  // namespace

Robot robotOfUrdf(const XmlElement& root, const ReadFile& read) { return UrdfReader(root, read).run(); }

}  // namespace slipstick
