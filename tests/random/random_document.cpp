#include "tests/random/random_document.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/creators/creator.h"
#include "core/display/display.h"
#include "core/display/display_tables.h"
#include "core/display/tasks.h"
#include "core/document/load.h"
#include "core/model/analysis.h"
#include "core/model/events.h"
#include "core/model/items.h"
#include "core/model/measures.h"
#include "core/model/study_plan.h"
#include "core/model/tables.h"
#include "tests/core/support/examples.h"
#include "tests/core/support/run.h"
#include "tests/random/random.h"

namespace slipstick::fuzz {
namespace {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Json make(const std::vector<Json>& bases) {
    document_ = bases[random_.below(bases.size())];
    int changes = 1;
    while (changes < 12 && random_.chance(0.7)) ++changes;
    for (int i = 0; i < changes; ++i) {
      const Json before = document_;
      change();
      shorten();
      if (random_.chance(0.9) && !isValid(document_)) document_ = before;
    }
    return std::move(document_);
  }

 private:
  static bool isValid(const Json& document) {
    return loadModel(document.dump(-1, ' ', false, Json::error_handler_t::replace), {}, smallLimits()).model != nullptr;
  }

  // ---- values

  double number(const Range& range = {}) {
    if (range.kind == Range::Kind::oneOf && random_.chance(0.9)) return random_.among(range.choices());
    if (random_.chance(0.15)) return random_.among(extremes);
    const double value = std::round(1000 * (random_.chance(0.5) ? random_.uniform() : 20 * random_.uniform() - 10)) / 1000;
    return range.kind == Range::Kind::any || random_.chance(0.05) ? value
                                                                  : std::abs(value) + (range.kind == Range::Kind::positive ? 1e-3 : 0);
  }
  Json numberOrFormula(const Range& range = {}) { return random_.chance(0.06) ? Json(random_.among(formulas)) : Json(number(range)); }
  Json numbers(int count, const Range& range) {
    if (range.kind == Range::Kind::unitVector && random_.chance(0.9)) {
      Json axis = Json::array({0, 0, 0});
      axis[random_.below(3)] = 1;
      return axis;
    }
    Json list = Json::array();
    for (int i = 0; i < count; ++i) list.push_back(numberOrFormula(range));
    return list;
  }
  Json matrix(int rows, int columns, const Range& range) {
    Json list = Json::array();
    for (int i = 0; i < rows; ++i) {
      list.push_back(numbers(columns, range.kind == Range::Kind::rotation ? anyNumber : range));
      if (rows == columns && random_.chance(0.9))
        for (int j = 0; j < columns; ++j) list[i][j] = i == j ? 1 : 0;
    }
    return list;
  }
  /// An invalid value for the row.
  Json anything() {
    switch (random_.below(9)) {
      case 0:
        return nullptr;
      case 1:
        return random_.chance(0.5);
      case 2:
        return Json::object();
      case 3:
        return Json::array();
      case 4:
        return random_.among(names);
      case 5: {
        Json nested = 1;
        for (int i = random_.below(80); i >= 0; --i) nested = Json::array({nested});
        return nested;
      }
      case 6:
        return {{random_.among(names), random_.among(extremes)}};
      case 7:
        return random_.among(formulas);
      default:
        return random_.among(extremes);
    }
  }

  Json& list(const std::string& key) {
    Json& json = document_[key];
    if (!json.is_array()) json = Json::array();
    return json;
  }
  static const ItemType* typeOf(ItemKind kind, const Json& item) {
    if (!item.is_object() || !item.contains("type") || !item["type"].is_string()) return nullptr;
    return Registry::instance().find(kind, item["type"].get<std::string>());
  }

  /// The number or name of an item that provides `needs`; adds one if there is none.
  Json reference(ItemKind kind, Capabilities needs, int depth) {
    Json& items = list(listName(kind));
    std::vector<int> fitting;
    for (std::size_t i = 0; i < items.size(); ++i)
      if (const ItemType* type = typeOf(kind, items[i]); type && (type->provides & needs) == needs) fitting.push_back(static_cast<int>(i));
    if (random_.chance(0.02)) return random_.chance(0.5) ? Json(random_.below(30) - 3) : Json(random_.among(names));
    if (fitting.empty() && depth < 4) {
      std::vector<const ItemType*> types;
      for (const ItemType* type : Registry::instance().types(kind))
        if ((type->provides & needs) == needs) types.push_back(type);
      if (types.empty()) return 0;
      return addItem(*random_.among(types), depth + 1);
    }
    if (fitting.empty()) return 0;
    const int number = random_.among(fitting);
    const Json& item = items[number];
    return item.contains("name") && item["name"].is_string() && random_.chance(0.5) ? item["name"] : Json(number);
  }

