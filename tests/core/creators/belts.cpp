// Creators of cables and belts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/document/load.h"
#include "tests/core/creators/expanded.h"
#include "tests/core/model/load.h"

namespace slipstick {
namespace {

Json expandedFrom(const std::string& entries) { return expanded("[" + entries + "]"); }
Lines messagesOf(const std::string& create) { return issuesOf(document("\"create\": [" + create + "]")); }

Json named(const Json& list, const std::string& name) {
  for (const Json& item : list)
    if (item.value("name", "") == name) return item;
  ADD_FAILURE() << "nothing is called " << name;
  return Json::object();
}
int count(const Json& list, const std::string& type) {
  return static_cast<int>(std::count_if(list.begin(), list.end(), [&](const Json& item) { return item["type"] == type; }));
}

const std::string physics = R"("physicsMassPerLength": 0.004, "physicsBendingStiffness": 1e-3, "physicsAxialStiffness": 4000)";
const std::string contact = R"("contactStiffness": 4e4, "contactDamping": 40, "frictionCoefficient": 0.2, "frictionStiffness": 8e3)";
const std::string pulleys = R"j({"name": "driver", "center": [0, 0], "radius": 0.25, "mass": 1, "inertia": 0.01, "speed": "min(t, 1)"
},
  {"name": "driven", "center": [0.6, 0], "radius": 0.25, "mass": 2, "torque": -3, "damping": 0.1})j";

std::string belt(const std::string& circles, const std::string& more) {
  return R"({"type": "Belt", "name": "belt", "numberOfElements": 39, "circles": [)" + circles + "], " + physics + more + "}";
}

TEST(Cable2D, IsAStraightLineOfElements) {
  const Json items = expandedFrom(R"({"type": "Cable2D", "name": "rope", "startPosition": [1, 1], "endPosition": [1, 3],
    "numberOfElements": 4, "gravity": [0, -9.81, 0], "fixedStart": [1, 1, 0, 0], )" +
                                  physics + "}");
  EXPECT_EQ(named(items["nodes"], "rope.1")["referenceCoordinates"], Json({1.0, 1.5, 0.0, 1.0}));
  EXPECT_EQ(named(items["nodes"], "rope.end")["referenceCoordinates"], Json({1.0, 3.0, 0.0, 1.0}));
  const Json element = named(items["objects"], "rope.3");
  EXPECT_EQ(element["physicsLength"], 0.5);
  EXPECT_EQ(element["physicsAxialStiffness"], 4000.0);
  EXPECT_EQ(element["nodeNumbers"], Json({3, 4}));
  EXPECT_EQ(count(items["loads"], "MassProportional"), 4);
  EXPECT_EQ(count(items["objects"], "ConnectorCoordinate"), 2);
  EXPECT_EQ(named(items["markers"], "rope.fixedStart.1")["coordinate"], 1);
}

TEST(Belt, ClosesAroundItsPulleys) {
  const Json items =
      expandedFrom(belt(pulleys, R"(, "physicsReferenceAxialStrain": -0.005, "thickness": 0.002, "radialOffset": 0, )" + contact));
  // The nodes of this belt as computed by Exudyn 1.11.
  const auto near = [&](const char* node, const std::vector<double>& wanted) {
    const Json is = named(items["nodes"], node)["referenceCoordinates"];
    for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(is[i].get<double>(), wanted[i], 1e-12) << node;
  };
  const double h = (1.2 + 0.5 * std::acos(-1.0)) / 39;
  near("belt.0", {0, 0.25, 1, 0});
  near("belt.1", {h, 0.25, 1, 0});
  near("belt.20", {0.6 - (20 * h - 0.6 - 0.25 * std::acos(-1.0)), -0.25, -1, 0});
  EXPECT_EQ(count(items["nodes"], "Point2DSlope1"), 39);
  EXPECT_EQ(named(items["objects"], "belt.38")["nodeNumbers"][1], named(items["objects"], "belt.0")["nodeNumbers"][0]);
  EXPECT_NEAR(named(items["objects"], "belt.0")["physicsLength"].get<double>(), h, 1e-15);
  EXPECT_EQ(count(items["objects"], "ContactFrictionCircleCable2D"), 78);
  EXPECT_EQ(count(items["markers"], "BodyCable2DShape"), 39);
  EXPECT_EQ(named(items["markers"], "belt.right.7")["verticalOffset"], -0.001);
  EXPECT_EQ(named(items["objects"], "belt.contact.driven.7")["circleRadius"], 0.25);
}

