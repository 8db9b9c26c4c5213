// Energies of a system, a body or an item, from the generalised forces of single items.
#pragma once

#include <vector>

#include "core/system/item_forces.h"

namespace slipstick {

/// The items, by their indices in ItemForces, whose energies are summed.
struct EnergyScope {
  std::vector<int> bodies;       // with mass
  std::vector<int> connectors;   // with a force law
  std::vector<int> constraints;  // with Lagrange multipliers; their power is not zero if they depend on time
  std::vector<int> loads;        // with the touches of the run

  /// Returns all items.
  static EnergyScope ofSystem(const ItemForces& forces);
  /// Returns one item, and for a body also the loads on its markers.
  static EnergyScope ofItem(const ItemForces& forces, ItemKind kind, int number);
};

/// Returns the kinetic energy of the bodies, J.
double kineticEnergy(ItemForces& forces, const EnergyScope& scope);
/// Returns the energy that is stored in bodies, springs and constant gravity, J. Items without a stored energy do not count.
double potentialEnergy(ItemForces& forces, const EnergyScope& scope);
/// Returns the dissipated power, W: of items that store energy, the power of the part of their force that depends on velocity; of other
/// items, all of their power.
double dissipatedPower(ItemForces& forces, const EnergyScope& scope);
/// Returns the power of loads without a potential, of hands, and of constraints that depend on time, W.
double suppliedPower(ItemForces& forces, const EnergyScope& scope);

}  // namespace slipstick