  /// Adds an item with its required keys and some optional ones; returns its number.
  int addItem(const ItemType& type, int depth) {
    Json item{{"type", type.name}};
    if (random_.chance(0.4)) item["name"] = random_.chance(0.3) ? random_.among(names) : "i" + std::to_string(random_.below(1000));
    const double often = random_.uniform();
    for (const Parameter& parameter : type.parameters)
      if (parameter.presence == Presence::required || random_.chance(often)) item[std::string(parameter.name)] = value(parameter, depth);
    Json& items = list(listName(type.kind));
    items.push_back(std::move(item));
    return static_cast<int>(items.size()) - 1;
  }

  Json text(const Row& row) {
    switch (row.says) {
      case Says::word:
        return row.words.empty() ? Json("") : Json(random_.among(row.words));
      case Says::color:
        return random_.chance(0.5) ? "#1f5f8b" : "orange";
      case Says::sensor:
        return nameIn("sensors");
      case Says::object:
      case Says::line:
        return nameIn("objects");
      case Says::parameter:
        return keyIn("parameters");
      case Says::input:
        return keyIn("inputs");
      case Says::output:
        return outputVariableName(static_cast<OutputVariable>(1 + random_.below(static_cast<int>(OutputVariable::count) - 1)));
      case Says::formula:
        return random_.among(formulas);
      default:
        return random_.chance(0.2) ? Json{{"en", random_.among(names)}, {"de", random_.among(names)}} : Json(random_.among(names));
    }
  }
  Json nameIn(const char* key) {
    const Json& items = list(key);
    if (items.empty()) return "none";
    const Json& item = items[random_.below(items.size())];
    return item.is_object() && item.contains("name") ? item["name"] : Json("none");
  }
  Json keyIn(const char* key) {
    if (!document_.contains(key) || !document_[key].is_object() || document_[key].empty()) return "none";
    return std::next(document_[key].begin(), random_.below(document_[key].size())).key();
  }

  Json tableObject(const Row& row, int depth) {
    const Table& table = random_.among(row.tables);
    Json object = Json::object();
    if (row.tableKey) object[row.tableKey] = table.name;
    for (const Row& inner : table.rows)
      if (inner.presence == Presence::required || (depth < 5 && random_.chance(0.4)))
        object[std::string(inner.name)] = value(inner, depth + 1);
    return object;
  }
  Json oneValue(const Row& row, int depth) {
    if (!row.tables.empty()) {
      if (row.orFlag && random_.chance(0.2)) return random_.chance(0.5);
      return tableObject(row, depth);
    }
    return RowValue(row).target().visit([&](auto* start) { return valueLike(start, row, depth); });
  }
  Json value(const Row& row, int depth = 0) {
    if (random_.chance(0.01)) return anything();
    if (row.form == Form::byParameter) return {{keyIn("parameters").get<std::string>(), oneValue(row, depth)}};
    if (row.form == Form::one || (row.form == Form::oneOrList && random_.chance(0.5))) return oneValue(row, depth);
    Json several = Json::array();
    for (int i = random_.below(3); i >= 0; --i) several.push_back(oneValue(row, depth));
    return several;
  }

