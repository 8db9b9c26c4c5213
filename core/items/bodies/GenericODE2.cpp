// A body given by mass, stiffness and damping matrices, such as a modally reduced one.
// Compiled for size: few models have this item, and few of it.

#include "core/items/registration.h"
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
  // What the peer keeps beside the parameters; it follows from the nodes.
  VectorX coordinateIndexPerNode, tempCoordinates, tempCoordinates_t, tempCoordinates_tt;
};

class Loop final : public LoopOf<Loop, GenericODE2, role::OfCoordinates, role::Massive, role::Connecting, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const GenericODE2& item = items_[keep(modelItem)];
    Member member;
    for (const NodeIndex node : item.nodeNumbers) {
      const Place place = assembly.node(node);
      for (int k = 0; k < place.coordinateCount(); ++k) member.coordinates.push_back(place.firstCoordinate() + k);
    }
    assembly.add(work_);
    work_.empty->grow(member.coordinates.size());
    members_.push_back(std::move(member));
  }

  std::vector<int> coordinates(int index) const override { return members_[index].coordinates; }
  bool massIsConstant() const override {
    for (const GenericODE2& body : items_)
      if (body.massMatrixUserFunction) return false;
    return true;
  }
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (sweep.q_tt) addInertia(static_cast<int>(i), sweep);
      addForces(static_cast<int>(i), sweep, [&](int coordinate, double force) { sweep.residual[coordinate] += force; });
    }
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    const TangentFactors& factors = tangent.factors;
    Work& work = sweep[work_];
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const GenericODE2& item = items_[i];
      const Member& member = members_[i];
      const int n = static_cast<int>(member.coordinates.size());
      std::fill(work.block.begin(), work.block.end(), 0.0);
      const auto addMatrix = [&](const MatrixX& matrix, double factor) {
        for (std::size_t k = 0; k < matrix.values.size(); ++k) work.block[k] += factor * matrix.values[k];
      };
      if (item.massMatrixUserFunction) {
        setArguments(member, sweep, work.arguments);
        evaluate(item.massMatrixUserFunction, work.arguments, sweep, work.values.data());
        for (int k = 0; k < n * n; ++k) work.block[k] += factors.mass * work.values[k];
      } else {
        addMatrix(item.massMatrix, factors.mass);
      }
      addMatrix(item.stiffnessMatrix, factors.stiffness);
      addMatrix(item.dampingMatrix, factors.damping);
      if (item.jacobianUserFunction && !(factors.exact && item.forceUserFunction)) {
        // The function weights its own derivatives by the two factors.
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
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Member& member = members_[index];
    const std::size_t n = member.coordinates.size();
    if (variable == OutputVariable::Force) {
      std::fill_n(out, n, 0.0);
      // Rows of the force come in the order of the coordinates.
      std::size_t row = 0;
      addForces(index, sweep, [&](int, double force) { out[row++ % n] += force; });
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
  };
  /// Of user functions and of the tangent, for the longest item.
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
  void addInertia(int index, Sweep<double>& sweep) const {
    Work& work = sweep[work_];
    const GenericODE2& item = items_[index];
    const Member& member = members_[index];
    const std::size_t n = member.coordinates.size();
    if (item.massMatrixUserFunction) {
      setArguments(member, sweep, work.arguments);
      evaluate(item.massMatrixUserFunction, work.arguments, sweep, work.values.data());
      for (std::size_t k = 0; k < n * n; ++k)
        sweep.residual[member.coordinates[k / n]] += work.values[k] * sweep.q_tt[member.coordinates[k % n]];
    } else {
      for (std::size_t k = 0; k < item.massMatrix.values.size(); ++k)
        sweep.residual[member.coordinates[k / n]] += item.massMatrix.values[k] * sweep.q_tt[member.coordinates[k % n]];
    }
  }
  /// Left-hand side K q + D q̇ − f − f_user, row by row, possibly in several parts.
  template <class Add>
  void addForces(int index, const Sweep<double>& sweep, const Add& add) const {
    const GenericODE2& item = items_[index];
    const Member& member = members_[index];
    const std::size_t n = member.coordinates.size();
    std::vector<double>* user = nullptr;
    if (item.forceUserFunction) {
      Work& work = sweep[work_];
      setArguments(member, sweep, work.arguments);
      user = &work.values;
      evaluate(item.forceUserFunction, work.arguments, sweep, user->data());
    }
    for (std::size_t row = 0; row < n; ++row) {
      double sum = item.forceVector.empty() ? 0.0 : -item.forceVector[row];
      if (!item.stiffnessMatrix.values.empty())
        for (std::size_t k = 0; k < n; ++k) sum += item.stiffnessMatrix.values[row * n + k] * sweep.q[member.coordinates[k]];
      if (!item.dampingMatrix.values.empty())
        for (std::size_t k = 0; k < n; ++k) sum += item.dampingMatrix.values[row * n + k] * sweep.q_t[member.coordinates[k]];
      if (user) sum -= (*user)[row];
      add(member.coordinates[row], sum);
    }
  }

  std::vector<Member> members_;
  Drawer<Work> work_;
  std::vector<double> reference_;
};

