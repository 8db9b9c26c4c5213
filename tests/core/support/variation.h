// Changes models in the ways that hold for every item type: random parameters and states, other units, added sensors.
#pragma once

#include <random>

#include "core/model/model.h"
#include "core/system/state.h"

namespace slipstick::testing {

class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}
  double between(double low, double high);
  bool chance(double probability) { return between(0, 1) < probability; }
  Vector3 direction();
  Matrix3 rotation();

 private:
  std::mt19937_64 generator_;
};

/// A copy whose items can be changed, without sensors and without user functions (their formulas hold numbers in SI units).
std::shared_ptr<Model> plainCopy(const Model& model);
/// Sensors for all outputs of an item. Their position on a body is `local`. Returns the outputs in the order of the sensors.
std::vector<const Output*> addSensors(Model& model, ItemKind kind, int item, const Vector3& local);

/// Random values inside the ranges for all parameters of objects and loads. References, flags `activeConnector` and whole numbers stay.
void randomise(Model& model, Random& random);
/// Rounds exponents of laws up: units have whole powers only.
void wholeExponents(Model& model);
/// A random state; Euler parameters have norm 1.
void randomise(State& state, const Model& model, Random& random);

/// Factors by which the numbers of quantities grow when kg, m and s shrink.
struct Scale {
  double mass = 1, length = 1, time = 1;
  double of(const Unit& unit) const;
};
/// Units of what the registry calls mixed. They do not follow from the types alone; here are those that the examples have.
/// Throws for types that it does not know, with advice.
std::vector<Unit> nodeCoordinateUnits(const Model& model, int node);  // of displacement or data coordinates
std::vector<Unit> coordinateUnits(const Model& model);                // of all displacement coordinates
std::vector<Unit> dataUnits(const Model& model);                      // of all data coordinates
struct EquationUnits {
  Unit equation, multiplier;
};
std::vector<EquationUnits> multiplierUnits(const Model& model);
/// Unit of each of the `count` numbers of a parameter of an item.
std::vector<Unit> parameterUnits(const Model& model, ItemKind kind, int item, const Parameter& parameter, std::size_t count);

/// All parameters, and the state, in the other units.
void rescale(Model& model, const Scale& scale);
void rescale(State& state, const Model& model, const Scale& scale);

}  // namespace slipstick::testing
