#include "core/exchange/import.h"

#include <algorithm>

namespace slipstick {
namespace {

/// Whether a file is a template for xacro: it contains xacro commands, or formulas in values.
bool isXacro(const XmlElement& element) {
  const auto isFormula = [](const auto& attribute) {
    return attribute.second.find("${") != std::string::npos || attribute.second.find("$(") != std::string::npos;
  };
  return element.name.rfind("xacro:", 0) == 0 || std::any_of(element.attributes.begin(), element.attributes.end(), isFormula) ||
         std::any_of(element.children.begin(), element.children.end(), isXacro);
}

const char* expandXacro =
    "the file is a xacro template: expand it first, with `xacro robot.urdf.xacro > robot.urdf` (ROS, or `pip install xacro`)";

}  // namespace

Imported importRobot(const std::string& text, const std::string& name, const ReadFile& read) {
  const XmlElement root = parseXml(text, name);
  if (root.name != "robot" && root.name != "mujoco") root.fail("the file is neither URDF (<robot>) nor MJCF (<mujoco>)");
  if (root.name == "mujoco") {
    const Robot robot = robotOfMjcf(root, read);
    return {robot.document(), robot.left()};
  }
  const bool isTemplate = isXacro(root);
  try {
    Robot robot = robotOfUrdf(root, read);
    if (isTemplate) robot.leave(expandXacro);
    return {robot.document(), robot.left()};
  } catch (const ImportError& error) {
    if (isTemplate) throw ImportError(name + ": " + expandXacro + ". As it is: " + error.what());
    throw;
  }
}

}  // namespace slipstick
