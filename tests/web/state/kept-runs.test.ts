import { describe, expect, test, vi } from 'vitest';
import type { ModelDocument } from '../../../web/src/state/document';
import { mostKept, runName, sameMechanism, usableRuns, valuesText } from '../../../web/src/state/kept-runs';
import type { LinkedView } from '../../../web/src/state/linked-view';
import { Runner } from '../../../web/src/state/runner';
import { Session } from '../../../web/src/state/session';
import { patient, testEngine } from '../../support/engine';
import { shortCoin } from '../../support/models';
import { parameterOf } from '../../support/recording';

const text = shortCoin(0.05);

async function openCoin(view: LinkedView = {}, mostBytes?: number) {
  const session = new Session(new Runner(testEngine), mostBytes);
  session.open({ origin: 'gallery', name: 'rolling-coin', hash: '', parameters: {}, document: JSON.parse(text), text, view }, {});
  session.run();
  await finished(session);
  return session;
}

async function finished(session: Session): Promise<void> {
  await vi.waitFor(() => expect(session.runner.phase).toBe('finished'), patient);
}

async function setMu(session: Session, mu: number): Promise<void> {
  const { recording } = session.runner;
  session.parameters.change('mu', mu, true);
  await vi.waitFor(() => expect(session.runner.recording).not.toBe(recording), patient);
  await finished(session);
}

const names = (session: Session) => session.comparison.compared.map(({ name }) => name);

describe('A kept run', () => {
  test('stays while parameters change, named after its values, and the last run is reported once', async () => {
    const session = await openCoin();
    session.comparison.keep();
    expect(session.comparison.canKeep).toBe(false);
    await setMu(session, 0.3);
    expect(names(session)).toEqual(['original values']); // which is also the last run
    session.comparison.keep();
    await setMu(session, 0.2);
    await setMu(session, 0.1);
    expect(names(session)).toEqual(['original values', 'friction μ = 0.3', 'last run']); // the first remains the reference
    expect(session.comparison.compared).toBe(session.comparison.compared);
    session.comparison.showLast(false);
    expect(names(session)).toEqual(['original values', 'friction μ = 0.3']);
  });

  test('has a name and a separate colour, and can be hidden and removed', async () => {
    const session = await openCoin();
    for (const mu of [0.5, 0.4, 0.3]) {
      await setMu(session, mu);
      session.comparison.keep();
    }
    const [first, second] = session.comparison.kept.runs;
    session.comparison.kept.rename(first, '  sticky ');
    session.comparison.kept.show(second, false);
    expect(session.comparison.compared.map(({ name, mark }) => [name, mark])).toEqual([
      ['sticky', 0],
      ['friction μ = 0.3', 2],
    ]);
    session.comparison.kept.remove(session.comparison.kept.runs[0]);
    await setMu(session, 0.2);
    session.comparison.keep();
    expect(session.comparison.kept.runs.map(({ mark }) => mark)).toEqual([1, 2, 0]);
  });

  test('is one of at most six, within a budget of memory', async () => {
    const session = await openCoin();
    for (let i = 0; i < mostKept + 1; i++) {
      await setMu(session, 0.2 + 0.05 * i);
      session.comparison.keep();
    }
    expect(session.comparison.kept.runs).toHaveLength(mostKept);
    expect(session.comparison.kept.note).toContain('at most 6 runs');
    const small = await openCoin({}, 1000);
    small.comparison.keep();
    expect(small.comparison.kept.runs).toEqual([]);
    expect(small.comparison.kept.note).toContain('too long to keep');
  });

  test('is marked if the model changes in more than values, and then no link carries it', async () => {
    const session = await openCoin();
    await setMu(session, 0.3);
    session.comparison.keep();
    const edit = (from: string, to: string) => {
      const edited = text.replace(from, to);
      expect(edited).not.toBe(text);
      session.edit({ origin: 'document', document: JSON.parse(edited), text: edited });
    };
    edit('"value": 0.8', '"value": 0.6');
    await finished(session);
    expect(session.comparison.isEarlier(session.comparison.kept.runs[0])).toBe(false);
    expect(session.comparison.linkedRuns(false)).toEqual([{ values: { mu: 0.3 }, name: '', shown: true }]);
    edit('"endTime": 0.05', '"endTime": 0.04');
    await finished(session);
    expect(session.comparison.isEarlier(session.comparison.kept.runs[0])).toBe(true);
    expect(names(session)).toContain('friction μ = 0.3');
    expect(session.comparison.linkedRuns(false)).toEqual([]);
  });

  test('may be the run of another model, which is added once and no link carries', async () => {
    const session = await openCoin();
    const { kept } = session.comparison;
    const other = text.replace('"endTime": 0.05', '"endTime": 0.04');
    const source = { document: JSON.parse(other), text: other };
    expect(kept.add(source, 'other')).toBe('');
    expect(session.comparison.linkedRuns(false)).toEqual([]);
    await kept.compute(() => session.runner.prepare());
    expect(names(session)).toEqual(['other']);
    expect(kept.runs[0].recording?.history.samples).toBeLessThan(session.runner.recording?.history.samples ?? 0);
    kept.show(kept.runs[0], false);
    kept.add(source, 'other');
    expect(names(session)).toEqual(['other']);
    for (let i = kept.runs.length; i < mostKept; i++) kept.add({ ...source, text: `${other}${' '.repeat(i)}` }, '');
    expect(kept.add({ ...source, text }, '')).toContain('at most 6 runs');
  });

  test('of another model with other values is linked with them as soon as they are known', async () => {
    const session = await openCoin();
    const other = text.replace('"value": 0.8', '"value": 0.6');
    session.comparison.kept.add({ document: JSON.parse(other), text: other }, 'other');
    expect(session.comparison.linkedRuns(false)).toEqual([]);
    await session.comparison.kept.compute(() => session.runner.prepare());
    expect(session.comparison.linkedRuns(false)).toEqual([{ values: { mu: 0.6 }, name: 'other', shown: true }]);
  });

  test('is forgotten when another model is opened', async () => {
    const session = await openCoin();
    session.comparison.keep();
    session.open({ origin: 'document', document: {}, text }, {});
    expect(session.comparison.kept.runs).toEqual([]);
  });
});

