// Points on a cable between which it is taken as straight for contact.

#include <stdexcept>

#include "core/items/markers/cable_marker.h"
#include "core/system/cable_shape.h"

namespace slipstick {
namespace {

constexpr int mostSegments = 12;

struct BodyCable2DShape {
  ObjectIndex bodyNumber;
  int numberOfSegments;
  double verticalOffset;
};

class Loop final : public CableMarkerLoop<Loop, BodyCable2DShape> {
 public:
  void complete(const BodyCable2DShape& item, CablePlace& cable, Assembly& assembly) {
    cable.segments = item.numberOfSegments;
    cable.verticalOffset = item.verticalOffset;
    cable.firstPoint = assembly.cablePoints;
    assembly.cablePoints += cable.segments + 1;
    if (cable.axialCoordinate >= 0 && item.verticalOffset != 0)
      throw std::invalid_argument("marker BodyCable2DShape: verticalOffset must be 0 on a cable that moves axially");
    auto& shape = shapes_[cable.segments];
    for (int i = 0; i <= cable.segments && shape.size() <= static_cast<std::size_t>(cable.segments); ++i)
      shape.push_back(cable::shape(static_cast<double>(i) / cable.segments));
  }

  template <class S>
  void kinematicsOf(Sweep<S>& sweep) {
    for (const CablePlace& cable : cables_) {
      cable::Ends<S> ends, rates;
      for (int j = 0; j < 4; ++j) {
        const double scale = j % 2 ? *cable.length : 1.0;
        for (int k = 0; k < 2; ++k) {
          const int coordinate = cable.coordinates[2 * j + k];
          ends[j][k] = scale * (cable.reference[2 * j + k] + sweep.q[coordinate]);
          rates[j][k] = scale * sweep.q_t[coordinate];
        }
      }
      CablePoint<S>* out = sweep.cablePoints.data() + cable.firstPoint;
      for (const std::array<double, 4>& shape : shapes_[cable.segments]) {
        out->position = cable::sum(shape, ends);
        out->velocity = cable::sum(shape, rates);
        ++out;
      }
      if (isPlain(cable)) continue;
      for (int i = 0; i <= cable.segments; ++i) {
        CablePoint<S>& point = sweep.cablePoints[cable.firstPoint + i];
        Vec2<S> slope, rate;
        pointSlope(cable, i, sweep, slope, rate);
        if (cable.axialCoordinate >= 0) {
          point.velocity += sweep.q_t[cable.axialCoordinate] * slope;
        } else {
          const CrossSection<S> section(slope, rate);
          point.position += cable.verticalOffset * section.normal();
          point.velocity -= (cable.verticalOffset * section.spin) * section.tangent;
        }
      }
    }
  }
  template <class S>
  void backOf(Sweep<S>& sweep) {
    for (const CablePlace& cable : cables_) {
      const Vec2<S>* force = sweep.cableForces.data() + cable.firstPoint;
      for (int i = 0; i <= cable.segments; ++i, ++force) {
        if (valueOf(force->x) == 0 && valueOf(force->y) == 0 && isConstantZero(*force)) continue;
        const std::array<double, 4> weights = pointWeights(cable, i);
        for (int k = 0; k < 8; ++k) sweep.residual[cable.coordinates[k]] += weights[k / 2] * (*force)[k % 2];
        if (isPlain(cable)) continue;
        Vec2<S> slope, rate;
        pointSlope(cable, i, sweep, slope, rate);
        if (cable.axialCoordinate >= 0) {
          sweep.residual[cable.axialCoordinate] += dot(*force, slope);
        } else {
          const CrossSection<S> section(slope, rate);
          const Vec2<S> moment = (-cable.verticalOffset * dot(*force, section.tangent)) * section.turn;
          const std::array<double, 4> slopeWeights = pointSlopeWeights(cable, i);
          for (int k = 0; k < 8; ++k) sweep.residual[cable.coordinates[k]] += slopeWeights[k / 2] * moment[k % 2];
        }
      }
    }
  }
  /// Only of an offset and of axial motion do forces change direction with the coordinates.
  void backTangent(Tangent& tangent, Sweep<double>& sweep) override {
    const double factor = tangent.factors.stiffness;
    for (const CablePlace& cable : cables_) {
      if (isPlain(cable)) continue;
      double block[8][8] = {}, axial[8] = {};
      for (int i = 0; i <= cable.segments; ++i) {
        const Vec2<double>& force = sweep.cableForces[cable.firstPoint + i];
        const std::array<double, 4> slopeWeights = pointSlopeWeights(cable, i);
        if (cable.axialCoordinate >= 0) {
          for (int k = 0; k < 8; ++k) axial[k] += factor * slopeWeights[k / 2] * force[k % 2];
          continue;
        }
        Vec2<double> slope, rate;
        pointSlope(cable, i, sweep, slope, rate);
        double bySlope[2][2];
        CrossSection<double>(slope, rate).forceBySlope(force, 0, cable.verticalOffset, bySlope);
        for (int k = 0; k < 8; ++k)
          for (int l = 0; l < 8; ++l) block[k][l] += factor * slopeWeights[k / 2] * slopeWeights[l / 2] * bySlope[k % 2][l % 2];
      }
      if (cable.axialCoordinate >= 0)
        tangent.sink.add(&cable.axialCoordinate, 1, cable.coordinates.data(), 8, axial, 8);
      else
        tangent.sink.add(cable.coordinates.data(), 8, cable.coordinates.data(), 8, &block[0][0], 8);
    }
  }
  /// The marker stands at the start of the cable.
  template <class S>
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<S>& sweep, S* out) const {
    const Place body = cables_[index].body;
    body.loop->output(body.index, variable, {}, sweep, out);
  }

 private:
  static bool isPlain(const CablePlace& cable) { return cable.axialCoordinate < 0 && cable.verticalOffset == 0; }
  static bool isConstantZero(const Vec2<double>&) { return true; }
  static bool isConstantZero(const Vec2<Dual1>& force) { return force.x.derivative[0] == 0 && force.y.derivative[0] == 0; }
  std::array<std::vector<std::array<double, 4>>, mostSegments + 1> shapes_;  // at the points, by number of segments
};

const bool registered = registerItem<Loop, BodyCable2DShape>(
    ItemKind::marker, {.type = "BodyCable2DShape",
                       .summary = "The shape of a cable in the plane as a line of straight segments, for contact.",
                       .equation = "p_i = S(x_i)\\,q + v_o\\,n(x_i), \\quad x_i = i\\,L / n_{seg}",
                       .parameters = {{"bodyNumber", &BodyCable2DShape::bodyNumber, capability::cable, Presence::required, "cable"},
                                      {"numberOfSegments", &BodyCable2DShape::numberOfSegments, unit::none, positive, 3,
                                       "segments of equal length, at most 12"},
                                      {"verticalOffset", &BodyCable2DShape::verticalOffset, unit::metre, anyNumber, 0.0,
                                       "distance of the points from the centre line, along its normal"}},
                       .outputs = {{OutputVariable::Position, unit::metre, 3, "global position of the start of the cable"},
                                   {OutputVariable::Displacement, unit::metre, 3, "its displacement"},
                                   {OutputVariable::Velocity, unit::metrePerSecond, 3, "its global velocity"}},
                       .provides = capability::cableShape,
                       .check = [](const BodyCable2DShape& item, const Complain& complain) {
                         if (item.numberOfSegments > mostSegments)
                           complain("numberOfSegments",
                                    "must be at most " + std::to_string(mostSegments) + ", got " + std::to_string(item.numberOfSegments));
                       }});

}  // namespace
}  // namespace slipstick
