// Equations between all coordinates of two nodes or objects: linear, quadratic, or formulas.
//
// A formula gives C, or Ċ if the item is at velocity level. Its gradients are either given as formulas, or computed as derivatives with
// respect to one coordinate or rate at a time. The rate of C is its derivative along the motion.
//
// Compiled for size: few models have this item, and few of it.

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>

#include "core/items/registration.h"
#include "core/model/values.h"
#include "core/registry/user_function.h"

namespace slipstick {
namespace {

struct ConnectorCoordinateVector {
  std::array<MarkerIndex, 2> markerNumbers;
  MatrixX scalingMarker0, scalingMarker1;              // X
  MatrixX quadraticTermMarker0, quadraticTermMarker1;  // Y
  VectorX offset;
  UserFunction constraintUserFunction, jacobianUserFunction;
  bool velocityLevel;
  bool activeConnector;

  const MatrixX& scaling(int marker) const { return marker == 0 ? scalingMarker0 : scalingMarker1; }
  const MatrixX& quadratic(int marker) const { return marker == 0 ? quadraticTermMarker0 : quadraticTermMarker1; }
  int equations() const {
    return std::max({scalingMarker0.rows, scalingMarker1.rows, quadraticTermMarker0.rows, quadraticTermMarker1.rows});
  }
};

using Law = ConnectorCoordinateVector;

double entry(const MatrixX& matrix, int row, int column) {
  return matrix.values.empty() ? 0.0 : matrix.values[row * matrix.columns + column];
}

class Loop final : public LoopOf<Loop, Law, role::Constraint, role::Connecting, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Law& law = items_[keep(modelItem)];
    multipliers_.push_back(assembly.addMultipliers(law.equations()));
  }
  void connect(Assembly& assembly) override {
    reference_ = assembly.reference;
    assembly.add(scratch_);
    for (const Law& law : items_) {
      Ends ends;
      for (int m = 0; m < 2; ++m) {
        const Place marker = assembly.place(ItemKind::marker, law.markerNumbers[m].index);
        ends.coordinates[m] = marker.coordinates();
      }
      const std::size_t coordinates = ends.count(), values = law.equations() * std::max<std::size_t>(1, coordinates);
      ends_.push_back(std::move(ends));
      std::apply([&](auto&... each) { (each.grow(1 + 2 * coordinates, values), ...); }, *scratch_.empty);  // a function may be set later
    }
  }

