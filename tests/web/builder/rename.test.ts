import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../../web/src/builder/changes';
import { renamed, withName } from '../../../web/src/builder/rename';
import { flat, withKey, withValue } from '../../../web/src/builder/text';
import type { ModelDocument } from '../../../web/src/state/document';
import { testEngine } from '../../support/engine';
import { reference, schema } from '../../support/language';

function changed(text: string, changes: readonly Change[] | string): string {
  if (typeof changes === 'string') throw new Error(changes);
  return changes.reduce(
    (before, change) => ('key' in change ? withKey(before, change.path, change.key) : withValue(before, change.path, change.value, flat)),
    text,
  );
}

const rename = (document: object, list: string, from: string, to: string) => {
  const changes = renamed(document as ModelDocument, { list, from, to }, schema, reference);
  return typeof changes === 'string' ? changes : (JSON.parse(changed(JSON.stringify(document), changes)) as Record<string, never>);
};

describe('another name in a formula', () => {
  const none = new Set<string>();
  test('replaces whole names only', () => {
    expect(withName('2*a + a2 - sin(a)/1e5', 'a', 'b', none)).toBe('2*b + a2 - sin(b)/1e5');
    expect(withName('1e5*e2', 'e5', 'b', none)).toBe('1e5*e2');
    expect(withName('sensor("a")[0] + a', 'a', 'b', none)).toBe('sensor("a")[0] + b');
    expect(withName('a(3) + a', 'a', 'b', none)).toBe('a(3) + b');
  });
  test('leaves local names and arguments', () => {
    expect(withName('a = 3; 2*a', 'a', 'b', none)).toBe('a = 3; 2*a');
    expect(withName('k*a', 'a', 'b', new Set(['a']))).toBe('k*a');
    expect(withName('a == 3 ? k : 0', 'a', 'b', none)).toBe('b == 3 ? k : 0');
  });
  test('is refused where it means something else', () => {
    expect(withName('b = 2; a*b', 'a', 'b', none)).toBeNull();
    expect(withName('a*displacement', 'a', 'velocity', new Set(['displacement', 'velocity']))).toBeNull();
  });
});

test('A parameter keeps its users: formulas, definitions, tasks, plots and lists of names', () => {
  const document = {
    slipstick: 1,
    title: 'a',
    description: 'about a',
    parameters: { a: { value: 1, label: 'a' }, b: 2 },
    definitions: { c: '2*a', 'f(a)': 'a + 1', 'g(x)': 'a*x' },
    create: [
      { type: 'MassPoint', name: 'a', physicsMass: 'a', referencePosition: ['a', 0, 'b'], initialVelocity: '[a, 0, 0]' },
      { type: 'CartesianSpringDamper', name: 's', bodies: [null, 'a'], springForceUserFunction: 'a*displacement' },
    ],
    measures: { m: { formula: 'a*final(sensor("a")[0])' } },
    tasks: [
      { id: 'a', text: 'Which a?', answer: { type: 'number', value: 'a/2', tolerance: 0.1 } },
      { id: 'run', text: 'a', answer: { type: 'run', check: 'm > a', free: ['a', 'b'] } },
    ],
    lock: ['a'],
    variants: { a: [1, 2] },
    display: { presets: [{ label: 'a', values: { a: 3 } }], stability: { parameter: 'a' } },
  };
  expect(rename(document, 'parameters', 'a', 'mu')).toEqual({
    ...document,
    parameters: { mu: { value: 1, label: 'a' }, b: 2 },
    definitions: { c: '2*mu', 'f(a)': 'a + 1', 'g(x)': 'mu*x' },
    create: [
      { ...document.create[0], physicsMass: 'mu', referencePosition: ['mu', 0, 'b'], initialVelocity: '[mu, 0, 0]' },
      { ...document.create[1], springForceUserFunction: 'mu*displacement' },
    ],
    measures: { m: { formula: 'mu*final(sensor("a")[0])' } },
    tasks: [
      { id: 'a', text: 'Which a?', answer: { type: 'number', value: 'mu/2', tolerance: 0.1 } },
      { id: 'run', text: 'a', answer: { type: 'run', check: 'm > mu', free: ['mu', 'b'] } },
    ],
    lock: ['mu'],
    variants: { mu: [1, 2] },
    display: { presets: [{ label: 'a', values: { mu: 3 } }], stability: { parameter: 'mu' } },
  });
  expect(rename(document, 'parameters', 'a', 'displacement')).toBe('“displacement” already has a meaning in the formula “a*displacement”.');
  expect(rename(document, 'parameters', 'a', 'x')).toBe('“x” already has a meaning in the formula “a*x”.');
});

test('A body or a sensor keeps its users', () => {
  const document = {
    create: [
      { type: 'RigidBody2D', name: 'bar', referencePosition: ['bar', 0, 0] },
      { type: 'RevoluteJoint', name: 'hinge', bodies: [null, 'bar'] },
      { type: 'Cable2D', name: 'rope' },
    ],
    markers: [{ type: 'NodePosition', name: 'end', nodeNumber: 'rope.end' }],
    sensors: [{ type: 'Body', name: 'angle', bodyNumber: 'bar' }],
    measures: {
      m: { formula: 'max(sensor("angle")) + bar' },
      load: { formula: 'max(norm(reaction("hinge", "bar"))) + final(reaction( \'hinge\')[0])' },
    },
    display: { title: 'bar', camera: { follow: 'bar' }, plots: [{ title: 'bar', curves: [{ sensor: 'angle' }] }] },
  };
  const bar = rename(document, 'create', 'bar', 'rocker');
  expect(bar).toMatchObject({
    create: [{ referencePosition: ['bar', 0, 0] }, { bodies: [null, 'rocker'] }, {}],
    sensors: [{ bodyNumber: 'rocker' }],
    measures: {
      m: { formula: 'max(sensor("angle")) + bar' },
      load: { formula: 'max(norm(reaction("hinge", "rocker"))) + final(reaction( \'hinge\')[0])' },
    },
    display: { title: 'bar', camera: { follow: 'rocker' }, plots: [{ title: 'bar' }] },
  });
  expect(rename(document, 'create', 'hinge', 'pin')).toMatchObject({
    measures: { load: { formula: 'max(norm(reaction("pin", "bar"))) + final(reaction( "pin")[0])' } },
  });
  expect(rename(document, 'create', 'rope', 'line')).toMatchObject({ markers: [{ nodeNumber: 'line.end' }] });
  expect(rename(document, 'sensors', 'angle', 'turn')).toMatchObject({
    measures: { m: { formula: 'max(sensor("turn")) + bar' } },
    display: { plots: [{ curves: [{ sensor: 'turn' }] }] },
  });
});

test('All parameters of the gallery have other names, and the models are the same', async () => {
  const engine = await testEngine();
  for (const name of ['belt-crossed', 'bicycle', 'car', 'slider-crank', 'stick-slip']) {
    const text = readFileSync(`web/models/${name}.json`, 'utf8');
    const parameters = Object.keys((JSON.parse(text) as ModelDocument).parameters ?? {});
    let now = text;
    for (const from of parameters)
      now = changed(now, renamed(JSON.parse(now) as ModelDocument, { list: 'parameters', from, to: `${from}_renamed` }, schema, reference));
    const { issues } = await engine.check(now);
    const before = await engine.check(text);
    expect(issues.length, `${name}: ${issues[0]?.message}`).toBe(before.issues.length);
    expect((await engine.expand(now)).replaceAll('_renamed', ''), name).toBe(await engine.expand(text));
    expect(parameters.length, name).toBeGreaterThan(1);
  }
}, 60_000);
