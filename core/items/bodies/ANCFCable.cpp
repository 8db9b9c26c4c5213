// Cable element in space: axial and bending stiffness, large deformation, no torsion.
//
// Cubic interpolation and integration are the same as for the planar element, see core/items/cable/cable.h. The curvature is the vector K =
// (r' × r'')/|r'|² in global axes. With a = r', b = r'', s = 1/|a|² and a constant vector m, c = m·(a × b) gives m·K = s c. Its first and
// second derivatives give the forces and the tangent. Source: Exudyn documentation, ObjectANCFCable and ObjectANCFCable2D; its source code
// for the definition of curvature and for the treatment of reference configuration and damping.
// Loaded on demand: few models have this item.

#include "core/items/cable/cable.h"
#include "core/items/registration.h"

namespace slipstick {
namespace {

struct ANCFCable {
  std::array<NodeIndex, 2> nodeNumbers;
  double physicsLength;
  double physicsMassPerLength;
  double physicsBendingStiffness;
  double physicsAxialStiffness;
  double physicsBendingDamping;
  double physicsAxialDamping;
  double physicsReferenceAxialStrain;
  double strainIsRelativeToReference;
  int useReducedOrderIntegration;

  const cable::Rule& rule() const { return cable::rules[useReducedOrderIntegration]; }
};
using Law = ANCFCable;

/// The positions and slopes of both ends, slopes times L, and their deformation; see cable.h.
template <class S>
using Ends = std::array<Vec3<S>, 4>;
template <class S>
using Deformation = std::array<Vec3<S>, 3>;

using cable::deformation, cable::sum;

/// r', r'' of a section, or their rates, or forces on them.
template <class S>
struct Section {
  Vec3<S> slope, bend;
};

/// The axial strain of a section.
template <class S>
struct Stretch {
  S length;
  Vec3<S> tangent;  // ∂ε/∂r'
  explicit Stretch(const Vec3<S>& slope) : length(norm(slope)), tangent((S(1.0) / length) * slope) {}
  S strain() const { return length - 1.0; }
  S rate(const Vec3<S>& slopeRate) const { return dot(tangent, slopeRate); }
};

/// The curvature of a section.
template <class S>
struct Bending {
  const Section<S>& at;
  S perSquare;  // s
  Vec3<S> curvature;
  explicit Bending(const Section<S>& section)
      : at(section), perSquare(S(1.0) / dot(section.slope, section.slope)), curvature(perSquare * cross(section.slope, section.bend)) {}
  Vec3<S> rate(const Section<S>& rates) const {
    return perSquare * (cross(rates.slope, at.bend) + cross(at.slope, rates.bend)) -
           (2.0 * perSquare * dot(at.slope, rates.slope)) * curvature;
  }
  /// ∂(m·K)/∂(r', r'').
  Section<S> gradient(const Vec3<S>& m) const {
    return {perSquare * cross(at.bend, m) - (2.0 * perSquare * dot(curvature, m)) * at.slope, perSquare * cross(m, at.slope)};
  }
};

/// The node indices and stress-free strains of an element.
struct Element {
  std::array<int, 2> first;
  std::array<double, 12> reference;
  double freeStrain[5];      // ε_0 + f ε_ref at the integration points
  Vector3 freeCurvature[3];  // f K_ref

