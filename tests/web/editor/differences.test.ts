import { describe, expect, test } from 'vitest';
import { differences } from '../../../web/src/editor/compare/differences';

/** Changes as lines: "objects: spring.stiffness: 100 → 250", "objects: + spring (CartesianSpringDamper)". */
function lines(before: object, after: object): string[] {
  return differences({ ...before }, { ...after }).changes.map(({ kind, part, place, type, before, after }) => {
    const sign = { added: '+ ', removed: '- ', changed: '' }[kind];
    const values = kind === 'changed' ? `: ${before} → ${after}` : before || after ? `: ${before}${after}` : '';
    return `${part}: ${sign}${place}${type ? ` (${type})` : ''}${values}`;
  });
}

const mass = { type: 'MassPoint', name: 'mass', physicsMass: 1 };
const spring = { type: 'CartesianSpringDamper', name: 'spring', stiffness: 100 };

describe('The differences between two models', () => {
  test('name the changed numbers, texts and formulas, with both values', () => {
    const before = { title: 'Mass', parameters: { k: 100 }, objects: [mass, spring], analysis: [{ type: 'dynamic', endTime: 1 }] };
    const after = {
      title: 'My mass',
      parameters: { k: 250 },
      objects: [mass, { ...spring, stiffness: '2*k' }],
      analysis: [{ type: 'dynamic', endTime: 2 }],
    };
    expect(lines(before, after)).toEqual([
      'title: : "Mass" → "My mass"',
      'parameters: k: 100 → 250',
      'objects: spring.stiffness: 100 → "2*k"',
      'analysis: analysis[0].endTime: 1 → 2',
    ]);
    expect(lines(after, after)).toEqual([]);
  });

  test('name added and removed items with their types, and parts that only one model has', () => {
    expect(lines({ objects: [mass] }, { objects: [spring], loads: [{ type: 'Force' }], parameters: { k: 1 } })).toEqual([
      'objects: - mass (MassPoint)',
      'objects: + spring (CartesianSpringDamper)',
      'loads: + loads[0] (Force)',
      'parameters: + k: 1',
    ]);
    expect(lines({ description: 'text', measures: { a: '1' } }, {})).toEqual(['description: - : "text"', 'measures: - a: "1"']);
    expect(lines({ objects: [{ ...mass, comment: 'x' }] }, { objects: [mass] })).toEqual(['objects: - mass.comment: "x"']);
  });

  test('ignore the order of items and keys, which is reported apart', () => {
    const { name, ...rest } = spring;
    expect(differences({ objects: [mass, spring], title: 'a' }, { title: 'a', objects: [{ ...rest, name }, mass] })).toEqual({
      changes: [],
      reordered: ['objects'],
    });
    expect(differences({ objects: [mass, spring] }, { objects: [spring] }).reordered).toEqual([]);
    const [a, b] = [{ type: 'A' }, { type: 'B' }];
    expect(differences({ create: [{ name: 'body', shapes: [a, b] }] }, { create: [{ name: 'body', shapes: [b, a] }] })).toEqual({
      changes: [],
      reordered: ['create: body.shapes'],
    });
  });

  test('match unnamed items by content, then by type', () => {
    const [a, b, c] = [1, 2, 3].map((stiffness) => ({ type: 'Spring', stiffness }));
    expect(lines({ objects: [a, b] }, { objects: [c, a, b] })).toEqual(['objects: + objects[0] (Spring)']);
    expect(lines({ objects: [a, b] }, { objects: [a, c] })).toEqual(['objects: objects[1].stiffness: 2 → 3']);
    expect(lines({ objects: [a] }, { objects: [{ ...mass, name: undefined }] })).toEqual([
      'objects: - objects[0] (Spring)',
      'objects: + objects[0] (MassPoint)',
    ]);
    expect(lines({ objects: [spring, spring] }, { objects: [spring] })).toEqual(['objects: - spring (CartesianSpringDamper)']);
  });

  test('reach into nested values of creators; a list of numbers is one value', () => {
    const body = (size: number[], angle: number) => ({
      create: [{ type: 'RigidBody', name: 'arm', start: { angle }, shapes: [{ type: 'box', size }] }],
    });
    expect(lines(body([1, 2, 3], 0), body([1, 2, 4], 0.5))).toEqual([
      'create: arm.start.angle: 0 → 0.5',
      'create: arm.shapes[0].size: [1, 2, 3] → [1, 2, 4]',
    ]);
  });

  test('treat a parameter given as a number as its value', () => {
    expect(lines({ parameters: { k: 1 } }, { parameters: { k: { value: 1 } } })).toEqual([]);
    expect(lines({ parameters: { k: 1 } }, { parameters: { k: { value: 2, unit: 'N' } } })).toEqual([
      'parameters: k: 1 → 2',
      'parameters: + k.unit: "N"',
    ]);
  });

  test('show the changed part of a long text', () => {
    const text = 'x'.repeat(100);
    expect(lines({ description: `${text}old` }, { description: `${text}new` })).toEqual([
      `description: : …${'x'.repeat(12)}old" → …${'x'.repeat(12)}new"`,
    ]);
    expect(lines({}, { description: text })).toEqual([`description: + : "${'x'.repeat(47)}…`]);
  });

  test('survive values of other types than expected, and names of inherited properties', () => {
    expect(lines({ objects: 3, parameters: null, title: ['a'] }, { objects: [mass], parameters: { toString: 1 }, title: {} })).toEqual([
      'objects: : 3 → [{"type": "MassPoint", "name": "mass", "physicsM…',
      'parameters: + toString: 1',
      'title: : ["a"] → {}',
    ]);
    expect(lines({ parameters: {} }, JSON.parse('{"parameters": {"__proto__": 1}}'))).toEqual(['parameters: + __proto__: 1']);
  });
});