TEST(Belt, MakesPulleysWithBearingsAndDrives) {
  const Json items = expandedFrom(belt(pulleys, ""));
  EXPECT_EQ(named(items["objects"], "driver")["physicsInertia"], 0.01);
  EXPECT_EQ(named(items["objects"], "driven")["physicsInertia"], 0.5 * 2 * 0.25 * 0.25);
  EXPECT_EQ(count(items["objects"], "JointRevolute2D"), 2);
  EXPECT_EQ(named(items["objects"], "driver.drive")["offsetUserFunction_t"], "min(t, 1)");
  EXPECT_EQ(named(items["objects"], "driver.drive")["velocityLevel"], true);
  EXPECT_EQ(named(items["objects"], "driven.hold")["activeConnector"], false);
  EXPECT_EQ(named(items["loads"], "driven.torque")["load"], -3.0);
  EXPECT_EQ(named(items["objects"], "driven.damper")["damping"], 0.1);
}

// The stiffness per length times the length of a segment, which is half an element.
TEST(Belt, TakesContactStiffnessPerLength) {
  const Json items = expandedFrom(belt(pulleys, R"(, "perLength": true, )" + contact));
  const Json made = named(items["objects"], "belt.contact.driver.0");
  EXPECT_NEAR(made["contactStiffness"].get<double>(), 4e4 * (1.2 + 0.5 * std::acos(-1.0)) / 78, 1e-9);
  EXPECT_EQ(made["frictionCoefficient"], 0.2);
}

// Pre-tension 4000 N · 0.03 over a radius of 0.25 m: 480 N/m of contact force at a penetration of 0.25 mm.
TEST(Belt, ComputesDefaultsOfContactAndElements) {
  const std::string circles = "[" + pulleys + "]";
  const Json items = expandedFrom(R"({"type": "Belt", "name": "belt", "physicsReferenceAxialStrain": -0.03, "circles": )" + circles + ", " +
                                  physics + "}");
  const int elements = count(items["objects"], "ANCFCable2D");
  const double length = 1.2 + 0.5 * std::acos(-1.0);
  EXPECT_EQ(elements, static_cast<int>(std::ceil(24 * length / (0.5 * std::acos(-1.0)))));
  EXPECT_EQ(named(items["objects"], "belt.0")["physicsAxialDamping"], 0.002 * 4000);
  const Json made = named(items["objects"], "belt.contact.driver.0");
  const double stiffness = 4000 * 0.03 / 0.25 / 0.25e-3 * length / elements / 2;
  EXPECT_NEAR(made["contactStiffness"].get<double>(), stiffness, 1e-12 * stiffness);
  EXPECT_NEAR(made["contactDamping"].get<double>(), 2e-5 * stiffness, 1e-15 * stiffness);
  EXPECT_NEAR(made["frictionStiffness"].get<double>(), 0.4 * stiffness, 1e-12 * stiffness);
  EXPECT_EQ(made["frictionVelocityPenalty"], made["contactDamping"]);
  EXPECT_EQ(count(expandedFrom(belt(pulleys, R"(, "contactStiffness": 0)"))["objects"], "ContactFrictionCircleCable2D"), 0);
}

