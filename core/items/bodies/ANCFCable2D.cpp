// Cable element in the xy plane: axial and bending stiffness, large deformation.

#include "core/items/bodies/cable_body.h"
#include "core/items/stored_energy.h"
#include "core/registry/user_function.h"

namespace slipstick {
namespace {

struct ANCFCable2D {
  double physicsLength;
  double physicsMassPerLength;
  double physicsBendingStiffness;
  double physicsAxialStiffness;
  double physicsBendingDamping;
  double physicsAxialDamping;
  double physicsReferenceAxialStrain;
  double physicsReferenceCurvature;
  double strainIsRelativeToReference;
  std::array<NodeIndex, 2> nodeNumbers;
  int useReducedOrderIntegration;
  UserFunction axialForceUserFunction;
  UserFunction bendingMomentUserFunction;

  bool hasFunction() const { return axialForceUserFunction || bendingMomentUserFunction; }
  /// Whether each function depends only on its own strain, so that the section stores energy.
  bool stores() const {
    for (const UserFunction* function : {&axialForceUserFunction, &bendingMomentUserFunction})
      if (*function && (!dependsOnPosition(*function, 3) || function->reads(7) || function->reads(8))) return false;
    return true;
  }
};

/// The strains of a section and their rates, in this order: ε, ε̇, K, K̇.
template <class S>
using Strains = std::array<S, 4>;

/// The laws of the section forces, with user functions that replace the linear laws.
template <class S>
struct Laws {
  const ANCFCable2D& cable;
  S time;
  const double* sensorValues;

  S normalForce(double x, const Strains<S>& strains, double freeStrain, double freeCurvature) const {
    const auto& [strain, strainRate, curvature, curvatureRate] = strains;
    if (!cable.axialForceUserFunction) return cable.physicsAxialStiffness * (strain - freeStrain) + cable.physicsAxialDamping * strainRate;
    return call(cable.axialForceUserFunction, {time, S(x), strain, strainRate, S(freeStrain), S(cable.physicsAxialStiffness),
                                               S(cable.physicsAxialDamping), curvature, curvatureRate, S(freeCurvature)});
  }
  S bendingMoment(double x, const Strains<S>& strains, double freeStrain, double freeCurvature) const {
    const auto& [strain, strainRate, curvature, curvatureRate] = strains;
    if (!cable.bendingMomentUserFunction)
      return cable.physicsBendingStiffness * (curvature - freeCurvature) + cable.physicsBendingDamping * curvatureRate;
    return call(cable.bendingMomentUserFunction, {time, S(x), curvature, curvatureRate, S(freeCurvature), S(cable.physicsBendingStiffness),
                                                  S(cable.physicsBendingDamping), strain, strainRate, S(freeStrain)});
  }

