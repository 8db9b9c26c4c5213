// Loop of the contacts between a circle and the segments of a cable.
//
// A law is a struct with `markerNumbers` (circle, shape of the cable), `nodeNumber` (data), `numberOfContactSegments`, `circleRadius`,
// `activeConnector` and
//   double radius()                                                                 at which the gap is zero
//   SegmentForce<S> force(const SegmentView<S>&, const double* data)                while data[0] ≤ 0, with `data` of the segment
//   double postNewton(double gap, view, double* data, const double* start)          new data; how much force the old ones missed;
//                                                                                   view() gives the SegmentView<double>
//   bool segmentNormals(), bool turnsCircle(), and output() if it has outputs.
// Data of a segment lie numberOfContactSegments apart.
#pragma once

#include <algorithm>

#include "core/items/cable/cable_shape.h"
#include "core/items/cable/circle_segment.h"
#include "core/items/registration.h"

namespace slipstick {

/// A segment with what a law asks about it.
template <class S>
struct SegmentView {
  const CircleMotion<S>& circle;
  CableSegment<S> segment;
  double radius;
  SegmentContact<S> contact;

  SegmentView(const CircleMotion<S>& circleMotion, const CableSegment<S>& cableSegment, double circleRadius)
      : SegmentView(circleMotion, cableSegment, circleRadius, {circleMotion.centre, cableSegment.position, circleRadius}) {}
  SegmentView(const CircleMotion<S>& circleMotion, const CableSegment<S>& cableSegment, double circleRadius, const SegmentGap<S>& gap)
      : circle(circleMotion), segment(cableSegment), radius(circleRadius), contact(gap, circle, segment, radius) {}
  S sticking() const { return stickingPosition(circle, segment, contact, radius); }
};

/// Size of outputs with n numbers for each segment.
constexpr int perContactSegment(int n) { return -n; }

template <class Law>
class CircleCableLoop final : public LoopOf<CircleCableLoop<Law>, Law> {
 public:
  void add(const ModelItem& modelItem, int, Assembly&) override { this->keep(modelItem); }
  void connect(Assembly& assembly) override {
    std::size_t columns = 0;
    for (const Law& law : this->items_) {
      Ends ends;
      ends.frame = assembly.markers[law.markerNumbers[0].index].frame;
      ends.cable = assembly.cables[assembly.markers[law.markerNumbers[1].index].cable];
      const Place node = assembly.place(ItemKind::node, law.nodeNumber.index);
      windows_.push_back({node.loop->firstCoordinate(node.index), law.numberOfContactSegments});
      assembly.frameJacobians[ends.frame] = 1;
      ends.coordinates.assign(ends.cable.coordinates.begin(), ends.cable.coordinates.end());
      if (ends.cable.axialCoordinate >= 0) ends.coordinates.push_back(ends.cable.axialCoordinate);
      ends.cableColumns = static_cast<int>(ends.coordinates.size());
      const std::vector<int>& frame = assembly.frames[ends.frame];
      ends.coordinates.insert(ends.coordinates.end(), frame.begin(), frame.end());
      columns = std::max(columns, ends.coordinates.size());
      ends_.push_back(std::move(ends));
    }
    motion_.resize(variables * columns);
    forces_.resize((2 * (mostCableSegments + 1) + 1) * columns);
    block_.resize(columns * columns);
  }

  void lawsOf(Sweep<double>& sweep) {
    for (std::size_t i = 0; i < windows_.size(); ++i) {
      if (!touches(windows_[i], sweep.data)) continue;
      const Law& law = this->items_[i];
      if (!law.activeConnector) continue;
      const Ends& ends = ends_[i];
      const double* data = sweep.data + windows_[i].data;
      const CircleMotion<double> circle = circleOf(sweep, ends);
      const CableShape<double> shape(ends.cable, sweep);
      const CableShape<double>::Ends rates = shape.rates();
      ShapePoint<double> point = shape.point(0, rates);
      Vec2<double> onPoint, sum;
      double torque{};
      bool touched = false;
      for (int s = 0; s < law.numberOfContactSegments; ++s) {
        const ShapePoint<double> next = shape.point(s + 1, rates);
        Vec2<double> onNext;
        const bool touches = data[s] <= 0;
        if (touches) {
          const SegmentView<double> view(circle, segmentOf(law, sweep, ends, point, next), law.radius());
          const SegmentForce<double> force = law.force(view, data + s);
          Vec2<double> on[2];
          distribute(force, view.contact, law.segmentNormals(), view.circle, view.segment, on);
          for (const Vec2<double>& f : on) sum += f;
          onPoint += on[0], onNext += on[1];
          torque += law.circleRadius * force.tangential;
        }
        if (touched || touches) shape.add(point, {onPoint.x, onPoint.y}, sweep.residual);
        point = next, onPoint = onNext, touched = touches;
      }
      if (touched) shape.add(point, {onPoint.x, onPoint.y}, sweep.residual);
      addToCircle(law, sum, torque, sweep.frameForces[ends.frame]);
    }
  }

