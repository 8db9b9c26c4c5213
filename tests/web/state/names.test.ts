import { expect, test, vi } from 'vitest';
import type { Graded } from '../../../wasm/engine/types';
import { textIn } from '../../../web/src/format/localised';
import type { ModelDocument } from '../../../web/src/state/document';
import { ParameterStore } from '../../../web/src/state/parameter-store';
import { corrections } from '../../../web/src/state/parameters';
import { Runner } from '../../../web/src/state/runner';
import { Session } from '../../../web/src/state/session';
import { TaskState } from '../../../web/src/state/tasks';
import { testEngine } from '../../support/engine';

// Every JavaScript object inherits these names, or uses the last one for its prototype.
const names = ['constructor', 'toString', '__proto__'];

const document = {
  slipstick: 1,
  title: 'constructor',
  parameters: Object.fromEntries(names.map((name, i) => [name, { value: 1 + i, min: 0, max: 9 }])),
  nodes: names.map((name) => ({ type: '1D', name, referenceCoordinates: [0] })),
  objects: names.map((name) => ({ type: 'Mass1D', name, physicsMass: name, nodeNumber: name })),
  markers: names.map((name) => ({ type: 'NodeCoordinate', name, nodeNumber: name, coordinate: 0 })),
  loads: names.map((name) => ({ type: 'Coordinate', name, markerNumber: name, load: 6 })),
  sensors: names.map((name) => ({ type: 'Node', name, nodeNumber: name, outputVariableType: 'Coordinates' })),
  measures: Object.fromEntries(names.map((name) => [`of_${name}`, { formula: `final(sensor("${name}"))` }])),
  analysis: { endTime: 1, numberOfSteps: 10, sensorsWritePeriod: 0.1 },
  tasks: names.map((id) => ({
    id,
    text: { en: 'Which?', de: 'Welche?' },
    answer: {
      type: 'choice',
      choices: [
        { text: 'this', correct: true },
        { text: 'that', correct: false },
      ],
    },
  })),
};
const text = JSON.stringify(document);

async function open() {
  const session = new Session(new Runner(testEngine));
  session.open({ origin: 'document', document: JSON.parse(text), text }, {});
  const finished = () => vi.waitFor(() => expect(session.runner.phase).toBe('finished'), { timeout: 30_000 });
  session.run();
  await finished();
  return { session, finished };
}

test('A model whose parameters, sensors and measures have names of every object runs and accepts values', async () => {
  const { session, finished } = await open();
  const { parameters, runner } = session;
  expect(names.map((name) => parameters.value(name))).toEqual([1, 2, 3]);
  expect(parameters.own).toEqual({});
  const before = runner.recording;
  parameters.change('__proto__', 6, true);
  parameters.change('toString', 3, true);
  await vi.waitFor(() => expect(runner.recording).not.toBe(before));
  await finished();
  expect(Object.entries(parameters.own)).toEqual([
    ['__proto__', 6],
    ['toString', 3],
  ]);
  expect(parameters.linked).toEqual(parameters.own);
  // Half the acceleration, after one second.
  const measured = new Map(runner.recording?.measures?.map(({ name, value }) => [name, value]));
  expect(names.map((name) => measured.get(`of_${name}`))).toEqual([3, 1, 0.5].map((value) => expect.closeTo(value, 3)));
});

test('Tasks with such ids are answered', async () => {
  const { session } = await open();
  const { tasks } = session;
  for (const id of names) expect(tasks.of(id)).toMatchObject({ tries: 0, score: null });
  for (const [i, id] of names.entries()) await tasks.answer(id, [i === 1 ? 1 : 0]);
  expect(names.map((id) => tasks.of(id).score)).toEqual([1, 0, 1]);
});

test('Values belong to the parameter, before the model has loaded and after', () => {
  const parameters = names.map((name, i) => ({ name, value: 1 + i, defaultValue: 1 + i, min: 0, max: 9 }));
  const runner = { model: null as { parameters: typeof parameters } | null, issues: [], phase: 'running', recording: null };
  const store = new ParameterStore(runner as unknown as Runner, () => {});
  expect(names.map((name) => store.value(name))).toEqual([undefined, undefined, undefined]);
  runner.model = { parameters };
  expect(names.map((name) => store.value(name))).toEqual([1, 2, 3]);
  expect(store.own).toEqual({});
  store.change('__proto__', 6, true);
  expect(names.map((name) => store.value(name))).toEqual([1, 2, 6]);
  expect(Object.entries(store.own)).toEqual([['__proto__', 6]]);
  expect(Object.entries(store.linked)).toEqual([['__proto__', 6]]);
  store.rest();
});

test('Answers belong to the task', async () => {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
  const score = (id: string, given: unknown) => ({ [id]: { answer: given, score: 1, message: 'right' } });
  const tasks = new TaskState(
    async ({ answers }) =>
      ({ answers: Object.assign({}, ...Object.entries(answers).map(([id, { answer }]) => score(id, answer))) }) as Graded,
    () => storage as unknown as Storage,
  );
  await tasks.open(document as ModelDocument);
  expect(names.map((id) => tasks.of(id).score)).toEqual([null, null, null]);
  await tasks.answer('toString', [0]);
  expect(names.map((id) => tasks.of(id).score)).toEqual([null, 1, null]);
});

test('Limits and languages with such names belong to the document', () => {
  expect(corrections({}, { constructor: 3 })).toEqual({ values: {}, note: '' });
  const { values, note } = corrections(JSON.parse('{"__proto__": {"min": 1, "label": "p"}}'), JSON.parse('{"__proto__": 0}'));
  expect(Object.entries(values)).toEqual([['__proto__', 1]]);
  expect(note).toContain('p cannot be 0');
  expect(textIn({ de: 'ein Text' }, 'constructor')).toBe('ein Text');
});
