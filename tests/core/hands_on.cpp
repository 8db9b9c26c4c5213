// Models of the gallery with hands-on input: whether they are playable, and whether a replay is bit-identical.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

#include "core/simulation/simulation.h"
#include "tests/core/count_allocations.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

std::string galleryModel(const std::string& name) { return readFile("web/models/" + name + ".json"); }

/// Advances to a time in whole steps; returns false if the run has ended.
bool advanceTo(Simulation& simulation, double time) {
  constexpr double little = 1e-9;
  simulation.advance([&] { return simulation.progress().time > time - little; });
  return simulation.status() == Simulation::Status::running;
}

/// Expects a replay with the posted events as `events` of the document to record the same rows.
void expectReplay(Recorded& live, const std::string& document, const std::map<std::string, double>& parameters) {
  Json json = Json::parse(document);
  json["events"] = live.simulation().events();
  Recorded replay = attempt(json.dump(), parameters);
  EXPECT_EQ(replay.status(), live.status());
  expectSameRows(live.simulation().history(), replay.simulation().history());
}

/// A player with one finger on each of the two keys of an input.
class Keys {
 public:
  Keys(Simulation& simulation, const std::string& input) : simulation_(simulation), name_(input) {
    for (const ModelInput& each : simulation.model().inputs)
      if (each.name == input) input_ = each;
  }
  /// 1 holds the key that raises the input, −1 the key that lowers it, 0 neither.
  void hold(int key) {
    if (key == held_) return;
    held_ = key, ++changes_;
    const double value = key > 0 ? *input_.max : key < 0 ? *input_.min : input_.value;
    EXPECT_TRUE(simulation_.post({{"input", name_}, {"value", value}, {"rate", input_.rate}}).empty());
  }
  int changes() const { return changes_; }

 private:
  Simulation& simulation_;
  std::string name_;
  ModelInput input_;
  int held_ = 0, changes_ = 0;
};

// ---- Ride the bicycle

/// Steers into the fall in proportion to its rate, with a reaction time of 0.2 s and at most ten key changes per second.
struct Rider {
  double reaction = 0.2, finger = 0.1;             // s
  double ahead = 0.35, forRate = 0.6, enough = 3;  // s, s, °

  /// Rides to a time; returns the largest lean (°).
  double ride(Recorded& run, double until, int& changes) const {
    Simulation& simulation = run.simulation();
    Keys keys(simulation, "steer");
    constexpr double look = 0.02;  // s between two frames
    double last = -1, most = 0;
    for (int picture = 1; picture * look < until && advanceTo(simulation, picture * look); ++picture) {
      const double now = picture * look;
      const std::vector<double> time = run.time(), lean = run.column("angles", 0), steer = run.column("angles", 1);
      most = std::max(most, std::abs(lean.back()));
      const auto seen = std::upper_bound(time.begin(), time.end(), now - reaction + 1e-9) - time.begin() - 1;
      if (seen < 2 || now - last < finger) continue;
      const auto rate = [&](const std::vector<double>& angle) { return (angle[seen] - angle[seen - 2]) / (time[seen] - time[seen - 2]); };
      const double wrong = steer[seen] + ahead * rate(steer) - forRate * rate(lean);
      const int before = keys.changes();
      keys.hold(wrong > enough ? -1 : wrong < -enough ? 1 : 0);
      if (keys.changes() != before) last = now;
    }
    simulation.run();
    changes = keys.changes();
    return most;
  }
};

TEST(RideBicycle, FallsHandsOffAtLowSpeed) {
  for (const double speed : {2.0, 3.0, 3.2}) {
    const Recorded alone = run(galleryModel("ride-bicycle"), {{"v0", speed}});
    EXPECT_NE(alone.statistics().ended.find("The bicycle has fallen."), std::string::npos) << alone.statistics().ended;
    EXPECT_LT(alone.time().back(), 5) << speed;
  }
}

TEST(RideBicycle, StaysUpWithTwoKeysAndAReactionOfAFifthOfASecond) {
  const std::string document = galleryModel("ride-bicycle");
  for (const double speed : {3.2, 3.5, 4.0}) {
    SCOPED_TRACE(speed);
    Recorded ride(load(document, {{"v0", speed}}));
    int changes = 0;
    const double most = Rider{}.ride(ride, 20, changes);
    EXPECT_EQ(ride.simulation().status(), Simulation::Status::finished);
    EXPECT_EQ(ride.statistics().ended, "");
    EXPECT_NEAR(ride.time().back(), 20, 1e-9);
    EXPECT_LT(most, 20);
    EXPECT_LT(changes, 80) << "four a second a person can do";
    expectReplay(ride, document, {{"v0", speed}});
  }
}

TEST(RideBicycle, FallsWithAReactionOfHalfASecond) {
  Recorded ride(load(galleryModel("ride-bicycle"), {{"v0", 3}}));
  Rider slow;
  slow.reaction = 0.5;
  int changes = 0;
  slow.ride(ride, 20, changes);
  EXPECT_NE(ride.statistics().ended.find("The bicycle has fallen."), std::string::npos);
}

// ---- grabbed models

