// The registry: one place per item type, from which parsing, messages, schema, reference and the assembled system follow.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/registry/unit.h"
#include "core/registry/values.h"

namespace slipstick {

enum class ItemKind { node, object, marker, load, sensor };
inline constexpr int itemKinds = 5;
/// "node" …
const char* kindName(ItemKind kind);

/// What an item offers to those that refer to it, as bits. A reference states which bits it needs.
using Capabilities = unsigned;
namespace capability {
inline constexpr Capabilities none = 0;
inline constexpr Capabilities position = 1u << 0;           // a point
inline constexpr Capabilities orientation = 1u << 1;        // a frame
inline constexpr Capabilities coordinate = 1u << 2;         // one scalar coordinate (markers); coordinates (nodes)
inline constexpr Capabilities mass = 1u << 3;               // a mass that gravity pulls
inline constexpr Capabilities data = 1u << 4;               // node GenericData
inline constexpr Capabilities body = 1u << 5;               // an object that can carry markers
inline constexpr Capabilities pointNode = 1u << 6;          // node Point
inline constexpr Capabilities pointNode2D = 1u << 7;        // node Point2D
inline constexpr Capabilities rigidNode = 1u << 8;          // nodes RigidBodyEP, RigidBodyRxyz, RigidBodyRotVecLG
inline constexpr Capabilities rigidNode2D = 1u << 9;        // node RigidBody2D
inline constexpr Capabilities scalarNode = 1u << 10;        // node 1D
inline constexpr Capabilities genericNode = 1u << 11;       // node GenericODE2
inline constexpr Capabilities slopeNode = 1u << 12;         // node Point2DSlope1
inline constexpr Capabilities cable = 1u << 13;             // ANCF cable
inline constexpr Capabilities cableShape = 1u << 14;        // marker BodyCable2DShape
inline constexpr Capabilities cableCoordinates = 1u << 15;  // marker BodyCable2DCoordinates
inline constexpr Capabilities tree = 1u << 16;              // KinematicTree
/// "position and orientation" …, for messages.
std::string describe(Capabilities capabilities);
}  // namespace capability

/// Which numbers a parameter takes.
struct Range {
  enum class Kind { any, positive, nonNegative, unitInterval, unitVector, oneOf } kind = Kind::any;
  std::vector<double> choices;  // of oneOf
};
/// Whether a parameter may be left out.
enum class Presence { optional, required };

struct UserFunctionArgument {
  const char* name;
  Shape shape;
};
/// What a user function is called with and how many numbers it returns. `t` comes first.
struct Signature {
  std::vector<UserFunctionArgument> arguments;
  static constexpr int matrix = -1;
  static constexpr int data = -2;         // rows of an argument: as many as the item's data node has coordinates
  static constexpr int stepAndData = -3;  // result of a post-Newton function: error, recommended step, then new data coordinates
  int resultSize = 1;                     // 0: as many as the item has coordinates; matrix: that number squared
};

/// The default of a parameter. Values whose type is not listed start as their type does (empty lists, zero matrices).
using Default = std::variant<std::monostate, double, int, bool, Vector1, Vector2, Vector3, Vector4, Vector6, Vector7, Matrix3>;

/// One parameter of an item type, without the type.
struct Parameter {
  std::string name;
  Unit unit;
  Range range;
  Presence presence = Presence::optional;
  Capabilities needs = capability::none;        // of a reference: what the item referred to must provide
  Capabilities needsOfLast = capability::none;  // the same for the last of a list, where it is another
  Signature signature;                          // of a user function
  std::string text;
  Default defaultValue;
  int type = 0;  // alternative of Target
  std::ptrdiff_t offset = 0;

  /// Where the value lies in an item.
  Target target(void* item) const;
  void setDefault(void* item) const;
};

struct Output {
  OutputVariable variable;
  Unit unit;
  int size;  // numbers; 0: depends on the item
  const char* text;
};

/// Collects what is wrong with one item; `parameter` is a name such as "discRadius" or "" for the whole item.
using Complain = std::function<void(const std::string& parameter, const std::string& message)>;

/// The coordinate of a marker at the start and its rate, where it is one of a node; zero for rotations of rigid nodes.
using InitialCoordinate = std::function<std::array<double, 2>(MarkerIndex)>;

/// A function of an item file, which takes the item as its struct; called with an item of that type.
template <class Result, class... Arguments>
class ItemFunction {
 public:
  ItemFunction() = default;
  template <class T>
  ItemFunction(Result (*function)(const T&, Arguments...))  // NOLINT(google-explicit-constructor)
      : function_(reinterpret_cast<Untyped>(function)), call_(function ? &call<T> : nullptr) {}

