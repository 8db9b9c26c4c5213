// From a document to a model.
#pragma once

#include "core/model/model.h"

namespace slipstick {

struct LoadedModel {
  std::shared_ptr<const Model> model;  // null if there are errors
  std::vector<Issue> issues;           // all issues, in the document's order
};

/// Reads, evaluates, expands and checks a document; `parameters` replace values of the document's parameters. If requested, `expanded`
/// becomes the whole document with creators expanded, names resolved and formulas of constants evaluated, unless there are errors.
/// Of texts in several languages, the model has those in `language`, as in core/document/texts.h.
LoadedModel loadModel(std::string_view document, const std::map<std::string, double>& parameters = {}, const DocumentLimits& limits = {},
                      Json* expanded = nullptr, std::string_view language = {});

}  // namespace slipstick
