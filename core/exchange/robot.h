// A robot on its way into a document: rigid parts on joints, joined to a KinematicTree.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/exchange/xml.h"
#include "core/math/vector.h"
#include "core/model/model.h"

namespace slipstick {

/// A frame in another one: a point p of it stands at place + turn p there.
struct Frame {
  Matrix3 turn = Matrix3::identity();
  Vector3 place;
};
Frame operator*(const Frame& a, const Frame& b);
/// Rotation about an axis of any length but 0.
Matrix3 rotationAbout(const Vector3& axis, double angle);
/// Of a quaternion w, x, y, z of any length but 0.
Matrix3 rotationOf(const std::vector<double>& quaternion);

struct Inertia {
  double mass = 0;
  Vector3 center{};
  Matrix3 tensor{};  // about the centre

  /// This and another one, rigidly joined, in the same frame.
  Inertia& operator+=(const Inertia& other);
  Inertia in(const Frame& frame) const;
};

/// Where a part is rigidly fixed: a link of the tree (-1: the ground), and the frame in it.
struct Mount {
  int link = -1;
  Frame frame;
};

struct RobotJoint {
  std::string name;
  bool slides = false;
  double damping = 0, stiffness = 0, rest = 0, armature = 0, start = 0;
  std::string force = {};  // formula of what acts on it beside, or ""
};

/// What a drive acts on, and how large it is, as a formula of inputs.
struct RobotInput {
  std::string name;
  std::optional<double> min, max;
};

class Robot {
 public:
  std::string title, source;  // its name; "URDF" or "MJCF"
  Vector3 gravity{0, 0, -9.81};
  std::vector<RobotInput> inputs;
  std::vector<Json> markers, constraints;  // as documents have them

  /// A joint about or along an axis through a point, both in the mount's frame; what is fixed to the result moves with it.
  Mount addJoint(const Mount& parent, const Vector3& axis, const Vector3& anchor, RobotJoint joint);
  void addInertia(const Mount& mount, const Inertia& inertia);
  /// A solid in the frame of the mount, as `visualization` has it.
  void addSolid(const Mount& mount, const Frame& at, Json solid, const std::string& color, double opacity);
  /// What cannot be carried over; equal ones are counted.
  void leave(const std::string& what) { ++left_[what]; }
  std::vector<RobotJoint>& joints() { return joints_; }
  int jointNumber(const std::string& name) const;
  /// q1 = factor q0 + offset.
  void couple(int joint0, int joint1, double factor, double offset);
  /// Sensor of a point of a mount.
  void addSensor(const std::string& name, const Mount& mount);

  std::vector<std::string> left() const;
  Json document() const;

 private:
  struct Link {
    int parent;
    bool slides;
    Frame frame;  // of the joint in the parent
    Inertia inertia;
    Json graphics = Json::array();
    int children = 0;
  };
  void checkMasses() const;
  Json treeItem() const;
  Json jointItem() const;

  std::vector<Link> links_;
  std::vector<RobotJoint> joints_;
  Json ground_ = Json::array(), sensors_ = Json::array();
  std::map<std::string, int> left_;
};

/// "#rrggbb" of red, green and blue between 0 and 1.
std::string rgbText(const std::vector<double>& rgb);

using ReadFile = std::function<std::optional<std::string>(const std::string& path)>;

Robot robotOfUrdf(const XmlElement& root, const ReadFile& read);
Robot robotOfMjcf(const XmlElement& root, const ReadFile& read);

}  // namespace slipstick
