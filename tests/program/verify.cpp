// Bad links and digests; tests/wasm/verify.test.ts tests valid ones as made by the page.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "core/program/inflate.h"
#include "core/program/link.h"
#include "core/program/program.h"
#include "core/simulation/base64url.h"
#include "core/simulation/simulation.h"

namespace slipstick {
namespace {

const std::string model =
    R"({"slipstick": 1, "create": [{"type": "MassPoint", "name": "m", "physicsMass": 1, "initialVelocity": [1, 0, 0]}],
  "sensors": [{"type": "Body", "bodyNumber": "m", "outputVariableType": "Position"}], "analysis": {"endTime": 0.1, "stepSize": 0.01}})";

/// DEFLATE without compression.
std::string stored(const std::string& text) {
  const auto number = [](std::size_t n) { return std::string{static_cast<char>(n & 255), static_cast<char>(n >> 8 & 255)}; };
  return std::string(1, '\1') + number(text.size()) + number(~text.size()) + text;
}

struct Answer {
  int status;
  std::string out, err;
};
Answer verify(std::vector<std::string> words, const std::string& input = "") {
  words.insert(words.begin(), "verify");
  std::istringstream in(input);
  std::ostringstream out, err;
  const int status = runProgram(words, {in, out, err, false});
  return {status, out.str(), err.str()};
}
std::string linkOf(const std::string& text) { return "https://example.org/#m=1." + toBase64Url(stored(text)); }
const std::string thisEngine = engineVersion();
const std::string someDigest = thisEngine + ":AAAAAAAAAAA:";

void expectRefused(const Answer& answer, const std::string& message) {
  EXPECT_EQ(answer.status, 2) << message;
  EXPECT_EQ(answer.out, "");
  EXPECT_NE(answer.err.find(message), std::string::npos) << answer.err;
}

TEST(Verify, ReproducesTheDigestOfItsResult) {
  const auto folder = std::filesystem::temp_directory_path() / "slipstick-verify";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "result.json").string();
  std::istringstream in(model);
  std::ostringstream out, err;
  ASSERT_EQ(runProgram({"run", "-", "--output", path}, {in, out, err, false}), 0) << err.str();
  std::ifstream file(path);
  const std::string result{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove_all(folder);
  const std::size_t start = result.find("\"digest\":\"") + 10;
  const std::string digest = result.substr(start, result.find('"', start) - start);
  const Answer same = verify({linkOf(model) + "&~t=0.05&~r=" + digest});
  EXPECT_EQ(same.status, 0) << same.err;
  EXPECT_EQ(same.out.find("Reproduced to the last bit: 11 samples of 3 sensor components have the digest "), 0u) << same.out;
  const Answer fromInput = verify({"-"}, "\n" + linkOf(model) + "&~r=" + digest + "\n");
  EXPECT_EQ(fromInput.status, 0) << fromInput.err;
  const Answer older = verify({"-", "--digest=0.0.9" + digest.substr(digest.find(':'))}, model);
  EXPECT_EQ(older.status, 0) << older.err;
  EXPECT_NE(older.out.find("computed by engine 0.0.9, this is " + thisEngine), std::string::npos) << older.out;
}

TEST(Verify, ADigestOfAnotherEngineIsNotWrong) {
  const std::string zeros(48, 'A');  // 3 components at 3 times in 4 bytes each
  const std::string engines = "The digest was computed by engine 0.0.9, this is " + thisEngine + ": ";
  for (const auto& [values, how] : std::map<std::string, std::string>{{"", "at least one recorded number differs.\n"},
                                                                      {zeros, "sensor0 x differs by 1 of its range at 0.1 s.\n"}}) {
    const Answer other = verify({linkOf(model), "--digest", "0.0.9:AAAAAAAAAAA:" + values});
    EXPECT_EQ(other.status, 3);
    EXPECT_EQ(other.out, engines + how);
    const Answer json = verify({linkOf(model), "--json", "--digest", "0.0.9:AAAAAAAAAAA:" + values});
    EXPECT_NE(json.out.find("\"engine\": \"0.0.9\""), std::string::npos) << json.out;
  }
}

