// The declarations of a connector or constraint law: its kind, and the optional functions that it provides. The loop follows from the
// kind and calls these functions. If one is missing, has a wrong type or is undeclared, the compiler reports that at the registration of
// the law.
//
//   struct Spring {
//     static constexpr law::Kind kind = law::Kind::betweenFrames;
//     static constexpr unsigned has = law::data | law::postNewton;
//     std::array<MarkerIndex, 2> markerNumbers;
//     NodeIndex nodeNumber;
//     bool activeConnector;
//     …
//   };
//
// The functions of a kind are templates over the number type S, which provides the tangents. All forces are left-hand sides, M q̈ + f =
// …: the force that acts on marker 1 is −f.
#pragma once

#include <array>
#include <concepts>

#include "core/system/roles.h"

namespace slipstick {

struct MovedFrame;

/// Two points: displacement u = p1 − p0 and velocity w = v1 − v0, global.
template <class S>
struct PointPair {
  Vec3<S> displacement;
  Vec3<S> velocity;
};

/// The motion of two points along their line of connection.
template <class S>
struct LineKinematics {
  S length{};
  S lengthRate{};
};

template <class S>
struct FramePair {
  const FrameKinematics<S>& frame0;
  const FrameKinematics<S>& frame1;
};

template <class S>
struct ScalarPair {
  ScalarKinematics<S> marker0;
  ScalarKinematics<S> marker1;
};

namespace law {

enum class Kind {
  /// S lineForce(const LineKinematics<S>&, const LawContext<S>&): tension on the line between two points.
  alongLine,
  /// Vec3<S> pointForce(const PointPair<S>&, const LawContext<S>&): force between two points, global, tension positive.
  betweenPoints,
  /// void wrenches(const FramePair<S>&, const LawContext<S>&, FrameForce<S>& on0, FrameForce<S>& on1): forces between two frames.
  betweenFrames,
  /// S scalarForce(const ScalarPair<S>&, const LawContext<S>&): force on coordinate 1 times factorOf(1), on coordinate 0 times
  /// −factorOf(0).
  betweenCoordinates,
  /// Equations between two frames (core/system/constraints.h): void residual(const FramePair<S>&, const LawContext<S>&, S* c), and the
  /// gradient W with δC = Σ W_m [δp_m; δφ_m], or [δv_m; δω_m] with law::velocityLevel, as void gradient(…, S* w), rows of 12 numbers, zero
  /// before; their `units`, and bool constrains(int equation).
  constraintOfFrames,
  /// One equation with constant gradient between two coordinates:
  /// S residual(const ScalarPair<S>&, const LawContext<S>&, bool atVelocityLevel), and `velocityLevel`, a parameter of the item.
  constraintOfCoordinates,
};

enum : unsigned {
  nothingElse = 0,
  /// NodeIndex nodeNumber: a node of data coordinates; LawContext::data points to its first one.
  data = 1,
  /// int dataSize: receives their number.
  dataSize = 2,
  /// double postNewton(pair, const LawContext<double>&, double* data, const double* startOfStep, PostNewton&): updates the regime and
  /// returns the force error of the old one. `pair` is a ScalarPair between coordinates, else a FramePair.
  postNewton = 4,
  /// bool isDiscontinuous(): whether forces jump when postNewton() changes data; without this function they do.
  choice = 8,
  /// bool touches(const double* data): if it returns false, no force acts and the law is not evaluated.
  touches = 16,
  /// void differentiate(const FramePair<double>&, const LawContext<double>&, MovedFrame moved[2], FrameForce<double> on[2]): the forces
  /// and, in closed form, their change by the motion of either frame, see addWrenchesTangent().
  closedTangent = 32,
  /// void rates(const FramePair<S>&, const LawContext<S>&, S* c): Ċ if it is not W [v; ω], because equations depend on time or on
  /// rotating axes. Axes of Euler parameters with drifted norm rotate as in axisRate().
  rates = 64,
  /// Equations defined at velocity level.
  velocityLevel = 128,
  /// void alternativeResidual(…): another form of the residual at position level; it may leave entries of out[] unchanged.
  alternative = 256,
  /// bool coarseTangent(double& byDisplacement, double& byVelocity): Exudyn's tangent if it differs from the derivative of the force.
  coarseTangent = 512,
  /// void act(pair, const LawContext<double>&, const double* lambda, double* c, FrameForce<double>& on0, FrameForce<double>& on1): adds
  /// a constraint's residual and reactions Wᵀ λ. For laws that many models use, if this is cheaper than the gradient. λ is zero for
  /// unconstrained equations.
  reactions = 2048,
  /// void derive(): computes numbers that follow from the parameters and are stored with them.
  derived = 4096,
  /// double storedEnergy(pair, const LawContext<double>&): the energy that the law stores and returns, J; the force at zero velocity is its
  /// gradient. `pair` is what the force function of the kind takes. Not a number: this item stores none, because its user function
  /// depends on time or velocity.
  stored = 8192,
};

/// The features that the loop of a kind uses.
constexpr unsigned featuresOf(Kind kind) {
  constexpr unsigned ofAll = data | dataSize, ofForces = ofAll | postNewton | choice | stored;
  switch (kind) {
    case Kind::alongLine:
    case Kind::betweenPoints:
      return ofForces | derived;
    case Kind::betweenFrames:
      return ofForces | derived | touches | closedTangent;
    case Kind::betweenCoordinates:
      return ofForces | coarseTangent;
    case Kind::constraintOfFrames:
      return ofAll | derived | rates | velocityLevel | alternative | reactions;
    case Kind::constraintOfCoordinates:
      return ofAll;
  }
  return nothingElse;
}

/// Whether a law declares this feature. Parts of other laws declare nothing.
template <class Law>
constexpr bool declares(unsigned ability) {
  if constexpr (requires { Law::has; }) return (Law::has & ability) != 0;
  return false;
}

// Whether a law provides the functions that its kind requires.
using Context = LawContext<double>;
template <class Law>
concept FitsLine = requires(const Law& law, LineKinematics<double> line, Context context) {
  { law.lineForce(line, context) } -> std::same_as<double>;
};
template <class Law>
concept FitsPoints = requires(const Law& law, PointPair<double> pair, Context context, OutputVariable variable, double* out) {
  { law.pointForce(pair, context) } -> std::same_as<Vector3>;
  law.output(variable, pair, context, out);
};
template <class Law>
concept FitsFrames = requires(const Law& law, FramePair<double> pair, Context context, FrameForce<double>& on, OutputVariable variable,
                              double* out) {
  { law.wrenches(pair, context, on, on) } -> std::same_as<void>;
  law.output(variable, pair, context, out);
};
template <class Law>
concept FitsCoordinates = requires(const Law& law, ScalarPair<double> pair, Context context, OutputVariable variable, double* out) {
  { law.scalarForce(pair, context) } -> std::same_as<double>;
  { law.factorOf(0) } -> std::same_as<double>;
  law.output(variable, pair, context, out);
};
template <class Law>
concept FitsConstraintOfFrames = requires(const Law& law, FramePair<double> pair, Context context, double* numbers,
                                          OutputVariable variable) {
  { law.residual(pair, context, numbers) } -> std::same_as<void>;
  { law.gradient(pair, context, numbers) } -> std::same_as<void>;
  { law.constrains(0) } -> std::same_as<bool>;
  law.output(variable, pair, numbers, numbers);
};
template <class Law>
concept FitsConstraintOfCoordinates = requires(const Law& law, ScalarPair<double> pair, Context context, OutputVariable variable,
                                               double* out) {
  { law.residual(pair, context, true) } -> std::same_as<double>;
  { law.factorOf(1) } -> std::same_as<double>;
  { law.holdsAtZero() } -> std::same_as<bool>;
  { law.velocityLevel } -> std::convertible_to<bool>;
  law.output(variable, pair, context, 0.0, out);
};

// Whether its kind uses the declared features; whether it provides their functions with the right types, and declares all provided ones.
template <class Law>
concept FeaturesFit = ((Law::has & ~featuresOf(Law::kind)) == 0);
template <class Law>
concept HasEnds = requires(Law law) {
  { law.markerNumbers } -> std::same_as<std::array<MarkerIndex, 2>&>;
  { law.activeConnector } -> std::same_as<bool&>;
};
template <class Law>
concept DataFits = (
    declares<Law>(data) == requires { &Law::nodeNumber; } && (!declares<Law>(dataSize) || declares<Law>(data)) &&
    declares<Law>(dataSize) == requires { &Law::dataSize; });
template <class Law, class Pair>
concept CanJudge = requires(const Law& law, Pair pair, Context context, double* data, const double* start, PostNewton& post) {
  { law.postNewton(pair, context, data, start, post) } -> std::same_as<double>;
};
template <class Law, class Pair>
concept PostNewtonFits = (declares<Law>(postNewton) ? CanJudge<Law, Pair> : !requires { &Law::postNewton; });
template <class Law>
concept CanChoose = requires(const Law& law) {
  { law.isDiscontinuous() } -> std::same_as<bool>;
};
template <class Law>
concept ChoiceFits = (declares<Law>(choice) == CanChoose<Law> && (!declares<Law>(choice) || declares<Law>(postNewton)));
template <class Law>
concept CanTouch = requires(const Law& law, const double* data) {
  { law.touches(data) } -> std::same_as<bool>;
};
template <class Law>
concept TouchesFits = (declares<Law>(touches) ? CanTouch<Law> : !requires { &Law::touches; });
template <class Law>
concept CanDifferentiate = requires(const Law& law, FramePair<double> pair, Context context, MovedFrame* moved, FrameForce<double>* on) {
  { law.differentiate(pair, context, moved, on) } -> std::same_as<void>;
};
template <class Law>
concept ClosedTangentFits = (declares<Law>(closedTangent) ? CanDifferentiate<Law> : !requires { &Law::differentiate; });
template <class Law>
concept CanBeCoarse = requires(const Law& law, double& slope) {
  { law.coarseTangent(slope, slope) } -> std::same_as<bool>;
};
template <class Law>
concept CoarseTangentFits = (declares<Law>(coarseTangent) ? CanBeCoarse<Law> : !requires { &Law::coarseTangent; });
template <class Law>
concept CanAct = requires(const Law& law, FramePair<double> pair, Context context, double* numbers, FrameForce<double>& on) {
  { law.act(pair, context, numbers, numbers, on, on) } -> std::same_as<void>;
};
template <class Law>
concept ReactionsFit = (declares<Law>(reactions) ? CanAct<Law> : !requires { &Law::act; });
template <class Law, class Pair>
concept CanStoreBetween = requires(const Law& law, Pair pair, Context context) {
  { law.storedEnergy(pair, context) } -> std::same_as<double>;
};
template <class Law>
concept CanStore = (CanStoreBetween<Law, LineKinematics<double>> || CanStoreBetween<Law, PointPair<double>> ||
                    CanStoreBetween<Law, FramePair<double>> || CanStoreBetween<Law, ScalarPair<double>>);
template <class Law>
concept StoredFits = (declares<Law>(stored) == CanStore<Law>);
template <class Law>
concept CanRate = requires(const Law& law, FramePair<double> pair, Context context, double* out) {
  law.rates(pair, context, out);
};
template <class Law>
concept CanAlternate = requires(const Law& law, FramePair<double> pair, Context context, double* out) {
  law.alternativeResidual(pair, context, out);
};
template <class Law>
concept DerivedFits = (declares<Law>(derived) == requires(Law law) { law.derive(); });
template <class Law>
concept EquationsFit = (declares<Law>(rates) == CanRate<Law> && declares<Law>(alternative) == CanAlternate<Law>);

/// The marker pair that a law of this kind receives.
template <Kind kind>
using PairOf =
    std::conditional_t<kind == Kind::betweenCoordinates || kind == Kind::constraintOfCoordinates, ScalarPair<double>, FramePair<double>>;

/// Reports missing functions of a law in words.
template <class Law>
constexpr void check() {
  constexpr Kind kind = Law::kind;
  static_assert(FeaturesFit<Law>, "Laws of this kind cannot have one of the declared features, see law::featuresOf().");
  static_assert(kind != Kind::alongLine || FitsLine<Law>,
                "A law along a line needs `S lineForce(const LineKinematics<S>&, const LawContext<S>&) const`.");
  static_assert(kind != Kind::betweenPoints || FitsPoints<Law>,
                "A law between points needs `Vec3<S> pointForce(const PointPair<S>&, const LawContext<S>&) const` and `output`.");
  static_assert(
      kind != Kind::betweenFrames || FitsFrames<Law>,
      "A law between frames needs `void wrenches(const FramePair<S>&, const LawContext<S>&, FrameForce<S>& on0, FrameForce<S>& on1) "
      "const` and `output`.");
  static_assert(kind != Kind::betweenCoordinates || FitsCoordinates<Law>,
                "A law between coordinates needs `S scalarForce(const ScalarPair<S>&, const LawContext<S>&) const`, `double factorOf(int) "
                "const` and `output`.");
  static_assert(kind != Kind::constraintOfFrames || FitsConstraintOfFrames<Law>,
                "A constraint of frames needs `residual`, `gradient`, `constrains` and `output`, see law::Kind.");
  static_assert(kind != Kind::constraintOfCoordinates || FitsConstraintOfCoordinates<Law>,
                "A constraint of coordinates needs `residual`, `factorOf`, `holdsAtZero`, `velocityLevel` and `output`, see law::Kind.");
  static_assert(HasEnds<Law>, "A law needs `std::array<MarkerIndex, 2> markerNumbers` and `bool activeConnector`.");
  static_assert(DataFits<Law>, "law::data needs `NodeIndex nodeNumber`, and law::dataSize needs `int dataSize`.");
  static_assert(PostNewtonFits<Law, PairOf<kind>>,
                "law::postNewton needs `double postNewton(pair, const LawContext<double>&, double*, const double*, PostNewton&) const`.");
  static_assert(ChoiceFits<Law>, "law::choice needs `bool isDiscontinuous() const`, with law::postNewton.");
  static_assert(TouchesFits<Law>, "law::touches needs `bool touches(const double* data) const`.");
  static_assert(ClosedTangentFits<Law>, "law::closedTangent needs `differentiate`, see there.");
  static_assert(CoarseTangentFits<Law>, "law::coarseTangent needs `bool coarseTangent(double&, double&) const`.");
  static_assert(ReactionsFit<Law>, "law::reactions needs `act`, see there.");
  static_assert(StoredFits<Law>, "law::stored needs `double storedEnergy(pair, const LawContext<double>&) const`.");
  static_assert(DerivedFits<Law>, "law::derived needs `void derive()`.");
  static_assert(EquationsFit<Law>, "law::rates needs `rates`, law::alternative needs `alternativeResidual`.");
}

}  // namespace law

/// role::Discontinuous for laws with postNewton, nothing for others.
template <class Law>
using DiscontinuousIfJudged = std::conditional_t<law::declares<Law>(law::postNewton), role::Discontinuous, NoRole>;

/// role::Deriving for laws with derived, nothing for others.
struct NothingDerived {};
template <class Law>
using DerivingIfDerived = std::conditional_t<law::declares<Law>(law::derived), role::Deriving, NothingDerived>;

/// role::Storing for laws with stored, nothing for others.
struct NothingStored {};
template <class Law>
using StoringIfStored = std::conditional_t<law::declares<Law>(law::stored), role::Storing, NothingStored>;

/// Returns the first data coordinate of a law, 0 without a data node.
template <class Law>
int connectData(Law& law, const Assembly& assembly) {
  if constexpr (law::declares<Law>(law::data))
    if (law.nodeNumber) {
      const Place node = assembly.node(law.nodeNumber);
      if constexpr (law::declares<Law>(law::dataSize)) law.dataSize = node.coordinateCount();
      return node.firstCoordinate();
    }
  return 0;
}

/// Returns whether forces of one of the items jump when their data change.
template <class Law>
bool anyJumps(const std::vector<Law>& items) {
  if constexpr (law::declares<Law>(law::choice)) {
    for (const Law& law : items)
      if (law.isDiscontinuous()) return true;
    return false;
  } else {
    return true;
  }
}

}  // namespace slipstick
