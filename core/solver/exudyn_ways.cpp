#include "core/solver/exudyn_ways.h"

namespace slipstick {

ExudynWays exudynWays(const AnalysisStep& step) {
  ExudynWays ways;
  ways.recommendAtParting = step.discontinuous.recommendAtParting;
  const bool ours = !step.exudynWays && step.keepTangents && !step.signedTolerances;
  if (ours) return ways;
  ways.longKeptTangents = ways.massDerivativeInTangent = ways.reactionsInTangent = false;
  ways.coarseTangents = ways.countContacts = true;
  ways.countedTimes = ways.exactInitialAccelerations = ways.restoreAfterRejection = ways.keptNormRates = false;
  ways.absoluteTolerances = ways.holdTurningSlip = ways.repeatedSolutions = false;
  return ways;
}

}  // namespace slipstick
