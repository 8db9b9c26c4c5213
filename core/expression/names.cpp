#include "core/expression/names.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/expression/failure.h"
#include "core/expression/formula.h"
#include "core/expression/functions.h"
#include "core/message/messages.h"

namespace slipstick {
namespace {

constexpr size_t longestComparedName = 100;  // longer ones are not typing errors, and the comparison is quadratic

char lowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Returns the number of letters to insert, delete, replace or swap with their neighbour to turn a into b, ignoring case.
size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> beforeLast(b.size() + 1), last(b.size() + 1), current(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const char x = lowerCase(a[i - 1]), y = lowerCase(b[j - 1]);
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + (x == y ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && x == lowerCase(b[j - 2]) && y == lowerCase(a[i - 2]);
      if (swapped) current[j] = std::min(current[j], beforeLast[j - 2] + 1);
    }
    std::swap(beforeLast, last);
    std::swap(last, current);
  }
  return last[b.size()];
}

}  // namespace

std::string nearestName(std::string_view name, const std::vector<std::string>& candidates) {
  if (name.empty() || name.size() > longestComparedName) return {};
  const size_t allowed = std::min(std::max<size_t>(1, (name.size() + 1) / 3), name.size() - 1);
  std::string nearest;
  size_t smallest = allowed + 1;
  for (const std::string& candidate : candidates) {
    if (std::max(name.size(), candidate.size()) - std::min(name.size(), candidate.size()) >= smallest) continue;
    const size_t distance = editDistance(name, candidate);
    if (distance < smallest && distance < candidate.size()) smallest = distance, nearest = candidate;
  }
  return nearest;
}

bool isValidName(std::string_view name) {
  using namespace expression;
  return !name.empty() && isNameStart(name[0]) && std::all_of(name.begin(), name.end(), isNamePart) && reservedAs(name).empty();
}

namespace expression {

size_t characterLength(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t length = first < 0x80                    ? 1
                        : first >= 0xC2 && first < 0xE0 ? 2
                        : first >= 0xE0 && first < 0xF0 ? 3
                        : first >= 0xF0 && first < 0xF5 ? 4
                                                        : 0;
  if (length == 0 || length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 0;
  }
  return length;
}

Message reservedAs(std::string_view name) {
  if (name == "and" || name == "or" || name == "not") return messages::anOperator();
  if (name == "sensor" || findFunction(name)) return messages::aFunction();
  const auto isIt = [name](const NamedNumber& number) { return number.name == name; };
  return std::any_of(std::begin(namedNumbers), std::end(namedNumbers), isIt) ? messages::aNumber() : Message();
}

Message withSuggestion(const Message& message, std::string_view name, const std::vector<std::string>& candidates) {
  const std::string nearest = nearestName(name, candidates);
  return nearest.empty() ? message : messages::didYouMean({message, quote(nearest)});
}

void fail(int position, const Message& message) { throw Failure{{position, message}}; }

std::string quote(std::string_view text) {
  constexpr size_t longest = 60;
  if (text.size() <= longest) return "'" + std::string(text) + "'";
  size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return "'" + std::string(text.substr(0, end)) + "…'";
}

}  // namespace expression
}  // namespace slipstick
