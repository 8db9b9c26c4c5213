import type { ItemReference, ParameterReference } from '../../../wasm/engine/types';
import type { ModelDocument } from '../state/document';
import { type FormulaNames, helpers, pythonFormula, safeName } from './python-formula';

type Json = Record<string, unknown>;

const kinds = [
  { kind: 'node', list: 'nodes', prefix: 'Node', add: 'AddNode' },
  { kind: 'object', list: 'objects', prefix: 'Object', add: 'AddObject' },
  { kind: 'marker', list: 'markers', prefix: 'Marker', add: 'AddMarker' },
  { kind: 'load', list: 'loads', prefix: 'Load', add: 'AddLoad' },
  { kind: 'sensor', list: 'sensors', prefix: 'Sensor', add: 'AddSensor' },
] as const;

/** Exudyn's types of lists, by what a parameter takes. */
const lists: Record<string, string> = {
  'list of 3×3 matrices': 'Matrix3DList',
  'list of vectors of 3 numbers': 'Vector3DList',
};

/** Exudyn's index types, by the kind of item that a parameter refers to. */
const indices = { node: 'NodeIndex', object: 'ObjectIndex', marker: 'MarkerIndex', load: 'LoadIndex', sensor: 'SensorIndex' };

/**
 * A Python script that builds and solves the same model with Exudyn. `expanded`: the document as engine.expand() gives it, references as
 * numbers; `values`: the parameters as they are set; `types`: `items` of engine.reference(). Throws an Error that says what cannot be written.
 */
export function exudynScript(expanded: ModelDocument, values: Record<string, number>, types: readonly ItemReference[]): string {
  return new Script(expanded, values, types).text();
}

class Script {
  private readonly constants = new Map<string, { python: string; scalar: boolean }>();
  private readonly functions: string[] = [];
  private readonly sensors: string[];

  constructor(
    private readonly model: ModelDocument,
    private readonly values: Record<string, number>,
    private readonly types: readonly ItemReference[],
  ) {
    this.sensors = list(model.sensors).map((sensor) => String(sensor.name ?? ''));
  }

  text(): string {
    const constants = this.constantLines();
    const items = kinds.flatMap(({ kind, list: key, prefix, add }) =>
      list(this.model[key]).map((item, index) => `mbs.${add}(${prefix}${item.type}(${this.argumentsOf(kind, item, index)}))`),
    );
    const steps = this.analysis();
    const body = [
      constants.join('\n'),
      this.functions.join('\n\n'),
      items.join('\n'),
      'mbs.Assemble()',
      steps.join('\n\n'),
      this.results(),
    ];
    const text = body.filter((part) => part !== '').join('\n\n');
    const used = Object.keys(helpers).filter((name) => new RegExp(`\\b${name}\\(`).test(text));
    return `${[
      head(String(this.model.title ?? 'Model')),
      used.map((name) => helpers[name]).join('\n\n'),
      'SC = exu.SystemContainer()\nmbs = SC.AddSystem()',
      text,
    ]
      .filter((part) => part !== '')
      .join('\n\n')}\n`;
  }

