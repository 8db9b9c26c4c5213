// A model assembled for computation: coordinates are numbered, items of one type are stored together.
//
// A system is constant during computation: an evaluation reads it and writes into the caller's workspace. Parameters, inputs and touches
// of bodies change between steps.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/system/evaluation.h"
#include "core/system/touch.h"
#include "core/system/workspace.h"

namespace slipstick {

/// The variation of a node's coordinates: δq = map[0] δz, δq̇ = map[1] δz + map[0] δż and so on; without a map it is the identity.
struct VariationBlock {
  int node = 0;             // by number
  int first = 0;            // first coordinate
  int size = 0;             // coordinates
  int directions = 0;       // 6 for rigid nodes
  std::vector<double> map;  // 3 matrices of size × directions, by rows: the relation, its first and second time derivative
};

/// Lists of numbers, stored consecutively.
class NumberLists {
 public:
  NumberLists() = default;
  explicit NumberLists(const std::vector<std::vector<int>>& lists);
  std::size_t size() const { return starts_.size() - 1; }
  std::span<const int> operator[](std::size_t list) const { return {numbers_.data() + starts_[list], numbers_.data() + starts_[list + 1]}; }

 private:
  std::vector<int> starts_{0}, numbers_;
};

class System {
 public:
  /// Assembles the model. Throws std::runtime_error if sensors read each other cyclically.
  explicit System(std::shared_ptr<const Model> model);
  /// Copies a system with its present parameters, so that each item has a separate loop: for ItemForces. Coordinates, multipliers and
  /// data have the same numbers. Items of a type that remembers results stay together, because they share their memory.
  struct EachAlone {};
  System(System& of, EachAlone);
  ~System();
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  const Model& model() const { return *model_; }
  /// Number of coordinates, second order first; nAE: number of Lagrange multipliers; their sum is the number of unknowns.
  int coordinates() const { return static_cast<int>(reference_.size()); }
  int secondOrderCoordinates() const { return secondOrder_; }
  int multipliers() const { return static_cast<int>(multiplierOwners_.size()); }
  int unknowns() const { return coordinates() + multipliers(); }
  const State& initial() const { return initial_; }
  /// Moves the initial state out, for a run; call once.
  State takeInitial() { return std::move(initial_); }

  /// Adds an increment to coordinates, out = q ∘ increment: rotation vectors of Lie-group nodes are composed, all others added.
  /// `out` may be q.
  void compose(const double* q, const double* increment, double* out) const;
  /// Returns the first coordinates of rotation vectors that are composed; three each.
  const std::vector<int>& lieGroup() const { return lieGroup_; }
  const std::vector<double>& reference() const { return reference_; }

  // Changes between steps.

  /// Changes parameters of items before an analysis step.
  void apply(const ParameterChange& change);
  /// Returns the current parameters of a change's items, as changes that restore them.
  std::vector<ParameterChange> present(const ParameterChange& change);
  /// Returns a number that changes with the parameters and the touches.
  std::int64_t changes() const { return changes_ + layout_; }
  /// Returns the slot of an item's user function, for a native one; null if the item has no such parameter.
  UserFunction* userFunction(ItemKind kind, int number, const std::string& parameter);

  double input(int number) const { return inputs_[number]; }
  void setInput(int number, double value);
  const Touches& touches() const { return touches_; }
  /// Applies a force to a point; its frame is created. Returns the frame.
  int touch(Touch touch);
  /// Changes the force of a touch.
  void change(const Touch& touch);
  /// Removes a force of `touches()`.
  void releaseTouch(const Touch& touch);

  /// The memory of a system and of a run's workspace besides state and parameters.
  struct Memory {
    std::vector<double> inputs;
    std::vector<Touch> touches;
    std::int64_t touchPattern = 0;
    std::vector<LoopMemory> loops;
  };
  Memory memory(const Workspace& workspace) const;
  void recall(const Memory& memory, Workspace& workspace);

  // One evaluation. `residual` has one entry per coordinate, `constraints` one per multiplier.

  /// Computes M q̈ + f − f_load + C_qᵀ λ, and C (or Ċ at velocity level), at the state.
  Evaluation residual(const State& state, const Terms& terms, double* residual, double* constraints, Workspace& workspace) const;
  /// Computes f − f_load at the state: without inertia forces of accelerations and without constraint reactions.
  Evaluation forces(const State& state, const Terms& terms, double* forces, double* constraints, Workspace& workspace) const;
  enum class Sensors { all, ofLaws };
  /// Computes only motion and the sensors that formulas use, for outputs and poses. postNewton() needs only the sensors of laws.
  Evaluation motion(const State& state, Workspace& workspace, Sensors sensors = Sensors::all, const Terms& terms = {}) const;

