// Point of a node.

#include "core/items/markers/frame_marker.h"

namespace slipstick {
namespace {

struct NodePosition {
  NodeIndex nodeNumber;
};

class Loop final : public FrameMarkerLoop<Loop, NodePosition> {
 public:
  MarkerPlace attach(const NodePosition& item, Assembly& assembly) {
    const Place node = assembly.node(item.nodeNumber);
    return {.frame = node.addFrame({}, assembly)};
  }
};

constexpr ParameterOf<NodePosition> parameters[] = {
    {"nodeNumber", &NodePosition::nodeNumber, capability::position, Presence::required, "node that carries the marker"}};

constexpr ItemDescription<NodePosition> description = {
    .type = "NodePosition", .summary = "Point of a node.", .outputs = pointMarkerOutputs(), .provides = capability::position};

const ItemType& registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
