import { expect, test } from 'vitest';
import { aboutBody } from '../../../web/src/scene/about-body';
import { testEngine } from '../../support/engine';

const sensors = [
  { type: 'Body', name: 'speed', bodyNumber: 'block', outputVariableType: 'Velocity' },
  { type: 'Object', name: 'pull', objectNumber: 'spring', outputVariableType: 'Force' },
  { type: 'Body', name: 'other', bodyNumber: 'far', outputVariableType: 'Velocity' },
];

test('A body shows its mass, its position, its connections and the sensors on both', async () => {
  const document = {
    slipstick: 1,
    create: [
      { type: 'MassPoint', name: 'block', referencePosition: [1, 0, 0], initialVelocity: [0.5, 0, 0], physicsMass: 2 },
      { type: 'MassPoint', name: 'far', referencePosition: [9, 0, 0], physicsMass: 1 },
      { type: 'SpringDamper', name: 'spring', bodies: [null, 'block'], stiffness: 8 },
    ],
    sensors,
    analysis: { endTime: 0.1, stepSize: 0.01 },
  };
  const run = (await testEngine()).start(JSON.stringify(document));
  const model = await run.model;
  for await (const _ of run);
  const recording = { model, history: run.history };
  const facts = aboutBody(recording, { object: 'block', link: null }, sensors, 0);
  expect(facts?.name).toBe('block');
  expect(facts?.rows).toEqual([
    ['type', 'MassPoint'],
    ['mass', '2\u2009kg'],
    ['position', '1, 0, 0\u2009m'],
    ['joined by', 'spring'],
    ['speed', '0.5, 0, 0\u2009m/s'],
    ['pull', '0, 0, 0\u2009N'],
  ]);
  expect(aboutBody(recording, { object: 'spring', link: null }, sensors, 0)).toBeNull();
  expect(aboutBody(recording, { object: 'nobody', link: null }, sensors, 0)).toBeNull();
});

test('Connectors that a creator has numbered are counted, and rounding errors are zero', async () => {
  const spring = (name: string) => ({ type: 'SpringDamper', name, bodies: [null, 'block'], stiffness: 8 });
  const document = {
    slipstick: 1,
    create: [
      { type: 'MassPoint', name: 'block', referencePosition: [4e-19, 0, 0], physicsMass: 2 },
      ...['belt.contact.left.0', 'belt.contact.left.1', 'belt.contact.right.0', 'spring', 'other.0'].map(spring),
    ],
    analysis: { endTime: 0.1, stepSize: 0.01 },
  };
  const run = (await testEngine()).start(JSON.stringify(document));
  const model = await run.model;
  for await (const _ of run);
  const facts = aboutBody({ model, history: run.history }, { object: 'block', link: null }, [], 0);
  expect(Object.fromEntries(facts?.rows ?? [])).toMatchObject({
    position: '0, 0, 0\u2009µm',
    'joined by': '3 connectors of belt, spring, other.0',
  });
});
