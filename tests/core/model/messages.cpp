// Messages that lead from a frequent mistake to the correct form.
#include <gtest/gtest.h>

#include "tests/core/model/load.h"

namespace slipstick {
namespace {

/// The messages about one entry of `create`.
Lines messagesOf(const std::string& entry) { return issuesOf(document("\"create\": [" + entry + "]")); }

TEST(Messages, NameTheEncoding) {
  const std::string text = "{\"slipstick\": 1,\n \"title\": \"B\xe9zier\"}";
  EXPECT_EQ(issuesOf(text), Lines{": line 2 is not in UTF-8: save the text as UTF-8 (in Latin-1 a character there would be 'é')"});
  const std::string plain = "{\"slipstick\": 1}";
  std::string wide, turned;
  for (const char c : plain) wide += {c, '\0'}, turned += {'\0', c};
  for (const std::string& utf16 : {"\xff\xfe" + wide, "\xfe\xff" + turned, wide, turned})
    EXPECT_EQ(issuesOf(utf16), Lines{": the text is in UTF-16 or UTF-32: save it as UTF-8"});
  EXPECT_TRUE(issuesOf("\xef\xbb\xbf" + plain).empty());
}

TEST(Messages, ReportDoubledBackslashes) {
  EXPECT_EQ(issuesOf(R"({"slipstick": 1, "title": "\mu = 0.2"})").at(0),
            R"m(: not valid JSON at line 1, column 29: write a backslash in a text twice: "\\mu")m");
}

TEST(Messages, ReportLaterAndCircularDefinitions) {
  const auto of = [](const std::string& definitions) { return issuesOf(document("\"definitions\": {" + definitions + "}")); };
  EXPECT_EQ(of(R"("a": "b + 1", "b": 2)"),
            Lines{"/definitions/a: 'b' is defined later: a definition reads parameters and earlier definitions"});
  EXPECT_EQ(of(R"("a": "2*b", "b": "c", "c": [1, "a"])"), Lines({"/definitions/a: definitions cannot be recursive: a -> b -> c -> a",
                                                                 "/definitions/b: definitions cannot be recursive: b -> c -> a -> b"}));
  EXPECT_EQ(of(R"("a": "a")"), Lines{"/definitions/a: definitions cannot be recursive: a -> a"});
  // An uncalled recursive function only causes a warning.
  EXPECT_EQ(of(R"j("f(x)": "g(x) + x", "g(x)": "f(x)")j"),
            Lines{"/definitions/f(x): warning: no formula can call this function, which calls itself: f -> g -> f"});
  EXPECT_TRUE(of(R"j("f(x)": "g(x) + a", "g(f)": "x = 2; f*x", "a": 1, "b": "f(a)")j").empty());
  std::string chain;
  for (int i = 0; i < 2000; ++i) chain += "\"f" + std::to_string(i) + "(x)\": \"f" + std::to_string(i + 1) + "(x)\", ";
  EXPECT_EQ(of(chain + R"j("f2000(x)": "f0(x)")j").size(), 1u);
}

TEST(Messages, ReportReservedNamesOnce) {
  EXPECT_EQ(issuesOf(document(R"("parameters": {"diag": 2, "e": 1, "t": 3}, "definitions": {"a": "2*diag + e"})")),
            (Lines{"/parameters/diag: 'diag' is reserved: in formulas it is a function, and cannot be used as a name",
                   "/parameters/e: 'e' is reserved: in formulas it is a number, and cannot be used as a name",
                   "/parameters/t: warning: in user functions and measures 't' is the time, not this parameter: give it another name"}));
}

TEST(Messages, NameTheListOfAType) {
  EXPECT_EQ(messagesOf(R"({"type": "ConnectorSpringDamper"})"),
            Lines{"/create/0/type: unknown creator type 'ConnectorSpringDamper'; it is the type of an item in 'objects'"});
  EXPECT_EQ(messagesOf(R"({"type": "PointMass"})"), Lines{"/create/0/type: unknown creator type 'PointMass'; did you mean 'MassPoint'?"});
  EXPECT_EQ(messagesOf(R"({"type": "Hinge"})"), Lines{"/create/0/type: unknown creator type 'Hinge'; did you mean 'RevoluteJoint'?"});
  EXPECT_EQ(issuesOf(document(R"("objects": [{"type": "RevoluteJoint"}])")),
            Lines{"/objects/0/type: unknown object type 'RevoluteJoint'; it is a type of entries in 'create'"});
}

TEST(Messages, SuggestSynonyms) {
  const auto last = [](const std::string& key) {
    return messagesOf(R"({"type": "RollingDiscPenalty", "bodies": [null, null], "discRadius": 1,
      "contactStiffness": 1, )" +
                      key + "}")
        .at(0);
  };
  EXPECT_EQ(last(R"("discAxis": [1, 0, 0])"),
            "/create/0/discAxis: RollingDiscPenalty has no argument 'discAxis'; did you mean 'axisVector'?");
  EXPECT_EQ(last(R"("mu": 1)"), "/create/0/mu: RollingDiscPenalty has no argument 'mu'; did you mean 'dryFriction'?");
  EXPECT_EQ(last(R"("stiffness": 1)"),
            "/create/0/stiffness: RollingDiscPenalty has no argument 'stiffness'; did you mean 'contactStiffness'?");
  EXPECT_EQ(messagesOf(R"({"type": "MassPoint", "mass": 1})").at(0),
            "/create/0/mass: MassPoint has no argument 'mass'; did you mean 'physicsMass'?");
  EXPECT_EQ(messagesOf(R"({"type": "SpringDamper", "bodies": ["ground", null]})").at(0),
            "/create/0/bodies/0: no body before this entry is called 'ground': the ground is null, without quotes");
  EXPECT_EQ(
      issuesOf(document(R"("analysis": {"tolerance": 1e-6})")),
      Lines{"/analysis/tolerance: unknown setting 'tolerance'; did you mean 'relativeTolerance' or 'relativeTolerance' in 'newton'?"});
  EXPECT_EQ(issuesOf(document(R"("nodes": [{"type": "Point", "name": "n"}],
                             "sensors": [{"type": "Node", "nodeNumber": "n", "outputVariableType": "Speed"}])")),
            Lines{"/sensors/0/outputVariableType: unknown output variable 'Speed'; did you mean 'Velocity'?"});
}

TEST(Messages, ExplainTheFormOfNumbersAndWords) {
  const auto mass = [](const std::string& value) { return messagesOf(R"({"type": "MassPoint", "physicsMass": )" + value + "}").at(0); };
  EXPECT_NE(mass("\"1 kg\"").find("; remove the unit: 1"), std::string::npos) << mass("\"1 kg\"");
  EXPECT_NE(mass("\"1.5e3kg\"").find("; remove the unit: 1.5e3"), std::string::npos) << mass("\"1.5e3kg\"");
  EXPECT_NE(mass("\"1,5\"").find("; write a number with a point: 1.5"), std::string::npos) << mass("\"1,5\"");
  for (const char* formula : {"\"2*x\"", "\"2 - x\"", "\"x\"", "\"(1, 5)\"", "\"1, 5\""})
    EXPECT_EQ(mass(formula).find(';') == std::string::npos || mass(formula).find("did you mean") != std::string::npos, true)
        << mass(formula);
  EXPECT_EQ(messagesOf(R"({"type": "SphereSphereContact", "bodies": [null, null], "spheresRadii": [1, 1], "impactModel": "Hertz"})").at(0),
            "/create/0/impactModel: must be one of LinearDamping (0), HuntCrossley (1), GonthierCarvalho (2), got 'Hertz'");
}

TEST(Messages, ReportCreatorsWithInfiniteNumbers) {
  EXPECT_EQ(messagesOf(R"({"type": "RigidBody", "name": "b", "inertia": {"shape": "sphere", "radius": 1e200, "mass": 1}})").at(0),
            "/create/0: object 'b' (RigidBody), physicsInertia: is not a finite number: a creator computed it from numbers that "
            "are too large or too small");
}

TEST(Messages, ListTheNamesThatAFormulaMayUse) {
  const auto lines = issuesOf(oscillator(R"(, "springForceUserFunction": "k*displacement")", R"("parameters": {"k": 1})"));
  EXPECT_EQ(lines,
            Lines{"/objects/2/springForceUserFunction: in 'k*displacement' at character 3: unknown name 'displacement'; known names: t, "
                  "deltaL, deltaL_t, stiffness, damping, force, k"});
}

/// Two spheres of 1 kg with 1e5 N/m touch for π √(0.5 kg / 1e5 N/m) = 7.0 ms.
TEST(Messages, CautionOfImpactsThatTakeAFewSteps) {
  const auto with = [](const std::string& contact, const std::string& analysis) {
    return issuesOf(
        document(R"("nodes": [{"type": "Point", "name": "a"}, {"type": "Point", "name": "b", "referenceCoordinates": [0.3, 0, 0]}],
      "objects": [{"type": "MassPoint", "name": "a", "nodeNumber": "a", "physicsMass": 1},
                  {"type": "MassPoint", "name": "b", "nodeNumber": "b", "physicsMass": 1},
                  {"type": "ContactSphereSphere", "markerNumbers": [0, 1], "spheresRadii": [0.1, 0.1], "contactStiffness": 1e5)" +
                 contact + R"(}],
      "markers": [{"type": "NodePosition", "nodeNumber": "a"}, {"type": "BodyPosition", "bodyNumber": "b"}], "analysis": )" +
                 analysis));
  };
  const std::string bounces = R"(, "restitutionCoefficient": 0.5, "impactModel": 1)";
  EXPECT_EQ(with(bounces, R"({"stepSize": 0.002})"),
            Lines{"/objects/2: warning: the spheres touch for about 0.007 s, and the step size is 0.002 s: their velocity after the impact "
                  "depends on the step size; 10 steps in an impact give it to 2 %"});
  EXPECT_EQ(with(bounces, R"({"stepSize": 0.001})"), Lines{});
  EXPECT_EQ(with("", R"({"stepSize": 0.002})"), Lines{});
  EXPECT_EQ(with(bounces, R"({"stepSize": 0.002, "solver": "DOPRI5"})"), Lines{});
  EXPECT_EQ(with(bounces, R"({"type": "static"})"), Lines{});
}

TEST(Messages, CautionOfConnectorsThatDoNothing) {
  const auto of = [](const std::string& entry) {
    return issuesOf(document(R"("create": [{"type": "RigidBody", "name": "b", "referencePosition": [0, 0, 1],
        "inertia": {"shape": "sphere", "radius": 1, "mass": 1}}, )" +
                             entry + "]"));
  };
  const auto disc = [&](const std::string& more) {
    return of(R"({"type": "RollingDiscPenalty", "bodies": [null, "b"], "discRadius": 1, "contactStiffness": 1)" + more + "}");
  };
  const std::string ofDisc = "/create/1: warning: object (ConnectorRollingDiscPenalty), markerNumbers: ";
  EXPECT_EQ(disc(""), Lines{});
  EXPECT_EQ(disc(R"(, "axisVector": [0, 0, 1])"),
            Lines{ofDisc + "the axis of the disc is initially along the normal of the plane: no point of the rim is the lowest"});
  EXPECT_EQ(disc(R"(, "axisPosition": [0, 0, -1])"),
            Lines{ofDisc + "the centre of the disc is 0 m above the plane at the start, but a disc that touches it is 1 m above"});
  EXPECT_EQ(of(R"({"type": "RollingDiscPenalty", "bodies": ["b", null], "discRadius": 1, "contactStiffness": 1})"),
            Lines{ofDisc + "the disc is on the ground and the plane moves: the first marker belongs to the plane, the second to the disc"});
  EXPECT_EQ(of(R"({"type": "CartesianSpringDamper", "bodies": ["b", "b"], "stiffness": [1, 1, 1]})"),
            Lines{"/create/1: warning: object (ConnectorCartesianSpringDamper), markerNumbers: has no effect: both markers are on the same "
                  "body"});
  EXPECT_EQ(
      of(R"({"type": "TorsionalSpringDamper", "bodies": [null, null], "stiffness": 1, "position": [0, 0, 0], "axis": [0, 0, 1]})"),
      Lines{"/create/1: warning: object (ConnectorTorsionalSpringDamper), markerNumbers: has no effect: both markers are on the ground"});
  const auto spring = [&](const std::string& more) {
    return of(R"({"type": "SpringDamper", "bodies": [null, "b"], "localPosition0": [0, 0, 1], "stiffness": 1)" + more + "}");
  };
  EXPECT_EQ(spring(R"(, "referenceLength": 1)"),
            Lines{"/create/1: warning: object (ConnectorSpringDamper), markerNumbers: both ends start at the same point, where the "
                  "direction of the spring is undefined"});
  EXPECT_EQ(spring(""),
            Lines{"/create/1/bodies: warning: both ends are at the same point: give the points on the bodies, or a 'referenceLength'"});
  EXPECT_EQ(spring(R"(, "referenceLength": 0)"), Lines{});
}

