// What a solver tells of its work: what it took, why it stopped, what it found.
#pragma once

#include <cstdint>
#include <string>

namespace slipstick {

struct Statistics {
  std::int64_t steps = 0;
  std::int64_t newtonIterations = 0;
  std::int64_t discontinuousIterations = 0;
  std::int64_t jacobians = 0;
  std::int64_t rejectedSteps = 0;
  std::string sharedLoads;  // which constraints carry loads whose shares are not determined, or ""
  std::string ended;        // why a limit of the model ended the run, or ""
  std::string notReached;   // which events stand behind the end of the run, or ""
  std::string held;         // why and where statics restrained the motion to find an equilibrium, or ""
  std::string unbalanced;   // where the last load step that is not in balance was accepted, and by how much it is not, or ""
  std::string caution;      // why the result may be wrong, or ""
  std::string advice;       // which setting makes the run far slower than it need be, or ""
};

/// Adds a reason why the result may be wrong, once.
inline void addCaution(Statistics& statistics, const std::string& text) {
  if (statistics.caution.find(text) != std::string::npos) return;
  statistics.caution += (statistics.caution.empty() ? "" : " ") + text;
}

/// Why a run ended before its end.
struct Stop {
  enum class Reason {
    none,
    newtonDiverged,
    singularTangent,
    stepTooSmall,
    discontinuousDiverged,
    unsupported,
    modelError,
    budgetSpent
  } reason = Reason::none;
  double time = 0;
  std::string message;  // one sentence for a person: what happened, where, and what to try
};
/// "newtonDiverged" …
const char* reasonName(Stop::Reason reason);

struct Eigenvalue {
  double real = 0;
  double imaginary = 0;
};

}  // namespace slipstick
