// Cables against closed forms: elastica, roll-up, frequencies of beams and strings, energy.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/items/cable/cable.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

constexpr double pi = std::numbers::pi;

/// A straight cable of equal elements along x from the origin, clamped or pinned at its start.
struct Line {
  int elements = 8;
  double length = 1;
  Json properties = Json::object();
  bool clamped = true, endFixed = false;  // endFixed: pinned at the end
  double slack = 1;                       // distance of the ends over the length
  double sag = 0;                         // of the parabola on which it starts
  Json loads = Json::array();             // on the marker "end" or, without marker, on all elements
  Json analysis = Json::object();
  Json sensors = Json::array();

  std::string document() const {
    Json json{{"slipstick", 1}, {"analysis", analysis}};
    json["nodes"].push_back({{"type", "PointGround"}, {"name", "ground"}});
    json["markers"].push_back({{"type", "NodeCoordinate"}, {"name", "fixed"}, {"nodeNumber", "ground"}, {"coordinate", 0}});
    const auto name = [](int i) { return "n" + std::to_string(i); };
    for (int i = 0; i <= elements; ++i) {
      const double x = static_cast<double>(i) / elements;
      json["nodes"].push_back({{"type", "Point2DSlope1"},
                               {"name", name(i)},
                               {"referenceCoordinates", {slack * length * x, 0, slack, 0}},
                               {"initialCoordinates", {0, -4 * sag * x * (1 - x), 0, -4 * sag / length * (1 - 2 * x)}}});
    }
    for (int i = 0; i < elements; ++i) {
      Json cable{{"type", "ANCFCable2D"},
                 {"name", "c" + std::to_string(i)},
                 {"physicsLength", length / elements},
                 {"nodeNumbers", {name(i), name(i + 1)}}};
      cable.update(properties);
      json["objects"].push_back(cable);
    }
    const auto fix = [&](int node, int coordinate) {
      const std::string marker = name(node) + "." + std::to_string(coordinate);
      json["markers"].push_back({{"type", "NodeCoordinate"}, {"name", marker}, {"nodeNumber", name(node)}, {"coordinate", coordinate}});
      json["objects"].push_back({{"type", "ConnectorCoordinate"}, {"markerNumbers", {"fixed", marker}}});
    };
    fix(0, 0), fix(0, 1);
    if (clamped) fix(0, 3);
    if (endFixed) fix(elements, 0), fix(elements, 1);
    json["markers"].push_back({{"type", "NodeRigid"}, {"name", "end"}, {"nodeNumber", name(elements)}});
    json["loads"] = Json::array();
    for (Json load : loads) {
      if (load["type"] == "MassProportional") {
        for (int i = 0; i < elements; ++i) {
          const std::string marker = "m" + std::to_string(i);
          json["markers"].push_back({{"type", "BodyMass"}, {"name", marker}, {"bodyNumber", "c" + std::to_string(i)}});
          load["markerNumber"] = marker;
          json["loads"].push_back(load);
        }
      } else {
        load["markerNumber"] = "end";
        json["loads"].push_back(load);
      }
    }
    json["sensors"] = sensors;
    json["sensors"].push_back({{"type", "Node"}, {"name", "end"}, {"nodeNumber", name(elements)}, {"outputVariableType", "Position"}});
    json["sensors"].push_back(
        {{"type", "Node"}, {"name", "middle"}, {"nodeNumber", name(elements / 2)}, {"outputVariableType", "Position"}});
    return json.dump();
  }
};

Json equilibrium(int loadSteps) {
  return {{"type", "static"},
          {"numberOfLoadSteps", loadSteps},
          {"newton", {{"relativeTolerance", 1e-11}, {"absoluteTolerance", 1e-11}, {"maxIterations", 50}}}};
}

