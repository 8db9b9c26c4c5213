// The registry: one place per item type, from which parsing, messages, schema, reference and the assembled system follow.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/registry/table.h"

namespace slipstick {

/// "node" …
const char* kindName(ItemKind kind);

/// What an item offers to those that refer to it, as bits. A reference states which bits it needs.
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
inline constexpr Capabilities coordinates = 1u << 17;       // all coordinates of a node or object (markers, objects)
inline constexpr Capabilities loadedCoordinate = 1u << 18;  // a coordinate on which loads may act (markers)
inline constexpr Capabilities firstOrderNode = 1u << 19;    // node GenericODE1
inline constexpr Capabilities slopeNodeInSpace = 1u << 20;  // node PointSlope1
inline constexpr Capabilities line = 1u << 21;              // an element of a cable or belt: quantities are recorded along it
/// "position and orientation" …, for messages.
std::string describe(Capabilities capabilities);
}  // namespace capability

struct Output {
  OutputVariable variable;
  Unit unit;
  int size;  // numbers; 0: depends on the item
  Text text;
};

/// Collects what is wrong with one item; `parameter` is a name such as "discRadius" or "" for the whole item.
using Complain = std::function<void(const std::string& parameter, const std::string& message)>;

/// The coordinate of a marker at the start and its rate, where it is one of a node; zero for rotations of rigid nodes.
using InitialCoordinate = std::function<std::array<double, 2>(MarkerIndex)>;

struct ItemType;

/// An item with its type; both null where it is itself wrong.
struct Neighbour {
  const ItemType* type = nullptr;
  const void* value = nullptr;

  explicit operator bool() const { return type; }
  /// ItemType::count, nothing if the type has none.
  std::optional<int> count() const;
  Capabilities provides() const;
};

/// The items that an item refers to, while it is checked.
struct Neighbours {
  std::function<Neighbour(ItemKind, int)> find;
  template <class Tag>
  Neighbour operator()(Reference<Tag> reference) const {
    return reference ? find(kindOf(reference), reference.index) : Neighbour{};
  }
  template <class Tag>
  std::optional<int> count(Reference<Tag> reference) const {
    return (*this)(reference).count();
  }
};

/// One equation of a constraint and the unit of its Lagrange multiplier. Of an equation at velocity level the unit is that of the position.
struct EquationUnits {
  Unit equation, multiplier;
};

/// Up to `capacity` values in a constant.
template <class Value, int capacity>
class Few {
 public:
  constexpr Few() = default;
  constexpr Few(std::initializer_list<Value> list) {
    for (const Value& value : list) values_[count_++] = value;
  }
  constexpr Few operator+(const Few& more) const {
    Few sum = *this;
    for (const Value& value : more) sum.values_[sum.count_++] = value;
    return sum;
  }
  constexpr const Value* begin() const { return values_; }
  constexpr const Value* end() const { return values_ + count_; }
  constexpr bool empty() const { return count_ == 0; }
  constexpr const Value& front() const { return values_[0]; }

 private:
  Value values_[capacity] = {};
  int count_ = 0;
};
using Outputs = Few<Output, 16>;

/// How an item is drawn: a word that the 3D view knows (wasm/engine/types.ts, DrawnAs), and which parameter holds what it needs.
struct Drawing {
  struct Need {
    const char* role;       // "radius" of the drawing …
    const char* parameter;  // … is the parameter "discRadius"
  };
  const char* as = "";
  Few<Need, 4> from = {};
};

/// A function of an item file, which takes the item as its struct; called with an item of that type. Made of a lambda without captures.
template <class Result, class... Arguments>
class ItemFunction {
 public:
  constexpr ItemFunction() = default;
  template <class Lambda>
  constexpr ItemFunction(Lambda) : call_(&call<Lambda, ItemOf<decltype(&Lambda::operator())>>) {}  // NOLINT(google-explicit-constructor)

  explicit operator bool() const { return call_; }
  Result operator()(const void* item, Arguments... arguments) const { return call_(item, arguments...); }

 private:
  template <class Method>
  struct ItemOfMethod;
  template <class Lambda, class Returned, class T, class... Taken>
  struct ItemOfMethod<Returned (Lambda::*)(const T&, Taken...) const> {
    using Item = T;
  };
  template <class Method>
  using ItemOf = typename ItemOfMethod<Method>::Item;

  /// Small: no step calls it.
  template <class Lambda, class T>
  [[gnu::cold]] static Result call(const void* item, Arguments... arguments) {
    return Lambda{}(*static_cast<const T*>(item), arguments...);
  }
  Result (*call_)(const void*, Arguments...) = nullptr;
};

class ItemLoop;  // core/system/loop.h: how a system computes all items of one type

