// A flexible body in a floating frame of reference, reduced to the modes of its mesh.
// Loaded on demand: few models have flexible bodies.
// Compiled for size: its law is in core/items/flexible.

#include "core/items/flexible/floating_inertia.h"
#include "core/items/flexible/mean_turn.h"
#include "core/items/flexible/types.h"
#include "core/items/frame_loop.h"
#include "core/items/registration.h"
#include "core/items/stored_energy.h"
#include "core/registry/user_function.h"

namespace slipstick {
namespace {

struct FFRFreducedOrder {
  std::array<NodeIndex, 2> nodeNumbers;
  MatrixX massMatrixReduced;
  MatrixX stiffnessMatrixReduced;
  MatrixX dampingMatrixReduced;
  UserFunction forceUserFunction;
  UserFunction massMatrixUserFunction;
  bool computeFFRFterms;
  MatrixX modeBasis;
  MatrixX outputVariableModeBasis;
  std::string outputVariableTypeModeBasis;
  VectorX referencePositions;
  MatrixX massMatrixFF;
  double physicsMass;
  Matrix3 physicsInertia;
  Vector3 physicsCenterOfMass;
  MatrixX mPsiTildePsi;
  MatrixX mPsiTildePsiTilde;
  MatrixX mPhitTPsi;
  MatrixX mPhitTPsiTilde;
  MatrixX mXRefTildePsi;
  MatrixX mXRefTildePsiTilde;
  // Data stored by Exudyn in addition to the parameters.
  bool objectIsInitialized;
  Matrix3 physicsCenterOfMassTilde;
  VectorX tempUserFunctionForce;

  int modes() const { return modeBasis.columns; }
  Vector3 meshPosition(int node) const {
    const double* x = referencePositions.data() + 3 * node;
    return {x[0], x[1], x[2]};
  }
  Vector3 meshMode(int node, int mode) const {
    const auto entry = [&](int i) { return modeBasis.values[static_cast<std::size_t>(3 * node + i) * modes() + mode]; };
    return {entry(0), entry(1), entry(2)};
  }
  InertiaTerms terms() const;
};

InertiaTerms FFRFreducedOrder::terms() const {
  if (!massMatrixFF.values.empty()) return inertiaTerms(massMatrixFF, modeBasis, referencePositions);
  const int n = modes();
  InertiaTerms terms(n);
  terms.mass = physicsMass, terms.firstMoment = physicsMass * skew(physicsCenterOfMass), terms.inertia = physicsInertia;
  if (!computeFFRFterms) return terms;
  terms.shifts = columnsOf(mPhitTPsi), terms.levers = blocksOf(mPhitTPsiTilde);
  terms.turns = columnsOf(mXRefTildePsi), terms.couplings = blocksOf(mXRefTildePsiTilde);
  terms.gyroscopic = columnsOf(mPsiTildePsi), terms.flexible = massMatrixReduced.values;
  const std::vector<Matrix3> given = blocksOf(mPsiTildePsiTilde);
  for (int k = 0; k < n; ++k)
    for (int l = 0; l < n; ++l) terms.quadratic[k * n + l] = 0.5 * (given[k * n + l] + transpose(given[l * n + k]));
  return terms;
}

/// The mean position and motion of mesh nodes, in the frame of the body.
MeshFrame meshFrameOf(const FFRFreducedOrder& body, const role::MeshPoint& point) {
  MeshFrame frame{};
  const std::size_t count = point.nodes.size();
  frame.shifts.resize(body.modes());
  for (std::size_t i = 0; i < count; ++i) {
    frame.place += point.weights[i] * body.meshPosition(point.nodes[i]);
    for (int k = 0; k < body.modes(); ++k) frame.shifts[k] += point.weights[i] * body.meshMode(point.nodes[i], k);
  }
  if (point.turns) {
    frame.turns.resize(body.modes());
    for (std::size_t i = 0; i < count; ++i) {
      const Vector3 arm = body.meshPosition(point.nodes[i]) - frame.place;
      for (int k = 0; k < body.modes(); ++k)
        frame.turns[k] += point.weights[i] * cross(arm, body.meshMode(point.nodes[i], k) - frame.shifts[k]);
    }
    const Matrix3 inverse = inverseSpread(point, frame.place, [&body](int node) { return body.meshPosition(node); });
    for (Vector3& turn : frame.turns) turn = inverse * turn;
  }
  frame.place += point.offset;
  return frame;
}

using Base = FrameLoop<LoopOf<class Loop, FFRFreducedOrder, role::OfCoordinates, role::Carrier, role::Lumped, role::Mesh, role::Moving,
                              role::Turning, role::Massive, role::Connecting, role::Deriving, role::Measured, role::Drawn, role::Storing>,
                       MeshFrames>;

class Loop final : public Base {
 public:
  void reserve(int bodies) override {
    LoopOf::reserve(bodies);
    frames_.reserve(bodies), terms_.reserve(bodies), nodes_.reserve(bodies);  // markers point to masses
  }
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const FFRFreducedOrder& item = items_[keep(modelItem)];
    const Place rigid = assembly.node(item.nodeNumbers[0]), generic = assembly.node(item.nodeNumbers[1]);
    const AnyRigidMotions motions = rigid.loop->roles().rigidNode->rigidMotions();
    frames_.add({*std::get_if<const RigidMotions<EulerParameters>*>(&motions), rigid.index, rigid.firstCoordinate(),
                 generic.firstCoordinate(), item.modes()},
                assembly);
    nodes_.push_back(rigid), terms_.push_back(item.terms());
    assembly.add(work_);
    work_.empty->grow(frames_.body(static_cast<int>(nodes_.size()) - 1));
  }
  void changed(int index) override { terms_[index] = items_[index].terms(); }
  void connect(Assembly& assembly) override { reference_ = assembly.reference; }
  std::vector<int> coordinates(int index) const override { return frames_.body(index).coordinates(); }

