// Texts for readers: a document gives each one as a text, or as an object with a text for each language, {"en": …, "de": …}.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/model/issues.h"

namespace slipstick {

/// The places of these texts in a document, as "tasks/*/title"; * is any key or index.
std::span<const char* const> textPlaces();
/// Calls `visit` with each value at these places and its pointer, in the order of the places.
void forEachText(Json& document, const std::function<void(Json& text, const std::string& pointer)>& visit);
/// Returns whether a text is a tag of a language as in BCP 47: "de", "zh-Hans", "pt-BR".
bool isLanguage(std::string_view tag);
/// Returns the key of the text for a reader of this language: the same tag, its primary language, English, or the first key with a text;
/// "" if there is none.
std::string languageIn(const Json& texts, std::string_view language);
/// Replaces each object with languages by its text in one language, and reports malformed objects. Without a language, tasks keep all
/// languages, for pages on which a reader chooses one.
void resolveTexts(Json& document, std::string_view language, Issues& issues);

}  // namespace slipstick
