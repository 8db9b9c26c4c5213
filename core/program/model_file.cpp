#include "core/program/model_file.h"

#include <ostream>

#include "core/document/load.h"

namespace slipstick {

std::string nameOf(const std::string& path) { return path == "-" ? "standard input" : path; }

std::shared_ptr<const Model> modelOf(const std::string& text, const std::map<std::string, double>& parameters, const std::string& document,
                                     const Streams& streams, Json* expanded, const std::string& language) {
  LoadedModel loaded = loadModel(text, parameters, {}, expanded, language);
  printIssues(loaded.issues, document, streams);
  return loaded.model;
}

void printIssues(const std::vector<Issue>& issues, const std::string& document, const Streams& streams) {
  for (const Issue& issue : issues) {
    streams.err << (issue.pointer.empty() ? document : issue.pointer) << ": ";
    if (issue.severity == Issue::Severity::warning) streams.err << "warning: ";
    streams.err << issue.message << '\n';
  }
}

ExitStatus complain(const Streams& streams, const std::string& message) {
  streams.err << "slipstick: " << message << '\n';
  return wrongInput;
}

}  // namespace slipstick
