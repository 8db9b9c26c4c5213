// Parameters of the connectors with contact, friction and six degrees of freedom, one at a time: the hand-computed force without and with
// each.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/math/rotations.h"
#include "tests/core/support/connector.h"
#include "tests/core/support/effects.h"

namespace slipstick::testing {
namespace {

Numbers forceOnMarker1(Connector& connector, const Numbers& data) {
  if (!data.empty()) connector.data = data;
  const Vector3 force = connector.forces().on1.force;
  return {force.x, force.y, force.z};
}

// Upright on z = 0, 10 mm deep; slip 0.3 m/s laterally (x) and 0.4 m/s longitudinally (−y), sinking at 0.1 m/s. Other tests show that
// states are updated from the data node, and that the markers belong to frames 0 and 1.
TEST(Parameters, OfTheRollingDiscAct) {
  const char* const base = R"({"discRadius": 0.5, "contactStiffness": 1000, "dryFriction": [0.5, 0.25], "dryFrictionProportionalZone": 1})";
  const Numbers before{-0.5 * 7.5 * 0.6, 0.25 * 7.5 * 0.8, 10};  // φ(0.5) = 0.75
  expectEffects("ConnectorRollingDiscPenalty",
                {{"discRadius", base, R"({"discRadius": 0.6})", before, {11 * before[0], 11 * before[1], 110}},
                 {"discAxis", base, R"({"discAxis": [0, 1, 0]})", before, {-0.25 * 7.5 * 0.6, 0.5 * 7.5 * 0.8, 10}},
                 {"planeNormal", base, R"({"planeNormal": [0, 0, -1]})", before, {99 * before[0], 99 * before[1], -990}},
                 {"dryFrictionAngle", base, R"({"dryFrictionAngle": "pi/2"})", before, {-0.25 * 7.5 * 0.6, 0.5 * 7.5 * 0.8, 10}},
                 {"contactStiffness", base, R"({"contactStiffness": 2000})", before, {2 * before[0], 2 * before[1], 20}},
                 {"contactDamping", base, R"({"contactDamping": 10})", before, {1.1 * before[0], 1.1 * before[1], 11}},
                 {"dryFriction", base, R"({"dryFriction": [1, 0]})", before, {-7.5 * 0.6, 0, 10}},
                 {"dryFrictionProportionalZone", base, R"({"dryFrictionProportionalZone": 0})", before, {-3, 2, 10}},
                 {"viscousFriction", base, R"({"viscousFriction": [0.2, 0]})", before, {-0.6 * 7.5 * 0.6, before[1], 10}},
                 {"rollingFrictionViscous", base, R"({"rollingFrictionViscous": 0.2})", before, {before[0] - 0.6, before[1] + 0.8, 10}},
                 {"useLinearProportionalZone", base, R"({"useLinearProportionalZone": true})", before, {-1.5, 1, 10}},
                 {"activeConnector", base, R"({"activeConnector": false})", before, {0, 0, 0}}},
                {"markerNumbers", "nodeNumber"}, [](const Json& item, const Numbers& data) {
                  Connector disc(item.dump());
                  disc.frame1.position = {0, 0, 0.49}, disc.frame1.velocity = {0.3, -0.4, -0.1};
                  disc.data = {0.3, 0.4, -0.01};
                  return forceOnMarker1(disc, data);
                });
}

// On the x-axis, 10 mm deep, approaching at 0.5 m/s and slipping at 0.5 m/s. Impact at 0.5 m/s, 12.5 mm of plastic overlap.
TEST(Parameters, OfTheSpheresAct) {
  const auto with = [](const std::string& more) {
    return R"({"spheresRadii": [0.3, 0.2], "contactStiffness": 1000)" + (more.empty() ? "" : ", " + more) + "}";
  };
  const std::string plain = with(""), rubbing = with(R"("dynamicFriction": 0.5)"), soft = with(R"("contactPlasticityRatio": 0.75)");
  const std::string sticky = with(R"("contactPlasticityRatio": 0.75, "adhesionCoefficient": 500)");
  const std::string damped = with(R"("impactModel": 1)"), lossy = with(R"("impactModel": 1, "restitutionCoefficient": 0.5)");
  const std::string choosing = with(R"("restitutionCoefficient": 0.5)");
  const Numbers ten{10, 0, 0};
  expectEffects(
      "ContactSphereSphere",
      {{"spheresRadii", plain.c_str(), R"({"spheresRadii": [0.31, 0.2]})", ten, {20, 0, 0}},
       {"isHollowSphere1", R"({"spheresRadii": [0.2, 0.3], "contactStiffness": 1000})", R"({"isHollowSphere1": true})", ten, {-390, 0, 0}},
       {"dynamicFriction", plain.c_str(), R"({"dynamicFriction": 0.5})", ten, {10, -3, -4}},
       {"frictionProportionalZone", rubbing.c_str(), R"({"frictionProportionalZone": 2})", {10, -3, -4}, {10, -0.75, -1}},
       {"contactStiffness", plain.c_str(), R"({"contactStiffness": 2000})", ten, {20, 0, 0}},
       {"contactDamping", plain.c_str(), R"({"contactDamping": 20})", ten, {10 + 20 * 0.5, 0, 0}},
       {"contactStiffnessExponent", plain.c_str(), R"({"contactStiffnessExponent": 2})", ten, {0.1, 0, 0}},
       {"constantPullOffForce", soft.c_str(), R"({"constantPullOffForce": 2})", {0, 0, 0}, {-2, 0, 0}},
       {"contactPlasticityRatio", plain.c_str(), R"({"contactPlasticityRatio": 0.75})", ten, {0, 0, 0}},
       {"adhesionCoefficient", soft.c_str(), R"({"adhesionCoefficient": 500})", {0, 0, 0}, {-5, 0, 0}},
       {"adhesionExponent", sticky.c_str(), R"({"adhesionExponent": 2})", {-5, 0, 0}, {-0.05, 0, 0}},
       {"restitutionCoefficient", damped.c_str(), R"({"restitutionCoefficient": 0.5})", ten, {17.5, 0, 0}},
       {"minimumImpactVelocity", lossy.c_str(), R"({"minimumImpactVelocity": 1})", {17.5, 0, 0}, {13.75, 0, 0}},
       {"impactModel", choosing.c_str(), R"({"impactModel": 1})", ten, {17.5, 0, 0}},
       {"activeConnector", plain.c_str(), R"({"activeConnector": false})", ten, {0, 0, 0}}},
      {"markerNumbers", "nodeNumber"}, [](const Json& item, const Numbers& data) {
        Connector spheres(item.dump());
        spheres.frame1.position = {0.49, 0, 0}, spheres.frame1.velocity = {-0.5, 0.3, 0.4};
        spheres.data = {-0.01, 0.5, 0.5, 0.0125};
        return forceOnMarker1(spheres, data);
      });
}

// Frame 1 is 0.1 m along x, rotated by 0.2 rad about z, and moves at 1 m/s. Tests of the item cover yielding by postNewtonStepUserFunction.
TEST(Parameters, OfTheRigidBodySpringDamperAct) {
  const char* const base = R"j({"stiffness": "diag([100, 200, 300, 10, 20, 30])"})j";
  const Numbers before{-10, 0, 0, 0, 0, -6};
  const double beta = 0.1 / std::tan(0.1), c = std::cos(0.1), s = std::sin(0.1);  // displacement (0.1 β, −0.01, 0) in mid-rotation axes
  expectEffects(
      "ConnectorRigidBodySpringDamper",
      {{"stiffness", base, R"j({"stiffness": "diag([50, 0, 0, 0, 0, 60])"})j", before, {-5, 0, 0, 0, 0, -12}},
       {"damping", base, R"j({"damping": "diag([2, 0, 0, 0, 0, 0])"})j", before, {-12, 0, 0, 0, 0, -6}},
       {"offset", base, R"({"offset": [0.02, 0, 0, 0, 0, 0.1]})", before, {-8, 0, 0, 0, 0, -3}},
       {"rotationMarker0", base, R"j({"rotationMarker0": "rotZ(pi/2)"})j", before, {-20, 0, 0, 0, 0, -30 * (0.2 - std::numbers::pi / 2)}},
       {"rotationMarker1", base, R"j({"rotationMarker1": "rotZ(0.3)"})j", before, {-10, 0, 0, 0, 0, -15}},
       {"intrinsicFormulation",
        base,
        R"({"intrinsicFormulation": true})",
        before,
        {-(c * 10 * beta + s * 2), -(s * 10 * beta - c * 2), 0, 0, 0, -(6 + 0.05 * beta)}},
       {"springForceTorqueUserFunction",
        base,
        R"({"springForceTorqueUserFunction": "[1, 2, 3, 4, 5, 6]"})",
        before,
        {-1, -2, -3, -4, -5, -6}},
       {"activeConnector", base, R"({"activeConnector": false})", before, {0, 0, 0, 0, 0, 0}}},
      {"markerNumbers", "nodeNumber", "postNewtonStepUserFunction"}, [](const Json& item, const Numbers&) {
        Connector bushing(item.dump());
        bushing.frame1.position = {0.1, 0, 0}, bushing.frame1.velocity = {1, 0, 0};
        bushing.frame1.rotation = rotationZ(0.2);
        const Wrench on1 = bushing.forces().on1;
        return Numbers{on1.force.x, on1.force.y, on1.force.z, on1.torque.x, on1.torque.y, on1.torque.z};
      });
}

// q = 0.8 m − 0.5 m and v = 1.2 m/s − 0.2 m/s; stuck at 0.29 m, past the upper stop. The force along the coordinate.
TEST(Parameters, OfTheCoordinateSpringDamperExtAct) {
  const char* const none = "{}";
  const char* const spring = R"({"stiffness": 100})";
  const char* const damper = R"({"damping": 4})";
  const char* const zone = R"({"frictionProportionalZone": 0.1, "exponentialDecayStatic": 0.9})";
  const char* const sliding = R"({"frictionProportionalZone": 0.1, "exponentialDecayStatic": 0.9, "fDynamicFriction": 3})";
  const char* const breaking = R"({"frictionProportionalZone": 0.1, "exponentialDecayStatic": 0.9, "fStaticFrictionOffset": 2})";
  const char* const dry = R"({"fDynamicFriction": 3})";
  const char* const bristles = R"({"fDynamicFriction": 3, "stickingStiffness": 1000})";
  const char* const stop = R"({"useLimitStops": true, "limitStopsUpper": 0.2, "limitStopsLower": -1, "limitStopsStiffness": 1000})";
  const char* const low = R"({"useLimitStops": true, "limitStopsUpper": 1, "limitStopsLower": 0.5, "limitStopsStiffness": 1000})";
  const char* const off = R"({"limitStopsUpper": 0.2, "limitStopsLower": -1, "limitStopsStiffness": 1000})";
  const double e = std::numbers::e;
  expectEffects("ConnectorCoordinateSpringDamperExt",
                {{"stiffness", none, R"({"stiffness": 100})", {0}, {30}},
                 {"damping", none, R"({"damping": 4})", {0}, {4}},
                 {"offset", spring, R"({"offset": 0.1})", {30}, {20}},
                 {"velocityOffset", damper, R"({"velocityOffset": 0.25})", {4}, {3}},
                 {"factor0", spring, R"({"factor0": 2})", {30}, {100 * (0.8 - 2 * 0.5)}},
                 {"factor1", spring, R"({"factor1": 3})", {30}, {100 * (3 * 0.8 - 0.5)}},
                 {"fDynamicFriction", zone, R"({"fDynamicFriction": 3})", {0}, {3}},
                 {"fStaticFrictionOffset", sliding, R"({"fStaticFrictionOffset": 2})", {3}, {3 + 2 / e}},
                 {"exponentialDecayStatic", breaking, R"({"exponentialDecayStatic": 0.45})", {2 / e}, {2 / (e * e)}},
                 {"fViscousFriction", sliding, R"({"fViscousFriction": 0.25})", {3}, {3 + 0.25 * 0.9}},
                 {"frictionProportionalZone", bristles, R"({"frictionProportionalZone": 0.1})", {10}, {3}},
                 {"stickingStiffness", dry, R"({"stickingStiffness": 1000})", {0}, {10}},
                 {"stickingDamping", dry, R"({"stickingDamping": 10})", {0}, {10}},
                 {"limitStopsUpper", stop, R"({"limitStopsUpper": 0.25})", {100}, {50}},
                 {"limitStopsLower", low, R"({"limitStopsLower": 0.4})", {-200}, {-100}, {0, 0.29, -0.02}},
                 {"limitStopsStiffness", stop, R"({"limitStopsStiffness": 2000})", {100}, {200}},
                 {"limitStopsDamping", stop, R"({"limitStopsDamping": 10})", {100}, {110}},
                 {"useLimitStops", off, R"({"useLimitStops": true})", {0}, {100}},
                 {"springForceUserFunction", spring, R"({"springForceUserFunction": "2*displacement"})", {30}, {0.6}},
                 {"activeConnector", spring, R"({"activeConnector": false})", {30}, {0}}},
                {"markerNumbers", "nodeNumber"}, [](const Json& item, const Numbers& data) {
                  ScalarConnector guide(item.dump());
                  guide.coordinate0 = {0.5, 0.2}, guide.coordinate1 = {0.8, 1.2};
                  guide.data = data.empty() ? Numbers{0, 0.29, 0.02} : data;
                  return Numbers{guide.output(OutputVariable::Force)};
                });
}

}  // namespace
}  // namespace slipstick::testing
