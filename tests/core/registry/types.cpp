// Properties of every registered item type, so that tests cover a new type without new code.

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "core/document/load.h"
#include "core/document/schema.h"
#include "core/model/items.h"
#include "tests/core/support/examples.h"
#include "tests/core/support/run.h"
#include "tests/core/support/schema.h"

namespace slipstick::testing {
namespace {

TEST(Registry, HoldsOneTypeForEachItemFile) {
  std::set<std::string> files, types;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(sourcePath("core/items"))) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".cpp" && !std::islower(static_cast<unsigned char>(name[0])))
      files.insert(entry.path().parent_path().filename().string() + "/" + entry.path().stem().string());
  }
  int count = 0;
  for (const ItemType* type : allTypes()) {
    ++count;
    // Objects are in three rooms.
    for (const char* room : {"nodes", "bodies", "connectors", "constraints", "markers", "loads", "sensors"}) {
      const bool isObject = room == std::string("bodies") || room == std::string("connectors") || room == std::string("constraints");
      if ((isObject ? "objects" : room) == listName(type->kind) && files.contains(room + ("/" + type->name)))
        types.insert(room + ("/" + type->name));
    }
  }
  EXPECT_EQ(types, files) << "an item file lost its registration, or is not named after its type";
  EXPECT_EQ(count, static_cast<int>(files.size()));
}

/// Exchanged models contain every parameter explicitly.
TEST(Registry, KnowsEveryParameterOfThePeerWithItsDefault) {
  const Json peer = Json::parse(readFile("tests/data/exudyn-items.json"))["items"];
  for (const ItemType* type : allTypes()) {
    const Json& list = peer[listName(type->kind)];
    ASSERT_TRUE(list.contains(type->name))
        << typeName(*type) << " is missing in tests/data/exudyn-items.json: Exudyn's defaults, or null if it has no such type";
    if (list[type->name].is_null()) continue;
    const auto item = type->create();
    for (const auto& [name, value] : list[type->name].items()) {
      if (name == "name") continue;
      const Parameter* parameter = type->parameter(name);
      ASSERT_TRUE(parameter) << typeName(*type) << " has no parameter " << name;
      if (type->name == "JointSliding" && name == "constrainRotations") continue;  // the default of Exudyn stops Exudyn
      const Target target = parameter->target(item.get());
      // Items, functions and matrices that Exudyn describes in words have no number as default.
      if (parameter->presence == Presence::required || referredKind(target) || target.is<UserFunction>() || value.is_string()) continue;
      const auto numbers = [](const Json& json) {
        std::vector<double> result;
        const Json flat = json.flatten();
        for (const auto& [pointer, leaf] : flat.items()) {
          if (leaf.is_boolean()) result.push_back(leaf.get<bool>() ? 1 : 0);
          if (leaf.is_number()) result.push_back(leaf.get<double>());
        }
        return result;
      };
      EXPECT_EQ(numbers(toJson(target)), numbers(value)) << typeName(*type) << " " << name;
    }
  }
}

class ItemTypes : public ::testing::TestWithParam<const ItemType*> {};

void expectInside(const Parameter& parameter, const std::vector<double>& values) {
  for (double value : values) {
    EXPECT_TRUE(std::isfinite(value)) << parameter.name;
    switch (parameter.range.kind) {
      case Range::Kind::positive:
        EXPECT_GT(value, 0) << parameter.name;
        break;
      case Range::Kind::nonNegative:
        EXPECT_GE(value, 0) << parameter.name;
        break;
      case Range::Kind::unitInterval:
        EXPECT_TRUE(value >= 0 && value <= 1) << parameter.name;
        break;
      case Range::Kind::oneOf:
        EXPECT_EQ(std::count(parameter.range.choices().begin(), parameter.range.choices().end(), value), 1) << parameter.name;
        break;
      default:
        break;
    }
  }
  if (parameter.range.kind == Range::Kind::unitVector) {
    double square = 0;
    for (double value : values) square += value * value;
    EXPECT_NEAR(square, 1, 1e-15) << parameter.name;
  }
}

TEST_P(ItemTypes, HasItsDefaultsInsideTheirRanges) {
  const auto item = GetParam()->create();
  for (const Parameter& parameter : GetParam()->parameters) {
    if (parameter.presence == Presence::required) continue;
    const Target target = parameter.target(item.get());
    const Json value = referredKind(target) ? Json() : toJson(target);
    std::vector<double> numbers;
    const Json flat = value.flatten();
    for (const auto& [pointer, leaf] : flat.items())
      if (leaf.is_number()) numbers.push_back(leaf.get<double>());
    expectInside(parameter, numbers);
  }
}

