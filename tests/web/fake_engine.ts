import { RecordedRun } from '../../wasm/engine/run';
import {
  type CheckResult,
  type Engine,
  type Issue,
  type ModelInfo,
  type ParameterInfo,
  SimulationError,
  type StartOptions,
} from '../../wasm/engine/types';

const step = 4e-5; // s
const samplePeriod = 1e-3; // s
const gravity = 9.81;

export interface FakeOptions {
  /** Fail at this time, as a solver that diverges does. */
  stopAt?: number;
  /** Die as a worker does. */
  dies?: boolean;
  /** Wait between chunks, ms. */
  delay?: number;
}

/** A stand-in for the engine that knows one model: a coin on a table. It reads parameters, title and display of the document. */
export function createFakeEngine(options: FakeOptions = {}): Engine {
  return {
    version: 'fake',
    async check(document, parameters = {}): Promise<CheckResult> {
      const issues = issuesOf(document, parameters);
      return { model: issues.length === 0 ? coinModel(JSON.parse(document), parameters) : null, issues };
    },
    expand: async (document) => document,
    schema: async () => ({}),
    items: async () => ({}),
    start: (document, start = {}) => new FakeRun(document, start, options),
    spectra: async () => [],
    dispose() {},
  };
}

class FakeRun extends RecordedRun {
  private cancelled = false;

  constructor(document: string, start: StartOptions, options: FakeOptions) {
    super();
    void this.compute(document, start, options);
  }

  pause(): void {}
  resume(): void {}
  cancel(): void {
    this.cancelled = true;
  }

  private async compute(document: string, { parameters = {} }: StartOptions, options: FakeOptions): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    const issues = issuesOf(document, parameters);
    if (issues.length > 0) {
      const { pointer, message } = issues[0];
      return this.end('failed', new SimulationError('model', message, { pointer, issues }));
    }
    const model = coinModel(JSON.parse(document), parameters);
    this.loaded(model);
    const { endTime } = model.analysis[0];
    const started = performance.now();
    const coin = new Coin(Object.fromEntries(model.parameters.map(({ name, value }) => [name, value])));
    const samplesPerChunk = 200;
    let rows: number[][] = [coin.row()];
    let samples = 1;
    for (;;) {
      for (let i = 0; i < samplePeriod / step; i++) coin.advance(step);
      samples++;
      coin.time = (samples - 1) * samplePeriod;
      rows.push(coin.row());
      const done = coin.time >= endTime - 1e-9;
      if (!done && rows.length < samplesPerChunk) continue;
      if (this.cancelled) return this.end('cancelled');
      const steps = Math.round(coin.time / 1e-4);
      this.record({
        samples: rows.length,
        columns: rows[0].map((_, column) => Float64Array.from(rows, (row) => row[column])),
        progress: { analysisStep: 0, analysisSteps: 1, time: coin.time, startTime: 0, endTime, fraction: coin.time / endTime },
        statistics: {
          steps,
          newtonIterations: 2 * steps,
          discontinuousIterations: 3,
          jacobians: steps,
          rejectedSteps: 0,
          wallSeconds: (performance.now() - started) / 1000,
        },
      });
      rows = [];
      if (options.dies) return this.end('failed', new SimulationError('engine', 'The worker died.'));
      if (options.stopAt !== undefined && coin.time >= options.stopAt)
        return this.end('failed', new SimulationError('stopped', 'Newton did not converge in joint “rolling”.', { time: coin.time }));
      if (done) return this.end('finished');
      await new Promise((resolve) => setTimeout(resolve, options.delay ?? 0));
    }
  }
}

type Vector = [number, number, number];

/** A disc on a plane by penalty, integrated with small explicit steps. */
class Coin {
  time = 0;
  private p: Vector;
  private v: Vector;
  private q: [number, number, number, number];
  private w: Vector; // global
  private force: Vector = [0, 0, 0]; // lateral, longitudinal, normal
  private frame: Vector[] = [];
  private contact: Vector = [0, 0, 0];

  constructor(readonly parameters: Record<string, number>) {
    const { radius: r, tilt, spin, height } = parameters;
    const phi = (tilt * Math.PI) / 180;
    this.p = [r * Math.sin(phi), 0, r * Math.cos(phi) + height];
    this.v = [0, -spin * r * Math.cos(phi), 0];
    this.q = [Math.cos(phi / 2), 0, Math.sin(phi / 2), 0];
    this.w = [spin, 0, 0];
    this.contactForce();
  }

  advance(h: number): void {
    const { radius: r } = this.parameters;
    const { total, arm } = this.contactForce();
    this.v = add(this.v, scale(add(total, [0, 0, -gravity]), h));
    const axis = this.axis();
    // Inertia r²/4 across and r²/2 about the axis, for 1 kg: the momentum follows the moment, then the velocity follows from it.
    const along = dot(this.w, axis);
    const momentum = add(scale(this.w, 0.25 * r * r), scale(axis, 0.25 * r * r * along));
    const next = add(momentum, scale(cross(arm, this.contactOnly(total)), h));
    this.turn(h);
    const turned = this.axis();
    const about = dot(next, turned) / (0.5 * r * r);
    this.w = add(scale(add(next, scale(turned, -dot(next, turned))), 1 / (0.25 * r * r)), scale(turned, about));
    this.p = add(this.p, scale(this.v, h));
    this.time += h;
  }

