import { expect, test } from 'vitest';
import { RecordedHistory } from '../../../wasm/engine/history';
import type { ModelInfo } from '../../../wasm/engine/types';
import { recordingCsv } from '../../../web/src/export/csv';

test('All sensors stand in columns with their units, numbers in full', () => {
  const sensors = [
    { name: 'tip, left', components: ['x', 'y'], unit: 'm' },
    { name: 'load', components: [''], unit: '' },
  ];
  const model = { title: 'Beam', sensors, poses: [] as ModelInfo['poses'], profiles: [] as ModelInfo['profiles'] } as ModelInfo;
  const history = new RecordedHistory();
  history.configure(model);
  history.append({
    samples: 2,
    columns: [
      [0, 0.1],
      [1 / 3, -2],
      [0, 1e-12],
      [5, 6],
    ].map((column) => Float64Array.from(column)),
  });
  expect(recordingCsv({ model, history }).split('\n')).toEqual([
    'time [s],"tip, left.x [m]","tip, left.y [m]",load',
    '0,0.3333333333333333,0,5',
    '0.1,-2,1e-12,6',
    '',
  ]);
});
