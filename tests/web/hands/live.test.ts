import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { Hands } from '../../../web/src/hands/hands';
import { HandsOn } from '../../../web/src/hands/hands-on';
import type { Grip } from '../../../web/src/scene';
import { proofOf } from '../../../web/src/share/proof';
import type { ModelDocument } from '../../../web/src/state/document';
import { Runner } from '../../../web/src/state/runner';
import { Session } from '../../../web/src/state/session';
import { patient, testEngine } from '../../support/engine';
import { diverging } from '../../support/models';

const { events: _, ...pendulum } = JSON.parse(readFileSync('tests/data/live/events.json', 'utf8'));
const rotor = (({ events: _, ...rest }) => rest)(JSON.parse(readFileSync('tests/data/live/inputs.json', 'utf8')));
const end: Grip = { object: 'pendulum', link: null, at: [0, 0, -1], label: 'pendulum', flat: false };
const engine = await testEngine();

/** A session whose model has run, with the hand that a live session has. */
async function opened(document: ModelDocument) {
  const session = new Session(new Runner(() => engine));
  const handsOn = new HandsOn();
  handsOn.follow(session);
  session.open({ origin: 'gallery', name: 'model', hash: '', parameters: {}, document, text: JSON.stringify(document) }, {});
  session.run();
  await phase(session, 'finished');
  return { session, handsOn };
}

const phase = (session: Session, wanted: string) => vi.waitFor(() => expect(session.runner.phase).toBe(wanted), patient);
const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), patient);

async function live({ session, handsOn }: Awaited<ReturnType<typeof opened>>, fromHere = false) {
  const over = session.hands.take(fromHere);
  await until(() => handsOn.hands?.live.takenOver === true);
  return { over, hands: handsOn.hands as Hands };
}

const proof = (session: Session) => proofOf(session.runner.recording!, engine.version);

describe('A hand', () => {
  test('exists while a run is live, until the last listener of the session is removed', { timeout: 60_000 }, async () => {
    const page = await opened(pendulum);
    const { over, hands } = await live(page);
    await hands.live.end();
    await over;
    expect(page.handsOn.hands).toBeNull();
    page.handsOn.end();
    const again = page.session.hands.take(false);
    await phase(page.session, 'live');
    await until(() => page.session.runner.live?.takenOver === true);
    expect(page.handsOn.hands).toBeNull();
    await page.session.runner.live!.end();
    await again;
  });
});

describe('A model that was opened with a hand', () => {
  test('runs without it and with it again', { timeout: 60_000 }, async () => {
    const touched = JSON.parse(readFileSync('tests/data/live/events.json', 'utf8'));
    const session = new Session(new Runner(() => engine));
    session.open({ origin: 'document', document: touched, text: JSON.stringify(touched) }, {});
    session.run();
    await phase(session, 'finished');
    const came = proof(session);
    expect(session.hands.openedWithActions).toBe(true);
    session.hands.removeActions();
    await phase(session, 'running');
    await phase(session, 'finished');
    expect(session.hands.openedWithActions).toBe(false);
    expect(session.opened?.document).toEqual(pendulum);
    expect(proof(session)).not.toBe(came);
    session.hands.goBack();
    await phase(session, 'running');
    await phase(session, 'finished');
    expect(proof(session)).toBe(came);
    expect(session.hands.openedWithActions).toBe(true);
  });

  test('reports it without a request in the gallery', () => {
    const session = new Session(new Runner(() => engine));
    session.open(
      { origin: 'gallery', name: 'flick-coin', hash: '', parameters: {}, document: { events: [{ step: 1, end: true }] }, text: '' },
      {},
    );
    expect(session.hands.openedWithActions).toBe(false);
  });
});

