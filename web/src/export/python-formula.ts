/** A formula in Python: statements that bind local names, then the value. */
export interface PythonFormula {
  statements: string[];
  value: string;
  /** Surely a number, no vector or matrix. */
  scalar: boolean;
}

export interface FormulaNames {
  /** The Python name of a constant, definition or argument, and whether it is surely a number. Null if there is none. */
  lookUp(name: string): { python: string; scalar: boolean } | null;
  /** The Python expression for the values of a sensor. */
  sensor(name: string): string;
  /** The value of an input of the document. */
  input(name: string): string;
}

interface Term {
  text: string;
  /** How tightly it binds, by Python's rules. */
  level: number;
  scalar: boolean;
}

const level = { choice: 1, or: 2, and: 3, not: 4, compare: 5, sum: 6, product: 7, sign: 8, power: 9, atom: 10 };

/** Functions of formulas as Python with numpy; those in `helpers` are defined by the script. */
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

/** Python text of what formulas have and numpy has not. */
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
  rotX: 'def rotX(a):\n    return np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])',
  rotY: 'def rotY(a):\n    return np.array([[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]])',
  rotZ: 'def rotZ(a):\n    return np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])',
};

/** Translates a formula that the engine has accepted. Throws an Error that names what it does not understand. */
export function pythonFormula(formula: string, names: FormulaNames): PythonFormula {
  return new Parser(formula, names).whole();
}

class Parser {
  private readonly tokens: string[];
  private at = 0;
  private readonly locals = new Map<string, { python: string; scalar: boolean }>();

  constructor(
    private readonly formula: string,
    private readonly names: FormulaNames,
  ) {
    const pattern = /\s*("[^"]*"|\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|[A-Za-z_]\w*|\|\||&&|[<>=!]=|[-+*/^()[\]?:,;=<>!])/gy;
    this.tokens = [...formula.matchAll(pattern)].map((match) => match[1]);
    if (this.tokens.join('').length !== formula.replace(/\s/g, '').length && !formula.includes('"'))
      throw new Error(`cannot read the formula ${formula}`);
  }

  whole(): PythonFormula {
    const statements: string[] = [];
    while (this.tokens[this.at + 1] === '=' && /^[A-Za-z_]/.test(this.tokens[this.at])) {
      const name = this.next();
      this.next();
      const value = this.choice();
      this.expect(';');
      // A name that is bound in a Python function is its own from the first line on.
      const known = this.names.lookUp(name) ?? this.names.lookUp(`${name}()`);
      const python = known ? `${name}Here` : safeName(name);
      statements.push(`${python} = ${value.text}`);
      this.locals.set(name, { python, scalar: value.scalar });
    }
    const value = this.choice();
    if (this.at < this.tokens.length) throw new Error(`cannot read "${this.tokens[this.at]}" in the formula ${this.formula}`);
    return { statements, value: value.text, scalar: value.scalar };
  }

  private choice(): Term {
    const condition = this.or();
    if (!this.take('?')) return condition;
    const yes = this.choice();
    this.expect(':');
    const no = this.choice();
    return chosen(condition, yes, no);
  }

  private or(): Term {
    let left = this.and();
    while (this.take('or') || this.take('||')) left = binary(left, 'or', this.and(), level.or);
    return left;
  }

  private and(): Term {
    let left = this.not();
    while (this.take('and') || this.take('&&')) left = binary(left, 'and', this.not(), level.and);
    return left;
  }

  private not(): Term {
    if (!this.take('not')) return this.comparison();
    return { text: `not ${within(this.not(), level.not)}`, level: level.not, scalar: true };
  }

  private comparison(): Term {
    const left = this.sum();
    const operator = ['==', '!=', '<=', '>=', '<', '>'].find((candidate) => this.take(candidate));
    return operator ? binary(left, operator, this.sum(), level.compare) : left;
  }

  private sum(): Term {
    let left = this.product();
    for (;;) {
      const operator = this.take('+') ? '+' : this.take('-') ? '-' : null;
      if (!operator) return left;
      left = binary(left, operator, this.product(), level.sum);
    }
  }

