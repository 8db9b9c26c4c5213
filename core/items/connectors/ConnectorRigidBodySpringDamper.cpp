// Springs and dampers for all six relative motions of two frames.
//
// The standard formulation measures displacement and Tait-Bryan angles in joint frame 0 and applies the forces at the two markers. The
// intrinsic one takes the logarithm of the relative motion in SE(3), which is the same for both markers, and applies forces and torques in
// the middle of it (Gerstmayr, Holzinger: ObjectConnectorRigidBodySpringDamper of Exudyn, version 1.11; Sonneville, Brüls on SE(3)).

#include "core/items/connector.h"
#include "core/math/rotations.h"

namespace slipstick {
namespace {

/// Relative motion of two joint frames, and the axes in which it is measured and forces act.
template <class S>
struct RelativeMotion {
  Vec3<S> displacement, rotation, velocity, angularVelocity;
  Mat3<S> axes;
};
template <class Motion>
auto vectors(Motion& motion) {
  return std::array{&motion.displacement, &motion.rotation, &motion.velocity, &motion.angularVelocity};
}

struct ConnectorRigidBodySpringDamper {
  static constexpr law::Kind kind = law::Kind::betweenFrames;
  static constexpr unsigned has = law::data | law::dataSize | law::postNewton | law::choice | law::closedTangent;

  std::array<MarkerIndex, 2> markerNumbers;
  NodeIndex nodeNumber;  // data of postNewtonStepUserFunction, of any size
  Matrix6 stiffness;
  Matrix6 damping;
  Matrix3 rotationMarker0;
  Matrix3 rotationMarker1;
  Vector6 offset;
  bool intrinsicFormulation;
  bool activeConnector;
  UserFunction springForceTorqueUserFunction;
  UserFunction postNewtonStepUserFunction;
  int dataSize;  // of the data node, as assembled

  template <class S>
  RelativeMotion<S> relative(const FramePair<S>& pair) const {
    RelativeMotion<S> motion;
    motion.axes = pair.frame0.rotation * rotationMarker0;
    const Mat3<S> turn = transpose(motion.axes) * (pair.frame1.rotation * rotationMarker1);
    motion.displacement = transposeTimes(motion.axes, pair.frame1.position - pair.frame0.position);
    if (intrinsicFormulation) {
      const RotationLogarithm<S> logarithm(turn);
      motion.rotation = logarithm.vector;
      motion.displacement = logarithm.displacement(motion.displacement);
      motion.axes = motion.axes * logarithm.half;
    } else {
      motion.rotation = taitBryanAngles(turn);
    }
    motion.velocity = transposeTimes(motion.axes, pair.frame1.velocity - pair.frame0.velocity);
    motion.angularVelocity = transposeTimes(motion.axes, pair.frame1.angularVelocity - pair.frame0.angularVelocity);
    return motion;
  }

  /// The force, then the torque, in the axes of the motion.
  template <class S>
  void springForce(const RelativeMotion<S>& motion, const LawContext<S>& context, S force[6]) const {
    if (springForceTorqueUserFunction) {
      S arguments[1 + motionArguments];
      arguments[0] = context.time;
      writeArguments(motion, arguments + 1);
      springForceTorqueUserFunction.evaluate(arguments, context.sensorValues + springForceTorqueUserFunction.sensorOffset, force);
    } else {
      springForce(motion, force);
    }
  }
  template <class S>
  void springForce(const RelativeMotion<S>& motion, S force[6]) const {
    for (int i = 0; i < 6; ++i) {
      force[i] = S(0.0);
      for (int k = 0; k < 6; ++k) {
        const double spring = stiffness[6 * i + k], damper = damping[6 * i + k];
        const Vec3<S>& position = k < 3 ? motion.displacement : motion.rotation;
        const Vec3<S>& velocity = k < 3 ? motion.velocity : motion.angularVelocity;
        if (spring != 0) force[i] += spring * (position[k % 3] - offset[k]);
        if (damper != 0) force[i] += damper * velocity[k % 3];
      }
    }
  }

