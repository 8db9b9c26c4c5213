// Planar cable element of the absolute nodal coordinate formulation: cubic interpolation of positions and slopes, large deformation,
// Bernoulli-Euler bending.
//
// Strain ε = |r'| − 1 and material curvature K = φ' = (r' × r'')/|r'|², with the angle φ of r'. With complex numbers, φ = Im log r' and K =
// Im(r''/r'), whose derivatives only need products. Source: Exudyn documentation, ObjectANCFCable2D; Gerstmayr, Irschik, On the correct
// representation of bending and axial deformation in the absolute nodal coordinate formulation with an elastic line approach, J. Sound Vib.
// 318 (2008).
//
// Within an element, slopes are multiplied by the length L, so that the shape functions of ξ = x/L are dimensionless and equal for all
// elements. Forces depend only on r1 − r0 and the two slopes.
#pragma once

#include <array>

#include "core/math/two.h"
#include "core/system/loop.h"

namespace slipstick::cable {

/// The shape functions of r0, L r0', r1, L r1' and their derivatives with respect to ξ.
template <class S>
constexpr std::array<S, 4> shape(const S& x) {
  return {1 + x * x * (2 * x - 3), x * (1 + x * (x - 2)), x * x * (3 - 2 * x), x * x * (x - 1)};
}
template <class S>
constexpr std::array<S, 4> shape_x(const S& x) {
  return {6 * x * (x - 1), 1 + x * (3 * x - 4), 6 * x * (1 - x), x * (3 * x - 2)};
}
constexpr std::array<double, 4> shape_xx(double x) { return {12 * x - 6, 6 * x - 4, 6 - 12 * x, 6 * x - 2}; }
inline constexpr std::array<double, 4> shape_xxx{12, 6, -12, 6};
/// The integrals of the shape functions over the element, divided by L.
inline constexpr std::array<double, 4> meanShape{1 / 2., 1 / 12., 1 / 2., -1 / 12.};
/// Mass matrix of an element of mass 1; equal for x and y.
inline constexpr double unitMass[4][4] = {{156 / 420., 22 / 420., 54 / 420., -13 / 420.},
                                          {22 / 420., 4 / 420., 13 / 420., -3 / 420.},
                                          {54 / 420., 13 / 420., 156 / 420., -22 / 420.},
                                          {-13 / 420., -3 / 420., -22 / 420., 4 / 420.}};

/// The positions and slopes of both ends (slopes times L), or their rates, or forces on them (forces on slopes divided by L).
template <class S>
using Ends = std::array<Vec2<S>, 4>;
/// The deformation of the ends: r1 − r0, L r0', L r1'; or forces on these.
template <class S>
using Deformation = std::array<Vec2<S>, 3>;

/// V is a vector in the plane or in space.
template <class V>
std::array<V, 3> deformation(const std::array<V, 4>& ends) {
  return {ends[2] - ends[0], ends[1], ends[3]};
}
/// Σ weights_j ends_j.
template <class W, class V, std::size_t N>
V sum(const std::array<W, N>& weights, const std::array<V, N>& terms) {
  V result = weights[0] * terms[0];
  for (std::size_t j = 1; j < N; ++j) result += weights[j] * terms[j];
  return result;
}

/// An integration point: derivatives of the shape functions of the deformation. The weights of a rule add up to 1.
struct Point {
  double s, x, weight;  // s from −1 to 1, x from 0 to 1
  std::array<double, 3> first, second;
};
/// From the coordinate −1 … 1 and the weight of a rule on that interval.
constexpr Point point(double coordinate, double weight) {
  const double x = (1 + coordinate) / 2;
  const auto first = shape_x(x), second = shape_xx(x);
  return {coordinate, x, weight / 2, {first[2], first[1], first[3]}, {second[2], second[1], second[3]}};
}

/// The integration points of useReducedOrderIntegration 0, 1, 2. The axial points of the last rule are the points at which the axial strain
/// is accurate.
struct Rule {
  int axialCount, bendingCount;
  std::array<Point, 5> axial;
  std::array<Point, 3> bending;
};
inline constexpr double gauss2 = 0.57735026918962576451, gauss3 = 0.77459666924148337704;
inline constexpr double gauss4[2] = {0.33998104358485626480, 0.86113631159405257522},
                        gauss4Weight[2] = {0.65214515486254614263, 0.34785484513745385737};
inline constexpr double gauss5[2] = {0.53846931010568309104, 0.90617984593866399280},
                        gauss5Weight[2] = {0.47862867049936646804, 0.23692688505618908751};
inline constexpr Rule rules[3] = {{5,
                                   3,
                                   {point(-gauss5[1], gauss5Weight[1]), point(-gauss5[0], gauss5Weight[0]), point(0, 128 / 225.),
                                    point(gauss5[0], gauss5Weight[0]), point(gauss5[1], gauss5Weight[1])},
                                   {point(-gauss3, 5 / 9.), point(0, 8 / 9.), point(gauss3, 5 / 9.)}},
                                  {4,
                                   2,
                                   {point(-gauss4[1], gauss4Weight[1]), point(-gauss4[0], gauss4Weight[0]),
                                    point(gauss4[0], gauss4Weight[0]), point(gauss4[1], gauss4Weight[1])},
                                   {point(-gauss2, 1), point(gauss2, 1)}},
                                  {3, 2, {point(-1, 1 / 3.), point(0, 4 / 3.), point(1, 1 / 3.)}, {point(-gauss2, 1), point(gauss2, 1)}}};

/// r', r'' at a cross-section.
template <class S>
struct Section {
  Vec2<S> slope, bend;
};
/// Forces conjugate to r' and r'': the virtual work by δr' and δr'' per length.
template <class S>
using SectionForce = Section<S>;

template <class S>
struct Stretch {
  S length;         // |r'|
  Vec2<S> tangent;  // ∂ε/∂r'
  explicit Stretch(const Vec2<S>& slope) : length(sqrt(dot(slope, slope))), tangent((S(1.0) / length) * slope) {}
  S strain() const { return length - 1.0; }
  S rate(const Vec2<S>& slopeRate) const { return dot(tangent, slopeRate); }
};
template <class S>
struct Bending {
  Vec2<S> byBend;   // 1/r': δK = Im(byBend δr'' + bySlope δr')
  Vec2<S> bySlope;  // −r''/r'²
  S curvature;
  explicit Bending(const Section<S>& at)
      : byBend(complexInverse(at.slope)),
        bySlope(-complexProduct(at.bend, complexProduct(byBend, byBend))),
        curvature(imaginaryProduct(at.bend, byBend)) {}
  S rate(const Section<S>& rates) const { return imaginaryProduct(byBend, rates.bend) + imaginaryProduct(bySlope, rates.slope); }
  SectionForce<S> gradient() const { return {imaginaryGradient(bySlope), imaginaryGradient(byBend)}; }
};

/// The data of an element derived from its parameters.
struct Element {
  std::array<int, 2> first;         // first coordinates of the nodes
  std::array<double, 8> reference;  // reference coordinates
  double length;                    // L
  double massPerLength;             // ρA
  double axialStiffness;            // EA
  double axialDamping;              // d_ε
  double bendingStiffness;          // EI
  double bendingDamping;            // d_K
  double referenceStrain;           // ε_0
  double referenceCurvature;        // K_0
  double relativeToReference;       // f: fraction of the strain and curvature of the reference configuration that is stress-free
  const Rule* rule;
  double freeStrain[5], freeCurvature[3];  // ε_0 + f ε_ref, K_0 + f K_ref at the integration points