constexpr UserFunctionArgument::Shape perCoordinate{Size::coordinates};
const std::vector<UserFunctionArgument> stateArguments{{"t", {}}, {"q", perCoordinate}, {"q_t", perCoordinate}};

/// Vectors and matrices have a row for each coordinate of the nodes, unless they are empty.
void checkSizes(const GenericODE2& item, const Neighbours& others, const Complain& complain) {
  int coordinates = 0;
  for (const NodeIndex node : item.nodeNumbers) {
    const auto count = others.count(node);
    if (!count) return;
    coordinates += *count;
  }
  const std::string count = std::to_string(coordinates), reason = ", as many as its nodes have coordinates, got ";
  const auto vector = [&](const char* name, const VectorX& values) {
    if (!values.empty() && static_cast<int>(values.size()) != coordinates)
      complain(name, "must have " + count + " numbers" + reason + std::to_string(values.size()));
  };
  const auto matrix = [&](const char* name, const MatrixX& values) {
    if (!values.values.empty() && (values.rows != coordinates || values.columns != coordinates))
      complain(name, "must have " + count + " rows and columns" + reason + std::to_string(values.rows) + " rows and " +
                         std::to_string(values.columns) + " columns");
  };
  matrix("massMatrix", item.massMatrix), matrix("stiffnessMatrix", item.stiffnessMatrix), matrix("dampingMatrix", item.dampingMatrix);
  vector("forceVector", item.forceVector), vector("coordinateIndexPerNode", item.coordinateIndexPerNode);
  vector("tempCoordinates", item.tempCoordinates), vector("tempCoordinates_t", item.tempCoordinates_t);
  vector("tempCoordinates_tt", item.tempCoordinates_tt);
}

constexpr ParameterOf<GenericODE2> parameters[] = {
    {"nodeNumbers", &GenericODE2::nodeNumbers, capability::coordinate, Presence::required,
     "nodes whose coordinates the body has, in this order"},
    {"massMatrix", &GenericODE2::massMatrix, unit::coordinateDamping* unit::second, anyNumber, Presence::optional,
     "mass matrix M; empty is zero"},
    {"stiffnessMatrix", &GenericODE2::stiffnessMatrix, unit::coordinateStiffness, anyNumber, Presence::optional,
     "stiffness matrix K; empty is zero"},
    {"dampingMatrix", &GenericODE2::dampingMatrix, unit::coordinateDamping, anyNumber, Presence::optional,
     "damping matrix D; empty is zero"},
    {"forceVector", &GenericODE2::forceVector, unit::coordinateForce, anyNumber, Presence::optional, "constant force f; empty is zero"},
    {"forceUserFunction", &GenericODE2::forceUserFunction,
     [] { return Signature{.arguments = stateArguments, .resultSize = Size::coordinates}; }, unit::mixed,
     "force on the right-hand side, as many numbers as coordinates"},
    {"massMatrixUserFunction", &GenericODE2::massMatrixUserFunction,
     [] { return Signature{.arguments = stateArguments, .resultSize = Size::matrix}; }, unit::mixed, "mass matrix in place of M"},
    {"jacobianUserFunction", &GenericODE2::jacobianUserFunction,
     [] {
       return Signature{.arguments = {{"t", {}}, {"q", perCoordinate}, {"q_t", perCoordinate}, {"fODE2", {}}, {"fODE2_t", {}}},
                        .resultSize = Size::matrix};
     },
     unit::mixed, "fODE2 ∂f/∂q + fODE2_t ∂f/∂q̇ of the left-hand side beyond K and D; without it forceUserFunction is differentiated"},
    {"coordinateIndexPerNode", &GenericODE2::coordinateIndexPerNode, unit::mixed, anyNumber, Presence::optional,
     "accepted for exchange: it follows from the nodes"},
    {"tempCoordinates", &GenericODE2::tempCoordinates, unit::mixed, anyNumber, Presence::optional,
     "accepted for exchange: it follows from the nodes"},
    {"tempCoordinates_t", &GenericODE2::tempCoordinates_t, unit::mixed, anyNumber, Presence::optional,
     "accepted for exchange: it follows from the nodes"},
    {"tempCoordinates_tt", &GenericODE2::tempCoordinates_tt, unit::mixed, anyNumber, Presence::optional,
     "accepted for exchange: it follows from the nodes"}};

constexpr ItemDescription<GenericODE2> description = {
    .type = "GenericODE2",
    .summary = "A body given by mass, stiffness and damping matrices on the coordinates of its nodes.",
    .equation = "M \\ddot q + D \\dot q + K q = f + f_{user}(t, q, \\dot q)",
    .outputs = coordinateOutputs() + Outputs{{OutputVariable::Force, unit::coordinateForce, Size::coordinates, "K q + D q̇ − f − f_user"}},
    .provides = capability::coordinates,
    .checkAmong = [](const GenericODE2& item, const Neighbours& others, const Complain& complain) { checkSizes(item, others, complain); }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace
}  // namespace slipstick
