#include "core/program/gltf_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/math/elementary.h"
#include "core/simulation/simulation.h"

namespace slipstick {
namespace {

// Numeric codes of glTF for types and uses.
constexpr int floats = 5126, shorts = 5123, integers = 5125;
constexpr int arrayBuffer = 34962, indexBuffer = 34963;

void appendInteger(std::string& bytes, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> 8 * i & 255);
}

/// A colour channel as linear light intensity, as required by glTF.
double linear(const std::string& color, std::size_t at) {
  const double value = std::stoi(color.substr(at, 2), nullptr, 16) / 255.0;
  return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

}  // namespace

GltfFile::GltfFile(const std::string& copyright) {
  json_ = {{"asset", {{"version", "2.0"}, {"generator", std::string("Slipstick ") + engineVersion()}}}, {"scene", 0}};
  if (!copyright.empty()) json_["asset"]["copyright"] = copyright;
  json_["scenes"] = Json::array({{{"nodes", Json::array()}}});
  json_["nodes"] = Json::array();
}

int GltfFile::addNode(Json node, int parent) {
  const int number = static_cast<int>(json_["nodes"].size());
  json_["nodes"].push_back(std::move(node));
  (parent < 0 ? json_["scenes"][0]["nodes"] : json_["nodes"][parent]["children"]).push_back(number);
  return number;
}

int GltfFile::addMesh(const std::vector<std::pair<Triangles, int>>& parts) {
  Json primitives = Json::array();
  for (const auto& [part, material] : parts) {
    Json attributes{{"POSITION", addFloats(part.positions, "VEC3", 3, arrayBuffer, true)}};
    if (!part.normals.empty()) attributes["NORMAL"] = addFloats(part.normals, "VEC3", 3, arrayBuffer, false);
    if (!part.joints.empty()) {
      const std::size_t corners = part.joints.size() / 4;
      attributes["JOINTS_0"] = addAccessor(part.joints.data(), 2 * part.joints.size(), shorts, "VEC4", corners, arrayBuffer);
      Floats weights(part.joints.size(), 0.0f);
      for (std::size_t i = 0; i < corners; ++i) weights[4 * i] = 1;
      attributes["WEIGHTS_0"] = addFloats(weights, "VEC4", 4, arrayBuffer, false);
    }
    const int indices = addAccessor(part.indices.data(), 4 * part.indices.size(), integers, "SCALAR", part.indices.size(), indexBuffer);
    primitives.push_back({{"attributes", std::move(attributes)}, {"indices", indices}, {"material", material}});
    for (const Floats& shape : part.shapes)
      primitives.back()["targets"].push_back({{"POSITION", addFloats(shape, "VEC3", 3, arrayBuffer, true)}});
  }
  json_["meshes"].push_back({{"primitives", std::move(primitives)}});
  return static_cast<int>(json_["meshes"].size()) - 1;
}

int GltfFile::addMaterial(const std::string& color, double opacity) {
  const auto [place, isNew] = materials_.emplace(color + "/" + std::to_string(opacity), static_cast<int>(materials_.size()));
  if (!isNew) return place->second;
  Json material{{"pbrMetallicRoughness",
                 {{"baseColorFactor", {linear(color, 1), linear(color, 3), linear(color, 5), std::clamp(opacity, 0.0, 1.0)}},
                  {"metallicFactor", 0},
                  {"roughnessFactor", 0.72}}},
                {"doubleSided", true}};
  if (opacity < 1) material["alphaMode"] = "BLEND";
  json_["materials"].push_back(std::move(material));
  return place->second;
}

int GltfFile::addSkin(const std::vector<int>& joints) {
  json_["skins"].push_back({{"joints", joints}});
  return static_cast<int>(json_["skins"].size()) - 1;
}

int GltfFile::addTimes(const Floats& times) { return addFloats(times, "SCALAR", 1, 0, true); }

void GltfFile::addChannel(int node, const char* path, int times, const Floats& values) {
  const bool turns = std::strcmp(path, "rotation") == 0, single = std::strcmp(path, "weights") == 0;
  const int width = single ? 1 : turns ? 4 : 3;
  samplers_.push_back({{"input", times}, {"output", addFloats(values, single ? "SCALAR" : turns ? "VEC4" : "VEC3", width, 0, false)}});
  channels_.push_back({{"sampler", samplers_.size() - 1}, {"target", {{"node", node}, {"path", path}}}});
}

int GltfFile::addAccessor(const void* data, std::size_t bytes, int component, const char* type, std::size_t count, int target) {
  Json view{{"buffer", 0}, {"byteOffset", buffer_.size()}, {"byteLength", bytes}};
  if (target) view["target"] = target;
  buffer_.append(static_cast<const char*>(data), bytes);
  buffer_.resize((buffer_.size() + 3) / 4 * 4);
  json_["bufferViews"].push_back(std::move(view));
  json_["accessors"].push_back(
      {{"bufferView", json_["bufferViews"].size() - 1}, {"componentType", component}, {"count", count}, {"type", type}});
  return static_cast<int>(json_["accessors"].size()) - 1;
}

int GltfFile::addFloats(const Floats& values, const char* type, int width, int target, bool limits) {
  const int accessor = addAccessor(values.data(), 4 * values.size(), floats, type, values.size() / width, target);
  if (!limits) return accessor;
  Floats low(width, std::numeric_limits<float>::max()), high(width, std::numeric_limits<float>::lowest());
  for (std::size_t i = 0; i < values.size(); ++i) {
    low[i % width] = std::min(low[i % width], values[i]);
    high[i % width] = std::max(high[i % width], values[i]);
  }
  json_["accessors"][accessor]["min"] = low;
  json_["accessors"][accessor]["max"] = high;
  return accessor;
}

std::string GltfFile::bytes() {
  if (!channels_.empty()) json_["animations"] = Json::array({{{"name", "run"}, {"channels", channels_}, {"samplers", samplers_}}});
  if (!buffer_.empty()) json_["buffers"] = Json::array({{{"byteLength", buffer_.size()}}});
  std::string text = json_.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::string file = "glTF";
  const std::size_t binary = buffer_.empty() ? 0 : 8 + buffer_.size();
  appendInteger(file, 2);
  appendInteger(file, static_cast<std::uint32_t>(20 + text.size() + binary));
  appendInteger(file, static_cast<std::uint32_t>(text.size()));
  file += "JSON" + text;
  if (binary == 0) return file;
  appendInteger(file, static_cast<std::uint32_t>(buffer_.size()));
  return file + std::string("BIN\0", 4) + buffer_;
}

}  // namespace slipstick
