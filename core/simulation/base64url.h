// Bytes as text that may stand in an address: base64url of RFC 4648, without padding.
#pragma once

#include <string>

namespace slipstick {

std::string toBase64Url(const std::string& bytes);
/// False if the text is none.
bool fromBase64Url(const std::string& text, std::string& bytes);

}  // namespace slipstick
