// The equations of linearised.h with inputs. Let a motion δ(t) be prescribed in constraints, G δz = g δ and W δż + V δz = w δ, and let a
// force f δ act. With the smallest R of G R = g, δz = N y + R δ, and the rates are
//   ẏ = Y y + P u + S₁ δ̇ + S₀ δ,  W N S₁ = −W R,  W N S₀ = w − V R.
// The projected equations of motion then give u̇, and with it ẋ = A x + b₀ δ + b₁ δ̇ + b₂ δ̈ for x = (y, u, w). An output is y = C x + e₀ δ +
// e₁ δ̇ + e₂ δ̈. The substitution x = x' + b₂ δ̇ removes δ̈, with b₁' = b₁ + A b₂ and e₁' = e₁ + C b₂, and x' = x'' + b₁' δ removes δ̇. An
// output that depends on a removed derivative has no model with this input; with δ̇ or δ̈ as the input it has one, whose states include δ
// (and δ̇).

// Loaded on demand: few pages show a linear model.
#include "core/solver/linear_model.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/solver/linear_solver.h"
#include "core/solver/linearised.h"
#include "core/solver/mobility.h"

namespace slipstick {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Kind = LinearInput::Kind;

/// Returns the derivative at 0 of a function of several values: central differences with steps that shrink by 4, extrapolated to 0 in
/// Neville's scheme. For each value it takes the entry of the scheme whose neighbours differ least (Ridders, Adv. Eng. Software 4, 1982).
/// A derivative below its error estimate is 0.
VectorXd derivativeOf(const std::function<VectorXd(double)>& function, double step) {
  constexpr int most = 10;
  constexpr double enough = 1e-14;
  std::vector<VectorXd> row, above;  // of the scheme; `above` has larger steps
  VectorXd best, error;
  for (int i = 0; i < most; ++i, step /= 4) {
    above.swap(row);
    row.assign(1, (function(step) - function(-step)) / (2 * step));
    if (i == 0) best = row[0], error = VectorXd::Constant(best.size(), INFINITY);
    double factor = 16;
    for (int k = 1; k <= i; ++k, factor *= 16) {
      row.push_back((factor * row[k - 1] - above[k - 1]) / (factor - 1));
      for (int j = 0; j < best.size(); ++j) {
        const double difference = std::max(std::abs(row[k][j] - row[k - 1][j]), std::abs(row[k][j] - above[k - 1][j]));
        if (!(difference < error[j])) continue;
        error[j] = difference, best[j] = row[k][j];
      }
    }
    if (i > 0 && (error.array() <= enough * best.array().abs()).all()) break;
  }
  for (int j = 0; j < best.size(); ++j)
    if (std::abs(best[j]) <= error[j]) best[j] = 0;
  return best;
}

/// Changes an input of a system until it is destroyed.
class Varied {
 public:
  Varied(System& system, const LinearInput& input) : system_(system), input_(input) {
    if (input.kind == Kind::input) value_ = system.input(input.number);
    if (input.kind != Kind::load) return;
    for (const Parameter& parameter : type().parameters) {
      if (!isLoad(parameter)) continue;
      const auto now = system.present({ItemKind::load, {input.number}, &parameter, nullptr});
      before_.insert(before_.end(), now.begin(), now.end());
    }
  }
  ~Varied() {
    if (input_.kind == Kind::input) system_.setInput(input_.number, value_);
    for (const ParameterChange& change : before_) system_.apply(change);
  }
  Varied(const Varied&) = delete;
  Varied& operator=(const Varied&) = delete;
  /// A load is only this component: forces are linear in loads.
  void set(double by) {
    if (input_.kind == Kind::input) system_.setInput(input_.number, value_ + by);
    if (input_.kind != Kind::load) return;
    const std::shared_ptr<void> load = type().create();
    for (const Parameter& parameter : type().parameters) {
      if (!isLoad(parameter)) continue;
      const Target target = parameter.target(load.get());
      if (auto* number = target.as<double>()) *number = by;
      if (auto* vector = target.as<Vector3>()) *vector = Vector3{}, (*vector)[input_.component] = by;
      system_.apply({ItemKind::load, {input_.number}, &parameter, load});
    }
  }

