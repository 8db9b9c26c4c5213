import { msg, str } from '@lit/localize';
import { keysOf } from '../../../wasm/engine/pointer';
import type { ModelInfo, ParameterInfo } from '../../../wasm/engine/types';
import { own } from '../format/own';
import { type DisplayUnit, formatNumber, inputUnit, isNumberText, niceBelow, withUnit } from '../format/quantity';

export interface Choice {
  value: number;
  label: string;
}

/** A parameter as shown in a control. Numbers are in SI units; `unit` defines the displayed unit. */
export interface ParameterControl {
  name: string;
  label: string;
  description: string;
  value: number;
  defaultValue: number;
  min: number;
  max: number;
  step: number;
  unit: DisplayUnit;
  choices: Choice[];
}

/** The parameters that are visible to a person. */
export function seenParameters({ parameters, hidden }: Pick<ModelInfo, 'parameters' | 'hidden'>): ParameterInfo[] {
  return parameters.filter(({ name }) => !hidden.includes(name));
}

/** Parameters fixed by the document or by a person's seed. */
export function isFixed({ locked, variants }: Pick<ModelInfo, 'locked' | 'variants'>, name: string): boolean {
  return locked.includes(name) || (variants !== null && Object.hasOwn(variants, name));
}

/** Whether it is visible and can be set. */
export function isControllable(model: ModelInfo, name: string): boolean {
  return seenParameters(model).some((parameter) => parameter.name === name) && !isFixed(model, name);
}

/** The slider of a parameter; missing limits are derived from the default. */
export function parameterControl(info: ParameterInfo): ParameterControl {
  const size = Math.abs(info.defaultValue) || 1;
  const min = info.min ?? (info.defaultValue < 0 ? -2 * size : Math.min(0, info.max ?? 0));
  const max = info.max ?? Math.max(min, 0) + 2 * size;
  return {
    name: info.name,
    label: info.label || info.name,
    description: info.description,
    value: info.value,
    defaultValue: info.defaultValue,
    min,
    max,
    step: info.step ?? niceBelow((max - min) / 100),
    unit: inputUnit(info.unit, Math.max(Math.abs(min), Math.abs(max)) / 2), // suits the middle of the slider
    choices: info.choices.map(({ value, label }) => ({ value, label: label || formatNumber(value) })),
  };
}

/** The number of a control as text, without its unit. */
export function parameterText(control: ParameterControl, value: number): string {
  return formatNumber(value * control.unit.factor, 6);
}

export function parameterTextWithUnit(control: ParameterControl, value: number): string {
  return withUnit(parameterText(control, value), control.unit.text);
}

/** Reads typed text: "0,3", "12 mm", "−5°". NaN if it is not a number. */
export function readTyped(control: ParameterControl, text: string): number {
  const plain = text
    .replace(/\u2212/g, '-')
    .replace(/\u2009/g, ' ')
    .trim();
  const withoutUnit = control.unit.text && plain.endsWith(control.unit.text) ? plain.slice(0, -control.unit.text.length).trim() : plain;
  const number = withoutUnit.replace(',', '.');
  if (!isNumberText(number)) return Number.NaN;
  return tidy(Number(number) / control.unit.factor);
}

/** Removes rounding noise of unit conversion: 0.020000000000000004 becomes 0.02. */
export function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** Whether a parameter may have the value. */
export function isAllowed({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Limits, value: number): boolean {
  return value >= min && value <= max;
}

type Limits = Pick<ParameterInfo, 'min' | 'max'>;

/** Moves values outside their limits to the nearest permitted value, with a sentence about each. Limits must be numbers. */
export function corrections(
  parameters: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, number>>,
): { values: Record<string, number>; note: string } {
  const corrected = new Map<string, number>();
  const sentences: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const { min, max, label } = limitsOf(own(parameters, name));
    if (isAllowed({ min, max }, value)) continue;
    const nearest = value < (min ?? value) ? (min as number) : (max as number);
    corrected.set(name, nearest);
    sentences.push(msg(str`${label || name} cannot be ${formatNumber(value)}, as in the link; it is set to ${formatNumber(nearest)}.`));
  }
  return { values: Object.fromEntries(corrected), note: sentences.join(' ') };
}

export function limitsOf(parameter: unknown): Limits & { label: string } {
  const { min, max, label } = (parameter ?? {}) as Record<string, unknown>;
  const number = (limit: unknown) => (typeof limit === 'number' ? limit : undefined);
  return { min: number(min), max: number(max), label: typeof label === 'string' ? label : '' };
}

/** The parameter in an issue's pointer such as "/parameters/mu/value", or null. */
export function parameterOfPointer(pointer: string): string | null {
  const [list, name] = keysOf(pointer);
  return list === 'parameters' && name ? name : null;
}
