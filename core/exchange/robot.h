// A robot before its conversion into a document: rigid parts on joints, combined into a KinematicTree.
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

/// A frame relative to another one: a point p of it is at place + turn p in the other.
struct Frame {
  Matrix3 turn = Matrix3::identity();
  Vector3 place;
};
Frame operator*(const Frame& a, const Frame& b);
/// The rotation about an axis of any non-zero length.
Matrix3 rotationAbout(const Vector3& axis, double angle);
/// The rotation of a quaternion w, x, y, z of any non-zero length.
Matrix3 rotationOf(const std::vector<double>& quaternion);

struct Inertia {
  double mass = 0;
  Vector3 center{};
  Matrix3 tensor{};  // about the centre

  /// Adds another inertia, rigidly joined, in the same frame.
  Inertia& operator+=(const Inertia& other);
  Inertia in(const Frame& frame) const;
};

/// `element` is the element with the tensor.
void refuseNegativeMoments(const Matrix3& tensor, const XmlElement& element);

/// The link to which a part is rigidly fixed (-1: the ground), and the frame in the link.
struct Mount {
  int link = -1;
  Frame frame;
};

struct RobotJoint {
  std::string name;
  bool slides = false;
  double damping = 0, stiffness = 0, rest = 0, armature = 0, start = 0;
  double timeConstant = 0, dampingRatio = 0;  // if positive, they determine damping and stiffness
  std::string force = {};                     // formula of an additional force on the joint, or ""
};

/// The joint on which a drive acts, and its force as a formula of inputs.
struct RobotInput {
  std::string name;
  std::optional<double> min, max;
};

class Robot {
 public:
  std::string title, source;  // its name; "URDF" or "MJCF"
  Vector3 gravity{0, 0, -9.81};
  std::vector<RobotInput> inputs;

  /// A joint about or along an axis through a point, both in the mount's frame; parts fixed to the result move with it.
  Mount addJoint(const Mount& parent, const Vector3& axis, const Vector3& anchor, RobotJoint joint);
  void addInertia(const Mount& mount, const Inertia& inertia);
  /// A solid in the frame of the mount, in the format of `visualization`.
  void addSolid(const Mount& mount, const Frame& at, Json solid, const std::string& color, double opacity);
  /// Lists omitted content with its name in the file; equal entries are counted.
  void leave(const std::string& what, const std::string& name = "");
  std::vector<RobotJoint>& joints() { return joints_; }
  int jointNumber(const std::string& name) const;
  /// q1 = factor q0 + offset; an unnamed constraint is named after the joints.
  void couple(int joint0, int joint1, double factor, double offset, const std::string& name = "");
  /// Constrains a joint to a coordinate.
  void hold(int joint, double coordinate, const std::string& name = "");
  /// Closes a loop: a point of each mount coincides; if `isRigid`, their frames do too.
  void close(const std::string& name, const Mount& mount0, const Mount& mount1, bool isRigid);
  /// A force on a point of a mount, in global axes.
  void addForce(const std::string& name, const Mount& mount, const Vector3& point, const Vector3& force);
  /// The frame of a mount relative to the ground, with all coordinates 0.
  Frame pose(const Mount& mount) const;
  /// The acceleration of each joint under a unit force at its coordinate with all coordinates 0: the diagonal of the inverse mass matrix.
  std::vector<double> mobilities() const;
  /// Computes the stiffness and damping of joints with a time constant and a damping ratio.
  void tuneSprings();
  /// Adds a sensor of a point of a mount.
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
  std::vector<Json> markers_, constraints_, loads_;  // in document format
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
