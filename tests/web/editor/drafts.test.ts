import { beforeEach, describe, expect, test } from 'vitest';
import { Drafts, type Shelf, titleOf } from '../../../web/src/editor/drafts';
import { emptyStorage } from '../../support/storage';

/** A database with a limited number of characters. */
class MemoryShelf implements Shelf {
  readonly values = new Map<string, unknown>();
  room = Number.POSITIVE_INFINITY;
  /** The browser forbids databases. */
  forbidden = false;

  async get(key: string) {
    this.ask();
    return structuredClone(this.values.get(key));
  }
  async entries() {
    this.ask();
    return [...this.values];
  }
  async update(key: string, change: (old: unknown) => unknown) {
    this.ask();
    await Promise.resolve();
    const next = structuredClone(change(this.values.get(key)));
    const others = [...this.values].filter(([other]) => other !== key);
    if (JSON.stringify([...others, [key, next]]).length > this.room) throw new DOMException('full', 'QuotaExceededError');
    this.values.set(key, next);
  }
  async remove(key: string) {
    this.ask();
    this.values.delete(key);
  }
  private ask() {
    if (this.forbidden) throw new DOMException('denied', 'SecurityError');
  }
}

const fullStorage = () => ({
  ...emptyStorage(),
  length: 0,
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
});
const forbiddenStorage = () => {
  throw new DOMException('denied', 'SecurityError');
};
const draft = (id: string, text: string, changedAt = 1) => ({ id, base: '', text, changedAt });

