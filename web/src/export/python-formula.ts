import type { FormulaNode, FormulaSyntax } from '../../../wasm/engine/types';
import { own } from '../format/own';

/** A formula in Python: statements that bind local names, then the value. */
export interface PythonFormula {
  statements: string[];
  value: string;
  /** Known to be a number, not a vector or matrix. */
  scalar: boolean;
}

export interface FormulaNames {
  /** The Python name of a constant, definition or argument, and whether it is known to be a number. Null if there is none. */
  lookUp(name: string): { python: string; scalar: boolean } | null;
  /** The Python expression for the values of a sensor. */
  sensor(name: string): string;
  /** The value of an input of the document. */
  input(name: string): string;
}

interface Term {
  text: string;
  /** Precedence of its operator in Python. */
  level: number;
  scalar: boolean;
}

const level = { choice: 1, or: 2, and: 3, not: 4, compare: 5, sum: 6, product: 7, sign: 8, power: 9, atom: 10 };

/** Functions of formulas in Python with numpy; the script defines those in `helpers`. */
const constants: Record<string, string> = { pi: 'np.pi', e: 'np.e', true: '1', false: '0' };
const functions: Record<string, string> = {
  abs: 'abs',
  sign: 'np.sign',
  floor: 'np.floor',
  ceil: 'np.ceil',
  sqrt: 'np.sqrt',
  exp: 'np.exp',
  log: 'np.log',
  log10: 'np.log10',
  sin: 'np.sin',
  cos: 'np.cos',
  tan: 'np.tan',
  asin: 'np.arcsin',
  acos: 'np.arccos',
  atan: 'np.arctan',
  atan2: 'np.arctan2',
  sinh: 'np.sinh',
  cosh: 'np.cosh',
  tanh: 'np.tanh',
  hypot: 'np.hypot',
  pow: 'pow',
  mod: 'np.mod',
  min: 'min',
  max: 'max',
  degrees: 'np.degrees',
  radians: 'np.radians',
  dot: 'np.dot',
  cross: 'np.cross',
  norm: 'np.linalg.norm',
  transpose: 'np.transpose',
  inverse: 'np.linalg.inv',
  identity: 'np.eye',
  diag: 'np.diag',
  round: 'roundAway',
  clamp: 'clamp',
  step: 'step',
  smoothstep: 'smoothstep',
  normalize: 'normalize',
  zeros: 'zeros',
  skew: 'skew',
  rotX: 'rotX',
  rotY: 'rotY',
  rotZ: 'rotZ',
}; // prettier-ignore

const vectorFunctions = new Set('cross normalize transpose inverse identity diag zeros skew rotX rotY rotZ'.split(' '));

/** Python definitions of functions that formulas have and numpy lacks. */
export const helpers: Record<string, string> = {
  sensorValues: 'def sensorValues(mbs, i):\n    return np.atleast_1d(mbs.GetSensorValues(exu.SensorIndex(i)))',
  mul: 'def mul(a, b):\n    return a * b if np.ndim(a) == 0 or np.ndim(b) == 0 else np.asarray(a) @ np.asarray(b)',
  roundAway: 'def roundAway(x):\n    return np.sign(x) * np.floor(abs(x) + 0.5)',
  clamp: 'def clamp(x, low, high):\n    return max(low, min(high, x))',
  step: 'def step(edge, x=None):\n    return float(edge >= 0) if x is None else float(x >= edge)',
  smoothstep: 'def smoothstep(start, end, x):\n    s = max(0, min(1, (x - start) / (end - start)))\n    return s * s * (3 - 2 * s)',
  normalize: 'def normalize(v):\n    n = np.linalg.norm(v)\n    return np.asarray(v) / n if n > 0 else np.zeros(len(v))',
  zeros: 'def zeros(*sizes):\n    return np.zeros(sizes)',
  skew: 'def skew(v):\n    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])',
  atBothLevels: `def atBothLevels(equations, gradients, ofRates):
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
    return constraint, jacobian`,
  termsOfMesh: `def termsOfMesh(M, modes, positions):
    def skew(v):
        return np.vstack([[[0, -z, y], [z, 0, -x], [-y, x, 0]] for x, y, z in np.reshape(v, (-1, 3))])
    Phi, X, levers = np.tile(np.eye(3), (len(M) // 3, 1)), skew(positions), np.hstack([skew(mode) for mode in modes.T])
    mass = (Phi.T @ M @ Phi)[0, 0]
    return {'mass': mass, 'centerOfMass': Phi.T @ M @ positions / mass, 'inertia': X.T @ M @ X, 'massMatrixReduced': modes.T @ M @ modes,
            'mPhitTPsi': Phi.T @ M @ modes, 'mPhitTPsiTilde': Phi.T @ M @ levers, 'mXRefTildePsi': X.T @ M @ modes,
            'mXRefTildePsiTilde': X.T @ M @ levers, 'mPsiTildePsi': levers.T @ M @ modes, 'mPsiTildePsiTilde': levers.T @ M @ levers}`,
  beamSection: `def beamSection(massPerLength, inertia, axialShear, torsionalBending, *damping):
    section = exu.BeamSection()
    section.massPerLength, section.inertia = massPerLength, inertia
    section.stiffnessMatrix = np.diag([*axialShear, *torsionalBending])
    if damping:
        section.dampingMatrix = np.diag([*damping[0], *damping[1]])
    return section`,
  rotX: 'def rotX(a):\n    return np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])',
  rotY: 'def rotY(a):\n    return np.array([[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]])',
  rotZ: 'def rotZ(a):\n    return np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])',
};

