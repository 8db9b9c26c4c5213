import { describe, expect, test, vi } from 'vitest';
import type { Engine } from '../../../wasm/engine/types';
import { watch } from '../../../web/src/state/observable';
import type { OpenModel } from '../../../web/src/state/open-model';
import { Runner } from '../../../web/src/state/runner';
import { Session } from '../../../web/src/state/session';
import { patient, testEngine } from '../../support/engine';
import { shortCoin } from '../../support/models';

const text = shortCoin(0.05);

async function openCoin(values: Record<string, number> = {}) {
  const starts: Record<string, number>[] = [];
  const engine = await testEngine();
  const counting: Engine = {
    ...engine,
    start(document, options) {
      starts.push(options?.parameters ?? {});
      return engine.start(document, options);
    },
  };
  const session = new Session(new Runner(() => counting));
  session.open({ origin: 'gallery', name: 'rolling-coin', hash: '', parameters: {}, document: JSON.parse(text), text }, values);
  session.run();
  await finished(session);
  return { session, starts };
}

async function finished(session: Session): Promise<void> {
  await vi.waitFor(() => expect(session.runner.phase).toBe('finished'), patient);
}

describe('A session', () => {
  test('runs with the values of its link', async () => {
    const { starts } = await openCoin({ mu: 0.3 });
    expect(starts).toEqual([{ mu: 0.3 }]);
  });

  test('runs once for many consecutive movements of a slider', async () => {
    const { session, starts } = await openCoin();
    for (const mu of [0.7, 0.6, 0.5, 0.4]) session.parameters.change('mu', mu, false);
    session.parameters.change('mu', 0.4, true);
    await vi.waitFor(() => expect(starts.length).toBe(2), patient);
    await finished(session);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(starts).toEqual([{}, { mu: 0.4 }]);
  });

  test('compares with the run before a movement, whether it was short or long', async () => {
    const { session, starts } = await openCoin();
    const shown = () => session.runner.ghost?.model.parameters.find(({ name }) => name === 'mu')?.value;
    // A key press, as sent by a slider.
    session.parameters.change('mu', 0.7, false);
    session.parameters.change('mu', 0.7, true);
    await vi.waitFor(() => expect(starts.length).toBe(2), patient);
    await finished(session);
    expect(shown()).toBe(0.8);
    // A movement with a pause in it.
    session.parameters.change('mu', 0.6, false);
    await vi.waitFor(() => expect(starts.length).toBe(3), patient);
    await finished(session);
    session.parameters.change('mu', 0.5, false);
    session.parameters.change('mu', 0.5, true);
    await vi.waitFor(() => expect(starts.length).toBe(4), patient);
    await finished(session);
    expect(shown()).toBe(0.7);
  });

  test('keeps the values of sliders over an edit that leaves their parameters as they were', async () => {
    const { session, starts } = await openCoin({ mu: 0.3, tilt: 7 });
    const edit = (from: string, to: string) => {
      const edited = session.opened!.text.replace(from, to);
      session.edit({ ...session.opened!, document: JSON.parse(edited), text: edited });
      return finished(session);
    };
    await edit('"title": "Rolling coin"', '"title": "Another"');
    expect(starts.at(-1)).toEqual({ mu: 0.3, tilt: 7 });
    await edit('"mu": {"value": 0.8', '"mu": {"value": 0.6');
    expect(starts.at(-1)).toEqual({ tilt: 7 });
    session.parameters.reset();
    await vi.waitFor(() => expect(starts.at(-1)).toEqual({}), patient);
  });

  test('forgets a value that has returned to its default', async () => {
    const { session } = await openCoin({ mu: 0.3 });
    session.parameters.change('mu', 0.8, true);
    expect(session.parameters.values).toEqual({});
  });

  test('resets all parameters at once', async () => {
    const { session, starts } = await openCoin({ mu: 0.3, tilt: 10 });
    session.parameters.reset();
    await vi.waitFor(() => expect(starts.length).toBe(2), patient);
    expect(starts[1]).toEqual({});
  });

  test('assigns an error to its parameter', async () => {
    const { session } = await openCoin();
    session.parameters.change('mu', 5, true);
    await vi.waitFor(() => expect(session.parameters.error('mu')?.message).toContain('got 5'), patient);
    expect(session.parameters.error('tilt')).toBeUndefined();
    expect(session.runner.recording?.history.samples).toBe(51);
  });

  test('plays the first run only if requested', async () => {
    const { session } = await openCoin();
    expect(session.cursor.playing).toBe(false);
    session.open({ origin: 'gallery', name: 'rolling-coin', hash: '', parameters: {}, document: JSON.parse(text), text }, {}, true);
    session.run();
    await finished(session);
    expect(session.cursor.playing).toBe(true);
  });

  describe('whose first run takes long', () => {
    async function openLong() {
      const long = text.replace('"endTime": 0.05', '"endTime": 1000');
      const session = new Session(new Runner(testEngine));
      const { runner, cursor } = session;
      session.open({ origin: 'gallery', name: 'rolling-coin', hash: '', parameters: {}, document: JSON.parse(long), text: long }, {}, true);
      session.run();
      await vi.waitFor(() => expect(runner.recording).not.toBeNull(), patient);
      const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
      return { session, runner, cursor, wait };
    }

    test('plays it before it has ended, and then leaves the time to the user', async () => {
      const { runner, cursor, wait } = await openLong();
      await vi.waitFor(() => expect([cursor.playing, runner.phase]).toEqual([true, 'running']), patient);
      expect([cursor.growing, cursor.time]).toEqual([true, 0]);
      cursor.advance(0.1);
      expect(cursor.time).toBeGreaterThan(0);
      cursor.pause();
      const { recording } = runner;
      await vi.waitFor(() => expect(runner.recording).not.toBe(recording), patient);
      await wait(50);
      expect(cursor.playing).toBe(false);
      runner.cancel();
      expect(cursor.growing).toBe(false);
    });

    test('does not play it if the user has gone to another time', async () => {
      const { runner, cursor, wait } = await openLong();
      cursor.goTo(0.01);
      await wait(1200);
      const { recording } = runner;
      await vi.waitFor(() => expect(runner.recording).not.toBe(recording), patient);
      expect([cursor.playing, cursor.time]).toEqual([false, 0.01]);
      runner.cancel();
    });
  });

  test('switches models at once: no listener sees the new model with the old run, values or time', async () => {
    const { session } = await openCoin({ mu: 0.3 });
    session.cursor.seek(0.02);
    session.cursor.look([0.01, 0.03]);
    session.view.togglePlot('position');
    const other: OpenModel = { origin: 'document', document: { title: 'Other' }, text };
    const seen: unknown[] = [];
    const look = () => {
      if (session.opened === other)
        seen.push([session.parameters.values, session.view.plotted, session.runner.recording, session.cursor.time, session.cursor.window]);
      else seen.push('the one before');
    };
    const { runner, cursor } = session;
    const all = () => [session.opened, session.visit, runner.state, runner.recording, cursor.time, cursor.window];
    watch(all, look);
    seen.length = 0;
    session.open(other, {});
    expect(seen.length).toBeGreaterThan(0);
    for (const state of seen) expect(state).toEqual([{}, [], null, 0, null]);
    const { visit } = session;
    session.replace({ ...other, draft: 'd1' });
    expect(session.visit).toBe(visit);
  });
});
