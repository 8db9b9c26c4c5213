// Loop of the contacts between a circle and the segments of a cable.
//
// A law is a struct with `markerNumbers` (circle, shape of the cable), `nodeNumber` (data), `numberOfContactSegments`, `circleRadius`,
// `activeConnector` and
//   double radius()                                                                 at which the gap is zero
//   SegmentForce<S> force(view, const double* data)                                 while data[0] ≤ 0, with `data` of the segment;
//                                                                                   of a SegmentView or a VariableView
//   double postNewton(double gap, view, double* data, const double* start)          new data; how much force the old ones missed;
//                                                                                   view() gives the SegmentView
//   bool segmentNormals(), bool turnsCircle(), and output() if it has outputs.
// Data of a segment lie numberOfContactSegments apart.
#pragma once

#include <algorithm>

#include "core/items/cable/cable_shape.h"
#include "core/items/cable/circle_segment.h"
#include "core/items/registration.h"

namespace slipstick {

/// A segment with the quantities needed by a law.
struct SegmentView {
  using Scalar = double;
  const CircleMotion<double>& circle;
  CableSegment<double> segment;
  double radius;
  SegmentContact<double> contact;

  SegmentView(const CircleMotion<double>& circleMotion, const CableSegment<double>& cableSegment, double circleRadius)
      : SegmentView(circleMotion, cableSegment, circleRadius, {circleMotion.centre, cableSegment.position, circleRadius}) {}
  SegmentView(const CircleMotion<double>& circleMotion, const CableSegment<double>& cableSegment, double circleRadius,
              const SegmentGap<double>& gap)
      : circle(circleMotion), segment(cableSegment), radius(circleRadius), contact(gap, circle, segment, radius) {}
  double sticking() const { return stickingPosition(circle, segment, contact, radius); }
};
/// The same in the numbers with respect to which a law is differentiated.
struct VariableView {
  using Scalar = Dual<contactNumber::ofForce>;
  struct Contact {
    Scalar gap, normalSpeed, tangentialSpeed;
  } contact;
  const SegmentView& view;

