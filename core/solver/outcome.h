// The report of a solver: effort, reason for stopping, and findings.
#pragma once

#include <cstdint>
#include <string>

#include "core/message/message.h"

namespace slipstick {

struct Statistics {
  std::int64_t steps = 0;
  std::int64_t newtonIterations = 0;
  std::int64_t discontinuousIterations = 0;
  std::int64_t jacobians = 0;
  std::int64_t rejectedSteps = 0;
  std::string sharedLoads;  // the constraints whose loads are shared in an undetermined way, or ""
  Message ended;            // the limit of the model that ended the run and why, or ""
  std::string notReached;   // the events scheduled after the end of the run, or ""
  std::string held;         // why and where statics restrained the motion to find an equilibrium, or ""
  std::string unbalanced;   // the last accepted load step out of balance, with its imbalance, or ""
  Message caution;          // why the result may be wrong, or ""
  std::string advice;       // the setting that makes the run unnecessarily slow, or ""
};

/// Adds a reason why the result may be wrong, once.
inline void addCaution(Statistics& statistics, const Message& text) {
  if (statistics.caution.find(text) != std::string::npos) return;
  statistics.caution = statistics.caution.empty() ? text : together({statistics.caution, " ", text});
}

/// The reason why a run stopped before its end.
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
  Message message;  // one sentence for the user: what happened, where, and what to try
};
/// "newtonDiverged" …
const char* reasonName(Stop::Reason reason);

struct Eigenvalue {
  double real = 0;
  double imaginary = 0;
};

}  // namespace slipstick
