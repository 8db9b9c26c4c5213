#include "tests/random/mutation.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace slipstick::fuzz {
namespace {

constexpr std::size_t longest = 200'000;  // bytes of a text that grows

const std::vector<std::string> numbers{"0",
                                       "-0",
                                       "-1",
                                       "1e999",
                                       "-1e999",
                                       "1e308",
                                       "1e-320",
                                       "nan",
                                       "NaN",
                                       "inf",
                                       "-Infinity",
                                       "0x10",
                                       "1,5",
                                       "00012",
                                       "1e",
                                       ".",
                                       "2147483648",
                                       "-2147483649",
                                       "4294967297",
                                       "9007199254740993",
                                       "18446744073709551616",
                                       "1" + std::string(400, '0'),
                                       "0." + std::string(400, '3')};

bool isWordByte(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-' || c == '+'; }

struct Part {
  std::size_t start, size;
};

Part anyBytes(const std::string& text, Random& random) {
  const std::size_t start = random.below(text.size() + 1);
  const std::size_t most = random.chance(0.8) ? 8 : 500;
  return {start, std::min(text.size() - start, static_cast<std::size_t>(1 + random.below(most)))};
}

/// A word or a number of the text near a place.
Part anyWord(const std::string& text, Random& random, bool isNumber) {
  for (int attempt = 0; attempt < 50; ++attempt) {
    std::size_t start = random.below(text.size() + 1);
    while (start < text.size() && !isWordByte(text[start])) ++start;
    while (start > 0 && isWordByte(text[start - 1])) --start;
    std::size_t end = start;
    while (end < text.size() && isWordByte(text[end])) ++end;
    const std::size_t digit = text.find_first_of("0123456789", start);
    if (end > start && (!isNumber || (digit < end && digit < start + 3))) return {start, end - start};
  }
  return anyBytes(text, random);
}

void changeText(std::string& text, const std::vector<std::string>& others, Random& random) {
  const Part part = anyBytes(text, random);
  switch (random.below(11)) {
    case 0:
      if (part.start < text.size()) text[part.start] = static_cast<char>(text[part.start] ^ 1 << random.below(8));
      return;
    case 1:
      text.erase(part.start, part.size);
      return;
    case 2:
      text.insert(part.start, random.chance(0.5) ? std::string(1, static_cast<char>(random.below(256))) : random.among(names));
      return;
    case 3: {
      const std::string piece = text.substr(part.start, part.size);
      for (int times = random.chance(0.9) ? 1 : 1 + random.below(300); times > 0 && text.size() < longest; --times)
        text.insert(part.start, piece);
      return;
    }
    case 4:
      if (random.chance(0.3)) text.resize(part.start);
      return;
    case 5: {
      const std::string& other = random.among(others);
      const Part taken = anyBytes(other, random);
      text.replace(part.start, random.chance(0.5) ? part.size : 0, other.substr(taken.start, taken.size));
      return;
    }
    case 6: {  // a word of the text replaces another one
      const Part word = anyWord(text, random, false), other = anyWord(text, random, false);
      text.replace(word.start, word.size, text.substr(other.start, other.size));
      return;
    }
    case 7: {
      const Part word = anyWord(text, random, false);
      text.replace(word.start, word.size, random.chance(0.5) ? random.among(names) : random.among(formulas));
      return;
    }
    default: {
      const Part number = anyWord(text, random, true);
      char written[32];
      std::snprintf(written, sizeof written, "%.17g", random.among(extremes));
      text.replace(number.start, number.size, random.chance(0.5) ? random.among(numbers) : written);
    }
  }
}

/// All values inside.
void collect(Json& json, std::vector<Json*>& values) {
  values.push_back(&json);
  if (json.is_structured())
    for (Json& each : json) collect(each, values);
}

Json anything(Random& random) {
  switch (random.below(8)) {
    case 0:
      return nullptr;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.chance(0.5) ? Json::object() : Json::array();
    case 3: {
      Json nested = 1;
      for (int i = random.below(150); i >= 0; --i) nested = Json::array({nested});
      return nested;
    }
    case 4:
      return random.among(names);
    case 5:
      return random.among(formulas);
    case 6:
      return random.below(5) - 1;
    default:
      return random.among(extremes);
  }
}

void changeJson(Json& json, Random& random) {
  std::vector<Json*> values;
  collect(json, values);
  Json& place = *values[random.below(values.size())];
  const Json other = *values[random.below(values.size())];
  const int change = random.below(6);
  if (place.is_structured() && !place.empty() && change < 4) {
    const auto entry = std::next(place.begin(), random.below(place.size()));
    if (change == 0)
      place.erase(entry);
    else if (place.is_array() && place.size() < 50)
      place.push_back(change == 1 ? Json(*entry) : other);
    else if (place.is_object())
      place[random.among(names)] = change == 1 ? Json(*entry) : other;
    return;
  }
  if (place.is_number() && change < 3)
    place = random.among(extremes);
  else
    place = change == 4 && other.dump(-1, ' ', false, Json::error_handler_t::replace).size() < 2000 ? other : anything(random);
}

int changes(Random& random) {
  int count = 1;
  while (count < 6 && random.chance(0.5)) ++count;
  return count;
}

}  // namespace

std::string mutated(std::string text, const std::vector<std::string>& others, Random& random) {
  for (int i = changes(random); i > 0; --i) changeText(text, others, random);
  return text;
}

Json mutated(Json json, Random& random) {
  for (int i = changes(random); i > 0; --i) changeJson(json, random);
  return json;
}

}  // namespace slipstick::fuzz
