#include "core/items/cable/cable.h"

namespace slipstick::cable {
namespace {

Section<double> referenceSection(const Element& element, double x) {
  const double still[8] = {};
  Element at = element;
  at.first = {0, 4};
  return element.section(x, deformation(at.ends(still)));
}

/// A 2 × 2 matrix of two elements.
struct Square {
  Two xx, xy, yx, yy;

  Square& operator+=(const Square& b) {
    xx += b.xx, xy += b.xy, yx += b.yx, yy += b.yy;
    return *this;
  }
};
Square operator+(const Square& a, const Square& b) { return {a.xx + b.xx, a.xy + b.xy, a.yx + b.yx, a.yy + b.yy}; }
template <class Factor>
Square operator*(const Factor& factor, const Square& a) {
  return {factor * a.xx, factor * a.xy, factor * a.yx, factor * a.yy};
}
Square outer(const Vec2<Two>& a, const Vec2<Two>& b) { return {a.x * b.x, a.x * b.y, a.y * b.x, a.y * b.y}; }
Square transpose(const Square& a) { return {a.xx, a.yx, a.xy, a.yy}; }
/// The matrix of the bilinear form Im(factor a b).
Square bilinear(const Vec2<Two>& factor) { return {factor.y, factor.x, factor.x, -factor.y}; }

/// Derivatives of the forces on the deformation with respect to the deformation. Without damping they are symmetric, and only the upper
/// triangle is used.
class DeformationTangent {
 public:
  DeformationTangent(const TwoElements& elements, const TangentFactors& factors, const double* q, const double* q_t)
      : elements_(elements),
        stiffness_(factors.stiffness),
        damping_(factors.damping),
        isDamped_(elements.either(&Element::axialDamping) || elements.either(&Element::bendingDamping)),
        inverse_(Two(1.0) / elements.length),
        e_(deformation(elements.ends(q))),
        e_t_(isDamped_ ? deformation(elements.rates(q_t)) : Deformation<Two>{}) {
    for (int i = 0; i < elements.rule.axialCount; ++i) addAxial(i);
    for (int i = 0; i < elements.rule.bendingCount; ++i) addBending(i);
    if (isDamped_) return;
    for (int j = 0; j < 3; ++j)
      for (int m = 0; m < j; ++m) blocks_[j][m] = transpose(blocks_[m][j]);
  }
  const Square& block(int j, int m) const { return blocks_[j][m]; }

 private:
  int lastRow(int column) const { return isDamped_ ? 2 : column; }

  void addAxial(int i) {
    const Point& at = elements_.rule.axial[i];
    const Stretch<Two> stretch(inverse_ * sum(at.first, e_));
    const Vec2<Two>& t = stretch.tangent;
    const Vec2<Two> n = perpendicular(t);
    const Two axialStiffness = elements_.both(&Element::axialStiffness);
    const Two freeStrain(elements_.one->freeStrain[i], elements_.other->freeStrain[i]);
    Two normal = axialStiffness * (stretch.strain() - freeStrain);
    // The gradient of N with respect to r' is `along` t + `across` n; the gradient of t is n nᵀ / |r'|.
    Vec2<Two> gradient = (stiffness_ * axialStiffness) * t;
    if (isDamped_) {
      const Two axialDamping = elements_.both(&Element::axialDamping);
      const Vec2<Two> rate = inverse_ * sum(at.first, e_t_);
      normal += axialDamping * stretch.rate(rate);
      gradient += (damping_ * axialDamping) * t + (stiffness_ * axialDamping * (dot(n, rate) / stretch.length)) * n;
    }
    const Square bySlope = (at.weight * inverse_) * (outer(t, gradient) + (stiffness_ * normal / stretch.length) * outer(n, n));
    for (int m = 0; m < 3; ++m) {
      const Square right = at.first[m] * bySlope;
      for (int j = 0; j <= lastRow(m); ++j) blocks_[j][m] += at.first[j] * right;
    }
  }

