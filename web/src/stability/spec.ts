import type { ModelInfo, ParameterInfo, Stability } from '../../../wasm/engine/types';

/** The chart of `display.stability`: eigenvalues over one parameter. */
export interface StabilitySpec extends Omit<Stability, 'parameter' | 'values'> {
  parameter: ParameterInfo;
  /** Values at which the model is linearised, ascending. */
  values: number[];
  /** Other parameters with special values for the chart, such as those of a disturbance. */
  set: Record<string, number>;
}

/** The chart requested by the document; null without one. */
export function stabilitySpec({ display, parameters }: Pick<ModelInfo, 'display' | 'parameters'>): StabilitySpec | null {
  const chart = display.stability;
  const parameter = chart && parameters.find(({ name }) => name === chart.parameter);
  if (!parameter) return null;
  const { from, to, steps } = chart;
  const values = Array.from({ length: steps }, (_, i) => Number((from + ((to - from) * i) / (steps - 1)).toPrecision(12)));
  return { ...chart, parameter, values, set: chart.values };
}
