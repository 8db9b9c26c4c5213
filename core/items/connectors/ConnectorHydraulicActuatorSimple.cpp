// A double-acting hydraulic cylinder with a valve at each chamber, whose pressures are states of first order.
//
// Source: Exudyn documentation, ObjectConnectorHydraulicActuatorSimple. Chamber 0 is at the head of the piston and pushes the points apart;
// chamber 1 is at its rod and pulls them together.
//
// Compiled for size: few models have this item, and few of it.
// Loaded on demand: few models have this item.

#include <cmath>
#include <limits>

#include "core/items/connector.h"
#include "core/system/frame_tangent.h"

namespace slipstick {
namespace {

struct ConnectorHydraulicActuatorSimple {
  std::array<MarkerIndex, 2> markerNumbers;
  std::vector<NodeIndex> nodeNumbers;
  double offsetLength;
  double strokeLength;
  double chamberCrossSection0, chamberCrossSection1;
  double hoseVolume0, hoseVolume1;
  double valveOpening0, valveOpening1;
  UserFunction valveOpeningUserFunction;
  double actuatorDamping;
  double oilBulkModulus, cylinderBulkModulus, hoseBulkModulus;
  double nominalFlow;
  double systemPressure, tankPressure;
  bool useChamberVolumeChange;
  bool activeConnector;

  /// The area on which the pressure of a chamber acts, positive if it pulls the points together.
  double pull(int chamber) const { return chamber == 0 ? -chamberCrossSection0 : chamberCrossSection1; }

  std::array<double, 2> openings(const Sweep<double>& sweep) const {
    std::array<double, 2> result{valveOpening0, valveOpening1};
    const double time = sweep.time;
    if (valveOpeningUserFunction)
      valveOpeningUserFunction.evaluate(&time, sweep.sensorValues + valveOpeningUserFunction.sensorOffset, result.data());
    return result;
  }
};
using Law = ConnectorHydraulicActuatorSimple;

/// The tension from the pressures of both chambers and the rate of the length.
double tension(const Law& law, const double* pressures, double rate) {
  return law.pull(0) * pressures[0] + law.pull(1) * pressures[1] + law.actuatorDamping * rate;
}

double inverse(double modulus) { return modulus > 0 ? 1 / modulus : 0.0; }

/// The volume of oil that raises the pressure of a chamber by one unit: its volume divided by the effective bulk modulus. Not a number
/// once the piston has left no room for oil.
double capacity(const Law& law, int chamber, double length) {
  const double hose = chamber == 0 ? law.hoseVolume0 : law.hoseVolume1;
  if (!law.useChamberVolumeChange) return hose / law.oilBulkModulus;
  const double stroke = length - law.offsetLength;
  const double swept = chamber == 0 ? law.chamberCrossSection0 * stroke : law.chamberCrossSection1 * (law.strokeLength - stroke);
  if (hose + swept <= 0) return std::numeric_limits<double>::quiet_NaN();
  return (hose + swept) * (1 / law.oilBulkModulus) + swept * inverse(law.cylinderBulkModulus) + hose * inverse(law.hoseBulkModulus);
}

/// The pressure difference across the valve; the sign of the opening determines the side from which the oil flows.
double pressureDrop(const Law& law, double opening, double pressure) {
  return opening >= 0 ? law.systemPressure - pressure : pressure - law.tankPressure;
}

/// The volume flow of oil into a chamber, as a function of its pressure.
double flow(const Law& law, int chamber, double opening, double pressure, double rate) {
  const double drop = pressureDrop(law, opening, pressure);
  const double root = drop < 0 ? -std::sqrt(-drop) : std::sqrt(drop);
  return law.pull(chamber) * rate + (opening * law.nominalFlow) * root;
}

class Loop final : public PairLoop<Loop, Law, role::Acting> {
 public:
  void connect(Assembly& assembly) override {
    PairLoop::connect(assembly);
    assembly.add(work_);
    for (const Law& law : items_) {
      const Place node = assembly.place(ItemKind::node, law.nodeNumbers.front().index);
      states_.push_back(node.firstCoordinate());
    }
  }
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Law& law = items_[i];
      if (!law.activeConnector) continue;
      const Line line = lineOf(points(sweep, ends_[i]));
      const double* pressures = sweep.q + states_[i];
      const Vector3 force = tension(law, pressures, line.rate) * line.direction;
      sweep.frameForces[ends_[i].frame0].force -= force;
      sweep.frameForces[ends_[i].frame1].force += force;
      const std::array<double, 2> openings = law.openings(sweep);
      for (int k = 0; k < 2; ++k)
        sweep.residual[states_[i] + k] -= flow(law, k, openings[k], pressures[k], line.rate) / capacity(law, k, line.length);
    }
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    for (std::size_t i = 0; i < items_.size(); ++i) addTangent(i, tangent, sweep);
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const PointPair<double> pair = points(sweep, ends_[index]);
    const Line line = lineOf(pair);
    switch (variable) {
      case OutputVariable::Distance:
        out[0] = line.length;
        return;
      case OutputVariable::Displacement:
        return writeVector(pair.displacement, out);
      case OutputVariable::Velocity:
        return writeVector(pair.velocity, out);
      case OutputVariable::VelocityLocal:
        out[0] = line.rate;
        return;
      default:
        return writeVector(
            items_[index].activeConnector ? tension(items_[index], sweep.q + states_[index], line.rate) * line.direction : Vector3{}, out);
    }
  }

