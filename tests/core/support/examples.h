// The example model of each registered item type: tests/data/items/<list>/<Type>.json, or where there is none one that is made.
#pragma once

#include <ostream>
#include <string>

#include "core/model/model.h"

namespace slipstick::testing {

/// Where the example of a type stands.
std::string examplePath(const ItemType& type);
/// Its text, or that of a made one; throws with advice if there is neither.
std::string exampleText(const ItemType& type);
/// A model with an item of the type between free bodies and with nothing but what it needs; null where it needs more than markers on them.
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
/// How a failing test names its type.
inline void PrintTo(const ItemType* type, std::ostream* out) { *out << testing::typeName(*type); }
}  // namespace slipstick
