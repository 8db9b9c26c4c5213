#include "core/model/set.h"

#include <set>

namespace slipstick {

bool matchesPattern(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++, resume = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p, ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1, t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

namespace {

/// Returns the length of a list or the rows and columns of a matrix whose size the document determines; {0, 0} for other values.
std::pair<std::size_t, std::size_t> freeShape(const Target& target) {
  if (const auto* list = target.as<VectorX>()) return {list->size(), 1};
  if (const auto* matrix = target.as<MatrixX>()) return {matrix->rows, matrix->columns};
  if (const auto* vectors = target.as<std::vector<Vector3>>()) return {vectors->size(), 3};
  if (const auto* matrices = target.as<std::vector<Matrix3>>()) return {matrices->size(), 9};
  return {0, 0};
}

std::string shapeText(const Target& target) {
  const auto [rows, columns] = freeShape(target);
  if (target.is<MatrixX>()) return "a " + std::to_string(rows) + "×" + std::to_string(columns) + " matrix";
  return "a list of " + std::to_string(rows);
}

void copyValue(const Target& from, const Target& to) {
  to.visit([&](auto* destination) { *destination = *from.as<std::remove_pointer_t<decltype(destination)>>(); });
}

Target targetOf(const Parameter& parameter, const void* item) { return parameter.target(const_cast<void*>(item)); }

std::shared_ptr<void> copyOf(const ItemType& type, const void* item) {
  std::shared_ptr<void> copy = type.create();
  for (const Parameter& parameter : type.parameters) copyValue(targetOf(parameter, item), parameter.target(copy.get()));
  return copy;
}

class SetReader {
 public:
  SetReader(const Model& model, const ValueReader& reader, UserFunctionReader& functions, ChangedItems& changed)
      : model_(model), reader_(reader), functions_(functions), changed_(changed), issues_(reader.issues()) {}

  std::vector<ParameterChange> read(const Json& json, const DocumentPlace& place) {
    if (!json.is_array()) {
      issues_.error(place, "must be a list of changes, got " + found(json));
      return {};
    }
    for (std::size_t i = 0; i < json.size(); ++i) readChange(json[i], place.at(static_cast<int>(i)));
    if (issues_.errors() == 0) check();
    return std::move(changes_);
  }

 private:
  void readChange(const Json& json, const DocumentPlace& place) {
    static const std::pair<const char*, ItemKind> kinds[] = {
        {"node", ItemKind::node}, {"object", ItemKind::object}, {"marker", ItemKind::marker}, {"load", ItemKind::load}};
    if (!json.is_object()) {
      issues_.error(place, "must be an object with an item and new values, got " + found(json));
      return;
    }
    const char* key = nullptr;
    ItemKind kind = ItemKind::object;
    for (const auto& [word, wordKind] : kinds) {
      if (!json.contains(word)) continue;
      if (key) {
        issues_.error(place, std::string("names a ") + key + " and a " + word + ": give one item or pattern per change");
        return;
      }
      key = word, kind = wordKind;
    }
    if (!key) {
      issues_.error(place, "must name the item to change: 'node', 'object', 'marker' or 'load'");
      return;
    }
    const std::vector<int> items = itemsFor(json[key], kind, place.at(key));
    if (items.empty()) return;
    if (json.size() == 1) issues_.error(place, "changes nothing: give a parameter and its new value");
    for (auto entry = json.begin(); entry != json.end(); ++entry)
      if (entry.key() != key) readValue(entry.key(), entry.value(), kind, items, json[key], place.at(entry.key()));
  }

  std::vector<int> itemsFor(const Json& json, ItemKind kind, const DocumentPlace& place) {
    const ItemNames& names = *reader_.names();
    const bool pattern = json.is_string() && json.get_ref<const std::string&>().find('*') != std::string::npos;
    if (!pattern) {
      NodeIndex node;
      ObjectIndex object;
      MarkerIndex marker;
      LoadIndex load;
      const Target target = kind == ItemKind::node     ? Target(&node)
                            : kind == ItemKind::object ? Target(&object)
                            : kind == ItemKind::marker ? Target(&marker)
                                                       : Target(&load);
      Parameter parameter;
      parameter.presence = Presence::required;
      return reader_.read(json, parameter, target, place) ? referredItems(target) : std::vector<int>{};
    }
    std::vector<int> items;
    const std::string& text = json.get_ref<const std::string&>();
    for (int i = 0; i < names.count(kind); ++i)
      if (!names.entry(kind, i).name.empty() && matchesPattern(text, names.entry(kind, i).name)) items.push_back(i);
    if (items.empty()) issues_.error(place, std::string("no ") + kindName(kind) + " has a name like " + quote(text));
    return items;
  }

  /// Reads one new value for all items that have the parameter, type by type.
  void readValue(const std::string& key, const Json& json, ItemKind kind, const std::vector<int>& items, const Json& address,
                 const DocumentPlace& place) {
    std::map<const ItemType*, std::vector<int>> byType;
    std::set<std::string> known;
    bool unknownType = false;
    for (const int item : items) {
      const ItemType* type = reader_.names()->entry(kind, item).type;
      unknownType |= !type;
      if (!type) continue;
      for (const Parameter& parameter : type->parameters) known.emplace(parameter.name);
      if (type->parameter(key)) byType[type].push_back(item);
    }
    if (byType.empty()) {
      if (!unknownType)
        issues_.error(place, std::string("no parameter ") + quote(key) + " in " + kindName(kind) + " " + found(address) +
                                 suggestion(key, {known.begin(), known.end()}));
      return;
    }
    for (const auto& [type, list] : byType)
      if (!readValueOf(*type, *type->parameter(key), json, kind, list, place)) return;
  }

  bool readValueOf(const ItemType& type, const Parameter& parameter, const Json& json, ItemKind kind, const std::vector<int>& items,
                   const DocumentPlace& place) {
    const auto source = type.create();
    const Target target = parameter.target(source.get());
    if (referredKind(target) || target.is<OutputVariable>() || target.is<std::vector<int>>() || parameter.fixedAtAssembly) {
      issues_.error(place, parameter.fixedAtAssembly ? "cannot change between steps: the size or structure of the system depends on it"
                                                     : "the references of an item cannot change between steps");
      return false;
    }
    if (target.is<UserFunction>()) return readFunctions(type, parameter, json, kind, items, place);
    if (!reader_.read(json, parameter, target, place)) return false;
    for (const int item : items) {
      const ModelItem& current = model_.of(kind)[item];
      if (!current.value) continue;
      const Target before = targetOf(parameter, current.value.get());
      if (freeShape(before) == freeShape(target)) continue;
      issues_.error(place,
                    "must be " + shapeText(before) + " as in " + kindName(kind) + " " + quote(current.name) + ", got " + shapeText(target));
      return false;
    }
    add(kind, items, parameter, source, place);
    return true;
  }

  /// Reads a user function for each item because sizes of arguments and results may differ.
  bool readFunctions(const ItemType& type, const Parameter& parameter, const Json& json, ItemKind kind, const std::vector<int>& items,
                     const DocumentPlace& place) {
    for (const int item : items) {
      const int errors = issues_.errors();
      const auto source = type.create();
      functions_.read(json, place, parameter, kind, item, *parameter.target(source.get()).as<UserFunction>());
      if (issues_.errors() > errors) return false;
      add(kind, {item}, parameter, source, place);
    }
    return true;
  }

  void add(ItemKind kind, const std::vector<int>& items, const Parameter& parameter, const std::shared_ptr<void>& source,
           const DocumentPlace& place) {
    changes_.push_back({kind, items, &parameter, source});
    for (const int item : items) {
      const ModelItem& current = model_.of(kind)[item];
      if (!current.value) continue;
      std::shared_ptr<void>& copy = changed_[{kind, item}];
      if (!copy) copy = copyOf(*current.type, current.value.get());
      copyValue(parameter.target(source.get()), parameter.target(copy.get()));
      places_[{kind, item}].insert_or_assign(std::string(parameter.name), place);
    }
  }

  /// Checks the items of this step after all of its changes; reports the first error.
  void check() {
    const Neighbours neighbours{[&](ItemKind kind, int index) {
      const ModelItem& item = model_.of(kind)[index];
      const auto changed = changed_.find({kind, index});
      return Neighbour{item.type, changed == changed_.end() ? item.value.get() : changed->second.get()};
    }};
    for (const auto& entry : places_) {
      const auto& address = entry.first;
      const auto& places = entry.second;
      const ModelItem& item = model_.of(address.first)[address.second];
      const void* value = changed_[address].get();
      bool isGood = true;
      const Complain complain = [&](const std::string& parameter, const std::string& message) {
        const auto place = places.find(parameter);
        const std::string named = place == places.end() && !parameter.empty() ? quote(parameter) + ": " + message : message;
        issues_.error(place == places.end() ? places.begin()->second : place->second,
                      std::string(kindName(address.first)) + " " + quote(item.name) + ": " + named);
        isGood = false;
      };
      if (item.type->check) item.type->check(value, complain);
      if (item.type->checkAmong) item.type->checkAmong(value, neighbours, complain);
      if (!isGood) return;
    }
  }

  const Model& model_;
  const ValueReader& reader_;
  UserFunctionReader& functions_;
  ChangedItems& changed_;
  Issues& issues_;
  std::vector<ParameterChange> changes_;
  std::map<std::pair<ItemKind, int>, std::map<std::string, DocumentPlace>> places_;  // places of the new values of this step
};

}  // namespace

std::vector<ParameterChange> readSet(const Json& json, const DocumentPlace& place, const Model& model, const ValueReader& reader,
                                     UserFunctionReader& functions, ChangedItems& changed) {
  return SetReader(model, reader, functions, changed).read(json, place);
}

}  // namespace slipstick
