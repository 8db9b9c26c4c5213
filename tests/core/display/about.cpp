// `about` of a document: authors, licence and origin, which the page shows and exports keep.
#include <gtest/gtest.h>

#include "core/display/display.h"
#include "core/document/load.h"
#include "tests/core/model/load.h"

namespace slipstick {
namespace {

Lines issuesWith(const std::string& about) { return issuesOf(document("\"about\": " + about)); }

TEST(About, HasAuthorsLicenceAndOrigin) {
  EXPECT_EQ(issuesWith(R"({"authors": ["Ada Lovelace", "Grace Hopper"], "licence": "CC-BY-4.0", "version": "2", "source": "Notes, 1843",
    "basedOn": {"address": "https://example.org/#g=bicycle", "hash": "0.1.0:sDsL7k1aCP4"}})"),
            Lines{});
  EXPECT_EQ(issuesWith("{}"), Lines{});
}

TEST(About, IsOneLineForFilesMadeFromTheModel) {
  const auto creditsOf = [](const std::string& about) { return testing::load(document("\"about\": " + about))->credits; };
  EXPECT_EQ(creditsOf(R"({"authors": ["Ada Lovelace", "Grace\nHopper"], "licence": "CC-BY-4.0", "basedOn": {"address": "#g=bicycle"}})"),
            "by Ada Lovelace, Grace Hopper; licence CC-BY-4.0; based on #g=bicycle");
  EXPECT_EQ(creditsOf("{}"), "");
}

TEST(About, IsKeptByExpansion) {
  const Json expanded = writtenOut(document(R"("about": {"authors": ["Ada"]})"));
  EXPECT_EQ(expanded["about"]["authors"][0], "Ada");
}

TEST(About, NamesWrongParts) {
  EXPECT_EQ(issuesWith(R"({"author": "Ada"})").size(), 1u);
  EXPECT_EQ(issuesWith(R"({"authors": "Ada"})").size(), 1u);
  EXPECT_EQ(issuesWith(R"({"basedOn": {}})").size(), 1u);
  EXPECT_EQ(issuesWith("\"Ada\"").size(), 1u);
  EXPECT_EQ(issuesWith("{\"authors\": [\"Ada\", \"" + std::string(2'000'000, 'x') + "\"]}"),
            Lines{"/about/authors/1: must have at most 1000 characters, got 2000000"});
}

TEST(About, WarnsOfALicenceThatIsNoSpdxIdentifier) {
  EXPECT_EQ(issuesWith(R"({"licence": "free"})"), Lines{});  // an identifier of this form may exist
  EXPECT_EQ(issuesWith(R"({"licence": "ask me first"})"),
            Lines{"/about/licence: warning: should be an SPDX identifier such as CC-BY-4.0 or MIT (spdx.org/licenses), got "
                  "'ask me first'"});
}

TEST(About, KnowsSpdxExpressions) {
  for (const char* good :
       {"MIT", "CC-BY-SA-4.0", "GPL-2.0+", "MIT OR Apache-2.0", "(MIT OR GPL-3.0-only WITH Classpath-exception-2.0) AND BSD-3-Clause"})
    EXPECT_TRUE(isSpdx(good)) << good;
  for (const char* bad : {"", " ", "MIT Apache", "MIT OR", "OR MIT", "MIT  OR X", "© Ada", "MIT, BSD", "()"})
    EXPECT_FALSE(isSpdx(bad)) << bad;
}

}  // namespace
}  // namespace slipstick