 private:
  const ItemType& type() const { return *system_.model().loads()[input_.number].type; }
  static bool isLoad(const Parameter& parameter) {
    const std::string name(parameter.name);
    return name == "load" || name == "loadVector" || parameter.signature != nullptr;
  }
  System& system_;
  const LinearInput input_;
  double value_ = 0;
  std::vector<ParameterChange> before_;
};

/// The effect of an input: f in directions of δz, g and w in the equations of constraints.
struct Effect {
  VectorXd force, position, velocity;
  bool moves() const { return position.size() + velocity.size() > 0 && (position.array() != 0).any() + (velocity.array() != 0).any(); }
  /// The highest derivative of the input in the equations.
  int order() const { return (position.array() != 0).any() ? 2 : (velocity.array() != 0).any() ? 1 : 0; }
};

class Maker {
 public:
  Maker(System& system, const State& start, Workspace& workspace, LinearModel& model)
      : system_(system),
        state_(accelerated(system, start, workspace)),
        workspace_(workspace),
        model_(model),
        linear_(linearise(system, state_, workspace)),
        motion_(linear_),
        equations_(motion_, linear_) {
    ny_ = motion_.free, nu_ = static_cast<int>(equations_.p.cols()), nw_ = motion_.firstOrder;
    m_ = static_cast<int>(model.inputs.size()), size_ = ny_ + nu_ + nw_;
  }

  void make() {
    if (size_ == 0) return stopWith("The constraints leave no possible motion.");
    if (!equations_.regular()) return stopWith("The mass matrix is singular: " + masslessPart() + " can move but has no mass.");
    for (const LinearInput& input : model_.inputs) effects_.push_back(effectOf(input));
    solveMotion();
    if (!model_.problem.empty()) return;
    findRates();
    differentiateOutputs();
    chooseDerivatives();
    if (!model_.problem.empty()) return;
    nameStates();
    addNotes();
  }

 private:
  static State accelerated(const System& system, State state, Workspace& workspace) {
    computeAccelerations(system, state, workspace);
    return state;
  }
  void stopWith(const std::string& problem) { model_.problem = problem; }
  Eigen::Index directions() const { return linear_.variations.map[0].cols(); }

  /// Names the part with the largest share in a motion without mass.
  std::string masslessPart() const {
    const MatrixXd free = complement(equations_.inertia);
    if (free.cols() == 0) return "a part";
    const VectorXd moved = linear_.variations.map[0] * (motion_.basis * (equations_.project.transpose() * free.col(0)));
    Eigen::Index largest = 0;
    moved.cwiseAbs().maxCoeff(&largest);
    return system_.equationName(static_cast<int>(largest));
  }

  // ---- inputs

