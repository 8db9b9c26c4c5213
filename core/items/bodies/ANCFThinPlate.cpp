// Thin plate on four nodes with two slopes each: membrane stiffness and Kirchhoff bending stiffness, large deformation.
// Loaded on demand: few models have this item.
// Compiled for size: few models have this item.
//
// The surface r(ξ, η) over the square from −1 to 1 has twelve shape functions: cubic along an edge, linear across it. With derivatives
// along orthogonal axes x, y of the reference surface and its unit normal n, ε = (½ r_x·r_x, ½ r_y·r_y, r_x·r_y) and κ = n·(r_xx/|r_x|,
// r_yy/|r_y|, 2 r_xy/√(|r_x||r_y|)), each minus its value in the reference configuration: κ_xx is the rotation per length of the reference
// surface. The forces N = D_ε (ε + β ε̇) and M = D_κ (κ + β_κ κ̇) are conjugate to δε and δκ. The tangent repeats this computation with one
// direction of differentiation. Source: Schwab, Gerstmayr, Meijaard, Comparison of three-dimensional flexible thin plate elements for
// multibody dynamic analysis, ASME DETC2007-34754; Exudyn's source code for integration and variable thickness.

#include "core/items/flexible/slope_frames.h"
#include "core/items/frame_loop.h"
#include "core/items/registration.h"
#include "core/items/stored_energy.h"
#include "core/model/issues.h"

namespace slipstick {
namespace {

struct ANCFThinPlate {
  VectorX physicsThickness;
  double physicsDensity;
  double physicsMassProportionalDamping;
  double stiffnessProportionalDamping;
  double bendingStiffnessProportionalDamping;
  std::vector<Matrix3> physicsStrainCoefficients;  // only the first is used
  std::vector<Matrix3> physicsCurvatureCoefficients;
  Vector4 slopesScalingX;
  Vector4 slopesScalingY;
  std::vector<NodeIndex> nodeNumbers;
  int useReducedOrderIntegration;

