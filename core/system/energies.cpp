// Compiled for size: no step calls this.
#include "core/system/energies.h"

#include <algorithm>
#include <cmath>

#include "core/model/drawing.h"

namespace slipstick {
namespace {

using At = ItemForces::At;

void add(EnergyScope& scope, const ItemForces& forces, int index) {
  const ItemForces::Item& item = forces.items()[index];
  if (item.kind == ItemKind::load) return scope.loads.push_back(index);
  const Roles& roles = item.place.loop->roles();
  (roles.massive ? scope.bodies : roles.constraint ? scope.constraints : scope.connectors).push_back(index);
}

/// Whether a load acts on a marker of this body, or of its nodes.
bool actsOn(const Model& model, int load, int body) {
  for (const int number : refersTo(model.of(ItemKind::load)[load], ItemKind::marker)) {
    const ModelItem& marker = model.markers()[number];
    const std::vector<int> bodies = refersTo(marker, ItemKind::object), nodes = refersTo(marker, ItemKind::node);
    const std::vector<int> own = refersTo(model.objects()[body], ItemKind::node);
    if (std::find(bodies.begin(), bodies.end(), body) != bodies.end()) return true;
    for (const int node : nodes)
      if (node >= 0 && std::find(own.begin(), own.end(), node) != own.end()) return true;
  }
  return false;
}

/// The items among `all` that store energy, or those that do not. Takes the current motion.
std::vector<int> thatStore(const ItemForces& forces, const std::vector<int>& all, bool store) {
  std::vector<int> found;
  for (const int item : all)
    if (std::isfinite(forces.stored(item)) == store) found.push_back(item);
  return found;
}

/// The bodies with internal forces. Of a rigid body, which moves as its node does, only the inertia acts; its power at zero acceleration
/// is no dissipation.
std::vector<int> flexibleOf(const ItemForces& forces, const std::vector<int>& bodies) {
  std::vector<int> flexible;
  for (const int body : bodies) {
    const Roles& roles = forces.items()[body].place.loop->roles();
    if (roles.massive->massIsConstant() || roles.moving) flexible.push_back(body);
  }
  return flexible;
}

/// The power that internal forces of bodies take, without what these bodies store.
double dissipatedByBodies(ItemForces& forces, const std::vector<int>& bodies) {
  std::vector<int> steady, turning;  // bodies with a constant mass matrix, and others
  for (const int body : flexibleOf(forces, bodies))
    (forces.items()[body].place.loop->roles().massive->massIsConstant() ? steady : turning).push_back(body);
  if (steady.empty() && turning.empty()) return 0;
  forces.move(At::withoutAcceleration);
  double power = -forces.power(steady) - forces.power(turning);
  forces.move(At::rest);
  power += forces.power(thatStore(forces, steady, true));
  return power - forces.energyRate(turning);
}

}  // namespace

EnergyScope EnergyScope::ofSystem(const ItemForces& forces) {
  EnergyScope scope;
  for (std::size_t i = 0; i < forces.items().size(); ++i) add(scope, forces, static_cast<int>(i));
  return scope;
}

EnergyScope EnergyScope::ofItem(const ItemForces& forces, ItemKind kind, int number) {
  EnergyScope scope;
  const int index = forces.indexOf(kind, number);
  if (index >= 0) add(scope, forces, index);
  if (kind != ItemKind::object) return scope;
  const Model& model = forces.system().model();
  for (std::size_t load = 0; load < model.of(ItemKind::load).size(); ++load)
    if (actsOn(model, static_cast<int>(load), number)) add(scope, forces, forces.indexOf(ItemKind::load, static_cast<int>(load)));
  return scope;
}

double kineticEnergy(ItemForces& forces, const EnergyScope& scope) { return forces.kineticEnergy(scope.bodies); }

double potentialEnergy(ItemForces& forces, const EnergyScope& scope) {
  forces.move(At::state);
  double energy = 0;
  for (const std::vector<int>* items : {&scope.bodies, &scope.connectors, &scope.loads})
    for (const int item : *items)
      if (const double stored = forces.stored(item); std::isfinite(stored)) energy += stored;
  return energy;
}

double dissipatedPower(ItemForces& forces, const EnergyScope& scope) {
  forces.move(At::state);
  const std::vector<int> springs = thatStore(forces, scope.connectors, true);
  const double all = -forces.power(scope.connectors);
  forces.move(At::rest);
  return all + forces.power(springs) + dissipatedByBodies(forces, scope.bodies);
}

double suppliedPower(ItemForces& forces, const EnergyScope& scope) {
  forces.move(At::state);
  return forces.power(thatStore(forces, scope.loads, false)) + forces.power(scope.constraints);
}

}  // namespace slipstick
