// The values of an enumeration and their words.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>

namespace slipstick {

template <class Enum>
struct Word {
  Enum value;
  const char* word;
};

/// All values of an enumeration from 0 on, in order; anything else does not compile.
template <class Enum, std::size_t count>
class Words {
 public:
  consteval Words(const Word<Enum> (&list)[count]) {  // NOLINT(google-explicit-constructor)
    for (std::size_t i = 0; i < count; ++i) {
      if (static_cast<std::size_t>(list[i].value) != i) std::abort();  // does not compile: words must be in the order of the enumeration
      words_[i] = list[i].word;
    }
  }
  constexpr const char* operator[](Enum value) const { return words_[static_cast<std::size_t>(value)]; }
  /// Returns nothing for other words.
  constexpr std::optional<Enum> value(std::string_view word) const {
    for (std::size_t i = 0; i < count; ++i)
      if (word == words_[i]) return static_cast<Enum>(i);
    return std::nullopt;
  }
  constexpr operator std::span<const char* const>() const { return words_; }  // NOLINT(google-explicit-constructor)

 private:
  const char* words_[count] = {};
};
}  // namespace slipstick