TEST_P(ItemTypes, NamesItselfAndItsParametersForAReader) {
  const ItemType& type = *GetParam();
  const std::string summary = type.summary.words();
  EXPECT_FALSE(summary.empty());
  EXPECT_EQ(summary.back(), '.');
  std::set<std::string> names;
  for (const Parameter& parameter : type.parameters) {
    EXPECT_FALSE(std::string(parameter.text.words()).empty()) << parameter.name;
    EXPECT_TRUE(names.emplace(parameter.name).second) << parameter.name << " occurs twice";
  }
  for (const auto& [role, parameter] : type.drawnAs.from) EXPECT_TRUE(type.parameter(parameter)) << "is drawn by " << parameter;
  EXPECT_TRUE(type.dataUnit || !type.initialData) << "its data have units";
  std::set<OutputVariable> variables;
  for (const Output& output : type.outputs) {
    EXPECT_FALSE(*output.text.words() == 0) << outputVariableName(output.variable);
    EXPECT_TRUE(variables.insert(output.variable).second) << outputVariableName(output.variable) << " occurs twice";
  }
}

TEST_P(ItemTypes, HasAnExampleThatRuns) {
  const LoadedModel loaded = loadModel(exampleText(*GetParam()));
  for (const Issue& issue : loaded.issues) ADD_FAILURE() << examplePath(*GetParam()) << " " << issue.pointer << ": " << issue.message;
  ASSERT_TRUE(loaded.model);
  EXPECT_GE(example(*GetParam()).item, 0);
  EXPECT_FALSE(loaded.model->description.empty());
  ASSERT_FALSE(loaded.model->sensors().empty());
  Recorded run(loaded.model);
  EXPECT_EQ(run.simulation().run(), Simulation::Status::finished) << run.stop().message;
  EXPECT_GT(run.samples(), 10);
  for (int i = 0; i < run.samples(); ++i)
    for (int k = 0; k < run.simulation().history().width(); ++k) ASSERT_TRUE(std::isfinite(run.simulation().history().row(i)[k]));
}

TEST_P(ItemTypes, RunsWithOnlyRequiredParameters) {
  const Json made = madeExample(*GetParam());
  if (made.is_null()) return;  // it needs more than two bodies
  const LoadedModel loaded = loadModel(made.dump());
  for (const Issue& issue : loaded.issues) EXPECT_EQ(issue.severity, Issue::Severity::warning) << issue.pointer << ": " << issue.message;
  ASSERT_TRUE(loaded.model);
  Recorded run(loaded.model);
  EXPECT_EQ(run.simulation().run(), Simulation::Status::finished) << run.stop().message;
}

TEST_P(ItemTypes, HasASchemaThatAcceptsTheExample) {
  static const Json schema = documentSchema();
  EXPECT_EQ(schemaMismatch(Json::parse(exampleText(*GetParam())), schema, schema), "");
}

TEST_P(ItemTypes, HasASchemaThatRefusesAnUnknownParameterAsTheParserDoes) {
  static const Json schema = documentSchema();
  Json document = Json::parse(exampleText(*GetParam()));
  document[listName(GetParam()->kind)][0]["unknownParameter"] = 1;
  EXPECT_NE(schemaMismatch(document, schema, schema), "");
  EXPECT_FALSE(loadModel(document.dump()).model);
}

TEST_P(ItemTypes, RefusesNumbersOutsideTheRange) {
  const ItemType& type = *GetParam();
  Json document = Json::parse(exampleText(type));
  Json& list = document[listName(type.kind)];
  const auto item = std::find_if(list.begin(), list.end(), [&](const Json& each) { return each["type"] == type.name; });
  const auto defaults = type.create();
  for (const Parameter& parameter : type.parameters) {
    const Target target = parameter.target(defaults.get());
    if (!target.is<double>()) continue;
    if (parameter.range.kind != Range::Kind::positive && parameter.range.kind != Range::Kind::nonNegative) continue;
    const Json before = item->contains(parameter.name) ? (*item)[parameter.name] : Json();
    (*item)[parameter.name] = -1;
    const LoadedModel loaded = loadModel(document.dump());
    ASSERT_FALSE(loaded.model) << parameter.name;
    EXPECT_NE(loaded.issues[0].pointer.find("/" + std::string(parameter.name)), std::string::npos) << loaded.issues[0].pointer;
    if (before.is_null())
      item->erase(parameter.name);
    else
      (*item)[parameter.name] = before;
  }
}

INSTANTIATE_TEST_SUITE_P(Items, ItemTypes, ::testing::ValuesIn(allTypes()),
                         [](const auto& info) { return std::string(kindName(info.param->kind)) + info.param->name; });

}  // namespace
}  // namespace slipstick::testing
