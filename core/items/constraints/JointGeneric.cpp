// Joint with any combination of locked translations and rotations, and with prescribed offsets.

#include "core/items/constraints/joint.h"
#include "core/registry/user_function.h"

namespace slipstick {
namespace {

struct JointGeneric {
  static constexpr law::Kind kind = law::Kind::constraintOfFrames;
  static constexpr unsigned has = law::rates | law::alternative;

  static constexpr EquationUnits units[] = {lengthEquation, lengthEquation, lengthEquation, angleEquation, angleEquation, angleEquation};

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
  /// The first axis 3 … 5 whose rotation is free, or locked.
  int firstRotation(bool locked, int from = 3) const {
    while (from < 6 && locks(from) != locked) ++from;
    return from;
  }
  /// With one free rotation both remaining equations use its axis; with one locked rotation there is one equation.
  bool constrains(int equation) const { return locks(equation); }

  template <class S>
  void offsets(const UserFunction& function, const S& time, const double* sensorValues, S* out) const {
    S arguments[7] = {time};
    for (int i = 0; i < 6; ++i) arguments[1 + i] = S(offsetUserFunctionParameters[i]);
    function.evaluate(arguments, sensorValues + function.sensorOffset, out);
  }
  template <class S>
  void residual(const FramePair<S>& pair, const LawContext<S>& context, S* c) const {
    const Axes<S> axes(*this, pair, context);
    const Vec3<S> displacement = allTranslations() ? axes.u : transposeTimes(axes.frame0, axes.u);
    for (int i = 0; i < 3; ++i) c[i] = displacement[i] - axes.offset[i];
    for (int i = 3; i < 6; ++i) c[i] = S(0.0);
    forRotations([&](int equation, int i, int j) { c[equation] = dot(axes.frame0.column(i), axes.frame1.column(j)); });
  }
  template <class S>
  void gradient(const FramePair<S>& pair, const LawContext<S>& context, S* w) const {
    const Axes<S> axes(*this, pair, context);
    for (int i = 0; i < 3; ++i)
      if (allTranslations())
        displacementGradient(i, w + 12 * i);
      else
        projectionGradient(axes.frame0.column(i), axes.u, w + 12 * i);
    forRotations([&](int equation, int i, int j) { angleGradient(axes.frame0.column(i), axes.frame1.column(j), w + 12 * equation); });
  }
  /// The rotation residual of the alternative form; the gradients keep the standard form.
  template <class S>
  void alternativeResidual(const FramePair<S>& pair, const LawContext<S>& context, S* c) const {
    if (!alternativeConstraints || lockedRotations() != 3) return;
    const Axes<S> axes(*this, pair, context);
    const Mat3<S>&frame0 = axes.frame0, &frame1 = axes.frame1;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      c[3 + i] = dot(frame0.column(i), cross(frame1.column(j), frame0.column(k))) - 1.0;
    }
  }
  /// The rates of the offsets are given, or computed as derivatives of the offset formulas with respect to t.
  template <class S>
  void rates(const FramePair<S>& pair, const LawContext<S>& context, S* c) const {
    const Axes<S> axes(*this, pair, context);
    const Vec3<S> v = pair.frame1.velocity - pair.frame0.velocity;
    Mat3<S> rate0 = turning(pair.frame0, rotationMarker0), rate1 = turning(pair.frame1, rotationMarker1);
    S offset_t[6] = {};
    if (offsetUserFunction) {
      offsetRates(context, offset_t);
      S perRate[3][3];
      TaitBryanAngles::globalRates(axes.offset + 3, perRate);
      Vec3<S> turn;
      for (int i = 0; i < 3; ++i) turn[i] = perRate[i][0] * offset_t[3] + perRate[i][1] * offset_t[4] + perRate[i][2] * offset_t[5];
      rate0 = rate0 * axes.turned + (pair.frame0.rotation * rotationMarker0) * (skew(turn) * axes.turned);
    }
    for (int i = 0; i < 3; ++i)
      c[i] = (allTranslations() ? v[i] : dot(rate0.column(i), axes.u) + dot(axes.frame0.column(i), v)) - offset_t[i];
    forRotations([&](int equation, int i, int j) {
      c[equation] = dot(rate0.column(i), axes.frame1.column(j)) + dot(axes.frame0.column(i), rate1.column(j));
    });
  }
  void output(OutputVariable variable, const FramePair<double>& pair, const double* lambda, double* out) const {
    Vector3 force{lambda[0], lambda[1], lambda[2]};
    if (allTranslations()) force = transposeTimes(pair.frame0.rotation * rotationMarker0, force);
    jointOutput(variable, pair, rotationMarker0, rotationMarker1, force, {lambda[3], lambda[4], lambda[5]}, out);
  }