  void addBending(int i) {
    const Point& at = elements_.rule.bending[i];
    const auto sectionOf = [&](const Deformation<Two>& of) {
      return Section<Two>{inverse_ * sum(at.first, of), (inverse_ * inverse_) * sum(at.second, of)};
    };
    const Bending<Two> bending(sectionOf(e_));
    const SectionForce<Two> gradient = bending.gradient();
    const Two bendingStiffness = elements_.both(&Element::bendingStiffness);
    Two moment = bendingStiffness * (bending.curvature - Two(elements_.one->freeCurvature[i], elements_.other->freeCurvature[i]));
    // δ²K = Im(twice δr' δr' + 2 once δr' δr''), with once = −1/r'² and twice = 2 r''/r'³.
    const Vec2<Two> once = -complexProduct(bending.byBend, bending.byBend);
    const Vec2<Two> twice = Two(-2.0) * complexProduct(bending.byBend, bending.bySlope);
    const Two along = stiffness_ * bendingStiffness;
    Vec2<Two> bySlope = along * gradient.slope, byBend = along * gradient.bend;  // of the moment
    if (isDamped_) {
      const Section<Two> rates = sectionOf(e_t_);
      const Two bendingDamping = elements_.both(&Element::bendingDamping), factor = stiffness_ * bendingDamping;
      moment += bendingDamping * bending.rate(rates);
      bySlope += (damping_ * bendingDamping) * gradient.slope +
                 factor * imaginaryGradient(complexProduct(twice, rates.slope) + complexProduct(once, rates.bend));
      byBend += (damping_ * bendingDamping) * gradient.bend + factor * imaginaryGradient(complexProduct(once, rates.slope));
    }
    // Forces on r' and r'' per change of these, scaled by the length factors of virtual work and shape functions.
    const Two weight = at.weight * inverse_, turning = stiffness_ * moment;
    const Square mixed = bilinear(turning * once);
    const Square slopeBySlope = weight * (outer(gradient.slope, bySlope) + bilinear(turning * twice));
    const Square slopeByBend = (weight * inverse_) * (outer(gradient.slope, byBend) + mixed);
    const Square bendBySlope = (weight * inverse_) * (outer(gradient.bend, bySlope) + mixed);
    const Square bendByBend = (weight * inverse_ * inverse_) * outer(gradient.bend, byBend);
    for (int m = 0; m < 3; ++m) {
      const Square onSlope = at.first[m] * slopeBySlope + at.second[m] * slopeByBend;
      const Square onBend = at.first[m] * bendBySlope + at.second[m] * bendByBend;
      for (int j = 0; j <= lastRow(m); ++j) blocks_[j][m] += at.first[j] * onSlope + at.second[j] * onBend;
    }
  }

  const TwoElements& elements_;
  const double stiffness_, damping_;
  const bool isDamped_;
  const Two inverse_;
  const Deformation<Two> e_, e_t_;
  Square blocks_[3][3];
};

}  // namespace

double Element::freeStrainAt(double x) const {
  if (relativeToReference == 0) return referenceStrain;
  return referenceStrain + relativeToReference * Stretch<double>(referenceSection(*this, x).slope).strain();
}
double Element::freeCurvatureAt(double x) const {
  if (relativeToReference == 0) return referenceCurvature;
  return referenceCurvature + relativeToReference * Bending<double>(referenceSection(*this, x)).curvature;
}
void Element::update() {
  for (int i = 0; i < rule->axialCount; ++i) freeStrain[i] = freeStrainAt(rule->axial[i].x);
  for (int i = 0; i < rule->bendingCount; ++i) freeCurvature[i] = freeCurvatureAt(rule->bending[i].x);
}

double storedEnergy(const Element& element, const double* q) {
  const Deformation<double> e = deformation(element.ends(q));
  double energy = 0;
  for (int i = 0; i < element.rule->axialCount; ++i) {
    const Point& at = element.rule->axial[i];
    const double strain = Stretch<double>(element.section(at, e).slope).strain() - element.freeStrain[i];
    energy += at.weight * element.axialStiffness * strain * strain;
  }
  for (int i = 0; i < element.rule->bendingCount; ++i) {
    const Point& at = element.rule->bending[i];
    const double curvature = Bending<double>(element.section(at, e)).curvature - element.freeCurvature[i];
    energy += at.weight * element.bendingStiffness * curvature * curvature;
  }
  return 0.5 * element.length * energy;
}

TwoBlocks massBlocks(const TwoElements& elements, double factor) {
  TwoBlocks blocks{};
  const Two scale[4] = {Two(1.0), elements.length, Two(1.0), elements.length};
  const Two mass = factor * elements.massPerLength * elements.length;
  for (int j = 0; j < 4; ++j)
    for (int m = 0; m < 4; ++m) {
      const Two inertia = unitMass[j][m] * (scale[j] * scale[m] * mass);
      for (int k = 0; k < 2; ++k) blocks[2 * j + k][2 * m + k] = inertia;
    }
  return blocks;
}

TwoBlocks linearTangent(const TwoElements& elements, const TangentFactors& factors, const double* q, const double* q_t) {
  TwoBlocks blocks = massBlocks(elements, factors.mass);
  const DeformationTangent tangent(elements, factors, q, q_t);
  // r0 moves the first vector of the deformation backwards; slopes are scaled.
  constexpr int part[4] = {0, 1, 0, 2};
  const Two scale[4] = {Two(-1.0), elements.length, Two(1.0), elements.length};
  for (int j = 0; j < 4; ++j)
    for (int m = 0; m < 4; ++m) {
      const Square block = (scale[j] * scale[m]) * tangent.block(part[j], part[m]);
      blocks[2 * j][2 * m] += block.xx, blocks[2 * j][2 * m + 1] += block.xy;
      blocks[2 * j + 1][2 * m] += block.yx, blocks[2 * j + 1][2 * m + 1] += block.yy;
    }
  return blocks;
}

}  // namespace slipstick::cable