  template <class S>
  Ends<S> rates(const S* q_t) const {
    const S *a = q_t + first[0], *b = q_t + first[1];
    return {Vec2<S>{a[0], a[1]}, Vec2<S>{length * a[2], length * a[3]}, Vec2<S>{b[0], b[1]}, Vec2<S>{length * b[2], length * b[3]}};
  }
  /// The total coordinates.
  template <class S>
  Ends<S> ends(const S* q) const {
    Ends<S> result = rates(q);
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 2; ++k) result[j][k] += (j % 2 ? length : 1.0) * reference[2 * j + k];
    return result;
  }
  template <class S>
  Section<S> section(const std::array<double, 3>& byFirst, const std::array<double, 3>& bySecond, const Deformation<S>& e) const {
    const double inverse = 1 / length;
    return {inverse * sum(byFirst, e), (inverse * inverse) * sum(bySecond, e)};
  }
  template <class S>
  Section<S> section(const Point& at, const Deformation<S>& e) const {
    return section(at.first, at.second, e);
  }
  template <class S>
  Section<S> section(double x, const Deformation<S>& e) const {
    const Point at = point(2 * x - 1, 0);
    return section(at.first, at.second, e);
  }
  /// ε_0 + f ε_ref and K_0 + f K_ref.
  double freeStrainAt(double x) const;
  double freeCurvatureAt(double x) const;
  /// Updates freeStrain and freeCurvature from the parameters.
  void update();

