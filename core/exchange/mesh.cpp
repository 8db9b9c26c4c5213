#include "core/exchange/mesh.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>

#include "core/math/decimal.h"

namespace slipstick {
namespace {

std::uint32_t integerAt(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << 8 * i;
  return value;
}

float floatAt(const std::string& bytes, std::size_t at) {
  const std::uint32_t bits = integerAt(bytes, at);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Corners at the same place are one point.
class PointSet {
 public:
  explicit PointSet(MeshFile& mesh) : mesh_(mesh) {}
  int number(const Vector3& at) {
    const auto [place, isNew] = numbers_.emplace(std::array{at.x, at.y, at.z}, static_cast<int>(mesh_.points.size()));
    if (isNew) mesh_.points.push_back(at);
    return place->second;
  }

 private:
  MeshFile& mesh_;
  std::map<std::array<double, 3>, int> numbers_;
};

MeshFile readBinaryStl(const std::string& bytes, const std::string& name) {
  const std::size_t count = integerAt(bytes, 80), room = (bytes.size() - 84) / 50;
  if (count > room)
    throw ImportError(name + ": the file says that it has " + std::to_string(count) + " triangles, but has room for " +
                      std::to_string(room));
  MeshFile mesh;
  PointSet points(mesh);
  for (std::size_t i = 0; i < count; ++i) {
    std::array<int, 3> corners{};
    for (int k = 0; k < 3; ++k) {
      Vector3 at;
      for (int axis = 0; axis < 3; ++axis) at[axis] = floatAt(bytes, 84 + 50 * i + 12 + 12 * k + 4 * axis);
      if (!std::isfinite(at.x + at.y + at.z)) throw ImportError(name + ": triangle " + std::to_string(i) + " has a corner without a place");
      corners[k] = points.number(at);
    }
    mesh.triangles.push_back(corners);
  }
  return mesh;
}

/// Lines of a text, and the words of the line read last.
class Words {
 public:
  explicit Words(const std::string& text) : text_(text) {}
  /// Goes to the next line, unless there is none.
  bool nextLine() {
    if (end_ >= text_.size()) return false;
    at_ = number_++ == 0 ? 0 : end_ + 1;
    end_ = std::min(text_.find('\n', at_), text_.size());
    return at_ < text_.size();
  }
  /// The next word of the line; "" at its end.
  std::string next() {
    constexpr const char* space = " \t\r\v\f\n";
    const std::size_t first = std::min(text_.find_first_not_of(space, at_), end_);
    at_ = std::min(text_.find_first_of(space, first), end_);
    return text_.substr(first, at_ - first);
  }
  int number() const { return number_; }  // of the line, from 1

 private:
  const std::string& text_;
  std::size_t at_ = 0, end_ = 0;
  int number_ = 0;
};

double numberIn(Words& words, const std::string& name) {
  const std::string word = words.next();
  const std::optional<double> value = decimalNumber(word);
  if (!value || !std::isfinite(*value))
    throw ImportError(name + ":" + std::to_string(words.number()) + ": expected a number, got '" + word + "'");
  return *value;
}

Vector3 pointIn(Words& words, const std::string& name) {
  Vector3 point;
  for (int axis = 0; axis < 3; ++axis) point[axis] = numberIn(words, name);
  return point;
}

MeshFile readTextStl(const std::string& bytes, const std::string& name) {
  MeshFile mesh;
  PointSet points(mesh);
  std::vector<int> corners;
  for (Words words(bytes); words.nextLine();)
    if (words.next() == "vertex") corners.push_back(points.number(pointIn(words, name)));
  if (corners.size() % 3 != 0)
    throw ImportError(name + ": the last triangle has " + std::to_string(corners.size() % 3) + " corners, expected 3");
  for (std::size_t i = 0; i < corners.size(); i += 3) mesh.triangles.push_back({corners[i], corners[i + 1], corners[i + 2]});
  return mesh;
}

MeshFile readObj(const std::string& bytes, const std::string& name) {
  MeshFile mesh;
  for (Words words(bytes); words.nextLine();) {
    const std::string kind = words.next();
    if (kind == "v") mesh.points.push_back(pointIn(words, name));
    if (kind != "f") continue;
    std::vector<int> corners;
    for (std::string word = words.next(); !word.empty(); word = words.next()) {
      const std::optional<double> value = decimalNumber(word.substr(0, word.find('/')));
      const long count = static_cast<long>(mesh.points.size());
      const long corner = value && std::abs(*value) < 1e9 ? static_cast<long>(*value) : 0;
      if (corner == 0 || corner > count || corner < -count)
        throw ImportError(name + ":" + std::to_string(words.number()) + ": there is no point '" + word + "' among the " +
                          std::to_string(count) + " before");
      corners.push_back(static_cast<int>(corner > 0 ? corner - 1 : count + corner));
    }
    for (std::size_t i = 2; i < corners.size(); ++i) mesh.triangles.push_back({corners[0], corners[i - 1], corners[i]});
  }
  return mesh;
}

bool endsWith(const std::string& name, const std::string& ending) {
  if (name.size() < ending.size()) return false;
  for (std::size_t i = 0; i < ending.size(); ++i) {
    const char c = name[name.size() - ending.size() + i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != ending[i]) return false;
  }
  return true;
}

/// Joins points of one cell of a grid until there are few enough triangles.
void thin(MeshFile& mesh, std::size_t most) {
  Vector3 low = mesh.points[0], high = low;
  for (const Vector3& at : mesh.points)
    for (int i = 0; i < 3; ++i) low[i] = std::min(low[i], at[i]), high[i] = std::max(high[i], at[i]);
  const double size = norm(high - low);
  for (int cells = 100; mesh.triangles.size() > most && cells > 2; cells = cells * 4 / 5) {
    std::map<std::array<int, 3>, int> numbers;
    std::vector<Vector3> points;
    std::vector<int> renamed;
    for (const Vector3& at : mesh.points) {
      const Vector3 cell = cells / size * (at - low);
      const auto [place, isNew] = numbers.emplace(std::array{static_cast<int>(cell.x), static_cast<int>(cell.y), static_cast<int>(cell.z)},
                                                  static_cast<int>(points.size()));
      if (isNew) points.push_back(at);
      renamed.push_back(place->second);
    }
    for (auto& triangle : mesh.triangles)
      for (int& corner : triangle) corner = renamed[corner];
    std::erase_if(mesh.triangles, [](const auto& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
    mesh.points = std::move(points);
  }
}

}  // namespace

MeshFile readMesh(const std::string& bytes, const std::string& name) {
  MeshFile mesh;
  if (endsWith(name, ".obj")) {
    mesh = readObj(bytes, name);
  } else if (endsWith(name, ".stl")) {
    const bool isText = bytes.rfind("solid", 0) == 0 && bytes.find("facet") != std::string::npos &&
                        (bytes.size() < 84 || 84 + 50ull * integerAt(bytes, 80) != bytes.size());
    if (!isText && bytes.size() < 84)
      throw ImportError(name + ": the file has " + std::to_string(bytes.size()) + " bytes, too few for STL");
    mesh = isText ? readTextStl(bytes, name) : readBinaryStl(bytes, name);
  } else {
    throw ImportError(name + ": only meshes in STL and OBJ are read");
  }
  if (mesh.triangles.empty()) throw ImportError(name + ": the file has no triangle");
  return mesh;
}

Json meshSolid(MeshFile mesh, const Vector3& scale, std::size_t mostTriangles) {
  thin(mesh, mostTriangles);
  Json points = Json::array(), triangles = Json::array();
  for (const Vector3& at : mesh.points) {
    Json point = Json::array();
    for (int i = 0; i < 3; ++i) point.push_back(std::round(1e6 * scale[i] * at[i]) / 1e6);
    points.push_back(std::move(point));
  }
  for (const auto& triangle : mesh.triangles)
    for (const int corner : triangle) triangles.push_back(corner);
  return {{"type", "mesh"}, {"points", std::move(points)}, {"triangles", std::move(triangles)}};
}

Inertia inertiaOfMesh(const MeshFile& mesh, const Vector3& scale) {
  // Sums over tetrahedra from the origin to each triangle.
  double volume = 0;
  Vector3 first;
  Matrix3 second;
  for (const auto& triangle : mesh.triangles) {
    Vector3 p[3];
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) p[k][i] = scale[i] * mesh.points[triangle[k]][i];
    const double part = dot(p[0], cross(p[1], p[2])) / 6;
    const Vector3 sum = p[0] + p[1] + p[2];
    volume += part;
    first += part / 4 * sum;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) second[i][j] += part / 20 * (sum[i] * sum[j] + p[0][i] * p[0][j] + p[1][i] * p[1][j] + p[2][i] * p[2][j]);
  }
  const double sign = volume < 0 ? -1 : 1;  // turned inside out
  Inertia inertia;
  inertia.mass = sign * volume;
  if (!(inertia.mass > 0)) return {};
  inertia.center = 1 / volume * first;
  const double trace = second[0][0] + second[1][1] + second[2][2];
  const Vector3& c = inertia.center;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      inertia.tensor[i][j] = sign * ((i == j ? trace : 0.0) - second[i][j] - volume * ((i == j ? dot(c, c) : 0.0) - c[i] * c[j]));
  return inertia;
}

}  // namespace slipstick
