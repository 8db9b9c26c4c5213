#include "core/program/inflate.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace slipstick {
namespace {

constexpr int mostBits = 15;  // of a code
constexpr int endOfBlock = 256;

struct Damaged {};

class Bits {
 public:
  explicit Bits(const std::string& data) : data_(data) {}
  int take(int count) {
    while (held_ < count) {
      if (next_ == data_.size()) throw Damaged();
      bits_ |= static_cast<std::uint32_t>(static_cast<unsigned char>(data_[next_++])) << held_, held_ += 8;
    }
    const int value = static_cast<int>(bits_ & ((1u << count) - 1));
    bits_ >>= count, held_ -= count;
    return value;
  }
  /// Leaves out what is left of a byte.
  void align() { take(held_ & 7); }

 private:
  const std::string& data_;
  std::size_t next_ = 0;
  std::uint32_t bits_ = 0;
  int held_ = 0;
};

/// A canonical Huffman code, from the length of each symbol's word.
class Code {
 public:
  explicit Code(const std::vector<int>& lengths) {
    for (const int length : lengths) ++count_[length];
    count_[0] = 0;
    int room = 1;
    for (int length = 1; length <= mostBits; ++length)
      if (room = 2 * room - count_[length]; room < 0) throw Damaged();
    std::vector<int> start(mostBits + 2);
    for (int length = 1; length <= mostBits; ++length) start[length + 1] = start[length] + count_[length];
    symbols_.resize(lengths.size());
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
      if (lengths[symbol] > 0) symbols_[start[lengths[symbol]]++] = static_cast<int>(symbol);
  }
  int read(Bits& bits) const {
    int word = 0, first = 0, index = 0;
    for (int length = 1; length <= mostBits; ++length) {
      word |= bits.take(1);
      if (word - first < count_[length]) return symbols_[index + word - first];
      index += count_[length];
      first = (first + count_[length]) << 1, word <<= 1;
    }
    throw Damaged();
  }

 private:
  std::array<int, mostBits + 1> count_{};
  std::vector<int> symbols_;
};

struct Codes {
  Code literals, distances;
};

Codes fixedCodes() {
  std::vector<int> lengths(288, 8);
  std::fill(lengths.begin() + 144, lengths.begin() + 256, 9);
  std::fill(lengths.begin() + 256, lengths.begin() + 280, 7);
  return {Code(lengths), Code(std::vector<int>(30, 5))};
}

Codes readCodes(Bits& bits) {
  const int literals = bits.take(5) + 257, distances = bits.take(5) + 1, count = bits.take(4) + 4;
  if (literals > 286 || distances > 30) throw Damaged();
  constexpr int order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  std::vector<int> ofLengths(19);
  for (int i = 0; i < count; ++i) ofLengths[order[i]] = bits.take(3);
  const Code code(ofLengths);
  std::vector<int> lengths;
  while (static_cast<int>(lengths.size()) < literals + distances) {
    const int symbol = code.read(bits);
    if (symbol < 16) {
      lengths.push_back(symbol);
      continue;
    }
    if (symbol == 16 && lengths.empty()) throw Damaged();
    const int value = symbol == 16 ? lengths.back() : 0;
    const int times = symbol == 16 ? 3 + bits.take(2) : symbol == 17 ? 3 + bits.take(3) : 11 + bits.take(7);
    lengths.insert(lengths.end(), times, value);
  }
  if (static_cast<int>(lengths.size()) > literals + distances || lengths[endOfBlock] == 0) throw Damaged();
  return {Code({lengths.begin(), lengths.begin() + literals}), Code({lengths.begin() + literals, lengths.end()})};
}

struct TooLarge {};

/// A text that repeats pieces of itself.
class Text {
 public:
  Text(const std::string& before, std::size_t most) : text_(before), most_(before.size() + most) {}
  void add(char c) {
    if (text_.size() == most_) throw TooLarge();
    text_ += c;
  }
  void repeat(int length, int distance) {
    if (static_cast<std::size_t>(distance) > text_.size()) throw Damaged();
    for (int i = 0; i < length; ++i) add(text_[text_.size() - distance]);
  }
  std::string from(std::size_t start) const { return text_.substr(start); }

 private:
  std::string text_;
  std::size_t most_;
};

void readBlock(Bits& bits, const Codes& codes, Text& text) {
  constexpr int lengths[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                             31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
  constexpr int lengthBits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
  for (int symbol; (symbol = codes.literals.read(bits)) != endOfBlock;) {
    const int row = symbol - endOfBlock - 1;
    if (row < 0) {
      text.add(static_cast<char>(symbol));
      continue;
    }
    if (row > 28) throw Damaged();
    const int length = lengths[row] + bits.take(lengthBits[row]);
    const int code = codes.distances.read(bits);
    if (code > 29) throw Damaged();
    // Two distances for each number of more bits, from 1 on.
    const int more = std::max(code / 2 - 1, 0), start = code < 4 ? code + 1 : ((2 + code % 2) << more) + 1;
    text.repeat(length, start + bits.take(more));
  }
}

void readStored(Bits& bits, Text& text) {
  bits.align();
  const int length = bits.take(16), check = bits.take(16);
  if ((length ^ check) != 0xffff) throw Damaged();
  for (int i = 0; i < length; ++i) text.add(static_cast<char>(bits.take(8)));
}

std::uint32_t adler32(const std::string& text) {
  std::uint32_t a = 1, b = 0;
  for (const char c : text) a = (a + static_cast<unsigned char>(c)) % 65521, b = (b + a) % 65521;
  return b << 16 | a;
}
std::uint32_t bigEndian(const std::string& data, std::size_t at) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(data[at + i]);
  return value;
}

}  // namespace

Inflated inflate(const std::string& data, std::size_t most, std::string& result, const std::string& before) {
  try {
    Bits bits(data);
    Text text(before, most);
    for (bool last = false; !last;) {
      last = bits.take(1);
      const int kind = bits.take(2);
      if (kind == 3) throw Damaged();
      if (kind == 0)
        readStored(bits, text);
      else
        readBlock(bits, kind == 1 ? fixedCodes() : readCodes(bits), text);
    }
    result = text.from(before.size());
    return Inflated::whole;
  } catch (const Damaged&) {
    return Inflated::damaged;
  } catch (const TooLarge&) {
    return Inflated::tooLarge;
  }
}

Inflated inflateWith(const std::string& dictionary, const std::string& data, std::size_t most, std::string& text) {
  constexpr std::size_t head = 6, tail = 4;
  if (data.size() < head + tail) return Inflated::damaged;
  const int method = static_cast<unsigned char>(data[0]), flags = static_cast<unsigned char>(data[1]);
  if ((method & 15) != 8 || (256 * method + flags) % 31 != 0 || !(flags & 32)) return Inflated::damaged;
  if (bigEndian(data, 2) != adler32(dictionary)) return Inflated::otherDictionary;
  const Inflated outcome = inflate(data.substr(head, data.size() - head - tail), most, text, dictionary);
  if (outcome == Inflated::whole && bigEndian(data, data.size() - tail) != adler32(text)) return Inflated::damaged;
  return outcome;
}

}  // namespace slipstick
