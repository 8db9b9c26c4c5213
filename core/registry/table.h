// The language of documents: tables of rows. A row is a name, a type, a unit, a range, a default and one line of text. A table defines
// the reader with its messages, the defaults, the JSON Schema for the editor's completion, the reference and the resolved form
// (core/model/tables.h). Tables are constants and need no code:
//
//   constexpr const char* sides[] = {"left", "right"};
//   constexpr Row circleRows[] = {
//       row<Vector2>("center", unit::metre, anyNumber, Presence::required, "its centre"),
//       row<double>("radius", unit::metre, nonNegative, 0.0, "its radius; 0 at an end of an open belt: a point"),
//       wordRow("side", sides, "left", "the side of the circle on which the belt passes, seen in the belt's direction"),
//       row<UserFunction>("torque", &torqueSignature, unit::newtonMetre, "on the pulley"),
//   };
//   constexpr Table circle{"circle", "a circle that the belt passes", circleRows};
//   constexpr Row beltRows[] = {listOf(tableRow("circles", circle, "in the order in which the belt passes them")), …};
//
// Items and settings bind rows to members of a struct (ParameterOf in registry.h, SettingsTable in core/model/analysis.h). Tables
// without a struct are read from JSON to JSON by TableReader. Rows may also be combined at program start: a table is a view of any
// array.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

#include "core/registry/unit.h"
#include "core/registry/values.h"

namespace slipstick {

/// Texts of the reference and the schema. The engine for the browser omits them, which saves a tenth of its size, because the page reads
/// both from files. Texts used in messages remain.
class Text {
 public:
#ifdef SLIPSTICK_WITHOUT_TEXTS
  constexpr Text(const char*) {}  // NOLINT(google-explicit-constructor)
#else
  constexpr Text(const char* words) : words_(words) {}  // NOLINT(google-explicit-constructor)
#endif
  constexpr Text() = default;
  /// Texts that messages use too: the texts of required values.
  static constexpr Text said(const char* words) {
    Text text;
    text.words_ = words;
    return text;
  }
  constexpr const char* words() const { return words_; }

 private:
  const char* words_ = "";
};

/// The capabilities that an item offers to others that refer to it, as bits; see namespace capability in registry.h.
using Capabilities = unsigned;

/// A number with a special meaning, and the word that a document may use for it.
struct Choice {
  double value;
  const char* name;
};

/// The numbers that a row accepts.
struct Range {
  enum class Kind {
    any,
    positive,
    nonNegative,
    unitInterval,
    belowOne,
    upToOne,
    atLeastOne,
    unitVector,
    rotation,
    inertia,
    oneOf
  } kind = Kind::any;
  int choiceCount = 0;
  double choiceValues[6] = {};
  const Choice* choiceNames = nullptr;

  constexpr Range(Kind rangeKind = Kind::any) : kind(rangeKind) {}
  constexpr Range(Kind rangeKind, std::initializer_list<double> values) : kind(rangeKind) {
    for (const double value : values) choiceValues[choiceCount++] = value;
  }
  /// One of these numbers, written as number or word.
  template <std::size_t count>
  constexpr Range(const Choice (&named)[count]) : kind(Kind::oneOf), choiceNames(named) {  // NOLINT(google-explicit-constructor)
    for (const Choice& choice : named) choiceValues[choiceCount++] = choice.value;
  }
  /// Returns the choices of oneOf.
  constexpr std::span<const double> choices() const { return {choiceValues, static_cast<std::size_t>(choiceCount)}; }
  /// Returns the choices with their words; empty if they have none.
  constexpr std::span<const Choice> named() const { return {choiceNames, static_cast<std::size_t>(choiceNames ? choiceCount : 0)}; }
};
inline constexpr Range anyNumber{};
inline constexpr Range positive{Range::Kind::positive};          // > 0
inline constexpr Range nonNegative{Range::Kind::nonNegative};    // >= 0
inline constexpr Range unitInterval{Range::Kind::unitInterval};  // 0 … 1
// Factors by which a step shrinks or grows. They are positive; values on the wrong side of 1 produce a warning because earlier releases
// accepted them.
inline constexpr Range belowOne{Range::Kind::belowOne};      // 0 < x < 1
inline constexpr Range upToOne{Range::Kind::upToOne};        // 0 < x <= 1
inline constexpr Range atLeastOne{Range::Kind::atLeastOne};  // >= 1
inline constexpr Range unitVector{Range::Kind::unitVector};  // length 1 (within 1e-9: only directions are meaningful)
inline constexpr Range rotation{Range::Kind::rotation};      // a rotation matrix
inline constexpr Range inertia{Range::Kind::inertia};        // a tensor of inertia: 3×3, or [xx, yy, zz, yz, xz, xy]

/// Whether a value is optional.
enum class Presence { optional, required };

/// The size of an output, or of an argument or the result of a user function.
struct Size {
  enum class Per {
    number,            // a fixed number
    coordinate,        // the number of the item's coordinates
    matrix,            // that number squared; for a constraint its equations times the coordinates of its markers
    counted,           // a multiple of ItemType::count
    markerCoordinate,  // the total number of coordinates of the item's markers
    dataCoordinate,    // the number of coordinates of the item's data node, plus a fixed number
    parameter,         // the size of the parameter with the name of the argument
    formula            // the size of the formula's result
  };
  int number = 1;
  Per per = Per::number;

