// What the items of a type can be in a system. A loop names its roles where it is defined (core/system/loop.h), and gives each function of
// each of them.
//
// All functions of an evaluation are constant: what they compute lies in the workspace, behind the sweep.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/math/rotations.h"
#include "core/system/assembly.h"
#include "core/system/pose.h"

namespace slipstick {

/// Jacobian of a scalar marker: rows of `size` numbers.
struct ScalarJacobian {
  int size = 0;
  const int* coordinates = nullptr;
  double* value = nullptr;  // ∂w/∂q = ∂ẇ/∂q̇
  double* rate = nullptr;   // ∂ẇ/∂q
};

struct Tangent {
  TangentFactors factors;
  MatrixSink sink;
  std::vector<FrameJacobian>* frames;
  std::vector<ScalarJacobian>* scalars;
  int multiplierOffset;
};

/// How items judge their contact and friction states.
struct JudgingWays {
  bool atParting = false;  // all contacts recommend steps to where bodies part, not only to where they meet
  bool holdsSlip = false;  // slip that turns back and forth between the solutions of a step is held
  bool counts = false;     // the error of a set of contacts that only push is the change of their number, not a force
};

/// The end of a Newton solution: items look at their contact and friction states again.
struct PostNewton {
  std::vector<double>* data;                             // current data coordinates, to be changed
  const std::vector<double>* startOfStep;                // those at the start of the step
  double error = 0;                                      // largest over the items, force-like
  double recommendedStep = -1;                           // smallest non-negative recommendation; -1: none
  std::vector<double>* contacts = nullptr;               // of sets of contacts: current, to be changed
  const std::vector<double>* contactsAtStart = nullptr;  // and at the start of the step
  JudgingWays ways = {};
  double step = 0;          // s, from its start to now
  bool losesTurns = false;  // an angle changes by half a turn or more in the step, so that its turns cannot be counted

  /// `rate`: of an angle whose turns are counted, rad/s.
  void noteTurning(double rate) { losesTurns = losesTurns || std::abs(rate) * step > 3.141592653589793; }
  void recommend(double step) {
    if (step >= 0 && (recommendedStep < 0 || step < recommendedStep)) recommendedStep = step;
  }
};

/// A copy of what a loop remembers, and how many bytes it takes.
struct LoopMemory {
  std::shared_ptr<const void> copy;
  std::size_t bytes = 0;
};

template <class P>
class RigidMotions;
/// Motions of rigid nodes with one of the parametrisations.
using AnyRigidMotions = std::variant<std::monostate, const RigidMotions<EulerParameters>*, const RigidMotions<TaitBryanAngles>*,
                                     const RigidMotions<RotationVector>*>;

/// What the coordinates of a node are. States of first order are numbered after displacements, data apart from both.
enum class CoordinateKind { displacement, firstOrder, data };

namespace role {

/// Has coordinates, which are numbered one after the other.
class Node {
 public:
  virtual CoordinateKind coordinateKind() const = 0;
  virtual int firstCoordinate(int index) const = 0;
  virtual int coordinateCount(int index) const = 0;

 protected:
  ~Node() = default;
};

/// A rigid node in space, for the bodies on it.
class RigidNode {
 public:
  virtual AnyRigidMotions rigidMotions() const = 0;
  /// Directions in which the node moves (a displacement and a turn in global axes) as variations of its coordinates, and the first and
  /// second time derivative of that relation; size × 6 by rows. Takes the state and all reference values.
  virtual void variations(int index, const State& state, const double* reference, double* map, double* rate,
                          double* acceleration) const = 0;

 protected:
  ~RigidNode() = default;
};

/// Is given by coordinates of the system, which need not follow each other: objects on several nodes, markers.
class OfCoordinates {
 public:
  virtual std::vector<int> coordinates(int index) const = 0;

 protected:
  ~OfCoordinates() = default;
};

/// Carries frames: those of markers, and of what takes hold of it while the run goes on.
class Carrier {
 public:
  /// A frame at a point fixed to the item. Returns its number.
  virtual int addFrame(int index, const Vector3& localPosition, Assembly& assembly) = 0;
  /// Takes a frame away again, if it is one of this loop's.
  virtual void dropFrame(int frame) = 0;

 protected:
  ~Carrier() = default;
};

/// Has links that carry frames.
class Tree {
 public:
  virtual int addLinkFrame(int index, int link, const Vector3& localPosition, Assembly& assembly) = 0;
  /// An output variable at a frame of a link.
  virtual void linkOutput(int index, int link, int frame, OutputVariable variable, const Sweep<double>& sweep, double* out) const = 0;
  virtual void dropLinkFrame(int frame) = 0;

 protected:
  ~Tree() = default;
};

/// A point of a mesh: the weighted mean of some of its nodes, and an offset in the frame of the body.
struct MeshPoint {
  std::span<const int> nodes;
  std::span<const double> weights;
  Vector3 offset;
  bool turns = false;      // has the mean rotation of the nodes about their mean
  bool byInertia = false;  // weighs rotations with the inertia of the nodes, or with their distances alone
};

/// Has a mesh whose nodes carry frames.
class Mesh {
 public:
  virtual int addMeshFrame(int index, const MeshPoint& point, Assembly& assembly) = 0;
  /// An output variable at a mesh node.
  virtual void meshOutput(int index, int node, OutputVariable variable, const Sweep<double>& sweep, double* out) const = 0;

 protected:
  ~Mesh() = default;
};

/// Has a mass that markers stand for, with a frame at its centre.
class Lumped {
 public:
  virtual MarkerPlace addMass(int index, Assembly& assembly) = 0;

 protected:
  ~Lumped() = default;
};

/// A cable, for markers of the whole of it.
class Cable {
 public:
  /// Without the fields of a shape marker.
  virtual CablePlace cable(int index, const Assembly& assembly) const = 0;

