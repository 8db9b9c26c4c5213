import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createEngine } from '../../wasm/engine/direct';

const engine = await createEngine(readFileSync('build/wasm-release/slipstick.wasm'));
const document = JSON.stringify({
  slipstick: 1,
  nodes: [
    { type: '1D', name: 'n' },
    { type: 'PointGround', name: 'ground' },
  ],
  objects: [
    { type: 'Mass1D', name: 'mass', physicsMass: 2, nodeNumber: 'n' },
    { type: 'ConnectorCoordinateSpringDamper', name: 'spring', markerNumbers: ['c0', 'c1'], stiffness: 80, damping: 3 },
  ],
  markers: [
    { type: 'NodeCoordinate', name: 'c0', nodeNumber: 'ground', coordinate: 0 },
    { type: 'NodeCoordinate', name: 'c1', nodeNumber: 'n', coordinate: 0 },
  ],
  loads: [{ type: 'Coordinate', name: 'force', markerNumber: 'c1', load: 0 }],
  sensors: [{ type: 'Node', name: 'x', nodeNumber: 'n', outputVariableType: 'Coordinates' }],
  analysis: { type: 'dynamic', endTime: 1, stepSize: 0.01 },
});

test('a linear model has matrices, a frequency response and a step response', async () => {
  const { inputs, outputs } = await engine.linearSignals(document);
  expect(inputs).toEqual([{ name: 'force', unit: '', kind: 'load' }]);
  expect(outputs).toEqual([{ name: 'x', unit: '' }]);
  const model = await engine.linearise(document, { inputs: ['force'], outputs: ['x'], time: null });
  expect(model.problem).toBe('');
  expect(model.A).toEqual([
    [0, 1],
    [-40, -1.5],
  ]);
  const w = model.frequencies[100];
  const { re, im } = model.response[0][0];
  const size = Math.hypot(80 - 2 * w * w, 3 * w);
  expect(Math.hypot(re[100] as number, im[100] as number)).toBeCloseTo(1 / size, 12);
  const { values } = model.step;
  expect(values[0][0][values[0][0].length - 1]).toBeCloseTo(1 / 80, 3);
  expect(model.matlab).toContain('A = [0.0 1.0;');
});

test('a linear model that does not exist has a reason', async () => {
  const { problem } = await engine.linearise(document, { inputs: ['forse'], outputs: ['x'], time: null });
  expect(problem).toContain("did you mean 'force'?");
});
