// Joint with any combination of locked translations and rotations, and with prescribed offsets.

#include <type_traits>

#include "core/items/constraints/joint.h"
#include "core/registry/user_function.h"

namespace slipstick {
namespace {

struct JointGeneric {
  static constexpr int equations = 6;
  static constexpr EquationUnits units[] = {translation, translation, translation, rotation, rotation, rotation};
  static constexpr bool velocityLevel = false;

  std::array<MarkerIndex, 2> markerNumbers;
  Vector6 constrainedAxes;
  Matrix3 rotationMarker0;
  Matrix3 rotationMarker1;
  bool activeConnector;
  Vector6 offsetUserFunctionParameters;
  UserFunction offsetUserFunction;
  UserFunction offsetUserFunction_t;
  bool alternativeConstraints;

  bool locks(int axis) const { return constrainedAxes[axis] != 0; }
  int lockedRotations() const { return locks(3) + locks(4) + locks(5); }
  /// First axis 3 … 5 whose rotation is free, or locked.
  int firstRotation(bool locked, int from = 3) const {
    while (from < 6 && locks(from) != locked) ++from;
    return from;
  }
  /// With one free rotation both remaining equations use that axis; with one locked rotation there is one equation.
  bool constrains(int equation) const { return locks(equation); }

  template <class S>
  void offsets(const UserFunction& function, const S& time, const double* sensorValues, S* out) const {
    S arguments[7] = {time};
    for (int i = 0; i < 6; ++i) arguments[1 + i] = S(offsetUserFunctionParameters[i]);
    function.evaluate(arguments, sensorValues + function.sensorOffset, out);
  }
  template <class S>
  void residual(const FramePair<S>& pair, const LawContext<S>& context, S* c) const {
    S offset[6] = {};
    if (offsetUserFunction) offsets(offsetUserFunction, context.time, context.sensorValues, offset);
    residualWith(pair, offset, c);
  }
  template <class S>
  void residualWith(const FramePair<S>& pair, const S* offset, S* c) const {
    const Vec3<S> u = pair.frame1.position - pair.frame0.position;
    const Mat3<S> frame0 = jointFrame0(pair, offset);
    const Mat3<S> frame1 = pair.frame1.rotation * rotationMarker1;
    const bool allTranslations = locks(0) && locks(1) && locks(2);
    const Vec3<S> displacement = allTranslations ? u : transposeTimes(frame0, u);
    for (int i = 0; i < 3; ++i) c[i] = displacement[i] - offset[i];
    for (int i = 3; i < 6; ++i) c[i] = S(0.0);
    switch (lockedRotations()) {
      case 3:
        c[3] = dot(frame0.column(2), frame1.column(1));
        c[4] = dot(frame0.column(2), frame1.column(0));
        c[5] = dot(frame0.column(0), frame1.column(1));
        break;
      case 2: {
        const int free = firstRotation(false);
        for (int axis = 3; axis < 6; ++axis)
          if (axis != free) c[axis] = dot(frame0.column(free - 3), frame1.column(axis - 3));
        break;
      }
      case 1: {
        const int locked = firstRotation(true);
        const int free1 = firstRotation(false), free2 = firstRotation(false, free1 + 1);
        c[locked] = dot(frame0.column(free1 - 3), frame1.column(free2 - 3));
        break;
      }
      default:
        break;
    }
  }
  /// Rotation residual of the alternative form; the gradients stay those of the standard one.
  template <class S>
  void alternativeResidual(const FramePair<S>& pair, const LawContext<S>& context, S* c) const {
    if (!alternativeConstraints || lockedRotations() != 3) return;
    S offset[6] = {};
    if (offsetUserFunction) offsets(offsetUserFunction, context.time, context.sensorValues, offset);
    const Mat3<S> frame0 = jointFrame0(pair, offset);
    const Mat3<S> frame1 = pair.frame1.rotation * rotationMarker1;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      c[3 + i] = dot(frame0.column(i), cross(frame1.column(j), frame0.column(k))) - 1.0;
    }
  }
  /// ∂C/∂t from the rates of the offsets: those given, or the derivative of the offset formulas by t.
  template <class S>
  void addPrescribedRates(const FramePair<S>& pair, const LawContext<S>& context, S* out) const {
    if (!offsetUserFunction) return;
    using D = Dual<1, S>;
    D offset[6], c[6];
    offsets(offsetUserFunction, D::variable(context.time, 0), context.sensorValues, offset);
    if (offsetUserFunction_t) {
      S rates[6];
      offsets(offsetUserFunction_t, context.time, context.sensorValues, rates);
      for (int i = 0; i < 6; ++i) offset[i].derivative[0] = rates[i];
    }
    const auto frame0 = widen<D>(pair.frame0), frame1 = widen<D>(pair.frame1);
    residualWith(FramePair<D>{frame0, frame1}, offset, c);
    for (int i = 0; i < 6; ++i) out[i] += c[i].derivative[0];
  }
  template <class S>
  void output(OutputVariable variable, const FramePair<S>& pair, const S* lambda, S* out) const {
    Vec3<S> force{lambda[0], lambda[1], lambda[2]};
    if (locks(0) && locks(1) && locks(2)) force = transposeTimes(pair.frame0.rotation * rotationMarker0, force);
    jointOutput(variable, pair, rotationMarker0, rotationMarker1, force, {lambda[3], lambda[4], lambda[5]}, out);
  }

