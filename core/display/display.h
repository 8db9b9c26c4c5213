// Drawing: `display` of a document and `visualization` of an item, according to the tables in display_tables.h. Neither affects a
// computed number, so that unknown keys and things that cannot be drawn are warnings.
#pragma once

#include <string_view>

#include "core/model/items.h"

namespace slipstick {

/// Resolves `visualization` of all items: each gets every row that its type draws. Evaluates the formulas among the numbers of their JSON.
void readVisualizations(Drafts& drafts, const ValueReader& reader);
/// Returns the drawing of an item: its visualization, or the type's default for an item without one.
Json visualizationOf(const ModelItem& item);
/// Returns `display` unresolved, with the formulas among its numbers evaluated.
Json writtenDisplay(const Json& json, const ValueReader& reader);
/// Returns the rows that a type draws.
std::vector<Row> visualizationRows(const ItemType& type);

/// Returns `display` in the form for the page: plots with labels, units and the numbers of their profiles, colours, the camera.
/// Quantities along cables are added to `model.profiles`. If there are no errors so far, names are looked up in `model`; otherwise only
/// values are checked.
Json readDisplay(const Json& json, Model& model, const ValueReader& reader, UserFunctionReader& functions);

/// Checks `about` of a document, and returns its content in one line for files made from the model. Texts are limited to `longestAbout`
/// characters.
std::string readAbout(const Json& json, const ValueReader& reader);
inline constexpr std::size_t longestAbout = 1000;
/// Returns whether a text is an SPDX expression: identifiers such as CC-BY-4.0, joined by AND, OR and WITH.
bool isSpdx(std::string_view text);

}  // namespace slipstick
