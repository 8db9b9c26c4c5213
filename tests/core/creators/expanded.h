// What creators make of their entries.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/core/model/load.h"

namespace slipstick {

/// The document of `create`, a list in JSON, written out; its errors are failures.
inline Json expanded(const std::string& create) {
  Json written;
  for (const Issue& issue : loadModel(document("\"create\": " + create), {}, {}, &written).issues)
    if (issue.severity == Issue::Severity::error) ADD_FAILURE() << issue.pointer << ": " << issue.message;
  return written;
}

}  // namespace slipstick
