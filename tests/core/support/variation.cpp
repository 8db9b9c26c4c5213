#include "tests/core/support/variation.h"

#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

#include "core/math/rotations.h"
#include "core/model/items.h"

namespace slipstick::testing {

double Random::between(double low, double high) {
  return low + (high - low) * (static_cast<double>(generator_() >> 11) / 9007199254740992.0);  // 2^53: the same numbers everywhere
}
Vector3 Random::direction() {
  for (;;) {
    const Vector3 v{between(-1, 1), between(-1, 1), between(-1, 1)};
    const double length = norm(v);
    if (length > 0.1 && length < 1) return (1 / length) * v;
  }
}
Matrix3 Random::rotation() { return rotationX(between(-3, 3)) * rotationY(between(-1.4, 1.4)) * rotationZ(between(-3, 3)); }

namespace {

/// The numbers of a parameter, if it consists of numbers.
std::vector<double*> numbersOf(const Target& target) {
  std::vector<double*> numbers;
  const auto take = [&](double* first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) numbers.push_back(first + i);
  };
  std::visit(
      [&](auto* value) {
        using T = std::remove_pointer_t<decltype(value)>;
        if constexpr (std::is_same_v<T, double>)
          take(value, 1);
        else if constexpr (std::is_same_v<T, Vector3>)
          take(&value->x, 3);
        else if constexpr (std::is_same_v<T, Matrix3>)
          take(&value->rows[0][0], 9);
        else if constexpr (std::is_same_v<T, MatrixX>)
          take(value->values.data(), value->values.size());
        else if constexpr (std::is_same_v<T, VectorX> || requires { value->fill(0.0); })
          take(value->data(), value->size());
        else if constexpr (std::is_same_v<T, std::vector<Vector3>>)
          for (Vector3& v : *value) take(&v.x, 3);
        else if constexpr (std::is_same_v<T, std::vector<Matrix3>>)
          for (Matrix3& m : *value) take(&m.rows[0][0], 9);
      },
      target);
  return numbers;
}

std::shared_ptr<void> cloned(const ModelItem& item) {
  auto copy = item.type->create();
  for (const Parameter& parameter : item.type->parameters) {
    const Target to = parameter.target(copy.get()), from = parameter.target(const_cast<void*>(item.value.get()));
    std::visit(
        [&](auto* destination) {
          using T = std::remove_pointer_t<decltype(destination)>;
          if constexpr (!std::is_same_v<T, UserFunction>) *destination = *std::get<T*>(from);
        },
        to);
  }
  return copy;
}

Target targetOf(ModelItem& item, const std::string& parameter) {
  return item.type->parameter(parameter)->target(const_cast<void*>(item.value.get()));
}

double randomNumber(const Range& range, Random& random) {
  switch (range.kind) {
    case Range::Kind::positive:
      return random.between(0.1, 2);
    case Range::Kind::nonNegative:
      return random.chance(0.2) ? 0 : random.between(0, 2);
    case Range::Kind::unitInterval:
      return random.between(0, 1);
    case Range::Kind::oneOf:
      return range.choices()[static_cast<std::size_t>(random.between(0, static_cast<double>(range.choices().size()) - 1e-9))];
    default:
      return random.between(-1, 1);
  }
}

const void* structOf(const ModelItem& item) { return item.value.get(); }
template <class T>
const T& parameterOf(const ModelItem& item, const char* name) {
  return *std::get<T*>(item.type->parameter(name)->target(const_cast<void*>(structOf(item))));
}

bool isData(const ItemType& type) { return (type.provides & capability::data) != 0; }

}  // namespace

std::shared_ptr<Model> plainCopy(const Model& model) {
  auto copy = std::make_shared<Model>(model);
  copy->items[static_cast<int>(ItemKind::sensor)].clear();
  for (auto& items : copy->items)
    for (ModelItem& item : items) item.value = cloned(item);
  return copy;
}

