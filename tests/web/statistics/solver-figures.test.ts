import { expect, test } from 'vitest';
import { RecordedHistory } from '../../../wasm/engine/history';
import type { ModelInfo } from '../../../wasm/engine/types';
import { plotSpecs } from '../../../web/src/plots/spec';
import type { Recording } from '../../../web/src/state/recording';
import { solverDisplay, solverRecording } from '../../../web/src/statistics/solver-figures';

/** Samples at 0, 1 and 3 s with the columns of the solver: step size, steps, Newton and discontinuous iterations. */
function recording(solverColumns: string[] | undefined, columns: number[][]): Recording {
  const model = { sensors: [], poses: [], profiles: [], solverColumns } as unknown as ModelInfo;
  const history = new RecordedHistory();
  history.configure(model);
  history.append({ samples: 3, columns: [[0, 1, 3], ...columns].map((column) => Float64Array.from(column)) });
  return { model, history };
}

const names = ['stepSize', 'steps', 'newtonIterations', 'discontinuousIterations'];
const counted = recording(names, [
  [0, 0.5, 1],
  [0, 2, 4],
  [0, 6, 8],
  [0, 0, 3],
]);

test('Iterations are counted for each step since the sample before', () => {
  const figures = solverRecording(counted)!;
  const column = (sensor: number) => [...figures.history.sensorColumn(sensor, 0)];
  expect(column(0)).toEqual([3, 3, 1]);
  expect(column(1)).toEqual([0, 0, 1.5]);
  expect(column(2)).toEqual([0.5, 0.5, 1]);
});

test('They are plotted like sensors', () => {
  const specs = plotSpecs({ ...solverRecording(counted)!.model, display: solverDisplay });
  expect(specs.map(({ title, problem }) => [title, problem])).toEqual([
    ['iterations per step', ''],
    ['step size', ''],
  ]);
});

test('Without the columns there is nothing to plot', () => {
  expect(solverRecording(recording(undefined, []))).toBeNull();
});
