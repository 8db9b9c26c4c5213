// Cable element in the xy plane whose material moves through the mesh: arbitrary Lagrangian-Eulerian description.
//
// Positions depend only on the coordinates of the mesh. A particle moves with ṙ + ṡ r', where s is the axial coordinate that all elements
// of a cable share. Source: Exudyn documentation, ObjectALEANCFCable2D; Pechstein, Gerstmayr, A Lagrange-Eulerian formulation of an axially
// moving beam based on the absolute nodal coordinate formulation, Multibody Syst. Dyn. 30 (2013).
//
// Compiled for size: few models have this item, and few of it.
// Loaded on demand: few models have this item.

#include "core/items/bodies/cable_body.h"
#include "core/items/stored_energy.h"

namespace slipstick {
namespace {

struct ALEANCFCable2D {
  double physicsLength;
  double physicsMassPerLength;
  double physicsMovingMassFactor;
  double physicsBendingStiffness;
  double physicsAxialStiffness;
  double physicsBendingDamping;
  double physicsAxialDamping;
  double physicsReferenceAxialStrain;
  double physicsReferenceCurvature;
  double strainIsRelativeToReference;
  bool physicsUseCouplingTerms;
  bool physicsAddALEvariation;
  std::array<NodeIndex, 3> nodeNumbers;
  int useReducedOrderIntegration;