  void tangent(Tangent& tangent, Sweep<double>& sweep) override {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const Law& law = this->items_[i];
      const Ends& ends = ends_[i];
      const int columns = ends.cableColumns + (*tangent.frames)[ends.frame].size, *coordinates = ends.coordinates.data();
      if (!law.activeConnector || !touches(windows_[i], sweep.data)) {
        tangent.sink.skip(coordinates, columns, coordinates, columns);
        continue;
      }
      differentiate(law, ends, sweep.data + windows_[i].data, tangent, sweep, columns);
      tangent.sink.add(coordinates, columns, coordinates, columns, block_.data(), columns);
    }
  }

  void postNewton(PostNewton& post, const Sweep<double>& sweep) override {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const Law& law = this->items_[i];
      if (!law.activeConnector) continue;
      const Ends& ends = ends_[i];
      double* data = post.data->data() + windows_[i].data;
      const double* start = post.startOfStep->data() + windows_[i].data;
      const CircleMotion<double> circle = circleOf(sweep, ends);
      const CableShape<double> shape(ends.cable, sweep);
      ShapePoint<double> point = shape.point(0);
      double error = 0;
      for (int s = 0; s < law.numberOfContactSegments; ++s) {
        const ShapePoint<double> next = shape.point(s + 1);
        const Vec2<double> position[2] = {vectorOf(point.position), vectorOf(next.position)};
        const SegmentGap<double> gap(circle.centre, position, law.radius());
        const auto view = [&] {
          const CableShape<double>::Ends rates = shape.rates();
          return SegmentView<double>(circle, segmentOf(law, sweep, ends, shape.point(s, rates), shape.point(s + 1, rates)), law.radius(),
                                     gap);
        };
        error += law.postNewton(gap.gap, view, data + s, start + s);
        point = next;
      }
      post.error = std::max(post.error, error);
    }
  }
  bool hasPostNewton() const override { return true; }

  /// Two numbers for each segment, tangential and normal; zero without contact.
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Law& law = this->items_[index];
    if constexpr (requires(const SegmentView<double>& view, const double* data) { law.output(variable, view, data, out); }) {
      const Ends& ends = ends_[index];
      const CircleMotion<double> circle = circleOf(sweep, ends);
      const CableShape<double> shape(ends.cable, sweep);
      const CableShape<double>::Ends rates = shape.rates();
      for (int s = 0; s < law.numberOfContactSegments; ++s) {
        const double* data = sweep.data + windows_[index].data + s;
        out[2 * s] = out[2 * s + 1] = 0.0;
        if (*data <= 0)
          law.output(
              variable,
              SegmentView<double>(circle, segmentOf(law, sweep, ends, shape.point(s, rates), shape.point(s + 1, rates)), law.radius()),
              data, out + 2 * s);
      }
    }
  }

 private:
  struct Ends {
    int frame;
    CablePlace cable;
    std::vector<int> coordinates;  // of the cable, then of the circle
    int cableColumns;
  };
  /// First number of the data and number of segments: all that is read of contacts that are apart.
  struct Window {
    int data, segments;
  };
  /// What a law is differentiated by: positions and velocities of both ends relative to the centre, spin, turn, axial coordinate.
  static constexpr int variables = 11;
  static constexpr int spin = 8, turn = 9, axial = 10;

  static bool touches(const Window& window, const double* data) {
    for (int s = 0; s < window.segments; ++s)
      if (data[window.data + s] <= 0) return true;
    return false;
  }
  static CircleMotion<double> circleOf(const Sweep<double>& sweep, const Ends& ends) {
    const FrameKinematics<double>& frame = sweep.frames[ends.frame];
    return {{frame.position.x, frame.position.y},         {frame.velocity.x, frame.velocity.y},         frame.angularVelocityLocal.z,
            {frame.rotation[0][0], frame.rotation[1][0]}, {frame.rotation[0][1], frame.rotation[1][1]}, 0.0};
  }
  static CableSegment<double> segmentOf(const Law& law, const Sweep<double>& sweep, const Ends& ends, const ShapePoint<double>& point,
                                        const ShapePoint<double>& next) {
    CableSegment<double> segment{{vectorOf(point.position), vectorOf(next.position)},
                                 {vectorOf(point.velocity), vectorOf(next.velocity)},
                                 *ends.cable.length / law.numberOfContactSegments,
                                 {}};
    if (ends.cable.axialCoordinate >= 0) segment.axial = ends.cable.axialReference + sweep.q[ends.cable.axialCoordinate];
    return segment;
  }
  static void addToCircle(const Law& law, const Vec2<double>& sum, double torque, FrameForce<double>& out) {
    out.force.x -= sum.x, out.force.y -= sum.y;
    if (law.turnsCircle()) out.torque.z -= torque;
  }

  /// The block of the contact's coordinates; adds the forces as lawsOf() does.
  void differentiate(const Law& law, const Ends& ends, const double* data, const Tangent& tangent, Sweep<double>& sweep, int columns) {
    using D = Dual<variables>;
    const FrameJacobian& frame = (*tangent.frames)[ends.frame];
    const int count = law.numberOfContactSegments + 1, torqueRow = 2 * count;
    std::fill_n(forces_.begin(), static_cast<std::size_t>(torqueRow + 1) * columns, 0.0);
    const CableShape<double> shape(ends.cable, sweep);
    const CableShape<double>::Ends rates = shape.rates();
    ShapePoint<double> points[mostCableSegments + 1];
    CablePointJacobian jacobians[mostCableSegments + 1];
    for (int p = 0; p < count; ++p) points[p] = shape.point(p, rates), jacobians[p] = shape.jacobian(points[p], rates);

    const CircleMotion<double> plainCircle = circleOf(sweep, ends);
    CircleMotion<D> circle{constant<D>(plainCircle.centre), constant<D>(plainCircle.velocity), D::variable(plainCircle.spin, spin),
                           constant<D>(plainCircle.axisX),  constant<D>(plainCircle.axisY),    D::variable(0.0, turn)};
    Vec2<double> onCable[mostCableSegments + 1], sum;
    double torque = 0;
    for (int s = 0; s < law.numberOfContactSegments; ++s) {
      if (data[s] > 0) continue;
      const CableSegment<double> plain = segmentOf(law, sweep, ends, points[s], points[s + 1]);
      CableSegment<D> segment{{}, {}, plain.length, D::variable(plain.axial, axial)};
      for (int end = 0; end < 2; ++end)
        for (int k = 0; k < 2; ++k) {
          segment.position[end][k] = D::variable(plain.position[end][k], 2 * end + k);
          segment.velocity[end][k] = D::variable(plain.velocity[end][k], 4 + 2 * end + k);
        }
      const SegmentView<D> view(circle, segment, law.radius());
      const SegmentForce<D> force = law.force(view, data + s);
      Vec2<D> on[2];
      distribute(force, view.contact, law.segmentNormals(), view.circle, view.segment, on);

      motionByCoordinates(tangent, ends, frame, sweep.frames[ends.frame], valueOf(view.contact.normal), jacobians + s, columns);
      for (int end = 0; end < 2; ++end) {
        for (int k = 0; k < 2; ++k) addRow(on[end][k].derivative, 2 * (s + end) + k, columns);
        const Vec2<double> value = valueOf(on[end]);
        onCable[s + end] += value, sum += value;
      }
      if (law.turnsCircle()) addRow((law.circleRadius * force.tangential).derivative, torqueRow, columns);
      torque += law.circleRadius * force.tangential.value;
    }
    addToCircle(law, sum, torque, sweep.frameForces[ends.frame]);

    std::fill_n(block_.begin(), static_cast<std::size_t>(columns) * columns, 0.0);
    for (int p = 0; p < count; ++p) {
      shape.addForceTangent(points[p], onCable[p], tangent.factors.stiffness, block_.data(), columns);
      for (int k = 0; k < 2; ++k) {
        const double* row = forces_.data() + static_cast<std::size_t>(2 * p + k) * columns;
        for (int c = 0; c < ends.cableColumns; ++c) addScaled(jacobians[p].position[k][c], row, c, columns);
        for (int c = 0; c < frame.size; ++c) addScaled(-frame.position[k * frame.size + c], row, ends.cableColumns + c, columns);
      }
    }
    const double* row = forces_.data() + static_cast<std::size_t>(torqueRow) * columns;
    for (int c = 0; c < frame.size; ++c) addScaled(-frame.rotation[2 * frame.size + c], row, ends.cableColumns + c, columns);
  }

  template <class D>
  static Vec2<D> constant(const Vec2<double>& v) {
    return {D(v.x), D(v.y)};
  }
  template <class D>
  static Vec2<double> valueOf(const Vec2<D>& v) {
    return {v.x.value, v.y.value};
  }
  /// Rows: variables; columns: coordinates. Positions count with the factor of stiffness, velocities also with that of damping.
  void motionByCoordinates(const Tangent& tangent, const Ends& ends, const FrameJacobian& frame, const FrameKinematics<double>& motion,
                           const Vec2<double>& normal, const CablePointJacobian* jacobians, int columns) {
    const double stiffness = tangent.factors.stiffness, damping = tangent.factors.damping;
    const int n = frame.size;
    const auto row = [&](int variable) { return motion_.data() + static_cast<std::size_t>(variable) * columns; };
    for (int end = 0; end < 2; ++end)
      for (int k = 0; k < 2; ++k) {
        const CablePointJacobian& jacobian = jacobians[end];
        double *position = row(2 * end + k), *velocity = row(4 + 2 * end + k);
        for (int c = 0; c < ends.cableColumns; ++c) {
          position[c] = c < 8 ? stiffness * jacobian.position[k][c] : 0.0;
          velocity[c] = stiffness * jacobian.velocity[k][c] + damping * jacobian.position[k][c];
        }
        for (int c = 0; c < n; ++c) {
          position[ends.cableColumns + c] = -stiffness * frame.position[k * n + c];
          velocity[ends.cableColumns + c] = -stiffness * frame.velocity[k * n + c] - damping * frame.speed[k * n + c];
        }
      }
    for (const int variable : {spin, turn, axial}) std::fill_n(row(variable), columns, 0.0);
    if (ends.cableColumns > 8) row(axial)[8] = stiffness;
    // Spin a₃·ω and angle atan2(a₂·n, a₁·n) by a rotation δφ of the axes and by δω.
    const auto axis = [&](int j) { return Vector3{motion.rotation[0][j], motion.rotation[1][j], motion.rotation[2][j]}; };
    const Vector3 a1 = axis(0), a2 = axis(1), a3 = axis(2), global{normal.x, normal.y, 0};
    const Vector3 spinByTurn = cross(a3, motion.angularVelocity);
    const double x = dot(a1, global), y = dot(a2, global), square = x * x + y * y;
    const Vector3 angleByTurn = square == 0 ? Vector3{} : (1 / square) * (x * cross(a2, global) - y * cross(a1, global));
    for (int c = 0; c < n; ++c)
      for (int k = 0; k < 3; ++k) {
        const double rotation = frame.rotation[k * n + c];
        row(spin)[ends.cableColumns + c] +=
            stiffness * (a3[k] * frame.angularVelocity[k * n + c] + spinByTurn[k] * rotation) + damping * a3[k] * rotation;
        row(turn)[ends.cableColumns + c] += stiffness * angleByTurn[k] * rotation;
      }
  }
  /// Adds the derivative of a force by coordinates, from that by the variables.
  void addRow(const double* byVariables, int number, int columns) {
    double* out = forces_.data() + static_cast<std::size_t>(number) * columns;
    for (int v = 0; v < variables; ++v) {
      if (byVariables[v] == 0) continue;
      const double* motion = motion_.data() + static_cast<std::size_t>(v) * columns;
      for (int c = 0; c < columns; ++c) out[c] += byVariables[v] * motion[c];
    }
  }
  void addScaled(double factor, const double* row, int number, int columns) {
    if (factor == 0) return;
    double* out = block_.data() + static_cast<std::size_t>(number) * columns;
    for (int c = 0; c < columns; ++c) out[c] += factor * row[c];
  }

  std::vector<Ends> ends_;
  std::vector<Window> windows_;
  std::vector<double> motion_, forces_, block_;
};

template <class Law>
int contactSegments(const Law& law) {
  return law.numberOfContactSegments;
}
/// The shape of the cable has as many segments as its contact.
template <class Law>
void checkContactSegments(const Law& law, const Neighbours& others, const Complain& complain) {
  const int here = law.numberOfContactSegments, there = others.count(law.markerNumbers[1]).value_or(here);
  if (here != there)
    complain("numberOfContactSegments", "numberOfContactSegments is " + std::to_string(here) +
                                            ", but numberOfSegments of the cable's marker is " + std::to_string(there) +
                                            ": both must be equal");
}

}  // namespace slipstick
