// Changes models in ways that apply to every item type: random parameters and states, other units, added sensors.
#pragma once

#include <random>

#include "core/model/model.h"
#include "core/system/state.h"
#include "core/system/system.h"

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

/// A copy whose items can be changed, without sensors and without user functions (their formulas contain numbers in SI units).
std::shared_ptr<Model> plainCopy(const Model& model);
/// Adds sensors for all outputs of an item, with position `local` on bodies. Returns the outputs in the order of the sensors.
std::vector<const Output*> addSensors(Model& model, ItemKind kind, int item, const Vector3& local);

/// Sets random values inside the ranges of all parameters of objects and loads. References, flags `activeConnector` and whole numbers are
/// kept.
void randomise(Model& model, Random& random);
/// Rounds up exponents that units depend on, because units have whole powers only.
void wholeExponents(Model& model);
/// A random state; Euler parameters have norm 1.
void randomise(State& state, const Model& model, Random& random);
/// Updates the neighbour lists of sets of contacts at the state.
void findContacts(const System& system, State& state);

/// Factors by which the numbers of quantities grow when kg, m and s shrink.
struct Scale {
  double mass = 1, length = 1, time = 1;
  double of(const Unit& unit) const;
};
/// Units of a model's numbers, as registered by the types. Coordinates with unknown unit are displacements, as in the examples.
std::vector<Unit> nodeCoordinateUnits(const Model& model, int node);  // of displacement or data coordinates
std::vector<Unit> coordinateUnits(const Model& model);                // of all displacement coordinates
std::vector<Unit> dataUnits(const Model& model);                      // of all data coordinates
std::vector<EquationUnits> multiplierUnits(const Model& model);       // of all equations of constraints
/// The unit of each of `count` numbers of an item that are registered with `unit`.
std::vector<Unit> unitsOf(const Model& model, ItemKind kind, int item, const Unit& unit, std::size_t count);
/// The same for the numbers of a parameter. Numbers with several units have no influence in the examples and count as dimensionless.
std::vector<Unit> parameterUnits(const Model& model, ItemKind kind, int item, const Parameter& parameter, std::size_t count);

/// Converts all parameters, and the state, to the other units.
void rescale(Model& model, const Scale& scale);
void rescale(State& state, const Model& model, const Scale& scale);

}  // namespace slipstick::testing