  private constantLines(): string[] {
    const lines: string[] = ['# Parameters and definitions, for the functions below; the items carry their values as numbers.'];
    for (const [name, parameter] of Object.entries((this.model.parameters ?? {}) as Json)) {
      const value = this.values[name] ?? (typeof parameter === 'object' && parameter !== null ? (parameter as Json).value : parameter);
      this.constants.set(name, { python: safeName(name), scalar: true });
      lines.push(`${safeName(name)} = ${python(value)}`);
    }
    for (const [head, value] of Object.entries((this.model.definitions ?? {}) as Json)) {
      const match = /^\s*(\w+)\s*(?:\(([^)]*)\))?\s*$/.exec(head);
      if (!match) throw new Error(`the definition "${head}" has no name`);
      const [, name, parameters] = match;
      if (parameters === undefined) {
        const { text, scalar } = this.expression(value);
        this.constants.set(name, { python: safeName(name), scalar });
        lines.push(`${safeName(name)} = ${text}`);
      } else {
        const names = parameters
          .split(',')
          .map((parameter) => parameter.trim())
          .filter(Boolean);
        const formula = pythonFormula(String(value), this.names(new Map(names.map((parameter) => [parameter, false]))));
        this.constants.set(`${name}()`, { python: safeName(name), scalar: formula.scalar });
        lines.push(functionText(safeName(name), names.map(safeName), [...formula.statements, `return ${formula.value}`]));
      }
    }
    return lines.length > 1 ? lines : [];
  }

  private argumentsOf(kind: string, item: Json, index: number): string {
    const type = this.types.find((candidate) => candidate.kind === kind && candidate.type === item.type);
    if (!type) throw new Error(`there is no ${kind} of type ${item.type}`);
    const parts = [`name=${python(item.name ?? '')}`];
    for (const parameter of type.parameters) {
      const value = item[parameter.name];
      if (value === undefined || value === null || parameter.name === 'name') continue;
      if (parameter.arguments) {
        if (value !== 0) parts.push(`${parameter.name}=${this.userFunction(kind, type.type, index, parameter, value)}`);
      } else parts.push(`${parameter.name}=${this.value(parameter, value)}`);
    }
    // Exudyn wants one reference and two initial values for each coordinate.
    if (kind === 'node' && item.type === 'GenericODE2')
      for (const name of ['referenceCoordinates', 'initialCoordinates', 'initialCoordinates_t'])
        if (!Array.isArray(item[name]) || item[name].length === 0) parts.push(`${name}=[0] * ${item.numberOfODE2Coordinates}`);
    if (kind === 'sensor') parts.push('storeInternal=True', 'writeToFile=False');
    return parts.join(', ');
  }

  private value({ name, takes, refersTo, choices }: ParameterReference, value: unknown): string {
    if (choices && Array.isArray(value))
      // the joints of a tree
      return `[${value.map((type) => `exu.JointType.${choices.find((choice) => choice.value === type)?.name}`).join(', ')}]`;
    const listType = lists[takes];
    if (listType) return `exu.${listType}([${(value as unknown[]).map((entry) => `np.array(${python(entry)})`).join(', ')}])`;
    if (name === 'outputVariableType') return `exu.OutputVariableType.${value}`;
    const index = refersTo && `exu.${indices[refersTo]}`;
    if (Array.isArray(value) && Array.isArray(value[0])) return `np.array(${python(value)})`;
    const referred = (entry: unknown) => (typeof entry === 'number' && index ? `${index}(${entry})` : python(entry));
    if (index) return Array.isArray(value) ? `[${value.map(referred).join(', ')}]` : referred(value);
    return python(value);
  }

  /** Defines a function for a slot and returns its name. */
  private userFunction(kind: string, type: string, index: number, parameter: ParameterReference, value: unknown): string {
    const formulas = Array.isArray(value) ? value : [value];
    const given = parameter.arguments ?? [];
    const scalar = parameter.resultSize === 1;
    const known = new Map(given.map((name) => [name, name === 't' || scalar]));
    // A definition of the model that is called like an argument stays within reach.
    const defined = new Set([...this.constants.values()].map((constant) => constant.python));
    const called = (name: string) => (defined.has(safeName(name)) ? `${name}Given` : safeName(name));
    const names = this.names(known, called);
    const parts = formulas.map((formula) => pythonFormula(String(formula), names));
    const name = `${parameter.name}${kind[0].toUpperCase()}${kind.slice(1)}${index}`;
    const lines = given.filter((argument) => !known.get(argument)).map((argument) => `${called(argument)} = np.array(${called(argument)})`);
    lines.push(...parts.flatMap((part) => part.statements));
    const result = Array.isArray(value) ? `[${parts.map((part) => part.value).join(', ')}]` : parts[0].value;
    lines.push(
      `return ${scalar ? result : /Matrix|jacobian/.test(parameter.name) ? `np.array(${result})` : `list(np.atleast_1d(${result}))`}`,
    );
    const rest = given.filter((argument) => argument !== 't').map(called);
    const number = kind === 'object' ? ['itemNumber'] : [];
    const tail = type === 'UserFunction' ? ['sensorNumbers', 'factors', 'configuration'] : rest;
    this.functions.push(functionText(name, ['mbs', 't', ...number, ...tail], lines));
    return name;
  }

  private names(own: ReadonlyMap<string, boolean>, called: (name: string) => string = safeName): FormulaNames {
    return {
      lookUp: (name) => {
        const argument = own.get(name);
        return argument !== undefined ? { python: called(name), scalar: argument } : (this.constants.get(name) ?? null);
      },
      sensor: (name) => {
        const index = this.sensors.indexOf(name);
        if (index < 0) throw new Error(`there is no sensor "${name}"`);
        return `sensorValues(mbs, ${index})`;
      },
    };
  }

  /** A number, or a formula of constants. */
  private expression(value: unknown): { text: string; scalar: boolean } {
    if (typeof value === 'string') {
      const { statements, value: text, scalar } = pythonFormula(value, this.names(new Map()));
      if (statements.length === 0) return { text, scalar };
      const name = `formula${this.functions.length}`;
      this.functions.push(functionText(name, [], [...statements, `return ${text}`]));
      return { text: `${name}()`, scalar };
    }
    if (Array.isArray(value)) return { text: `np.array([${value.map((entry) => this.expression(entry).text).join(', ')}])`, scalar: false };
    return { text: python(value), scalar: typeof value === 'number' };
  }

  private analysis(): string[] {
    const { analysis } = this.model;
    const steps = Array.isArray(analysis) ? (analysis as Json[]) : analysis ? [analysis as Json] : [];
    return steps.map((step, index) => this.step(step, index));
  }

  private step(step: Json, index: number): string {
    const { type, solver = 'GeneralizedAlpha', linearSolver, set, sensorsWritePeriod, stepSize, ...settings } = step;
    const lines = [`# step ${index + 1}: ${type}`, 'simulationSettings = exu.SimulationSettings()'];
    for (const change of Array.isArray(set) ? (set as Json[]) : []) lines.push(...this.changes(change));
    const put = (path: string, value: unknown) => lines.push(`simulationSettings.${path} = ${this.setting(value)}`);
    put('solutionSettings.writeSolutionToFile', false);
    put('solutionSettings.sensorsWritePeriod', sensorsWritePeriod ?? 0.01);
    if (linearSolver !== 'dense') lines.push('simulationSettings.linearSolverType = exu.LinearSolverType.EigenSparse');
    if (type === 'eigenvalues') {
      lines.push(`eigenvalues${index} = mbs.ComputeODE2Eigenvalues(simulationSettings)`, `print(eigenvalues${index}[0])`);
      return lines.join('\n');
    }
    const group = type === 'static' ? 'staticSolver' : 'timeIntegration';
    const walk = (path: string, value: unknown): void => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return void put(path, value);
      for (const [key, inner] of Object.entries(value)) walk(`${path}.${key}`, inner);
    };
    for (const [key, value] of Object.entries(settings)) walk(`${group}.${key}`, value);
    if (type === 'static') {
      lines.push('mbs.SolveStatic(simulationSettings, updateInitialValues=True)');
      return lines.join('\n');
    }
    if (stepSize !== undefined) {
      const [start, end] = [this.setting(settings.startTime ?? 0), this.setting(settings.endTime ?? 1)];
      lines.push(`simulationSettings.timeIntegration.numberOfSteps = round((${end} - ${start}) / (${this.setting(stepSize)}))`);
    }
    lines.push(`mbs.SolveDynamic(simulationSettings, solverType=exu.DynamicSolverType.${solver}, updateInitialValues=True)`);
    return lines.join('\n');
  }

  private setting(value: unknown): string {
    // Step counts may come as 1000.0 and must go as whole numbers.
    if (typeof value === 'number' && Number.isInteger(value)) return String(value);
    return this.expression(value).text;
  }

  private changes(change: Json): string[] {
    return kinds.flatMap(({ kind, list: key }) => {
      const target = change[kind];
      if (target === undefined) return [];
      const items = list(this.model[key]);
      const pattern = new RegExp(
        `^${String(target)
          .split('*')
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('.*')}$`,
      );
      const numbers =
        typeof target === 'number' ? [target] : items.flatMap((item, i) => (pattern.test(String(item.name ?? '')) ? [i] : []));
      const name = `${kind[0].toUpperCase()}${kind.slice(1)}`;
      return numbers.flatMap((number) =>
        Object.entries(change)
          .filter(([parameter]) => parameter !== kind)
          .map(
            ([parameter, value]) => `mbs.Set${name}Parameter(exu.${name}Index(${number}), ${python(parameter)}, ${this.setting(value)})`,
          ),
      );
    });
  }

  private results(): string {
    if (this.sensors.length === 0) return '';
    const names = this.sensors.map((name) => python(name)).join(', ');
    return `# columns of each sensor: time, then its components
results = {name: mbs.GetSensorStoredData(exu.SensorIndex(i)) for i, name in enumerate([${names}])}
for name, data in results.items():
    print(name, data[-1])`;
  }
}

function head(title: string): string {
  return `# ${title.replace(/\s+/g, ' ')}: the same model for Exudyn (https://github.com/jgerstmayr/EXUDYN), written by Slipstick.
import exudyn as exu
import numpy as np
from exudyn.itemInterface import *`;
}

function functionText(name: string, parameters: string[], lines: string[]): string {
  return [`def ${name}(${parameters.join(', ')}):`, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** A JSON value as Python writes it. */
function python(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  throw new Error(`cannot write ${JSON.stringify(value)} in Python`);
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}
