import { catalogue } from '../../../wasm/engine/catalogue';
import type { AssembledInfo, FormulaSyntax, ItemReference, ParameterReference } from '../../../wasm/engine/types';
import { titleOf } from '../format/title';
import type { ModelDocument } from '../state/document';
import { contactLines, contactType, distanceCall, isWritable, type Writing } from './exudyn-contacts';
import { notBodies, ofSections, renamed, renamedSettings, renamedTypes, unknownOutputs, unknownParameters } from './exudyn-data';
import { type FormulaNames, helpers, type PythonFormula, pythonFormula, safeName } from './python-formula';

type Json = Record<string, unknown>;

/** Exudyn's list types, by the type of a parameter. */
const lists: Record<string, string> = {
  'list of 3×3 matrices': 'Matrix3DList',
  'list of vectors of 3 numbers': 'Vector3DList',
};

/**
 * A Python script that builds and solves the same model with Exudyn. `expanded`: the document from engine.expand() with formulas,
 * references as numbers and current parameter values; `types`: `items` of the reference; `syntax`: engine.syntax() of its `formulasIn`.
 * Numbers given as formulas in the document are also expressions in the script. The script omits everything that Exudyn lacks and names it
 * in a comment. Throws an Error that states what cannot be written.
 */
export function exudynScript(
  expanded: ModelDocument,
  types: readonly ItemReference[],
  syntax: ReadonlyMap<string, FormulaSyntax | null>,
): string {
  return new Script(expanded, types, syntax).text();
}

/** The document with the positions and velocities of nodes found by assembling the mechanism. */
export function startingAt(expanded: ModelDocument, nodes: AssembledInfo['nodes']): ModelDocument {
  const all = list(expanded.nodes).map((node, number) => {
    const found = nodes.find((each) => each.node === number);
    return found ? { ...node, initialCoordinates: found.coordinates, initialVelocities: found.velocities } : node;
  });
  return { ...expanded, nodes: all };
}

/** Whether the first step of the analysis assembles the mechanism. */
export const startsAssembled = ({ analysis }: ModelDocument): boolean =>
  ([analysis].flat()[0] as { assemble?: unknown } | undefined)?.assemble === true;

/** All texts of a document, including its formulas, without duplicates. */
export function formulasIn(document: ModelDocument): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') found.add(value);
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) visit(inner);
  };
  visit(document);
  return [...found];
}

class Script {
  private readonly constants = new Map<string, { python: string; scalar: boolean }>();
  private readonly functions: string[] = [];
  private readonly leftOut: string[] = [];
  /** Model indices of the sensors in the script, in the script's order. */
  private readonly sensors: number[] = [];
  /** Model indices of the objects in the script, and of its sets of contacts, which are not objects in Exudyn. */
  private readonly objects: number[];
  private readonly contacts: number[];

  constructor(
    private readonly model: ModelDocument,
    private readonly types: readonly ItemReference[],
    private readonly syntax: ReadonlyMap<string, FormulaSyntax | null>,
  ) {
    const isContact = (number: number) => list(model.objects)[number].type === contactType;
    const numbers = [...list(model.objects).keys()];
    this.objects = numbers.filter((number) => !isContact(number));
    this.contacts = numbers.filter(isContact);
    list(model.sensors).forEach((sensor, number) => {
      const reason = this.missing(sensor);
      if (reason === null) this.sensors.push(number);
      else this.leftOut.push(`sensor ${python(sensor.name ?? number)}: ${reason}`);
    });
  }

