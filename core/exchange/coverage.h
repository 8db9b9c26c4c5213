// The treatment of each element and attribute of a description: imported, without influence on the motion, or omitted.
#pragma once

#include <string>

#include "core/exchange/robot.h"

namespace slipstick {

enum class Treatment { carried, still, left, unknown };
enum class Format { urdf, mjcf };

/// The treatment of an attribute, or of the element itself if `attribute` is empty. `parent`: name of the element around it.
Treatment treatmentOf(Format format, const std::string& parent, const std::string& element, const std::string& attribute = "");

/// Lists the omitted elements and attributes of a document, and those unknown to all tables.
void listLeft(Format format, const XmlElement& root, Robot& robot);

}  // namespace slipstick
