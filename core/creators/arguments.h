// The arguments of an object inside a creator's entry, for example its inertia or a circle.
#pragma once

#include <algorithm>

#include "core/creators/creator.h"
#include "core/model/missing.h"

namespace slipstick {

class ArgumentReader {
 public:
  /// Keeps references to `json`, an object, and to the rows; both must outlive the reader.
  ArgumentReader(const Json& json, std::span<const Row> rows, DocumentPlace place, const ValueReader& reader)
      : json_(json), rows_(rows), place_(std::move(place)), reader_(reader) {}

  bool has(const char* key) const { return json_.contains(key); }
  const Json& raw(const char* key) const { return json_[key]; }
  DocumentPlace at(const char* key) const { return place_.at(key); }
  const DocumentPlace& place() const { return place_; }
  void fail(const char* key, const Message& message) const { reader_.issues().error(has(key) ? at(key) : place_, message); }

  /// Returns the value. If it is missing or wrong, returns `otherwise`; a wrong value is reported.
  template <class V>
  V value(std::string_view key, V otherwise) const {
    const Row& row = *std::find_if(rows_.begin(), rows_.end(), [&](const Row& each) { return each.name == key; });
    const std::string name(key);
    if (!json_.contains(name)) return otherwise;
    V read{};
    return reader_.read(json_[name], row, &read, place_.at(name)) ? read : otherwise;
  }
  /// Reports keys that are neither in the rows nor in `others`, and missing required keys.
  void checkKeys(const std::string& what, const std::vector<std::string>& others) const {
    std::vector<std::string> known;
    for (const Row& row : rows_) known.emplace_back(row.name);
    known.insert(known.end(), others.begin(), others.end());
    for (auto entry = json_.begin(); entry != json_.end(); ++entry)
      if (std::find(known.begin(), known.end(), entry.key()) == known.end())
        reader_.issues().error(place_.at(entry.key()), what + " has no " + quote(entry.key()) + suggestion(entry.key(), known));
    for (const Row& row : rows_)
      if (row.presence == Presence::required && !json_.contains(std::string(row.name)))
        reader_.issues().error(place_, missingText(row.name, row.text.words(), row.unit));
  }

 protected:
  const Json& json_;
  std::span<const Row> rows_;
  DocumentPlace place_;
  ValueReader reader_;
};

}  // namespace slipstick