  /// Whether strain rates are evaluated for the moving material.
  bool dampsMaterial() const { return physicsMovingMassFactor == 1; }
};

/// ∫ Ŝᵀ Ŝ_ξ dξ and ∫ Ŝ_ξᵀ Ŝ_ξ dξ of the shape functions of the slopes times L: polynomials up to order 5, integrated exactly by 3 Gauss
/// points.
struct ConvectiveMatrices {
  double bySlope[4][4] = {}, slopes[4][4] = {};
};
constexpr ConvectiveMatrices convectiveMatrices() {
  ConvectiveMatrices result;
  for (const auto& [coordinate, weight] :
       {std::pair{-cable::gauss3, 5 / 18.}, std::pair{0.0, 8 / 18.}, std::pair{cable::gauss3, 5 / 18.}}) {
    const auto s = cable::shape((1 + coordinate) / 2), s_x = cable::shape_x((1 + coordinate) / 2);
    for (int j = 0; j < 4; ++j)
      for (int m = 0; m < 4; ++m) result.bySlope[j][m] += weight * s[j] * s_x[m], result.slopes[j][m] += weight * s_x[j] * s_x[m];
  }
  return result;
}
constexpr ConvectiveMatrices convective = convectiveMatrices();

template <class S>
cable::Ends<S> multiply(const double matrix[4][4], const cable::Ends<S>& ends) {
  cable::Ends<S> result{};
  for (int j = 0; j < 4; ++j)
    for (int m = 0; m < 4; ++m) result[j] += matrix[j][m] * ends[m];
  return result;
}
template <class S>
S product(const cable::Ends<S>& a, const cable::Ends<S>& b) {
  S sum = dot(a[0], b[0]);
  for (int j = 1; j < 4; ++j) sum += dot(a[j], b[j]);
  return sum;
}

/// The coordinates and the axial coordinate of an element in motion, or forces on them.
template <class S>
struct Motion {
  cable::Ends<S> ends{}, rates{}, accelerations{};
  S speed{}, acceleration{};  // ṡ, s̈
};
template <class S>
struct Forces {
  cable::Ends<S> ends{};
  S axial{};
};

/// r''' times L³, which is constant over the element.
template <class S>
Vec2<S> thirdDerivative(const cable::Element& element, const cable::Deformation<S>& e) {
  constexpr std::array<double, 3> weights{cable::shape_xxx[2], cable::shape_xxx[1], cable::shape_xxx[3]};
  return (1 / (element.length * element.length * element.length)) * cable::sum(weights, e);
}
/// The rates of r' and r'' for the material particle currently at the point.
template <class S>
cable::Section<S> materialRates(const cable::Section<S>& section, const Vec2<S>& third, const cable::Section<S>& rates, const S& speed) {
  return {rates.slope + speed * section.bend, rates.bend + speed * third};
}

/// A displacement δs of the material changes r' by r'' δs and r'' by r''' δs at a fixed point of the mesh.
template <class S>
void addElasticForces(const ALEANCFCable2D& item, const cable::Element& element, const Motion<S>& motion, Forces<S>& out) {
  const cable::Deformation<S> e = cable::deformation(motion.ends), e_t = cable::deformation(motion.rates);
  const Vec2<S> third = thirdDerivative(element, e);
  cable::Deformation<S> force{};
  const auto add = [&](const cable::Point& at, const cable::Section<S>& section, const cable::SectionForce<S>& f) {
    cable::addSection(element, at, f, force);
    if (item.physicsAddALEvariation) out.axial += (at.weight * element.length) * (dot(f.slope, section.bend) + dot(f.bend, third));
  };
  const auto ratesOf = [&](const cable::Point& at, const cable::Section<S>& section) {
    const cable::Section<S> rates = element.section(at, e_t);
    return item.dampsMaterial() ? materialRates(section, third, rates, motion.speed) : rates;
  };
  for (int i = 0; i < element.rule->axialCount; ++i) {
    const cable::Point& at = element.rule->axial[i];
    const cable::Section<S> section = element.section(at, e);
    const cable::Stretch<S> stretch(section.slope);
    const S normal = element.axialStiffness * (stretch.strain() - element.freeStrain[i]) +
                     element.axialDamping * stretch.rate(ratesOf(at, section).slope);
    add(at, section, {normal * stretch.tangent, {}});
  }
  for (int i = 0; i < element.rule->bendingCount; ++i) {
    const cable::Point& at = element.rule->bending[i];
    const cable::Section<S> section = element.section(at, e);
    const cable::Bending<S> bending(section);
    const S moment = element.bendingStiffness * (bending.curvature - element.freeCurvature[i]) +
                     element.bendingDamping * bending.rate(ratesOf(at, section));
    const cable::SectionForce<S> gradient = bending.gradient();
    add(at, section, {moment * gradient.slope, moment * gradient.bend});
  }
  cable::addDeformationForce(force, out.ends);
}

/// With the moving mass per length m = f ρA: M0 q̈ + M1 q s̈ + 2 ṡ M1 q̇ + ṡ² (B1 − M2) q on the mesh,
/// (M1 q)ᵀ q̈ + m L s̈ + 2 ṡ q̇ᵀ M2 q + ṡ²/2 qᵀ B2 q on s, where M1 = m ∫SᵀS', M2 = m ∫S'ᵀS', B1 = m [SᵀS'], B2 = m [S'ᵀS'].
template <class S>
void addInertia(const ALEANCFCable2D& item, const cable::Element& element, const Motion<S>& motion, Forces<S>& out) {
  const double length = element.length, total = item.physicsMassPerLength * length;
  const double moving = item.physicsMovingMassFactor * item.physicsMassPerLength;
  const cable::Ends<S> inertia = multiply(cable::unitMass, motion.accelerations);
  const cable::Ends<S> coupling = multiply(convective.bySlope, motion.ends), drag = multiply(convective.bySlope, motion.rates),
                       tension = multiply(convective.slopes, motion.ends);
  const S &speed = motion.speed, square = speed * speed;
  for (int j = 0; j < 4; ++j) out.ends[j] += total * inertia[j] + (2 * moving * speed) * drag[j] - (moving / length * square) * tension[j];
  // B1 q: m r' at the end, −m r' at the start.
  out.ends[2] += (moving / length * square) * motion.ends[3];
  out.ends[0] -= (moving / length * square) * motion.ends[1];
  const Vec2<S>&start = motion.ends[1], &end = motion.ends[3];
  out.axial += (moving * length) * motion.acceleration + (2 * moving / length * speed) * product(motion.rates, tension) +
               (moving / (2 * length * length) * square) * (dot(end, end) - dot(start, start));
  if (!item.physicsUseCouplingTerms) return;
  for (int j = 0; j < 4; ++j) out.ends[j] += (moving * motion.acceleration) * coupling[j];
  out.axial += moving * product(coupling, motion.accelerations);
}

class Loop final : public CableLoop<Loop, ALEANCFCable2D> {
  using Base = CableLoop<Loop, ALEANCFCable2D>;

 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    Base::add(modelItem, number, assembly);
    assembly.add(speeds_);
    axial_.push_back(assembly.place(ItemKind::node, items_.back().nodeNumbers[2].index).firstCoordinate());
  }
  CablePlace cable(int index, const Assembly& assembly) const override {
    CablePlace place = Base::cable(index, assembly);
    place.axialCoordinate = axial_[index];
    place.axialReference = assembly.reference[axial_[index]];
    return place;
  }
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    const int frame = Base::addFrame(index, localPosition, assembly);
    assembly.frames[frame].push_back(axial_[index]);
    points_.push_back({index, frame, localPosition.x});
    return frame;
  }
  void dropFrame(int slot) override {
    Base::dropFrame(slot);
    std::erase_if(points_, [slot](const MaterialPoint& point) { return point.frame == slot; });
  }
  MarkerPlace addMass(int index, Assembly& assembly) override {
    const MarkerPlace place = Base::addMass(index, assembly);
    assembly.frames[place.frame].push_back(axial_[index]);
    masses_.push_back({index, place.frame});
    return place;
  }
  bool massIsConstant() const override {
    for (const ALEANCFCable2D& item : items_)
      if (item.physicsUseCouplingTerms) return false;
    return true;
  }

