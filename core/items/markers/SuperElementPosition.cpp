// Mean point of nodes of a mesh.
// Loaded on demand: few models have flexible bodies.

#include "core/items/flexible/mesh_point.h"
#include "core/items/markers/frame_marker.h"

namespace slipstick {
namespace {

struct SuperElementPosition {
  ObjectIndex bodyNumber;
  std::vector<int> meshNodeNumbers;
  VectorX weightingFactors;
};

class Loop final : public FrameMarkerLoop<Loop, SuperElementPosition> {
 public:
  MarkerPlace attach(const SuperElementPosition& item, Assembly& assembly) {
    const Place body = assembly.object(item.bodyNumber);
    return {.frame = body.loop->roles().mesh->addMeshFrame(
                body.index, {.nodes = item.meshNodeNumbers, .weights = item.weightingFactors, .offset = {}}, assembly)};
  }
};

constexpr ParameterOf<SuperElementPosition> parameters[] = {
    {"bodyNumber", &SuperElementPosition::bodyNumber, capability::mesh, Presence::required, "body with a mesh"},
    {"meshNodeNumbers", &SuperElementPosition::meshNodeNumbers, unit::none, nonNegative, Presence::required, "nodes of the mesh, from 0"},
    {"weightingFactors", &SuperElementPosition::weightingFactors, unit::none, anyNumber, Presence::required,
     "weight of each node in the mean; their sum is 1"}};

constexpr ItemDescription<SuperElementPosition> description = {
    .type = "SuperElementPosition",
    .summary = "Mean point of mesh nodes of a flexible body.",
    .equation = "p_m = \\sum_i w_i\\,p_i",
    .outputs = pointMarkerOutputs(),
    .provides = capability::position,
    .drawnAs = {"marker", {{"meshNodes", "meshNodeNumbers"}, {"weights", "weightingFactors"}}},
    .checkAmong = [](const SuperElementPosition& item, const Neighbours& others, const Complain& complain) {
      checkMeshNodes(item, others, complain);
    }};

const ItemType& registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
