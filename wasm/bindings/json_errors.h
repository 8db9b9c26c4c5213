// Read before the files that are compiled without exceptions, see cmake/wasm.cmake: what nlohmann_json throws in them is thrown by one
// function elsewhere.
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
