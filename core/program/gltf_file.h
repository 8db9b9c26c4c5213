// A glTF file in the making: JSON with one buffer of bytes.
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

/// Triangles of one colour. Without normals a viewer makes every triangle flat.
struct Triangles {
  Floats positions, normals;
  std::vector<std::uint32_t> indices;
  std::vector<std::uint16_t> joints;  // of a skin: four for each corner
  std::vector<Floats> shapes;         // displacements of the corners, weighted by the numbers of a channel
};

class GltfFile {
 public:
  GltfFile();

  /// Adds a node and returns its number. `parent` -1: none.
  int addNode(Json node, int parent);
  /// Adds a mesh of parts, each with its material.
  int addMesh(const std::vector<std::pair<Triangles, int>>& parts);
  /// A material of a colour "#rrggbb"; the same one for the same colour.
  int addMaterial(const std::string& color, double opacity);
  int addSkin(const std::vector<int>& joints);
  /// Times (s) that several channels share.
  int addTimes(const Floats& times);
  /// How `path` (translation, rotation, scale, weights) of a node moves; numbers of all times one after the other.
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
