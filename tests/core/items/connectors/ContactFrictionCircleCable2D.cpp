// Contact laws between a circle and a cable, with numbers: a straight strip of length 1 above a circle of radius 1 at the origin.

#include <gtest/gtest.h>

#include <numbers>

#include "tests/core/support/effects.h"
#include "tests/core/support/evaluated.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// Coordinates: 0 … 3 left end and its slope, 4 … 7 right end, 8 … 10 circle (x, y, angle).
class Strip {
 public:
  /// `height` of the strip above the centre; `parameters` of the contact in addition to those of the strip, as JSON.
  Strip(double height, const std::string& parameters, int segments = 1, const std::string& type = "ContactFrictionCircleCable2D",
        double verticalOffset = 0) {
    Json document = Json::parse(R"({"slipstick": 1,
      "nodes": [{"type": "Point2DSlope1", "name": "left"}, {"type": "Point2DSlope1", "name": "right"},
                {"type": "RigidBody2D", "name": "circle"}],
      "objects": [{"type": "ANCFCable2D", "name": "strip", "physicsLength": 1, "nodeNumbers": ["left", "right"]},
                  {"type": "RigidBody2D", "name": "circle", "nodeNumber": "circle"},
                  {"name": "contact", "markerNumbers": ["circle", "strip"], "circleRadius": 1}],
      "markers": [{"type": "BodyRigid", "name": "circle", "bodyNumber": "circle"},
                  {"type": "BodyCable2DShape", "name": "strip", "bodyNumber": "strip"}],
      "sensors": [{"type": "Object", "name": "displacement", "objectNumber": "contact", "outputVariableType": "Coordinates"},
                  {"type": "Object", "name": "speed", "objectNumber": "contact", "outputVariableType": "Coordinates_t"},
                  {"type": "Object", "name": "force", "objectNumber": "contact", "outputVariableType": "ForceLocal"}]})");
    document["nodes"][0]["referenceCoordinates"] = {-0.5, height, 1, 0};
    document["nodes"][1]["referenceCoordinates"] = {0.5, height, 1, 0};
    document["objects"][2].update(Json::parse(parameters));
    document["objects"][2]["type"] = type;
    document["objects"][2]["numberOfContactSegments"] = segments;
    document["markers"][1]["numberOfSegments"] = segments;
    document["markers"][1]["verticalOffset"] = verticalOffset;
    if (type == "ContactCircleCable2D") document["sensors"] = Json::array();
    system_ = std::make_unique<EvaluatedSystem>(load(document.dump()));
    state = system_->initial();
    start = state.data;
  }

  State state;
  std::vector<double> start;  // data at the start of the step

  /// Generalised forces as left-hand sides: a force that pushes a coordinate down is positive.
  std::vector<double> forces() {
    std::vector<double> residual(system_->coordinates());
    system_->residual(state, ConstraintLevel::position, 1, residual.data(), nullptr);
    return residual;
  }
  /// Updates the data and returns their error.
  double postNewton() {
    forces();
    State before = state;
    before.data = start;
    return system_->postNewton(state, before).error;
  }
  std::vector<double> output(int sensor) {
    system_->update(state);
    std::vector<double> values(system_->sensorSize(sensor));
    system_->sensor(sensor, values.data());
    return values;
  }
  /// Translates both ends of the strip.
  void move(double x, double y) { shift(state.q, x, y); }
  void slide(double x, double y) { shift(state.q_t, x, y); }
  void turn(double angle, double spin = 0) { state.q[10] = angle, state.q_t[10] = spin; }

 private:
  static void shift(std::vector<double>& values, double x, double y) { values[0] = values[4] = x, values[1] = values[5] = y; }
  std::unique_ptr<EvaluatedSystem> system_;
};

constexpr double far = 0.1, touching = -1e-3, undefined = -2, stick = 0;

