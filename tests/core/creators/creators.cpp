#include "core/creators/creators.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/creators/inertia.h"
#include "core/creators/joint_frame.h"
#include "core/creators/pose.h"
#include "core/document/load.h"
#include "tests/core/creators/expanded.h"
#include "tests/core/model/load.h"

namespace slipstick {
namespace {

void expectNear(const Json& numbers, const std::vector<double>& wanted) {
  ASSERT_EQ(numbers.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(numbers[i].get<double>(), wanted[i], 1e-15) << i;
}

TEST(Creators, MakeAMassPointWithItsWeight) {
  const Json items = expanded(R"([{"type": "MassPoint", "name": "stone", "referencePosition": [1, 2, 3], "initialVelocity": [0, 0, 4],
    "physicsMass": 5, "gravity": [0, 0, -9.81]}])");
  EXPECT_EQ(items["nodes"],
            Json::parse(R"([{"type": "Point", "referenceCoordinates": [1.0, 2.0, 3.0], "initialCoordinates": [0.0, 0.0, 0.0],
    "initialVelocities": [0.0, 0.0, 4.0], "name": "stone"}])"));
  EXPECT_EQ(items["objects"], Json::parse(R"([{"type": "MassPoint", "nodeNumber": 0, "physicsMass": 5.0, "name": "stone"}])"));
  EXPECT_EQ(items["markers"], Json::parse(R"([{"type": "BodyMass", "bodyNumber": 0, "name": "stone.mass"}])"));
  EXPECT_EQ(items["loads"],
            Json::parse(R"([{"type": "MassProportional", "markerNumber": 0, "loadVector": [0.0, 0.0, -9.81], "name": "stone.gravity"}])"));
}

TEST(Creators, RotateAboutZByDefault) {
  const auto hinge = [](const std::string& axis) {
    return expanded(R"([{"type": "RigidBody2D", "name": "bar", "inertia": {"mass": 1}},
      {"type": "RevoluteJoint", "bodies": [null, "bar"])" +
                    axis + "}]");
  };
  EXPECT_EQ(hinge(""), hinge(R"(, "axis": [0, 0, 1])"));
}

TEST(Creators, MakeAFlexibleBodyWithItsNodes) {
  const Json items =
      expanded(R"j([{"type": "FlexibleBody", "name": "rod", "referencePosition": [1, 0, 0], "initialAngularVelocity": [0, 0, 2],
    "gravity": [0, -9, 0], "numberOfModes": 1, "massMatrixFF": "identity(6)", "stiffnessMatrixReduced": [[7]],
    "referencePositions": [-1, 0, 0, 1, 0, 0], "modeBasis": [[-1], [0], [0], [1], [0], [0]]}])j");
  expectNear(items["nodes"][0]["referenceCoordinates"], {1, 0, 0, 1, 0, 0, 0});
  expectNear(items["nodes"][0]["initialVelocities"], {0, 0, 0, 0, 0, 0, 1});
  EXPECT_EQ(items["nodes"][1], Json::parse(R"({"type": "GenericODE2", "numberOfODE2Coordinates": 1, "name": "rod.modes"})"));
  const Json& body = items["objects"][0];
  EXPECT_EQ(body["type"], "FFRFreducedOrder");
  EXPECT_EQ(body["nodeNumbers"], Json({0, 1}));
  EXPECT_EQ(body["stiffnessMatrixReduced"], Json::parse("[[7.0]]"));
  EXPECT_EQ(items["markers"][0]["name"], "rod.mass");
  EXPECT_EQ(items["loads"][0]["loadVector"], Json({0.0, -9.0, 0.0}));
}

