import { msg } from '@lit/localize';
import { createStore, del, entries, get, update } from 'idb-keyval';
import { attempt, storageKeys } from '../format/attempt';
import { hashOfText } from '../format/hash';
import { textIn } from '../format/localised';
import { common } from '../format/texts';
import { language } from '../state/language';

/** A visitor's own version of a model, stored by the browser. */
export interface Draft {
  id: string;
  /** Name of the gallery model on which it is based, or "". */
  base: string;
  text: string;
  changedAt: number; // ms since 1970
}

/** A stored draft, possibly under another id; `notice`: a sentence for the visitor, or "". */
export interface Kept {
  id: string;
  notice: string;
}

/** A draft in localStorage. `over`: a hash of the text on which it is based; `tab`: the tab that wrote it. */
type PendingDraft = Draft & { over: string; tab: string };

/** A database of values by key. */
export interface Shelf {
  get(key: string): Promise<unknown>;
  entries(): Promise<[key: string, value: unknown][]>;
  /** In one transaction, so that two tabs do not overwrite each other. */
  update(key: string, change: (old: unknown) => unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

const timeout = 10_000; // ms before a database counts as unresponsive
const prefix = 'slipstick.draft.';
const photoPrefix = 'slipstick.photo.';
const apart = () => msg('Another tab changed this model too; your version is kept as a separate model.');
const forbidden = () => msg('This browser does not store models. Save this one as a file before you close the tab.');
const full = () =>
  msg(
    'This browser has no room for your latest changes. Save the model as a file before you close the tab, or delete models that you no longer need.',
  );
/** The sentences about where a model is stored. */
export const notices = (): readonly string[] => [apart(), forbidden(), full()];

/**
 * The store of drafts, an IndexedDB. Each version is also written to localStorage until the database contains it, because only localStorage
 * can be written before a tab is closed. Drafts found there are moved to the database. They come from a closed tab, or from a version of
 * Slipstick that stored all drafts there.
 */
export class Drafts {
  /** By id, the text that this tab has last read or written; the database may contain another text from another tab. */
  private readonly known = new Map<string, string>();
  /** Drafts that the browser does not store: only this tab has them. */
  private readonly unsaved = new Map<string, Draft & { notice: string }>();
  /** By id, the id under which this tab's version is stored because another tab has changed the model too. */
  private readonly renamed = new Map<string, string>();
  /** Reports stored drafts to the other tabs. */
  private channel: BroadcastChannel | null = null;
  private work: Promise<unknown> | null = null;
  private persists = false;
  /** Identifies this tab in localStorage. */
  private readonly tab = newId();

  constructor(
    private readonly shelf = database('slipstick'),
    private readonly photos = database('slipstick-photos'),
    private readonly storage: () => Storage = () => localStorage,
  ) {}

  /** All drafts, newest first. */
  list(): Promise<Draft[]> {
    return this.queue(async () => {
      const stored = await this.shelf.entries().catch(() => []);
      const drafts = [...stored.flatMap(([id, value]) => draftOf(id, value) ?? []), ...this.pending(), ...this.unsaved.values()];
      return [...new Map(drafts.map((draft) => [draft.id, draft])).values()].sort((a, b) => b.changedAt - a.changedAt);
    });
  }

  get(id: string): Promise<Draft | null> {
    return this.queue(async () => {
      const draft = await this.find(id);
      this.renamed.delete(id);
      if (draft) this.known.set(id, draft.text);
      return draft;
    });
  }

  has(id: string): Promise<boolean> {
    return this.queue(async () => (await this.find(id)) !== null);
  }

  /** The text of a draft that this tab has read or written; undefined if it has not. */
  text(id: string): string | undefined {
    return this.known.get(id);
  }

  /** Why the browser does not store this draft, as a sentence, or "". */
  notice(id: string): string {
    return this.unsaved.get(id)?.notice ?? '';
  }

  /**
   * Stores a draft without overwriting others. If another tab has changed it meanwhile, that text remains, and this version gets a new id.
   */
  keep(draft: Draft): Promise<Kept> {
    const id = this.renamed.get(draft.id) ?? draft.id;
    const before = this.known.get(id);
    const over = before === undefined ? '' : hashOfText(before);
    this.known.set(id, draft.text);
    this.storePending({ ...draft, id }, over);
    return this.queue(() => this.store({ ...draft, id: this.renamed.get(id) ?? id }, over, id));
  }

  /** Calls `take` whenever another tab has stored a draft, until the returned function is called. */
  follow(take: (id: string, text: string) => void): () => void {
    const channel = attempt(() => new BroadcastChannel('slipstick.drafts'), null);
    if (!channel) return () => {};
    channel.onmessage = ({ data }) => take(String(data?.id), String(data?.text));
    this.channel = channel;
    return () => channel.close();
  }

  /** Deletes a draft and its photo. */
  remove(id: string): Promise<void> {
    return this.queue(async () => {
      this.known.delete(id);
      this.unsaved.delete(id);
      attempt(() => this.storage().removeItem(prefix + id), undefined);
      await Promise.allSettled([this.shelf.remove(id), this.photos.remove(id)]);
    });
  }

  /** The photo for tracing stored with a model, by the id of its draft or its name in the gallery. */
  photo(of: string): Promise<string | null> {
    return this.queue(async () => {
      const photo = await this.photos.get(of).catch(() => null);
      return typeof photo === 'string' ? photo : attempt(() => this.storage().getItem(photoPrefix + of), null);
    });
  }

  /** Stores or removes the photo of a draft, which lasts as long as the draft. False if the browser does not store it. */
  keepPhoto(of: string, photo: string | null): Promise<boolean> {
    return this.queue(async () => {
      try {
        await (photo === null ? this.photos.remove(of) : this.photos.update(of, () => photo));
        attempt(() => this.storage().removeItem(photoPrefix + of), undefined);
        return true;
      } catch {
        return false;
      }
    });
  }

  /** Runs tasks one after another, once the drafts of localStorage have been moved. */
  private queue<T>(task: () => Promise<T>): Promise<T> {
    const done = (this.work ?? this.move()).then(task);
    this.work = done.catch(() => {});
    return done;
  }

  private async find(id: string): Promise<Draft | null> {
    const here = this.unsaved.get(id) ?? this.pending().find((draft) => draft.id === id);
    return here ?? draftOf(id, await this.shelf.get(id).catch(() => null));
  }

  private async store(draft: Draft, over: string, called: string): Promise<Kept> {
    try {
      const id = await this.put(draft, over);
      this.forget(called, (pending) => pending.tab === this.tab && pending.changedAt <= draft.changedAt);
      this.unsaved.delete(called);
      this.persist();
      attempt(() => this.channel?.postMessage({ id, text: draft.text }), undefined);
      if (id === draft.id) return { id, notice: '' };
      this.renamed.set(called, id);
      this.known.set(id, this.known.get(called) ?? draft.text);
      return { id, notice: apart() };
    } catch (error) {
      // In that case localStorage keeps it, if there is room.
      if (this.pending().some(({ id, text }) => id === called && text === draft.text)) return { id: called, notice: '' };
      const notice = (error as DOMException)?.name === 'QuotaExceededError' ? full() : forbidden();
      this.unsaved.set(called, { ...draft, id: called, notice });
      globalThis.addEventListener?.('beforeunload', this.ask);
      return { id: called, notice };
    }
  }

  /**
   * Writes a draft to the database. If the database contains a text other than the one on which the draft is based, the draft gets a new
   * id. Returns its id.
   */
  private async put({ id, ...content }: Draft, over: string): Promise<string> {
    let isFree = true;
    await this.shelf.update(id, (old) => {
      const text = draftOf(id, old)?.text;
      isFree = text === undefined || text === content.text || hashOfText(text) === over;
      return isFree ? content : old;
    });
    return isFree ? id : this.put({ id: newId(), ...content }, '');
  }

  /** Asks before the tab is left with drafts that are stored nowhere else. */
  private readonly ask = (event: Event) => {
    if (this.unsaved.size > 0) event.preventDefault();
  };

  /** Moves drafts from localStorage to the database. A draft is removed from localStorage only after it was read back. */
  private async move(): Promise<void> {
    for (const { over, tab: _, ...draft } of this.pending()) {
      try {
        const id = await this.put(draft, over);
        if (draftOf(id, await this.shelf.get(id))?.text === draft.text) this.forget(draft.id, ({ text }) => text === draft.text);
      } catch {} // it remains in localStorage
    }
    for (const of of this.keys(photoPrefix)) {
      try {
        const photo = this.storage().getItem(photoPrefix + of);
        await this.photos.update(of, (old) => old ?? photo);
        if (await this.photos.get(of)) this.storage().removeItem(photoPrefix + of);
      } catch {}
    }
  }

  /** Writes a draft to localStorage, unless another tab has written another text there. `over`: a hash of the text on which it is based. */
  private storePending({ id, ...content }: Draft, over: string): void {
    const { tab } = this;
    attempt(() => {
      const there = this.pending().find((draft) => draft.id === id);
      if (!there || there.tab === tab || there.text === content.text || hashOfText(there.text) === over)
        this.storage().setItem(prefix + id, JSON.stringify({ ...content, over, tab }));
    }, undefined);
  }

  /** Drafts in localStorage. */
  private pending(): PendingDraft[] {
    return this.keys(prefix).flatMap((id) => {
      const value = attempt(() => JSON.parse(this.storage().getItem(prefix + id) ?? 'null'), null);
      const draft = draftOf(id, value);
      return draft ? [{ ...draft, over: String(value.over ?? ''), tab: String(value.tab ?? '') }] : [];
    });
  }

  private forget(id: string, which: (pending: PendingDraft) => boolean): void {
    if (this.pending().some((pending) => pending.id === id && which(pending)))
      attempt(() => this.storage().removeItem(prefix + id), undefined);
  }

  /** Asks the browser to keep the database even if storage runs low. */
  private persist(): void {
    if (this.persists) return;
    this.persists = true;
    void globalThis.navigator?.storage?.persist?.().catch(() => {});
  }

  private keys(start: string): string[] {
    return storageKeys(this.storage)
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length));
  }
}

