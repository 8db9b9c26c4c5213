// Frame at a point of a link of a tree.

#include "core/items/markers/frame_marker.h"
#include "core/items/tree/kinematic_tree.h"

namespace slipstick {
namespace {

struct KinematicTreeRigid {
  ObjectIndex objectNumber;
  int linkNumber;
  Vector3 localPosition;
};

class Loop final : public FrameMarkerLoop<Loop, KinematicTreeRigid> {
 public:
  MarkerPlace attach(const KinematicTreeRigid& item, Assembly& assembly) {
    const Place tree = assembly.object(item.objectNumber);
    return {.frame = tree.loop->roles().tree->addLinkFrame(tree.index, item.linkNumber, item.localPosition, assembly)};
  }
};

constexpr ParameterOf<KinematicTreeRigid> parameters[] = {
    {"objectNumber", &KinematicTreeRigid::objectNumber, capability::tree, Presence::required, "tree that carries the marker"},
    ParameterOf<KinematicTreeRigid>{"linkNumber", &KinematicTreeRigid::linkNumber, unit::none, nonNegative, Presence::required,
                                    "number of the link, from 0"}
        .fixedAtAssembly(),
    {"localPosition", &KinematicTreeRigid::localPosition, unit::metre, anyNumber, Vector3{}, "point in the link's frame"}};

constexpr ItemDescription<KinematicTreeRigid> description = {
    .type = "KinematicTreeRigid",
    .summary = "Frame at a point of a link of a KinematicTree.",
    .outputs = rigidMarkerOutputs(),
    .provides = capability::position | capability::orientation,
    .drawnAs = {"marker", {{"position", "localPosition"}, {"link", "linkNumber"}}},
    .checkAmong = [](const KinematicTreeRigid& item, const Neighbours& others, const Complain& complain) {
      checkLink(item, others, complain);
    }};

const ItemType& registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
