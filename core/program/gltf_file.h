// A glTF file under construction: JSON with one buffer of bytes.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/model/model.h"

namespace slipstick {

using Floats = std::vector<float>;

/// Triangles of one colour. Without normals, viewers use flat shading.
struct Triangles {
  Floats positions, normals;
  std::vector<std::uint32_t> indices;
  std::vector<std::uint16_t> joints;  // of a skin: four for each corner
  std::vector<Floats> shapes;         // displacements of the corners, weighted by the values of a channel
};

class GltfFile {
 public:
  /// `copyright`: credits of the authors; may be empty.
  explicit GltfFile(const std::string& copyright);

  /// Adds a node and returns its number. `parent` -1: none.
  int addNode(Json node, int parent);
  /// Adds a mesh of parts, each with its material.
  int addMesh(const std::vector<std::pair<Triangles, int>>& parts);
  /// A material for a colour "#rrggbb"; equal colours share it.
  int addMaterial(const std::string& color, double opacity);
  int addSkin(const std::vector<int>& joints);
  /// Times (s) shared by several channels.
  int addTimes(const Floats& times);
  /// The motion of a node's `path` (translation, rotation, scale, weights); values of all times one after the other.
  void addChannel(int node, const char* path, int times, const Floats& values);
  Json& node(int number) { return json_["nodes"][number]; }
  /// The bytes of the file.
  std::string bytes();

 private:
  int addAccessor(const void* data, std::size_t bytes, int component, const char* type, std::size_t count, int target);
  int addFloats(const Floats& values, const char* type, int width, int target, bool limits);

  Json json_;
  Json channels_ = Json::array(), samplers_ = Json::array();
  std::string buffer_;
  std::map<std::string, int> materials_;
};

}  // namespace slipstick
