#include "core/exchange/import.h"

namespace slipstick {

Imported importRobot(const std::string& text, const std::string& name, const ReadFile& read) {
  const XmlElement root = parseXml(text, name);
  if (root.name != "robot" && root.name != "mujoco") root.fail("the file is neither URDF (<robot>) nor MJCF (<mujoco>)");
  const Robot robot = root.name == "robot" ? robotOfUrdf(root, read) : robotOfMjcf(root, read);
  return {robot.document(), robot.left()};
}

}  // namespace slipstick
