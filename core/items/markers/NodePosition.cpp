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

const bool registered = registerItem<Loop, NodePosition>(
    ItemKind::marker,
    {.type = "NodePosition",
     .summary = "Point of a node.",
     .parameters = {{"nodeNumber", &NodePosition::nodeNumber, capability::position, Presence::required, "node that carries the marker"}},
     .outputs = pointMarkerOutputs(),
     .provides = capability::position});

}  // namespace
}  // namespace slipstick