// ω = (1, 2, 3) rad/s and A = Rx(90°): p = (√½, √½, 0, 0), ṗ = ¼ Gᵀ ω by hand.
TEST(Creators, GiveARigidBodyItsEulerParametersAndRates) {
  const Json items =
      expanded(R"j([{"type": "RigidBody", "name": "body", "referencePosition": [1, 0, 0], "referenceRotationMatrix": "rotX(pi/2)",
    "initialVelocity": [4, 5, 6], "initialAngularVelocity": [1, 2, 3], "inertia": {"mass": 2, "inertia6D": [1.5, 2, 3, 0.1, 0.2, 0.3]}}])j");
  const double h = std::sqrt(0.5);
  expectNear(items["nodes"][0]["referenceCoordinates"], {1, 0, 0, h, h, 0, 0});
  expectNear(items["nodes"][0]["initialVelocities"], {4, 5, 6, -0.5 * h, 0.5 * h, 2.5 * h, 0.5 * h});
  EXPECT_EQ(items["objects"][0]["physicsInertia"], Json({1.5, 2.0, 3.0, 0.1, 0.2, 0.3}));
  EXPECT_FALSE(items.contains("loads"));
}

TEST(Creators, GiveARigidBodyTaitBryanAngles) {
  const Json items =
      expanded(R"j([{"type": "RigidBody", "nodeType": "RigidBodyRxyz", "referenceRotationMatrix": "rotX(0.1)*rotY(0.2)*rotZ(0.3)",
    "initialRotationMatrix": "rotZ(0.4)", "initialAngularVelocity": "rotX(0.1)*[0, 2, 0]", "inertia": {"shape": "sphere", "mass": 1, "radius": 1}}])j");
  expectNear(items["nodes"][0]["referenceCoordinates"], {0, 0, 0, 0.1, 0.2, 0.3});
  expectNear(items["nodes"][0]["initialCoordinates"], {0, 0, 0, 0, 0, 0.4});
  expectNear(items["nodes"][0]["initialVelocities"], {0, 0, 0, 0, 2, 0});
}

TEST(Creators, FollowTheRotationRules) {
  const Vector3 wanted{0.3, -0.2, 0.5};
  const double angle = norm(wanted);
  const auto p = std::array<double, 4>{std::cos(angle / 2), std::sin(angle / 2) * wanted.x / angle, std::sin(angle / 2) * wanted.y / angle,
                                       std::sin(angle / 2) * wanted.z / angle};
  const auto pose = referencePose(
      {{"type", "RigidBody"}},
      std::make_unique<Json>(Json{{"type", "RigidBodyEP"}, {"referenceCoordinates", {0, 0, 0, p[0], p[1], p[2], p[3]}}}).get(), {});
  ASSERT_TRUE(pose);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(eulerParameters(pose->rotation)[i], p[i], 1e-15);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(rotationVector(pose->rotation)[i], wanted[i], 1e-15);
  // A half turn about y has a zero scalar part.
  const auto half = eulerParameters({{{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}});
  EXPECT_EQ(half, (std::array<double, 4>{0, 0, 1, 0}));
}

// Inertia formulas: cuboid m/12 (b² + c²), cylinder m/2 r² and m/12 (3 r² + l²), sphere 2/5 m r²; Steiner m (d² 1 - d dᵀ).
TEST(Creators, KnowTheInertiaOfShapes) {
  const auto inertia = [](const std::string& text) {
    const Json items = expanded(R"([{"type": "RigidBody", "inertia": )" + text + "}]");
    return items["objects"][0];
  };
  const Json cuboid = inertia(R"({"shape": "cuboid", "density": 2, "sideLengths": [1, 2, 3]})");
  EXPECT_DOUBLE_EQ(cuboid["physicsMass"].get<double>(), 12);
  expectNear(cuboid["physicsInertia"], {13, 10, 5, 0, 0, 0});
  expectNear(inertia(R"({"shape": "cylinder", "mass": 12, "length": 2, "outerRadius": 1, "axis": 1})")["physicsInertia"],
             {7, 6, 7, 0, 0, 0});
  expectNear(inertia(R"({"shape": "sphere", "mass": 10, "radius": 0.5})")["physicsInertia"], {1, 1, 1, 0, 0, 0});
  const Json moved = inertia(R"j({"shape": "rod", "mass": 12, "length": 1, "com": [0.5, 0, 0], "rotation": "rotZ(pi)"})j");
  expectNear(moved["physicsInertia"], {0, 4, 4, 0, 0, 0});
  expectNear(moved["physicsCenterOfMass"], {0.5, 0, 0});
  expectNear(inertia(R"({"mass": 2, "com": [0, 1, 0], "inertiaTensor": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "inertiaTensorAtCOM": true})")
                 ["physicsInertia"],
             {3, 1, 3, 0, 0, 0});
}

TEST(Creators, LeaveASpringSlackInTheReferenceConfiguration) {
  const Json items = expanded(R"([{"type": "MassPoint", "name": "a", "referencePosition": [3, 4, 0], "physicsMass": 1},
    {"type": "SpringDamper", "name": "spring", "bodies": [null, "a"], "localPosition1": [0, 0, 12], "stiffness": 10}])");
  EXPECT_EQ(items["objects"][1], Json::parse(R"({"type": "Ground", "name": "ground"})"));
  EXPECT_EQ(items["objects"][2],
            Json::parse(R"({"type": "ConnectorSpringDamper", "markerNumbers": [0, 1], "referenceLength": 13.0, "stiffness": 10.0,
    "damping": 0.0, "force": 0.0, "velocityOffset": 0.0, "name": "spring"})"));
  EXPECT_EQ(items["markers"][1],
            Json::parse(R"({"type": "BodyPosition", "bodyNumber": 0, "localPosition": [0.0, 0.0, 12.0], "name": "spring.marker1"})"));
}