  /// Adds forces on the ends to the residual.
  template <class S>
  void scatter(const Ends<S>& force, S* residual) const {
    for (int node = 0; node < 2; ++node) {
      S* out = residual + first[node];
      for (int k = 0; k < 2; ++k) out[k] += force[2 * node][k], out[2 + k] += length * force[2 * node + 1][k];
    }
  }
  /// The numbers of the eight coordinates.
  std::array<int, 8> coordinates() const {
    std::array<int, 8> result{};
    for (int i = 0; i < 8; ++i) result[i] = first[i / 4] + i % 4;
    return result;
  }
};

/// The data of two elements with the same integration rule, for the forces of both.
struct TwoElements {
  const Element *one, *other;
  const Rule& rule;
  Two length, massPerLength;

  TwoElements(const Element& a, const Element& b)
      : one(&a), other(&b), rule(*a.rule), length(a.length, b.length), massPerLength(a.massPerLength, b.massPerLength) {}

  Two both(double Element::*parameter) const { return {one->*parameter, other->*parameter}; }
  bool either(double Element::*parameter) const { return one->*parameter != 0 || other->*parameter != 0; }
  static Ends<Two> both(const Ends<double>& a, const Ends<double>& b) {
    Ends<Two> result;
    for (int j = 0; j < 4; ++j) result[j] = {Two(a[j].x, b[j].x), Two(a[j].y, b[j].y)};
    return result;
  }
  Ends<Two> rates(const double* q_t) const { return both(one->rates(q_t), other->rates(q_t)); }
  Ends<Two> ends(const double* q) const { return both(one->ends(q), other->ends(q)); }
};

/// Returns the forces on one of the two elements, i = 0 or 1.
inline Ends<double> ofOne(const Ends<Two>& forces, int i) {
  Ends<double> result;
  for (int j = 0; j < 4; ++j) result[j] = {forces[j].x[i], forces[j].y[i]};
  return result;
}

/// The inertia forces with the total mass. E is an element, or two of them.
template <class E, class S>
void addInertia(const E& element, const Ends<S>& acceleration, Ends<S>& force) {
  const auto mass = element.massPerLength * element.length;
  for (int j = 0; j < 4; ++j)
    for (int m = 0; m < 4; ++m) force[j] += (unitMass[j][m] * mass) * acceleration[m];
}

/// Adds the forces of a section at an integration point; W = weight · L.
template <class S>
void addSection(const Element& element, const Point& at, const SectionForce<S>& force, Deformation<S>& out) {
  const double inverse = 1 / element.length;
  for (int j = 0; j < 3; ++j) out[j] += (at.weight * at.first[j]) * force.slope + (at.weight * inverse * at.second[j]) * force.bend;
}

/// The forces on the deformation as forces on the ends.
template <class S>
void addDeformationForce(const Deformation<S>& force, Ends<S>& out) {
  out[0] -= force[0], out[1] += force[1], out[2] += force[0], out[3] += force[2];
}

/// A quadratic polynomial in s = 2 ξ − 1, such as the slopes; or the sums of forces times 1, s and s², which are conjugate to its
/// coefficients.
struct Quadratic {
  Vec2<Two> constant, linear, square;
};
/// r' of two elements from their deformation, times the inverse of their lengths.
inline Quadratic slopes(const Two& inverse, const Deformation<Two>& e) {
  const Vec2<Two> ends = e[1] + e[2], middle = 1.5 * e[0];
  return {inverse * (middle - 0.25 * ends), (0.5 * inverse) * (e[2] - e[1]), inverse * (0.75 * ends - middle)};
}

/// A quadratic polynomial at s and −s.
struct AtBoth {
  Vec2<Two> right, left;
  AtBoth(const Quadratic& of, double s) {
    const Vec2<Two> even = of.constant + (s * s) * of.square, odd = s * of.linear;
    right = even + odd, left = even - odd;
  }
};
/// Adds forces at s and −s.
inline void addBoth(Quadratic& sums, double s, const Vec2<Two>& right, const Vec2<Two>& left) {
  const Vec2<Two> even = right + left;
  sums.constant += even, sums.linear += s * (right - left), sums.square += (s * s) * even;
}

