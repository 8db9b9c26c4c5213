#include <gtest/gtest.h>

#include "core/system/system.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

const std::string document = R"({"slipstick": 1,
  "nodes": [{"type": "Point", "referenceCoordinates": [1, 2, 3], "initialCoordinates": [0.1, 0, 0], "initialVelocities": [4, 5, 6]}],
  "objects": [{"type": "MassPoint", "name": "mass", "physicsMass": 2, "nodeNumber": 0}],
  "markers": [{"type": "BodyMass", "bodyNumber": "mass"}, {"type": "BodyPosition", "bodyNumber": "mass", "localPosition": [0, 0, 1]}],
  "loads": [{"type": "MassProportional", "markerNumber": 0, "loadVector": [0, 0, -10]}, {"type": "ForceVector", "markerNumber": 1, "loadVector": [3, 0, 0]}],
  "sensors": [{"type": "Body", "name": "position", "bodyNumber": "mass", "localPosition": [0, 0, 1], "outputVariableType": "Position"},
              {"type": "Body", "name": "displacement", "bodyNumber": "mass", "outputVariableType": "Displacement"},
              {"type": "Body", "name": "velocity", "bodyNumber": "mass", "outputVariableType": "Velocity"},
              {"type": "Body", "name": "acceleration", "bodyNumber": "mass", "outputVariableType": "Acceleration"},
              {"type": "Body", "name": "rotation", "bodyNumber": "mass", "outputVariableType": "RotationMatrix"},
              {"type": "Body", "name": "spin", "bodyNumber": "mass", "outputVariableType": "AngularVelocity"}],
  "analysis": {"type": "dynamic", "endTime": 0.1, "numberOfSteps": 1}})";

