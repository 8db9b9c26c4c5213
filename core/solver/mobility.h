// The mobility of a mechanism in its current position: degrees of freedom, free motions and redundant constraints.
#pragma once

#include <string>
#include <vector>

#include "core/math/rotations.h"
#include "core/system/system.h"

namespace slipstick {

/// The motion of a part in a free motion.
struct MovingPart {
  std::string name;                 // name of the body, or of a node without one
  Vector3 velocity, angular;        // velocities of its node, in global axes
  std::vector<double> coordinates;  // rates of the coordinates, for a node that is neither a point nor a body
};
struct FreeMotion {
  std::vector<MovingPart> parts;  // the first part is the reference and moves at 1 m/s or 1 rad/s
  std::vector<double> rates;      // rates of all coordinates of the system
  std::string text;               // "'crank' turns about z; 'rod' and 'piston' move with it"
};
struct Mobility {
  int degreesOfFreedom = 0;
  int equations = 0, redundant = 0;  // number of active constraint equations, and of the redundant ones among them
  std::vector<FreeMotion> motions;   // a basis of the free motions; empty if there are more than a few
  std::string redundancy;            // the redundant constraints and the constraints they depend on
  std::string text;                  // the whole result, in sentences
};

/// Returns by node the name of the body on it, or the name of the node.
std::vector<std::string> partNames(const Model& model);

/// Requires a state that satisfies its constraints.
Mobility findMobility(const System& system, const State& state, Workspace& workspace);

}  // namespace slipstick
