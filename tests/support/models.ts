import { readFileSync } from 'node:fs';

/** A mass of 1 kg on a spring of 100 N/m along x: its motion is 0.1 m · cos(10 t). */
export const oscillator = {
  slipstick: 1,
  title: 'oscillator',
  parameters: { k: { value: 100, min: 1, max: 1000, unit: 'N/m', label: 'stiffness' } },
  nodes: [
    { type: 'PointGround', name: 'wall' },
    { type: 'Point', name: 'mass', referenceCoordinates: [1, 0, 0], initialCoordinates: [0.1, 0, 0] },
  ],
  objects: [
    { type: 'Ground', name: 'wall' },
    { type: 'MassPoint', name: 'mass', physicsMass: 1, nodeNumber: 'mass' },
    {
      type: 'ConnectorCartesianSpringDamper',
      name: 'spring',
      markerNumbers: ['wall', 'mass'],
      stiffness: ['k', 'k', 'k'],
      offset: [1, 0, 0],
    },
  ],
  markers: [
    { type: 'BodyPosition', name: 'wall', bodyNumber: 'wall' },
    { type: 'BodyPosition', name: 'mass', bodyNumber: 'mass' },
  ],
  sensors: [{ type: 'Node', name: 'x', nodeNumber: 'mass', outputVariableType: 'Displacement' }],
  analysis: [{ type: 'dynamic', endTime: 1, numberOfSteps: 1000, sensorsWritePeriod: 0.01 }],
};

/** The oscillator with more steps than any test waits for, each of them recorded. */
export const endless = { ...oscillator, analysis: [{ type: 'dynamic', endTime: 1e5, numberOfSteps: 1e8, sensorsWritePeriod: 0 }] };

/** The oscillator with a load for which no step converges from t = 0.5 s on. */
export const diverging = {
  ...oscillator,
  loads: [{ type: 'ForceVector', markerNumber: 'mass', loadVectorUserFunction: ['t < 0.5 ? 0 : exp(1e6*t)', 0, 0] }],
  analysis: [{ type: 'dynamic', endTime: 1, numberOfSteps: 1000, sensorsWritePeriod: 0.01, adaptiveStep: false }],
};

/** Constraints of one coordinate that share a load; their products exceed 512 MiB. */
export const tooLarge = {
  slipstick: 1,
  nodes: [{ type: '1D' }, { type: 'PointGround' }],
  objects: [
    { type: 'Mass1D', physicsMass: 1, nodeNumber: 0 },
    ...Array.from({ length: 9000 }, () => ({ type: 'ConnectorCoordinate', markerNumbers: [1, 0] })),
  ],
  markers: [
    { type: 'NodeCoordinate', nodeNumber: 0, coordinate: 0 },
    { type: 'NodeCoordinate', nodeNumber: 1, coordinate: 0 },
  ],
  analysis: [{ type: 'dynamic', numberOfSteps: 1 }],
};

/** The document with a task of each kind. */
export const taskDocument = JSON.parse(readFileSync('tests/data/live/tasks.json', 'utf8')) as Record<string, unknown>;

/** The text of the rolling coin with a shorter run, s. */
export const shortCoin = (endTime: number): string =>
  readFileSync('web/models/rolling-coin.json', 'utf8').replace('"endTime": 1.5', `"endTime": ${endTime}`);
