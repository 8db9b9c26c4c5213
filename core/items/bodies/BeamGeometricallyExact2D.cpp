// Beam element in the xy plane with axial, shear and bending stiffness; cross-sections rotate independently of the axis.
//
// Positions and angles of the nodes are interpolated linearly, and strains are evaluated in the middle of the element, which avoids
// locking. Source: Simo, Vu-Quoc, On the dynamics of flexible beams under large overall motions — the plane case, J. Appl. Mech. 53 (1986);
// the choice of reference angles was determined by experiments with Exudyn 1.13.6.
// Loaded on demand: few models have this item.

#include "core/items/registration.h"

namespace slipstick {
namespace {

struct BeamGeometricallyExact2D {
  std::array<NodeIndex, 2> nodeNumbers;
  double physicsLength;
  double physicsMassPerLength;
  double physicsCrossSectionInertia;
  double physicsBendingStiffness;
  double physicsAxialStiffness;
  double physicsShearStiffness;
  double physicsBendingDamping;
  double physicsAxialDamping;
  double physicsShearDamping;
  double physicsReferenceCurvature;
  bool includeReferenceRotations;
};
using Beam = BeamGeometricallyExact2D;

/// The indices of the two nodes of an element. Coordinates of a node are x, y and the angle.
struct Element {
  std::array<int, 2> first;
  double reference[2][3];
  double angle[2];  // of the cross-sections at the nodes in the reference configuration

  std::array<int, 6> coordinates() const { return {first[0], first[0] + 1, first[0] + 2, first[1], first[1] + 1, first[1] + 2}; }
};

/// A cross-section: the weights of the two nodes give its position and angle.
struct Weights {
  double node[2];
};
/// At a distance x from the middle.
Weights weightsAt(double x, double length) { return {{0.5 - x / length, 0.5 + x / length}}; }

template <class S>
struct SectionMotion {
  Vec2<S> position, velocity;
  S angle, spin;
  Vec2<S> tangent;  // unit normal of the plane of the cross-section

  SectionMotion(const Element& element, const Weights& weights, const S* q, const S* q_t) : angle(0.0), spin(0.0) {
    position = velocity = {S(0.0), S(0.0)};
    for (int j = 0; j < 2; ++j) {
      const S *x = q + element.first[j], *v = q_t + element.first[j];
      const double *reference = element.reference[j], w = weights.node[j];
      position += w * Vec2<S>{reference[0] + x[0], reference[1] + x[1]};
      velocity += w * Vec2<S>{v[0], v[1]};
      angle += w * (element.angle[j] + x[2]);
      spin += w * v[2];
    }
    const auto [s, c] = sineCosine(angle);
    tangent = {c, s};
  }
  Vec2<S> positionAt(double y) const { return position + y * perpendicular(tangent); }
  Vec2<S> velocityAt(double y) const { return velocity - (y * spin) * tangent; }
};

/// The strains of a section and their rates.
template <class S>
struct Strains {
  S axial, shear, curvature;
  S axialRate, shearRate, curvatureRate;