std::vector<const Output*> addSensors(Model& model, ItemKind kind, int item, const Vector3& local) {
  const ItemType& type = *model.of(kind)[item].type;
  const bool isBody = (type.provides & capability::body) != 0;
  const char* sensorName = kind == ItemKind::node     ? "Node"
                           : kind == ItemKind::marker ? "Marker"
                           : kind == ItemKind::load   ? "Load"
                           : isBody                   ? "Body"
                                                      : "Object";
  const char* reference = kind == ItemKind::node     ? "nodeNumber"
                          : kind == ItemKind::marker ? "markerNumber"
                          : kind == ItemKind::load   ? "loadNumber"
                          : isBody                   ? "bodyNumber"
                                                     : "objectNumber";
  const ItemType* sensorType = Registry::instance().find(ItemKind::sensor, sensorName);
  std::vector<const Output*> outputs;
  for (const Output& output : type.outputs) {
    ModelItem sensor{sensorType, std::string("measured ") + outputVariableName(output.variable), sensorType->create(), {}, ""};
    std::visit(
        [&](auto* value) {
          if constexpr (requires { value->index; }) value->index = item;
        },
        targetOf(sensor, reference));
    if (sensorType->parameter("outputVariableType")) *std::get<OutputVariable*>(targetOf(sensor, "outputVariableType")) = output.variable;
    if (sensorType->parameter("localPosition")) *std::get<Vector3*>(targetOf(sensor, "localPosition")) = local;
    model.items[static_cast<int>(ItemKind::sensor)].push_back(sensor);
    outputs.push_back(&output);
  }
  return outputs;
}

void randomise(Model& model, Random& random) {
  for (const ItemKind kind : {ItemKind::object, ItemKind::load}) {
    for (ModelItem& item : model.items[static_cast<int>(kind)]) {
      for (const Parameter& parameter : item.type->parameters) {
        const Target target = parameter.target(const_cast<void*>(item.value.get()));
        if (bool* const* flag = std::get_if<bool*>(&target)) {
          // The alternative equations of a generic joint keep the gradient of the others; what is exact of the others is not of them.
          if (parameter.name != "activeConnector" && parameter.name != "alternativeConstraints") **flag = random.chance(0.5);
        } else if (parameter.range.kind == Range::Kind::unitVector) {
          *std::get<Vector3*>(target) = random.direction();
        } else if (Matrix3* const* matrix = std::get_if<Matrix3*>(&target)) {
          **matrix = random.rotation();
        } else if (auto* const* matrices = std::get_if<std::vector<Matrix3>*>(&target);
                   matrices && parameter.unit.sameDimension(unit::none)) {
          for (Matrix3& each : **matrices) each = random.rotation();
        } else {
          for (double* value : numbersOf(target)) *value = randomNumber(parameter.range, random);
        }
      }
    }
  }
}

void wholeExponents(Model& model) {
  for (ModelItem& item : model.items[static_cast<int>(ItemKind::object)])
    for (const Parameter& parameter : item.type->parameters)
      if (parameter.name.ends_with("Exponent")) {
        double& exponent = *std::get<double*>(parameter.target(const_cast<void*>(item.value.get())));
        exponent = std::ceil(exponent);
      }
}

void randomise(State& state, const Model& model, Random& random) {
  for (auto* part : {&state.q, &state.q_t, &state.q_tt, &state.lambda, &state.data})
    for (double& value : *part) value = random.between(-1, 1);
  state.time = random.between(0, 1);
  int first = 0, firstData = 0;
  for (std::size_t i = 0; i < model.nodes().size(); ++i) {
    const ModelItem& node = model.nodes()[i];
    if (isData(*node.type)) {
      for (const ModelItem& object : model.objects())
        if (object.type->name == "ContactFrictionCircleCable2D" &&
            parameterOf<NodeIndex>(object, "nodeNumber").index == static_cast<int>(i))
          for (int k = 2; k < 4; ++k) state.data[firstData + k] = std::floor(random.between(-2, 2));  // undefined, slip, stick, slip
      firstData += coordinateCount(model, ItemKind::node, static_cast<int>(i));
      continue;
    }
    if (node.type->name == "RigidBodyEP") {
      const Vector7& reference =
          *std::get<Vector7*>(node.type->parameter("referenceCoordinates")->target(const_cast<void*>(node.value.get())));
      double total[4], square = 0;
      for (int k = 0; k < 4; ++k) total[k] = reference[3 + k] + state.q[first + 3 + k], square += total[k] * total[k];
      for (int k = 0; k < 4; ++k) state.q[first + 3 + k] = total[k] / std::sqrt(square) - reference[3 + k];
    }
    first += coordinateCount(model, ItemKind::node, static_cast<int>(i));
  }
}

double Scale::of(const Unit& unit) const { return std::pow(mass, unit.mass) * std::pow(length, unit.length) * std::pow(time, unit.time); }

