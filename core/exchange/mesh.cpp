#include "core/exchange/mesh.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string_view>

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

/// Files store coordinates in single precision. Coordinates beyond its range are invalid; their powers remain finite in double precision.
constexpr double largestCoordinate = 3.5e38;

[[noreturn]] void refuse(const std::string& name, const std::string& what) { throw ImportError(name + ": " + what); }

/// A surface under construction: coinciding corners become one point, and the number of triangles is limited.
class Surface {
 public:
  Surface(const std::string& name, std::size_t most) : name_(name), most_(most) {}

  int point(const Vector3& at) {
    const auto [place, isNew] = numbers_.emplace(std::array{at.x, at.y, at.z}, static_cast<int>(mesh_.points.size()));
    if (isNew) mesh_.points.push_back(at);
    return place->second;
  }
  void add(const std::array<int, 3>& corners) {
    if (mesh_.triangles.size() == most_) refuseSize("more than " + std::to_string(most_));
    mesh_.triangles.push_back(corners);
  }
  [[noreturn]] void refuseSize(const std::string& count) const {
    refuse(name_, "the surface has " + count + " triangles; at most " + std::to_string(most_) + " are read: simplify it first");
  }
  MeshFile take() { return std::move(mesh_); }

 private:
  const std::string& name_;
  std::size_t most_;
  MeshFile mesh_;
  std::map<std::array<double, 3>, int> numbers_;
};

MeshFile readBinaryStl(const std::string& bytes, const std::string& name, std::size_t most) {
  Surface surface(name, most);
  const std::size_t count = integerAt(bytes, 80), room = (bytes.size() - 84) / 50;
  if (count > room)
    refuse(name, "the file states that it has " + std::to_string(count) + " triangles, but has room for " + std::to_string(room));
  if (count > most) surface.refuseSize(std::to_string(count));
  for (std::size_t i = 0; i < count; ++i) {
    std::array<int, 3> corners{};
    for (int k = 0; k < 3; ++k) {
      Vector3 at;
      for (int axis = 0; axis < 3; ++axis) at[axis] = floatAt(bytes, 84 + 50 * i + 12 + 12 * k + 4 * axis);
      if (!std::isfinite(at.x + at.y + at.z))
        refuse(name, "triangle " + std::to_string(i) + " has a corner whose coordinates are not finite");
      corners[k] = surface.point(at);
    }
    surface.add(corners);
  }
  return surface.take();
}

/// The words of a text, line by line.
class Words {
 public:
  explicit Words(const std::string& text) : text_(text) {}
  /// Goes to the next line, if there is one.
  bool nextLine() {
    if (start_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find('\n', start_), text_.size());
    line_ = text_.substr(start_, end - start_);
    start_ = end + 1, ++number_;
    return true;
  }
  /// The next word of the line; "" at its end.
  std::string_view next() {
    constexpr const char* space = " \t\r\v\f";
    line_.remove_prefix(std::min(line_.find_first_not_of(space), line_.size()));
    const std::string_view word = line_.substr(0, std::min(line_.find_first_of(space), line_.size()));
    line_.remove_prefix(word.size());
    return word;
  }
  /// The next word of this or a later line; "" at the end of the text.
  std::string_view nextAnywhere() {
    for (;;)
      if (const std::string_view word = next(); !word.empty() || !nextLine()) return word;
  }
  int number() const { return number_; }  // of the line, from 1

 private:
  std::string_view text_, line_;
  std::size_t start_ = 0;
  int number_ = 0;
};

