// A generalised force on one coordinate.

#include "core/items/registration.h"
#include "core/registry/user_function.h"

namespace slipstick {
namespace {

struct Coordinate {
  MarkerIndex markerNumber;
  double load;
  UserFunction loadUserFunction;
};

class Loop final : public LoopOf<Loop, Coordinate, role::Acting, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const int index = keep(modelItem);
    slots_.push_back(assembly.markers[items_[index].markerNumber.index].scalar);
  }
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const double factor = items_[i].loadUserFunction ? 1.0 : sweep.loadFactor;
      sweep.scalarForces[slots_[i]] -= factor * value<double>(static_cast<int>(i), sweep);
    }
  }
  /// The load depends only on time; markers of relative motion rotate its forces.
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    if (tangent.factors.loads) lawsOf(sweep);
  }
  void outputOf(int index, OutputVariable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    out[0] = value<double>(index, sweep);
  }

 private:
  template <class S>
  S value(int index, const Sweep<S>& sweep) const {
    const Coordinate& item = items_[index];
    if (!item.loadUserFunction) return S(item.load);
    const S arguments[] = {sweep.time, S(item.load)};
    S result;
    item.loadUserFunction.evaluate(arguments, sweep.sensorValues + item.loadUserFunction.sensorOffset, &result);
    return result;
  }
  std::vector<int> slots_;
};

constexpr ParameterOf<Coordinate> parameters[] = {
    {"markerNumber", &Coordinate::markerNumber, capability::loadedCoordinate, Presence::required,
     "coordinate marker on which the load acts"},
    {"load", &Coordinate::load, unit::coordinateForce, anyNumber, 0.0, "force on a displacement, or torque on an angle"},
    {"loadUserFunction", &Coordinate::loadUserFunction,
     [] {
       return Signature{.arguments = {{"t", {}}, {"load", {}}}};
     },
     unit::coordinateForce, "load that replaces `load`, which is passed as an argument"}};

constexpr ItemDescription<Coordinate> description = {
    .type = "Coordinate",
    .summary = "Generalized force on one coordinate.",
    .equation = "Q = J^T f",
    .outputs = {{OutputVariable::none, unit::coordinateForce, 1, "the load as specified or returned by the user function"}}};

const ItemType& registered = registerItem<Loop>(ItemKind::load, description, parameters);

}  // namespace

const ItemType& loads::Coordinate = registered;

}  // namespace slipstick
