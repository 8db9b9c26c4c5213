// The angle of rotation of one body relative to another about an axis of the latter, as a scalar coordinate.
// Loaded on demand: few models have this item.

#include "core/items/markers/relative_marker.h"

namespace slipstick {
namespace {

struct BodiesRelativeRotationCoordinate {
  static constexpr bool countsTurns = true;

  std::array<ObjectIndex, 2> bodyNumbers;
  NodeIndex nodeNumber;  // optional data: the coordinate at the last PostNewton, to count full turns
  Vector3 localPosition0;
  Vector3 localPosition1;
  Vector3 axis0;
  double offset;

  template <class S>
  ScalarKinematics<S> coordinate(const FrameKinematics<S> (&frames)[2], const double* data) const {
    constexpr double turn = 6.283185307179586;
    const Vector3 across = acrossAxis();
    const Vec3<S> turned = transposeTimes(frames[0].rotation, frames[1].rotation * across);
    S angle = atan2(dot(cross(axis0, across), turned), dot(across, turned)) - offset;
    if (nodeNumber && std::abs(data[0] - valueOf(angle)) > turn / 2) angle += turn * std::round((data[0] - valueOf(angle)) / turn);
    return {angle, dot(frames[0].rotation * axis0, frames[1].angularVelocity - frames[0].angularVelocity)};
  }
  template <class S>
  void unitForces(const FrameKinematics<S> (&frames)[2], FrameForce<S> (&forces)[2]) const {
    forces[1].torque = frames[0].rotation * axis0, forces[0].torque = -forces[1].torque;
  }

 private:
  /// A direction normal to the axis. The choice only matters if the bodies tilt relative to each other.
  Vector3 acrossAxis() const {
    const bool isX = std::abs(axis0.x) > 0.5 && std::abs(axis0.y) < 0.1 && std::abs(axis0.z) < 0.1;
    const Vector3 other = isX ? Vector3{0, 1, 0} : Vector3{1, 0, 0}, across = other - dot(other, axis0) * axis0;
    return (1 / norm(across)) * across;
  }
};
using Marker = BodiesRelativeRotationCoordinate;

constexpr ParameterOf<Marker> parameters[] = {
    bodyNumbersParameter<Marker>(),
    {"nodeNumber", &Marker::nodeNumber, capability::data, Presence::optional,
     "GenericData node with 1 coordinate; it counts turns beyond 180°, up to half a turn per step"},
    {"localPosition0", &Marker::localPosition0, unit::metre, anyNumber, Vector3{},
     "point in the frame of body 0; relevant for flexible bodies"},
    {"localPosition1", &Marker::localPosition1, unit::metre, anyNumber, Vector3{},
     "point in the frame of body 1; relevant for flexible bodies"},
    {"axis0", &Marker::axis0, unit::none, unitVector, Vector3{1, 0, 0}, "axis in the frame of body 0, a unit vector"},
    {"offset", &Marker::offset, unit::radian, anyNumber, 0.0, "angle at which the coordinate is 0"}};

constexpr ItemDescription<Marker> description = {
    .type = "BodiesRelativeRotationCoordinate",
    .summary = "The angle of body 1 relative to body 0 about an axis of body 0.",
    .equation = "w = \\varphi - o, \\quad \\dot w = (A_0 a_0)^T (\\omega_1 - \\omega_0)",
    .outputs = {{OutputVariable::Coordinates, unit::radian, 1, "angle minus the offset; without a data node, the angle is in (−π, π]"},
                {OutputVariable::Coordinates_t, unit::radianPerSecond, 1, "relative angular velocity about the axis"}},
    .provides = capability::coordinate | capability::loadedCoordinate,
    .coordinateUnit = [](const Marker&, int) { return unit::radian; },
    .dataUnit = [](const Marker&, int) { return unit::radian; }};

const ItemType& registered = registerItem<RelativeMarkerLoop<Marker>>(ItemKind::marker, description, parameters);

}  // namespace
}  // namespace slipstick