 private:
  S call(const UserFunction& function, const std::array<S, 10>& arguments) const {
    S result;
    function.evaluate(arguments.data(), sensorValues + function.sensorOffset, &result);
    return result;
  }
};

/// With many directions, the laws are differentiated with respect to the four strains, and the strains with respect to the coordinates.
template <int N, class Law>
Dual<N> byStrains(const Laws<Dual<N>>& laws, const Strains<Dual<N>>& strains, const Law& law) {
  using D = Dual<4>;
  Strains<D> variables;
  for (int k = 0; k < 4; ++k) variables[k] = D::variable(strains[k].value, k);
  const D value = law(Laws<D>{laws.cable, D(laws.time.value), laws.sensorValues}, variables);
  Dual<N> result(value.value);
  for (int k = 0; k < 4; ++k) result += value.derivative[k] * (strains[k] - strains[k].value);
  return result;
}
template <class S, class Law>
S byStrains(const Laws<S>& laws, const Strains<S>& strains, const Law& law) {
  return law(laws, strains);
}

template <class S>
Strains<S> strainsOf(const cable::Section<S>& section, const cable::Section<S>& rates) {
  const cable::Stretch<S> stretch(section.slope);
  const cable::Bending<S> bending(section);
  return {stretch.strain(), stretch.rate(rates.slope), bending.curvature, bending.rate(rates)};
}

class Loop final : public CableLoop<Loop, ANCFCable2D> {
 public:
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      const cable::Element& element = elements_[i];
      if (items_[i].hasFunction()) {
        cable::Ends<double> force{};
        addFunctionForces(Laws<double>{items_[i], sweep.time, sweep.sensorValues}, element, element.ends(sweep.q), element.rates(sweep.q_t),
                          force);
        if (sweep.q_tt) cable::addInertia(element, element.rates(sweep.q_tt), force);
        element.scatter(force, sweep.residual);
        continue;
      }
      const bool two = partner(i) != i;
      const cable::TwoElements elements(element, elements_[partner(i)]);
      cable::Ends<Two> force{};
      cable::addLinearForces(elements, sweep.q, sweep.q_t, force);
      if (sweep.q_tt) cable::addInertia(elements, elements.rates(sweep.q_tt), force);
      element.scatter(cable::ofOne(force, 0), sweep.residual);
      if (two) elements_[++i].scatter(cable::ofOne(force, 1), sweep.residual);
    }
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    const TangentFactors& factors = tangent.factors;
    const bool isElastic = factors.stiffness != 0 || factors.damping != 0;
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      const cable::TwoElements elements(elements_[i], elements_[partner(i)]);
      const bool isLinear = isElastic && !items_[i].hasFunction();
      const cable::TwoBlocks blocks =
          isLinear ? cable::linearTangent(elements, factors, sweep.q, sweep.q_t) : cable::massBlocks(elements, factors.mass);
      double block[64];
      copy(blocks, 0, block);
      if (isElastic && !isLinear)
        functionTangent(Laws<double>{items_[i], sweep.time, sweep.sensorValues}, elements_[i], factors, sweep, block);
      addBlock(tangent, elements_[i], block);
      if (partner(i) == i) continue;
      copy(blocks, 1, block);
      addBlock(tangent, elements_[++i], block);
    }
  }

  SLIPSTICK_SMALL double stored(int index, const Sweep<double>& sweep) const override {
    const cable::Element& element = elements_[index];
    if (!items_[index].hasFunction()) return cable::storedEnergy(element, sweep.q);
    if (!items_[index].stores()) return storesNothing;
    const Laws<double> laws{items_[index], sweep.time, sweep.sensorValues};
    const cable::Deformation<double> e = cable::deformation(element.ends(sweep.q));
    double energy = 0;
    for (int i = 0; i < element.rule->axialCount; ++i) {
      const cable::Point& at = element.rule->axial[i];
      const double free = element.freeStrain[i], strain = cable::Stretch<double>(element.section(at, e).slope).strain();
      const auto force = [&](double s) { return laws.normalForce(at.x, {s, 0, 0, 0}, free, element.freeCurvatureAt(at.x)); };
      energy += at.weight * integralOf(force, free, strain);
    }
    for (int i = 0; i < element.rule->bendingCount; ++i) {
      const cable::Point& at = element.rule->bending[i];
      const double free = element.freeCurvature[i], curvature = cable::Bending<double>(element.section(at, e)).curvature;
      const auto moment = [&](double k) { return laws.bendingMoment(at.x, {0, 0, k, 0}, element.freeStrainAt(at.x), free); };
      energy += at.weight * integralOf(moment, free, curvature);
    }
    return element.length * energy;
  }

  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    const cable::Element& element = elements_[index];
    const double x = local.x / element.length;
    const CableMotion<double> motion(element, x, element.ends(sweep.q), element.rates(sweep.q_t));
    if (cableOutput(variable, motion, local.y, referencePosition(index, local), out)) return;
    const double spin = motion.spin();
    if (variable == OutputVariable::ForceLocal || variable == OutputVariable::TorqueLocal) {
      const Laws<double> laws{items_[index], sweep.time, sweep.sensorValues};
      const Strains<double> strains = strainsOf(motion.section, motion.rates);
      const double freeStrain = element.freeStrainAt(x), freeCurvature = element.freeCurvatureAt(x);
      out[0] = variable == OutputVariable::ForceLocal ? laws.normalForce(x, strains, freeStrain, freeCurvature)
                                                      : laws.bendingMoment(x, strains, freeStrain, freeCurvature);
    } else if (variable == OutputVariable::AngularVelocity) {
      writeVector(Vector3{0.0, 0.0, spin}, out);
    } else {
      // ω̇ = Im(r̈'/r' − (ṙ'/r')²).
      cable::Ends<double> still{};
      const CableMotion<double> change(element, x, still, sweep.q_tt ? element.rates(sweep.q_tt) : still);
      const Vec2<double> inverse = complexInverse(motion.section.slope), ratio = complexProduct(motion.rates.slope, inverse);
      const double spinRate = imaginaryProduct(change.rates.slope, inverse) - imaginaryProduct(ratio, ratio);
      const Vec2<double> tangent = motion.tangent();
      if (variable == OutputVariable::AngularAcceleration)
        writeVector(Vector3{0.0, 0.0, spinRate}, out);
      else
        writePlanar(change.velocity - local.y * (spinRate * tangent + (spin * spin) * perpendicular(tangent)), out);
    }
  }

 private:
  /// The next element, if both can be computed at once; otherwise the same element.
  std::size_t partner(std::size_t i) const {
    const bool two =
        i + 1 < elements_.size() && !items_[i].hasFunction() && !items_[i + 1].hasFunction() && elements_[i + 1].rule == elements_[i].rule;
    return two ? i + 1 : i;
  }
  static void copy(const cable::TwoBlocks& blocks, int which, double block[64]) {
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) block[8 * i + j] = blocks[i][j][which];
  }
  static void addBlock(Tangent& tangent, const cable::Element& element, const double block[64]) {
    const auto coordinates = element.coordinates();
    tangent.sink.add(coordinates.data(), 8, coordinates.data(), 8, block, 8);
  }
  /// The forces on the ends from their positions and slopes, and their rates.
  template <class S>
  static void addFunctionForces(const Laws<S>& laws, const cable::Element& element, const cable::Ends<S>& ends,
                                const cable::Ends<S>& endRates, cable::Ends<S>& out) {
    const cable::Deformation<S> e = cable::deformation(ends), e_t = cable::deformation(endRates);
    cable::Deformation<S> force{};
    for (int i = 0; i < element.rule->axialCount; ++i) {
      const cable::Point& at = element.rule->axial[i];
      const cable::Section<S> section = element.section(at, e);
      const S normal = byStrains(laws, strainsOf(section, element.section(at, e_t)), [&](const auto& each, const auto& strains) {
        return each.normalForce(at.x, strains, element.freeStrain[i], element.freeCurvatureAt(at.x));
      });
      cable::addSection(element, at, {normal * cable::Stretch<S>(section.slope).tangent, {}}, force);
    }
    for (int i = 0; i < element.rule->bendingCount; ++i) {
      const cable::Point& at = element.rule->bending[i];
      const cable::Section<S> section = element.section(at, e);
      const S moment = byStrains(laws, strainsOf(section, element.section(at, e_t)), [&](const auto& each, const auto& strains) {
        return each.bendingMoment(at.x, strains, element.freeStrainAt(at.x), element.freeCurvature[i]);
      });
      const cable::SectionForce<S> gradient = cable::Bending<S>(section).gradient();
      cable::addSection(element, at, {moment * gradient.slope, moment * gradient.bend}, force);
    }
    cable::addDeformationForce(force, out);
  }

  /// Direction i is the change of coordinate i weighted by the stiffness factor, and of its rate by the damping factor.
  static void functionTangent(const Laws<double>& laws, const cable::Element& element, const TangentFactors& factors,
                              const Sweep<double>& sweep, double block[64]) {
    using D = Dual<8>;
    const cable::Ends<double> ends = element.ends(sweep.q), rates = element.rates(sweep.q_t);
    cable::Ends<D> variedEnds, variedRates, force{};
    for (int i = 0; i < 8; ++i) {
      const double scale = i / 2 % 2 ? element.length : 1.0;
      D &end = variedEnds[i / 2][i % 2], &rate = variedRates[i / 2][i % 2];
      end = ends[i / 2][i % 2], end.derivative[i] = scale * factors.stiffness;
      rate = rates[i / 2][i % 2], rate.derivative[i] = scale * factors.damping;
    }
    addFunctionForces(Laws<D>{laws.cable, D(laws.time), laws.sensorValues}, element, variedEnds, variedRates, force);
    for (int i = 0; i < 8; ++i)
      for (int k = 0; k < 8; ++k) block[8 * i + k] += (i / 2 % 2 ? element.length : 1.0) * force[i / 2][i % 2].derivative[k];
  }
};

