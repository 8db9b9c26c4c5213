#include "core/program/platform.h"

#include <cstdio>
#include <filesystem>
#include <optional>

#ifdef _WIN32
#include <io.h>
#include <process.h>
#else
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace slipstick {

#ifdef _WIN32

bool messagesGoToTerminal() { return _isatty(_fileno(stderr)) != 0; }

int processNumber() { return _getpid(); }

bool areOneFile(const std::string& a, const std::string& b) {
  std::error_code error;
  return std::filesystem::is_regular_file(a, error) && std::filesystem::equivalent(a, b, error);
}

#else

namespace {
std::optional<struct stat> identityOf(const std::string& path) {
  struct stat file {};
  const int failed = path == "-" ? fstat(STDIN_FILENO, &file) : stat(path.c_str(), &file);
  return failed || !S_ISREG(file.st_mode) ? std::nullopt : std::optional(file);
}
}  // namespace

bool messagesGoToTerminal() { return isatty(STDERR_FILENO) != 0; }

int processNumber() { return static_cast<int>(getpid()); }

bool areOneFile(const std::string& a, const std::string& b) {
  const auto first = identityOf(a), second = identityOf(b);
  return first && second && first->st_dev == second->st_dev && first->st_ino == second->st_ino;
}

#endif

}  // namespace slipstick
