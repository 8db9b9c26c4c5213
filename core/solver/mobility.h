// How a mechanism can move where it stands: degrees of freedom, the motions that are left, and constraints too many.
#pragma once

#include <string>
#include <vector>

#include "core/math/rotations.h"
#include "core/system/system.h"

namespace slipstick {

/// How something moves in a free motion.
struct MovingPart {
  std::string name;                 // of a body, or of a node without one
  Vector3 velocity, angular;        // of its node, global
  std::vector<double> coordinates;  // their rates, of a node that is no point and no body
};
struct FreeMotion {
  std::vector<MovingPart> parts;  // first the one by which it is measured, with 1 m/s or 1 rad/s
  std::vector<double> rates;      // of all coordinates of the system
  std::string text;               // "'crank' turns about z; 'rod' and 'piston' move with it"
};
struct Mobility {
  int degreesOfFreedom = 0;
  int equations = 0, redundant = 0;  // constraint equations that act, and those of them that follow from others
  std::vector<FreeMotion> motions;   // a basis of them; empty where there are more than a few
  std::string redundancy;            // which constraints follow from which
  std::string text;                  // all that, in sentences
};

/// At a state whose constraints hold.
Mobility findMobility(const System& system, const State& state, Workspace& workspace);

}  // namespace slipstick
