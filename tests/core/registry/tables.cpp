#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/display/display_tables.h"
#include "core/registry/registry.h"
#include "core/registry/words.h"

namespace slipstick {
namespace {

// Tables are identified by their names.
void collect(const Table& table, std::map<std::string, const Row*>& known) {
  const auto [entry, isNew] = known.emplace(table.name, table.rows.data());
  EXPECT_EQ(entry->second, table.rows.data()) << "two tables are called " << table.name;
  if (!isNew) return;
  for (const Row& row : table.rows)
    for (const Table& inner : row.tables) collect(inner, known);
}

TEST(Tables, HaveNamesOfTheirOwn) {
  std::map<std::string, const Row*> known;
  collect(drawing::display, known);
  collect(drawing::visualization, known);
  EXPECT_GT(known.size(), 15u);
}

TEST(Capabilities, HaveAWordEach) {
  for (int kind = 0; kind < itemKinds; ++kind)
    for (const ItemType* type : Registry::instance().types(static_cast<ItemKind>(kind)))
      for (const Parameter& parameter : type->parameters)
        for (const Capabilities set : {type->provides, parameter.needs, parameter.needsOfLast})
          for (Capabilities bit = 1; bit; bit <<= 1)
            EXPECT_TRUE(!(set & bit) || !capability::describe(bit).empty()) << type->name << ", bit " << bit;
}

TEST(ValuesOfRows, HaveTheAddressOfTheStructMember) {
  struct Sample {
    double first = 0;
    std::vector<int> second;
    Matrix3 third;
    std::string last;
  };
  const ParameterOf<Sample> parameters[] = {{row<Matrix3>("third", unit::none, anyNumber, Presence::optional, ""), &Sample::third},
                                            {textRow("last", Says::text, Presence::optional, ""), &Sample::last},
                                            {row<double>("first", unit::none, anyNumber, 2.5, ""), &Sample::first}};
  Sample sample;
  EXPECT_EQ(parameters[0].bound().target(&sample).as<Matrix3>(), &sample.third);
  EXPECT_EQ(parameters[1].bound().target(&sample).as<std::string>(), &sample.last);
  EXPECT_EQ(parameters[1].bound().target(&sample).as<double>(), nullptr) << "it has another type";
  parameters[2].bound().setDefault(&sample);
  EXPECT_EQ(sample.first, 2.5);
  EXPECT_TRUE(parameters[2].bound().target(&sample).visit([&](auto* value) { return static_cast<void*>(value) == &sample.first; }));
}

enum class Side { left, right };
constexpr Words<Side, 2> sideWords{{{Side::left, "left"}, {Side::right, "right"}}};
static_assert(sideWords[Side::right] == std::string_view("right"));
static_assert(sideWords.value("left") == Side::left && !sideWords.value("top"));

}  // namespace
}  // namespace slipstick