  Strains(const Beam& beam, const Element& element, const SectionMotion<S>& section, const S* q, const S* q_t) {
    const double inverse = 1 / beam.physicsLength;
    const S *a = q + element.first[0], *b = q + element.first[1], *a_t = q_t + element.first[0], *b_t = q_t + element.first[1];
    const double(&reference)[2][3] = element.reference;
    const Vec2<S> slope{inverse * (b[0] - a[0] + (reference[1][0] - reference[0][0])),
                        inverse * (b[1] - a[1] + (reference[1][1] - reference[0][1]))};
    const Vec2<S> slopeRate{inverse * (b_t[0] - a_t[0]), inverse * (b_t[1] - a_t[1])};
    const Vec2<S>& t = section.tangent;
    axial = dot(t, slope) - 1.0, shear = cross(t, slope);
    curvature = inverse * (b[2] - a[2] + (reference[1][2] - reference[0][2])) - beam.physicsReferenceCurvature;
    axialRate = dot(t, slopeRate) + section.spin * shear;
    shearRate = cross(t, slopeRate) - section.spin * (axial + 1.0);
    curvatureRate = inverse * (b_t[2] - a_t[2]);
  }
  S normalForce(const Beam& beam) const { return beam.physicsAxialStiffness * axial + beam.physicsAxialDamping * axialRate; }
  S shearForce(const Beam& beam) const { return beam.physicsShearStiffness * shear + beam.physicsShearDamping * shearRate; }
  S moment(const Beam& beam) const { return beam.physicsBendingStiffness * curvature + beam.physicsBendingDamping * curvatureRate; }
};

constexpr Weights middle{{0.5, 0.5}};

class Loop final : public LoopOf<Loop, Beam, role::Carrier, role::Lumped, role::Moving, role::Turning, role::Massive, role::Deriving,
                                 role::Measured, role::Drawn, role::Storing> {
 public:
  void reserve(int items) override {
    LoopOf::reserve(items);
    masses_.reserve(items);  // markers point to them
  }
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Beam& item = items_[keep(modelItem)];
    Element element{};
    for (int j = 0; j < 2; ++j) {
      const Place node = assembly.node(item.nodeNumbers[j]);
      element.first[j] = node.firstCoordinate();
      for (int k = 0; k < 3; ++k) element.reference[j][k] = assembly.reference[element.first[j] + k];
    }
    elements_.push_back(element);
    masses_.push_back(0);
    changed(static_cast<int>(elements_.size()) - 1);
  }
  void changed(int index) override {
    const Beam& item = items_[index];
    Element& element = elements_[index];
    const double(&reference)[2][3] = element.reference;
    const double ofAxis = atan2(reference[1][1] - reference[0][1], reference[1][0] - reference[0][0]);
    for (int j = 0; j < 2; ++j) element.angle[j] = item.includeReferenceRotations ? reference[j][2] : ofAxis;
    masses_[index] = item.physicsMassPerLength * item.physicsLength;
    for (Frame& frame : frames_)
      if (frame.item == index && !frame.point) frame.weights = weightsAt(frame.x, item.physicsLength);
  }
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    return addFrame({index, 0, localPosition.x, localPosition.y, false, weightsAt(localPosition.x, items_[index].physicsLength)}, assembly);
  }
  void dropFrame(int slot) override { dropFrom(frames_, slot); }
  MarkerPlace addMass(int index, Assembly& assembly) override {
    return {.frame = addFrame({index, 0, 0, 0, true, middle}, assembly), .mass = &masses_[index]};
  }