// Inextensible cantilever under a dead load P across its end (Bisshopp, Drucker 1945): with k² = (1 + sin θ)/2, sin φ = 1/(k √2) and
// the angle θ of the end, √(P L²/EI) = α = K(k) − F(φ, k), deflection 1 − 2 (E(k) − E(φ, k))/α, distance √(2 sin θ)/α.
struct Elastica {
  double x, y;
  explicit Elastica(double loadParameter) {
    double low = 1e-9, high = pi / 2 - 1e-9;
    for (int i = 0; i < 100; ++i) {
      const double middle = (low + high) / 2;
      (alpha(middle) < std::sqrt(loadParameter) ? low : high) = middle;
    }
    const double a = alpha(low), k = modulus(low), phi = std::asin(1 / (k * std::sqrt(2.0)));
    x = std::sqrt(2 * std::sin(low)) / a;
    y = 1 - 2 / a * (std::comp_ellint_2(k) - std::ellint_2(k, phi));
  }
  static double modulus(double angle) { return std::sqrt((1 + std::sin(angle)) / 2); }
  static double alpha(double angle) {
    const double k = modulus(angle);
    return std::comp_ellint_1(k) - std::ellint_1(k, std::asin(1 / (k * std::sqrt(2.0))));
  }
};

Recorded cantilever(int elements, int rule, double load) {
  Line line{.elements = elements};
  line.properties = {{"physicsBendingStiffness", 1}, {"physicsAxialStiffness", 1e6}, {"useReducedOrderIntegration", rule}};
  line.loads = {{{"type", "ForceVector"}, {"loadVector", {0, load, 0}}}};
  line.analysis = equilibrium(5);
  return run(line.document());
}

TEST(Cantilever, BendsAsTheElastica) {
  // The table of Mattiasson (1981) has deflections 0.30172 and 0.81061 and shortenings 0.05643 and 0.55500 for P L²/EI = 1 and 10.
  EXPECT_NEAR(Elastica(1).y, 0.30172, 5e-6);
  EXPECT_NEAR(Elastica(1).x, 1 - 0.05643, 5e-6);
  EXPECT_NEAR(Elastica(10).y, 0.81061, 5e-6);
  EXPECT_NEAR(Elastica(10).x, 1 - 0.55500, 5e-6);
  for (int rule : {0, 1, 2})
    for (double load : {0.5, 1.0}) {
      const Recorded bent = cantilever(16, rule, load);
      EXPECT_NEAR(bent.last("end", 0), Elastica(load).x, 1e-4) << rule;
      EXPECT_NEAR(bent.last("end", 1), Elastica(load).y, 1e-4) << rule;
    }
}

TEST(Cantilever, BendsAsTheElasticaUnderALargeLoad) {
  // The end rotates by 80°; the remaining error is due to the discretisation.
  const Recorded bent = cantilever(32, 2, 10);
  EXPECT_NEAR(bent.last("end", 0), Elastica(10).x, 1e-4);
  EXPECT_NEAR(bent.last("end", 1), Elastica(10).y, 1e-4);
}

TEST(Cantilever, ConvergesAtFourthOrder) {
  // Cubic interpolation of a bent line: the energy error is proportional to h⁴. The reference has many elements, which eliminates the
  // elongation.
  const auto tip = [](int elements) { return cantilever(elements, 2, 2.0).last("end", 1); };
  const double exact = tip(64), coarse = std::abs(tip(4) - exact), fine = std::abs(tip(8) - exact);
  EXPECT_LT(fine, 1e-4);
  EXPECT_GT(std::log2(coarse / fine), 3.5);
}

TEST(Cable, RollsUpToACircle) {
  // M = 2π EI/L bends it to a full circle without axial force; the end returns to the start.
  const auto rolled = [](int elements) {
    Line line{.elements = elements};
    line.properties = {{"physicsBendingStiffness", 3}, {"physicsAxialStiffness", 3000}, {"useReducedOrderIntegration", 2}};
    line.loads = {{{"type", "TorqueVector"}, {"loadVector", {0, 0, 2 * pi * 3}}}};
    line.analysis = equilibrium(20);
    for (const char* variable : {"CurvatureLocal", "TorqueLocal", "ForceLocal"})
      line.sensors.push_back({{"type", "Body"},
                              {"name", variable},
                              {"bodyNumber", "c3"},
                              {"localPosition", {0.5 / elements, 0, 0}},
                              {"outputVariableType", variable}});
    return run(line.document());
  };
  const Recorded fine = rolled(16), coarse = rolled(8);
  const auto gap = [](const Recorded& each) { return std::hypot(each.last("end", 0), each.last("end", 1)); };
  EXPECT_LT(gap(fine), 2e-3);
  EXPECT_GT(std::log2(gap(coarse) / gap(fine)), 3.0);
  EXPECT_NEAR(fine.last("middle", 1), 1 / pi, 1e-3);  // the diameter
  EXPECT_NEAR(fine.last("CurvatureLocal"), 2 * pi, 0.02 * 2 * pi);
  EXPECT_NEAR(fine.last("TorqueLocal"), 2 * pi * 3, 0.02 * 2 * pi * 3);
}

