// The C++ types of what a document may say.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/expression/formula.h"
#include "core/math/vector.h"

namespace slipstick {

enum class ItemKind { node, object, marker, load, sensor };
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

/// A matrix whose size the document decides; by rows.
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
  Director3,
  Force,
  ForceLocal,
  Torque,
  TorqueLocal,
  StrainLocal,
  CurvatureLocal,
  ConstraintEquation,
  Power,
  count
};
/// "Position" …; "" for none.
const char* outputVariableName(OutputVariable variable);

/// A slot for a user function: empty, formulas from the document, or a native function that the host program installed. Copies share
/// them, so that a slot is small: most of them are empty.
class UserFunction {
 public:
  using Host = std::function<void(const double* arguments, double* result)>;

  UserFunction() = default;
  /// One formula with the whole result, or one scalar formula for each component.
  explicit UserFunction(std::vector<Formula> components) {
    if (components.empty()) return;
    Definition definition{std::move(components), nullptr, 0, 0};
    for (const Formula& formula : definition.components)
      definition.argumentSize = formula.argumentSize(), definition.resultSize += formula.shape().size();
    definition_ = std::make_shared<const Definition>(std::move(definition));
  }
  /// `argumentSize` numbers in, `resultSize` out.
  UserFunction(Host host, int argumentSize, int resultSize)
      : definition_(std::make_shared<const Definition>(Definition{{}, std::move(host), argumentSize, resultSize})) {}

  explicit operator bool() const { return definition_ != nullptr; }
  std::span<const Formula> components() const {
    return definition_ ? std::span<const Formula>(definition_->components) : std::span<const Formula>();
  }

  /// Where the values of the sensors that this function reads stand among those of the system; set when it is assembled.
  int sensorOffset = 0;

  /// `sensorValues` holds, component after component, the values of the sensors that each reads.
  /// A native function is differentiated by central differences. Defined in core/registry/user_function.h.
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

/// Where a parsed value goes. The alternative tells type and shape.
using Target =
    std::variant<double*, int*, bool*, Vector1*, Vector2*, Vector3*, Vector4*, Vector6*, Vector7*, Matrix3*, Matrix6*, VectorX*, MatrixX*,
                 std::vector<int>*, std::vector<Vector3>*, std::vector<Matrix3>*, NodeIndex*, ObjectIndex*, MarkerIndex*, LoadIndex*,
                 std::array<NodeIndex, 2>*, std::array<NodeIndex, 3>*, std::array<MarkerIndex, 2>*, std::vector<NodeIndex>*,
                 std::vector<MarkerIndex>*, std::vector<SensorIndex>*, OutputVariable*, UserFunction*, std::string*>;

}  // namespace slipstick