namespace {

[[noreturn]] void unknown(const std::string& what) {
  throw std::runtime_error("say in tests/core/support/variation.cpp which units these have: " + what);
}

/// Unit of the coordinate that a coordinate marker stands on.
Unit markerCoordinateUnit(const Model& model, int marker) {
  const ModelItem& item = model.markers()[marker];
  if (item.type->name == "NodeRotationCoordinate") return unit::none;
  if (item.type->name != "NodeCoordinate") unknown("coordinate of marker " + item.type->name);
  const auto units = nodeCoordinateUnits(model, parameterOf<NodeIndex>(item, "nodeNumber").index);
  return units.empty() ? unit::none : units[parameterOf<int>(item, "coordinate")];
}
/// Of the two markers of a coordinate connector, the one that is not on the ground tells.
Unit connectorCoordinateUnit(const Model& model, const ModelItem& connector) {
  const auto& markers = parameterOf<std::array<MarkerIndex, 2>>(connector, "markerNumbers");
  const Unit first = markerCoordinateUnit(model, markers[0].index);
  return first.sameDimension(unit::none) ? markerCoordinateUnit(model, markers[1].index) : first;
}
Unit product(const Unit& a, const Unit& b, int power) {
  return {a.mass + power * b.mass, a.length + power * b.length, a.time + power * b.time};
}
bool flag(const ModelItem& item, const char* name) { return item.type->parameter(name) && parameterOf<bool>(item, name); }

}  // namespace

std::vector<Unit> nodeCoordinateUnits(const Model& model, int node) {
  static const Unit m = unit::metre, one = unit::none;
  static const std::map<std::string, std::vector<Unit>> known = {
      {"PointGround", {}},
      {"Point", {m, m, m}},
      {"Point2D", {m, m}},
      {"Point2DSlope1", {m, m, one, one}},
      {"RigidBody2D", {m, m, one}},
      {"RigidBodyEP", {m, m, m, one, one, one, one}},
      {"RigidBodyRxyz", {m, m, m, one, one, one}},
      {"RigidBodyRotVecLG", {m, m, m, one, one, one}},
  };
  static const std::map<std::string, std::vector<Unit>> dataOfConnector = {
      {"ConnectorRollingDiscPenalty", {unit::metrePerSecond, unit::metrePerSecond, unit::metre}},
      {"ConnectorTorsionalSpringDamper", {one}},
      {"JointSliding2D", {one, m}},
      {"ContactSphereSphere", {m, unit::metrePerSecond, unit::metrePerSecond, m}},
      {"ContactCircleCable2D", {m, m}},
      {"ContactFrictionCircleCable2D", {m, m, one, one, m, m}},  // of 2 segments
  };
  const ItemType& type = *model.nodes()[node].type;
  if (isData(type)) {
    for (const ModelItem& object : model.objects()) {
      if (!object.type->initialData || parameterOf<NodeIndex>(object, "nodeNumber").index != node) continue;
      if (object.type->name == "ConnectorCoordinateSpringDamperExt") {
        const Unit coordinate = connectorCoordinateUnit(model, object);
        return {product(unit::newtonMetre, coordinate, -1), coordinate, coordinate};
      }
      const auto found = dataOfConnector.find(object.type->name);
      if (found == dataOfConnector.end()) unknown("data coordinates of " + object.type->name);
      return found->second;
    }
    return std::vector<Unit>(coordinateCount(model, ItemKind::node, node), one);
  }
  if (type.name == "1D") {  // an angle if a rotor has it, else a displacement
    for (const ModelItem& object : model.objects())
      if (object.type->name == "RotationalMass1D" && parameterOf<NodeIndex>(object, "nodeNumber").index == node) return {one};
    return {m};
  }
  for (const ModelItem& object : model.objects()) {
    if (object.type->name != "KinematicTree" || parameterOf<NodeIndex>(object, "nodeNumber").index != node) continue;
    std::vector<Unit> units;
    for (const int joint : parameterOf<std::vector<int>>(object, "jointTypes")) units.push_back(joint <= 3 ? one : m);
    return units;
  }
  if (type.name == "GenericODE2")
    return std::vector<Unit>(coordinateCount(model, ItemKind::node, node), m);  // displacements in the examples
  const auto found = known.find(type.name);
  if (found == known.end()) unknown("coordinates of node " + type.name);
  return found->second;
}

std::vector<Unit> coordinateUnits(const Model& model) {
  std::vector<Unit> units;
  for (std::size_t i = 0; i < model.nodes().size(); ++i) {
    if (isData(*model.nodes()[i].type)) continue;
    const auto more = nodeCoordinateUnits(model, static_cast<int>(i));
    units.insert(units.end(), more.begin(), more.end());
  }
  return units;
}

