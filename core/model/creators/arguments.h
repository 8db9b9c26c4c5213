// Arguments of an object inside a creator's entry, such as its inertia or one of its circles.
#pragma once

#include <algorithm>

#include "core/model/creators/creator.h"

namespace slipstick {

class ArgumentReader {
 public:
  /// `json`, an object, stays where it is.
  ArgumentReader(const Json& json, DocumentPlace place, const ValueReader& reader)
      : json_(json), place_(std::move(place)), reader_(reader) {}

  bool has(const char* key) const { return json_.contains(key); }
  const Json& raw(const char* key) const { return json_[key]; }
  DocumentPlace at(const char* key) const { return place_.at(key); }
  const DocumentPlace& place() const { return place_; }
  void fail(const char* key, const std::string& message) const { reader_.issues().error(has(key) ? at(key) : place_, message); }

  /// The value, or `otherwise` where it is not given or wrong, which is reported.
  template <class V>
  V value(const char* key, const Unit& unit, const Range& range, V otherwise) const {
    if (!has(key)) return otherwise;
    Parameter parameter;
    parameter.unit = unit, parameter.range = range;
    V read{};
    return reader_.read(json_[key], parameter, &read, place_.at(key)) ? read : otherwise;
  }
  /// Reports keys that are neither of `arguments` nor of `others`, and required ones that are missing.
  void checkKeys(const std::vector<CreatorArgument>& arguments, const std::string& what, const std::vector<std::string>& others) const {
    std::vector<std::string> known;
    for (const CreatorArgument& argument : arguments) known.push_back(argument.name);
    known.insert(known.end(), others.begin(), others.end());
    for (auto entry = json_.begin(); entry != json_.end(); ++entry)
      if (std::find(known.begin(), known.end(), entry.key()) == known.end())
        reader_.issues().error(place_.at(entry.key()), what + " has no " + quote(entry.key()) + suggestion(entry.key(), known));
    for (const CreatorArgument& argument : arguments)
      if (argument.presence == Presence::required && !has(argument.name))
        reader_.issues().error(place_, quote(argument.name) + " is missing: " + argument.text + unitText(argument.unit));
  }

 protected:
  const Json& json_;
  DocumentPlace place_;
  ValueReader reader_;
};

}  // namespace slipstick
