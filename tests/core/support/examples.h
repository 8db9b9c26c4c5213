// The example model of each registered item type: tests/data/items/<list>/<Type>.json, or a generated one.
#pragma once

#include <ostream>
#include <string>

#include "core/model/model.h"

namespace slipstick::testing {

/// The path of a type's example.
std::string examplePath(const ItemType& type);
/// The text of the example, or of a generated one; throws with advice if there is neither.
std::string exampleText(const ItemType& type);
/// A generated model with an item of the type between free bodies and only the required parameters; null if the type needs more than
/// markers on them.
Json madeExample(const ItemType& type);
/// The model, and the number of the first item of the type in it.
struct Example {
  std::shared_ptr<const Model> model;
  int item;
};
Example example(const ItemType& type);
/// All registered types, by kind and name.
std::vector<const ItemType*> allTypes();
/// "objects/RigidBody".
std::string typeName(const ItemType& type);

}  // namespace slipstick::testing

namespace slipstick {
/// The name of a type in test output.
inline void PrintTo(const ItemType* type, std::ostream* out) { *out << testing::typeName(*type); }
}  // namespace slipstick