/** A formula in Python, from its syntax. Throws an Error that names the part that Python lacks. */
export function pythonFormula({ bindings, result }: FormulaSyntax, names: FormulaNames): PythonFormula {
  const writer = new Writer(names);
  const statements = bindings.map(({ name, value }) => writer.bind(name, writer.term(value)));
  const { text, scalar } = writer.term(result);
  return { statements, value: text, scalar };
}

class Writer {
  private readonly locals = new Map<string, { python: string; scalar: boolean }>();

  constructor(private readonly names: FormulaNames) {}

  /** A statement that binds a name to a value. In a Python function, such a name is local from the first line on. */
  bind(name: string, { text, scalar }: Term): string {
    const known = this.names.lookUp(name) ?? this.names.lookUp(`${name}()`);
    const python = known ? `${name}Here` : safeName(name);
    this.locals.set(name, { python, scalar });
    return `${python} = ${text}`;
  }

  term(node: FormulaNode): Term {
    const { kind, text, operators } = node;
    if (kind === 'number') return { text, level: level.atom, scalar: true };
    if (kind === 'name') return this.name(text);
    if (kind === 'call') return this.call(node);
    const operands = node.operands.map((operand) => this.term(operand));
    const [first, ...others] = operands;
    if (kind === 'list') return { text: `np.array([${operands.map((entry) => entry.text).join(', ')}])`, level: level.atom, scalar: false };
    if (kind === 'entry') {
      const indices = others.map((index) => `[${index.text}]`).join('');
      return { text: within(first, level.atom) + indices, level: level.atom, scalar: false };
    }
    if (kind === 'negate') return { text: `-${within(first, level.sign)}`, level: level.sign, scalar: first.scalar };
    if (kind === 'not') return { text: `not ${within(first, level.not)}`, level: level.not, scalar: true };
    if (kind === 'conditional') return chosen(first, others[0], others[1]);
    if (kind === 'operators') return others.reduce((left, right, i) => joined(left, operators[i], right), first);
    throw new Error(`the text "${text}" stands where a number must stand`);
  }

  private name(name: string): Term {
    const known = this.locals.get(name) ?? this.names.lookUp(name);
    if (known) return { text: known.python, level: level.atom, scalar: known.scalar };
    const constant = own(constants, name);
    if (constant) return { text: constant, level: level.atom, scalar: true };
    throw new Error(`a formula uses "${name}", which is not known`);
  }

  private call({ text: name, operands }: FormulaNode): Term {
    const asked = operands[0]?.text ?? '';
    if (name === 'sensor') return { text: this.names.sensor(asked), level: level.atom, scalar: false };
    const defined = this.names.lookUp(`${name}()`);
    if (!defined && name === 'input') return { text: this.names.input(asked), level: level.atom, scalar: true };
    const parts = operands.map((operand) => this.term(operand));
    if (!defined && name === 'if') return chosen(parts[0], parts[1], parts[2]);
    const python = defined?.python ?? own(functions, name);
    if (!python) throw new Error(`a formula uses the function "${name}", which is not known`);
    const scalar = defined ? defined.scalar : !vectorFunctions.has(name);
    return { text: `${python}(${parts.map((part) => part.text).join(', ')})`, level: level.atom, scalar };
  }
}

/** Precedence levels of binary operators. */
const levels: Record<string, number> = {
  or: level.or,
  and: level.and,
  ...Object.fromEntries(['==', '!=', '<=', '>=', '<', '>'].map((operator) => [operator, level.compare])),
  ...{ '+': level.sum, '-': level.sum, '*': level.product, '/': level.product },
};

function joined(left: Term, operator: string, right: Term): Term {
  if (operator === '^') return { text: `${within(left, level.atom)}**${within(right, level.sign)}`, level: level.power, scalar: true };
  return operator === '*' ? product(left, right) : binary(left, operator, right, levels[operator]);
}

function within(term: Term, least: number): string {
  return term.level < least ? `(${term.text})` : term.text;
}

function binary(left: Term, operator: string, right: Term, at: number): Term {
  const scalar = at < level.sum || (left.scalar && right.scalar);
  // Python chains comparisons, unlike formulas.
  const leftLevel = at === level.compare ? at + 1 : at;
  return { text: `${within(left, leftLevel)} ${operator} ${within(right, at + 1)}`, level: at, scalar };
}

function product(left: Term, right: Term): Term {
  if (!left.scalar && !right.scalar) return { text: `mul(${left.text}, ${right.text})`, level: level.atom, scalar: false };
  return binary(left, '*', right, level.product);
}

function chosen(condition: Term, yes: Term, no: Term): Term {
  return {
    text: `${within(yes, level.or)} if ${within(condition, level.or)} else ${within(no, level.choice)}`,
    level: level.choice,
    scalar: yes.scalar && no.scalar,
  };
}

const taken = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with np exu mbs SC node obj marker load sensor settings simulationSettings abs min max pow float len print'.split(
    ' ',
  ),
);

/** A name that is valid in Python and not otherwise used in the script. */
export function safeName(name: string): string {
  return taken.has(name) || Object.hasOwn(helpers, name) ? `${name}_` : name;
}