TEST(HeldModels, AllocateNothingInAStep) {
  struct Case {
    const char *name, *object;
  };
  for (const auto& [name, object] : {Case{"ride-bicycle", "frame"}, Case{"drive-car", "car"}, Case{"flick-coin", "coin"},
                                     Case{"brake-belt", "belt.20"}, Case{"cradle-by-hand", "ball 1"}}) {
    SCOPED_TRACE(name);
    Json document = Json::parse(galleryModel(name));
    document["events"] = Json::array();
    document["analysis"].back()["sensorsWritePeriod"] = 100;
    Recorded held(load(document.dump()));
    Simulation& simulation = held.simulation();
    const int dynamic = simulation.progress().analysisSteps - 1;
    simulation.advance([&] { return simulation.progress().analysisStep == dynamic && simulation.steps() == 5; });
    EXPECT_TRUE(simulation.post({{"grab", object}, {"duration", 0.02}}).empty());
    std::size_t before = 0, after = 0;
    simulation.advance([&] {
      if (simulation.steps() == 60) before = allocations();
      if (simulation.steps() == 160) after = allocations();
      return simulation.steps() == 160;
    });
    EXPECT_EQ(after - before, 0u);
    EXPECT_GT(after, 0u);
    EXPECT_EQ(simulation.events().size(), 1u);
  }
}

// ---- extreme input

/// Random numbers of any size.
class Rough {
 public:
  explicit Rough(unsigned seed) : random_(seed) {}
  double between(double least, double most) { return least + (most - least) * (static_cast<double>(random_()) / 4294967296.0); }
  int upTo(int most) { return static_cast<int>(random_() % static_cast<unsigned>(most + 1)); }
  /// Mostly of the size of the models, sometimes extreme.
  Json point() {
    const double size = std::pow(10.0, upTo(4) ? between(-3, 2) : between(2, 307));
    return {between(-size, size), between(-size, size), between(-size, size)};
  }

 private:
  std::mt19937 random_;
};

/// The number of trials per model; SLIPSTICK_GRABS sets more.
int grabsOfModels() {
  const char* asked = std::getenv("SLIPSTICK_GRABS");
  return asked ? std::atoi(asked) : 4;
}

/// Grabs, drags, pushes and releases random objects with random strength.
void actAtRandom(Simulation& simulation, Rough& rough, int actions) {
  const auto& objects = simulation.model().objects();
  const auto advance = [&](int steps) { simulation.advance([&steps] { return --steps <= 0; }); };
  advance(1 + rough.upTo(200));
  for (int i = 0; i < actions; ++i) {
    const std::string& name = objects[rough.upTo(static_cast<int>(objects.size()) - 1)].name;
    const int kind = rough.upTo(9);
    Json event = {{"to", rough.point()}};
    if (i == 0 || kind < 4)
      event = {{"grab", name}, {"at", rough.point()}, {"to", rough.point()}, {"duration", 0.001 * rough.upTo(200)}};
    else if (kind == 4)
      event = {{"release", true}};
    else if (kind == 5)
      event = {{"push", name}, {"at", rough.point()}, {"impulse", rough.point()}, {"steps", 1 + rough.upTo(20)}};
    simulation.post(event);  // impossible actions are rejected
    advance(1 + rough.upTo(20));
  }
}

TEST(RoughHands, KeepTheRunWithAMessageAndAnUndo) {
  int failed = 0, taken = 0;
  for (const char* name : {"ride-bicycle", "drive-car", "flick-coin", "brake-belt", "cradle-by-hand"})
    for (int number = 0; number < grabsOfModels(); ++number) {
      SCOPED_TRACE(std::string(name) + ", " + std::to_string(number));
      Rough rough(static_cast<unsigned>(number) + 1);
      Json document = Json::parse(galleryModel(name));
      document["events"] = Json::array();
      document["analysis"].back()["handFrequency"] = std::pow(10.0, rough.between(0, rough.upTo(3) ? 2.5 : 9));
      Recorded rude(load(document.dump()));
      Simulation& simulation = rude.simulation();
      simulation.keepCheckpoints(10'000'000);
      simulation.takeOver();
      actAtRandom(simulation, rough, 12);
      const bool hasFailed = simulation.status() == Simulation::Status::failed;
      failed += hasFailed, taken += static_cast<int>(simulation.events().size());
      if (hasFailed) {
        EXPECT_EQ(rude.stop().message.rfind("Stopped at ", 0), 0u) << rude.stop().message;
        EXPECT_GT(rude.samples(), 0);
      } else if (simulation.status() == Simulation::Status::running) {
        simulation.post({{"end", true}});
        simulation.run();
      }
      const History& history = simulation.history();
      for (int i = 0; i < history.samples(); ++i)
        for (int k = 0; k < history.width(); ++k) ASSERT_TRUE(std::isfinite(history.row(i)[k])) << "sample " << i << ", column " << k;
      document["events"] = simulation.events();
      Recorded replay = attempt(document.dump());
      EXPECT_EQ(replay.status(), simulation.status());
      EXPECT_EQ(replay.stop().message, rude.stop().message);
      ASSERT_NO_FATAL_FAILURE(expectSameRows(history, replay.simulation().history()));
      if (!hasFailed || simulation.events().empty()) continue;
      // After an undo the run continues.
      const Json events = simulation.events();
      ASSERT_TRUE(simulation.goBack(events[0].value("analysisStep", simulation.progress().analysisStep), events[0]["step"]));
      EXPECT_EQ(simulation.status(), Simulation::Status::running);
    }
  EXPECT_GT(taken, 5 * grabsOfModels());
  RecordProperty("failed", failed);
}

}  // namespace
}  // namespace slipstick::testing
