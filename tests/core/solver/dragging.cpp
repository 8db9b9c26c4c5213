// Compiled separately: other tests of solvers define a Matrix and a pi. Mechanisms follow a hand as in Build: each frame starts from the
// last result, with a mass at the hand so heavy that everything else follows it. The mechanism must not change its branch, and all joints
// must hold.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numbers>

#include "core/simulation/assembled.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double pace = 60;       // pointer moves per second
constexpr double handMass = 1e4;  // kg; bodies have 1 kg. Lighter hands lag behind; with heavier ones, rounding errors hide the bodies

/// SLIPSTICK_DRAGS=600 drags for 600 s and prints a summary.
int moves() {
  const char* asked = std::getenv("SLIPSTICK_DRAGS");
  return static_cast<int>(pace * (asked ? std::atof(asked) : 3));
}

using Matrix = std::array<std::array<double, 3>, 3>;

/// The rotation matrix of Euler parameters.
Matrix rotation(double a, double b, double c, double d) {
  return {{{1 - 2 * (c * c + d * d), 2 * (b * c - a * d), 2 * (b * d + a * c)},
           {2 * (b * c + a * d), 1 - 2 * (b * b + d * d), 2 * (c * d - a * b)},
           {2 * (b * d - a * c), 2 * (c * d + a * b), 1 - 2 * (b * b + c * c)}}};
}

/// A document of creators with a hand that pulls one of the bodies.
class Drag {
 public:
  /// `references` are the drawn angles of planar bodies; it is empty for spatial bodies, which are drawn without rotation.
  Drag(Json document, const std::string& body, const Json& local, std::vector<double> references)
      : document_(std::move(document)), references_(std::move(references)), planar_(!references_.empty()) {
    hand_ = document_["create"].size();
    document_["create"].push_back({{"type", "MassPoint"}, {"name", "hand"}, {"create2D", planar_}, {"physicsMass", handMass}});
    document_["create"].push_back({{"type", "DistanceConstraint"},
                                   {"name", "arm"},
                                   {"bodies", {body, "hand"}},
                                   {"localPosition0", local},
                                   {"localPosition1", {0, 0, 0}},
                                   {"distance", 0}});
  }

