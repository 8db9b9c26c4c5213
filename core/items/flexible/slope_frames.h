// Frames of markers on nodes and elements whose coordinates are positions and slopes.
#pragma once

#include <vector>

#include "core/items/flexible/slope_frame.h"
#include "core/system/loop.h"

namespace slipstick {

/// A vector of three coordinates, and its weight in the position of a frame and in its slopes.
struct SlopeTerm {
  int coordinate;
  double place, leading = 0, other = 0;
};
using SlopeTerms = std::vector<SlopeTerm>;

/// The weighted sum of the vectors.
template <class S>
Vec3<S> weighted(const SlopeTerms& terms, double SlopeTerm::*share, const S* values) {
  Vec3<S> sum;
  for (const SlopeTerm& term : terms)
    for (int k = 0; k < 3; ++k) sum[k] += term.*share * values[term.coordinate + k];
  return sum;
}
template <class S>
Vec3<S> total(const SlopeTerms& terms, double SlopeTerm::*share, const Sweep<S>& sweep) {
  return weighted(terms, share, sweep.reference) + weighted(terms, share, sweep.q);
}
template <class S>
Slopes<S> slopesOf(const SlopeTerms& terms, const Sweep<S>& sweep) {
  return {total(terms, &SlopeTerm::leading, sweep), total(terms, &SlopeTerm::other, sweep)};
}
template <class S>
Slopes<S> slopeRates(const SlopeTerms& terms, const S* q_t) {
  return {weighted(terms, &SlopeTerm::leading, q_t), weighted(terms, &SlopeTerm::other, q_t)};
}

class SlopeFrames {
 public:
  explicit SlopeFrames(bool ofBeams) : beams_(ofBeams) {}

  /// `item` and `local` let the owner recompute the terms of a frame. `offset` is in the axes of the frame.
  int add(int item, const Vector3& local, SlopeTerms terms, const Vector3& offset, Assembly& assembly);
  void drop(int slot) { dropFrom(frames_, slot); }
  /// Calls f(local) for the terms of each frame of the item.
  template <class F>
  void renew(int item, F f) {
    for (Frame& frame : frames_)
      if (frame.item == item && frame.turns()) frame.terms = f(frame.local);
  }

  void kinematics(Sweep<double>& sweep) const;
  void kinematics(Sweep<Dual1>& sweep) const;
  void back(Sweep<double>& sweep) const;
  void back(Sweep<Dual1>& sweep) const;
  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const;
  void backTangent(Tangent& tangent, const Sweep<double>& sweep) const;

 private:
  struct Frame {
    int item, slot;
    Vector3 local;
    SlopeTerms terms;
    Vector3 offset;

    bool turns() const {
      for (const SlopeTerm& term : terms)
        if (term.other != 0) return true;
      return false;
    }
  };
  /// The generalised forces on the slopes from the torque and from the force with its offset.
  template <class S>
  Slopes<S> forces(const Frame& frame, const SlopeFrame<S>& turned, const FrameForce<S>& wrench) const {
    return turned.forces(wrench.torque + cross(turned.rotation(beams_) * frame.offset, wrench.force));
  }
  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const;
  template <class S>
  void backOf(Sweep<S>& sweep) const;

  std::vector<Frame> frames_;
  bool beams_;
};

/// The outputs of a frame shared by nodes and elements; false for any other variable.
bool slopeOutput(OutputVariable variable, const SlopeTerms& terms, bool beam, const Sweep<double>& sweep, double* out,
                 const Vector3& offset = {});

}  // namespace slipstick