std::vector<Unit> dataUnits(const Model& model) {
  std::vector<Unit> units;
  for (std::size_t i = 0; i < model.nodes().size(); ++i) {
    if (!isData(*model.nodes()[i].type)) continue;
    const auto more = nodeCoordinateUnits(model, static_cast<int>(i));
    units.insert(units.end(), more.begin(), more.end());
  }
  return units;
}

std::vector<EquationUnits> multiplierUnits(const Model& model) {
  static const EquationUnits point{unit::metre, unit::newton}, turn{unit::none, unit::newtonMetre},
      slip{unit::metrePerSecond, unit::newton};
  static const std::map<std::string, std::vector<EquationUnits>> known = {
      {"JointGeneric", {point, point, point, turn, turn, turn}},
      {"JointRevoluteZ", {point, point, point, turn, turn}},
      {"JointPrismaticX", {point, point, turn, turn, turn}},
      {"JointSpherical", {point, point, point}},
      {"JointRollingDisc", {slip, slip, slip}},
      {"JointRevolute2D", {point, point}},
      {"JointPrismatic2D", {point, turn}},
      {"ConnectorDistance", {point}},
      {"JointALEMoving2D", {point, point}},
  };
  std::vector<EquationUnits> units;
  for (const ModelItem& node : model.nodes())
    if (node.type->name == "RigidBodyEP") units.push_back(turn);
  for (const ModelItem& object : model.objects()) {
    std::vector<EquationUnits> equations;
    if (const auto found = known.find(object.type->name); found != known.end()) {
      equations = found->second;
    } else if (object.type->name == "ConnectorCoordinate") {
      const Unit coordinate = connectorCoordinateUnit(model, object);
      equations = {
          {flag(object, "velocityLevel") ? product(coordinate, unit::second, -1) : coordinate, product(unit::newtonMetre, coordinate, -1)}};
    }
    if (object.type->name == "JointSliding2D") {  // the third unknown is a distance, its equation one of forces or of the place
      const EquationUnits along{flag(object, "classicalFormulation") ? unit::newton : unit::metre, unit::metre};
      const EquationUnits first{flag(object, "classicalFormulation") ? unit::metre : unit::newton, unit::newton};
      equations = {first, point, along};
      if (flag(object, "constrainRotation")) equations.push_back(turn);
      units.insert(units.end(), equations.begin(), equations.end());
      continue;
    }
    // A free equation reads λ = 0.
    if (const Parameter* axes = object.type->parameter("constrainedAxes")) {
      const auto numbers = numbersOf(axes->target(const_cast<void*>(structOf(object))));
      for (std::size_t i = 0; i < equations.size(); ++i)
        if (*numbers[i] == 0) equations[i].equation = equations[i].multiplier;
    }
    if (object.type->parameter("constrainRotation") && !flag(object, "constrainRotation"))
      equations.back().equation = equations.back().multiplier;
    units.insert(units.end(), equations.begin(), equations.end());
  }
  return units;
}