TEST(Verify, ReadsLinksThatWereRewritten) {
  Link written, read;
  std::string message;
  const std::string link = linkOf(model) + "&~t=0.05&~r=" + someDigest;
  ASSERT_TRUE(readLink(link, written, message));
  const std::string fragment = link.substr(link.find('#') + 1);
  std::string encoded;
  for (const char c : fragment) encoded += c == '=' ? "%3D" : c == '&' ? "%26" : c == '~' ? "%7E" : std::string(1, c);
  for (const std::string& other : {"https://example.org/%23" + fragment, "https://example.org/#" + encoded,
                                   "https://gateway.example/?url=https%3A%2F%2Fexample.org%2F%23" + encoded + "&data=05%7C02",
                                   std::string(link).replace(link.find("&~t"), 3, "&%7Et"), fragment}) {
    ASSERT_TRUE(readLink(other, read, message)) << other << message;
    EXPECT_EQ(isModelLink(other), other != fragment) << other;
    EXPECT_EQ(read.document, written.document);
    EXPECT_EQ(read.digest, written.digest);
  }
  ASSERT_TRUE(readLink("https://example.org/%23g%3Drolling-coin%26mu%3D0.3", read, message)) << message;
  EXPECT_EQ(read.gallery, "rolling-coin");
  EXPECT_EQ(read.parameters.at("mu"), 0.3);
  for (const char* other : {"model.json", "a#b.json", "m=3.json", "#m", "%23", "%23m%3", "#", ""})
    EXPECT_FALSE(isModelLink(other)) << other;
  const std::string submission = "s=1." + toBase64Url(stored("{}"));
  for (const std::string& other :
       {"# Answers\nhttps://example.org/#" + submission, "%23" + submission, "%23s%3D" + submission.substr(2) + "&x=1"}) {
    std::string text;
    EXPECT_TRUE(isSubmissionLink(other));
    EXPECT_TRUE(readSubmissionLink(other, text, message)) << message;
    EXPECT_EQ(text, "{}");
  }
}

/// Links of release 0.1.0, which wrote "_" and "-" at their ends.
TEST(Verify, RestoresTheEndOfALink) {
  const std::string documents[][2] = {
      {"ePnNDLdsw7UnswII4CdpANfcWZjUAgBFcw4_", R"({"slipstick":1,"title":"xxxx","number":284})"},
      {"ePnNDLdsw7UnswII4CdpAFeiGVrWAgBFbA4-", R"({"slipstick":1,"title":"xxxx","number":319})"},
  };
  for (const auto& [code, text] : documents) {
    Link link;
    std::string message;
    for (const std::string& left : {code, code.substr(0, code.size() - 1)}) {
      ASSERT_TRUE(readLink("#m=2." + left + "&~t=1", link, message)) << message;
      EXPECT_EQ(link.document, text);
    }
    EXPECT_FALSE(readLink("#m=2." + code.substr(0, code.size() - 2), link, message));
    EXPECT_FALSE(readLink("#m=2." + code.substr(0, code.size() - 1) + "A", link, message));
  }
  expectRefused(verify({linkOf(model).substr(0, 90), "--digest", someDigest}), "the link is damaged: its end is missing");
  expectRefused(verify({linkOf(model).substr(0, 89), "--digest", someDigest}), "the link is damaged: its end is missing");
}

TEST(Verify, ReportsADifferentResult) {
  const Answer other = verify({linkOf(model), "--digest", someDigest});
  EXPECT_EQ(other.status, 1);
  EXPECT_EQ(other.out, "Not reproduced: at least one recorded number differs.\n");
  const Answer fewer = verify({linkOf(model), "--digest", someDigest + "AAAA"});
  EXPECT_EQ(fewer.out, "Not reproduced: the digest belongs to a run with other sensors.\n");
  const std::string zeros(48, 'A');  // 3 components at 3 times in 4 bytes each
  const Answer differs = verify({linkOf(model), "--digest", someDigest + zeros});
  EXPECT_EQ(differs.status, 1);
  EXPECT_NE(differs.out.find(" differs by 1 of its range at 0.1 s."), std::string::npos) << differs.out;
}

