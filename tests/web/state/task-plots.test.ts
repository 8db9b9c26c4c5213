import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ModelDocument } from '../../../web/src/state/document';
import { plotsOfTasks } from '../../../web/src/state/task-plots';
import { testEngine } from '../../support/engine';

const engine = await testEngine();

async function titles(document: ModelDocument): Promise<string[]> {
  const { model } = await engine.check(JSON.stringify(document));
  return [...plotsOfTasks(model!, document)].map((number) => model!.display.plots[number].title);
}

test('Tasks need the plots of the sensors of their measures and curves, and a plain number may need any', async () => {
  const belt = JSON.parse(readFileSync('web/models/belt-two-pulleys.json', 'utf8')) as ModelDocument;
  expect(await titles(belt)).toEqual(['creep 1 − ω₂/ω₁']);
  const [limit] = belt.tasks as { answer: object }[];
  const number = { ...limit, answer: { type: 'number', value: 3.5, tolerance: 0.1 } };
  const { plots } = belt.display as { plots: unknown[] };
  expect(await titles({ ...belt, tasks: [number] })).toHaveLength(plots.length);
  expect(await titles({ ...belt, tasks: [limit] })).toEqual([]);
  const curve = { id: 'draw', text: 'Draw it.', answer: { type: 'curve', sensor: 'efficiency' } };
  expect(await titles({ ...belt, tasks: [curve] })).toEqual(['efficiency']);
});

test('Tasks need the plots of the reactions of their measures', async () => {
  const force = (name: string) => ({ title: name, curves: [{ sensor: name, component: 0 }] });
  const names = ['reaction("spring", "mass")', 'reaction("stop", "mass")'];
  const spring = (name: string) => ({ type: 'CartesianSpringDamper', name, bodies: [null, 'mass'], stiffness: [100, 100, 100] });
  const document: ModelDocument = {
    slipstick: 1,
    create: [{ type: 'MassPoint', name: 'mass', physicsMass: 1 }, spring('spring'), spring('stop')],
    measures: {
      pull: { formula: 'max(norm(reaction("spring")))' },
      other: { formula: 'max(norm(reaction("stop", "mass")))' },
    },
    tasks: [{ id: 'pull', text: 'How large is the force?', answer: { type: 'number', value: 'pull', tolerance: 0.1 } }],
    display: { plots: names.map(force) },
  };
  expect(await titles(document)).toEqual(names.slice(0, 1));
});