function database(name: string): Shelf {
  const store = createStore(name, 'entries');
  return {
    get: (key) => answer(() => get(key, store)),
    entries: () => answer(() => entries<string, unknown>(store)),
    update: (key, change) => answer(() => update(key, change, store)),
    remove: (key) => answer(() => del(key, store)),
  };
}

/** A forbidden database throws, and a damaged one may never answer. */
function answer<T>(ask: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException(msg('The database does not answer.'), 'TimeoutError')), timeout);
  });
  return Promise.race([Promise.resolve().then(ask), late]).finally(() => clearTimeout(timer));
}

export function newId(): string {
  return Date.now().toString(36) + Math.floor(Math.random() * 36 ** 4).toString(36);
}

function draftOf(id: string, value: unknown): Draft | null {
  const { base, text, changedAt } = (value ?? {}) as Record<string, unknown>;
  return typeof text === 'string' ? { id, base: String(base), text, changedAt: Number(changedAt) } : null;
}

export const drafts = new Drafts();

/** The title in a document's text, even if the text is not valid JSON. */
export function titleOf(text: string): string {
  const whole = attempt(() => JSON.parse(text) as { title?: unknown }, null);
  if (whole) return textIn(whole.title, language.shown) || common.untitled();
  const title = /"title"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  return attempt(() => String(JSON.parse(title ?? '""')), '') || common.untitled();
}
