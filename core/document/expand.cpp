#include "core/document/expand.h"

#include <algorithm>

#include "core/creators/creators.h"
#include "core/document/load.h"
#include "core/model/document.h"
#include "core/model/items.h"
#include "core/model/parameters.h"

namespace slipstick {
namespace {

/// Returns whether a value contains formulas; texts for other targets are names.
bool holdsFormula(const Json& json, const Target& target) {
  if (referredKind(target) || target.is<OutputVariable>() || target.is<std::vector<int>>() || target.is<UserFunction>()) return false;
  return json.is_string() ||
         (json.is_array() && std::any_of(json.begin(), json.end(), [&](const Json& entry) { return holdsFormula(entry, target); }));
}

void restoreFormulas(const ItemDraft& draft, Json& expanded) {
  if (!draft.type) return;
  const auto value = draft.type->create();
  for (auto entry = draft.json.begin(); entry != draft.json.end(); ++entry) {
    const Parameter* parameter = draft.type->parameter(entry.key());
    if (parameter && holdsFormula(entry.value(), parameter->target(value.get()))) expanded[entry.key()] = entry.value();
  }
}

std::map<std::string, double> valuesOf(const Model& model) {
  std::map<std::string, double> values;
  for (const ModelParameter& parameter : model.parameters) values[parameter.name] = parameter.value;
  return values;
}

}  // namespace

Json expandedDocument(const Model& model, std::string_view document) {
  Json expanded;
  loadModel(document, valuesOf(model), {}, &expanded);
  return expanded;
}

Json expandedWithFormulas(const Model& model, std::string_view document) {
  Json expanded = expandedDocument(model, document);
  Issues issues;  // already reported during loading
  auto written = parseDocument(document, {}, issues);
  Scope scope;
  readParameters(*written, valuesOf(model), scope, issues);
  readDefinitions(*written, scope, issues);
  Drafts drafts;
  ItemNames names;
  collectItems(*written, {}, drafts, issues);
  expandCreators(*written, scope, drafts, issues);
  identifyItems(drafts, names, isCreatorType, issues);
  for (int kind = 0; kind < itemKinds; ++kind)
    for (std::size_t i = 0; i < drafts.items[kind].size(); ++i)
      restoreFormulas(drafts.items[kind][i], expanded[listName(static_cast<ItemKind>(kind))][i]);
  return expanded;
}

}  // namespace slipstick