  // Markers of the body are attached to its floating frame.
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    return nodes_[index].addFrame(localPosition, assembly);
  }
  void dropFrame(int) override {}  // the frame belongs to the node
  MarkerPlace addMass(int index, Assembly& assembly) override {
    const InertiaTerms& terms = terms_[index];
    MeshFrame frame{};
    frame.place = terms.centre(), frame.shifts = terms.shifts;
    for (Vector3& shift : frame.shifts) shift = terms.perMass() * shift;
    return {.frame = frames_.addFrame(index, std::move(frame), assembly), .mass = &terms.mass};
  }
  int addMeshFrame(int index, const role::MeshPoint& point, Assembly& assembly) override {
    return frames_.addFrame(index, meshFrameOf(items_[index], point), assembly);
  }

  bool massIsConstant() const override { return false; }
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const FloatingFrame& frame = frames_.body(static_cast<int>(i));
      addForces(static_cast<int>(i), sweep, sweep.residual + frame.rigid, sweep.residual + frame.flexible);
    }
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    Work& work = sweep[work_];
    for (int b = 0; b < static_cast<int>(items_.size()); ++b) {
      const FloatingFrame& frame = frames_.body(b);
      const int size = frame.size();
      std::fill(work.block.begin(), work.block.end(), 0.0);
      if (items_[b].computeFFRFterms) addTangent(b, tangent.factors, sweep, work);
      addUserTangent(b, tangent.factors, sweep, work);
      for (int i = 0; i < size; ++i) work.coordinates[i] = frame.coordinate(i);
      tangent.sink.add(work.coordinates.data(), size, work.coordinates.data(), size, work.block.data(), size);
    }
  }

  /// ½ ζᵀ K ζ
  double stored(int index, const Sweep<double>& sweep) const override {
    const FFRFreducedOrder& item = items_[index];
    const MatrixX& stiffness = item.stiffnessMatrixReduced;
    if (item.forceUserFunction || !isSymmetric(stiffness.values.data(), stiffness.rows)) return storesNothing;
    if (!item.computeFFRFterms) return 0;
    const double* modes = sweep.q + frames_.body(index).flexible;
    double energy = 0;
    for (std::size_t k = 0; k < stiffness.values.size(); ++k)
      energy += 0.5 * stiffness.values[k] * modes[k / stiffness.columns] * modes[k % stiffness.columns];
    return energy;
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const FloatingFrame& frame = frames_.body(index);
    if (variable == OutputVariable::Force) {
      Sweep<double> still = sweep;
      still.q_tt = nullptr;
      std::fill_n(out, frame.size(), 0.0);
      return addForces(index, still, out, out + 7);
    }
    coordinateOutput(variable, sweep, frame.rigid, 7, &reference_[frame.rigid], out);
    coordinateOutput(variable, sweep, frame.flexible, frame.modes, &reference_[frame.flexible], out + 7);
  }
  void meshOutput(int index, int node, OutputVariable variable, const Sweep<double>& sweep, double* out) const override {
    const FFRFreducedOrder& item = items_[index];
    const FloatingFrame& frame = frames_.body(index);
    if (variable == OutputVariable::StressLocal || variable == OutputVariable::StrainLocal) {
      const MatrixX& basis = item.outputVariableModeBasis;
      for (int i = 0; i < 6; ++i) {
        out[i] = 0;
        for (int k = 0; k < frame.modes; ++k)
          out[i] += basis.values[static_cast<std::size_t>(node) * basis.columns + 6 * k + i] * sweep.q[frame.flexible + k];
      }
      return;
    }
    const auto sum = [&](const double* weights) {
      Vector3 result;
      if (!weights) return result;
      for (int k = 0; k < frame.modes; ++k) result += weights[frame.flexible + k] * item.meshMode(node, k);
      return result;
    };
    writeVector(meshMotion(frame, variable, item.meshPosition(node), sum(sweep.q), sum(sweep.q_t), sum(sweep.q_tt), sweep), out);
  }

  PoseSource pose(int index) const override { return {PoseKind::flexible, frames_.body(index).size()}; }
  void writePose(int index, const Sweep<double>& sweep, double* out) const override {
    const FloatingFrame& frame = frames_.body(index);
    const auto& motion = frame.motion(sweep);
    writeFramePose(motion.position, motion.rotation, out);
    std::copy_n(sweep.q + frame.flexible, frame.modes, out + 7);
  }

 private:
  struct Work {
    FloatingInertia inertia;
    std::vector<int> coordinates;
    std::vector<double> column, block, arguments, values;
    std::vector<Dual1> seeds, seedValues;

    void grow(const FloatingFrame& frame) {
      const std::size_t n = std::max<std::size_t>(frame.size(), column.size());
      inertia.reserve(frame.modes);
      coordinates.resize(n), column.resize(n), block.resize(n * n);
      arguments.resize(1 + 2 * n), values.resize(n * n), seeds.resize(1 + 2 * n), seedValues.resize(n);
    }
  };

  /// The position, displacement … of a mesh node at x, with the displacement u and its rates in the floating frame.
  static Vector3 meshMotion(const FloatingFrame& frame, OutputVariable variable, const Vector3& x, const Vector3& u, const Vector3& u_t,
                            const Vector3& u_tt, const Sweep<double>& sweep) {
    const auto& motion = frame.motion(sweep);
    const Vector3& spin = motion.angularVelocityLocal;
    const Vector3 at = x + u;
    switch (variable) {
      case OutputVariable::DisplacementLocal:
        return u;
      case OutputVariable::VelocityLocal:
        return u_t;
      case OutputVariable::Velocity:
        return motion.velocity + motion.rotation * (cross(spin, at) + u_t);
      case OutputVariable::Acceleration: {
        Vector3 origin, angular;
        if (sweep.q_tt) rigidAccelerations<EulerParameters>(motion, sweep.q_tt + frame.rigid, origin, angular);
        return origin + motion.rotation * (u_tt + 2.0 * cross(spin, u_t) + cross(angular, at) + cross(spin, cross(spin, at)));
      }
      default: {
        const Vector3 position = motion.position + motion.rotation * at;
        if (variable == OutputVariable::Position) return position;
        const double* r = sweep.reference + frame.rigid;
        return position - (Vector3{r[0], r[1], r[2]} + EulerParameters::matrix(r + 3) * x);
      }
    }
  }

  /// M q̈ + f, in the rows of both nodes.
  void addForces(int index, const Sweep<double>& sweep, double* rigid, double* flexible) const {
    const FFRFreducedOrder& item = items_[index];
    const FloatingFrame& frame = frames_.body(index);
    if (item.computeFFRFterms) {
      FloatingInertia& inertia = sweep[work_].inertia;
      inertia.update(terms_[index], frame, sweep);
      inertia.addForces(rigid, flexible);
      addProduct(item.stiffnessMatrixReduced, sweep.q + frame.flexible, flexible);
      addProduct(item.dampingMatrixReduced, sweep.q_t + frame.flexible, flexible);
    }
    const auto add = [&](int i, double force) { (i < 7 ? rigid[i] : flexible[i - 7]) += force; };
    const int size = frame.size();
    Work& work = sweep[work_];
    if (item.forceUserFunction) {
      evaluate(item.forceUserFunction, frame, sweep, work.arguments, work.values);
      for (int i = 0; i < size; ++i) add(i, -work.values[i]);
    }
    if (item.massMatrixUserFunction && sweep.q_tt) {
      evaluate(item.massMatrixUserFunction, frame, sweep, work.arguments, work.values);
      for (int k = 0; k < size * size; ++k) add(k / size, work.values[k] * sweep.q_tt[frame.coordinate(k % size)]);
    }
  }
  static void addProduct(const MatrixX& matrix, const double* vector, double* out) {
    for (std::size_t k = 0; k < matrix.values.size(); ++k) out[k / matrix.columns] += matrix.values[k] * vector[k % matrix.columns];
  }

  void addTangent(int index, const TangentFactors& factors, const Sweep<double>& sweep, Work& work) const {
    const FFRFreducedOrder& item = items_[index];
    const FloatingFrame& frame = frames_.body(index);
    const int size = frame.size(), n = frame.modes;
    work.inertia.update(terms_[index], frame, sweep);
    for (int j = 0; j < size; ++j) {
      std::fill(work.column.begin(), work.column.end(), 0.0);
      work.inertia.column(j, factors, work.column.data());
      for (int i = 0; i < size; ++i) work.block[i * size + j] = work.column[i];
    }
    const auto add = [&](const MatrixX& matrix, double factor) {
      for (std::size_t k = 0; k < matrix.values.size(); ++k) work.block[(7 + k / n) * size + 7 + k % n] += factor * matrix.values[k];
    };
    add(item.stiffnessMatrixReduced, factors.stiffness), add(item.dampingMatrixReduced, factors.damping);
  }
  void addUserTangent(int index, const TangentFactors& factors, const Sweep<double>& sweep, Work& work) const {
    const FFRFreducedOrder& item = items_[index];
    const FloatingFrame& frame = frames_.body(index);
    const int size = frame.size();
    if (item.massMatrixUserFunction) {
      evaluate(item.massMatrixUserFunction, frame, sweep, work.arguments, work.values);
      for (int k = 0; k < size * size; ++k) work.block[k] += factors.mass * work.values[k];
    }
    if (!item.forceUserFunction) return;
    for (int j = 0; j < size; ++j) {
      setArguments(frame, sweep, work.seeds);
      work.seeds[1 + j].derivative[0] = factors.stiffness, work.seeds[1 + size + j].derivative[0] = factors.damping;
      item.forceUserFunction.evaluate(work.seeds.data(), sweep.sensorValues + item.forceUserFunction.sensorOffset, work.seedValues.data());
      for (int i = 0; i < size; ++i) work.block[i * size + j] -= work.seedValues[i].derivative[0];
    }
  }
  static void evaluate(const UserFunction& function, const FloatingFrame& frame, const Sweep<double>& sweep, std::vector<double>& arguments,
                       std::vector<double>& out) {
    setArguments(frame, sweep, arguments);
    function.evaluate(arguments.data(), sweep.sensorValues + function.sensorOffset, out.data());
  }
  template <class A>
  static void setArguments(const FloatingFrame& frame, const Sweep<double>& sweep, std::vector<A>& arguments) {
    const int size = frame.size();
    arguments[0] = A(sweep.time);
    for (int i = 0; i < size; ++i)
      arguments[1 + i] = A(sweep.q[frame.coordinate(i)]), arguments[1 + size + i] = A(sweep.q_t[frame.coordinate(i)]);
  }

  std::vector<Place> nodes_;
  std::vector<InertiaTerms> terms_;
  std::vector<double> reference_;
  Drawer<Work> work_;
};

