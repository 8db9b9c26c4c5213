// Parameters and definitions of a document: the names available to formulas.
#pragma once

#include "core/model/issues.h"

namespace slipstick {

/// Returns whether this name is valid and not yet defined; otherwise reports an issue.
bool isNewName(const std::string& name, const Scope& scope, const DocumentPlace& place, Issues& issues);
/// Reads `parameters`, with `overrides` replacing their values, into `scope` and a list.
std::vector<ModelParameter> readParameters(const Json& document, const std::map<std::string, double>& overrides, Scope& scope,
                                           Issues& issues);
/// Evaluates `definitions` in order into `scope`.
void readDefinitions(const Json& document, Scope& scope, Issues& issues);

}  // namespace slipstick
