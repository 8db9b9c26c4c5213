// The registry: one place per item type, from which parsing, messages, schema, reference and the assembled system follow.
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

/// What an item offers to those that refer to it, as bits. A reference states which bits it needs. These are the ones that models and
/// systems ask for; rooms above add theirs and name them (core/items/capabilities.h). Messages list them in the order of the bits.
namespace capability {
inline constexpr Capabilities none = 0;
inline constexpr Capabilities position = 1u << 0;           // a point
inline constexpr Capabilities orientation = 1u << 1;        // a frame
inline constexpr Capabilities coordinate = 1u << 2;         // one scalar coordinate (markers); coordinates (nodes)
inline constexpr Capabilities mass = 1u << 3;               // a mass that gravity pulls
inline constexpr Capabilities data = 1u << 4;               // a node with data coordinates
inline constexpr Capabilities body = 1u << 5;               // an object that can carry markers
inline constexpr Capabilities cableShape = 1u << 14;        // a marker on the curve of a cable
inline constexpr Capabilities tree = 1u << 16;              // links that form a tree
inline constexpr Capabilities coordinates = 1u << 17;       // all coordinates of a node or object (markers, objects)
inline constexpr Capabilities loadedCoordinate = 1u << 18;  // a coordinate on which loads may act (markers)
inline constexpr Capabilities line = 1u << 21;              // an element of a cable or belt: quantities are recorded along it

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
/// One made of a lambda that takes the struct Item and has no captures.
template <class Item, class Result, class... Arguments>
class ItemFunction : public AnyItemFunction<Result, Arguments...> {
 public:
  constexpr ItemFunction() = default;
  template <class Lambda>
  requires std::is_invocable_r_v<Result, Lambda, const Item&, Arguments...>
  constexpr ItemFunction(Lambda) : AnyItemFunction<Result, Arguments...>(&call<Lambda>) {}  // NOLINT(google-explicit-constructor)

 private:
  /// Small: no step calls it.
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

class ItemLoop;  // core/system/loop.h: how a system computes all items of one type

/// What an item file says of its type, beside the parameters: a constant. `Item` is the struct; void: of any.
template <class Item>
struct ItemDescription {
  const char* type;    // value of "type"
  Text summary;        // one sentence
  Text equation = "";  // LaTeX
  Outputs outputs = {};
  Capabilities provides = capability::none;
  /// Names below "visualization" that are drawn; others give a warning.
  Few<const char*, 8> visualization = {};
  Drawing drawnAs = {};
  /// How many of what it is made of: coordinates of a node, links of a tree, segments of a cable's shape or contact, numbers of a sensor
  /// that can have more or fewer.
  ItemFunction<Item, int> count = {};
  /// Unit of the i-th coordinate: of a node, or of the node of a body where the body alone knows. Of a marker: of its coordinate.
  /// Of such a sensor: of its numbers.
  ItemFunction<Item, Unit, int> coordinateUnit = {};
  /// Of a marker: the coordinate of its node that it stands on.
  ItemFunction<Item, int> coordinate = {};
  /// Numbers in the data node that a connector needs and their initial values; empty if it needs none.
  ItemFunction<Item, std::vector<double>, const InitialCoordinate&> initialData = {};
  /// Unit of the i-th number in the data node.
  ItemFunction<Item, Unit, int> dataUnit = {};
  /// The equations of a constraint, also those that flags set free.
  ItemFunction<Item, std::span<const EquationUnits>> equations = {};
  /// Checks that concern more than one parameter, and those that concern items that it refers to.
  ItemFunction<Item, void, const Complain&> check = {};
  ItemFunction<Item, void, const Neighbours&, const Complain&> checkAmong = {};
  /// Warns of what is allowed but does nothing, so that it is surely not meant.
  ItemFunction<Item, void, const Complain&> warn = {};
  ItemFunction<Item, void, const Neighbours&, const Complain&> warnAmong = {};
  /// The parameter because of which markers that must have a position must have an orientation too, or null.
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

/// What the registry knows of an item type.
struct ItemType : ItemDescription<void> {
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
  ItemType& add(ItemKind kind, const ItemDescription<void>& description);
  /// In alphabetical order within a kind, whatever order the files were linked in.
  const std::vector<const ItemType*>& types(ItemKind kind) const { return types_[static_cast<int>(kind)]; }
  const ItemType* find(ItemKind kind, std::string_view name) const;