/// Reports data that is missing or whose size does not match the mesh and its modes.
class Sizes {
 public:
  Sizes(const FFRFreducedOrder& item, int modes, const Complain& complain) : item_(item), modes_(modes), complain_(complain) {}

  void check() const {
    const int numbers = static_cast<int>(item_.referencePositions.size()), blocks = 3 * modes_;
    if (numbers % 3 != 0)
      complain_("referencePositions", "must have three numbers for each mesh node, got " + std::to_string(numbers) + " numbers");
    matrix("modeBasis", item_.modeBasis, numbers, modes_, false);
    matrix("stiffnessMatrixReduced", item_.stiffnessMatrixReduced, modes_, modes_, true);
    matrix("dampingMatrixReduced", item_.dampingMatrixReduced, modes_, modes_, true);
    matrix("massMatrixFF", item_.massMatrixFF, numbers, numbers, true);
    const bool optional = !item_.massMatrixFF.values.empty() || !item_.computeFFRFterms;
    matrix("massMatrixReduced", item_.massMatrixReduced, modes_, modes_, optional);
    matrix("mPsiTildePsi", item_.mPsiTildePsi, blocks, modes_, optional);
    matrix("mPsiTildePsiTilde", item_.mPsiTildePsiTilde, blocks, blocks, optional);
    matrix("mPhitTPsi", item_.mPhitTPsi, 3, modes_, optional), matrix("mPhitTPsiTilde", item_.mPhitTPsiTilde, 3, blocks, optional);
    matrix("mXRefTildePsi", item_.mXRefTildePsi, 3, modes_, optional);
    matrix("mXRefTildePsiTilde", item_.mXRefTildePsiTilde, 3, blocks, optional);
    matrix("outputVariableModeBasis", item_.outputVariableModeBasis, numbers / 3, 6 * modes_, item_.outputVariableTypeModeBasis.empty());
  }