Vector3 pointIn(Words& words, bool inOneLine, const std::string& name) {
  Vector3 point;
  for (int axis = 0; axis < 3; ++axis) {
    std::string word(inOneLine ? words.next() : words.nextAnywhere());
    const std::optional<double> value = decimalNumber(!word.empty() && word[0] == '+' ? word.substr(1) : word);
    if (!value || !(std::abs(*value) < largestCoordinate))
      throw ImportError(name + ":" + std::to_string(words.number()) + ": expected a number, got " + inQuotes(word));
    point[axis] = *value;
  }
  return point;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool isWord(std::string_view text, std::string_view wanted) {
  return text.size() == wanted.size() && std::equal(text.begin(), text.end(), wanted.begin(), [](char a, char b) { return lower(a) == b; });
}

MeshFile readTextStl(const std::string& bytes, const std::string& name, std::size_t most) {
  Surface surface(name, most);
  Words words(bytes);
  std::array<int, 3> corners{};
  int count = 0;
  for (std::string_view word = words.nextAnywhere(); !word.empty(); word = words.nextAnywhere()) {
    if (isWord(word, "solid") || isWord(word, "endsolid")) {
      while (!words.next().empty()) {
      }  // its name
    } else if (isWord(word, "vertex")) {
      corners[count++] = surface.point(pointIn(words, false, name));
      if (count == 3) surface.add(corners), count = 0;
    }
  }
  if (count != 0) refuse(name, "the last triangle has " + std::to_string(count) + (count == 1 ? " corner" : " corners") + ", expected 3");
  return surface.take();
}

MeshFile readObj(const std::string& bytes, const std::string& name, std::size_t most) {
  Surface surface(name, most);
  std::vector<Vector3> points;
  for (Words words(bytes); words.nextLine();) {
    const std::string_view kind = words.next();
    if (kind == "v") points.push_back(pointIn(words, true, name));
    if (kind != "f") continue;
    std::vector<int> corners;
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
      const std::optional<double> value = decimalNumber(std::string(word.substr(0, word.find('/'))));
      const double count = static_cast<double>(points.size());
      if (!value || *value == 0 || *value != std::floor(*value) || *value > count || *value < -count)
        throw ImportError(name + ":" + std::to_string(words.number()) + ": there is no point " + inQuotes(std::string(word)) +
                          " among the " + std::to_string(points.size()) + " before");
      const auto at = static_cast<std::size_t>(*value > 0 ? *value - 1 : count + *value);
      corners.push_back(surface.point(points[at]));
      if (corners.size() > 3) corners.erase(corners.begin() + 1);
      if (corners.size() == 3) surface.add({corners[0], corners[1], corners[2]});
    }
  }
  return surface.take();
}

bool endsWith(const std::string& name, std::string_view ending) {
  return name.size() >= ending.size() && isWord(std::string_view(name).substr(name.size() - ending.size()), ending);
}

/// Text begins with "solid", as the header of some binary files does; in those, the 84 bytes before the triangles have a zero.
bool isTextStl(const std::string& bytes) {
  const std::string_view text = std::string_view(bytes).substr(bytes.rfind("\xef\xbb\xbf", 0) == 0 ? 3 : 0);
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  return isWord(text.substr(first, 5), "solid") && text.substr(0, 84).find('\0') == std::string_view::npos;
}

/// Merges the points in each cell of a grid until there are few enough triangles.
void thin(MeshFile& mesh, std::size_t most) {
  if (mesh.triangles.size() <= most) return;
  Vector3 low = mesh.points[0], high = low;
  for (const Vector3& at : mesh.points)
    for (int i = 0; i < 3; ++i) low[i] = std::min(low[i], at[i]), high[i] = std::max(high[i], at[i]);
  const double size = norm(high - low);
  for (int cells = 100; size > 0 && mesh.triangles.size() > most && cells > 2; cells = cells * 4 / 5) {
    std::map<std::array<int, 3>, int> numbers;
    std::vector<Vector3> points;
    std::vector<int> renamed;
    for (const Vector3& at : mesh.points) {
      std::array<int, 3> cell{};
      for (int i = 0; i < 3; ++i) cell[i] = static_cast<int>((at[i] - low[i]) / size * cells);
      const auto [place, isNew] = numbers.emplace(cell, static_cast<int>(points.size()));
      if (isNew) points.push_back(at);
      renamed.push_back(place->second);
    }
    for (auto& triangle : mesh.triangles)
      for (int& corner : triangle) corner = renamed[corner];
    std::erase_if(mesh.triangles, [](const auto& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
    std::set<std::array<int, 3>> seen;
    std::erase_if(mesh.triangles, [&](std::array<int, 3> t) { return std::sort(t.begin(), t.end()), !seen.insert(t).second; });
    mesh.points = std::move(points);
  }
  if (mesh.triangles.size() > most) mesh.triangles.resize(most);
}

/// The moments of volumes or areas: their sum, and the integrals of x and of x xᵀ, relative to the apex.
struct Moments {
  double size = 0;
  Vector3 first{};
  Matrix3 second{};
};

/// Sums over tetrahedra from the apex to each triangle, or over the triangles of a shell.
Moments momentsOf(const MeshFile& mesh, const Vector3& scale, MeshMass what, const Vector3& apex) {
  Moments moments;
  for (const auto& triangle : mesh.triangles) {
    Vector3 p[3];
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) p[k][i] = scale[i] * mesh.points[triangle[k]][i] - apex[i];
    const bool isShell = what == MeshMass::shell;
    double part = isShell ? norm(cross(p[1] - p[0], p[2] - p[0])) / 2 : dot(p[0], cross(p[1], p[2])) / 6;
    if (what == MeshMass::pyramids) part = std::abs(part);
    const double corners = isShell ? 3 : 4;  // the fourth of a tetrahedron is the apex
    const Vector3 sum = p[0] + p[1] + p[2];
    moments.size += part;
    moments.first += part / corners * sum;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        moments.second[i][j] +=
            part / (corners * (corners + 1)) * (sum[i] * sum[j] + p[0][i] * p[0][j] + p[1][i] * p[1][j] + p[2][i] * p[2][j]);
  }
  return moments;
}

}  // namespace