 private:
  std::vector<const ItemType*> types_[itemKinds];
  std::vector<std::unique_ptr<ItemType>> owned_;
};

/// An object of the struct T, in which its parameters show where their values lie.
template <class T>
inline const T prototype{};

/// A parameter of the struct T, of an item or of settings.
template <class T>
struct ParameterOf {
  Row row;
  const void* place;  // in prototype<T>

  /// Any row of the language, kept in `target`.
  template <class V>
  constexpr ParameterOf(const Row& any, V T::*target) : row(any), place(&(prototype<T>.*target)) {}
  /// A number, vector, matrix, flag: name, member, unit, range, default, text.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Unit unit, Range range, const std::type_identity_t<V>& value, const char* text)
      : row{name, text, typeNumber<V>, storable(value), unit, range}, place(&(prototype<T>.*target)) {}
  /// A number, vector or list that must be given.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Unit unit, Range range, Presence presence, const char* text)
      : row{name, textOf(presence, text), typeNumber<V>, {}, unit, range, presence}, place(&(prototype<T>.*target)) {}
  /// A reference to an item that provides `needs`.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Capabilities needs, Presence presence, const char* text)
      : row{name, textOf(presence, text), typeNumber<V>, {}, {}, {}, presence, needs}, place(&(prototype<T>.*target)) {}
  /// References to items that provide `needs`, the last of them `needsOfLast`.
  template <class V>
  constexpr ParameterOf(const char* name, V T::*target, Capabilities needs, Capabilities needsOfLast, Presence presence, const char* text)
      : row{name, textOf(presence, text), typeNumber<V>, {}, {}, {}, presence, needs, needsOfLast}, place(&(prototype<T>.*target)) {}
  /// An output variable.
  constexpr ParameterOf(const char* name, OutputVariable T::*target, const char* text)
      : row{name, Text::said(text), typeNumber<OutputVariable>, {}, {}, {}, Presence::required}, place(&(prototype<T>.*target)) {}
  /// A user function with its signature; `unit` is that of its result.
  constexpr ParameterOf(const char* name, UserFunction T::*target, Signature (*signature)(), Unit unit, const char* text)
      : row{name, text, typeNumber<UserFunction>, {}, unit, {}, Presence::optional, capability::none, capability::none, signature},
        place(&(prototype<T>.*target)) {}

  /// The unit is per power of a length with this parameter as the exponent; as it is written it is that of exponent 1.
  constexpr ParameterOf perPowerOf(const char* exponent) const {
    ParameterOf changed = *this;
    changed.row.exponent = exponent;
    return changed;
  }

  /// The assembled system depends on it: `set` cannot change it between steps.
  constexpr ParameterOf fixedAtAssembly() const {
    ParameterOf changed = *this;
    changed.row.fixedAtAssembly = true;
    return changed;
  }

  /// The row with its place in any struct T.
  Parameter bound() const { return {row, static_cast<const char*>(place) - reinterpret_cast<const char*>(&prototype<T>)}; }
};

/// Gives a type more parameters. The code is the same for all T, so that a program has it once.
template <class T>
[[gnu::noinline, gnu::cold]] void addParameters(ItemType& type, std::span<const ParameterOf<T>> parameters) {
  for (const ParameterOf<T>& parameter : parameters) type.parameters.push_back(parameter.bound());
}

}  // namespace slipstick
