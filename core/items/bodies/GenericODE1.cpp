// First-order differential equations in addition to the equations of motion: an actuator, a filter, a controller.
// Compiled for size: few models have this item, and few of it.
// Loaded on demand: few models have this item.

#include "core/items/registration.h"
#include "core/registry/user_function.h"

namespace slipstick {
namespace {

struct GenericODE1 {
  std::vector<NodeIndex> nodeNumbers;
  MatrixX systemMatrix;
  VectorX rhsVector;
  UserFunction rhsUserFunction;
  // Data stored by Exudyn in addition to the parameters; it is derived from the nodes.
  VectorX coordinateIndexPerNode, tempCoordinates, tempCoordinates_t;
};

class Loop final : public LoopOf<Loop, GenericODE1, role::Acting, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const GenericODE1& item = items_[keep(modelItem)];
    Member member;
    for (const NodeIndex node : item.nodeNumbers) {
      const Place place = assembly.node(node);
      for (int k = 0; k < place.coordinateCount(); ++k) member.states.push_back(place.firstCoordinate() + k);
    }
    assembly.add(work_);
    work_.empty->grow(member.states.size());
    members_.push_back(std::move(member));
  }
  void lawsOf(Sweep<double>& sweep) const {
    Work& work = sweep[work_];
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const GenericODE1& item = items_[i];
      const Member& member = members_[i];
      const std::size_t n = member.states.size();
      for (std::size_t k = 0; k < item.rhsVector.size(); ++k) sweep.residual[member.states[k]] -= item.rhsVector[k];
      for (std::size_t k = 0; k < item.systemMatrix.values.size(); ++k)
        sweep.residual[member.states[k / n]] -= item.systemMatrix.values[k] * sweep.q[member.states[k % n]];
      if (!item.rhsUserFunction) continue;
      setArguments(member, sweep, work.arguments);
      evaluate(item, work.arguments, sweep, work.values);
      for (std::size_t k = 0; k < n; ++k) sweep.residual[member.states[k]] -= work.values[k];
    }
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    const double factor = tangent.factors.firstOrder;
    Work& work = sweep[work_];
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const GenericODE1& item = items_[i];
      const Member& member = members_[i];
      const int n = static_cast<int>(member.states.size());
      std::fill(work.block.begin(), work.block.end(), 0.0);
      for (std::size_t k = 0; k < item.systemMatrix.values.size(); ++k) work.block[k] = -factor * item.systemMatrix.values[k];
      if (item.rhsUserFunction) {
        setArguments(member, sweep, work.dualArguments);
        for (int j = 0; j < n; ++j) {
          work.dualArguments[1 + j].derivative[0] = factor;
          evaluate(item, work.dualArguments, sweep, work.dualValues);
          for (int k = 0; k < n; ++k) work.block[k * n + j] -= work.dualValues[k].derivative[0];
          work.dualArguments[1 + j].derivative[0] = 0;
        }
      }
      tangent.sink.add(member.states.data(), n, member.states.data(), n, work.block.data(), n);
    }
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    for (const int state : members_[index].states) {
      const double reference = 0;
      coordinateOutput(variable, sweep, state, 1, &reference, out++);
    }
  }

 private:
  struct Member {
    std::vector<int> states;
  };
  /// The workspace of the user function and of its derivatives, for the largest item.
  struct Work {
    std::vector<double> arguments, values, block;
    std::vector<Dual1> dualArguments, dualValues;

    void grow(std::size_t n) {
      if (values.size() >= n) return;
      arguments.resize(1 + n), values.resize(n), dualArguments.resize(1 + n), dualValues.resize(n), block.resize(n * n);
    }
  };
  template <class A>
  static void setArguments(const Member& member, const Sweep<double>& sweep, std::vector<A>& arguments) {
    arguments[0] = sweep.time;
    for (std::size_t k = 0; k < member.states.size(); ++k) arguments[1 + k] = sweep.q[member.states[k]];
  }
  template <class A>
  static void evaluate(const GenericODE1& item, const std::vector<A>& arguments, const Sweep<double>& sweep, std::vector<A>& values) {
    item.rhsUserFunction.evaluate(arguments.data(), sweep.sensorValues + item.rhsUserFunction.sensorOffset, values.data());
  }

  std::vector<Member> members_;
  Drawer<Work> work_;
};

/// Vectors and the matrix have one row for each state of the nodes, unless they are empty.
void checkSizes(const GenericODE1& item, const Neighbours& others, const Complain& complain) {
  int states = 0;
  for (const NodeIndex node : item.nodeNumbers) {
    const auto count = others.count(node);
    if (!count) return;
    states += *count;
  }
  const std::string count = std::to_string(states), reason = ", as many as its nodes have states";
  const auto vector = [&](const char* name, const VectorX& values) {
    if (!values.empty() && static_cast<int>(values.size()) != states)
      complain(name, "must have " + count + " numbers" + reason + ", got " + std::to_string(values.size()));
  };
  const MatrixX& matrix = item.systemMatrix;
  if (!matrix.values.empty() && (matrix.rows != states || matrix.columns != states))
    complain("systemMatrix", "must have " + count + " rows and columns" + reason + ", got " + std::to_string(matrix.rows) + " rows and " +
                                 std::to_string(matrix.columns) + " columns");
  vector("rhsVector", item.rhsVector), vector("coordinateIndexPerNode", item.coordinateIndexPerNode);
  vector("tempCoordinates", item.tempCoordinates), vector("tempCoordinates_t", item.tempCoordinates_t);
}

constexpr ParameterOf<GenericODE1> parameters[] = {
    {"nodeNumbers", &GenericODE1::nodeNumbers, capability::firstOrderNode, Presence::required,
     "GenericODE1 nodes whose states appear in the equations, in this order"},
    {"systemMatrix", &GenericODE1::systemMatrix, unit::perSecond, anyNumber, Presence::optional, "matrix A; empty means zero"},
    {"rhsVector", &GenericODE1::rhsVector, unit::coordinateRate, anyNumber, Presence::optional, "constant f; empty means zero"},
    {"rhsUserFunction", &GenericODE1::rhsUserFunction,
     [] {
       return Signature{.arguments = {{"t", {}}, {"q", {Size::coordinates}}}, .resultSize = Size::coordinates};
     },
     unit::mixed, "added to the right-hand side, one number for each state; q are the states"},
    {"coordinateIndexPerNode", &GenericODE1::coordinateIndexPerNode, unit::mixed, anyNumber, Presence::optional,
     "accepted for exchange; computed from the nodes"},
    {"tempCoordinates", &GenericODE1::tempCoordinates, unit::mixed, anyNumber, Presence::optional,
     "accepted for exchange; computed from the nodes"},
    {"tempCoordinates_t", &GenericODE1::tempCoordinates_t, unit::mixed, anyNumber, Presence::optional,
     "accepted for exchange; computed from the nodes"}};

constexpr ItemDescription<GenericODE1> description = {
    .type = "GenericODE1",
    .summary = "First-order equations for the states of its nodes, such as the current of a motor or the state of a controller.",
    .equation = "\\dot y = A y + f + f_{user}(t, y)",
    .outputs = {{OutputVariable::Coordinates, unit::coordinate, Size::coordinates, "states, without the reference values"},
                {OutputVariable::Coordinates_t, unit::coordinateRate, Size::coordinates, "their rates"}},
    .checkAmong = [](const GenericODE1& item, const Neighbours& others, const Complain& complain) { checkSizes(item, others, complain); }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace
}  // namespace slipstick
