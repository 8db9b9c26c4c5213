// The registry: one definition per item type, from which parsing, messages, schema, reference and the assembled system follow.
#pragma once

#include <cstddef>
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
#include <vector>

#include "core/registry/table.h"

namespace slipstick {

/// "node" …
const char* kindName(ItemKind kind);

/// The capabilities that an item offers to others that refer to it, as bits. A reference states the bits it needs. The bits here are
/// those required by models and systems; other folders define and name further ones (core/items/capabilities.h). Messages list them in
/// the order of the bits.
namespace capability {
inline constexpr Capabilities none = 0;
inline constexpr Capabilities position = 1u << 0;           // a point
inline constexpr Capabilities orientation = 1u << 1;        // a frame
inline constexpr Capabilities coordinate = 1u << 2;         // one scalar coordinate (markers); coordinates (nodes)
inline constexpr Capabilities mass = 1u << 3;               // a mass subject to gravity
inline constexpr Capabilities data = 1u << 4;               // a node with data coordinates
inline constexpr Capabilities body = 1u << 5;               // an object that can carry markers
inline constexpr Capabilities cableShape = 1u << 14;        // a marker on the curve of a cable
inline constexpr Capabilities tree = 1u << 16;              // links that form a tree
inline constexpr Capabilities coordinates = 1u << 17;       // all coordinates of a node or object (markers, objects)
inline constexpr Capabilities loadedCoordinate = 1u << 18;  // a coordinate that accepts loads (markers)
inline constexpr Capabilities line = 1u << 21;              // an element of a cable or belt, along which quantities are recorded

struct Word {
  Capabilities bit;
  const char* word;  // for messages
};
/// Names bits, each once.
bool name(std::initializer_list<Word> words);
/// "position and orientation" …, for messages.
std::string describe(Capabilities capabilities);
}  // namespace capability

struct Output {
  OutputVariable variable;
  Unit unit;
  Size size;
  Text text;
};

/// Collects the problems of one item; `parameter` is a name such as "discRadius" or "" for the whole item.
using Complain = std::function<void(const std::string& parameter, const std::string& message)>;

/// Returns the initial coordinate of a marker and its rate if it is a coordinate of a node; zero for rotations of rigid nodes.
using InitialCoordinate = std::function<std::array<double, 2>(MarkerIndex)>;

struct ItemType;

/// An item with its type; both null if the item is invalid.
struct Neighbour {
  const ItemType* type = nullptr;
  const void* value = nullptr;

  explicit operator bool() const { return type; }
  /// Returns ItemType::count, nothing if the type has none.
  std::optional<int> count() const;
  Capabilities provides() const;
};

/// The items that an item refers to, during its check.
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

/// One equation of a constraint and the unit of its Lagrange multiplier. For an equation at velocity level it is the unit at position
/// level.
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

/// The drawing of an item: a keyword of the 3D view (wasm/engine/wire.ts, DrawnAs), and the parameters that hold its dimensions.
struct Drawing {
  struct Need {
    const char* role;       // "radius" of the drawing …
    const char* parameter;  // … is the parameter "discRadius"
  };
  const char* as = "";
  Few<Need, 4> from = {};
};

/// A function of an item type, called with an item of that type.
template <class Result, class... Arguments>
class AnyItemFunction {
 public:
  constexpr AnyItemFunction() = default;
  explicit operator bool() const { return call_; }
  Result operator()(const void* item, Arguments... arguments) const { return call_(item, arguments...); }

 protected:
  using Call = Result (*)(const void*, Arguments...);
  explicit constexpr AnyItemFunction(Call call) : call_(call) {}

 private:
  Call call_ = nullptr;
};
/// Made from a lambda that takes the struct Item and has no captures.
template <class Item, class Result, class... Arguments>
class ItemFunction : public AnyItemFunction<Result, Arguments...> {
 public:
  constexpr ItemFunction() = default;
  template <class Lambda>
  requires std::is_invocable_r_v<Result, Lambda, const Item&, Arguments...>
  constexpr ItemFunction(Lambda) : AnyItemFunction<Result, Arguments...>(&call<Lambda>) {}  // NOLINT(google-explicit-constructor)

