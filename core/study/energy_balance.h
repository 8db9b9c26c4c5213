// The energy balance of a run: a second run with sensors of all energies, and the part that they do not explain.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/model/model.h"

namespace slipstick {

/// By sample of the run; energies in J.
struct EnergyBalance {
  std::string problem;  // why there is no balance, or ""; in case of a problem all else is empty
  std::vector<double> times, kinetic, potential, dissipated, supplied;
  std::vector<double> unexplained;  // the change of T + V + D − W since the start
  double exchanged = 0;             // the energy that changed its form: half the total variation of the four
  double relative = 0;              // the largest unexplained energy, as a part of `exchanged` or of the largest kinetic energy
  double at = 0;                    // the time at which it grows most, s
  std::string item;                 // the connector, or else the body, whose energy changes most then; or ""
  bool isLarge = false;             // `relative` is above balanceTolerance of the model
  std::string text;                 // the result in one or two sentences
};

/// Repeats the run of a model with sensors of its energies. `cancelled`, called after every step, ends it, with a problem.
EnergyBalance energyBalance(const Model& model, const std::function<bool()>& cancelled = {});

/// {"problem"} or {"times", "kinetic", "potential", "dissipated", "supplied", "unexplained", "exchanged", "relative", "at", "item",
/// "isLarge", "text"}
Json toJson(const EnergyBalance& balance);

}  // namespace slipstick
