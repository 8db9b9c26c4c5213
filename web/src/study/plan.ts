import { msg } from '@lit/localize';
import type { MeasureInfo, ModelInfo, ParameterInfo } from '../../../wasm/engine/types';
import { common } from '../format/texts';
import type { ModelDocument } from '../state/document';
import { isFixed, parameterControl, seenParameters } from '../state/parameters';
import type { ChosenStudy, StudyRange, StudySpec } from '../state/study-spec';
import type { TypedRanges } from './ranges';

export const mostRunsHere = 20_000; // rows that the page can store; the program computes more
const usualPoints = 15;
const usualPointsOfTwo = 11;

export const functionals = ['max', 'min', 'mean', 'final'] as const;
export type Functional = (typeof functionals)[number];
export const functionalTitles = (): Record<Functional, string> => ({
  max: msg('max'),
  min: msg('min'),
  mean: common.mean(),
  final: msg('final'),
});

/** The parameters that a study may vary: those with a slider or choices. */
export function variable(model: ModelInfo): ParameterInfo[] {
  return seenParameters(model).filter(({ name }) => !isFixed(model, name));
}

/** The first parameter with a slider, over its whole range. */
export function startingSet(model: ModelInfo): TypedRanges {
  const first = variable(model).find(({ choices }) => choices.length === 0);
  return new Map(first ? [[first.name, { from: null, to: null }]] : []);
}

/** The measures of the model, and those that a person has added. */
export function measuresOf(model: ModelInfo, { measures = {} }: ChosenStudy): MeasureInfo[] {
  const added = Object.entries(measures).map(([name, { label = '', unit = '' }]) => ({ name, label, unit }));
  return [...model.measures.filter(({ name }) => !Object.hasOwn(measures, name)), ...added];
}

/** The values of one axis: a range over the whole slider, or all choices. */
function axisOf(info: ParameterInfo, points: number): StudyRange | readonly number[] {
  const { min, max, choices } = parameterControl(info);
  return choices.length > 0 ? choices.map(({ value }) => value) : { from: min, to: max, points };
}

/** A study of one or two parameters. */
export function studyOf(infos: readonly ParameterInfo[], measures: readonly string[] | undefined): StudySpec {
  const points = infos.length > 1 ? usualPointsOfTwo : usualPoints;
  return { vary: Object.fromEntries(infos.map((info) => [info.name, axisOf(info, points)])), ...(measures ? { measures } : {}) };
}

/** The document's own study, or null. */
export function ownStudy({ study }: ModelDocument): StudySpec | null {
  const { vary } = (study ?? {}) as Partial<StudySpec>;
  return typeof vary === 'object' && vary !== null ? (study as StudySpec) : null;
}

/** Whether the study takes every combination of its values. */
export function isGrid({ sampling = 'grid' }: Pick<StudySpec, 'sampling'>): boolean {
  return sampling === 'grid';
}

/** Whether the form can represent it: a grid over one or two parameters. */
export function isSimple(study: StudySpec): boolean {
  const axes = Object.values(study.vary);
  return isGrid(study) && axes.length >= 1 && axes.length <= 2;
}

/** The number of runs; NaN if the study does not define it. */
export function countRuns(study: StudySpec): number {
  if (!isGrid(study)) return study.runs ?? Number.NaN;
  return Object.values(study.vary).reduce(
    (product, axis) => product * (Array.isArray(axis) ? axis.length : ((axis as StudyRange).points ?? NaN)),
    1,
  );
}

/** The document with this study and its measures. */
export function withStudy(document: ModelDocument, { study, measures }: ChosenStudy): ModelDocument {
  const own = (document.measures ?? {}) as Record<string, unknown>;
  return { ...document, ...(measures ? { measures: { ...own, ...measures } } : {}), study };
}

/** The measure that is the largest, smallest … value of a component of a sensor. */
export function sensorMeasure(
  model: ModelInfo,
  functional: Functional,
  sensor: number,
  component: number,
): { name: string; measure: { formula: string; unit: string; label: string } } {
  const { name, components, unit } = model.sensors[sensor];
  const part = components.length > 1 ? `[${component}]` : '';
  const words = { max: 'largest', min: 'smallest', mean: 'mean', final: 'final' }[functional];
  const plain = `${functional}_${name}${components.length > 1 ? `_${component}` : ''}`.replace(/[^A-Za-z0-9_]+/g, '_');
  return {
    name: plain,
    measure: {
      formula: `${functional}(sensor(${JSON.stringify(name)})${part})`,
      unit,
      label: `${words} ${name}${components.length > 1 ? ` ${components[component]}` : ''}`,
    },
  };
}
