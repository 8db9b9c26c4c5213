// A robot on its way into a document: rigid parts on joints, joined to a KinematicTree.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/exchange/xml.h"
#include "core/math/vector.h"
#include "core/model/model.h"

namespace slipstick {

/// A frame in another one: a point p of it is at place + turn p there.
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

/// `element` states the tensor.
void refuseNegativeMoments(const Matrix3& tensor, const XmlElement& element);

/// Where a part is rigidly fixed: a link of the tree (-1: the ground), and the frame in it.
struct Mount {
  int link = -1;
  Frame frame;
};

struct RobotJoint {
  std::string name;
  bool slides = false;
  double damping = 0, stiffness = 0, rest = 0, armature = 0, start = 0;
  double timeConstant = 0, dampingRatio = 0;  // if positive, they decide about damping and stiffness
  std::string force = {};                     // formula of what acts on it beside, or ""
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

  /// A joint about or along an axis through a point, both in the mount's frame; what is fixed to the result moves with it.
  Mount addJoint(const Mount& parent, const Vector3& axis, const Vector3& anchor, RobotJoint joint);
  void addInertia(const Mount& mount, const Inertia& inertia);
  /// A solid in the frame of the mount, as `visualization` has it.
  void addSolid(const Mount& mount, const Frame& at, Json solid, const std::string& color, double opacity);
  /// What cannot be carried over, and the name that it has in the file; equal ones are counted.
  void leave(const std::string& what, const std::string& name = "");
  std::vector<RobotJoint>& joints() { return joints_; }
  int jointNumber(const std::string& name) const;
  /// q1 = factor q0 + offset; without a name, the constraint is named after the joints.
  void couple(int joint0, int joint1, double factor, double offset, const std::string& name = "");
  /// Holds a joint at a coordinate.
  void hold(int joint, double coordinate, const std::string& name = "");
  /// A loop is closed: a point of each mount coincides; if `isRigid`, their frames do too.
  void close(const std::string& name, const Mount& mount0, const Mount& mount1, bool isRigid);
  /// A force on a point of a mount, in global axes.
  void addForce(const std::string& name, const Mount& mount, const Vector3& point, const Vector3& force);
  /// The frame of a mount in the ground, with all coordinates 0.
  Frame pose(const Mount& mount) const;
  /// How each joint accelerates under a unit of force at its coordinate with all coordinates 0: the diagonal of the inverse mass matrix.
  std::vector<double> mobilities() const;
  /// Stiffness and damping of the joints that have a time constant and a damping ratio.
  void tuneSprings();
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
  std::string coordinateMarker(int joint);
  std::string frameMarker(const std::string& name, const Mount& mount);
  Json treeItem() const;
  Json jointItem() const;

  std::vector<Link> links_;
  std::vector<RobotJoint> joints_;
  Json ground_ = Json::array(), sensors_ = Json::array();
  std::vector<Json> markers_, constraints_, loads_;  // as documents have them
  bool startsOpen_ = false, isHeld_ = false;
  struct LeftOut {
    int count = 0;
    std::set<std::string> names;
  };
  std::map<std::string, LeftOut> left_;
};

/// "#rrggbb" of red, green and blue between 0 and 1.
std::string rgbText(const std::vector<double>& rgb);

using ReadFile = std::function<std::optional<std::string>(const std::string& path)>;

Robot robotOfUrdf(const XmlElement& root, const ReadFile& read);
Robot robotOfMjcf(const XmlElement& root, const ReadFile& read);

}  // namespace slipstick
