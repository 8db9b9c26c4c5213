// What follows from a table of core/registry/table.h: the reader with its messages, the resolved form, the schema, the reference.
#pragma once

#include <functional>
#include <memory>

#include "core/model/values.h"

namespace slipstick {

/// Reads objects of a document by their tables. The resolved form has every row, with its value or its default, in the order of the
/// table: formulas evaluated, colours as "#rrggbb", one of several always as a list, null where there is no value. An object by one of
/// several tables has the key that chose it, or `kind` with the name of the table.
class TableReader {
 public:
  /// What becomes of keys that no row has, and of objects in which something is missing.
  enum class Strict { refused, notDrawn };
  /// Sees every object when its rows are read, inner ones first, and may add to it; false leaves it out.
  using Finish = std::function<bool(const Table& table, Json& resolved, const DocumentPlace& place)>;

  /// `model`, if given, holds the items and parameters that may be named.
  TableReader(const ValueReader& reader, Strict strict, const Model* model = nullptr, Finish finish = nullptr);

  /// Null where it cannot be read, which is reported.
  Json read(const Json& json, const Table& table, const DocumentPlace& place) const;
  /// The value of one row.
  Json value(const Json& json, const Row& row, const DocumentPlace& place) const;
  /// The object as it is written, with the formulas among its numbers evaluated; what is wrong stays as it is.
  Json written(const Json& json, const Table& table) const;
  /// Reports keys that are neither of the rows nor `other`, which may be null, with the nearest that is.
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
  void complain(const DocumentPlace& place, const std::string& message) const;

  ValueReader reader_;
  Strict strict_;
  const Model* model_;
  std::map<Says, std::map<std::string, int, std::less<>>> names_;  // of sensors, objects and parameters
  Finish finish_;
};

/// A value of the type of a row, at the row's default.
class RowValue {
 public:
  explicit RowValue(const Row& row);
  Target target() const { return {type_, value_.get()}; }

 private:
  int type_;
  std::unique_ptr<void, void (*)(void*)> value_;
};

/// The schema of what a row takes. Tables become definitions, called `prefix` and their name.
Json rowSchema(const Row& row, const std::string& prefix, Json& definitions);
/// A reference to the definition of an object by a table.
Json tableSchema(const Table& table, const std::string& prefix, Json& definitions);
/// The same of a list of rows: properties, and what is required.
Json rowProperties(std::span<const Row> rows, const std::string& prefix, Json& definitions);

/// Name, text and rows of a table and of all tables in it: {"name", "text", "key", "rows": [{"name", "takes", "unit", "range", "required",
/// "default", "text", "tables"}]}, each table once.
void addTableReference(const Table& table, Json& tables);
/// One row, whose default lies in `target`.
Json rowReference(const Row& row, const Target& target);

}  // namespace slipstick
