// The C++ types of document values.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/expression/formula.h"
#include "core/math/vector.h"

namespace slipstick {

enum class ItemKind { node, object, marker, load, sensor };
/// An item of a model, by its kind and its number within the kind.
struct ItemAddress {
  ItemKind kind = ItemKind::node;
  int number = -1;
  bool operator==(const ItemAddress&) const = default;
};
inline constexpr int itemKinds = 5;

/// A reference to another item: its number within its kind, or -1 for none.
template <class Tag>
struct Reference {
  int index = -1;
  explicit operator bool() const { return index >= 0; }
  bool operator==(const Reference&) const = default;
};
using NodeIndex = Reference<struct NodeTag>;
using ObjectIndex = Reference<struct ObjectTag>;
using MarkerIndex = Reference<struct MarkerTag>;
using LoadIndex = Reference<struct LoadTag>;
using SensorIndex = Reference<struct SensorTag>;

template <class Tag>
constexpr ItemKind kindOf(Reference<Tag>) {
  if constexpr (std::is_same_v<Tag, NodeTag>) return ItemKind::node;
  if constexpr (std::is_same_v<Tag, ObjectTag>) return ItemKind::object;
  if constexpr (std::is_same_v<Tag, MarkerTag>) return ItemKind::marker;
  if constexpr (std::is_same_v<Tag, LoadTag>) return ItemKind::load;
  return ItemKind::sensor;
}

using Vector1 = std::array<double, 1>;
using Vector2 = std::array<double, 2>;
using Vector4 = std::array<double, 4>;
using Vector6 = std::array<double, 6>;
using Vector7 = std::array<double, 7>;
using Matrix6 = std::array<double, 36>;  // by rows
using VectorX = std::vector<double>;

/// A matrix with a size determined by the document; by rows.
struct MatrixX {
  int rows = 0;
  int columns = 0;
  std::vector<double> values;
};

enum class OutputVariable {
  none,
  Position,
  Displacement,
  DisplacementLocal,
  Distance,
  Velocity,
  VelocityLocal,
  Acceleration,
  AccelerationLocal,
  RotationMatrix,
  Rotation,
  AngularVelocity,
  AngularVelocityLocal,
  AngularAcceleration,
  AngularAccelerationLocal,
  Coordinates,
  CoordinatesTotal,
  Coordinates_t,
  Coordinates_tt,
  SlidingCoordinate,
  Director1,
  Director2,
  Director3,
  Force,
  ForceLocal,
  Torque,
  TorqueLocal,
  StrainLocal,
  StressLocal,
  CurvatureLocal,
  ConstraintEquation,
  Power,
  Energy,
  count
};
/// "Position" …; "" for none.
const char* outputVariableName(OutputVariable variable);

/// A slot for a user function: empty, formulas from the document, or a native function installed by the host program. Copies share the
/// function, so that a slot, which is usually empty, is small.
class UserFunction {
 public:
  using Host = std::function<void(const double* arguments, double* result)>;

  UserFunction() = default;
  /// One formula for the whole result, or one scalar formula for each component.
  explicit UserFunction(std::vector<Formula> components) {
    if (components.empty()) return;
    Definition definition{std::move(components), nullptr, 0, 0};
    for (const Formula& formula : definition.components)
      definition.argumentSize = formula.argumentSize(), definition.resultSize += formula.shape().size();
    definition_ = std::make_shared<const Definition>(std::move(definition));
  }
  /// `argumentSize` numbers are passed, `resultSize` returned.
  UserFunction(Host host, int argumentSize, int resultSize)
      : definition_(std::make_shared<const Definition>(Definition{{}, std::move(host), argumentSize, resultSize})) {}

  explicit operator bool() const { return definition_ != nullptr; }
  std::span<const Formula> components() const {
    return definition_ ? std::span<const Formula>(definition_->components) : std::span<const Formula>();
  }

  /// Returns whether the result may depend on this number of the arguments, or, for −1, on anything besides them.
  bool reads(int argument) const;

  /// The index of this function's first sensor value among those of the system; set during assembly.
  int sensorOffset = 0;

  /// `sensorValues` holds the values of the sensors used by each component, one component after another. A native function is
  /// differentiated by central differences. Defined in core/registry/user_function.h.
  template <class S>
  void evaluate(const S* arguments, const double* sensorValues, S* result) const;

 private:
  struct Definition {
    std::vector<Formula> components;
    Host host;
    int argumentSize, resultSize;
  };
  std::shared_ptr<const Definition> definition_;
};

/// The possible types of a value, each once.
template <class... V>
struct TypeList {};
using ValueTypes =
    TypeList<double, int, bool, Vector1, Vector2, Vector3, Vector4, Vector6, Vector7, Matrix3, Matrix6, VectorX, MatrixX, std::vector<int>,
             std::vector<Vector3>, std::vector<Matrix3>, NodeIndex, ObjectIndex, MarkerIndex, LoadIndex, std::array<NodeIndex, 2>,
             std::array<NodeIndex, 3>, std::array<ObjectIndex, 2>, std::array<MarkerIndex, 2>, std::vector<NodeIndex>,
             std::vector<MarkerIndex>, std::vector<SensorIndex>, OutputVariable, UserFunction, std::string>;

namespace detail {
template <class Value, class... V>
consteval int placeAmong(TypeList<V...>) {
  static_assert((std::is_same_v<Value, V> || ...), "a document cannot give values of this type");
  int place = 0;
  (void)((std::is_same_v<Value, V> || (++place, false)) || ...);
  return place;
}
}  // namespace detail

/// The index of a type among ValueTypes.
template <class Value>
inline constexpr int typeNumber = detail::placeAmong<Value>(ValueTypes());

/// The location of a value of one of these types, for reading or writing.
class Target {
 public:
  Target() = default;
  template <class Value>
  Target(Value* value) : type_(typeNumber<Value>), address_(value) {}  // NOLINT(google-explicit-constructor)
  Target(int type, void* address) : type_(type), address_(address) {}

  template <class Value>
  bool is() const {
    return type_ == typeNumber<Value>;
  }
  /// Returns null if it has another type.
  template <class Value>
  Value* as() const {
    return is<Value>() ? static_cast<Value*>(address_) : nullptr;
  }
  /// Calls `visitor` with the pointer to the value.
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return visitAs(visitor, ValueTypes());
  }

 private:
  template <class Visitor, class First, class... Others>
  decltype(auto) visitAs(Visitor& visitor, TypeList<First, Others...>) const {
    using Result = decltype(visitor(static_cast<First*>(nullptr)));
    constexpr Result (*calls[])(Visitor&, void*) = {&callAs<Result, First, Visitor>, &callAs<Result, Others, Visitor>...};
    return calls[type_](visitor, address_);
  }
  template <class Result, class Value, class Visitor>
  static Result callAs(Visitor& visitor, void* address) {
    return visitor(static_cast<Value*>(address));
  }

  int type_ = 0;
  void* address_ = nullptr;
};

}  // namespace slipstick
