// The roles of item types in a system. A loop lists its roles in its definition (core/system/loop.h), and implements all their
// functions.
//
// All functions of an evaluation are constant: results are stored in the workspace, which the sweep refers to.
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

/// The Jacobian of a scalar marker: rows of `size` numbers.
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

/// Options for updating contact and friction states.
struct JudgingWays {
  bool atParting = false;  // all contacts recommend steps that end at separation, not only at touching
  bool holdsSlip = false;  // slip is held if it alternates between the solutions of a step
  bool counts = false;     // the error of a contact set without friction is the change in the number of contacts, not a force
};

/// The end of a Newton solution, when items update their contact and friction states.
struct PostNewton {
  std::vector<double>* data;                             // current data coordinates, to be changed
  const std::vector<double>* startOfStep;                // data coordinates at the start of the step
  double error = 0;                                      // largest over the items, force-like
  double recommendedStep = -1;                           // smallest non-negative recommendation; -1: none
  std::vector<double>* contacts = nullptr;               // data of contact sets: current, to be changed
  const std::vector<double>* contactsAtStart = nullptr;  // and at the start of the step
  JudgingWays ways = {};
  double step = 0;          // time since the start of the step, s
  bool losesTurns = false;  // an angle changes by half a turn or more in the step, so that its turns cannot be counted

  /// `rate`: rate of an angle whose turns are counted, rad/s.
  void noteTurning(double rate) { losesTurns = losesTurns || std::abs(rate) * step > 3.141592653589793; }
  void recommend(double step) {
    if (step >= 0 && (recommendedStep < 0 || step < recommendedStep)) recommendedStep = step;
  }
};

/// A copy of a loop's memory, and its size in bytes.
struct LoopMemory {
  std::shared_ptr<const void> copy;
  std::size_t bytes = 0;
};

template <class P>
class RigidMotions;
/// The motions of rigid nodes with one of the parametrisations.
using AnyRigidMotions = std::variant<std::monostate, const RigidMotions<EulerParameters>*, const RigidMotions<TaitBryanAngles>*,
                                     const RigidMotions<RotationVector>*>;

/// The kinds of node coordinates. States of first order are numbered after displacements, data separately.
enum class CoordinateKind { displacement, firstOrder, data };

namespace role {

/// Has coordinates with consecutive numbers.
class Node {
 public:
  virtual CoordinateKind coordinateKind() const = 0;
  virtual int firstCoordinate(int index) const = 0;
  virtual int coordinateCount(int index) const = 0;

 protected:
  ~Node() = default;
};

/// A rigid node in space, to which bodies refer.
class RigidNode {
 public:
  virtual AnyRigidMotions rigidMotions() const = 0;
  /// Writes the node's directions of motion (displacements and rotations in global axes) as variations of its coordinates, and the first
  /// and second time derivative of that relation; size × 6 by rows. Takes the state and all reference values.
  virtual void variations(int index, const State& state, const double* reference, double* map, double* rate,
                          double* acceleration) const = 0;

 protected:
  ~RigidNode() = default;
};

/// Depends on coordinates of the system, which need not be consecutive: objects on several nodes, markers.
class OfCoordinates {
 public:
  virtual std::vector<int> coordinates(int index) const = 0;

 protected:
  ~OfCoordinates() = default;
};

/// Carries frames: for markers, and for touches during the run.
class Carrier {
 public:
  /// Adds a frame at a point fixed to the item. Returns its number.
  virtual int addFrame(int index, const Vector3& localPosition, Assembly& assembly) = 0;
  /// Removes a frame if it belongs to this loop.
  virtual void dropFrame(int frame) = 0;

 protected:
  ~Carrier() = default;
};

/// Has links that carry frames.
class Tree {
 public:
  virtual int addLinkFrame(int index, int link, const Vector3& localPosition, Assembly& assembly) = 0;
  /// Writes an output variable at a frame of a link.
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
  bool byInertia = false;  // weights rotations with the inertia of the nodes, or only with their distances
};

/// Has a mesh whose nodes carry frames.
class Mesh {
 public:
  virtual int addMeshFrame(int index, const MeshPoint& point, Assembly& assembly) = 0;
  /// Writes an output variable at a mesh node.
  virtual void meshOutput(int index, int node, OutputVariable variable, const Sweep<double>& sweep, double* out) const = 0;

