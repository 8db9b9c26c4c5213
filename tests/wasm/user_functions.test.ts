import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../wasm/engine/direct';
import type { Engine, Run, SimulationError, UserFunctionOverride } from '../../wasm/engine/types';

const bytes = readFileSync('build/wasm-release/slipstick.wasm');

/** A mass between two kinds of springs, both of which take a user function. */
function document(springs: object, bushing: object): string {
  return JSON.stringify({
    slipstick: 1,
    nodes: [
      { type: 'PointGround', name: 'wall' },
      { type: 'RigidBodyRxyz', name: 'mass', initialCoordinates: [0.1, 0.2, 0, 0, 0, 0.3] },
      { type: 'GenericData', name: 'state', numberOfDataCoordinates: 1, initialCoordinates: [0] },
    ],
    objects: [
      { type: 'Ground', name: 'wall' },
      { type: 'RigidBody', name: 'mass', physicsMass: 1, physicsInertia: [1, 1, 1, 0, 0, 0], nodeNumber: 'mass' },
      { type: 'ConnectorCartesianSpringDamper', name: 'springs', markerNumbers: ['wall', 'mass'], stiffness: [100, 50, 20], ...springs },
      { type: 'ConnectorRigidBodySpringDamper', name: 'bushing', markerNumbers: ['wall', 'mass'], nodeNumber: 'state', ...bushing },
    ],
    markers: [
      { type: 'BodyRigid', name: 'wall', bodyNumber: 'wall' },
      { type: 'BodyRigid', name: 'mass', bodyNumber: 'mass' },
    ],
    sensors: [
      { type: 'Node', name: 'motion', nodeNumber: 'mass', outputVariableType: 'Coordinates' },
      { type: 'Node', name: 'state', nodeNumber: 'state', outputVariableType: 'Coordinates' },
    ],
    analysis: [{ type: 'dynamic', endTime: 1, numberOfSteps: 200, newton: { relativeTolerance: 1e-10, absoluteTolerance: 1e-12 } }],
  });
}

const torque = ['0', '0', '0', '0', '0', '40*rotation[2] + angularVelocity[2]'];
const count = ['0', '-1', 'dataCoordinates[0] + 1'];
const byFormula = document(
  { springForceUserFunction: 'diag(stiffness)*displacement' },
  { springForceTorqueUserFunction: torque, postNewtonStepUserFunction: count },
);

const springs: UserFunctionOverride = {
  item: 'springs',
  parameter: 'springForceUserFunction',
  call: ({ stiffness, displacement }: { stiffness: Float64Array; displacement: Float64Array }) =>
    displacement.map((u, i) => stiffness[i] * u),
};
const bushing: UserFunctionOverride = {
  item: 'bushing',
  parameter: 'springForceTorqueUserFunction',
  call: ({ rotation, angularVelocity }: { rotation: Float64Array; angularVelocity: Float64Array }) => [
    0,
    0,
    0,
    0,
    0,
    40 * rotation[2] + angularVelocity[2],
  ],
};
const counter: UserFunctionOverride = {
  item: 'bushing',
  parameter: 'postNewtonStepUserFunction',
  call: ({ dataCoordinates }: { dataCoordinates: Float64Array }) => [0, -1, dataCoordinates[0] + 1],
};

async function finish(run: Run): Promise<number[]> {
  for await (const _ of run);
  return run.history.columns.map((column) => column[run.history.samples - 1]);
}
const failure = (run: Run) =>
  finish(run).then(
    () => null,
    (error: SimulationError) => error,
  );

describe('user functions of the page', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine(bytes);
  });

  it('compute the same as formulas', async () => {
    const expected = await finish(engine.start(byFormula));
    const found = await finish(engine.start(document({}, {}), { userFunctions: [springs, bushing, counter] }));
    expect(Math.abs(expected[1])).toBeGreaterThan(1e-3);
    expect(found).toHaveLength(expected.length);
    for (const [i, value] of expected.entries()) expect(found[i]).toBeCloseTo(value, 9);
    expect(found[7]).toBe(200); // one call in every step
  });

  it('belong only to their run', async () => {
    const plain = await finish(engine.start(document({}, {})));
    const double = { ...springs, call: ({ displacement }: { displacement: Float64Array }) => displacement.map((u) => 2 * u) };
    const both = [engine.start(document({}, {}), { userFunctions: [double] }), engine.start(document({}, {}))];
    const [changed, unchanged] = await Promise.all(both.map(finish));
    expect(unchanged).toEqual(plain);
    expect(changed[1]).not.toBeCloseTo(plain[1], 3);
  });

  it('end the run if they throw, and the recorded samples are kept', async () => {
    const broken: UserFunctionOverride = {
      ...springs,
      call: (values) => {
        if ((values.t as number) > 0.5025) throw new Error('the table ends here');
        return [0, 0, 0];
      },
    };
    const run = engine.start(document({}, {}), { userFunctions: [broken] });
    const error = await failure(run);
    expect(error?.code).toBe('stopped');
    expect(error?.message).toBe("The user function springForceUserFunction of 'springs' failed: the table ends here");
    expect(run.history.time.at(-1)).toBeCloseTo(0.5, 6);
    expect((await finish(engine.start(byFormula)))[0]).toBeCloseTo(1, 9); // the engine still works
  });

  it('must return as many finite numbers as the item needs', async () => {
    const wrong = (answer: number | number[]) =>
      failure(engine.start(document({}, {}), { userFunctions: [{ ...springs, call: () => answer }] }));
    expect((await wrong([1, 2]))?.message).toContain('it must give 3 finite numbers, got 1, 2');
    expect((await wrong([1, 2, Number.NaN]))?.message).toContain('got 1, 2, NaN');
    expect((await wrong(1))?.message).toContain('it must give 3 finite numbers, got 1');
  });

  it('need an item that has such a function', async () => {
    const error = await failure(engine.start(document({}, {}), { userFunctions: [{ ...springs, item: 'sprngs' }] }));
    expect(error?.code).toBe('model');
    expect(error?.message).toBe("the model has no object 'sprngs'");
    const other = await failure(engine.start(document({}, {}), { userFunctions: [{ ...springs, kind: 'node', item: 'mass' }] }));
    expect(other?.message).toBe("node 'mass' (RigidBodyRxyz) has no user function 'springForceUserFunction'");
  });
});
