#include "tests/core/support/variation.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "core/items/capabilities.h"
#include "core/math/rotations.h"
#include "core/model/drawing.h"
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
  target.visit([&](auto* value) {
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
  });
  return numbers;
}

std::shared_ptr<void> cloned(const ModelItem& item) {
  auto copy = item.type->create();
  for (const Parameter& parameter : item.type->parameters) {
    const Target to = parameter.target(copy.get()), from = parameter.target(const_cast<void*>(item.value.get()));
    to.visit([&](auto* destination) {
      using T = std::remove_pointer_t<decltype(destination)>;
      if constexpr (!std::is_same_v<T, UserFunction>) *destination = *from.as<T>();
    });
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
  return *item.type->parameter(name)->target(const_cast<void*>(structOf(item))).as<T>();
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
    ModelItem sensor{sensorType, std::string("measured ") + outputVariableName(output.variable), sensorType->create(), {}};
    targetOf(sensor, reference).visit([&](auto* value) {
      if constexpr (requires { value->index; }) value->index = item;
    });
    if (sensorType->parameter("outputVariableType")) *targetOf(sensor, "outputVariableType").as<OutputVariable>() = output.variable;
    if (sensorType->parameter("localPosition")) *targetOf(sensor, "localPosition").as<Vector3>() = local;
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
        if (bool* flag = target.as<bool>()) {
          // The alternative equations of a generic joint keep the gradient of the default ones, which is exact only for these. The number
          // of a rope's markers is fixed at loading.
          if (parameter.name != "activeConnector" && parameter.name != "alternativeConstraints" && parameter.name != "hasCoordinateMarkers")
            *flag = random.chance(0.5);
        } else if (parameter.range.kind == Range::Kind::unitVector) {
          *target.as<Vector3>() = random.direction();
        } else if (Matrix3* matrix = target.as<Matrix3>()) {
          *matrix = random.rotation();
        } else if (auto* matrices = target.as<std::vector<Matrix3>>(); matrices && parameter.unit.sameDimension(unit::none)) {
          for (Matrix3& each : *matrices) each = random.rotation();
        } else {
          // A rope has no path between overlapping sheaves.
          const double size = parameter.name == "sheavesRadii" ? 0.05 : 1;
          for (double* value : numbersOf(target)) *value = size * randomNumber(parameter.range, random);
        }
      }
    }
  }
}

void wholeExponents(Model& model) {
  for (ModelItem& item : model.items[static_cast<int>(ItemKind::object)])
    for (const Parameter& parameter : item.type->parameters)
      if (parameter.exponent) {
        double& exponent = *targetOf(item, parameter.exponent).as<double>();
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
      for (const ModelItem& object : model.objects()) {
        const bool sphere = object.type->name.starts_with("ContactSphere");
        if (!(sphere || object.type->name == "ContactFrictionCircleCable2D") ||
            parameterOf<NodeIndex>(object, "nodeNumber").index != static_cast<int>(i))
          continue;
        if (sphere) state.data[firstData + 1] = random.between(0, 3);  // slip speeds, some beyond the zone of friction near rest
        for (int k = 2; k < 4 && !sphere; ++k)
          state.data[firstData + k] = std::floor(random.between(-2, 2));  // undefined, slip, stick, slip
      }
      firstData += coordinateCount(model, ItemKind::node, static_cast<int>(i));
      continue;
    }
    if (node.type->provides & capability::firstOrderNode) continue;  // states come after all coordinates
    if (node.type->name == "RigidBodyEP") {
      const Vector7& reference = *node.type->parameter("referenceCoordinates")->target(const_cast<void*>(node.value.get())).as<Vector7>();
      double total[4], square = 0;
      for (int k = 0; k < 4; ++k) total[k] = reference[3 + k] + state.q[first + 3 + k], square += total[k] * total[k];
      for (int k = 0; k < 4; ++k) state.q[first + 3 + k] = total[k] / std::sqrt(square) - reference[3 + k];
    }
    first += coordinateCount(model, ItemKind::node, static_cast<int>(i));
  }
}

double Scale::of(const Unit& unit) const {
  return std::pow(mass, unit.mass()) * std::pow(length, unit.length()) * std::pow(time, unit.time());
}

namespace {

std::vector<Unit> unitsOfCoordinates(const Model& model, ItemKind kind, int number);

/// The unit, resolved with the coordinate and the rotation to which entry `index` of `count` belongs.
Unit resolved(Unit unit, const std::vector<Unit>& coordinates, std::size_t index, std::size_t count) {
  const int power = unit.coordinate, rotation = unit.rotation;
  unit.coordinate = unit.rotation = 0;
  const std::size_t n = coordinates.size();
  if (power != 0 && n > 0) {
    if (count == n * n)
      unit = product(product(unit, coordinates[index / n], power / 2), coordinates[index % n], power - power / 2);
    else
      unit = product(unit, coordinates[count == n ? index : 0], power);
  }
  if (rotation != 0) {
    const std::size_t row = count == 36 ? index / 6 : index, column = count == 36 ? index % 6 : 0;
    unit = product(unit, unit::metre, rotation * ((row >= 3) + (column >= 3)));
  }
  return unit;
}

/// The unit of a coordinate as stated by the objects on a node, for nodes that do not state it. The default is a displacement, or a plain
/// number for a data node.
Unit unitFromOwner(const Model& model, int node, int coordinate) {
  const bool data = isData(*model.nodes()[node].type);
  for (std::size_t i = 0; i < model.objects().size(); ++i) {
    const ModelItem& object = model.objects()[i];
    const auto nodes = refersTo(object, ItemKind::node);
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) continue;
    if (data && object.type->dataUnit)
      return resolved(object.type->dataUnit(structOf(object), coordinate), unitsOfCoordinates(model, ItemKind::object, static_cast<int>(i)),
                      0, 1);
    if (!data && object.type->coordinateUnit) return object.type->coordinateUnit(structOf(object), coordinate);
  }
  return data ? unit::none : unit::metre;
}

