// The benchmark bicycle of J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab, Linearized dynamics equations for the balance and
// steer of a bicycle: a benchmark and review, Proc. R. Soc. A 463 (2007) 1955-1982: the model of the gallery against the published
// linearised equations, and its manoeuvres (IFToMM benchmark, uncontrolled bicycle).

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "core/simulation/linear.h"
#include "core/solver/linear_response.h"
#include "tests/core/support/eigen.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

using Complex = std::complex<double>;

const Json& bicycle() {
  static const Json document = Json::parse(readFile("web/models/bicycle.json"));
  return document;
}

void published(Eigen::Matrix2d& mass, Eigen::Matrix2d& damping, Eigen::Matrix2d& stiffness0, Eigen::Matrix2d& stiffness2) {
  mass << 80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686;
  damping << 0, 33.86641391492494, -0.85035641456978, 1.68540397397560;
  stiffness0 << -80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618;
  stiffness2 << 0, 76.59734589573222, 0, 2.65431523794604;
}
/// M q¨ + v C1 q˙ + (g K0 + v² K2) q = 0 with the published matrices, q = (roll, steer); g = 9.81 m/s².
std::vector<Complex> publishedEigenvalues(double v) {
  Eigen::Matrix2d mass, damping, stiffness0, stiffness2;
  published(mass, damping, stiffness0, stiffness2);
  Eigen::Matrix4d state = Eigen::Matrix4d::Zero();
  state.topRightCorner<2, 2>().setIdentity();
  state.bottomLeftCorner<2, 2>() = -mass.inverse() * (9.81 * stiffness0 + v * v * stiffness2);
  state.bottomRightCorner<2, 2>() = -mass.inverse() * v * damping;
  const Eigen::Vector4cd values = Eigen::EigenSolver<Eigen::Matrix4d>(state).eigenvalues();
  return {values.data(), values.data() + 4};
}
/// M s² + v C1 s + g K0 + v² K2.
Eigen::Matrix2cd publishedStiffness(double v, Complex s) {
  Eigen::Matrix2d mass, damping, stiffness0, stiffness2;
  published(mass, damping, stiffness0, stiffness2);
  return mass * (s * s) + damping * (v * s) + (9.81 * stiffness0 + v * v * stiffness2).cast<Complex>();
}
/// All eigenvalues of the multibody model in straight running.
std::vector<Complex> modelEigenvalues(double v) {
  Json document = bicycle();
  document["analysis"] = {{"type", "eigenvalues"}};
  Recorded motion = run(document.dump(), {{"v0", v}, {"rollRate", 0}});
  std::vector<Complex> values;
  for (const Eigenvalue& value : motion.simulation().eigenvalues().at(0)) values.push_back({value.real, value.imaginary});
  return values;
}
/// The distance to the nearest of `values`.
double distance(const std::vector<Complex>& values, Complex wanted) {
  double nearest = 1e300;
  for (const Complex& value : values) nearest = std::min(nearest, std::abs(value - wanted));
  return nearest;
}
TEST(Bicycle, HasTheEigenvaluesOfThePublishedMatrices) {
  for (int v = 0; v <= 10; ++v) {
    const auto values = modelEigenvalues(v);
    for (const Complex& expected : publishedEigenvalues(v)) EXPECT_LT(distance(values, expected), 1e-8) << v;
    // The others: rotation on the spot and forward motion, which nothing resists.
    const long others = std::count_if(values.begin(), values.end(), [](const Complex& value) { return std::abs(value) < 1e-5; });
    EXPECT_EQ(others, static_cast<long>(values.size()) - 4) << v;
  }
}

TEST(Bicycle, HasThePublishedEigenvaluesAtRestAndAtFiveMetresPerSecond) {
  const auto rest = modelEigenvalues(0), running = modelEigenvalues(5);
  for (const double value : {3.13164324790656, -3.13164324790656, 5.53094371765393, -5.53094371765393})
    EXPECT_LT(distance(rest, value), 1e-9) << value;
  for (const Complex& value : {Complex(-14.07838969279822), Complex(-0.32286642900409), Complex(-0.77534188219585, 4.46486771378823),
                               Complex(-0.77534188219585, -4.46486771378823)})
    EXPECT_LT(distance(running, value), 1e-9) << value;
}

