// The linker puts this in the place of the C library's strtod (cmake/wasm.cmake), with which nlohmann_json reads numbers: that one computes
// with 128 bits, for which WebAssembly has no instructions but much code.
#include "core/math/decimal.h"

extern "C" double __wrap_strtod(const char* text, char** end) {
  const char* last;
  const double number = slipstick::readDecimal(text, &last);
  if (end) *end = const_cast<char*>(last);
  return number;
}
