// The generalised forces of single items, for energies and free bodies. No step uses this: it evaluates a copy of the system in which each
// item has a separate loop, so that the loops need no other functions than those of a step.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/system/loop.h"
#include "core/system/system.h"

namespace slipstick {

class ItemForces {
 public:
  /// An item with a law: a body, a connector, a constraint, a load; or the touches of the run, whose kind and number mean nothing.
  struct Item {
    ItemKind kind;
    int number;
    Place place;
    const role::Acting* law;
    bool isTouch = false;
  };
  /// The state at which items are evaluated.
  enum class At {
    state,  // as it is
    rest,   // without velocities and accelerations
    withoutAcceleration,
    velocityAsAcceleration,  // accelerations are replaced by the velocities
  };

  /// Copies the system with its present parameters. It must outlive this object.
  explicit ItemForces(System& of);

  /// Returns all items, objects first, then loads, then the touches. Items of a type that shares memory appear once, as the first of them.
  const std::vector<Item>& items() const { return items_; }
  /// Returns the index of an item among items(), −1 if it has no law.
  int indexOf(ItemKind kind, int number) const;

  /// Takes the state of a sweep of the system. Parameters of the system that have changed since the construction are not followed.
  void take(const Sweep<double>& sweep);
  /// Computes the motion; force() and power() refer to it.
  void move(At at);

  /// Computes the left-hand side of these items, one number for each coordinate: M q̈ of bodies, −Q of applied forces, C_qᵀ λ.
  std::span<const double> force(std::span<const int> items);
  /// Returns the power of the forces of these items, −q̇ᵀ f, W. The power of inertia is minus the rate of the kinetic energy.
  double power(std::span<const int> items);
  /// Returns the energy that an item stores, J; not a number if it stores none.
  double stored(int item) const;
  /// Returns the kinetic energy of these bodies, J. Changes the motion.
  double kineticEnergy(std::span<const int> bodies);
  /// Returns the rate at which the kinetic and stored energy of these bodies would change without accelerations, W: ½ q̇ᵀ Ṁ q̇ + q̇ᵀ ∂V/∂q, by
  /// a central difference along the velocity. Changes the motion.
  double energyRate(std::span<const int> bodies);

  /// The force and torque of items on one node, global.
  struct OnNode {
    Vector3 force;
    Vector3 torque;  // about the node
    Vector3 point;   // where the largest force acts; without a force at a marker the node
  };
  /// Returns the force and torque of these items on a rigid node or a point. Takes the current motion. `inertia`: the left-hand side, as
  /// for m a of a body; otherwise the applied force.
  OnNode onNode(int node, std::span<const int> items, bool inertia);

  const System& system() const { return *system_; }

 private:
  double product(std::span<const double> force) const;
  void takeBack();
  void separateTrees(std::span<const int> items);

  System& of_;
  std::unique_ptr<System> system_;
  std::unique_ptr<Workspace> workspace_;
  std::vector<Item> items_;
  /// A tree and its coordinates.
  struct Tree {
    int item, first, size;
  };
  std::vector<Tree> trees_;
  State state_, moved_;
  double loadFactor_ = 1;
  std::vector<double> sensorValues_, residual_, constraints_, ofTrees_;
  const double* readValues_ = nullptr;
  Sweep<double> sweep_;
};

}  // namespace slipstick
