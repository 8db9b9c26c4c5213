// The conversion of a document's items from JSON to their structs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/model/values.h"

namespace slipstick {

struct ItemDraft {
  Json json;  // as written or made by a creator; reading replaces formulas by their values
  DocumentPlace place;
  const ItemType* type = nullptr;  // null: unknown
  std::string name = {};           // "" if none is given
  std::shared_ptr<void> value = nullptr;
  SharedJson visualization = {};  // resolved; null if none is given
  bool good = true;               // no errors so far
};

struct Drafts {
  std::vector<ItemDraft> items[itemKinds];
  std::vector<ItemDraft>& of(ItemKind kind) { return items[static_cast<int>(kind)]; }
  int count() const;
  int limit = DocumentLimits{}.items;  // limit of the count
};

/// Returns "nodes", "objects" …
std::string listName(ItemKind kind);

/// Moves the explicit items out of the document.
void collectItems(Json& document, const DocumentLimits& limits, Drafts& drafts, Issues& issues);
/// Determines types and names. `isCreator` knows the types of entries of `create`.
void identifyItems(Drafts& drafts, ItemNames& names, bool (*isCreator)(const std::string& type), Issues& issues);
/// Reads everything except user functions, which may use sensors, and `visualization` (core/display), and adds unnamed data nodes that
/// connectors need. Of the JSON, the drafts keep the values for writing, or only the keys.
void readItems(Drafts& drafts, ItemNames& names, const ValueReader& reader, const DocumentLimits& limits, bool keepsValues);
/// Checks for sensors whether the observed item has the requested output.
void checkSensors(Drafts& drafts, Issues& issues);
/// Returns the arguments of an item's user function, including sizes that depend on the item.
std::vector<Argument> userFunctionArguments(const Model& model, ItemKind kind, int index, const Parameter& parameter);
/// Returns the size of the result of an item's user function; for a sensor it is the size of its formula.
int userFunctionResultSize(const Model& model, ItemKind kind, int index, const Parameter& parameter);
/// Compiles user functions of items; `model` holds the items read so far.
class UserFunctionReader {
 public:
  UserFunctionReader(const Model& model, const ValueReader& reader);
  /// Reads one user function of item `index` into `target`.
  void read(const Json& json, const DocumentPlace& place, const Parameter& parameter, ItemKind kind, int index, UserFunction& target);
  /// Reads the user functions of all items.
  void readAll(Drafts& drafts);

 private:
  void readComponents(const Json& json, const DocumentPlace& place, std::optional<int> resultSize, UserFunction& target);
  std::optional<Formula> compile(const Json& json, const DocumentPlace& place);

  const Model& model_;
  const ItemNames& names_;
  Issues& issues_;
  Scope scope_;        // constants, and arguments and sensors of the current function
  std::string later_;  // a sensor that the formula uses and that comes after the formula's own sensor
};

/// Checks that involve several parameters.
void checkItems(Drafts& drafts, Issues& issues);

/// Returns the number of a node's displacement or data coordinates.
int nodeCoordinates(const ItemType& type, const void* node);
/// Returns the number of coordinates that an item depends on: of the node itself, of the nodes of a body, of the body of a marker.
int coordinateCount(const Model& model, ItemKind kind, int index);
/// Returns a count of a document that may still be refused, as an int that is not negative.
int wholeCount(std::int64_t count);
/// Returns a size declared by an item's type, for this item; Size::parameter also depends on the argument's name.
int countOf(const Size& size, const Model& model, ItemKind kind, int index);

}  // namespace slipstick