MeshFile readMesh(const std::string& bytes, const std::string& name, std::size_t most) {
  MeshFile mesh;
  if (endsWith(name, ".obj")) {
    mesh = readObj(bytes, name, most);
  } else if (endsWith(name, ".stl")) {
    const bool isText = isTextStl(bytes);
    if (!isText && bytes.size() < 84) refuse(name, "the file has " + std::to_string(bytes.size()) + " bytes, too few for STL");
    mesh = isText ? readTextStl(bytes, name, most) : readBinaryStl(bytes, name, most);
  } else {
    refuse(name, "only meshes in STL and OBJ are read");
  }
  if (mesh.triangles.empty()) refuse(name, "the file has no triangles");
  return mesh;
}

Json meshSolid(MeshFile mesh, const Vector3& scale, std::size_t mostTriangles) {
  thin(mesh, mostTriangles);
  Json points = Json::array(), triangles = Json::array();
  for (const Vector3& at : mesh.points) {
    Json point = Json::array();
    for (int i = 0; i < 3; ++i) {
      const double value = scale[i] * at[i];
      if (!std::isfinite(value)) throw ImportError("the scale of a mesh is too large");
      point.push_back(std::abs(value) < 1e9 ? std::round(1e6 * value) / 1e6 : value);
    }
    points.push_back(std::move(point));
  }
  for (const auto& triangle : mesh.triangles)
    for (const int corner : triangle) triangles.push_back(corner);
  return {{"type", "mesh"}, {"points", std::move(points)}, {"triangles", std::move(triangles)}};
}

bool isClosed(const MeshFile& mesh) {
  // The triangles of a closed mesh use each edge equally often in both directions.
  std::vector<std::array<int, 3>> edges;  // from the smaller point to the larger one, and the direction
  edges.reserve(3 * mesh.triangles.size());
  for (const auto& triangle : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const int from = triangle[k], to = triangle[(k + 1) % 3];
      if (from != to) edges.push_back({std::min(from, to), std::max(from, to), from < to ? 1 : -1});
    }
  std::sort(edges.begin(), edges.end());
  int balance = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    balance += edges[i][2];
    const bool isLast = i + 1 == edges.size() || edges[i][0] != edges[i + 1][0] || edges[i][1] != edges[i + 1][1];
    if (isLast && balance != 0) return false;
  }
  return true;
}

Inertia inertiaOfMesh(const MeshFile& mesh, const Vector3& scale, MeshMass what) {
  Vector3 apex;
  if (what == MeshMass::pyramids) {
    // The vector from the middle of the surface to the centre of mass, and the moments about the centre of mass.
    const Moments surface = momentsOf(mesh, scale, MeshMass::shell, {});
    if (!(surface.size > 0)) return {};
    const Vector3 middle = 1 / surface.size * surface.first;
    const Moments pyramids = momentsOf(mesh, scale, what, middle);
    if (!(pyramids.size > 0)) return {};
    apex = middle + 1 / pyramids.size * pyramids.first;
  }
  const auto [size, first, second] = momentsOf(mesh, scale, what, apex);
  const double sign = size < 0 ? -1 : 1;  // turned inside out
  if (!(sign * size > 0) || !std::isfinite(norm(second.row(0)) + norm(second.row(1)) + norm(second.row(2)))) return {};
  const Vector3 c = what == MeshMass::pyramids ? Vector3{} : 1 / size * first;
  Inertia inertia{.mass = sign * size, .center = apex + c};
  const double trace = second[0][0] + second[1][1] + second[2][2];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      inertia.tensor[i][j] = sign * ((i == j ? trace : 0.0) - second[i][j] - size * ((i == j ? dot(c, c) : 0.0) - c[i] * c[j]));
  return inertia;
}

}  // namespace slipstick
