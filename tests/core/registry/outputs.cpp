// Every output that a type lists is written completely, and nothing outside it.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/support/evaluated.h"
#include "tests/core/support/examples.h"
#include "tests/core/support/variation.h"

namespace slipstick::testing {
namespace {

constexpr double untouched = 0x1.23456789abcdep+500;
constexpr int more = 9;  // as many as the largest output has

class Outputs : public ::testing::TestWithParam<const ItemType*> {};

TEST_P(Outputs, FillTheirNumbersAndNoOther) {
  const ItemType& type = *GetParam();
  const Example start = example(type);
  const auto model = plainCopy(*start.model);
  const auto outputs = addSensors(*model, type.kind, start.item, {});
  EvaluatedSystem system(model);
  system.update(system.initial());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const char* name = outputVariableName(outputs[i]->variable);
    const int size = system.sensorSize(static_cast<int>(i));
    std::vector<double> numbers(size + more, untouched);
    system.sensor(static_cast<int>(i), numbers.data());
    const auto end = numbers.begin() + size;
    EXPECT_EQ(std::count(numbers.begin(), end, untouched), 0) << name << " leaves some of its " << size << " numbers out";
    EXPECT_EQ(std::count(end, numbers.end(), untouched), more) << name << " writes more than its " << size << " numbers";
  }
}

std::vector<const ItemType*> typesWithOutputs() {
  std::vector<const ItemType*> types;
  for (const ItemType* type : allTypes())
    if (type->kind != ItemKind::sensor && !type->outputs.empty()) types.push_back(type);
  return types;
}

INSTANTIATE_TEST_SUITE_P(Items, Outputs, ::testing::ValuesIn(typesWithOutputs()),
                         [](const auto& info) { return std::string(kindName(info.param->kind)) + info.param->name; });

}  // namespace
}  // namespace slipstick::testing