TEST(Messages, CautionOfBodiesWithoutMassInDynamicSteps) {
  const std::string keys = R"("create": [{"type": "MassPoint", "name": "m", "referencePosition": [1, 0, 0]},
      {"type": "SpringDamper", "bodies": [null, "m"], "stiffness": 1}], "analysis": )";
  EXPECT_EQ(
      issuesOf(document(keys + R"({"endTime": 1})")),
      Lines{"/create/0: warning: object 'm' (MassPoint): the body has no mass: it does not accelerate, but moves at once to where its "
            "forces balance"});
  EXPECT_EQ(issuesOf(document(keys + R"({"type": "static"})")), Lines{});
}

/// The output of `expand` shows names that can be used, such as data nodes of connectors.
TEST(Messages, SensorsNameTheDataNodesOfConnectors) {
  const std::string text = document(R"("nodes": [{"type": "1D", "name": "n"}],
    "objects": [{"type": "Mass1D", "name": "m", "physicsMass": 1, "nodeNumber": "n"}, {"type": "Ground", "name": "ground"},
                {"type": "ConnectorCoordinateSpringDamperExt", "name": "friction", "markerNumbers": ["c0", "c"], "stiffness": 1,
                 "fDynamicFriction": 1, "frictionProportionalZone": 0, "stickingStiffness": 10}],
    "markers": [{"type": "NodeCoordinate", "name": "c", "nodeNumber": "n", "coordinate": 0}, {"type": "NodeCoordinate", "name": "c0", "nodeNumber": "p", "coordinate": 0}],
    "sensors": [{"type": "Node", "name": "state", "nodeNumber": "friction.data", "outputVariableType": "Coordinates"}])");
  std::string named = text;
  named.replace(named.find("\"nodes\": ["), 10, R"("nodes": [{"type": "PointGround", "name": "p"}, )");
  EXPECT_EQ(issuesOf(named), Lines{});
  const Json written = writtenOut(named);
  EXPECT_EQ(written["nodes"][2]["name"], "friction.data");
  EXPECT_EQ(written["sensors"][0]["nodeNumber"], 2);
  EXPECT_EQ(issuesOf(written.dump()), Lines{});
}

}  // namespace
}  // namespace slipstick
