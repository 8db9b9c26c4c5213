// The computation of all items of one type in a system: one array of items and one function per phase of an evaluation, without a call
// per item.
//
// A loop is `class Loop final : public LoopOf<Loop, Item, role::Node, …>`: it takes items (`add`) and implements the functions of its
// roles (core/system/roles.h). Functions that an evaluation needs for values and for directional derivatives are templates over the
// number type S,
//   void kinematicsOf(Sweep<S>&) const, void backOf(Sweep<S>&) const     of role::Moving
//   void lawsOf(Sweep<S>&) const                                         of role::Acting, with S = double; of role::Constraint with both
// and outputs are `outputOf`; LoopOf makes virtual functions of them.
#pragma once

#include "core/system/roles.h"

namespace slipstick {

class ItemLoop {
 public:
  virtual ~ItemLoop() = default;
  virtual void reserve(int items) = 0;
  /// Takes a copy of the item and numbers its coordinates, multipliers and markers.
  virtual void add(const ModelItem& item, int number, Assembly& assembly) = 0;
  /// Returns the item struct for changing parameters between analysis steps; call role::Deriving::changed() afterwards.
  virtual void* item(int index) = 0;
  virtual const Roles& roles() const = 0;
};

[[noreturn]] void failUnreserved();

/// Sets a role if the loop has it.
template <class Role, class Loop>
void setRole(Role*& role, Loop& loop) {
  if constexpr (std::is_base_of_v<Role, Loop>) role = &loop;
}

template <class Loop>
SLIPSTICK_SMALL Roles rolesOf(Loop& loop) {
  Roles roles;
  setRole(roles.node, loop), setRole(roles.rigidNode, loop), setRole(roles.ofCoordinates, loop);
  setRole(roles.carrier, loop), setRole(roles.tree, loop), setRole(roles.mesh, loop), setRole(roles.lumped, loop);
  setRole(roles.cable, loop), setRole(roles.moving, loop), setRole(roles.turning, loop);
  setRole(roles.acting, loop), setRole(roles.massive, loop), setRole(roles.constraint, loop);
  setRole(roles.surfaced, loop), setRole(roles.discontinuous, loop), setRole(roles.connecting, loop);
  setRole(roles.deriving, loop);
  setRole(roles.remembering, loop), setRole(roles.measured, loop), setRole(roles.drawn, loop);
  setRole(roles.storing, loop), setRole(roles.integrating, loop);
  return roles;
}

template <class Derived, class Item, class... Own>
class LoopOf : public ItemLoop, public Own... {
 public:
  void reserve(int items) override { items_.reserve(items); }
  void* item(int index) override { return &items_[index]; }
  const Item& get(int index) const { return items_[index]; }
  const Roles& roles() const override { return roles_; }

  // These override functions of roles; they are unused if the loop lacks the role.
  void kinematics(Sweep<double>& sweep) const { derived().template kinematicsOf<double>(sweep); }
  SLIPSTICK_SMALL void kinematics(Sweep<Dual1>& sweep) const { derived().template kinematicsOf<Dual1>(sweep); }
  void back(Sweep<double>& sweep) const { derived().template backOf<double>(sweep); }
  SLIPSTICK_SMALL void back(Sweep<Dual1>& sweep) const { derived().template backOf<Dual1>(sweep); }
  void laws(Sweep<double>& sweep) const { derived().lawsOf(sweep); }
  SLIPSTICK_SMALL void laws(Sweep<Dual1>& sweep) const { derived().lawsOf(sweep); }
  SLIPSTICK_SMALL void output(int index, OutputVariable variable, const Vector3& localPosition, const Sweep<double>& sweep,
                              double* out) const {
    derived().outputOf(index, variable, localPosition, sweep, out);
  }

 protected:
  int keep(const ModelItem& modelItem) {
    if (items_.size() == items_.capacity()) failUnreserved();  // this avoids the code for growing
    items_.push_back(modelItem.as<Item>());
    return static_cast<int>(items_.size()) - 1;
  }
  const Derived& derived() const { return static_cast<const Derived&>(*this); }

  std::vector<Item> items_;

 private:
  const Roles roles_ = rolesOf(*this);
};

/// A loop that does not access its items during steps: it shares them with the model, and copies an item before changing it.
template <class Derived, class Item, class... Own>
class SharingLoopOf : public LoopOf<Derived, Item, Own...> {
 public:
  void reserve(int items) override { shared_.reserve(items); }
  void* item(int index) override {
    const auto own = std::make_shared<Item>(get(index));
    shared_[index] = own;
    return own.get();
  }
  const Item& get(int index) const { return *static_cast<const Item*>(shared_[index].get()); }

 protected:
  int keep(const ModelItem& modelItem) {
    shared_.push_back(modelItem.value);
    return static_cast<int>(shared_.size()) - 1;
  }

 private:
  using LoopOf<Derived, Item, Own...>::items_;  // stays empty
  std::vector<std::shared_ptr<const void>> shared_;
};

/// Removes the frame with this number from a list of frames.
template <class Frames>
void dropFrom(Frames& frames, int slot) {
  std::erase_if(frames, [slot](const auto& frame) { return frame.slot == slot; });
}

/// Writes a vector to an output.
template <class S>
void writeVector(const Vec3<S>& v, S* out) {
  out[0] = v.x, out[1] = v.y, out[2] = v.z;
}
template <class S>
void writeMatrix(const Mat3<S>& m, S* out) {
  for (int i = 0; i < 9; ++i) out[i] = m[i / 3][i % 3];
}

/// Coordinates, CoordinatesTotal, Coordinates_t, Coordinates_tt of a node; returns false for any other variable.
inline bool coordinateOutput(OutputVariable variable, const Sweep<double>& sweep, int first, int count, const double* reference,
                             double* out) {
  for (int i = 0; i < count; ++i) switch (variable) {
      case OutputVariable::Coordinates:
        out[i] = sweep.q[first + i];
        break;
      case OutputVariable::CoordinatesTotal:
        out[i] = reference[i] + sweep.q[first + i];
        break;
      case OutputVariable::Coordinates_t:
        out[i] = sweep.q_t[first + i];
        break;
      case OutputVariable::Coordinates_tt:
        out[i] = sweep.q_tt ? sweep.q_tt[first + i] : 0.0;
        break;
      default:
        return false;
    }
  return true;
}

/// Writes position and quaternion for drawing.
inline void writeFramePose(const Vector3& position, const Matrix3& rotation, double* out) {
  writeVector(position, out);
  quaternion(rotation, out + 3);
}

}  // namespace slipstick
