// Files of the program.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

namespace slipstick {

/// Reads a whole file, or standard input for "-". Returns false with a message on failure.
bool readText(const std::string& path, std::istream& standardInput, std::string& text, std::string& message);
/// The content of a file named by another file: next to that file or, as in ROS packages, below one of the folders around it.
std::optional<std::string> readNear(const std::string& other, const std::string& name);
/// Whether a file can be written to this path; the test does not change an existing file.
bool canWrite(const std::string& path, std::string& message);
/// Writes a file atomically: it appears either complete or not at all.
bool writeText(const std::string& path, const std::string& text, std::string& message);

}  // namespace slipstick
