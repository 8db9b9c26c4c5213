// Functions that the light engine leaves to the complete one.
#pragma once

#include <memory>
#include <string>

#include "core/model/model.h"

namespace slipstick {

struct OnDemand {
  /// `files`: by path, with each byte of a file as the character of that code; `name`: the path of the description. Returns {"document",
  /// "left"} as in ImportedRobot of wasm/engine/types.ts, or {"problem"}.
  Json (*readRobot)(const Json& files, const std::string& name) = nullptr;
  /// A mesh in STL or OBJ, according to the file extension: {"corners"}, nine numbers for each triangle, or {"problem"}.
  Json (*readMesh)(const std::string& bytes, const std::string& name, int mostTriangles) = nullptr;
  /// The model of `document` as {"script"}, or {"problem"} if Exudyn lacks a necessary part of it.
  Json (*writeExudyn)(const std::shared_ptr<const Model>& model, const char* document) = nullptr;
  /// LinearSignals of wasm/engine/types.ts for an empty request, LinearModel for one as in core/simulation/linear.h.
  Json (*linearise)(const std::shared_ptr<const Model>& model, const Json& request) = nullptr;
  /// AssembledInfo of wasm/engine/types.ts.
  Json (*assemble)(const std::shared_ptr<const Model>& model, bool mayJump) = nullptr;
  /// Starts to estimate the accuracy of a model's run, instead of any other.
  void (*openAccuracy)(const std::shared_ptr<const Model>& model) = nullptr;
  /// Computes for so long: AccuracyState of wasm/engine/wire.ts, or null if nothing is open.
  Json (*advanceAccuracy)(double milliseconds) = nullptr;
};
extern OnDemand onDemand;  // all null in the light engine

}  // namespace slipstick