/// The transfer functions from roll and steer torque to roll and steer angle are the inverse of M s² + v C1 s + g K0 + v² K2.
TEST(Bicycle, HasTheTransferFunctionsOfThePublishedMatrices) {
  Json document = bicycle();
  document["inputs"] = {{"steer torque", {{"value", 0}}}};
  const auto load = [&](const char* body, const char* sign, bool formula) {
    const std::string name = std::string("torque on ") + body;
    document["markers"].push_back({{"type", "BodyRigid"}, {"name", name}, {"bodyNumber", body}});
    Json torque{{"type", "TorqueVector"}, {"name", formula ? name : "roll torque"}, {"markerNumber", name}, {"loadVector", {0, 0, 0}}};
    const std::string value = std::string(sign) + "input(\"steer torque\")*";
    if (formula) torque["bodyFixed"] = true, torque["loadVectorUserFunction"] = {value + "sin(tilt)", "0", "-" + value + "cos(tilt)"};
    document["loads"].push_back(torque);
  };
  load("rear wheel", "", false), document["markers"].back()["bodyNumber"] = "frame";
  load("frame", "-1*", true), load("front assembly", "", true);  // the steer axis points down
  double largest = 0;
  for (const double v : {0.0, 2.5, 5.0, 8.0}) {
    const auto model = slipstick::testing::load(document.dump(), {{"v0", v}, {"rollRate", 0}});
    const LinearResult result = linearise(model, {{"roll torque.x", "steer torque"}, {"roll", "steer"}, {}});
    ASSERT_EQ(result.model.problem, "");
    const FrequencyResponse response(result.model);
    for (double w = 0.1; w < 200; w *= 1.3) {
      const Eigen::Matrix2cd exact = publishedStiffness(v, {0, w}).inverse();
      const std::vector<slipstick::Complex> found = response.at(w);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
          const slipstick::Complex& value = found[2 * i + j];
          largest = std::max(largest, std::abs(Complex(value.real(), value.imag()) - exact(i, j)) / std::abs(exact(i, j)));
        }
    }
  }
  EXPECT_LT(largest, 1e-7);
  RecordProperty("error", std::to_string(largest * 1e9) + "e-9");
}

/// The speed near `guess` at which the real part of an eigenvalue, selected by `belongs`, is zero: inverse interpolation of degree 3.
template <class Belongs>
double speedOfNeutralStability(double guess, Belongs belongs) {
  double speeds[4], real[4];
  for (int i = 0; i < 4; ++i) {
    speeds[i] = guess + 0.01 * (i < 2 ? i - 2 : i - 1);
    for (const Complex& value : modelEigenvalues(speeds[i]))
      if (belongs(value)) real[i] = value.real();
  }
  double speed = 0;
  for (int i = 0; i < 4; ++i) {
    double weight = 1;
    for (int j = 0; j < 4; ++j)
      if (j != i) weight *= -real[j] / (real[i] - real[j]);
    speed += weight * speeds[i];
  }
  return speed;
}

TEST(Bicycle, IsStableBetweenThePublishedSpeeds) {
  const auto weave = [](const Complex& value) { return value.imag() > 1; };
  const auto capsize = [](const Complex& value) { return value.imag() == 0 && std::abs(value) > 1e-4 && std::abs(value) < 0.1; };
  EXPECT_NEAR(speedOfNeutralStability(4.29238253634111, weave), 4.29238253634111, 1e-7);  // of the interpolation: 0.01⁴
  EXPECT_NEAR(speedOfNeutralStability(6.02426201538837, capsize), 6.02426201538837, 1e-7);
}

Recorded manoeuvre(const Json& document, double v, double rollRate) { return run(document.dump(), {{"v0", v}, {"rollRate", rollRate}}); }

