// Tables with the effect of each parameter of an item.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/registry/registry.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {

using Numbers = std::vector<double>;

struct Effect {
  const char* parameter;
  const char* base;  // members of the item
  const char* with;  // the parameter, set or changed
  Numbers before, after;
  Numbers data = {};  // states of contact and friction, if different from the usual ones
};

/// Checks the effects, and that every parameter is covered unless it is in `elsewhere`.
inline void expectEffects(const char* type, const std::vector<Effect>& effects, std::set<std::string> elsewhere,
                          const std::function<Numbers(const Json&, const Numbers&)>& measure) {
  for (const Effect& effect : effects) {
    Json item = Json::parse(effect.base);
    item["type"] = type;
    for (const Numbers* expected : {&effect.before, &effect.after}) {
      const Numbers found = measure(item, effect.data);
      ASSERT_EQ(found.size(), expected->size()) << effect.parameter;
      for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], (*expected)[i], 1e-11) << effect.parameter << " [" << i << "]";
      const Json change = Json::parse(effect.with);
      ASSERT_EQ(change.size(), 1u);
      EXPECT_EQ(change.begin().key(), effect.parameter);
      item.update(change);
    }
    EXPECT_NE(effect.before, effect.after) << effect.parameter;
    elsewhere.insert(effect.parameter);
  }
  for (const Parameter& parameter : Registry::instance().find(ItemKind::object, type)->parameters)
    EXPECT_TRUE(elsewhere.contains(std::string(parameter.name)))
        << type << " has the parameter " << parameter.name << ", whose effect nothing shows";
}

}  // namespace slipstick::testing