  bool massIsConstant() const override { return true; }
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Beam& beam = items_[i];
      const Element& element = elements_[i];
      const SectionMotion<double> section(element, middle, sweep.q, sweep.q_t);
      const Strains<double> strains(beam, element, section, sweep.q, sweep.q_t);
      const double normal = strains.normalForce(beam), shear = strains.shearForce(beam), moment = strains.moment(beam);
      const Vec2<double> force = normal * section.tangent + shear * perpendicular(section.tangent);
      const double turn = (0.5 * beam.physicsLength) * (normal * strains.shear - shear * (1.0 + strains.axial));
      for (int j = 0; j < 2; ++j) {
        double* out = sweep.residual + element.first[j];
        const double sign = j == 0 ? -1 : 1;
        out[0] += sign * force.x, out[1] += sign * force.y, out[2] += sign * moment + turn;
      }
      if (!sweep.q_tt) continue;
      for (int j = 0; j < 2; ++j)
        for (int l = 0; l < 2; ++l)
          for (int k = 0; k < 3; ++k)
            sweep.residual[element.first[j] + k] += massOf(beam, k) * (j == l ? 2.0 : 1.0) * sweep.q_tt[element.first[l] + k];
    }
  }

  double stored(int index, const Sweep<double>& sweep) const override {
    const Beam& beam = items_[index];
    const Element& element = elements_[index];
    const Strains<double> strains(beam, element, SectionMotion<double>(element, middle, sweep.q, sweep.q_t), sweep.q, sweep.q_t);
    return 0.5 * beam.physicsLength *
           (beam.physicsAxialStiffness * strains.axial * strains.axial + beam.physicsShearStiffness * strains.shear * strains.shear +
            beam.physicsBendingStiffness * strains.curvature * strains.curvature);
  }

  /// With the directions p of ε and s of γ (by displacements) and b of the angle: ∂ε = p + γ b, ∂γ = s − (1 + ε) b, ∂p = s b, ∂s = −p b.
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    const TangentFactors& factors = tangent.factors;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Beam& beam = items_[i];
      const Element& element = elements_[i];
      const auto coordinates = element.coordinates();
      const SectionMotion<double> section(element, middle, sweep.q, sweep.q_t);
      const Strains<double> strains(beam, element, section, sweep.q, sweep.q_t);
      const double length = beam.physicsLength, inverse = 1 / length;
      const Vec2<double>& t = section.tangent;
      const double p[6] = {-t.x * inverse, -t.y * inverse, 0, t.x * inverse, t.y * inverse, 0};
      const double s[6] = {t.y * inverse, -t.x * inverse, 0, -t.y * inverse, t.x * inverse, 0};
      constexpr double b[6] = {0, 0, 0.5, 0, 0, 0.5};
      const double stretch = 1 + strains.axial;
      const double normal = strains.normalForce(beam), shear = strains.shearForce(beam);
      double axial[6], sheared[6], rate[6], shearRate = 0, axialRate = 0;
      for (int k = 0; k < 6; ++k) {
        axial[k] = p[k] + strains.shear * b[k], sheared[k] = s[k] - stretch * b[k];
        rate[k] = sweep.q_t[coordinates[k]];
        axialRate += p[k] * rate[k], shearRate += s[k] * rate[k];
      }
      double block[36];
      for (int k = 0; k < 6; ++k)
        for (int l = 0; l < 6; ++l) {
          // Second derivatives of ε and γ, and derivatives of their rates with respect to coordinates.
          const double axialTwice = s[k] * b[l] + b[k] * s[l] - stretch * b[k] * b[l];
          const double shearTwice = -p[k] * b[l] - b[k] * p[l] - strains.shear * b[k] * b[l];
          const double axialRateBy = shearRate * b[l] + section.spin * (s[l] - stretch * b[l]);
          const double shearRateBy = -axialRate * b[l] - section.spin * (p[l] + strains.shear * b[l]);
          const double elastic = axial[k] * (beam.physicsAxialStiffness * axial[l] + beam.physicsAxialDamping * axialRateBy) +
                                 sheared[k] * (beam.physicsShearStiffness * sheared[l] + beam.physicsShearDamping * shearRateBy) +
                                 normal * axialTwice + shear * shearTwice;
          const double viscous = beam.physicsAxialDamping * axial[k] * axial[l] + beam.physicsShearDamping * sheared[k] * sheared[l];
          block[6 * k + l] = length * (factors.stiffness * elastic + factors.damping * viscous);
        }
      const double bending = inverse * (factors.stiffness * beam.physicsBendingStiffness + factors.damping * beam.physicsBendingDamping);
      for (const auto& [k, l] : {std::pair{2, 2}, {2, 5}, {5, 2}, {5, 5}}) block[6 * k + l] += k == l ? bending : -bending;
      for (int k = 0; k < 6; ++k) {
        const double mass = factors.mass * massOf(beam, k % 3);
        block[6 * k + k] += 2 * mass, block[6 * k + (k + 3) % 6] += mass;
      }
      tangent.sink.add(coordinates.data(), 6, coordinates.data(), 6, block, 6);
    }
  }

  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) {
      const SectionMotion<S> section(elements_[frame.item], frame.weights, sweep.q, sweep.q_t);
      FrameKinematics<S>& out = sweep.frames[frame.slot];
      const Vec2<S> r = section.positionAt(frame.y), v = section.velocityAt(frame.y);
      out.position = {r.x, r.y, S(0.0)}, out.velocity = {v.x, v.y, S(0.0)};
      if (frame.point) continue;
      out.angularVelocity = out.angularVelocityLocal = {S(0.0), S(0.0), section.spin};
      const Vec2<S>& t = section.tangent;
      out.rotation = {{{t.x, -t.y, S(0.0)}, {t.y, t.x, S(0.0)}, {S(0.0), S(0.0), S(1.0)}}};
    }
  }
  template <class S>
  void backOf(Sweep<S>& sweep) const {
    for (const Frame& frame : frames_) {
      const FrameForce<S>& wrench = sweep.frameForces[frame.slot];
      const Vec2<S> force{wrench.force.x, wrench.force.y};
      const Element& element = elements_[frame.item];
      S moment(0.0);
      if (!frame.point)
        moment = wrench.torque.z - frame.y * dot(force, SectionMotion<S>(element, frame.weights, sweep.q, sweep.q_t).tangent);
      for (int j = 0; j < 2; ++j) {
        S* out = sweep.residual + element.first[j];
        out[0] += frame.weights.node[j] * force.x, out[1] += frame.weights.node[j] * force.y, out[2] += frame.weights.node[j] * moment;
      }
    }
  }
  void jacobians(Tangent& tangent, const Sweep<double>& sweep) const override {
    for (const Frame& frame : frames_) {
      FrameJacobian& jacobian = (*tangent.frames)[frame.slot];
      if (jacobian.size == 0) continue;
      const SectionMotion<double> section(elements_[frame.item], frame.weights, sweep.q, sweep.q_t);
      const Vec2<double>&t = section.tangent, n = perpendicular(t);
      const int size = jacobian.size;
      for (int j = 0; j < 2; ++j) {
        const double w = frame.weights.node[j];
        jacobian.position[3 * j] = jacobian.position[size + 3 * j + 1] = w;
        if (frame.point) continue;
        const int angle = 3 * j + 2;
        for (int row = 0; row < 2; ++row) {
          jacobian.position[row * size + angle] = -frame.y * w * t[row];
          jacobian.velocity[row * size + angle] = -frame.y * section.spin * w * n[row];
        }
        jacobian.rotation[2 * size + angle] = w;
      }
    }
  }
  void backTangent(Tangent& tangent, Sweep<double>& sweep) const override {
    for (const Frame& frame : frames_) {
      if (frame.point || frame.y == 0) continue;
      const Element& element = elements_[frame.item];
      const SectionMotion<double> section(element, frame.weights, sweep.q, sweep.q_t);
      const FrameForce<double>& wrench = sweep.frameForces[frame.slot];
      const double turn = -frame.y * dot(Vec2<double>{wrench.force.x, wrench.force.y}, perpendicular(section.tangent));
      const int angles[2] = {element.first[0] + 2, element.first[1] + 2};
      double block[4];
      for (int k = 0; k < 4; ++k) block[k] = tangent.factors.stiffness * frame.weights.node[k / 2] * frame.weights.node[k % 2] * turn;
      tangent.sink.add(angles, 2, angles, 2, block, 2);
    }
  }

  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    const Beam& beam = items_[index];
    const Element& element = elements_[index];
    const Weights weights = weightsAt(local.x, beam.physicsLength);
    const SectionMotion<double> section(element, weights, sweep.q, sweep.q_t);
    const Strains<double> strains(beam, element, section, sweep.q, sweep.q_t);
    const Vec2<double> r = section.positionAt(local.y), v = section.velocityAt(local.y);
    switch (variable) {
      case OutputVariable::Position:
        return writeVector(Vector3{r.x, r.y, 0.0}, out);
      case OutputVariable::Displacement: {
        const Vec2<double> reference = referencePosition(element, weights, local.y);
        return writeVector(Vector3{r.x - reference.x, r.y - reference.y, 0.0}, out);
      }
      case OutputVariable::Velocity:
        return writeVector(Vector3{v.x, v.y, 0.0}, out);
      case OutputVariable::Rotation:
        return writeVector(Vector3{0.0, 0.0, section.angle}, out);
      case OutputVariable::StrainLocal:
        for (int k = 0; k < 6; ++k) out[k] = 0.0;
        out[0] = strains.axial, out[5] = strains.shear;
        return;
      case OutputVariable::CurvatureLocal:
        return writeVector(Vector3{0.0, 0.0, strains.curvature}, out);
      case OutputVariable::ForceLocal:
        return writeVector(Vector3{strains.normalForce(beam), strains.shearForce(beam), 0.0}, out);
      default:
        return writeVector(Vector3{0.0, 0.0, strains.moment(beam)}, out);  // TorqueLocal
    }
  }

  /// The axis is straight between the nodes.
  PoseSource pose(int) const override { return {PoseKind::cable, 8}; }
  void writePose(int index, const Sweep<double>& sweep, double* out) const override {
    const Element& element = elements_[index];
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k) out[4 * j + k] = element.reference[j][k] + sweep.q[element.first[j] + k];
    for (int k = 0; k < 2; ++k) out[2 + k] = out[6 + k] = (out[4 + k] - out[k]) / items_[index].physicsLength;
  }

 private:
  struct Frame {
    int item, slot;
    double x, y;  // m
    bool point;   // a point of the total mass, without orientation
    Weights weights;
  };
  int addFrame(Frame frame, Assembly& assembly) {
    const auto coordinates = elements_[frame.item].coordinates();
    frame.slot = assembly.addFrame({coordinates.begin(), coordinates.end()});
    frames_.push_back(frame);
    return frame.slot;
  }
  /// A sixth of the mass, or of the moment of inertia for the angle.
  static double massOf(const Beam& beam, int coordinate) {
    return beam.physicsLength / 6 * (coordinate == 2 ? beam.physicsCrossSectionInertia : beam.physicsMassPerLength);
  }
  static Vec2<double> referencePosition(const Element& element, const Weights& weights, double y) {
    const double(&reference)[2][3] = element.reference;
    const auto between = [&](double a, double b) { return weights.node[0] * a + weights.node[1] * b; };
    const auto [s, c] = sineCosine(between(element.angle[0], element.angle[1]));
    return {between(reference[0][0], reference[1][0]) - y * s, between(reference[0][1], reference[1][1]) + y * c};
  }
  std::vector<Element> elements_;
  std::vector<double> masses_;
  std::vector<Frame> frames_;
};

