// Bytes as text for use in URLs: base64url of RFC 4648, without padding.
#pragma once

#include <string>

namespace slipstick {

std::string toBase64Url(const std::string& bytes);
/// Returns false if the text is not valid base64url.
bool fromBase64Url(const std::string& text, std::string& bytes);

}  // namespace slipstick
