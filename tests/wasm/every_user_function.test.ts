import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { createEngine } from '../../wasm/engine/direct';
import type { Engine, Run, SimulationError, UserFunctionOverride } from '../../wasm/engine/types';
import { reference } from '../support/language';

type Item = Record<string, unknown>;
type Document = Record<string, Item[]>;
/** A user function whose formula is in tests/data/user-functions.json. */
interface Slot {
  type: string;
  parameter: string;
  formula: string | string[];
  set?: Item;
  add?: Document;
  analysis?: Item;
}
// biome-ignore lint/suspicious/noExplicitAny: the arguments differ from item to item
type Call = (given: any) => number | number[];

const toList = (answer: number | number[]) => (typeof answer === 'number' ? [answer] : answer);

/** The same laws as functions. */
const calls: Record<string, Call> = {
  'objects/ANCFCable2D axialForceUserFunction': ({ axialStrain, axialStrain_t, axialStrainRef, curvature }) =>
    80 * (axialStrain - axialStrainRef) + 20 * axialStrain ** 3 + 0.5 * axialStrain_t * (1 + 0.1 * curvature ** 2),
  'objects/ANCFCable2D bendingMomentUserFunction': (a) =>
    (0.3 + a.axialPositionNormalized) * (a.curvature - a.curvatureRef) + a.physicsBendingDamping * a.curvature_t * (1 + a.axialStrain),
  'objects/GenericODE1 rhsUserFunction': ({ t, q }) => [2 * Math.sin(5 * t) - 0.1 * q[0] ** 3],
  'objects/GenericODE2 forceUserFunction': ({ t, q, q_t }) => [2 * Math.sin(5 * t) - 0.1 * q_t[1], -30 * q[0] ** 3],
  'objects/GenericODE2 massMatrixUserFunction': ({ q, q_t }) => [1 + q[0] ** 2, 0.1, 0.1, 2 + 0.1 * q_t[1] ** 2],
  'objects/GenericODE2 jacobianUserFunction': ({ q, fODE2, fODE2_t }) => [0, fODE2_t * 0.1, fODE2 * 90 * q[0] ** 2, 0],
  'objects/FFRFreducedOrder forceUserFunction': ({ t, q, q_t }) => [
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    2 * Math.sin(5 * t) - 0.1 * q_t[8],
    -30 * q[7] ** 3,
  ],
  'objects/FFRFreducedOrder massMatrixUserFunction': ({ q, q_t }) => {
    const mass = new Array(81).fill(0);
    [mass[70], mass[80]] = [0.2 + q[7] ** 2, 0.3 + 0.1 * q_t[8] ** 2];
    return mass;
  },
  'objects/KinematicTree forceUserFunction': ({ t, q, q_t }) => [0.5 * Math.cos(3 * t), Math.sin(t) - 2 * q[1], 0, -0.1 * q_t[3]],
  'objects/ConnectorCartesianSpringDamper springForceUserFunction': ({ displacement: u, velocity, stiffness, damping, offset }) => {
    const hardening = 1 + 20 * (u[0] ** 2 + u[1] ** 2 + u[2] ** 2);
    return [0, 1, 2].map((i) => stiffness[i] * u[i] * hardening + 2 * damping[i] * velocity[i] - 0.1 * offset[i]);
  },
  'objects/ConnectorLinearSpringDamper springForceUserFunction': ({ displacement, velocity, stiffness, damping, offset }) =>
    stiffness * (displacement - offset) + 300 * displacement ** 3 + damping * velocity,
  'objects/ConnectorCoordinateSpringDamper springForceUserFunction': ({ displacement, velocity, stiffness, damping, offset }) =>
    stiffness * (displacement - offset) + 300 * displacement ** 3 + damping * velocity * Math.abs(velocity),
  'objects/ConnectorCoordinateSpringDamperExt springForceUserFunction': (a) => {
    const speed = Math.abs(a.velocity);
    const friction =
      a.fDynamicFriction + a.fStaticFrictionOffset * Math.exp(-speed / a.exponentialDecayStatic) + a.fViscousFriction * speed;
    return (
      a.stiffness * (a.displacement - a.offset) +
      a.damping * (a.velocity - a.velocityOffset) +
      friction * Math.tanh(a.velocity / (0.1 + a.frictionProportionalZone))
    );
  },
  'objects/ConnectorRigidBodySpringDamper springForceTorqueUserFunction': (a) => [
    4e3 * a.displacement[0],
    4e3 * a.displacement[1] + a.damping[7] * a.velocity[1],
    a.stiffness[14] * (a.displacement[2] - a.offset[2]),
    200 * a.rotation[0],
    200 * a.rotation[1] * (1 + a.rotation[0] ** 2) + a.rotJ0[1] * a.velocity[0],
    100 * a.rotation[2] + a.rotJ1[8] * a.angularVelocity[2],
  ],
  'objects/ConnectorRigidBodySpringDamper postNewtonStepUserFunction': ({
    t,
    dataCoordinates,
    displacement,
    angularVelocity,
    stiffness,
  }) => [
    displacement[2] > dataCoordinates[0] + 0.002 ? 2 : 0,
    t < 0.5 ? 0.003 : -1,
    Math.max(dataCoordinates[0], displacement[2]),
    dataCoordinates[1] + stiffness[4] * angularVelocity[2] ** 2 * 1e-3,
  ],
  'objects/ConnectorSpringDamper springForceUserFunction': ({ t, deltaL, deltaL_t, stiffness, damping, force }) =>
    stiffness * deltaL * (1 + 5 * deltaL ** 2) + damping * deltaL_t + force + 2 * Math.sin(t),
  'objects/ConnectorTorsionalSpringDamper springTorqueUserFunction': ({ rotation, angularVelocity, stiffness, damping, offset }) =>
    stiffness * Math.sin(rotation - offset) + 10 * damping * angularVelocity,
  'objects/ConnectorHydraulicActuatorSimple valveOpeningUserFunction': ({ t }) => [0.5 * Math.cos(3 * t), -0.2 - t],
  'objects/ConnectorCoordinate offsetUserFunction': ({ t, lOffset }) => 0.1 * Math.sin(3 * t) ** 2 + lOffset,
  'objects/ConnectorCoordinate offsetUserFunction_t': ({ t, lOffset }) => 0.6 * t + lOffset,
  'objects/ConnectorCoordinateVector constraintUserFunction': ({ t, q }) =>
    q[4] - q[3] ** 2 + 1 - q[1] + 0.1 * q[1] ** 2 - 0.1 * Math.sin(2 * t) ** 2,
  'objects/ConnectorCoordinateVector jacobianUserFunction': ({ q }) => [0, -1 + 0.2 * q[1], 0, -2 * q[3], 1, 0],
  'objects/JointGeneric offsetUserFunction': ({ t, offsetUserFunctionParameters: p }) => [
    p[0] * Math.sin(2 * t) ** 2,
    0,
    p[2] * t ** 2,
    0,
    0,
    0,
  ],
  'objects/JointGeneric offsetUserFunction_t': ({ t, offsetUserFunctionParameters: p }) => [
    p[0] * 4 * Math.sin(2 * t) * Math.cos(2 * t),
    0,
    3 * p[2] * t,
    0,
    0,
    0,
  ],
  'loads/Coordinate loadUserFunction': ({ t, load }) => load * Math.sin(8 * t) * Math.exp(-t),
  'loads/ForceVector loadVectorUserFunction': ({ t, loadVector }) => [0.3 * Math.sin(5 * t), loadVector[1] * t, loadVector[2]],
  'loads/MassProportional loadVectorUserFunction': ({ t, loadVector }) => [0, Math.sin(3 * t), loadVector[2] * Math.cos(t)],
  'loads/TorqueVector loadVectorUserFunction': ({ t, loadVector }) => [loadVector[0] * t, 0.001, 0],
  'sensors/UserFunction sensorUserFunction': ({ t }) => [Math.sin(t), t ** 2],
};

