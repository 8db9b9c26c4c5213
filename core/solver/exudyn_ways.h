// Where Exudyn computes in another way than we do by default. Documents published from its scripts, and reference cases that it computed,
// ask for its ways, so that results differ by rounding alone.
#pragma once

#include "core/model/model.h"

namespace slipstick {

/// The defaults are ours.
struct ExudynWays {
  // Newton's method
  bool longKeptTangents = true;         // Newton keeps tangents as long as they are worth it, not as its settings say
  bool massDerivativeInTangent = true;  // ∂(M q̈)/∂q
  bool repeatedSolutions = true;        // a step that is solved again, with other contacts, starts from its last solution
  bool coarseTangents = false;          // laws have the tangents of Exudyn where these are not those of their forces
  bool reactionsInTangent = true;       // the turning of constraint forces with bodies, in large models

  // Time, start and failures
  bool countedTimes = true;               // steps of equal size are counted; summed times round elsewhere, and formulas may jump there
  bool exactInitialAccelerations = true;  // from all of C̈: also of constraints that depend on time, or on velocities by nature
  bool restoreAfterRejection = true;      // of a rejected step nothing is left: no algorithmic acceleration, no recommended step

  bool keptNormRates = true;  // rates of Euler parameters stay perpendicular to them

  // Explicit steps
  bool absoluteTolerances = true;  // relativeTolerance is relative to the size of a value, not to the signed value

  // Contacts
  bool holdTurningSlip = true;      // of discs, where it turns back and forth between the solutions of a step
  bool countContacts = false;       // the error of a set of contacts is the change of their number, not the force of those that change
  bool recommendAtParting = false;  // a shorter step is recommended where spheres part too, not only where they meet
};

/// The ways of a dynamic step: Exudyn's if it says `exudynWays`, or, as in documents of earlier releases, `keepTangents` false or
/// `signedTolerances`; its way at parting if it says `recommendAtParting`, which Exudyn changed from one version to the next.
ExudynWays exudynWays(const AnalysisStep& step);

}  // namespace slipstick
