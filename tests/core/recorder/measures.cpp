// Measures against closed forms, and messages about missing values.

#include "core/recorder/measures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/simulation/result.h"
#include "tests/core/model/load.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double h = 0.001;

/// A document whose only motion is time: a clock, from 0 to 2 s in steps of h.
std::string clock(const Json& measures, const std::string& analysis = R"({"endTime": 2, "stepSize": 0.001, "sensorsWritePeriod": 0})") {
  return document(R"json("parameters": {"w": 5, "d": 0.5},
    "definitions": {"spread(a)": "max(a) - min(a)", "wave": 1},
    "create": [{"type": "MassPoint", "name": "mass", "physicsMass": 1}],
    "sensors": [{"type": "UserFunction", "name": "x", "sensorUserFunction": "exp(-d*t)*sin(w*t)"},
                {"type": "UserFunction", "name": "v", "sensorUserFunction": ["t", "-t", "t^2"]},
                {"type": "UserFunction", "name": "hole", "sensorUserFunction": "t < 1 ? sqrt(-1) : t"}],
    "measures": )json" +
                  measures.dump() + R"json(, "analysis": )json" + analysis);
}

struct Value : MeasureValue {
  double number() const { return value.value_or(std::nan("")); }
};
/// The value of one measure of the clock.
Value of(const std::string& formula) {
  Recorded motion = run(clock({{"m", {{"formula", formula}}}}));
  return {motion.simulation().measures().at(0)};
}
double number(const std::string& formula) { return of(formula).number(); }
std::string reason(const std::string& formula) {
  const Value value = of(formula);
  EXPECT_FALSE(value.value) << formula;
  return value.reason;
}
std::string wrong(const std::string& formula) {
  const Lines lines = issuesOf(clock({{"m", {{"formula", formula}}}}));
  return lines.size() == 1 ? lines[0] : std::to_string(lines.size()) + " lines";
}

// x = e^(−t/2) sin 5t
const double top = std::atan2(5, 0.5) / 5;  // s, of the first maximum

TEST(Measures, FindLargestAndSmallest) {
  const double largest = std::exp(-0.5 * top) * std::sin(5 * top);
  EXPECT_NEAR(number("max(sensor(\"x\"))"), largest, 1e-5);  // w² h² / 8 at most
  EXPECT_NEAR(number("min(sensor(\"x\"))"), -largest * std::exp(-0.5 * pi / 5), 1e-5);
  EXPECT_NEAR(number("max(sensor(\"v\")[2], 0.5, 1.5)"), 2.25, 1e-12);
  EXPECT_NEAR(number("max(sensor(\"v\")[2], 0.5, 1.50037)"), 1.50037 * 1.50037, 1e-6) << "limits between samples";
  EXPECT_NEAR(number("min(abs(t - 1), 1.2)"), 0.2, 1e-12) << "one limit: from there on";
}

TEST(Measures, IntegrateByTheTrapezoidalRule) {
  const double integral = (5 - std::exp(-1.0) * (0.5 * std::sin(10) + 5 * std::cos(10))) / (25.25);
  EXPECT_NEAR(number("integral(sensor(\"x\"))"), integral, 1e-6);
  EXPECT_NEAR(number("mean(sensor(\"x\"))"), integral / 2, 1e-6);
  EXPECT_NEAR(number("integral(t, 0.3333, 1.7777)"), (1.7777 * 1.7777 - 0.3333 * 0.3333) / 2, 1e-12);
  EXPECT_NEAR(number("mean(t, 1, 1.5)"), 1.25, 1e-12);
  EXPECT_NEAR(number("rms(sin(2*pi*t))"), std::sqrt(0.5), 1e-9);
  EXPECT_NEAR(number("rms(t)"), std::sqrt(4 / 3.0), 1e-6);
}

TEST(Measures, TakeValuesAtTimes) {
  EXPECT_EQ(number("initial(sensor(\"v\")[0])"), 0);
  EXPECT_NEAR(number("final(sensor(\"v\")[1])"), -2, 1e-12);
  EXPECT_NEAR(number("initial(t, 0.25, 1)"), 0.25, 1e-12);
  EXPECT_NEAR(number("final(t, 0.25, 1)"), 1, 1e-12);
  EXPECT_NEAR(number("at(sensor(\"v\")[0], 1.2345678)"), 1.2345678, 1e-12);
  EXPECT_NEAR(number("at(t^2, 1.2345)"), 1.2345 * 1.2345, h * h);
}

