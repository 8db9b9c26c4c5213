// Where Exudyn 1.13 differs from the core's tables of items and settings: other names, and features that it lacks. `npm run peer -- items`
// checks this against the installed version.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/model/model.h"

namespace slipstick::exudyn {

/// The name of an item type, of its parameter, of a setting or of a group of settings.
std::string nameOf(const ItemType& type);
std::string nameOf(const ItemType& type, std::string_view parameter);
std::string nameOfSetting(std::string_view setting);

/// The parameters of a beam that Exudyn combines in `sectionData`, in the order of the function beamSection; empty for other types.
std::span<const char* const> sectionParameters(const ItemType& type);
bool isOfSection(const ItemType& type, std::string_view parameter);

bool lacksParameter(const ItemType& type, std::string_view parameter);
bool lacksOutput(const ItemType& type, std::string_view output);
/// Whether sensors of bodies measure an object.
bool isBody(const ItemType& type);

/// {"types": {"object BeamGeometricallyExact3D": name}, "parameters": {"object MassPoint": {parameter: name}}, "settings": {setting: name}}
Json namesJson();

}  // namespace slipstick::exudyn
