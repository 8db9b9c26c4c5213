// Code shared by the bodies of planar cable elements: the motion of their points as outputs, and frames and markers on them.
#pragma once

#include "core/items/cable/cable.h"
#include "core/items/cable/section_frames.h"
#include "core/items/registration.h"

namespace slipstick {

/// The motion of a cross-section of a cable: of its point on the centre line, and of the slope r' there.
template <class S>
struct CableMotion {
  Vec2<S> position, velocity;
  cable::Section<S> section, rates;

  CableMotion(const cable::Element& element, double x, const cable::Ends<S>& ends, const cable::Ends<S>& endRates)
      : position(cable::sum(cable::shape(x), ends)),
        velocity(cable::sum(cable::shape(x), endRates)),
        section(element.section(x, cable::deformation(ends))),
        rates(element.section(x, cable::deformation(endRates))) {}

  Vec2<S> tangent() const { return cable::Stretch<S>(section.slope).tangent; }
  /// Angular velocity of the section about z.
  S spin() const { return imaginaryProduct(complexInverse(section.slope), rates.slope); }
  Vec2<S> positionAt(double y) const { return position + y * perpendicular(tangent()); }
  Vec2<S> velocityAt(double y) const { return velocity - (y * spin()) * tangent(); }
};

template <class S>
void writePlanar(const Vec2<S>& v, S* out) {
  out[0] = v.x, out[1] = v.y, out[2] = S(0.0);
}

/// The outputs determined only by the motion of the section; `y` is the distance from the centre line. Returns false for other outputs.
inline bool cableOutput(OutputVariable variable, const CableMotion<double>& motion, double y, const Vec2<double>& reference, double* out) {
  switch (variable) {
    case OutputVariable::Position:
      writePlanar(motion.positionAt(y), out);
      return true;
    case OutputVariable::Displacement:
      writePlanar(motion.positionAt(y) - reference, out);
      return true;
    case OutputVariable::Velocity:
      writePlanar(motion.velocityAt(y), out);
      return true;
    case OutputVariable::VelocityLocal: {
      const Vec2<double> v = motion.velocityAt(y), t = motion.tangent();
      writePlanar(Vec2<double>{dot(t, v), cross(t, v)}, out);
      return true;
    }
    case OutputVariable::Rotation:
      out[0] = atan2(motion.section.slope.y, motion.section.slope.x);
      return true;
    case OutputVariable::Director1:
      writePlanar(motion.section.slope, out);
      return true;
    case OutputVariable::StrainLocal:
      out[0] = cable::Stretch<double>(motion.section.slope).strain() - y * cable::Bending<double>(motion.section).curvature;
      return true;
    case OutputVariable::CurvatureLocal:
      out[0] = cable::Bending<double>(motion.section).curvature;
      return true;
    default:
      return false;
  }
}
constexpr Outputs cableOutputs() {
  return {{OutputVariable::Position, unit::metre, 3, "global position of the point (x, y) of the cross-section at x"},
          {OutputVariable::Displacement, unit::metre, 3, "global displacement from the reference configuration"},
          {OutputVariable::Velocity, unit::metrePerSecond, 3, "global velocity"},
          {OutputVariable::VelocityLocal, unit::metrePerSecond, 3, "velocity along the cable and normal to it"},
          {OutputVariable::Rotation, unit::radian, 1, "angle of the slope r'"},
          {OutputVariable::Director1, unit::none, 3, "slope r' of the centre line; its length is 1 plus the axial strain"},
          {OutputVariable::StrainLocal, unit::none, 1, "axial strain at y: |r'| − 1 − y K; the reference strain is not subtracted"},
          {OutputVariable::CurvatureLocal, unit::perMetre, 1, "material curvature K; the reference curvature is not subtracted"},
          {OutputVariable::ForceLocal, unit::newton, 1, "axial force N"},
          {OutputVariable::TorqueLocal, unit::newtonMetre, 1, "bending moment M"}};
}

/// The parameters shared by planar cables.
template <class Cable>
inline constexpr ParameterOf<Cable> cableParameters[] = {
    {"physicsLength", &Cable::physicsLength, unit::metre, positive, Presence::required, "unstrained length L of the element"},
    {"physicsMassPerLength", &Cable::physicsMassPerLength, unit::kilogramPerMetre, nonNegative, 0.0, "mass per length ρA"},
    {"physicsBendingStiffness", &Cable::physicsBendingStiffness, unit::newtonMetreSquared, nonNegative, 0.0, "bending stiffness EI"},
    {"physicsAxialStiffness", &Cable::physicsAxialStiffness, unit::newton, nonNegative, 0.0, "axial stiffness EA"},
    {"physicsBendingDamping", &Cable::physicsBendingDamping, unit::newtonMetreSquaredSecond, nonNegative, 0.0,
     "bending moment per curvature rate"},
    {"physicsAxialDamping", &Cable::physicsAxialDamping, unit::newtonSecond, nonNegative, 0.0, "axial force per strain rate"},
    {"physicsReferenceAxialStrain", &Cable::physicsReferenceAxialStrain, unit::none, anyNumber, 0.0,
     "strain at which the axial force is zero; a negative value tightens the cable"},
    {"physicsReferenceCurvature", &Cable::physicsReferenceCurvature, unit::perMetre, anyNumber, 0.0,
     "curvature at which the bending moment is zero"},
    {"strainIsRelativeToReference", &Cable::strainIsRelativeToReference, unit::none, unitInterval, 0.0,
     "1: the reference configuration is stress-free; 0: the straight, unstretched cable is; values between interpolate"},
    {"useReducedOrderIntegration",
     &Cable::useReducedOrderIntegration,
     unit::none,
     {Range::Kind::oneOf, {0, 1, 2}},
     0,
     "quadrature points of the axial and bending terms: 0: Gauss 5 and 3, 1: Gauss 4 and 2, 2: Lobatto 3 and Gauss 2"}};

/// The element of a cable body on its two nodes.
template <class Cable>
void readElement(const Cable& item, cable::Element& element) {
  element.length = item.physicsLength, element.massPerLength = item.physicsMassPerLength;
  element.axialStiffness = item.physicsAxialStiffness, element.axialDamping = item.physicsAxialDamping;
  element.bendingStiffness = item.physicsBendingStiffness, element.bendingDamping = item.physicsBendingDamping;
  element.referenceStrain = item.physicsReferenceAxialStrain, element.referenceCurvature = item.physicsReferenceCurvature;
  element.relativeToReference = item.strainIsRelativeToReference;
  element.rule = &cable::rules[item.useReducedOrderIntegration];
  element.update();
}

/// The loops of cable bodies: elements, and frames of markers on them. Nodes 0 and 1 of an item are its ends.
template <class Derived, class Cable>
class CableLoop : public SectionLoop<4, Derived, Cable, role::Carrier, role::Lumped, role::Cable, role::Massive, role::Deriving,
                                     role::Measured, role::Drawn, role::Storing> {
  using Frames = SectionFrames<4>;

 public:
  void reserve(int items) override {
    SectionLoop<4, Derived, Cable, role::Carrier, role::Lumped, role::Cable, role::Massive, role::Deriving, role::Measured, role::Drawn,
                role::Storing>::reserve(items);
    masses_.reserve(items);  // markers point to them
  }
  SLIPSTICK_SMALL void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    const Cable& item = this->items_[this->keep(modelItem)];
    cable::Element element{};
    for (int i = 0; i < 2; ++i) {
      const Place node = assembly.node(item.nodeNumbers[i]);
      element.first[i] = node.firstCoordinate();
      for (int k = 0; k < 4; ++k) element.reference[4 * i + k] = assembly.reference[element.first[i] + k];
    }
    readElement(item, element);
    elements_.push_back(element);
    masses_.push_back(item.physicsMassPerLength * item.physicsLength);
  }
  void changed(int index) override {
    const Cable& item = this->items_[index];
    readElement(item, elements_[index]);
    masses_[index] = item.physicsMassPerLength * item.physicsLength;
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (points_[i].item == index) this->frames_.setWeights(static_cast<int>(i), weights(points_[i]));
  }
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    points_.push_back({index, localPosition.x, false});
    return this->frames_.slot(
        this->frames_.add(elements_[index].first, weights(points_.back()), localPosition.y, Frames::Kind::section, assembly));
  }
  void dropFrame(int slot) override {
    if (const int frame = this->frames_.drop(slot); frame >= 0) points_.erase(points_.begin() + frame);
  }
  MarkerPlace addMass(int index, Assembly& assembly) override {
    points_.push_back({index, 0, true});
    return {
        .frame = this->frames_.slot(this->frames_.add(elements_[index].first, weights(points_.back()), 0, Frames::Kind::mass, assembly)),
        .mass = &masses_[index]};
  }
  CablePlace cable(int index, const Assembly&) const override {
    const cable::Element& element = elements_[index];
    CablePlace place;
    place.length = &this->items_[index].physicsLength;
    const auto coordinates = element.coordinates();
    std::copy(coordinates.begin(), coordinates.end(), place.coordinates.begin());
    std::copy(element.reference.begin(), element.reference.end(), place.reference.begin());
    return place;
  }

  bool massIsConstant() const override { return true; }
  PoseSource pose(int) const override { return {PoseKind::cable, 8}; }
  void writePose(int index, const Sweep<double>& sweep, double* out) const override {
    const cable::Element& element = elements_[index];
    const auto coordinates = element.coordinates();
    for (int i = 0; i < 8; ++i) out[i] = element.reference[i] + sweep.q[coordinates[i]];
  }

 protected:
  Vec2<double> referencePosition(int index, const Vector3& local) const {
    const cable::Element& element = elements_[index];
    cable::Ends<double> ends;
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 2; ++k) ends[j][k] = (j % 2 ? element.length : 1.0) * element.reference[2 * j + k];
    return CableMotion<double>(element, local.x / element.length, ends, {}).positionAt(local.y);
  }
  std::vector<cable::Element> elements_;

 private:
  struct PointOnCable {
    int item;
    double x;  // m
    bool mass;
  };
  Frames::Weights weights(const PointOnCable& point) const {
    const double length = elements_[point.item].length, x = point.x / length;
    const auto position = point.mass ? cable::meanShape : cable::shape(x);
    const auto slope = cable::shape_x(x);
    Frames::Weights result;
    for (int j = 0; j < 4; ++j) {
      const double scale = j % 2 ? length : 1.0;
      result.position[j] = scale * position[j], result.slope[j] = point.mass ? 0.0 : scale / length * slope[j];
    }
    return result;
  }
  std::vector<PointOnCable> points_;  // by frame
  std::vector<double> masses_;
};

}  // namespace slipstick