// Crossings are interpolated with parabolas: exact for t², third order otherwise.
TEST(Measures, FindWhenConditionsChange) {
  EXPECT_NEAR(number("first(sensor(\"v\")[2] > 0.5)"), std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(number("first(0.5 <= t^2 and t > 0.1)"), std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(number("first(not (t^2 < 0.5))"), std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(number("first(t > 3 or t^2 > 0.5)"), std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(number("last(sin(w*t) > 0)"), 2 - 0.0 > 9 * pi / 5 ? 9 * pi / 5 : 3 * pi / 5, 1e-8);
  EXPECT_NEAR(number("last(abs(sin(w*t)) > 0.5)"), 2, 1e-9) << "it holds at the end";
  EXPECT_NEAR(number("first(abs(t - 1) < 0.5)"), 0.5, 1e-12) << "a kink is no obstacle";
  EXPECT_NEAR(number("first(t == t)"), 0, 0);
  EXPECT_NEAR(number("first(floor(t + 0.5))"), 0.5, 1e-12) << "without a comparison: the sample";
  EXPECT_NEAR(number("first(sensor(\"x\") < 0, 0.1)"), pi / 5, 1e-8);
  EXPECT_NEAR(number("first(t > 0.2, 0.7, 1)"), 0.7, 1e-12) << "it holds at the limit";
  EXPECT_EQ(number("count(sin(w*t) > 0)"), 2);
  EXPECT_EQ(number("count(sin(w*t) > 0, 0.1, 1.2)"), 1);
  EXPECT_EQ(number("count(t > 5)"), 0);
}

TEST(Measures, FindPeriods) {
  EXPECT_NEAR(number("period(cos(2*pi*4*t))"), 0.25, 1e-7);
  EXPECT_NEAR(number("period(sensor(\"x\"))"), 2 * pi / 5, 1e-7);
  EXPECT_NEAR(number("period(3 + cos(2*pi*4*t) - mean(3 + cos(2*pi*4*t)))"), 0.25, 1e-6);
}

// 2 + 0.3 sin(2π 7.3 t + 0.4) + 0.1 t is fitted in the last 14 periods.
TEST(Measures, FindAmplitudes) {
  EXPECT_NEAR(number("amplitude(2 + 0.3*sin(2*pi*7.3*t + 0.4), 7.3)"), 0.3, 1e-12);
  EXPECT_NEAR(number("amplitude(2 + 0.3*sin(2*pi*7.3*t + 0.4) + 0.1*cos(2*pi*21.9*t), 7.3)"), 0.3, 1e-4) << "a harmonic";
  EXPECT_NEAR(number("amplitude(t < 1 ? 5 : 0.3*sin(2*pi*7.3*t), 7.3, 1)"), 0.3, 1e-12) << "from 1 s on";
  EXPECT_NEAR(number("amplitude(0.3*sin(w*t), w/(2*pi))"), 0.3, 1e-12) << "a parameter as frequency";
  EXPECT_NEAR(number("amplitude(3 + 0*t, 5)"), 0, 1e-12);
}

TEST(Measures, FindWhenMotionSettles) {
  EXPECT_NEAR(number("settle(exp(-3*t), 0.05)"), std::log(20) / 3, 1e-9);
  EXPECT_EQ(number("settle(0*t, 0.05)"), 0);
  EXPECT_NEAR(number("settle(t - final(t), 0.5)"), 1.5, 1e-12);
}

TEST(Measures, AreMadeOfFunctionals) {
  EXPECT_NEAR(number("2*max(t) + w"), 9, 1e-12);
  EXPECT_NEAR(number("spread(sensor(\"v\")[0])"), 2, 1e-12) << "a function of the document";
  EXPECT_NEAR(number("x = sensor(\"v\")[0]; y = mean(x); rms(x - y)"), std::sqrt(1 / 3.0), 1e-6) << "functionals inside others";
  EXPECT_NEAR(number("max(min(t, 1))"), 1, 1e-12) << "inside a functional min of two is that of a sample";
  EXPECT_NEAR(number("max(max(t), 3)"), 3, 0) << "of numbers max is the function";
  EXPECT_NEAR(number("a = max(t, 0, 1); b = min(t, 0.5, 1); max(a, b)"), 1, 1e-12);
  EXPECT_EQ(number("max(w, d)"), 5);
  EXPECT_EQ(number("max([1, 7, 3])"), 7);
  EXPECT_NEAR(number("mean(t, 0, first(t > 0.5))"), 0.25, 1e-9) << "a limit may be a functional";
}

TEST(Measures, GiveAReasonForMissingValues) {
  EXPECT_EQ(reason("first(t > 5)"), "first: its condition never holds");
  EXPECT_EQ(reason("1 + last(t > 5, 0.5, 1)"), "last: its condition never holds from 0.5 s to 1 s");
  EXPECT_EQ(reason("at(t, 3)"), "at: nothing was recorded at 3 s: the run is recorded from 0 s to 2 s");
  EXPECT_EQ(reason("mean(t, 3)"), "mean: nothing was recorded from 3 s on: the run is recorded from 0 s to 2 s");
  EXPECT_EQ(reason("period(t + 1)"), "period: its argument rises through 0 never");
  EXPECT_EQ(reason("period(t - 1)"), "period: its argument rises through 0 only once");
  EXPECT_EQ(reason("amplitude(t, 0.4)"), "amplitude: less than one period of 2.5 s was recorded");
  EXPECT_EQ(reason("amplitude(t, 1, 1.5)"), "amplitude: less than one period of 1 s was recorded from 1.5 s on");
  EXPECT_EQ(reason("amplitude(t, 200)"), "amplitude: a period of 0.005 s has too few samples");
  EXPECT_EQ(reason("amplitude(t, 0)"), "amplitude: its frequency must be more than 0, got 0");
  EXPECT_EQ(reason("settle(t, 1)"), "settle: its argument is still outside of the band at 2 s");
  EXPECT_EQ(reason("max(sensor(\"hole\"))"), "max: its argument is not a finite number at 0 s");
  EXPECT_EQ(reason("1/min(t)"), "the result is not a finite number");
  EXPECT_NEAR(number("min(sensor(\"hole\"), 1.2)"), 1.2, 1e-9) << "NaN is outside the limits";
}

TEST(Measures, AreRefusedWithAPlace) {
  EXPECT_EQ(wrong("sensor(\"x\")"),
            "/measures/m/formula: in 'sensor(\"x\")' at character 1: a quantity that changes with time must be "
            "inside a functional such as max(…), mean(…) or final(…)");
  EXPECT_EQ(wrong("mean(sensor(\"y\"))"), "/measures/m/formula: in 'mean(sensor(\"y\"))' at character 13: no sensor is called 'y'");
  EXPECT_EQ(wrong("mean(sensor(\"v\"))"),
            "/measures/m/formula: in 'mean(sensor(\"v\"))' at character 6: mean(x, from, to): expected a number, "
            "got a 3-vector");
  EXPECT_EQ(wrong("mean(t, t)"),
            "/measures/m/formula: in 'mean(t, t)' at character 9: mean(x, from, to): a time must be a single number, but this "
            "changes with time");
  EXPECT_EQ(wrong("amplitude(t, t)"),
            "/measures/m/formula: in 'amplitude(t, t)' at character 14: amplitude(x, frequency, from, to): a frequency must be a single "
            "number, but this changes with time");
  EXPECT_EQ(wrong("settle(t)"),
            "/measures/m/formula: in 'settle(t)' at character 1: settle(x, band, from, to) takes 2 or 4 arguments, got 1");
  EXPECT_EQ(wrong("meen(t)"), "/measures/m/formula: in 'meen(t)' at character 1: unknown function 'meen'; did you mean 'mean'?");
  EXPECT_EQ(wrong("[1, 2]"), "/measures/m/formula: in '[1, 2]' at character 1: a measure must be a number, got a 2-vector");
  EXPECT_EQ(issuesOf(clock({{"w", {{"formula", "1"}}}})), (Lines{"/measures/w: 'w' is defined twice"}));
  EXPECT_EQ(issuesOf(clock({{"m", {{"unit", "m"}}}})),
            (Lines{"/measures/m: 'formula' is missing: value computed from the samples by functionals: "
                   "max(x), mean(x, from, to), first(condition), …"}));
  EXPECT_EQ(issuesOf(clock({{"m", {{"formula", "1"}, {"units", "m"}}}})),
            (Lines{"/measures/m/units: unknown key 'units'; did you mean 'unit'?"}));
  EXPECT_EQ(issuesOf(clock({{"m", 3}})).size(), 1u);
  EXPECT_EQ(issuesOf(clock({1})).size(), 1u);
}

TEST(Measures, KeepTheNamesOfOlderDocuments) {
  EXPECT_NEAR(of("wave*max(t)").number(), 2, 1e-12);
  Json own = Json::parse(clock({{"m", {{"formula", "mean(2, 4)"}}}}));
  own["definitions"]["mean(a, b)"] = "(a + b)/2";
  EXPECT_EQ(*run(own.dump()).simulation().measures()[0].value, 3) << "a function of the document goes before a functional";
}

TEST(Measures, AreInTheResult) {
  const std::string text =
      clock({{"reach", {{"formula", "max(t)"}, {"unit", "s"}, {"label", "how far"}}}, {"never", {{"formula", "first(t > 9)"}}}});
  const Json json = resultJson(run(text).simulation(), 0);
  EXPECT_EQ(json["measures"][0]["name"], "reach");
  EXPECT_EQ(json["measures"][0]["unit"], "s");
  EXPECT_EQ(json["measures"][0]["label"], "how far");
  EXPECT_NEAR(json["measures"][0]["value"].get<double>(), 2, 1e-12);
  EXPECT_TRUE(json["measures"][1]["value"].is_null());
  EXPECT_EQ(json["measures"][1]["reason"], "first: its condition never holds");
  EXPECT_FALSE(resultJson(run("oscillator.json").simulation(), 0).contains("measures"));
}

TEST(Measures, IncludeSamplesRemovedFromTheHistory) {
  Simulation simulation(load(clock({{"m", {{"formula", "integral(t)"}}}})));
  while (simulation.advance([] { return true; }) == Simulation::Status::running) simulation.history().clearSamples();
  EXPECT_NEAR(*simulation.measures()[0].value, 2, 1e-12);
}

TEST(Measures, UseTheSamplesOfARunThatEndsEarly) {
  Simulation simulation(load(clock({{"m", {{"formula", "max(t)"}}}})));
  EXPECT_EQ(simulation.measures()[0].reason, "max: nothing was recorded");
  int steps = 0;
  simulation.advance([&] { return ++steps == 500; });
  EXPECT_NEAR(*simulation.measures()[0].value, 0.5, 1e-12);
}

TEST(Measures, GoBackWithTheRun) {
  Simulation simulation(load(clock({{"m", {{"formula", "max(t) + count(t > 0.25)"}}}})));
  simulation.keepCheckpoints(1 << 20);
  int steps = 0;
  simulation.advance([&] { return ++steps == 500; });
  ASSERT_TRUE(simulation.goBack(0, 200));
  EXPECT_NEAR(*simulation.measures()[0].value, 0.2, 1e-12);
  simulation.run();
  EXPECT_EQ(*simulation.measures()[0].value,
            *run(clock({{"m", {{"formula", "max(t) + count(t > 0.25)"}}}})).simulation().measures()[0].value);
}

TEST(Measures, OfSeveralStepsOfTheAnalysisIgnoreTheTimeBetween) {
  const std::string steps = R"([{"endTime": 1, "stepSize": 0.01}, {"startTime": 3, "endTime": 4, "stepSize": 0.01}])";
  Recorded motion = run(clock({{"i", {{"formula", "integral(1 + 0*t)"}}}, {"c", {{"formula", "count(t > 0.5 and t < 3.5)"}}}}, steps));
  const auto values = motion.simulation().measures();
  EXPECT_NEAR(*values[0].value, motion.time()[101] > 2 ? 4 : 2, 1e-9);
  EXPECT_EQ(*values[1].value, 1);
}

// x'' + 2 x' + 100 x = 0 from 0.1: damped frequency √99, logarithmic decrement 2π/√99, zeros exactly a period apart.
TEST(Measures, OfTheOscillatorAreThoseOfTheTextbook) {
  Json oscillator = Json::parse(readFile("tests/data/oscillator.json"));
  oscillator["parameters"]["end"]["value"] = 4;
  oscillator["analysis"]["sensorsWritePeriod"] = 0.01;
  oscillator["analysis"]["solver"] = "RK44";
  oscillator["analysis"].erase("generalizedAlpha");
  oscillator["parameters"].erase("rho"), oscillator["parameters"].erase("useNewmark");
  oscillator["measures"] = Json::parse(R"json({
    "period": {"formula": "period(sensor(\"x\"))"},
    "decay": {"formula": "T = 2*pi/sqrt(99); log(max(sensor(\"x\"), T/2, 1.5*T)/max(sensor(\"x\"), 1.5*T, 2.5*T))"},
    "rms": {"formula": "rms(sensor(\"x\"))"},
    "settles": {"formula": "settle(sensor(\"x\"), 0.005)"}})json");
  Recorded motion = run(oscillator.dump());
  const auto values = motion.simulation().measures();
  const double frequency = std::sqrt(99), damping = 1;
  EXPECT_NEAR(*values[0].value, 2 * pi / frequency, 2e-6);
  EXPECT_NEAR(*values[1].value, damping * 2 * pi / frequency, 2e-3);  // from samples next to the maxima: w² h² / 8 of each
  // x = A e^(−t) cos(wt − φ), A = 0.1/cos φ, tan φ = 1/w; ∫x² = A²/2 ∫ e^(−2t) (1 + cos(2wt − 2φ))
  const double phi = std::atan2(damping, frequency), amplitude = 0.1 / std::cos(phi), end = 4;
  const auto primitive = [&](double t) {
    const double angle = 2 * frequency * t - 2 * phi;
    return std::exp(-2 * t) * (-0.5 + (-2 * std::cos(angle) + 2 * frequency * std::sin(angle)) / (4 + 4 * frequency * frequency));
  };
  const double square = 0.5 * amplitude * amplitude * (primitive(end) - primitive(0));
  EXPECT_NEAR(*values[2].value, std::sqrt(square / end), 2e-5);
  double settled = 0;
  for (double t = 0; t < end; t += 1e-5)
    if (std::abs(amplitude * std::exp(-t) * std::cos(frequency * t - phi)) > 0.005) settled = t;
  EXPECT_NEAR(*values[3].value, settled, 2e-5);
}

// A pendulum of 1 m, released at 1 rad: T = 2π √(l/g) / agm(1, cos ½).
TEST(Measures, OfThePendulumGiveItsPeriod) {
  const auto pendulum = Json::parse(R"json({"slipstick": 1,
    "nodes": [{"type": "PointGround"}, {"type": "1D", "name": "angle", "initialCoordinates": [1]}],
    "objects": [{"type": "Mass1D", "physicsMass": 1, "nodeNumber": "angle"},
                {"type": "ConnectorCoordinateSpringDamper", "markerNumbers": [0, 1], "springForceUserFunction": "9.81*sin(displacement)"}],
    "markers": [{"type": "NodeCoordinate", "nodeNumber": 0, "coordinate": 0}, {"type": "NodeCoordinate", "nodeNumber": "angle", "coordinate": 0}],
    "sensors": [{"type": "Node", "name": "angle", "nodeNumber": "angle", "outputVariableType": "Coordinates"}],
    "measures": {"period": {"formula": "period(sensor(\"angle\"))", "unit": "s"}},
    "analysis": {"solver": "RK44", "endTime": 10, "stepSize": 0.001, "sensorsWritePeriod": 0.01}})json");
  double a = 1, b = std::cos(0.5);
  for (int i = 0; i < 6; ++i) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b), a = mean;
  }
  EXPECT_NEAR(*run(pendulum.dump()).simulation().measures()[0].value, 2 * pi / std::sqrt(9.81) / a, 1e-6);
}

}  // namespace
}  // namespace slipstick::testing