  template <class S>
  void lawsOf(Sweep<S>& sweep) const {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const bool rates = items_[i].velocityLevel || sweep.level == ConstraintLevel::velocity;
      evaluate(static_cast<int>(i), sweep, rates, sweep.constraints + multipliers_[i]);
      if (!sweep.lambda) continue;
      eachGradient(static_cast<int>(i), sweep, [&](int equation, int coordinate, const S& gradient) {
        sweep.residual[coordinate] += gradient * sweep.lambda[multipliers_[i] + equation];
      });
    }
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Law& law = items_[i];
      const int first = tangent.multiplierOffset + multipliers_[i];
      const double rowFactor = law.velocityLevel ? tangent.factors.constraintVelocity : tangent.factors.constraintPosition;
      eachGradient(static_cast<int>(i), sweep, [&](int equation, int coordinate, double gradient) {
        tangent.sink.add(first + equation, coordinate, rowFactor * gradient);
        tangent.sink.add(coordinate, first + equation, tangent.factors.constraintForce * gradient);
      });
      for (int e = 0; e < law.equations(); ++e)
        tangent.sink.add(first + e, first + e, law.activeConnector ? 0.0 : tangent.factors.multiplier);
    }
  }
  std::string explicitObstacle(const std::vector<ModelItem>& items, std::vector<int>&) const override {
    for (std::size_t i = 0; i < items_.size(); ++i)
      if (items_[i].activeConnector) return items[i].type->name + " '" + items[i].name + "' is a constraint. Use an implicit solver.";
    return "";
  }
  std::string velocityObstacle(const std::vector<ModelItem>&) const override { return ""; }
  void markVelocityConstraints(char* mark) const override {
    for (std::size_t i = 0; i < items_.size(); ++i)
      if (items_[i].velocityLevel) std::fill_n(mark + multipliers_[i], items_[i].equations(), 1);
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Ends& ends = ends_[index];
    const int n = std::max(ends.count(0), ends.count(1));
    switch (variable) {
      case OutputVariable::ConstraintEquation:
        return evaluate(index, sweep, items_[index].velocityLevel, out);
      case OutputVariable::Force:
        for (int e = 0; e < items_[index].equations(); ++e) out[e] = sweep.lambda ? sweep.lambda[multipliers_[index] + e] : 0.0;
        return;
      default:
        std::fill_n(out, n, 0.0);
        for (int m = 0; m < 2; ++m)
          for (int j = 0; j < ends.count(m); ++j) {
            const int c = ends.coordinates[m][j];
            out[j] += (m == 0 ? -1.0 : 1.0) * (variable == OutputVariable::Velocity ? sweep.q_t[c] : total(sweep, c));
          }
    }
  }

 private:
  struct Ends {
    std::vector<int> coordinates[2];

    int count(int marker) const { return static_cast<int>(coordinates[marker].size()); }
    int count() const { return count(0) + count(1); }
  };

  /// The arguments and results of a formula.
  template <class S>
  struct Scratch {
    std::vector<S> arguments, values;
    void grow(std::size_t argumentCount, std::size_t valueCount) {
      arguments.resize(std::max(arguments.size(), argumentCount)), values.resize(std::max(values.size(), valueCount));
    }
  };
  /// Sets t, q and q̇ for the formula of an item.
  template <class D, class S>
  Scratch<D>& scratchFor(int index, const Sweep<S>& sweep) const {
    Scratch<D>& scratch = std::get<Scratch<D>>(sweep[scratch_]);
    const Ends& ends = ends_[index];
    scratch.arguments[0] = D(sweep.time);
    std::size_t next = 1;
    for (int m = 0; m < 2; ++m)
      for (const int c : ends.coordinates[m]) scratch.arguments[next++] = D(total(sweep, c));
    for (int m = 0; m < 2; ++m)
      for (const int c : ends.coordinates[m]) scratch.arguments[next++] = D(sweep.q_t[c]);
    return scratch;
  }
  template <class D, class S>
  static void call(const UserFunction& function, const Sweep<S>& sweep, Scratch<D>& scratch) {
    function.evaluate(scratch.arguments.data(), sweep.sensorValues + function.sensorOffset, scratch.values.data());
  }
  template <class S, class Visit>
  void eachGradientOfFunction(int index, const Sweep<S>& sweep, const Visit& visit) const {
    using D = Dual<1, S>;
    const Law& law = items_[index];
    const Ends& ends = ends_[index];
    const int coordinates = ends.count();
    const auto coordinate = [&ends](int j) { return j < ends.count(0) ? ends.coordinates[0][j] : ends.coordinates[1][j - ends.count(0)]; };
    const auto each = [&](int e, int j, const S& gradient) { visit(e, coordinate(j), law.activeConnector ? gradient : S(0.0)); };
    if (law.jacobianUserFunction) {
      Scratch<S>& scratch = scratchFor<S>(index, sweep);
      call(law.jacobianUserFunction, sweep, scratch);
      for (int e = 0; e < law.equations(); ++e)
        for (int j = 0; j < coordinates; ++j) each(e, j, scratch.values[e * coordinates + j]);
      return;
    }
    Scratch<D>& scratch = scratchFor<D>(index, sweep);
    for (int j = 0; j < coordinates; ++j) {
      D& argument = scratch.arguments[1 + j + (law.velocityLevel ? coordinates : 0)];
      argument.derivative[0] = S(1.0);
      call(law.constraintUserFunction, sweep, scratch);
      argument.derivative[0] = S(0.0);
      for (int e = 0; e < law.equations(); ++e) each(e, j, scratch.values[e].derivative[0]);
    }
  }
  /// Evaluates C or Ċ from the formula.
  template <class S>
  void evaluateFunction(int index, const Sweep<S>& sweep, bool rates, S* out) const {
    const Law& law = items_[index];
    if (rates == law.velocityLevel) {
      Scratch<S>& scratch = scratchFor<S>(index, sweep);
      call(law.constraintUserFunction, sweep, scratch);
      std::copy_n(scratch.values.begin(), law.equations(), out);
      return;
    }
    using D = Dual<1, S>;
    Scratch<D>& scratch = scratchFor<D>(index, sweep);
    const int coordinates = ends_[index].count();
    scratch.arguments[0].derivative[0] = S(1.0);
    for (int j = 0; j < coordinates; ++j) scratch.arguments[1 + j].derivative[0] = scratch.arguments[1 + coordinates + j].value;
    call(law.constraintUserFunction, sweep, scratch);
    for (int e = 0; e < law.equations(); ++e) out[e] = scratch.values[e].derivative[0];
    for (int j = 0; j <= coordinates; ++j) scratch.arguments[j].derivative[0] = S(0.0);
  }

  template <class S>
  S total(const Sweep<S>& sweep, int coordinate) const {
    return sweep.q[coordinate] + reference_[coordinate];
  }
  /// Calls visit(equation, coordinate, ∂C/∂q = ∂Ċ/∂q̇) for all pairs, including zeros; all are zero for an inactive item.
  template <class S, class Visit>
  void eachGradient(int index, const Sweep<S>& sweep, const Visit& visit) const {
    const Law& law = items_[index];
    if (law.constraintUserFunction) return eachGradientOfFunction(index, sweep, visit);
    const Ends& ends = ends_[index];
    for (int m = 0; m < 2; ++m) {
      const double sign = law.activeConnector ? (m == 0 ? -1.0 : 1.0) : 0.0;
      for (int e = 0; e < law.equations(); ++e)
        for (int j = 0; j < ends.count(m); ++j) {
          const int c = ends.coordinates[m][j];
          visit(e, c, S(sign * (entry(law.scaling(m), e, j) + 2.0 * entry(law.quadratic(m), e, j) * total(sweep, c))));
        }
    }
  }
  /// C, or Ċ.
  template <class S>
  void evaluate(int index, const Sweep<S>& sweep, bool rates, S* out) const {
    const Law& law = items_[index];
    const Ends& ends = ends_[index];
    for (int e = 0; e < law.equations(); ++e) {
      if (!law.activeConnector)
        out[e] = sweep.lambda ? sweep.lambda[multipliers_[index] + e] : S(0.0);
      else
        out[e] = S(law.offset.empty() || rates != law.velocityLevel ? 0.0 : -law.offset[e]);
    }
    if (!law.activeConnector) return;
    if (law.constraintUserFunction) return evaluateFunction(index, sweep, rates, out);
    if (rates) {
      eachGradient(index, sweep, [&](int e, int c, const S& gradient) { out[e] += gradient * sweep.q_t[c]; });
      return;
    }
    for (int m = 0; m < 2; ++m)
      for (int e = 0; e < law.equations(); ++e)
        for (int j = 0; j < ends.count(m); ++j) {
          const S q = total(sweep, ends.coordinates[m][j]);
          out[e] += (m == 0 ? -1.0 : 1.0) * (entry(law.scaling(m), e, j) + entry(law.quadratic(m), e, j) * q) * q;
        }
  }

  std::vector<Ends> ends_;
  std::vector<int> multipliers_;
  std::vector<double> reference_;
  Drawer<std::tuple<Scratch<double>, Scratch<Dual1>, Scratch<Dual<1, Dual1>>>> scratch_;
};

