// A frame defined by two slope vectors, as in cross-sections of ANCF beams.
//
// The leading slope p defines an axis, the other slope s the rotation about it: u = p/|p|, and v is the direction of s without its
// component along u. With w = u × v, c = s·u and h = s·v the frame rotates by δθ = p × δp/p² + u (δs·w − c δp·w/|p|)/h. A torque therefore
// acts on the slopes by m × p/p² − (m·u) c w/(h |p|) and (m·u) w/h.
#pragma once

#include "core/math/vector.h"

namespace slipstick {

/// Two slopes, their changes, or forces on them.
template <class S>
struct Slopes {
  Vec3<S> leading, other;
};

template <class S>
struct SlopeFrame {
  Vec3<S> u, v, w;
  S length, across, ratio;  // |p|, h, c/|p|
  const Slopes<S>& slopes;

  explicit SlopeFrame(const Slopes<S>& of) : slopes(of) {
    length = norm(slopes.leading);
    u = (S(1.0) / length) * slopes.leading;
    const S along = dot(slopes.other, u);
    v = slopes.other - along * u;
    across = norm(v);
    v = (S(1.0) / across) * v;
    w = cross(u, v);
    ratio = along / length;
  }
  /// δθ, or the angular velocity.
  Vec3<S> turn(const Slopes<S>& change) const {
    const S about = (dot(change.other, w) - ratio * dot(change.leading, w)) / across;
    return (S(1.0) / (length * length)) * cross(slopes.leading, change.leading) + about * u;
  }
  Slopes<S> forces(const Vec3<S>& torque) const {
    const Vec3<S> about = (dot(torque, u) / across) * w;
    return {(S(1.0) / (length * length)) * cross(torque, slopes.leading) - ratio * about, about};
  }
  /// The frame of a beam, whose leading slope is along z, the other along y; or of a plate, with x and y.
  Mat3<S> rotation(bool beam) const { return beam ? Mat3<S>::fromColumns(-w, v, u) : Mat3<S>::fromColumns(u, v, w); }
};

}  // namespace slipstick