  template <class S>
  void forces(const RelativeMotion<S>& motion, const LawContext<S>& context, FrameForce<S>& on0, FrameForce<S>& on1) const {
    S local[6];
    springForce(motion, context, local);
    applyForces(motion, local, on0, on1);
  }
  /// The forces and torques on the two frames, from the values in the axes of the motion.
  template <class S>
  void applyForces(const RelativeMotion<S>& motion, const S local[6], FrameForce<S>& on0, FrameForce<S>& on1) const {
    on1.force = motion.axes * Vec3<S>{local[0], local[1], local[2]};
    on1.torque = motion.axes * Vec3<S>{local[3], local[4], local[5]};
    on0.force = -on1.force, on0.torque = -on1.torque;
    if (!intrinsicFormulation) return;
    const Vec3<S> moment = cross(motion.axes * (-0.5 * motion.displacement), on1.force);  // the force acts in the middle
    on0.torque += moment, on1.torque += moment;
  }
  template <class S>
  void wrenches(const FramePair<S>& pair, const LawContext<S>& context, FrameForce<S>& on0, FrameForce<S>& on1) const {
    forces(relative(pair), context, on0, on1);
  }
  void differentiate(const FramePair<double>& pair, const LawContext<double>& context, MovedFrame moved[2],
                     FrameForce<double> on[2]) const {
    const RelativeMotion<double> motion = relative(pair);
    forces(motion, context, on[0], on[1]);
    const MovedFrame byMotion = differentiateByRelativeMotion(pair, motion, context);
    for (int m = 0; m < 2; ++m)
      if (moved[m].columns > 0) differentiateRelatively(m, pair, byMotion.derivative, on, moved[m]);
  }
  /// While frame 1 moves along its twelve directions and frame 0 is at rest.
  MovedFrame differentiateByRelativeMotion(const FramePair<double>& pair, const RelativeMotion<double>& motion,
                                           const LawContext<double>& context) const {
    MovedFrame result;
    result.columns = frameDirections;
    int k = 0;
    // These motions rotate the axes. They are processed in pairs: pairs of numbers are as fast as one.
    if (intrinsicFormulation)
      for (; k < 6; k += 2) {
        const RelativeMotion<Dual<2>> changed = moving(pair, k);
        Dual<2> local[6];
        if (springForceTorqueUserFunction)
          for (int d = 0; d < 2; ++d) {
            Dual1 one[6];
            springForce(direction(changed, d), widened<Dual1>(context), one);
            for (int i = 0; i < 6; ++i) local[i].value = one[i].value, local[i].derivative[d] = one[i].derivative[0];
          }
        else
          springForce(changed, local);
        FrameForce<Dual<2>> forces[2];
        applyForces(changed, local, forces[0], forces[1]);
        for (int d = 0; d < 2; ++d) {
          FrameForce<double> changes[2];
          for (int m = 0; m < 2; ++m)
            for (int i = 0; i < 3; ++i)
              changes[m].force[i] = forces[m].force[i].derivative[d], changes[m].torque[i] = forces[m].torque[i].derivative[d];
          result.write(changes, k + d);
        }
      }
    for (; k < 12; ++k) {
      double local[6];
      const Vector3 change = relativeChange(motion, k);
      if (springForceTorqueUserFunction) {
        Dual1 one[6];
        springForce(varied(motion, k / 3, change), widened<Dual1>(context), one);
        for (int i = 0; i < 6; ++i) local[i] = one[i].derivative[0];
      } else {
        springForceChange(k / 3, change, local);
      }
      FrameForce<double> changes[2];
      applyForces(motion, local, changes[0], changes[1]);
      result.write(changes, k);
    }
    return result;
  }

  /// The user function returns the error, the recommended step and the new data coordinates.
  bool isDiscontinuous() const { return static_cast<bool>(postNewtonStepUserFunction); }
  double postNewton(const FramePair<double>& pair, const LawContext<double>& context, double* data, const double*, PostNewton& post) const {
    if (!postNewtonStepUserFunction) return 0;
    thread_local std::vector<double> arguments, result;
    arguments.resize(1 + dataSize + motionArguments), result.resize(2 + dataSize);
    arguments[0] = context.time;
    std::copy_n(data, dataSize, arguments.begin() + 1);
    writeArguments(relative(pair), arguments.data() + 1 + dataSize);
    postNewtonStepUserFunction.evaluate(arguments.data(), context.sensorValues + postNewtonStepUserFunction.sensorOffset, result.data());
    std::copy_n(result.begin() + 2, dataSize, data);
    post.recommend(result[1]);
    return result[0];
  }

