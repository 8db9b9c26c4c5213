// The description of a system: parameters evaluated, creators expanded, names resolved, everything checked. Immutable.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/measure.h"
#include "core/model/profile.h"
#include "core/model/shared_json.h"
#include "core/model/study.h"
#include "core/model/task.h"
#include "core/registry/registry.h"

namespace slipstick {

/// The version of documents and of results, their `slipstick`.
inline constexpr int formatVersion = 1;

/// Something wrong with a document, and where: `pointer` is a JSON Pointer such as "/objects/3/discRadius".
struct Issue {
  enum class Severity { error, warning } severity = Severity::error;
  std::string pointer;
  std::string message;
};

struct ModelItem {
  const ItemType* type;
  std::string name;                   // as given; never empty: unnamed ones are called like "object3"
  std::shared_ptr<const void> value;  // the item struct of the type
  SharedJson visualization;           // resolved (core/model/display.h); null if none is given

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
    std::string label;  // "" if the document names none
  };
  std::vector<Choice> choices;  // the only values it may have; none: any
};

/// A number that changes while the run goes on.
struct ModelInput {
  std::string name;
  double value = 0;
  std::optional<double> min, max;
  std::string unit, label;
  std::vector<std::string> keys;  // the one that raises it and the one that lowers it; or none
  double rate = 0;                // change per second while a key is held; 0: at once
  bool returns = false;           // goes back to `value` when the key is let go
  std::string sensor;             // whose value it takes at the start of each step; or empty
  int follows = -1;               // the number of this sensor
  int component = 0;              // of the sensor
  bool atEnd = false;             // it takes the value at the end of each step, and before the first
};

/// What happens at the start of a step while the run goes on.
struct Event {
  enum class Kind { input, grab, to, release, push, end } kind = Kind::end;
  int analysisStep = 0;
  int step = 0;                // accepted ones of the analysis step, from 0
  int number = -1;             // of the document's entry; -1: it came while the run went on
  int input = -1;              // by number
  double value = 0;            // of the input
  std::optional<double> rate;  // of its change; none: at once
  int object = -1;             // by number
  int link = -1;               // of a tree
  Vector3 at;                  // point of the object, local
  std::optional<Vector3> to;   // target, global; none: where the point is
  double duration = 0;         // in which the target gets to later ones, s
  Vector3 impulse;             // of a push, N s
  int steps = 1;               // that it takes
};

/// One entry of a step's "set": the parameter of these items takes this value before the step.
struct ParameterChange {
  ItemKind kind;
  std::vector<int> items;
  const Parameter* parameter;
  std::shared_ptr<const void> source;  // an item struct of the same type that holds the new value, one for each of `items` alike
};

/// A dynamic step ends the run at the first sample at which a component of a sensor is beyond a limit.
struct EndCondition {
  int sensor = 0;
  int component = 0;
  double above = std::numeric_limits<double>::infinity();
  double below = -std::numeric_limits<double>::infinity();
  std::string message;  // what has happened, in a sentence; "": the limit itself is told
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
  double maximumSolutionNorm = 1e38;  // of the squared norm
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
/// Constraints that follow from others share their load with them, or stop the run.
enum class RedundantConstraints { share, stop };

/// One step of the analysis; names and defaults are those of Exudyn's settings.
struct AnalysisStep {
  AnalysisType type = AnalysisType::dynamic;
  DynamicSolver solver = DynamicSolver::GeneralizedAlpha;
  double startTime = 0;
  double endTime = 1;
  double numberOfSteps = 100;
  bool adaptiveStep = true;
  bool assemble = false;  // starts where all constraints hold
  double adaptiveStepIncrease = 2;
  double adaptiveStepDecrease = 0.5;   // 0.25 in a static step
  int adaptiveStepRecoverySteps = 10;  // 4 in a static step
  int adaptiveStepRecoveryIterations = 7;
  bool automaticStepSize = true;
  double initialStepSize = 0;
  double minimumStepSize = 1e-8;
  double absoluteTolerance = 1e-8;  // of error-controlled explicit solvers
  double relativeTolerance = 1e-8;
  double stepSizeSafety = 0.9;
  double stepSizeMaxIncrease = 2;
  int computeLoadsJacobian = 0;                        // 1 in a static step
  bool exudynWays = false;                             // core/solver/exudyn_ways.h
  bool keepTangents = true, signedTolerances = false;  // other than these: exudynWays, as earlier releases wrote it
  bool reuseConstantMassMatrix = true;
  double sensorsWritePeriod = 0.01;
  double handFrequency = 15;  // of the spring of a hand with the mass that it holds, rad/s
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
  std::string description;
  std::vector<ModelParameter> parameters;
  std::vector<ModelItem> items[itemKinds];
  std::vector<AnalysisStep> analysis;
  std::vector<ModelInput> inputs;
  std::vector<Measure> measures;
  std::vector<Task> tasks;
  std::vector<std::string> locked, hidden;  // parameters that cannot be changed, whose values are not shown
  SharedJson variants;                      // ranges of parameters by name, and what a seed is; null without
  std::optional<Study> study;               // many runs with other values of parameters
  std::vector<Event> events;                // in the order in which they happen
  std::vector<Profile> profiles;            // what the display shows along cables
  SharedJson display;                       // resolved: what the page draws (core/model/display.h)

  const std::vector<ModelItem>& nodes() const { return of(ItemKind::node); }
  const std::vector<ModelItem>& objects() const { return of(ItemKind::object); }
  const std::vector<ModelItem>& markers() const { return of(ItemKind::marker); }
  const std::vector<ModelItem>& loads() const { return of(ItemKind::load); }
  const std::vector<ModelItem>& sensors() const { return of(ItemKind::sensor); }
  const std::vector<ModelItem>& of(ItemKind kind) const { return items[static_cast<int>(kind)]; }
};

/// How an item is drawn: its visualization, or what its type has for one that says nothing.
Json visualizationOf(const ModelItem& item);

/// Limits against hostile documents.
struct DocumentLimits {
  std::size_t bytes = 8u << 20;
  int depth = 64;
  int items = 100000;
  int coordinates = 200000;
  int events = 100000;
};

/// How many numbers a sensor gives, and their names; known before anything runs.
struct SensorLayout {
  std::vector<std::string> components;  // ["x","y","z"], …; size is that of the value
  std::string unit;
};
SensorLayout sensorLayout(const Model& model, int sensor);

}  // namespace slipstick