  Effect effectOf(const LinearInput& input) {
    const int m = system_.multipliers();
    VectorXd forces = VectorXd::Zero(system_.coordinates()), equations = VectorXd::Zero(m);
    if (input.kind == Kind::motion) {
      equations[input.number] = 1;
    } else {
      Varied varied(system_, input);
      const auto both = [&](double by) -> VectorXd {
        varied.set(by);
        VectorXd result(forces.size() + m);
        if (input.kind == Kind::load)
          system_.forces(state_, {}, result.data(), result.data() + forces.size(), workspace_);
        else
          system_.residual(state_, {}, result.data(), result.data() + forces.size(), workspace_);
        return result;
      };
      VectorXd change;
      if (input.kind == Kind::load) {
        const double size = std::ldexp(1.0, std::max(0, std::ilogb(1 + both(0).cwiseAbs().maxCoeff())));
        change = (both(size) - both(-size)) / (2 * size);
      } else {
        change = derivativeOf(both, std::ldexp(std::max(1.0, std::abs(system_.input(input.number))), -5));
      }
      forces = -change.head(forces.size()), equations = -change.tail(m);
    }
    return sorted(forces, equations);
  }
  Effect sorted(const VectorXd& forces, const VectorXd& equations) const {
    const std::vector<char> atVelocityLevel = system_.velocityConstraints();
    std::vector<int> position, velocity;
    for (int i = 0; i < equations.size(); ++i) (atVelocityLevel[i] ? velocity : position).push_back(i);
    return {linear_.variations.map[0].transpose() * forces, equations(position), equations(velocity)};
  }
  /// Finds the motions R, S₁ and S₀ that follow prescribed ones.
  void solveMotion() {
    const Decomposition position = decompose(linear_.positionRows.transpose(), redundantRemainder);
    const MatrixXd velocityRows = linear_.velocityRows * motion_.n;
    follow_ = MatrixXd::Zero(directions(), m_), rate0_ = MatrixXd::Zero(ny_, m_), rate1_ = rate0_;
    for (int j = 0; j < m_; ++j) {
      const Effect& effect = effects_[j];
      if (effect.order() == 0) {
        if (model_.inputs[j].kind == Kind::motion) return stopWith(heldMotion(j));
        continue;
      }
      const Eigen::Index constrained = linear_.positionRows.cols();
      const VectorXd r = smallestSolution(position, effect.position);
      follow_.col(j).head(constrained) = r;
      const VectorXd first = -linear_.velocityRows * r, other = effect.velocity - linear_.velocityOffset * r;
      rate1_.col(j) = smallestSolution(equations_.velocity, first), rate0_.col(j) = smallestSolution(equations_.velocity, other);
      const auto differs = [](const VectorXd& a, const VectorXd& b) {
        return a.size() > 0 && (a - b).norm() > 10 * redundantRemainder * (a.norm() + b.norm());
      };
      if (differs(linear_.positionRows * r, effect.position) || differs(velocityRows * rate1_.col(j), first) ||
          differs(velocityRows * rate0_.col(j), other))
        return stopWith(heldMotion(j));
    }
  }
  std::string heldMotion(int input) const {
    return "'" + model_.inputs[input].name + "' cannot move: its equation is inactive, or other constraints determine the same motion.";
  }

  // ---- equations

  /// Finds b₀, b₁ and b₂ of all inputs.
  void findRates() {
    const MatrixXd m = motion_.mass.leftCols(ny_), d = motion_.damping.leftCols(ny_), basis = motion_.basis.transpose();
    const MatrixXd momentum = product(m, equations_.y) + d;
    const MatrixXd following[3] = {product(linear_.stiffness, follow_), product(linear_.damping, follow_), product(linear_.mass, follow_)};
    MatrixXd right[3];
    right[2] = product(m, rate1_) + product(basis, following[2]);
    right[1] = product(momentum, rate1_) + product(m, rate0_) + product(basis, following[1]);
    right[0] = product(momentum, rate0_) + product(basis, following[0]);
    for (int j = 0; j < m_; ++j) right[0].col(j) -= basis * effects_[j].force;
    for (int k = 0; k < 3; ++k) {
      b_[k] = MatrixXd::Zero(size_, m_);
      if (nu_ + nw_ > 0) b_[k].bottomRows(nu_ + nw_) = -equations_.inertia.solve(product(equations_.project, right[k]));
    }
    b_[0].topRows(ny_) = rate0_, b_[1].topRows(ny_) = rate1_;
    // Rounding errors of forces that constraints carry.
    for (int j = 0; j < m_; ++j) {
      const VectorXd carried = product(equations_.project, basis) * effects_[j].force;
      const VectorXd whole = product(equations_.project, basis).cwiseAbs() * effects_[j].force.cwiseAbs();
      constexpr double rounding = 1e-12;
      if (effects_[j].order() == 0 && (carried.array().abs() <= rounding * whole.array()).all()) b_[0].col(j).setZero();
    }
  }