 private:
  void matrix(const char* name, const MatrixX& given, int rows, int columns, bool optional) const {
    if ((given.rows == rows && given.columns == columns) || (optional && given.values.empty())) return;
    complain_(name, "must have " + std::to_string(rows) + " rows and " + std::to_string(columns) + " columns, got " +
                        std::to_string(given.rows) + " and " + std::to_string(given.columns));
  }

  const FFRFreducedOrder& item_;
  int modes_;
  const Complain& complain_;
};

void checkAmong(const FFRFreducedOrder& item, const Neighbours& others, const Complain& complain) {
  const Neighbour rigid = others(item.nodeNumbers[0]), generic = others(item.nodeNumbers[1]);
  if (!rigid || !generic) return;
  if (rigid.type != &nodes::RigidBodyEP) complain("nodeNumbers", "the first must be a RigidBodyEP node, got " + rigid.type->name);
  const auto* reference =
      generic.type->parameter("referenceCoordinates")->target(const_cast<void*>(generic.value)).as<VectorX>();  // only read
  for (const double value : *reference)
    if (value != 0) {
      complain("nodeNumbers", "the second must have reference coordinates 0: modes are displacements");
      break;
    }
  Sizes(item, generic.count().value_or(0), complain).check();
}

constexpr const char* modeOutputs[] = {"StressLocal", "StrainLocal"};
constexpr UserFunctionArgument::Shape perCoordinate{Size::coordinates};
const std::vector<UserFunctionArgument> stateArguments{{"t", {}}, {"q", perCoordinate}, {"q_t", perCoordinate}};

