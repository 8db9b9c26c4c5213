#include "core/program/fmu_library.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/simulation/simulation.h"

namespace slipstick {
namespace {

enum OperatingSystem { linux_, darwin, windows, systems };
enum Processor { x86_64, aarch64, processors };

// FMI 2.0 does not distinguish processors.
const FmuPlatform platforms[systems][processors] = {{{"x86_64-linux", "linux64", ".so"}, {"aarch64-linux", "linux64", ".so"}},
                                                    {{"x86_64-darwin", "darwin64", ".dylib"}, {"aarch64-darwin", "darwin64", ".dylib"}},
                                                    {{"x86_64-windows", "win64", ".dll"}, {"aarch64-windows", "win64", ".dll"}}};

/// An unsigned number in the byte order of these platforms; 0 beyond the end.
template <class Number>
Number numberAt(const std::string& bytes, std::size_t place) {
  Number number = 0;
  if (place > bytes.size() || bytes.size() - place < sizeof(Number)) return number;
  for (std::size_t i = sizeof(Number); i-- > 0;) number = static_cast<Number>(number << 8 | static_cast<unsigned char>(bytes[place + i]));
  return number;
}

/// How a file format marks a library and its processor.
struct Format {
  OperatingSystem system;
  bool isLibrary;
  std::uint32_t machine;
  std::array<std::uint32_t, processors> machines;
};

/// A program that can be loaded anywhere has the type of a library, but names an interpreter.
bool hasInterpreter(const std::string& elf) {
  const auto table = numberAt<std::uint64_t>(elf, 32);
  const std::size_t size = numberAt<std::uint16_t>(elf, 54), count = numberAt<std::uint16_t>(elf, 56);
  for (std::size_t i = 0; i < count && table < elf.size(); ++i)
    if (numberAt<std::uint32_t>(elf, table + i * size) == 3) return true;
  return false;
}

bool readFormat(const std::string& bytes, Format& format) {
  if (bytes.compare(0, 6,
                    "\x7f"
                    "ELF\2\1") == 0)
    format = {linux_, numberAt<std::uint16_t>(bytes, 16) == 3 && !hasInterpreter(bytes), numberAt<std::uint16_t>(bytes, 18), {62, 183}};
  else if (numberAt<std::uint32_t>(bytes, 0) == 0xfeedfacf)  // Mach-O: a dynamic library or a bundle
    format = {darwin, bytes.size() > 12 && (bytes[12] == 6 || bytes[12] == 8), numberAt<std::uint32_t>(bytes, 4), {0x1000007, 0x100000c}};
  else if (const std::size_t header = numberAt<std::uint32_t>(bytes, 0x3c);
           bytes.compare(0, 2, "MZ") == 0 && numberAt<std::uint32_t>(bytes, header) == 0x4550)  // "PE"
    format = {
        windows, (numberAt<std::uint16_t>(bytes, header + 22) & 0x2000) != 0, numberAt<std::uint16_t>(bytes, header + 4), {0x8664, 0xaa64}};
  else
    return false;
  return format.isLibrary;
}

}  // namespace

const FmuPlatform& ownFmuPlatform() {
#if defined(_WIN32)
  constexpr OperatingSystem here = windows;
#elif defined(__APPLE__)
  constexpr OperatingSystem here = darwin;
#else
  constexpr OperatingSystem here = linux_;
#endif
#if defined(__aarch64__) || defined(_M_ARM64)
  return platforms[here][aarch64];
#else
  return platforms[here][x86_64];
#endif
}

const FmuPlatform* fmuPlatformOf(const std::string& bytes, std::string& message) {
  Format format;
  if (!readFormat(bytes, format)) {
    message = "is not a library with 64 bits for Linux, macOS or Windows";
    return nullptr;
  }
  const auto found = std::find(format.machines.begin(), format.machines.end(), format.machine);
  if (found == format.machines.end()) {
    message = "is for an unknown processor: expected x86-64 or ARM with 64 bits";
    return nullptr;
  }
  // A library contains the names of its functions, and the version, as plain text.
  if (bytes.find("fmi3DoStep") == std::string::npos || bytes.find(engineVersion()) == std::string::npos) {
    message = std::string("is not the library ") + fmuLibrary + " of Slipstick " + engineVersion();
    return nullptr;
  }
  return &platforms[format.system][found - format.machines.begin()];
}

}  // namespace slipstick
