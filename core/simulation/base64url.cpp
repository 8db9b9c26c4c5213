#include "core/simulation/base64url.h"

#include <cstdint>
#include <cstring>

namespace slipstick {

namespace {
constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
}

std::string toBase64Url(const std::string& bytes) {
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte), count += 8;
    for (; count >= 6; count -= 6) text += digits[bits >> (count - 6) & 63];
  }
  if (count > 0) text += digits[bits << (6 - count) & 63];
  return text;
}

bool fromBase64Url(const std::string& text, std::string& bytes) {
  bytes.clear();
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const char* digit = c ? std::strchr(digits, c) : nullptr;
    if (!digit) return false;
    bits = bits << 6 | static_cast<std::uint32_t>(digit - digits), count += 6;
    if (count >= 8) count -= 8, bytes += static_cast<char>(bits >> count & 255);
  }
  return count < 6;
}

}  // namespace slipstick
