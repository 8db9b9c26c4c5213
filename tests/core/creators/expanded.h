// Expands entries of `create` for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/core/model/load.h"

namespace slipstick {

/// The expanded document of `create`, a list in JSON. Errors fail the test.
inline Json expanded(const std::string& create) {
  Json written;
  for (const Issue& issue : loadModel(document("\"create\": " + create), {}, {}, &written).issues)
    if (issue.severity == Issue::Severity::error) ADD_FAILURE() << issue.pointer << ": " << issue.message;
  return written;
}

}  // namespace slipstick
