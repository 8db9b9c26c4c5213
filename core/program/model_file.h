// Models as the commands of the program read them.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/model/model.h"
#include "core/program/program.h"

namespace slipstick {

/// "standard input" for "-", otherwise the path.
std::string nameOf(const std::string& path);
/// The model of a text from `document`, null if it has errors; its issues go to standard error, one a line.
std::shared_ptr<const Model> modelOf(const std::string& text, const std::map<std::string, double>& parameters, const std::string& document,
                                     const Streams& streams, Json* expanded = nullptr);
/// Issues of a document on standard error, one a line.
void printIssues(const std::vector<Issue>& issues, const std::string& document, const Streams& streams);
/// Says what is wrong on standard error.
ExitStatus complain(const Streams& streams, const std::string& message);

}  // namespace slipstick
