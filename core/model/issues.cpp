#include "core/model/issues.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "core/math/order.h"
#include "core/message/messages.h"

namespace slipstick {
namespace {

constexpr std::size_t mostIssues = 1000;  // a user reads fewer, a hostile document could have millions
constexpr std::size_t longestQuote = 60;  // bytes

/// Returns the positions of the keys along a pointer; their order is the reading order.
std::vector<std::size_t> readingOrder(const Json& document, const std::string& pointer) {
  std::vector<std::size_t> order;
  const Json* here = &document;
  for (std::size_t begin = 1; begin <= pointer.size() && !pointer.empty();) {
    const std::size_t end = std::min(pointer.find('/', begin), pointer.size());
    std::string token;
    for (std::size_t i = begin; i < end; ++i) {
      if (pointer[i] == '~' && i + 1 < end)
        token += pointer[++i] == '0' ? '~' : '/';
      else
        token += pointer[i];
    }
    begin = end + 1;
    std::size_t position = 0;
    const Json* next = nullptr;
    if (here && here->is_object()) {
      for (auto entry = here->begin(); entry != here->end() && !next; ++entry) {
        if (entry.key() == token)
          next = &entry.value();
        else
          ++position;
      }
    } else if (here && here->is_array()) {
      position = static_cast<std::size_t>(std::strtoul(token.c_str(), nullptr, 10));
      if (position < here->size()) next = &(*here)[position];
    }
    order.push_back(position);
    here = next;
  }
  return order;
}

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

/// Common alternatives for keys and types, in lower case; of several keys the first one that is possible in the context.
constexpr std::pair<std::string_view, std::string_view> synonyms[] = {
    {"discaxis", "axisVector"},
    {"axisvector", "discAxis"},
    {"axis", "axisVector"},
    {"axis", "discAxis"},
    {"k", "stiffness"},
    {"c", "damping"},
    {"d", "damping"},
    {"restlength", "referenceLength"},
    {"mu", "dryFriction"},
    {"mu", "dynamicFriction"},
    {"mu", "frictionCoefficient"},
    {"friction", "dryFriction"},
    {"friction", "dynamicFriction"},
    {"com", "physicsCenterOfMass"},
    {"speed", "Velocity"},
    {"angle", "Rotation"},
    {"orientation", "Rotation"},
    {"timestep", "stepSize"},
    {"dt", "stepSize"},
    {"duration", "endTime"},
    {"steps", "numberOfSteps"},
    {"tolerance", "relativeTolerance"},
    {"hinge", "RevoluteJoint"},
    {"slider", "PrismaticJoint"},
    {"balljoint", "SphericalJoint"},
    {"weld", "GenericJoint"},
    {"fixedjoint", "GenericJoint"},
};

/// Returns "physicsMass" as physics, mass; in alphabetical order.
std::vector<std::string> wordsOf(std::string_view name) {
  std::vector<std::string> words;
  bool wasCapital = true;
  for (const char c : name) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (words.empty() || (capital && !wasCapital) || c == ' ' || c == '_') words.emplace_back();
    if (c != ' ' && c != '_') words.back() += c;
    wasCapital = capital;
  }
  for (std::string& word : words) word = lowerCase(word);
  std::sort(words.begin(), words.end());
  return words;
}

/// Returns the candidate that was probably meant: equal except for case, a synonym, the same words in another order, one that contains
/// these words, one with similar spelling; "" if there is none.
std::string likelyName(const std::string& name, const std::vector<std::string>& candidates) {
  const std::string lower = lowerCase(name);
  for (const std::string& candidate : candidates)
    if (lowerCase(candidate) == lower) return candidate;
  for (const auto& [word, meant] : synonyms)
    if (word == lower && std::find(candidates.begin(), candidates.end(), meant) != candidates.end()) return std::string(meant);
  const std::vector<std::string> words = wordsOf(name);
  std::string among;
  for (const std::string& candidate : candidates) {
    const std::vector<std::string> others = wordsOf(candidate);
    if (others == words) return candidate;
    const bool shorter = among.empty() || candidate.size() < among.size();
    if (lower.size() > 2 && shorter && std::includes(others.begin(), others.end(), words.begin(), words.end())) among = candidate;
  }
  return among.empty() ? nearestName(name, candidates) : among;
}

}  // namespace

