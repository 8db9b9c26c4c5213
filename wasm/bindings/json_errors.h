// Included before files that are compiled without exceptions, see cmake/wasm.cmake: replaces exceptions of nlohmann_json in them by calls
// of one function in another file.
#pragma once

#include <exception>

namespace slipstick {
/// Throws std::runtime_error with the text of `error`.
[[noreturn]] void raiseJsonError(const std::exception& error);
}  // namespace slipstick

#define JSON_THROW_USER(exception) ::slipstick::raiseJsonError(exception)
#define JSON_TRY_USER if (true)
#define JSON_CATCH_USER(exception) if (false)
#define JSON_INTERNAL_CATCH_USER(exception) if (false)