// Each element has the curvature of the curve at its ends: half of the 39 lie on circles.
TEST(Belt, MayBeFreeOfBendingOnTheCurve) {
  const Json items = expandedFrom(belt(pulleys, R"(, "curved": true)"));
  EXPECT_EQ(named(items["objects"], "belt.2")["physicsReferenceCurvature"], 0.0);
  EXPECT_NEAR(named(items["objects"], "belt.12")["physicsReferenceCurvature"].get<double>(), -4, 1e-12);
  EXPECT_EQ(named(expandedFrom(belt(pulleys, ""))["objects"], "belt.12")["physicsReferenceCurvature"], 0.0);
}

// u × d = 0: for d = (3, 4)/5 the x-coordinate is 3/4 of the y-coordinate.
TEST(Belt, LetsATensionerSlide) {
  const Json items = expandedFrom(belt(
      R"({"center": [0, 0], "radius": 0.2}, {"name": "idler", "center": [1, 0], "radius": 0.1, "mass": 1, "slideDirection": [3, 4], "slideForce": 10,
          "slideDamping": 2})",
      ""));
  EXPECT_NEAR(named(items["objects"], "idler.bearing")["factorValue1"].get<double>(), 0.75, 1e-15);
  EXPECT_EQ(named(items["markers"], "idler.slide.free")["coordinate"], 1);
  EXPECT_EQ(named(items["loads"], "idler.slide")["loadVector"], Json({6.0, 8.0, 0.0}));
  EXPECT_EQ(named(items["objects"], "idler.slide")["damping"], Json({2.0, 2.0, 0.0}));
  EXPECT_EQ(count(items["objects"], "JointRevolute2D"), 0);
}

TEST(Belt, UsesExistingBodies) {
  const Json items =
      expandedFrom(R"({"type": "RigidBody2D", "name": "arm", "referencePosition": [1, 0, 0], "inertia": {"mass": 1}}, )" +
                   belt(R"({"name": "drum", "center": [0, 0], "radius": 0.2}, {"center": [1, 0.5], "radius": 0.1, "body": "arm"},
                                      {"name": "idler", "center": [0.5, -1], "radius": 0.1, "mass": 1, "bearing": "arm"})",
                        ", " + contact));
  EXPECT_EQ(named(items["objects"], "drum")["type"], "Ground");
  EXPECT_EQ(named(items["markers"], "belt.circle.1.circle")["localPosition"], Json({0.0, 0.5, 0.0}));
  EXPECT_EQ(named(items["markers"], "idler.bearing")["localPosition"], Json({-0.5, -1.0, 0.0}));
  EXPECT_EQ(count(items["objects"], "ContactFrictionCircleCable2D"), 3 * 39);
}

TEST(Belt, RunsOpenFromPointToPoint) {
  const Json items = expandedFrom(belt(R"({"center": [-0.2, -1], "radius": 0}, {"name": "drum", "center": [0, 0], "radius": 0.2},
                                      {"center": [0.2, -1], "radius": 0})",
                                       R"(, "closed": false, "fixedStart": [1, 1, 0, 0], )" + contact));
  EXPECT_EQ(count(items["nodes"], "Point2DSlope1"), 40);
  EXPECT_EQ(count(items["objects"], "ContactFrictionCircleCable2D"), 39);
  EXPECT_EQ(count(items["objects"], "ConnectorCoordinate"), 2);
  EXPECT_NEAR(named(items["nodes"], "belt.end")["referenceCoordinates"][1].get<double>(), -1, 1e-14);
}

