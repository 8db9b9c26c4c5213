// The steps of the analysis.
#pragma once

#include "core/model/items.h"

namespace slipstick {

/// Reads `analysis`, one step or a list; without it, one dynamic step with defaults.
std::vector<AnalysisStep> readAnalysis(const Json& document, const Model& model, const ValueReader& reader, UserFunctionReader& functions);

/// Settings that stand together: directly in a step, or below a key of their own.
struct SettingsTable {
  std::string group;               // "newton" …; empty: directly in the step
  std::string parent;              // the group around this one
  Text text;                       // what the group is about
  std::vector<std::string> steps;  // types of the steps that have them
  std::vector<Parameter> settings;
  std::shared_ptr<void> (*construct)() = nullptr;
  void* (*structOfStep)(AnalysisStep&) = nullptr;  // null: checked, but of no effect

  void setDefaults(void* settingsStruct) const;
  /// A struct of these settings with their defaults.
  std::shared_ptr<void> create() const;
};
const std::vector<SettingsTable>& settingsTables();
/// Types of steps, and what a step of a type has beside the settings.
std::span<const char* const> stepTypes();
std::vector<Row> stepRows(std::string_view type);

}  // namespace slipstick