TEST(Creators, MakeARollingDiscWithItsDataNode) {
  const Json items = expanded(R"([{"type": "Ground", "name": "table"},
    {"type": "RigidBody", "name": "wheel", "inertia": {"shape": "sphere", "mass": 1, "radius": 1}},
    {"type": "RollingDiscPenalty", "name": "rolling", "bodyNumbers": ["table", "wheel"], "discRadius": 1, "axisVector": [0, 1, 0], "contactStiffness": 10}])");
  EXPECT_EQ(
      items["nodes"][1],
      Json::parse(R"({"type": "GenericData", "numberOfDataCoordinates": 3, "initialCoordinates": [0.0, 0.0, 0.0], "name": "rolling"})"));
  EXPECT_EQ(items["objects"][2]["discAxis"], Json({0.0, 1.0, 0.0}));
  EXPECT_EQ(items["objects"][2]["nodeNumber"], 1);
  EXPECT_EQ(items["objects"][2]["markerNumbers"], Json({0, 1}));
}

TEST(Creators, PutAForceOnABody) {
  const Json items = expanded(R"([{"type": "MassPoint", "name": "a", "physicsMass": 1},
    {"type": "Force", "name": "push", "body": "a", "loadVector": [1, 0, 0], "loadVectorUserFunction": "t*loadVector"}])");
  EXPECT_EQ(items["loads"][0], Json::parse(R"({"type": "ForceVector", "markerNumber": 0, "loadVector": [1.0, 0.0, 0.0], "bodyFixed": false,
    "loadVectorUserFunction": "t*loadVector", "name": "push"})"));
  EXPECT_EQ(items["markers"][0]["name"], "push.marker");
}

// The basis of a joint: [-n2, n1, v] for a hinge, [v, n1, n2] for a slide. The seed is e_x or, for an axis close to x, e_y.
TEST(Creators, MakeJointFramesByTheBasisRule) {
  const Matrix3 hinge = revoluteBasis({0, 0, 2});
  EXPECT_EQ(hinge.column(2), (Vector3{0, 0, 1}));
  EXPECT_EQ(hinge.column(1), (Vector3{1, 0, 0}));
  EXPECT_EQ(hinge.column(0), (Vector3{0, -1, 0}));
  const Matrix3 slide = prismaticBasis({3, 0, 0});
  EXPECT_EQ(slide.column(0), (Vector3{1, 0, 0}));
  EXPECT_EQ(slide.column(1), (Vector3{0, 1, 0}));
  EXPECT_EQ(slide.column(2), (Vector3{0, 0, 1}));
}

/// Two planar bodies: an upright crank of half a metre and a stone.
const char* const planarBodies = R"j({"type": "RigidBody2D", "name": "crank", "referencePosition": [0, 0.5, 0],
    "referenceRotationMatrix": "rotZ(pi/2)", "inertia": {"mass": 1}}, {"type": "MassPoint", "name": "stone", "create2D": true,
    "referencePosition": [0, 1, 0], "physicsMass": 1}, )j";