 private:
  /// Optimised for size because no step calls it.
  template <class Lambda>
  [[gnu::cold]] static Result call(const void* item, Arguments... arguments) {
    return Lambda{}(*static_cast<const Item*>(item), arguments...);
  }
};
template <class Result, class... Arguments>
class ItemFunction<void, Result, Arguments...> : public AnyItemFunction<Result, Arguments...> {
 public:
  constexpr ItemFunction() = default;
  constexpr ItemFunction(const AnyItemFunction<Result, Arguments...>& any)  // NOLINT(google-explicit-constructor)
      : AnyItemFunction<Result, Arguments...>(any) {}
};

class ItemLoop;  // core/system/loop.h: computes all items of one type in a system

/// The constant description of an item type in its file, besides the parameters. `Item` is the struct; void: any item.
template <class Item>
struct ItemDescription {
  const char* type;    // value of "type"
  Text summary;        // one sentence
  Text equation = "";  // LaTeX
  Outputs outputs = {};
  Capabilities provides = capability::none;
  /// Keys of "visualization" that are drawn; others produce a warning.
  Few<const char*, 8> visualization = {};
  Drawing drawnAs = {};
  /// The number of components: coordinates of a node, links of a tree, segments of a cable's shape or contact, entries of a sensor of
  /// variable size.
  ItemFunction<Item, int> count = {};
  /// The unit of the i-th coordinate: of a node, or of a body's node if only the body knows it. For a marker: of its coordinate. For a
  /// sensor of variable size: of its entries.
  ItemFunction<Item, Unit, int> coordinateUnit = {};
  /// For a marker: the coordinate of its node to which it refers.
  ItemFunction<Item, int> coordinate = {};
  /// The initial values of the data node that a connector needs; empty if it needs none.
  ItemFunction<Item, std::vector<double>, const InitialCoordinate&> initialData = {};
  /// The unit of the i-th entry of the data node.
  ItemFunction<Item, Unit, int> dataUnit = {};
  /// The equations of a constraint, including those released by flags.
  ItemFunction<Item, std::span<const EquationUnits>> equations = {};
  /// Checks that involve several parameters, and those that involve items it refers to.
  ItemFunction<Item, void, const Complain&> check = {};
  ItemFunction<Item, void, const Neighbours&, const Complain&> checkAmong = {};
  /// Warns of allowed settings that have no effect and are therefore probably unintended.
  ItemFunction<Item, void, const Complain&> warn = {};
  ItemFunction<Item, void, const Neighbours&, const Complain&> warnAmong = {};
  /// The parameter that makes markers need an orientation in addition to a position, or null.
  ItemFunction<Item, const char*> orientationFor = {};
};

/// The same without its struct.
template <class Item>
ItemDescription<void> ofAny(const ItemDescription<Item>& description) {
  const auto& [type, summary, equation, outputs, provides, visualization, drawnAs, count, coordinateUnit, coordinate, initialData, dataUnit,
               equations, check, checkAmong, warn, warnAmong, orientationFor] = description;
  return {type,       summary,     equation, outputs,   provides, visualization, drawnAs, count,     coordinateUnit,
          coordinate, initialData, dataUnit, equations, check,    checkAmong,    warn,    warnAmong, orientationFor};
}

/// The registry's data about an item type.
struct ItemType : ItemDescription<void> {
  ItemKind kind;
  std::string name;  // value of "type"
  std::vector<Parameter> parameters;
  /// Makes an item with the initial values of its struct.
  std::shared_ptr<void> (*construct)() = nullptr;
  std::unique_ptr<ItemLoop> (*loop)() = nullptr;

