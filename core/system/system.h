// A model assembled for computing: coordinates numbered, items of one type side by side.
//
// A system does not change while it computes: an evaluation reads it and writes into the workspace of its caller. Between steps parameters
// and inputs change, and hands take hold of bodies.
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

/// How the coordinates of a node are varied: δq = map[0] δz, δq̇ = map[1] δz + map[0] δż and so on; without a map one by one.
struct VariationBlock {
  int node = 0;             // by number
  int first = 0;            // first coordinate
  int size = 0;             // coordinates
  int directions = 0;       // 6 for rigid nodes
  std::vector<double> map;  // 3 matrices of size × directions, by rows: the relation, its first and second time derivative
};

/// Lists of numbers, one behind the other.
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
  /// Assembles the model. Throws std::runtime_error for sensors that read each other in a circle.
  explicit System(std::shared_ptr<const Model> model);
  ~System();
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  const Model& model() const { return *model_; }
  /// Coordinates, of which those of second order come first; nAE: Lagrange multipliers; their sum is the number of unknowns.
  int coordinates() const { return static_cast<int>(reference_.size()); }
  int secondOrderCoordinates() const { return secondOrder_; }
  int multipliers() const { return static_cast<int>(multiplierOwners_.size()); }
  int unknowns() const { return coordinates() + multipliers(); }
  const State& initial() const { return initial_; }
  /// The same for a run, which needs it once: the system has it no more.
  State takeInitial() { return std::move(initial_); }

  /// Adds an increment to coordinates, out = q ∘ increment: rotation vectors of Lie-group nodes are composed, all others added.
  /// `out` may be q.
  void compose(const double* q, const double* increment, double* out) const;
  /// First coordinates of rotation vectors that are composed; three each.
  const std::vector<int>& lieGroup() const { return lieGroup_; }
  const std::vector<double>& reference() const { return reference_; }

  // Changes, between steps.

  /// Changes parameters of items, before an analysis step.
  void apply(const ParameterChange& change);
  /// What the items of a change have now: changes that take it back.
  std::vector<ParameterChange> present(const ParameterChange& change);
  /// The slot of a user function of an item, to put a native one in; null if the item has no such parameter.
  UserFunction* userFunction(ItemKind kind, int number, const std::string& parameter);

  double input(int number) const { return inputs_[number]; }
  void setInput(int number, double value);
  const Touches& touches() const { return touches_; }
  /// Lets a force act on a point; its frame is found. Returns the frame.
  int touch(Touch touch);
  /// Changes the force on the point of a touch.
  void change(const Touch& touch);
  /// Ends a force of `touches()`.
  void letGo(const Touch& touch);

  /// What a system and the workspace of a run remember beside state and parameters.
  struct Memory {
    std::vector<double> inputs;
    std::vector<Touch> touches;
    std::int64_t touchPattern = 0;
    std::vector<LoopMemory> loops;
  };
  Memory memory(const Workspace& workspace) const;
  void recall(const Memory& memory, Workspace& workspace);

  // One evaluation. `residual` has as many numbers as there are coordinates, `constraints` as many as multipliers.

  /// M q̈ + f − f_load + C_qᵀ λ, and C (or Ċ at velocity level), at the state.
  Evaluation residual(const State& state, const Terms& terms, double* residual, double* constraints, Workspace& workspace) const;
  /// f − f_load at the state: without inertia of accelerations and without constraint forces.
  Evaluation forces(const State& state, const Terms& terms, double* forces, double* constraints, Workspace& workspace) const;
  /// Motion and sensors alone, for outputs and poses.
  Evaluation motion(const State& state, Workspace& workspace, const Terms& terms = {}) const;

  /// The tangent where residual() or forces() was evaluated.
  void tangent(const Evaluation& at, const TangentFactors& factors, const MatrixSink& sink) const;
  /// A number that changes when the next tangent() writes to other places: new neighbours in sets of contacts. Not of the mass alone.
  std::int64_t pattern(const Evaluation& at) const;
  /// How a frame moves with the coordinates, where tangent() was evaluated last; and its motion.
  const FrameJacobian& frameJacobian(const Evaluation& at, int frame) const;
  const FrameKinematics<double>& frame(const Evaluation& at, int frame) const;

  /// Asks every item for its contact and friction state where residual() or forces() was evaluated. Changes state.data and state.contacts.
  PostNewton postNewton(const Evaluation& at, State& state, const State& startOfStep, JudgingWays ways = {}) const;
  bool hasPostNewton() const { return !discontinuous_.empty(); }
  /// Whether forces jump where postNewton() changes data.
  bool isDiscontinuous() const;

  /// Directional derivative of constraints and of their forces along (dq, dq_t, dq_tt, dlambda, dt); empty spans are zero. Of other forces
  /// only what follows from sensors is there, as a central difference; what acts on q, q̇ and q̈ directly is what tangent() gives without λ.
  void derivative(const State& state, ConstraintLevel level, std::span<const double> dq, std::span<const double> dq_t,
                  std::span<const double> dq_tt, std::span<const double> dlambda, double* residual, double* constraints,
                  Workspace& workspace, double dt = 0) const;
  /// C̈ without accelerations: (C_q q̇)_q q̇ + 2 C_qt q̇ + C_tt, of velocity-level constraints the rate of their equation.
  void constraintAcceleration(const State& state, double* out, Workspace& workspace) const;
  /// (C_q q̇)_q q̇ of position-level constraints: the same with time held. Velocity-level ones give zero.
  void convectiveAcceleration(const State& state, double* out, Workspace& workspace) const;
  /// By multiplier: whether its constraint is at velocity level by nature.
  std::vector<char> velocityConstraints() const;
  /// Directions of motion at a state; of rigid nodes displacements and turns in global axes, so that what follows from them does not
  /// depend on how far a wheel has turned.
  std::vector<VariationBlock> variations(const State& state) const;

  // For explicit integration.
  bool massIsConstant() const;
  /// Why the model cannot be integrated explicitly, or "". Coordinates tied to the ground are added to `fixed`.
  std::string explicitObstacle(bool eliminateConstraints, std::vector<int>& fixed) const;

  /// Why its constraints cannot be kept at velocity level, or "".
  std::string velocityObstacle() const;

  // Results.

  int sensorSize(int sensor) const { return sensorSizes_[sensor]; }
  void sensor(const Evaluation& at, int sensor, double* out) const;
  /// An output of object `object`, at a local position of a body.
  void output(const Evaluation& at, int object, OutputVariable variable, const Vector3& localPosition, double* out) const;
  /// Objects that move and are drawn.
  struct Pose {
    int object;
    PoseSource source;
  };
  const std::vector<Pose>& poses() const { return poses_; }
  void pose(const Evaluation& at, int pose, double* out) const;

  // Names, for messages.

  /// The item that an equation belongs to: a node for a coordinate, a node or joint for a constraint; "node 'wheel'".
  std::string equationName(int equation) const;
  /// The item whose equation belongs to a multiplier.
  const ItemAddress& multiplierOwner(int multiplier) const { return multiplierOwners_[multiplier]; }
  /// Its name in quotes: "'hinge'".
  std::string multiplierOwnerName(int multiplier) const;
  /// Of the frames of markers, at the reference coordinates.
  const std::vector<Vector3>& referencePositions() const { return referencePositions_; }

 private:
  friend struct Workspace;
  void assemble(Assembly& assembly);
  void makeLoops(ItemKind kind);
  void addItems(ItemKind kind, bool firstOrder, Assembly& assembly);
  void sortByRole();
  void findPoses();
  void findFormulaSensors();
  void findReferencePositions();
  void attach(const Touch& touch);
  void detach(const Touch& touch);
  const Place& place(ItemKind kind, int number) const { return places_[static_cast<int>(kind)][number]; }
  /// The first thing that a loop says against something, asked with its items.
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

  // The loops by role, each in the order in which they are evaluated.
  std::vector<const role::Moving*> moving_;
  std::vector<const role::Turning*> turning_;
  std::vector<const role::Acting*> acting_;
  std::vector<const role::Massive*> massive_;
  std::vector<const role::Constraint*> constraints_;
  std::vector<const role::Discontinuous*> discontinuous_;
  std::vector<const role::Remembering*> remembering_;
  std::vector<role::Carrier*> carriers_;
  std::vector<role::Tree*> trees_;

  // What a workspace of this system has room for.
  std::vector<DrawerKind> drawers_;
  NumberLists frameCoordinates_;
  std::vector<std::vector<int>> scalarCoordinates_;
  std::vector<char> haveJacobian_;  // by frame
  std::vector<Vector3> referencePositions_;
  std::int64_t layout_ = 0;  // changes with touches

  std::vector<SensorSource> sensors_;
  std::vector<int> sensorSizes_;
  struct FormulaSensor {
    int sensor, offset;
  };
  std::vector<FormulaSensor> formulaSensors_;  // in the order in which they can be evaluated, those that laws read first
  std::size_t formulaSensorsOfLaws_ = 0, formulaSensorValues_ = 0;
  std::int64_t formulaLayout_ = 0;  // changes with the sensors that formulas read
  struct FormulaInput {
    int input, offset;
  };
  std::vector<FormulaInput> formulaInputs_;  // among the values of sensors

  std::vector<double> inputs_;
  Touches touches_;
  std::vector<std::vector<int>> touchCoordinates_;  // of frames of touches, which come after those of markers
  std::int64_t touchPattern_ = 0;

  std::vector<Pose> poses_;
  /// Coordinates from `first` on are those of an item, until the next one's.
  struct CoordinateOwner {
    int first;
    ItemKind kind;
    int item;
  };
  std::vector<CoordinateOwner> coordinateOwners_;
  std::vector<ItemAddress> multiplierOwners_;
};

}  // namespace slipstick