  text(): string {
    const constants = this.constantLines();
    if (list(this.model.events).length > 0) this.leftOut.push('events: nobody touches the model, and inputs keep their values');
    const inputs = Object.entries((this.model.inputs ?? {}) as Record<string, Json>);
    for (const [name] of inputs.filter(([, { sensor }]) => sensor !== undefined))
      this.leftOut.push(`input ${python(name)}: it keeps its value instead of following a sensor`);
    const items = catalogue.lists.flatMap(({ kind, name: key }) => [
      ...(kind === 'sensor' ? this.contactsWritten() : []),
      ...list(this.model[key]).flatMap((item, index) => {
        if (kind === 'sensor' && !this.sensors.includes(index)) return [];
        if (kind === 'object' && item.type === contactType) return [];
        if (kind === 'sensor' && item.type === 'Distance') return this.distanceSensor(item, index);
        const written = kind === 'sensor' ? this.bodySensor(item) : item;
        const type = renamedTypes[`${kind} ${written.type}`] ?? written.type;
        return `mbs.Add${titleOf(kind)}(${titleOf(kind)}${type}(${this.argumentsOf(kind, written, index)}))`;
      }),
    ]);
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
      head(String(this.model.title ?? 'Model'), this.leftOut),
      used.map((name) => helpers[name]).join('\n\n'),
      'SC = exu.SystemContainer()\nmbs = SC.AddSystem()',
      text,
    ]
      .filter((part) => part !== '')
      .join('\n\n')}\n`;
  }

  private type(kind: string, name: unknown): ItemReference {
    const type = this.types.find((candidate) => candidate.kind === kind && candidate.type === name);
    if (!type) throw new Error(`there is no ${kind} of type ${name}`);
    return type;
  }

  /** Why a sensor cannot be written, or null. */
  private missing(sensor: Json): string | null {
    if (sensor.type === 'Hand' || sensor.type === 'Input') return 'what happens while a run goes on';
    for (const { name, refersTo } of this.type('sensor', sensor.type).parameters) {
      const item = refersTo && list(this.model[`${refersTo}s`])[sensor[name] as number];
      if (item && item.type === contactType && sensor.type !== 'Distance') return `there is no sensor of a ${item.type}`;
      if (item && unknownOutputs[`${refersTo} ${item.type}`]?.includes(String(sensor.outputVariableType)))
        return `there is no ${sensor.outputVariableType} of ${item.type}`;
    }
    const formulas = JSON.stringify(sensor.sensorUserFunction ?? 0);
    const read = list(this.model.sensors).findIndex(
      ({ name }, number) =>
        !this.sensors.includes(number) &&
        ((sensor.sensorNumbers as number[] | undefined)?.includes(number) || formulas.includes(`sensor(\\"${name}\\")`)),
    );
    return read < 0 ? null : `it reads ${python(list(this.model.sensors)[read].name ?? read)}`;
  }

  private readonly writing: Writing = {
    entries: (value) => this.entries(value),
    bodyOf: (marker) => `exu.ObjectIndex(${this.objects.indexOf(list(this.model.markers)[marker].bodyNumber as number)})`,
  };

  private contactsWritten(): string[] {
    return this.contacts.flatMap((number, i) => {
      const set = list(this.model.objects)[number];
      const changed = this.type('object', set.type)
        .parameters.filter(({ name, default: usual }) => set[name] !== undefined && JSON.stringify(set[name]) !== JSON.stringify(usual))
        .map(({ name }) => name);
      if (!isWritable(set, changed)) throw new Error(`Exudyn has no ${set.type} of this law: the model cannot be written for it`);
      return contactLines(set, i, this.writing);
    });
  }

  private distanceSensor(sensor: Json, number: number): string[] {
    const index = `exu.SensorIndex(${this.sensors.indexOf(number)})`;
    return [
      distanceCall(sensor, this.contacts.indexOf(sensor.objectNumber as number), this.writing),
      ...(sensor.name ? [`mbs.SetSensorParameter(${index}, 'name', ${python(sensor.name)})`] : []),
    ];
  }

  /** Exudyn's object sensors do not accept bodies. */
  private bodySensor(sensor: Json): Json {
    const object = sensor.type === 'Object' ? list(this.model.objects)[sensor.objectNumber as number] : undefined;
    if (!object || notBodies.includes(String(object.type))) return sensor;
    if (this.type('object', object.type).parameters.some(({ name }) => name === 'markerNumbers')) return sensor;
    const { objectNumber: bodyNumber, ...rest } = sensor;
    return { ...rest, type: 'Body', bodyNumber };
  }

  private constantLines(): string[] {
    const lines: string[] = ['# parameters and definitions'];
    for (const [name, parameter] of Object.entries((this.model.parameters ?? {}) as Json)) {
      const value = typeof parameter === 'object' && parameter !== null ? (parameter as Json).value : parameter;
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
        const formula = this.formula(value, this.names(new Map(names.map((parameter) => [parameter, false]))));
        this.constants.set(`${name}()`, { python: safeName(name), scalar: formula.scalar });
        lines.push(functionText(safeName(name), names.map(safeName), [...formula.statements, `return ${formula.value}`]));
      }
    }
    return lines.length > 1 ? lines : [];
  }

  private argumentsOf(kind: string, item: Json, index: number): string {
    const type = this.type(kind, item.type);
    const key = `${kind} ${type.type}`;
    const name = String(item.name ?? '');
    const equations: Record<string, string> = {}; // functions of a constraint
    const reserved = new RegExp(`^${kind}\\d`).test(name); // Exudyn's default names for unnamed items
    const parts = [`name=${python(reserved ? `_${name}` : name)}`];
    for (const parameter of type.parameters) {
      const value = item[parameter.name];
      if (value === undefined || value === null || parameter.name === 'name') continue;
      if (parameter.name === 'massMatrixFF') continue; // terms derived from it are written instead
      if (ofSections[key]?.includes(parameter.name)) continue;
      if (unknownParameters[key]?.includes(parameter.name)) {
        if (value !== 0 && value !== parameter.default && !(Array.isArray(value) && value.length === 0))
          this.leftOut.push(`${parameter.name} of ${kind} ${python(item.name ?? index)}: there is none of ${type.type}`);
        continue;
      }
      const name = renamed[key]?.[parameter.name] ?? parameter.name;
      if (parameter.arguments) {
        if (value === 0) continue;
        const defined = this.userFunction(kind, type.type, index, parameter, value);
        if (type.type === 'ConnectorCoordinateVector') equations[name] = defined;
        else parts.push(`${name}=${defined}`);
      } else parts.push(`${name}=${this.value(parameter, value)}`);
    }
    if (type.type === 'FFRFreducedOrder') parts.push(...this.termsOfMesh(item));
    const given = (name: string) => item[name] ?? type.parameters.find((parameter) => parameter.name === name)?.default;
    if (ofSections[key]) parts.push(`sectionData=beamSection(${ofSections[key].map((name) => this.entries(given(name))).join(', ')})`);
    // Exudyn wants one reference and two initial values for each coordinate.
    const order = kind === 'node' && /^GenericODE([12])$/.exec(String(item.type))?.[1];
    if (order)
      for (const name of ['referenceCoordinates', 'initialCoordinates', ...(order === '2' ? ['initialCoordinates_t'] : [])])
        if (!Array.isArray(item[name]) || item[name].length === 0) parts.push(`${name}=[0] * ${item[`numberOfODE${order}Coordinates`]}`);
    if (equations.constraintUserFunction) parts.push(this.atBothLevels(equations, index, item.velocityLevel === true));
    if (kind === 'sensor') parts.push('storeInternal=True', 'writeToFile=False');
    return parts.join(', ');
  }

  /** Inertia terms derived from the mass matrix of a mesh. */
  private termsOfMesh(item: Json): string[] {
    const [mass, modes, positions] = [item.massMatrixFF, item.modeBasis, item.referencePositions].map((each) => each ?? []);
    if (Array.isArray(mass) && mass.length === 0) return [];
    return [`**termsOfMesh(${[mass, modes, positions].map((each) => `np.array(${this.entries(each)})`).join(', ')})`];
  }

  private value({ name, takes, refersTo, choices }: ParameterReference, value: unknown): string {
    if (choices && Array.isArray(value))
      // the joint types of a tree
      return `[${value.map((type) => `exu.JointType.${choices.find((choice) => choice.value === type)?.name}`).join(', ')}]`;
    const listType = lists[takes];
    if (listType) return `exu.${listType}([${(value as unknown[]).map((entry) => `np.array(${this.entries(entry)})`).join(', ')}])`;
    if (name === 'outputVariableType' || name === 'outputVariableTypeModeBasis') return `exu.OutputVariableType.${value}`;
    const index = refersTo && `exu.${titleOf(refersTo)}Index`;
    const number = (entry: number) => (refersTo ? this.numberThere(refersTo, entry) : entry);
    const referred = (entry: unknown) => (typeof entry === 'number' ? `${index}(${number(entry)})` : python(entry));
    if (index) return Array.isArray(value) ? `[${value.map(referred).join(', ')}]` : referred(value);
    const text = this.entries(value);
    if (takes.includes('matrix') && text !== '[]') return `np.array(${text})`;
    if (typeof value !== 'string') return text;
    if (takes === 'true or false') return `bool(${text})`;
    if (takes === 'whole number') return `int(${text})`;
    return takes.startsWith('list') ? `list(${text})` : text;
  }

  /** The number of an item in the script. */
  private numberThere(kind: string, number: number): number {
    return kind === 'sensor' ? this.sensors.indexOf(number) : kind === 'object' ? this.objects.indexOf(number) : number;
  }

  /** Numbers, flags, formulas and nested lists of them. */
  private entries(value: unknown): string {
    return Array.isArray(value) ? `[${value.map((entry) => this.entries(entry)).join(', ')}]` : this.expression(value).text;
  }

  /** Defines a function for a slot and returns its name. */
  private userFunction(kind: string, type: string, index: number, parameter: ParameterReference, value: unknown): string {
    const formulas = Array.isArray(value) ? value : [value];
    const given = parameter.arguments ?? [];
    const scalar = parameter.resultSize === 1;
    const known = new Map(given.map((name) => [name, name === 't' || scalar]));
    // A definition of the model with the same name as an argument remains accessible.
    const defined = new Set([...this.constants.values()].map((constant) => constant.python));
    const called = (name: string) => (defined.has(safeName(name)) ? `${name}Given` : safeName(name));
    const names = this.names(known, called);
    const parts = formulas.map((formula) => this.formula(formula, names));
    const name = `${parameter.name}${titleOf(kind)}${index}`;
    const lines = given.filter((argument) => !known.get(argument)).map((argument) => `${called(argument)} = np.array(${called(argument)})`);
    lines.push(...parts.flatMap((part) => part.statements));
    // A sensor of one component is a number in Slipstick's formulas and an array with one entry in Python.
    const matrix = /Matrix|jacobian/.test(parameter.name);
    const entries = parts.map(({ value }) => (!matrix && value.includes('sensorValues') ? `*np.ravel(${value})` : value));
    const result = Array.isArray(value) ? `[${entries.join(', ')}]` : parts[0].value;
    lines.push(`return ${scalar ? result : matrix ? `np.array(${result})` : `list(np.atleast_1d(${result}))`}`);
    const rest = given.filter((argument) => argument !== 't').map(called);
    const number = kind === 'object' ? ['itemNumber'] : [];
    const tail = type === 'UserFunction' ? ['sensorNumbers', 'factors', 'configuration'] : rest;
    this.functions.push(functionText(name, ['mbs', 't', ...number, ...tail], lines));
    return name;
  }

  /**
   * The constraint and its Jacobian from a function of the equations, or of their time derivatives, and one of their gradients if there is
   * one.
   */
  private atBothLevels(given: Record<string, string>, index: number, ofRates: boolean): string {
    const [constraint, jacobian] = [`constraintObject${index}`, `jacobianObject${index}`];
    const gradients = given.jacobianUserFunction ?? 'None';
    this.functions.push(`${constraint}, ${jacobian} = atBothLevels(${given.constraintUserFunction}, ${gradients}, ${python(ofRates)})`);
    return `constraintUserFunction=${constraint}, jacobianUserFunction=${jacobian}`;
  }

  private names(own: ReadonlyMap<string, boolean>, called: (name: string) => string = safeName): FormulaNames {
    return {
      lookUp: (name) => {
        const argument = own.get(name);
        return argument !== undefined ? { python: called(name), scalar: argument } : (this.constants.get(name) ?? null);
      },
      sensor: (name) => {
        const number = list(this.model.sensors).findIndex((sensor) => sensor.name === name);
        if (number < 0) throw new Error(`there is no sensor "${name}"`);
        if (!this.sensors.includes(number)) throw new Error(`a user function reads the sensor "${name}", which Exudyn does not have`);
        return `sensorValues(mbs, ${this.sensors.indexOf(number)})`;
      },
      input: (name) => python((this.model.inputs as Record<string, Json> | undefined)?.[name]?.value ?? 0),
    };
  }

  /** A formula, or a number instead of it. */
  private formula(value: unknown, names: FormulaNames): PythonFormula {
    if (typeof value === 'number') return { statements: [], value: String(value), scalar: true };
    const syntax = this.syntax.get(String(value));
    if (!syntax) throw new Error(`cannot read the formula ${value}`);
    return pythonFormula(syntax, names);
  }

  /** A number, or a formula of constants. */
  private expression(value: unknown): { text: string; scalar: boolean } {
    if (typeof value === 'string') {
      const { statements, value: text, scalar } = this.formula(value, this.names(new Map()));
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
    const steps = Array.isArray(analysis) ? (analysis as Json[]) : [(analysis ?? {}) as Json];
    return steps.map((step, index) => this.step(step, index));
  }

  private step(step: Json, index: number): string {
    const {
      type = 'dynamic',
      solver = 'GeneralizedAlpha',
      linearSolver,
      redundantConstraints: _redundant,
      exudynWays: _ways,
      keepTangents: _keep,
      signedTolerances: _signed,
      handFrequency: _hand,
      assemble,
      endWhen,
      set,
      sensorsWritePeriod,
      stepSize,
      ...settings
    } = step;
    const lines = [`# step ${index + 1}: ${type}`, 'simulationSettings = exu.SimulationSettings()'];
    if (Array.isArray(endWhen) && endWhen.length > 0) this.leftOut.push(`endWhen of step ${index + 1}: the run goes on to its endTime`);
    if (assemble === true && index > 0) this.leftOut.push(`assemble of step ${index + 1}: it starts as the step before it ends`);
    for (const change of Array.isArray(set) ? (set as Json[]) : []) lines.push(...this.changes(change));
    const put = (path: string, value: unknown) => lines.push(`simulationSettings.${path} = ${this.setting(value, path)}`);
    put('solution.file.write', false);
    put('solution.sensors.writePeriod', sensorsWritePeriod ?? 0.01);
    if (linearSolver !== 'dense') lines.push('simulationSettings.linearSolver.solverType = exu.LinearSolverType.EigenSparse');
    if (type === 'eigenvalues') {
      lines.push(`eigenvalues${index} = mbs.ComputeODE2Eigenvalues(simulationSettings)`, `print(eigenvalues${index}[0])`);
      return lines.join('\n');
    }
    const group = type === 'static' ? 'staticSolver' : 'timeIntegration';
    const walk = (path: string, value: unknown): void => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return void put(path, value);
      for (const [key, inner] of Object.entries(value)) {
        if (key !== 'recommendAtParting') walk(`${path}.${renamedSettings[key] ?? key}`, inner);
      }
    };
    // Exudyn's default of useModifiedNewton differs between versions.
    const { loadStepStart, ...others } = settings;
    if (type !== 'static') others.newton = { useModifiedNewton: false, ...(settings.newton as Json | undefined) };
    for (const [key, value] of Object.entries(others)) walk(`${group}.${renamedSettings[key] ?? key}`, value);
    if (loadStepStart !== undefined) lines.push(...this.loadStepStart(loadStepStart));
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

  /** Load steps may begin before t = 0, so that they end when the motion starts; Exudyn can compute them, only its check rejects them. */
  private loadStepStart(value: unknown): string[] {
    const assignment = `simulationSettings.staticSolver.loadStepStart = ${this.setting(value)}`;
    if (typeof value === 'number' && value >= 0) return [assignment];
    const check = (on: boolean) => `exu.special.exceptions.parameterRangeChecks = ${python(on)}`;
    return ['# a start before t = 0 is no error', check(false), assignment, check(true)];
  }

  private setting(value: unknown, name = ''): string {
    const { text } = this.expression(value);
    // A count given as a formula is not an integer in Python.
    return typeof value === 'string' && /(^|\.)numberOf|Iterations$/.test(name) ? `round(${text})` : text;
  }

  private changes(change: Json): string[] {
    return catalogue.lists.flatMap(({ kind, name: key }) => {
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
      const setter = `mbs.Set${titleOf(kind)}Parameter`;
      return numbers.flatMap((number) => {
        const key = `${kind} ${items[number]?.type}`;
        const there = this.numberThere(kind, number);
        if (there < 0 || items[number]?.type === 'Distance') {
          this.leftOut.push(`set of ${kind} ${python(items[number]?.name ?? number)}: it keeps its parameters`);
          return [];
        }
        const known = this.types.find((type) => `${type.kind} ${type.type}` === key)?.parameters.map(({ name }) => name) ?? [];
        return Object.entries(change)
          .filter(
            ([parameter]) => known.includes(parameter) && ![unknownParameters, ofSections].some((all) => all[key]?.includes(parameter)),
          )
          .map(([parameter, value]) => {
            const name = python(renamed[key]?.[parameter] ?? parameter);
            return `${setter}(exu.${titleOf(kind)}Index(${there}), ${name}, ${this.setting(value)})`;
          });
      });
    });
  }

  private results(): string {
    if (this.sensors.length === 0) return '';
    const names = this.sensors.map((number) => python(list(this.model.sensors)[number].name ?? '')).join(', ');
    return `# columns of each sensor: time, then its components
results = {name: mbs.GetSensorStoredData(exu.SensorIndex(i)) for i, name in enumerate([${names}])}
for name, data in results.items():
    print(name, data[-1])`;
  }
}

function head(title: string, leftOut: string[]): string {
  const comment = leftOut.length > 0 ? ['Left out, because Exudyn does not have it:', ...leftOut.map((line) => `  ${line}`)] : [];
  return `# ${title.replace(/\s+/g, ' ')}: the same model for Exudyn 1.13 (https://github.com/jgerstmayr/EXUDYN), written by Slipstick.
${comment.map((line) => `# ${line.replace(/\s*\n\s*/g, ' ')}\n`).join('')}import exudyn as exu
import numpy as np
from exudyn.itemInterface import *`;
}

function functionText(name: string, parameters: string[], lines: string[]): string {
  return [`def ${name}(${parameters.join(', ')}):`, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** A JSON value in Python syntax. */
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
