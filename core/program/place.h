// The location of the program, for the files that belong to it.
#pragma once

#include <string>

namespace slipstick {

/// Sets the folder of these files if the program is part of another one, for example Python.
void setFolderOfProgram(const std::string& folder);
/// The path of a file next to the program, or in lib/slipstick of the folder that contains the program's bin.
std::string besideProgram(const std::string& file);

}  // namespace slipstick
