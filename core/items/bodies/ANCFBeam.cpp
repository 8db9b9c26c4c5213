// Beam element in space on nodes with slope vectors of the cross-section, whose deformation is penalised.
// Loaded on demand: few models have this item.
// Compiled for size: few models have this item.
//
// Positions and slopes are interpolated linearly between the nodes. The frame of a section, core/items/flexible/slope_frame.h, rotates
// along the axis with the local rate κ; γ is r_x in that frame minus its first axis. Both are evaluated only in the middle, which avoids
// locking; the strains of the cross-section are evaluated at the nodes. The virtual work of the section forces N and M, in global axes, is
// N·(δr_x + r_x × δθ) + M·(δθ)', where δθ is the rotation by changes of the slopes, and (δθ)' its derivative along the axis, computed with
// dual numbers. The tangent repeats this computation with one more direction of differentiation. Source: Nachbagauer, Gruber, Gerstmayr,
// Structural and Continuum Mechanics Approaches for a 3D Shear Deformable ANCF Beam Finite Element, J. Comput. Nonlinear Dyn. 8 (2013);
// Exudyn's source code for the points at which strains are evaluated.

#include "core/items/bodies/beam_in_space.h"
#include "core/items/flexible/slope_frames.h"
#include "core/items/frame_loop.h"

namespace slipstick {
namespace {

struct ANCFBeam {
  std::array<NodeIndex, 2> nodeNumbers;
  double physicsLength;
  double physicsMassPerLength;
  Matrix3 physicsCrossSectionInertia;
  Vector3 physicsAxialShearStiffness;
  Vector3 physicsTorsionalBendingStiffness;
  Vector3 physicsAxialShearDamping;
  Vector3 physicsTorsionalBendingDamping;
  Vector3 crossSectionPenaltyFactor;
  Vector3 crossSectionDamping;

  /// The strains of the cross-section, with a factor for each.
  Vector3 crossSection(const Vector3& factors) const {
    const Vector3& k = physicsAxialShearStiffness;
    return {factors.x * k.x, factors.y * k.x, factors.z * (k.y + k.z)};
  }
  /// The mass per length of slopes a and b, 0 along y and 1 along z: ∫ρ y² dA and so on. A flat section has no other moments.
  double slopeMass(int a, int b) const {
    const Matrix3& inertia = physicsCrossSectionInertia;
    return a != b ? -inertia[1][2] : a == 0 ? inertia[2][2] : inertia[1][1];
  }
};
using Beam = ANCFBeam;

using S = Dual1;
using AlongAxis = Dual<1, S>;

/// The positions of both nodes and their slopes along y and z, their rates, or forces on them.
using Ends = std::array<Vec3<S>, 6>;

Vec3<S> scaled(const Vector3& factors, const Vec3<S>& v) { return {factors.x * v.x, factors.y * v.y, factors.z * v.z}; }

/// The quantities in the middle of an element: r_x, the slopes, and their derivatives along the axis.
struct Middle {
  Vec3<S> along;
  Slopes<S> slopes, change;

  Middle(const Ends& ends, double length) {
    const auto mean = [&](int i) { return 0.5 * (ends[i] + ends[3 + i]); };
    const auto rate = [&](int i) { return (1 / length) * (ends[3 + i] - ends[i]); };
    along = rate(0), slopes = {mean(2), mean(1)}, change = {rate(2), rate(1)};
  }
  /// The slopes as functions of the axial position.
  Slopes<AlongAxis> alongAxis() const {
    Slopes<AlongAxis> result;
    for (int k = 0; k < 3; ++k) {
      result.leading[k].value = slopes.leading[k], result.leading[k].derivative[0] = change.leading[k];
      result.other[k].value = slopes.other[k], result.other[k].derivative[0] = change.other[k];
    }
    return result;
  }
};
Vec3<AlongAxis> constantAlong(const Vec3<S>& v) {
  Vec3<AlongAxis> result;
  for (int k = 0; k < 3; ++k) result[k].value = v[k];
  return result;
}
Vec3<S> part(const Vec3<AlongAxis>& v, bool rate) {
  return {rate ? v.x.derivative[0] : v.x.value, rate ? v.y.derivative[0] : v.y.value, rate ? v.z.derivative[0] : v.z.value};
}

/// γ and κ, their rates, or the forces N and M, in the axes of the middle section.
struct Strains {
  Vec3<S> shear, curvature;
};

/// The middle as a rotating section.
class Section {
 public:
  explicit Section(const Middle& middle)
      : middle_(middle), slopes_(middle.alongAxis()), frame_(slopes_), own_(middle.slopes), rotation_(own_.rotation(true)) {}
  const Mat3<S>& rotation() const { return rotation_; }
  Strains strains() const {
    Strains result{transposeTimes(rotation_, middle_.along), transposeTimes(rotation_, own_.turn(middle_.change))};
    result.shear.x -= 1.0;
    return result;
  }
  Strains rates(const Middle& rates) const {
    const Vec3<S> spin = own_.turn(rates.slopes), along = part(frame_.turn(rates.alongAxis()), true);
    return {transposeTimes(rotation_, rates.along + cross(middle_.along, spin)), transposeTimes(rotation_, along)};
  }
  /// Adds the forces on the ends that are equivalent to section forces along a length.
  void add(const Strains& forces, double length, Ends& out) const {
    const Vec3<S> force = rotation_ * forces.shear, moment = rotation_ * forces.curvature;
    const Slopes<AlongAxis> onSlopes = frame_.forces(constantAlong(moment));
    const Slopes<S> turned = own_.forces(cross(force, middle_.along));
    out[0] -= force, out[3] += force;
    const auto addTo = [&](int i, const Vec3<AlongAxis>& on, const Vec3<S>& more) {
      const Vec3<S> ofMean = (0.5 * length) * (part(on, true) + more), ofRate = part(on, false);
      out[i] += ofMean - ofRate, out[3 + i] += ofMean + ofRate;
    };
    addTo(1, onSlopes.other, turned.other), addTo(2, onSlopes.leading, turned.leading);
  }

