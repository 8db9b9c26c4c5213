// Runs random documents (random_document.h) and counts the outcomes (batches.h for the options). A run is limited to a number of force
// evaluations that none of these models needs.
#include "core/document/load.h"
#include "core/simulation/digest.h"
#include "core/simulation/json.h"
#include "core/simulation/result.h"
#include "tests/random/batches.h"
#include "tests/random/random_document.h"

namespace slipstick::fuzz {
namespace {

constexpr std::int64_t mostEvaluations = 2'000'000;
constexpr int mostRecorded = 4 * mostSteps;  // steps; adaptive step sizes take more than the document states

std::string textOf(const Json& document) { return document.dump(-1, ' ', false, Json::error_handler_t::replace); }

Outcome outcomeOfRun(std::shared_ptr<const Model> model) {
  Simulation simulation(std::move(model));
  simulation.limitEvaluations(mostEvaluations);
  int steps = 0;
  simulation.advance([&] { return ++steps > mostRecorded; });
  const bool failed = simulation.status() == Simulation::Status::failed;
  if (simulation.stop().reason == Stop::Reason::budgetSpent) return {"tooLong", std::to_string(simulation.evaluations()) + " evaluations"};
  if (failed && simulation.stop().message.empty()) return {"withoutMessage", "the run stopped"};
  textOf(resultWithDigest(simulation, 0));
  return {failed ? "stopped" : "finished", ""};
}

Outcome outcomeOf(std::uint64_t seed) {
  Json expanded;
  const LoadedModel loaded = loadModel(textOf(randomDocument(seed)), {}, smallLimits(), &expanded);
  if (!loaded.model && loaded.issues.empty()) return {"withoutMessage", "the document is refused"};
  if (!loaded.model) return {"refused", ""};
  if (const LoadedModel again = loadModel(textOf(expanded), {}, smallLimits()); !again.model)
    return {"expandedRefused", again.issues.empty() ? "" : again.issues[0].pointer + " " + again.issues[0].message};
  return outcomeOfRun(loaded.model);
}

/// The outcome that another engine must reproduce, with its usual limits: {"document", "issues"} and, if the run is short, "status", "stop"
/// and "digest".
std::string lineOf(std::uint64_t seed) {
  const std::string document = textOf(randomDocument(seed));
  const LoadedModel small = loadModel(document, {}, smallLimits()), loaded = small.model ? small : loadModel(document);
  Json line{{"seed", seed}, {"document", document}, {"issues", toJson(loaded.issues)}};
  if (!small.model) return textOf(line);
  Simulation simulation(small.model);
  simulation.limitEvaluations(mostEvaluations / 10);
  int steps = 0;
  simulation.advance([&] { return ++steps > 5 * mostRecorded; });
  if (simulation.status() == Simulation::Status::running || simulation.stop().reason == Stop::Reason::budgetSpent) return textOf(line);
  line["status"] = simulation.status() == Simulation::Status::failed ? "failed" : "finished";
  line["stop"] = simulation.status() == Simulation::Status::failed ? Json(simulation.stop().message) : Json();
  line["digest"] = digestOf(simulation);
  return textOf(line);
}

}  // namespace
}  // namespace slipstick::fuzz

int main(int count, char** words) {
  using namespace slipstick::fuzz;
  return runCases({.name = "documents",
                   .right = {"finished", "stopped", "refused"},
                   .faults = {"withoutMessage", "expandedRefused", "tooLong"},
                   .run = outcomeOf,
                   .print = [](std::uint64_t seed) { return textOf(randomDocument(seed)); },
                   .outcome = lineOf},
                  count, words);
}
