import type { Channel, Plot, SensorInfo, SensorPlot } from '../../../wasm/engine/types';
import type { DisplayUnit } from '../format/quantity';

/** All components of a sensor over time, like the engine's default plots. */
export function plotOfSensor({ name, components, unit }: SensorInfo): SensorPlot {
  const curves = components.map((label, component) => ({ sensor: name, component, label }));
  return sensorPlot(name, unit, curves, null);
}

/** A plot of sensors over time. */
export function sensorPlot(title: string, yUnit: string, curves: (Channel & { label: string })[], min: number | null): SensorPlot {
  return {
    kind: 'sensors',
    title,
    x: { kind: 'time' },
    xLabel: 't',
    xUnit: 's',
    yLabel: '',
    yUnit,
    curves: curves.map((curve) => ({ ...curve, color: null, scale: 1 })),
    reference: [],
    min,
    max: null,
    range: false,
    equal: false,
    logarithmic: false,
    problems: [],
  };
}

/** The sensor on the x axis of a plot; null: it is the time. */
export function sensorOfX({ x }: Pick<SensorPlot, 'x'>): Channel | null {
  return x.kind === 'sensor' ? x : null;
}

/** The text after the title: the document's label of the y axis, or the unit of the numbers. */
export function yHead({ yLabel, yUnit }: Plot, { text }: DisplayUnit): string {
  return yLabel && yLabel !== yUnit ? yLabel : text;
}

/**
 * Label of the y axis: the document's label, or the title, with the unit. For dimensionless numbers, a label of one word serves as the
 * unit.
 */
export function yAxisLabel({ title, yLabel, yUnit }: Plot, { text }: DisplayUnit): string {
  const own = yLabel && yLabel !== yUnit;
  const unit = own && !text && !/\s/.test(yLabel) ? yLabel : text;
  const name = own && unit !== yLabel ? yLabel : title;
  return unit ? `${name} [${unit}]` : name;
}