TEST(MassPoint, AcceleratesWithForceOverMassAndNeverTurns) {
  const Recorded motion = run(document);
  EXPECT_EQ(motion.sample("position", 0), (std::vector<double>{1.1, 2, 4}));
  EXPECT_EQ(motion.sample("displacement", 0), (std::vector<double>{0.1, 0, 0}));
  EXPECT_EQ(motion.sample("velocity", 0), (std::vector<double>{4, 5, 6}));
  EXPECT_EQ(motion.sample("acceleration", 0), (std::vector<double>{1.5, 0, -10}));
  EXPECT_EQ(motion.sample("rotation", -1), (std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(motion.sample("spin", -1), (std::vector<double>{0, 0, 0}));
  // Constant acceleration is integrated exactly.
  EXPECT_NEAR(motion.last("displacement", 2), 0.6 - 0.05, 1e-14);
}

/// On a node of a cable, the mass acts only on the displacements; a point beside it does not rotate with the slope.
TEST(MassPoint2D, AcceptsANodeWithASlope) {
  Json json = Json::parse(R"({"slipstick": 1,
    "nodes": [{"type": "Point2DSlope1", "referenceCoordinates": [1, 2, 0, 1], "initialVelocities": [0, 0, 3, 0]}],
    "objects": [{"type": "MassPoint2D", "name": "mass", "physicsMass": 2, "nodeNumber": 0},
                {"type": "GenericODE2", "nodeNumbers": [0], "massMatrix": [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}],
    "markers": [{"type": "BodyPosition", "bodyNumber": "mass", "localPosition": [0.5, 0, 0.25]}, {"type": "BodyPosition", "bodyNumber": "mass"}],
    "loads": [{"type": "ForceVector", "markerNumber": 0, "loadVector": [3, 0, 0]}, {"type": "ForceVector", "markerNumber": 1, "loadVector": [0, 5, 0]}],
    "analysis": {"endTime": 0.1, "numberOfSteps": 1}})");
  for (const char* output : {"Position", "Displacement", "Velocity", "Acceleration", "RotationMatrix", "AngularVelocity", "Rotation"})
    json["sensors"].push_back(
        {{"type", "Body"}, {"name", output}, {"bodyNumber", "mass"}, {"localPosition", {0.5, 0, 0.25}}, {"outputVariableType", output}});
  json["sensors"].push_back({{"type", "Marker"}, {"name", "beside"}, {"markerNumber", 0}, {"outputVariableType", "Position"}});
  const Recorded motion = run(json.dump());
  EXPECT_EQ(motion.sample("Position", 0), (std::vector<double>{1.5, 2, 0.25}));
  EXPECT_EQ(motion.sample("Acceleration", 0), (std::vector<double>{1.5, 2.5, 0}));
  EXPECT_EQ(motion.sample("RotationMatrix", -1), (std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
  for (const char* output : {"AngularVelocity", "Rotation"}) EXPECT_EQ(motion.sample(output, -1), (std::vector<double>{0, 0, 0})) << output;
  const double x = 0.5 * 1.5 * 0.01, y = 0.5 * 2.5 * 0.01;
  for (const char* sensor : {"Position", "beside"}) {
    EXPECT_NEAR(motion.last(sensor, 0), 1.5 + x, 1e-15) << sensor;
    EXPECT_NEAR(motion.last(sensor, 1), 2 + y, 1e-15) << sensor;
    EXPECT_EQ(motion.last(sensor, 2), 0.25) << sensor;
  }
}

/// Two masses 3 m apart on a spring of 100 N/m and 1 m. A node on the ground, spatial or planar, holds the first one. Weight and spring
/// force act on both, and the free mass accelerates with 200 N / 4 kg.
TEST(MassPoint, RestsOnAGroundNode) {
  for (const char* held : {"MassPoint", "MassPoint2D"})
    for (const char* linearSolver : {"dense", "sparse"}) {
      Json json = Json::parse(R"({"slipstick": 1,
        "nodes": [{"type": "PointGround", "referenceCoordinates": [1, 2, 0]}, {"type": "Point", "referenceCoordinates": [4, 2, 0]}],
        "objects": [{"type": "", "name": "held", "physicsMass": 2, "nodeNumber": 0}, {"type": "MassPoint", "name": "free", "physicsMass": 4, "nodeNumber": 1},
                    {"type": "ConnectorSpringDamper", "markerNumbers": [0, 1], "referenceLength": 1, "stiffness": 100}],
        "markers": [{"type": "BodyPosition", "bodyNumber": "held"}, {"type": "BodyPosition", "bodyNumber": "free"}, {"type": "BodyMass", "bodyNumber": "held"}],
        "loads": [{"type": "MassProportional", "markerNumber": 2, "loadVector": [0, 0, -10]}],
        "analysis": {"endTime": 0.01, "numberOfSteps": 10}})");
      json["objects"][0]["type"] = held;
      json["analysis"]["linearSolver"] = linearSolver;
      for (const char* output : {"Position", "Displacement", "Velocity", "Acceleration", "RotationMatrix", "AngularVelocity"})
        json["sensors"].push_back(
            {{"type", "Body"}, {"name", output}, {"bodyNumber", "held"}, {"localPosition", {0, 0, 1}}, {"outputVariableType", output}});
      json["sensors"].push_back({{"type", "Body"}, {"name", "free"}, {"bodyNumber", "free"}, {"outputVariableType", "Acceleration"}});
      const Recorded motion = run(json.dump());
      for (int i = 0; i < motion.samples(); ++i) {
        EXPECT_EQ(motion.sample("Position", i), (std::vector<double>{1, 2, 1}));
        for (const char* output : {"Displacement", "Velocity", "Acceleration", "AngularVelocity"})
          EXPECT_EQ(motion.sample(output, i), (std::vector<double>{0, 0, 0})) << output;
        EXPECT_EQ(motion.sample("RotationMatrix", i), (std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
      }
      EXPECT_EQ(motion.sample("free", 0), (std::vector<double>{-50, 0, 0}));
    }
}

}  // namespace
}  // namespace slipstick::testing
