#include "core/model/drawing.h"

#include <nlohmann/json.hpp>

#include "core/model/values.h"

namespace slipstick {

Json drawnAs(const ModelItem& item) {
  const Drawing& drawing = item.type->drawnAs;
  if (!*drawing.as) return nullptr;
  Json json = Json::object();
  json["as"] = drawing.as;
  for (const auto& [role, name] : drawing.from) {
    const Target target = item.type->parameter(name)->target(const_cast<void*>(item.value.get()));  // only read
    const auto* function = target.as<UserFunction>();
    json[role] = function ? Json(static_cast<bool>(*function)) : toJson(target);
  }
  return json;
}

std::vector<int> refersTo(const ModelItem& item, ItemKind kind) {
  std::vector<int> numbers;
  for (const Parameter& parameter : item.type->parameters) {
    const Target target = parameter.target(const_cast<void*>(item.value.get()));
    if (referredKind(target) != kind) continue;
    const std::vector<int> more = referredItems(target);
    numbers.insert(numbers.end(), more.begin(), more.end());
  }
  return numbers;
}

}  // namespace slipstick