/// Units of the coordinates that an item depends on, counted as by coordinateCount(). A coordinate marker has the unit of its coordinate.
std::vector<Unit> unitsOfCoordinates(const Model& model, ItemKind kind, int number) {
  const ModelItem& item = model.of(kind)[number];
  if (kind == ItemKind::node) return nodeCoordinateUnits(model, number);
  if (kind == ItemKind::marker && item.type->coordinateUnit) return {item.type->coordinateUnit(structOf(item), 0)};
  std::vector<Unit> units;
  for (const Parameter& parameter : item.type->parameters) {
    const Target target = parameter.target(const_cast<void*>(structOf(item)));
    const auto referred = referredKind(target);
    if (!referred || *referred == kind || (parameter.needs & capability::data)) continue;
    for (const int other : referredItems(target)) {
      const auto more = unitsOfCoordinates(model, *referred, other);
      units.insert(units.end(), more.begin(), more.end());
    }
  }
  if (!item.type->coordinate || units.empty()) return units;
  return {units[item.type->coordinate(structOf(item))]};
}

}  // namespace

std::vector<Unit> nodeCoordinateUnits(const Model& model, int node) {
  const ModelItem& item = model.nodes()[node];
  std::vector<Unit> units;
  for (int i = 0; i < item.type->count(structOf(item)); ++i) {
    const Unit known = item.type->coordinateUnit(structOf(item), i);
    units.push_back(known.various ? unitFromOwner(model, node, i) : known);
  }
  return units;
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
  std::vector<EquationUnits> units;
  for (const ItemKind kind : {ItemKind::node, ItemKind::object})
    for (std::size_t i = 0; i < model.of(kind).size(); ++i) {
      const ModelItem& item = model.of(kind)[i];
      if (!item.type->equations) continue;
      const auto coordinates = unitsOfCoordinates(model, kind, static_cast<int>(i));
      for (const EquationUnits& each : item.type->equations(structOf(item)))
        units.push_back({resolved(each.equation, coordinates, 0, 1), resolved(each.multiplier, coordinates, 0, 1)});
    }
  return units;
}

std::vector<Unit> unitsOf(const Model& model, ItemKind kind, int item, const Unit& unit, std::size_t count) {
  const auto coordinates = unitsOfCoordinates(model, kind, item);
  std::vector<Unit> units;
  for (std::size_t i = 0; i < count; ++i) units.push_back(resolved(unit, coordinates, i, count));
  return units;
}

std::vector<Unit> parameterUnits(const Model& model, ItemKind kind, int item, const Parameter& parameter, std::size_t count) {
  const ModelItem& it = model.of(kind)[item];
  if (parameter.name == "coefficientsHull") {  // of a length as a polynomial of a length
    std::vector<Unit> units;
    for (std::size_t i = 0; i < count; ++i)
      units.push_back(product(unit::none, unit::metre, static_cast<int>(i + 2) - static_cast<int>(count)));
    return units;
  }
  if (parameter.unit.various) return std::vector<Unit>(count, unit::none);
  if (parameter.exponent)
    return unitsOf(model, kind, item,
                   product(parameter.unit, unit::metre, 1 - static_cast<int>(parameterOf<double>(it, parameter.exponent))), count);
  // The offset of a velocity-level constraint is a rate.
  const Parameter* rates = it.type->parameter("velocityLevel");
  const bool isRate = rates && parameter.unit.coordinate == 1 && parameterOf<bool>(it, "velocityLevel");
  return unitsOf(model, kind, item, isRate ? parameter.unit / unit::second : parameter.unit, count);
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

void findContacts(const System& system, State& state) {
  std::vector<double> residual(system.coordinates()), constraints(system.multipliers());
  Workspace workspace(system);
  const Evaluation at = system.residual(state, {}, residual.data(), constraints.data(), workspace);
  State judged = state;
  system.postNewton(at, judged, state);
  state.contacts = judged.contacts;
}

void rescale(State& state, const Model& model, const Scale& scale) {
  const auto coordinates = coordinateUnits(model), data = dataUnits(model);
  const auto multipliers = multiplierUnits(model);
  if (multipliers.size() != state.lambda.size()) throw std::runtime_error("a constraint does not register its `equations`");
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const double factor = scale.of(coordinates[i]);
    state.q[i] *= factor, state.q_t[i] *= factor / scale.time, state.q_tt[i] *= factor / (scale.time * scale.time);
  }
  for (std::size_t i = 0; i < data.size(); ++i) state.data[i] *= scale.of(data[i]);
  for (std::size_t i = 0; i < multipliers.size(); ++i) state.lambda[i] *= scale.of(multipliers[i].multiplier);
  state.time *= scale.time;
}

}  // namespace slipstick::testing
