// The interface of flexible bodies to the markers and sensors of their meshes.
#pragma once

#include "core/items/registration.h"
#include "core/items/types.h"

namespace slipstick {

/// Checks that `meshNodeNumber` of an item on a mesh is the number of a mesh node.
inline void checkMeshNode(const char* name, int node, std::optional<int> nodes, const Complain& complain) {
  if (nodes && (node < 0 || node >= *nodes))
    complain(name, "must be less than " + std::to_string(*nodes) + ", the number of mesh nodes of the body, got " + std::to_string(node));
}

/// The positions of the mesh nodes of a body, three numbers for each: stored in the body, or in its nodes. Empty if it has no mesh.
inline VectorX meshPlaces(ObjectIndex body, const Neighbours& others) {
  const auto parameter = [](const Neighbour& item, const char* name) {
    return item.type->parameter(name)->target(const_cast<void*>(item.value));  // only read
  };
  const Neighbour found = others(body);
  if (!found) return {};
  if (found.type->parameter("referencePositions")) return *parameter(found, "referencePositions").as<VectorX>();
  VectorX places;
  for (const NodeIndex number : *parameter(found, "nodeNumbers").as<std::vector<NodeIndex>>()) {
    const Neighbour node = others(number);
    if (!node || node.type != &nodes::Point) return {};
    const Vector3& place = *parameter(node, "referenceCoordinates").as<Vector3>();
    places.insert(places.end(), {place.x, place.y, place.z});
  }
  return places;
}

/// Checks that `bodyNumber` of an item on a mesh refers to a body with a mesh.
inline void checkMesh(ObjectIndex body, const Neighbours& others, const Complain& complain) {
  if (others(body) && meshPlaces(body, others).empty()) complain("bodyNumber", "must be a body with a mesh, whose nodes are Point nodes");
}

/// Checks markers with bodyNumber, meshNodeNumbers and weightingFactors.
template <class Marker>
void checkMeshNodes(const Marker& marker, const Neighbours& others, const Complain& complain) {
  checkMesh(marker.bodyNumber, others, complain);
  const std::size_t count = marker.meshNodeNumbers.size();
  if (count == 0) complain("meshNodeNumbers", "must name at least one mesh node");
  if (marker.weightingFactors.size() != count)
    complain("weightingFactors", "must have " + std::to_string(count) + " numbers, one for each of meshNodeNumbers, got " +
                                     std::to_string(marker.weightingFactors.size()));
  double sum = 0;
  for (const double weight : marker.weightingFactors) sum += weight;
  if (count > 0 && !(std::abs(sum - 1) <= 1e-6)) complain("weightingFactors", "must have the sum 1, got " + std::to_string(sum));
  for (const int node : marker.meshNodeNumbers) checkMeshNode("meshNodeNumbers", node, others.count(marker.bodyNumber), complain);
}

}  // namespace slipstick
