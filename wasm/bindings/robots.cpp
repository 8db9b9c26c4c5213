// Loaded on demand: few visitors have robots or meshes.

#include <optional>

#include "core/exchange/import.h"
#include "core/exchange/mesh.h"
#include "core/simulation/json.h"
#include "wasm/bindings/on_demand.h"

namespace slipstick {
namespace {

/// The bytes of a file; nothing if it is missing.
std::optional<std::string> fileOf(const Json& files, const std::string& path) {
  const auto found = files.find(path);
  if (found == files.end()) return std::nullopt;
  const std::string& text = found->get_ref<const std::string&>();  // characters from 128 take two bytes
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto first = static_cast<unsigned char>(text[i]);
    bytes += first < 0x80 ? text[i] : static_cast<char>((first & 3) << 6 | (text[++i] & 0x3f));
  }
  return bytes;
}

/// "models/../parts/hand.stl" as "parts/hand.stl".
std::string plainPath(const std::string& path) {
  std::string plain;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string part = path.substr(at, end - at);
    at = end + 1;
    if (part == "..") {
      const std::size_t slash = plain.rfind('/');
      plain.resize(slash == std::string::npos ? 0 : slash);
    } else if (!part.empty() && part != ".") {
      plain += (plain.empty() ? "" : "/") + part;
    }
  }
  return plain;
}

Json readRobot(const Json& files, const std::string& name) {
  const std::size_t slash = name.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : name.substr(0, slash + 1);
  const ReadFile read = [&](const std::string& path) {
    // Descriptions give paths relative to the root of their package, which is some folders up.
    std::string around = folder;
    std::optional<std::string> bytes;
    for (int up = 0; up < 6 && !bytes; ++up, around += "../") bytes = fileOf(files, plainPath(around + path));
    return bytes ? bytes : fileOf(files, path.substr(path.rfind('/') + 1));
  };
  try {
    const Imported imported = importRobot(fileOf(files, name).value_or(""), name.substr(folder.size()), read);
    return object({{"document", imported.document.dump(1, ' ', false, Json::error_handler_t::replace)}, {"left", imported.left}});
  } catch (const ImportError& error) {
    return object({{"problem", error.what()}});
  }
}

Json readMeshFile(const std::string& bytes, const std::string& name, int mostTriangles) {
  try {
    const MeshFile mesh = readMesh(bytes, name, static_cast<std::size_t>(mostTriangles));
    Json corners = Json::array();
    for (const auto& triangle : mesh.triangles)
      for (const int corner : triangle)
        for (int axis = 0; axis < 3; ++axis) corners.push_back(mesh.points[corner][axis]);
    return object({{"corners", std::move(corners)}});
  } catch (const ImportError& error) {
    return object({{"problem", error.what()}});
  }
}

[[maybe_unused]] const bool hasRobots = (onDemand.readRobot = &readRobot, onDemand.readMesh = &readMeshFile, true);

}  // namespace
}  // namespace slipstick