  std::array<int, 12> coordinates() const {
    std::array<int, 12> result{};
    for (int i = 0; i < 12; ++i) result[i] = first[i / 6] + i % 6;
    return result;
  }
};

template <class S>
Ends<S> ratesOf(const Element& element, double length, const S* q_t) {
  Ends<S> result;
  for (int j = 0; j < 4; ++j)
    for (int k = 0; k < 3; ++k) result[j][k] = (j % 2 ? length : 1.0) * q_t[element.first[j / 2] + 3 * (j % 2) + k];
  return result;
}
template <class S>
Ends<S> endsOf(const Element& element, double length, const S* q) {
  Ends<S> result = ratesOf(element, length, q);
  for (int j = 0; j < 4; ++j)
    for (int k = 0; k < 3; ++k) result[j][k] += (j % 2 ? length : 1.0) * element.reference[3 * j + k];
  return result;
}
Ends<double> referenceEnds(const Element& element, double length) {
  const double still[12] = {};
  Element at = element;
  at.first = {0, 6};
  return endsOf(at, length, still);
}
template <class S>
Section<S> sectionAt(const cable::Point& at, double length, const Deformation<S>& e) {
  const double inverse = 1 / length;
  return {inverse * sum(at.first, e), (inverse * inverse) * sum(at.second, e)};
}
/// Evaluates at x from 0 to 1.
template <class S>
Section<S> sectionAt(double x, double length, const Ends<S>& ends) {
  return sectionAt(cable::point(2 * x - 1, 0), length, deformation(ends));
}

template <class S>
S normalForce(const Law& law, const Stretch<S>& stretch, const Vec3<S>& slopeRate, double freeStrain) {
  return law.physicsAxialStiffness * (stretch.strain() - freeStrain) + law.physicsAxialDamping * stretch.rate(slopeRate);
}
template <class S>
Vec3<S> moment(const Law& law, const Bending<S>& bending, const Section<S>& rates, const Vector3& freeCurvature) {
  return law.physicsBendingStiffness * (bending.curvature - freeCurvature) + law.physicsBendingDamping * bending.rate(rates);
}

/// Adds `weight` times ã, the matrix m ↦ a × m.
void addSkew(double weight, const Vector3& a, double out[6][6], int row, int column) {
  const Matrix3 m = skew(a);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out[row + i][column + j] += weight * m[i][j];
}
/// The second derivative of m·K with respect to r' and r''.
void addHessian(double weight, const Bending<double>& bending, const Vector3& m, double out[6][6]) {
  const Vector3 &a = bending.at.slope, &b = bending.at.bend;
  const double s = bending.perSquare, c = dot(m, bending.curvature);  // s times m·(a × b)
  const Vector3 byA = cross(b, m), byB = cross(m, a);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      out[i][j] += weight * (-2 * s * s * (a[i] * byA[j] + byA[i] * a[j]) + c * s * (8 * s * a[i] * a[j] - (i == j ? 2.0 : 0.0)));
      const double mixed = -2 * s * s * weight * a[i] * byB[j];
      out[i][3 + j] += mixed, out[3 + j][i] += mixed;
    }
  addSkew(-weight * s, m, out, 0, 3), addSkew(weight * s, m, out, 3, 0);
}

class Loop final : public LoopOf<Loop, Law, role::Carrier, role::Lumped, role::Cable, role::Moving, role::Massive, role::Deriving,
                                 role::Measured, role::Drawn, role::Storing> {
 public:
  void reserve(int items) override {
    LoopOf::reserve(items);
    masses_.reserve(items);  // markers point to them
  }
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Law& law = items_[keep(modelItem)];
    Element element{};
    for (int i = 0; i < 2; ++i) {
      const Place node = assembly.node(law.nodeNumbers[i]);
      element.first[i] = node.firstCoordinate();
      for (int k = 0; k < 6; ++k) element.reference[6 * i + k] = assembly.reference[element.first[i] + k];
    }
    elements_.push_back(element);
    masses_.push_back(0);
    changed(static_cast<int>(elements_.size()) - 1);
  }
  void changed(int index) override {
    const Law& law = items_[index];
    Element& element = elements_[index];
    const cable::Rule& rule = law.rule();
    for (int i = 0; i < rule.axialCount; ++i) element.freeStrain[i] = freeStrainAt(index, rule.axial[i].x);
    for (int i = 0; i < rule.bendingCount; ++i) element.freeCurvature[i] = freeCurvatureAt(index, rule.bending[i].x);
    masses_[index] = law.physicsMassPerLength * law.physicsLength;
    for (Frame& frame : frames_)
      if (frame.item == index) frame.weights = weightsOf(frame);
  }

