// A body given by mass, stiffness and damping matrices, such as a modally reduced body or a mesh of points.
// Compiled for size: few models have this item, and few of it.

#include "core/items/flexible/point_mesh.h"
#include "core/items/registration.h"
#include "core/items/stored_energy.h"
#include "core/registry/user_function.h"

namespace slipstick {
namespace {

struct GenericODE2 {
  std::vector<NodeIndex> nodeNumbers;
  MatrixX massMatrix;
  MatrixX stiffnessMatrix;
  MatrixX dampingMatrix;
  VectorX forceVector;
  UserFunction forceUserFunction;
  UserFunction massMatrixUserFunction;
  UserFunction jacobianUserFunction;
  // Data stored by Exudyn in addition to the parameters; it is derived from the nodes.
  VectorX coordinateIndexPerNode, tempCoordinates, tempCoordinates_t, tempCoordinates_tt;
};

/// The non-zero entries of a matrix.
struct Entries {
  struct Entry {
    int row, column;
    double value;
  };
  std::vector<Entry> entries;

  void set(const MatrixX& matrix) {
    entries.clear();
    for (std::size_t k = 0; k < matrix.values.size(); ++k)
      if (matrix.values[k] != 0)
        entries.push_back({static_cast<int>(k / matrix.columns), static_cast<int>(k % matrix.columns), matrix.values[k]});
  }
  template <class Add>
  void each(const Add& add) const {
    for (const Entry& entry : entries) add(entry.row, entry.column, entry.value);
  }
};

class Loop final : public LoopOf<Loop, GenericODE2, role::OfCoordinates, role::Mesh, role::Moving, role::Turning, role::Massive,
                                 role::Connecting, role::Deriving, role::Measured, role::Storing> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const GenericODE2& item = items_[keep(modelItem)];
    Member member;
    for (const NodeIndex node : item.nodeNumbers) {
      const Place place = assembly.node(node);
      member.nodes.push_back(place), member.first.push_back(place.firstCoordinate());
      for (int k = 0; k < place.coordinateCount(); ++k) member.coordinates.push_back(place.firstCoordinate() + k);
    }
    assembly.add(work_);
    if (hasFunctions(item)) work_.empty->grow(member.coordinates.size());
    members_.push_back(std::move(member));
    changed(static_cast<int>(members_.size()) - 1);
  }
  void changed(int index) override {
    Member& member = members_[index];
    member.mass.set(items_[index].massMatrix), member.stiffness.set(items_[index].stiffnessMatrix);
    member.damping.set(items_[index].dampingMatrix);
  }

