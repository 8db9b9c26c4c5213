// Compiled separately: other tests also define functions for energy and drift. Mechanisms with redundant constraints.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/change.h"

namespace slipstick::testing {
namespace {

/// Bricard's mechanism with sensors for its energy and its joints.
Json bricard(const Json& analysis) {
  Json document = Json::parse(readFile("tests/data/bricard.json"));
  for (int i = 1; i <= 5; ++i)
    for (const char* variable : {"Position", "Velocity", "AngularVelocityLocal"}) {
      const std::string rod = "rod" + std::to_string(i);
      document["sensors"].push_back({{"type", "Body"}, {"name", rod + variable}, {"bodyNumber", rod}, {"outputVariableType", variable}});
    }
  for (const char* joint : {"A", "B", "C", "D", "E", "F"})
    for (const char* variable : {"DisplacementLocal", "ForceLocal", "TorqueLocal"})
      document["sensors"].push_back(
          {{"type", "Object"}, {"name", std::string(joint) + variable}, {"objectNumber", joint}, {"outputVariableType", variable}});
  document["analysis"] = analysis;
  return document;
}

double energy(const Recorded& motion, int sample) {
  const double thin = (0.01 + 0.01) / 12, thick = (1 + 0.01) / 12;
  const int along[5] = {0, 1, 2, 0, 1};
  double sum = 0;
  for (int i = 0; i < 5; ++i) {
    const std::string rod = "rod" + std::to_string(i + 1);
    sum += 9.81 * motion.sample(rod + "Position", sample)[1];
    for (int k = 0; k < 3; ++k) {
      const double v = motion.sample(rod + "Velocity", sample)[k], w = motion.sample(rod + "AngularVelocityLocal", sample)[k];
      sum += 0.5 * v * v + 0.5 * (k == along[i] ? thin : thick) * w * w;
    }
  }
  return sum;
}

struct Drift {
  double energy = 0, joints = 0;
};
Drift drift(const Recorded& motion) {
  Drift most;
  const double start = energy(motion, 0);
  for (int sample = 0; sample < motion.samples(); ++sample) {
    most.energy = std::max(most.energy, std::abs(energy(motion, sample) - start));
    for (const char* joint : {"A", "B", "C", "D", "E", "F"})
      for (const double gap : motion.sample(std::string(joint) + "DisplacementLocal", sample))
        most.joints = std::max(most.joints, std::abs(gap));
  }
  return most;
}

/// 30 equations for 30 degrees of freedom, and yet it moves. The energy error is the method's: 16 times less with a quarter of the step.
TEST(Bricard, KeepsItsEnergyAndItsJointsForTenSeconds) {
  const Json coarse = bricard({{"type", "dynamic"}, {"endTime", 10}, {"numberOfSteps", 1000}, {"sensorsWritePeriod", 0.05}});
  const Json fine = bricard({{"type", "dynamic"}, {"endTime", 10}, {"numberOfSteps", 4000}, {"sensorsWritePeriod", 0.05}});
  const Recorded first = run(coarse.dump()), second = run(fine.dump());
  EXPECT_EQ(first.statistics().rejectedSteps + second.statistics().rejectedSteps, 0);
  EXPECT_LE(first.statistics().jacobians, 3.1 * static_cast<double>(first.statistics().steps));
  const Drift large = drift(first), small = drift(second);
  EXPECT_LT(large.energy, 2e-3);  // J; 4.6 J are exchanged between potential and kinetic energy
  EXPECT_NEAR(large.energy / small.energy, 16, 4);
  EXPECT_LT(large.joints, 1e-8);
  EXPECT_LT(small.joints, 1e-8);
  EXPECT_NE(first.statistics().sharedLoads.find("1 of the 5 equations of 'F'"), std::string::npos) << first.statistics().sharedLoads;
}

/// A joint with one more free rotation removes the redundancy and does not change the motion.
TEST(Bricard, MovesAsTheSameMechanismWithoutRedundancy) {
  const Json analysis{{"type", "dynamic"}, {"endTime", 2}, {"numberOfSteps", 2000}, {"sensorsWritePeriod", 0.05}};
  Json document = bricard(analysis);
  const Recorded shared = run(document.dump());
  for (const char* solver : {"GeneralizedAlpha", "TrapezoidalIndex2"})
    for (const char* linear : {"dense", "sparse"}) {
      Json same = document;
      same["analysis"]["solver"] = solver, same["analysis"]["linearSolver"] = linear;
      const Recorded other = run(same.dump());
      for (int i = 0; i < 3; ++i) EXPECT_NEAR(other.last("rod3Position", i), shared.last("rod3Position", i), 2e-5) << solver << linear;
    }
  for (Json& entry : document["create"])
    if (entry["name"] == "A") {
      entry["type"] = "GenericJoint", entry["constrainedAxes"] = {1, 1, 1, 1, 0, 0};
      entry.erase("axis");
    }
  const Recorded free = run(document.dump());
  EXPECT_EQ(free.statistics().sharedLoads, "");
  for (int sample = 0; sample < shared.samples(); ++sample)
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(shared.sample("rod3Position", sample)[i], free.sample("rod3Position", sample)[i], 1e-5);

  // The smallest of all balancing reactions: reactions without the redundant equation balance, too, and are larger.
  const auto squares = [](const Recorded& motion, int sample) {
    double sum = 0;
    for (const char* joint : {"A", "B", "C", "D", "E", "F"})
      for (const char* variable : {"ForceLocal", "TorqueLocal"})
        for (const double x : motion.sample(std::string(joint) + variable, sample)) sum += x * x;
    return sum;
  };
  for (int sample = 1; sample < shared.samples(); ++sample) EXPECT_LT(squares(shared, sample), squares(free, sample) * (1 + 1e-6));
}

/// N windows of links of 1 m and 1 kg side by side on the ground, upright, pushed to the side with 1 m/s: González, Dopico, Lugrís,
/// Cuadrado, Multibody Syst. Dyn. 16 (2006), 179-190, after Bayo and Ledesma, Nonlinear Dyn. 9 (1996), 113-130. When all links are in one
/// line, the mechanism could fold in N + 1 ways. Spatial revolute joints give it 3 N redundant equations, planar ones none.
Json windows(int count, bool flat, double steps) {
  Json document{{"slipstick", 1}, {"create", {{{"type", "Ground"}, {"name", "ground"}}}}};
  Json& create = document["create"];
  const auto body = [&](const std::string& name, double x, double y, bool upright, double speed, double spin) {
    Json entry{{"type", flat ? "RigidBody2D" : "RigidBody"}, {"name", name}};
    entry["referencePosition"] = {x, y, 0}, entry["gravity"] = {0, -9.81, 0};
    entry["initialVelocity"] = {speed, 0, 0}, entry["initialAngularVelocity"] = {0, 0, spin};
    const double thin = 1e-4, thick = 1.0 / 12;
    entry["inertia"] = {{"mass", 1}, {"inertia6D", {upright ? thick : thin, upright ? thin : thick, thick, 0, 0, 0}}};
    create.push_back(entry);
  };
  const auto joint = [&](const std::string& a, const std::string& b, double x, double y) {
    Json entry{{"type", "RevoluteJoint"}, {"name", a + "-" + b}, {"bodies", {a, b}}, {"position", {x, y, 0}}, {"axis", {0, 0, 1}}};
    create.push_back(entry);
  };
  for (int i = 0; i <= count; ++i) {
    body("link" + std::to_string(i), i, 0.5, true, 0.5, -1);
    joint("ground", "link" + std::to_string(i), i, 0);
  }
  for (int i = 0; i < count; ++i) {
    const std::string bar = "bar" + std::to_string(i);
    body(bar, i + 0.5, 1, false, 1, 0);
    joint("link" + std::to_string(i), bar, i, 1);
    joint(bar, "link" + std::to_string(i + 1), i + 1, 1);
  }
  document["sensors"] = {{{"type", "Body"}, {"name", "place"}, {"bodyNumber", "bar0"}, {"outputVariableType", "Position"}},
                         {{"type", "Body"}, {"name", "speed"}, {"bodyNumber", "bar0"}, {"outputVariableType", "Velocity"}},
                         {{"type", "Body"}, {"name", "turn"}, {"bodyNumber", "bar0"}, {"outputVariableType", "Rotation"}}};
  document["analysis"] = {{"type", "dynamic"}, {"endTime", 10}, {"numberOfSteps", steps}, {"sensorsWritePeriod", 0.02}};
  return document;
}

/// The bars translate on a circle. With the angle φ from upright and N = 2, ½ (3 · 1/3 + 2) φ̇² + (3 · ½ + 2) g cos φ is conserved.
TEST(NFourBar, GoesThroughItsDeadCentres) {
  for (const bool flat : {true, false}) {
    const Recorded motion = run(windows(2, flat, 5000).dump());
    double energyAtStart = 0, most = 0;
    int crossings = 0;
    for (int sample = 0; sample < motion.samples(); ++sample) {
      const double x = motion.sample("place", sample)[0] - 0.5, y = motion.sample("place", sample)[1];
      const double rate = std::hypot(motion.sample("speed", sample)[0], motion.sample("speed", sample)[1]);
      EXPECT_NEAR(std::hypot(x, y), 1, 1e-6) << "the links stay parallel";
      EXPECT_NEAR(motion.sample("turn", sample).back(), 0, 1e-5);
      const double energy = 1.5 * rate * rate + 3.5 * 9.81 * y;
      if (sample == 0) energyAtStart = energy;
      most = std::max(most, std::abs(energy - energyAtStart));
      if (sample > 0 && y * motion.sample("place", sample - 1)[1] < 0) ++crossings;
    }
    EXPECT_LT(most, 0.02) << flat;  // of 70 J that are exchanged
    EXPECT_GE(crossings, 8) << "dead centres";
    EXPECT_EQ(motion.statistics().sharedLoads.find("Constraints are redundant") != std::string::npos, !flat);
  }
}

/// The larger mechanism, with the sparse solver: it moves like each single window, whose energy gives the speed.
TEST(NFourBar, OfFortyWindowsIsSolvedInSpace) {
  Json document = windows(40, false, 500);
  document["analysis"]["endTime"] = 1;
  const Recorded motion = run(document.dump());
  const double links = 41, bars = 40, inertia = links / 3 + bars, weight = (links / 2 + bars) * 9.81;
  const double y = motion.last("place", 1), rate = std::hypot(motion.last("speed", 0), motion.last("speed", 1));
  EXPECT_NEAR(0.5 * inertia * rate * rate + weight * y, 0.5 * inertia + weight, 1e-3 * weight);
  EXPECT_LT(y, 0) << "through the dead centre";
}

}  // namespace
}  // namespace slipstick::testing