constexpr ParameterOf<Beam> parameters[] = {
    {"nodeNumbers", &Beam::nodeNumbers, capability::rigidNode2D, Presence::required, "RigidBody2D nodes at both ends"},
    {"physicsLength", &Beam::physicsLength, unit::metre, positive, Presence::required, "unstrained length L of the element"},
    {"physicsMassPerLength", &Beam::physicsMassPerLength, unit::kilogramPerMetre, nonNegative, 0.0, "mass per length ρA"},
    {"physicsCrossSectionInertia", &Beam::physicsCrossSectionInertia, unit::kilogram* unit::metre, nonNegative, 0.0,
     "moment of inertia per length ρJ of the cross-sections about z"},
    {"physicsBendingStiffness", &Beam::physicsBendingStiffness, unit::newtonMetreSquared, nonNegative, 0.0, "bending stiffness EI"},
    {"physicsAxialStiffness", &Beam::physicsAxialStiffness, unit::newton, nonNegative, 0.0, "axial stiffness EA"},
    {"physicsShearStiffness", &Beam::physicsShearStiffness, unit::newton, nonNegative, 0.0,
     "shear stiffness GA, including the shear correction factor"},
    {"physicsBendingDamping", &Beam::physicsBendingDamping, unit::newtonMetreSquaredSecond, nonNegative, 0.0,
     "bending moment per curvature rate"},
    {"physicsAxialDamping", &Beam::physicsAxialDamping, unit::newtonSecond, nonNegative, 0.0, "axial force per strain rate"},
    {"physicsShearDamping", &Beam::physicsShearDamping, unit::newtonSecond, nonNegative, 0.0, "shear force per shear strain rate"},
    {"physicsReferenceCurvature", &Beam::physicsReferenceCurvature, unit::perMetre, anyNumber, 0.0,
     "curvature at which the bending moment is zero"},
    {"includeReferenceRotations", &Beam::includeReferenceRotations, unit::none, anyNumber, false,
     "whether reference cross-sections have the reference angles of the nodes; otherwise they are normal to the line between the nodes"}};

