// Quantities along cables: recorded if the display requests them.

#include <gtest/gtest.h>

#include <cmath>

#include "core/simulation/result.h"
#include "tests/core/model/load.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

// A cable from (1, 0) to (3, 0) in 4 elements, held at both ends, with a strain of 1 % in excess: N = 0.01 EA = 50 N.
std::string rope(const std::string& display) {
  return document(R"("create": [{"type": "Cable2D", "name": "rope", "startPosition": [1, 0], "endPosition": [3, 0], "numberOfElements": 4,
    "physicsAxialStiffness": 5000, "physicsBendingStiffness": 1, "physicsMassPerLength": 1, "physicsReferenceAxialStrain": -0.01,
    "fixedStart": [1, 1, 0, 1], "fixedEnd": [1, 1, 0, 1]}],
    "sensors": [{"type": "Body", "name": "middle", "bodyNumber": "rope.2", "outputVariableType": "Position"}],
    "analysis": {"endTime": 0.01, "numberOfSteps": 2, "sensorsWritePeriod": 0}, "display": )" +
                  display);
}

std::vector<double> lastValues(Recorded& run, int profile) {
  const History& history = run.simulation().history();
  const double* row = history.row(history.samples() - 1) + history.profiles()[profile].column;
  return {row, row + history.profiles()[profile].size};
}

TEST(Profiles, AreTakenInTheMiddleOfElements) {
  Recorded result = run(rope(R"({"plots": [{"over": "rope", "curves": [{"outputVariableType": "ForceLocal", "component": 0}]}]})"));
  const auto& profiles = result.simulation().model().profiles;
  ASSERT_EQ(profiles.size(), 1u);
  EXPECT_EQ(profiles[0].positions, (std::vector<double>{0.25, 0.75, 1.25, 1.75}));
  EXPECT_EQ(profiles[0].objects, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(profiles[0].unit, "N");
  EXPECT_EQ(profiles[0].length, 2);
  EXPECT_FALSE(profiles[0].closed);
  for (const double force : lastValues(result, 0)) EXPECT_NEAR(force, 50, 1e-9);
}

// s = position − 1, and sensors have the values of the same sample.
TEST(Profiles, MayBeFormulas) {
  Recorded result = run(rope(R"({"plots": [{"over": "rope", "curves": [{"formula": "position[0] - s + 100*t"},
    {"formula": "s < 1 ? sqrt(-1) : sensor(\"middle\")[0]"}]}]})"));
  for (const double value : lastValues(result, 0)) EXPECT_NEAR(value, 2, 1e-12);
  const auto middle = lastValues(result, 1);
  EXPECT_TRUE(std::isnan(middle[1])) << "a gap";
  EXPECT_NEAR(middle[2], 2, 1e-12);
}

TEST(Profiles, AreRecordedOnceHoweverOftenTheyAreDrawn) {
  const auto loaded = model(rope(R"({"plots": [{"over": "rope", "curves": [{"outputVariableType": "ForceLocal"}]},
    {"map": "rope", "outputVariableType": "ForceLocal", "component": 0}], "contour": {"outputVariableType": "StrainLocal"}})"));
  ASSERT_EQ(loaded->profiles.size(), 2u);
  EXPECT_EQ(loaded->profiles[1].variable, OutputVariable::StrainLocal);
}

TEST(Profiles, AreInTheResult) {
  Recorded result = run(rope(R"({"contour": {"outputVariableType": "ForceLocal"}})"));
  const Json json = resultJson(result.simulation(), 0);
  EXPECT_EQ(json["profiles"][0]["values"].size(), 3u);
  EXPECT_NEAR(json["profiles"][0]["values"][2][3].get<double>(), 50, 1e-9);
  EXPECT_FALSE(resultJson(run(rope("{}")).simulation(), 0).contains("profiles"));
}

TEST(Profiles, WarnAboutMissingReferences) {
  EXPECT_EQ(
      issuesOf(rope(
          R"({"plots": [{"over": "rop", "curves": [{"outputVariableType": "ForceLocal"}]}, {"map": "rope", "outputVariableType": "Mass"},
    {"over": "rope", "curves": [{"of": "contact", "outputVariableType": "ForceLocal"}, {"outputVariableType": "ForceLocal", "component": 1}]}]})")),
      (Lines{"/display/plots/0/over: warning: no cable or belt is called 'rop'",
             "/display/plots/1/outputVariableType: warning: must be one of Position, Displacement, Velocity, VelocityLocal, Rotation, "
             "Director1, "
             "StrainLocal, CurvatureLocal, ForceLocal, TorqueLocal, AngularVelocity, Acceleration, AngularAcceleration, got 'Mass'",
             "/display/plots/2/curves/0/of: warning: 'rope' has no contact with circles",
             "/display/plots/2/curves/1/component: warning: must be less than 1, got 1"}));
}

TEST(Profiles, RefuseAWrongFormula) {
  EXPECT_EQ(issuesOf(rope(R"({"plots": [{"over": "rope", "curves": [{"formula": "2*"}]}]})")).size(), 1u);
  EXPECT_EQ(model(rope(R"({"plots": [{"over": "rope", "curves": [{"formula": "2*"}]}]})")), nullptr);
}

}  // namespace
}  // namespace slipstick::testing