Signature axialForceSignature() {
  return {.arguments = {{"t", {}},
                        {"axialPositionNormalized", {}},
                        {"axialStrain", {}},
                        {"axialStrain_t", {}},
                        {"axialStrainRef", {}},
                        {"physicsAxialStiffness", {}},
                        {"physicsAxialDamping", {}},
                        {"curvature", {}},
                        {"curvature_t", {}},
                        {"curvatureRef", {}}}};
}
Signature bendingMomentSignature() {
  return {.arguments = {{"t", {}},
                        {"axialPositionNormalized", {}},
                        {"curvature", {}},
                        {"curvature_t", {}},
                        {"curvatureRef", {}},
                        {"physicsBendingStiffness", {}},
                        {"physicsBendingDamping", {}},
                        {"axialStrain", {}},
                        {"axialStrain_t", {}},
                        {"axialStrainRef", {}}}};
}

constexpr ParameterOf<ANCFCable2D> parameters[] = {
    {"nodeNumbers", &ANCFCable2D::nodeNumbers, capability::slopeNode, Presence::required, "Point2DSlope1 nodes at both ends"},
    {"axialForceUserFunction", &ANCFCable2D::axialForceUserFunction, axialForceSignature, unit::newton,
     "axial force that replaces EA (ε − ε_ref) + d_ε ε̇; the position runs from 0 to 1"},
    {"bendingMomentUserFunction", &ANCFCable2D::bendingMomentUserFunction, bendingMomentSignature, unit::newtonMetre,
     "bending moment that replaces EI (K − K_ref) + d_K K̇"}};

