#include "core/document/texts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/message/messages.h"

namespace slipstick {
namespace {

constexpr const char* places[] = {
    "title",
    "description",
    "parameters/*/label",
    "parameters/*/description",
    "parameters/*/choices/*/label",
    "inputs/*/label",
    "create/*/visualization/graphics/*/text",
    "create/*/visualization/links/*/graphics/*/text",
    "objects/*/visualization/graphics/*/text",
    "objects/*/visualization/links/*/graphics/*/text",
    "analysis/endWhen/*/message",
    "analysis/*/endWhen/*/message",
    "measures/*/label",
    "tasks/*/title",
    "tasks/*/text",
    "tasks/*/hints/*",
    "tasks/*/answer/choices/*/text",
    "tasks/*/answer/choices/*/feedback",
    "display/plots/*/title",
    "display/plots/*/xLabel",
    "display/plots/*/yLabel",
    "display/plots/*/label",
    "display/plots/*/curves/*/label",
    "display/plots/*/reference/label",
    "display/plots/*/reference/source",
    "display/plots/*/reference/*/label",
    "display/plots/*/reference/*/source",
    "display/arrows/*/label",
    "display/contour/label",
    "display/presets/*/label",
    "display/presets/*/title",
    "display/stability/title",
    "display/stability/reference/label",
    "display/stability/reference/source",
    "display/stability/reference/*/label",
    "display/stability/reference/*/source",
    "display/stability/limits/*/label",
    "display/gallery/teaser",
    "display/gallery/teaches",
    "display/gallery/tags/*",
    "display/gallery/group",
};

constexpr bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool isAlphanumeric(char c) { return isLetter(c) || (c >= '0' && c <= '9'); }

bool isSame(std::string_view a, std::string_view b) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char c, char d) { return small(c) == small(d); });
}

std::string_view primary(std::string_view tag) { return tag.substr(0, tag.find('-')); }

/// Returns the subtag of the script, "Hans" of zh-Hans; "" if there is none.
std::string_view scriptOf(std::string_view tag) {
  const std::size_t dash = tag.find('-');
  if (dash == std::string_view::npos) return "";
  const std::string_view second = primary(tag.substr(dash + 1));
  return second.size() == 4 && isLetter(second[0]) ? second : "";
}

void visitPlaces(Json& json, std::string_view path, const std::string& pointer,
                 const std::function<void(Json&, const std::string&)>& visit) {
  if (path.empty()) return visit(json, pointer);
  const std::size_t slash = path.find('/');
  const std::string_view key = path.substr(0, slash), rest = slash == std::string_view::npos ? "" : path.substr(slash + 1);
  if (key == "*" && json.is_array())
    for (std::size_t i = 0; i < json.size(); ++i) visitPlaces(json[i], rest, pointerTo(pointer, std::to_string(i)), visit);
  else if (key == "*" && json.is_object())
    for (auto entry = json.begin(); entry != json.end(); ++entry) visitPlaces(entry.value(), rest, pointerTo(pointer, entry.key()), visit);
  else if (json.is_object())
    if (const auto found = json.find(key); found != json.end()) visitPlaces(*found, rest, pointerTo(pointer, key), visit);
}

/// Returns the text of an object with languages; nothing, with errors reported, if it is malformed.
Json resolved(const Json& texts, std::string_view language, const std::string& pointer, Issues& issues) {
  const DocumentPlace place(pointer);
  if (texts.empty()) issues.error(place, R"(must be a text, or an object with a text for each language such as {"en": "…"}, got {})");
  for (auto entry = texts.begin(); entry != texts.end(); ++entry) {
    if (!entry.value().is_string()) issues.error(place.at(entry.key()), messages::mustBe({messages::aText(), found(entry.value())}));
    // Only a warning because earlier releases accepted any key in tasks.
    if (!isLanguage(entry.key()))
      issues.warning(place.at(entry.key()), quote(entry.key()) + " is not the tag of a language, such as en, de or zh-Hans");
  }
  const std::string chosen = languageIn(texts, language);
  return chosen.empty() ? Json("") : texts[chosen];
}

}  // namespace

std::span<const char* const> textPlaces() { return places; }

void forEachText(Json& document, const std::function<void(Json&, const std::string&)>& visit) {
  for (const char* place : places) visitPlaces(document, place, "", visit);
}

bool isLanguage(std::string_view tag) {
  std::size_t count = 0;
  for (std::string_view rest = tag;; ++count) {
    const std::string_view part = primary(rest);
    const bool letters = std::all_of(part.begin(), part.end(), isLetter);
    if (part.empty() || part.size() > 8 || !std::all_of(part.begin(), part.end(), isAlphanumeric)) return false;
    if (count == 0 && (!letters || part.size() < 2 || part.size() > 3)) return false;
    if (part.size() == rest.size()) return true;
    rest.remove_prefix(part.size() + 1);
  }
}

std::string languageIn(const Json& texts, std::string_view language) {
  const auto find = [&](const auto& fits) -> std::string {
    for (auto entry = texts.begin(); entry != texts.end(); ++entry)
      if (entry.value().is_string() && fits(std::string_view(entry.key()))) return entry.key();
    return "";
  };
  const auto findLanguage = [&](std::string_view wanted) {
    for (std::string_view tag = wanted; !tag.empty(); tag = tag.substr(0, tag.rfind('-') == std::string_view::npos ? 0 : tag.rfind('-')))
      if (std::string key = find([&](std::string_view each) { return isSame(each, tag); }); !key.empty()) return key;
    return find([&](std::string_view each) {
      const bool scripts = scriptOf(each).empty() || scriptOf(wanted).empty() || isSame(scriptOf(each), scriptOf(wanted));
      return !wanted.empty() && isSame(primary(each), primary(wanted)) && scripts;
    });
  };
  for (const std::string_view wanted : {language, std::string_view("en")})
    if (std::string key = findLanguage(wanted); !key.empty()) return key;
  return find([](std::string_view) { return true; });
}

void resolveTexts(Json& document, std::string_view language, Issues& issues) {
  forEachText(document, [&](Json& text, const std::string& pointer) {
    if (!text.is_object()) return;
    Json chosen = resolved(text, language, pointer, issues);
    if (!language.empty() || pointer.rfind("/tasks/", 0) != 0) text = std::move(chosen);
  });
}

}  // namespace slipstick
