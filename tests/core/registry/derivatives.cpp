// Exact derivatives of every item against central differences, at random parameters and states.
//
// Differences have step 1e-6 on quantities of size one. The truncation error is about 1e-12 times the third derivative and rounding about
// 1e-10, so 1e-7 of the largest entry is a safe bound for smooth laws; a wrong term is of size one. If random numbers cause large forces (a
// cable much shorter than the distance of its nodes), rounding errors grow with them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/items/capabilities.h"
#include "core/model/items.h"
#include "tests/core/support/bench.h"
#include "tests/core/support/evaluated.h"
#include "tests/core/support/examples.h"
#include "tests/core/support/run.h"
#include "tests/core/support/variation.h"

namespace slipstick::testing {
namespace {

constexpr double step = 1e-6;
constexpr double tolerance = 1e-7;
constexpr double rounding = 1e-8;  // of the largest force: 50 times 2e-16 / step
constexpr int trials = 14;

using Vector = std::vector<double>;
using Part = Vector State::*;

struct Values {
  Vector residual, constraints;
  double largestForce = 0, largestEquation = 0;  // of those compared with a difference
};

/// The example of a type, unchanged or with every fixed part free to move.
struct Subject {
  const ItemType* type;
  bool allMoves;
};
void PrintTo(const Subject& subject, std::ostream* out) { *out << typeName(*subject.type) << (subject.allMoves ? ", all moves" : ""); }

/// The example with bodies and points replacing those on the ground; planar ones in a planar example.
Json withoutGround(const ItemType& type) {
  Json document = Json::parse(exampleText(type));
  const bool planar = std::any_of(document["nodes"].begin(), document["nodes"].end(), [](const Json& node) {
    return node["type"] == "RigidBody2D" || node["type"] == "Point2DSlope1" || node["type"] == "Point2D";
  });
  for (Json& node : document["nodes"])
    if (node["type"] == "PointGround") {
      node["type"] = planar ? "Point2D" : "Point";
      if (planar && node.contains("referenceCoordinates")) node["referenceCoordinates"].erase(2);
    }
  for (Json& object : document["objects"]) {
    if (object["type"] != "Ground") continue;
    const Json at = object.value("referencePosition", Json{0, 0, 0});
    Json node{{"type", planar ? "RigidBody2D" : "RigidBodyEP"}, {"name", "of the ground"}}, body{{"name", object.value("name", "ground")}};
    node["referenceCoordinates"] = planar ? Json{at[0], at[1], 0} : Json{at[0], at[1], at[2], 1, 0, 0, 0};
    body["type"] = planar ? "RigidBody2D" : "RigidBody", body["nodeNumber"] = document["nodes"].size(), body["physicsMass"] = 1;
    body["physicsInertia"] = planar ? Json(1) : Json{1, 1, 1, 0, 0, 0};
    node["name"] = "of " + body["name"].get<std::string>();
    document["nodes"].push_back(node);
    object = body;
  }
  return document;
}

Example subjectOf(const Subject& subject) {
  Example result = example(*subject.type);
  if (subject.allMoves) result.model = load(withoutGround(*subject.type).dump());
  return result;
}

struct Case {
  /// Draws numbers until all laws are defined: a hydraulic chamber without oil has no value.
  Case(const Subject& subject, Random& random) : start(subjectOf(subject)) {
    constexpr int most = 50;
    for (int draw = 0; draw < most; ++draw) {
      model = plainCopy(*start.model);
      randomise(*model, random);
      system = std::make_unique<EvaluatedSystem>(model);
      state = system->initial();
      randomise(state, *model, random);
      findContacts(*system, state);
      const Vector residual = values(state, ConstraintLevel::position).residual;
      if (std::all_of(residual.begin(), residual.end(), [](double force) { return std::isfinite(force); })) return;
    }
  }
  Values values(const State& at, ConstraintLevel level) {
    Values result{Vector(system->coordinates()), Vector(system->multipliers()), 0, 0};
    system->residual(at, level, 1, result.residual.data(), result.constraints.data());
    return result;
  }
  /// Central difference along a direction.
  Values difference(const State& direction, ConstraintLevel level = ConstraintLevel::position) {
    const Values high = values(composed(direction, step), level), low = values(composed(direction, -step), level);
    Values result = high;
    for (double force : high.residual) result.largestForce = std::max(result.largestForce, std::abs(force));
    for (double equation : high.constraints) result.largestEquation = std::max(result.largestEquation, std::abs(equation));
    for (std::size_t i = 0; i < high.residual.size(); ++i) result.residual[i] = (high.residual[i] - low.residual[i]) / (2 * step);
    for (std::size_t i = 0; i < high.constraints.size(); ++i)
      result.constraints[i] = (high.constraints[i] - low.constraints[i]) / (2 * step);
    return result;
  }
  /// The state after an increment; rotation vectors rotate in local axes.
  State composed(const State& direction, double by) const {
    State at = moved(state, direction, by);
    Vector increment = direction.q;
    for (double& value : increment) value *= by;
    system->compose(state.q.data(), increment.data(), at.q.data());
    return at;
  }
  /// The state with every number changed.
  static State moved(State at, const State& direction, double by) {
    for (const Part part : {&State::q, &State::q_t, &State::q_tt, &State::lambda})
      for (std::size_t i = 0; i < (at.*part).size(); ++i) (at.*part)[i] += by * (direction.*part)[i];
    return at;
  }
  State none() const {
    State direction = state;
    for (const Part part : {&State::q, &State::q_t, &State::q_tt, &State::lambda})
      std::fill((direction.*part).begin(), (direction.*part).end(), 0.0);
    return direction;
  }
  /// Columns of the tangent by unknown: coordinates, then multipliers.
  std::vector<Vector> tangent(const TangentFactors& factors) {
    const int n = system->unknowns();
    Vector memory(static_cast<std::size_t>(n) * n, 0.0);
    system->tangent(factors, MatrixSink::dense(memory.data(), n));
    std::vector<Vector> columns;
    for (int j = 0; j < n; ++j)
      columns.emplace_back(memory.begin() + static_cast<std::ptrdiff_t>(j) * n, memory.begin() + static_cast<std::ptrdiff_t>(j + 1) * n);
    return columns;
  }
  /// The direction that changes coordinate `j` of q and keeps the norm of Euler parameters: tangents refer to rotations.
  Vector alongRotations(int j) const {
    Vector direction(state.q.size(), 0.0);
    direction[j] = 1;
    int first = 0;
    for (std::size_t i = 0; i < model->nodes().size(); ++i) {
      const ModelItem& node = model->nodes()[i];
      if (node.type->provides & (capability::data | capability::firstOrderNode)) continue;  // states come after all coordinates
      if (node.type->name == "RigidBodyEP" && j >= first + 3 && j < first + 7) {
        const Vector7& reference = *node.type->parameter("referenceCoordinates")->target(const_cast<void*>(node.value.get())).as<Vector7>();
        const double along = reference[j - first] + state.q[j];
        for (int k = 3; k < 7; ++k) direction[first + k] -= along * (reference[k] + state.q[first + k]);
      }
      first += coordinateCount(*model, ItemKind::node, static_cast<int>(i));
    }
    return direction;
  }

