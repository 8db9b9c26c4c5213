// Forces are the same in any system of units. If kg, m and s are scaled, parameters and states are scaled by their registered units, and
// forces, equations and outputs must scale accordingly. For example, a damping declared as N/(m s) fails this test.
//
// Outputs with several units are omitted. Formulas contain numbers in SI units, so items are tested without their user functions.

#include <gtest/gtest.h>

#include "tests/core/support/evaluated.h"
#include "tests/core/support/examples.h"
#include "tests/core/support/variation.h"

namespace slipstick::testing {
namespace {

// Powers of two, so that scaling causes no rounding, with exponents for which no two units of small powers coincide.
const Scale scale{.mass = 0x1p1, .length = 0x1p7, .time = 0x1p-20};
// Only transcendental functions of scaled numbers may have different rounding.
constexpr double relative = 1e-13;

struct Evaluation {
  std::vector<double> residual, constraints;
  std::vector<std::vector<double>> outputs;
};

Evaluation evaluate(const std::shared_ptr<Model>& model, State state) {
  EvaluatedSystem system(model);
  findContacts(system, state);
  Evaluation result;
  result.residual.resize(system.coordinates()), result.constraints.resize(system.multipliers());
  system.residual(state, ConstraintLevel::position, 1, result.residual.data(), result.constraints.data());
  system.update(state);
  for (std::size_t i = 0; i < model->sensors().size(); ++i) {
    result.outputs.emplace_back(system.sensorSize(static_cast<int>(i)));
    system.sensor(static_cast<int>(i), result.outputs.back().data());
  }
  return result;
}

void expectScaled(const std::vector<double>& plain, const std::vector<double>& scaled, const std::vector<Unit>& units,
                  const std::string& what) {
  ASSERT_EQ(plain.size(), units.size()) << what;
  double largest = 0;
  for (double value : plain) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const double back = scaled[i] / scale.of(units[i]);
    EXPECT_NEAR(back, plain[i], relative * std::max(std::abs(plain[i]), 1e-3 * largest)) << what << " [" << i << "]";
  }
}

class Units : public ::testing::TestWithParam<const ItemType*> {};

TEST_P(Units, ForcesAndOutputsFollow) {
  const ItemType& type = *GetParam();
  const Example start = example(type);
  Random random(1);
  for (int trial = 0; trial < 20; ++trial) {
    const auto model = plainCopy(*start.model);
    randomise(*model, random);
    wholeExponents(*model);
    const auto other = plainCopy(*model);
    Vector3 local{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
    if (std::string_view(type.type) == "ANCFThinPlate") local = {};  // positions on plates are fractions of their size
    const auto outputs = addSensors(*model, type.kind, start.item, local);
    addSensors(*other, type.kind, start.item, local);
    State state = System(model).initial();
    randomise(state, *model, random);
    State otherState = state;
    rescale(otherState, *model, scale);
    rescale(*other, scale);

    const Evaluation plain = evaluate(model, state), scaled = evaluate(other, otherState);
    std::vector<Unit> forceUnits = coordinateUnits(*model), equationUnits;
    const auto secondOrder = static_cast<std::size_t>(System(model).secondOrderCoordinates());
    for (std::size_t i = 0; i < forceUnits.size(); ++i)
      forceUnits[i] = i < secondOrder ? unit::newtonMetre / forceUnits[i] : forceUnits[i] / unit::second;
    const auto multipliers = multiplierUnits(*model);
    const auto atVelocityLevel = System(model).velocityConstraints();
    for (std::size_t i = 0; i < multipliers.size(); ++i) {
      const bool isFree = plain.constraints[i] == state.lambda[i];  // then its equation is λ = 0
      const Unit& equation = multipliers[i].equation;
      equationUnits.push_back(isFree ? multipliers[i].multiplier : atVelocityLevel[i] ? equation / unit::second : equation);
    }
    expectScaled(plain.residual, scaled.residual, forceUnits, "generalized force");
    expectScaled(plain.constraints, scaled.constraints, equationUnits, "constraint equation");
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (outputs[i]->unit.various) continue;
      const auto units = unitsOf(*model, type.kind, start.item, outputs[i]->unit, plain.outputs[i].size());
      expectScaled(plain.outputs[i], scaled.outputs[i], units, outputVariableName(outputs[i]->variable));
    }
    if (HasFailure()) return;
  }
}

std::vector<const ItemType*> computedTypes() {
  std::vector<const ItemType*> types;
  for (const ItemType* type : allTypes())
    // A load on a first-order state has the unit of the state's rate, not of a force; and states may be pressures.
    if (type->kind != ItemKind::sensor && type->name != "NodeODE1Coordinate" && type->name != "ConnectorHydraulicActuatorSimple")
      types.push_back(type);
  return types;
}

INSTANTIATE_TEST_SUITE_P(Items, Units, ::testing::ValuesIn(computedTypes()),
                         [](const auto& info) { return std::string(kindName(info.param->kind)) + info.param->name; });

}  // namespace
}  // namespace slipstick::testing