  bool isUniform() const { return physicsThickness.size() == 1; }
  const Matrix3& membrane() const { return physicsStrainCoefficients[0]; }
  const Matrix3& bending() const { return isUniform() ? physicsCurvatureCoefficients[0] : physicsStrainCoefficients[0]; }
  double bendingDamping() const {
    return bendingStiffnessProportionalDamping < 0 ? stiffnessProportionalDamping : bendingStiffnessProportionalDamping;
  }
};
using Plate = ANCFThinPlate;

/// The shape function values of the position and the two slopes of each node.
using Shape = std::array<double, 12>;
constexpr double sides[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

/// Functions of one coordinate that belong to a side, with two derivatives.
struct Along {
  double linear[3], place[3], slope[3];
  Along(double t, double side)
      : linear{(1 + side * t) / 2, side / 2, 0},
        place{(2 + side * (3 * t - t * t * t)) / 4, side * 3 * (1 - t * t) / 4, -side * 1.5 * t},
        slope{(t * t * t + side * t * t - t - side) / 8, (3 * t * t + side * 2 * t - 1) / 8, (3 * t + side) / 4} {}
};

/// Derivatives along x and y of the reference surface: ∂x = xx ∂ξ, ∂y = xy ∂ξ + yy ∂η.
struct Axes {
  double xx, xy, yy, area;  // area: of the surface, per area of the square
  Axes(const Vector3& xi, const Vector3& eta) {
    const double length = norm(xi), across = dot(xi, eta) / length;
    area = norm(cross(xi, eta));
    const double width = area / length;
    xx = 1 / length, xy = -across / (length * width), yy = 1 / width;
  }
};

using S = Dual1;

/// r_x, r_y, r_xx, r_yy, r_xy, or forces on them.
using Fields = std::array<Vec3<S>, 5>;

struct Strains {
  Vec3<S> membrane, bending;
};

/// An integration point.
struct Point {
  Shape by[5];               // for each field
  double membrane, bending;  // weights of the two stiffnesses
  Vector3 membraneReference, bendingReference;
};

/// The unit normal, and the curvatures before the reference values are subtracted.
struct Bending {
  const Fields& r;
  S stretch[2];  // |r_x|, |r_y|
  S factors[3];  // of n·r_xx, n·r_yy and n·r_xy
  Vec3<S> normal;
  S area;
  Vec3<S> curvature;

  explicit Bending(const Fields& of) : r(of), stretch{norm(r[0]), norm(r[1])}, normal(cross(r[0], r[1])) {
    area = norm(normal);
    normal = (1.0 / area) * normal;
    factors[0] = 1.0 / stretch[0], factors[1] = 1.0 / stretch[1], factors[2] = 2.0 / sqrt(stretch[0] * stretch[1]);
    for (int i = 0; i < 3; ++i) curvature[i] = factors[i] * dot(normal, r[2 + i]);
  }
  /// The change of the unit normal with r_x × r_y, and its transpose.
  Vec3<S> across(const Vec3<S>& v) const { return (1.0 / area) * (v - dot(normal, v) * normal); }
};

Strains strainsOf(const Fields& r) { return {{0.5 * dot(r[0], r[0]), 0.5 * dot(r[1], r[1]), dot(r[0], r[1])}, Bending(r).curvature}; }
Strains strainRates(const Fields& r, const Fields& rates) {
  const Bending bending(r);
  const Vec3<S> turn = bending.across(cross(rates[0], r[1]) + cross(r[0], rates[1]));
  const S x = dot(r[0], rates[0]), y = dot(r[1], rates[1]);
  const S alongX = x / (bending.stretch[0] * bending.stretch[0]), alongY = y / (bending.stretch[1] * bending.stretch[1]);
  const S stretching[3] = {alongX, alongY, 0.5 * (alongX + alongY)};
  Strains result{{x, y, dot(r[0], rates[1]) + dot(rates[0], r[1])}, {}};
  for (int i = 0; i < 3; ++i)
    result.bending[i] =
        bending.factors[i] * (dot(bending.normal, rates[2 + i]) + dot(turn, r[2 + i])) - stretching[i] * bending.curvature[i];
  return result;
}
/// N and M, per length.
Strains sectionForces(const Plate& plate, const Point& point, const Fields& r, const Fields& rates) {
  const Strains strains = strainsOf(r), change = strainRates(r, rates);
  return {plate.membrane() * (strains.membrane - point.membraneReference + plate.stiffnessProportionalDamping * change.membrane),
          plate.bending() * (strains.bending - point.bendingReference + plate.bendingDamping() * change.bending)};
}
/// The forces on the fields that are equivalent to N and M, with the weights of the point.
Fields forcesAt(const Plate& plate, const Point& point, const Fields& r, const Fields& rates) {
  const Strains forces = sectionForces(plate, point, r, rates);
  const Vec3<S> force = point.membrane * forces.membrane, moment = point.bending * forces.bending;
  const Bending bending(r);
  Fields out;
  Vec3<S> bent;
  S work[3];  // moments conjugate to the curvatures
  for (int i = 0; i < 3; ++i) {
    const S own = bending.factors[i] * moment[i];
    out[2 + i] = own * bending.normal, bent += own * r[2 + i], work[i] = moment[i] * bending.curvature[i];
  }
  const Vec3<S> onNormal = bending.across(bent);
  const S &a = bending.stretch[0], &b = bending.stretch[1];
  out[0] = (force.x - (work[0] + 0.5 * work[2]) / (a * a)) * r[0] + force.z * r[1] + cross(r[1], onNormal);
  out[1] = (force.y - (work[1] + 0.5 * work[2]) / (b * b)) * r[1] + force.z * r[0] + cross(onNormal, r[0]);
  return out;
}

struct Element {
  int first[4];
  double reference[36];
  double sizes[2][4];  // of slopes
  std::vector<Point> points;
  double masses[12][12];
  double mass;

  int coordinate(int i) const { return first[i / 9] + i % 9; }
  Shape shape(double xi, double eta, int byXi, int byEta) const {
    Shape result;
    for (int i = 0; i < 4; ++i) {
      const Along x(xi, sides[i][0]), y(eta, sides[i][1]);
      result[3 * i] = x.place[byXi] * y.linear[byEta] + y.place[byEta] * x.linear[byXi] - x.linear[byXi] * y.linear[byEta];
      result[3 * i + 1] = sizes[0][i] * x.slope[byXi] * y.linear[byEta];
      result[3 * i + 2] = sizes[1][i] * y.slope[byEta] * x.linear[byXi];
    }
    return result;
  }
  Vector3 ofReference(const Shape& shape) const {
    Vector3 sum;
    for (int i = 0; i < 36; ++i) sum[i % 3] += shape[i / 3] * reference[i];
    return sum;
  }
  Axes axes(double xi, double eta) const { return {ofReference(shape(xi, eta, 1, 0)), ofReference(shape(xi, eta, 0, 1))}; }
  Vector3 sum(const Shape& shape, const double* values) const {
    Vector3 result;
    for (int i = 0; i < 36; ++i) result[i % 3] += shape[i / 3] * values[coordinate(i)];
    return result;
  }
  /// The fields of displacements, with the reference if `total`, or of rates.
  Fields fields(const Point& point, const double* values, bool total) const {
    Fields result;
    for (int f = 0; f < 5; ++f) {
      const Vector3 value = sum(point.by[f], values) + (total ? ofReference(point.by[f]) : Vector3{});
      for (int k = 0; k < 3; ++k) result[f][k].value = value[k];
    }
    return result;
  }
  /// The point without its weights.
  Point at(double xi, double eta) const {
    const Axes axes = this->axes(xi, eta);
    const Shape first[2] = {shape(xi, eta, 1, 0), shape(xi, eta, 0, 1)};
    const Shape second[3] = {shape(xi, eta, 2, 0), shape(xi, eta, 1, 1), shape(xi, eta, 0, 2)};
    Point point{};
    const auto& [xx, xy, yy, area] = axes;
    for (int i = 0; i < 12; ++i) {
      point.by[0][i] = xx * first[0][i], point.by[1][i] = xy * first[0][i] + yy * first[1][i];
      point.by[2][i] = xx * xx * second[0][i];
      point.by[3][i] = xy * xy * second[0][i] + 2 * xy * yy * second[1][i] + yy * yy * second[2][i];
      point.by[4][i] = xx * xy * second[0][i] + xx * yy * second[1][i];
    }
    Fields r;
    for (int f = 0; f < 5; ++f) {
      const Vector3 value = ofReference(point.by[f]);
      for (int k = 0; k < 3; ++k) r[f][k].value = value[k];
    }
    const Strains reference = strainsOf(r);
    point.membraneReference = valueOf(reference.membrane), point.bendingReference = valueOf(reference.bending);
    return point;
  }
};

double thicknessAt(const Plate& plate, const Element& element, double xi, double eta) {
  const VectorX& given = plate.physicsThickness;
  if (plate.isUniform()) return given[0];
  const Shape shape = element.shape(xi, eta, 0, 0);
  double sum = 0;
  for (std::size_t i = 0; i < given.size(); ++i)
    sum += given[i] * (given.size() == 12 ? shape[i] : Along(xi, sides[i][0]).linear[0] * Along(eta, sides[i][1]).linear[0]);
  return sum;
}

struct Rule {
  int count;
  double places[5], weights[5];
};
constexpr Rule gauss5{5,
                      {-0.90617984593866399280, -0.53846931010568309104, 0, 0.53846931010568309104, 0.90617984593866399280},
                      {0.23692688505618908751, 0.47862867049936646804, 128 / 225., 0.47862867049936646804, 0.23692688505618908751}};
constexpr Rule gauss2{2, {-0.57735026918962576451, 0.57735026918962576451}, {1, 1}};
constexpr Rule lobatto3{3, {-1, 0, 1}, {1 / 3., 4 / 3., 1 / 3.}};

template <class F>
void overPoints(const Rule& rule, F f) {
  for (int i = 0; i < rule.count; ++i)
    for (int j = 0; j < rule.count; ++j) f(rule.places[i], rule.places[j], rule.weights[i] * rule.weights[j]);
}

using Base = FrameLoop<LoopOf<class Loop, Plate, role::OfCoordinates, role::Carrier, role::Lumped, role::Moving, role::Turning,
                              role::Massive, role::Deriving, role::Measured, role::Drawn, role::Storing>,
                       SlopeFrames>;

class Loop final : public Base {
 public:
  Loop() : Base(false) {}
  void reserve(int items) override {
    LoopOf::reserve(items);
    elements_.reserve(items);  // markers point to their masses
  }
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const int index = keep(modelItem);
    Element& element = elements_.emplace_back();
    for (int i = 0; i < 4; ++i) {
      element.first[i] = assembly.node(items_[index].nodeNumbers[i]).firstCoordinate();
      for (int k = 0; k < 9; ++k) element.reference[9 * i + k] = assembly.reference[element.first[i] + k];
    }
    changed(index);
  }
  void changed(int index) override {
    const Plate& plate = items_[index];
    Element& element = elements_[index];
    setSizes(plate, element);
    element.points.clear();
    if (plate.useReducedOrderIntegration == 0) {
      addPoints(plate, element, gauss5, true, true);
    } else {
      addPoints(plate, element, lobatto3, true, false), addPoints(plate, element, gauss2, false, true);
    }
    setMasses(plate, element);
    frames_.renew(index, [&](const Vector3& local) { return terms(element, local); });
  }
  std::vector<int> coordinates(int index) const override {
    std::vector<int> numbers;
    for (int i = 0; i < 36; ++i) numbers.push_back(elements_[index].coordinate(i));
    return numbers;
  }
  int addFrame(int index, const Vector3& local, Assembly& assembly) override {
    return frames_.add(index, local, terms(elements_[index], local), offsetOf(index, local), assembly);
  }
  void dropFrame(int slot) override { frames_.drop(slot); }
  MarkerPlace addMass(int index, Assembly& assembly) override {
    const Element& element = elements_[index];
    SlopeTerms terms;
    const double constant[] = {1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0};  // the shape functions of a uniform displacement
    for (int i = 0; i < 12; ++i) {
      double share = 0;
      for (int j = 0; j < 12; ++j) share += element.masses[i][j] * constant[j];
      terms.push_back({element.coordinate(3 * i), element.mass > 0 ? share / element.mass : 0.25 * constant[i]});
    }
    return {.frame = frames_.add(index, {}, std::move(terms), {}, assembly), .mass = &element.mass};
  }

  bool massIsConstant() const override { return true; }
  void lawsOf(Sweep<double>& sweep) const {
    for (std::size_t n = 0; n < items_.size(); ++n) {
      const Element& element = elements_[n];
      for (const Point& point : element.points) {
        const Fields on = forcesAt(items_[n], point, element.fields(point, sweep.q, true), element.fields(point, sweep.q_t, false));
        for (int f = 0; f < 5; ++f)
          for (int i = 0; i < 36; ++i) sweep.residual[element.coordinate(i)] += point.by[f][i / 3] * on[f][i % 3].value;
      }
      for (int i = 0; i < 36; ++i)
        for (int j = i % 3; j < 36; j += 3) {
          const double rate = items_[n].physicsMassProportionalDamping * sweep.q_t[element.coordinate(j)];
          const double acceleration = sweep.q_tt ? sweep.q_tt[element.coordinate(j)] : 0.0;
          sweep.residual[element.coordinate(i)] += element.masses[i / 3][j / 3] * (acceleration + rate);
        }
    }
  }
  double stored(int index, const Sweep<double>& sweep) const override {
    const Plate& plate = items_[index];
    if (!isSymmetric(&plate.membrane()[0][0], 3) || !isSymmetric(&plate.bending()[0][0], 3)) return storesNothing;
    double energy = 0;
    for (const Point& point : elements_[index].points) {
      const Strains strains = strainsOf(elements_[index].fields(point, sweep.q, true));
      const Vector3 stretch = valueOf(strains.membrane) - point.membraneReference;
      const Vector3 curvature = valueOf(strains.bending) - point.bendingReference;
      energy += point.membrane * dot(stretch, plate.membrane() * stretch) + point.bending * dot(curvature, plate.bending() * curvature);
    }
    return 0.5 * energy;
  }
  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    const TangentFactors& factors = tangent.factors;
    for (std::size_t n = 0; n < items_.size(); ++n) {
      const Element& element = elements_[n];
      double block[36 * 36] = {};
      if (factors.stiffness != 0 || factors.damping != 0)
        for (const Point& point : element.points)
          addPoint(items_[n], point, element.fields(point, sweep.q, true), element.fields(point, sweep.q_t, false), factors, block);
      const double inertia = factors.mass + factors.damping * items_[n].physicsMassProportionalDamping;
      for (int i = 0; i < 36; ++i)
        for (int j = i % 3; j < 36; j += 3) block[i * 36 + j] += inertia * element.masses[i / 3][j / 3];
      int numbers[36];
      for (int i = 0; i < 36; ++i) numbers[i] = element.coordinate(i);
      tangent.sink.add(numbers, 36, numbers, 36, block, 36);
    }
  }

  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>& sweep, double* out) const {
    const Plate& plate = items_[index];
    const Element& element = elements_[index];
    if (slopeOutput(variable, terms(element, local), false, sweep, out, offsetOf(index, local))) return;
    const double thickness = thicknessAt(plate, element, local.x, local.y), height = 0.5 * thickness * local.z;
    const Point point = element.at(local.x, local.y);
    const Fields r = element.fields(point, sweep.q, true);
    const Strains strains = strainsOf(r), forces = sectionForces(plate, point, r, element.fields(point, sweep.q_t, false));
    const Vector3 stretch = valueOf(strains.membrane) - point.membraneReference,
                  curvature = valueOf(strains.bending) - point.bendingReference;
    const double ratio = plate.isUniform() ? 1 : thickness / plate.physicsThickness[0];
    const Vector3 force = ratio * valueOf(forces.membrane),
                  moment = (plate.isUniform() ? 1 : ratio * thickness * thickness / 12) * valueOf(forces.bending);
    const auto inPlane = [&](const Vector3& v) { out[0] = v.x, out[1] = v.y, out[2] = out[3] = out[4] = 0.0, out[5] = v.z; };
    switch (variable) {
      case OutputVariable::Director1:
        return writeVector(valueOf(r[0]), out);
      case OutputVariable::Director2:
        return writeVector(valueOf(r[1]), out);
      case OutputVariable::StrainLocal:
        return inPlane(stretch - height * curvature);
      case OutputVariable::CurvatureLocal:
        return writeVector(curvature, out);
      case OutputVariable::ForceLocal:
        return writeVector(force, out);
      case OutputVariable::StressLocal:
        return inPlane((1 / thickness) * force - (6 * local.z / (thickness * thickness)) * moment);
      default:
        return writeVector(moment, out);  // TorqueLocal
    }
  }

