// Where the program is, for the files that belong to it.
#pragma once

#include <string>

namespace slipstick {

/// Where those are if the program is part of another one, as in Python's.
void setFolderOfProgram(const std::string& folder);
/// The path of a file beside the program, or in lib/slipstick of the folder that the program's bin is in.
std::string besideProgram(const std::string& file);

}  // namespace slipstick
