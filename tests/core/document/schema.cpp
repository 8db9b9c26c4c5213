#include <gtest/gtest.h>

#include <functional>

#include "core/creators/creator.h"
#include "core/document/reference.h"
#include "core/document/schema.h"
#include "tests/core/model/load.h"
#include "tests/core/support/run.h"

namespace slipstick {
namespace {

TEST(Schema, DescribesEveryTypeAndCreator) {
  const Json schema = documentSchema();
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  for (const ItemKind kind : {ItemKind::node, ItemKind::object, ItemKind::marker, ItemKind::load, ItemKind::sensor})
    for (const ItemType* type : Registry::instance().types(kind)) {
      const Json& item = schema["$defs"][std::string(kindName(kind)) + "." + type->name];
      for (const Parameter& parameter : type->parameters)
        EXPECT_TRUE(item["properties"].contains(parameter.name)) << type->name << " " << parameter.name;
    }
  for (const Creator& creator : creators()) EXPECT_TRUE(schema["$defs"].contains(std::string("create.") + creator.name));
}

TEST(Schema, OfThePageIsUpToDate) {
  const char* const why = "run npm run reference, which writes web/public/schema.json and web/public/reference.json";
  EXPECT_TRUE(Json::parse(testing::readFile("web/public/schema.json")) == documentSchema()) << why;
  EXPECT_TRUE(Json::parse(testing::readFile("web/public/reference.json")) == documentReference()) << why;
}

TEST(Schema, RefersOnlyToItsDefinitions) {
  const Json schema = documentSchema();
  int references = 0;
  const std::function<void(const Json&)> visit = [&](const Json& json) {
    if (json.is_object() && json.contains("$ref")) {
      ++references;
      const std::string target = json["$ref"];
      ASSERT_EQ(target.substr(0, 8), "#/$defs/");
      EXPECT_TRUE(schema["$defs"].contains(target.substr(8))) << target;
    }
    if (json.is_structured())
      for (const Json& entry : json) visit(entry);
  };
  visit(schema);
  EXPECT_GT(references, 100);
}

TEST(Schema, GivesUnitRangeAndDefault) {
  const Json spring = documentSchema()["$defs"]["object.ConnectorSpringDamper"];
  EXPECT_EQ(spring["additionalProperties"], false);
  EXPECT_EQ(spring["properties"]["stiffness"]["anyOf"][0]["minimum"], 0);
  EXPECT_EQ(spring["properties"]["stiffness"]["default"], 0.0);
  EXPECT_NE(spring["properties"]["stiffness"]["description"].get<std::string>().find("(N/m)"), std::string::npos);
  EXPECT_EQ(spring["required"], Json({"type", "markerNumbers"}));
}

TEST(Schema, KnowsTheSettingsOfEachStep) {
  const Json definitions = documentSchema()["$defs"];
  EXPECT_TRUE(definitions["analysis.dynamic"]["properties"]["newton"]["properties"]["numericalDifferentiation"]["properties"].contains(
      "relativeEpsilon"));
  EXPECT_TRUE(definitions["analysis.static"]["properties"].contains("numberOfLoadSteps"));
  EXPECT_FALSE(definitions["analysis.static"]["properties"].contains("endTime"));
}

TEST(Schema, AcceptsWordsForNumbersWithAMeaning) {
  const Json model = documentSchema()["$defs"]["object.ContactSphereSphere"]["properties"]["impactModel"];
  EXPECT_EQ(model["anyOf"][0]["enum"], Json({0.0, 1.0, 2.0, "LinearDamping", "HuntCrossley", "GonthierCarvalho"}));
}

/// The schema of an entry of a list, by the list's name.
const Json& named(const Json& list, const std::string& name) {
  static const Json none;
  for (const Json& entry : list)
    if (entry["name"] == name) return entry;
  return none;
}

TEST(Reference, ExplainsCreatorsByTheirItems) {
  const Json reference = documentReference();
  const Json contact = named(reference["creators"], "SphereSphereContact")["rows"];
  const Json parameters = itemReference("ContactSphereSphere")[0]["parameters"];
  for (const char* passed : {"contactStiffness", "impactModel", "activeConnector"})
    EXPECT_EQ(named(contact, passed), named(parameters, passed)) << passed;
  EXPECT_TRUE(named(contact, "markerNumbers").is_null());
  EXPECT_EQ(named(contact, "bodies")["required"], true);
  EXPECT_EQ(named(named(reference["creators"], "Belt")["rows"], "useReducedOrderIntegration")["default"], 2);
  EXPECT_EQ(named(named(reference["creators"], "Belt")["rows"], "circles")["tables"], Json({"circle"}));
  EXPECT_EQ(named(named(reference["tables"], "circle")["rows"], "radius")["unit"], "m");
}

TEST(Reference, DescribesTheFormOfValuesForPrograms) {
  const Json reference = documentReference();
  const auto form = [&](const char* creator, const char* row) {
    return named(named(reference["creators"], creator)["rows"], row)["form"].dump();
  };
  EXPECT_EQ(form("SpringDamper", "stiffness"), R"({"is":"number"})");
  EXPECT_EQ(form("SpringDamper", "localPosition0"), R"({"is":"number","count":3})");
  EXPECT_EQ(form("SpringDamper", "springForceUserFunction"), R"({"is":"userFunction"})");
  EXPECT_EQ(form("SpringDamper", "bodies"), R"({"is":"reference","count":null})");
  EXPECT_EQ(form("Force", "body"), R"({"is":"reference"})");
  EXPECT_EQ(form("RigidBody", "nodeType"), R"({"is":"word","words":["RigidBodyEP","RigidBodyRxyz","RigidBodyRotVecLG"]})");
  EXPECT_EQ(form("RigidBody", "referenceRotationMatrix"), R"({"is":"matrix"})");
  EXPECT_EQ(form("Belt", "circles"), R"({"is":"object","count":null})");
  EXPECT_EQ(form("Spheres", "positions"), R"({"is":"vector","count":null})");
  EXPECT_EQ(form("Spheres", "spheresRadii"), R"({"is":"number","count":null})");
  EXPECT_EQ(form("Spheres", "colors"), R"({"is":"color","count":null})");
}

TEST(Reference, ExplainsTheSettingsOfEachStep) {
  const Json reference = documentReference();
  const auto setting = [&](const char* step, const char* name) { return named(named(reference["steps"], step)["rows"], name); };
  EXPECT_EQ(setting("dynamic", "adaptiveStepDecrease")["default"], 0.5);
  EXPECT_EQ(setting("static", "adaptiveStepDecrease")["default"], 0.25);
  EXPECT_EQ(setting("dynamic", "solver")["default"], "GeneralizedAlpha");
  EXPECT_EQ(setting("dynamic", "newton")["tables"], Json({"newton"}));
  EXPECT_EQ(named(named(reference["tables"], "newton")["rows"], "maxIterations")["default"], 25);
  EXPECT_TRUE(setting("static", "endTime").is_null());
}

TEST(Reference, CountsOutputsByItemOrByContactSegment) {
  const Json contact = itemReference("ContactFrictionCircleCable2D")[0]["outputs"], tree = itemReference("KinematicTree")[0]["outputs"];
  EXPECT_EQ(named(contact, "ForceLocal")["size"], nullptr);
  EXPECT_EQ(named(contact, "ForceLocal")["sizePerSegment"], 2);
  EXPECT_EQ(named(tree, "Coordinates")["size"], nullptr);
  EXPECT_FALSE(named(tree, "Coordinates").contains("sizePerSegment"));
}

TEST(Reference, ListsTheFunctionsOfFormulas) {
  const Json functions = documentReference()["functions"];
  EXPECT_EQ(named(functions, "clamp")["usage"], "clamp(x, low, high)");
  EXPECT_GT(functions.size(), 40u);
}

TEST(Reference, ExplainsOneTypeOrAll) {
  const Json ground = itemReference("Ground");
  ASSERT_EQ(ground.size(), 1u);
  EXPECT_EQ(ground[0]["kind"], "object");
  EXPECT_EQ(ground[0]["parameters"][0]["name"], "referencePosition");
  EXPECT_EQ(ground[0]["parameters"][0]["unit"], "m");
  EXPECT_EQ(ground[0]["parameters"][0]["default"], Json({0.0, 0.0, 0.0}));
  const Json camera = itemReference("camera");
  ASSERT_EQ(camera.size(), 1u);
  EXPECT_EQ(camera[0]["kind"], "display");
  EXPECT_EQ(camera[0]["parameters"][2]["default"], Json({0.0, 0.0, 1.0}));
  std::size_t types = 0;
  for (const ItemKind kind : {ItemKind::node, ItemKind::object, ItemKind::marker, ItemKind::load, ItemKind::sensor})
    types += Registry::instance().types(kind).size();
  const Json all = itemReference();
  EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const Json& entry) { return entry["kind"] != "display"; }), types);
  EXPECT_TRUE(itemReference("Grund").empty());
}

}  // namespace
}  // namespace slipstick