  explicit operator bool() const { return call_; }
  Result operator()(const void* item, Arguments... arguments) const { return call_(function_, item, arguments...); }

 private:
  using Untyped = void (*)();
  template <class T>
  static Result call(Untyped function, const void* item, Arguments... arguments) {
    return reinterpret_cast<Result (*)(const T&, Arguments...)>(function)(*static_cast<const T*>(item), arguments...);
  }
  Untyped function_ = nullptr;
  Result (*call_)(Untyped, const void*, Arguments...) = nullptr;
};

class ItemLoop;  // core/system/loop.h: how a system computes all items of one type

struct ParameterRow;

/// What the registry knows of an item type.
struct ItemType {
  ItemKind kind;
  std::string name;      // value of "type"
  std::string summary;   // one sentence
  std::string equation;  // LaTeX
  std::vector<Parameter> parameters;
  std::vector<Output> outputs;
  Capabilities provides = capability::none;
  /// Names below "visualization" that are drawn; others give a warning.
  std::vector<std::string> visualization;
  /// Numbers in the data node that a connector needs and their initial values; empty if it needs none.
  ItemFunction<std::vector<double>, const InitialCoordinate&> initialData;
  /// Checks that concern more than one parameter.
  ItemFunction<void, const Complain&> check;
  /// Warns of what is allowed but does nothing, so that it is surely not meant.
  ItemFunction<void, const Complain&> warn;
  /// A new item as its struct starts.
  std::shared_ptr<void> (*construct)() = nullptr;
  std::unique_ptr<ItemLoop> (*loop)() = nullptr;

  void describe(const char* sentence, const char* latex, const std::vector<Output>& variables, Capabilities capabilities,
                std::initializer_list<const char*> drawn);
  void addParameter(const ParameterRow& row, std::ptrdiff_t offset);
  /// A new item with every parameter at its default.
  std::shared_ptr<void> create() const;

  const Parameter* parameter(std::string_view parameterName) const;
  const Output* output(OutputVariable variable) const;
};

class Registry {
 public:
  static Registry& instance();
  /// A new type, to be filled in.
  ItemType& add(ItemKind kind, const char* name);
  /// In alphabetical order within a kind, whatever order the files were linked in.
  const std::vector<const ItemType*>& types(ItemKind kind) const { return types_[static_cast<int>(kind)]; }
  const ItemType* find(ItemKind kind, std::string_view name) const;

 private:
  std::vector<const ItemType*> types_[itemKinds];
  std::vector<std::unique_ptr<ItemType>> owned_;
};

/// The range as an item file writes it; see Range.
struct RangeSpec {
  Range::Kind kind = Range::Kind::any;
  int choiceCount = 0;
  double choices[4] = {};

  constexpr RangeSpec(Range::Kind rangeKind = Range::Kind::any) : kind(rangeKind) {}  // NOLINT(google-explicit-constructor)
  constexpr RangeSpec(Range::Kind rangeKind, std::initializer_list<double> values) : kind(rangeKind) {
    for (const double value : values) choices[choiceCount++] = value;
  }
  operator Range() const { return {kind, std::vector<double>(choices, choices + choiceCount)}; }  // NOLINT(google-explicit-constructor)
};
inline constexpr RangeSpec anyNumber{};
inline constexpr RangeSpec positive{Range::Kind::positive};          // > 0
inline constexpr RangeSpec nonNegative{Range::Kind::nonNegative};    // >= 0
inline constexpr RangeSpec unitInterval{Range::Kind::unitInterval};  // 0 … 1
inline constexpr RangeSpec unitVector{Range::Kind::unitVector};      // length 1 (within 1e-9: only directions make sense)

/// The place of alternative `Value*` in Target.
template <class Value, int index = 0>
constexpr int targetType() {
  if constexpr (std::is_same_v<std::variant_alternative_t<index, Target>, Value*>)
    return index;
  else
    return targetType<Value, index + 1>();
}

/// A pointer to a member of T of any type that Target knows; a constant.
template <class T, int index = 0>
union MemberPointer {
  using Value = std::remove_pointer_t<std::variant_alternative_t<index, Target>>;
  Value T::*first;
  MemberPointer<T, index + 1> others;