void expectForces(const std::vector<double>& forces, const std::vector<double>& expected) {
  ASSERT_EQ(forces.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(forces[i], expected[i], 1e-12) << "coordinate " << i;
}

TEST(ContactFrictionCircleCable2D, GetsADataNodeThatKnowsNoContact) {
  EXPECT_EQ(Strip(1, "{}", 2).state.data, (std::vector<double>{0.1, 0.1, -2, -2, 0, 0}));
}

/// 0.01 deep: 100·0.01 N up on the strip, half at each end; shape functions at the ends are 1 and 0.
TEST(ContactFrictionCircleCable2D, PushesTheStripOffWhileTheDataIndicateContact) {
  Strip strip(0.99, R"({"contactStiffness": 100})");
  expectForces(strip.forces(), std::vector<double>(11, 0.0));
  strip.state.data = {touching, undefined, 0};
  expectForces(strip.forces(), {0, -0.5, 0, 0, 0, -0.5, 0, 0, 0, 1, 0});
  strip.move(0, 0.03);  // off the circle, but Newton's method keeps the previous state
  expectForces(strip.forces(), {0, 1, 0, 0, 0, 1, 0, 0, 0, -2, 0});
}

TEST(ContactFrictionCircleCable2D, DampsTheNormalSpeed) {
  Strip strip(1, R"({"contactDamping": 10})");
  strip.state.data = {touching, undefined, 0};
  strip.slide(0, -0.2);
  expectForces(strip.forces(), {0, -1, 0, 0, 0, -1, 0, 0, 0, 2, 0});
  strip.state.q_t[9] = -0.2;  // the circle moves along
  expectForces(strip.forces(), std::vector<double>(11, 0.0));
}

/// The tangent above the circle points to −x; the surface of the circle moves with −spin · radius there.
TEST(ContactFrictionCircleCable2D, PenalisesTheSlidingSpeedAgainstTheTurningSurface) {
  Strip strip(1, R"({"frictionVelocityPenalty": 10})");
  strip.state.data = {touching, stick, 0};
  strip.slide(0.3, 0);
  expectForces(strip.forces(), {1.5, 0, 0, 0, 1.5, 0, 0, 0, -3, 0, 3});
  strip.turn(0, -0.3);
  expectForces(strip.forces(), std::vector<double>(11, 0.0));
}

/// x = r α + σ ρ L with σ = +1, because the strip runs against the tangent: the top of the middle is at π/2 + 1/2.
TEST(ContactFrictionCircleCable2D, PullsBackToTheStickingPosition) {
  Strip strip(1, R"({"frictionStiffness": 50})");
  strip.state.data = {touching, stick, std::numbers::pi / 2 + 0.5};
  expectForces(strip.forces(), std::vector<double>(11, 0.0));
  strip.move(0.02, 0);  // the contact is now 0.02 nearer to the left end: Δ = −0.02 along −x
  expectForces(strip.forces(), {0.52, 0, 0, 0, 0.48, 0, 0, 0, -1, 0, 1});
}

TEST(ContactFrictionCircleCable2D, KnowsNoDisplacementUnderRolling) {
  Strip strip(1, R"({"frictionStiffness": 50})");
  strip.state.data = {touching, stick, std::numbers::pi / 2 + 0.5};
  strip.move(0.02, 0), strip.turn(-0.02);
  expectForces(strip.forces(), std::vector<double>(11, 0.0));
  strip.turn(-0.02 - 2 * std::numbers::pi);  // whole turns have no effect
  expectForces(strip.forces(), std::vector<double>(11, 0.0));
}

TEST(ContactFrictionCircleCable2D, TracksNothingBeforeItStuck) {
  Strip strip(1, R"({"frictionStiffness": 50})");
  strip.state.data = {touching, undefined, 7};
  expectForces(strip.forces(), std::vector<double>(11, 0.0));
}

/// Slip with sign +1: 0.4 · 1 N along the tangent −x, with the opposite torque on the circle.
TEST(ContactFrictionCircleCable2D, SlipsWithTheFrictionCoefficient) {
  Strip strip(0.99, R"({"contactStiffness": 100, "frictionCoefficient": 0.4, "frictionStiffness": 50, "frictionVelocityPenalty": 10})");
  strip.slide(5, 0);
  strip.state.data = {touching, 1, 0};
  expectForces(strip.forces(), {-0.2, -0.5, 0, 0, -0.2, -0.5, 0, 0, 0.4, 1, -0.4});
  strip.state.data[1] = -1;
  expectForces(strip.forces(), {0.2, -0.5, 0, 0, 0.2, -0.5, 0, 0, -0.4, 1, 0.4});
}

/// Towards the ends, the direction from the centre is tilted by 0.5/0.99 to 1.
TEST(ContactFrictionCircleCable2D, MayPushAlongTheDirectionsToTheEndsOfASegment) {
  Strip strip(0.99, R"({"contactStiffness": 100, "useSegmentNormals": false})");
  strip.state.data = {touching, undefined, 0};
  const double length = std::hypot(0.5, 0.99), x = 0.5 / length * 0.5, y = 0.99 / length * 0.5;
  expectForces(strip.forces(), {x, -y, 0, 0, -x, -y, 0, 0, 0, 2 * y, 0});
}

TEST(ContactFrictionCircleCable2D, TurnsTheCircleWithItsRadius) {
  Strip strip(0.5, R"({"circleRadius": 0.5, "frictionVelocityPenalty": 10})");
  strip.state.data = {touching, stick, 0};
  strip.turn(0, 0.3);
  expectForces(strip.forces(), {0.75, 0, 0, 0, 0.75, 0, 0, 0, -1.5, 0, 0.75});
}

TEST(ContactFrictionCircleCable2D, RestsWhileItIsNotActive) {
  Strip strip(0.99, R"({"contactStiffness": 100, "activeConnector": false})");
  strip.state.data = {touching, stick, 0};
  expectForces(strip.forces(), std::vector<double>(11, 0.0));
  EXPECT_EQ(strip.postNewton(), 0);
  EXPECT_EQ(strip.state.data, (std::vector<double>{touching, stick, 0}));
}

/// Both segments touch only at the middle point, which carries both forces.
TEST(ContactFrictionCircleCable2D, AddsTheForcesOfNeighbouringSegments) {
  Strip strip(0.99, R"({"contactStiffness": 100})", 2);
  strip.state.data = {touching, touching, undefined, undefined, 0, 0};
  // The middle is (r0 + r1)/2 + L (r0' − r1')/8.
  expectForces(strip.forces(), {0, -1, 0, -0.25, 0, -1, 0, 0.25, 0, 2, 0});
}

TEST(ContactFrictionCircleCable2D, SeesTheCableAtItsVerticalOffset) {
  Strip strip(1.01, R"({"contactStiffness": 100})", 1, "ContactFrictionCircleCable2D", -0.02);
  strip.state.data = {touching, undefined, 0};
  const std::vector<double> forces = strip.forces();
  EXPECT_NEAR(forces[1], -0.5, 1e-12);
  EXPECT_NEAR(forces[9], 1, 1e-12);
}

TEST(ContactFrictionCircleCable2D, DetectsTheStartAndEndOfContact) {
  Strip strip(0.99, R"({"contactStiffness": 100, "frictionStiffness": 50, "frictionCoefficient": 0.4})");
  // From the previous gap of 0.1. It sticks again without force, 0.4 N below the limit of friction.
  EXPECT_NEAR(strip.postNewton(), 100 * (0.1 + 0.01) + 0.4, 1e-12);
  EXPECT_NEAR(strip.state.data[0], -0.01, 1e-15);
  EXPECT_EQ(strip.state.data[1], stick);
  EXPECT_NEAR(strip.state.data[2], std::numbers::pi / 2 + 0.5, 1e-15);  // the point of first contact
  EXPECT_EQ(strip.postNewton(), 0);
  strip.move(0, 0.03);
  EXPECT_NEAR(strip.postNewton(), 100 * (0.02 + 0.01), 1e-12);
  EXPECT_EQ(strip.state.data[1], undefined);
}

/// 50 · 0.02 = 1 N exceeds 0.4 · 1 N: slip against the tangent. The spring remains stretched to the limit, 0.4/50.
TEST(ContactFrictionCircleCable2D, SwitchesToSlipBeyondTheFrictionLimit) {
  Strip strip(0.99, R"({"contactStiffness": 100, "frictionStiffness": 50, "frictionCoefficient": 0.4})");
  const double stuck = std::numbers::pi / 2 + 0.5;
  strip.state.data = strip.start = {-0.01, stick, stuck};
  strip.turn(0.02);  // the sticking position rotates along: Δ = −0.02 … of the material against the surface
  const double error = strip.postNewton();
  const double slip = strip.state.data[1];
  EXPECT_NEAR(error, 1 - 0.4, 1e-12);
  EXPECT_EQ(std::abs(slip), 1);
  EXPECT_NEAR(strip.state.data[2], stuck - 0.02 - slip * 0.4 / 50, 1e-12);
  EXPECT_EQ(slip, -1);
  EXPECT_EQ(strip.postNewton(), 0);  // the state does not change
  strip.turn(0.005);                 // 0.25 N: sticks again at the sticking position of the step's start
  EXPECT_NEAR(strip.postNewton(), 0.4 - 0.25, 1e-12);
  EXPECT_EQ(strip.state.data[1], stick);
  EXPECT_NEAR(strip.state.data[2], stuck, 1e-12);
}

TEST(ContactFrictionCircleCable2D, SlipsBySpeedWithoutFrictionStiffness) {
  Strip strip(0.99, R"({"contactStiffness": 100, "frictionVelocityPenalty": 10, "frictionCoefficient": 0.4})");
  strip.state.data = strip.start = {-0.01, stick, 3};
  strip.slide(0.3, 0);  // 3 N against 0.4 N
  EXPECT_NEAR(strip.postNewton(), 3 - 0.4, 1e-12);
  EXPECT_EQ(strip.state.data, (std::vector<double>{strip.state.data[0], -1, 3}));
}

/// The spring would hold a sticking segment irrespective of the limit.
TEST(ContactFrictionCircleCable2D, SticksNowhereWithoutFriction) {
  Strip strip(0.99, R"({"contactStiffness": 100, "frictionStiffness": 50})");
  strip.postNewton();
  EXPECT_EQ(std::abs(strip.state.data[1]), 1);
  EXPECT_NEAR(strip.state.data[2], std::numbers::pi / 2 + 0.5, 1e-15);  // the point of first contact, for friction that begins later
}

/// The error adds adjacent segments.
TEST(ContactFrictionCircleCable2D, AddsTheErrorsOfItsSegments) {
  Strip strip(0.99, R"({"contactStiffness": 100})", 2);
  EXPECT_NEAR(strip.postNewton(), 2 * 100 * 0.11, 1e-12);
}

TEST(ContactFrictionCircleCable2D, ReportsSegmentsInContact) {
  Strip strip(0.99, R"({"contactStiffness": 100, "contactDamping": 10, "frictionStiffness": 50, "frictionVelocityPenalty": 2})", 2);
  strip.state.data = {far, touching, undefined, stick, 0, std::numbers::pi / 2 + 0.01};
  strip.slide(0.3, -0.1);
  const auto expectNear = [](const std::vector<double>& values, const std::vector<double>& expected) {
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-12) << i;
  };
  expectNear(strip.output(0), {0, 0, -0.01, -0.01});
  expectNear(strip.output(1), {0, 0, -0.3, -0.1});
  expectNear(strip.output(2), {0, 0, -50 * 0.01 - 2 * 0.3, -100 * 0.01 - 10 * 0.1});
  strip.state.data[3] = 1;
  EXPECT_EQ(strip.output(0)[2], 0);
}

