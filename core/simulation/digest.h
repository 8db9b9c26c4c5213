// The digest of a result that a link carries, and whether a run has it: docs/share-links.md.
#pragma once

#include <string>

#include "core/simulation/simulation.h"

namespace slipstick {

/// "version:hash:values": the engine's version, 64 bits over every number that the sensors recorded, and some of the values in single
/// precision, both as base64url. "" of a run that recorded nothing, such as one of eigenvalues alone.
std::string digestOf(const Simulation& simulation);
/// The hash in it alone.
std::string resultHash(const Simulation& simulation);
/// resultJson() with the digest of a finished run, where it has one.
Json resultWithDigest(const Simulation& simulation, double wallSeconds);
/// Whether a text has the form of a digest.
bool isDigest(const std::string& text);
/// Whether a text has the form of an engine's version.
bool isEngineVersion(const std::string& text);

struct Verdict {
  /// Another version of the engine may compute other numbers; a difference from it reveals no change of the model.
  enum class Outcome { same, different, otherEngine };
  Outcome outcome;
  std::string text;
};
/// Compares a run with a digest.
Verdict compareDigest(const Simulation& simulation, const std::string& digest);

}  // namespace slipstick
