// A model assembled for computing: coordinates numbered, items of one type side by side, memory taken once.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/system/hands.h"
#include "core/system/loop.h"

namespace slipstick {

/// How the coordinates of a node are varied: δq = map[0] δz, δq̇ = map[1] δz + map[0] δż and so on; without a map one by one.
struct VariationBlock {
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

  /// Changes parameters of items, before an analysis step.
  void apply(const ParameterChange& change);
  /// What the items of a change have now: changes that take it back.
  std::vector<ParameterChange> present(const ParameterChange& change);
  /// The slot of a user function of an item, to put a native one in; null if the item has no such parameter.
  UserFunction* userFunction(ItemKind kind, int number, const std::string& parameter);

  // While the run goes on; between steps.

  double input(int number) const { return inputs_[number]; }
  void setInput(int number, double value);
  /// Lets a force act on a point; its frame is found. Returns the frame.
  int touch(Touch touch);
  /// Ends a force: that of the touch with this number.
  void letGo(std::size_t number);
  const Hands& hands() const { return hands_; }
  Hands& hands() { return hands_; }
  /// How the frame of a touch moves with the coordinates, at the state of the last tangent(), and how it moves at that of update().
  const FrameJacobian& frameJacobian(int frame) const { return frameJacobians_[frame]; }
  const FrameKinematics<double>& frame(int frame) const { return sweep_.frames[frame]; }

  /// What a system remembers beside its state and its parameters.
  struct Memory {
    std::vector<double> inputs;
    std::vector<Touch> touches;
    long touchPattern = 0;
    bool contactsFollow = false;
    std::vector<LoopMemory> loops;
  };
  Memory memory() const;
  void recall(const Memory& memory);

  // One evaluation. `residual` has n2 numbers, `constraints` nAE.

  /// M q̈ + f − f_load + C_qᵀ λ, and C (or Ċ at velocity level), at the state.
  void residual(const State& state, ConstraintLevel level, double loadFactor, double* residual, double* constraints);
  /// f − f_load at the state: without inertia of accelerations and without constraint forces.
  void forces(const State& state, double loadFactor, double* forces, double* constraints);
  /// The tangent at the state of the last residual() or forces().
  void tangent(const TangentFactors& factors, const MatrixSink& sink);
  /// A number that changes when the next tangent() writes to other places: new neighbours in sets of contacts. Not of the mass alone.
  long pattern() const;
  /// (C_q q̇)_q q̇ of position-level constraints: the part of C̈ without accelerations. Velocity-level ones give zero.
  void convectiveAcceleration(const State& state, double* out);
  /// As convectiveAcceleration(), with velocity-level constraints included: minus the right-hand side of C̈ = 0.
  void fullConvectiveAcceleration(const State& state, double* out);
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

  /// Directional derivative of constraints and of their forces along (dq, dq_t, dq_tt, dlambda); empty spans are zero. Of other forces only
  /// what follows from sensors is there, as a central difference; what acts on q, q̇ and q̈ directly is what tangent() gives without λ.
  void derivative(const State& state, ConstraintLevel level, std::span<const double> dq, std::span<const double> dq_t,
                  std::span<const double> dq_tt, std::span<const double> dlambda, double* residual, double* constraints);

  /// Asks every item for its contact and friction state at the state of the last residual(). Changes state.data and state.contacts.
  PostNewton postNewton(State& state, const State& startOfStep, bool atParting = false);
  /// Whether sets of contacts judge at each evaluation what touches, as explicit steps want it, or hold what postNewton() said.
  void letContactsFollow(bool follow) { sweep_.contactsFollow = follow; }
  bool hasPostNewton() const { return !discontinuous_.empty(); }
  /// Whether forces jump where postNewton() changes data.
  bool isDiscontinuous() const;

  // Results.

  int sensorSize(int sensor) const { return sensorSizes_[sensor]; }
  /// Brings markers and items to the state, for sensor() and pose().
  void update(const State& state);
  void sensor(int sensor, double* out) const;
  /// An output of object `object` at the state of update(), at a local position of a body.
  void output(int object, OutputVariable variable, const Vector3& localPosition, double* out) const;
  /// Objects that move and are drawn, and their poses at the state of update().
  struct Pose {
    int object;
    PoseSource source;
  };
  const std::vector<Pose>& poses() const { return poses_; }
  void pose(int pose, double* out) const;

  // Names, for messages.

  /// The item that an equation belongs to: a node for a coordinate, a node or joint for a constraint; "node 'wheel'".
  std::string equationName(int equation) const;
  /// The item whose equation belongs to a multiplier: "'hinge'".
  const std::string& multiplierOwner(int multiplier) const { return multiplierOwners_[multiplier]; }

 private:
  /// The first thing that a loop says against something, asked with its items.
  template <class Ask>
  std::string firstObstacle(const Ask& ask) const;
  template <class S>
  void evaluate(Sweep<S>& sweep, bool withSensors = true);  // else sensors that laws read keep their values
  template <class S>
  void resize(Sweep<S>& sweep);
  void setState(const State& state);
  void placeJacobians();
  void placeDuals();
  void assemble(Assembly& assembly);
  void findPoses(const Assembly& assembly);
  void findFormulaSensors();
  void attach(const Touch& touch);
  void detach(const Touch& touch);
  void evaluateFormulaSensors(std::size_t count);
  void addSensorDerivative(const State& state, std::span<const double> dq, std::span<const double> dq_t, std::span<const double> dq_tt,
                           std::span<const double> dlambda, double* residual, double* constraints);

  std::shared_ptr<const Model> model_;
  std::vector<std::unique_ptr<ItemLoop>> loops_;
  std::vector<ItemLoop*> discontinuous_;
  std::vector<Place> places_[itemKinds];
  State initial_;
  int secondOrder_ = 0;
  std::vector<double> reference_;
  std::vector<int> lieGroup_;
  Sweep<double> sweep_;
  Sweep<Dual1> dual_;  // has memory from the first derivative() on
  std::vector<Dual1> dualState_[4], dualResidual_, dualConstraints_;

  NumberLists frameCoordinates_;
  std::vector<std::vector<int>> scalarCoordinates_;
  std::vector<char> haveJacobian_;   // by frame
  bool jacobiansHavePlace_ = false;  // from the first whole tangent on: explicit solvers need none
  std::vector<double> jacobianMemory_;
  std::vector<FrameJacobian> frameJacobians_;
  std::vector<ScalarJacobian> scalarJacobians_;

  std::vector<SensorSource> sensors_;
  std::vector<int> sensorSizes_;
  struct FormulaSensor {
    int sensor, offset;
  };
  std::vector<FormulaSensor> formulaSensors_;  // in the order in which they can be evaluated, those that laws read first
  std::size_t formulaSensorsOfLaws_ = 0;
  std::vector<double> formulaSensorValues_;
  std::vector<double> inputs_;
  struct FormulaInput {
    int input, offset;
  };
  std::vector<FormulaInput> formulaInputs_;  // among the values of sensors
  Hands hands_;
  std::vector<std::vector<int>> touchCoordinates_;  // of frames of touches, which come after those of markers
  std::vector<std::vector<double>> touchJacobians_;
  long touchPattern_ = 0;
  std::vector<Pose> poses_;
  /// Coordinates from `first` on are those of an item, until the next one's.
  struct CoordinateOwner {
    int first;
    ItemKind kind;
    int item;
  };
  std::vector<CoordinateOwner> coordinateOwners_;
  std::vector<std::string> multiplierOwners_;
};

}  // namespace slipstick
