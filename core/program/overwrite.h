// Which existing files a command may replace.
#pragma once

#include <string>

#include "core/program/command_line.h"

namespace slipstick {

/// Why the command must not write its --output: it is one of its inputs, or an existing file that is no result, without --force.
/// "" if it may.
std::string refusedOutput(const CommandLine& line);
/// The same of a model that a person may have edited since the program wrote it: only equal text is replaced without --force.
std::string refusedModel(const CommandLine& line, const std::string& text);

}  // namespace slipstick
