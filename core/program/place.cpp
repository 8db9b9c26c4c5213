#include "core/program/place.h"

#include <cstdint>
#include <filesystem>
#if defined(__APPLE__)
#include <mach-o/dyld.h>
#elif defined(_WIN32)
#include <windows.h>
#endif

namespace slipstick {
namespace {

std::string givenFolder;

std::filesystem::path folderOfProgram() {
  if (!givenFolder.empty()) return givenFolder;
  [[maybe_unused]] std::error_code error;
#if defined(__APPLE__)
  char path[4096];
  std::uint32_t size = sizeof path;
  if (_NSGetExecutablePath(path, &size) != 0) return {};
  return std::filesystem::canonical(path, error).parent_path();
#elif defined(_WIN32)
  wchar_t path[4096];
  const DWORD size = GetModuleFileNameW(nullptr, path, 4096);
  return std::filesystem::path(path, path + size).parent_path();
#else
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
#endif
}

}  // namespace

void setFolderOfProgram(const std::string& folder) { givenFolder = folder; }

std::string besideProgram(const std::string& file) {
  const std::filesystem::path folder = folderOfProgram(), elsewhere = folder.parent_path() / "lib" / "slipstick" / file;
  std::error_code error;
  return (std::filesystem::exists(elsewhere, error) && !std::filesystem::exists(folder / file, error) ? elsewhere : folder / file).string();
}

}  // namespace slipstick
