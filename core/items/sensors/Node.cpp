// Measures an output of a node.

#include "core/items/sensors/source_sensor.h"

namespace slipstick {
namespace {

struct Node {
  NodeIndex nodeNumber;
  OutputVariable outputVariableType;
};

constexpr ParameterOf<Node> parameters[] = {{"nodeNumber", &Node::nodeNumber, capability::none, Presence::required, "node"},
                                            {"outputVariableType", &Node::outputVariableType, "output to measure"}};

constexpr ItemDescription<Node> description = {
    .type = "Node",
    .summary = "Measures an output of a node.",
};

const ItemType& registered =
    registerItem<SourceSensorLoop<Node, &Node::nodeNumber, ItemKind::node>>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