describe('Drafts', () => {
  let shelf: MemoryShelf;
  let photos: MemoryShelf;
  let storage: Storage;
  /** A browser tab that has just been opened. */
  const tab = (local: () => Storage = () => storage) => new Drafts(shelf, photos, local);
  beforeEach(() => {
    shelf = new MemoryShelf();
    photos = new MemoryShelf();
    storage = emptyStorage();
  });

  test('are kept and listed, the newest first', async () => {
    const drafts = tab();
    await drafts.keep({ ...draft('a', '{}', 1), base: 'coin' });
    await drafts.keep(draft('b', '{"title": "B"}', 2));
    expect(await drafts.keep({ ...draft('a', '{"x"', 3), base: 'coin' })).toEqual({ id: 'a', notice: '' });
    expect(storage.length, 'nothing is left in localStorage').toBe(0);
    expect((await tab().list()).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(await tab().get('a')).toEqual({ id: 'a', base: 'coin', text: '{"x"', changedAt: 3 });
    await drafts.remove('a');
    expect(await tab().get('a')).toBeNull();
  });

  test('never displace others, whatever their number and size', async () => {
    const drafts = tab();
    for (let i = 0; i < 60; i++) await drafts.keep(draft(`d${i}`, 'x'.repeat(300), i));
    expect(await drafts.list()).toHaveLength(60);
    shelf.room = JSON.stringify([...shelf.values]).length;
    storage = fullStorage() as unknown as Storage;
    const { notice } = await drafts.keep(draft('last', 'y'.repeat(2000), 99));
    expect(notice).toContain('has no room for your latest changes');
    expect(drafts.notice('last')).toBe(notice);
    expect(shelf.values.size).toBe(60);
    expect((await drafts.get('last'))?.text, 'this tab still has it').toHaveLength(2000);
    expect(await tab().get('last')).toBeNull();
    await drafts.remove('d0');
    shelf.room += 2000;
    expect((await drafts.keep(draft('last', 'y'.repeat(2000), 99))).notice).toBe('');
    expect((await tab().get('last'))?.text).toHaveLength(2000);
  });

  test('move out of localStorage once, and are deleted there only after they have been read back', async () => {
    const old = (id: string, text: string) =>
      storage.setItem(`slipstick.draft.${id}`, JSON.stringify({ base: 'coin', text, changedAt: 5 }));
    old('a', 'mine');
    old('b', 'also mine');
    storage.setItem('slipstick.photo.a', 'picture');
    storage.setItem('slipstick.theme', 'dark');
    storage.setItem('slipstick.draft.x', 'no JSON');

    photos.forbidden = true;
    shelf.get = async () => undefined; // entries that could not be stored are missing
    expect((await tab().list()).map(({ id }) => id).sort()).toEqual(['a', 'b']);
    expect(storage.length).toBe(5);

    photos.forbidden = false;
    shelf.get = MemoryShelf.prototype.get;
    expect((await tab().list()).map(({ id, base, text, changedAt }) => [id, base, text, changedAt])).toEqual([
      ['a', 'coin', 'mine', 5],
      ['b', 'coin', 'also mine', 5],
    ]);
    expect(await tab().photo('a')).toBe('picture');
    expect(Array.from({ length: storage.length }, (_, i) => storage.key(i))).toEqual(['slipstick.theme', 'slipstick.draft.x']);
  });

  test('stay in place if there is no space to move them', async () => {
    storage.setItem('slipstick.draft.a', JSON.stringify({ base: '', text: 'z'.repeat(500), changedAt: 5 }));
    shelf.room = 100;
    expect((await tab().get('a'))?.text).toHaveLength(500);
    expect(storage.length).toBe(1);
  });

  test('of a tab that closes immediately are available in the next one', async () => {
    const closing = tab();
    await closing.keep(draft('a', 'first'));
    shelf.update = () => new Promise(() => {}); // the tab closes before the database answers
    void closing.keep(draft('a', 'last words', 2));
    shelf.update = MemoryShelf.prototype.update;
    expect((await tab().get('a'))?.text).toBe('last words');
    expect(shelf.values.size).toBe(1);
    expect(storage.length).toBe(0);
  });

  test('of two tabs are both kept, and the second one is notified', async () => {
    const [mine, theirs] = [tab(), tab()];
    await mine.keep(draft('a', 'begun'));
    expect((await theirs.get('a'))?.text).toBe('begun');
    await mine.keep(draft('a', 'mine'));
    const kept = await Promise.all([theirs.keep(draft('a', 'theirs')), theirs.keep(draft('a', 'theirs too', 3))]);
    expect(kept[0].notice).toContain('Another tab changed this model too');
    expect(kept[0].id).not.toBe('a');
    expect(kept[1]).toEqual({ id: kept[0].id, notice: '' });
    await theirs.keep(draft(kept[0].id, 'theirs at last', 4));
    expect((await tab().list()).map(({ text }) => text)).toEqual(['theirs at last', 'mine']);
  });

  test('stay in localStorage if databases are forbidden, and in the tab if that is forbidden, too', async () => {
    shelf.forbidden = true;
    const drafts = tab();
    expect(await drafts.keep(draft('a', 'x'))).toEqual({ id: 'a', notice: '' });
    expect(await drafts.keep(draft('a', 'y', 2))).toEqual({ id: 'a', notice: '' });
    expect((await tab().get('a'))?.text).toBe('y');
    const { notice } = await tab().keep(draft('a', 'of another tab'));
    expect(notice).toContain('does not store models');
    expect((await tab().get('a'))?.text).toBe('y');

    const poor = tab(forbiddenStorage);
    expect(await poor.list()).toEqual([]);
    expect(await poor.get('a')).toBeNull();
    expect((await poor.keep(draft('a', ''))).notice).toContain('does not store models');
    expect(await poor.get('a')).toMatchObject({ text: '' });
    expect(await poor.keepPhoto('a', 'picture')).toBe(true);
    await poor.remove('a');
    expect(await poor.list()).toEqual([]);
  });

  test('have a photo that moves with them', async () => {
    const drafts = tab();
    await drafts.keep(draft('a', '{}'));
    expect(await drafts.keepPhoto('a', 'picture')).toBe(true);
    expect(await tab().photo('a')).toBe('picture');
    photos.room = 100;
    expect(await drafts.keepPhoto('b', 'y'.repeat(600)), 'nothing gives way to a photo').toBe(false);
    await drafts.remove('a');
    expect([await drafts.photo('a'), await drafts.photo('b')]).toEqual([null, null]);
  });
});

test('The title is found before the text is valid JSON', () => {
  expect(titleOf('{"title": "My \\"coin\\"", "nodes": [')).toBe('My "coin"');
  expect(titleOf('{')).toBe('Untitled model');
});