  row(): number[] {
    this.contactForce();
    const frame = [0, 1, 2].flatMap((row) => this.frame.map((column) => column[row]));
    return [this.time, ...this.force, ...this.contact, ...this.p, ...this.w, ...frame, ...this.p, ...this.q];
  }

  private rollingForce: Vector = [0, 0, 0];

  private contactOnly(total: Vector): Vector {
    return add(total, scale(this.rollingForce, -1));
  }

  private contactForce(): { total: Vector; arm: Vector } {
    const { radius: r, mu, rolling } = this.parameters;
    const n: Vector = [0, 0, 1];
    const w1 = this.axis();
    const w2 = normalized(cross(w1, n));
    const arm = scale(cross(w1, w2), r);
    const lateral = cross(n, w2);
    this.contact = add(this.p, arm);
    this.frame = [lateral, w2, n];
    const velocity = add(this.v, cross(this.w, arm));
    const gap = this.contact[2];
    const normal = gap < 0 ? Math.max(0, -(1e5 * gap + 400 * velocity[2])) : 0;
    const slip: Vector = [dot(velocity, lateral), dot(velocity, w2), 0];
    const speed = Math.hypot(slip[0], slip[1]);
    const share = speed > 0.01 ? 1 : (speed / 0.01) * (2 - speed / 0.01);
    const friction = speed > 0 ? (-mu * normal * share) / speed : 0;
    this.force = [friction * slip[0], friction * slip[1], normal];
    this.rollingForce = scale([this.v[0], this.v[1], 0], -rolling * normal);
    const total = add(add(scale(lateral, this.force[0]), scale(w2, this.force[1])), add(scale(n, normal), this.rollingForce));
    return { total, arm };
  }

  private axis(): Vector {
    const [w, x, y, z] = this.q;
    return [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
  }

  private turn(h: number): void {
    const [w, x, y, z] = this.q;
    const [a, b, c] = scale(this.w, h / 2);
    const q = [w - a * x - b * y - c * z, x + a * w + b * z - c * y, y + b * w + c * x - a * z, z + c * w + a * y - b * x];
    const size = Math.hypot(...q);
    this.q = q.map((value) => value / size) as [number, number, number, number];
  }
}

interface FakeDocument {
  title: string;
  description?: string;
  parameters: Record<string, Record<string, unknown>>;
  display: { arrows?: Record<string, unknown>[]; [key: string]: unknown };
  analysis: { endTime: number }[];
}

function coinModel(document: FakeDocument, overrides: Record<string, number>): ModelInfo {
  const parameters = Object.entries(document.parameters).map(([name, entry]) => {
    const value = entry.value as number;
    return {
      unit: '',
      label: name,
      description: '',
      ...entry,
      name,
      value: overrides[name] ?? value,
      defaultValue: value,
    } as ParameterInfo;
  });
  const radius = parameters.find((parameter) => parameter.name === 'radius')?.value ?? 0.01;
  const vector = ['x', 'y', 'z'];
  const graphics = [{ type: 'disc', axis: [1, 0, 0], radius, width: 0.16 * radius, mark: true }];
  return {
    title: document.title,
    description: document.description ?? '',
    parameters,
    sensors: [
      { name: 'contact force', components: ['lateral', 'longitudinal', 'normal'], unit: 'N' },
      { name: 'contact point', components: vector, unit: 'm' },
      { name: 'position', components: vector, unit: 'm' },
      { name: 'angular velocity', components: vector, unit: 'rad/s' },
      { name: 'contact frame', components: Array.from({ length: 9 }, (_, i) => `${Math.floor(i / 3)},${i % 3}`), unit: '' },
    ],
    poses: [{ kind: 'frame', object: 1, name: 'coin' }],
    profiles: [],
    objects: [
      { type: 'Ground', name: 'table', visualization: {}, parameters: { referencePosition: [0, 0, 0] } },
      { type: 'RigidBody', name: 'coin', visualization: { color: '#d8b46c', graphics }, parameters: { physicsMass: 1, nodeNumber: 0 } },
      {
        type: 'ConnectorRollingDiscPenalty',
        name: 'rolling',
        visualization: {},
        parameters: { markerNumbers: [0, 1], discRadius: radius, discAxis: [1, 0, 0], planeNormal: [0, 0, 1] },
      },
    ],
    markers: [
      { type: 'BodyRigid', name: 'table', visualization: {}, parameters: { bodyNumber: 0, localPosition: [0, 0, 0] } },
      { type: 'BodyRigid', name: 'coin', visualization: {}, parameters: { bodyNumber: 1, localPosition: [0, 0, 0] } },
    ],
    nodes: [],
    display: { ...document.display, arrows: document.display.arrows?.map((arrow) => ({ ...arrow, scale: 0.25 * radius })) },
    analysis: [{ type: 'dynamic', startTime: 0, endTime: document.analysis[0].endTime, numberOfSteps: 15000 }],
  };
}

function issuesOf(document: string, overrides: Record<string, number>): Issue[] {
  const { parameters = {} } = JSON.parse(document) as Partial<FakeDocument>;
  return Object.entries(overrides).flatMap(([name, value]): Issue[] => {
    const { min, max } = (parameters[name] ?? {}) as { min?: number; max?: number };
    if ((min === undefined || value >= min) && (max === undefined || value <= max)) return [];
    return [{ severity: 'error', pointer: `/parameters/${name}`, message: `must be between ${min} and ${max}, got ${value}` }];
  });
}

function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function scale(a: Vector, factor: number): Vector {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function normalized(a: Vector): Vector {
  return scale(a, 1 / Math.hypot(...a));
}