/// The number of coordinates of the node or object of a marker.
std::optional<int> coordinatesOf(MarkerIndex marker, const Neighbours& others) {
  const auto target = [](const Neighbour& item, const char* name) {
    return item.type->parameter(name)->target(const_cast<void*>(item.value));
  };
  const Neighbour found = others(marker);
  if (!found) return std::nullopt;
  if (found.type->parameter("nodeNumber")) return others.count(*target(found, "nodeNumber").as<NodeIndex>());
  const Neighbour object = others(*target(found, "objectNumber").as<ObjectIndex>());
  if (!object) return std::nullopt;
  int sum = 0;
  for (const int node : referredItems(target(object, "nodeNumbers"))) {
    const auto count = others.count(NodeIndex{node});
    if (!count) return std::nullopt;
    sum += *count;
  }
  return sum;
}

void checkSizes(const Law& law, const Neighbours& others, const Complain& complain) {
  const int equations = law.equations();
  const std::string rows = std::to_string(equations);
  if (equations == 0) complain("scalingMarker1", "there is no equation: each row of a matrix is one");
  static constexpr const char* names[] = {"scalingMarker0", "scalingMarker1", "quadraticTermMarker0", "quadraticTermMarker1"};
  const MatrixX* matrices[] = {&law.scalingMarker0, &law.scalingMarker1, &law.quadraticTermMarker0, &law.quadraticTermMarker1};
  for (int k = 0; k < 4; ++k) {
    const MatrixX& matrix = *matrices[k];
    const auto columns = coordinatesOf(law.markerNumbers[k % 2], others);
    // A node on ground has no coordinates, and its matrices have no effect. With a function, matrices only determine the number of
    // equations.
    if (matrix.values.empty() || !columns || *columns == 0 || law.constraintUserFunction) continue;
    if (matrix.rows != equations) complain(names[k], "must have as many rows as the other matrices, " + rows);
    if (matrix.columns != *columns)
      complain(names[k], "must have " + std::to_string(*columns) + " columns, as many as the marker has coordinates, got " +
                             std::to_string(matrix.columns));
  }
  if (!law.offset.empty() && static_cast<int>(law.offset.size()) != equations)
    complain("offset", "must have " + rows + " numbers, as many as the matrices have rows, got " + std::to_string(law.offset.size()));
}