/**
 * A host function without its rate is differentiated numerically, twice for the first acceleration. The error is below 1e-7, but not 1e-8.
 */
const byDifferences = ['objects/ConnectorCoordinate offsetUserFunction'];

const slots = JSON.parse(readFileSync('tests/data/user-functions.json', 'utf8')) as Slot[];
const nameOf = ({ type, parameter }: Slot) => `${type} ${parameter}`;

/** The example of the type, prepared for the function, with and without the formula. */
function prepare({ type, parameter, formula, set = {}, add = {}, analysis = {} }: Slot) {
  const [list, itemType] = type.split('/');
  const document = JSON.parse(readFileSync(`tests/data/items/${type}.json`, 'utf8')) as Document;
  for (const [name, items] of Object.entries(add)) document[name].push(...items);
  Object.assign(document.analysis[0], { newton: { relativeTolerance: 1e-12, absoluteTolerance: 1e-12 } }, analysis);
  const item = document[list].find((each) => each.type === itemType) as Item;
  delete item[parameter];
  Object.assign(item, set);
  const plain = JSON.stringify(document);
  item[parameter] = formula;
  const kind = list.slice(0, -1) as UserFunctionOverride['kind'];
  return { plain, byFormula: JSON.stringify(document), slot: { kind, item: item.name as string, parameter }, document };
}