TEST(Belt, ReportsErrors) {
  EXPECT_EQ(messagesOf(R"({"type": "Belt", "numberOfElements": 3, "circles": []})"),
            (Lines{"/create/0/circles: must be a list of 2 to 1000 circles, got an empty list"}));
  EXPECT_EQ(messagesOf(belt(
                R"({"center": [0, 0], "radius": 1, "sides": "left"}, {"center": [1, 0], "radius": "r"}, {"radius": -1, "speed": 1})", "")),
            (Lines{"/create/0/circles/0/sides: a circle has no 'sides'; did you mean 'side'?",
                   "/create/0/circles/1/radius: in 'r' at character 1: unknown name 'r'",
                   "/create/0/circles/2: 'center' is missing: its centre (m)", "/create/0/circles/2/radius: must be 0 or more (m), got -1",
                   "/create/0/circles/2/speed: needs 'mass': only a pulley can have this"}));
  EXPECT_EQ(
      messagesOf(belt(R"({"center": [0, 0], "radius": 1}, {"center": [1, 0], "radius": 1, "side": "right"})", "")),
      (Lines{"/create/0/circles/1/center: the circle overlaps the previous circle: a belt that changes sides needs a gap between them"}));
  EXPECT_EQ(messagesOf(belt(R"({"center": [0, 0], "radius": 1}, {"center": [3, 0], "radius": 0})", "")),
            (Lines{"/create/0/circles/1/radius: must be more than 0, including the belt around it, got 0"}));
  EXPECT_EQ(messagesOf(belt(R"({"name": "p", "center": [0, 0], "radius": 1}, {"name": "p", "center": [3, 0], "radius": 1})", "")),
            (Lines{"/create/0/circles/1/name: another circle is called 'p' too"}));
}

TEST(Belt, ReportsEachErrorOnce) {
  const auto wrong = [](Json changes) {
    Json json = Json::parse(belt(R"({"center": [0, 0], "radius": 1}, {"center": [3, 0], "radius": 1})", ", " + contact));
    json.update(changes);
    return messagesOf(json.dump());
  };
  EXPECT_EQ(wrong({{"numberOfElements", 0}}), (Lines{"/create/0/numberOfElements: must be 1 or more, got 0"}));
  EXPECT_EQ(wrong({{"numberOfElements", 2}}), (Lines{"/create/0/numberOfElements: a closed belt needs 3 or more, got 2"}));
  EXPECT_EQ(wrong({{"numberOfContactSegments", 13}}), (Lines{"/create/0/numberOfContactSegments: must be at most 12, got 13"}));
  EXPECT_EQ(wrong({{"contactStiffness", -1}}), (Lines{"/create/0/contactStiffness: must be 0 or more, got -1"}));
  EXPECT_EQ(wrong({{"contactStiffness", -1}, {"perLength", true}}), (Lines{"/create/0/contactStiffness: must be 0 or more, got -1"}));
  EXPECT_EQ(wrong({{"thickness", -1}}), (Lines{"/create/0/thickness: must be 0 or more (m), got -1"}));
  EXPECT_EQ(wrong({{"circles", {{{"center", {0, 0}}, {"radius", 1}}}}}),
            (Lines{"/create/0/circles: must be a list of 2 to 1000 circles, got a list of 1"}));
}

TEST(Belt, RefusesLengthsWhoseSquaresAreNoNumbers) {
  EXPECT_EQ(messagesOf(belt(R"({"center": [0, 0], "radius": 1e300}, {"center": [3, 0], "radius": 1e300})", "")),
            (Lines{"/create/0/circles: the belt is too long or too short for the calculation"}));
  EXPECT_EQ(messagesOf(R"({"type": "Cable2D", "numberOfElements": 2, "endPosition": [1e-200, 0]})"),
            (Lines{"/create/0/endPosition: the cable is too long or too short for the calculation"}));
}

// A document of a few bytes cannot request more items than the limit.
TEST(Belt, RefusesTooManyElements) {
  EXPECT_EQ(messagesOf(R"({"type": "Cable2D", "numberOfElements": 1e9, "endPosition": [1, 0]})"),
            (Lines{"/create/0: makes 4000000001 items; a document may have at most 100000"}));
  EXPECT_EQ(messagesOf(R"({"type": "Cable2D", "numberOfElements": 0, "endPosition": [1, 0]})"),
            (Lines{"/create/0/numberOfElements: must be 1 or more, got 0"}));
  EXPECT_EQ(messagesOf(R"({"type": "Cable2D", "numberOfElements": 2.5, "endPosition": [1, 0]})").size(), 1u);
}

}  // namespace
}  // namespace slipstick