/// The force on r' from the axial law at an integration point, times its weight.
template <bool isDamped>
inline Vec2<Two> axialForce(const TwoElements& elements, int i, const Vec2<Two>& slope, const Vec2<Two>& rate) {
  const Stretch<Two> stretch(slope);
  const Two freeStrain(elements.one->freeStrain[i], elements.other->freeStrain[i]);
  Two normal = elements.both(&Element::axialStiffness) * (stretch.strain() - freeStrain);
  if constexpr (isDamped) normal += elements.both(&Element::axialDamping) * stretch.rate(rate);
  return (elements.rule.axial[i].weight * normal) * stretch.tangent;
}
/// The forces on r' and r'' from the bending law.
template <bool isDamped>
inline SectionForce<Two> bendingForce(const TwoElements& elements, int i, const Section<Two>& section, const Section<Two>& rates) {
  const Bending<Two> bending(section);
  const Two freeCurvature(elements.one->freeCurvature[i], elements.other->freeCurvature[i]);
  Two moment = elements.both(&Element::bendingStiffness) * (bending.curvature - freeCurvature);
  if constexpr (isDamped) moment += elements.both(&Element::bendingDamping) * bending.rate(rates);
  const SectionForce<Two> gradient = bending.gradient();
  const Two weighted = elements.rule.bending[i].weight * moment;
  return {weighted * gradient.slope, weighted * gradient.bend};
}

/// The forces on the deformation. The points of a rule form pairs at ±s, so that common terms are computed once.
template <bool isDamped>
Deformation<Two> linearForces(const TwoElements& elements, const double* q, const double* q_t) {
  const Rule& rule = elements.rule;
  const Two inverse = Two(1.0) / elements.length;
  const Quadratic slope = slopes(inverse, deformation(elements.ends(q)));
  Quadratic rate{}, force{};
  if constexpr (isDamped) rate = slopes(inverse, deformation(elements.rates(q_t)));
  for (int i = 0, end = rule.axialCount; i < --end; ++i) {
    const double s = rule.axial[end].s;
    const AtBoth at(slope, s), rates(rate, s);
    addBoth(force, s, axialForce<isDamped>(elements, end, at.right, rates.right), axialForce<isDamped>(elements, i, at.left, rates.left));
  }
  if (rule.axialCount % 2) force.constant += axialForce<isDamped>(elements, rule.axialCount / 2, slope.constant, rate.constant);
  // r'' is linear in s.
  const Two twice = 2.0 * inverse;
  const Quadratic bend{twice * slope.linear, (2.0 * twice) * slope.square, {}},
      bendRate{twice * rate.linear, (2.0 * twice) * rate.square, {}};
  Vec2<Two> onBend{}, onBendTimesS{};
  for (int i = 0, end = rule.bendingCount; i < --end; ++i) {
    const double s = rule.bending[end].s;
    const AtBoth at(slope, s), bends(bend, s), rates(rate, s), bendRates(bendRate, s);
    const auto right = bendingForce<isDamped>(elements, end, {at.right, bends.right}, {rates.right, bendRates.right});
    const auto left = bendingForce<isDamped>(elements, i, {at.left, bends.left}, {rates.left, bendRates.left});
    addBoth(force, s, right.slope, left.slope);
    onBend += right.bend + left.bend, onBendTimesS += s * (right.bend - left.bend);
  }
  if (rule.bendingCount % 2) {
    const auto middle =
        bendingForce<isDamped>(elements, rule.bendingCount / 2, {slope.constant, bend.constant}, {rate.constant, bendRate.constant});
    force.constant += middle.slope, onBend += middle.bend;
  }
  force.linear += twice * onBend, force.square += (2.0 * twice) * onBendTimesS;
  const Vec2<Two> even = 0.75 * force.square - 0.25 * force.constant, odd = 0.5 * force.linear;
  return {1.5 * (force.constant - force.square), even - odd, even + odd};
}

/// Elastic and viscous forces of the linear laws N = EA (ε − ε_free) + d_ε ε̇, M = EI (K − K_free) + d_K K̇.
inline void addLinearForces(const TwoElements& elements, const double* q, const double* q_t, Ends<Two>& out) {
  const bool isDamped = elements.either(&Element::axialDamping) || elements.either(&Element::bendingDamping);
  addDeformationForce(isDamped ? linearForces<true>(elements, q, q_t) : linearForces<false>(elements, q, q_t), out);
}

/// Returns the energy that an element with these laws stores.
double storedEnergy(const Element& element, const double* q);

/// The matrices of two elements, 8 × 8 coordinates: entry (i, j) holds that of both elements.
using TwoBlocks = std::array<std::array<Two, 8>, 8>;

/// The derivative of addLinearForces(), stiffness ∂/∂q and damping ∂/∂q̇ weighted by the factors, and the mass matrix with its factor.
TwoBlocks linearTangent(const TwoElements& elements, const TangentFactors& factors, const double* q, const double* q_t);
/// Only the mass matrix, with its factor.
TwoBlocks massBlocks(const TwoElements& elements, double factor);

}  // namespace slipstick::cable
