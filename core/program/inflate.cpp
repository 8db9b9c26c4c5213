#include "core/program/inflate.h"

#include <zlib.h>

#include <new>

namespace slipstick {
namespace {

constexpr int zlibFormat = MAX_WBITS, rawFormat = -MAX_WBITS;

/// `dictionary`: null for a stream without a dictionary.
Inflated read(int format, const std::string* dictionary, const std::string& data, std::size_t most, std::string& text) {
  const auto bytesOf = [](const std::string& bytes) { return reinterpret_cast<const Bytef*>(bytes.data()); };
  z_stream stream{};
  if (inflateInit2(&stream, format) != Z_OK) throw std::bad_alloc();
  stream.next_in = const_cast<Bytef*>(bytesOf(data));
  stream.avail_in = static_cast<uInt>(data.size());
  text.clear();
  bool wanted = false, refused = false;  // about the dictionary
  int status = Z_OK;
  while (status == Z_OK && text.size() <= most) {
    Bytef piece[16384];
    stream.next_out = piece, stream.avail_out = sizeof piece;
    status = ::inflate(&stream, Z_NO_FLUSH);
    text.append(reinterpret_cast<const char*>(piece), sizeof piece - stream.avail_out);
    if (status != Z_NEED_DICT || !dictionary) continue;
    wanted = true;
    status = inflateSetDictionary(&stream, bytesOf(*dictionary), static_cast<uInt>(dictionary->size()));
    refused = status != Z_OK;
  }
  inflateEnd(&stream);
  if (refused) return Inflated::otherDictionary;
  if (text.size() > most) return Inflated::tooLarge;
  if (status == Z_BUF_ERROR) return Inflated::cutOff;
  return status == Z_STREAM_END && wanted == (dictionary != nullptr) ? Inflated::whole : Inflated::damaged;
}

}  // namespace

Inflated inflate(const std::string& data, std::size_t most, std::string& text) { return read(rawFormat, nullptr, data, most, text); }

Inflated inflateWith(const std::string& dictionary, const std::string& data, std::size_t most, std::string& text) {
  return read(zlibFormat, &dictionary, data, most, text);
}

}  // namespace slipstick