TEST(ContactFrictionCircleCable2D, NeedsAsManySegmentsAsItsMarker) {
  try {
    load(R"({"slipstick": 1,
      "nodes": [{"type": "Point2DSlope1"}, {"type": "Point2DSlope1", "referenceCoordinates": [1, 0, 1, 0]}],
      "objects": [{"type": "ANCFCable2D", "name": "strip", "physicsLength": 1, "nodeNumbers": [0, 1]}, {"type": "Ground", "name": "bar"},
                  {"type": "ContactFrictionCircleCable2D", "markerNumbers": ["bar", "strip"], "numberOfContactSegments": 4}],
      "markers": [{"type": "BodyRigid", "name": "bar", "bodyNumber": "bar"},
                  {"type": "BodyCable2DShape", "name": "strip", "bodyNumber": "strip", "numberOfSegments": 2}]})");
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("/objects/2/numberOfContactSegments"), std::string::npos) << error.what();
  }
}

TEST(ContactCircleCable2D, PushesWithoutFriction) {
  Strip strip(1.04, R"({"contactStiffness": 100, "contactDamping": 10, "offset": 0.05})", 1, "ContactCircleCable2D");
  strip.state.data = {touching};
  strip.slide(3, -0.1);
  expectForces(strip.forces(), {0, -1, 0, 0, 0, -1, 0, 0, 0, 2, 0});
}