  /// Rates that keep the norm of Euler parameters.
  void projectRates() {
    Vector rates(state.q.size(), 0.0);
    for (std::size_t j = 0; j < rates.size(); ++j) {
      const Vector direction = alongRotations(static_cast<int>(j));
      for (std::size_t k = 0; k < rates.size(); ++k) rates[k] += state.q_t[j] * direction[k];
    }
    state.q_t = rates;
  }
  /// The first equations are the norms of Euler parameters.
  int normEquations() const {
    return static_cast<int>(std::count_if(model->nodes().begin(), model->nodes().end(),
                                          [](const ModelItem& node) { return node.type->name == "RigidBodyEP"; }));
  }

  Example start;
  std::shared_ptr<Model> model;
  std::unique_ptr<EvaluatedSystem> system;
  State state;
};

TangentFactors nothing() {
  TangentFactors factors;
  factors.constraintPosition = factors.constraintVelocity = factors.constraintForce = factors.multiplier = 0;
  factors.loads = true;
  return factors;
}

double largest(const Vector& values) {
  double result = 1e-3;
  for (double value : values) result = std::max(result, std::abs(value));
  return result;
}

void expectClose(const Vector& exact, const Vector& difference, double largestForce, const std::string& what) {
  for (std::size_t i = 0; i < difference.size(); ++i)
    EXPECT_NEAR(exact[i], difference[i], tolerance * largest(difference) + tolerance + rounding * largestForce) << what << " [" << i << "]";
}

/// The tolerated difference between a derivative of an equation and its difference quotient.
double bound(double exact, const Values& difference) {
  return tolerance * std::max(1.0, std::abs(exact)) + rounding * difference.largestEquation;
}

class Derivatives : public ::testing::TestWithParam<Subject> {};

/// Stiffness, damping and mass. The tangent omits the change of Cᵀλ, so multipliers are zero.
TEST_P(Derivatives, TangentOfForcesIsExact) {
  Random random(2);
  for (int trial = 0; trial < trials && !HasFailure(); ++trial) {
    Case c(GetParam(), random);
    std::fill(c.state.lambda.begin(), c.state.lambda.end(), 0.0);
    // The tangent of bodies on rotation vectors also omits the change of M q̈.
    if (!c.system->lieGroup().empty()) std::fill(c.state.q_tt.begin(), c.state.q_tt.end(), 0.0);
    const int n = c.system->coordinates();
    for (const auto& [factor, part, name] : {std::tuple{&TangentFactors::stiffness, Part(&State::q), "stiffness"},
                                             std::tuple{&TangentFactors::damping, Part(&State::q_t), "damping"},
                                             std::tuple{&TangentFactors::mass, Part(&State::q_tt), "mass"}}) {
      for (int j = 0; j < n; ++j) {
        State direction = c.none();
        if (part == &State::q)
          direction.q = c.alongRotations(j);
        else
          (direction.*part)[j] = 1;
        const Values difference = c.difference(direction);
        c.values(c.state, ConstraintLevel::position);
        TangentFactors factors = nothing();
        factors.*factor = 1;
        factors.firstOrder = factors.stiffness, factors.rate = factors.damping;
        const auto columns = c.tangent(factors);
        Vector exact(n, 0.0);
        for (int k = 0; k < n; ++k)
          for (int i = 0; i < n; ++i) exact[i] += columns[k][i] * (direction.*part)[k];
        expectClose(exact, difference.residual, difference.largestForce, std::string(name) + " by coordinate " + std::to_string(j));
      }
    }
  }
}

/// The force in a ball joint is constant while its lever arms rotate, which is the entire change of Cᵀλ.
TEST(Reactions, OfABallJointAreDifferentiatedByRotation) {
  Random random(6);
  for (int trial = 0; trial < trials && !::testing::Test::HasFailure(); ++trial) {
    Case c({Registry::instance().find(ItemKind::object, "JointSpherical"), true}, random);
    std::fill_n(c.state.lambda.begin(), c.normEquations(), 0.0);
    const int n = c.system->coordinates();
    for (int j = 0; j < n; ++j) {
      State direction = c.none();
      direction.q = c.alongRotations(j);
      const Values difference = c.difference(direction);
      c.values(c.state, ConstraintLevel::position);
      TangentFactors factors = nothing();
      factors.stiffness = 1;
      factors.reactions = c.state.lambda.data();
      const auto columns = c.tangent(factors);
      Vector exact(n, 0.0);
      for (int k = 0; k < n; ++k)
        for (int i = 0; i < n; ++i) exact[i] += columns[k][i] * direction.q[k];
      expectClose(exact, difference.residual, difference.largestForce, "by coordinate " + std::to_string(j));
    }
  }
}

/// Whether an equation is the same at both levels. This applies only to joints that determine their place on a cable from it. The rates of
/// their other equations hold during sliding (tests/validation/sliding.cpp).
bool findsItsPlace(const ItemType& type, const Vector& position, const Vector& velocity) {
  bool found = false;
  for (std::size_t e = 0; e < position.size(); ++e) found = found || (position[e] != 0 && position[e] == velocity[e]);
  return found && (type.name == "JointSliding2D" || type.name == "JointALEMoving2D");
}

/// C_q of equations at position level, C_q̇ of equations at velocity level, and the transpose in the forces.
TEST_P(Derivatives, TangentOfConstraintsIsExact) {
  Random random(3);
  for (int trial = 0; trial < trials && !HasFailure(); ++trial) {
    Case c(GetParam(), random);
    const int n = c.system->coordinates(), m = c.system->multipliers();
    const auto part = [&](double TangentFactors::*factor) {
      c.values(c.state, ConstraintLevel::position);
      TangentFactors factors = nothing();
      factors.*factor = 1;
      return c.tangent(factors);
    };
    const auto position = part(&TangentFactors::constraintPosition), velocity = part(&TangentFactors::constraintVelocity);
    const auto force = part(&TangentFactors::constraintForce), multiplier = part(&TangentFactors::multiplier);
    const Vector atPosition = c.values(c.state, ConstraintLevel::position).constraints;
    const bool slides = findsItsPlace(*GetParam().type, atPosition, c.values(c.state, ConstraintLevel::velocity).constraints);
    for (int e = 0; e < m; ++e) {
      State direction = c.none();
      direction.lambda[e] = 1;
      const Values byMultiplier = c.difference(direction);
      expectClose(force[n + e], byMultiplier.residual, byMultiplier.largestForce, "force of multiplier " + std::to_string(e));
      for (int i = 0; i < m; ++i)
        EXPECT_NEAR(multiplier[n + e][n + i], byMultiplier.constraints[i], bound(multiplier[n + e][n + i], byMultiplier))
            << "equation " << i << " by multiplier " << e;

      double sizes[2] = {0, 0};
      for (int j = 0; j < n; ++j) sizes[0] += std::abs(position[j][n + e]), sizes[1] += std::abs(velocity[j][n + e]);
      EXPECT_TRUE(sizes[0] == 0 || sizes[1] == 0) << "equation " << e << " is at both levels";
      for (int j = 0; j < n; ++j) {
        State by = c.none();
        if (sizes[0] > 0) {
          if (e < c.normEquations())
            by.q[j] = 1;
          else
            by.q = c.alongRotations(j);
          double exact = 0;
          for (int k = 0; k < n; ++k) exact += position[k][n + e] * by.q[k];
          const Values byPosition = c.difference(by);
          EXPECT_NEAR(exact, byPosition.constraints[e], bound(exact, byPosition)) << "equation " << e << " by coordinate " << j;
          // At velocity level the equation is Ċ, whose derivative by velocities is C_q again.
          if (slides) continue;
          by = c.none(), by.q_t[j] = 1;
          const Values byRate = c.difference(by, ConstraintLevel::velocity);
          EXPECT_NEAR(position[j][n + e], byRate.constraints[e], bound(position[j][n + e], byRate)) << "rate of equation " << e;
        } else {
          by.q_t[j] = 1;
          EXPECT_NEAR(velocity[j][n + e], c.difference(by).constraints[e], tolerance) << "equation " << e << " by velocity " << j;
        }
      }
    }
  }
}

/// Ċ is the derivative of C along the velocity, for every C at position level.
TEST_P(Derivatives, VelocityLevelIsTheRateOfPositionLevel) {
  Random random(4);
  for (int trial = 0; trial < trials && !HasFailure(); ++trial) {
    Case c(GetParam(), random);
    c.projectRates();
    const int n = c.system->coordinates(), m = c.system->multipliers();
    c.values(c.state, ConstraintLevel::position);
    TangentFactors factors = nothing();
    factors.constraintPosition = 1;
    const auto position = c.tangent(factors);
    State along = c.none();
    along.q = c.state.q_t;
    const Vector rate = c.difference(along).constraints, level = c.values(c.state, ConstraintLevel::velocity).constraints;
    if (findsItsPlace(*GetParam().type, c.values(c.state, ConstraintLevel::position).constraints, level)) continue;
    for (int e = 0; e < m; ++e) {
      double size = 0;
      for (int j = 0; j < n; ++j) size += std::abs(position[j][n + e]);
      if (size > 0) {
        EXPECT_NEAR(level[e], rate[e], tolerance * (1 + std::abs(rate[e]))) << "equation " << e;
      }
    }
  }
}

/// The derivative of constraints and of their forces; the multipliers change only these.
TEST_P(Derivatives, DirectionalDerivativeIsExact) {
  Random random(5);
  for (int trial = 0; trial < trials && !HasFailure(); ++trial) {
    Case c(GetParam(), random);
    State direction = c.none();
    for (const Part part : {&State::q, &State::q_t, &State::q_tt, &State::lambda})
      for (double& value : direction.*part) value = random.between(-1, 1);
    for (const ConstraintLevel level : {ConstraintLevel::position, ConstraintLevel::velocity}) {
      Values difference = c.difference(direction, level);
      Vector residual(c.system->coordinates()), constraints(c.system->multipliers());
      c.system->derivative(c.state, level, direction.q, direction.q_t, direction.q_tt, direction.lambda, residual.data(),
                           constraints.data(), c.system->workspace);
      const Vector lambda = c.state.lambda;
      State still = direction;
      for (Vector* multipliers : {&c.state.lambda, &still.lambda}) std::fill(multipliers->begin(), multipliers->end(), 0.0);
      const Values unloaded = c.difference(still, level);
      for (std::size_t i = 0; i < residual.size(); ++i) difference.residual[i] -= unloaded.residual[i];
      c.state.lambda = lambda;
      expectClose(residual, difference.residual, difference.largestForce + unloaded.largestForce, "residual");
      expectClose(constraints, difference.constraints, 0, "constraints");
    }
  }
}

/// The random states of the tests above include contact and separation, sticking and slip.
TEST(RandomStates, MeetAllRegimesOfContacts) {
  const auto number = [](const ModelItem& item, const char* parameter) {
    return *item.type->parameter(parameter)->target(const_cast<void*>(item.value.get())).as<double>();
  };
  for (const char* name : {"ConnectorRollingDiscPenalty", "ContactSphereSphere", "ContactSphereTorus", "ContactSphereTriangle",
                           "ContactCircleCable2D", "ContactFrictionCircleCable2D"}) {
    const ItemType& type = *Registry::instance().find(ItemKind::object, name);
    for (const unsigned seed : {2u, 5u}) {  // of the tests of stiffness and of directional derivatives
      Random random(seed);
      int acting = 0, apart = 0, sticking = 0, slipping = 0;
      for (int trial = 0; trial < trials; ++trial) {
        Case c({&type, false}, random);
        const auto acts = [&] {
          const Vector with = c.values(c.state, ConstraintLevel::position).residual;
          const auto off = plainCopy(*c.model);
          ModelItem& item = off->items[static_cast<int>(ItemKind::object)][c.start.item];
          *item.type->parameter("activeConnector")->target(const_cast<void*>(item.value.get())).as<bool>() = false;
          EvaluatedSystem without(off);
          Vector residual(c.system->coordinates()), constraints(c.system->multipliers());
          without.residual(c.state, ConstraintLevel::position, 1, residual.data(), constraints.data());
          return residual != with;
        };
        if (!acts()) {
          ++apart;
          continue;
        }
        ++acting;
        const ModelItem& item = c.model->objects()[c.start.item];
        if (type.name == "ConnectorRollingDiscPenalty")
          ++(std::hypot(c.state.data[0], c.state.data[1]) <= number(item, "dryFrictionProportionalZone") ? sticking : slipping);
        if (type.name.starts_with("ContactSphere")) ++(c.state.data[1] < number(item, "frictionProportionalZone") ? sticking : slipping);
      }
      EXPECT_GT(acting, 0) << name;
      EXPECT_GT(apart + (type.name.ends_with("Cable2D") ? 1 : 0), 0) << name;  // some of a cable's segments are in contact
      if (type.name.ends_with("Cable2D")) continue;
      EXPECT_GT(sticking, 0) << name << " " << seed;
      EXPECT_GT(slipping, 0) << name << " " << seed;
    }
  }
}

/// All types with their examples; types whose examples use the ground are repeated with nothing fixed.
std::vector<Subject> subjects() {
  std::vector<Subject> all;
  for (const ItemType* type : allTypes()) {
    if (type->kind == ItemKind::sensor) continue;
    all.push_back({type, false});
    const std::string text = exampleText(*type);
    const bool fixed = text.find("\"Ground\"") != std::string::npos || text.find("PointGround") != std::string::npos;
    if (fixed && type->name != "Ground" && type->name != "PointGround") all.push_back({type, true});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Items, Derivatives, ::testing::ValuesIn(subjects()), [](const auto& info) {
  return std::string(kindName(info.param.type->kind)) + info.param.type->name + (info.param.allMoves ? "AllMoves" : "");
});

}  // namespace
}  // namespace slipstick::testing