 private:
  bool allTranslations() const { return locks(0) && locks(1) && locks(2); }
  /// The joint frames, rotated by the offsets, and the displacement between them.
  template <class S>
  struct Axes {
    Axes(const JointGeneric& joint, const FramePair<S>& pair, const LawContext<S>& context)
        : u(pair.frame1.position - pair.frame0.position),
          frame0(pair.frame0.rotation * joint.rotationMarker0),
          frame1(pair.frame1.rotation * joint.rotationMarker1) {
      if (!joint.offsetUserFunction) return;
      joint.offsets(joint.offsetUserFunction, context.time, context.sensorValues, offset);
      turned = TaitBryanAngles::matrix(offset + 3);
      frame0 = frame0 * turned;
    }
    Vec3<S> u;
    Mat3<S> frame0, frame1;
    Mat3<S> turned;  // rotation by the offsets, if there are any
    S offset[6] = {};
  };
  template <class S>
  void offsetRates(const LawContext<S>& context, S* out) const {
    if (offsetUserFunction_t) return offsets(offsetUserFunction_t, context.time, context.sensorValues, out);
    using D = Dual<1, S>;
    D offset[6];
    offsets(offsetUserFunction, D::variable(context.time, 0), context.sensorValues, offset);
    for (int i = 0; i < 6; ++i) out[i] = offset[i].derivative[0];
  }
  /// The rate of the axes that are `local` in a frame, from its angular velocity.
  template <class S>
  static Mat3<S> turning(const FrameKinematics<S>& frame, const Matrix3& local) {
    return frame.rotation * (skew(frame.angularVelocityLocal) * local);
  }
  /// Calls equation(number, i, j) for each equation that keeps axis i of joint frame 0 normal to axis j of joint frame 1.
  template <class Equation>
  void forRotations(const Equation& equation) const {
    switch (lockedRotations()) {
      case 3:
        equation(3, 2, 1), equation(4, 2, 0), equation(5, 0, 1);
        break;
      case 2: {
        const int free = firstRotation(false);
        for (int axis = 3; axis < 6; ++axis)
          if (axis != free) equation(axis, free - 3, axis - 3);
        break;
      }
      case 1: {
        const int free = firstRotation(false);
        equation(firstRotation(true), free - 3, firstRotation(false, free + 1) - 3);
        break;
      }
      default:
        break;
    }
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
     "numbers passed to the user functions"},
    {"offsetUserFunction", &Joint::offsetUserFunction, offsetSignature, unit::mixed,
     "offsets of the translations (global if all three are locked) and Tait-Bryan angles that rotate joint frame 0"},
    {"offsetUserFunction_t", &Joint::offsetUserFunction_t, offsetSignature, unit::mixed,
     "rates of the offsets, for constraints at velocity level; if left out, the formula of the offsets is differentiated"},
    {"alternativeConstraints", &Joint::alternativeConstraints, unit::none, anyNumber, false,
     "whether to use another form of the rotation equations if all three rotations are locked"}};

constexpr ItemDescription<Joint> description = {
    .type = "JointGeneric",
    .summary = "Joint with any combination of locked translations and rotations, and with offsets from a user function.",
    .equation = "A_{J0}^T (p_1 - p_0) - o = 0, \\quad z_0^T y_1 = z_0^T x_1 = x_0^T y_1 = 0",
    .outputs = jointOutputs(),
    .visualization = {"show"},
    .drawnAs = {"joint", {{"constrained", "constrainedAxes"}, {"rotation", "rotationMarker0"}}}};

const ItemType& registered = registerLaw(description, parameters);

}  // namespace

const ItemType& objects::JointGeneric = registered;

}  // namespace slipstick