 private:
  const Middle& middle_;
  Slopes<AlongAxis> slopes_;
  SlopeFrame<AlongAxis> frame_;
  SlopeFrame<S> own_;
  Mat3<S> rotation_;
};

Strains sectionForces(const Beam& beam, const Section& section, const Middle& rates) {
  const Strains strains = section.strains(), change = section.rates(rates);
  return {scaled(beam.physicsAxialShearStiffness, strains.shear) + scaled(beam.physicsAxialShearDamping, change.shear),
          scaled(beam.physicsTorsionalBendingStiffness, strains.curvature) + scaled(beam.physicsTorsionalBendingDamping, change.curvature)};
}

/// The strains yy, zz and yz of the cross-section at a node.
Vec3<S> crossSectionStrains(const Vec3<S>& y, const Vec3<S>& z) {
  return {0.5 * (dot(y, y) - 1.0), 0.5 * (dot(z, z) - 1.0), 0.5 * dot(y, z)};
}

/// The elastic and damping forces on the ends.
Ends elasticForces(const Beam& beam, const Ends& ends, const Ends& rates) {
  Ends out{};
  const Middle middle(ends, beam.physicsLength), change(rates, beam.physicsLength);
  const Section section(middle);
  section.add(sectionForces(beam, section, change), beam.physicsLength, out);
  const Vector3 stiffness = beam.crossSection(beam.crossSectionPenaltyFactor), damping = beam.crossSection(beam.crossSectionDamping);
  for (int i = 0; i < 6; i += 3) {
    const Vec3<S>&y = ends[i + 1], &z = ends[i + 2], &y_t = rates[i + 1], &z_t = rates[i + 2];
    const Vec3<S> strains = crossSectionStrains(y, z);
    const Vec3<S> strainRates{dot(y, y_t), dot(z, z_t), 0.5 * (dot(y, z_t) + dot(y_t, z))};
    const Vec3<S> force = (0.5 * beam.physicsLength) * (scaled(stiffness, strains) + scaled(damping, strainRates));
    out[i + 1] += force.x * y + (0.5 * force.z) * z;
    out[i + 2] += force.y * z + (0.5 * force.z) * y;
  }
  return out;
}

double storedEnergy(const Beam& beam, const Ends& ends) {
  const Middle middle(ends, beam.physicsLength);
  const Strains strains = Section(middle).strains();
  const auto of = [](const Vector3& stiffness, const Vec3<S>& v) { return valueOf(dot(scaled(stiffness, v), v)); };
  double energy = of(beam.physicsAxialShearStiffness, strains.shear) + of(beam.physicsTorsionalBendingStiffness, strains.curvature);
  for (int i = 0; i < 6; i += 3)
    energy += 0.5 * of(beam.crossSection(beam.crossSectionPenaltyFactor), crossSectionStrains(ends[i + 1], ends[i + 2]));
  return 0.5 * beam.physicsLength * energy;
}

/// The indices of the nodes of an element.
using Element = std::array<int, 2>;

Ends vectorsOf(const Element& element, const double* values) {
  Ends result;
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 3; ++k) result[i][k].value = values[element[i / 3] + 3 * (i % 3) + k];
  return result;
}
Ends endsOf(const Element& element, const Sweep<double>& sweep) {
  Ends result = vectorsOf(element, sweep.q);
  const Ends reference = vectorsOf(element, sweep.reference);
  for (int i = 0; i < 6; ++i) result[i] += reference[i];
  return result;
}

/// Returns the entry of the mass matrix for vectors i and j of the six, the same in each direction.
double massBetween(const Beam& beam, int i, int j) {
  const int a = i % 3, b = j % 3;
  const double perLength = a == 0 && b == 0 ? beam.physicsMassPerLength : a > 0 && b > 0 ? beam.slopeMass(a - 1, b - 1) : 0.0;
  return perLength * beam.physicsLength / (i / 3 == j / 3 ? 3 : 6);
}

using Base = FrameLoop<LoopOf<class Loop, Beam, role::OfCoordinates, role::Carrier, role::Lumped, role::Moving, role::Turning,
                              role::Massive, role::Deriving, role::Measured, role::Drawn, role::Storing>,
                       SlopeFrames>;

class Loop final : public Base {
 public:
  Loop() : Base(true) {}
  void reserve(int items) override {
    LoopOf::reserve(items);
    masses_.reserve(items);  // markers point to them
  }
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const int index = keep(modelItem);
    Element element;
    for (int i = 0; i < 2; ++i) element[i] = assembly.node(items_[index].nodeNumbers[i]).firstCoordinate();
    elements_.push_back(element), masses_.push_back(0);
    changed(index);
  }
  void changed(int index) override {
    masses_[index] = items_[index].physicsMassPerLength * items_[index].physicsLength;
    frames_.renew(index, [&](const Vector3& local) { return terms(index, local); });
  }
  std::vector<int> coordinates(int index) const override {
    std::vector<int> numbers;
    for (const int first : elements_[index])
      for (int i = 0; i < 9; ++i) numbers.push_back(first + i);
    return numbers;
  }
  int addFrame(int index, const Vector3& local, Assembly& assembly) override {
    return frames_.add(index, local, terms(index, local), {}, assembly);
  }
  void dropFrame(int slot) override { frames_.drop(slot); }
  MarkerPlace addMass(int index, Assembly& assembly) override {
    const Element& element = elements_[index];
    return {.frame = frames_.add(index, {}, {{element[0], 0.5}, {element[1], 0.5}}, {}, assembly), .mass = &masses_[index]};
  }

