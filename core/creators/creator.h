// What a creator is: a name, a table of arguments, and how it expands into items. From the table come schema, reference and messages.
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
/// Adds creators of items that not every build has, behind the others.
bool addCreators(std::vector<Creator> (*more)());

/// Parameters that a creator passes on to an item of this type, under their names: all but references to other items and `except`.
std::vector<Row> passes(const ItemType& type, std::initializer_list<std::string_view> except = {});
std::vector<Row> operator+(std::vector<Row> a, const std::vector<Row>& b);
/// An object that is named, or null for the ground.
constexpr Row bodyRow(const char* name, Presence presence, const char* text) { return referenceRow<ObjectIndex>(name, 0, presence, text); }
/// `bodies`: two of them.
constexpr Row bodiesRow(const char* text = "the two bodies, null for ground") {
  return listOf(bodyRow("bodies", Presence::required, text));
}
/// Exudyn's name of an argument that names bodies, accepted too; "" of others.
std::string aliasOf(const Row& argument);

/// Whether an item of the document, which may be anything, is of this type.
bool isOf(const Json& item, const ItemType& type);

/// An item that a creator makes: its type, and its parameters as a document writes them.
struct NewItem {
  const ItemType& type;
  Json json;

  NewItem(const ItemType& itemType, Json parameters = {});
  Json& operator[](const char* parameter) { return json[parameter]; }
};

/// Position and rotation of a body's frame in the reference configuration.
struct ReferencePose {
  Vector3 position;
  Matrix3 rotation = Matrix3::identity();
};

/// One entry of `create` while it is expanded. Arguments are evaluated when asked for; what is wrong with them is reported once and
/// their default used, so that all errors are found.
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
  /// A whole number from 1 on.
  int count(const char* argument) const;
  /// Two numbers, or four.
  Vector2 pair(const char* argument) const;
  Vector4 four(const char* argument) const;
  /// One of the words of its row.
  std::string word(const char* argument) const;
  /// One of its words too, which name types of nodes.
  const ItemType& nodeType(const char* argument) const;
  /// The object that an argument names; null is ground.
  int body(const char* argument);
  std::array<int, 2> bodies();
  int body(const Json& json, const DocumentPlace& place);
  /// The argument as written, or null.
  const Json& raw(const char* argument) const;
  const DocumentPlace& place() const { return place_; }
  ValueReader reader() const { return ValueReader(scope_, issues_); }
  void fail(const char* argument, const std::string& message) const { issues_.error(place_.at(keyOf(argument)), message); }
  void warn(const char* argument, const std::string& message) const { issues_.warning(place_.at(keyOf(argument)), message); }

  /// Adds an item called like the creator, with `.part` behind if given, and returns its number.
  int add(NewItem item, const std::string& part = "");
  /// Adds an item with a name of its own, made for `entry` at `place`.
  int addCalled(const std::string& name, NewItem item, const Json& entry, const DocumentPlace& place);
  const std::string& name() const { return name_; }
  const Json& entry() const { return entry_; }
  /// Whether so many items more are possible; that they are not is reported.
  bool roomFor(double items) const;
  /// Memory for so many items more and a few others, where these are most of all.
  void reserve(ItemKind kind, std::size_t items);
  /// Hands arguments that are given on to an item that has parameters of the same names and no values for them yet.
  void pass(NewItem& item) const;
  /// Writes arguments into an item as they are given, or else their defaults.
  void write(NewItem& item, std::initializer_list<const char*> arguments) const;
  /// A marker on an object.
  int addMarker(const ItemType& type, int object, const Vector3& localPosition, const char* part);
  ReferencePose pose(int object, const char* argument) const;
  /// The item of an object's node, or null.
  const Json* nodeOf(int object, int& node) const;
  const Json& object(int number) const { return drafts_.items[static_cast<int>(ItemKind::object)][number].json; }

 private:
  /// The key of an argument in the entry: its name, or Exudyn's.
  std::string keyOf(const char* argument) const;
  template <class V>
  V read(const char* argument) const;

  const Creator& creator_;
  const Json& entry_;
  DocumentPlace place_;
  const Scope& scope_;
  Drafts& drafts_;
  std::map<std::string, int>& objects_;  // names of objects so far
  int& ground_;                          // the ground that null means, -1 until it is needed
  Issues& issues_;
  int errorsBefore_;
  std::string name_;
};

Json toJson(const Vector3& vector);
Json toJson(const Matrix3& matrix);

}  // namespace slipstick
