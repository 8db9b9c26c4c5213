// Frame of nodes of a mesh: their mean point and mean rotation.
// Loaded on demand: few models have flexible bodies.

#include "core/items/flexible/mesh_point.h"
#include "core/items/markers/frame_marker.h"

namespace slipstick {
namespace {

struct SuperElementRigid {
  ObjectIndex bodyNumber;
  Vector3 offset;
  std::vector<int> meshNodeNumbers;
  VectorX weightingFactors;
  bool useAlternativeApproach;
  int rotationsExponentialMap;
};

class Loop final : public FrameMarkerLoop<Loop, SuperElementRigid> {
 public:
  MarkerPlace attach(const SuperElementRigid& item, Assembly& assembly) {
    const Place body = assembly.object(item.bodyNumber);
    const role::MeshPoint point{item.meshNodeNumbers, item.weightingFactors, item.offset, true, item.useAlternativeApproach};
    return {.frame = body.loop->roles().mesh->addMeshFrame(body.index, point, assembly)};
  }
};

/// Rejects nodes from which no rotation can be computed. With the inertia of points, nodes on one line leave the rotation about this line
/// undefined.
void checkSpread(const SuperElementRigid& item, const Neighbours& others, const Complain& complain) {
  const VectorX x = meshPlaces(item.bodyNumber, others);
  if (x.empty() || item.meshNodeNumbers.size() != item.weightingFactors.size()) return;
  Vector3 mean;
  const auto sum = [&](const auto& add) {
    for (std::size_t i = 0; i < item.meshNodeNumbers.size(); ++i) {
      const std::size_t first = 3 * static_cast<std::size_t>(item.meshNodeNumbers[i]);
      if (first + 2 < x.size()) add(item.weightingFactors[i], Vector3{x[first], x[first + 1], x[first + 2]});
    }
  };
  sum([&](double weight, const Vector3& place) { mean += weight * place; });
  Matrix3 spread;
  double size = 0;
  sum([&](double weight, const Vector3& place) {
    const Vector3 arm = place - mean;
    spread += weight * (transpose(skew(arm)) * skew(arm));
    size += weight * dot(arm, arm);
  });
  const double determinant = dot(spread.column(0), cross(spread.column(1), spread.column(2)));
  if (!(size > 0) || (item.useAlternativeApproach && !(determinant > 1e-12 * size * size * size)))
    complain("meshNodeNumbers", "the nodes must not lie on a line: the rotation about it would be undefined");
}

constexpr ParameterOf<SuperElementRigid> parameters[] = {
    {"bodyNumber", &SuperElementRigid::bodyNumber, capability::mesh, Presence::required, "body with a mesh"},
    {"offset", &SuperElementRigid::offset, unit::metre, anyNumber, Vector3{},
     "added to the mean point, in the floating frame; it does not rotate with the nodes"},
    {"meshNodeNumbers", &SuperElementRigid::meshNodeNumbers, unit::none, nonNegative, Presence::required, "nodes of the mesh, from 0"},
    {"weightingFactors", &SuperElementRigid::weightingFactors, unit::none, anyNumber, Presence::required,
     "weight of each node in the means; their sum is 1"},
    {"useAlternativeApproach", &SuperElementRigid::useAlternativeApproach, unit::none, anyNumber, true,
     "whether the mean rotation is computed with the inertia of the nodes, which reproduces rigid rotations exactly"},
    {"rotationsExponentialMap",
     &SuperElementRigid::rotationsExponentialMap,
     unit::none,
     {Range::Kind::oneOf, {2}},
     2,
     "must be 2: the mean rotation is a rotation vector"}};

constexpr ItemDescription<SuperElementRigid> description = {
    .type = "SuperElementRigid",
    .summary = "Frame at the mean point of mesh nodes of a flexible body, rotated by their mean rotation.",
    .equation =
        "p_m = r + A\\,\\bigl(o + \\sum_i w_i\\,(x_i + u_i)\\bigr), \\quad A_m = A\\,\\exp(\\tilde\\vartheta), \\quad "
        "\\vartheta = W^{-1} \\sum_i w_i\\,\\tilde x_i\\,u_i",
    .outputs = rigidMarkerOutputs(),
    .provides = capability::position | capability::orientation,
    .drawnAs = {"marker", {{"position", "offset"}, {"meshNodes", "meshNodeNumbers"}, {"weights", "weightingFactors"}}},
    .checkAmong = [](const SuperElementRigid& item, const Neighbours& others, const Complain& complain) {
      checkMeshNodes(item, others, complain);
      checkSpread(item, others, complain);
    }};

const ItemType& registered = registerItem<Loop>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