  /// Returns a new item with every parameter at its default.
  std::shared_ptr<void> create() const;

  const Parameter* parameter(std::string_view parameterName) const;
  const Output* output(OutputVariable variable) const;
};

class Registry {
 public:
  static Registry& instance();
  /// Adds a type, without parameters so far.
  ItemType& add(ItemKind kind, const ItemDescription<void>& description);
  /// Returns the types in alphabetical order within a kind, independent of the link order.
  const std::vector<const ItemType*>& types(ItemKind kind) const { return types_[static_cast<int>(kind)]; }
  const ItemType* find(ItemKind kind, std::string_view name) const;

 private:
  std::vector<const ItemType*> types_[itemKinds];
  std::vector<std::unique_ptr<ItemType>> owned_;
};

/// An object of the struct T, for the offsets of its parameters.
template <class T>
inline const T prototype{};

/// A parameter of the struct T, of an item or of settings.
template <class T>
struct ParameterOf {
  Row row;
  const void* place;  // in prototype<T>

  /// Any row, stored in `target`.
  template <class V>
  constexpr ParameterOf(const Row& any, V T::*target) : row(any), place(&(prototype<T>.*target)) {}
  /// A number, vector, matrix, flag: name, member, unit, range, default, text.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Unit unit, Range range, const std::type_identity_t<V>& value, const char* text)
      : row{name, text, typeNumber<V>, storable(value), unit, range}, place(&(prototype<T>.*target)) {}
  /// A required number, vector or list.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Unit unit, Range range, Presence presence, const char* text)
      : row{name, textOf(presence, text), typeNumber<V>, {}, unit, range, presence}, place(&(prototype<T>.*target)) {}
  /// A reference to an item that provides `needs`.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Capabilities needs, Presence presence, const char* text)
      : row{name, textOf(presence, text), typeNumber<V>, {}, {}, {}, presence, needs}, place(&(prototype<T>.*target)) {}
  /// References to items that provide `needs`; the last of them `needsOfLast`.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Capabilities needs, Capabilities needsOfLast, Presence presence, const char* text)
      : row{name, textOf(presence, text), typeNumber<V>, {}, {}, {}, presence, needs, needsOfLast}, place(&(prototype<T>.*target)) {}
  /// An output variable.
  constexpr ParameterOf(const char* name, OutputVariable T::*target, const char* text)
      : row{name, Text::said(text), typeNumber<OutputVariable>, {}, {}, {}, Presence::required}, place(&(prototype<T>.*target)) {}
  /// A user function with its signature; `unit` is the unit of its result.
  constexpr ParameterOf(const char* name, UserFunction T::*target, Signature (*signature)(), Unit unit, const char* text)
      : row{name, text, typeNumber<UserFunction>, {}, unit, {}, Presence::optional, capability::none, capability::none, signature},
        place(&(prototype<T>.*target)) {}

  /// The unit is per power of a length with this parameter as the exponent; it is written for exponent 1.
  constexpr ParameterOf perPowerOf(const char* exponent) const {
    ParameterOf changed = *this;
    changed.row.exponent = exponent;
    return changed;
  }

  /// The assembled system depends on it, so `set` cannot change it between steps.
  constexpr ParameterOf fixedAtAssembly() const {
    ParameterOf changed = *this;
    changed.row.fixedAtAssembly = true;
    return changed;
  }

  /// Returns the row with its offset in any struct T.
  Parameter bound() const { return {row, static_cast<const char*>(place) - reinterpret_cast<const char*>(&prototype<T>)}; }
};

/// Adds parameters to a type. The code is independent of T, so that a program contains it once.
template <class T>
[[gnu::noinline, gnu::cold]] void addParameters(ItemType& type, std::span<const ParameterOf<T>> parameters) {
  for (const ParameterOf<T>& parameter : parameters) type.parameters.push_back(parameter.bound());
}

}  // namespace slipstick