  /// No frame; nine points of the surface.
  PoseSource pose(int) const override { return {PoseKind::flexible, 7 + 27}; }
  void writePose(int index, const Sweep<double>& sweep, double* out) const override {
    writeFramePose({}, Matrix3::identity(), out);
    const Element& element = elements_[index];
    for (int i = 0; i < 9; ++i) {
      const Shape shape = element.shape(i % 3 - 1, i / 3 - 1, 0, 0);
      writeVector(element.ofReference(shape) + element.sum(shape, sweep.q), out + 7 + 3 * i);
    }
  }

 private:
  /// Sets missing sizes to the lengths of the edges.
  static void setSizes(const Plate& plate, Element& element) {
    double edges[4];
    for (int i = 0; i < 4; ++i) {
      const double *a = element.reference + 9 * i, *b = element.reference + 9 * ((i + 1) % 4);
      edges[i] = norm(Vector3{b[0] - a[0], b[1] - a[1], b[2] - a[2]});
    }
    const int alongX[] = {0, 0, 2, 2}, alongY[] = {3, 1, 1, 3};
    for (int i = 0; i < 4; ++i) {
      element.sizes[0][i] = plate.slopesScalingX[i] > 0 ? plate.slopesScalingX[i] : edges[alongX[i]];
      element.sizes[1][i] = plate.slopesScalingY[i] > 0 ? plate.slopesScalingY[i] : edges[alongY[i]];
    }
  }
  static void addPoints(const Plate& plate, Element& element, const Rule& rule, bool membrane, bool bending) {
    overPoints(rule, [&](double xi, double eta, double weight) {
      Point& point = element.points.emplace_back(element.at(xi, eta));
      const double share = weight * element.axes(xi, eta).area, thickness = thicknessAt(plate, element, xi, eta);
      const double ratio = thickness / plate.physicsThickness[0];
      if (membrane) point.membrane = share * ratio;
      if (bending) point.bending = plate.isUniform() ? share : share * ratio * thickness * thickness / 12;
    });
  }
  static void setMasses(const Plate& plate, Element& element) {
    std::fill_n(&element.masses[0][0], 144, 0.0), element.mass = 0;
    overPoints(gauss5, [&](double xi, double eta, double weight) {
      const Shape shape = element.shape(xi, eta, 0, 0);
      const double share = weight * element.axes(xi, eta).area * plate.physicsDensity * thicknessAt(plate, element, xi, eta);
      element.mass += share;
      for (int i = 0; i < 12; ++i)
        for (int j = 0; j < 12; ++j) element.masses[i][j] += share * shape[i] * shape[j];
    });
  }
  /// Adds the tangent of a point, column by column of the fields.
  static void addPoint(const Plate& plate, const Point& point, Fields r, Fields rates, const TangentFactors& factors,
                       double (&block)[36 * 36]) {
    double byNodes[15][36] = {};
    for (int c = 0; c < 15; ++c) {
      double &by = r[c / 3][c % 3].derivative[0], &byRate = rates[c / 3][c % 3].derivative[0];
      by = factors.stiffness, byRate = factors.damping;
      const Fields on = forcesAt(plate, point, r, rates);
      by = byRate = 0;
      for (int row = 0; row < 15; ++row)
        for (int i = 0; i < 12; ++i) byNodes[row][3 * i + c % 3] += on[row / 3][row % 3].derivative[0] * point.by[c / 3][i];
    }
    for (int i = 0; i < 36; ++i)
      for (int f = 0; f < 5; ++f)
        for (int j = 0; j < 36; ++j) block[i * 36 + j] += point.by[f][i / 3] * byNodes[3 * f + i % 3][j];
  }
  static SlopeTerms terms(const Element& element, const Vector3& local) {
    const Axes axes = element.axes(local.x, local.y);
    const Shape place = element.shape(local.x, local.y, 0, 0), xi = element.shape(local.x, local.y, 1, 0),
                eta = element.shape(local.x, local.y, 0, 1);
    SlopeTerms result;
    for (int i = 0; i < 12; ++i)
      result.push_back({element.coordinate(3 * i), place[i], axes.xx * xi[i], axes.xy * xi[i] + axes.yy * eta[i]});
    return result;
  }
  Vector3 offsetOf(int index, const Vector3& local) const {
    return {0, 0, local.z == 0 ? 0.0 : 0.5 * local.z * thicknessAt(items_[index], elements_[index], local.x, local.y)};
  }