  /// The motion by column: of the states, then of δ, δ̇ and δ̈ of all inputs.
  struct Motion {
    MatrixXd z[3];  // δz, δż, δz̈
    MatrixXd lambda;
  };
  Motion motion() const {
    const int columns = size_ + 3 * m_;
    const auto block = [&](int k) { return size_ + k * m_; };
    MatrixXd x = MatrixXd::Zero(size_, columns), rates = x;
    x.leftCols(size_).setIdentity();
    rates.leftCols(size_) = equations_.matrix;
    for (int k = 0; k < 3; ++k) rates.middleCols(block(k), m_) = b_[k];
    MatrixXd y(ny_ + nw_, columns), y_t = y, y_tt = MatrixXd::Zero(ny_ + nw_, columns);
    y << x.topRows(ny_), x.bottomRows(nw_);
    y_t << rates.topRows(ny_), rates.bottomRows(nw_);
    y_tt.topRows(ny_) = product(equations_.y, rates.topRows(ny_)) + product(equations_.p, rates.middleRows(ny_, nu_));
    y_tt.topRows(ny_).middleCols(block(2), m_) += rate1_;
    y_tt.topRows(ny_).middleCols(block(1), m_) += rate0_;
    Motion result;
    const MatrixXd* const parts[] = {&y, &y_t, &y_tt};
    for (int k = 0; k < 3; ++k) {
      result.z[k] = product(motion_.basis, *parts[k]);
      result.z[k].middleCols(block(k), m_) += follow_;
    }
    MatrixXd forces =
        -(product(linear_.mass, result.z[2]) + product(linear_.damping, result.z[1]) + product(linear_.stiffness, result.z[0]));
    for (int j = 0; j < m_; ++j) forces.col(block(0) + j) += effects_[j].force;
    result.lambda = reactions(forces);
    return result;
  }
  /// Returns the multipliers that carry forces in directions of δz; redundant constraints share them evenly.
  MatrixXd reactions(const MatrixXd& forces) const {
    const int m = system_.multipliers();
    const Eigen::Index constrained = linear_.positionRows.cols(), positions = linear_.positionRows.rows();
    MatrixXd rows(m, constrained), sorted = MatrixXd::Zero(m, forces.cols());
    rows << linear_.positionRows, linear_.velocityRows;
    sorted = smallestSolution(decompose(rows, redundantRemainder), forces.topRows(constrained));
    MatrixXd lambda(m, forces.cols());
    const std::vector<char> atVelocityLevel = system_.velocityConstraints();
    Eigen::Index position = 0, velocity = positions;
    for (int i = 0; i < m; ++i) lambda.row(i) = sorted.row(atVelocityLevel[i] ? velocity++ : position++);
    return lambda;
  }

  // ---- outputs