constexpr ItemDescription<ANCFCable2D> description = {
    .type = "ANCFCable2D",
    .summary = "Cable element in the xy plane with axial and bending stiffness, for large deformation.",
    .equation =
        "\\rho A \\int_0^L S^T S\\,dx\\;\\ddot q + \\int_0^L N\\,\\frac{\\partial \\varepsilon}{\\partial q} + "
        "M\\,\\frac{\\partial K}{\\partial q}\\,dx = Q, \\quad "
        "N = EA\\,(\\varepsilon - \\varepsilon_0) + d_\\varepsilon \\dot\\varepsilon, \\quad M = EI\\,(K - K_0) + d_K \\dot K, "
        "\\quad \\varepsilon = |r'| - 1, \\quad K = \\frac{r' \\times r''}{|r'|^2}",
    .outputs = cableOutputs() +
               Outputs{{OutputVariable::AngularVelocity, unit::radianPerSecond, 3, "angular velocity of the cross-section"},
                       {OutputVariable::Acceleration, unit::metrePerSecondSquared, 3, "global acceleration"},
                       {OutputVariable::AngularAcceleration, unit::radianPerSecondSquared, 3, "angular acceleration of the cross-section"}},
    .provides = capability::body | capability::position | capability::orientation | capability::mass | capability::cable | capability::line,
    .visualization = {"show", "color", "drawHeight", "width"},
    .drawnAs = {"cable", {{"length", "physicsLength"}}},
    .check = [](const ANCFCable2D& item, const Complain& complain) {
      if (item.nodeNumbers[0] == item.nodeNumbers[1]) complain("nodeNumbers", "must be two different nodes");
    }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters, cableParameters<ANCFCable2D>);

}  // namespace

const ItemType& objects::ANCFCable2D = registered;

}  // namespace slipstick