  int addMeshFrame(int index, const role::MeshPoint& point, Assembly& assembly) override {
    return mesh_.addFrame(point, members_[index].first, assembly);
  }
  void meshOutput(int index, int node, OutputVariable variable, const Sweep<double>& sweep, double* out) const override {
    if (variable == OutputVariable::DisplacementLocal) variable = OutputVariable::Displacement;
    if (variable == OutputVariable::VelocityLocal) variable = OutputVariable::Velocity;
    members_[index].nodes[node].output(variable, {}, sweep, out);
  }
  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    mesh_.kinematics(sweep);
  }
  template <class S>
  void backOf(Sweep<S>& sweep) const {
    mesh_.back(sweep);
  }
  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const override { mesh_.jacobians(tangent, sweep); }
  void backTangent(Tangent& tangent, Sweep<double>& sweep) const override { mesh_.backTangent(tangent, sweep); }

  std::vector<int> coordinates(int index) const override { return members_[index].coordinates; }
  bool massIsConstant() const override {
    for (const GenericODE2& body : items_)
      if (body.massMatrixUserFunction) return false;
    return true;
  }
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (sweep.q_tt) addInertia(static_cast<int>(i), sweep);
      const std::vector<int>& coordinates = members_[i].coordinates;
      addForces(static_cast<int>(i), sweep, [&](std::size_t row, double force) { sweep.residual[coordinates[row]] += force; });
    }
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const GenericODE2& item = items_[i];
      const Member& member = members_[i];
      const auto add = [&](const Entries& entries, double factor) {
        entries.each([&](int row, int column, double value) {
          tangent.sink.add(member.coordinates[row], member.coordinates[column], factor * value);
        });
      };
      if (!item.massMatrixUserFunction) add(member.mass, tangent.factors.mass);
      add(member.stiffness, tangent.factors.stiffness), add(member.damping, tangent.factors.damping);
      if (hasFunctions(item)) addFunctions(item, member, tangent, sweep);
    }
  }
  /// ½ qᵀ K q − fᵀ q, if K is symmetric and there is no other force.
  double stored(int index, const Sweep<double>& sweep) const override {
    const GenericODE2& item = items_[index];
    if (item.forceUserFunction || !isSymmetric(item.stiffnessMatrix.values.data(), item.stiffnessMatrix.rows)) return storesNothing;
    const Member& member = members_[index];
    double energy = 0;
    member.stiffness.each([&](int row, int column, double value) {
      energy += 0.5 * value * sweep.q[member.coordinates[row]] * sweep.q[member.coordinates[column]];
    });
    for (std::size_t row = 0; row < item.forceVector.size(); ++row) energy -= item.forceVector[row] * sweep.q[member.coordinates[row]];
    return energy;
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Member& member = members_[index];
    const std::size_t n = member.coordinates.size();
    if (variable == OutputVariable::Force) {
      std::fill_n(out, n, 0.0);
      addForces(index, sweep, [&](std::size_t row, double force) { out[row] += force; });
      return;
    }
    for (std::size_t k = 0; k < n; ++k) {
      const int c = member.coordinates[k];
      coordinateOutput(variable, sweep, c, 1, &reference_[c], out + k);
    }
  }
  void connect(Assembly& assembly) override { reference_ = assembly.reference; }

 private:
  struct Member {
    std::vector<int> coordinates;
    std::vector<Place> nodes;
    std::vector<int> first;  // coordinates of nodes
    Entries mass, stiffness, damping;
  };
  static bool hasFunctions(const GenericODE2& item) {
    return item.massMatrixUserFunction || item.forceUserFunction || item.jacobianUserFunction;
  }
  /// The workspace of user functions and of the tangent, for the largest item.
  struct Work {
    std::vector<double> arguments, values, block, jacobianArguments;
    std::vector<Dual1> seeds, seedValues;

    void grow(std::size_t n) {
      if (seedValues.size() >= n) return;
      arguments.resize(1 + 2 * n), seeds.resize(1 + 2 * n), values.resize(n * n + n), seedValues.resize(n);
      block.resize(n * n), jacobianArguments.resize(3 + 2 * n);
    }
  };
  template <class A>
  static void setArguments(const Member& member, const Sweep<double>& sweep, std::vector<A>& arguments) {
    const std::size_t n = member.coordinates.size();
    arguments[0] = sweep.time;
    for (std::size_t k = 0; k < n; ++k)
      arguments[1 + k] = sweep.q[member.coordinates[k]], arguments[1 + n + k] = sweep.q_t[member.coordinates[k]];
  }
  template <class A>
  static void evaluate(const UserFunction& function, const std::vector<A>& arguments, const Sweep<double>& sweep, A* out) {
    function.evaluate(arguments.data(), sweep.sensorValues + function.sensorOffset, out);
  }
  /// The host may set an item's first function after the start.
  Work& workFor(const Member& member, const Sweep<double>& sweep) const {
    Work& work = sweep[work_];
    work.grow(member.coordinates.size());
    return work;
  }
  /// The tangent of the user functions.
  void addFunctions(const GenericODE2& item, const Member& member, Tangent& tangent, Sweep<double>& sweep) const {
    const TangentFactors& factors = tangent.factors;
    Work& work = workFor(member, sweep);
    const int n = static_cast<int>(member.coordinates.size());
    std::fill(work.block.begin(), work.block.end(), 0.0);
    if (item.massMatrixUserFunction) {
      setArguments(member, sweep, work.arguments);
      evaluate(item.massMatrixUserFunction, work.arguments, sweep, work.values.data());
      for (int k = 0; k < n * n; ++k) work.block[k] += factors.mass * work.values[k];
    }
    if (item.jacobianUserFunction && !(factors.exact && item.forceUserFunction)) {
      // The function applies the two factors to its own derivatives.
      setArguments(member, sweep, work.jacobianArguments);
      work.jacobianArguments[1 + 2 * n] = factors.stiffness, work.jacobianArguments[2 + 2 * n] = factors.damping;
      evaluate(item.jacobianUserFunction, work.jacobianArguments, sweep, work.values.data());
      for (int k = 0; k < n * n; ++k) work.block[k] += work.values[k];
    } else if (item.forceUserFunction) {
      setArguments(member, sweep, work.seeds);
      for (int j = 0; j < n; ++j) {
        work.seeds[1 + j].derivative[0] = factors.stiffness, work.seeds[1 + n + j].derivative[0] = factors.damping;
        evaluate(item.forceUserFunction, work.seeds, sweep, work.seedValues.data());
        for (int k = 0; k < n; ++k) work.block[k * n + j] -= work.seedValues[k].derivative[0];
        work.seeds[1 + j].derivative[0] = work.seeds[1 + n + j].derivative[0] = 0;
      }
    }
    tangent.sink.add(member.coordinates.data(), n, member.coordinates.data(), n, work.block.data(), n);
  }
  void addInertia(int index, Sweep<double>& sweep) const {
    const GenericODE2& item = items_[index];
    const Member& member = members_[index];
    const std::size_t n = member.coordinates.size();
    if (item.massMatrixUserFunction) {
      Work& work = workFor(member, sweep);
      setArguments(member, sweep, work.arguments);
      evaluate(item.massMatrixUserFunction, work.arguments, sweep, work.values.data());
      for (std::size_t k = 0; k < n * n; ++k)
        sweep.residual[member.coordinates[k / n]] += work.values[k] * sweep.q_tt[member.coordinates[k % n]];
    } else {
      member.mass.each([&](int row, int column, double value) {
        sweep.residual[member.coordinates[row]] += value * sweep.q_tt[member.coordinates[column]];
      });
    }
  }
  /// The left-hand side K q + D q̇ − f − f_user, by rows, in several parts.
  template <class Add>
  void addForces(int index, const Sweep<double>& sweep, const Add& add) const {
    const GenericODE2& item = items_[index];
    const Member& member = members_[index];
    const auto& coordinates = member.coordinates;
    for (std::size_t row = 0; row < item.forceVector.size(); ++row) add(row, -item.forceVector[row]);
    member.stiffness.each([&](int row, int column, double value) { add(row, value * sweep.q[coordinates[column]]); });
    member.damping.each([&](int row, int column, double value) { add(row, value * sweep.q_t[coordinates[column]]); });
    if (!item.forceUserFunction) return;
    Work& work = workFor(member, sweep);
    setArguments(member, sweep, work.arguments);
    evaluate(item.forceUserFunction, work.arguments, sweep, work.values.data());
    for (std::size_t row = 0; row < coordinates.size(); ++row) add(row, -work.values[row]);
  }

  PointMesh mesh_;
  std::vector<Member> members_;
  Drawer<Work> work_;
  std::vector<double> reference_;
};

