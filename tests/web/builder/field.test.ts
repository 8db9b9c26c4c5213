import { nothing } from 'lit';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../wasm/engine/catalogue';
import { fieldKind, isFormula, readText, typedText } from '../../../web/src/builder/field';
import { itemIcon, toolIcon } from '../../../web/src/builder/icons';
import { freshName, freshParameter, type Item, itemsOf, namesFor, rowsOf } from '../../../web/src/builder/outline';
import { tools, usual } from '../../../web/src/builder/palette';
import { testEngine } from '../../support/engine';
import { reference } from '../../support/language';
import { drawingIn } from '../../support/sketch';

const row = (creator: string, name: string) => {
  const found = reference.creators.find((each) => each.name === creator)?.rows.find((each) => each.name === name);
  if (!found) throw new Error(`${creator} has no ${name}`);
  return found as never;
};

describe('a field', () => {
  const position = row('RigidBody', 'referencePosition');
  const stiffness = row('SpringDamper', 'stiffness');

  test('shows and reads numbers, lists and formulas', () => {
    expect(typedText(position, [0, 'L/2', -1])).toBe('0, L/2, -1');
    expect(readText(position, ' 0, max(a, b), -1e-3 ')).toEqual({ value: [0, 'max(a, b)', -0.001] });
    expect(readText(position, 'A + B')).toEqual({ value: 'A + B' });
    expect(readText(stiffness, '2*k')).toEqual({ value: '2*k' });
    expect(readText(stiffness, '12')).toEqual({ value: 12 });
    expect(readText(stiffness, '')).toEqual({ value: undefined });
    expect(readText(row('RigidBody', 'inertia'), '{"shape": "rod"')).toEqual({ problem: 'is not JSON: keys and texts need quotes' });
    expect(isFormula(position, [0, 'L/2', -1])).toBe(true);
    expect(isFormula(stiffness, 12)).toBe(false);
  });

  test('separates names by commas, unless a name contains one', () => {
    const bodies = row('RevoluteJoint', 'bodies');
    expect(readText(bodies, 'a, b')).toEqual({ value: ['a', 'b'] });
    expect(typedText(bodies, ['a', 'b', 'c'])).toBe('a, b, c');
    expect(typedText(bodies, ['a, b', 'c'])).toBe('["a, b", "c"]');
    expect(readText(row('GenericJoint', 'offsetUserFunction'), '1')).toEqual({ value: '1' });
  });

  test('has the kind that its row expects', () => {
    expect(fieldKind(row('RigidBody', 'create2D'))).toBe('flag');
    expect(fieldKind(row('RigidBody', 'nodeType'))).toBe('choice');
    expect(fieldKind(row('RevoluteJoint', 'bodies'))).toBe('references');
    expect(fieldKind(row('Force', 'body'))).toBe('reference');
    expect(fieldKind(position)).toBe('value');
  });
});

test('A type with a representation in the 3D view has an icon', () => {
  const looks = Object.entries(catalogue.types.objects).filter(([, facts]) => 'drawnAs' in facts);
  const without = looks.filter(([type]) => pathOf(itemIcon({ list: 'objects', type, entry: {} } as Item)) === '').map(([type]) => type);
  expect(without).toEqual(['ANCFThinPlate', 'KinematicTree']);
});

/** The line of an icon. */
const pathOf = (icon: ReturnType<typeof itemIcon>) => (icon === nothing ? '' : (icon as { values: unknown[] }).values[0]);

test('free names, and names that a row may refer to', () => {
  const document = {
    create: [
      { type: 'RigidBody2D', name: 'bar' },
      { type: 'Force', name: 'push' },
    ],
    sensors: [{ type: 'Body', name: 'bar 2' }],
  };
  expect(freshName(document, 'bar')).toBe('bar 3');
  expect(namesFor(row('Force', 'body'), document)).toEqual(['bar']);
});

test('names that stay free as the document grows, also between others', () => {
  const document = { parameters: {} as Record<string, number>, tasks: [{ id: 'task', title: 'Which?' }] as object[] };
  for (let i = 0; i < 4; i++) {
    document.parameters[freshParameter(document, 'a', reference)] = 1;
    document.tasks.push({ id: freshName(document, 'task', '-'), title: 'Which?' });
  }
  expect(Object.keys(document.parameters)).toEqual(['a', 'a2', 'a3', 'a4']);
  expect(document.tasks.map((task) => (task as { id: string }).id)).toEqual(['task', 'task-2', 'task-3', 'task-4', 'task-5']);
  const { a2: _, ...gap } = document.parameters;
  expect(freshParameter({ parameters: gap }, 'a', reference)).toBe('a2');
  // Formulas use these names, too, and functions are not names.
  const others = { definitions: { 'a(x)': 'x' }, measures: { a2: {} }, inputs: { a3: {} } };
  expect(freshParameter(others, 'a', reference)).toBe('a4');
  expect(freshParameter({}, 'step', reference)).toBe('step2');
  expect(freshParameter({}, 'ball 2: mass', reference)).toBe('ball2mass');
});

test('all entries of the palette make a model without errors, one after the other, and have an icon', async () => {
  const engine = await testEngine();
  const disc = { type: 'disc', axis: [0, 0, 1], radius: 0.1 };
  const wall = { type: 'Ground', name: 'roller', referencePosition: [1, 0, 0], visualization: { graphics: [disc] } };
  const document: Record<string, unknown[] | number> = { slipstick: 1, create: [wall], objects: [], markers: [], sensors: [] };
  for (const tool of tools.flatMap((group) => group.tools)) {
    expect(toolIcon(tool.stem), tool.stem).not.toBe(nothing);
    const made = usual(tool, document as never, await drawingIn(engine, document));
    if (typeof made === 'string') expect.fail(`${tool.stem}: ${made}`);
    for (const { list, entry } of made) (document[list] as unknown[]).push(entry);
    const { issues } = await engine.check(JSON.stringify(document));
    expect(
      issues.filter(({ severity }) => severity === 'error'),
      tool.stem,
    ).toEqual([]);
    for (const { list } of made) {
      const item = itemsOf(document as never, list).at(-1)!;
      const known = rowsOf(item, reference)!.rows.map(({ name }) => name);
      for (const key of Object.keys(item.entry).filter((name) => !['type', 'name', 'visualization'].includes(name)))
        expect(known, `${tool.stem}: ${key}`).toContain(key);
    }
  }
});
