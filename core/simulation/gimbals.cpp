#include "core/simulation/gimbals.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/math/elementary.h"
#include "core/math/rotations.h"
#include "core/model/drawing.h"

namespace slipstick {
namespace {

constexpr double leastVolume = 0.5;  // of the axes in their best position; parallel hinges are not a rotation by three angles
template <class T>
const T* parameterOf(const ModelItem& item, std::string_view name) {
  const Parameter* parameter = item.type->parameter(name);
  return parameter ? parameter->target(const_cast<void*>(item.value.get())).as<T>() : nullptr;
}

/// u · (R w), with R the rotation by the middle angle about its axis, which is perpendicular to w.
void addHinges(const std::string& owner, int coordinate, const std::vector<int>& types, const std::vector<int>& parents,
               const std::vector<Matrix3>& transformations, std::vector<Gimbal>& gimbals) {
  const auto turns = [&](int link) { return link >= 0 && types[link] <= 3; };
  const auto axis = [&](int link) {
    Vector3 e{};
    e[types[link] - 1] = 1;
    return e;
  };
  for (int last = 0; last < static_cast<int>(types.size()); ++last) {
    const int middle = parents[last], first = middle >= 0 ? parents[middle] : -1;
    if (!turns(last) || !turns(middle) || !turns(first)) continue;
    const Vector3 u = transposeTimes(transformations[middle], axis(first));
    const Vector3 w = cross(axis(middle), transformations[last] * axis(last));
    const double cosine = dot(u, w), sine = dot(u, cross(axis(middle), w));
    if (hypot(cosine, sine) < leastVolume) continue;
    gimbals.push_back({owner, coordinate + first, coordinate + middle, coordinate + last, cosine, sine});
  }
}

/// Returns whether a model has trees, or nodes with three angles that are added. Spares large sets of spheres a search through all
/// nodes.
bool mayHaveGimbals(const System& system) {
  std::size_t angles = 0;
  for (const ModelItem& node : system.model().nodes())
    angles += (node.type->provides & capability::orientation) && node.type->count && node.type->count(node.value.get()) == 6;
  const std::vector<ModelItem>& objects = system.model().objects();
  return angles > system.lieGroup().size() ||
         std::any_of(objects.begin(), objects.end(), [](const ModelItem& object) { return object.type->provides & capability::tree; });
}

}  // namespace

std::vector<Gimbal> findGimbals(const System& system, const State& state) {
  std::vector<Gimbal> gimbals;
  if (!mayHaveGimbals(system)) return gimbals;
  const std::vector<int>& composed = system.lieGroup();
  const std::vector<VariationBlock> blocks = system.variations(state);
  for (const VariationBlock& block : blocks) {
    const int first = block.first + 3;
    if (!block.map.empty() && block.size == 6 && std::find(composed.begin(), composed.end(), first) == composed.end())
      gimbals.push_back({system.equationName(block.first), first, first + 1, first + 2, 1, 0});
  }
  for (const ModelItem& object : system.model().objects()) {
    if (!(object.type->provides & capability::tree)) continue;
    const auto* types = parameterOf<std::vector<int>>(object, "jointTypes");
    const auto* parents = parameterOf<std::vector<int>>(object, "linkParents");
    const auto* transformations = parameterOf<std::vector<Matrix3>>(object, "jointTransformations");
    if (!types || !parents || !transformations) continue;
    const int node = refersTo(object, ItemKind::node)[0];
    const auto block = std::find_if(blocks.begin(), blocks.end(), [&](const VariationBlock& each) { return each.node == node; });
    if (block != blocks.end()) addHinges("tree '" + object.name + "'", block->first, *types, *parents, *transformations, gimbals);
  }
  return gimbals;
}

const Gimbal* lockedGimbal(const std::vector<Gimbal>& gimbals, const System& system, const State& state, double step) {
  constexpr double nearby = 0.2;    // volume spanned by the axes
  constexpr double farthest = 0.2;  // rad in a step, for both outer angles
  constexpr double slight = 1e-4;   // ratio of an outer angle's rate to the middle one's: below this, the rotation has a single axis
  for (const Gimbal& gimbal : gimbals) {
    const double first = std::abs(state.q_t[gimbal.first]), middle = state.q_t[gimbal.middle], last = std::abs(state.q_t[gimbal.last]);
    const auto volume = [&](double angle) {
      const auto [s, c] = sineCosine(angle);
      return gimbal.cosine * c + gimbal.sine * s;
    };
    const double angle = system.reference()[gimbal.middle] + state.q[gimbal.middle], now = volume(angle);
    if (std::abs(now) < nearby && std::min(first, last) * step > farthest) return &gimbal;
    // Other rotations pass around the singularity, never through it.
    const double turned = middle * step, most = slight * std::abs(middle);
    if (std::abs(turned) < 1 && now * volume(angle - turned) < 0 && std::max(first, last) > most) return &gimbal;
  }
  return nullptr;
}

}  // namespace slipstick
