// Scripts for the completion of the program's words in a shell.
#pragma once

#include <string>

namespace slipstick {

/// The script for bash, zsh or fish; "" for another shell.
std::string completionOf(const std::string& shell);

}  // namespace slipstick
