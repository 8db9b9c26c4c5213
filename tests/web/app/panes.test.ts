import { expect, test } from 'vitest';
import { Panes } from '../../../web/src/app/panes';

function storage(text: string | null): Storage {
  let kept = text;
  const setItem = (_: string, value: string) => {
    kept = value;
  };
  return { getItem: () => kept, setItem } as unknown as Storage;
}

test('The browser stores sizes of panes', () => {
  const kept = storage(null);
  const panes = new Panes(() => kept);
  expect([panes.side, panes.plots]).toEqual([null, null]);
  panes.resize({ side: 700 });
  panes.resize({ plots: 36 });
  const next = new Panes(() => kept);
  expect([next.side, next.plots]).toEqual([700, 36]);
  next.resize({ side: null });
  expect(new Panes(() => kept).side).toBeNull();
});

test('The browser may return any stored values, and storage may be off', () => {
  for (const text of ['', '{', 'null', '[1]', '{"side": "wide", "plots": -3}', '{"side": 1e9}']) {
    const panes = new Panes(() => storage(text));
    expect([panes.side, panes.plots], text).toEqual([null, null]);
  }
  const panes = new Panes(() => {
    throw new Error('off');
  });
  panes.resize({ side: 500 });
  expect(panes.side).toBe(500);
});
