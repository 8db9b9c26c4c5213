// Contact of two coordinates: a penalty force with restitution while the gap between them is closed.
// Compiled for size: few models have this item, and few of it.

#include "core/items/connector.h"
#include "core/items/contact/impact.h"

namespace slipstick {
namespace {

struct ContactCoordinate {
  static constexpr law::Kind kind = law::Kind::betweenCoordinates;
  static constexpr unsigned has = law::data | law::dataSize | law::postNewton;

  std::array<MarkerIndex, 2> markerNumbers;
  NodeIndex nodeNumber;  // data: gap and, if there is an impact model, the impact velocity
  double contactStiffness;
  double contactDamping;
  double contactStiffnessExponent;
  double restitutionCoefficient;
  double minimumImpactVelocity;
  int impactModel;
  double offset;
  bool activeConnector;
  int dataSize = 0;

  double factorOf(int) const { return 1.0; }
  /// A step may enable restitution for a data node that has no coordinate for the impact velocity.
  bool knowsImpactVelocity() const { return impactModel != 0 && dataSize > 1; }

  template <class S>
  S gap(const ScalarPair<S>& pair) const {
    return pair.marker1.value - pair.marker0.value - offset;
  }
  template <class S>
  S scalarForce(const ScalarPair<S>& pair, const LawContext<S>& context) const {
    if (context.data[0] > 0) return S(0.0);
    const S elastic = contactStiffness * signedPower(S(-gap(pair)), contactStiffnessExponent);
    return -repulsion(*this, elastic, S(pair.marker1.rate - pair.marker0.rate), knowsImpactVelocity() ? context.data[1] : 0.0);
  }
  double postNewton(const ScalarPair<double>& pair, const LawContext<double>&, double* data, const double* startOfStep,
                    PostNewton& post) const {
    const double now = gap(pair), rate = pair.marker1.rate - pair.marker0.rate;
    const double error = judgeContact(*this, now, rate, data, startOfStep, post, true);
    data[0] = now;
    if (knowsImpactVelocity()) data[1] = startOfStep[0] > 0 && now <= 0 ? -rate : startOfStep[1];
    return error;
  }
  void output(OutputVariable variable, const ScalarPair<double>& pair, const LawContext<double>& context, double* out) const {
    out[0] = variable == OutputVariable::Distance ? gap(pair) : activeConnector ? scalarForce(pair, context) : 0.0;
  }
};

using Law = ContactCoordinate;

constexpr ParameterOf<Law> parameters[] = {
    {"markerNumbers", &Law::markerNumbers, capability::coordinate, Presence::required,
     "coordinate markers; coordinate 1 is the larger one"},
    {"nodeNumber", &Law::nodeNumber, capability::data, Presence::optional,
     "GenericData node with 1 coordinate, the gap, or with restitution 2: gap and impact velocity"},
    ParameterOf<Law>{"contactStiffness", &Law::contactStiffness, unit::coordinateStiffness, nonNegative, 0.0,
                     "force per overlap to the power of contactStiffnessExponent; the unit applies to exponent 1"}
        .perPowerOf("contactStiffnessExponent"),
    {"contactDamping", &Law::contactDamping, unit::coordinateDamping, nonNegative, 0.0, "force per rate of the gap, in all impact models"},
    {"contactStiffnessExponent", &Law::contactStiffnessExponent, unit::none, positive, 1.0, "exponent n of the overlap"},
    restitutionParameter<Law>(),
    impactVelocityParameter<Law>(unit::coordinateRate),
    {"impactModel", &Law::impactModel, unit::none, impactModels, 0, impactText},
    {"offset", &Law::offset, unit::coordinate, anyNumber, 0.0, "difference of the coordinates at which they touch"},
    {"activeConnector", &Law::activeConnector, unit::none, anyNumber, true, "whether the item acts"}};

constexpr ItemDescription<Law> description = {
    .type = "ContactCoordinate",
    .summary = "Contact of two coordinates, with restitution: a force that acts while the gap between them is closed.",
    .equation =
        "f = -k_c\\, \\delta^n \\left(1 + \\frac{\\lambda(e)}{\\dot\\delta_-}\\, \\dot g\\right) + d_c\\, \\dot g "
        "\\;\\text{where}\\; g \\le 0, \\quad "
        "g = -\\delta = w_1 - w_0 - o",
    .outputs = {{OutputVariable::Distance, unit::coordinate, 1, "gap; negative is overlap"},
                {OutputVariable::Force, unit::coordinateForce, 1, "force, negative in compression"}},
    .initialData =
        [](const Law& law, const InitialCoordinate& initial) {
          std::vector<double> data{initial(law.markerNumbers[1])[0] - initial(law.markerNumbers[0])[0] - law.offset};
          if (law.impactModel != 0) data.push_back(0);
          return data;
        },
    .dataUnit = [](const Law&, int i) { return i == 0 ? unit::coordinate : unit::coordinateRate; },
    .warn = [](const Law& law, const Complain& complain) { warnOfRestitution(law, complain); }};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace
}  // namespace slipstick