TEST(ContactCircleCable2D, ActsOnTheCircleAsOnTheCable) {
  Strip strip(0.99, R"({"contactStiffness": 100})", 4, "ContactCircleCable2D");
  strip.state.data = {touching, touching, touching, touching};
  const std::vector<double> forces = strip.forces();
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(forces[k] + forces[4 + k] + forces[8 + k], 0, 1e-12);
  EXPECT_LT(forces[9], 10);
}

/// Segment gaps at distance 0.99: −0.01; the data change when contact begins or ends.
TEST(ContactCircleCable2D, KeepsTheGapUntilContactChanges) {
  Strip strip(0.99, R"({"contactStiffness": 100})", 1, "ContactCircleCable2D");
  EXPECT_NEAR(strip.postNewton(), 100 * 0.11, 1e-12);
  EXPECT_NEAR(strip.state.data[0], -0.01, 1e-15);
  strip.move(0, -0.01);
  EXPECT_EQ(strip.postNewton(), 0);
  EXPECT_NEAR(strip.state.data[0], -0.01, 1e-15);
}

/// The left end and circle of a strip that is 10 mm deep and slides at 0.3 m/s to the right and 0.2 m/s down, on a circle that has rotated
/// by 0.02 since sticking began. Returns forces along x and y on the left half and the torque on the circle, as left-hand sides. The
/// tangent points to −x.
Numbers measureStrip(const Json& item, double stickSlip) {
  const int segments = item.value("numberOfContactSegments", 1);
  Strip strip(0.99, item.dump(), segments, item.at("type"));
  std::fill_n(strip.state.data.begin(), segments, touching);
  if (item.at("type") == "ContactFrictionCircleCable2D") {
    std::fill_n(strip.state.data.begin() + segments, segments, stickSlip);
    std::fill_n(strip.state.data.begin() + 2 * segments, segments, std::numbers::pi / 2 + 0.5);
  }
  strip.slide(0.3, -0.2);
  strip.turn(0.02);
  const std::vector<double> forces = strip.forces();
  return {forces[0], forces[1], forces[10]};
}