 private:
  struct Line {
    double length, rate;
    Vector3 direction;
  };
  static Line lineOf(const PointPair<double>& pair) {
    const double length = norm(pair.displacement);
    const Vector3 direction = lineDirection(pair, length);
    return {length, dot(pair.velocity, direction), direction};
  }

  struct Work {
    std::vector<double> motion, row;  // of the tangent
  };
  /// Quantities shared by the parts of a tangent.
  struct Acting {
    const Law& law;
    double active;  // 1, or 0 if inactive
    Line line;
    Vector3 rateByPosition;
    const double* pressures;
    double force;
    int states[2];
    const FrameJacobian* frames[2];
  };

  void addTangent(std::size_t i, Tangent& tangent, Sweep<double>& sweep) const {
    const PointPair<double> pair = points(sweep, ends_[i]);
    Acting at{items_[i],
              items_[i].activeConnector ? 1.0 : 0.0,
              lineOf(pair),
              {},
              sweep.q + states_[i],
              0,
              {states_[i], states_[i] + 1},
              {&(*tangent.frames)[ends_[i].frame0], &(*tangent.frames)[ends_[i].frame1]}};
    const Vector3& n = at.line.direction;
    const double perLength = at.line.length != 0 ? at.active / at.line.length : 0;
    at.rateByPosition = perLength * (pair.velocity - at.line.rate * n);
    at.force = at.active * tension(at.law, at.pressures, at.line.rate);
    sweep.frameForces[ends_[i].frame0].force -= at.force * n;
    sweep.frameForces[ends_[i].frame1].force += at.force * n;
    addForceByMotion(at, perLength, tangent);
    addForceByPressures(at, tangent);
    const std::array<double, 2> openings = at.law.openings(sweep);
    for (int chamber = 0; chamber < 2; ++chamber) addPressureRate(at, chamber, openings[chamber], tangent, sweep[work_]);
  }

  static void addForceByMotion(const Acting& at, double perLength, Tangent& tangent) {
    const Vector3& n = at.line.direction;
    double derivative[2][6][24] = {};
    for (int r = 0; r < 3; ++r)
      for (int k = 0; k < 3; ++k) {
        const double byPosition = n[r] * at.law.actuatorDamping * at.rateByPosition[k] + at.force * perLength * ((r == k) - n[r] * n[k]);
        const double byVelocity = at.active * at.law.actuatorDamping * n[r] * n[k];
        derivative[0][r][k] = derivative[1][r][12 + k] = byPosition;
        derivative[0][r][12 + k] = derivative[1][r][k] = -byPosition;
        derivative[0][r][6 + k] = derivative[1][r][18 + k] = byVelocity;
        derivative[0][r][18 + k] = derivative[1][r][6 + k] = -byVelocity;
      }
    addPairTangent(tangent, *at.frames[0], *at.frames[1], derivative, 3);
  }

