import { beforeEach, describe, expect, test } from 'vitest';
import { Drafts, titleOf } from '../../../web/src/editor/drafts';

/** A storage with room for so many characters. */
class SmallStorage implements Storage {
  readonly entries = new Map<string, string>();
  constructor(readonly room: number) {}
  get length() {
    return this.entries.size;
  }
  key(index: number) {
    return [...this.entries.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.entries.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    const used = [...this.entries].filter(([other]) => other !== key).reduce((sum, [k, v]) => sum + k.length + v.length, 0);
    if (used + key.length + value.length > this.room) throw new DOMException('full', 'QuotaExceededError');
    this.entries.set(key, value);
  }
  removeItem(key: string) {
    this.entries.delete(key);
  }
  clear() {
    this.entries.clear();
  }
}

describe('Drafts', () => {
  let storage: SmallStorage;
  let drafts: Drafts;
  beforeEach(() => {
    storage = new SmallStorage(1000);
    drafts = new Drafts(() => storage);
  });

  test('are kept and listed, the newest first', () => {
    drafts.keep({ id: 'a', base: 'coin', text: '{}', changedAt: 1 });
    drafts.keep({ id: 'b', base: '', text: '{"title": "B"}', changedAt: 2 });
    drafts.keep({ id: 'a', base: 'coin', text: '{"x"', changedAt: 3 });
    expect(drafts.list().map((draft) => draft.id)).toEqual(['a', 'b']);
    expect(drafts.get('a')).toEqual({ id: 'a', base: 'coin', text: '{"x"', changedAt: 3 });
    drafts.remove('a');
    expect(drafts.get('a')).toBeNull();
  });

  test('have a photo beside them, which goes with them', () => {
    drafts.keep({ id: 'a', base: '', text: '{}', changedAt: 1 });
    expect(drafts.keepPhoto('a', 'y'.repeat(600))).toBe(true);
    expect(drafts.photo('a')).toHaveLength(600);
    expect(drafts.list().map((draft) => draft.id)).toEqual(['a']);
    expect(drafts.keepPhoto('b', 'y'.repeat(600)), 'no draft gives way to a photo').toBe(false);
    drafts.keep({ id: 'b', base: '', text: 'x'.repeat(300), changedAt: 2 });
    expect([drafts.get('a'), drafts.photo('a')], 'the photo of the oldest gives way with it').toEqual([null, null]);
    drafts.keepPhoto('b', 'y');
    drafts.remove('b');
    expect(storage.length).toBe(0);
  });

  test('give way, the oldest first, where there is no more room', () => {
    for (const [i, id] of ['a', 'b', 'c'].entries()) drafts.keep({ id, base: '', text: 'x'.repeat(300), changedAt: i });
    expect(drafts.list().map((draft) => draft.id)).toEqual(['c', 'b']);
    expect(drafts.keep({ id: 'd', base: '', text: 'x'.repeat(2000), changedAt: 9 })).toBe(false);
  });

  test('of other programs and damaged ones are left alone', () => {
    storage.setItem('slipstick.theme', 'dark');
    storage.setItem('slipstick.draft.x', 'no JSON');
    expect(drafts.list()).toEqual([]);
    expect(storage.getItem('slipstick.theme')).toBe('dark');
  });

  test('are none where the browser forbids it', () => {
    const forbidden = new Drafts(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(forbidden.list()).toEqual([]);
    expect(forbidden.get('a')).toBeNull();
    expect(forbidden.keep({ id: 'a', base: '', text: '', changedAt: 0 })).toBe(false);
  });
});

test('The title is found while the text is no JSON yet', () => {
  expect(titleOf('{"title": "My \\"coin\\"", "nodes": [')).toBe('My "coin"');
  expect(titleOf('{')).toBe('Untitled model');
});
