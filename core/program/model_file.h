// Models as read by the commands of the program.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/model/model.h"
#include "core/program/program.h"

namespace slipstick {

/// "standard input" for "-", otherwise the path.
std::string nameOf(const std::string& path);
/// The model of a text from `document`, null if it has errors; its issues are printed to standard error, one per line.
std::shared_ptr<const Model> modelOf(const std::string& text, const std::map<std::string, double>& parameters, const std::string& document,
                                     const Streams& streams, Json* expanded = nullptr, const std::string& language = {});
/// Prints the issues of a document to standard error, one per line.
void printIssues(const std::vector<Issue>& issues, const std::string& document, const Streams& streams);
/// Prints an error message to standard error.
ExitStatus complain(const Streams& streams, const std::string& message);

}  // namespace slipstick