  static void addForceByPressures(const Acting& at, Tangent& tangent) {
    for (int m = 0; m < 2; ++m) {
      const double side = m == 0 ? -at.active : at.active;
      double wrench[6][2] = {};
      for (int r = 0; r < 3; ++r)
        for (int k = 0; k < 2; ++k) wrench[r][k] = tangent.factors.stiffness * side * at.law.pull(k) * at.line.direction[r];
      addWrenchTangent(tangent, *at.frames[m], wrench[0], at.states, 2);
    }
  }

  /// Adds the row of ṗ of a chamber, including derivatives with respect to the motion, unless a static step holds the states.
  static void addPressureRate(const Acting& at, int chamber, double opening, Tangent& tangent, Work& work) {
    const Law& law = at.law;
    const TangentFactors& factors = tangent.factors;
    const Vector3& n = at.line.direction;
    const double pressure = at.pressures[chamber];
    const double capacity = slipstick::capacity(law, chamber, at.line.length),
                 flow = slipstick::flow(law, chamber, opening, pressure, at.line.rate);
    const double byRate = law.pull(chamber) / capacity;
    const double capacityByLength =
        law.useChamberVolumeChange ? -law.pull(chamber) * (1 / law.oilBulkModulus + inverse(law.cylinderBulkModulus)) : 0;
    const double byLength = -flow / (capacity * capacity) * capacityByLength;
    const double drop = std::abs(pressureDrop(law, opening, pressure));
    double byPressure = drop > 0 ? -std::abs(opening) * law.nominalFlow / (2 * std::sqrt(drop)) / capacity : 0;
    // If the square root is so steep that a step crosses zero flow, Newton's method would oscillate about the point at which the oil comes
    // to rest; the chord converges there.
    if (factors.rate > 0 && -factors.firstOrder * byPressure > factors.rate) byPressure *= 2;
    tangent.sink.add(at.states[chamber], at.states[chamber], -factors.firstOrder * at.active * byPressure);

    const double kept = factors.firstOrder != 0 || factors.stiffness == 0 ? at.active : 0;
    for (int m = 0; m < 2; ++m) {
      const FrameJacobian& by = *at.frames[m];
      if (by.size == 0) continue;
      work.motion.resize(12 * by.size), work.row.resize(by.size);
      frameMotion(tangent, by, work.motion.data());
      const double side = m == 0 ? kept : -kept;
      for (int j = 0; j < by.size; ++j) {
        double sum = 0;
        for (int r = 0; r < 3; ++r)
          sum += (byLength * n[r] + byRate * at.rateByPosition[r]) * work.motion[r * by.size + j] +
                 byRate * n[r] * work.motion[(6 + r) * by.size + j];
        work.row[j] = side * sum;
      }
      tangent.sink.add(&at.states[chamber], 1, by.coordinates, by.size, work.row.data(), by.size);
    }
  }

  std::vector<int> states_;
  Drawer<Work> work_;
};

constexpr Unit pressure = unit::newton / unit::metre / unit::metre, area = unit::metre * unit::metre, volume = area * unit::metre;

