// Queries of the operating system that the standard library lacks, for POSIX and Windows.
#pragma once

#include <string>

namespace slipstick {

/// Returns whether messages go to a person's terminal.
bool messagesGoToTerminal();
/// Returns the number of this process, for names of temporary files.
int processNumber();
/// Returns whether both paths are the same regular file, directly or through a link of either kind. "-" is standard input, which Windows
/// does not identify.
bool areOneFile(const std::string& a, const std::string& b);

}  // namespace slipstick
