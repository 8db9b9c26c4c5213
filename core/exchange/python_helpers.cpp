// The Python functions that scripts for Exudyn call.
#include "core/exchange/python_formula.h"

namespace slipstick {

const std::vector<PythonHelper>& pythonHelpers() {
  static const std::vector<PythonHelper> helpers{
      {"sensorValues", R"(def sensorValues(mbs, i):
    return np.atleast_1d(mbs.GetSensorValues(exu.SensorIndex(i))))"},
      {"mul", R"(def mul(a, b):
    return a * b if np.ndim(a) == 0 or np.ndim(b) == 0 else np.asarray(a) @ np.asarray(b))"},
      {"roundAway", R"(def roundAway(x):
    return np.sign(x) * np.floor(abs(x) + 0.5))"},
      {"clamp", R"(def clamp(x, low, high):
    return max(low, min(high, x)))"},
      {"step", R"(def step(edge, x=None):
    return float(edge >= 0) if x is None else float(x >= edge))"},
      {"smoothstep", R"(def smoothstep(start, end, x):
    s = max(0, min(1, (x - start) / (end - start)))
    return s * s * (3 - 2 * s))"},
      {"normalize", R"(def normalize(v):
    n = np.linalg.norm(v)
    return np.asarray(v) / n if n > 0 else np.zeros(len(v)))"},
      {"zeros", R"(def zeros(*sizes):
    return np.zeros(sizes))"},
      {"skew", R"(def skew(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]]))"},
      {"atBothLevels", R"(def atBothLevels(equations, gradients, ofRates):
    # Exudyn asks for the rates of the equations too, and for the Jacobian: central differences, where no gradients are given
    def change(f):
        return (np.array(f(1e-6)) - np.array(f(-1e-6))) / 2e-6
    def constraint(mbs, t, itemNumber, q, q_t, velocityLevel):
        q, q_t = np.array(q), np.array(q_t)
        if ofRates or not velocityLevel:
            return equations(mbs, t, itemNumber, q, q_t)
        return list(change(lambda h: equations(mbs, t + h, itemNumber, q + h * q_t, q_t)))
    def jacobian(mbs, t, itemNumber, q, q_t, velocityLevel):
        q, q_t = np.array(q), np.array(q_t)
        if gradients is not None:
            return np.reshape(gradients(mbs, t, itemNumber, q, q_t), (-1, len(q)))
        at = lambda step: equations(mbs, t, itemNumber, *((q, q_t + step) if ofRates else (q + step, q_t)))
        return np.array([change(lambda h: at(h * direction)) for direction in np.eye(len(q))]).T
    return constraint, jacobian)"},
      {"termsOfMesh", R"(def termsOfMesh(M, modes, positions):
    def skew(v):
        return np.vstack([[[0, -z, y], [z, 0, -x], [-y, x, 0]] for x, y, z in np.reshape(v, (-1, 3))])
    Phi, X, levers = np.tile(np.eye(3), (len(M) // 3, 1)), skew(positions), np.hstack([skew(mode) for mode in modes.T])
    mass = (Phi.T @ M @ Phi)[0, 0]
    return {'mass': mass, 'centerOfMass': Phi.T @ M @ positions / mass, 'inertia': X.T @ M @ X, 'massMatrixReduced': modes.T @ M @ modes,
            'mPhitTPsi': Phi.T @ M @ modes, 'mPhitTPsiTilde': Phi.T @ M @ levers, 'mXRefTildePsi': X.T @ M @ modes,
            'mXRefTildePsiTilde': X.T @ M @ levers, 'mPsiTildePsi': levers.T @ M @ modes, 'mPsiTildePsiTilde': levers.T @ M @ levers})"},
      {"beamSection", R"(def beamSection(massPerLength, inertia, axialShear, torsionalBending, *damping):
    section = exu.BeamSection()
    section.massPerLength, section.inertia = massPerLength, inertia
    section.stiffnessMatrix = np.diag([*axialShear, *torsionalBending])
    if damping:
        section.dampingMatrix = np.diag([*damping[0], *damping[1]])
    return section)"},
      {"rotX", R"(def rotX(a):
    return np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]]))"},
      {"rotY", R"(def rotY(a):
    return np.array([[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]]))"},
      {"rotZ", R"(def rotZ(a):
    return np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]]))"},
  };
  return helpers;
}

}  // namespace slipstick
