// The libraries in functional mock-up units, one for each platform.
#pragma once

#include <string>

namespace slipstick {

/// The file name of the library without its ending, for all platforms.
inline const char* const fmuLibrary = "slipstick_fmu";

struct FmuPlatform {
  const char *folder, *oldFolder;  // of FMI 3.0 and 2.0
  const char* ending;              // of the file
};

/// The platform on which this program runs.
const FmuPlatform& ownFmuPlatform();
/// The platform of a library, given its bytes; null with a message if it is not the library of this version for a known platform.
const FmuPlatform* fmuPlatformOf(const std::string& bytes, std::string& message);

}  // namespace slipstick
