// Reads document values into the typed members of an item: numbers, flags, lists, matrices and formulas in strings.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/expression/formula.h"
#include "core/model/issues.h"

namespace slipstick {

/// Numbers and types of the items of a document, for references. `type` is null if the document names an unknown type.
class ItemNames {
 public:
  struct Entry {
    std::string name;  // "" if none is given
    const ItemType* type;
  };
  /// Returns false if another item of this kind has the name.
  bool add(ItemKind kind, std::string name, const ItemType* type);
  int count(ItemKind kind) const { return static_cast<int>(entries_[static_cast<int>(kind)].size()); }
  const Entry& entry(ItemKind kind, int index) const { return entries_[static_cast<int>(kind)][index]; }
  /// Returns -1 if there is none.
  int find(ItemKind kind, const std::string& name) const;
  /// Returns the names to suggest for an unknown one: none if there are too many to compare.
  std::vector<std::string> names(ItemKind kind) const;

 private:
  std::vector<Entry> entries_[itemKinds];
  std::map<std::string, int, std::less<>> indices_[itemKinds];
};

/// Reads constants; problems are added to `issues`.
class ValueReader {
 public:
  /// `names` is required for reading references.
  ValueReader(const Scope& scope, Issues& issues, const ItemNames* names = nullptr) : scope_(scope), issues_(issues), names_(names) {}

  /// Reads `json` into `target` and checks it against the range, size, needs and words of `row`. User functions are excluded.
  bool read(const Json& json, const Row& row, const Target& target, const DocumentPlace& place) const;
  /// Returns a number, nested list or formula as numbers.
  std::optional<Constant> constant(const Json& json, const DocumentPlace& place) const;
  const Scope& scope() const { return scope_; }
  Issues& issues() const { return issues_; }
  const ItemNames* names() const { return names_; }

 private:
  const Scope& scope_;
  Issues& issues_;
  const ItemNames* names_;
};

/// Returns "#1f5f8b" for a text of this form, for the name of a common colour, or for red, green and blue between 0 and 1; "" for
/// anything else.
std::string colorText(std::string_view text);
std::string colorText(const std::vector<double>& numbers);
/// Describes the values that a target accepts, for messages: "a number (N/m)", "a list of 3 numbers (m)", "true or false".
Message expected(const Target& target, const Row& row);
/// Describes the numbers, or integers, that a range allows: "0 or more"; "" if all.
Message rangeText(const Range& range, bool whole = false);
/// Returns the value of a target as JSON: references as numbers, matrices by rows. Null for user functions.
Json toJson(const Target& target);
/// Returns numbers as JSON: a number, a list, or a list of rows.
Json toJson(const Constant& constant);
/// Returns the kind of item that a target refers to, if it is a reference.
std::optional<ItemKind> referredKind(const Target& target);
/// Returns the numbers of the items in a reference or list of references; -1 for none. Empty for other targets.
std::vector<int> referredItems(const Target& target);
/// Returns an error inside a formula as a message.
Message formulaMessage(const std::string& text, const FormulaError& error);

}  // namespace slipstick