  /// Negative numbers do not compile.
  consteval Size(int fixed = 1, Per what = Per::number) : number(fixed), per(what) {  // NOLINT(google-explicit-constructor)
    if (fixed < 0) negativeSize();
  }
  constexpr bool isFixed() const { return per == Per::number; }
  static consteval Size perCounted(int numbers) { return {numbers, Per::counted}; }
  static const Size coordinates, matrix, counted, ofMarkers, data, stepAndData, parameter, formula;

 private:
  static void negativeSize() {}  // cannot be called in a constant expression
};
inline constexpr Size Size::coordinates{0, Per::coordinate};
inline constexpr Size Size::matrix{0, Per::matrix};
inline constexpr Size Size::counted{1, Per::counted};
inline constexpr Size Size::ofMarkers{0, Per::markerCoordinate};
inline constexpr Size Size::data{0, Per::dataCoordinate};
inline constexpr Size Size::stepAndData{2, Per::dataCoordinate};  // for a post-Newton function: error, recommended step, new data
inline constexpr Size Size::parameter{0, Per::parameter};
inline constexpr Size Size::formula{0, Per::formula};

struct UserFunctionArgument {
  struct Shape {
    Size rows = 1;
    int columns = 1;
  };
  const char* name;
  Shape shape;
};
/// The arguments of a user function and the size of its result. `t` comes first.
struct Signature {
  std::vector<UserFunctionArgument> arguments;
  Size resultSize = 1;
};

/// The default of a row. Other types have their initial values (empty lists, zero matrices). Without a struct, a missing default is
/// null.
using Default = std::variant<std::monostate, double, int, bool, Vector1, Vector2, Vector3, Vector4, Vector6, Vector7, Matrix3, const char*>;

/// The meaning of a text: any words, the same in several languages ({"en": …, "de": …}), one of `words`, a colour, or the name of
/// something in the document.
enum class Says { text, localised, word, color, sensor, line, object, parameter, output, formula, input };

/// How often a value may occur.
enum class Form {
  one,
  list,
  oneOrList,
  byParameter,  // an object with values for some parameters of the document: {"mass": 2}
};

struct Table;

/// The text of a row; used in the message about a missing required row.
constexpr Text textOf(Presence presence, const char* words) { return presence == Presence::required ? Text::said(words) : Text(words); }

/// One entry of the document language, without its storage: only constants, so that a table needs no code.
struct Row {
  std::string_view name;
  Text text = "";
  int type = 0;  // index among ValueTypes; unused if there are `tables`
  Default defaultValue = {};
  Unit unit = {};
  Range range = {};
  Presence presence = Presence::optional;
  Capabilities needs = 0;              // for a reference: capabilities that the item must provide
  Capabilities needsOfLast = 0;        // the same for the last reference of a list, if it differs
  Signature (*signature)() = nullptr;  // for a user function
  const char* exponent = nullptr;      // see ParameterOf::perPowerOf
  Form form = Form::one;
  Says says = Says::text;                   // for a text
  int components = 0;                       // required components of the named sensor; 0: any number
  std::span<const char* const> words = {};  // allowed values of a text, or alternatives to a table: "t" for the axis of a plot
  bool orFlag = false;                      // true or false may replace a table: true is the table with its defaults, false is none
  bool fixedAtAssembly = false;             // sizes, indices and structure of the system depend on it, so `set` cannot change it
  /// An object according to this table. Of several tables, `tableKey` selects one by name: {"type": "box"}. Without a key, it is the
  /// first table whose first row is present, or else the last.
  std::span<const Table> tables = {};
  const char* tableKey = nullptr;
};

/// The rows of one object of a document.
struct Table {
  const char* name;  // unique among the tables of a schema; the value of the key that selects it
  Text text;         // description in one line
  std::span<const Row> rows;

