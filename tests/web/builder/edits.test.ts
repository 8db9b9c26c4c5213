import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Changes } from '../../../web/src/builder/changes';
import { readText, typedText } from '../../../web/src/builder/field';
import { itemAt, itemsOf, lists, type Row, rowsOf } from '../../../web/src/builder/outline';
import { tools, usual } from '../../../web/src/builder/palette';
import type { ModelDocument } from '../../../web/src/state/document';
import { Observable, observed } from '../../../web/src/state/observable';
import type { Session } from '../../../web/src/state/session';
import { reference } from '../../support/language';

const gallery = readdirSync('web/models').filter((name) => name.endsWith('.json'));

/** The part of a session that edits need. */
class EditedSession extends Observable {
  @observed readonly visit = 1;
  @observed readonly opened: Session['opened'];
  readonly language = 'en';
  readonly parameters = { values: {} };
  readonly view = {
    selected: null as string | null,
    select: (selected: string | null) => {
      this.view.selected = selected;
    },
  };

  constructor(text: string) {
    super();
    this.opened = { origin: 'gallery', name: 'model', hash: '', parameters: {}, text, document: JSON.parse(text) as ModelDocument };
  }

  edit(opened: Session['opened']): void {
    this.set<EditedSession>({ opened });
  }

  replace(opened: Session['opened']): void {
    this.set<EditedSession>({ opened });
  }
}

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    key: (i: number) => [...kept.keys()][i] ?? null,
    get length() {
      return kept.size;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

function changesOf(text: string) {
  const session = new EditedSession(text) as unknown as Session;
  const changes = new Changes(session);
  const edit = (...given: Parameters<Changes['change']>) => changes.change(...given);
  return { session, changes, edit, text: () => session.opened!.text, document: () => session.opened!.document };
}

const chosen = ['belt-two-pulleys', 'bicycle', 'bricard', 'bushings', 'car', 'crane', 'hopper', 'slider-crank', 'stick-slip', 'turntable'];

describe('A document of the gallery keeps its bytes', () => {
  test.each(chosen)('%s, when a form enters the existing values of each item', (name) => {
    const text = readFileSync(`web/models/${name}.json`, 'utf8');
    const model = changesOf(text);
    let touched = 0;
    for (const { key } of lists)
      for (const item of itemsOf(model.document(), key)) {
        const rows = rowsOf(item, reference)?.rows ?? [];
        for (const row of rows.filter((each) => Object.hasOwn(item.entry, each.name))) {
          const value = item.entry[row.name];
          const read = typeof value === 'boolean' ? { value } : readText(row, typedText(row, value));
          // A value typed by a person is stored as that value.
          expect(read, `${item.pointer}/${row.name}`).toEqual({ value });
          model.edit([{ path: [...item.path, row.name], value: 'value' in read ? read.value : value }], item.pointer);
          touched++;
        }
      }
    expect(touched).toBeGreaterThan(10);
    expect(model.text()).toBe(text);
    expect(model.changes.done).toBe(0);
  });

  test.each(chosen)('%s, when each value is changed and restored', (name) => {
    const text = readFileSync(`web/models/${name}.json`, 'utf8');
    const model = changesOf(text);
    for (const { key } of lists)
      for (const { pointer } of itemsOf(model.document(), key)) {
        const item = itemAt(model.document(), pointer)!;
        const own = (rowsOf(item, reference)?.rows ?? []).map((row: Row) => row.name).filter((row) => Object.hasOwn(item.entry, row));
        for (const row of own.slice(0, 3)) {
          model.edit([{ path: [...item.path, row], value: 'changed' }]);
          expect(model.text()).not.toBe(text);
          model.changes.undo();
          expect(model.text()).toBe(text);
        }
      }
  });
});

/** Numbers from 0 to 1, the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

test('A thousand random edits and undos restore the same bytes', () => {
  const random = numbers(20261126);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  let edits = 0;
  const texts = gallery.map((name) => readFileSync(`web/models/${name}`, 'utf8'));
  for (const text of texts.toSorted((a, b) => a.length - b.length).slice(0, 10)) {
    const model = changesOf(text);
    const after: string[] = [text];
    for (let i = 0; i < 110; i++) {
      edit(model, random, pick);
      edits++;
      if (model.text() !== after.at(-1)) after.push(model.text());
      if (i % 10 === 0) expect(JSON.parse(model.text())).toEqual(model.document());
      if (random() < 0.3) {
        model.changes.undo();
        expect(model.text()).toBe(after.at(-2) ?? text);
        model.changes.redo();
        expect(model.text()).toBe(after.at(-1));
      }
    }
    const last = model.text();
    while (model.changes.done > 0) model.changes.undo();
    expect(model.text()).toBe(text);
    while (model.changes.undone > 0) model.changes.redo();
    expect(model.text()).toBe(last);
  }
  expect(edits).toBeGreaterThanOrEqual(1000);
}, 60_000);

/** One random change of a user: a tool, a value, a deletion, a copy. */
function edit({ document, edit: change, changes }: ReturnType<typeof changesOf>, random: () => number, pick: <T>(list: readonly T[]) => T) {
  const items = lists.flatMap(({ key }) => itemsOf(document(), key));
  const item = pick(items);
  const kind = random();
  if (kind < 0.25) {
    const tool = pick(tools[0].tools);
    const made = usual(tool, document());
    if (typeof made !== 'string') changes.add(...made);
  } else if (kind < 0.4 && item.list !== 'model' && item.list !== 'analysis') change([{ path: item.path, value: undefined }], null);
  else {
    const key = pick(Object.keys(item.entry));
    const value = pick<unknown>([random(), 'a*b', [1, 2.5, -3e-7], { "a'": [{}, []], 'ä"\\': null }, true, undefined, 'line\nline ☃']);
    if (item.list === 'model') change([{ path: ['title'], value }]);
    else if (item.list === 'parameters' && typeof document().parameters?.[item.name] !== 'object')
      change([{ path: item.path, value: random() }]);
    else change([{ path: [...item.path, key], value }]);
  }
}
