#include "core/program/catalogue.h"

#include <gtest/gtest.h>

#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

TEST(Catalogue, OfThePageIsUpToDate) {
  const std::string file = readFile("wasm/engine/catalogue.ts");
  const std::size_t start = file.find("= {") + 2, end = file.rfind('}') + 1;
  EXPECT_TRUE(Json::parse(file.substr(start, end - start)) == catalogue())
      << "run npm run reference, which writes wasm/engine/catalogue.ts";
}

TEST(Catalogue, NamesListsPlotsAndPagesOfItems) {
  const Json all = catalogue();
  EXPECT_EQ(all["lists"][0], (Json{{"name", "nodes"}, {"kind", "node"}}));
  EXPECT_EQ(all["plots"], Json({"over", "map", "spectrum", "sensors"}));
  EXPECT_EQ(all["display"][0], (Json{{"name", "plots"}, {"isList", true}, {"pages", {"over", "map", "spectrum", "sensors"}}}));
  EXPECT_EQ(all["display"][1], (Json{{"name", "camera"}, {"isList", false}, {"pages", {"camera"}}}));
  EXPECT_EQ(all["remarks"]["tooSmall"], "Not right: too small.");
}

TEST(Catalogue, KnowsTheFamiliesOfTypes) {
  const Json types = catalogue()["types"];
  EXPECT_EQ(types["nodes"]["RigidBody2D"].dump(), R"({"family":"node","dimensions":2,"turns":true})");
  EXPECT_EQ(types["objects"]["MassPoint"].dump(), R"({"family":"body","drawnAs":"point","dimensions":3})");
  EXPECT_EQ(types["objects"]["JointGeneric"].dump(), R"({"family":"constraint","drawnAs":"joint"})");
  EXPECT_EQ(types["objects"]["ConnectorTorsionalSpringDamper"].dump(), R"({"family":"connector"})");
  EXPECT_EQ(types["objects"]["GenericODE2"].dump(), R"({"family":"system"})");
  EXPECT_EQ(types["create"]["Force"], types["loads"]["ForceVector"]);
  EXPECT_EQ(types["create"]["Belt"]["line"], true);
}

}  // namespace
}  // namespace slipstick::testing