describe('Runs of a link', () => {
  test('are computed again, with the same numbers', async () => {
    const session = await openCoin({
      kept: [
        { values: { mu: 0.3 }, name: '', shown: true },
        { values: {}, name: 'first', shown: false },
      ],
    });
    await vi.waitFor(() => expect(session.comparison.kept.runs.every(({ recording }) => recording !== null)).toBe(true), patient);
    expect(names(session)).toEqual(['friction μ = 0.3']);
    await setMu(session, 0.3);
    const [kept] = session.comparison.kept.runs;
    expect(kept.recording?.history.columns).toEqual(session.runner.recording?.history.columns);
    expect(session.comparison.linkedRuns(false)).toEqual([
      { values: { mu: 0.3 }, name: '', shown: true },
      { values: {}, name: 'first', shown: false },
    ]);
  });

  test('of a document whose defaults are the present values list all differences from these', async () => {
    const session = await openCoin({ kept: [{ values: { tilt: 10 }, name: '', shown: true }] });
    await setMu(session, 0.3);
    expect(session.comparison.linkedRuns(true)).toMatchObject([
      { values: { tilt: 10, mu: 0.8 }, name: expect.stringContaining('tilt φ = 10') },
    ]);
  });

  test('that cannot be computed are left out with a message', async () => {
    const session = await openCoin({ kept: [{ values: { radius: -1 }, name: '', shown: true }] });
    await vi.waitFor(() => expect(session.comparison.kept.note).toContain('Could not compute a kept run'), patient);
    expect(session.comparison.kept.runs).toEqual([]);
  });

  test('are left out if they are damaged, unknown, out of range or too many, in one sentence', () => {
    const parameters = { mu: { value: 0.8, min: 0, max: 1 }, r: 2 };
    const run = (values: Record<string, number>) => ({ values, name: '', shown: true });
    expect(usableRuns([run({ mu: 0.3 }), run({ r: 5 })], parameters)).toEqual({ runs: [run({ mu: 0.3 }), run({ r: 5 })], note: '' });
    const one = usableRuns([run({ mu: 0.3 }), null], parameters);
    expect(one).toEqual({
      runs: [run({ mu: 0.3 })],
      note: 'A kept run of this link is left out: its values cannot be used here.',
    });
    expect(usableRuns([run({ mu: 3 }), run({ none: 1 }), null], parameters).note).toMatch(/^3 kept runs of this link are left out/);
    const many = usableRuns(
      Array.from({ length: 8 }, () => run({})),
      parameters,
    );
    expect([many.runs.length, many.note]).toEqual([6, '2 kept runs of this link are left out: the page keeps at most 6.']);
  });
});

test('A name has the first values with labels and units', () => {
  const parameters = [
    parameterOf({ name: 'a', unit: 'rad', label: 'angle' }),
    parameterOf({ name: 'b' }),
    parameterOf({ name: 'c', choices: [{ value: 2, label: 'rough' }] }),
    parameterOf({ name: 'd' }),
  ];
  expect(valuesText(parameters, { b: 3, c: 2, a: Math.PI })).toBe('angle = 180°, b = 3, c = rough');
  expect(runName({ name: '', values: { a: 0, b: 1, c: 2, d: 3 } }, parameters)).toBe('angle = 0°, b = 1, c = rough …');
  expect(runName({ name: '', values: {} }, parameters)).toBe('original values');
  expect(runName({ name: 'mine', values: { a: 0 } }, parameters)).toBe('mine');
});

test('A mechanism is the same with other values, and different with other limits or items', () => {
  const document = { title: 'A', parameters: { a: { value: 1, max: 2 }, b: 3 }, nodes: [] };
  expect(sameMechanism(document, { ...document, title: 'B', parameters: { a: { value: 2, max: 2 }, b: 4 } })).toBe(true);
  expect(sameMechanism(document, { ...document, parameters: { a: { value: 1, max: 9 }, b: 3 } })).toBe(false);
  expect(sameMechanism(document, { ...document, nodes: [{}] })).toBe(false);
  // Documents with errors are compared, too.
  const wrong = { ...document, parameters: null, sensors: [null, 1, { type: 'Hand' }] } as unknown as ModelDocument;
  expect(sameMechanism(document, wrong)).toBe(false);
  expect(sameMechanism(wrong, { ...wrong, title: 'B', sensors: [null, 1] })).toBe(true);
  const touched = { ...document, sensors: [{ type: 'Hand' }], analysis: [{ handFrequency: 4 }], events: [{ step: 1, end: true }] };
  expect(sameMechanism({ ...document, analysis: [{}] }, touched)).toBe(true);
  expect(sameMechanism({ ...document, analysis: [{ endTime: 2 }] }, touched)).toBe(false);
});
