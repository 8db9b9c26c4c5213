// Measures an output of a node.

#include "core/items/sensors/source_sensor.h"

namespace slipstick {
namespace {

struct Node {
  NodeIndex nodeNumber;
  OutputVariable outputVariableType;
};

const bool registered = registerItem<SourceSensorLoop<Node, &Node::nodeNumber, ItemKind::node>, Node>(
    ItemKind::sensor, {.type = "Node",
                       .summary = "Measures an output of a node.",
                       .parameters = {{"nodeNumber", &Node::nodeNumber, capability::none, Presence::required, "node"},
                                      {"outputVariableType", &Node::outputVariableType, "which of the outputs"}}});

}  // namespace
}  // namespace slipstick
