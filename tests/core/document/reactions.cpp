// reaction("joint", "body") in measures: closed forms, the sensor that it adds, and messages.

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/core/model/load.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

constexpr double m = 2, g = 9.81;

/// A pendulum of mass m on a ball joint, with a bob on a spring below; `place` of its centre of mass.
Json armAndBob(const Json& measures, const Json& place = {0, -0.5, 0}) {
  Json json = Json::parse(R"({"slipstick": 1,
    "create": [
      {"type": "RigidBody", "name": "arm", "gravity": [0, -9.81, 0],
       "inertia": {"mass": 2, "inertiaTensor": [[0.1, 0, 0], [0, 0.2, 0], [0, 0, 0.3]]}},
      {"type": "SphericalJoint", "name": "hinge", "bodies": [null, "arm"], "position": [0, 0, 0]},
      {"type": "MassPoint", "name": "bob", "physicsMass": 1, "referencePosition": [0, -2, 0]},
      {"type": "SpringDamper", "name": "spring", "bodies": ["bob", null], "position0": [0, -2, 0], "position1": [0, -1, 0],
       "localPosition0": [0, 0, 0], "localPosition1": [0, -1, 0], "stiffness": 5, "referenceLength": 0.8}],
    "analysis": [{"type": "dynamic", "endTime": 0.5, "numberOfSteps": 100,
                  "newton": {"relativeTolerance": 1e-12, "absoluteTolerance": 1e-12}}]})");
  json["create"][0]["referencePosition"] = place;
  for (const char* key : {"position0", "position1"}) json["create"][3].erase(key);
  json["measures"] = Json::object();
  for (auto each = measures.begin(); each != measures.end(); ++each) json["measures"][each.key()]["formula"] = each.value();
  return json;
}

double value(const Json& document, int measure = 0) { return run(document.dump()).simulation().measures().at(measure).value.value(); }

std::string onlyIssue(const Json& json) {
  const Lines lines = issuesOf(json.dump());
  return lines.size() == 1 ? lines[0] : std::to_string(lines.size()) + " lines";
}
std::string wrong(const std::string& formula) {
  const std::string line = onlyIssue(armAndBob({{"m", formula}}));
  const std::string start = "/measures/m/formula: in '" + formula + "' at character ";
  return line.rfind(start, 0) == 0 ? line.substr(start.size()) : line;
}

TEST(Reaction, CarriesTheWeightAtRest) {
  const Json rest = armAndBob({{"load", "max(norm(reaction(\"hinge\")))"}, {"y", "mean(reaction('hinge', 'arm')[1])"}});
  EXPECT_NEAR(value(rest, 0), m * g, 1e-9);
  EXPECT_NEAR(value(rest, 1), m * g, 1e-9);
}

TEST(Reaction, ActsOnTheFirstBodyThatMoves) {
  // The bob 1 m below the end of a spring of length 0.8 m is pulled up.
  const Json both = armAndBob({{"first", "initial(reaction(\"spring\")[1])"}, {"named", "initial(reaction(\"spring\", \"bob\")[1])"}});
  EXPECT_NEAR(value(both, 0), 5 * 0.2, 1e-9);
  EXPECT_EQ(value(both, 1), value(both, 0));
}

TEST(Reaction, IsMassTimesAccelerationMinusGravity) {
  Json swing = armAndBob({{"x", "max(abs(reaction(\"hinge\")[0] - 2*sensor(\"a\")[0]))"},
                          {"y", "max(abs(reaction(\"hinge\")[1] - 2*(sensor(\"a\")[1] + 9.81)))"},
                          {"load", "max(norm(reaction(\"hinge\")))"}},
                         {0.5, 0, 0});
  swing["sensors"] = {{{"type", "Body"}, {"name", "a"}, {"bodyNumber", "arm"}, {"outputVariableType", "Acceleration"}}};
  EXPECT_LT(value(swing, 0), 1e-7);
  EXPECT_LT(value(swing, 1), 1e-7);
  EXPECT_GT(value(swing, 2), m * g);
}

TEST(Reaction, EqualsASensorOfTheForce) {
  Json swing = armAndBob({{"load", "max(norm(reaction(\"hinge\")))"}, {"again", "min(reaction(\"hinge\", \"arm\")[0])"}}, {0.5, 0, 0});
  swing["sensors"] = {
      {{"type", "ForceOnBody"}, {"name", "by hand"}, {"bodyNumber", "arm"}, {"objectNumber", "hinge"}, {"outputVariableType", "Force"}}};
  const Recorded motion = run(swing.dump());
  for (int k = 0; k < 3; ++k) EXPECT_EQ(motion.column("reaction(\"hinge\", \"arm\")", k), motion.column("by hand", k));
  Recorded other = run(swing.dump());
  EXPECT_EQ(other.simulation().history().sensors().size(), 2u) << "one sensor for both measures";
}

TEST(Reaction, LeavesTheDocumentAndTheMotionAsTheyAre) {
  Json with = armAndBob({{"load", "max(norm(reaction(\"hinge\")))"}}, {0.5, 0, 0});
  with["sensors"] = {{{"type", "Body"}, {"name", "place"}, {"bodyNumber", "arm"}, {"outputVariableType", "Position"}}};
  Json without = with;
  without.erase("measures");
  EXPECT_EQ(writtenOut(with.dump())["sensors"], writtenOut(without.dump())["sensors"]);
  EXPECT_EQ(run(with.dump()).column("place"), run(without.dump()).column("place"));
  const std::string again = writtenOut(with.dump()).dump();
  EXPECT_EQ(run(again).simulation().measures()[0].value, run(with.dump()).simulation().measures()[0].value);
}