  void output(OutputVariable variable, const FramePair<double>& pair, const LawContext<double>& context, double* out) const {
    const RelativeMotion<double> motion = relative(pair);
    switch (variable) {
      case OutputVariable::DisplacementLocal:
        return writeVector(motion.displacement, out);
      case OutputVariable::VelocityLocal:
        return writeVector(motion.velocity, out);
      case OutputVariable::Rotation:
        return writeVector(motion.rotation, out);
      case OutputVariable::AngularVelocityLocal:
        return writeVector(motion.angularVelocity, out);
      default:
        break;
    }
    double force[6] = {};
    if (activeConnector) springForce(motion, context, force);
    std::copy_n(force + (variable == OutputVariable::TorqueLocal ? 3 : 0), 3, out);
  }

 private:
  /// The relative motion while frame 1 moves (0, 1, 2) or rotates (3, 4, 5) about the global axes `first` and `first` + 1.
  RelativeMotion<Dual<2>> moving(const FramePair<double>& pair, int first) const {
    FrameKinematics<Dual<2>> frame1 = constant<2>(pair.frame1);
    for (int d = 0; d < 2; ++d) {
      const int axis = first + d;
      if (axis < 3) {
        frame1.position[axis].derivative[d] = 1;
        continue;
      }
      Vector3 turned;
      turned[axis - 3] = 1;
      addTurn(frame1, turned, d);
    }
    return relative(FramePair<Dual<2>>{constant<2>(pair.frame0), frame1});
  }
  /// The change of displacement, rotation or their rates, as selected, in joint axes while frame 1 moves or rotates about a global axis, or
  /// changes its velocities by it. Tait-Bryan angles change by the inverse of the map from their rates.
  Vector3 relativeChange(const RelativeMotion<double>& motion, int direction) const {
    const double* row = motion.axes[direction % 3];
    const Vector3 change{row[0], row[1], row[2]};
    if (direction / 3 != 1) return change;
    const auto [sx, cx] = sineCosine(motion.rotation.x);
    const auto [sy, cy] = sineCosine(motion.rotation.y);
    const double third = (cx * change.z - sx * change.y) / cy;
    return {change.x - sy * third, cx * change.y + sx * change.z, third};
  }
  /// The change of the force of springs and dampers with displacement (part 0), rotation (1) or their rates (2, 3).
  void springForceChange(int part, const Vector3& change, double force[6]) const {
    const double* row = (part < 2 ? stiffness : damping).data() + 3 * (part % 2);
    for (int i = 0; i < 6; ++i, row += 6) force[i] = row[0] * change.x + row[1] * change.y + row[2] * change.z;
  }
  /// The vectors of a motion in the form of user functions, in one of two directions.
  static RelativeMotion<Dual1> direction(const RelativeMotion<Dual<2>>& motion, int d) {
    RelativeMotion<Dual1> result;
    for (int part = 0; part < 4; ++part)
      for (int i = 0; i < 3; ++i) {
        const Dual<2>& from = (*vectors(motion)[part])[i];
        Dual1& to = (*vectors(result)[part])[i];
        to.value = from.value, to.derivative[0] = from.derivative[d];
      }
    return result;
  }
  /// The motion with a variation of one of its vectors.
  static RelativeMotion<Dual1> varied(const RelativeMotion<double>& motion, int changed, const Vector3& change) {
    RelativeMotion<Dual1> result;
    for (int part = 0; part < 4; ++part)
      for (int i = 0; i < 3; ++i) (*vectors(result)[part])[i].value = (*vectors(motion)[part])[i];
    for (int i = 0; i < 3; ++i) (*vectors(result)[changed])[i].derivative[0] = change[i];
    return result;
  }
  /// The arguments of user functions after time and data: 4 vectors, 2 matrices 6×6, 2 rotations, the offset.
  static constexpr int motionArguments = 4 * 3 + 2 * 36 + 2 * 9 + 6;
  template <class S>
  void writeArguments(const RelativeMotion<S>& motion, S* to) const {
    for (const Vec3<S>& vector : {motion.displacement, motion.rotation, motion.velocity, motion.angularVelocity})
      writeVector(vector, to), to += 3;
    to = std::copy(stiffness.begin(), stiffness.end(), to);
    to = std::copy(damping.begin(), damping.end(), to);
    for (const Matrix3& rotation : {rotationMarker0, rotationMarker1})
      for (int i = 0; i < 9; ++i) *to++ = S(rotation[i / 3][i % 3]);
    std::copy(offset.begin(), offset.end(), to);
  }
};

using Law = ConnectorRigidBodySpringDamper;

/// The arguments of both user functions from the displacement onwards.
std::vector<UserFunctionArgument> withMotion(std::vector<UserFunctionArgument> arguments) {
  const UserFunctionArgument motion[] = {{"displacement", {3, 1}},    {"rotation", {3, 1}},  {"velocity", {3, 1}},
                                         {"angularVelocity", {3, 1}}, {"stiffness", {6, 6}}, {"damping", {6, 6}},
                                         {"rotJ0", {3, 3}},           {"rotJ1", {3, 3}},     {"offset", {6, 1}}};
  arguments.insert(arguments.end(), std::begin(motion), std::end(motion));
  return arguments;
}
Signature forceSignature() { return {.arguments = withMotion({{"t", {}}}), .resultSize = 6}; }
Signature postNewtonSignature() {
  return {.arguments = withMotion({{"t", {}}, {"dataCoordinates", {Size::data}}}), .resultSize = Size::stepAndData};
}

constexpr ParameterOf<Law> parameters[] = {
    markerNumbersParameter<Law>(capability::position | capability::orientation, "rigid markers of the two bodies"),
    {"nodeNumber", &Law::nodeNumber, capability::data, Presence::optional, "GenericData node of any size, for postNewtonStepUserFunction"},
    {"stiffness", &Law::stiffness, unit::newtonPerMetre* unit::rotational, anyNumber, Presence::optional,
     "6×6: forces (N/m) and torques (N·m/rad) per displacement and rotation"},
    {"damping", &Law::damping, unit::newtonSecondPerMetre* unit::rotational, anyNumber, Presence::optional,
     "6×6: forces (N·s/m) and torques (N·m·s/rad) per velocity and angular velocity"},
    {"rotationMarker0", &Law::rotationMarker0, unit::none, rotation, Matrix3::identity(), "joint frame in the frame of marker 0"},
    {"rotationMarker1", &Law::rotationMarker1, unit::none, rotation, Matrix3::identity(), "joint frame in the frame of marker 1"},
    {"offset", &Law::offset, unit::metre / unit::rotational, anyNumber, Vector6{},
     "displacement (m) and rotation (rad) at which the spring forces are zero"},
    {"intrinsicFormulation", &Law::intrinsicFormulation, unit::none, anyNumber, false,
     "whether a screw, the same for both bodies, replaces displacement and Tait-Bryan angles in joint frame 0"},
    activeConnectorParameter<Law>(),
    {"springForceTorqueUserFunction", &Law::springForceTorqueUserFunction, forceSignature, unit::newton* unit::rotational,
     "force and torque that replace the law, in joint axes; the offset is not subtracted"},
    {"postNewtonStepUserFunction", &Law::postNewtonStepUserFunction, postNewtonSignature, unit::mixed,
     "called after each Newton solution; returns the error, the recommended step (s; negative: none) and the new data coordinates"}};

constexpr ItemDescription<Law> description = {
    .type = "ConnectorRigidBodySpringDamper",
    .summary = "Springs and dampers for all six relative motions of two bodies.",
    .equation =
        "\\begin{pmatrix} f \\\\ m \\end{pmatrix} = k \\left( \\begin{pmatrix} u \\\\ \\theta \\end{pmatrix} - v_{off} \\right) + "
        "d \\begin{pmatrix} \\Delta v \\\\ \\Delta \\omega \\end{pmatrix}",
    .outputs = {{OutputVariable::DisplacementLocal, unit::metre, 3, "relative displacement in joint axes"},
                {OutputVariable::VelocityLocal, unit::metrePerSecond, 3, "relative velocity in joint axes"},
                {OutputVariable::Rotation, unit::radian, 3, "relative Tait-Bryan angles; intrinsic: rotation vector"},
                {OutputVariable::AngularVelocityLocal, unit::radianPerSecond, 3, "relative angular velocity in joint axes"},
                {OutputVariable::ForceLocal, unit::newton, 3, "force in joint axes, positive in tension"},
                {OutputVariable::TorqueLocal, unit::newtonMetre, 3, "torque in joint axes"}},
    .visualization = {"show", "color", "drawSize"},
    .drawnAs = {"spring", {}},
};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::ConnectorRigidBodySpringDamper = registered;

}  // namespace slipstick
