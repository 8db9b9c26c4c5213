// Inputs and events of a document: what changes while a run goes on.
#pragma once

#include "core/model/issues.h"
#include "core/model/values.h"

namespace slipstick {

/// Reads `inputs`; their names go into `scope`, for formulas.
std::vector<ModelInput> readInputs(const Json& document, Scope& scope, Issues& issues);
/// Finds the sensors that inputs follow, once there are sensors.
void findFollowed(Model& model, Issues& issues);
/// Reads `events`, with paths written out, in the order in which they happen; `model` has everything else.
std::vector<Event> readEvents(const Json& document, const Model& model, const ValueReader& reader, int most);
/// Reads one event that comes while the run goes on: as in a document, without its step. None where something is wrong.
std::optional<Event> readEvent(const Json& json, const Model& model, Issues& issues);
/// The same the other way, with its step: as an entry of a document.
Json eventJson(const Event& event, const Model& model);
/// The analysis step of events that name none: the last dynamic one, or -1.
int eventfulStep(const Model& model);

/// What `inputs` and `events` may say, for schema and reference.
const Table& inputTable();
const Row& eventRow();

}  // namespace slipstick
