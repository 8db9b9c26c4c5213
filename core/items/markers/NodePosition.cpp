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
    const Place node = assembly.place(ItemKind::node, item.nodeNumber.index);
    return {.frame = node.loop->addFrame(node.index, {}, assembly)};
  }
};

constexpr ParameterOf<NodePosition> parameters[] = {
    {"nodeNumber", &NodePosition::nodeNumber, capability::position, Presence::required, "node that carries the marker"}};

constexpr ItemDescription description = {
    .type = "NodePosition", .summary = "Point of a node.", .outputs = pointMarkerOutputs(), .provides = capability::position};

const bool registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
