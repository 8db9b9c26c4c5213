#include "core/exchange/translations.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace slipstick {
namespace {

const std::string translatedModel = R"({
  "slipstick": 1,
  "title": "A & <b> \"c\"",
  "parameters": {"m": {"value": 1.50, "label": {"en": "mass", "de": "Masse"}}},
  "tasks": [{"hints": ["- two\nlines", "=x, y"]}]
}
)";

TranslationTable frenchTable() {
  TranslationTable table = translationsOf(translatedModel, "en", "fr");
  for (Translation& row : table.rows) row.target = row.source + " é";
  return table;
}

std::string refusedTable(const std::string& text) {
  try {
    readTranslations(text, "t");
  } catch (const ImportError& error) {
    return error.what();
  }
  return "";
}

TEST(Translations, SurviveBothFormats) {
  const TranslationTable table = frenchTable();
  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_EQ(table.rows[1].place, "/parameters/m/label");
  EXPECT_EQ(translationsOf(translatedModel, "en", "de").rows[1].target, "Masse");
  std::string semicolons = "\xef\xbb\xbfplace;en;fr\r\n\"/title\";\"A & <b> \"\"c\"\"\";x\r\n";
  EXPECT_EQ(readTranslations(semicolons, "t").rows[0].source, "A & <b> \"c\"");
  for (const std::string& text : {translationsAsCsv(table), translationsAsXliff(table, "m.json")}) {
    const TranslationTable again = readTranslations(text, "t");
    EXPECT_EQ(again.language, "fr");
    ASSERT_EQ(again.rows.size(), table.rows.size()) << text;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      EXPECT_EQ(again.rows[i].place, table.rows[i].place);
      EXPECT_EQ(again.rows[i].source, table.rows[i].source);
      EXPECT_EQ(again.rows[i].target, table.rows[i].target);
    }
  }
}

TEST(Translations, ArePutBackWithoutOtherChanges) {
  const TranslatedDocument result = withTranslations(translatedModel, frenchTable());
  EXPECT_EQ(result.translated, 4);
  EXPECT_TRUE(result.skipped.empty());
  EXPECT_EQ(result.text, R"({
  "slipstick": 1,
  "title": {"en": "A & <b> \"c\"", "fr": "A & <b> \"c\" é"},
  "parameters": {"m": {"value": 1.50, "label": {"en": "mass", "de": "Masse", "fr": "mass é"}}},
  "tasks": [{"hints": [{"en": "- two\nlines", "fr": "- two\nlines é"}, {"en": "=x, y", "fr": "=x, y é"}]}]
}
)");
  EXPECT_EQ(withTranslations(result.text, frenchTable()).text, result.text);
}

TEST(Translations, PutALongObjectOnSeveralLines) {
  const std::string words(150, 'w');
  const TranslatedDocument result = withTranslations("{\n  \"title\": \"" + words + "\"\n}", {"en", "de", {{"/title", words, words}}});
  EXPECT_EQ(result.text, "{\n  \"title\": {\n    \"en\": \"" + words + "\",\n    \"de\": \"" + words + "\"\n  }\n}");
}

TEST(Translations, SkipChangedAndMissingTexts) {
  TranslationTable table = frenchTable();
  table.rows[0].source = "old";
  table.rows[1].target = "";
  table.rows[2].place = "/tasks/9/hints/0";
  const TranslatedDocument result = withTranslations(translatedModel, table);
  EXPECT_EQ(result.translated, 1);
  EXPECT_EQ(result.skipped, (std::vector<std::string>{"/title: has changed since the table was written",
                                                      "/parameters/m/label: has no translation", "/tasks/9/hints/0: is not in the model"}));
  EXPECT_THROW(withTranslations(R"({"slipstick": 1, "title": "other"})", table), ImportError);
}

TEST(Translations, RefuseOtherFiles) {
  EXPECT_EQ(refusedTable(" \n"), "t: the file is empty");
  EXPECT_EQ(refusedTable("a,b\n"),
            "t:1: this is not a table of translations: the first line must be place and two languages, such as place,en,fr");
  EXPECT_EQ(refusedTable("place,en,fr\n/title,x\n"), "t:2: a row must have three cells, got 2");
  EXPECT_EQ(refusedTable("place,en,fr\n/title,\"x,y\n"), "t:2: a quotation mark is not closed");
  EXPECT_EQ(refusedTable("<robot/>"), "t:1: <robot>: must be <xliff> of version 2");
  EXPECT_EQ(refusedTable("<xliff version=\"2.0\" srcLang=\"en\" trgLang=\"?\"/>"), "t:1: <xliff>: trgLang must be a language, got '?'");
  const std::string head = "<xliff version='2.0' srcLang='en' trgLang='fr'><file>";
  EXPECT_EQ(refusedTable(head + "<unit id='1'/></file></xliff>"), "t:1: <unit>: has no name, the place of its text in the model");
  EXPECT_EQ(refusedTable(head + "<unit name='/title'><segment><target>a<pc/></target></segment></unit></file></xliff>"),
            "t:1: <pc>: must not be in a target: texts have no markup");
  EXPECT_EQ(refusedTable(head + "<unit name='/title'>"), "t:1: <unit> of line 1 has no end");
}

}  // namespace
}  // namespace slipstick