  Json valueLike(double*, const Row& row, int) { return numberOrFormula(row.range); }
  Json valueLike(int*, const Row& row, int) {
    if (row.range.kind == Range::Kind::oneOf && random_.chance(0.9)) {
      if (!row.range.named().empty() && random_.chance(0.5)) return random_.among(row.range.named()).name;
      return static_cast<int>(random_.among(row.range.choices()));
    }
    return random_.chance(0.9) ? Json(random_.below(5)) : Json(random_.among(extremes));
  }
  Json valueLike(bool*, const Row&, int) { return random_.chance(0.5); }
  Json valueLike(std::string*, const Row& row, int) { return text(row); }
  Json valueLike(OutputVariable*, const Row&, int) {
    return outputVariableName(static_cast<OutputVariable>(1 + random_.below(static_cast<int>(OutputVariable::count) - 1)));
  }
  Json valueLike(UserFunction*, const Row& row, int) {
    if (random_.chance(0.7)) return nullptr;
    const Signature signature = row.signature();
    const std::string argument = signature.arguments.empty() ? "t" : random_.among(signature.arguments).name;
    return random_.chance(0.5) ? Json(argument) : Json(random_.among(formulas));
  }
  template <std::size_t n>
  Json valueLike(std::array<double, n>*, const Row& row, int) {
    return numbers(static_cast<int>(n), row.range);
  }
  Json valueLike(Vector3*, const Row& row, int) { return numbers(3, row.range); }
  Json valueLike(Matrix3*, const Row& row, int) { return matrix(3, 3, row.range); }
  Json valueLike(Matrix6*, const Row& row, int) { return matrix(6, 6, row.range); }
  Json valueLike(VectorX*, const Row& row, int) { return numbers(random_.below(5), row.range); }
  Json valueLike(MatrixX*, const Row& row, int) { return matrix(1 + random_.below(4), 1 + random_.below(4), row.range); }
  Json valueLike(std::vector<int>*, const Row&, int) {
    Json several = Json::array();
    for (int i = random_.below(4); i >= 0; --i) several.push_back(random_.below(8));
    return several;
  }
  Json valueLike(std::vector<Vector3>*, const Row& row, int) {
    return matrix(1 + random_.below(5), 3, row.range.kind == Range::Kind::rotation ? anyNumber : row.range);
  }
  Json valueLike(std::vector<Matrix3>*, const Row& row, int) {
    Json several = Json::array();
    for (int i = random_.below(3); i >= 0; --i) several.push_back(matrix(3, 3, row.range));
    return several;
  }
  template <class Tag>
  Json valueLike(Reference<Tag>*, const Row& row, int depth) {
    return reference(kindOf(Reference<Tag>()), row.needs, depth);
  }
  template <class Tag, std::size_t n>
  Json valueLike(std::array<Reference<Tag>, n>*, const Row& row, int depth) {
    Json several = Json::array();
    for (std::size_t i = 0; i < n; ++i)
      several.push_back(reference(kindOf(Reference<Tag>()), i + 1 == n && row.needsOfLast ? row.needsOfLast : row.needs, depth));
    return several;
  }
  template <class Tag>
  Json valueLike(std::vector<Reference<Tag>>*, const Row& row, int depth) {
    Json several = Json::array();
    for (int i = random_.below(4); i >= 0; --i) several.push_back(reference(kindOf(Reference<Tag>()), row.needs, depth));
    return several;
  }
  template <class Other>
  Json valueLike(Other*, const Row&, int) {
    return anything();
  }

  // ---- changes

  static ItemKind kind(int number) { return static_cast<ItemKind>(number); }

