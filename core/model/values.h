// Values of a document into the typed members of an item: numbers, flags, lists, matrices and formulas in strings.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/expression/formula.h"
#include "core/model/issues.h"

namespace slipstick {

/// Numbers and types of the items of a document, for references. `type` is null where the document names an unknown one.
class ItemNames {
 public:
  struct Entry {
    std::string name;  // "" if none is given
    const ItemType* type;
  };
  /// False if another item of this kind has the name.
  bool add(ItemKind kind, std::string name, const ItemType* type);
  int count(ItemKind kind) const { return static_cast<int>(entries_[static_cast<int>(kind)].size()); }
  const Entry& entry(ItemKind kind, int index) const { return entries_[static_cast<int>(kind)][index]; }
  /// -1 if there is none.
  int find(ItemKind kind, const std::string& name) const;
  std::vector<std::string> names(ItemKind kind) const;

 private:
  std::vector<Entry> entries_[itemKinds];
  std::map<std::string, int, std::less<>> indices_[itemKinds];
};

/// Reads constants; what is wrong goes to `issues`.
class ValueReader {
 public:
  /// `names` is needed where references are read.
  ValueReader(const Scope& scope, Issues& issues, const ItemNames* names = nullptr) : scope_(scope), issues_(issues), names_(names) {}

  /// Reads `json` into `target` and checks it against the range, size, needs and words of `row`. A user function is not read here.
  bool read(const Json& json, const Row& row, const Target& target, const DocumentPlace& place) const;
  /// A number, nested list or formula as numbers.
  std::optional<Constant> constant(const Json& json, const DocumentPlace& place) const;
  const Scope& scope() const { return scope_; }
  Issues& issues() const { return issues_; }
  const ItemNames* names() const { return names_; }

 private:
  const Scope& scope_;
  Issues& issues_;
  const ItemNames* names_;
};

/// "#1f5f8b" for such a text, the name of a common colour, or red, green and blue between 0 and 1; "" for what is no colour.
std::string colorText(std::string_view text);
std::string colorText(const std::vector<double>& numbers);
/// What a target takes, in a message: "a number (N/m)", "a list of 3 numbers (m)", "true or false".
std::string expected(const Target& target, const Row& row);
/// The numbers, or whole numbers, that a range allows, in words: "0 or more"; "" if all.
std::string rangeText(const Range& range, bool whole = false);
/// The value of a target as JSON: references as numbers, matrices by rows. Null for user functions.
Json toJson(const Target& target);
/// Numbers as JSON: a number, a list, or a list of rows.
Json toJson(const Constant& constant);
/// Which kind of item a target refers to, if it is a reference.
std::optional<ItemKind> referredKind(const Target& target);
/// The numbers of the items that a reference or list of references names; -1 for none. Empty for other targets.
std::vector<int> referredItems(const Target& target);
/// An error inside a formula, for messages.
std::string formulaMessage(const std::string& text, const FormulaError& error);

}  // namespace slipstick
