// A connector or constraint between two frames, or two coordinates, with prescribed motion.
#pragma once

#include "tests/core/support/bench.h"

namespace slipstick::testing {

/// The effect on a marker: global force, and torque about its origin.
struct Wrench {
  Vector3 force, torque;
};

class Connector {
 public:
  /// The item as in a document, without markerNumbers; frame 0 and frame 1 are its markers.
  explicit Connector(const std::string& item);
  Connector(const Connector& other);

  FrameKinematics<double> frame0, frame1;  // at rest at the origin by default; the local angular velocity follows
  std::vector<double> data;                // of its data node
  std::vector<double> lambda;              // of a constraint
  double time = 0;

  struct Forces {
    Wrench on0, on1;
  };
  /// The forces of the connector on its two markers.
  Forces forces();
  /// The residuals of a constraint.
  std::vector<double> equations(ConstraintLevel level = ConstraintLevel::position);
  std::vector<double> output(OutputVariable variable);
  /// Performs the update at the end of a Newton solution: changes `data`, returns error and recommended step.
  PostNewton postNewton(const std::vector<double>& startOfStep = {}, JudgingWays ways = {});

 private:
  Sweep<double>& sweep();

  std::string item_;
  Bench bench_;
};

/// A connector between two coordinates with prescribed motion.
class ScalarConnector {
 public:
  /// The item as in a document, without markerNumbers; `initial` holds the members of the node of coordinate 1.
  explicit ScalarConnector(const std::string& item, const std::string& initial = "{}");

  ScalarKinematics<double> coordinate0, coordinate1;
  std::vector<double> data;  // of its data node
  double time = 0;

  /// Generalised forces on the two coordinates.
  std::array<double, 2> forces();
  double output(OutputVariable variable);
  /// Performs the update at the end of a Newton solution: changes `data`, returns error and recommended step.
  PostNewton postNewton(const std::vector<double>& startOfStep = {});

 private:
  Sweep<double>& sweep();

  Bench bench_;
};

inline Connector connector(const std::string& item) { return Connector(item); }

}  // namespace slipstick::testing
