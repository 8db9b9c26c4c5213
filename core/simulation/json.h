// What leaves the engine as JSON, each struct's fields named once: for result files and for the bindings. The other side of them is
// wasm/engine/wire.ts; tests/wasm/wire.test.ts holds the two against each other.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "core/simulation/simulation.h"

namespace slipstick {

/// An object of fields in this order; far less code than the lists of lists that nlohmann_json makes objects of.
struct Field {
  const char* name;
  mutable Json value;  // taken out of the list
};
Json object(std::initializer_list<Field> fields);

Json toJson(const Issue& issue);
Json toJson(const ModelParameter& parameter);
Json toJson(const ModelInput& input);
Json toJson(const Channel& sensor);
Json toJson(const Measure& measure);
Json toJson(const Task& task);
Json toJson(const Profile& profile);
/// An item as the views need it: enough to draw, references as numbers.
Json toJson(const ModelItem& item);
/// Sensors that look along a line, with their numbers, and whether the line turns with their marker.
Json raysOf(const Model& model);
Json toJson(const AnalysisStep& step);
Json toJson(const Statistics& statistics);
Json toJson(const Progress& progress);
Json toJson(const Stop& stop);
Json toJson(const Eigenvalue& value);
/// The syntax of a formula: {"bindings": [{"name", "value"}], "result"} of nodes {"kind", "text", "operands", "operators"}. null where
/// `text` is no formula.
Json syntaxJson(std::string_view text);
/// The measures with their values: null where there is none, with the reason.
Json measuresJson(const Simulation& simulation);
template <class T>
Json toJson(const std::vector<T>& values) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(toJson(value));
  return list;
}

}  // namespace slipstick
