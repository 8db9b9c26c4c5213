// Compiled for size: this runs once in a run.
#include "core/solver/equation_scales.h"

#include <algorithm>

namespace slipstick {

double lengthScale(const System& system) {
  const std::vector<Vector3>& points = system.referencePositions();
  if (points.empty()) return 1;
  Vector3 low = points[0], high = points[0];
  for (const Vector3& point : points)
    for (int i = 0; i < 3; ++i) low[i] = std::min(low[i], point[i]), high[i] = std::max(high[i], point[i]);
  const double diagonal = norm(high - low);
  return diagonal > 0 ? std::min(diagonal, 1.0) : 1;
}

std::vector<double> equationScales(const System& system) {
  const double length = lengthScale(system);
  std::vector<double> scales(system.multipliers(), 1.0);
  for (int first = 0, end = 0; first < system.multipliers(); first = end) {
    const ItemAddress owner = system.multiplierOwner(first);
    while (end < system.multipliers() && system.multiplierOwner(end) == owner) ++end;
    const ModelItem& item = system.model().of(owner.kind)[owner.number];
    if (!item.type->equations) continue;
    const std::span<const EquationUnits> units = item.type->equations(item.value.get());
    for (int i = first; i < end && !units.empty(); ++i) {
      const Unit& unit = units[std::min<std::size_t>(i - first, units.size() - 1)].equation;
      if (unit.coordinate == 0 && !unit.various && unit.sameDimension(unit::metre)) scales[i] = length;
    }
  }
  return scales;
}

}  // namespace slipstick
