// The linker replaces the C library's strtod, with which nlohmann_json reads numbers, by this function (cmake/wasm.cmake). The library's
// version computes with 128 bits, for which WebAssembly has no instructions and needs much code.
#include "core/math/decimal.h"

extern "C" double __wrap_strtod(const char* text, char** end) {
  const char* last;
  const double number = slipstick::readDecimal(text, &last);
  if (end) *end = const_cast<char*>(last);
  return number;
}