TEST(Reaction, CanBePlottedAndUsedByDefinitions) {
  Json json = armAndBob({{"load", "max(size(\"hinge\"))"}});
  EXPECT_EQ(issuesOf(json.dump()).size(), 1u) << "an argument cannot be a name";
  json["measures"]["load"]["formula"] = "max(size(2))";
  json["definitions"]["size(factor)"] = "factor*norm(reaction(\"hinge\"))";
  json["display"]["plots"] = {{{"curves", {{{"sensor", "reaction(\"hinge\", \"arm\")"}, {"component", 1}}}}}};
  EXPECT_NEAR(value(json), 2 * m * g, 1e-9);
}

TEST(Reaction, DoesNotTakeTheNamesOfOlderDocuments) {
  Json json = armAndBob({{"load", "reaction(3)"}, {"hinge", "final(norm(reaction(4))*t)"}});
  json["definitions"]["reaction(a)"] = "2*a";
  EXPECT_EQ(value(json), 6);
  Json named = armAndBob({{"load", "final(reaction(\"hinge\")[1])"}});
  named["sensors"] = {{{"type", "UserFunction"}, {"name", "reaction(\"hinge\", \"arm\")"}, {"sensorUserFunction", "t"}}};
  EXPECT_NEAR(value(named), m * g, 1e-9);
}

TEST(Reaction, RefusesWrongNames) {
  EXPECT_EQ(wrong("max(reaction(\"hing\")[0])"), "14: no object is called 'hing'; did you mean 'hinge'?");
  EXPECT_EQ(wrong("max(reaction(\"hinge\", \"am\")[0])"), "23: no object is called 'am'; did you mean 'arm'?");
  EXPECT_EQ(wrong("max(reaction(\"arm\")[0])"),
            "14: must be a joint or connector, got the body 'arm': name the joint first, reaction(\"joint\", \"arm\")");
  EXPECT_EQ(wrong("max(reaction(\"hinge\", \"spring\")[0])"), "23: must be a body, got 'spring'");
  EXPECT_EQ(wrong("max(reaction(\"hinge\", \"bob\")[0])"), "23: 'hinge' does not act on 'bob', but on 'ground' and 'arm'");
  EXPECT_EQ(wrong("max(reaction(\"hinge\", \"ground\")[0])"),
            "23: must be a body that moves, got 'ground': the ground has no free-body diagram");
}

TEST(Reaction, RefusesFlexibleBodies) {
  Json json = Json::parse(readFile("tests/data/items/objects/JointSliding2D.json"));
  json["measures"]["m"]["formula"] = "max(reaction(\"slider\")[1])";
  EXPECT_EQ(issuesOf(json.dump()), Lines()) << "its first body is the cart";
  json["measures"]["m"]["formula"] = "max(reaction(\"slider\", \"cable1\")[1])";
  EXPECT_EQ(onlyIssue(json),
            "/measures/m/formula: in 'max(reaction(\"slider\", \"cable1\")[1])' at character 24: 'cable1' must be a rigid body or a point "
            "mass, because a flexible body has no single node");
}

TEST(Reaction, RefusesWrongCalls) {
  EXPECT_EQ(wrong("max(reaction(hinge)[0])"), "14: expected a name in quotes: reaction(\"joint\") or reaction(\"joint\", \"body\")");
  EXPECT_EQ(wrong("max(reaction()[0])"), "5: reaction(\"joint\", \"body\") takes 1 or 2 arguments, got 0");
  EXPECT_EQ(wrong("max(reaction(\"hinge\", \"arm\", 1)[0])"), "5: reaction(\"joint\", \"body\") takes 1 or 2 arguments, got 3");
  EXPECT_EQ(wrong("max(reaction)"), "5: 'reaction' needs the name of a joint or connector: reaction(\"name\")");
  EXPECT_EQ(wrong("max(reacton(\"hinge\")[0])"), "5: unknown function 'reacton'; did you mean 'reaction'?");
  EXPECT_EQ(wrong("max(\"hinge\")"), "5: a text in quotes is only allowed in sensor(\"name\"), input(\"name\") and reaction(\"name\")");
  EXPECT_EQ(wrong("reaction(\"hinge\")[0]"),
            "1: a quantity that changes with time must be inside a functional such as max(…), mean(…) or final(…)");
  EXPECT_EQ(wrong("mean(reaction(\"hinge\"))"), "6: mean(x, from, to): expected a number, got a 3-vector");
  Json json = armAndBob(Json::object());
  json["sensors"] = {{{"type", "UserFunction"}, {"name", "force"}, {"sensorUserFunction", "reaction(\"hinge\")"}}};
  EXPECT_EQ(
      onlyIssue(json),
      "/sensors/0/sensorUserFunction: in 'reaction(\"hinge\")' at character 1: reaction(\"joint\") is not allowed here: only measures "
      "read reactions");
}

}  // namespace
}  // namespace slipstick::testing
