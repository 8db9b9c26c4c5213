#include "core/items/cable/cable.h"

namespace slipstick::cable {
namespace {

Section<double> referenceSection(const Element& element, double x) {
  const double still[8] = {};
  Element at = element;
  at.first = {0, 4};
  return element.section(x, deformation(at.ends(still)));
}

/// The symmetric matrix of the bilinear form Im(factor a b).
void addBilinear(double scale, const Vec2<double>& factor, double out[4][4], int row, int column) {
  out[row][column] += scale * factor.y;
  out[row][column + 1] += scale * factor.x;
  out[row + 1][column] += scale * factor.x;
  out[row + 1][column + 1] -= scale * factor.y;
}

void addAxial(const Element& element, const TangentFactors& factors, int i, const Deformation<double>& e, const Deformation<double>& e_t,
              DeformationTangent& out) {
  const Point& at = element.rule->axial[i];
  const double inverse = 1 / element.length;
  const Stretch<double> stretch(inverse * sum(at.first, e));
  const Vec2<double>& t = stretch.tangent;
  const Vec2<double> n = perpendicular(t);
  double normal = element.axialStiffness * (stretch.strain() - element.freeStrain[i]);
  // N's gradient by r' is `along` t + `across` n; that of t is n nᵀ / |r'|.
  const double along = factors.stiffness * element.axialStiffness + factors.damping * element.axialDamping;
  double across = 0;
  if (element.axialDamping != 0) {
    const Vec2<double> rate = inverse * sum(at.first, e_t);
    normal += element.axialDamping * stretch.rate(rate);
    across = factors.stiffness * element.axialDamping * dot(n, rate) / stretch.length;
  }
  const double turning = factors.stiffness * normal / stretch.length;
  double byState[2][2];
  for (int k = 0; k < 2; ++k)
    for (int l = 0; l < 2; ++l) byState[k][l] = t[k] * (along * t[l] + across * n[l]) + turning * n[k] * n[l];
  out.addSlope(element, at, byState);
}

void addBending(const Element& element, const TangentFactors& factors, int i, const Deformation<double>& e, const Deformation<double>& e_t,
                DeformationTangent& out) {
  const Point& at = element.rule->bending[i];
  const Section<double> section = element.section(at, e);
  const Bending<double> bending(section);
  const SectionForce<double> gradient = bending.gradient();
  double moment = element.bendingStiffness * (bending.curvature - element.freeCurvature[i]);
  // δ²K = Im(twice δr' δr' + 2 once δr' δr''), with once = −1/r'² and twice = 2 r''/r'³.
  const Vec2<double> once = -complexProduct(bending.byBend, bending.byBend);
  const Vec2<double> twice = -2.0 * complexProduct(bending.byBend, bending.bySlope);
  const double along = factors.stiffness * element.bendingStiffness + factors.damping * element.bendingDamping;
  const double g[4] = {gradient.slope.x, gradient.slope.y, gradient.bend.x, gradient.bend.y};
  double row[4] = {along * g[0], along * g[1], along * g[2], along * g[3]};
  if (element.bendingDamping != 0) {
    const Section<double> rates = element.section(at, e_t);
    moment += element.bendingDamping * bending.rate(rates);
    const Vec2<double> bySlope = imaginaryGradient(complexProduct(twice, rates.slope) + complexProduct(once, rates.bend));
    const Vec2<double> byBend = imaginaryGradient(complexProduct(once, rates.slope));
    const double factor = factors.stiffness * element.bendingDamping;
    row[0] += factor * bySlope.x, row[1] += factor * bySlope.y, row[2] += factor * byBend.x, row[3] += factor * byBend.y;
  }
  double byState[4][4];
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c) byState[r][c] = g[r] * row[c];
  addBilinear(factors.stiffness * moment, twice, byState, 0, 0);
  addBilinear(factors.stiffness * moment, once, byState, 0, 2);
  addBilinear(factors.stiffness * moment, once, byState, 2, 0);
  out.add(element, at, byState);
}

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

void addLinearTangent(const Element& element, const TangentFactors& factors, const double* q, const double* q_t, DeformationTangent& out) {
  const Deformation<double> e = deformation(element.ends(q));
  Deformation<double> e_t{};
  if (element.axialDamping != 0 || element.bendingDamping != 0) e_t = deformation(element.rates(q_t));
  for (int i = 0; i < element.rule->axialCount; ++i) addAxial(element, factors, i, e, e_t, out);
  for (int i = 0; i < element.rule->bendingCount; ++i) addBending(element, factors, i, e, e_t, out);
}

void coordinateBlock(const Element& element, const DeformationTangent& tangent, double massFactor, double* block, int stride) {
  // r0 moves the first pair of the deformation backwards, slopes are scaled.
  constexpr int pair[4] = {0, 1, 0, 2};
  const double scale[4] = {-1, element.length, 1, element.length}, slope[4] = {1, element.length, 1, element.length};
  const double mass = massFactor * element.massPerLength * element.length;
  for (int j = 0; j < 4; ++j)
    for (int m = 0; m < 4; ++m) {
      const double factor = scale[j] * scale[m], inertia = slope[j] * slope[m] * mass * unitMass[j][m];
      for (int k = 0; k < 2; ++k) {
        double* row = block + (2 * j + k) * stride + 2 * m;
        for (int l = 0; l < 2; ++l) row[l] = factor * tangent.block[2 * pair[j] + k][2 * pair[m] + l] + (k == l ? inertia : 0.0);
      }
    }
}

}  // namespace slipstick::cable