/// Positive natural frequencies, rad/s, in ascending order.
std::vector<double> frequencies(const Line& line) {
  Recorded result = run(line.document());
  std::vector<double> values;
  for (const auto& each : result.simulation().eigenvalues().back())
    if (each.imaginary > 1e-6) values.push_back(each.imaginary);
  std::sort(values.begin(), values.end());
  return values;
}

TEST(Cable, VibratesAsABeamOnTwoSupports) {
  // ω_n = (n π/L)² √(EI/ρA); the axial frequencies of EA = 1e6 are far above.
  Line line{.elements = 8,
            .length = 2,
            .properties = {{"physicsBendingStiffness", 3}, {"physicsAxialStiffness", 1e6}, {"physicsMassPerLength", 0.7}},
            .clamped = false,
            .endFixed = true};
  line.analysis = {{"type", "eigenvalues"}};
  const auto found = frequencies(line);
  for (int n = 1; n <= 3; ++n) {
    const double exact = std::pow(n * pi / 2, 2) * std::sqrt(3 / 0.7);
    EXPECT_NEAR(found[n - 1] / exact, 1, 2e-5 * std::pow(n, 4)) << n;  // (n π h/L)⁴/720 of cubic elements, h = L/8
    EXPECT_GT(found[n - 1], exact);                                    // from above, as by Rayleigh and Ritz
  }
}

TEST(Cable, VibratesAsATightString) {
  // ω_n² = (n π/L)² N/ρA + (n π/L)⁴ EI/ρA with N = EA · 0.02 from the reference strain.
  Line line{.elements = 16,
            .length = 2,
            .properties = {{"physicsBendingStiffness", 1e-3},
                           {"physicsAxialStiffness", 1e3},
                           {"physicsMassPerLength", 0.7},
                           {"physicsReferenceAxialStrain", -0.02}},
            .clamped = false,
            .endFixed = true};
  line.analysis = {{"type", "eigenvalues"}};
  const auto found = frequencies(line);
  for (int n = 1; n <= 4; ++n) {
    const double k = n * pi / 2, exact = std::sqrt((k * k * 20 + k * k * k * k * 1e-3) / 0.7);
    EXPECT_NEAR(found[n - 1] / exact, 1, 2e-5 * std::pow(n, 4)) << n;
  }
}

/// Elastic catenary between two points of equal height (Irvine 1981): with horizontal force H, weight w per length, length L and stiffness
/// EA, its span is H L/EA + 2 H/w asinh(w L/2H) and its sag w L²/8EA + H/w (√(1 + (w L/2H)²) − 1).
struct Catenary {
  double force, sag;
  Catenary(double span, double length, double weight, double stiffness) {
    double low = 1e-6, high = 1e6;
    for (int i = 0; i < 200; ++i) {
      force = (low + high) / 2;
      const double width = force * length / stiffness + 2 * force / weight * std::asinh(weight * length / (2 * force));
      (width < span ? low : high) = force;
    }
    const double slope = weight * length / (2 * force);
    sag = weight * length * length / (8 * stiffness) + force / weight * (std::sqrt(1 + slope * slope) - 1);
  }
};