  /// A random item of the document with its type; null if there is none.
  Json* anyItem(ItemKind& itemKind, const ItemType*& type) {
    for (int attempt = 0; attempt < 8; ++attempt) {
      itemKind = kind(random_.below(itemKinds));
      Json& items = list(listName(itemKind));
      if (items.empty()) continue;
      Json& item = items[random_.below(items.size())];
      if ((type = typeOf(itemKind, item))) return &item;
    }
    return nullptr;
  }
  void changeParameter() {
    ItemKind itemKind;
    const ItemType* type;
    if (!anyItem(itemKind, type) || type->parameters.empty()) return;
    const Parameter& parameter = random_.among(type->parameters);
    Json changed = value(parameter);  // which may add items
    if (Json* item = anyItemOf(itemKind, *type)) (*item)[std::string(parameter.name)] = std::move(changed);
  }
  Json* anyItemOf(ItemKind itemKind, const ItemType& type) {
    Json& items = list(listName(itemKind));
    std::vector<Json*> found;
    for (Json& item : items)
      if (typeOf(itemKind, item) == &type) found.push_back(&item);
    return found.empty() ? nullptr : random_.among(found);
  }
  void changeCreator() {
    Json& entries = list("create");
    if (!entries.empty() && random_.chance(0.6)) {
      Json& entry = entries[random_.below(entries.size())];
      for (const Creator& creator : creators()) {
        if (!entry.is_object() || entry.value("type", Json()) != creator.name || creator.arguments.empty()) continue;
        const Row& row = random_.among(creator.arguments);
        Json changed = value(row);
        entry[std::string(row.name)] = std::move(changed);
      }
      return;
    }
    const Creator& creator = random_.among(creators());
    Json entry{{"type", creator.name}};
    if (random_.chance(0.5)) entry["name"] = random_.among(names);
    for (const Row& row : creator.arguments)
      if (row.presence == Presence::required || random_.chance(0.2)) entry[std::string(row.name)] = value(row);
    list("create").push_back(std::move(entry));
  }
  Json& analysisStep() {
    Json& analysis = document_["analysis"];
    if (analysis.is_object() && !analysis.empty() && random_.chance(0.7)) return analysis;
    if (!analysis.is_array()) analysis = Json::array({analysis.is_object() ? analysis : Json::object()});
    if (analysis.empty() || (analysis.size() < 4 && random_.chance(0.3))) analysis.push_back({{"type", random_.among(stepTypes())}});
    return analysis[random_.below(analysis.size())];
  }
  void changeAnalysis() {
    Json& step = analysisStep();
    if (!step.is_object()) return;
    if (random_.chance(0.3)) {
      const std::string type = step.contains("type") && step["type"].is_string() ? step["type"].get<std::string>() : "dynamic";
      const std::vector<Row> rows = stepRows(type);
      const Row& row = random_.among(rows);
      if (row.name != "set") step[std::string(row.name)] = value(row);
      return;
    }
    const SettingsTable& table = random_.among(settingsTables());
    if (table.settings.empty()) return;
    const Parameter& setting = random_.among(table.settings);
    Json* place = &step;
    for (const std::string_view group : {std::string_view(table.parent), std::string_view(table.group)}) {
      if (group.empty()) continue;
      place = &(*place)[std::string(group)];
      if (!place->is_object()) *place = Json::object();
    }
    (*place)[std::string(setting.name)] = value(setting);
  }
  void addSet() {
    ItemKind itemKind;
    const ItemType* type;
    Json* item = anyItem(itemKind, type);
    if (!item || itemKind == ItemKind::sensor || type->parameters.empty()) return;
    const int number = static_cast<int>(item - &list(listName(itemKind))[0]);
    const Parameter& parameter = random_.among(type->parameters);
    Json address = item->contains("name") && random_.chance(0.7) ? (*item)["name"] : Json(number);
    if (random_.chance(0.1)) address = "*";
    Json entry{{kindName(itemKind), address}, {std::string(parameter.name), value(parameter)}};
    Json& step = analysisStep();
    if (!step.is_object()) return;
    if (!step["set"].is_array()) step["set"] = Json::array();
    step["set"].push_back(std::move(entry));
  }
  void addKeyed(const char* key, const Table& table) {
    Json& all = document_[key];
    if (!all.is_object()) all = Json::object();
    Row row;
    row.tables = {&table, 1};
    all[random_.chance(0.3) ? random_.among(names) : "k" + std::to_string(random_.below(5))] = tableObject(row, 0);
  }
  void addEvent() {
    Json event{{"step", random_.below(60)}};
    if (random_.chance(0.2)) event["analysisStep"] = random_.below(3);
    switch (random_.below(6)) {
      case 0:
        event["input"] = keyIn("inputs"), event["value"] = numberOrFormula();
        break;
      case 1:
        event["grab"] = nameIn("objects"), event["at"] = numbers(3, {});
        if (random_.chance(0.5)) event["to"] = numbers(3, {});
        break;
      case 2:
        event["to"] = numbers(3, {}), event["duration"] = numberOrFormula(nonNegative);
        break;
      case 3:
        event["release"] = true;
        break;
      case 4:
        event["push"] = nameIn("objects"), event["at"] = numbers(3, {}), event["impulse"] = numbers(3, {});
        break;
      default:
        event["end"] = true;
    }
    list("events").push_back(std::move(event));
  }
  void addDisplay() {
    Json& display = document_["display"];
    if (!display.is_object()) display = Json::object();
    const Row& row = random_.among(drawing::display.rows);
    Json shown = value(row);
    document_["display"][std::string(row.name)] = std::move(shown);
  }
  void addTasks() {
    const Row& row = random_.among(taskRows());
    document_[std::string(row.name)] = value(row);
  }
  void addStudy() {
    Row row;
    row.tables = {&studyTable(), 1};
    document_["study"] = tableObject(row, 0);
    if (random_.chance(0.8))
      document_["study"]["vary"] = {{keyIn("parameters").get<std::string>(), {{"from", 0}, {"to", 1}, {"points", 1 + random_.below(5)}}}};
  }
  void addParameter() {
    Json& parameters = document_["parameters"];
    if (!parameters.is_object()) parameters = Json::object();
    const std::string name = random_.chance(0.5) ? random_.among(names) : "p" + std::to_string(random_.below(5));
    parameters[name] = random_.chance(0.6)
                           ? Json(number())
                           : Json{{"value", number()}, {"min", number()}, {"max", number()}, {"unit", random_.among(names)}};
    if (!random_.chance(0.3)) return;
    Json& definitions = document_["definitions"];
    if (!definitions.is_object()) definitions = Json::object();
    definitions[random_.among(names)] = random_.among(formulas);
  }
  void rename() {
    ItemKind itemKind;
    const ItemType* type;
    Json* item = anyItem(itemKind, type);
    if (!item) return;
    const Json before = item->value("name", Json());
    const std::string after = random_.among(names);
    if (before.is_string()) replaceText(document_, before.get<std::string>(), after);
    (*item)["name"] = after;
  }
  static void replaceText(Json& json, const std::string& before, const std::string& after) {
    if (json.is_string() && json.get_ref<const std::string&>() == before) json = after;
    if (json.is_structured())
      for (Json& inner : json) replaceText(inner, before, after);
  }
  /// Removes the key at a random place of the document, or replaces its value.
  void damage() {
    Json* place = &document_;
    for (int depth = 0; depth < 6 && place->is_structured() && !place->empty(); ++depth) {
      auto entry = std::next(place->begin(), random_.below(place->size()));
      if (depth > 0 && random_.chance(0.3)) {
        if (random_.chance(0.3))
          place->erase(entry);
        else if (place->is_object() && random_.chance(0.3))
          (*place)[random_.among(names)] = Json(*entry);
        else
          *entry = anything();
        return;
      }
      place = &*entry;
    }
  }
  void change() {
    document_.get_ref<Json::object_t&>().reserve(100);  // references into it stay valid while it gets more keys
    switch (random_.below(22)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return changeParameter();
      case 4:
      case 5: {
        const ItemKind itemKind = kind(random_.below(itemKinds));
        addItem(*random_.among(Registry::instance().types(itemKind)), 0);
        return;
      }
      case 6:
      case 7:
        return changeCreator();
      case 8:
      case 9:
      case 10:
        return changeAnalysis();
      case 11:
      case 12:
        return addSet();
      case 13:
        return addEvent();
      case 14:
        return addKeyed("measures", measureTable());
      case 15:
        return addKeyed("inputs", inputTable());
      case 16:
        return addDisplay();
      case 17:
        return addTasks();
      case 18:
        return addStudy();
      case 19:
        return addParameter();
      case 20:
        return rename();
      default:
        return damage();
    }
  }

