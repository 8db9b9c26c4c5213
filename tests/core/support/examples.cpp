#include "tests/core/support/examples.h"

#include <fstream>
#include <stdexcept>

#include "core/model/items.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {

std::string typeName(const ItemType& type) { return listName(type.kind) + "/" + type.name; }
std::string examplePath(const ItemType& type) { return "tests/data/items/" + typeName(type) + ".json"; }

std::string exampleText(const ItemType& type) {
  if (!std::ifstream(sourcePath(examplePath(type))))
    throw std::runtime_error(std::string(kindName(type.kind)) + " type " + type.name + " has no example: add a small model that runs as " +
                             examplePath(type));
  return readFile(examplePath(type));
}

Example example(const ItemType& type) {
  Example result{load(exampleText(type)), -1};
  const auto& items = result.model->of(type.kind);
  for (std::size_t i = 0; i < items.size() && result.item < 0; ++i)
    if (items[i].type == &type) result.item = static_cast<int>(i);
  if (result.item < 0) throw std::runtime_error(examplePath(type) + " holds no item of the type");
  return result;
}

std::vector<const ItemType*> allTypes() {
  std::vector<const ItemType*> types;
  for (int kind = 0; kind < itemKinds; ++kind)
    for (const ItemType* type : Registry::instance().types(static_cast<ItemKind>(kind))) types.push_back(type);
  return types;
}

}  // namespace slipstick::testing