  void differentiateOutputs() {
    const Motion motion = this->motion();
    const auto& map = linear_.variations.map;
    MatrixXd q[3] = {product(map[0], motion.z[0]), product(map[0], motion.z[1]), product(map[0], motion.z[2])};
    const MatrixXd turn1 = product(map[1], motion.z[0]), turn2 = product(map[2], motion.z[0]);
    const MatrixXd rate1 = product(map[1], motion.z[1]), rate2 = product(map[2], motion.z[1]);
    for (int i = 0; i < system_.coordinates(); ++i) {
      const bool group = linear_.variations.group[i] != 0;
      if (!group) q[1].row(i) += turn1.row(i), q[2].row(i) += turn2.row(i) + 2 * rate1.row(i);
      if (group) q[2].row(i) += rate2.row(i);
    }
    MatrixXd all(model_.outputs.size(), motion.z[0].cols());
    for (int j = 0; j < all.cols(); ++j) {
      const int input = j - size_;
      std::unique_ptr<Varied> varied;
      if (input >= 0 && input < m_ && model_.inputs[input].kind != Kind::motion)
        varied = std::make_unique<Varied>(system_, model_.inputs[input]);
      all.col(j) = outputsAlong(q[0].col(j), q[1].col(j), q[2].col(j), motion.lambda.col(j), varied.get());
    }
    c_ = all.leftCols(size_);
    for (int k = 0; k < 3; ++k) e_[k] = all.middleCols(size_ + k * m_, m_);
  }
  /// Returns the derivatives of all outputs in a direction, of unit steps of an input at the same time.
  VectorXd outputsAlong(const VectorXd& dq, const VectorXd& dq_t, const VectorXd& dq_tt, const VectorXd& dlambda, Varied* varied) const {
    double size = 0;
    for (const VectorXd* direction : {&dq, &dq_t, &dq_tt, &dlambda})
      if (size == 0 && direction->size() > 0) size = direction->cwiseAbs().maxCoeff();
    if (size == 0 && !varied) return VectorXd::Zero(static_cast<Eigen::Index>(model_.outputs.size()));
    const auto along = [&](double by) -> VectorXd {
      if (varied) varied->set(by);
      State beside = state_;
      const VectorXd increment = by * dq;
      system_.compose(state_.q.data(), increment.data(), beside.q.data());
      for (int i = 0; i < dq.size(); ++i) beside.q_t[i] += by * dq_t[i], beside.q_tt[i] += by * dq_tt[i];
      for (int i = 0; i < dlambda.size(); ++i) beside.lambda[i] += by * dlambda[i];
      return outputsAt(beside);
    };
    return derivativeOf(along, std::ldexp(1.0, -5 - (size > 0 ? std::ilogb(size) : 0)));
  }
  VectorXd outputsAt(const State& state) const {
    const Evaluation at = system_.motion(state, workspace_);
    VectorXd values(model_.outputs.size());
    std::vector<double> sensor;
    for (std::size_t i = 0; i < model_.outputs.size(); ++i) {
      const LinearOutput& output = model_.outputs[i];
      if (i == 0 || output.sensor != model_.outputs[i - 1].sensor) {
        sensor.resize(system_.sensorSize(output.sensor));
        system_.sensor(at, output.sensor, sensor.data());
      }
      values[static_cast<Eigen::Index>(i)] = sensor[output.component];
    }
    return values;
  }

  // ---- the chosen derivatives of prescribed motions

  void chooseDerivatives() {
    std::vector<int> first(m_);  // columns of the states δ, δ̇ of each input
    int states = size_;
    for (int j = 0; j < m_; ++j) first[j] = states, states += model_.inputs[j].derivative;
    const auto outputs = static_cast<Eigen::Index>(model_.outputs.size());
    MatrixXd a = MatrixXd::Zero(states, states), b = MatrixXd::Zero(states, m_), c = MatrixXd::Zero(outputs, states), d(outputs, m_);
    a.topLeftCorner(size_, size_) = equations_.matrix, c.leftCols(size_) = c_;
    for (int j = 0; j < m_; ++j) {
      const int chosen = model_.inputs[j].derivative;
      for (int k = effects_[j].order(); k > chosen; --k)
        if (!removeDerivative(j, k)) return;
      for (int k = 0; k < chosen; ++k) {
        a.col(first[j] + k).head(size_) = b_[k].col(j), c.col(first[j] + k) = e_[k].col(j);
        if (k + 1 < chosen) a(first[j] + k, first[j] + k + 1) = 1;
      }
      if (chosen > 0) b(first[j] + chosen - 1, j) = 1;
      b.col(j).head(size_) = b_[chosen].col(j), d.col(j) = e_[chosen].col(j);
    }
    model_.a = std::move(a), model_.b = std::move(b), model_.c = std::move(c), model_.d = std::move(d);
  }
  bool removeDerivative(int input, int k) {
    const VectorXd scale = c_.cwiseAbs().rowwise().maxCoeff();
    constexpr double rounding = 1e-9;
    for (int i = 0; i < e_[k].rows(); ++i) {
      const double largest = std::max(sizes(input, k, i), std::abs(e_[k](i, input)));
      if (std::abs(e_[k](i, input)) <= rounding * largest) continue;
      const std::string& name = model_.inputs[input].name;
      const bool isMotion = model_.inputs[input].kind == Kind::motion;
      stopWith("'" + model_.outputs[i].name + "' follows the " + (k == 2 && effects_[input].order() == 2 ? "acceleration" : "rate") +
               " of '" + name + "', which a linear model with this input cannot contain." +
               (isMotion ? " Choose '" + name.substr(0, name.find(':')) + ":" +
                               (k == 2 || effects_[input].order() == 1 ? "acceleration" : "velocity") + "' as the input."
                         : " Choose another output."));
      return false;
    }
    e_[k - 1].col(input) += c_ * b_[k].col(input);
    b_[k - 1].col(input) += equations_.matrix * b_[k].col(input);
    return true;
  }
  /// Returns the size of the terms that may cancel in an output's dependence on a derivative.
  double sizes(int input, int k, int output) const {
    if (k == effects_[input].order()) return 0;
    return (c_.row(output).cwiseAbs() * b_[k + 1].col(input).cwiseAbs())(0);
  }

