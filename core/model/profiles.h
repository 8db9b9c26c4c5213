// Reads the quantities along cables and belts that the display requests.
#pragma once

#include <cstdint>

#include "core/model/items.h"

namespace slipstick {

/// Finds and numbers the requested quantities, each once. Nonexistent ones produce warnings.
class ProfileReader {
 public:
  ProfileReader(const Model& model, UserFunctionReader& functions, Issues& issues)
      : model_(model), functions_(functions), issues_(issues) {}

  /// Returns the number of the quantity along `line` that `asked` names by `of`, `outputVariableType` and `component` or by `formula`,
  /// all of them resolved; -1 if it is not recorded.
  int add(const std::string& line, const DocumentPlace& linePlace, const Json& asked, const DocumentPlace& place);
  /// Returns the names of all cables and belts.
  std::vector<std::string> lines() const;
  const std::vector<Profile>& profiles() const { return profiles_; }

 private:
  void layElements(Profile& profile, const std::vector<int>& elements) const;
  bool readFormula(Profile& profile, const Json& json, const DocumentPlace& place);
  bool readVariable(Profile& profile, const std::vector<int>& elements, const Json& asked, const DocumentPlace& place);
  bool findOutput(Profile& profile, const ItemType& type, const Json& asked, const DocumentPlace& place);

  const Model& model_;
  UserFunctionReader& functions_;
  Issues& issues_;
  std::vector<Profile> profiles_;
  std::int64_t points_ = 0;
  int requests_ = 0;
};

}  // namespace slipstick
