// Creators between planar bodies give the same motion as between spatial bodies.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// A rod on a hinge and a second one after it, moving in the plane x, y, with one more entry between `upper`, `lower` and `ground`.
Json rods(bool planar, const std::string& last) {
  Json document = Json::parse(R"j({"slipstick": 1, "create": [
    {"type": "Ground", "name": "ground"},
    {"name": "upper", "referencePosition": [0.25, 0, 0], "inertia": {"shape": "cuboid", "mass": 1, "sideLengths": [0.5, 0.05, 0.05]}, "gravity": [0, -9.81, 0]},
    {"name": "lower", "referencePosition": [0.5, -0.3, 0], "referenceRotationMatrix": "rotZ(-pi/2)", "initialAngularVelocity": [0, 0, 2],
     "initialVelocity": [0.6, 0, 0], "inertia": {"shape": "cuboid", "mass": 2, "sideLengths": [0.8, 0.05, 0.05], "com": [0.1, 0, 0]}, "gravity": [0, -9.81, 0]},
    {"type": "RevoluteJoint", "name": "hinge", "bodies": ["ground", "upper"], "axis": [0, 0, 1]}],
    "sensors": [{"type": "Body", "name": "upper", "bodyNumber": "upper", "localPosition": [0.25, 0, 0], "outputVariableType": "Position"},
                {"type": "Body", "name": "lower", "bodyNumber": "lower", "localPosition": [0.3, 0.1, 0], "outputVariableType": "Velocity"}],
    "analysis": {"type": "dynamic", "endTime": 0.5, "numberOfSteps": 1000, "sensorsWritePeriod": 0.05}})j");
  for (int body : {1, 2}) document["create"][body]["type"] = planar ? "RigidBody2D" : "RigidBody";
  document["create"].push_back(Json::parse(last));
  return document;
}

const char* const entries[] = {
    R"j({"type": "RevoluteJoint", "bodies": ["upper", "lower"], "position": [0.5, 0, 0], "axis": [0, 0, 1]})j",
    R"j({"type": "PrismaticJoint", "bodies": ["upper", "lower"], "position": [0.5, 0, 0], "axis": [1, 0.5, 0]})j",
    R"j({"type": "PrismaticJoint", "bodies": ["lower", "ground"], "position": [0, -0.3, 0], "axis": [1, 0, 0]})j",
    R"j({"type": "SphericalJoint", "bodies": ["upper", "lower"], "position": [0.5, 0, 0]})j",
    R"j({"type": "GenericJoint", "bodies": ["upper", "lower"], "position": [0.5, 0, 0]})j",
    R"j({"type": "GenericJoint", "bodies": ["upper", "lower"], "position": [0.5, 0, 0], "constrainedAxes": [1, 0, 1, 1, 1, 0]})j",
    R"j({"type": "DistanceConstraint", "bodies": ["upper", "lower"], "localPosition0": [0.25, 0, 0], "localPosition1": [0.1, 0.1, 0]})j",
    R"j({"type": "DistanceConstraint", "bodies": ["upper", "lower"], "localPosition0": [0.25, 0, 0], "localPosition1": [-0.3, 0, 0], "distance": 0})j",
    R"j({"type": "SpringDamper", "bodies": ["upper", "lower"], "localPosition0": [0.25, 0, 0], "stiffness": 200, "damping": 3})j",
    R"j({"type": "CartesianSpringDamper", "bodies": ["upper", "lower"], "stiffness": [100, 200, 300], "damping": [1, 2, 3]})j",
    R"j({"type": "RigidBodySpringDamper", "bodies": ["upper", "lower"], "localPosition0": [0.25, 0, 0], "localPosition1": [-0.3, 0, 0],
        "stiffness": "diag([100, 200, 300, 4, 5, 6])", "damping": "diag([1, 2, 3, 0.1, 0.2, 0.3])"})j",
    R"j({"type": "TorsionalSpringDamper", "bodies": ["upper", "lower"], "axis": [0, 0, 1], "stiffness": 20, "damping": 0.1, "torque": 1})j",
    R"j({"type": "Torque", "body": "upper", "loadVector": [0, 0, 3]})j",
    R"j({"type": "Force", "body": "lower", "localPosition": [0.2, 0, 0], "loadVector": [1, 2, 0], "bodyFixed": true})j"};

/// Euler parameters and an angle have different errors of the method, which decrease to a quarter with half the step.
TEST(PlanarBodies, MoveLikeTheSameInSpace) {
  for (const char* entry : entries) {
    Recorded flat = run(rods(true, entry).dump());
    const Recorded space = run(rods(false, entry).dump());
    EXPECT_EQ(flat.statistics().sharedLoads, "") << entry;
    ASSERT_EQ(flat.samples(), space.samples());
    for (int sample = 1; sample < flat.samples(); ++sample)
      for (const char* sensor : {"upper", "lower"})
        for (int i = 0; i < 3; ++i)
          EXPECT_NEAR(flat.sample(sensor, sample)[i], space.sample(sensor, sample)[i], 1e-5) << entry << " " << sensor;
  }
}

/// A mass on a planar hinge: a mathematical pendulum of 1 m, from rest at 90°; ½ v² = g (-y).
TEST(PlanarBodies, APointHangsOnAHinge) {
  const Recorded motion = run(R"({"slipstick": 1, "create": [
    {"type": "RigidBody2D", "name": "rod", "referencePosition": [0.5, 0, 0], "inertia": {"mass": 0}},
    {"type": "MassPoint", "name": "stone", "create2D": true, "referencePosition": [1, 0, 0], "physicsMass": 2, "gravity": [0, -9.81, 0]},
    {"type": "RevoluteJoint", "bodies": [null, "rod"], "axis": [0, 0, 1]},
    {"type": "RevoluteJoint", "bodies": ["rod", "stone"], "position": [1, 0, 0], "axis": [0, 0, 1]}],
    "sensors": [{"type": "Body", "name": "y", "bodyNumber": "stone", "outputVariableType": "Position"},
                {"type": "Body", "name": "v", "bodyNumber": "stone", "outputVariableType": "Velocity"}],
    "analysis": {"endTime": 1, "numberOfSteps": 1000, "sensorsWritePeriod": 0.05}})");
  for (int sample = 0; sample < motion.samples(); ++sample) {
    const auto place = motion.sample("y", sample), v = motion.sample("v", sample);
    EXPECT_NEAR(std::hypot(place[0], place[1]), 1, 1e-9);
    EXPECT_NEAR(0.5 * (v[0] * v[0] + v[1] * v[1]), -9.81 * place[1], 1e-4);
  }
}

}  // namespace
}  // namespace slipstick::testing
