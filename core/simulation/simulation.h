// The facade: load, advance, results. Whoever runs a model uses this interface; tests of solvers, the balance of energies and the estimate
// of errors also reach behind it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/math/complex.h"
#include "core/model/model.h"
#include "core/recorder/history.h"
#include "core/recorder/measures.h"
#include "core/simulation/mode_shapes.h"
#include "core/solver/outcome.h"

namespace slipstick {

struct Progress {
  int analysisStep = 0;
  int analysisSteps = 1;
  double time = 0;  // of the current step
  double startTime = 0;
  double endTime = 1;
  double fraction = 0;  // of all work, 0 … 1, as far as it is known
  int steps = 0;        // accepted steps of the analysis step
};

/// The arguments of a user function, in order, and the size of its result.
struct UserFunctionLayout {
  std::vector<Argument> arguments;
  int argumentSize = 0;
  int resultSize = 0;
};

class Simulation {
 public:
  enum class Status { running, finished, failed };

  explicit Simulation(std::shared_ptr<const Model> model);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// Runs whole steps until the analysis ends or `enough()`, called after every step, returns true; can be called again to continue.
  Status advance(const std::function<bool()>& enough);
  /// Runs to the end.
  Status run();
  /// Limits the number of force evaluations of a run, a count that is the same on every computer. One more stops the run
  /// (Stop::Reason::budgetSpent), which keeps its results.
  void limitEvaluations(std::int64_t most);
  std::int64_t evaluations() const;

  // ---- events during a run

  /// Posts an event for the start of the next step: an entry of `events` without its step. Returns its issues; if there are any, nothing
  /// happens. If the event proves impossible when it is due (a body fixed by constraints), the reason is reported by takeRefused(), and
  /// the run continues.
  std::vector<Issue> post(const Json& event);
  /// Returns the posted events that were impossible since the last call.
  std::vector<std::string> takeRefused();
  /// Returns the events that took effect, from the document and posted: `events` of a document that repeats the run bit-identically.
  Json events() const;
  /// From now on only posted events happen: future events are dropped, and the last dynamic step continues beyond its end until an `end`
  /// is posted.
  void takeOver();
  /// Returns the number of accepted steps of the current analysis step.
  int steps() const;

  // ---- going back

  struct Checkpoint;
  /// Returns all data that determine the rest of the run.
  std::shared_ptr<const Checkpoint> checkpoint() const;
  /// Continues from a checkpoint of this simulation; the results are bit-identical to an uninterrupted run. Later samples are removed
  /// from history(); samples() returns how many had been recorded.
  void restore(const Checkpoint& checkpoint);
  /// Returns its size in bytes, except the memory of contact sets.
  static std::size_t bytesOf(const Checkpoint& checkpoint);
  /// Returns the number of samples recorded since the start, including those taken out of history().
  std::int64_t samples() const;
  /// Keeps checkpoints for goBack() from now on, evenly distributed over the steps, within this number of bytes.
  void keepCheckpoints(std::size_t bytes);
  /// Goes back (or forward) to the start of a given step of an analysis step: restores the nearest checkpoint and repeats the steps from
  /// there. Later events are scheduled again. Returns false without an earlier checkpoint. `afterStep` is called after each of these
  /// steps.
  bool goBack(int analysisStep, int step, const std::function<void()>& afterStep = {});

  /// From now on computes a user function of an item (its name in the model) by `function` instead of formulas; it reads argumentSize
  /// numbers and writes resultSize. For a tangent it is called twice more for each varied number (central differences). If it throws a
  /// std::exception or returns a number that is not finite, the run stops. Throws std::invalid_argument if there is no such item or user
  /// function.
  UserFunctionLayout setUserFunction(ItemKind kind, const std::string& item, const std::string& parameter, UserFunction::Host function);

  Status status() const;
  Progress progress() const;
  const Statistics& statistics() const;
  const Stop& stop() const;
  const Model& model() const;
  /// Returns the current sensor values, recorded or not: all components in order.
  std::vector<double> present();
  /// Returns the current poses, recorded or not: all numbers in order.
  std::vector<double> presentPoses();
  /// Returns all recorded data so far; a failure loses nothing.
  const History& history() const;
  /// The same for taking samples out of it.
  History& history();
  /// Returns the measures of the model, from the data recorded so far.
  std::vector<MeasureValue> measures() const;
  /// Returns the results of eigenvalue steps, in the order of the analysis.
  const std::vector<std::vector<Eigenvalue>>& eigenvalues() const;
  /// Returns the mode shapes of each eigenvalue step, in the order of its eigenvalues: variations of all coordinates, largest entry 1.
  const std::vector<std::vector<std::vector<Complex>>>& modes() const;
  /// Returns the motion of the poses in the modes of each eigenvalue step.
  const std::vector<ModeShapes>& modeShapes() const;

 private:
  struct Run;
  std::unique_ptr<Run> run_;
};

/// Returns the version of the engine, such as "0.1.0".
const char* engineVersion();

}  // namespace slipstick
