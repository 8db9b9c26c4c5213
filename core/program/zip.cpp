#include "core/program/zip.h"

#include <zlib.h>

#include <cstdint>
#include <stdexcept>

namespace slipstick {
namespace {

constexpr std::uint16_t version = 20, deflated = 8, isUtf8 = 1 << 11, onUnix = 3 << 8;
constexpr std::uint32_t firstDay = 0x00210000;  // 1980-01-01, midnight

void append(std::string& bytes, std::uint32_t value, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> 8 * i & 255);
}

/// Without the header that zlib otherwise writes.
std::string deflatedBytes(const std::string& content) {
  z_stream stream{};
  if (deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::runtime_error("zlib does not start");
  std::string packed(deflateBound(&stream, static_cast<uLong>(content.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int result = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("zlib cannot pack the file");
  return packed;
}

}  // namespace

std::string zipOf(const std::vector<ZipEntry>& entries) {
  std::string archive, directory;
  for (const ZipEntry& entry : entries) {
    const std::string packed = deflatedBytes(entry.content);
    const auto* bytes = reinterpret_cast<const Bytef*>(entry.content.data());
    const auto sum = static_cast<std::uint32_t>(crc32(0, bytes, static_cast<uInt>(entry.content.size())));
    std::string common;
    append(common, version, 2), append(common, isUtf8, 2), append(common, deflated, 2), append(common, firstDay, 4), append(common, sum, 4);
    append(common, static_cast<std::uint32_t>(packed.size()), 4), append(common, static_cast<std::uint32_t>(entry.content.size()), 4);
    append(common, static_cast<std::uint32_t>(entry.name.size()), 2), append(common, 0, 2);
    append(directory, 0x02014b50, 4), append(directory, onUnix | version, 2);
    directory += common;
    append(directory, 0, 2), append(directory, 0, 2), append(directory, 0, 2);
    append(directory, (entry.isProgram ? 0100755u : 0100644u) << 16, 4), append(directory, static_cast<std::uint32_t>(archive.size()), 4);
    directory += entry.name;
    append(archive, 0x04034b50, 4);
    archive += common + entry.name + packed;
  }
  const auto start = static_cast<std::uint32_t>(archive.size());
  archive += directory;
  append(archive, 0x06054b50, 4), append(archive, 0, 4);
  append(archive, static_cast<std::uint32_t>(entries.size()), 2), append(archive, static_cast<std::uint32_t>(entries.size()), 2);
  append(archive, static_cast<std::uint32_t>(directory.size()), 4), append(archive, start, 4), append(archive, 0, 2);
  return archive;
}

}  // namespace slipstick