 protected:
  ~Cable() = default;
};

/// Moves with the coordinates: takes motion to markers, and forces on markers back.
class Moving {
 public:
  virtual void kinematics(Sweep<double>& sweep) const = 0;
  virtual void kinematics(Sweep<Dual1>& sweep) const = 0;
  virtual void back(Sweep<double>& sweep) const = 0;
  virtual void back(Sweep<Dual1>& sweep) const = 0;
  /// How the motion of markers follows from coordinates, at the state of the sweep.
  virtual void jacobians(Tangent& tangent, const Sweep<double>& sweep) const = 0;

 protected:
  ~Moving() = default;
};

/// Moves in a way in which forces on its markers turn in the coordinates.
class Turning {
 public:
  /// The change of Jᵀ f with J, at constant forces f.
  virtual void backTangent(Tangent& tangent, Sweep<double>& sweep) const = 0;

 protected:
  ~Turning() = default;
};

/// Has a law: inertia, a force, a constraint, a load.
class Acting {
 public:
  virtual void laws(Sweep<double>& sweep) const = 0;
  /// Adds the tangent of the law, and its forces on markers.
  virtual void tangent(Tangent& tangent, Sweep<double>& sweep) const = 0;

 protected:
  ~Acting() = default;
};

/// Has a part in the mass matrix; its tangent with nothing but the factor of mass is that part.
class Massive : public Acting {
 public:
  virtual bool massIsConstant() const = 0;

 protected:
  ~Massive() = default;
};

/// Has equations with Lagrange multipliers.
class Constraint : public Acting {
 public:
  using Acting::laws;
  virtual void laws(Sweep<Dual1>& sweep) const = 0;
  /// Sets the entries of multipliers whose equation is at velocity level by nature.
  virtual void markVelocityConstraints(char* marks) const = 0;
  /// Why explicit integration cannot treat one of the items, or "". Coordinates that are simply held at zero go to `fixed`.
  virtual std::string explicitObstacle(const std::vector<ModelItem>& items, std::vector<int>& fixed) const = 0;
  /// Why one of the items cannot be kept at velocity level, or "".
  virtual std::string velocityObstacle(const std::vector<ModelItem>& items) const = 0;

 protected:
  ~Constraint() = default;
};

/// Surfaces that a line may meet: spheres and triangles at frames, and cables. `version` changes with the parameters.
struct Surfaces {
  std::span<const int> sphereFrames, triangleFrames;
  std::span<const double> radii;     // one for all, or one for each
  std::span<const Vector3> corners;  // three of each triangle, in its frame
  std::span<const CablePlace> cables;
  std::int64_t version;
};

/// Has surfaces, for sensors.
class Surfaced {
 public:
  virtual Surfaces surfaces(int index) const = 0;

 protected:
  ~Surfaced() = default;
};

/// Takes part in the discontinuous iteration.
class Discontinuous {
 public:
  virtual void postNewton(PostNewton& post, const Sweep<double>& sweep) const = 0;
  /// Whether forces jump where postNewton() changes data; others only keep numbers there, such as the turns of an angle.
  virtual bool isDiscontinuous() const = 0;

 protected:
  ~Discontinuous() = default;
};

/// Looks up markers, or all reference values, when everything has its place.
class Connecting {
 public:
  virtual void connect(Assembly& assembly) = 0;

 protected:
  ~Connecting() = default;
};

/// Keeps something that follows from parameters, and finds it again when they change between steps.
class Deriving {
 public:
  virtual void changed(int index) = 0;

 protected:
  ~Deriving() = default;
};

/// Remembers in a workspace what was found before.
class Remembering {
 public:
  /// A number that changes when the blocks of the tangent will come at other places than before.
  virtual std::int64_t pattern(const Sweep<double>& sweep) const = 0;
  /// A copy, so that a run can go on from here again; recall() takes it back.
  virtual LoopMemory memory(const Sweep<double>& sweep) const = 0;
  virtual void recall(const void* memory, Sweep<double>& sweep) const = 0;

 protected:
  ~Remembering() = default;
};

/// Gives output variables.
class Measured {
 public:
  /// At a local position of a body; others have none.
  virtual void output(int index, OutputVariable variable, const Vector3& localPosition, const Sweep<double>& sweep, double* out) const = 0;

 protected:
  ~Measured() = default;
};

/// Moves and is drawn.
class Drawn {
 public:
  virtual PoseSource pose(int index) const = 0;
  virtual void writePose(int index, const Sweep<double>& sweep, double* out) const = 0;

 protected:
  ~Drawn() = default;
};

}  // namespace role

/// In place of a role that a loop does not have.
struct NoRole {};

/// The roles of a loop; null where it does not have them.
struct Roles {
  const role::Node* node = nullptr;
  const role::RigidNode* rigidNode = nullptr;
  const role::OfCoordinates* ofCoordinates = nullptr;
  role::Carrier* carrier = nullptr;
  role::Tree* tree = nullptr;
  role::Mesh* mesh = nullptr;
  role::Lumped* lumped = nullptr;
  const role::Cable* cable = nullptr;
  const role::Moving* moving = nullptr;
  const role::Turning* turning = nullptr;
  const role::Acting* acting = nullptr;
  const role::Massive* massive = nullptr;
  const role::Constraint* constraint = nullptr;
  const role::Surfaced* surfaced = nullptr;
  const role::Discontinuous* discontinuous = nullptr;
  role::Connecting* connecting = nullptr;
  role::Deriving* deriving = nullptr;
  const role::Remembering* remembering = nullptr;
  const role::Measured* measured = nullptr;
  const role::Drawn* drawn = nullptr;
};

}  // namespace slipstick
