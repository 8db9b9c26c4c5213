#include "core/document/texts.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/document/load.h"

namespace slipstick {
namespace {

std::string chosen(const char* texts, const char* language) { return languageIn(Json::parse(texts), language); }

TEST(Texts, AreChosenByTagPrimaryLanguageEnglishAndOrder) {
  EXPECT_EQ(chosen(R"({"en": "a", "de": "b", "de-CH": "c"})", "de-CH"), "de-CH");
  EXPECT_EQ(chosen(R"({"en": "a", "de": "b"})", "de-AT"), "de");
  EXPECT_EQ(chosen(R"({"en": "a", "pt-BR": "b"})", "pt"), "pt-BR");
  EXPECT_EQ(chosen(R"({"en": "a", "DE": "b"})", "de"), "DE");
  EXPECT_EQ(chosen(R"({"en": "a", "zh-Hant": "b", "zh-Hans": "c"})", "zh-Hans-CN"), "zh-Hans");
  EXPECT_EQ(chosen(R"({"en": "a", "zh-Hant": "b"})", "zh-Hans"), "en");
  EXPECT_EQ(chosen(R"({"it": "a", "en-GB": "b"})", "fr"), "en-GB");
  EXPECT_EQ(chosen(R"({"it": "a", "de": "b"})", "fr"), "it");
  EXPECT_EQ(chosen(R"({"it": 1, "de": "b"})", "it"), "de");
  EXPECT_EQ(chosen("{}", "de"), "");
}

TEST(Texts, TagsFollowBcp47) {
  for (const char* tag : {"en", "de-CH", "zh-Hans", "yue", "es-419", "x-slip"})
    EXPECT_EQ(isLanguage(tag), std::string(tag) != "x-slip") << tag;
  for (const char* tag : {"", "e", "en_US", "english", "en-", "-en", "12", "d e"}) EXPECT_FALSE(isLanguage(tag)) << tag;
}

/// Returns a document with this value at a place.
Json documentWith(std::string_view place, const Json& value) {
  if (place.empty()) return value;
  const std::size_t slash = place.find('/');
  Json inner = documentWith(slash == std::string_view::npos ? "" : place.substr(slash + 1), value);
  const std::string key(place.substr(0, slash));
  return key == "*" ? Json::array({std::move(inner)}) : Json{{key, std::move(inner)}};
}

TEST(Texts, AreResolvedAtEveryPlace) {
  for (const char* place : textPlaces()) {
    Json document = documentWith(place, {{"en", "a"}, {"de", "b"}});
    Issues issues;
    resolveTexts(document, "de", issues);
    EXPECT_TRUE(issues.none()) << place;
    EXPECT_EQ(document, documentWith(place, "b")) << place;
  }
}

constexpr const char* pendulum = R"({"slipstick": 1, "title": {"en": "Pendulum", "de": "Pendel"},
  "parameters": {"m": {"value": 1, "label": {"de": "Masse", "en": "mass"}}},
  "nodes": [{"type": "1D", "name": "x"}], "objects": [{"type": "Mass1D", "name": "body", "physicsMass": "m", "nodeNumber": "x"}],
  "sensors": [{"type": "Node", "name": "s", "nodeNumber": "x", "outputVariableType": "Coordinates"}],
  "tasks": [{"id": "a", "text": {"en": "How?", "de": "Wie?"}, "hints": ["none", {"en": "Look.", "de": "Schau."}],
    "answer": {"type": "choice", "choices": [{"text": {"en": "so"}, "correct": true}]}}],
  "display": {"plots": [{"title": {"en": "Path", "de": "Weg"}, "curves": [{"sensor": "s"}]}]}})";

TEST(Texts, OfAModelAreInOneLanguage) {
  for (const auto& [language, title, label, hint, plot] : {std::array{"de", "Pendel", "Masse", "Schau.", "Weg"},
                                                           {"", "Pendulum", "mass", "Look.", "Path"},
                                                           {"fr", "Pendulum", "mass", "Look.", "Path"}}) {
    Json expanded;
    const LoadedModel loaded = loadModel(pendulum, {}, {}, &expanded, language);
    ASSERT_TRUE(loaded.model) << loaded.issues.at(0).message;
    EXPECT_TRUE(loaded.issues.empty());
    EXPECT_EQ(loaded.model->title, title);
    EXPECT_EQ(loaded.model->parameters[0].label, label);
    const Json& hints = (*loaded.model->tasks[0].shown)["hints"];
    EXPECT_EQ(hints[1], *language ? Json(hint) : Json({{"en", "Look."}, {"de", "Schau."}}));
    EXPECT_EQ((*loaded.model->display)["plots"][0]["title"], plot);
    EXPECT_EQ(expanded["title"], title);
  }
}

std::string issueOf(const char* title) {
  const LoadedModel loaded = loadModel(std::string(R"({"slipstick": 1, "title": )") + title + "}");
  std::string text;
  for (const Issue& issue : loaded.issues)
    text += issue.pointer + (issue.severity == Issue::Severity::error ? ": " : ": warning: ") + issue.message + "\n";
  return text;
}

TEST(Texts, ReportMalformedObjects) {
  EXPECT_EQ(issueOf("{}"), "/title: must be a text, or an object with a text for each language such as {\"en\": \"…\"}, got {}\n");
  EXPECT_EQ(issueOf(R"({"en": "a", "de": 3})"), "/title/de: must be a text, got 3\n");
  EXPECT_EQ(issueOf(R"({"en": "a", "en_US": "b"})"),
            "/title/en_US: warning: 'en_US' is not the tag of a language, such as en, de or zh-Hans\n");
  EXPECT_EQ(issueOf("[1]"), "/title: must be a text, got a list of 1\n");
}

}  // namespace
}  // namespace slipstick
