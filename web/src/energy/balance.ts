// no text: names for the document
import type { ObjectInfo } from '../../../wasm/engine/types';
import type { Sensor } from '../state/measured-run';
import { type Recording, sensorColumn } from '../state/recording';
import { rangeOf } from '../state/samples';
import type { Question } from '../ui/asking';

/** Sensors of the energies of the whole system. */
export const energySensors: readonly Sensor[] = [
  { type: 'KineticEnergy' },
  { type: 'PotentialEnergy' },
  { type: 'Dissipation', outputVariableType: 'Energy' },
  { type: 'WorkOfLoads', outputVariableType: 'Energy' },
];

/** An object has energy if it refers to markers, as connectors do, or to nodes, as bodies do. */
export const hasEnergy = ({ markers, nodes }: ObjectInfo): boolean => markers.length + nodes.length > 0;

/** Sensors of the stored energy and the dissipated power of an object. */
export function sensorsOfObject({ name, markers }: ObjectInfo, number: number): Sensor[] {
  const objectNumber = name || number;
  return [
    { type: markers.length > 0 ? 'PotentialEnergy' : 'KineticEnergy', objectNumber },
    { type: 'Dissipation', objectNumber, outputVariableType: 'Power' },
  ];
}

/** Energies by sample, J. */
export interface Energies {
  time: Float64Array;
  kinetic: Float64Array;
  potential: Float64Array;
  dissipated: Float64Array;
  supplied: Float64Array;
}

/** The balance of energy, by the definition of core/study/energy_balance.h. */
export interface Balance {
  /** The change of T + V + D − W since the start, by sample. */
  unexplained: Float64Array;
  /** The energy that changed its form, half the total variation of the four energies; or the largest kinetic energy, if it is larger. */
  scale: number;
  isExchange: boolean;
  /** The largest unexplained energy as a part of `scale`. */
  relative: number;
  /** The time at which it grows most, s. */
  at: number;
  /** It falls towards the end, as numerical damping makes it. */
  falls: boolean;
}

/** The energies of a run with `energySensors`; `names`: their names. */
export function energiesOf(recording: Recording, names: readonly string[]): Energies | null {
  const [kinetic, potential, dissipated, supplied] = names.map((name) => sensorColumn(recording, name, 0));
  const { time, samples } = recording.history;
  if (!kinetic || !potential || !dissipated || !supplied || samples < 2) return null;
  return { time, kinetic, potential, dissipated, supplied };
}

/** A question for the energy that is dissipated in the whole run. */
export const dissipationQuestion = ({ dissipated }: Energies): Question => ({
  sensor: { type: 'Dissipation', outputVariableType: 'Energy' },
  name: 'dissipated energy',
  label: 'energy dissipated',
  formula: (sensor) => `final(${sensor})`,
  text: 'How much energy is dissipated by the end of the run?',
  unit: 'J',
  answer: dissipated[dissipated.length - 1],
});

const share = 0.1; // of the largest change; a connector whose energy changes that much is named rather than a body

/** The object whose energy changes most before the sample at a time, preferably a connector; -1: none. `names`: of `sensorsOfObject`. */
export function mostChanged(recording: Recording, names: readonly string[], objects: readonly ObjectInfo[], at: number): number {
  const { time } = recording.history;
  const sample = time.indexOf(at);
  const changes = objects.map((_, i) => {
    const [energy, power] = [2 * i, 2 * i + 1].map((k) => sensorColumn(recording, names[k], 0));
    if (!energy || !power || sample < 1) return 0;
    return Math.abs(energy[sample] - energy[sample - 1]) + Math.abs(power[sample]) * (time[sample] - time[sample - 1]);
  });
  const most = Math.max(...changes);
  const connected = changes.map((change, i) => (objects[i].markers.length > 0 ? change : 0));
  const mostConnected = Math.max(...connected);
  if (most === 0) return -1;
  return mostConnected >= share * most ? connected.indexOf(mostConnected) : changes.indexOf(most);
}

export function balanceOf({ time, kinetic, potential, dissipated, supplied }: Energies): Balance {
  const sum = kinetic.map((value, i) => value + potential[i] + dissipated[i] - supplied[i]);
  const unexplained = sum.map((value) => value - sum[0]);
  const largest = Math.max(...(rangeOf([unexplained]) ?? [0]).map(Math.abs));
  const exchanged = [kinetic, potential, dissipated, supplied].reduce((all, energy) => all + variation(energy) / 2, 0);
  const most = rangeOf([kinetic])?.[1] ?? 0;
  const scale = Math.max(exchanged, most);
  let worst = 1;
  const growth = (i: number) => Math.abs(unexplained[i] - unexplained[i - 1]);
  for (let i = 2; i < unexplained.length; i++) if (growth(i) > growth(worst)) worst = i;
  const last = unexplained[unexplained.length - 1];
  const lowest = Math.abs(rangeOf([unexplained])?.[0] ?? 0);
  return {
    unexplained,
    scale,
    isExchange: exchanged >= most,
    relative: scale > 0 ? largest / scale : 0,
    at: time[worst],
    falls: last < 0 && -last > 0.5 * lowest,
  };
}

function variation(energy: Float64Array): number {
  let sum = 0;
  for (let i = 1; i < energy.length; i++) sum += Math.abs(energy[i] - energy[i - 1]);
  return sum;
}

/** Potential energy above its minimum: its zero is arbitrary, and a stack has no negative parts. */
export function aboveMinimum(potential: Float64Array): Float64Array {
  const low = rangeOf([potential])?.[0] ?? 0;
  return potential.map((value) => value - low);
}

/** Upper edges of areas stacked in this order; hidden ones take no room. Null: a part is negative beyond rounding, so lines are better. */
export function stacked(parts: readonly Float64Array[], hidden: ReadonlySet<number>): Float64Array[] | null {
  const range = rangeOf([...parts]);
  if (!range || range[0] < -1e-3 * range[1]) return null;
  const edges: Float64Array[] = [];
  let below = new Float64Array(parts[0].length);
  parts.forEach((part, i) => {
    if (!hidden.has(i)) below = below.map((value, k) => value + part[k]);
    edges.push(below);
  });
  return edges;
}
