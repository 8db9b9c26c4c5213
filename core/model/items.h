// Items of a document on their way from JSON to their structs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/model/values.h"

namespace slipstick {

struct ItemDraft {
  Json json;  // as written or made by a creator; formulas are replaced by their values while it is read
  DocumentPlace place;
  const ItemType* type = nullptr;  // null: unknown
  std::string name = {};           // "" if none is given
  std::shared_ptr<void> value = nullptr;
  SharedJson visualization = {};  // resolved; null if none is given
  bool good = true;               // nothing wrong so far
};

struct Drafts {
  std::vector<ItemDraft> items[itemKinds];
  std::vector<ItemDraft>& of(ItemKind kind) { return items[static_cast<int>(kind)]; }
  int count() const;
  int limit = DocumentLimits{}.items;  // of the count
};

/// "nodes", "objects" …
std::string listName(ItemKind kind);

/// Takes the items written out in the document out of it.
void collectItems(Json& document, const DocumentLimits& limits, Drafts& drafts, Issues& issues);
/// Finds types and names. `isCreator` knows the types of entries of `create`.
void identifyItems(Drafts& drafts, ItemNames& names, bool (*isCreator)(const std::string& type), Issues& issues);
/// Reads everything but user functions, which may look at sensors, and adds the data nodes that connectors need and do not name. Of what
/// was read the drafts keep the values, to be written out, or only the keys.
void readItems(Drafts& drafts, ItemNames& names, const ValueReader& reader, const DocumentLimits& limits, bool keepsValues);
/// Sensors only: whether what they look at has the output they want.
void checkSensors(Drafts& drafts, Issues& issues);
/// Arguments of a user function of an item, with the sizes that depend on the item filled in.
std::vector<Argument> userFunctionArguments(const Model& model, ItemKind kind, int index, const Parameter& parameter);
/// How many numbers a user function of an item gives; of a sensor as many as its formula.
int userFunctionResultSize(const Model& model, ItemKind kind, int index, const Parameter& parameter);
/// Compiles user functions of items; `model` holds the items read so far.
class UserFunctionReader {
 public:
  UserFunctionReader(const Model& model, const ValueReader& reader);
  /// One user function of item `index` into `target`.
  void read(const Json& json, const DocumentPlace& place, const Parameter& parameter, ItemKind kind, int index, UserFunction& target);
  /// Those of all items.
  void readAll(Drafts& drafts);

 private:
  void readComponents(const Json& json, const DocumentPlace& place, int resultSize, UserFunction& target);
  std::optional<Formula> compile(const Json& json, const DocumentPlace& place);

  const Model& model_;
  const ItemNames& names_;
  Issues& issues_;
  Scope scope_;        // constants, and arguments and sensors of the function that is read
  std::string later_;  // a sensor that the formula reads and that stands after the one it belongs to
};

/// Checks that concern more than one parameter.
void checkItems(Drafts& drafts, Issues& issues);

/// Coordinates of a node: its displacement or data coordinates.
int nodeCoordinates(const ItemType& type, const void* node);
/// Coordinates that an item depends on: of the node itself, of the nodes of a body, of the body of a marker.
int coordinateCount(const Model& model, ItemKind kind, int index);
/// A size that an item's type gives, of this item; that of a parameter depends on its name too.
int countOf(const Size& size, const Model& model, ItemKind kind, int index);

}  // namespace slipstick
