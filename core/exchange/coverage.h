// What becomes of each element and attribute of a description: carried over, without influence on the motion, or left out.
#pragma once

#include <string>

#include "core/exchange/robot.h"

namespace slipstick {

enum class Fate { carried, still, left, unknown };
enum class Format { urdf, mjcf };

/// Of an attribute, or of the element itself if `attribute` is empty. `parent`: name of the element around it.
Fate fateOf(Format format, const std::string& parent, const std::string& element, const std::string& attribute = "");

/// Lists what a document has of the elements and attributes that are left out, and those that no table knows.
void listLeft(Format format, const XmlElement& root, Robot& robot);

}  // namespace slipstick
