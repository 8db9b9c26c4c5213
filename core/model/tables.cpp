#include "core/model/tables.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/message/messages.h"
#include "core/model/description.h"
#include "core/model/missing.h"

namespace slipstick {
namespace {

constexpr std::size_t mostSuggestions = 1000;  // if there are more names, similar ones are not searched

std::string names(std::span<const Table> tables) {
  std::vector<std::string> words;
  for (const Table& table : tables) words.push_back(table.name);
  return joined(words);
}

std::vector<std::string> namesOf(std::span<const Row> rows) {
  std::vector<std::string> names;
  for (const Row& row : rows) names.emplace_back(row.name);
  return names;
}

Message wordOf(Says says) {
  return says == Says::sensor ? messages::sensor() : says == Says::object ? messages::object() : messages::parameter();
}

/// Returns whether the document contains the value of a row in the same form as its target.
bool isPlain(const Target& target) { return !referredKind(target) && !target.is<OutputVariable>() && !target.is<UserFunction>(); }

bool isText(const Target& target) { return target.is<std::string>(); }

/// Returns the value of a row; a text that names nothing is null.
Json jsonOf(const Row& row, const Target& target) {
  if (isText(target) && row.says != Says::text && row.says != Says::localised && target.as<std::string>()->empty()) return nullptr;
  return toJson(target);
}

}  // namespace

TableReader::TableReader(const ValueReader& reader, Strict strict, const Model* model, Finish finish)
    : reader_(reader), strict_(strict), model_(model), finish_(std::move(finish)) {
  if (!model) return;
  names_ = {{Says::sensor, {}}, {Says::object, {}}, {Says::parameter, {}}};
  for (const ItemKind kind : {ItemKind::sensor, ItemKind::object})
    for (std::size_t i = 0; i < model->of(kind).size(); ++i)
      names_[kind == ItemKind::sensor ? Says::sensor : Says::object].emplace(model->of(kind)[i].name, static_cast<int>(i));
  for (std::size_t i = 0; i < model->parameters.size(); ++i)
    names_[Says::parameter].emplace(model->parameters[i].name, static_cast<int>(i));
}

Json TableReader::read(const Json& json, const Table& table, const DocumentPlace& place) const {
  return object(json, table, nullptr, place);
}

void TableReader::complain(const DocumentPlace& place, const Message& message) const {
  if (strict_ == Strict::notDrawn)
    reader_.issues().warning(place, message);
  else
    reader_.issues().error(place, message);
}

void TableReader::checkKeys(const Json& json, const Table& table, const char* other, const DocumentPlace& place) const {
  for (auto entry = json.begin(); entry != json.end(); ++entry) {
    if (table.row(entry.key()) || (other && entry.key() == other)) continue;
    const bool drawing = strict_ == Strict::notDrawn;
    const std::string key = quote(entry.key());
    const Message unknown = drawing ? Message(key + " is not drawn") : messages::unknownKey({key});
    complain(place.at(entry.key()), withSuggestion(unknown, entry.key(), namesOf(table.rows)));
  }
}

Json TableReader::object(const Json& json, const Table& table, const char* key, const DocumentPlace& place) const {
  if (!json.is_object()) {
    reader_.issues().error(place, messages::mustBe({messages::anObject(), found(json)}));
    return nullptr;
  }
  checkKeys(json, table, key, place);
  Json resolved = Json::object();
  if (key) resolved[key] = table.name;
  bool complete = true;
  for (const Row& row : table.rows) {
    const std::string name(row.name);
    const auto given = json.find(name);
    if (given != json.end()) {
      Json read = value(*given, row, place.at(name));
      complete &= row.presence == Presence::optional || !read.is_null();
      resolved[name] = std::move(read);
    } else if (row.presence == Presence::required) {
      complain(place, together({strict_ == Strict::notDrawn ? "is not drawn: " : "", missingText(name, row.text.words(), row.unit)}));
      complete = false;
    } else {
      resolved[name] = byDefault(row, place);
    }
  }
  if (!complete || (finish_ && !finish_(table, resolved, place))) return nullptr;
  return resolved;
}

/// Returns the table of an object; null if its key names none.
const Table* TableReader::tableOf(const Json& json, const Row& row) const {
  if (row.tables.size() == 1 || !json.is_object()) return &row.tables[0];
  for (const Table& table : row.tables) {
    const auto key = json.find(row.tableKey ? std::string(row.tableKey) : std::string(table.rows[0].name));
    if (row.tableKey ? key != json.end() && *key == table.name : key != json.end() || &table == &row.tables.back()) return &table;
  }
  return nullptr;
}

Json TableReader::alternative(const Json& json, const Row& row, const DocumentPlace& place) const {
  if (const Table* table = tableOf(json, row)) {
    Json resolved = object(json, *table, row.tableKey, place);
    if (row.tables.size() > 1 && !row.tableKey && resolved.is_object()) resolved["kind"] = table->name;
    return resolved;
  }
  complain(place, (strict_ == Strict::notDrawn ? "is not drawn: " : "") + quote(row.tableKey) + " must be one of " + names(row.tables) +
                      ", got " + found(json.value(row.tableKey, Json())));
  return nullptr;
}

Json TableReader::written(const Json& json, const Table& table) const {
  Json result = json;
  for (auto entry = result.begin(); json.is_object() && entry != result.end(); ++entry)
    if (const Row* row = table.row(entry.key())) entry.value() = written(entry.value(), *row);
  return result;
}

Json TableReader::written(const Json& json, const Row& row) const {
  const bool formula = json.is_string() && row.tables.empty() && row.type != typeNumber<std::string>;
  if (formula) {
    Issues unheard;
    const auto value = ValueReader(reader_.scope(), unheard).constant(json, DocumentPlace(""));
    if (!value) return json;
    Json number = toJson(*value);
    if (number.is_number() && row.type == typeNumber<bool>) return number == 1;
    const bool isList = row.type == typeNumber<VectorX> || row.type == typeNumber<std::vector<int>>;
    return number.is_number() && isList ? Json::array({std::move(number)}) : number;
  }
  if (json.is_array() || (json.is_object() && row.tables.empty())) {
    Json result = json;
    Row entryRow = row;
    if (row.type == typeNumber<VectorX>) entryRow.type = typeNumber<double>;
    for (Json& entry : result) entry = written(entry, entryRow);
    return result;
  }
  const Table* table = json.is_object() ? tableOf(json, row) : nullptr;
  return table ? written(json, *table) : json;
}

/// Returns whether the thing named by a text exists, with the number of components required of a sensor; otherwise reports an issue.
bool TableReader::isKnown(const std::string& name, const Row& row, const DocumentPlace& place) const {
  const auto names = names_.find(row.says);
  if (names == names_.end()) return true;
  const auto found = names->second.find(name);
  if (found != names->second.end()) {
    if (row.components == 0) return true;
    const std::size_t components = sensorLayout(*model_, found->second).components.size();
    if (components == static_cast<std::size_t>(row.components)) return true;
    complain(place, "must be a sensor with " + std::to_string(row.components) + " components, but " + quote(name) + " has " +
                        std::to_string(components));
    return false;
  }
  std::vector<std::string> candidates;
  if (names->second.size() <= mostSuggestions)
    for (const auto& entry : names->second) candidates.push_back(entry.first);
  complain(place, withSuggestion(messages::notCalled({wordOf(row.says), quote(name)}), name, candidates));
  return false;
}

Json TableReader::ofParameters(const Json& json, const Row& row, const DocumentPlace& place) const {
  if (!json.is_object()) {
    reader_.issues().error(place, "must be an object with values of parameters, got " + found(json));
    return nullptr;
  }
  Json resolved = Json::object();
  for (auto entry = json.begin(); entry != json.end(); ++entry)
    if (isKnown(entry.key(), textRow("", Says::parameter, Presence::optional, ""), place.at(entry.key())))
      resolved[entry.key()] = one(entry.value(), row, place.at(entry.key()));
  return resolved;
}

Json TableReader::value(const Json& json, const Row& row, const DocumentPlace& place) const {
  if (row.form == Form::one) return one(json, row, place);
  if (row.form == Form::byParameter) return ofParameters(json, row, place);
  if (!json.is_array() && row.form == Form::list) {
    reader_.issues().error(place, messages::mustBe({messages::aList(), found(json)}));
    return nullptr;
  }
  Json resolved = Json::array();
  const auto add = [&](Json entry) {
    if (!entry.is_null()) resolved.push_back(std::move(entry));
  };
  if (!json.is_array()) add(one(json, row, place));
  for (std::size_t i = 0; json.is_array() && i < json.size(); ++i) add(one(json[i], row, place.at(static_cast<int>(i))));
  return resolved;
}

Json TableReader::one(const Json& json, const Row& row, const DocumentPlace& place) const {
  if (!row.tables.empty()) {
    if (row.orFlag && json.is_boolean()) return json.get<bool>() ? alternative(Json::object(), row, place) : Json();
    const bool word =
        json.is_string() && std::find(row.words.begin(), row.words.end(), json.get_ref<const std::string&>()) != row.words.end();
    return word ? json : alternative(json, row, place);
  }
  if (row.says == Says::localised && json.is_object()) return json;  // of a task: core/document/texts.h
  RowValue read(row);
  const Target target = read.target();
  if (!reader_.read(json, row, target, place)) return jsonOf(row, RowValue(row).target());
  if (isText(target) && !isKnown(*target.as<std::string>(), row, place)) return nullptr;
  return jsonOf(row, target);
}

Json TableReader::byDefault(const Row& row, const DocumentPlace& place) const {
  if (row.form == Form::byParameter) return Json::object();
  if (row.form != Form::one) return Json::array();
  if (!row.words.empty() && !row.tables.empty()) return std::get<const char*>(row.defaultValue);
  if (!row.tables.empty()) return std::holds_alternative<bool>(row.defaultValue) ? alternative(Json::object(), row, place) : Json();
  RowValue value(row);
  const bool none = std::holds_alternative<std::monostate>(row.defaultValue) && !isText(value.target());
  return none ? Json() : jsonOf(row, value.target());
}

namespace {

using AnyValue = std::unique_ptr<void, void (*)(void*)>;

template <class... V>
AnyValue newValue(int type, TypeList<V...>) {
  constexpr AnyValue (*make[])() = {[] { return AnyValue(new V(), [](void* value) { delete static_cast<V*>(value); }); }...};
  return make[type]();
}

}  // namespace

RowValue::RowValue(const Row& row) : type_(row.type), value_(newValue(row.type, ValueTypes())) { Parameter{row}.setDefault(target()); }

Json rowReference(const Row& row, const Target& target) {
  Json json{{"name", row.name},
            {"takes", takes(target, row)},
            {"form", form(target, row)},
            {"unit", row.unit.text()},
            {"range", rangeText(row.range, target.is<int>())},
            {"required", row.presence == Presence::required},
            {"text", row.text.words()}};
  if (isPlain(target) && row.presence == Presence::optional) json["default"] = toJson(target);
  if (target.is<UserFunction>() && row.signature) {
    const Signature signature = row.signature();
    json["arguments"] = Json::array();
    for (const UserFunctionArgument& argument : signature.arguments) json["arguments"].push_back(argument.name);
    json["resultSize"] = signature.resultSize.isFixed() ? Json(signature.resultSize.number) : Json();
  }
  if (const auto kind = referredKind(target)) json["refersTo"] = kindName(*kind);
  if (!row.range.named().empty()) {
    json["choices"] = Json::array();
    for (const Choice& choice : row.range.named()) json["choices"].push_back({{"value", choice.value}, {"name", choice.name}});
  }
  return json;
}

void addTableReference(const Table& table, Json& tables) {
  for (const Json& other : tables)
    if (other["name"] == table.name) return;
  const std::size_t place = tables.size();
  tables.push_back({{"name", table.name}, {"text", table.text.words()}, {"rows", Json::array()}});
  for (const Row& row : table.rows) {
    RowValue value(row.tables.empty() ? row : Row{});
    Json json = rowReference(row, value.target());
    if (std::holds_alternative<std::monostate>(row.defaultValue)) json.erase("default");
    if (!row.tables.empty()) {
      json["takes"] = std::string(row.orFlag ? "true, false or " : "") + "an object";
      json["form"] = {{"is", "object"}};
      json.erase("default");
      json["tables"] = Json::array();
      for (const Table& inner : row.tables) json["tables"].push_back(inner.name);
      if (row.tableKey) json["key"] = row.tableKey;
    }
    const char* const many[] = {"", "list: ", "one or a list: ", "for each of some parameters: "};
    json["takes"] = many[static_cast<int>(row.form)] + json["takes"].get<std::string>();
    if (row.form == Form::list || row.form == Form::oneOrList) json["form"]["count"] = nullptr;
    if (row.form == Form::oneOrList) json["form"]["orOne"] = true;
    if (row.form == Form::byParameter) json["form"]["byParameter"] = true;
    tables[place]["rows"].push_back(std::move(json));
  }
  for (const Row& row : table.rows)
    for (const Table& inner : row.tables) addTableReference(inner, tables);
}

Json rowProperties(std::span<const Row> rows, const std::string& prefix, Json& definitions) {
  Json properties = Json::object();
  for (const Row& row : rows) properties[std::string(row.name)] = rowSchema(row, prefix, definitions);
  return properties;
}

Json tableSchema(const Table& table, const std::string& prefix, Json& definitions) {
  const std::string name = prefix + table.name;
  if (!definitions.contains(name)) {
    definitions[name] = nullptr;  // tables may contain themselves
    Json schema{{"type", "object"}, {"description", table.text.words()}, {"properties", rowProperties(table.rows, prefix, definitions)}};
    for (const Row& row : table.rows)
      if (row.presence == Presence::required) schema["required"].push_back(row.name);
    definitions[name] = std::move(schema);
  }
  return {{"$ref", "#/$defs/" + name}};
}

Json rowSchema(const Row& row, const std::string& prefix, Json& definitions) {
  Json schema;
  if (row.tables.empty()) {
    RowValue value(row);
    schema = valueSchema(value.target(), row);
    const bool given = !std::holds_alternative<std::monostate>(row.defaultValue);
    if (given && isPlain(value.target()) && row.presence == Presence::optional && row.form == Form::one)
      schema["default"] = toJson(value.target());
  } else {
    Json any = Json::array();
    for (const Table& table : row.tables) {
      any.push_back(tableSchema(table, prefix, definitions));
      if (row.tableKey) definitions[prefix + table.name]["properties"][row.tableKey] = {{"const", table.name}};
    }
    if (row.orFlag) any.push_back({{"type", "boolean"}});
    for (const char* word : row.words) any.push_back({{"const", word}});
    schema = any.size() == 1 ? any[0] : Json{{"anyOf", std::move(any)}};
  }
  if (row.form == Form::byParameter) schema = {{"type", "object"}, {"refersTo", "parameters"}, {"additionalProperties", std::move(schema)}};
  if (row.form == Form::list) schema = {{"type", "array"}, {"items", std::move(schema)}};
  if (row.form == Form::oneOrList) schema = {{"anyOf", Json::array({schema, Json{{"type", "array"}, {"items", schema}}})}};
  schema["description"] = described(row.text.words(), row.unit);
  return schema;
}

}  // namespace slipstick
