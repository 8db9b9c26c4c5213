import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { linkLengthRemark } from '../../../web/src/share/length';
import { reasonToWait, UnfinishedRuns } from '../../../web/src/state/caution';
import { Observable, observed } from '../../../web/src/state/observable';
import type { OpenModel } from '../../../web/src/state/open-model';
import type { Session } from '../../../web/src/state/session';

const model = (numberOfSteps: number) => ({
  analysis: [{ type: 'dynamic' as const, startTime: 0, endTime: 1, numberOfSteps }],
  objects: [],
});

test('A light model runs without confirmation; a heavy one and one that never ended wait', () => {
  expect(reasonToWait(model(1000), true)).toBe('');
  expect(reasonToWait(model(1e8), true)).toBe('This model takes 100\u2009000\u2009000 steps; its run may take a long time.');
  expect(reasonToWait(model(1000), false)).toContain('did not finish');
  expect(reasonToWait(null, true)).toBe('');
});

test('The length of a link is described in words', () => {
  expect(new Set([100, 2000].map(linkLengthRemark)).size).toBe(1);
  expect(new Set([2000, 2001, 8001, 16001].map(linkLengthRemark)).size).toBe(4);
  expect(linkLengthRemark(20000)).toContain('file');
});

class EndingRunner extends Observable {
  @observed readonly phase: string = 'idle';
  become(phase: string): void {
    this.set<EndingRunner>({ phase });
  }
}

/** A storage and locks shared by the tabs of one browser; `gone` closes a tab without notice, as in a crash. */
function browser() {
  const entries = new Map<string, string>();
  const storage = {
    get length() {
      return entries.size;
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  } as unknown as Storage;
  const held = new Set<string>();
  const tab = () => {
    const runner = new EndingRunner();
    const session = { runner, opened: { text: 'model' } };
    const mine: string[] = [];
    const locks = {
      request: async (name: string, work: () => Promise<void>) => {
        held.add(name);
        mine.push(name);
        await work();
        held.delete(name);
      },
      query: async () => ({ held: [...held].map((name) => ({ name })) }),
    } as unknown as LockManager;
    const unfinished = new UnfinishedRuns(
      () => storage,
      () => locks,
    );
    unfinished.follow(session as unknown as Session);
    return {
      become: (phase: string) => runner.become(phase),
      ended: () => unfinished.ended(session.opened as OpenModel),
      gone: () => {
        for (const name of mine) held.delete(name);
      },
    };
  };
  return { tab, entries };
}

describe('Whether a run ended last time', () => {
  beforeAll(() => {
    vi.stubGlobal('addEventListener', () => {});
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });

  test('is not doubted if the run continues in another tab', async () => {
    const { tab, entries } = browser();
    const [one, two] = [tab(), tab()];
    expect(await one.ended()).toBe(true);
    one.become('running');
    expect(await two.ended()).toBe(true);
    two.become('running');
    one.become('finished');
    expect(entries.size).toBe(1); // the second one continues
    two.become('finished');
    expect(entries.size).toBe(0);
  });

  test('is known after a crash of the tab, until the model has run', async () => {
    const { tab, entries } = browser();
    const one = tab();
    one.become('running');
    one.gone();
    const two = tab();
    expect(await two.ended()).toBe(false);
    expect(await two.ended()).toBe(false);
    two.become('running');
    two.become('finished');
    expect(entries.size).toBe(0);
    expect(await two.ended()).toBe(true);
  });
});
