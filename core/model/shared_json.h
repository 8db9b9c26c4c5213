// JSON that a model carries for whoever shows it. What computes includes this instead of all of nlohmann_json.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>

namespace slipstick {

using Json = nlohmann::ordered_json;

class SharedJson {
 public:
  SharedJson() = default;
  SharedJson(Json json);  // NOLINT(google-explicit-constructor)

  /// Null where none was given.
  const Json& operator*() const;
  const Json* operator->() const { return &**this; }

 private:
  std::shared_ptr<const Json> json_;
};

}  // namespace slipstick
