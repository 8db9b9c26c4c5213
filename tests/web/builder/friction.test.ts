import { expect, test } from 'vitest';
import { frictionFor, frictionOf, withFriction } from '../../../web/src/builder/friction';
import { itemsOf } from '../../../web/src/builder/outline';
import type { ModelDocument } from '../../../web/src/state/document';
import { testEngine } from '../../support/engine';
import { drawingIn } from '../../support/sketch';

const engine = await testEngine();

const cube = { shape: 'cuboid', sideLengths: [0.1, 0.1, 0.1], density: 2000 }; // 2 kg

/** A document with friction at its last item, and the final value of a component of a sensor on its first. */
async function withLast(create: object[], friction: { dry: string; viscous: string }, output: string): Promise<number[]> {
  const document: ModelDocument = { slipstick: 1, create };
  const made = frictionFor(itemsOf(document, 'create').at(-1)!, document, await drawingIn(engine, document));
  if (typeof made === 'string') throw new Error(made);
  const whole: ModelDocument = { ...document, create: [...create, made[0].entry] };
  const item = itemsOf(whole, 'create').at(-1)!;
  expect(frictionOf(item)).toMatchObject({ viscous: '0' });
  const changed = { ...made[0].entry, [String(withFriction(item, friction).path.at(-1))]: withFriction(item, friction).value };
  const run = engine.start(
    JSON.stringify({
      ...whole,
      create: [...create, changed],
      sensors: [{ type: 'Body', name: 'v', bodyNumber: 'cube', outputVariableType: output }],
      measures: Object.fromEntries(['x', 'y', 'z'].map((key, i) => [`v${key}`, { formula: `final(sensor("v")[${i}])` }])),
      analysis: { type: 'dynamic', endTime: 0.1, stepSize: 0.001, sensorsWritePeriod: 0.01 },
    }),
  );
  for await (const _ of run);
  return (await run.measures()).map(({ value }) => value ?? Number.NaN);
}

test('A block slides to rest by F/m on an inclined slide in the plane', async () => {
  const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
  const create = [
    { type: 'RigidBody2D', name: 'cube', inertia: cube, initialVelocity: [c, s, 0] },
    { type: 'PrismaticJoint', name: 'slide', bodies: [null, 'cube'], position: [0, 0, 0], axis: [c, s, 0] },
  ];
  const [x, y] = await withLast(create, { dry: '4', viscous: '0' }, 'Velocity');
  expect(Math.hypot(x, y)).toBeCloseTo(1 - (4 / 2) * 0.1, 6);
});

test('Dry and viscous friction act along a slide in space', async () => {
  const axis = [1 / 3, 2 / 3, 2 / 3];
  const create = [
    { type: 'RigidBody', name: 'cube', inertia: cube, initialVelocity: axis },
    { type: 'PrismaticJoint', name: 'slide', bodies: [null, 'cube'], position: [0, 0, 0], axis },
  ];
  expect(Math.hypot(...(await withLast(create, { dry: '4', viscous: '0' }, 'Velocity')))).toBeCloseTo(0.8, 6);
  expect(Math.hypot(...(await withLast(create, { dry: '0', viscous: '10' }, 'Velocity')))).toBeCloseTo(Math.exp(-0.5), 4);
});

test('Friction of a hinge brakes a turning body by its torque over its inertia', async () => {
  const create = [
    { type: 'RigidBody2D', name: 'cube', inertia: cube, initialAngularVelocity: [0, 0, 10] },
    { type: 'RevoluteJoint', name: 'hinge', bodies: [null, 'cube'], position: [0, 0, 0] },
  ];
  const inertia = (2 * 0.01) / 6;
  const [, , z] = await withLast(create, { dry: '0.1', viscous: '0' }, 'AngularVelocity');
  expect(z).toBeCloseTo(10 - (0.1 / inertia) * 0.1, 5);
});

test('Joints whose place is a formula are refused with a sentence', async () => {
  const create = [
    { type: 'RigidBody2D', name: 'cube', inertia: cube },
    { type: 'RevoluteJoint', name: 'hinge', bodies: [null, 'cube'], position: ['0.1*2', 0, 0] },
  ];
  const document: ModelDocument = { slipstick: 1, create };
  expect(frictionFor(itemsOf(document, 'create')[1], document, await drawingIn(engine, document))).toContain('friction cannot be added');
});
