// Files of the program.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

namespace slipstick {

/// The whole file, or standard input for "-". False with a message.
bool readText(const std::string& path, std::istream& standardInput, std::string& text, std::string& message);
/// What is in a file that another one names: beside that one, or, as packages of ROS have it, below one of the folders around it.
std::optional<std::string> readNear(const std::string& other, const std::string& name);
/// Whether a file can be written there; tried without touching what is there.
bool canWrite(const std::string& path, std::string& message);
/// Writes a file that appears whole or not at all.
bool writeText(const std::string& path, const std::string& text, std::string& message);

}  // namespace slipstick