  /// Computes the tangent at the evaluation of residual() or forces().
  void tangent(const Evaluation& at, const TangentFactors& factors, const MatrixSink& sink) const;
  /// Returns a number that changes when the next tangent() has another pattern because contact sets have new neighbours. It does not
  /// refer to a tangent of only the mass matrix.
  std::int64_t pattern(const Evaluation& at) const;
  /// Returns the Jacobian of a frame at the last evaluation of tangent(); the second function returns its motion.
  const FrameJacobian& frameJacobian(const Evaluation& at, int frame) const;
  const FrameKinematics<double>& frame(const Evaluation& at, int frame) const;

  /// Updates the contact and friction states of all items at the evaluation of residual(), forces() or motion(). Changes state.data
  /// and state.contacts.
  PostNewton postNewton(const Evaluation& at, State& state, const State& startOfStep, JudgingWays ways = {}) const;
  bool hasPostNewton() const { return !discontinuous_.empty(); }
  /// Tells items that integrate over time that a step to this state has been accepted, or that an analysis step starts here.
  void advance(const State& state, Workspace& workspace) const;
  /// Returns whether forces jump when postNewton() changes data.
  bool isDiscontinuous() const;

  /// Computes the directional derivative of constraints and their reactions along (dq, dq_t, dq_tt, dlambda, dt); empty spans are zero.
  /// Of other forces it includes only the part that depends on sensors, as a central difference; tangent() without λ gives the direct
  /// dependence on q, q̇ and q̈.
  void derivative(const State& state, ConstraintLevel level, std::span<const double> dq, std::span<const double> dq_t,
                  std::span<const double> dq_tt, std::span<const double> dlambda, double* residual, double* constraints,
                  Workspace& workspace, double dt = 0) const;
  /// Computes C̈ without accelerations: (C_q q̇)_q q̇ + 2 C_qt q̇ + C_tt; for velocity-level constraints the rate of their equation.
  void constraintAcceleration(const State& state, double* out, Workspace& workspace) const;
  /// Computes (C_q q̇)_q q̇ of position-level constraints: the same with constant time. Velocity-level ones give zero.
  void convectiveAcceleration(const State& state, double* out, Workspace& workspace) const;
  /// Returns by multiplier whether its constraint is defined at velocity level.
  std::vector<char> velocityConstraints() const;
  /// Returns the directions of motion at a state. For rigid nodes these are displacements and rotations in global axes, so that results
  /// do not depend on the rotation angle of a wheel.
  std::vector<VariationBlock> variations(const State& state) const;

  // For explicit integration.
  bool massIsConstant() const;
  /// Returns why the model cannot be integrated explicitly, or "". Coordinates tied to the ground are added to `fixed`.
  std::string explicitObstacle(bool eliminateConstraints, std::vector<int>& fixed) const;

  /// Returns why its constraints cannot be imposed at velocity level, or "".
  std::string velocityObstacle() const;

  // Results.

  int sensorSize(int sensor) const { return sensorSizes_[sensor]; }
  void sensor(const Evaluation& at, int sensor, double* out) const;
  /// Writes an output of object `object`, at a local position of a body.
  void output(const Evaluation& at, int object, OutputVariable variable, const Vector3& localPosition, double* out) const;
  /// An object that moves and is drawn.
  struct Pose {
    int object;
    PoseSource source;
  };
  const std::vector<Pose>& poses() const { return poses_; }
  void pose(const Evaluation& at, int pose, double* out) const;

  // Names, for messages.

  /// Returns the item of an equation: a node for a coordinate, a node or joint for a constraint; "node 'wheel'".
  Message equationName(int equation) const;
  /// Returns the item of a multiplier's equation.
  const ItemAddress& multiplierOwner(int multiplier) const { return multiplierOwners_[multiplier]; }
  /// Returns its name in quotes: "'hinge'".
  std::string multiplierOwnerName(int multiplier) const;
  /// Returns the positions of markers' frames at the reference coordinates.
  const std::vector<Vector3>& referencePositions() const { return referencePositions_; }

