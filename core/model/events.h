// Inputs and events of a document: changes during a run.
#pragma once

#include "core/model/issues.h"
#include "core/model/values.h"

namespace slipstick {

/// Reads `inputs`; adds their names to `scope`, for formulas.
std::vector<ModelInput> readInputs(const Json& document, Scope& scope, Issues& issues);
/// Finds the sensors that inputs follow, after the sensors have been read.
void findFollowed(Model& model, Issues& issues);
/// Reads `events`, with paths expanded, in chronological order; the rest of `model` must be complete.
std::vector<Event> readEvents(const Json& document, const Model& model, const ValueReader& reader, int most);
/// Reads one event posted during a run: like an event in a document, but without its step. Returns nothing in case of errors.
std::optional<Event> readEvent(const Json& json, const Model& model, Issues& issues);
/// Writes an event, with its step, as an entry of a document.
Json eventJson(const Event& event, const Model& model);
/// Returns the analysis step of events that name none: the last dynamic one, or -1.
int eventfulStep(const Model& model);

/// The tables of `inputs` and `events`, for schema and reference.
const Table& inputTable();
const Row& eventRow();

}  // namespace slipstick
