#include "core/program/files.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <iterator>
#include <sstream>

#include "core/program/platform.h"

namespace slipstick {
namespace {

/// In the same folder as the file, so that renaming does not cross file systems.
std::string temporaryPath(const std::string& path) { return path + ".part" + std::to_string(processNumber()); }

std::string reason() { return errno ? std::strerror(errno) : "unknown reason"; }

bool fail(const std::string& path, const std::string& verb, std::string& message) {
  message = "cannot " + verb + " '" + path + "': " + reason();
  return false;
}

bool isDevice(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) && !std::filesystem::is_directory(status);
}

}  // namespace

bool readText(const std::string& path, std::istream& standardInput, std::string& text, std::string& message) {
  if (path == "-") {
    text.assign(std::istreambuf_iterator<char>(standardInput), {});
    return true;
  }
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    message = "cannot read '" + path + "': it is a folder";
    return false;
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(path, "read", message);
  text.assign(std::istreambuf_iterator<char>(file), {});
  return !file.bad() || fail(path, "read", message);
}

std::optional<std::string> readNear(const std::string& other, const std::string& name) {
  std::error_code error;
  std::filesystem::path around = std::filesystem::absolute(other, error).parent_path();
  for (int i = 0; i < 6; ++i, around = around.parent_path()) {
    const std::filesystem::path path = around / name;
    std::string text, message;
    std::istringstream nothing;
    if (std::filesystem::is_regular_file(path, error) && readText(path.string(), nothing, text, message)) return text;
  }
  return std::nullopt;
}

bool canWrite(const std::string& path, std::string& message) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    message = "cannot write '" + path + "': it is a folder";
    return false;
  }
  if (isDevice(path)) return true;
  const std::string temporary = temporaryPath(path);
  errno = 0;
  const bool opened = std::ofstream(temporary, std::ios::binary).is_open();
  if (!opened) return fail(path, "write", message);
  std::filesystem::remove(temporary, error);
  return true;
}

bool writeText(const std::string& path, const std::string& text, std::string& message) {
  const bool device = isDevice(path);
  const std::string temporary = device ? path : temporaryPath(path);
  errno = 0;
  std::ofstream file(temporary, std::ios::binary);
  file << text;
  file.close();
  if (!file) {
    fail(path, "write", message);
    std::error_code error;
    if (!device) std::filesystem::remove(temporary, error);
    return false;
  }
  if (device) return true;
  std::error_code error;
  std::filesystem::rename(temporary, path, error);
  if (!error) return true;
  message = "cannot write '" + path + "': " + error.message();
  std::filesystem::remove(temporary, error);
  return false;
}

}  // namespace slipstick
