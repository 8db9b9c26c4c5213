// DEFLATE (RFC 1951) and zlib streams with a preset dictionary (RFC 1950), as used in links.
#pragma once

#include <cstddef>
#include <string>

namespace slipstick {

/// `cutOff`: the data end before the stream does.
enum class Inflated { whole, damaged, cutOff, tooLarge, otherDictionary };

/// Decompresses a raw DEFLATE stream to at most `most` bytes of text.
Inflated inflate(const std::string& data, std::size_t most, std::string& text);
/// Decompresses a zlib stream that was compressed with this dictionary.
Inflated inflateWith(const std::string& dictionary, const std::string& data, std::size_t most, std::string& text);

}  // namespace slipstick
