// Changes the settings of a model.
#pragma once

#include "tests/core/support/run.h"

namespace slipstick::testing {

/// The document (text, or file below tests/data) with a JSON Merge Patch (RFC 7396) applied to its analysis.
inline std::string withAnalysis(const std::string& document, const std::string& patch) {
  Json json = Json::parse(document.find('{') != std::string::npos ? document : readFile("tests/data/" + document));
  json["analysis"].merge_patch(Json::parse(patch));
  return json.dump();
}

}  // namespace slipstick::testing