  /// Returns whether it is this table, by name.
  constexpr bool is(const Table& other) const { return std::string_view(name) == other.name; }
  constexpr const Row* row(std::string_view rowName) const {
    for (const Row& candidate : rows)
      if (candidate.name == rowName) return &candidate;
    return nullptr;
  }
};

template <class V>
constexpr Default storable(const V& value) {
  if constexpr (std::is_constructible_v<Default, std::in_place_type_t<V>, V>)
    return Default(std::in_place_type<V>, value);
  else
    return std::monostate{};
}

/// A number, vector, matrix or flag: name, unit, range, default, text.
template <class V>
constexpr Row row(const char* name, Unit unit, Range range, const std::type_identity_t<V>& value, const char* text) {
  return {.name = name, .text = text, .type = typeNumber<V>, .defaultValue = storable(value), .unit = unit, .range = range};
}
/// A required one, or an optional one without a value: the text describes the effect.
template <class V>
constexpr Row row(const char* name, Unit unit, Range range, Presence presence, const char* text) {
  return {.name = name, .text = textOf(presence, text), .type = typeNumber<V>, .unit = unit, .range = range, .presence = presence};
}
/// A reference to an item, or to several, that provide `needs`.
template <class V>
constexpr Row referenceRow(const char* name, Capabilities needs, Presence presence, const char* text) {
  return {.name = name, .text = textOf(presence, text), .type = typeNumber<V>, .presence = presence, .needs = needs};
}
/// A user function with its signature; `unit` is the unit of its result.
template <class V>
requires std::is_same_v<V, UserFunction>
constexpr Row row(const char* name, Signature (*signature)(), Unit unit, const char* text) {
  return {.name = name, .text = text, .type = typeNumber<UserFunction>, .unit = unit, .signature = signature};
}
/// A text with the meaning `says`; a missing value is "" if the text is free, and null if it names something.
constexpr Row textRow(const char* name, Says says, Presence presence, const char* text) {
  return {.name = name, .text = textOf(presence, text), .type = typeNumber<std::string>, .presence = presence, .says = says};
}
/// One of several words; `value` null: no default.
constexpr Row wordRow(const char* name, std::span<const char* const> words, const char* value, const char* text) {
  return {.name = name,
          .text = text,
          .type = typeNumber<std::string>,
          .defaultValue = value ? Default(value) : Default(),
          .says = Says::word,
          .words = words};
}
/// An output variable.
constexpr Row outputRow(const char* name, Presence presence, const char* text) {
  return {.name = name, .text = textOf(presence, text), .type = typeNumber<OutputVariable>, .presence = presence};
}
/// An object with its own table.
constexpr Row tableRow(const char* name, const Table& table, Presence presence, const char* text) {
  return {.name = name, .text = textOf(presence, text), .presence = presence, .tables = {&table, 1}};
}
/// An object according to one of several tables; see Row::tables.
constexpr Row tableRow(const char* name, std::span<const Table> tables, const char* key, const char* text) {
  return {.name = name, .text = text, .tables = tables, .tableKey = key};
}
/// A list of such values.
constexpr Row listOf(Row row) {
  row.form = Form::list;
  return row;
}
constexpr Row oneOrListOf(Row row) {
  row.form = Form::oneOrList;
  return row;
}
/// A value for each of some parameters of the document.
constexpr Row byParameter(Row row) {
  row.form = Form::byParameter;
  return row;
}

/// A row stored in a member of a struct, at `offset` bytes from its start.
struct Parameter : Row {
  std::ptrdiff_t offset = 0;

  /// Returns the location of the value in an item.
  Target target(void* item) const { return {type, static_cast<char*>(item) + offset}; }
  void setDefault(void* item) const { setDefault(target(item)); }
  void setDefault(const Target& target) const;
};

}  // namespace slipstick
