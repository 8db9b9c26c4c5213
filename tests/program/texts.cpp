// `slipstick texts`: tables for translators. tests/core/exchange/translations.cpp tests their content.
#include <gtest/gtest.h>

#include "tests/program/program.h"

namespace slipstick {
namespace {

using TextsOfAModel = ProgramTest;

const char* const titled = "{\"slipstick\": 1, \"title\": \"Belt\"}\n";

TEST_F(TextsOfAModel, AreWrittenAndPutBack) {
  EXPECT_EQ(run({"texts", "-", "--language", "de", "--format", "csv"}, titled), 0) << err;
  EXPECT_EQ(out, "place,en,de\n/title,Belt,\n");
  const std::string model = file("m.json", titled), table = file("t.csv", "place,en,de\n/title,Belt,Riemen\n");
  EXPECT_EQ(run({"texts", model, "--language", "de", "--put", table}), 0) << err;
  EXPECT_EQ(out, "{\"slipstick\": 1, \"title\": {\"en\": \"Belt\", \"de\": \"Riemen\"}}\n");
  EXPECT_EQ(err, "1 of 1 texts are translated\n");
  EXPECT_EQ(run({"texts", model, "--language", "de", "--output", path("t.xlf")}), 0) << err;
  EXPECT_EQ(run({"texts", model, "--language", "de", "--put", path("t.xlf")}), 1);
  EXPECT_EQ(err, "skipped: /title: has no translation\n0 of 1 texts are translated\n");
}

TEST_F(TextsOfAModel, NeedALanguageAndTheirTable) {
  EXPECT_EQ(run({"texts", "-"}, titled), 2);
  EXPECT_EQ(err.rfind("slipstick: the language is missing: --language fr", 0), 0u) << err;
  EXPECT_EQ(run({"texts", "-", "--language", "german"}, titled), 2);
  EXPECT_EQ(err.rfind("slipstick: 'german' is not the tag of a language, such as en, de or zh-Hans", 0), 0u) << err;
  const std::string table = file("t.csv", "place,en,de\n/title,Rope,Seil\n");
  EXPECT_EQ(run({"texts", "-", "--language", "fr", "--put", table}, titled), 2);
  EXPECT_EQ(err, "slipstick: the table translates to 'de', but --language is 'fr'\n");
  EXPECT_EQ(run({"texts", "-", "--language", "de", "--put", table}, titled), 2);
  EXPECT_EQ(err, "slipstick: the table belongs to another model: none of its 1 texts is in this one\n");
  EXPECT_EQ(run({"expand", "-", "--language", "de"}, R"({"slipstick": 1, "title": {"en": "Belt", "de": "Riemen"}})"), 0) << err;
  EXPECT_NE(out.find("Riemen"), std::string::npos);
}

}  // namespace
}  // namespace slipstick
