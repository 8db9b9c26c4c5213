// A tree compared with the same mechanism of rigid bodies and joints, and its energy conservation.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

const char* const masses = "[3, 2, 1.5]";

/// A rotating column, an arm hinged across it, and a slide along the arm. The joints start displaced and in motion.
Json arm() {
  return Json::parse(R"json({"slipstick": 1,
    "nodes": [{"type": "GenericODE2", "name": "joints", "numberOfODE2Coordinates": 3, "initialCoordinates": [0.4, -0.7, 0.25], "initialCoordinates_t": [1.2, -0.8, 0.5]}],
    "objects": [{"type": "KinematicTree", "name": "arm", "nodeNumber": "joints", "gravity": [0, 0, -9.81], "baseOffset": [0.1, 0.2, 0.3],
      "jointTypes": ["RevoluteZ", "RevoluteY", "PrismaticX"], "linkParents": [-1, 0, 1],
      "jointTransformations": ["rotX(0.3)", "rotZ(0.5)", "rotY(-0.2)"], "jointOffsets": [[0, 0, 0.1], [0.1, 0, 0.4], [0.3, 0, 0]],
      "linkMasses": [3, 2, 1.5], "linkCOMs": [[0.05, 0, 0.2], [0.2, 0.03, 0], [0.1, 0, 0.02]],
      "linkInertiasCOM": [[[0.05, 0.002, 0], [0.002, 0.06, 0], [0, 0, 0.02]], [[0.004, 0, 0.001], [0, 0.03, 0], [0.001, 0, 0.03]], [[0.002, 0, 0], [0, 0.01, 0], [0, 0, 0.011]]]}],
    "sensors": []})json");
}
void addLinkSensor(Json& document, int link, const char* variable, const Json& local) {
  document["sensors"].push_back({{"type", "KinematicTree"},
                                 {"name", variable + std::to_string(link)},
                                 {"objectNumber", "arm"},
                                 {"linkNumber", link},
                                 {"localPosition", local},
                                 {"outputVariableType", variable}});
}

constexpr const char* motion[] = {"Position", "RotationMatrix", "Velocity", "AngularVelocity", "Acceleration", "AngularAcceleration"};

/// The tree of `arm` with sensors at the centres of mass.
Recorded tree(const Json& analysis) {
  Json document = arm();
  const Json centres = document["objects"][0]["linkCOMs"];
  for (int link = 0; link < 3; ++link)
    for (const char* variable : motion) addLinkSensor(document, link, variable, centres[link]);
  document["analysis"] = analysis;
  return run(document.dump());
}
/// The same links as rigid bodies at their centres of mass, with the state of the first sample of a run of the tree.
Recorded bodies(const Recorded& reference, const Json& analysis) {
  const Json links = arm()["objects"][0];
  Json document{{"slipstick", 1}, {"create", Json::array()}, {"sensors", Json::array()}, {"analysis", analysis}};
  const auto sampled = [&](const char* variable, int link) { return reference.sample(variable + std::to_string(link), 0); };
  const auto matrix = [](const std::vector<double>& m) { return Json{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}}; };
  for (int link = 0; link < 3; ++link) {
    const std::string name = "link " + std::to_string(link);
    document["create"].push_back({{"type", "RigidBody"},
                                  {"name", name},
                                  {"referencePosition", sampled("Position", link)},
                                  {"referenceRotationMatrix", matrix(sampled("RotationMatrix", link))},
                                  {"initialVelocity", sampled("Velocity", link)},
                                  {"initialAngularVelocity", sampled("AngularVelocity", link)},
                                  {"inertia", {{"mass", links["linkMasses"][link]}, {"inertiaTensor", links["linkInertiasCOM"][link]}}},
                                  {"gravity", {0, 0, -9.81}}});
    for (const char* variable : motion)
      document["sensors"].push_back(
          {{"type", "Body"}, {"name", variable + std::to_string(link)}, {"bodyNumber", name}, {"outputVariableType", variable}});
  }
  for (int link = 0; link < 3; ++link) {
    // The joint's axis and a point of it, from the pose of the link.
    const auto p = sampled("Position", link), r = sampled("RotationMatrix", link);
    const auto c = links["linkCOMs"][link].get<std::vector<double>>();
    const int axis = link == 0 ? 2 : link == 1 ? 1 : 0;
    Json origin = Json::array(), direction = Json::array();
    for (int i = 0; i < 3; ++i) {
      origin.push_back(p[i] - r[3 * i] * c[0] - r[3 * i + 1] * c[1] - r[3 * i + 2] * c[2]);
      direction.push_back(r[3 * i + axis]);
    }
    document["create"].push_back(
        {{"type", link < 2 ? "RevoluteJoint" : "PrismaticJoint"},
         {"bodies", {link == 0 ? Json() : Json("link " + std::to_string(link - 1)), "link " + std::to_string(link)}},
         {"position", origin},
         {"axis", direction}});
  }
  return run(document.dump());
}
Json steps(double h) {
  return {{"type", "dynamic"},
          {"endTime", 0.4},
          {"stepSize", h},
          {"sensorsWritePeriod", 0.4},
          {"newton", {{"relativeTolerance", 1e-11}, {"absoluteTolerance", 1e-12}}}};
}
double largestDifference(const Recorded& a, const Recorded& b, const char* variable, int sample) {
  double largest = 0;
  for (int link = 0; link < 3; ++link) {
    const auto x = a.sample(variable + std::to_string(link), sample), y = b.sample(variable + std::to_string(link), sample);
    for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i] - y[i]));
  }
  return largest;
}

