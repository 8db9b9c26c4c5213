#include "core/program/gltf_shapes.h"

#include <cmath>
#include <numbers>

#include "core/math/elementary.h"

namespace slipstick {

Vector3 pointOf(const Json& json) { return {json[0].get<double>(), json[1].get<double>(), json.size() > 2 ? json[2].get<double>() : 0.0}; }

namespace {

using std::numbers::pi;
constexpr double slim = 0.012;  // radius of lines and points without one, relative to the size of the scene

double numberOr(const Json& solid, const char* key, double otherwise) {
  return solid.contains(key) && solid[key].is_number() ? solid[key].get<double>() : otherwise;
}

std::uint32_t addCorner(Triangles& to, const Vector3& at, const Vector3& normal) {
  for (int i = 0; i < 3; ++i) to.positions.push_back(static_cast<float>(at[i]));
  const double length = norm(normal);
  for (int i = 0; i < 3; ++i) to.normals.push_back(static_cast<float>(length > 0 ? normal[i] / length : i == 2));
  return static_cast<std::uint32_t>(to.positions.size() / 3 - 1);
}

void addTriangle(Triangles& to, std::uint32_t a, std::uint32_t b, std::uint32_t c) { to.indices.insert(to.indices.end(), {a, b, c}); }

/// Two unit vectors normal to a direction.
std::pair<Vector3, Vector3> across(const Vector3& along) {
  const Vector3 other = std::abs(along.z) < 0.9 * norm(along) ? Vector3{0, 0, 1} : Vector3{1, 0, 0};
  const Vector3 a = cross(along, other), u = 1 / norm(a) * a;
  return {u, 1 / norm(along) * cross(along, u)};
}

void addDisc(Triangles& to, const Vector3& center, const Vector3& axis, double radius, double width) {
  const Vector3 half = 0.5 * width / norm(axis) * axis;
  addRod(to, center - half, center + half, radius, radius);
}

void addMesh(Triangles& to, const Json& solid) {
  const auto& points = solid["points"];
  const auto& corners = solid["triangles"];
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    Vector3 p[3];
    for (int k = 0; k < 3; ++k) p[k] = pointOf(points[corners[i + k].get<std::size_t>()]);
    const Vector3 normal = cross(p[1] - p[0], p[2] - p[0]);
    std::uint32_t at[3];
    for (int k = 0; k < 3; ++k) at[k] = addCorner(to, p[k], normal);
    addTriangle(to, at[0], at[1], at[2]);
  }
}

void addPolyline(Triangles& to, const Json& solid, double radius) {
  const auto& points = solid["points"];
  const std::size_t count = points.size();
  const std::size_t lines = solid.value("closed", false) && count > 2 ? count : count - std::min<std::size_t>(count, 1);
  for (std::size_t i = 0; i < lines; ++i) addRod(to, pointOf(points[i]), pointOf(points[(i + 1) % count]), radius, radius);
}

void addArrow(Triangles& to, const Vector3& from, const Vector3& end, double radius) {
  const Vector3 along = end - from;
  const double length = norm(along);
  if (!(length > 0)) return;
  const Vector3 neck = end - std::min(8 * radius, 0.6 * length) / length * along;
  addRod(to, from, neck, radius, radius);
  addRod(to, neck, end, 2.6 * radius, 0);
}

}  // namespace

void addBox(Triangles& to, const Vector3& center, const Vector3& edges) {
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {-1.0, 1.0}) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      Vector3 normal;
      normal[axis] = sign;
      std::uint32_t at[4];
      for (int k = 0; k < 4; ++k) {
        Vector3 corner = center;
        corner[axis] += sign * edges[axis] / 2;
        corner[u] += (k == 1 || k == 2 ? sign : -sign) * edges[u] / 2;
        corner[v] += (k >= 2 ? 1 : -1) * edges[v] / 2;
        at[k] = addCorner(to, corner, normal);
      }
      addTriangle(to, at[0], at[1], at[2]);
      addTriangle(to, at[0], at[2], at[3]);
    }
}

void addSphere(Triangles& to, const Vector3& center, double radius) {
  constexpr int around = 24, rings = 12;
  const auto first = static_cast<std::uint32_t>(to.positions.size() / 3);
  for (int i = 0; i <= rings; ++i)
    for (int k = 0; k <= around; ++k) {
      const double polar = pi * i / rings, azimuth = 2 * pi * k / around;
      const Vector3 normal{sin(polar) * cos(azimuth), sin(polar) * sin(azimuth), cos(polar)};
      addCorner(to, center + radius * normal, normal);
    }
  for (std::uint32_t i = 0; i < rings; ++i)
    for (std::uint32_t k = 0; k < around; ++k) {
      const std::uint32_t a = first + i * (around + 1) + k, b = a + around + 1;
      if (i > 0) addTriangle(to, a, b, a + 1);
      if (i + 1 < rings) addTriangle(to, a + 1, b, b + 1);
    }
}

