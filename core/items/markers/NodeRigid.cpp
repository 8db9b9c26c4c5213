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
    const Place node = assembly.node(item.nodeNumber);
    return {.frame = node.addFrame({}, assembly)};
  }
};

constexpr ParameterOf<NodeRigid> parameters[] = {{"nodeNumber", &NodeRigid::nodeNumber, capability::position | capability::orientation,
                                                  Presence::required, "node that carries the marker"}};

constexpr ItemDescription<NodeRigid> description = {.type = "NodeRigid",
                                                    .summary = "Frame of a rigid-body node.",
                                                    .outputs = rigidMarkerOutputs(),
                                                    .provides = capability::position | capability::orientation};

const ItemType& registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
