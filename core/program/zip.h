// Zip archives.
#pragma once

#include <string>
#include <vector>

namespace slipstick {

struct ZipEntry {
  std::string name;  // with '/' between folders
  std::string content;
  bool isProgram = false;  // executable
};

/// The bytes of an archive, compressed. Equal entries give equal bytes.
std::string zipOf(const std::vector<ZipEntry>& entries);

}  // namespace slipstick