  // Markers are located on the axis and have no orientation.
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    return addFrame({.item = index, .x = localPosition.x, .mass = false}, assembly);
  }
  void dropFrame(int slot) override { dropFrom(frames_, slot); }
  MarkerPlace addMass(int index, Assembly& assembly) override {
    return {.frame = addFrame({.item = index, .x = 0, .mass = true}, assembly), .mass = &masses_[index]};
  }
  CablePlace cable(int index, const Assembly&) const override {
    CablePlace place;
    place.length = &items_[index].physicsLength;
    place.coordinates = elements_[index].coordinates(), place.reference = elements_[index].reference;
    return place;
  }
  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) {
      FrameKinematics<S>& out = sweep.frames[frame.slot];
      out.position = sum(frame.weights, endsOf(elements_[frame.item], 1, sweep.q));
      out.velocity = sum(frame.weights, ratesOf(elements_[frame.item], 1, sweep.q_t));
    }
  }
  template <class S>
  void backOf(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) {
      const auto coordinates = elements_[frame.item].coordinates();
      for (int i = 0; i < 12; ++i) sweep.residual[coordinates[i]] += frame.weights[i / 3] * sweep.frameForces[frame.slot].force[i % 3];
    }
  }
  void jacobians(Tangent& tangent, const Sweep<double>&) const override {
    for (const Frame& frame : frames_) {
      FrameJacobian& jacobian = (*tangent.frames)[frame.slot];
      for (int i = 0; i < jacobian.size; ++i) jacobian.position[(i % 3) * jacobian.size + i] = frame.weights[i / 3];
    }
  }

  bool massIsConstant() const override { return true; }
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t n = 0; n < items_.size(); ++n) {
      const Law& law = items_[n];
      const Element& element = elements_[n];
      const double length = law.physicsLength;
      const Deformation<double> e = deformation(endsOf(element, length, sweep.q)), e_t = deformation(ratesOf(element, length, sweep.q_t));
      Deformation<double> force{};
      const auto addSection = [&](const cable::Point& at, const Section<double>& on) {
        for (int j = 0; j < 3; ++j) force[j] += (at.weight * at.first[j]) * on.slope + (at.weight / length * at.second[j]) * on.bend;
      };
      const cable::Rule& rule = law.rule();
      for (int i = 0; i < rule.axialCount; ++i) {
        const cable::Point& at = rule.axial[i];
        const Stretch<double> stretch(sectionAt(at, length, e).slope);
        addSection(at, {normalForce(law, stretch, sectionAt(at, length, e_t).slope, element.freeStrain[i]) * stretch.tangent, {}});
      }
      for (int i = 0; i < rule.bendingCount; ++i) {
        const cable::Point& at = rule.bending[i];
        const Section<double> section = sectionAt(at, length, e);
        const Bending<double> bending(section);
        addSection(at, bending.gradient(moment(law, bending, sectionAt(at, length, e_t), element.freeCurvature[i])));
      }
      Ends<double> onEnds{-force[0], force[1], force[0], force[2]};
      if (sweep.q_tt) {
        const Ends<double> acceleration = ratesOf(element, length, sweep.q_tt);
        for (int j = 0; j < 4; ++j)
          for (int m = 0; m < 4; ++m) onEnds[j] += (masses_[n] * cable::unitMass[j][m]) * acceleration[m];
      }
      for (int j = 0; j < 4; ++j)
        for (int k = 0; k < 3; ++k) sweep.residual[element.first[j / 2] + 3 * (j % 2) + k] += (j % 2 ? length : 1.0) * onEnds[j][k];
    }
  }
  double stored(int index, const Sweep<double>& sweep) const override {
    const Law& law = items_[index];
    const Element& element = elements_[index];
    const Deformation<double> e = deformation(endsOf(element, law.physicsLength, sweep.q));
    const cable::Rule& rule = law.rule();
    double energy = 0;
    for (int i = 0; i < rule.axialCount; ++i) {
      const double strain = Stretch<double>(sectionAt(rule.axial[i], law.physicsLength, e).slope).strain() - element.freeStrain[i];
      energy += rule.axial[i].weight * law.physicsAxialStiffness * strain * strain;
    }
    for (int i = 0; i < rule.bendingCount; ++i) {
      const Section<double> section = sectionAt(rule.bending[i], law.physicsLength, e);
      const Vector3 curvature = Bending<double>(section).curvature - element.freeCurvature[i];
      energy += rule.bending[i].weight * law.physicsBendingStiffness * dot(curvature, curvature);
    }
    return 0.5 * law.physicsLength * energy;
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    const TangentFactors& factors = tangent.factors;
    for (std::size_t n = 0; n < items_.size(); ++n) {
      const double length = items_[n].physicsLength;
      double byDeformation[9][9] = {};
      if (factors.stiffness != 0 || factors.damping != 0) addDeformationTangent(static_cast<int>(n), factors, sweep, byDeformation);
      // r0 moves the first vector of the deformation backwards; slopes are scaled.
      constexpr int vector[4] = {0, 1, 0, 2};
      const double scale[4] = {-1, length, 1, length}, inertia = factors.mass * masses_[n];
      double block[144];
      for (int i = 0; i < 12; ++i)
        for (int l = 0; l < 12; ++l) {
          const int j = i / 3, m = l / 3;
          block[12 * i + l] = scale[j] * scale[m] * byDeformation[3 * vector[j] + i % 3][3 * vector[m] + l % 3];
          if (i % 3 == l % 3) block[12 * i + l] += std::abs(scale[j] * scale[m]) * inertia * cable::unitMass[j][m];
        }
      const auto coordinates = elements_[n].coordinates();
      tangent.sink.add(coordinates.data(), 12, coordinates.data(), 12, block, 12);
    }
  }

  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    const Law& law = items_[index];
    const Element& element = elements_[index];
    const double length = law.physicsLength, x = local.x / length;
    const auto shape = cable::shape(x);
    const Ends<double> ends = endsOf(element, length, sweep.q), rates = ratesOf(element, length, sweep.q_t);
    const Section<double> section = sectionAt(x, length, ends), change = sectionAt(x, length, rates);
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(sum(shape, ends), out);
      case OutputVariable::Displacement:
        return writeVector(sum(shape, ratesOf(element, length, sweep.q)), out);
      case OutputVariable::Velocity:
        return writeVector(sum(shape, rates), out);
      case OutputVariable::Acceleration:
        return writeVector(sweep.q_tt ? sum(shape, ratesOf(element, length, sweep.q_tt)) : Vector3{}, out);
      case OutputVariable::Director1:
        return writeVector(section.slope, out);
      case OutputVariable::StrainLocal:
        out[0] = Stretch<double>(section.slope).strain();
        return;
      case OutputVariable::CurvatureLocal:
        return writeVector(Bending<double>(section).curvature, out);
      case OutputVariable::ForceLocal:
        out[0] = normalForce(law, Stretch<double>(section.slope), change.slope, freeStrainAt(index, x));
        return;
      default:
        return writeVector(moment(law, Bending<double>(section), change, freeCurvatureAt(index, x)), out);
    }
  }

  PoseSource pose(int) const override { return {PoseKind::cable, 12}; }
  void writePose(int index, const Sweep<double>& sweep, double* out) const override {
    const Ends<double> ends = endsOf(elements_[index], 1, sweep.q);
    for (int j = 0; j < 4; ++j) writeVector(ends[j], out + 3 * j);
  }

 private:
  struct Frame {
    int item;
    double x;   // m
    bool mass;  // of the total mass
    int slot = -1;
    std::array<double, 4> weights{};  // of positions and slopes
  };
  int addFrame(Frame frame, Assembly& assembly) {
    const auto coordinates = elements_[frame.item].coordinates();
    frame.slot = assembly.addFrame({coordinates.begin(), coordinates.end()});
    frame.weights = weightsOf(frame);
    frames_.push_back(frame);
    return frame.slot;
  }
  std::array<double, 4> weightsOf(const Frame& frame) const {
    const double length = items_[frame.item].physicsLength;
    std::array<double, 4> weights = frame.mass ? cable::meanShape : cable::shape(frame.x / length);
    weights[1] *= length, weights[3] *= length;
    return weights;
  }

  /// ε_0 + f ε_ref and f K_ref at x from 0 to 1.
  double freeStrainAt(int index, double x) const {
    const Law& law = items_[index];
    if (law.strainIsRelativeToReference == 0) return law.physicsReferenceAxialStrain;
    const Vector3 slope = sectionAt(x, law.physicsLength, referenceEnds(elements_[index], law.physicsLength)).slope;
    return law.physicsReferenceAxialStrain + law.strainIsRelativeToReference * Stretch<double>(slope).strain();
  }
  Vector3 freeCurvatureAt(int index, double x) const {
    const Law& law = items_[index];
    if (law.strainIsRelativeToReference == 0) return {};
    const Section<double> section = sectionAt(x, law.physicsLength, referenceEnds(elements_[index], law.physicsLength));
    return law.strainIsRelativeToReference * Bending<double>(section).curvature;
  }

  /// The derivative of the elastic and viscous forces on the deformation with respect to the deformation, weighted by the factors.
  SLIPSTICK_SMALL void addDeformationTangent(int index, const TangentFactors& factors, const Sweep<double>& sweep, double out[9][9]) const {
    const Law& law = items_[index];
    const Element& element = elements_[index];
    const double length = law.physicsLength;
    const Deformation<double> e = deformation(endsOf(element, length, sweep.q)), e_t = deformation(ratesOf(element, length, sweep.q_t));
    const cable::Rule& rule = law.rule();
    // The 6 × 6 derivative of a section's forces with respect to r' and r''.
    const auto add = [&](const cable::Point& at, const double byState[6][6]) {
      for (int j = 0; j < 3; ++j)
        for (int m = 0; m < 3; ++m) {
          const double a[2] = {at.first[j], at.second[j] / length}, b[2] = {at.first[m], at.second[m] / length};
          for (int k = 0; k < 3; ++k)
            for (int l = 0; l < 3; ++l)
              for (int p = 0; p < 4; ++p)
                out[3 * j + k][3 * m + l] += at.weight / length * a[p / 2] * b[p % 2] * byState[3 * (p / 2) + k][3 * (p % 2) + l];
        }
    };
    for (int i = 0; i < rule.axialCount; ++i) {
      const cable::Point& at = rule.axial[i];
      const Vector3 rate = sectionAt(at, length, e_t).slope;
      const Stretch<double> stretch(sectionAt(at, length, e).slope);
      const Vector3& t = stretch.tangent;
      const double normal = normalForce(law, stretch, rate, element.freeStrain[i]), strainRate = stretch.rate(rate);
      const double along = factors.stiffness * law.physicsAxialStiffness + factors.damping * law.physicsAxialDamping;
      const double turning = factors.stiffness / stretch.length;
      double byState[6][6] = {};
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
          byState[k][l] = t[k] * (along * t[l] + turning * law.physicsAxialDamping * (rate[l] - strainRate * t[l])) +
                          turning * normal * ((k == l ? 1.0 : 0.0) - t[k] * t[l]);
      add(at, byState);
    }
    for (int i = 0; i < rule.bendingCount; ++i) {
      const cable::Point& at = rule.bending[i];
      const Section<double> section = sectionAt(at, length, e), rates = sectionAt(at, length, e_t);
      const Bending<double> bending(section);
      const double along = factors.stiffness * law.physicsBendingStiffness + factors.damping * law.physicsBendingDamping;
      double byState[6][6] = {};
      addHessian(factors.stiffness, bending, moment(law, bending, rates, element.freeCurvature[i]), byState);
      for (int axis = 0; axis < 3; ++axis) {
        Vector3 unit;
        unit[axis] = 1;
        const Section<double> gradient = bending.gradient(unit);
        double column[6], row[6];  // ∂K/∂x, and the derivative of the moment
        for (int k = 0; k < 3; ++k) column[k] = gradient.slope[k], column[3 + k] = gradient.bend[k];
        for (int k = 0; k < 6; ++k) row[k] = along * column[k];
        if (law.physicsBendingDamping != 0) {
          double hessian[6][6] = {};
          addHessian(factors.stiffness * law.physicsBendingDamping, bending, unit, hessian);
          for (int k = 0; k < 6; ++k)
            for (int l = 0; l < 3; ++l) row[k] += hessian[k][l] * rates.slope[l] + hessian[k][3 + l] * rates.bend[l];
        }
        for (int k = 0; k < 6; ++k)
          for (int l = 0; l < 6; ++l) byState[k][l] += column[k] * row[l];
      }
      add(at, byState);
    }
  }

  std::vector<Element> elements_;
  std::vector<double> masses_;
  std::vector<Frame> frames_;
};

