// Whole programs: accepted documents run for a few steps, go back and continue, and return every result that the program, the page and the
// package request from a run.
//
// Start it with documents: fuzz_program FOLDER web/public/gallery
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>

#include "core/document/expand.h"
#include "core/document/load.h"
#include "core/program/tables.h"
#include "core/simulation/digest.h"
#include "core/simulation/result.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t mostSize);

namespace slipstick {
namespace {

/// Small models, so that a run takes milliseconds.
DocumentLimits smallLimits() {
  DocumentLimits limits;
  limits.bytes = 1 << 16, limits.items = 60, limits.coordinates = 60, limits.events = 20;
  return limits;
}

void advance(Simulation& simulation, int most) {
  int steps = 0;
  simulation.advance([&] { return ++steps >= most; });
}

/// The requests for a run in any state.
void ask(Simulation& simulation) {
  const Json result = resultWithDigest(simulation, 0);
  if (result.dump(-1, ' ', false, Json::error_handler_t::replace).empty()) std::abort();
  if (resultCsv(simulation).empty() || summaryTable(simulation, 0).empty()) std::abort();
  measuresText(simulation);
  simulation.events();
  simulation.progress();
  simulation.present();
  const std::string digest = digestOf(simulation);
  if (digest.empty() != (simulation.history().samples() == 0)) std::abort();
  if (!digest.empty() && !(isDigest(digest) && compareDigest(simulation, digest).outcome == Verdict::Outcome::same)) std::abort();
  compareDigest(simulation, "0.1.0:AAAAAAAAAAA:");
}

void runProgramOf(std::string_view text) {
  constexpr int before = 4, after = 8;
  Json expanded;
  const LoadedModel loaded = loadModel(text, {}, smallLimits(), &expanded);
  if (!loaded.model) return;
  Simulation simulation(loaded.model);
  ask(simulation);
  advance(simulation, before);
  const auto checkpoint = simulation.checkpoint();
  advance(simulation, after);
  const std::string once = digestOf(simulation);
  ask(simulation);
  simulation.restore(*checkpoint);
  ask(simulation);
  advance(simulation, after);
  if (digestOf(simulation) != once) std::abort();
  expandedWithFormulas(*loaded.model, text);
}

/// All values in a document.
void collect(Json& json, std::vector<Json*>& values) {
  values.push_back(&json);
  if (json.is_structured())
    for (Json& each : json) collect(each, values);
}

/// Changes one value of a document to an extreme number or another value of the document, or removes it.
bool mutate(Json& document, std::mt19937& random) {
  static const double numbers[] = {0, 1, -1, 2, 0.5, 1e-9, 1e9, 1e-300, 1e300, -1e300, 3, 100};
  std::vector<Json*> values;
  collect(document, values);
  const auto pick = [&]() -> Json& { return *values[random() % values.size()]; };
  Json& target = pick();
  switch (random() % 4) {
    case 0:
      if (!target.is_number()) return false;
      target = numbers[random() % std::size(numbers)];
      return true;
    case 1:
      if (!target.is_number()) return false;
      target = target.get<double>() * (random() % 2 ? 1e3 : -1.5);
      return true;
    case 2: {
      const Json other = pick();
      target = other;
      return true;
    }
    default:
      if (!target.is_structured() || target.empty()) return false;
      target.erase(std::next(target.begin(), static_cast<std::ptrdiff_t>(random() % target.size())));
      return true;
  }
}

}  // namespace
}  // namespace slipstick

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t mostSize, unsigned seed) {
  using namespace slipstick;
  std::mt19937 random(seed);
  Json document = Json::parse(data, data + size, nullptr, false);
  if (document.is_discarded() || random() % 8 == 0) return LLVMFuzzerMutate(data, size, mostSize);
  const unsigned wanted = 1 + random() % 3;
  for (unsigned done = 0, tries = 0; done < wanted && tries < 20; ++tries) done += mutate(document, random);
  const std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > mostSize) return LLVMFuzzerMutate(data, size, mostSize);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  slipstick::runProgramOf({reinterpret_cast<const char*>(data), size});
  return 0;
}