constexpr UserFunctionArgument::Shape ofMarkers{Size::ofMarkers};
Signature signatureOf(Size resultSize) {
  return {.arguments = {{"t", {}}, {"q", ofMarkers}, {"q_t", ofMarkers}}, .resultSize = resultSize};
}

/// The units of so many equations between coordinates. Lists are never deleted, so that spans of them remain valid in every thread.
std::span<const EquationUnits> repeatedUnits(int count) {
  static std::mutex mutex;
  static std::map<int, std::vector<EquationUnits>> lists;
  const std::lock_guard lock(mutex);
  std::vector<EquationUnits>& list = lists[count];
  if (list.empty()) list.assign(count, {unit::coordinate, unit::coordinateForce});
  return list;
}

constexpr ParameterOf<Law> parameters[] = {
    {"markerNumbers", &Law::markerNumbers, capability::coordinates, Presence::required, "NodeCoordinates or ObjectODE2Coordinates markers"},
    {"scalingMarker0", &Law::scalingMarker0, unit::none, anyNumber, Presence::optional,
     "X of marker 0: a row for each equation, a column for each coordinate; empty means zero"},
    {"scalingMarker1", &Law::scalingMarker1, unit::none, anyNumber, Presence::optional, "X of marker 1"},
    {"quadraticTermMarker0", &Law::quadraticTermMarker0, unit::none / unit::coordinate, anyNumber, Presence::optional,
     "Y of marker 0, factors of the squared coordinates; empty means zero"},
    {"quadraticTermMarker1", &Law::quadraticTermMarker1, unit::none / unit::coordinate, anyNumber, Presence::optional, "Y of marker 1"},
    {"offset", &Law::offset, unit::coordinate, anyNumber, Presence::optional,
     "offset of each equation, or its rate if velocityLevel; empty means zero"},
    {"constraintUserFunction", &Law::constraintUserFunction, [] { return signatureOf(Size::counted); }, unit::mixed,
     "left-hand sides of the equations, or their rates if velocityLevel, instead of the matrices and the offset; q includes the reference "
     "values, first of marker 0, then of marker 1. A matrix of zeros gives the number of equations"},
    {"jacobianUserFunction", &Law::jacobianUserFunction, [] { return signatureOf(Size::matrix); }, unit::mixed,
     "derivatives of constraintUserFunction with respect to q, or to q_t if velocityLevel: a row for each equation. Only functions of the "
     "host program need it, to avoid finite differences"},
    {"velocityLevel", &Law::velocityLevel, unit::none, anyNumber, false,
     "whether the rates of the left-hand sides are constrained instead of their values"},
    {"activeConnector", &Law::activeConnector, unit::none, anyNumber, true, "whether the item acts"}};

constexpr ItemDescription<Law> description = {
    .type = "ConnectorCoordinateVector",
    .summary = "Constraint equations between all coordinates of two nodes or objects: linear, with squared coordinates, or formulas.",
    .equation =
        "X_1 q_1 + Y_1 q_1^2 - X_0 q_0 - Y_0 q_0^2 - v_{off} = 0 \\;\\text{ with }\\; q^2 = [q_i^2], \\quad \\text{or} \\quad "
        "c_{user}(t, q, \\dot q) = 0",
    .outputs = {{OutputVariable::Displacement, unit::coordinate, Size::coordinates,
                 "coordinates of marker 1 minus coordinates of marker 0, without the matrices"},
                {OutputVariable::Velocity, unit::coordinateRate, Size::coordinates, "the same for the velocities"},
                {OutputVariable::ConstraintEquation, unit::mixed, Size::counted, "residuals"},
                {OutputVariable::Force, unit::coordinateForce, Size::counted, "Lagrange multipliers"}},
    .count = [](const Law& law) { return law.equations(); },
    .equations = [](const Law& law) -> std::span<const EquationUnits> { return repeatedUnits(law.equations()); },
    .checkAmong = [](const Law& law, const Neighbours& others, const Complain& complain) { checkSizes(law, others, complain); }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace
}  // namespace slipstick