constexpr ParameterOf<FFRFreducedOrder> parameters[] = {
    {"nodeNumbers", &FFRFreducedOrder::nodeNumbers, capability::rigidNode, capability::genericNode, Presence::required,
     "the RigidBodyEP node of the floating frame, and a GenericODE2 node with one coordinate for each mode"},
    {"massMatrixReduced", &FFRFreducedOrder::massMatrixReduced, unit::kilogram, anyNumber, Presence::optional,
     "mass matrix of the modes, Ψᵀ M Ψ"},
    {"stiffnessMatrixReduced", &FFRFreducedOrder::stiffnessMatrixReduced, unit::newtonPerMetre, anyNumber, Presence::optional,
     "stiffness matrix of the modes, Ψᵀ K Ψ; empty means zero"},
    {"dampingMatrixReduced", &FFRFreducedOrder::dampingMatrixReduced, unit::newtonSecondPerMetre, anyNumber, Presence::optional,
     "damping matrix of the modes; empty means zero"},
    {"forceUserFunction", &FFRFreducedOrder::forceUserFunction,
     [] { return Signature{.arguments = stateArguments, .resultSize = Size::coordinates}; }, unit::mixed,
     "force on the right-hand side, one number for each coordinate; the coordinates of the frame come first"},
    {"massMatrixUserFunction", &FFRFreducedOrder::massMatrixUserFunction,
     [] { return Signature{.arguments = stateArguments, .resultSize = Size::matrix}; }, unit::mixed,
     "added to the mass matrix, for all coordinates"},
    {"computeFFRFterms", &FFRFreducedOrder::computeFFRFterms, unit::none, anyNumber, true,
     "whether inertia, stiffness and damping act; otherwise only the user functions act"},
    {"modeBasis", &FFRFreducedOrder::modeBasis, unit::none, anyNumber, Presence::required,
     "displacements of the mesh nodes in the floating frame, Ψ: a column for each mode, three rows for each node"},
    {"outputVariableModeBasis", &FFRFreducedOrder::outputVariableModeBasis, unit::mixed, anyNumber, Presence::optional,
     "stresses or strains in the modes: a row for each mesh node, six columns for each mode (xx, yy, zz, yz, xz, xy)"},
    {wordRow("outputVariableTypeModeBasis", modeOutputs, nullptr, "quantity in outputVariableModeBasis"),
     &FFRFreducedOrder::outputVariableTypeModeBasis},
    {"referencePositions", &FFRFreducedOrder::referencePositions, unit::metre, anyNumber, Presence::required,
     "positions of the mesh nodes in the floating frame, three numbers for each"},
    {"massMatrixFF", &FFRFreducedOrder::massMatrixFF, unit::kilogram, anyNumber, Presence::optional,
     "mass matrix M of the mesh, in the coordinates of its nodes; if given, all other inertia terms are computed from it"},
    {"physicsMass", &FFRFreducedOrder::physicsMass, unit::kilogram, nonNegative, 0.0, "mass of the body"},
    {"physicsInertia", &FFRFreducedOrder::physicsInertia, unit::kilogramMetreSquared, inertia, Matrix3::identity(),
     "inertia tensor of the undeformed body about the origin of the floating frame"},
    {"physicsCenterOfMass", &FFRFreducedOrder::physicsCenterOfMass, unit::metre, anyNumber, Vector3{},
     "centre of mass of the undeformed body in the floating frame"},
    {"mPsiTildePsi", &FFRFreducedOrder::mPsiTildePsi, unit::kilogram, anyNumber, Presence::optional, "inertia term Ψ̃ᵀ M Ψ"},
    {"mPsiTildePsiTilde", &FFRFreducedOrder::mPsiTildePsiTilde, unit::kilogram, anyNumber, Presence::optional, "inertia term Ψ̃ᵀ M Ψ̃"},
    {"mPhitTPsi", &FFRFreducedOrder::mPhitTPsi, unit::kilogram, anyNumber, Presence::optional, "inertia term Φᵀ M Ψ"},
    {"mPhitTPsiTilde", &FFRFreducedOrder::mPhitTPsiTilde, unit::kilogram, anyNumber, Presence::optional, "inertia term Φᵀ M Ψ̃"},
    {"mXRefTildePsi", &FFRFreducedOrder::mXRefTildePsi, unit::kilogram* unit::metre, anyNumber, Presence::optional, "inertia term x̃ᵀ M Ψ"},
    {"mXRefTildePsiTilde", &FFRFreducedOrder::mXRefTildePsiTilde, unit::kilogram* unit::metre, anyNumber, Presence::optional,
     "inertia term x̃ᵀ M Ψ̃"},
    {"objectIsInitialized", &FFRFreducedOrder::objectIsInitialized, unit::none, anyNumber, false, "accepted for exchange; has no effect"},
    {"physicsCenterOfMassTilde", &FFRFreducedOrder::physicsCenterOfMassTilde, unit::metre, anyNumber, Matrix3{},
     "accepted for exchange; computed from physicsCenterOfMass"},
    {"tempUserFunctionForce", &FFRFreducedOrder::tempUserFunctionForce, unit::mixed, anyNumber, Presence::optional,
     "accepted for exchange; has no effect"}};