constexpr UserFunctionArgument::Shape perCoordinate{Size::coordinates};
const std::vector<UserFunctionArgument> stateArguments{{"t", {}}, {"q", perCoordinate}, {"q_t", perCoordinate}};

/// Vectors and matrices have one row for each coordinate of the nodes, unless they are empty.
void checkSizes(const GenericODE2& item, const Neighbours& others, const Complain& complain) {
  int coordinates = 0;
  for (const NodeIndex node : item.nodeNumbers) {
    const auto count = others.count(node);
    if (!count) return;
    coordinates += *count;
  }
  const std::string count = std::to_string(coordinates), reason = ", as many as its nodes have coordinates";
  const auto vector = [&](const char* name, const VectorX& values) {
    if (!values.empty() && static_cast<int>(values.size()) != coordinates)
      complain(name, "must have " + count + " numbers" + reason + ", got " + std::to_string(values.size()));
  };
  const auto matrix = [&](const char* name, const MatrixX& values) {
    if (!values.values.empty() && (values.rows != coordinates || values.columns != coordinates))
      complain(name, "must have " + count + " rows and columns" + reason + ", got " + std::to_string(values.rows) + " rows and " +
                         std::to_string(values.columns) + " columns");
  };
  matrix("massMatrix", item.massMatrix), matrix("stiffnessMatrix", item.stiffnessMatrix), matrix("dampingMatrix", item.dampingMatrix);
  vector("forceVector", item.forceVector), vector("coordinateIndexPerNode", item.coordinateIndexPerNode);
  vector("tempCoordinates", item.tempCoordinates), vector("tempCoordinates_t", item.tempCoordinates_t);
  vector("tempCoordinates_tt", item.tempCoordinates_tt);
}