// Started with sag: a straight cable that is too long for its span is also in equilibrium, under compression, and Newton's method would
// keep it.
TEST(Cable, HangsAsACatenary) {
  const auto hang = [](int elements, double sag) {
    Line line{.elements = elements,
              .properties = {{"physicsBendingStiffness", 1e-6},
                             {"physicsAxialStiffness", 1e4},
                             {"physicsMassPerLength", 0.5},
                             {"useReducedOrderIntegration", 2}},
              .clamped = false,
              .endFixed = true,
              .slack = 0.8,
              .sag = sag};
    line.loads = {{{"type", "MassProportional"}, {"loadVector", {0, -9.81, 0}}}};
    line.analysis = equilibrium(1);
    line.analysis["newton"]["absoluteTolerance"] = 1e-9;  // forces of 1e3 N before the cable is slack enough
    line.sensors = {{{"type", "Body"},
                     {"name", "force"},
                     {"bodyNumber", "c" + std::to_string(elements / 2)},
                     {"localPosition", {0, 0, 0}},
                     {"outputVariableType", "ForceLocal"}}};
    return run(line.document());
  };
  const Catenary exact(0.8, 1, 0.5 * 9.81, 1e4);
  for (const int elements : {16, 32}) {
    const Recorded hung = hang(elements, 0.27);
    EXPECT_NEAR(-hung.last("middle", 1), exact.sag, elements == 16 ? 2e-5 : 5e-6);
    EXPECT_NEAR(hung.last("force"), exact.force, 2e-3 * exact.force);
  }
  const Recorded straight = hang(16, 0);
  EXPECT_LT(std::abs(straight.last("middle", 1)), 0.01);
  EXPECT_LT(straight.last("force"), 0);
}

TEST(Cable, KeepsItsEnergyToSecondOrder) {
  // A rope pinned at one end falls from the horizontal; the trapezoidal rule has a second-order error in the energy.
  const auto error = [](int steps) {
    Line line{.elements = 4,
              .length = 1,
              .properties = {{"physicsBendingStiffness", 0.05}, {"physicsAxialStiffness", 100}, {"physicsMassPerLength", 0.4}},
              .clamped = false};
    line.loads = {{{"type", "MassProportional"}, {"loadVector", {0, -9.81, 0}}}};
    line.analysis = {{"type", "dynamic"},       {"solver", "TrapezoidalIndex2"},
                     {"endTime", 0.4},          {"numberOfSteps", steps},
                     {"sensorsWritePeriod", 0}, {"newton", {{"relativeTolerance", 1e-11}, {"absoluteTolerance", 1e-11}}}};
    for (int i = 0; i <= 4; ++i)
      for (const char* variable : {"CoordinatesTotal", "Coordinates_t"})
        line.sensors.push_back({{"type", "Node"},
                                {"name", variable + std::to_string(i)},
                                {"nodeNumber", "n" + std::to_string(i)},
                                {"outputVariableType", variable}});
    const Recorded motion = run(line.document());
    double largest = 0, first = 0;
    for (int sample = 0; sample < motion.samples(); ++sample) {
      double energy = 0;
      for (int i = 0; i < 4; ++i) {
        cable::Element element{};
        element.first = {0, 4}, element.length = 0.25;
        std::vector<double> q, q_t;
        for (int node : {i, i + 1})
          for (int k = 0; k < 4; ++k) {
            q.push_back(motion.sample("CoordinatesTotal" + std::to_string(node), sample)[k]);
            q_t.push_back(motion.sample("Coordinates_t" + std::to_string(node), sample)[k]);
          }
        const auto ends = element.ends(q.data()), rates = element.rates(q_t.data());
        const double mass = 0.4 * element.length;
        for (int j = 0; j < 4; ++j) {
          energy += mass * 9.81 * cable::meanShape[j] * ends[j].y;
          for (int m = 0; m < 4; ++m) energy += 0.5 * mass * cable::unitMass[j][m] * dot(rates[j], rates[m]);
        }
        const cable::Rule& rule = cable::rules[0];
        for (int p = 0; p < rule.axialCount; ++p) {
          const double strain = cable::Stretch<double>(element.section(rule.axial[p], cable::deformation(ends)).slope).strain();
          energy += 0.5 * 100 * strain * strain * rule.axial[p].weight * element.length;
        }
        for (int p = 0; p < rule.bendingCount; ++p) {
          const double curvature = cable::Bending<double>(element.section(rule.bending[p], cable::deformation(ends))).curvature;
          energy += 0.5 * 0.05 * curvature * curvature * rule.bending[p].weight * element.length;
        }
      }
      if (sample == 0) first = energy;
      largest = std::max(largest, std::abs(energy - first));
    }
    return largest;
  };
  const double coarse = error(400), fine = error(800);
  EXPECT_LT(fine, 1e-2);  // of m g L/2 = 2 J that are exchanged
  EXPECT_GT(std::log2(coarse / fine), 1.8);
}

}  // namespace
}  // namespace slipstick::testing