Json revolved(const Vector3& center, const Vector3& axis, const std::vector<std::pair<double, double>>& outline, bool closed) {
  constexpr std::size_t around = 48;
  const auto [u, v] = across(axis);
  Json points = Json::array(), triangles = Json::array();
  const std::size_t count = outline.size();
  for (std::size_t i = 0; i < around; ++i) {
    const double angle = 2 * pi * static_cast<double>(i) / around;
    const Vector3 out = cos(angle) * u + sin(angle) * v;
    for (const auto& [along, radius] : outline) {
      const Vector3 point = center + along / norm(axis) * axis + radius * out;
      points.push_back({point.x, point.y, point.z});
    }
    for (std::size_t k = 0; k + (closed ? 0 : 1) < count; ++k) {
      const std::size_t a = i * count + k, b = i * count + (k + 1) % count, c = (a + count) % (around * count),
                        d = (b + count) % (around * count);
      for (const std::size_t corner : {a, b, d, a, d, c}) triangles.push_back(corner);
    }
  }
  return {{"type", "mesh"}, {"points", points}, {"triangles", triangles}};
}

void addRod(Triangles& to, const Vector3& from, const Vector3& end, double radius, double tip) {
  const Vector3 along = end - from;
  if (!(norm(along) > 0) || !(radius > 0)) return;
  const auto [u, v] = across(along);
  const int sides = radius > 0.2 * norm(along) ? 64 : 20;
  const Vector3 slope = (radius - tip) / norm(along) / norm(along) * along;
  std::uint32_t low = 0, high = 0;
  const auto centerLow = addCorner(to, from, -along), centerHigh = addCorner(to, end, along);
  for (int k = 0; k <= sides; ++k) {
    const double angle = 2 * pi * k / sides;
    const Vector3 out = cos(angle) * u + sin(angle) * v;
    const std::uint32_t a = addCorner(to, from + radius * out, out + slope), b = addCorner(to, end + tip * out, out + slope);
    const std::uint32_t capLow = addCorner(to, from + radius * out, -along), capHigh = addCorner(to, end + tip * out, along);
    if (k > 0) {
      addTriangle(to, low, a, high);
      if (tip > 0) addTriangle(to, a, b, high);
      addTriangle(to, centerLow, capLow, capLow - 4);
      if (tip > 0) addTriangle(to, centerHigh, capHigh - 4, capHigh);
    }
    low = a, high = b;
  }
}

void addSolid(Triangles& to, const Json& solid, double size) {
  Triangles part;
  const std::string type = solid.value("type", "");
  const double thin = numberOr(solid, "radius", 0.5 * slim * size);
  if (type == "box") addBox(part, pointOf(solid["center"]), pointOf(solid["size"]));
  if (type == "sphere") addSphere(part, pointOf(solid["center"]), numberOr(solid, "radius", 2 * slim * size));
  if (type == "cylinder" || type == "line") addRod(part, pointOf(solid["from"]), pointOf(solid["to"]), thin, thin);
  if (type == "arrow") addArrow(part, pointOf(solid["from"]), pointOf(solid["to"]), thin);
  if (type == "disc") addDisc(part, pointOf(solid["center"]), pointOf(solid["axis"]), solid["radius"], solid["width"]);
  if (type == "polyline") addPolyline(part, solid, thin);
  if (type == "mesh") addMesh(part, solid);
  Matrix3 turn = Matrix3::identity();
  if (solid.contains("rotation") && solid["rotation"].is_array())
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) turn[i][j] = solid["rotation"][i][j];
  const Vector3 place = solid.contains("position") && solid["position"].is_array() ? pointOf(solid["position"]) : Vector3{};
  const auto first = static_cast<std::uint32_t>(to.positions.size() / 3);
  for (std::size_t i = 0; i < part.positions.size(); i += 3) {
    const Vector3 at{part.positions[i], part.positions[i + 1], part.positions[i + 2]};
    addCorner(to, place + turn * at, turn * Vector3{part.normals[i], part.normals[i + 1], part.normals[i + 2]});
  }
  for (const std::uint32_t index : part.indices) to.indices.push_back(first + index);
}

Triangles tubeOnJoints(int joints, double height, double width, bool round) {
  // The corners of the cross-section in y and z, with their normals; a rectangle has each corner twice.
  std::vector<std::array<double, 4>> corners;
  for (int k = 0; round && k < 8; ++k)
    corners.push_back({cos(k * pi / 4) * height / 2, sin(k * pi / 4) * height / 2, cos(k * pi / 4), sin(k * pi / 4)});
  const double a = height / 2, b = width / 2;
  if (!round)
    corners = {{a, b, 0, 1}, {-a, b, 0, 1}, {-a, b, -1, 0}, {-a, -b, -1, 0}, {-a, -b, 0, -1}, {a, -b, 0, -1}, {a, -b, 1, 0}, {a, b, 1, 0}};
  Triangles tube;
  const auto count = static_cast<std::uint32_t>(corners.size());
  for (int joint = 0; joint < joints; ++joint)
    for (const auto& [y, z, ny, nz] : corners) {
      addCorner(tube, {0, y, z}, {0, ny, nz});
      tube.joints.insert(tube.joints.end(), {static_cast<std::uint16_t>(joint), 0, 0, 0});
    }
  for (std::uint32_t joint = 0; joint + 1 < static_cast<std::uint32_t>(joints); ++joint)
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t p = joint * count + k, q = joint * count + (k + 1) % count;
      addTriangle(tube, p, p + count, q);
      addTriangle(tube, q, p + count, q + count);
    }
  return tube;
}

}  // namespace slipstick