TEST(Creators, JoinPlanarBodiesByPlanarJoints) {
  const Json items = expanded(std::string("[") + planarBodies + R"(
    {"type": "RevoluteJoint", "name": "hinge", "bodies": [null, "crank"], "axis": [0, 0, -2]},
    {"type": "RevoluteJoint", "name": "pin", "bodies": ["crank", "stone"], "position": [0, 1, 0], "axis": [0, 0, 1], "activeConnector": false},
    {"type": "PrismaticJoint", "name": "slide", "bodies": ["crank", null], "position": [0.5, 0, 0], "axis": [0, 3, 0], "useGlobalFrame": false},
    {"type": "SphericalJoint", "name": "ball", "bodies": ["crank", null]},
    {"type": "DistanceConstraint", "name": "glue", "bodies": ["crank", "stone"], "localPosition0": [0.5, 0, 0], "distance": 0},
    {"type": "GenericJoint", "name": "weld", "bodies": ["crank", null]},
    {"type": "GenericJoint", "name": "turn", "bodies": ["crank", null], "constrainedAxes": [1, 1, 1, 1, 1, 0]}])");
  const Json& objects = items["objects"];
  const auto markerOf = [&](int object, int k) { return items["markers"][objects[object]["markerNumbers"][k].get<int>()]; };
  EXPECT_EQ(objects[3], Json::parse(R"({"type": "JointRevolute2D", "markerNumbers": [0, 1], "name": "hinge"})"));
  EXPECT_EQ(objects[4], Json::parse(R"({"type": "JointRevolute2D", "markerNumbers": [2, 3], "activeConnector": false, "name": "pin"})"));
  for (int k = 0; k < 2; ++k) EXPECT_EQ(markerOf(4, k)["type"], "BodyPosition");
  expectNear(markerOf(3, 1)["localPosition"], {-0.5, 0, 0});
  expectNear(markerOf(4, 0)["localPosition"], {0.5, 0, 0});
  expectNear(markerOf(4, 1)["localPosition"], {0, 0, 0});
  // The crank slides along its local y axis, which is -x of the ground.
  EXPECT_EQ(objects[5]["type"], "JointPrismatic2D");
  expectNear(objects[5]["axisMarker0"], {0, 1, 0});
  expectNear(objects[5]["normalMarker1"], {0, 1, 0});
  EXPECT_FALSE(objects[5].contains("rotationMarker0"));
  expectNear(markerOf(5, 1)["localPosition"], {0, 1, 0});
  // Out-of-plane equations of planar bodies would be empty.
  EXPECT_EQ(objects[6]["constrainedAxes"], Json({1, 1, 0}));
  EXPECT_EQ(objects[7]["type"], "JointSpherical");
  EXPECT_EQ(objects[7]["constrainedAxes"], Json({1, 1, 0}));
  EXPECT_EQ(objects[8]["constrainedAxes"], Json({1, 1, 0, 0, 0, 1}));
  EXPECT_EQ(objects[9]["constrainedAxes"], Json({1, 1, 0, 0, 0, 0}));
}

TEST(Creators, JoinAPlanarBodyToOneInSpaceByAJointInSpace) {
  const Json items = expanded(std::string("[") + planarBodies +
                              R"({"type": "RigidBody", "name": "box", "inertia": {"mass": 1, "inertia6D": [1, 1, 1, 0, 0, 0]}},
    {"type": "RevoluteJoint", "bodies": ["crank", "box"], "axis": [0, 0, 1]}, {"type": "RevoluteJoint", "bodies": ["box", null], "axis": [1, 0, 0]}])");
  EXPECT_EQ(items["objects"][3]["type"], "JointRevoluteZ");
  EXPECT_EQ(items["objects"][5]["type"], "JointRevoluteZ");
}

