// The items of a model that a script for Exudyn has, and their numbers in it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/model/model.h"

namespace slipstick::exudyn {

/// Sets of contacts are not objects in Exudyn, and it has no sensors for some results. This changes the numbers of the other items.
class ScriptItems {
 public:
  /// `document`: expanded, with the formulas of its items.
  ScriptItems(const Model& model, const Json& document);

  const Model& model() const { return model_; }
  const Json& document() const { return document_; }
  int count(ItemKind kind) const { return static_cast<int>(model_.of(kind).size()); }
  const Json& item(ItemKind kind, int number) const;
  const ItemType& type(ItemKind kind, int number) const { return *model_.of(kind)[number].type; }
  /// The name of an item in quotes, or its number.
  std::string label(ItemKind kind, int number) const;

  /// The number of an item in the script, among sets of contacts for such a set; -1 if the script lacks it.
  int numberInScript(ItemKind kind, int number) const;
  bool isContactSet(int object) const;
  /// The sets of contacts and the sensors of the script, by their numbers in the model.
  const std::vector<int>& contacts() const { return contacts_; }
  const std::vector<int>& sensors() const { return sensors_; }
  /// The sensors that the script lacks, each with the reason.
  const std::vector<std::string>& leftOut() const { return leftOut_; }

 private:
  /// The reason why the script lacks a sensor, or "".
  std::string missing(int sensor) const;
  bool readsSensor(int sensor, int other) const;

  const Model& model_;
  const Json& document_;
  std::vector<int> objects_, contacts_, sensors_;
  std::vector<std::string> leftOut_;
};

/// "exu.NodeIndex(3)"
std::string indexText(ItemKind kind, int number);
/// "Node"
std::string titleOf(ItemKind kind);

}  // namespace slipstick::exudyn