  /// Limits the run to mostSteps steps, because later steps test nothing new.
  void shorten() {
    Json& analysis = document_["analysis"];
    const auto shortenStep = [&](Json& step) {
      if (!step.is_object()) return;
      const double end = step.contains("endTime") && step["endTime"].is_number() ? step["endTime"].get<double>() : 1;
      const double size = step.contains("stepSize") && step["stepSize"].is_number() ? step["stepSize"].get<double>() : 0;
      const int steps = 1 + random_.below(mostSteps);
      if (size > 0 && end / size > steps) step["endTime"] = steps * size;
      if (size <= 0 && step.value("type", Json("dynamic")) != "eigenvalues" &&
          (!step.contains("numberOfSteps") || !step["numberOfSteps"].is_number() || step["numberOfSteps"].get<double>() > steps) &&
          step.value("type", Json("dynamic")) == "dynamic" && !step.contains("stepSize"))
        step["numberOfSteps"] = steps;
    };
    if (analysis.is_null()) analysis = Json::object();
    if (analysis.is_object()) shortenStep(analysis);
    if (analysis.is_array())
      for (Json& step : analysis) shortenStep(step);
  }

  Random random_;
  Json document_;
};

std::vector<Json> readBases() {
  std::vector<Json> bases;
  for (const ItemType* type : testing::allTypes()) bases.push_back(Json::parse(testing::exampleText(*type)));
  std::vector<std::string> paths;
  for (const char* folder : {"tests/data/creators", "tests/data/display", "tests/data/live", "tests/data/analysis"})
    for (const auto& file : std::filesystem::directory_iterator(testing::sourcePath(folder)))
      if (file.path().extension() == ".json") paths.push_back(folder + std::string("/") + file.path().filename().string());
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths)
    if (Json json = Json::parse(testing::readFile(path)); json.is_object()) bases.push_back(std::move(json));
  return bases;
}

}  // namespace

DocumentLimits smallLimits() {
  DocumentLimits limits;
  limits.items = 60, limits.coordinates = 400, limits.events = 50;
  return limits;
}

Json randomDocument(std::uint64_t seed) {
  static const std::vector<Json> bases = readBases();
  return Generator(seed).make(bases);
}

}  // namespace slipstick::fuzz