constexpr ParameterOf<Law> parameters[] = {
    markerNumbersParameter<Law>(capability::position, "markers at the bearings of the cylinder and of the rod"),
    {"nodeNumbers", &Law::nodeNumbers, capability::firstOrderNode, Presence::required,
     "one GenericODE1 node with the pressures of chamber 0 (head side) and chamber 1 (rod side)"},
    {"offsetLength", &Law::offsetLength, unit::metre, nonNegative, 0.0, "length L at zero stroke"},
    {"strokeLength", &Law::strokeLength, unit::metre, positive, Presence::required, "largest stroke"},
    {"chamberCrossSection0", &Law::chamberCrossSection0, area, positive, Presence::required, "piston area on the head side"},
    {"chamberCrossSection1", &Law::chamberCrossSection1, area, positive, Presence::required, "annular piston area on the rod side"},
    {"hoseVolume0", &Law::hoseVolume0, volume, positive, Presence::required,
     "dead volume of chamber 0: oil that the piston does not sweep"},
    {"hoseVolume1", &Law::hoseVolume1, volume, positive, Presence::required, "the same for chamber 1"},
    {"valveOpening0", &Law::valveOpening0, unit::none, anyNumber, 0.0,
     "opening of the valve of chamber 0, -1 to 1: positive to the pump, negative to the tank"},
    {"valveOpening1", &Law::valveOpening1, unit::none, anyNumber, 0.0, "the same for chamber 1"},
    {"valveOpeningUserFunction", &Law::valveOpeningUserFunction,
     [] {
       return Signature{.arguments = {{"t", {}}}, .resultSize = 2};
     },
     unit::none, "openings of both valves, instead of these numbers"},
    {"actuatorDamping", &Law::actuatorDamping, unit::newtonSecondPerMetre, nonNegative, 0.0, "damping force per rate of the length"},
    {"oilBulkModulus", &Law::oilBulkModulus, pressure, positive, Presence::required, "bulk modulus of the oil"},
    {"cylinderBulkModulus", &Law::cylinderBulkModulus, pressure, nonNegative, 0.0,
     "pressure per relative expansion of the cylinder; 0: rigid; used with useChamberVolumeChange only"},
    {"hoseBulkModulus", &Law::hoseBulkModulus, pressure, nonNegative, 0.0, "the same for the hoses"},
    {"nominalFlow", &Law::nominalFlow, unit::mixed, positive, Presence::required,
     "flow through a fully open valve per square root of the pressure drop: m³/s at 1 N/m²"},
    {"systemPressure", &Law::systemPressure, pressure, anyNumber, 0.0, "pressure of the pump"},
    {"tankPressure", &Law::tankPressure, pressure, anyNumber, 0.0, "pressure of the tank"},
    {"useChamberVolumeChange", &Law::useChamberVolumeChange, unit::none, anyNumber, false,
     "whether the stiffness of the oil depends on the volume of the chambers; a run stops if a volume falls to 0"},
    activeConnectorParameter<Law>()};

constexpr ItemDescription<Law> description = {
    .type = "ConnectorHydraulicActuatorSimple",
    .summary = "A double-acting hydraulic cylinder with a valve at each chamber.",
    .equation =
        "f = -p_0 A_0 + p_1 A_1 + d\\,\\dot L, \\quad \\dot p_k = \\frac{K_k}{V_k} \\left( \\mp A_k \\dot L + a_k Q_n "
        "\\sqrt{\\Delta p_k} \\right)",
    .outputs = {{OutputVariable::Distance, unit::metre, 1, "length L"},
                {OutputVariable::Displacement, unit::metre, 3, "vector from point 0 to point 1"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "relative velocity of point 1"},
                {OutputVariable::VelocityLocal, unit::metrePerSecond, 1, "rate of the length"},
                {OutputVariable::Force, unit::newton, 3, "force vector, positive in tension"}},
    .visualization = {"show", "color", "drawSize"},
    .drawnAs = {"rod", {}},
    .checkAmong = [](const Law& law, const Neighbours& others, const Complain& complain) {
      if (law.nodeNumbers.size() != 1)
        complain("nodeNumbers", "must be one node, got " + std::to_string(law.nodeNumbers.size()));
      else if (const auto count = others.count(law.nodeNumbers.front()); count && *count != 2)
        complain("nodeNumbers", "must have 2 states, the pressures of both chambers, but has " + std::to_string(*count));
    }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace
}  // namespace slipstick