TEST(KinematicTreeAgainstBodies, AcceleratesAlike) {
  const Recorded links = tree(steps(0.01));
  const Recorded jointed = bodies(links, steps(0.01));
  // Solved as 3 equations or as 21 + 3 + 15; accelerations are about 20 m/s².
  EXPECT_LT(largestDifference(links, jointed, "Acceleration", 0), 1e-10);
  EXPECT_LT(largestDifference(links, jointed, "AngularAcceleration", 0), 1e-9);
}
TEST(KinematicTreeAgainstBodies, MovesAlikeToSecondOrder) {
  double last[2];
  for (int k = 0; k < 2; ++k) {
    const Json analysis = steps(k == 0 ? 4e-3 : 2e-3);
    const Recorded links = tree(analysis);
    last[k] = largestDifference(links, bodies(links, analysis), "Position", -1);
  }
  EXPECT_LT(last[1], 1e-4);  // errors of both, h² (10/s)² = 4e-4 of 0.5 m
  EXPECT_NEAR(std::log2(last[0] / last[1]), 2, 0.2);
}
TEST(KinematicTreeAgainstBodies, IsSolvedExplicitlyToo) {
  Json analysis = steps(1e-3);
  const Recorded implicit = tree(analysis);
  analysis["solver"] = "RK44";
  const Recorded explicitly = tree(analysis);
  EXPECT_LT(largestDifference(implicit, explicitly, "Position", -1), 3e-5);  // the implicit error, a quarter of the error at 2 ms
  analysis["stepSize"] = 2e-3;
  EXPECT_LT(largestDifference(explicitly, tree(analysis), "Position", -1), 1e-9);  // fourth order
}

/// Kinetic and potential energy of the free arm.
TEST(KinematicTreeAgainstBodies, KeepsItsEnergy) {
  Json document = arm();
  for (int link = 0; link < 3; ++link) {
    addLinkSensor(document, link, "Position", document["objects"][0]["linkCOMs"][link]);
    addLinkSensor(document, link, "Velocity", document["objects"][0]["linkCOMs"][link]);
    addLinkSensor(document, link, "AngularVelocityLocal", {0, 0, 0});
  }
  document["definitions"] = {{"m", masses}};
  std::string energy;
  for (int link = 0; link < 3; ++link) {
    const std::string n = std::to_string(link), mass = "m[" + n + "]";
    energy += std::string(link ? " + " : "") + "0.5*" + mass + "*dot(sensor(\"Velocity" + n + "\"), sensor(\"Velocity" + n +
              "\")) + 9.81*" + mass + "*sensor(\"Position" + n + "\")[2] + 0.5*dot(sensor(\"AngularVelocityLocal" + n + "\"), " +
              document["objects"][0]["linkInertiasCOM"][link].dump() + "*sensor(\"AngularVelocityLocal" + n + "\"))";
  }
  document["sensors"].push_back({{"type", "UserFunction"}, {"name", "energy"}, {"sensorUserFunction", energy}});
  document["analysis"] = {{"type", "dynamic"}, {"solver", "RK44"}, {"endTime", 1}, {"stepSize", 1e-3}};
  const Recorded motion = run(document.dump());
  const double start = motion.first("energy");
  for (const double each : motion.column("energy")) EXPECT_NEAR(each, start, 1e-6);  // of 20 J; fourth order
}

}  // namespace
}  // namespace slipstick::testing
