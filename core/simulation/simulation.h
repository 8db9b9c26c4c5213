// The facade: load, advance, results. All that the program, the tests and the WebAssembly bindings use.
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
  double time = 0;  // of the step that runs
  double startTime = 0;
  double endTime = 1;
  double fraction = 0;  // of all work, 0 … 1, as far as it can be known
  int steps = 0;        // accepted ones of the analysis step
};

/// What a user function is given, one argument after the other, and how many numbers it gives.
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

  /// Runs whole steps until the analysis ends or `enough()` says so (asked after every step); may be called again to go on.
  Status advance(const std::function<bool()>& enough);
  /// Runs to the end.
  Status run();
  /// Lets a run take at most so many evaluations of forces, a count that is the same on every computer; with one more it stops
  /// (Stop::Reason::budgetSpent) and keeps what it has.
  void limitEvaluations(std::int64_t most);
  std::int64_t evaluations() const;

  // ---- what happens while the run goes on

  /// Lets something happen at the start of the next step: an entry of `events` without its step. Returns what is wrong with it; then
  /// nothing happens. What cannot be done when it is due (a body that constraints hold) goes to takeRefused(), and the run goes on.
  std::vector<Issue> post(const Json& event);
  /// What was posted and could not be done since the last call.
  std::vector<std::string> takeRefused();
  /// The events that took effect, of the document and posted ones: `events` of a document that repeats the run to the bit.
  Json events() const;
  /// From here on only what is posted happens: events to come are dropped, and the last dynamic step goes on beyond its end until an
  /// `end` is posted.
  void takeOver();
  /// Accepted steps of the present step of the analysis.
  int steps() const;

  // ---- going back

  struct Checkpoint;
  /// All that the run depends on from here on.
  std::shared_ptr<const Checkpoint> checkpoint() const;
  /// Goes on from there, to the bits of the run that was never interrupted. It must be a checkpoint of this simulation. Samples that are
  /// still in history() and came later are forgotten; samples() says how many had been recorded.
  void restore(const Checkpoint& checkpoint);
  /// Bytes that it takes, but for what sets of contacts remember.
  static std::size_t bytesOf(const Checkpoint& checkpoint);
  /// Samples recorded since the start, also those that were taken out of history().
  std::int64_t samples() const;
  /// Keeps checkpoints from now on, evenly over the steps, within so many bytes, for goBack().
  void keepCheckpoints(std::size_t bytes);
  /// Goes back (or on) to the start of a step of a step of the analysis, by the nearest checkpoint that is kept and the steps from there.
  /// What happened later is to come again. False if there is no checkpoint before. `afterStep` is called after each of these steps.
  bool goBack(int analysisStep, int step, const std::function<void()>& afterStep = {});

  /// From now on computes a user function of an item (its name in the model) by `function` instead of formulas; it reads argumentSize
  /// numbers and writes resultSize. Where a tangent is needed it is called twice more for each number that varies (central differences).
  /// If it throws a std::exception or gives a number that is not finite, the run stops. Throws std::invalid_argument if there is no such
  /// item or user function.
  UserFunctionLayout setUserFunction(ItemKind kind, const std::string& item, const std::string& parameter, UserFunction::Host function);

  Status status() const;
  Progress progress() const;
  const Statistics& statistics() const;
  const Stop& stop() const;
  const Model& model() const;
  /// What the sensors show now, recorded or not: their components one after the other.
  std::vector<double> present();
  /// The poses now, recorded or not: their numbers one after the other.
  std::vector<double> presentPoses();
  /// What was recorded so far; a failure loses nothing.
  const History& history() const;
  /// As history(), to take samples out of it.
  History& history();
  /// The measures of the model, of what was recorded so far.
  std::vector<MeasureValue> measures() const;
  /// Results of eigenvalue steps, in the order of the analysis.
  const std::vector<std::vector<Eigenvalue>>& eigenvalues() const;
  /// Mode shapes of each eigenvalue step, in the order of its eigenvalues: variations of all coordinates, largest entry 1.
  const std::vector<std::vector<std::vector<Complex>>>& modes() const;
  /// How the poses move in the modes of each eigenvalue step.
  const std::vector<ModeShapes>& modeShapes() const;

 private:
  struct Run;
  std::unique_ptr<Run> run_;
};

/// Version of the engine, such as "0.1.0".
const char* engineVersion();

}  // namespace slipstick
