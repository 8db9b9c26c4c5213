// The digest of a result in a share link, and its comparison with a run: docs/share-links.md.
#pragma once

#include <string>

#include "core/simulation/simulation.h"

namespace slipstick {

/// Returns "version:hash:values": the engine's version, a 64-bit hash of all recorded sensor values, and some of the values in single
/// precision, both as base64url. Returns "" for a run without records, such as one that only computes eigenvalues.
std::string digestOf(const Simulation& simulation);
/// Returns only the hash.
std::string resultHash(const Simulation& simulation);
/// Returns resultJson() with the digest of a finished run, if it has one.
Json resultWithDigest(const Simulation& simulation, double wallSeconds);
/// Returns whether a text has the form of a digest.
bool isDigest(const std::string& text);
/// Returns whether a text has the form of an engine version.
bool isEngineVersion(const std::string& text);

struct Verdict {
  /// Another version of the engine may compute different numbers; such a difference does not indicate a change of the model.
  enum class Outcome { same, different, otherEngine };
  Outcome outcome;
  std::string text;
};
/// Compares a run with a digest.
Verdict compareDigest(const Simulation& simulation, const std::string& digest);

}  // namespace slipstick