  // ---- names and notes

  /// Chooses displacements and rotations of nodes, their rates, and states of first order as states.
  void nameStates() {
    const MatrixXd rates = product(motion_.n, equations_.p);
    const std::vector<int> positions = independentRows(motion_.n), velocities = independentRows(rates);
    MatrixXd change = MatrixXd::Identity(model_.a.rows(), model_.a.rows());
    change.topLeftCorner(ny_, ny_) = motion_.n(positions, Eigen::all);
    change.block(ny_, ny_, nu_, nu_) = rates(velocities, Eigen::all);
    const Decomposition inverse = decompose(change.transpose());
    if (rankOf(inverse) == change.rows()) {
      const auto divided = [&](const MatrixXd& matrix) -> MatrixXd { return inverse.solve(matrix.transpose()).transpose(); };
      model_.a = divided(product(change, model_.a)), model_.b = product(change, model_.b), model_.c = divided(model_.c);
      clean();
    }
    const std::vector<std::string> names = directionNames();
    for (const int i : positions) model_.states.push_back(names[i]);
    for (const int i : velocities) model_.states.push_back(names[i] + " rate");
    for (int i = 0; i < nw_; ++i) model_.states.push_back(names[names.size() - nw_ + i]);
    for (const LinearInput& input : model_.inputs)
      for (int k = 0; k < input.derivative; ++k) {
        const std::string name = input.name.substr(0, input.name.find(':'));
        model_.states.push_back(k == 0 ? name : name + ":velocity");
      }
  }
  /// Sets entries to zero that are rounding errors of the change of states: rates of displacements are exact.
  void clean() {
    constexpr double rounding = 1e-14;
    for (MatrixXd* matrix : {&model_.a, &model_.c})
      for (int i = 0; i < matrix->rows(); ++i) {
        const double largest = matrix->row(i).cwiseAbs().maxCoeff();
        for (int j = 0; j < matrix->cols(); ++j)
          if (std::abs((*matrix)(i, j)) < rounding * largest) (*matrix)(i, j) = 0;
      }
  }
  static std::vector<int> independentRows(const MatrixXd& basis) {
    const Decomposition rows = decompose(basis.transpose());
    std::vector<int> chosen;
    for (int i = 0; i < basis.cols(); ++i) chosen.push_back(static_cast<int>(rows.colsPermutation().indices()[i]));
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }
  std::vector<std::string> directionNames() const {
    const Model& model = system_.model();
    const std::vector<std::string> parts = partNames(model);
    std::vector<std::string> names;
    for (const VariationBlock& block : system_.variations(state_)) {
      const ModelItem& node = model.nodes()[block.node];
      const bool isPoint = (node.type->provides & capability::position) != 0;
      for (int i = 0; i < block.directions; ++i) {
        static const char* const rigid[] = {"x", "y", "z", "rotation x", "rotation y", "rotation z"};
        const bool turns =
            node.type->coordinateUnit && i < block.size && node.type->coordinateUnit(node.value.get(), i).sameDimension(unit::none);
        const std::string direction = block.directions == 6 && !block.map.empty() ? rigid[i]
                                      : isPoint && block.directions <= 3          ? (turns ? "rotation" : rigid[i])
                                      : block.directions > 1                      ? std::to_string(i)
                                                                                  : "";
        names.push_back(parts[block.node] + (direction.empty() ? "" : " " + direction));
      }
    }
    return names;
  }