  constexpr MemberPointer(Value T::*pointer) : first(pointer) {}  // NOLINT(google-explicit-constructor)
  template <class V>
  constexpr MemberPointer(V T::*pointer) : others(pointer) {}  // NOLINT(google-explicit-constructor)
};
template <class T>
union MemberPointer<T, std::variant_size_v<Target>> {};

/// A parameter as an item file writes it, without the member: constants only, so that a table costs no code.
struct ParameterRow {
  const char* name;
  const char* text;
  int type;  // alternative of Target
  Default defaultValue;
  Unit unit;
  RangeSpec range;
  Presence presence = Presence::optional;
  Capabilities needs = capability::none;
  Capabilities needsOfLast = capability::none;
  Signature (*signature)() = nullptr;

  Parameter parameter(std::ptrdiff_t offset) const;
};

/// A parameter of the item struct T.
template <class T>
struct ParameterOf {
  ParameterRow row;
  MemberPointer<T> member;

  /// A number, vector, matrix, flag: name, member, unit, range, default, text.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Unit unit, RangeSpec range, const std::type_identity_t<V>& value, const char* text)
      : row{name, text, targetType<V>(), storable(value), unit, range}, member(target) {}
  /// A number, vector or list that must be given.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Unit unit, RangeSpec range, Presence presence, const char* text)
      : row{name, text, targetType<V>(), {}, unit, range, presence}, member(target) {}
  /// A reference to an item that provides `needs`.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Capabilities needs, Presence presence, const char* text)
      : row{name, text, targetType<V>(), {}, {}, {}, presence, needs}, member(target) {}
  /// References to items that provide `needs`, the last of them `needsOfLast`.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Capabilities needs, Capabilities needsOfLast, Presence presence, const char* text)
      : row{name, text, targetType<V>(), {}, {}, {}, presence, needs, needsOfLast}, member(target) {}
  /// An output variable.
  constexpr ParameterOf(const char* name, OutputVariable T::*target, const char* text)
      : row{name, text, targetType<OutputVariable>(), {}, {}, {}, Presence::required}, member(target) {}
  /// A user function with its signature; `unit` is that of its result.
  constexpr ParameterOf(const char* name, UserFunction T::*target, Signature (*signature)(), Unit unit, const char* text)
      : row{name, text, targetType<UserFunction>(), {}, unit, {}, Presence::optional, capability::none, capability::none, signature},
        member(target) {}

  /// Pointers to members of a struct without virtual bases are offsets in every common ABI.
  std::ptrdiff_t offset() const {
    std::ptrdiff_t value;
    static_assert(sizeof member == sizeof value);
    std::memcpy(&value, &member, sizeof value);
    return value;
  }

 private:
  template <class V>
  static constexpr Default storable(const V& value) {
    if constexpr (std::is_constructible_v<Default, std::in_place_type_t<V>, V>)
      return Default(std::in_place_type<V>, value);
    else
      return std::monostate{};
  }
};

/// The registration of the item struct T.
template <class T>
struct ItemTypeOf {
  const char* type;
  const char* summary;
  const char* equation = "";
  std::span<const ParameterOf<T>> shared = {};       // parameters that several types have; they come first
  std::initializer_list<ParameterOf<T>> parameters;  // read while the item is registered: the list lives no longer
  std::vector<Output> outputs = {};
  Capabilities provides = capability::none;
  std::initializer_list<const char*> visualization = {};
  std::vector<double> (*initialData)(const T&, const InitialCoordinate&) = nullptr;
  void (*check)(const T&, const Complain&) = nullptr;
  void (*warn)(const T&, const Complain&) = nullptr;
};

/// Registers a type. `loop` may be null for types that other loops compute (markers, sensors, loads).
template <class T>
void addType(ItemKind kind, const ItemTypeOf<T>& typed, std::unique_ptr<ItemLoop> (*loop)()) {
  ItemType& type = Registry::instance().add(kind, typed.type);
  type.describe(typed.summary, typed.equation, typed.outputs, typed.provides, typed.visualization);
  for (const ParameterOf<T>& parameter : typed.shared) type.addParameter(parameter.row, parameter.offset());
  for (const ParameterOf<T>& parameter : typed.parameters) type.addParameter(parameter.row, parameter.offset());
  type.construct = []() -> std::shared_ptr<void> { return std::make_shared<T>(); };
  type.initialData = typed.initialData, type.check = typed.check, type.warn = typed.warn;
  type.loop = loop;
}

}  // namespace slipstick
