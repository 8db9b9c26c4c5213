// What is drawn: `display` of a document and `visualization` of an item, by the tables of display_tables.h. Nothing here changes a
// computed number, so that unknown keys and what cannot be shown are warnings.
#pragma once

#include "core/model/items.h"

namespace slipstick {

/// `visualization` and `display` as they are written, with the formulas among their numbers evaluated.
Json writtenVisualization(const Json& json, const ItemType& type, const ValueReader& reader);
Json writtenDisplay(const Json& json, const ValueReader& reader);
/// The resolved form of `visualization` of an item of this type, which has every row that the type draws.
Json readVisualization(const Json& json, const ItemType& type, const ValueReader& reader, const DocumentPlace& place);
/// The rows that a type draws.
std::vector<Row> visualizationRows(const ItemType& type);

/// `display` as the page draws it: plots with labels, units and the numbers of their profiles, colours, the camera. What is asked of
/// cables goes to `model.profiles`. Without errors so far, names are looked up in `model`; with some, only values are checked.
Json readDisplay(const Json& json, Model& model, const ValueReader& reader, UserFunctionReader& functions);

}  // namespace slipstick