  explicit VariableView(const SegmentView& at)
      : contact{Scalar::variable(at.contact.gap, contactNumber::gap), Scalar::variable(at.contact.normalSpeed, contactNumber::normalSpeed),
                Scalar::variable(at.contact.tangentialSpeed, contactNumber::tangentialSpeed)},
        view(at) {}
  Scalar sticking() const { return Scalar::variable(view.sticking(), contactNumber::sticking); }
};

/// The size of outputs with n numbers for each segment.
consteval Size perContactSegment(int n) { return Size::perCounted(n); }

template <class Law>
class CircleCableLoop final
    : public LoopOf<CircleCableLoop<Law>, Law, role::Acting, role::Discontinuous, role::Connecting, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly&) override { this->keep(modelItem); }
  SLIPSTICK_SMALL void connect(Assembly& assembly) override {
    std::size_t columns = 0;
    for (const Law& law : this->items_) {
      Ends ends;
      ends.frame = assembly.markers[law.markerNumbers[0].index].frame;
      ends.cable = assembly.cables[assembly.markers[law.markerNumbers[1].index].cable];
      const Place node = assembly.node(law.nodeNumber);
      windows_.push_back({node.firstCoordinate(), law.numberOfContactSegments});
      assembly.frameJacobians[ends.frame] = 1;
      ends.coordinates.assign(ends.cable.coordinates.begin(), ends.cable.coordinates.begin() + 8);
      if (ends.cable.axialCoordinate >= 0) ends.coordinates.push_back(ends.cable.axialCoordinate);
      ends.cableColumns = static_cast<int>(ends.coordinates.size());
      const std::vector<int>& frame = assembly.frames[ends.frame];
      ends.coordinates.insert(ends.coordinates.end(), frame.begin(), frame.end());
      columns = std::max(columns, ends.coordinates.size());
      ends_.push_back(std::move(ends));
    }
    constexpr int points = mostCableSegments + 1, forces = 2 * points + 1, motions = 4 * points + circleMotions;
    assembly.add(work_);
    work_.empty->byMotion.resize(forces * motions);
    work_.empty->motion.resize(motions * columns);
    work_.empty->forces.resize(forces * columns);
    work_.empty->block.resize(columns * columns);
  }

  void lawsOf(Sweep<double>& sweep) const {
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
          const SegmentView view(circle, segmentOf(law, sweep, ends, point, next), law.radius());
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

  void tangent(Tangent& tangent, Sweep<double>& sweep) const override {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const Law& law = this->items_[i];
      const Ends& ends = ends_[i];
      const int columns = ends.cableColumns + (*tangent.frames)[ends.frame].size, *coordinates = ends.coordinates.data();
      if (!law.activeConnector || !touches(windows_[i], sweep.data)) {
        tangent.sink.skip(coordinates, columns, coordinates, columns);
        continue;
      }
      Differentiation contact(law, ends, tangent, sweep, sweep[work_]);
      contact.forcesByMotion(sweep.data + windows_[i].data, sweep);
      contact.motionByCoordinates();
      contact.forcesByCoordinates();
      contact.onCoordinates();
      tangent.sink.add(coordinates, columns, coordinates, columns, contact.work.block.data(), columns);
    }
  }

  void postNewton(PostNewton& post, const Sweep<double>& sweep) const override {
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
        ShapePoint<double> next = shape.point(s + 1);
        const Vec2<double> position[2] = {vectorOf(point.position), vectorOf(next.position)};
        const SegmentGap<double> gap(circle.centre, position, law.radius());
        const auto view = [&] {
          const CableShape<double>::Ends rates = shape.rates();
          point.velocity = shape.velocity(point, rates), next.velocity = shape.velocity(next, rates);
          return SegmentView(circle, segmentOf(law, sweep, ends, point, next), law.radius(), gap);
        };
        error += law.postNewton(gap.gap, view, data + s, start + s);
        point = next;
      }
      post.error = std::max(post.error, error);
    }
  }
  bool isDiscontinuous() const override { return true; }

  /// Two numbers for each segment, tangential and normal; zero without contact.
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Law& law = this->items_[index];
    if constexpr (requires(const SegmentView& view, const double* data) { law.output(variable, view, data, out); }) {
      const Ends& ends = ends_[index];
      const CircleMotion<double> circle = circleOf(sweep, ends);
      const CableShape<double> shape(ends.cable, sweep);
      const CableShape<double>::Ends rates = shape.rates();
      for (int s = 0; s < law.numberOfContactSegments; ++s) {
        const double* data = sweep.data + windows_[index].data + s;
        out[2 * s] = out[2 * s + 1] = 0.0;
        if (*data <= 0)
          law.output(variable,
                     SegmentView(circle, segmentOf(law, sweep, ends, shape.point(s, rates), shape.point(s + 1, rates)), law.radius()), data,
                     out + 2 * s);
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
  /// The first index of the data and the number of segments: the only data read for contacts without contact forces.
  struct Window {
    int data, segments;
  };
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

  /// The variables with respect to which the forces of a contact are differentiated: position (x, y) and velocity of each point, then of
  /// the circle, with its centre first as a point, and the axial coordinate.
  enum { centre, spin = centre + 4, rotation, axial = rotation + 3, circleMotions };
  struct Work {
    std::vector<double> byMotion, motion, forces, block;
  };
  /// The tangent of a contact in four phases. Each phase reads the results of earlier phases from this object and from the drawer.
  struct Differentiation {
    const Law& law;
    const Ends& ends;
    const TangentFactors& factors;
    const FrameJacobian& frame;
    const FrameKinematics<double>& motion;
    Work& work;
    const CircleMotion<double> circle;
    const CableShape<double> shape;
    const CableShape<double>::Ends rates;
    const int points, torqueRow, forces;                 // rows: two forces for each point of the cable, then the circle's torque
    const int ofCircle, motions, cableColumns, columns;  // motions of the circle follow the motions of the points
    ShapePoint<double> at[mostCableSegments + 1];
    Vec2<double> onCable[mostCableSegments + 1];
    CablePointJacobian jacobians[mostCableSegments + 1];

    Differentiation(const Law& law, const Ends& ends, const Tangent& tangent, Sweep<double>& sweep, Work& work)
        : law(law),
          ends(ends),
          factors(tangent.factors),
          frame((*tangent.frames)[ends.frame]),
          motion(sweep.frames[ends.frame]),
          work(work),
          circle(circleOf(sweep, ends)),
          shape(ends.cable, sweep),
          rates(shape.rates()),
          points(law.numberOfContactSegments + 1),
          torqueRow(2 * points),
          forces(torqueRow + 1),
          ofCircle(4 * points),
          motions(ofCircle + circleMotions),
          cableColumns(ends.cableColumns),
          columns(cableColumns + frame.size) {
      for (int p = 0; p < points; ++p) at[p] = shape.point(p, rates);
    }

    /// Differentiates the forces with respect to the motion of points and circle, into work.byMotion; adds the forces themselves as in
    /// lawsOf().
    void forcesByMotion(const double* data, Sweep<double>& sweep) {
      std::fill_n(work.byMotion.begin(), forces * motions, 0.0);
      Vec2<double> sum;
      double torque = 0;
      for (int s = 0; s < law.numberOfContactSegments; ++s) {
        if (data[s] > 0) continue;
        const SegmentView view(circle, segmentOf(law, sweep, ends, at[s], at[s + 1]), law.radius());
        const SegmentForce<VariableView::Scalar> force = law.force(VariableView(view), data + s);
        const ContactGradients gradients = contactGradients(circle, view.segment, view.contact, law.radius(), law.segmentNormals());
        const SegmentTangent on = distributeGradients(force, gradients, view.contact, law.segmentNormals(), circle, view.segment);
        const Vector3 byRotation = angleByRotation(motion, view.contact.normal);
        for (int end = 0; end < 2; ++end) {
          for (int k = 0; k < 2; ++k) add(s, 1, on.byMotion[end][k], byRotation, 2 * (s + end) + k);
          onCable[s + end] += on.force[end], sum += on.force[end];
        }
        if (law.turnsCircle()) add(s, law.circleRadius, on.tangential, byRotation, torqueRow);
        torque += law.circleRadius * force.tangential.value;
      }
      addToCircle(law, sum, torque, sweep.frameForces[ends.frame]);
    }
    void add(int segment, double factor, const SegmentGradient& gradient, const Vector3& byRotation, int row) {
      double* by = rowOf(work.byMotion, row, motions);
      for (int i = 0; i < 8; ++i) by[4 * segment + i] += factor * gradient.by[i];
      by += ofCircle;
      for (int i = 0; i < 4; ++i) by[centre + i] -= factor * (gradient.by[i] + gradient.by[4 + i]);
      by[spin] += factor * gradient.by[SegmentGradient::spin];
      for (int k = 0; k < 3; ++k) by[rotation + k] += factor * gradient.by[SegmentGradient::turn] * byRotation[k];
      by[axial] += factor * gradient.by[SegmentGradient::axial];
    }

    /// Differentiates the motion of points and circle with respect to the coordinates, into work.motion.
    void motionByCoordinates() {
      for (int p = 0; p < points; ++p) {
        jacobians[p] = shape.jacobian(at[p], rates);
        pointMotion(factors, jacobians[p], rowOf(work.motion, 4 * p, cableColumns), cableColumns);
      }
      motionOfCircle(factors, frame, motion, rowOf(work.motion, ofCircle, cableColumns));
    }

    /// Differentiates the forces with respect to the coordinates, into work.forces: the force on a point depends on itself and its
    /// neighbours.
    void forcesByCoordinates() {
      const double* circleMotion = rowOf(work.motion, ofCircle, cableColumns);
      std::fill_n(work.forces.begin(), forces * columns, 0.0);
      for (int row = 0; row < forces; ++row) {
        const bool isTorque = row == torqueRow;
        const int first = isTorque ? 0 : std::max(row / 2 - 1, 0), last = isTorque ? points - 1 : std::min(row / 2 + 1, points - 1);
        const double* by = rowOf(work.byMotion, row, motions);
        double* out = rowOf(work.forces, row, columns);
        addRows(by + 4 * first, 4 * (last + 1 - first), rowOf(work.motion, 4 * first, cableColumns), cableColumns, out, cableColumns);
        addRows(by + ofCircle, axial, circleMotion, frame.size, out + cableColumns, frame.size);
        if (cableColumns > 8) out[8] += factors.stiffness * by[ofCircle + axial];
      }
    }

    /// The generalised forces on the coordinates, into work.block.
    void onCoordinates() {
      std::fill_n(work.block.begin(), columns * columns, 0.0);
      for (int p = 0; p < points; ++p) shape.addForceTangent(at[p], onCable[p], factors.stiffness, work.block.data(), columns);
      double weights[2 * (mostCableSegments + 1) + 1];
      for (int c = 0; c < cableColumns; ++c) {
        for (int p = 0; p < points; ++p)
          for (int k = 0; k < 2; ++k) weights[2 * p + k] = jacobians[p].position[k][c];
        addRows(weights, torqueRow, work.forces.data(), columns, rowOf(work.block, c, columns), columns);
      }
      for (int c = 0; c < frame.size; ++c) {
        for (int p = 0; p < points; ++p)
          for (int k = 0; k < 2; ++k) weights[2 * p + k] = -frame.position[k * frame.size + c];
        weights[torqueRow] = -frame.rotation[2 * frame.size + c];
        addRows(weights, forces, work.forces.data(), columns, rowOf(work.block, cableColumns + c, columns), columns);
      }
    }
  };

  static double* rowOf(std::vector<double>& rows, int row, int columns) { return rows.data() + static_cast<std::ptrdiff_t>(row) * columns; }
  /// out += Σ factors_i row_i.
  static void addRows(const double* factors, int count, const double* __restrict rows, int stride, double* __restrict out, int columns) {
    int i = 0;
    for (; i + 4 <= count; i += 4, rows += 4 * stride) {
      const double a = factors[i], b = factors[i + 1], c = factors[i + 2], d = factors[i + 3];
      for (int k = 0; k < columns; ++k)
        out[k] += (a * rows[k] + b * rows[stride + k]) + (c * rows[2 * stride + k] + d * rows[3 * stride + k]);
    }
    for (; i < count; ++i, rows += stride) {
      if (factors[i] == 0) continue;
      for (int k = 0; k < columns; ++k) out[k] += factors[i] * rows[k];
    }
  }
  /// The motion of a point per coordinate of the cable. Positions are weighted by the stiffness factor, velocities also by the damping
  /// factor.
  static void pointMotion(const TangentFactors& factors, const CablePointJacobian& jacobian, double* __restrict rows, int columns) {
    for (int k = 0; k < 2; ++k) {
      double *position = rows + k * columns, *velocity = rows + (2 + k) * columns;
      for (int c = 0; c < columns; ++c) {
        position[c] = factors.stiffness * jacobian.position[k][c];
        velocity[c] = factors.stiffness * jacobian.velocity[k][c] + factors.damping * jacobian.position[k][c];
      }
      if (columns > 8) position[8] = 0;
    }
  }
  static Vector3 axis(const FrameKinematics<double>& motion, int j) {
    return {motion.rotation[0][j], motion.rotation[1][j], motion.rotation[2][j]};
  }
  /// The motion of the centre, the spin a₃·ω and the rotation of the axes per coordinate of the circle.
  static void motionOfCircle(const TangentFactors& factors, const FrameJacobian& frame, const FrameKinematics<double>& motion,
                             double* rows) {
    const double stiffness = factors.stiffness, damping = factors.damping;
    const Vector3 a3 = axis(motion, 2), spinByTurn = cross(a3, motion.angularVelocity);
    const int n = frame.size;
    for (int c = 0; c < n; ++c) {
      for (int k = 0; k < 2; ++k) {
        rows[k * n + c] = stiffness * frame.position[k * n + c];
        rows[(2 + k) * n + c] = stiffness * frame.velocity[k * n + c] + damping * frame.speed[k * n + c];
      }
      double& ofSpin = rows[spin * n + c] = 0;
      for (int k = 0; k < 3; ++k) {
        const double turn = frame.rotation[k * n + c];
        ofSpin += stiffness * (a3[k] * frame.angularVelocity[k * n + c] + spinByTurn[k] * turn) + damping * a3[k] * turn;
        rows[(rotation + k) * n + c] = stiffness * turn;
      }
    }
  }
  /// The derivative of the angle atan2(a₂·n, a₁·n) with respect to a rotation of the axes.
  static Vector3 angleByRotation(const FrameKinematics<double>& motion, const Vec2<double>& normal) {
    const Vector3 a1 = axis(motion, 0), a2 = axis(motion, 1), n{normal.x, normal.y, 0};
    const double x = dot(a1, n), y = dot(a2, n), square = x * x + y * y;
    return square == 0 ? Vector3{} : (1 / square) * (x * cross(a2, n) - y * cross(a1, n));
  }

  std::vector<Ends> ends_;
  std::vector<Window> windows_;
  Drawer<Work> work_;
};

template <class Law>
int contactSegments(const Law& law) {
  return law.numberOfContactSegments;
}
/// The shape marker of the cable must have as many segments as its contact.
template <class Law>
void checkContactSegments(const Law& law, const Neighbours& others, const Complain& complain) {
  const int here = law.numberOfContactSegments, there = others.count(law.markerNumbers[1]).value_or(here);
  if (here != there)
    complain("numberOfContactSegments", "numberOfContactSegments is " + std::to_string(here) +
                                            ", but numberOfSegments of the cable's marker is " + std::to_string(there) +
                                            ": both must be equal");
}

}  // namespace slipstick
