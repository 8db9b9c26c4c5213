#include "core/creators/pose.h"

#include <algorithm>
#include <cmath>

#include "core/math/elementary.h"

namespace slipstick {
namespace {

Matrix3 fromEulerParameters(const double* p) {
  return {{{1 - 2 * (p[2] * p[2] + p[3] * p[3]), 2 * (p[1] * p[2] - p[0] * p[3]), 2 * (p[1] * p[3] + p[0] * p[2])},
           {2 * (p[1] * p[2] + p[0] * p[3]), 1 - 2 * (p[1] * p[1] + p[3] * p[3]), 2 * (p[2] * p[3] - p[0] * p[1])},
           {2 * (p[1] * p[3] - p[0] * p[2]), 2 * (p[2] * p[3] + p[0] * p[1]), 1 - 2 * (p[1] * p[1] + p[2] * p[2])}}};
}

Matrix3 rotationX(double angle) {
  const auto [s, c] = sineCosine(angle);
  return {{{1, 0, 0}, {0, c, -s}, {0, s, c}}};
}
Matrix3 rotationY(double angle) {
  const auto [s, c] = sineCosine(angle);
  return {{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}};
}
Matrix3 rotationZ(double angle) {
  const auto [s, c] = sineCosine(angle);
  return {{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}

Matrix3 fromRotationVector(const Vector3& v) {
  const double angle = norm(v);
  if (angle == 0) return Matrix3::identity();
  const double half = sin(angle / 2) / angle;
  return Matrix3::identity() + (sin(angle) / angle) * skew(v) + (2 * half * half) * (skew(v) * skew(v));
}

/// The numbers of `json[key]`, or zeros if the key is missing; empty if they are wrong or their count is not `size`.
std::vector<double> numbers(const Json& json, const char* key, std::size_t size, const Scope& scope) {
  if (!json.contains(key)) return std::vector<double>(size, 0.0);
  Issues unheard;  // reported where the item is read
  const auto constant = ValueReader(scope, unheard).constant(json[key], DocumentPlace(""));
  return constant && constant->values.size() == size ? constant->values : std::vector<double>{};
}

std::optional<ReferencePose> fixedFrame(const Json& object, const Scope& scope) {
  ReferencePose pose;
  const auto position = numbers(object, "referencePosition", 3, scope);
  if (position.empty()) return std::nullopt;
  pose.position = {position[0], position[1], position[2]};
  if (object.contains("referenceRotation")) {
    const auto rotation = numbers(object, "referenceRotation", 9, scope);
    if (rotation.empty()) return std::nullopt;
    std::copy(rotation.begin(), rotation.end(), &pose.rotation.rows[0][0]);
  }
  return pose;
}

}  // namespace

namespace {

/// The pose with or without the initial displacements and rotations.
std::optional<ReferencePose> poseOf(const Json& object, const Json* node, const Scope& scope, bool atStart) {
  if (isOf(object, objects::Ground)) return fixedFrame(object, scope);
  if (!object.is_object() || !node) return std::nullopt;
  const auto nodeIs = [&](const ItemType& type) { return isOf(*node, type); };
  const auto coordinates = [&](std::size_t size) {
    std::vector<double> q = numbers(*node, "referenceCoordinates", size, scope);
    const std::vector<double> initial = numbers(*node, "initialCoordinates", size, scope);
    for (std::size_t i = 0; atStart && i < q.size() && i < initial.size(); ++i) q[i] += initial[i];
    return q;
  };
  if (nodeIs(nodes::Node1D)) {
    auto pose = fixedFrame(object, scope);
    const auto q = coordinates(1);
    if (!pose || q.empty()) return std::nullopt;
    if (isOf(object, objects::RotationalMass1D))
      pose->rotation = pose->rotation * rotationZ(q[0]);
    else
      pose->position += pose->rotation * Vector3{q[0], 0, 0};
    return pose;
  }
  std::size_t size = 0;
  if (nodeIs(nodes::Point2D)) size = 2;
  if (nodeIs(nodes::Point) || nodeIs(nodes::RigidBody2D)) size = 3;
  if (nodeIs(nodes::RigidBodyRxyz) || nodeIs(nodes::RigidBodyRotVecLG)) size = 6;
  if (nodeIs(nodes::RigidBodyEP)) size = 7;
  if (size == 0) return std::nullopt;
  const auto q = coordinates(size);
  if (q.empty()) return std::nullopt;
  const bool planar = nodeIs(nodes::RigidBody2D) || nodeIs(nodes::Point2D);
  ReferencePose pose;
  pose.position = {q[0], q[1], planar ? 0 : q[2]};
  if (nodeIs(nodes::RigidBodyEP)) pose.rotation = fromEulerParameters(&q[3]);
  if (nodeIs(nodes::RigidBodyRxyz)) pose.rotation = rotationX(q[3]) * rotationY(q[4]) * rotationZ(q[5]);
  if (nodeIs(nodes::RigidBodyRotVecLG)) pose.rotation = fromRotationVector({q[3], q[4], q[5]});
  if (nodeIs(nodes::RigidBody2D)) pose.rotation = rotationZ(q[2]);
  return pose;
}

}  // namespace

std::optional<ReferencePose> referencePose(const Json& object, const Json* node, const Scope& scope) {
  return poseOf(object, node, scope, false);
}
std::optional<ReferencePose> startPose(const Json& object, const Json* node, const Scope& scope) {
  return poseOf(object, node, scope, true);
}

std::array<double, 4> eulerParameters(const Matrix3& a) {
  std::array<double, 4> p{};
  const double trace = a[0][0] + a[1][1] + a[2][2] + 1;
  if (std::abs(trace) > 1e-15) {
    const double s = 0.5 / std::sqrt(std::abs(trace));
    p = {0.25 / s, (a[2][1] - a[1][2]) * s, (a[0][2] - a[2][0]) * s, (a[1][0] - a[0][1]) * s};
  } else {  // half a turn: from the largest diagonal entry
    const int i = a[0][0] > a[1][1] && a[0][0] > a[2][2] ? 0 : a[1][1] > a[2][2] ? 1 : 2;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double s = 2 * std::sqrt(std::abs(1 + a[i][i] - a[j][j] - a[k][k]));
    p[i + 1] = 0.25 * s;
    p[j + 1] = (a[i][j] + a[j][i]) / s;
    p[k + 1] = (a[i][k] + a[k][i]) / s;
    p[0] = i == 0 ? (a[1][2] - a[2][1]) / s : i == 1 ? (a[0][2] - a[2][0]) / s : (a[0][1] - a[1][0]) / s;
  }
  const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  for (double& entry : p) entry /= length;
  return p;
}

Vector3 taitBryanAngles(const Matrix3& a) {
  const double c = std::sqrt(a[1][2] * a[1][2] + a[2][2] * a[2][2]);
  const double second = atan2(a[0][2], c);
  if (c > 1e-14) return {atan2(-a[1][2], a[2][2]), second, atan2(-a[0][1], a[0][0])};
  return {0, second, atan2(a[1][0], a[1][1])};
}

Vector3 rotationVector(const Matrix3& a) {
  const auto p = eulerParameters(a);
  const Vector3 axis{p[1], p[2], p[3]};
  const double length = norm(axis);
  if (length == 0) return {};
  return (2 * atan2(length, p[0]) / length) * axis;
}

double planarAngle(const Matrix3& a) { return atan2(a[1][0], a[0][0]); }

}  // namespace slipstick
