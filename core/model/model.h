// The description of a system after parameters are evaluated, creators expanded, names resolved and everything checked. Immutable.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/message/message.h"
#include "core/model/measure.h"
#include "core/model/profile.h"
#include "core/model/shared_json.h"
#include "core/model/study.h"
#include "core/model/task.h"
#include "core/registry/registry.h"

namespace slipstick {

/// The version of documents and of results: the value of `slipstick`.
inline constexpr int formatVersion = 1;

/// A problem in a document, and its place: `pointer` is a JSON Pointer such as "/objects/3/discRadius".
struct Issue {
  enum class Severity { error, warning } severity = Severity::error;
  std::string pointer;
  Message message;
};

struct ModelItem {
  const ItemType* type;
  std::string name;                   // as given; never empty: unnamed items get names like "object3"
  std::shared_ptr<const void> value;  // the item struct of the type
  SharedJson visualization;           // resolved (core/display/display.h); null if none is given

  template <class T>
  const T& as() const {
    return *static_cast<const T*>(value.get());
  }
};

/// A parameter of the document, after overrides.
struct ModelParameter {
  std::string name;
  double value;
  double defaultValue;
  std::optional<double> min, max, step;
  std::string unit, label, description;
  struct Choice {
    double value;
    std::string label;  // "" if the document has none
  };
  std::vector<Choice> choices;  // the allowed values; empty: any
};

/// A number that changes during the run.
struct ModelInput {
  std::string name;
  double value = 0;
  std::optional<double> min, max;
  std::string unit, label;
  std::vector<std::string> keys;  // the keys that raise and lower it; or none
  double rate = 0;                // change per second while a key is held; 0: at once
  bool returns = false;           // returns to `value` when the key is released
  std::string sensor;             // sensor whose value it takes at the start of each step; or empty
  int follows = -1;               // the number of this sensor
  int component = 0;              // of the sensor
  bool atEnd = false;             // it takes the value at the end of each step, and before the first
};

/// An action at the start of a step during the run.
struct Event {
  enum class Kind { input, grab, to, release, push, end } kind = Kind::end;
  int analysisStep = 0;
  int step = 0;                // accepted steps of the analysis step, from 0
  int number = -1;             // number of the document's entry; -1: posted during the run
  int input = -1;              // by number
  double value = 0;            // of the input
  std::optional<double> rate;  // rate of its change; none: at once
  int object = -1;             // by number
  int link = -1;               // of a tree
  Vector3 at;                  // point of the object, local
  std::optional<Vector3> to;   // target, global; none: at the point
  double duration = 0;         // time in which the target reaches each later point, s
  Vector3 impulse;             // of a push, N s
  int steps = 1;               // number of steps that it acts
};

/// One entry of a step's "set": the parameter of these items takes this value before the step.
struct ParameterChange {
  ItemKind kind;
  std::vector<int> items;
  const Parameter* parameter;
  std::shared_ptr<const void> source;  // an item struct of the same type that holds the new value, common to all of `items`
};

/// Ends the run of a dynamic step at the first sample at which a sensor component exceeds a limit.
struct EndCondition {
  int sensor = 0;
  int component = 0;
  double above = std::numeric_limits<double>::infinity();
  double below = -std::numeric_limits<double>::infinity();
  std::string message;  // the event in a sentence; empty: the message names the limit
};

struct NewtonSettings {
  double relativeTolerance = 1e-8;
  double absoluteTolerance = 1e-10;
  int maxIterations = 25;
  bool useNewtonSolver = true;
  bool useModifiedNewton = false;
  bool modifiedNewtonJacUpdatePerStep = false;
  double modifiedNewtonContractivity = 0.5;
  int maxModifiedNewtonIterations = 8;
  int maxModifiedNewtonRestartIterations = 7;
  bool weightTolerancePerCoordinate = false;
  int newtonResidualMode = 0;
  bool adaptInitialResidual = true;
  double maximumSolutionNorm = 1e38;  // bound of the squared norm
};
struct DiscontinuousSettings {
  int maxIterations = 5;
  double iterationTolerance = 1;
  bool ignoreMaxIterations = true;
  bool useRecommendedStepSize = true;
  bool recommendAtParting = false;
};
struct GeneralizedAlphaSettings {
  double spectralRadius = 0.9;
  bool useNewmark = false;
  double newmarkBeta = 0.25;
  double newmarkGamma = 0.5;
  bool useIndex2Constraints = false;
  bool computeInitialAccelerations = true;
  bool storeInitialAlgebraicCoordinates = true;
  bool resetAccelerations = false;
  bool lieGroupSimplifiedKinematicRelations = false;
  bool lieGroupAddTangentOperator = true;
};
struct ExplicitSettings {
  bool computeEndOfStepAccelerations = true;
  bool computeMassMatrixInversePerBody = false;
  bool eliminateConstraints = true;
  bool useLieGroupIntegration = true;
};
struct StaticSettings {
  int numberOfLoadSteps = 1;
  double loadStepDuration = 1;
  double loadStepStart = 0;
  bool loadStepGeometric = false;
  double loadStepGeometricRange = 1000;
  bool useLoadFactor = true;
  double stabilizerODE2term = 0;
  bool constrainODE1coordinates = true;
};
struct EigenvalueSettings {
  int numberOfEigenvalues = 0;  // 0: all
  bool computeModes = true;
};

enum class AnalysisType { dynamic, staticEquilibrium, eigenvalues };
enum class DynamicSolver {
  GeneralizedAlpha,
  TrapezoidalIndex2,
  ExplicitEuler,
  ExplicitMidpoint,
  RK33,
  RK44,
  RK67,
  ODE23,
  DOPRI5,
  VelocityVerlet
};
enum class LinearSolverChoice { automatic, dense, sparse };
/// Whether redundant constraints share their load, or stop the run.
enum class RedundantConstraints { share, stop };

/// One step of the analysis; names and defaults follow Exudyn's settings.
struct AnalysisStep {
  AnalysisType type = AnalysisType::dynamic;
  DynamicSolver solver = DynamicSolver::GeneralizedAlpha;
  double startTime = 0;
  double endTime = 1;
  double numberOfSteps = 100;
  bool adaptiveStep = true;
  bool assemble = false;  // starts in a state that satisfies all constraints
  double adaptiveStepIncrease = 2;
  double adaptiveStepDecrease = 0.5;   // 0.25 in a static step
  int adaptiveStepRecoverySteps = 10;  // 4 in a static step
  int adaptiveStepRecoveryIterations = 7;
  bool automaticStepSize = true;
  double initialStepSize = 0;
  double minimumStepSize = 1e-8;
  double absoluteTolerance = 1e-8;  // for error-controlled explicit solvers
  double relativeTolerance = 1e-8;
  double stepSizeSafety = 0.9;
  double stepSizeMaxIncrease = 2;
  int computeLoadsJacobian = 0;                        // 1 in a static step
  bool exudynWays = false;                             // core/solver/exudyn_ways.h
  bool keepTangents = true, signedTolerances = false;  // other values select exudynWays; written by earlier releases
  bool reuseConstantMassMatrix = true;
  double sensorsWritePeriod = 0.01;
  double handFrequency = 15;       // angular frequency of a hand's spring with the mass that it holds, rad/s
  double balanceTolerance = 0.01;  // the largest unexplained part of the exchanged energy without a warning
  LinearSolverChoice linearSolver = LinearSolverChoice::automatic;
  RedundantConstraints redundantConstraints = RedundantConstraints::share;
  NewtonSettings newton;
  DiscontinuousSettings discontinuous;
  GeneralizedAlphaSettings generalizedAlpha;
  ExplicitSettings explicitIntegration;
  StaticSettings staticSolver;
  EigenvalueSettings eigenvalues;
  std::vector<ParameterChange> set;
  std::vector<EndCondition> endWhen;
  std::string pointer;
};

struct Model {
  std::string title;
  std::string credits;  // authors, licence and origin in one line; may be empty
  std::string description;
  std::vector<ModelParameter> parameters;
  std::vector<ModelItem> items[itemKinds];
  std::vector<AnalysisStep> analysis;
  std::vector<ModelInput> inputs;
  std::vector<Measure> measures;
  std::vector<Task> tasks;
  std::vector<std::string> locked, hidden;  // parameters that cannot be changed; parameters whose values are hidden
  SharedJson variants;                      // ranges of parameters by name, and the meaning of a seed; null without variants
  std::optional<Study> study;               // many runs with varied parameters
  std::vector<Event> events;                // in chronological order
  std::vector<Profile> profiles;            // quantities that the display shows along cables
  SharedJson display;                       // resolved: the content of the page's drawing (core/display/display.h)

  const std::vector<ModelItem>& nodes() const { return of(ItemKind::node); }
  const std::vector<ModelItem>& objects() const { return of(ItemKind::object); }
  const std::vector<ModelItem>& markers() const { return of(ItemKind::marker); }
  const std::vector<ModelItem>& loads() const { return of(ItemKind::load); }
  const std::vector<ModelItem>& sensors() const { return of(ItemKind::sensor); }
  const std::vector<ModelItem>& of(ItemKind kind) const { return items[static_cast<int>(kind)]; }
};

/// Limits against hostile documents.
struct DocumentLimits {
  std::size_t bytes = 8u << 20;
  int depth = 64;
  int items = 100000;
  int coordinates = 200000;
  int events = 100000;
};

/// The number of components of a sensor, and their names; known before a run.
struct SensorLayout {
  std::vector<std::string> components;  // ["x","y","z"], …; size is the size of the value
  std::string unit;
};
SensorLayout sensorLayout(const Model& model, int sensor);

}  // namespace slipstick