 protected:
  ~Mesh() = default;
};

/// Has a mass for mass markers, with a frame at its centre.
class Lumped {
 public:
  virtual MarkerPlace addMass(int index, Assembly& assembly) = 0;

 protected:
  ~Lumped() = default;
};

/// A cable, for markers of the whole cable.
class Cable {
 public:
  /// Omits the fields of a shape marker.
  virtual CablePlace cable(int index, const Assembly& assembly) const = 0;

 protected:
  ~Cable() = default;
};

/// Moves with the coordinates: transfers motion to markers, and forces on markers to coordinates.
class Moving {
 public:
  virtual void kinematics(Sweep<double>& sweep) const = 0;
  virtual void kinematics(Sweep<Dual1>& sweep) const = 0;
  virtual void back(Sweep<double>& sweep) const = 0;
  virtual void back(Sweep<Dual1>& sweep) const = 0;
  /// Computes the Jacobians of marker motion with respect to coordinates, at the state of the sweep.
  virtual void jacobians(Tangent& tangent, const Sweep<double>& sweep) const = 0;

 protected:
  ~Moving() = default;
};

/// Moves such that generalised forces of constant forces on its markers depend on the coordinates.
class Turning {
 public:
  /// Adds the change of Jᵀ f with J, at constant forces f.
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

/// Contributes to the mass matrix; its tangent with only the factor of mass nonzero is that contribution.
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
  /// Marks multipliers whose equation is defined at velocity level.
  virtual void markVelocityConstraints(char* marks) const = 0;
  /// Returns why explicit integration cannot treat one of the items, or "". Coordinates that are fixed at zero are added to `fixed`.
  virtual std::string explicitObstacle(const std::vector<ModelItem>& items, std::vector<int>& fixed) const = 0;
  /// Returns why one of the items does not support velocity level, or "".
  virtual std::string velocityObstacle(const std::vector<ModelItem>& items) const = 0;

 protected:
  ~Constraint() = default;
};

/// Surfaces that a ray can intersect: spheres and triangles at frames, and cables. `version` changes with the parameters.
struct Surfaces {
  std::span<const int> sphereFrames, triangleFrames;
  std::span<const double> radii;     // one for all, or one for each
  std::span<const Vector3> corners;  // three per triangle, in its frame
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
  /// Returns whether forces jump when postNewton() changes data; otherwise the data only store numbers, such as the turns of an angle.
  virtual bool isDiscontinuous() const = 0;

 protected:
  ~Discontinuous() = default;
};

/// Looks up markers, or all reference values, after all numbers are assigned.
class Connecting {
 public:
  virtual void connect(Assembly& assembly) = 0;

 protected:
  ~Connecting() = default;
};

/// Stores results derived from parameters, and updates them when parameters change between steps.
class Deriving {
 public:
  virtual void changed(int index) = 0;

 protected:
  ~Deriving() = default;
};

/// Keeps results of previous evaluations in a workspace.
class Remembering {
 public:
  /// Returns a number that changes when the blocks of the tangent move to other positions.
  virtual std::int64_t pattern(const Sweep<double>& sweep) const = 0;
  /// Returns a copy from which a run can continue later; recall() restores it.
  virtual LoopMemory memory(const Sweep<double>& sweep) const = 0;
  virtual void recall(const void* memory, Sweep<double>& sweep) const = 0;

 protected:
  ~Remembering() = default;
};

/// Provides output variables.
class Measured {
 public:
  /// Writes an output at a local position of a body; other items have no local positions.
  virtual void output(int index, OutputVariable variable, const Vector3& localPosition, const Sweep<double>& sweep, double* out) const = 0;

 protected:
  ~Measured() = default;
};

/// Stores energy and returns it, as springs and gravity do.
class Storing {
 public:
  /// Returns the stored energy, J; not a number if this item stores none. Its force at zero velocity is the gradient.
  virtual double stored(int index, const Sweep<double>& sweep) const = 0;

 protected:
  ~Storing() = default;
};

/// Integrates over time, from one accepted step to the next.
class Integrating {
 public:
  /// Called at the start of an analysis step and after each accepted step, with the motion of that state.
  virtual void advance(const Sweep<double>& sweep) const = 0;

 protected:
  ~Integrating() = default;
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

/// Replaces a role that a loop does not have.
struct NoRole {};

/// The roles of a loop; null for roles it does not have.
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
  const role::Storing* storing = nullptr;
  const role::Integrating* integrating = nullptr;
};

}  // namespace slipstick
