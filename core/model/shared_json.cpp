#include "core/model/shared_json.h"

#include <nlohmann/json.hpp>

namespace slipstick {

SharedJson::SharedJson(Json json) : json_(std::make_shared<const Json>(std::move(json))) {}

const Json& SharedJson::operator*() const {
  static const Json none;
  return json_ ? *json_ : none;
}

}  // namespace slipstick
