import type { History } from '../../../wasm/engine/types';
import type { Recording } from '../state/recording';
import { rangeOf } from '../state/samples';

const names = { newton: 'Newton iterations', discontinuous: 'discontinuous iterations', step: 'step size' };

/** Plots of what the solver did, over the time of the model. */
export const solverDisplay = {
  plots: [
    {
      title: 'iterations per step',
      curves: [
        { sensor: names.newton, component: 0, label: 'Newton' },
        { sensor: names.discontinuous, component: 0, label: 'discontinuous' },
      ],
      min: 0,
    },
    { title: 'step size', curves: [{ sensor: names.step, component: 0, label: 'h' }], min: 0 },
  ],
};

/**
 * The solver's figures of a run as sensors, so that they are plotted as sensors are: iterations per step, on average since the sample
 * before, and the size of the last step. Null if the engine recorded none.
 */
export function solverRecording(recording: Recording): Recording | null {
  const { model, history } = recording;
  const place = (name: string) => model.solverColumns?.indexOf(name) ?? -1;
  const places = ['stepSize', 'steps', 'newtonIterations', 'discontinuousIterations'].map(place);
  if (places.some((index) => index < 0) || history.samples < 2) return null;
  const [size, steps, newton, discontinuous] = places.map((index) => history.solverColumn(index));
  const columns = [perStep(newton, steps), perStep(discontinuous, steps), afterFirst(size)];
  const sensor = (name: string, unit: string) => ({ name, unit, components: [''] });
  return {
    model: { ...model, sensors: [sensor(names.newton, ''), sensor(names.discontinuous, ''), sensor(names.step, 's')] },
    history: { ...viewOf(history), sensorColumn: (index) => columns[index], sensorRange: (index) => rangeOf([columns[index]]) },
  };
}

/** Growth of a count for each step taken since the sample before. */
function perStep(counts: Float64Array, steps: Float64Array): Float64Array {
  const rates = new Float64Array(counts.length);
  for (let i = 1; i < counts.length; i++) {
    const taken = steps[i] - steps[i - 1];
    rates[i] = taken > 0 ? (counts[i] - counts[i - 1]) / taken : rates[i - 1];
  }
  return afterFirst(rates);
}

/** At the first sample no step was taken: it shows what the next one does. */
function afterFirst(column: Float64Array): Float64Array {
  const filled = column.slice();
  filled[0] = column[1];
  return filled;
}

function viewOf(history: History): History {
  return {
    samples: history.samples,
    columns: history.columns,
    time: history.time,
    keptEvery: history.keptEvery,
    sensorColumn: (sensor, component) => history.sensorColumn(sensor, component),
    poseColumns: (pose) => history.poseColumns(pose),
    profileColumns: (profile) => history.profileColumns(profile),
    solverColumn: (index) => history.solverColumn(index),
    sensorRange: (sensor, component) => history.sensorRange(sensor, component),
    profileRange: (profile) => history.profileRange(profile),
  };
}