/// Two segments touch only at their common point; the left end receives half of that force.
TEST(ContactFrictionCircleCable2D, HasParametersThatAct) {
  const char* const base = R"({"contactStiffness": 100})";
  const char* const viscous = R"({"contactStiffness": 100, "frictionVelocityPenalty": 10})";
  const double length = std::hypot(0.5, 0.99);
  const Numbers plain{0, -0.5, 0};
  expectEffects("ContactFrictionCircleCable2D",
                {{"contactStiffness", base, R"({"contactStiffness": 200})", plain, {0, -1, 0}},
                 {"contactDamping", base, R"({"contactDamping": 10})", plain, {0, -0.5 - 0.5 * 10 * 0.2, 0}},
                 {"frictionVelocityPenalty", base, R"({"frictionVelocityPenalty": 10})", plain, {0.5 * 10 * 0.3, -0.5, 10 * 0.3}},
                 {"frictionStiffness", base, R"({"frictionStiffness": 50})", plain, {0.5 * 50 * 0.02, -0.5, 50 * 0.02}},
                 {"frictionCoefficient", base, R"({"frictionCoefficient": 0.4})", plain, {0.5 * 0.4, -0.5, 0.4}, {-1}},
                 {"circleRadius", viscous, R"({"circleRadius": 0.98})", {1.5, -0.5, 3}, {1.5, 0.5, 0.98 * 3}},
                 {"useSegmentNormals", base, R"({"useSegmentNormals": false})", plain, {0.25 / length, -0.5 * 0.99 / length, 0}},
                 {"numberOfContactSegments", base, R"({"numberOfContactSegments": 2})", plain, {0, -1, 0}},
                 {"activeConnector", viscous, R"({"activeConnector": false})", {1.5, -0.5, 3}, {0, 0, 0}}},
                {"markerNumbers", "nodeNumber"},
                [](const Json& item, const Numbers& data) { return measureStrip(item, data.empty() ? stick : data[0]); });
}

TEST(ContactCircleCable2D, HasParametersThatAct) {
  const char* const base = R"({"contactStiffness": 100})";
  const Numbers plain{0, -0.5, 0};
  expectEffects("ContactCircleCable2D",
                {{"contactStiffness", base, R"({"contactStiffness": 200})", plain, {0, -1, 0}},
                 {"contactDamping", base, R"({"contactDamping": 10})", plain, {0, -0.5 - 0.5 * 10 * 0.2, 0}},
                 {"circleRadius", base, R"({"circleRadius": 0.98})", plain, {0, 0.5, 0}},
                 {"offset", base, R"({"offset": 0.01})", plain, {0, -1, 0}},
                 {"numberOfContactSegments", base, R"({"numberOfContactSegments": 2})", plain, {0, -1, 0}},
                 {"activeConnector", base, R"({"activeConnector": false})", plain, {0, 0, 0}}},
                {"markerNumbers", "nodeNumber"}, [](const Json& item, const Numbers&) { return measureStrip(item, stick); });
}

}  // namespace
}  // namespace slipstick::testing
