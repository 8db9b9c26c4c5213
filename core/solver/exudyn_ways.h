// Algorithms in which Exudyn differs from our defaults. Documents exported from Exudyn scripts, and reference cases computed by Exudyn,
// select Exudyn's algorithms, so that results differ only by rounding.
#pragma once

#include "core/model/model.h"

namespace slipstick {

/// The defaults are the algorithms of Slipstick.
struct ExudynWays {
  // Newton's method
  bool longKeptTangents = true;         // Newton reuses the factorisation as long as that saves time, beyond its settings
  bool massDerivativeInTangent = true;  // ∂(M q̈)/∂q
  bool repeatedSolutions = true;        // a step that is repeated with other contact states starts from its last solution
  bool coarseTangents = false;          // force laws use Exudyn's tangents even if these differ from the derivatives of their forces
  bool reactionsInTangent = true;       // the tangent includes the rotation of constraint reactions with bodies, in large models

  // Time, start and failures
  bool countedTimes = true;  // steps of equal size are counted; summed times round differently, and formulas may jump at such a time
  bool exactInitialAccelerations = true;  // from all of C̈, including constraints that depend on time or are given at velocity level
  bool restoreAfterRejection = true;      // rejection restores everything, including the algorithmic acceleration and the recommended step

  bool keptNormRates = true;  // rates of Euler parameters remain perpendicular to the parameters

  // Explicit steps
  bool absoluteTolerances = true;  // relativeTolerance refers to the absolute value of a coordinate, not to the signed value

  // Contacts
  bool holdTurningSlip = true;  // of discs, if it alternates between the solutions of a step
  bool countContacts = false;   // the error of a contact set is the change in the number of contacts, not the force of the changed contacts
  bool recommendAtParting = false;  // a shorter step is recommended when spheres separate, not only when they touch
};

/// Returns the algorithms of a dynamic step. Exudyn's are selected by `exudynWays` or, as in documents of earlier releases, by
/// `keepTangents` false or by `signedTolerances`. `recommendAtParting` selects Exudyn's behaviour at separation, which differs between
/// Exudyn versions.
ExudynWays exudynWays(const AnalysisStep& step);

}  // namespace slipstick