  /// Markers move with the material, ṙ + ṡ r', although forces on them act only on the mesh.
  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    Base::template kinematicsOf<S>(sweep);
    for (const MaterialPoint& point : points_) {
      const Vec2<S> flow = sweep.q_t[axial_[point.item]] * slopeAt(point, sweep);
      Vec3<S>& velocity = sweep.frames[point.frame].velocity;
      velocity.x += flow.x, velocity.y += flow.y;
    }
  }
  /// The elastic energy of the material in the element. Without the coupling terms the forces are no gradient of the energies.
  double stored(int index, const Sweep<double>& sweep) const override {
    return items_[index].physicsUseCouplingTerms ? cable::storedEnergy(elements_[index], sweep.q) : storesNothing;
  }
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      Motion<double> motion = motionOf(static_cast<int>(i), sweep);
      const Forces<double> forces = forcesOf(static_cast<int>(i), motion);
      elements_[i].scatter(forces.ends, sweep.residual);
      sweep.residual[axial_[i]] += forces.axial;
    }
  }
  /// Direction i is the change of coordinate i weighted by the stiffness factor, of its rate by the damping factor, and of its acceleration
  /// by the mass factor.
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    using D = Dual<9>;
    const TangentFactors& factors = tangent.factors;
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      const cable::Element& element = elements_[i];
      const Motion<double> at = motionOf(static_cast<int>(i), sweep);
      Motion<D> motion;
      for (int k = 0; k < 8; ++k) {
        const auto set = [&, scale = k / 2 % 2 ? element.length : 1.0](const cable::Ends<double>& from, cable::Ends<D>& to, double factor) {
          to[k / 2][k % 2].value = from[k / 2][k % 2];
          to[k / 2][k % 2].derivative[k] = scale * factor;
        };
        set(at.ends, motion.ends, factors.stiffness);
        set(at.rates, motion.rates, factors.damping);
        set(at.accelerations, motion.accelerations, factors.mass);
      }
      motion.speed.value = at.speed, motion.speed.derivative[8] = factors.damping;
      motion.acceleration.value = at.acceleration, motion.acceleration.derivative[8] = factors.mass;
      const Forces<D> forces = forcesOf(static_cast<int>(i), motion);
      double block[81];
      for (int k = 0; k < 8; ++k) {
        const double scale = k / 2 % 2 ? element.length : 1.0;
        for (int l = 0; l < 9; ++l) block[9 * k + l] = scale * forces.ends[k / 2][k % 2].derivative[l];
      }
      for (int l = 0; l < 9; ++l) block[72 + l] = forces.axial.derivative[l];
      int coordinates[9];
      const auto ends = element.coordinates();
      std::copy(ends.begin(), ends.end(), coordinates);
      coordinates[8] = axial_[i];
      tangent.sink.add(coordinates, 9, coordinates, 9, block, 9);
    }
  }

  /// An acceleration field also pulls the material along the mesh: its virtual work on δs is ρA (r1 − r0) g δs.
  template <class S>
  void backOf(Sweep<S>& sweep) const {
    Base::template backOf<S>(sweep);
    for (const Mass& mass : masses_) {
      const cable::Element& element = elements_[mass.item];
      const cable::Ends<S> ends = element.ends(sweep.q);
      const Vec3<S>& force = sweep.frameForces[mass.frame].force;
      sweep.residual[axial_[mass.item]] += (1 / element.length) * dot(Vec2<S>{force.x, force.y}, ends[2] - ends[0]);
    }
  }
  void backTangent(Tangent& tangent, Sweep<double>& sweep) const override {
    Base::backTangent(tangent, sweep);
    for (const Mass& mass : masses_) {
      const cable::Element& element = elements_[mass.item];
      const Vector3& force = sweep.frameForces[mass.frame].force;
      const double factor = tangent.factors.stiffness / element.length;
      const double row[4] = {-factor * force.x, -factor * force.y, factor * force.x, factor * force.y};
      const int columns[4] = {element.first[0], element.first[0] + 1, element.first[1], element.first[1] + 1};
      tangent.sink.add(&axial_[mass.item], 1, columns, 4, row, 4);
    }
  }
  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const override {
    Base::jacobians(tangent, sweep);
    for (const Mass& mass : masses_) {
      FrameJacobian& jacobian = (*tangent.frames)[mass.frame];
      if (jacobian.size == 0) continue;
      const cable::Element& element = elements_[mass.item];
      const cable::Ends<double> ends = element.ends(sweep.q);
      for (int k = 0; k < 2; ++k) jacobian.position[k * jacobian.size + 8] = (ends[2][k] - ends[0][k]) / element.length;
    }
    std::vector<std::array<double, 27>>& speeds = sweep[speeds_];
    speeds.resize(points_.size());
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const MaterialPoint& point = points_[i];
      std::array<double, 27>& speed = speeds[i];
      FrameJacobian& jacobian = (*tangent.frames)[point.frame];
      if (jacobian.size == 0) continue;
      const double length = elements_[point.item].length, axialSpeed = sweep.q_t[axial_[point.item]];
      const std::array<double, 4> weights = cable::shape_x(point.x / length);
      const Vec2<double> slope = slopeAt(point, sweep);
      std::copy_n(jacobian.position, 27, speed.begin());
      jacobian.speed = speed.data();
      for (int k = 0; k < 2; ++k) {
        speed[9 * k + 8] = slope[k];
        for (int j = 0; j < 4; ++j) jacobian.velocity[9 * k + 2 * j + k] += axialSpeed * weights[j] / (j % 2 ? 1 : length);
      }
    }
  }

  /// Velocities are material velocities; cross-sections rotate with the mesh.
  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    const cable::Element& element = elements_[index];
    const double x = local.x / element.length;
    const Motion<double> at = motionOf(index, sweep);
    CableMotion<double> motion(element, x, at.ends, at.rates);
    const Vec2<double> third = thirdDerivative(element, cable::deformation(at.ends));
    motion.velocity += at.speed * motion.section.slope;
    if (cableOutput(variable, motion, local.y, referencePosition(index, local), out)) return;
    const cable::Section<double> rates =
        items_[index].dampsMaterial() ? materialRates(motion.section, third, motion.rates, at.speed) : motion.rates;
    if (variable == OutputVariable::ForceLocal) {
      const cable::Stretch<double> stretch(motion.section.slope);
      out[0] = element.axialStiffness * (stretch.strain() - element.freeStrainAt(x)) + element.axialDamping * stretch.rate(rates.slope);
    } else {
      const cable::Bending<double> bending(motion.section);
      out[0] = element.bendingStiffness * (bending.curvature - element.freeCurvatureAt(x)) + element.bendingDamping * bending.rate(rates);
    }
  }

 private:
  template <class S>
  Motion<S> motionOf(int index, const Sweep<S>& sweep) const {
    const cable::Element& element = elements_[index];
    Motion<S> motion{element.ends(sweep.q), element.rates(sweep.q_t), {}, sweep.q_t[axial_[index]], S(0.0)};
    if (sweep.q_tt) motion.accelerations = element.rates(sweep.q_tt), motion.acceleration = sweep.q_tt[axial_[index]];
    return motion;
  }
  template <class S>
  Forces<S> forcesOf(int index, const Motion<S>& motion) const {
    Forces<S> forces;
    addElasticForces(items_[index], elements_[index], motion, forces);
    addInertia(items_[index], elements_[index], motion, forces);
    return forces;
  }

  struct Mass {
    int item, frame;
  };
  struct MaterialPoint {
    int item, frame;
    double x;  // m
  };
  template <class S>
  Vec2<S> slopeAt(const MaterialPoint& point, const Sweep<S>& sweep) const {
    const cable::Element& element = elements_[point.item];
    return element.section(point.x / element.length, cable::deformation(element.ends(sweep.q))).slope;
  }
  std::vector<int> axial_;  // indices of the axial coordinates
  std::vector<Mass> masses_;
  std::vector<MaterialPoint> points_;
  Drawer<std::vector<std::array<double, 27>>> speeds_;  // ∂v/∂q̇ by point
};

