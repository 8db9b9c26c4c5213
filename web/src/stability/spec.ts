import type { ModelInfo, ParameterInfo } from '../../../wasm/engine/types';

/** A published eigenvalue at a value of the parameter. */
export interface ReferencePoints {
  label: string;
  source: string;
  x: number[];
  real: number[];
  imaginary: number[];
}

/** A published place where something becomes stable or unstable. */
export interface StabilityLimit {
  label: string;
  x: number;
}

/** The chart of `display.stability`: eigenvalues over one parameter. */
export interface StabilitySpec {
  title: string;
  parameter: ParameterInfo;
  /** Where the model is linearised, rising. */
  values: number[];
  /** Other parameters that get a value of their own there, such as those of a disturbance. */
  set: Record<string, number>;
  references: ReferencePoints[];
  limits: StabilityLimit[];
  /** Of the axis of the eigenvalues, where the document sets them. */
  min: number | null;
  max: number | null;
}

const mostSteps = 1001;

/** What the document asks for; null without a chart, or if it names no parameter of the model. */
export function stabilitySpec(model: Pick<ModelInfo, 'display' | 'parameters'>): StabilitySpec | null {
  const display = asRecord(model.display.stability);
  const parameter = model.parameters.find((candidate) => candidate.name === display.parameter);
  if (!parameter) return null;
  const from = asNumber(display.from) ?? parameter.min ?? 0;
  const to = asNumber(display.to) ?? parameter.max ?? from + 1;
  const steps = Math.min(mostSteps, Math.max(2, Math.round(asNumber(display.steps) ?? 101)));
  if (!(to > from)) return null;
  const known = new Set(model.parameters.map((candidate) => candidate.name));
  const set = Object.entries(asRecord(display.values)).flatMap(([name, value]): [string, number][] => {
    const number = asNumber(value);
    return known.has(name) && number !== null ? [[name, number]] : [];
  });
  return {
    title: typeof display.title === 'string' ? display.title : 'stability',
    parameter,
    values: Array.from({ length: steps }, (_, i) => Number((from + ((to - from) * i) / (steps - 1)).toPrecision(12))),
    set: Object.fromEntries(set),
    references: asList(display.reference).flatMap(readReference),
    limits: asList(display.limits).flatMap((entry): StabilityLimit[] => {
      const { label, x } = asRecord(entry);
      const place = asNumber(x);
      return place === null ? [] : [{ label: String(label ?? ''), x: place }];
    }),
    min: asNumber(display.min),
    max: asNumber(display.max),
  };
}

function readReference(entry: unknown): ReferencePoints[] {
  const { label, source, x, real, imaginary } = asRecord(entry);
  const [xs, reals, imaginaries] = [x, real, imaginary].map((list) => asList(list).map(Number));
  const complete = xs.length > 0 && reals.length === xs.length && imaginaries.length === xs.length;
  if (!complete || ![...xs, ...reals, ...imaginaries].every(Number.isFinite)) return [];
  return [{ label: String(label ?? 'reference'), source: String(source ?? ''), x: xs, real: reals, imaginary: imaginaries }];
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
