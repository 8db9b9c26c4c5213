// Uses of the tables of core/registry/table.h: the reader with its messages, the resolved form, the schema, the reference.
#pragma once

#include <functional>
#include <memory>

#include "core/model/values.h"

namespace slipstick {

/// Reads objects of a document according to their tables. The resolved form has every row, with its value or default, in the order of
/// the table: formulas are evaluated, colours are "#rrggbb", one value of a list row is a list of one, missing values are null. An object
/// with several possible tables has the key that selects the table, or `kind` with the name of the table.
class TableReader {
 public:
  /// The treatment of unknown keys, and of objects with missing values.
  enum class Strict { refused, notDrawn };
  /// Called for every object after its rows are read, inner objects first. It may add entries; false omits the object.
  using Finish = std::function<bool(const Table& table, Json& resolved, const DocumentPlace& place)>;

  /// `model`, if given, holds the items and parameters that may be named.
  TableReader(const ValueReader& reader, Strict strict, const Model* model = nullptr, Finish finish = nullptr);

  /// Returns null for an unreadable object, which is reported.
  Json read(const Json& json, const Table& table, const DocumentPlace& place) const;
  /// Returns the value of one row.
  Json value(const Json& json, const Row& row, const DocumentPlace& place) const;
  /// Returns the unresolved object, with the formulas among its numbers evaluated; invalid values remain unchanged.
  Json written(const Json& json, const Table& table) const;
  /// Reports keys that are neither in the rows nor equal to `other`, which may be null, and suggests the nearest one.
  void checkKeys(const Json& json, const Table& table, const char* other, const DocumentPlace& place) const;

 private:
  Json object(const Json& json, const Table& table, const char* key, const DocumentPlace& place) const;
  const Table* tableOf(const Json& json, const Row& row) const;
  Json alternative(const Json& json, const Row& row, const DocumentPlace& place) const;
  Json one(const Json& json, const Row& row, const DocumentPlace& place) const;
  Json ofParameters(const Json& json, const Row& row, const DocumentPlace& place) const;
  Json written(const Json& json, const Row& row) const;
  Json byDefault(const Row& row, const DocumentPlace& place) const;
  bool isKnown(const std::string& name, const Row& row, const DocumentPlace& place) const;
  void complain(const DocumentPlace& place, const Message& message) const;

  ValueReader reader_;
  Strict strict_;
  const Model* model_;
  std::map<Says, std::map<std::string, int, std::less<>>> names_;  // names of sensors, objects and parameters
  Finish finish_;
};

/// A value of a row's type, initialised with the row's default.
class RowValue {
 public:
  explicit RowValue(const Row& row);
  Target target() const { return {type_, value_.get()}; }

 private:
  int type_;
  std::unique_ptr<void, void (*)(void*)> value_;
};

/// Returns the schema of a row's values. Tables become definitions named `prefix` followed by the table's name.
Json rowSchema(const Row& row, const std::string& prefix, Json& definitions);
/// Returns a reference to the definition of an object according to a table.
Json tableSchema(const Table& table, const std::string& prefix, Json& definitions);
/// The same for a list of rows: properties and required keys.
Json rowProperties(std::span<const Row> rows, const std::string& prefix, Json& definitions);

/// Adds name, text and rows of a table and of all tables in it: {"name", "text", "key", "rows": [{"name", "takes", "form", "unit",
/// "range", "required", "default", "text", "tables"}]}, each table once.
void addTableReference(const Table& table, Json& tables);
/// Returns one row; `target` holds its default.
Json rowReference(const Row& row, const Target& target);

}  // namespace slipstick