/** Time and sensor values. */
async function finish(run: Run): Promise<Float64Array[]> {
  const { sensors } = await run.model;
  for await (const _ of run);
  return [run.history.time, ...sensors.flatMap(({ components }, s) => components.map((_, c) => run.history.sensorColumn(s, c)))];
}

describe('every user function of the page', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine(readFileSync('build/wasm-release/slipstick.wasm'));
  });

  it('has a test in this file', async () => {
    const known = reference.items.flatMap(({ kind, type, parameters }) =>
      parameters.filter((parameter) => parameter.arguments).map(({ name }) => `${kind}s/${type} ${name}`),
    );
    expect(known.length).toBeGreaterThan(20);
    expect(slots.map(nameOf).sort()).toEqual(known.sort());
    expect(Object.keys(calls).sort()).toEqual(known.sort());
  });

  test.each(slots.map((slot) => [nameOf(slot), slot] as const))('computes the same as the formula: %s', async (name, definition) => {
    const { plain, byFormula, slot } = prepare(definition);
    const expected = await finish(engine.start(byFormula));
    const found = await finish(engine.start(plain, { userFunctions: [{ ...slot, call: calls[name] }] }));
    expect(found.map((column) => column.length)).toEqual(expected.map((column) => column.length));
    expect(found.length).toBeGreaterThan(1);
    const tolerance = byDifferences.includes(name) ? 1e-7 : 1e-8;
    for (const [c, column] of expected.entries()) {
      const largest = Math.max(1e-3, ...column.map(Math.abs));
      const apart = Math.max(...column.map((value, i) => Math.abs(value - found[c][i])));
      expect(apart / largest, `column ${c}`).toBeLessThan(tolerance);
    }
  });

  test.each(slots.map((slot) => [nameOf(slot), slot] as const))('reports errors and keeps the samples: %s', async (name, definition) => {
    const { plain, slot, document } = prepare(definition);
    const half = (document.analysis[0].endTime as number) / 2;
    const good = calls[name];
    const failure = async (broken: (answer: number | number[]) => number | number[]): Promise<string> => {
      const call: Call = (given) => (given.t > half ? broken(good(given)) : good(given));
      const run = engine.start(plain, { userFunctions: [{ ...slot, call }] });
      const error = await finish(run).then(
        () => null,
        (reason: SimulationError) => reason,
      );
      expect(error?.code).toBe('stopped');
      expect(run.history.samples).toBeGreaterThan(10);
      expect(Math.abs((run.history.time.at(-1) as number) - half)).toBeLessThan(0.02);
      return error?.message ?? '';
    };
    const head = `The user function ${slot.parameter} of '${slot.item}' failed: `;
    const thrown = await failure(() => {
      throw new Error('the table ends here');
    });
    expect(thrown).toBe(`${head}the table ends here`);
    const numbers = /^it must give (\d+) finite numbers?, got /;
    expect((await failure((answer) => [...toList(answer), 1])).slice(head.length)).toMatch(numbers);
    expect((await failure((answer) => toList(answer).map(() => Number.NaN))).slice(head.length)).toMatch(/NaN$/);
  });
});