/// Roll, steer and forward speed after 5 s, by another program (Exudyn 1.11) with the same method and step, printed with 12 digits.
TEST(Bicycle, RunsTheManoeuvres) {
  struct Expected {
    double v, rollRate, roll, rollRateAtEnd, speed, steer, steerRate;
  };
  for (const Expected& m : {Expected{4, 0.05, -0.00465915002378, -0.305300066599, 3.99375808597, 0.0449584461706, -0.317828838477},
                            Expected{4.6, 0.5, 0.0101079017492, 0.0399232731661, 4.62243715627, 0.00818830752656, 0.0614057657551},
                            Expected{8, 0.05, 0.00622227665279, 0.000893150107332, 8.0001734884, 0.0010032603958, 0.00014385794963}}) {
    Json document = bicycle();
    document["analysis"][0]["exudynWays"] = true;
    const Recorded motion = manoeuvre(document, m.v, m.rollRate);
    EXPECT_NEAR(motion.last("roll"), m.roll, 1e-7) << m.v;
    EXPECT_NEAR(motion.last("roll rate"), m.rollRateAtEnd, 1e-7 * 3) << m.v;
    EXPECT_NEAR(motion.last("velocity"), m.speed, 1e-7 * m.v) << m.v;
    EXPECT_NEAR(motion.last("steer"), m.steer, 1e-7) << m.v;
    EXPECT_NEAR(motion.last("steer rate"), m.steerRate, 1e-7 * 3) << m.v;
  }
}

TEST(Bicycle, KeepsItsEnergyForTwentySecondsAtALargeStep) {
  Json document = bicycle();
  document["analysis"][0]["endTime"] = 1429 * 0.014, document["analysis"][0]["stepSize"] = 0.014,
  document["analysis"][0]["sensorsWritePeriod"] = 0;
  const Recorded motion = manoeuvre(document, 4.6, 0.5);
  const auto energy = motion.column("total energy");
  const auto [least, most] = std::minmax_element(energy.begin(), energy.end());
  EXPECT_LT((*most - *least) / energy[0], 1e-5);
  EXPECT_GT(motion.samples(), 1400);
}

/// Wheels that press into the road and slip a little, instead of ideal rolling.
Json onPenaltyDiscs() {
  Json document = bicycle();
  for (Json& object : document["objects"]) {
    if (object["type"] != "JointRollingDisc") continue;
    object["type"] = "ConnectorRollingDiscPenalty";
    object["contactStiffness"] = 5e5, object["contactDamping"] = 2.5e3, object["dryFriction"] = {0.8, 0.8},
    object["dryFrictionProportionalZone"] = 1e-2;
    object.erase("visualization");
  }
  return document;
}

TEST(Bicycle, RunsOnPenaltyDiscsNearlyAsOnIdealOnes) {
  // The wheels first sink in by 1.1 mm and slip by some mm/s, so angles agree only to a few per cent.
  for (const auto& [v, rollRate] : {std::pair{4.0, 0.05}, {4.6, 0.5}, {8.0, 0.05}}) {
    const Recorded ideal = manoeuvre(bicycle(), v, rollRate), penalty = manoeuvre(onPenaltyDiscs(), v, rollRate);
    ASSERT_EQ(ideal.samples(), penalty.samples());
    double largest = 0, difference = 0;
    const auto expected = ideal.column("roll"), found = penalty.column("roll");
    for (std::size_t i = 0; i < expected.size(); ++i) {
      largest = std::max(largest, std::abs(expected[i]));
      difference = std::max(difference, std::abs(expected[i] - found[i]));
    }
    EXPECT_LT(difference, 0.25 * largest) << v;
    EXPECT_NEAR(penalty.last("velocity"), ideal.last("velocity"), 0.01 * v) << v;
    EXPECT_NEAR(penalty.last("rear wheel position", 2), 0.3, 2e-3) << v;
  }
}

}  // namespace
}  // namespace slipstick::testing
