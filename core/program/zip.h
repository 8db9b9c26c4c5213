// Zip archives.
#pragma once

#include <string>
#include <vector>

namespace slipstick {

struct ZipEntry {
  std::string name;  // with / between folders
  std::string content;
  bool isProgram = false;  // may be executed
};

/// The bytes of an archive: compressed, and the same for the same entries.
std::string zipOf(const std::vector<ZipEntry>& entries);

}  // namespace slipstick