  bool massIsConstant() const override { return true; }
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t n = 0; n < items_.size(); ++n) {
      const Element& element = elements_[n];
      Ends force = elasticForces(items_[n], endsOf(element, sweep), vectorsOf(element, sweep.q_t));
      if (sweep.q_tt) {
        const Ends acceleration = vectorsOf(element, sweep.q_tt);
        for (int i = 0; i < 6; ++i)
          for (int j = 0; j < 6; ++j) force[i] += massBetween(items_[n], i, j) * acceleration[j];
      }
      for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 3; ++k) sweep.residual[element[i / 3] + 3 * (i % 3) + k] += force[i][k].value;
    }
  }
  double stored(int index, const Sweep<double>& sweep) const override {
    return storedEnergy(items_[index], endsOf(elements_[index], sweep));
  }
  /// Column by column, each a derivative with respect to one coordinate. Forces depend only on the difference of the positions.
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    const TangentFactors& factors = tangent.factors;
    for (std::size_t n = 0; n < items_.size(); ++n) {
      Ends ends = endsOf(elements_[n], sweep), rates = vectorsOf(elements_[n], sweep.q_t);
      double block[18 * 18] = {};
      for (int c = 3; c < 18 && (factors.stiffness != 0 || factors.damping != 0); ++c) {
        double &by = ends[c / 3][c % 3].derivative[0], &byRate = rates[c / 3][c % 3].derivative[0];
        by = factors.stiffness, byRate = factors.damping;
        const Ends force = elasticForces(items_[n], ends, rates);
        by = byRate = 0;
        for (int i = 0; i < 18; ++i) {
          const double entry = force[i / 3][i % 3].derivative[0];
          block[i * 18 + c] = entry;
          if (c / 3 == 3) block[i * 18 + c - 9] = -entry;
        }
      }
      for (int i = 0; i < 18; ++i)
        for (int j = i % 3; j < 18; j += 3) block[i * 18 + j] += factors.mass * massBetween(items_[n], i / 3, j / 3);
      const std::vector<int> numbers = coordinates(static_cast<int>(n));
      tangent.sink.add(numbers.data(), 18, numbers.data(), 18, block, 18);
    }
  }

  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    if (slopeOutput(variable, terms(index, local), true, sweep, out)) return;
    const Beam& beam = items_[index];
    const Middle middle(endsOf(elements_[index], sweep), beam.physicsLength),
        rates(vectorsOf(elements_[index], sweep.q_t), beam.physicsLength);
    const Section section(middle);
    const Strains strains = section.strains(), forces = sectionForces(beam, section, rates);
    writeSection(variable, {valueOf(strains.shear), valueOf(strains.curvature)}, {valueOf(forces.shear), valueOf(forces.curvature)}, out);
  }

  /// The positions and slopes of both ends.
  PoseSource pose(int) const override { return {PoseKind::cable, 12}; }
  void writePose(int index, const Sweep<double>& sweep, double* out) const override {
    const Ends ends = endsOf(elements_[index], sweep);
    const Vector3 slope = (1 / items_[index].physicsLength) * valueOf(ends[3] - ends[0]);
    for (int i = 0; i < 2; ++i) writeVector(valueOf(ends[3 * i]), out + 6 * i), writeVector(slope, out + 6 * i + 3);
  }

 private:
  SlopeTerms terms(int index, const Vector3& local) const {
    SlopeTerms result;
    const double share = 0.5 + local.x / items_[index].physicsLength;
    for (int i = 0; i < 2; ++i) {
      const double weight = i == 0 ? 1 - share : share;
      const int first = elements_[index][i];
      result.push_back({first, weight});
      result.push_back({first + 3, weight * local.y, 0, weight});
      result.push_back({first + 6, weight * local.z, weight, 0});
    }
    return result;
  }

  std::vector<Element> elements_;
  std::vector<double> masses_;
};

