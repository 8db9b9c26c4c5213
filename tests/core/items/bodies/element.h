// A cable or beam element between two nodes, for tests with hand-computed values.
#pragma once

#include <gtest/gtest.h>

#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {

using Values = std::vector<double>;

/// The document with an element of length 2 between nodes 0 and 1. If `output` is named, a sensor measures it at a point of the element.
inline std::string withElement(Json document, const char* type, const Json& parameters, const std::string& output, const Vector3& at) {
  Json element{{"type", type}, {"name", "element"}, {"physicsLength", 2}, {"nodeNumbers", {0, 1}}};
  element.update(parameters);
  document["objects"].push_back(element);
  if (!output.empty())
    document["sensors"].push_back(
        {{"type", "Body"}, {"bodyNumber", "element"}, {"localPosition", {at.x, at.y, at.z}}, {"outputVariableType", output}});
  return document.dump();
}

/// The forces of a document on its coordinates at the start, as left-hand sides.
inline Values forcesOf(const std::string& document) {
  EvaluatedSystem system(load(document));
  Values result(system.coordinates());
  system.forces(system.initial(), 1, result.data(), nullptr);
  return result;
}

/// The value of the document's first sensor at the start, with these accelerations.
inline Values outputOf(const std::string& document, const Values& accelerations = {}) {
  EvaluatedSystem system(load(document));
  State state = system.initial();
  if (!accelerations.empty()) state.q_tt = accelerations;
  system.update(state);
  Values result(system.sensorSize(0));
  system.sensor(0, result.data());
  return result;
}

inline void expectNear(const Values& found, const Values& expected, double tolerance = 1e-13) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << "component " << i;
}

}  // namespace slipstick::testing
