// Defines a creator: a name, a table of arguments, and a function that expands it into items. Schema, reference and messages are generated
// from the table.
#pragma once

#include <string>
#include <vector>

#include "core/items/types.h"
#include "core/model/items.h"
#include "core/model/tables.h"

namespace slipstick {

class Expansion;

struct Creator {
  const char* name;
  Text summary;
  std::vector<Row> arguments;
  void (*expand)(Expansion&);

  const Row* argument(std::string_view argumentName) const;
};

/// All creators, in the order of the reference.
const std::vector<Creator>& creators();
std::vector<Creator> bodyCreators();
std::vector<Creator> springCreators();
std::vector<Creator> jointCreators();
std::vector<Creator> rollingCreators();
std::vector<Creator> loadCreators();
std::vector<Creator> cableCreators();
std::vector<Creator> sphereCreators();
/// Adds creators of items that only some builds contain, after the others.
bool addCreators(std::vector<Creator> (*more)());

/// The parameters that a creator passes on unchanged to an item of this type: all except references to other items and `except`.
std::vector<Row> passes(const ItemType& type, std::initializer_list<std::string_view> except = {});
std::vector<Row> operator+(std::vector<Row> a, const std::vector<Row>& b);
/// The name of an object, or null for the ground.
constexpr Row bodyRow(const char* name, Presence presence, const char* text) { return referenceRow<ObjectIndex>(name, 0, presence, text); }
/// The argument `bodies`, two objects.
constexpr Row bodiesRow(const char* text = "the two bodies, null for ground") {
  return listOf(bodyRow("bodies", Presence::required, text));
}
/// Exudyn's name for an argument that names bodies, which is accepted too; "" for other arguments.
std::string aliasOf(const Row& argument);

/// Whether an entry of the document, which may be any JSON value, is an item of this type.
bool isOf(const Json& item, const ItemType& type);

/// An item that a creator adds: its type, and its parameters as in a document.
struct NewItem {
  const ItemType& type;
  Json json;

  NewItem(const ItemType& itemType, Json parameters = {});
  Json& operator[](const char* parameter) { return json[parameter]; }
};

/// The position and rotation of a body's frame in the reference configuration.
struct ReferencePose {
  Vector3 position;
  Matrix3 rotation = Matrix3::identity();
};

/// One entry of `create` during its expansion. Arguments are evaluated on request. An error in an argument is reported once and its default
/// is used, so that all errors are found.
class Expansion {
 public:
  Expansion(const Creator& creator, const Json& entry, DocumentPlace place, const Scope& scope, Drafts& drafts,
            std::map<std::string, int>& objects, int& ground, Issues& issues);

  /// Whether the argument is given.
  bool has(const char* argument) const { return entry_.contains(keyOf(argument)); }
  double number(const char* argument) const;
  bool flag(const char* argument) const;
  Vector3 vector(const char* argument) const;
  Matrix3 matrix(const char* argument) const;
  std::vector<Vector3> points(const char* argument) const;
  std::vector<double> numbers(const char* argument) const;
  int wholeNumber(const char* argument) const;
  /// A positive integer.
  int count(const char* argument) const;
  /// Two or four numbers.
  Vector2 pair(const char* argument) const;
  Vector4 four(const char* argument) const;
  /// One of the words listed in the argument's row.
  std::string word(const char* argument) const;
  /// The node type named by one of these words.
  const ItemType& nodeType(const char* argument) const;
  /// The object that an argument names; null is ground.
  int body(const char* argument);
  std::array<int, 2> bodies();
  int body(const Json& json, const DocumentPlace& place);
  /// The argument as written, or null.
  const Json& raw(const char* argument) const;
  const DocumentPlace& place() const { return place_; }
  ValueReader reader() const { return ValueReader(scope_, issues_); }
  void fail(const char* argument, const Message& message) const { issues_.error(place_.at(keyOf(argument)), message); }
  void warn(const char* argument, const Message& message) const { issues_.warning(place_.at(keyOf(argument)), message); }

  /// Adds an item named after the creator, followed by `.part` if given, and returns its number.
  int add(NewItem item, const std::string& part = "");
  /// Adds an item with its own name, made for `entry` at `place`.
  int addCalled(const std::string& name, NewItem item, const Json& entry, const DocumentPlace& place);
  const std::string& name() const { return name_; }
  const Json& entry() const { return entry_; }
  /// Whether so many more items are possible; reports if they are not.
  bool roomFor(double items) const;
  /// Reserves memory for so many more items and a few others, if these are most of the items.
  void reserve(ItemKind kind, std::size_t items);
  /// Passes the given arguments to an item that has parameters of the same names and no values for them yet.
  void pass(NewItem& item) const;
  /// Writes the given arguments, or else their defaults, into an item.
  void write(NewItem& item, std::initializer_list<const char*> arguments) const;
  /// A marker on an object.
  int addMarker(const ItemType& type, int object, const Vector3& localPosition, const char* part);
  ReferencePose pose(int object, const char* argument) const;
  /// The item of an object's node, or null.
  const Json* nodeOf(int object, int& node) const;
  const Json& object(int number) const { return drafts_.items[static_cast<int>(ItemKind::object)][number].json; }

 private:
  /// The key of an argument in the entry: its own name or Exudyn's.
  std::string keyOf(const char* argument) const;
  template <class V>
  V read(const char* argument) const;

  const Creator& creator_;
  const Json& entry_;
  DocumentPlace place_;
  const Scope& scope_;
  Drafts& drafts_;
  std::map<std::string, int>& objects_;  // names of the objects so far
  int& ground_;                          // number of the ground that null refers to, -1 until it is needed
  Issues& issues_;
  int errorsBefore_;
  std::string name_;
};

Json toJson(const Vector3& vector);
Json toJson(const Matrix3& matrix);

}  // namespace slipstick
