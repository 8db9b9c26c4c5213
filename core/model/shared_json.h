// JSON that a model stores for display. Computing code includes this header instead of the complete nlohmann_json.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>

namespace slipstick {

using Json = nlohmann::ordered_json;

class SharedJson {
 public:
  SharedJson() = default;
  SharedJson(Json json);  // NOLINT(google-explicit-constructor)

  /// Returns null if none was given.
  const Json& operator*() const;
  const Json* operator->() const { return &**this; }

 private:
  std::shared_ptr<const Json> json_;
};

}  // namespace slipstick
