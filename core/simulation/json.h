// The engine's data as JSON, with the field names of each struct in one place, for result files and for the bindings.
// wasm/engine/wire.ts is the counterpart; tests/wasm/wire.test.ts compares the two.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "core/simulation/simulation.h"

namespace slipstick {

/// An object of fields in this order; needs far less code than nlohmann_json's objects from initialiser lists.
struct Field {
  const char* name;
  mutable Json value;  // moved out of the list
};
Json object(std::initializer_list<Field> fields);
/// JSON has no NaN and no infinity: null replaces them.
Json finite(double value);

/// Adds the code and the values of a message to the object that has its text, if it has a code. A value is a text or a message.
void addCode(Json& entry, const Message& message);
Json toJson(const Issue& issue);
Json toJson(const ModelParameter& parameter);
Json toJson(const ModelInput& input);
Json toJson(const Channel& sensor);
Json toJson(const Measure& measure);
Json toJson(const Task& task);
Json toJson(const Profile& profile);
/// Returns the data of an item for the views: only what drawing needs, references as numbers.
Json toJson(const ModelItem& item);
/// Returns the sensors that use a ray, with their numbers, and whether the ray rotates with their marker.
Json raysOf(const Model& model);
Json toJson(const AnalysisStep& step);
Json toJson(const Statistics& statistics);
Json toJson(const Progress& progress);
Json toJson(const Stop& stop);
Json toJson(const Eigenvalue& value);
/// Returns the measures with their values: null for a missing value, with the reason.
Json measuresJson(const Simulation& simulation);
template <class T>
Json toJson(const std::vector<T>& values) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(toJson(value));
  return list;
}

}  // namespace slipstick
