// Builds documents from text, and collects the messages about them.
#pragma once

#include <string>
#include <vector>

#include "core/document/load.h"
#include "core/model/model.h"

namespace slipstick {

/// "POINTER: MESSAGE" of all issues; warnings have "warning: " before the message.
inline std::vector<std::string> issuesOf(const std::string& document, const std::map<std::string, double>& parameters = {},
                                         const DocumentLimits& limits = {}) {
  std::vector<std::string> lines;
  for (const Issue& issue : loadModel(document, parameters, limits).issues)
    lines.push_back(issue.pointer + ": " + (issue.severity == Issue::Severity::warning ? "warning: " : "") + issue.message);
  return lines;
}

using Lines = std::vector<std::string>;

/// A document with the given keys after the version.
inline std::string document(const std::string& keys) { return "{\"slipstick\": 1, " + keys + "}"; }

/// A mass on a spring to ground; `keys` adds members.
inline std::string oscillator(const std::string& spring, const std::string& keys = "\"title\": \"oscillator\"") {
  return document(R"("nodes": [{"type": "Point", "name": "mass", "referenceCoordinates": [1, 0, 0]}],
    "objects": [{"type": "Ground", "name": "ground"}, {"type": "MassPoint", "name": "mass", "physicsMass": 2, "nodeNumber": "mass"},
                {"type": "ConnectorSpringDamper", "name": "spring", "markerNumbers": ["ground", "mass"])" +
                  spring + R"(}],
    "markers": [{"type": "BodyPosition", "name": "ground", "bodyNumber": "ground"}, {"type": "BodyPosition", "name": "mass", "bodyNumber": "mass"}],
    )" + keys);
}

/// The model of a document without errors; otherwise null.
inline std::shared_ptr<const Model> model(const std::string& text, const std::map<std::string, double>& parameters = {}) {
  return loadModel(text, parameters).model;
}

/// A document without errors with creators expanded; otherwise null.
inline Json writtenOut(const std::string& text, const std::map<std::string, double>& parameters = {}) {
  Json expanded;
  loadModel(text, parameters, {}, &expanded);
  return expanded;
}

}  // namespace slipstick
