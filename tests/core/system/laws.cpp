// Checks at compile time that the declarations of a law match its functions.
#include <gtest/gtest.h>

#include "core/items/connector.h"

namespace slipstick {
namespace {

struct Pull {
  static constexpr law::Kind kind = law::Kind::betweenFrames;
  static constexpr unsigned has = law::nothingElse;
  std::array<MarkerIndex, 2> markerNumbers;
  bool activeConnector;

  template <class S>
  void wrenches(const FramePair<S>& pair, const LawContext<S>&, FrameForce<S>& on0, FrameForce<S>& on1) const {
    on1.force = pair.frame1.position - pair.frame0.position;
    on0.force = -on1.force;
  }
  void output(OutputVariable, const FramePair<double>&, const LawContext<double>&, double*) const {}
};
static_assert(std::is_same_v<decltype(loopOf<Pull>())::type, FrameConnectorLoop<Pull>>);
static_assert(!std::is_base_of_v<role::Discontinuous, FrameConnectorLoop<Pull>>);
static_assert(law::FitsFrames<Pull> && law::HasEnds<Pull> && law::DataFits<Pull> && law::TouchesFits<Pull>);
static_assert(law::PostNewtonFits<Pull, FramePair<double>> && law::ChoiceFits<Pull> && law::ClosedTangentFits<Pull>);

/// Declares another kind than its function has.
struct Line : Pull {
  static constexpr law::Kind kind = law::Kind::alongLine;
};
static_assert(!law::FitsLine<Line>);

/// Declares a feature that only laws between frames have.
struct TouchingLine : Line {
  static constexpr unsigned has = law::touches;
};
struct TouchingFrames : Pull {
  static constexpr unsigned has = law::touches;
};
static_assert(!law::FeaturesFit<TouchingLine> && law::FeaturesFit<TouchingFrames>);

/// Has a node without declaring it, or declares a node that it lacks.
struct QuietData : Pull {
  NodeIndex nodeNumber;
};
struct LostData : Pull {
  static constexpr unsigned has = law::data;
};
static_assert(!law::DataFits<QuietData> && !law::DataFits<LostData>);

/// A function that would never be called, and one that returns a float.
struct QuietJudge : Pull {
  double postNewton(const FramePair<double>&, const LawContext<double>&, double*, const double*, PostNewton&) const { return 0; }
};
struct RoughJudge : Pull {
  static constexpr unsigned has = law::postNewton;
  float postNewton(const FramePair<double>&, const LawContext<double>&, double*, const double*, PostNewton&) const { return 0; }
};
struct Judge : QuietJudge {
  static constexpr unsigned has = law::postNewton;
};
static_assert(!law::PostNewtonFits<QuietJudge, FramePair<double>> && !law::PostNewtonFits<RoughJudge, FramePair<double>>);
static_assert(law::PostNewtonFits<Judge, FramePair<double>> && !law::PostNewtonFits<Judge, ScalarPair<double>>);
static_assert(std::is_base_of_v<role::Discontinuous, FrameConnectorLoop<Judge>>);

struct QuietTouch : Pull {
  bool touches(const double*) const { return true; }
};
struct LostTouch : Pull {
  static constexpr unsigned has = law::touches;
};
static_assert(!law::TouchesFits<QuietTouch> && !law::TouchesFits<LostTouch>);

struct Choosing : Judge {
  static constexpr unsigned has = law::postNewton | law::choice;
  bool jumps;
  bool isDiscontinuous() const { return jumps; }
};
static_assert(law::ChoiceFits<Choosing> && law::ChoiceFits<Judge>);

TEST(Laws, JumpUnlessTheyChoose) {
  EXPECT_TRUE(anyJumps(std::vector<Judge>(1)));
  std::vector<Choosing> items(2);
  items[0].jumps = items[1].jumps = false;
  EXPECT_FALSE(anyJumps(items));
  items[1].jumps = true;
  EXPECT_TRUE(anyJumps(items));
}

}  // namespace
}  // namespace slipstick
