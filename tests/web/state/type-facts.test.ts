import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogue } from '../../../wasm/engine/catalogue';
import { factsOf, isMovingBody } from '../../../web/src/state/type-facts';
import { testEngine } from '../../support/engine';
import { reference } from '../../support/language';

const folder = 'tests/data/creators';
type Entries = Record<string, { type: string; name?: string }[]>;

test.each(readdirSync(folder))('A creator has the facts of its item: %s', async (file) => {
  const creator = file.replace('.json', '');
  const text = readFileSync(`${folder}/${file}`, 'utf8');
  const made = (JSON.parse(text) as Entries).create.find(({ type }) => type === creator)!;
  const expanded = JSON.parse(await (await testEngine()).expand(text)) as Entries;
  const itemOf = (name = '') =>
    ['objects', 'loads'].map((list) => ({ list, type: expanded[list]?.find((item) => item.name === name)?.type })).find(({ type }) => type);
  const { list, type } = itemOf(made.name) ?? itemOf(`${made.name}.0`)!;
  expect(factsOf('create', creator)).toEqual(factsOf(list, type!));
});

test('Every type has facts', () => {
  for (const { name: list, kind } of catalogue.lists.filter(({ name }) => name in catalogue.types))
    for (const { type } of reference.items.filter((item) => item.kind === kind)) expect(factsOf(list, type), type).toBeDefined();
  for (const { name } of reference.creators) expect(factsOf('create', name), name).toBeDefined();
});

test('Moving bodies are distinguished from the ground, lines and connections', () => {
  const moving = (list: string) => Object.keys(own(list)).filter((type) => isMovingBody(list, type));
  const own = (list: string) => catalogue.types[list as 'objects'];
  expect(moving('create')).toEqual(['MassPoint', 'RigidBody', 'RigidBody2D', 'FlexibleBody']);
  expect(moving('objects')).toEqual(expect.arrayContaining(['Mass1D', 'MassPoint2D', 'RotationalMass1D', 'ANCFBeam']));
  expect(moving('nodes')).toEqual([]);
  expect(factsOf('objects', 'constructor')).toBeUndefined();
});