std::vector<Unit> parameterUnits(const Model& model, ItemKind kind, int item, const Parameter& parameter, std::size_t count) {
  const ModelItem& it = model.of(kind)[item];
  if (it.type->name == "ContactSphereSphere") {
    // Force per power of a length.
    const char* exponent = parameter.name == "contactStiffness"      ? "contactStiffnessExponent"
                           : parameter.name == "adhesionCoefficient" ? "adhesionExponent"
                                                                     : nullptr;
    if (exponent) return {product(unit::newton, unit::metre, -static_cast<int>(parameterOf<double>(it, exponent)))};
  }
  if (std::string(parameter.unit.text) != unit::mixed.text) return std::vector<Unit>(count, parameter.unit);
  if (kind == ItemKind::node) {
    std::vector<Unit> units = nodeCoordinateUnits(model, item);
    if (parameter.name == "initialVelocities" || parameter.name == "initialCoordinates_t")
      for (Unit& each : units) --each.time;
    return units;
  }
  if (it.type->name == "Coordinate")
    return {product(unit::newtonMetre, markerCoordinateUnit(model, parameterOf<MarkerIndex>(it, "markerNumber").index), -1)};
  if (it.type->name == "ConnectorCoordinateSpringDamper" || it.type->name == "ConnectorCoordinate") {
    const Unit coordinate = connectorCoordinateUnit(model, it), stiffness = product(unit::newtonMetre, coordinate, -2);
    if (parameter.name == "offset") return {flag(it, "velocityLevel") ? product(coordinate, unit::second, -1) : coordinate};
    if (parameter.name == "stiffness") return {stiffness};
    if (parameter.name == "damping") return {product(stiffness, unit::second, 1)};
  }
  if (it.type->name == "KinematicTree") {
    std::vector<Unit> units = nodeCoordinateUnits(model, parameterOf<NodeIndex>(it, "nodeNumber").index);
    for (Unit& each : units) {
      if (parameter.name == "jointVelocityOffsetVector") each = product(each, unit::second, -1);
      if (parameter.name == "jointForceVector") each = product(unit::newtonMetre, each, -1);
      if (parameter.name == "jointPControlVector") each = product(unit::newtonMetre, each, -2);
      if (parameter.name == "jointDControlVector") each = product(product(unit::newtonMetre, each, -2), unit::second, 1);
    }
    return units;
  }
  if (it.type->name == "ConnectorCoordinateSpringDamperExt") {
    const Unit q = connectorCoordinateUnit(model, it), v = product(q, unit::second, -1), f = product(unit::newtonMetre, q, -1);
    const std::map<std::string, Unit> known = {{"stiffness", product(f, q, -1)},
                                               {"damping", product(f, v, -1)},
                                               {"offset", q},
                                               {"velocityOffset", v},
                                               {"fDynamicFriction", f},
                                               {"fStaticFrictionOffset", f},
                                               {"stickingStiffness", product(f, q, -1)},
                                               {"stickingDamping", product(f, v, -1)},
                                               {"exponentialDecayStatic", v},
                                               {"fViscousFriction", product(f, v, -1)},
                                               {"frictionProportionalZone", v},
                                               {"limitStopsUpper", q},
                                               {"limitStopsLower", q},
                                               {"limitStopsStiffness", product(f, q, -1)},
                                               {"limitStopsDamping", product(f, v, -1)}};
    return {known.at(std::string(parameter.name))};
  }
  if (it.type->name == "ConnectorRigidBodySpringDamper") {
    // Three displacements, then three angles; forces, then torques.
    std::vector<Unit> units;
    for (std::size_t i = 0; i < count; ++i) {
      const bool matrix = parameter.name != "offset";
      const Unit row = i / 6 < 3 ? unit::newton : unit::newtonMetre, column = i % 6 < 3 ? unit::metre : unit::none;
      units.push_back(matrix ? product(row, column, -1) : column);
      if (parameter.name == "damping") units.back().time += 1;
    }
    return units;
  }
  if (kind == ItemKind::object && it.type->name == "GenericODE2") {
    if (parameter.name == "massMatrix") return std::vector<Unit>(count, unit::kilogram);
    if (parameter.name == "stiffnessMatrix") return std::vector<Unit>(count, unit::newtonPerMetre);
    if (parameter.name == "dampingMatrix") return std::vector<Unit>(count, unit::newtonSecondPerMetre);
    if (parameter.name == "forceVector") return std::vector<Unit>(count, unit::newton);
  }
  if (parameter.name == "offsetUserFunctionParameters") return std::vector<Unit>(count, unit::none);  // not used without the function
  unknown("parameter " + std::string(parameter.name) + " of " + it.type->name);
}

void rescale(Model& model, const Scale& scale) {
  const auto original = plainCopy(model);  // units may depend on flags only, but numbers change here
  for (int kind = 0; kind < itemKinds; ++kind)
    for (std::size_t i = 0; i < model.items[kind].size(); ++i) {
      ModelItem& item = model.items[kind][i];
      for (const Parameter& parameter : item.type->parameters) {
        const auto numbers = numbersOf(parameter.target(const_cast<void*>(item.value.get())));
        if (numbers.empty()) continue;
        const auto units = parameterUnits(*original, static_cast<ItemKind>(kind), static_cast<int>(i), parameter, numbers.size());
        for (std::size_t k = 0; k < numbers.size(); ++k) *numbers[k] *= scale.of(units[k]);
      }
    }
}

void rescale(State& state, const Model& model, const Scale& scale) {
  const auto coordinates = coordinateUnits(model), data = dataUnits(model);
  const auto multipliers = multiplierUnits(model);
  if (multipliers.size() != state.lambda.size()) unknown("equations of a constraint of this model");
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const double factor = scale.of(coordinates[i]);
    state.q[i] *= factor, state.q_t[i] *= factor / scale.time, state.q_tt[i] *= factor / (scale.time * scale.time);
  }
  for (std::size_t i = 0; i < data.size(); ++i) state.data[i] *= scale.of(data[i]);
  for (std::size_t i = 0; i < multipliers.size(); ++i) state.lambda[i] *= scale.of(multipliers[i].multiplier);
  state.time *= scale.time;
}

}  // namespace slipstick::testing
