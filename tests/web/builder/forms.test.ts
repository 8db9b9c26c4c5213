import { describe, expect, test } from 'vitest';
import { hasUnits, inUnits } from '../../../web/src/builder/field';
import { angleIn, isAngle, rotationBy } from '../../../web/src/builder/fields/angle';
import { type FormContext, labelOf, type Place, sentenceOf, type Words } from '../../../web/src/builder/fields/context';
import { converted, massIn } from '../../../web/src/builder/fields/inertia';
import { freshEntry, tableIn, tableOf } from '../../../web/src/builder/fields/nested';
import { partsOf } from '../../../web/src/builder/fields/vector';
import words from '../../../web/src/builder/fields/words.json';
import type { Row } from '../../../web/src/builder/outline';
import { testEngine } from '../../support/engine';
import { reference } from '../../support/language';

const row = (creator: string, name: string): Row => {
  const found = reference.creators.find((each) => each.name === creator)?.rows.find((each) => each.name === name);
  if (!found) throw new Error(`${creator} has no ${name}`);
  return found as Row;
};
const place: Place = { list: 'create', path: ['create', 0], pointer: '/create/0', entry: { type: 'RigidBody2D' } };

describe('a typed quantity', () => {
  const mass = row('MassPoint', 'physicsMass');
  const position = row('RigidBody', 'referencePosition');
  const read = async (typed: string, unit: string) => (await testEngine()).quantity(typed, unit);

  test('is a number with a unit or a decimal comma, not a formula', () => {
    expect(['2 kg', '2kg', '1,5', '30°', '1e3 g'].filter((typed) => !hasUnits(mass, typed))).toEqual([]);
    expect(['2*k', 'k', '2/3', '-(1)', '2 + 3', '[1]'].filter((typed) => hasUnits(mass, typed))).toEqual([]);
    expect(hasUnits(row('RigidBody', 'nodeType'), '2 kg')).toBe(false);
  });
  test('becomes a number in the unit of its field', async () => {
    expect(await inUnits('2500 g', (typed) => read(typed, 'kg'))).toEqual({ value: 2.5 });
    expect(await inUnits('1,5', (typed) => read(typed, 'kg'))).toEqual({ value: 1.5 });
    expect(hasUnits(position, ['50 mm', 'L', 0])).toBe(true);
    expect(await inUnits(['50 mm', 'L', 0], (typed) => read(typed, 'm'))).toEqual({ value: [0.05, 'L', 0] });
    expect(await inUnits('2 N', (typed) => read(typed, 'kg'))).toEqual({ problem: expect.stringContaining('does not fit') });
  });
});

test('A rotation about z is an angle in degrees, and back', () => {
  expect(angleIn('rotZ(radians(59.03))')).toBe('59.03');
  expect(angleIn('rotZ(radians(2*(a + b)))')).toBe('2*(a + b)');
  expect(angleIn('rotZ(radians(a))*rotX(radians(b))')).toBeNull();
  expect(angleIn([[1, 0, 0]])).toBeNull();
  expect(rotationBy('phi')).toBe('rotZ(radians(phi))');
  expect(rotationBy('0')).toBeUndefined();
  const rotation = row('RigidBody', 'referenceRotationMatrix');
  expect(isAngle(place, rotation)).toBe(true);
  expect(isAngle({ ...place, entry: { type: 'RigidBody' } }, rotation)).toBe(false);
  expect(isAngle({ ...place, entry: { type: 'RigidBody', referenceRotationMatrix: 'rotZ(radians(5))' } }, rotation)).toBe(true);
});