constexpr Vector3 ones{1, 1, 1};
constexpr ParameterOf<Beam> parameters[] = {
    {"nodeNumbers", &Beam::nodeNumbers, capability::slopeNode23, Presence::required, "PointSlope23 nodes at both ends"},
    {"physicsCrossSectionInertia", &Beam::physicsCrossSectionInertia, unit::kilogram* unit::metre, inertia, Matrix3{},
     "inertia tensor of the cross-section per length, symmetric; only J_yy, J_zz and J_yz are used, because J_xx = J_yy + J_zz"},
    {"physicsAxialShearDamping", &Beam::physicsAxialShearDamping, unit::newton* unit::second, nonNegative, Vector3{},
     "axial and shear forces per strain rate"},
    {"physicsTorsionalBendingDamping", &Beam::physicsTorsionalBendingDamping, unit::newtonMetreSquared* unit::second, nonNegative,
     Vector3{}, "torque and bending moments per rate of twist and curvature"},
    {"crossSectionPenaltyFactor", &Beam::crossSectionPenaltyFactor, unit::none, nonNegative, ones,
     "stiffness of the cross-section for the strains yy, zz and yz, as multiples of EA, EA and GA_y + GA_z"},
    {"crossSectionDamping", &Beam::crossSectionDamping, unit::second, nonNegative, Vector3{},
     "damping of these strains, as multiples of the same stiffness values"}};

constexpr ItemDescription<Beam> description = {
    .type = "ANCFBeam",
    .summary =
        "Beam element in space with axial, shear, torsional and bending stiffness; its coordinates include slopes of the cross-sections.",
    .equation =
        "M \\ddot q + \\left(\\frac{\\partial (\\gamma, \\kappa)}{\\partial q}\\right)^T (N, M)\\,L + \\sum_{0, 1} \\tfrac L2 "
        "\\left(\\frac{\\partial E}{\\partial q}\\right)^T (k_{cs} E + d_{cs} \\dot E) = Q, \\quad \\gamma = A^T r_x - e_1, \\quad "
        "\\tilde\\kappa = A^T A_x",
    .outputs =
        beamOutputs() +
        Outputs{{OutputVariable::VelocityLocal, unit::metrePerSecond, 3, "velocity in the axes of the cross-section"},
                {OutputVariable::Acceleration, unit::metrePerSecondSquared, 3, "global acceleration"},
                {OutputVariable::AngularVelocityLocal, unit::radianPerSecond, 3, "angular velocity in the axes of the cross-section"}},
    .provides = capability::body | capability::position | capability::orientation | capability::mass,
    .visualization = {"show", "color", "drawSize"},
    .drawnAs = {"beam", {{"length", "physicsLength"}}},
    .check = [](const Beam& item, const Complain& complain) { checkBeam(item, complain); }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters, beamParameters<Beam>);

}  // namespace
}  // namespace slipstick