constexpr ItemDescription<FFRFreducedOrder> description = {
    .type = "FFRFreducedOrder",
    .summary = "A flexible body: a mesh in a floating frame of reference, reduced to modes.",
    .equation =
        "p_i = r + A\\,(x_i + \\Psi_i\\,\\zeta), \\quad M(\\theta, \\zeta)\\,\\ddot q + f(q, \\dot q) + "
        "\\begin{pmatrix} 0 \\\\ K\\,\\zeta + D\\,\\dot\\zeta \\end{pmatrix} = Q",
    .outputs = coordinateOutputs() + Outputs{{OutputVariable::Force, unit::coordinateForce, Size::coordinates,
                                              "generalized forces of the left-hand side, without the acceleration terms"}},
    .provides =
        capability::body | capability::position | capability::orientation | capability::mass | capability::coordinates | capability::mesh,
    .visualization = {"show", "color", "triangleMesh"},
    .drawnAs = {"flexible", {{"positions", "referencePositions"}, {"modes", "modeBasis"}}},
    .count = [](const FFRFreducedOrder& item) { return static_cast<int>(item.referencePositions.size() / 3); },
    .checkAmong = [](const FFRFreducedOrder& item, const Neighbours& others,
                     const Complain& complain) { checkAmong(item, others, complain); }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace

const ItemType& objects::FFRFreducedOrder = registered;

}  // namespace slipstick
