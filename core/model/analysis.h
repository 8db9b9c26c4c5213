// The steps of the analysis.
#pragma once

#include "core/model/items.h"

namespace slipstick {

/// Reads `analysis`, one step or a list; if missing, returns one dynamic step with defaults.
std::vector<AnalysisStep> readAnalysis(const Json& document, const Model& model, const ValueReader& reader, UserFunctionReader& functions);

/// Returns the unexplained part of the energy above which a balance warns: the largest `balanceTolerance` of the dynamic steps.
double balanceTolerance(const Model& model);

/// Whether steps may start with an assembly (core/solver/assemble.h). The light engine refuses them, and the whole one is asked.
inline bool canAssemble = false;

/// Related settings: directly in a step, or in a group with its own key.
struct SettingsTable {
  std::string group;               // "newton" …; empty: directly in the step
  std::string parent;              // the enclosing group
  Text text;                       // the topic of the group
  std::vector<std::string> steps;  // types of the steps that have them
  std::vector<Parameter> settings;
  std::shared_ptr<void> (*construct)() = nullptr;
  void* (*structOfStep)(AnalysisStep&) = nullptr;  // null: checked, but without effect

  void setDefaults(void* settingsStruct) const;
  /// Makes a struct of these settings with their defaults.
  std::shared_ptr<void> create() const;
};
const std::vector<SettingsTable>& settingsTables();
/// Returns the types of steps; the second function returns the rows of a step type besides the settings.
std::span<const char* const> stepTypes();
std::vector<Row> stepRows(std::string_view type);

}  // namespace slipstick
