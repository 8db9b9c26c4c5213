// The relative displacement of points of two bodies along an axis of the first body, as a scalar coordinate.
// Loaded on demand: few models have this item.

#include "core/items/markers/relative_marker.h"

namespace slipstick {
namespace {

struct BodiesRelativeTranslationCoordinate {
  static constexpr bool countsTurns = false;

  std::array<ObjectIndex, 2> bodyNumbers;
  Vector3 localPosition0;
  Vector3 localPosition1;
  Vector3 axis0;
  double offset;

  template <class S>
  ScalarKinematics<S> coordinate(const FrameKinematics<S> (&frames)[2], const double*) const {
    const Vec3<S> axis = frames[0].rotation * axis0, between = frames[1].position - frames[0].position;
    return {dot(axis, between) - offset,
            dot(axis, frames[1].velocity - frames[0].velocity) + dot(cross(frames[0].angularVelocity, axis), between)};
  }
  template <class S>
  void unitForces(const FrameKinematics<S> (&frames)[2], FrameForce<S> (&forces)[2]) const {
    forces[1].force = frames[0].rotation * axis0, forces[0].force = -forces[1].force;
    forces[0].torque = cross(forces[1].force, frames[1].position - frames[0].position);  // the total moment of the two forces is zero
  }
};
using Marker = BodiesRelativeTranslationCoordinate;

constexpr ParameterOf<Marker> parameters[] = {
    bodyNumbersParameter<Marker>(),
    {"localPosition0", &Marker::localPosition0, unit::metre, anyNumber, Vector3{}, "point in the frame of body 0"},
    {"localPosition1", &Marker::localPosition1, unit::metre, anyNumber, Vector3{}, "point in the frame of body 1"},
    {"axis0", &Marker::axis0, unit::none, anyNumber, Vector3{1, 0, 0}, "axis in the frame of body 0; its length multiplies the coordinate"},
    {"offset", &Marker::offset, unit::metre, anyNumber, 0.0, "displacement at which the coordinate is 0"}};

constexpr ItemDescription<Marker> description = {
    .type = "BodiesRelativeTranslationCoordinate",
    .summary = "The displacement of a point of body 1 relative to a point of body 0 along an axis of body 0.",
    .equation = "w = (A_0 a_0)^T (p_1 - p_0) - o",
    .outputs = {{OutputVariable::Coordinates, unit::metre, 1, "displacement along the axis"},
                {OutputVariable::Coordinates_t, unit::metrePerSecond, 1, "its rate"}},
    .provides = capability::coordinate | capability::loadedCoordinate,
    .coordinateUnit = [](const Marker&, int) { return unit::metre; }};

const ItemType& registered = registerItem<RelativeMarkerLoop<Marker>>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
