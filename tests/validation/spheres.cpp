// Spheres in contact: restitution of the impact models, the loading curve of adhesive contact, and Newton's cradle.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// λ δ̇₋ / k of the models.
double damping(int model, double e) {
  if (model == 1) return 1.5 * (1 - e);
  return e > 1.0 / 3 ? 1.5 * (1 - e) * (11 - e) / (1 + 9 * e) : (1 - e * e) / e;
}
/// The restitution of the law m δ̈ = −k δⁿ (1 + a δ̇/δ̇₋): with u = −v₊/δ̇₋, separation of the variables gives a (1 + u) = ln((1 + a) / (1
/// − a u)), whatever the exponent.
double restitution(double a) {
  if (a == 0) return 1;
  double low = 0, high = std::min(1.0, (1 - 1e-15) / a);
  for (int i = 0; i < 100; ++i) {
    const double u = 0.5 * (low + high);
    (a * (1 + u) > std::log((1 + a) / (1 - a * u)) ? low : high) = u;
  }
  return low;
}
double rebound(double e, int model, std::map<std::string, double> more = {}) {
  more["restitution"] = e, more["model"] = model;
  return run("impact.json", more).last("velocity") / (more.contains("speed") ? more["speed"] : 1);
}

const double asked[] = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1};

TEST(SphereImpact, ReboundsByTheLaw) {
  for (const int model : {1, 2})
    for (const double e : asked)
      // Steps of 1/300 of the contact's duration: second order leaves an error of 1e-4 of the speed, and more if damping is initially high.
      EXPECT_NEAR(rebound(e, model), restitution(damping(model, e)), 3e-4) << "model " << model << ", e = " << e;
}
TEST(SphereImpact, ReboundsWithTheGivenRestitution) {
  // Models 2 are approximations: the error is within 0.5 % of the impact speed, largest at e = 0.2.
  for (const double e : asked) EXPECT_NEAR(rebound(e, 2), e, 5e-3) << e;
  // Hunt and Crossley's law holds only for small losses: the error is 1 % at 0.9 and much larger at low values.
  EXPECT_NEAR(rebound(0.9, 1), 0.909, 3e-4);
  EXPECT_NEAR(rebound(0.5, 1), 0.663, 3e-4);
  EXPECT_NEAR(rebound(0.5, 0), 1, 3e-4) << "the linear model takes no restitution";
}
TEST(SphereImpact, ReboundsAlikeForAnyExponentAndSpeed) {
  for (const double e : {0.2, 0.7}) {
    const double expected = restitution(damping(2, e));
    EXPECT_NEAR(rebound(e, 2, {{"exponent", 1.5}}), expected, 1e-3) << e;
    EXPECT_NEAR(rebound(e, 2, {{"speed", 0.2}, {"h", 2e-5}}), expected, 1e-3) << e;
  }
}
TEST(SphereImpact, LosesLessBelowTheMinimumImpactVelocity) {
  // With an assumed 2 m/s at 1 m/s, the damping is halved.
  EXPECT_NEAR(rebound(0.5, 2, {{"least", 2}}), restitution(damping(2, 0.5) / 2), 3e-4);
}
TEST(SphereImpact, ShortensTheStepThatMeetsTheImpact) {
  const Recorded impact = run("impact.json", {{"h", 3e-4}});
  EXPECT_GT(impact.statistics().rejectedSteps, 0);
  double nearest = 1;
  for (const double gap : impact.column("gap")) nearest = std::min(nearest, std::abs(gap));
  EXPECT_LT(nearest, 1e-9) << "a step ends where the spheres meet";
}

TEST(SphereImpact, ContinuesIfTheShortestStepIsLongerThanTheTimeToContact) {
  // In 1e-6 s the sphere approaches by 1e-6 m, a force of 1 N at first contact: for 1.7 N no step of that length settles without contact.
  Json document = Json::parse(readFile("tests/data/impact.json"));
  document["analysis"]["minimumStepSize"] = 1e-6;
  document["analysis"]["discontinuous"] = {{"iterationTolerance", 1e-3}};
  for (const char* solver : {"GeneralizedAlpha", "RK44"}) {
    document["analysis"]["solver"] = solver;
    EXPECT_NEAR(-run(document.dump(), {{"restitution", 1}, {"model", 0}, {"h", 7e-6}}).last("velocity"), -1, 2e-3) << solver;
  }
}

/// Spheres pressed to 10 mm, released to 2 mm, pressed to 15 mm and separated, compared with the law for the largest overlap so far.
TEST(AdhesiveContact, FollowsTheLoadingCurve) {
  for (const auto& [n, adhesion] : {std::pair{1.0, 1.0}, std::pair{1.0, 1.5}, std::pair{1.5, 1.0}, std::pair{1.5, 1.5}}) {
    const Recorded curve = run("adhesion.json", {{"exponent", n}, {"adhesionExponent", adhesion}});
    const auto gap = curve.column("gap"), force = curve.column("force", 0);
    double plastic = 0;
    int branches[3] = {0, 0, 0};
    for (int i = 1; i < curve.samples(); ++i) {
      const double overlap = -gap[i];
      if (std::abs(overlap) < 1e-9) continue;  // at first contact either answer is right
      double expected = 0;
      if (overlap > 0) {
        plastic = std::max(plastic, std::pow(0.75, 1 / n) * overlap);
        const double first = 1000 * std::pow(overlap, n), second = 4000 * (std::pow(overlap, n) - std::pow(plastic, n));
        const double limit = -500 * std::pow(overlap, adhesion);
        const int branch = second > first - 1e-9 ? 0 : second > limit ? 1 : 2;
        ++branches[branch];
        expected = (branch == 0 ? first : branch == 1 ? second : limit) - 2;
      } else {
        plastic = 0;
      }
      EXPECT_NEAR(-force[i], expected, 1e-8) << "overlap " << overlap << ", exponents " << n << " and " << adhesion;
    }
    for (const int count : branches) EXPECT_GT(count, 30) << "all branches were passed";
  }
}

}  // namespace
}  // namespace slipstick::testing
