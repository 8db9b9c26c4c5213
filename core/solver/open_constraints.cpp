#include "core/solver/open_constraints.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/math/elementary.h"
#include "core/message/messages.h"
#include "core/solver/equation_scales.h"

// Compiled for size: this runs once, before a run.

namespace slipstick {

std::string equationUnit(const ModelItem& object, int equation) {
  if (!object.type->equations) return "";
  const std::span<const EquationUnits> units = object.type->equations(object.value.get());
  if (units.empty()) return "";
  const Unit& unit = units[std::min<std::size_t>(equation, units.size() - 1)].equation;
  return unit.coordinate != 0 || unit.various ? "" : unit.sameDimension(unit::metre) ? "m" : "rad";
}

namespace {

/// Adds a gap for each unit of an item's equations.
void addGaps(const System& system, const ItemAddress& owner, const double* values, int count, const char* per,
             std::vector<OpenConstraint>& all) {
  const ModelItem& item = system.model().of(owner.kind)[owner.number];
  const std::size_t first = all.size();
  for (int i = 0; i < count; ++i) {
    std::string unit = owner.kind == ItemKind::object ? equationUnit(item, i) : "";
    if (!unit.empty()) unit += per;
    auto entry = std::find_if(all.begin() + first, all.end(), [&](const OpenConstraint& each) { return each.unit == unit; });
    if (entry == all.end()) entry = all.insert(entry, {owner, item.name, 0, unit});
    entry->gap = hypot(entry->gap, values[i]);
  }
}

}  // namespace

std::vector<OpenConstraint> openAmong(const System& system, const std::vector<double>& values, const char* per, double tolerance) {
  std::vector<OpenConstraint> all;
  const int count = static_cast<int>(values.size());
  for (int first = 0, end = 0; first < count; first = end) {
    const ItemAddress owner = system.multiplierOwner(first);
    while (end < count && system.multiplierOwner(end) == owner) ++end;
    addGaps(system, owner, values.data() + first, end - first, per, all);
  }
  double largest = 0;
  for (const OpenConstraint& each : all) largest = std::max(largest, each.gap);
  const double length = lengthScale(system);
  std::vector<OpenConstraint> open;
  for (const OpenConstraint& each : all)
    if (!(each.gap <= std::max(tolerance * (each.unit == "m" ? length : 1), 0.02 * largest))) open.push_back(each);
  std::sort(open.begin(), open.end(), [](const OpenConstraint& a, const OpenConstraint& b) { return a.gap > b.gap; });
  return open;
}

double sizeOf(const System& system, const State& state) {
  double largest = 1;
  for (int i = 0; i < system.secondOrderCoordinates(); ++i) largest = std::max(largest, std::abs(system.reference()[i] + state.q[i]));
  return largest;
}

std::vector<OpenConstraint> openConstraints(const System& system, const State& state, double part, Workspace& workspace) {
  if (system.multipliers() == 0) return {};
  State unloaded = state;  // the equation of an inactive constraint is its multiplier
  std::fill(unloaded.lambda.begin(), unloaded.lambda.end(), 0.0);
  std::vector<double> forces(system.coordinates()), values(system.multipliers());
  system.residual(unloaded, {.level = ConstraintLevel::position}, forces.data(), values.data(), workspace);
  const std::vector<char> atVelocityLevel = system.velocityConstraints();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (atVelocityLevel[i]) values[i] = 0;
  return openAmong(system, values, "", part * sizeOf(system, state));
}

Message listed(const std::vector<OpenConstraint>& open, const MessageTemplate& each) {
  constexpr std::size_t most = 4;
  Message list;
  for (std::size_t i = 0; i < std::min(most, open.size()); ++i) {
    char gap[24];
    std::snprintf(gap, sizeof gap, "%.4g", open[i].gap);
    const std::string unit = open[i].unit.empty() ? "" : " " + open[i].unit;
    const Message one = each({"'" + open[i].item + "'", messages::withUnit({gap, unit})});
    list = i == 0 ? one : together({list, ", ", one});
  }
  return open.size() > most ? together({list, " ", messages::andMore({std::to_string(open.size() - most)})}) : list;
}

}  // namespace slipstick