  /// Pulls to a position and stores the resulting positions of all bodies.
  void pull(const Json& to) {
    document_["create"][hand_]["referencePosition"] = to;
    const std::clock_t start = std::clock();  // of this process: others may be busy
    const AssembledModel found = assembleModel(load(document_.dump()), {}, nullptr, 0);
    milliseconds_.push_back(1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    open_ += !found.result.closed;
    gap_ = std::max(gap_, found.result.gap);
    iterations_.push_back(found.result.iterations);
    if (!found.result.closed) return;
    std::size_t node = 0;
    turns_.clear();
    for (Json& entry : document_["create"]) {
      const std::string type = entry["type"];
      if (type == "MassPoint") ++node;
      if (type.rfind("RigidBody", 0) == 0) take(entry, found.nodes[node++].coordinates);
    }
  }

  /// The orientation of a body: about z, or as a matrix.
  double angle(std::size_t body) const { return std::atan2(turns_[body][1][0], turns_[body][0][0]); }
  const Matrix& turn(std::size_t body) const { return turns_[body]; }
  double gap() const { return gap_; }
  int open() const { return open_; }

  void print(const char* name) {
    if (!std::getenv("SLIPSTICK_DRAGS")) return;
    const auto at = [](auto list, double share) {
      std::sort(list.begin(), list.end());
      return list[static_cast<std::size_t>(share * (list.size() - 1))];
    };
    std::printf(
        "%s: %zu pictures, %.2f ms each (95 %%: %.2f, most: %.2f), %d steps (95 %%: %d, most: %d); largest gap %.2g m, %d left open\n",
        name, milliseconds_.size(), at(milliseconds_, 0.5), at(milliseconds_, 0.95), at(milliseconds_, 1), at(iterations_, 0.5),
        at(iterations_, 0.95), at(iterations_, 1), gap_, open_);
  }

 private:
  /// The position of a body, from the coordinates of its node.
  void take(Json& entry, const std::vector<double>& q) {
    entry["initialDisplacement"] = {q[0], q[1], planar_ ? 0 : q[2]};
    Matrix turn;
    if (planar_) {
      const double angle = references_[turns_.size()] + q[2], c = std::cos(angle), s = std::sin(angle);
      turn = {{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
      entry["initialRotationMatrix"] = "rotZ(" + Json(angle).dump() + ")";
    } else {
      turn = rotation(1 + q[3], q[4], q[5], q[6]);
      entry["initialRotationMatrix"] = turn;
    }
    turns_.push_back(turn);
  }

  Json document_;
  std::vector<double> references_;
  bool planar_;
  std::size_t hand_;
  std::vector<Matrix> turns_;
  std::vector<double> milliseconds_;
  std::vector<int> iterations_;
  double gap_ = 0;
  int open_ = 0;
};

/// Twenty bars of 1 m in ten crossed pairs, stacked at an angle; the top left corner goes up and down above the foot.
Json scissorLift(double lift) {
  Json document{{"slipstick", 1}, {"create", Json::array({{{"type", "Ground"}, {"name", "ground"}}})}};
  Json& create = document["create"];
  const double c = std::cos(lift) / 2, s = std::sin(lift);
  const auto hinge = [&](const std::string& name, const Json& first, const std::string& second, double x, double y) {
    create.push_back({{"type", "RevoluteJoint"}, {"name", name}, {"bodies", {first, second}}, {"position", {x, y, 0}}});
  };
  for (int i = 0; i < 20; ++i)
    create.push_back({{"type", "RigidBody2D"},
                      {"name", "bar" + std::to_string(i)},
                      {"referencePosition", {c, s * (0.5 + i / 2), 0}},
                      {"referenceRotationMatrix", "rotZ(" + Json(i % 2 ? pi - lift : lift).dump() + ")"},
                      {"inertia", {{"shape", "cuboid"}, {"sideLengths", {1, 0.1, 0.05}}, {"density", 200}}}});
  hinge("foot", Json(), "bar0", 0, 0);
  create.push_back({{"type", "GenericJoint"},
                    {"name", "roller"},
                    {"bodies", {Json(), "bar1"}},
                    {"position", {2 * c, 0, 0}},
                    {"constrainedAxes", {0, 1, 0, 0, 0, 0}}});
  for (int stage = 0; stage < 10; ++stage) {
    const std::string number = std::to_string(stage), rising = "bar" + std::to_string(2 * stage),
                      falling = "bar" + std::to_string(2 * stage + 1);
    hinge("cross" + number, rising, falling, c, s * (stage + 0.5));
    if (stage == 9) break;
    hinge("left" + number, falling, "bar" + std::to_string(2 * stage + 2), 0, s * (stage + 1));
    hinge("right" + number, rising, "bar" + std::to_string(2 * stage + 3), 2 * c, s * (stage + 1));
  }
  return document;
}

/// The top stays at the height of the hand, wherever the hand is sideways; no stage flips over.
TEST(Dragging, LeadsAScissorLiftOfTwentyBars) {
  const double start = 0.6;
  std::vector<double> angles;
  for (int bar = 0; bar < 20; ++bar) angles.push_back(bar % 2 ? pi - start : start);
  Drag drag(scissorLift(start), "bar19", {0.5, 0, 0}, angles);
  for (int i = 0; i < moves(); ++i) {
    const double t = i / pace, height = 10 * std::sin(start) + 3.9 * std::sin(0.9 * t) * std::cos(0.31 * t),
                 beside = 0.8 * std::sin(2.3 * t);
    drag.pull({beside, height, 0});
    const double lift = std::asin(height / 10);
    for (int bar = 0; bar < 20; ++bar) {
      ASSERT_NEAR(drag.angle(bar), bar % 2 ? pi - lift : lift, 1e-5) << "bar " << bar << " at " << t << " s";
    }
  }
  EXPECT_EQ(drag.open(), 0);
  EXPECT_LT(drag.gap(), 1e-9);
  drag.print("scissor lift");
}

/// The relative rotation angle of two bodies about an axis in their common initial frame.
double turnBetween(const Matrix& first, const Matrix& second, const std::array<double, 3>& axis) {
  Matrix r{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) r[i][j] += first[k][i] * second[k][j];
  const double sine = (axis[0] * (r[2][1] - r[1][2]) + axis[1] * (r[0][2] - r[2][0]) + axis[2] * (r[1][0] - r[0][1])) / 2;
  return std::atan2(sine, (r[0][0] + r[1][1] + r[2][2] - 1) / 2);
}

/// Six hinges along the edges of a cube. The hand leads the end of the first rod around its hinge, from outside and from inside. The angles
/// of neighbouring hinges, measured from the cube, are a and b with sin a + sin b = sin a sin b, and each angle occurs three times.
TEST(Dragging, LeadsABricardLinkage) {
  Json document = Json::parse(readFile("web/models/bricard.json"));
  for (const char* key : {"sensors", "display", "analysis"}) document.erase(key);
  Drag drag(std::move(document), "rod1", {0.5, 0, 0}, {});
  const Matrix still = rotation(1, 0, 0, 0);
  for (int i = 0; i < moves(); ++i) {
    const double t = i / pace, a = -0.4 + 0.7 * std::sin(0.8 * t + 0.608) * std::cos(0.23 * t), radius = 1 + 0.3 * std::sin(1.7 * t);
    drag.pull({radius * std::cos(a), 0.1 * std::sin(3 * t), radius * std::sin(a)});
    const double b = std::asin(-std::sin(a) / (1 - std::sin(a)));
    const double angles[] = {turnBetween(still, drag.turn(0), {0, -1, 0}),        turnBetween(drag.turn(0), drag.turn(1), {0, 0, -1}),
                             turnBetween(drag.turn(1), drag.turn(2), {-1, 0, 0}), turnBetween(drag.turn(2), drag.turn(3), {0, -1, 0}),
                             turnBetween(drag.turn(3), drag.turn(4), {0, 0, -1}), turnBetween(drag.turn(4), still, {-1, 0, 0})};
    for (int hinge = 0; hinge < 6; ++hinge) ASSERT_NEAR(angles[hinge], hinge % 2 ? b : a, 1e-5) << "hinge " << hinge << " at " << t << " s";
  }
  EXPECT_EQ(drag.open(), 0);
  EXPECT_LT(drag.gap(), 1e-9);
  drag.print("Bricard linkage");
}

}  // namespace
}  // namespace slipstick::testing
