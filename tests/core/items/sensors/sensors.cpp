// Sensors of every kind.

#include <gtest/gtest.h>

#include "core/document/load.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

std::string document(const std::string& sensors) {
  return R"({"slipstick": 1,
    "nodes": [{"type": "PointGround", "name": "wall"}, {"type": "Point", "name": "mass", "referenceCoordinates": [2, 0, 0], "initialVelocities": [3, 0, 0]}],
    "objects": [{"type": "MassPoint", "name": "mass", "physicsMass": 1, "nodeNumber": "mass"},
                {"type": "ConnectorSpringDamper", "name": "spring", "markerNumbers": [0, 1], "stiffness": 10}],
    "markers": [{"type": "NodePosition", "nodeNumber": "wall"}, {"type": "NodePosition", "name": "mass", "nodeNumber": "mass"}],
    "loads": [{"type": "ForceVector", "name": "pull", "markerNumber": "mass", "loadVector": [0, 7, 0]}],
    "sensors": [)" +
         sensors + R"(], "analysis": {"type": "dynamic", "endTime": 0.1, "numberOfSteps": 10, "sensorsWritePeriod": 0}})";
}

TEST(Sensors, LookAtNodesBodiesObjectsMarkersAndLoads) {
  const Recorded motion = run(document(R"(
    {"type": "Node", "name": "node", "nodeNumber": "mass", "outputVariableType": "Velocity"},
    {"type": "Body", "name": "body", "bodyNumber": "mass", "localPosition": [0, 1, 0], "outputVariableType": "Position"},
    {"type": "Object", "name": "object", "objectNumber": "spring", "outputVariableType": "ForceLocal"},
    {"type": "Marker", "name": "marker", "markerNumber": "mass", "outputVariableType": "Position"},
    {"type": "Load", "name": "load", "loadNumber": "pull"})"));
  EXPECT_EQ(motion.sample("node", 0), (std::vector<double>{3, 0, 0}));
  EXPECT_EQ(motion.sample("body", 0), (std::vector<double>{2, 1, 0}));
  EXPECT_EQ(motion.sample("object", 0), (std::vector<double>{20}));
  EXPECT_EQ(motion.sample("marker", 0), (std::vector<double>{2, 0, 0}));
  EXPECT_EQ(motion.sample("load", 0), (std::vector<double>{0, 7, 0}));
  for (int i = 0; i < motion.samples(); ++i) EXPECT_EQ(motion.column("body", 1)[i], motion.column("marker", 1)[i] + 1);
}

TEST(Sensors, ComputeFormulasOfSensorsBeforeThem) {
  const Recorded motion = run(document(R"json(
    {"type": "Node", "name": "velocity", "nodeNumber": "mass", "outputVariableType": "Velocity"},
    {"type": "Object", "name": "length", "objectNumber": "spring", "outputVariableType": "Distance"},
    {"type": "UserFunction", "name": "energy", "sensorUserFunction": "v = sensor(\"velocity\"); 0.5*dot(v, v) + 5*sensor(\"length\")^2"},
    {"type": "UserFunction", "name": "pair", "sensorUserFunction": ["t", "sensor(\"length\")"]},
    {"type": "UserFunction", "name": "twice the energy", "sensorUserFunction": "2*sensor(\"energy\")"})json"));
  for (int i = 0; i < motion.samples(); ++i) {
    const auto velocity = motion.sample("velocity", i);
    const double length = motion.column("length")[i];
    double square = 0;
    for (double v : velocity) square += v * v;
    EXPECT_NEAR(motion.column("energy")[i], 0.5 * square + 5 * length * length, 1e-13);
    EXPECT_NEAR(motion.column("twice the energy")[i], 2 * motion.column("energy")[i], 1e-13);
    EXPECT_EQ(motion.sample("pair", i), (std::vector<double>{motion.time()[i], length}));
  }
}

TEST(Sensors, GiveFormulasTheirFactorsAndSensorNumbers) {
  const Recorded motion = run(document(R"json(
    {"type": "Node", "name": "velocity", "nodeNumber": "mass", "outputVariableType": "Velocity"},
    {"type": "UserFunction", "name": "weighted", "sensorNumbers": ["velocity", 1], "factors": [2, 0.5, 3],
     "sensorUserFunction": ["factors[0]*sensor(\"velocity\")[0]", "dot(factors, [1, 1, 1])", "10*sensorNumbers[0] + sensorNumbers[1]"]})json"));
  EXPECT_EQ(motion.sample("weighted", 0), (std::vector<double>{6, 5.5, 1}));
  EXPECT_FALSE(loadModel(document(R"json({"type": "UserFunction", "sensorUserFunction": "factors[0]"})json")).model);
}

TEST(Sensors, ThatReadThemselvesAreRefused) {
  const std::string circle = R"json({"type": "UserFunction", "name": "a", "sensorUserFunction": "sensor(\"b\")"},
                                {"type": "UserFunction", "name": "b", "sensorUserFunction": "sensor(\"a\")"})json";
  EXPECT_ANY_THROW(run(document(circle)));
}

TEST(Sensors, NameTheirComponentsAndUnits) {
  const Recorded motion = run(document(R"({"type": "Node", "name": "velocity", "nodeNumber": "mass", "outputVariableType": "Velocity"})"));
  const Channel& channel = const_cast<Recorded&>(motion).simulation().history().sensors()[0];
  EXPECT_EQ(channel.components, (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(channel.unit, "m/s");
}

TEST(Sensors, AreRefusedForMissingOutputs) {
  EXPECT_FALSE(loadModel(document(R"({"type": "Node", "nodeNumber": "mass", "outputVariableType": "ForceLocal"})")).model);
}

}  // namespace
}  // namespace slipstick::testing