TEST(Creators, ReportUnsupportedUsesOfPlanarBodies) {
  EXPECT_EQ(issuesOf(document(std::string("\"create\": [") + planarBodies + R"j(
    {"type": "RevoluteJoint", "bodies": ["crank", null], "axis": [0, 1, 0]},
    {"type": "PrismaticJoint", "bodies": ["crank", null], "axis": [0, 0, 1]},
    {"type": "TorsionalSpringDamper", "bodies": ["crank", null], "axis": [1, 0, 0]},
    {"type": "PrismaticJoint", "bodies": ["stone", null], "axis": [1, 0, 0]},
    {"type": "RigidBody2D", "name": "flat", "referencePosition": [0, 0, 1], "gravity": [0, 0, -9.81], "initialAngularVelocity": [1, 0, 0],
     "inertia": {"mass": 1}},
    {"type": "RigidBody2D", "referenceRotationMatrix": "rotY(1)", "inertia": {"mass": 1}}])j")),
            (Lines{"/create/2/axis: planar bodies rotate about z: use [0, 0, 1], or bodies in space (RigidBody) for another axis",
                   "/create/3/axis: planar bodies slide in the xy plane: use an axis with z = 0, or bodies in space (RigidBody)",
                   "/create/4/axis: planar bodies rotate about z: use [0, 0, 1], or bodies in space (RigidBody) for another axis",
                   "/create/5/bodies: needs bodies that can turn, and 'stone' is a MassPoint2D: use RigidBody2D instead",
                   "/create/6/referencePosition: warning: has no effect along z: the body moves in the xy plane",
                   "/create/6/gravity: warning: has no effect along z: the body moves in the xy plane",
                   "/create/6/initialAngularVelocity: warning: has an effect about z only: the body moves in the xy plane",
                   "/create/7/referenceRotationMatrix: a planar body rotates about z only: use rotZ, or RigidBody for a body in space"}));
}

TEST(Creators, TakeRotationsOfFewDigitsWithACaution) {
  const Lines lines = issuesOf(document(R"j("create": [{"type": "RigidBody", "inertia": {"mass": 1, "inertia6D": [1, 1, 1, 0, 0, 0]},
    "referenceRotationMatrix": [[0.866, -0.5, 0], [0.5, 0.866, 0], [0, 0, 1]]}])j"));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].rfind("/create/0/referenceRotationMatrix: warning: must be a rotation matrix", 0), 0u) << lines[0];
}

TEST(Creators, PutNoWallOnAMassPoint) {
  EXPECT_EQ(issuesOf(document(R"j("create": [{"type": "MassPoint", "name": "ball", "physicsMass": 1},
    {"type": "Spheres", "positions": [[1, 0, 0]], "spheresRadii": [0.1],
     "walls": [{"body": "ball", "trianglePoints": [[0, 0, -1], [1, 0, -1], [0, 1, -1]]}]}])j")),
            Lines{"/create/1/walls: needs bodies that can turn, and 'ball' is a MassPoint: use RigidBody instead"});
}

TEST(Creators, GiveAPlanarBodyItsCentreOfMass) {
  const Json items =
      expanded(R"([{"type": "RigidBody2D", "name": "rod", "inertia": {"shape": "rod", "mass": 12, "length": 1, "com": [0.5, 0.25, 0]},
    "gravity": [0, -9.81, 0]}])");
  expectNear(items["objects"][0]["physicsCenterOfMass"], {0.5, 0.25});
  EXPECT_DOUBLE_EQ(items["objects"][0]["physicsInertia"].get<double>(), 1 + 12 * 0.3125);
}