constexpr ParameterOf<Law> parameters[] = {
    {"physicsLength", &Law::physicsLength, unit::metre, positive, Presence::required, "unstrained length L of the element"},
    {"physicsMassPerLength", &Law::physicsMassPerLength, unit::kilogramPerMetre, nonNegative, 0.0, "mass per length ρA"},
    {"physicsBendingStiffness", &Law::physicsBendingStiffness, unit::newtonMetreSquared, nonNegative, 0.0, "bending stiffness EI"},
    {"physicsAxialStiffness", &Law::physicsAxialStiffness, unit::newton, nonNegative, 0.0, "axial stiffness EA"},
    {"physicsBendingDamping", &Law::physicsBendingDamping, unit::newtonMetreSquaredSecond, nonNegative, 0.0,
     "bending moment per curvature rate"},
    {"physicsAxialDamping", &Law::physicsAxialDamping, unit::newtonSecond, nonNegative, 0.0, "axial force per strain rate"},
    {"physicsReferenceAxialStrain", &Law::physicsReferenceAxialStrain, unit::none, anyNumber, 0.0,
     "strain at which the axial force is zero; a negative value tightens the cable"},
    {"strainIsRelativeToReference", &Law::strainIsRelativeToReference, unit::none, unitInterval, 0.0,
     "1: the reference configuration is stress-free; 0: the straight, unstretched cable is; values between interpolate"},
    {"nodeNumbers", &Law::nodeNumbers, capability::slopeNodeInSpace, Presence::required, "PointSlope1 nodes at both ends"},
    {"useReducedOrderIntegration",
     &Law::useReducedOrderIntegration,
     unit::none,
     {Range::Kind::oneOf, {0, 1, 2}},
     0,
     "quadrature points of the axial and bending terms: 0: Gauss 5 and 3, 1: Gauss 4 and 2, 2: Lobatto 3 and Gauss 2"}};