describe('A run with a hand', () => {
  test('continues from the end of the run before', { timeout: 60_000 }, async () => {
    const page = await opened(pendulum);
    const { session } = page;
    const { end: before } = session.cursor;
    session.cursor.toEnd();
    const { over, hands } = await live(page, true);
    await until(() => hands.live.time > before + 0.05);
    await hands.live.end();
    await over;
    expect(session.cursor.end).toBeGreaterThan(before);
  });

  test('becomes a document that reproduces it to the bit', { timeout: 60_000 }, async () => {
    const page = await opened(pendulum);
    const { session } = page;
    const before = session.runner.recording;
    const { over, hands } = await live(page);
    await until(() => session.runner.ghost === before); // from its first samples on
    await until(() => hands.live.time > 0.1);
    hands.grab(end, [0, 0, -1], 0.002);
    for (let i = 1; i <= 6; i++) {
      const { time } = hands.live;
      hands.move([0.1 * i, 0, -1 + 0.01 * i * i]);
      await until(() => hands.live.time > time + 0.17);
    }
    expect(session.cursor.time).toBeGreaterThan(1);
    hands.release();
    hands.push(end, [0.2, 0, 0], 0.002);
    await until(() => hands.live.time > 3.2); // beyond endTime
    await hands.live.end();
    await over;
    await phase(session, 'finished');
    const { document, hands: done } = session.opened!;
    const events = document.events as Record<string, unknown>[];
    expect(events.map((event) => Object.keys(event)[1])).toEqual(['grab', 'release', 'push', 'end']);
    expect((events[0].path as number[]).length).toBeGreaterThanOrEqual(4 * 4);
    expect(session.cursor.end).toBeGreaterThan(3.2);
    expect(session.cursor.time).toBe(session.cursor.end);
    const shared = proof(session);
    expect(shared).not.toBeNull();
    session.run();
    await phase(session, 'running');
    await phase(session, 'finished');
    expect(proof(session)).toBe(shared);
    session.hands.goBack();
    expect(session.opened).toBe(done?.before);
    await phase(session, 'finished');
  });

  test('continues from the displayed time; undo returns to the state before the action', { timeout: 60_000 }, async () => {
    const page = await opened(pendulum);
    const { session } = page;
    const whole = [...session.runner.recording!.history.time];
    session.cursor.goTo(1.5);
    const { over, hands } = await live(page, true);
    expect(hands.live.steps).toBeGreaterThanOrEqual(300);
    await until(() => hands.live.time > 1.6);
    hands.push(end, [1, 0, 0], 0.002);
    await until(() => hands.live.done.length === 1 && hands.live.time > 1.8);
    expect(hands.live.canUndo).toBe(true);
    await hands.undo();
    expect(hands.live.canUndo).toBe(false);
    expect(hands.live.done).toEqual([]);
    await until(() => hands.live.time > 2);
    await hands.live.end();
    await over;
    await phase(session, 'finished');
    expect(session.opened!.document.events).toEqual([{ step: expect.any(Number), end: true }]);
    const { history } = session.runner.recording!;
    expect([...history.time.slice(0, 100)]).toEqual(whole.slice(0, 100));
    const ghost = session.runner.ghost!;
    const common = Math.min(history.samples, ghost.history.samples) - 1;
    expect([...history.sensorColumn(0, 0).slice(0, common)]).toEqual([...ghost.history.sensorColumn(0, 0).slice(0, common)]);
  });

  test('belongs to the same model: earlier kept runs stay, and the link computes them without events', { timeout: 60_000 }, async () => {
    const page = await opened(pendulum);
    const { session } = page;
    session.comparison.keep();
    for (const impulse of [0.2, 0.1]) {
      const { over, hands } = await live(page);
      hands.push(end, [impulse, 0, 0], 0.002);
      await until(() => hands.live.done.length === 1);
      await hands.live.end();
      await over;
      await phase(session, 'finished');
      session.comparison.keep();
    }
    expect(session.comparison.kept.runs.map((run) => session.comparison.isEarlier(run))).toEqual([false, false, false]);
    expect(session.comparison.kept.runs.map((run) => session.comparison.nameOf(run))).toEqual(['original values', 'by hand', 'by hand']);
    expect(session.comparison.kept.runs.map((run) => session.comparison.isLinkable(run))).toEqual([true, false, true]);
    const kept = session.comparison.linkedRuns(true);
    expect(kept).toMatchObject([{ name: 'original values', untouched: true }, { name: 'by hand' }]);
    expect(kept[1]).not.toHaveProperty('untouched');

    const other = new Session(new Runner(() => engine));
    const { document, text } = session.opened!;
    other.open({ origin: 'document', document, text, view: { kept } }, {});
    other.run();
    await until(() => other.comparison.kept.runs.length === 2 && other.comparison.kept.runs.every(({ recording }) => recording !== null));
    const shapes = (of: Session, i: number) => [...of.comparison.kept.runs[i].recording!.history.sensorColumn(0, 0)];
    expect(shapes(other, 0)).toEqual(shapes(session, 0));
    expect(shapes(other, 1)).toEqual(shapes(session, 2));
  });

  test('moves along with a moving body from the moment of the grab', { timeout: 60_000 }, async () => {
    const page = await opened(pendulum);
    const { over, hands } = await live(page);
    hands.grab(end, [0, 0, -1], 0.002, [1, 0, 0]); // at 1 m/s
    await until(() => hands.live.done.length === 1);
    await hands.live.end();
    await over;
    const [{ to, duration, resolution, path }] = page.session.opened!.document.events as Record<string, number>[] &
      Record<string, number[]>[];
    expect([to, duration]).toEqual([[0, 0, -1], 0.16]);
    expect(resolution * path[1]).toBeCloseTo(0.16, 2);
  });

  test('reports impossible actions and continues', { timeout: 60_000 }, async () => {
    const page = await opened(pendulum);
    const { over, hands } = await live(page);
    hands.grab({ ...end, object: 'nobody' }, [0, 0, 0], 0.002);
    await until(() => hands.live.problem.includes("no object is called 'nobody'"));
    expect(hands.held).toBeNull();
    hands.grab({ ...end, at: [0, 0, 0] }, [0, 0, 0], 0.002); // at its hinge
    await until(() => hands.live.problem.includes('cannot be grabbed at this point'));
    expect(hands.held).toBeNull();
    // Refused events that were still on their way cause no further messages.
    await hands.live.post({ to: [0.1, 0, 0] });
    await hands.live.post({ release: true });
    const { time } = hands.live;
    await until(() => hands.live.time > time + 0.05);
    expect(hands.live.problem).toContain('cannot be grabbed at this point');
    hands.grab(end, [0, 0, -1], 0.002);
    await until(() => hands.live.done.length === 3);
    expect(hands.live.problem).toBe('');
    await hands.live.end();
    await over;
  });

  test('has inputs, which its document records', { timeout: 60_000 }, async () => {
    const page = await opened(rotor);
    const { session } = page;
    const { over, hands } = await live(page);
    hands.setInput('torque', 2, 4);
    await until(() => hands.live.time > 0.4);
    hands.setInput('torque', 0, 4, false);
    hands.setInput('torque', 7);
    await until(() => hands.live.problem.includes('between'));
    await hands.live.end();
    await over;
    expect(session.opened!.document.events).toMatchObject([
      { input: 'torque', value: 2, rate: 4 },
      { input: 'torque', value: 0, rate: 4 },
      { end: true },
    ]);
    expect(session.opened!.document.sensors).toHaveLength(2 + 3); // torque has a sensor
  });

  test('that fails stays, with the actions until then', { timeout: 60_000 }, async () => {
    const page = await opened({ ...diverging, analysis: [{ ...diverging.analysis[0], endTime: 0.4 }] });
    const { session } = page;
    const { over, hands } = await live(page);
    hands.grab({ object: 'mass', link: null, at: [0, 0, 0], label: 'mass', flat: false }, [1.1, 0, 0], 0.002);
    await over;
    expect(session.runner.phase).toBe('stopped');
    expect(session.runner.recording!.history.time.at(-1)).toBeGreaterThan(0.4);
    expect(session.opened!.document.events).toMatchObject([{ grab: 'mass' }]);
  });
});
