// Drawing: `display` of a document and `visualization` of an item, according to the tables in display_tables.h. Neither affects a
// computed number, so that unknown keys and things that cannot be drawn are warnings.
#pragma once

#include "core/model/items.h"

namespace slipstick {

/// Returns `visualization` and `display` unresolved, with the formulas among their numbers evaluated.
Json writtenVisualization(const Json& json, const ItemType& type, const ValueReader& reader);
Json writtenDisplay(const Json& json, const ValueReader& reader);
/// Returns the resolved form of `visualization` of an item of this type, which has every row that the type draws.
Json readVisualization(const Json& json, const ItemType& type, const ValueReader& reader, const DocumentPlace& place);
/// Returns the rows that a type draws.
std::vector<Row> visualizationRows(const ItemType& type);

/// Returns `display` in the form for the page: plots with labels, units and the numbers of their profiles, colours, the camera.
/// Quantities along cables are added to `model.profiles`. If there are no errors so far, names are looked up in `model`; otherwise only
/// values are checked.
Json readDisplay(const Json& json, Model& model, const ValueReader& reader, UserFunctionReader& functions);

}  // namespace slipstick