constexpr ItemDescription<Law> description = {
    .type = "ANCFCable",
    .summary = "Cable element in space with axial and bending stiffness but no torsional stiffness, for large deformation.",
    .equation =
        "\\rho A \\int_0^L S^T S\\,dx\\;\\ddot q + \\int_0^L N\\,\\frac{\\partial \\varepsilon}{\\partial q} + "
        "\\left(\\frac{\\partial K}{\\partial q}\\right)^T M\\,dx = Q, \\quad "
        "N = EA\\,(\\varepsilon - \\varepsilon_0) + d_\\varepsilon \\dot\\varepsilon, \\quad M = EI\\,K + d_K \\dot K, "
        "\\quad \\varepsilon = |r'| - 1, \\quad K = \\frac{r' \\times r''}{|r'|^2}",
    .outputs = pointOutputs() +
               Outputs{{OutputVariable::Director1, unit::none, 3, "slope r' of the centre line; its length is 1 plus the axial strain"},
                       {OutputVariable::StrainLocal, unit::none, 1, "axial strain |r'| − 1; the reference strain is not subtracted"},
                       {OutputVariable::CurvatureLocal, unit::perMetre, 3, "curvature vector K, global"},
                       {OutputVariable::ForceLocal, unit::newton, 1, "axial force N"},
                       {OutputVariable::TorqueLocal, unit::newtonMetre, 3, "bending moment M, global"}},
    .provides = capability::body | capability::position | capability::mass | capability::line | capability::cableInSpace,
    .visualization = {"show", "color", "drawSize"},
    .drawnAs = {"cable", {{"length", "physicsLength"}}},
    .check = [](const Law& law, const Complain& complain) {
      if (law.nodeNumbers[0] == law.nodeNumbers[1]) complain("nodeNumbers", "must be two different nodes");
    }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace
}  // namespace slipstick
