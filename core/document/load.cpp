// From a document to a Model: parse, texts in one language, parameters, definitions, items and creators, references, checks, analysis,
// display.
#include "core/document/load.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/creators/creators.h"
#include "core/display/display.h"
#include "core/display/tasks.h"
#include "core/document/cautions.h"
#include "core/document/reactions.h"
#include "core/document/texts.h"
#include "core/message/messages.h"
#include "core/model/analysis.h"
#include "core/model/document.h"
#include "core/model/events.h"
#include "core/model/items.h"
#include "core/model/measures.h"
#include "core/model/parameters.h"
#include "core/model/study_plan.h"

namespace slipstick {
namespace {

void checkVersion(const Json& document, Issues& issues) {
  if (!document.contains("slipstick")) {
    issues.error(DocumentPlace(""), "'slipstick' is missing: the version of the format, now " + std::to_string(formatVersion));
    return;
  }
  const Json& version = document["slipstick"];
  const DocumentPlace place("/slipstick");
  if (!version.is_number() || version.get<double>() != std::floor(version.get<double>()) || version.get<double>() < 1)
    issues.error(place, "must be the version of the format, " + std::to_string(formatVersion) + ", got " + found(version));
  else if (version.get<double>() > formatVersion)
    issues.error(place, "the document has format version " + found(version) + ", this program reads up to " +
                            std::to_string(formatVersion) + ": a newer one is needed");
}

void checkKeys(const Json& document, Issues& issues) {
  static const std::vector<std::string> known{"$schema",  "slipstick", "title",    "description", "parameters", "definitions",
                                              "inputs",   "create",    "nodes",    "objects",     "markers",    "loads",
                                              "sensors",  "analysis",  "measures", "tasks",       "lock",       "hide",
                                              "variants", "study",     "events",   "display",     "about"};
  for (auto entry = document.begin(); entry != document.end(); ++entry)
    if (std::find(known.begin(), known.end(), entry.key()) == known.end())
      issues.error(DocumentPlace("").at(entry.key()), withSuggestion(messages::unknownKey({quote(entry.key())}), entry.key(), known));
}

std::string textOf(const Json& document, const char* key, Issues& issues) {
  if (!document.contains(key)) return "";
  if (document[key].is_string()) return document[key].get<std::string>();
  issues.error(DocumentPlace("").at(key), messages::mustBe({messages::aText(), found(document[key])}));
  return "";
}

/// Fills the model with items from the drafts; called again after drafts were added.
void fillItems(const Drafts& drafts, Model& model) {
  for (int kind = 0; kind < itemKinds; ++kind) {
    auto& items = model.items[kind];
    std::set<std::string> taken;
    for (const ItemDraft& draft : drafts.items[kind]) taken.insert(draft.name);
    items.reserve(drafts.items[kind].size());
    for (std::size_t i = items.size(); i < drafts.items[kind].size(); ++i) {
      const ItemDraft& draft = drafts.items[kind][i];
      std::string name = draft.name;
      if (name.empty()) name = std::string(kindName(static_cast<ItemKind>(kind))) + std::to_string(i);
      while (draft.name.empty() && taken.count(name)) name += "_";
      items.push_back({draft.type, name, draft.value, draft.visualization});
    }
  }
}

/// Returns the document with items instead of its creators, and with numbers instead of formulas of constants.
Json evaluatedDocument(const Json& document, const Drafts& drafts, const Model& model, const ValueReader& reader) {
  Json expanded = Json::object();
  for (auto entry = document.begin(); entry != document.end(); ++entry) {
    const bool list = entry.key() == "nodes" || entry.key() == "objects" || entry.key() == "markers" || entry.key() == "loads" ||
                      entry.key() == "sensors" || entry.key() == "create";
    if (!list && entry.key() != "analysis" && entry.key() != "display") expanded[entry.key()] = entry.value();
  }
  for (const ModelParameter& parameter : model.parameters) {
    Json& json = expanded["parameters"][parameter.name];
    (json.is_object() ? json["value"] : json) = parameter.value;
  }
  for (int kind = 0; kind < itemKinds; ++kind) {
    if (drafts.items[kind].empty()) continue;
    Json& list = expanded[listName(static_cast<ItemKind>(kind))] = Json::array();
    for (const ItemDraft& draft : drafts.items[kind]) list.push_back(draft.json);
  }
  if (document.contains("analysis")) expanded["analysis"] = document["analysis"];
  if (document.contains("display")) expanded["display"] = writtenDisplay(document["display"], reader);
  return expanded;
}

std::shared_ptr<const Model> readModel(Json& document, const std::map<std::string, double>& overrides, const DocumentLimits& limits,
                                       Issues& issues, Json* expanded) {
  checkVersion(document, issues);
  checkKeys(document, issues);
  const auto model = std::make_shared<Model>();
  textOf(document, "$schema", issues);
  model->title = textOf(document, "title", issues);
  model->description = textOf(document, "description", issues);
  Scope scope;
  model->parameters = readParameters(document, overrides, scope, issues);
  readDefinitions(document, scope, issues);
  model->inputs = readInputs(document, scope, issues);

  Drafts drafts;
  drafts.limit = limits.items;
  collectItems(document, limits, drafts, issues);
  expandCreators(document, scope, drafts, issues);
  if (drafts.count() > limits.items)
    issues.error(DocumentPlace("/create"), "a document may have at most " + std::to_string(limits.items) + " items");
  ItemNames names;
  identifyItems(drafts, names, isCreatorType, issues);
  const ValueReader reader(scope, issues, &names);
  readItems(drafts, names, reader, limits, expanded != nullptr);
  readVisualizations(drafts, reader);
  checkSensors(drafts, issues);
  fillItems(drafts, *model);
  UserFunctionReader functions(*model, reader);
  functions.readAll(drafts);
  checkItems(drafts, issues);
  model->analysis = readAnalysis(document, *model, reader, functions);
  if (!issues.errors()) addCautions(drafts, model->analysis, issues);
  findFollowed(*model, issues);
  model->events = readEvents(document, *model, reader, limits.events);
  model->measures = readMeasures(document, *model, reader, [&](std::string_view item, std::string_view body) {
    return findReaction ? findReaction(*model, names, item, body) : ReactionError{0, "only the whole engine measures reactions"};
  });
  readTasks(document, *model, reader);
  model->study = readStudy(document, *model, reader);
  model->display = readDisplay(document.value("display", Json::object()), *model, reader, functions);
  if (document.contains("about")) model->credits = readAbout(document["about"], reader);
  if (issues.errors()) return nullptr;
  if (expanded) *expanded = evaluatedDocument(document, drafts, *model, reader);
  return model;
}

}  // namespace

LoadedModel loadModel(std::string_view text, const std::map<std::string, double>& parameters, const DocumentLimits& limits, Json* expanded,
                      std::string_view language) {
  Issues issues;
  auto document = parseDocument(text, limits, issues);
  if (!document) return {nullptr, issues.inDocumentOrder(Json())};
  if (!document->is_object()) {
    issues.error(DocumentPlace(""), "a document must be an object, got " + found(*document));
    return {nullptr, issues.inDocumentOrder(*document)};
  }
  resolveTexts(*document, language, issues);
  auto model = readModel(*document, parameters, limits, issues, expanded);
  if (issues.none()) return {std::move(model), {}};
  Issues again;  // of the text, whose items have already been read
  return {std::move(model), issues.inDocumentOrder(*parseDocument(text, limits, again))};
}

}  // namespace slipstick