TEST(Verify, ReportsErrors) {
  expectRefused(verify({}), "the link is missing");
  expectRefused(verify({"nowhere.json"}), "nowhere.json");
  expectRefused(verify({"-"}, "hello"), "this is not a link to a model");
  expectRefused(verify({"-"}, ""), "this is not a link to a model");
  expectRefused(verify({"-"}, model), "there is no digest");
  expectRefused(verify({linkOf(model)}), "there is no digest");
  expectRefused(verify({linkOf(model), "--digest", "abc"}), "this is not a digest: 'abc'");
  expectRefused(verify({linkOf(model) + "&~r=0.1.0:short:"}), "the digest in the link is damaged");
  expectRefused(verify({linkOf(model) + "&mu=3", "--digest", someDigest}), "expected name=number");
  expectRefused(verify({linkOf(model) + "&~t=%4", "--digest", someDigest}), "the link is damaged");
  expectRefused(verify({"#m=3.AAAA", "--digest", someDigest}), "the link has version 3");
  expectRefused(verify({"#m=AAAA", "--digest", someDigest}), "the link is damaged");
  expectRefused(verify({"#m=1.", "--digest", someDigest}), "the link is damaged");
  expectRefused(verify({"#m=1.A+A=", "--digest", someDigest}), "the link is damaged");
  expectRefused(verify({linkOf(model) + "&~r=0.1.0"}), "there is no digest");
  expectRefused(verify({"#m=2.AAAAAAAAAAAAAAAAAAAA", "--digest", someDigest}), "the link is damaged");
  expectRefused(verify({linkOf("{\"slipstick\": 1, \"nodez\": []}"), "--digest", someDigest}), "nodez");
  expectRefused(verify({linkOf("[1, 2]"), "--digest", someDigest}), "the model in the link");
  expectRefused(verify({linkOf(std::string(40000, '[')), "--digest", someDigest}), "nested more than 64 deep");
  expectRefused(verify({"#g=no-such-model", "--digest", someDigest}), "give the folder of these with --models");
  expectRefused(verify({"#g=../../etc/passwd", "--digest", someDigest}), "the link is damaged");
  expectRefused(verify({"#g=rolling-coin&mu=much", "--digest", someDigest}), "expected name=number");
  expectRefused(verify({"a", "--dijest", someDigest}), "did you mean '--digest'?");
}

TEST(Verify, ARunThatFailsIsNotReproduced) {
  std::string failing = model;
  failing.replace(failing.find("\"physicsMass\": 1"), 16, "\"physicsMass\": 0");
  const Answer answer = verify({linkOf(failing), "--digest", someDigest});
  EXPECT_NE(answer.status, 0);
  EXPECT_EQ(answer.out, "");
}

TEST(Verify, ASmallLinkCannotFillTheMemory) {
  std::string text;
  EXPECT_EQ(inflate(stored(std::string(1000, 'x')), 1000, text), Inflated::whole);
  EXPECT_EQ(text.size(), 1000u);
  EXPECT_EQ(inflate(stored(std::string(1000, 'x')), 999, text), Inflated::tooLarge);
}

TEST(Verify, AnyBytesAreReadWithoutHarm) {
  std::uint64_t state = 1;
  for (int i = 0; i < 20000; ++i) {
    std::string data;
    for (int k = 0; k < 60; ++k) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      data += static_cast<char>(state >> 56);
    }
    std::string text;
    EXPECT_NE(inflate(data, 5000, text), Inflated::otherDictionary);
    EXPECT_NE(inflateWith(linkDictionary, data, 5000, text), Inflated::whole);
  }
}

}  // namespace
}  // namespace slipstick
