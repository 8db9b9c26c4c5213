// Frame of a rigid-body node.

#include "core/items/markers/frame_marker.h"

namespace slipstick {
namespace {

struct NodeRigid {
  NodeIndex nodeNumber;
};

class Loop final : public FrameMarkerLoop<Loop, NodeRigid> {
 public:
  MarkerPlace attach(const NodeRigid& item, Assembly& assembly) {
    const Place node = assembly.place(ItemKind::node, item.nodeNumber.index);
    return {.frame = node.loop->addFrame(node.index, {}, assembly)};
  }
};

constexpr ParameterOf<NodeRigid> parameters[] = {{"nodeNumber", &NodeRigid::nodeNumber, capability::position | capability::orientation,
                                                  Presence::required, "node that carries the marker"}};

constexpr ItemDescription description = {.type = "NodeRigid",
                                         .summary = "Frame of a rigid-body node.",
                                         .outputs = rigidMarkerOutputs(),
                                         .provides = capability::position | capability::orientation};

const bool registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
