import { expect, test, vi } from 'vitest';
import { corrections } from '../../../web/src/state/parameters';
import { Runner } from '../../../web/src/state/runner';
import { Session } from '../../../web/src/state/session';
import { textIn } from '../../../web/src/state/tasks';
import { testEngine } from '../../support/engine';

// Every object of JavaScript inherits these names, or takes the last one for its prototype.
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
  session.open({ name: null, document: JSON.parse(text), text }, {});
  const finished = () => vi.waitFor(() => expect(session.runner.phase).toBe('finished'), { timeout: 30_000 });
  session.run();
  await finished();
  return { session, finished };
}

test('A model whose parameters, sensors and measures have names of every object runs and takes values', async () => {
  const { session, finished } = await open();
  const { parameters, runner } = session;
  expect(names.map((name) => parameters.value(name))).toEqual([1, 2, 3]);
  expect(parameters.own).toEqual({});
  parameters.change('__proto__', 6, true);
  parameters.change('toString', 3, true);
  await vi.waitFor(() => expect(runner.phase).toBe('running'));
  await finished();
  expect(Object.entries(parameters.own)).toEqual([
    ['__proto__', 6],
    ['toString', 3],
  ]);
  expect(parameters.linked).toEqual(parameters.own);
  // Half the acceleration after one second.
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

test('Limits and languages with such names are those of the document', () => {
  expect(corrections({}, { constructor: 3 })).toEqual({ values: {}, note: '' });
  const { values, note } = corrections(JSON.parse('{"__proto__": {"min": 1, "label": "p"}}'), JSON.parse('{"__proto__": 0}'));
  expect(Object.entries(values)).toEqual([['__proto__', 1]]);
  expect(note).toContain('p cannot be 0');
  expect(textIn({ de: 'ein Text' }, 'constructor')).toBe('ein Text');
});