DocumentPlace DocumentPlace::at(std::string_view key) const {
  DocumentPlace place = *this;
  if (inside_) return place;
  if (!creator_) {
    place.pointer_ = pointerTo(pointer_, key);
    return place;
  }
  const std::string name(key);
  if (creator_->is_object() && creator_->contains(name)) {
    const DocumentPlace argument(pointerTo(pointer_, key));
    return silent_ ? argument.silent() : argument;
  }
  place.item_ += ", " + name;
  place.inside_ = true;
  return place;
}

std::string DocumentPlace::prefix() const { return item_.empty() ? "" : item_ + ": "; }

DocumentPlace DocumentPlace::at(int index) const { return at(std::string_view(std::to_string(index))); }

bool Issues::full() const { return issues_.size() >= mostIssues; }

void Issues::error(const DocumentPlace& place, const Message& message) { add(Issue::Severity::error, place, message); }
void Issues::warning(const DocumentPlace& place, const Message& message) { add(Issue::Severity::warning, place, message); }

void Issues::add(Issue::Severity severity, const DocumentPlace& place, const Message& message) {
  if (severity == Issue::Severity::error) ++errors_;
  if (place.isSilent()) return;
  if (full()) {
    ++omitted_;
    return;
  }
  const std::string prefix = place.prefix();
  issues_.push_back({severity, place.pointer(), prefix.empty() ? message : together({prefix, message})});
}

std::vector<Issue> Issues::below(const std::string& pointer) const {
  std::vector<Issue> found;
  for (const Issue& issue : issues_)
    if (issue.pointer == pointer || issue.pointer.rfind(pointer + "/", 0) == 0) found.push_back(issue);
  return found;
}

std::vector<Issue> Issues::inDocumentOrder(const Json& document) const {
  std::vector<std::vector<std::size_t>> places;
  for (const Issue& issue : issues_) places.push_back(readingOrder(document, issue.pointer));
  std::vector<Issue> result;
  std::set<std::pair<std::string, std::string>> seen;
  for (const int i : inOrder(static_cast<int>(places.size()), [&](int a, int b) { return places[a] < places[b]; }))
    if (seen.emplace(issues_[i].pointer, issues_[i].message).second) result.push_back(issues_[i]);
  if (omitted_) result.push_back({Issue::Severity::error, "", std::to_string(omitted_) + " further messages are omitted"});
  return result;
}

std::string quote(std::string_view text) {
  if (text.size() <= longestQuote) return "'" + std::string(text) + "'";
  std::size_t length = longestQuote;
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;  // never inside a character
  return "'" + std::string(text.substr(0, length)) + "…'";
}

std::string numberText(double value) {
  if (std::abs(value) < 1e15 && value == std::floor(value)) return std::to_string(static_cast<std::int64_t>(value));
  return Json(value).dump();
}

Message found(const Json& json) {
  if (json.is_number()) return numberText(json.get<double>());
  if (json.is_string()) return quote(json.get_ref<const std::string&>());
  if (json.is_array()) return json.empty() ? messages::emptyList() : messages::listOf({std::to_string(json.size())});
  if (json.is_object()) return messages::anObject();
  return json.dump();
}

std::string suggestion(std::string_view name, const std::vector<std::string>& candidates) {
  if (name.size() > longestQuote) return "";
  const std::string nearest = likelyName(std::string(name), candidates);
  return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
}

Message withSuggestion(const Message& message, std::string_view name, const std::vector<std::string>& candidates) {
  const std::string nearest = name.size() > longestQuote ? "" : likelyName(std::string(name), candidates);
  return nearest.empty() ? message : messages::didYouMean({message, "'" + nearest + "'"});
}

Message withUnit(const Message& value, const std::string& unitText) {
  return unitText.empty() ? value : messages::withUnit({value, unitText});
}

Message kindWord(ItemKind kind) {
  constexpr const MessageTemplate* words[] = {&messages::node, &messages::object, &messages::marker, &messages::load, &messages::sensor};
  return (*words[static_cast<int>(kind)])();
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string unitText(const Unit& unit) {
  const std::string text = unit.text();
  return text.empty() || !unit.isOne() ? "" : " (" + text + ")";
}

std::string pointerTo(std::string_view pointer, std::string_view key) {
  std::string result(pointer);
  result += '/';
  for (const char c : key) {
    if (c == '~')
      result += "~0";
    else if (c == '/')
      result += "~1";
    else
      result += c;
  }
  return result;
}

}  // namespace slipstick
