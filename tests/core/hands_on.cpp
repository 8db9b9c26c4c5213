// Models of the gallery that a person touches: whether they can be played, and whether what was done is repeated to the bit.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "core/simulation/simulation.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

std::string galleryModel(const std::string& name) { return readFile("web/models/" + name + ".json"); }

void expectSameRows(const History& a, const History& b) {
  ASSERT_EQ(a.samples(), b.samples());
  for (int i = 0; i < a.samples(); ++i) ASSERT_EQ(std::memcmp(a.row(i), b.row(i), a.width() * sizeof(double)), 0) << "sample " << i;
}

/// Advances to a time, by whole steps; false if the run is over.
bool advanceTo(Simulation& simulation, double time) {
  constexpr double little = 1e-9;
  simulation.advance([&] { return simulation.progress().time > time - little; });
  return simulation.status() == Simulation::Status::running;
}

/// What was posted, as `events` of a document: the same rows.
void expectReplay(Recorded& live, const std::string& document, const std::map<std::string, double>& parameters) {
  Json json = Json::parse(document);
  json["events"] = live.simulation().events();
  Recorded replay = attempt(json.dump(), parameters);
  EXPECT_EQ(replay.status(), live.status());
  expectSameRows(live.simulation().history(), replay.simulation().history());
}

/// Somebody with one finger on each of the two keys of an input.
class Keys {
 public:
  Keys(Simulation& simulation, const std::string& input) : simulation_(simulation), name_(input) {
    for (const ModelInput& each : simulation.model().inputs)
      if (each.name == input) input_ = each;
  }
  /// 1: the key that raises it, −1: the one that lowers it, 0: neither.
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

/// Turns the bars into the fall as fast as it falls; sees what was 0.2 s ago and changes the key ten times a second at most.
struct Rider {
  double reaction = 0.2, finger = 0.1;             // s
  double ahead = 0.35, forRate = 0.6, enough = 3;  // s, s, °

  /// Rides to a time; returns the largest lean (°).
  double ride(Recorded& run, double until, int& changes) const {
    Simulation& simulation = run.simulation();
    Keys keys(simulation, "steer");
    constexpr double look = 0.02;  // s between two pictures
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

TEST(RideBicycle, FallsHandsOffWhereItIsSlow) {
  for (const double speed : {2.0, 3.0, 3.2}) {
    const Recorded alone = run(galleryModel("ride-bicycle"), {{"v0", speed}});
    EXPECT_NE(alone.statistics().ended.find("The bicycle has fallen."), std::string::npos) << alone.statistics().ended;
    EXPECT_LT(alone.time().back(), 5) << speed;
  }
}

TEST(RideBicycle, StaysUpWithTwoKeysAndAReactionOfAFifthOfASecond) {
  const std::string document = galleryModel("ride-bicycle");
  for (const double speed : {3.0, 3.2, 3.5, 4.0}) {
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

}  // namespace
}  // namespace slipstick::testing
