// The items of a model on a test bench: the three sweeps one by one, with access to everything between them.
#pragma once

#include "core/system/loop.h"

namespace slipstick::testing {

class Bench {
 public:
  explicit Bench(std::shared_ptr<const Model> model);

  const Model& model() const { return *model_; }
  Place place(ItemKind kind, int number) const { return assembly_.place(kind, number); }
  const std::vector<MarkerPlace>& markers() const { return assembly_.markers; }

  State state;  // starts as the initial state

  /// The state. If S is a dual number, it has variations along `direction` (time is not varied).
  template <class S>
  Sweep<S>& kinematics(const State* direction = nullptr);
  /// Laws of all items, from the present marker kinematics of the sweep. Forces are left-hand sides.
  template <class S>
  void laws(Sweep<S>& sweep);

  std::vector<double> constraints;  // after laws() with double

 private:
  template <class S>
  struct Arrays {
    Sweep<S> sweep;
    std::vector<FrameKinematics<S>> frames;
    std::vector<FrameForce<S>> frameForces;
    std::vector<ScalarKinematics<S>> scalars;
    std::vector<S> scalarForces;
    std::vector<S> q, q_t, q_tt, lambda, residual, constraints;
  };
  template <class S>
  Arrays<S>& arrays();
  template <class S>
  void resize(Arrays<S>& arrays);

  std::shared_ptr<const Model> model_;
  Assembly assembly_;
  std::vector<std::unique_ptr<ItemLoop>> loops_;
  std::vector<Vector3> referencePositions_;
  std::vector<std::shared_ptr<void>> drawers_;
  Arrays<double> plain_;
  Arrays<Dual1> dual_;
};

}  // namespace slipstick::testing