constexpr ParameterOf<GenericODE2> parameters[] = {
    {"nodeNumbers", &GenericODE2::nodeNumbers, capability::coordinate, Presence::required,
     "nodes whose coordinates describe the body, in this order"},
    {"massMatrix", &GenericODE2::massMatrix, unit::coordinateDamping* unit::second, anyNumber, Presence::optional,
     "mass matrix M; empty means zero"},
    {"stiffnessMatrix", &GenericODE2::stiffnessMatrix, unit::coordinateStiffness, anyNumber, Presence::optional,
     "stiffness matrix K; empty means zero"},
    {"dampingMatrix", &GenericODE2::dampingMatrix, unit::coordinateDamping, anyNumber, Presence::optional,
     "damping matrix D; empty means zero"},
    {"forceVector", &GenericODE2::forceVector, unit::coordinateForce, anyNumber, Presence::optional, "constant force f; empty means zero"},
    {"forceUserFunction", &GenericODE2::forceUserFunction,
     [] { return Signature{.arguments = stateArguments, .resultSize = Size::coordinates}; }, unit::mixed,
     "force on the right-hand side, one number for each coordinate"},
    {"massMatrixUserFunction", &GenericODE2::massMatrixUserFunction,
     [] { return Signature{.arguments = stateArguments, .resultSize = Size::matrix}; }, unit::mixed, "mass matrix that replaces M"},
    {"jacobianUserFunction", &GenericODE2::jacobianUserFunction,
     [] {
       return Signature{.arguments = {{"t", {}}, {"q", perCoordinate}, {"q_t", perCoordinate}, {"fODE2", {}}, {"fODE2_t", {}}},
                        .resultSize = Size::matrix};
     },
     unit::mixed,
     "tangent added to K and D: fODE2 ∂f/∂q + fODE2_t ∂f/∂q̇ of the left-hand side; if left out, forceUserFunction is differentiated"},
    {"coordinateIndexPerNode", &GenericODE2::coordinateIndexPerNode, unit::mixed, anyNumber, Presence::optional,
     "accepted for exchange; computed from the nodes"},
    {"tempCoordinates", &GenericODE2::tempCoordinates, unit::mixed, anyNumber, Presence::optional,
     "accepted for exchange; computed from the nodes"},
    {"tempCoordinates_t", &GenericODE2::tempCoordinates_t, unit::mixed, anyNumber, Presence::optional,
     "accepted for exchange; computed from the nodes"},
    {"tempCoordinates_tt", &GenericODE2::tempCoordinates_tt, unit::mixed, anyNumber, Presence::optional,
     "accepted for exchange; computed from the nodes"}};

constexpr ItemDescription<GenericODE2> description = {
    .type = "GenericODE2",
    .summary = "A body described by mass, stiffness and damping matrices for the coordinates of its nodes.",
    .equation = "M \\ddot q + D \\dot q + K q = f + f_{user}(t, q, \\dot q)",
    .outputs = coordinateOutputs() + Outputs{{OutputVariable::Force, unit::coordinateForce, Size::coordinates, "K q + D q̇ − f − f_user"}},
    .provides = capability::coordinates | capability::mesh,
    .count = [](const GenericODE2& item) { return static_cast<int>(item.nodeNumbers.size()); },
    .checkAmong = [](const GenericODE2& item, const Neighbours& others, const Complain& complain) { checkSizes(item, others, complain); }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace
}  // namespace slipstick
