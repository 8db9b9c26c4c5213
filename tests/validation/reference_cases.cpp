// Models exported from Exudyn 1.11 with its results (tests/validation/reference). Both programs solve the same discretised equations with
// tight tolerances. The bound is ten times the change of Exudyn's result with a ten times looser tolerance, and at least 1e-7, relative to
// the largest value of the quantity.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

class ReferenceCase : public ::testing::TestWithParam<const char*> {};

TEST_P(ReferenceCase, AgreesInSensorsAndFinalCoordinates) {
  const Json file = Json::parse(readFile(std::string("tests/validation/reference/") + GetParam() + ".json"));
  const Json& expected = file["expected"];
  Json model = file["model"];
  for (Json& step : model["analysis"])
    if (step["type"] == "dynamic") step["exudynWays"] = true;
  const auto moves = [&](const std::string& node) {  // states of contact and friction are not compared
    const Json& type = model["nodes"][std::stoi(node)]["type"];
    return type != "GenericData" && type != "PointGround";
  };
  for (const auto& [node, coordinates] : expected["finalNodeCoordinates"].items())
    if (moves(node))
      model["sensors"].push_back(
          {{"type", "Node"}, {"nodeNumber", std::stoi(node)}, {"outputVariableType", "Coordinates"}, {"name", "final " + node}});
  const Recorded found = run(model.dump());
  const auto time = found.time();

  const double sensorBound = std::max(1e-7, 10 * expected["noise"]["sensors"].get<double>());
  for (std::size_t i = 0; i < expected["sensors"].size(); ++i) {
    const auto times = expected["sensors"][i]["time"].get<std::vector<double>>();
    const auto rows = expected["sensors"][i]["values"].get<std::vector<std::vector<double>>>();
    const std::string name = model["sensors"][i]["name"];
    double scale = 1e-12, error = 0;
    for (const auto& row : rows)
      for (double value : row) scale = std::max(scale, std::abs(value));
    int sample = 0;
    for (std::size_t k = 0; k < times.size(); ++k) {
      while (sample + 1 < found.samples() && std::abs(time[sample + 1] - times[k]) <= std::abs(time[sample] - times[k])) ++sample;
      ASSERT_NEAR(time[sample], times[k], 1e-6) << name;
      const auto values = found.sample(name, sample);
      ASSERT_EQ(values.size(), rows[k].size()) << name;
      for (std::size_t c = 0; c < values.size(); ++c) error = std::max(error, std::abs(values[c] - rows[k][c]) / scale);
    }
    EXPECT_LE(error, sensorBound) << name;
    EXPECT_GT(rows.size(), 10u);
  }

  const double finalBound = std::max(1e-7, 10 * expected["noise"]["final"].get<double>());
  double scale = 1e-12, error = 0;
  for (const auto& [node, coordinates] : expected["finalNodeCoordinates"].items()) {
    if (!moves(node)) continue;
    const auto values = found.sample("final " + node, -1);
    const auto reference = coordinates.get<std::vector<double>>();
    ASSERT_EQ(values.size(), reference.size());
    for (std::size_t c = 0; c < values.size(); ++c)
      scale = std::max(scale, std::abs(reference[c])), error = std::max(error, std::abs(values[c] - reference[c]));
  }
  EXPECT_LE(error / scale, finalBound);
}

INSTANTIATE_TEST_SUITE_P(Exudyn, ReferenceCase,
                         ::testing::Values("rolling-coin-penalty", "rolling-coin-joint", "contact-sphere-sphere", "belt-two-pulleys",
                                           "coordinate-spring-damper-ext", "rigid-body-spring-damper-intrinsic"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& letter : name)
                             if (letter == '-') letter = '_';
                           return name;
                         });

}  // namespace
}  // namespace slipstick::testing