TEST(Creators, ReportTheWrongArgument) {
  EXPECT_EQ(
      issuesOf(document(
          R"("create": [{"type": "MassPoint", "name": "ball", "physicsMass": -1}, {"type": "MassPnt"}, {"type": "CreateGround"}, 5,
    {"type": "SpringDamper", "bodies": ["ball"]}, {"type": "SpringDamper", "bodies": ["bal", null], "stiffnes": 1},
    {"type": "SpringDamper", "name": "s", "bodies": ["ball", null], "stiffness": "k"},
    {"type": "RigidBody", "inertia": {"shape": "cube"}, "referenceRotationMatrix": [[2, 0, 0], [0, 1, 0], [0, 0, 1]]}, {"type": "Force"}],
    "sensors": [{"type": "Object", "objectNumber": "s", "outputVariableType": "Force"}])")),
      (Lines{"/create/0/physicsMass: must be 0 or more (kg), got -1",
             "/create/1/type: unknown creator type 'MassPnt'; did you mean 'MassPoint'?",
             "/create/2/type: unknown creator type 'CreateGround'; did you mean 'Ground'?",
             "/create/3: must be an object with 'type', got 5",
             "/create/4/bodies: must be a list of 2 bodies, null for ground, got a list of 1",
             "/create/5/bodies/0: no body before this entry is called 'bal'; did you mean 'ball'?",
             "/create/5/stiffnes: SpringDamper has no argument 'stiffnes'; did you mean 'stiffness'?",
             "/create/6/bodies: warning: both ends are at the same point: give the points on the bodies, or a 'referenceLength'",
             "/create/6/stiffness: in 'k' at character 1: unknown name 'k'",
             "/create/7/inertia/shape: must be one of cuboid, cylinder, sphere, hollowSphere, rod, got 'cube'",
             "/create/7/referenceRotationMatrix: must be a rotation matrix (orthonormal, determinant 1), got one whose product with its "
             "transpose is off by 3",
             "/create/8: 'body' is missing: the body it acts on"}));
}

TEST(Creators, ShareOneGround) {
  const Json items =
      expanded(R"([{"type": "MassPoint", "name": "ground", "physicsMass": 1}, {"type": "SpringDamper", "bodies": [null, "ground"]},
    {"type": "SpringDamper", "bodies": ["ground", null]}])");
  EXPECT_EQ(items["objects"].size(), 4u);
  EXPECT_EQ(items["objects"][1]["name"], "ground_");
}

/// The diagonal of a quadrilateral, from its point 1 to 3, is edge 1 of the first triangle and edge 2 of the second.
TEST(Creators, SplitAQuadrilateralIntoTwoTriangles) {
  const auto contacts = [](const std::string& more) {
    const Json items = expanded(
        R"([{"type": "MassPoint", "name": "ball", "physicsMass": 1}, {"type": "SphereQuadContact", "name": "plate", "bodies": ["ball", null],
        "localPosition1": [0, 0, 2], "radiusSphere": 0.1, "contactStiffness": 5, "quadPoints": [[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]])" +
        more + "}]");
    EXPECT_EQ(items["markers"][0]["type"], "BodyPosition");
    EXPECT_EQ(items["markers"][1]["localPosition"], Json({0, 0, 2}));
    const auto& objects = items["objects"];
    return std::array{objects[objects.size() - 2], objects[objects.size() - 1]};
  };
  const auto [first, second] = contacts("");
  EXPECT_EQ(first["name"], "plate.0");
  EXPECT_EQ(first["trianglePoints"], Json({{0, 0, 0}, {2, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(second["trianglePoints"], Json({{2, 0, 0}, {2, 1, 0}, {0, 1, 0}}));
  EXPECT_EQ(first["contactStiffness"], 5);
  EXPECT_EQ(first["markerNumbers"], second["markerNumbers"]);
  EXPECT_EQ(first["includeEdges"], 1 + 4);
  EXPECT_EQ(second["includeEdges"], 1 + 2);
  for (int edge = 0; edge < 4; ++edge) {
    const auto [a, b] = contacts(R"(, "includeEdges": )" + std::to_string(1 << edge));
    EXPECT_EQ(a["includeEdges"], edge == 0 ? 1 : edge == 3 ? 4 : 0);
    EXPECT_EQ(b["includeEdges"], edge == 1 ? 1 : edge == 2 ? 2 : 0);
  }
}

TEST(Creators, PutSpheresAtPlacesAndInAGrid) {
  const auto create = [](const std::string& members) {
    return R"([{"type": "Spheres", "name": "grain", "positions": [[0, 0, 7], [0, 0, 12]], "numberOfSpheres": [2, 1, 1],
      "firstPosition": [1, 0, 0], "spacing": [3, 3, 3], "contactStiffness": 1)" +
           members + "}]";
  };
  const Json items = expanded(create(R"(, "spheresRadii": [2, 1, 0.5], "colors": ["red", "green", "blue"])"));
  const double places[4][3] = {{0, 0, 7}, {0, 0, 12}, {1, 0, 0}, {4, 0, 0}};
  const char* colors[] = {"red", "green", "blue", "blue"};
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 3; ++k) EXPECT_EQ(items["nodes"][i]["referenceCoordinates"][k], places[i][k]) << i;
    EXPECT_EQ(items["objects"][i]["visualization"]["color"], colors[i]) << i;
  }
  EXPECT_EQ(items["objects"][4]["spheresRadii"], Json({2, 1, 0.5, 0.5}));
  // With fewer colours than radii, the spheres are divided into equal parts.
  EXPECT_EQ(expanded(create(R"(, "spheresRadii": [1], "colors": ["red", "blue"])"))["objects"][1]["visualization"]["color"], "red");
  EXPECT_EQ(issuesOf(document("\"create\": " + create(R"(, "spheresRadii": [1, 1, 1, 1, 1])"))),
            std::vector<std::string>{"/create/0/spheresRadii: must have at least one radius and at most one for each of 4 spheres, got 5"});
}

