// DEFLATE (RFC 1951) and zlib streams with a preset dictionary (RFC 1950), as links carry them.
#pragma once

#include <cstddef>
#include <string>

namespace slipstick {

/// `cutOff`: the data end before the stream does.
enum class Inflated { whole, damaged, cutOff, tooLarge, otherDictionary };

/// The text of a raw DEFLATE stream, of at most `most` bytes.
Inflated inflate(const std::string& data, std::size_t most, std::string& text);
/// The text of a zlib stream that was made with this dictionary.
Inflated inflateWith(const std::string& dictionary, const std::string& data, std::size_t most, std::string& text);

}  // namespace slipstick