 private:
  template <class S>
  Mat3<S> jointFrame0(const FramePair<S>& pair, const S* offset) const {
    Mat3<S> frame0 = pair.frame0.rotation * rotationMarker0;
    if (offsetUserFunction) frame0 = frame0 * TaitBryanAngles::matrix(offset + 3);
    return frame0;
  }
  template <class D, class S>
  static FrameKinematics<D> widen(const FrameKinematics<S>& frame) {
    FrameKinematics<D> result;
    for (int i = 0; i < 3; ++i) {
      result.position[i].value = frame.position[i];
      for (int j = 0; j < 3; ++j) result.rotation[i][j].value = frame.rotation[i][j];
    }
    return result;
  }
};

Signature offsetSignature() { return {.arguments = {{"t", {}}, {"offsetUserFunctionParameters", {6, 1}}}, .resultSize = 6}; }

using Joint = JointGeneric;

constexpr ParameterOf<Joint> parameters[] = {
    markerNumbersParameter<Joint>(capability::position | capability::orientation, "rigid markers of the two bodies"),
    {"constrainedAxes", &Joint::constrainedAxes, unit::none, zeroOrOne, Vector6{1, 1, 1, 1, 1, 1},
     "which translations (first three) and rotations (last three) are locked"},
    rotationMarkerParameter("rotationMarker0", &Joint::rotationMarker0, "joint frame in the frame of marker 0"),
    rotationMarkerParameter("rotationMarker1", &Joint::rotationMarker1, "joint frame in the frame of marker 1"),
    activeConnectorParameter<Joint>(),
    {"offsetUserFunctionParameters", &Joint::offsetUserFunctionParameters, unit::mixed, anyNumber, Vector6{},
     "numbers that the user functions get"},
    {"offsetUserFunction", &Joint::offsetUserFunction, offsetSignature, unit::mixed,
     "offsets of the translations (global if all three are locked) and Tait-Bryan angles that turn joint frame 0"},
    {"offsetUserFunction_t", &Joint::offsetUserFunction_t, offsetSignature, unit::mixed,
     "their rates, for constraints at velocity level; without it the formula of the offsets is differentiated"},
    {"alternativeConstraints", &Joint::alternativeConstraints, unit::none, anyNumber, false,
     "another form of the rotation equations where all three rotations are locked"}};

constexpr ItemDescription description = {
    .type = "JointGeneric",
    .summary = "Joint with any combination of locked translations and rotations, and with offsets by user function.",
    .equation = "A_{J0}^T (p_1 - p_0) - o = 0, \\quad z_0^T y_1 = z_0^T x_1 = x_0^T y_1 = 0",
    .outputs = jointOutputs(),
};

const bool registered = Constraints::add(description, parameters);

}  // namespace
}  // namespace slipstick