/// What an item file says of its type, beside the parameters: a constant.
struct ItemDescription {
  const char* type;    // value of "type"
  Text summary;        // one sentence
  Text equation = "";  // LaTeX
  Outputs outputs = {};
  Capabilities provides = capability::none;
  /// Names below "visualization" that are drawn; others give a warning.
  Few<const char*, 8> visualization = {};
  Drawing drawnAs = {};
  /// How many of what it is made of: coordinates of a node, links of a tree, segments of a cable's shape or contact.
  ItemFunction<int> count = {};
  /// Unit of the i-th coordinate: of a node, or of the node of a body where the body alone knows. Of a marker: of its coordinate.
  ItemFunction<Unit, int> coordinateUnit = {};
  /// Of a marker: the coordinate of its node that it stands on.
  ItemFunction<int> coordinate = {};
  /// Numbers in the data node that a connector needs and their initial values; empty if it needs none.
  ItemFunction<std::vector<double>, const InitialCoordinate&> initialData = {};
  /// Unit of the i-th number in the data node.
  ItemFunction<Unit, int> dataUnit = {};
  /// The equations of a constraint, also those that flags set free.
  ItemFunction<std::span<const EquationUnits>> equations = {};
  /// Checks that concern more than one parameter, and those that concern items that it refers to.
  ItemFunction<void, const Complain&> check = {};
  ItemFunction<void, const Neighbours&, const Complain&> checkAmong = {};
  /// Warns of what is allowed but does nothing, so that it is surely not meant.
  ItemFunction<void, const Complain&> warn = {};
  ItemFunction<void, const Neighbours&, const Complain&> warnAmong = {};
  /// The parameter because of which markers that must have a position must have an orientation too, or null.
  ItemFunction<const char*> orientationFor = {};
};

/// What the registry knows of an item type.
struct ItemType : ItemDescription {
  ItemKind kind;
  std::string name;  // value of "type"
  std::vector<Parameter> parameters;
  /// A new item as its struct starts.
  std::shared_ptr<void> (*construct)() = nullptr;
  std::unique_ptr<ItemLoop> (*loop)() = nullptr;

  /// A new item with every parameter at its default.
  std::shared_ptr<void> create() const;

  const Parameter* parameter(std::string_view parameterName) const;
  const Output* output(OutputVariable variable) const;
};

class Registry {
 public:
  static Registry& instance();
  /// A new type, still without parameters.
  ItemType& add(ItemKind kind, const ItemDescription& description);
  /// In alphabetical order within a kind, whatever order the files were linked in.
  const std::vector<const ItemType*>& types(ItemKind kind) const { return types_[static_cast<int>(kind)]; }
  const ItemType* find(ItemKind kind, std::string_view name) const;

 private:
  std::vector<const ItemType*> types_[itemKinds];
  std::vector<std::unique_ptr<ItemType>> owned_;
};

/// A parameter of the item struct T.
template <class T>
struct ParameterOf {
  Row row;
  MemberPointer<T> member;

  /// Any row of the language, kept in `target`.
  template <class V>
  constexpr ParameterOf(const Row& any, V T::*target) : row(any), member(target) {}
  /// A number, vector, matrix, flag: name, member, unit, range, default, text.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Unit unit, Range range, const std::type_identity_t<V>& value, const char* text)
      : row{name, text, targetType<V>(), storable(value), unit, range}, member(target) {}
  /// A number, vector or list that must be given.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Unit unit, Range range, Presence presence, const char* text)
      : row{name, textOf(presence, text), targetType<V>(), {}, unit, range, presence}, member(target) {}
  /// A reference to an item that provides `needs`.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Capabilities needs, Presence presence, const char* text)
      : row{name, textOf(presence, text), targetType<V>(), {}, {}, {}, presence, needs}, member(target) {}
  /// References to items that provide `needs`, the last of them `needsOfLast`.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Capabilities needs, Capabilities needsOfLast, Presence presence, const char* text)
      : row{name, textOf(presence, text), targetType<V>(), {}, {}, {}, presence, needs, needsOfLast}, member(target) {}
  /// An output variable.
  constexpr ParameterOf(const char* name, OutputVariable T::*target, const char* text)
      : row{name, Text::said(text), targetType<OutputVariable>(), {}, {}, {}, Presence::required}, member(target) {}
  /// A user function with its signature; `unit` is that of its result.
  constexpr ParameterOf(const char* name, UserFunction T::*target, Signature (*signature)(), Unit unit, const char* text)
      : row{name, text, targetType<UserFunction>(), {}, unit, {}, Presence::optional, capability::none, capability::none, signature},
        member(target) {}

  /// The unit is per power of a length with this parameter as the exponent; as it is written it is that of exponent 1.
  constexpr ParameterOf perPowerOf(const char* exponent) const {
    ParameterOf changed = *this;
    changed.row.exponent = exponent;
    return changed;
  }

  /// Pointers to members of a struct without virtual bases are offsets in every common ABI.
  std::ptrdiff_t offset() const {
    std::ptrdiff_t value;
    static_assert(sizeof member == sizeof value);
    std::memcpy(&value, &member, sizeof value);
    return value;
  }
};

/// Gives a type more parameters. The code is the same for all T, so that a program has it once.
template <class T>
[[gnu::noinline, gnu::cold]] void addParameters(ItemType& type, std::span<const ParameterOf<T>> parameters) {
  for (const ParameterOf<T>& parameter : parameters) type.parameters.push_back({parameter.row, parameter.offset()});
}

}  // namespace slipstick