  std::vector<Element> elements_;
};

constexpr Vector4 byEdges{-1, -1, -1, -1};
constexpr ParameterOf<Plate> parameters[] = {
    {"physicsThickness", &Plate::physicsThickness, unit::metre, anyNumber, Presence::required,
     "thickness h: one number, four (one at each node), or twelve (with its two slopes at each node)"},
    {"physicsDensity", &Plate::physicsDensity, unit::kilogram / (unit::metre * unit::metre * unit::metre), nonNegative, 0.0, "density ρ"},
    {"physicsMassProportionalDamping", &Plate::physicsMassProportionalDamping, unit::perSecond, anyNumber, 0.0,
     "mass-proportional damping α: forces α M q̇"},
    {"stiffnessProportionalDamping", &Plate::stiffnessProportionalDamping, unit::second, anyNumber, 0.0,
     "stiffness-proportional damping β of the membrane: D_ε β ε̇"},
    {"bendingStiffnessProportionalDamping", &Plate::bendingStiffnessProportionalDamping, unit::second, anyNumber, -1.0,
     "stiffness-proportional damping β_κ of bending: D_κ β_κ κ̇; if negative, β is used"},
    {"physicsStrainCoefficients", &Plate::physicsStrainCoefficients, unit::newtonPerMetre, anyNumber, Presence::required,
     "membrane stiffness D_ε, a list of one matrix; if the thickness varies, the value for the first thickness"},
    {"physicsCurvatureCoefficients", &Plate::physicsCurvatureCoefficients, unit::newtonMetre, anyNumber, Presence::required,
     "bending stiffness D_κ, a list of one matrix; if the thickness varies, D_κ follows from the membrane stiffness instead"},
    {"slopesScalingX", &Plate::slopesScalingX, unit::metre, anyNumber, byEdges,
     "length of the element along ξ at each node; if not positive, the length of the edge"},
    {"slopesScalingY", &Plate::slopesScalingY, unit::metre, anyNumber, byEdges,
     "length of the element along η at each node; if not positive, the length of the edge"},
    {"nodeNumbers", &Plate::nodeNumbers, capability::slopeNode12, Presence::required,
     "four PointSlope12 nodes, at (ξ, η) = (−1, −1), (1, −1), (1, 1), (−1, 1)"},
    {"useReducedOrderIntegration",
     &Plate::useReducedOrderIntegration,
     unit::none,
     {Range::Kind::oneOf, {0, 1, 2}},
     0,
     "quadrature points: 0: Gauss 5 × 5; 1 or 2: Lobatto 3 × 3 for the membrane and Gauss 2 × 2 for bending, to avoid locking"}};

