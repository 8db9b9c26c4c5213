#include <algorithm>
#include <cmath>

#include "core/creators/creators.h"
#include "core/creators/pose.h"
#include "core/message/messages.h"
#include "core/model/missing.h"

namespace slipstick {
namespace {

const char* const commonKeys[] = {"type", "name", "visualization"};

std::vector<std::string> knownKeys(const Creator& creator) {
  std::vector<std::string> known(std::begin(commonKeys), std::end(commonKeys));
  for (const Row& argument : creator.arguments) {
    known.emplace_back(argument.name);
    if (!aliasOf(argument).empty()) known.push_back(aliasOf(argument));
  }
  return known;
}

Json defaultOf(const Row& row) {
  if (std::holds_alternative<std::monostate>(row.defaultValue)) return nullptr;
  return toJson(RowValue(row).target());
}

const Creator* findCreator(const std::string& name) {
  for (const Creator& creator : creators())
    if (name == creator.name) return &creator;
  return nullptr;
}

std::vector<std::string> creatorNames() {
  std::vector<std::string> names;
  for (const Creator& creator : creators()) names.push_back(creator.name);
  return names;
}

std::string unknownCreator(const std::string& name) {
  const std::string message = "unknown creator type " + quote(name);
  for (int kind = 0; kind < itemKinds; ++kind)
    if (Registry::instance().find(static_cast<ItemKind>(kind), name))
      return message + "; it is the type of an item in " + quote(listName(static_cast<ItemKind>(kind)));
  if (name.rfind("Create", 0) == 0 && findCreator(name.substr(6))) return message + "; did you mean " + quote(name.substr(6)) + "?";
  return message + suggestion(name, creatorNames());
}

/// Whether the entry can be expanded; reports errors.
const Creator* checkEntry(const Json& entry, const DocumentPlace& place, Issues& issues) {
  if (!entry.is_object()) {
    issues.error(place, "must be an object with 'type', got " + found(entry));
    return nullptr;
  }
  if (!entry.contains("type")) {
    issues.error(place, "'type' is missing: what to create");
    return nullptr;
  }
  if (!entry["type"].is_string()) {
    issues.error(place.at("type"), "must be the name of a type, got " + found(entry["type"]));
    return nullptr;
  }
  const std::string& type = entry["type"].get_ref<const std::string&>();
  const Creator* creator = findCreator(type);
  if (!creator) {
    issues.error(place.at("type"), unknownCreator(type));
    return nullptr;
  }
  const auto known = knownKeys(*creator);
  for (auto argument = entry.begin(); argument != entry.end(); ++argument)
    if (std::find(known.begin(), known.end(), argument.key()) == known.end())
      issues.error(place.at(argument.key()), type + " has no argument " + quote(argument.key()) + suggestion(argument.key(), known));
  bool complete = true;
  for (const Row& argument : creator->arguments) {
    const std::string name(argument.name), alias = aliasOf(argument);
    const bool given = entry.contains(name) || (!alias.empty() && entry.contains(alias));
    if (argument.presence != Presence::required || given) continue;
    issues.error(place, missingText(name, argument.text.words(), argument.unit));
    complete = false;
  }
  return complete ? creator : nullptr;
}

}  // namespace

bool isOf(const Json& item, const ItemType& type) { return item.is_object() && item.value("type", Json()) == type.name; }

NewItem::NewItem(const ItemType& itemType, Json parameters) : type(itemType), json{{"type", itemType.name}} {
  for (auto parameter = parameters.begin(); parameter != parameters.end(); ++parameter)
    json[parameter.key()] = std::move(parameter.value());
}

std::string aliasOf(const Row& argument) {
  if (argument.type != typeNumber<ObjectIndex>) return "";
  return argument.form == Form::list ? "bodyNumbers" : "bodyNumber";
}

const Row* Creator::argument(std::string_view argumentName) const {
  for (const Row& candidate : arguments)
    if (candidate.name == argumentName) return &candidate;
  return nullptr;
}

std::vector<Row> passes(const ItemType& type, std::initializer_list<std::string_view> except) {
  std::vector<Row> rows;
  for (const Parameter& parameter : type.parameters)
    if (!referredKind(RowValue(parameter).target()) && std::find(except.begin(), except.end(), parameter.name) == except.end())
      rows.push_back(parameter);
  return rows;
}

std::vector<Row> operator+(std::vector<Row> a, const std::vector<Row>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// Created on first use: files add to it before main().
static std::vector<std::vector<Creator> (*)()>& moreCreators() {
  static std::vector<std::vector<Creator> (*)()> more;
  return more;
}
bool addCreators(std::vector<Creator> (*more)()) {
  moreCreators().push_back(more);
  return true;
}

const std::vector<Creator>& creators() {
  static const std::vector<Creator> all = [] {
    std::vector<Creator> list;
    for (const auto& family :
         {bodyCreators(), springCreators(), jointCreators(), rollingCreators(), loadCreators(), cableCreators(), sphereCreators()})
      list.insert(list.end(), family.begin(), family.end());
    for (const auto& more : moreCreators())
      for (const Creator& creator : more()) list.push_back(creator);
    return list;
  }();
  return all;
}

Expansion::Expansion(const Creator& creator, const Json& entry, DocumentPlace place, const Scope& scope, Drafts& drafts,
                     std::map<std::string, int>& objects, int& ground, Issues& issues)
    : creator_(creator),
      entry_(entry),
      place_(std::move(place)),
      scope_(scope),
      drafts_(drafts),
      objects_(objects),
      ground_(ground),
      issues_(issues),
      errorsBefore_(issues.errors()) {
  if (!entry.contains("name")) return;
  if (entry["name"].is_string())
    name_ = entry["name"].get<std::string>();
  else
    issues.error(place_.at("name"), "must be a text, got " + found(entry["name"]));
}

std::string Expansion::keyOf(const char* argument) const {
  const std::string alias = aliasOf(*creator_.argument(argument));
  return !alias.empty() && entry_.contains(alias) && !entry_.contains(argument) ? alias : argument;
}

const Json& Expansion::raw(const char* argument) const {
  static const Json none;
  const std::string key = keyOf(argument);
  return entry_.contains(key) ? entry_[key] : none;
}

template <class V>
V Expansion::read(const char* argument) const {
  const Row& row = *creator_.argument(argument);
  V value{};
  Parameter{row}.setDefault(&value);
  V given = value;
  if (entry_.contains(argument) && ValueReader(scope_, issues_).read(entry_[argument], row, &given, place_.at(argument))) value = given;
  return value;
}

double Expansion::number(const char* argument) const { return read<double>(argument); }
int Expansion::wholeNumber(const char* argument) const { return read<int>(argument); }
bool Expansion::flag(const char* argument) const { return read<bool>(argument); }
Vector3 Expansion::vector(const char* argument) const { return read<Vector3>(argument); }
std::vector<Vector3> Expansion::points(const char* argument) const { return read<std::vector<Vector3>>(argument); }
std::vector<double> Expansion::numbers(const char* argument) const { return read<VectorX>(argument); }
Matrix3 Expansion::matrix(const char* argument) const { return read<Matrix3>(argument); }
int Expansion::count(const char* argument) const { return std::max(read<int>(argument), 1); }
Vector2 Expansion::pair(const char* argument) const { return read<Vector2>(argument); }
Vector4 Expansion::four(const char* argument) const { return read<Vector4>(argument); }

std::string Expansion::word(const char* argument) const {
  const Row& row = *creator_.argument(argument);
  const std::string otherwise = std::get<const char*>(row.defaultValue);
  if (!has(argument)) return otherwise;
  const Json& json = raw(argument);
  std::vector<std::string> words;
  for (const char* word : row.words) {
    words.emplace_back(word);
    if (json == word) return word;
  }
  fail(argument, messages::mustBeOneOf({joined(words), found(json)}));
  return otherwise;
}

const ItemType& Expansion::nodeType(const char* argument) const { return *Registry::instance().find(ItemKind::node, word(argument)); }

int Expansion::body(const Json& json, const DocumentPlace& place) {
  if (json.is_null()) {
    if (ground_ < 0) {
      std::string name = "ground";
      while (objects_.count(name)) name += "_";
      ground_ = addCalled(name, objects::Ground, entry_, place_);
    }
    return ground_;
  }
  if (json.is_string()) {
    const std::string& name = json.get_ref<const std::string&>();
    const auto known = objects_.find(name);
    if (known != objects_.end()) return known->second;
    std::vector<std::string> names;
    for (auto entry = objects_.begin(); entry != objects_.end() && !issues_.full(); ++entry) names.push_back(entry->first);
    const bool isGround = name == "ground" || name == "Ground";
    issues_.error(place, "no body before this entry is called " + quote(name) +
                             (isGround ? ": the ground is null, without quotes" : suggestion(name, names)));
    return -1;
  }
  const auto count = static_cast<double>(drafts_.of(ItemKind::object).size());
  if (json.is_number() && json.get<double>() == std::floor(json.get<double>()) && json.get<double>() >= 0) {
    if (json.get<double>() < count) return json.get<int>();
    issues_.error(place, messages::noObjectBefore({found(json)}));
    return -1;
  }
  issues_.error(place, messages::mustBe({messages::nameOrNumberOfBody(), found(json)}));
  return -1;
}

int Expansion::body(const char* argument) { return body(raw(argument), place_.at(argument)); }

std::array<int, 2> Expansion::bodies() {
  const Json& json = raw("bodies");
  if (!json.is_array() || json.size() != 2) {
    fail("bodies", "must be a list of 2 bodies, null for ground, got " + found(json));
    return {-1, -1};
  }
  const DocumentPlace place = place_.at(keyOf("bodies"));
  const int first = body(json[0], place.at(0));
  return {first, body(json[1], place.at(1))};
}

int Expansion::add(NewItem item, const std::string& part) {
  if (item.type.kind == ItemKind::object && entry_.contains("visualization")) item["visualization"] = entry_["visualization"];
  return addCalled(name_.empty() || part.empty() ? name_ : name_ + "." + part, std::move(item), entry_, place_);
}

int Expansion::addCalled(const std::string& name, NewItem item, const Json& entry, const DocumentPlace& entryPlace) {
  std::vector<ItemDraft>& drafts = drafts_.of(item.type.kind);
  const int number = static_cast<int>(drafts.size());
  std::string called = kindName(item.type.kind);
  if (!name.empty()) {
    item["name"] = name;
    called += " " + quote(name);
    if (item.type.kind == ItemKind::object) objects_.emplace(name, number);
  }
  called += " (" + item.type.name + ")";
  // Items are added even after a wrong argument, so that other items can refer to them.
  const DocumentPlace place(entryPlace.pointer(), entry, called);
  drafts.push_back({std::move(item.json), issues_.errors() > errorsBefore_ ? place.silent() : place});
  return number;
}

bool Expansion::roomFor(double items) const {
  if (drafts_.count() + items <= drafts_.limit) return true;
  issues_.error(place_, "makes " + numberText(items) + " items; a document may have at most " + std::to_string(drafts_.limit));
  return false;
}

void Expansion::reserve(ItemKind kind, std::size_t items) {
  auto& list = drafts_.of(kind);
  if (items > list.size()) list.reserve(list.size() + items + items / 16 + 8);
}

void Expansion::pass(NewItem& item) const {
  for (const Parameter& parameter : item.type.parameters) {
    const std::string name(parameter.name);
    const Row* argument = creator_.argument(name);
    if (!argument || item.json.contains(name)) continue;
    if (entry_.contains(name))
      item.json[name] = entry_[name];
    else if (const Json value = defaultOf(*argument); value != defaultOf(parameter))
      item.json[name] = value;
  }
}

void Expansion::write(NewItem& item, std::initializer_list<const char*> arguments) const {
  for (const char* argument : arguments)
    if (!item.json.contains(argument))
      item[argument] = entry_.contains(argument) ? entry_[argument] : defaultOf(*creator_.argument(argument));
}

int Expansion::addMarker(const ItemType& type, int object, const Vector3& localPosition, const char* part) {
  const bool point = object >= 0 && isOf(this->object(object), objects::MassPoint);
  const bool planarPoint = object >= 0 && isOf(this->object(object), objects::MassPoint2D);
  if (&type == &markers::BodyRigid && (point || planarPoint)) {
    const std::string given = (point ? objects::MassPoint : objects::MassPoint2D).name;
    const std::string instead = (point ? objects::RigidBody : objects::RigidBody2D).name;
    const char* argument = creator_.argument("bodies") ? "bodies" : creator_.argument("body") ? "body" : "walls";
    fail(argument, "needs bodies that can turn, and " + found(this->object(object).value("name", Json())) + " is a " + given + ": use " +
                       instead + " instead");
  }
  return add({type, {{"bodyNumber", object}, {"localPosition", toJson(localPosition)}}}, part);
}

const Json* Expansion::nodeOf(int object, int& node) const {
  const Json& body = drafts_.of(ItemKind::object)[object].json;
  if (!body.is_object() || !body.contains("nodeNumber")) return nullptr;
  const Json& reference = body["nodeNumber"];
  const auto& nodes = drafts_.of(ItemKind::node);
  if (reference.is_number() && reference.get<double>() >= 0 && reference.get<double>() < static_cast<double>(nodes.size())) {
    node = static_cast<int>(reference.get<double>());
  } else if (reference.is_string()) {
    const auto named = std::find_if(nodes.begin(), nodes.end(), [&](const ItemDraft& candidate) {
      return candidate.json.is_object() && candidate.json.contains("name") && candidate.json["name"] == reference;
    });
    if (named != nodes.end()) node = static_cast<int>(named - nodes.begin());
  }
  return node >= 0 && nodes[node].json.is_object() ? &nodes[node].json : nullptr;
}

ReferencePose Expansion::pose(int object, const char* argument) const {
  if (object < 0) return {};
  int node = -1;
  const Json& body = drafts_.of(ItemKind::object)[object].json;
  const auto result = referencePose(body, nodeOf(object, node), scope_);
  if (result) return *result;
  const Json type = body.is_object() ? body.value("type", Json()) : Json();
  fail(argument, "the reference position of object " + std::to_string(object) + " (" + found(type) + ") is not known");
  return {};
}

bool isCreatorType(const std::string& type) { return findCreator(type); }

void expandCreators(const Json& document, const Scope& scope, Drafts& drafts, Issues& issues) {
  if (!document.contains("create")) return;
  const Json& list = document["create"];
  const DocumentPlace place("/create");
  if (!list.is_array()) {
    issues.error(place, "must be a list of entries, got " + found(list));
    return;
  }
  std::map<std::string, int> names;
  const auto& explicitObjects = drafts.of(ItemKind::object);
  for (std::size_t i = 0; i < explicitObjects.size(); ++i) {
    const Json& item = explicitObjects[i].json;
    if (item.is_object() && item.contains("name") && item["name"].is_string())
      names.emplace(item["name"].get<std::string>(), static_cast<int>(i));
  }
  int ground = -1;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const DocumentPlace entryPlace = place.at(static_cast<int>(i));
    const Creator* creator = checkEntry(list[i], entryPlace, issues);
    if (!creator) continue;
    Expansion expansion(*creator, list[i], entryPlace, scope, drafts, names, ground, issues);
    creator->expand(expansion);
  }
}

Json toJson(const Vector3& vector) { return {vector.x, vector.y, vector.z}; }

Json toJson(const Matrix3& matrix) {
  Json rows = Json::array();
  for (int i = 0; i < 3; ++i) rows.push_back(toJson(matrix.row(i)));
  return rows;
}

}  // namespace slipstick
