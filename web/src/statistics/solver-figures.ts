import { msg } from '@lit/localize';
import { RecordedHistory } from '../../../wasm/engine/history';
import type { ModelInfo } from '../../../wasm/engine/types';
import type { Recording } from '../state/recording';
import { texts } from './texts';

const names = () => ({ newton: texts.newtonIterations(), discontinuous: msg('discontinuous iterations'), step: texts.stepSize() });

/** The plotted figures of the solver, over the time of the model. */
export const figures = () => [
  {
    title: msg('iterations per step'),
    unit: '',
    curves: [
      { sensor: names().newton, component: 0, label: msg('Newton') },
      { sensor: names().discontinuous, component: 0, label: msg('discontinuous') },
    ],
  },
  { title: texts.stepSize(), unit: 's', curves: [{ sensor: names().step, component: 0, label: 'h' }] },
];

/**
 * The solver's figures of a run as sensors, so that they can be plotted like sensors: iterations per step, averaged since the sample
 * before, and the size of the last step. Null with fewer than two samples.
 */
export function solverRecording({ model, history }: Recording): Recording | null {
  if (model.solver.length === 0 || history.samples < 2) return null;
  const steps = history.solverColumn('steps');
  const columns: [name: string, unit: string, values: Float64Array][] = [
    [names().newton, '', perStep(history.solverColumn('newtonIterations'), steps)],
    [names().discontinuous, '', perStep(history.solverColumn('discontinuousIterations'), steps)],
    [names().step, 's', afterFirst(history.solverColumn('stepSize'))],
  ];
  const sensors = columns.map(([name, unit], i) => ({ name, unit, components: [''], column: 1 + i }));
  const shown: ModelInfo = { ...model, width: 1 + sensors.length, sensors, poses: [], profiles: [], solver: [] };
  const recorded = new RecordedHistory();
  recorded.configure(shown);
  recorded.append({ samples: history.samples, columns: [history.time, ...columns.map(([, , values]) => values)] });
  return { model: shown, history: recorded };
}

/** Growth of a count per step since the sample before. */
function perStep(counts: Float64Array, steps: Float64Array): Float64Array {
  const rates = new Float64Array(counts.length);
  for (let i = 1; i < counts.length; i++) {
    const taken = steps[i] - steps[i - 1];
    rates[i] = taken > 0 ? (counts[i] - counts[i - 1]) / taken : rates[i - 1];
  }
  return afterFirst(rates);
}

/** No step precedes the first sample; it shows the value of the next one. */
function afterFirst(column: Float64Array): Float64Array {
  const filled = column.slice();
  filled[0] = column[1];
  return filled;
}
