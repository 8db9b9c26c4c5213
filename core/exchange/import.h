// Descriptions of robots, URDF and MJCF, as documents.
#pragma once

#include "core/exchange/robot.h"

namespace slipstick {

struct Imported {
  Json document;
  std::vector<std::string> left;  // omitted content
};

/// `name`: of the file; `read` returns the content of files that it names, by paths relative to it, or nothing. Throws an ImportError.
Imported importRobot(const std::string& text, const std::string& name, const ReadFile& read);

}  // namespace slipstick