constexpr ParameterOf<ALEANCFCable2D> parameters[] = {
    {"physicsMovingMassFactor", &ALEANCFCable2D::physicsMovingMassFactor, unit::none, nonNegative, 1.0,
     "fraction of the mass that moves through the mesh; if it is 1, damping acts on the moving material, otherwise on the mesh"},
    {"physicsUseCouplingTerms", &ALEANCFCable2D::physicsUseCouplingTerms, unit::none, anyNumber, true,
     "whether the mass matrix couples the mesh to the axial coordinate"},
    {"physicsAddALEvariation", &ALEANCFCable2D::physicsAddALEvariation, unit::none, anyNumber, true,
     "whether elastic forces act on the axial coordinate"},
    {"nodeNumbers", &ALEANCFCable2D::nodeNumbers, capability::slopeNode, capability::genericNode, Presence::required,
     "Point2DSlope1 nodes at both ends, and a GenericODE2 node with the axial coordinate"}};

constexpr ItemDescription<ALEANCFCable2D> description = {
    .type = "ALEANCFCable2D",
    .summary = "Cable element in the xy plane whose material moves through the mesh, measured by an axial coordinate.",
    .equation =
        "\\dot r_{mat} = S\\,\\dot q + \\dot s\\,r', \\quad "
        "M_0 \\ddot q + M_1 q\\,\\ddot s + 2 \\dot s M_1 \\dot q + \\dot s^2 (B_1 - M_2)\\,q + Q_{el} = Q",
    .outputs = cableOutputs(),
    .provides = capability::body | capability::position | capability::orientation | capability::mass | capability::cable |
                capability::line | capability::axialMotion,
    .visualization = {"show", "color", "drawHeight", "width"},
    .drawnAs = {"cable", {{"length", "physicsLength"}}},
    .check =
        [](const ALEANCFCable2D& item, const Complain& complain) {
          if (item.nodeNumbers[0] == item.nodeNumbers[1]) complain("nodeNumbers", "must begin with two different nodes");
        },
    .checkAmong =
        [](const ALEANCFCable2D& item, const Neighbours& others, const Complain& complain) {
          const int count = others.count(item.nodeNumbers[2]).value_or(1);
          if (count != 1)
            complain("nodeNumbers", "must end with a node that has one coordinate, the axial one, got one with " + std::to_string(count));
        }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters, cableParameters<ALEANCFCable2D>);

}  // namespace
}  // namespace slipstick