test('Keys have words, and rows a sentence', () => {
  expect(labelOf('referencePosition', words)).toBe('Position');
  expect(labelOf('frictionProportionalZone', words)).toBe('Friction proportional zone');
  expect(labelOf('physicsBendingStiffness', { labels: {}, parts: {} } as Words)).toBe('Bending stiffness');
  expect(labelOf('constructor', words)).toBe('Constructor');
  expect(sentenceOf(row('Cable2D', 'numberOfElements'))).toBe('Number of elements, which have equal length; 1 or more.');
  expect(partsOf(row('RigidBody', 'referencePosition'), { words })).toEqual(['x', 'y', 'z']);
  expect(partsOf(row('Cable2D', 'fixedStart'), { words })).toEqual(['x', 'y', 'slope x', 'slope y']);
  // Each word is about a key that documents have.
  const tables = [
    ...reference.items.map(({ parameters }) => parameters),
    ...[...reference.creators, ...reference.steps, ...reference.live, ...reference.tables].map(({ rows }) => rows),
  ];
  const known = new Set(['name', 't', 'visualization', 'description', 'step', ...tables.flat().map(({ name }) => name)]);
  expect(Object.keys({ ...words.labels, ...words.parts }).filter((key) => !known.has(key))).toEqual([]);
});

test('An inertia keeps its mass and about its moments in another kind', async () => {
  const engine = await testEngine();
  const of = async (inertia: object) =>
    massIn(JSON.parse(await engine.expand(JSON.stringify({ slipstick: 1, create: [{ type: 'RigidBody', inertia }] }))))!;
  const box = { shape: 'cuboid', sideLengths: [0.4, 0.04, 0.02], density: 7800, com: [0.1, 0, 0] };
  const before = await of(box);
  expect(before.mass).toBeCloseTo(2.496, 9);
  const tables = row('RigidBody', 'inertia').tables!.map((name) => tableOf(name, 'create', reference)!);
  const numbers = converted(box, before, tables.at(-1)!, true);
  expect(await of(numbers)).toEqual({
    mass: expect.closeTo(2.496, 9),
    com: [0.1, 0, 0],
    moments: before.moments.map((j) => expect.closeTo(j, 8)),
  });
  for (const table of tables.slice(0, -1)) {
    const after = await of(converted(numbers, before, table, false));
    expect(after.mass, table.name).toBeCloseTo(2.496, 9);
    expect(after.com, table.name).toEqual([0.1, 0, 0]);
  }
  const again = await of(converted(numbers, before, tables[0], false));
  before.moments.forEach((j, i) => expect(again.moments[i]).toBeCloseTo(j, 3));
});

test('A fresh object of each kind is one that documents accept', async () => {
  const engine = await testEngine();
  const context = {
    reference,
    words,
    namesAt: (path: Place['path']) => (path.at(-1) === 'sensor' ? ['s'] : null),
  } as unknown as FormContext;
  const inertia = row('RigidBody', 'inertia');
  for (const name of inertia.tables!.slice(0, -1)) {
    const entry = freshEntry(place, inertia, name, context);
    if (!Object.hasOwn(entry, 'mass')) entry.mass = 1;
    const { issues } = await engine.check(JSON.stringify({ slipstick: 1, create: [{ type: 'RigidBody', inertia: entry }] }));
    expect(
      issues.filter(({ severity }) => severity === 'error'),
      name,
    ).toEqual([]);
    expect(tableIn({ list: 'create', entry }, inertia, reference)?.name).toBe(name);
  }
  const answer = reference.tables.find(({ name }) => name === 'task')!.rows.find(({ name }) => name === 'answer') as Row;
  for (const name of answer.tables!) {
    const entry = freshEntry({ ...place, list: 'tasks' }, answer, name, context);
    const document = {
      slipstick: 1,
      create: [{ type: 'MassPoint', name: 'b', physicsMass: 1 }],
      sensors: [{ type: 'Body', name: 's', bodyNumber: 'b', outputVariableType: 'Position' }],
      tasks: [{ id: 'a', text: 'Which?', answer: entry }],
    };
    const { issues } = await engine.check(JSON.stringify(document));
    expect(
      issues.filter(({ severity }) => severity === 'error'),
      name,
    ).toEqual([]);
  }
});