void check(const Plate& item, const Complain& complain) {
  if (item.nodeNumbers.size() != 4) return complain("nodeNumbers", "must have 4 nodes, got " + std::to_string(item.nodeNumbers.size()));
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j)
      if (item.nodeNumbers[i] == item.nodeNumbers[j]) return complain("nodeNumbers", "must be four different nodes");
  const std::size_t size = item.physicsThickness.size();
  if (item.physicsStrainCoefficients.empty()) complain("physicsStrainCoefficients", "must have a matrix");
  if (item.physicsCurvatureCoefficients.empty()) complain("physicsCurvatureCoefficients", "must have a matrix");
  if (size != 1 && size != 4 && size != 12)
    return complain("physicsThickness", "must have 1, 4 or 12 numbers, got " + std::to_string(size));
  for (std::size_t i = 0; i < size; i += size == 12 ? 3 : 1)
    if (!(item.physicsThickness[i] > 0))
      return complain("physicsThickness", "thicknesses must be more than 0, got " + numberText(item.physicsThickness[i]));
}

constexpr ItemDescription<Plate> description = {
    .type = "ANCFThinPlate",
    .summary = "Thin plate or shell element with four nodes, with membrane and bending stiffness, for large deformation.",
    .equation =
        "M (\\ddot q + \\alpha\\,\\dot q) + \\int_A \\left(\\frac{\\partial \\varepsilon}{\\partial q}\\right)^T D_\\varepsilon\\,"
        "(\\varepsilon + \\beta\\,\\dot \\varepsilon) + \\left(\\frac{\\partial \\kappa}{\\partial q}\\right)^T D_\\kappa\\,(\\kappa + "
        "\\beta_\\kappa\\,\\dot \\kappa)\\;dA = Q, \\quad \\varepsilon = \\begin{pmatrix} \\tfrac12 r_x \\cdot r_x \\\\ \\tfrac12 r_y "
        "\\cdot r_y \\\\ r_x \\cdot r_y \\end{pmatrix} - \\varepsilon_{ref}, \\quad \\kappa = \\begin{pmatrix} "
        "n \\cdot r_{xx} / \\lvert r_x \\rvert \\\\ n \\cdot r_{yy} / \\lvert r_y \\rvert \\\\ 2\\,n \\cdot r_{xy} / \\sqrt{\\lvert r_x "
        "\\rvert "
        "\\lvert r_y \\rvert} \\end{pmatrix} - \\kappa_{ref}",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "global position of the point (ξ, η), ζ half thicknesses above the mid-surface"},
                {OutputVariable::Displacement, unit::metre, 3, "global displacement from the reference configuration"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "global velocity"},
                {OutputVariable::Acceleration, unit::metrePerSecondSquared, 3, "global acceleration"},
                {OutputVariable::Director1, unit::none, 3, "slope along x"},
                {OutputVariable::Director2, unit::none, 3, "slope along y"},
                {OutputVariable::StrainLocal, unit::none, 6,
                 "strains xx, yy, zz, yz, xz, xy at ζ; components with z are 0, and xy is the shear angle"},
                {OutputVariable::CurvatureLocal, unit::perMetre, 3, "κ_xx, κ_yy and twice the twist"},
                {OutputVariable::ForceLocal, unit::newtonPerMetre, 3, "membrane forces per length xx, yy, xy"},
                {OutputVariable::TorqueLocal, unit::newton, 3, "bending moments per length xx, yy and twisting moment"},
                {OutputVariable::StressLocal, unit::newton / (unit::metre * unit::metre), 6,
                 "stresses xx, yy, zz, yz, xz, xy at ζ; components with z are 0"}},
    .provides = capability::body | capability::position | capability::orientation | capability::mass,
    .visualization = {"show", "color"},
    .drawnAs = {"surface", {}},
    .check = [](const Plate& item, const Complain& complain) { check(item, complain); }};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace
}  // namespace slipstick
