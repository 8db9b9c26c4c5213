#include <gtest/gtest.h>

#include "core/expression/formula.h"

namespace slipstick {
namespace {

TEST(Name, IsALetterThenLettersDigitsAndUnderscores) {
  for (const char* name : {"x", "_", "radius", "k2", "drop_height", "L0", "h", "t", "I"}) EXPECT_TRUE(isValidName(name)) << name;
  for (const char* name : {"", "2k", "a-b", "a b", "a.b", "μ", " x", "x "}) EXPECT_FALSE(isValidName(name)) << name;
}

TEST(Name, IsNoWordOfTheLanguage) {
  for (const char* name : {"pi", "e", "true", "false", "and", "or", "not", "if", "sin", "rotX", "sensor", "mod"}) {
    EXPECT_FALSE(isValidName(name)) << name;
  }
}

TEST(NearestName, ForgivesSmallTypingErrors) {
  const std::vector<std::string> names = {"stiffness", "damping", "referenceLength", "mu"};
  EXPECT_EQ(nearestName("stifness", names), "stiffness");
  EXPECT_EQ(nearestName("Damping", names), "damping");
  EXPECT_EQ(nearestName("dampign", names), "damping");
  EXPECT_EQ(nearestName("reference_length", names), "referenceLength");
  EXPECT_EQ(nearestName("um", names), "mu");
}

TEST(NearestName, DoesNotGuess) {
  const std::vector<std::string> names = {"stiffness", "damping", "x"};
  EXPECT_EQ(nearestName("force", names), "");
  EXPECT_EQ(nearestName("y", names), "");
  EXPECT_EQ(nearestName("", names), "");
  EXPECT_EQ(nearestName("stiffness", {}), "");
  EXPECT_EQ(nearestName(std::string(100'000, 'a'), {std::string(100'000, 'b')}), "");
}

TEST(NearestName, TakesTheClosestAndThenTheFirst) {
  EXPECT_EQ(nearestName("lenght1", {"length2", "length1"}), "length1");
  EXPECT_EQ(nearestName("length3", {"length2", "length1"}), "length2");
}

}  // namespace
}  // namespace slipstick
