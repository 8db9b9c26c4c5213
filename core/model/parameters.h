// Parameters and definitions of a document: the names that formulas may use.
#pragma once

#include "core/model/issues.h"

namespace slipstick {

/// Whether formulas may call something by this name; if not, it is reported.
bool isNewName(const std::string& name, const Scope& scope, const DocumentPlace& place, Issues& issues);
/// Reads `parameters`, with `overrides` in place of their values, into `scope` and a list.
std::vector<ModelParameter> readParameters(const Json& document, const std::map<std::string, double>& overrides, Scope& scope,
                                           Issues& issues);
/// Evaluates `definitions` in order into `scope`.
void readDefinitions(const Json& document, Scope& scope, Issues& issues);

}  // namespace slipstick
