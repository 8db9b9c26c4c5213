import type { Channel, Plot, SensorInfo, SensorPlot, SpectrumPlot } from '../../../wasm/engine/types';
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

const fromTime = new WeakSet<Plot>();

/** Spectra of the curves of a plot over time. */
export function spectrumPlot({ title, yLabel, yUnit, curves }: SensorPlot): SpectrumPlot {
  const plot: SpectrumPlot = {
    kind: 'spectrum',
    title,
    spectrum: { window: 'hann', segments: 1, quantity: 'amplitude', logarithmic: false },
    xLabel: 'f',
    xUnit: 'Hz',
    yLabel,
    yUnit,
    curves,
    reference: [],
    min: null,
    max: null,
    logarithmic: false,
    problems: [],
  };
  fromTime.add(plot);
  return plot;
}

/** Whether a person shows these spectra, instead of a plot over time. */
export function isFromTime(plot: SpectrumPlot): boolean {
  return fromTime.has(plot);
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