/// An entry with only the required arguments, between two bodies "a" and "b".
Json smallestEntry(const Creator& creator) {
  Json entry{{"type", creator.name}, {"name", "made"}};
  for (const Row& argument : creator.arguments) {
    if (argument.presence != Presence::required) continue;
    Json& value = entry[std::string(argument.name)];
    if (argument.type == typeNumber<ObjectIndex>) value = argument.form == Form::list ? Json{"a", "b"} : Json("b");
    if (argument.type == typeNumber<Vector3>) value = {0, 0, 1};
    if (argument.type == typeNumber<Vector2>) value = argument.range.kind == Range::Kind::positive ? Json{0.1, 0.2} : Json{0, 1};
    if (argument.type == typeNumber<double>) value = 0.1;
    if (argument.type == typeNumber<int>) value = 3;
    if (argument.name == "trianglePoints") value = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    if (argument.name == "quadPoints") value = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    if (argument.name == "inertia") value = {{"mass", 1}};
    if (argument.name == "circles") value = {{{"center", {0, 0}}, {"radius", 0.1}}, {{"center", {1, 0}}, {"radius", 0.1}}};
  }
  if (std::string_view(creator.name) == "Spheres")
    entry.update({{"positions", {{0, 0, 0}, {0, 0, 1}}}, {"spheresRadii", {0.1}}});  // or a grid
  return entry;
}

// The only possible error is an unknown type. Values left at zero may cause warnings about items without effect.
TEST(Creators, ExpandWithOnlyRequiredArguments) {
  for (const Creator& creator : creators()) {
    if (creator.name == std::string("FlexibleBody")) continue;  // it needs matrices of matching sizes
    const Json body = Json::parse(R"({"type": "RigidBody", "inertia": {"shape": "sphere", "mass": 1, "radius": 0.1}})");
    Json first = body, second = body;
    first["name"] = "a", second["name"] = "b", second["referencePosition"] = {1, 0, 0};
    const Json document{{"slipstick", 1}, {"create", {first, second, smallestEntry(creator)}}};
    for (const std::string& line : issuesOf(document.dump()))
      EXPECT_TRUE(line.starts_with("/create/2/type: unknown ") || line.starts_with("/create/2: warning: ")) << creator.name << " " << line;
  }
}

TEST(Creators, HaveDifferentNamesAndArguments) {
  std::vector<std::string> names;
  for (const Creator& creator : creators()) {
    EXPECT_EQ(std::count(names.begin(), names.end(), creator.name), 0) << creator.name;
    names.push_back(creator.name);
    for (const Row& argument : creator.arguments)
      EXPECT_EQ(
          std::count_if(creator.arguments.begin(), creator.arguments.end(), [&](const Row& other) { return other.name == argument.name; }),
          1)
          << creator.name << " " << argument.name;
  }
}

}  // namespace
}  // namespace slipstick