constexpr ItemDescription<Beam> description = {
    .type = "BeamGeometricallyExact2D",
    .summary = "Beam element in the xy plane with axial, shear and bending stiffness, for large deformation.",
    .equation =
        "M \\ddot q + L \\left(N\\,\\frac{\\partial \\varepsilon}{\\partial q} + Q\\,\\frac{\\partial \\gamma}{\\partial q} + "
        "M_b\\,\\frac{\\partial \\kappa}{\\partial q}\\right) = Q_q, \\quad N = EA\\,\\varepsilon + d_\\varepsilon \\dot\\varepsilon, "
        "\\quad Q = GA\\,\\gamma + d_\\gamma \\dot\\gamma, \\quad M_b = EI\\,(\\kappa - \\kappa_0) + d_K \\dot\\kappa, \\quad "
        "\\begin{pmatrix} 1 + \\varepsilon \\\\ \\gamma \\end{pmatrix} = A(\\varphi)^T r', \\quad \\kappa = \\varphi'",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "global position of the point (x, y) of the cross-section at x"},
                {OutputVariable::Displacement, unit::metre, 3, "global displacement from the reference configuration"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "global velocity"},
                {OutputVariable::Rotation, unit::radian, 3, "0, 0 and the angle of the cross-section"},
                {OutputVariable::StrainLocal, unit::none, 6, "axial strain first, shear strain last; the others are 0"},
                {OutputVariable::CurvatureLocal, unit::perMetre, 3, "0, 0 and the curvature minus the reference curvature"},
                {OutputVariable::ForceLocal, unit::newton, 3, "axial force, shear force and 0"},
                {OutputVariable::TorqueLocal, unit::newtonMetre, 3, "0, 0 and the bending moment"}},
    .provides = capability::body | capability::position | capability::orientation | capability::mass,
    .visualization = {"show", "color", "drawHeight", "width"},
    .drawnAs = {"beam", {{"length", "physicsLength"}}},
    .check = [](const Beam& item, const Complain& complain) {
      if (item.nodeNumbers[0] == item.nodeNumbers[1]) complain("nodeNumbers", "must be two different nodes");
    }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace
}  // namespace slipstick
