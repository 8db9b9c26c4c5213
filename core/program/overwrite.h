// Which existing files a command may replace.
#pragma once

#include <string>

#include "core/program/command_line.h"

namespace slipstick {

/// Why the command must not write its --output: the file is an input of the command, or, without --force, an existing file that is not a
/// result. "" if it may.
std::string refusedOutput(const CommandLine& line);
/// The same for a model that a person may have edited since the program wrote it: without --force, a file is replaced only by equal text.
std::string refusedModel(const CommandLine& line, const std::string& text);

}  // namespace slipstick