  void addNotes() {
    noteUnsteady();
    for (int j = 0; j < m_; ++j) {
      if ((model_.b.col(j).array() != 0).any()) continue;
      const std::string name = "'" + model_.inputs[j].name + "'";
      const bool direct = (model_.d.col(j).array() != 0).any();
      if ((effects_[j].force.array() == 0).all() && model_.inputs[j].kind == Kind::input)
        model_.notes.push_back(name + " moves nothing: no formula of a force or constraint reads it at this state.");
      else
        model_.notes.push_back(name + " moves nothing: the ground or constraints hold the part on which it acts" +
                               (direct ? ", so outputs respond only at once." : ". The response is zero."));
    }
  }
  /// A linear model with constant matrices belongs to a steady motion.
  void noteUnsteady() {
    const auto& map = linear_.variations.map;
    const auto numbers = [](const std::vector<double>& list) {
      return VectorXd(Eigen::Map<const VectorXd>(list.data(), std::ssize(list)));
    };
    const Decomposition directions = decompose(map[0]);
    const VectorXd rates = directions.solve(numbers(state_.q_t));
    VectorXd turning = map[1] * rates;
    for (int i = 0; i < turning.size(); ++i)
      if (linear_.variations.group[i]) turning[i] = 0;
    const VectorXd accelerations = directions.solve(numbers(state_.q_tt) - turning);
    constexpr double steady = 1e-3;
    Eigen::Index largest = 0;
    if (accelerations.size() == 0 || !(accelerations.cwiseAbs().maxCoeff(&largest) > steady)) return;
    char number[40];
    std::snprintf(number, sizeof number, "%.3g", accelerations[largest]);
    model_.notes.push_back("The motion is not steady at this time: the acceleration of '" + directionNames()[largest] + "' is " + number +
                           ". The linear model describes small deviations only as long as the motion changes little.");
  }

  System& system_;
  const State state_;
  Workspace& workspace_;
  LinearModel& model_;
  const Linearised linear_;
  const Reduced motion_;
  const FirstOrder equations_;
  int ny_, nu_, nw_, m_, size_;
  std::vector<Effect> effects_;
  MatrixXd follow_, rate0_, rate1_;  // R, S₀, S₁ of all inputs
  MatrixXd b_[3], c_, e_[3];
};

}  // namespace

std::string tooLargeForLinearModel(const System& system) {
  if (system.unknowns() <= mostLinearUnknowns) return "";
  return "The model has " + std::to_string(system.unknowns()) + " coordinates and constraints; linear models are computed for at most " +
         std::to_string(mostLinearUnknowns) + ".";
}

LinearModel linearModel(System& system, const State& state, std::vector<LinearInput> inputs, std::vector<LinearOutput> outputs,
                        Workspace& workspace) {
  LinearModel model;
  model.inputs = std::move(inputs), model.outputs = std::move(outputs);
  if (model.problem = tooLargeForLinearModel(system); !model.problem.empty()) return model;
  if (const Redundancy redundancy = findRedundancy(system, state, ConstraintLevel::position, workspace); redundancy.contradictory) {
    model.problem = redundancy.message;
    return model;
  }
  Maker(system, state, workspace, model).make();
  return model;
}

}  // namespace slipstick