 private:
  friend struct Workspace;
  friend class ItemForces;
  System(std::shared_ptr<const Model> model, System* of);
  void assemble(Assembly& assembly, System* of);
  void makeLoops(ItemKind kind, bool eachAlone);
  void addItems(ItemKind kind, bool firstOrder, System* of, Assembly& assembly);
  void sortByRole();
  void findPoses();
  void findFormulaSensors();
  void findReferencePositions();
  void attach(const Touch& touch);
  void detach(const Touch& touch);
  const Place& place(ItemKind kind, int number) const { return places_[static_cast<int>(kind)][number]; }
  /// Returns the first objection of a loop to its items.
  template <class Ask>
  std::string firstObstacle(const Ask& ask) const;

  // Evaluations; core/system/evaluation.cpp.
  std::size_t frames() const { return frameCoordinates_.size() + touchCoordinates_.size(); }
  void fit(Workspace& workspace) const;
  template <class S>
  void resize(Workspace::Arrays<S>& arrays) const;
  void placeJacobians(Workspace& workspace) const;
  void placeTouchJacobians(Workspace& workspace) const;
  void placeDuals(Workspace& workspace) const;
  template <class S>
  Sweep<S> sweepOver(const State& state, const Terms& terms, Workspace::Arrays<S>& arrays, Workspace& workspace) const;
  Evaluation begin(const State& state, const Terms& terms, Workspace& workspace) const;
  const Sweep<double>& current(const Evaluation& at) const;
  void runAll(Sweep<double>& sweep, Workspace& workspace, bool withSensors) const;
  void runConstraints(Sweep<Dual1>& sweep, Workspace& workspace) const;
  void readSensors(const Sweep<double>& sweep, Workspace& workspace, std::size_t count) const;
  void readSensor(const Sweep<double>& sweep, int sensor, double* out) const;
  void addSensorDerivative(const State& state, ConstraintLevel level, std::span<const double> dq, std::span<const double> dq_t,
                           std::span<const double> dq_tt, std::span<const double> dlambda, double dt, double* residual, double* constraints,
                           Workspace& workspace) const;

  std::shared_ptr<const Model> model_;
  std::vector<std::unique_ptr<ItemLoop>> loops_;
  std::vector<Place> places_[itemKinds];
  State initial_;
  int secondOrder_ = 0;
  std::vector<double> reference_;
  std::vector<int> lieGroup_;

  // The loops by role, each in the order of evaluation.
  std::vector<const role::Moving*> moving_;
  std::vector<const role::Turning*> turning_;
  std::vector<const role::Acting*> acting_;
  std::vector<const role::Massive*> massive_;
  std::vector<const role::Constraint*> constraints_;
  std::vector<const role::Discontinuous*> discontinuous_;
  std::vector<const role::Remembering*> remembering_;
  std::vector<const role::Integrating*> integrating_;
  std::vector<role::Carrier*> carriers_;
  std::vector<role::Tree*> trees_;

  // The content of a workspace of this system.
  std::vector<DrawerKind> drawers_;
  NumberLists frameCoordinates_;
  std::vector<std::vector<int>> scalarCoordinates_;
  std::vector<char> haveJacobian_;  // by frame
  std::vector<Vector3> referencePositions_;
  std::int64_t layout_ = 0;   // changes with touches
  std::int64_t changes_ = 0;  // changes with parameters

  std::vector<SensorSource> sensors_;
  std::vector<int> sensorSizes_;
  struct FormulaSensor {
    int sensor, offset;
  };
  std::vector<FormulaSensor> formulaSensors_;  // in the order of evaluation: sensors read by laws come first
  std::size_t formulaSensorsOfLaws_ = 0, formulaSensorValues_ = 0;
  std::int64_t formulaLayout_ = 0;  // changes with the sensors that formulas use
  struct FormulaInput {
    int input, offset;
  };
  std::vector<FormulaInput> formulaInputs_;  // among the values of sensors

  std::vector<double> inputs_;
  Touches touches_;
  std::vector<std::vector<int>> touchCoordinates_;  // for frames of touches, which come after the frames of markers
  std::int64_t touchPattern_ = 0;

  std::vector<Pose> poses_;
  /// The owner of the coordinates from `first` up to the next owner's.
  struct CoordinateOwner {
    int first;
    ItemKind kind;
    int item;
  };
  std::vector<CoordinateOwner> coordinateOwners_;
  std::vector<ItemAddress> multiplierOwners_;
};

}  // namespace slipstick