  private product(): Term {
    let left = this.sign();
    for (;;) {
      if (this.take('/')) left = binary(left, '/', this.sign(), level.product);
      else if (this.take('*')) left = product(left, this.sign());
      else return left;
    }
  }

  private sign(): Term {
    if (this.take('-')) {
      const operand = this.sign();
      return { text: `-${within(operand, level.sign)}`, level: level.sign, scalar: operand.scalar };
    }
    if (this.take('+')) return this.sign();
    if (this.take('!')) return { text: `(not ${within(this.sign(), level.not)})`, level: level.atom, scalar: true };
    return this.power();
  }

  private power(): Term {
    const base = this.index();
    if (!this.take('^')) return base;
    const exponent = this.sign();
    return { text: `${within(base, level.atom)}**${within(exponent, level.sign)}`, level: level.power, scalar: true };
  }

  private index(): Term {
    let value = this.atom();
    while (this.take('[')) {
      const index = this.next();
      this.expect(']');
      value = { text: `${within(value, level.atom)}[${index}]`, level: level.atom, scalar: false };
    }
    return value;
  }

  private atom(): Term {
    const token = this.next();
    if (token === '(') {
      const inner = this.choice();
      this.expect(')');
      return inner;
    }
    if (token === '[')
      return {
        text: `np.array([${this.list(']')
          .map((entry) => entry.text)
          .join(', ')}])`,
        level: level.atom,
        scalar: false,
      };
    if (/^[\d.]/.test(token)) return { text: token, level: level.atom, scalar: true };
    if (this.tokens[this.at] === '(') return this.call(token);
    const local = this.locals.get(token) ?? this.names.lookUp(token);
    if (local) return { text: local.python, level: level.atom, scalar: local.scalar };
    const constant = { pi: 'np.pi', e: 'np.e', true: '1', false: '0' }[token];
    if (constant) return { text: constant, level: level.atom, scalar: true };
    throw new Error(`the formula ${this.formula} uses "${token}", which is not known`);
  }

  private call(name: string): Term {
    this.expect('(');
    if (name === 'sensor') {
      const text = this.names.sensor(JSON.parse(this.next()) as string);
      this.expect(')');
      return { text, level: level.atom, scalar: false };
    }
    if (name === 'input' && !this.names.lookUp('input()')) {
      const text = this.names.input(JSON.parse(this.next()) as string);
      this.expect(')');
      return { text, level: level.atom, scalar: true };
    }
    const parts = this.list(')');
    const defined = this.names.lookUp(`${name}()`);
    if (!defined && name === 'if') return chosen(parts[0], parts[1], parts[2]);
    const python = defined?.python ?? functions[name];
    if (!python) throw new Error(`the formula ${this.formula} uses the function "${name}", which is not known`);
    const scalar = defined ? defined.scalar : !vectorFunctions.has(name);
    return { text: `${python}(${parts.map((part) => part.text).join(', ')})`, level: level.atom, scalar };
  }

  private list(end: string): Term[] {
    const entries: Term[] = [];
    if (this.take(end)) return entries;
    do entries.push(this.choice());
    while (this.take(','));
    this.expect(end);
    return entries;
  }

  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at++;
    return true;
  }

  private next(): string {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new Error(`the formula ${this.formula} ends too early`);
    return token;
  }

  private expect(token: string): void {
    if (!this.take(token)) throw new Error(`the formula ${this.formula} lacks "${token}"`);
  }
}

function within(term: Term, least: number): string {
  return term.level < least ? `(${term.text})` : term.text;
}

function binary(left: Term, operator: string, right: Term, at: number): Term {
  const scalar = at < level.sum || (left.scalar && right.scalar);
  // Python chains comparisons, formulas do not.
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

/** A name that Python allows and the script does not use otherwise. */
export function safeName(name: string): string {
  return taken.has(name) || name in helpers ? `${name}_` : name;
}
