// Models as Python scripts for Exudyn 1.13.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/exchange/python_formula.h"
#include "core/model/model.h"

namespace slipstick {

struct ExudynScript {
  std::string text;
  std::vector<std::string> leftOut;  // content that Exudyn lacks, also listed at the start of the text
};

/// The end of the first line of every script.
inline constexpr const char* exudynScriptMark = "written by Slipstick.";

/// A script that builds and solves the model of `document`. Numbers that the document gives as formulas are expressions in the script. If
/// the first step assembles the mechanism, the script starts with the assembled coordinates. Throws ExportError if the script cannot
/// represent the model.
ExudynScript exudynScript(const std::shared_ptr<const Model>& model, std::string_view document);

}  // namespace slipstick
